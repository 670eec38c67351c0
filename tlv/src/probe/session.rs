//! Running queries on one type: objects made, calls made, states kept.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use super::chooser::{self, Chooser};
use super::features::Inspector;
use super::object::{Frame, Object, Phase, Results, Unmade};
use super::subject::{Abstraction, Assembly, Operation, Parts};
use super::{driver, replay};
use crate::wire::{
    After, Answer, Call, Choice, Detail, Feature, Options, Outcome, Query, Recipe, Start, Step,
    StepQuery, Stepped, Stop,
};

/// A session on a type that the driver does not know.
pub(super) trait Drive {
    /// Answers a query. `announce` is told before each call the position of the step, and `None`
    /// after it, and while a kept state is being reached again: what ends the process then, a
    /// predicate or a clone for instance, is not held against the call.
    fn run(&mut self, query: &Query, announce: &mut dyn FnMut(Option<u32>)) -> Answer;
    /// Knows a kept state again.
    fn restore(&mut self, recipe: Recipe);
    /// What the features are called.
    fn features(&self) -> Vec<Feature>;
    /// Makes a step; `announce` is told as for [`Drive::run`].
    fn step(&mut self, query: &StepQuery, announce: &mut dyn FnMut(Option<u32>)) -> Stepped;
}

/// A session on `S`.
pub(super) struct Session<S: Abstraction> {
    assembly: Assembly<S>,
    copier: Option<fn(&S) -> S>,
    /// How many more copies may be kept; states beyond that are reached by calls.
    copies_left: usize,
    kept_per_valuation: usize,
    kept: HashMap<u32, Kept<S>>,
    /// What has been kept, so that nothing is kept twice.
    known: HashSet<(u128, u64)>,
    per_valuation: HashMap<u128, usize>,
    /// How many states of a valuation are kept that one method led to from one start.
    per_origin: HashMap<(u128, Origin), usize>,
    inspector: Inspector,
}

/// The most memory that copies of objects may take, without what they own elsewhere.
const MOST_COPIED: usize = 256 << 20;

/// How many states with one valuation and one origin are kept: other arguments of the same call
/// must not crowd out what other calls lead to.
const KEPT_PER_ORIGIN: usize = 4;

/// The kept state a query started from, or `None` for a constructor, and the method called last.
type Origin = (Option<u32>, Option<u16>);

fn origin_of(start: &Start, calls: &[Call]) -> Origin {
    let start = match start {
        Start::Construct(_) => None,
        Start::Kept(state) => Some(*state),
    };
    (start, calls.last().map(|call| call.event))
}

/// A kept state.
struct Kept<S> {
    recipe: Rc<Recipe>,
    snapshot: Option<(S, Results)>,
}

/// What is seen of a living object.
struct Sight {
    valuation: u128,
    unevaluable: u128,
    broken: u64,
    fingerprint: u64,
}

impl<S: Abstraction> Session<S> {
    pub(super) fn new(assembly: Assembly<S>, options: &Options) -> Self {
        let pools = Rc::clone(&assembly.pools);
        let bound = usize::try_from(options.bound).unwrap_or(usize::MAX);
        chooser::with(|chooser| *chooser = Chooser::new(pools, bound));
        Session {
            assembly,
            copier: S::copier().filter(|_| options.snapshots),
            copies_left: MOST_COPIED / size_of::<S>().max(1),
            kept_per_valuation: options.kept_per_valuation as usize,
            kept: HashMap::new(),
            known: HashSet::new(),
            per_valuation: HashMap::new(),
            per_origin: HashMap::new(),
            inspector: Inspector::default(),
        }
    }

    /// Makes one call. `Err` means that it was not made.
    fn call(
        operation: &Operation<S>,
        object: &mut Object<S>,
        choice: &Choice,
        detail: bool,
    ) -> Result<(Outcome, Frame), Unmade> {
        chooser::with(|chooser| chooser.begin(choice, detail));
        let mut frame = Frame::new(detail);
        driver::forget_panics();
        if detail {
            driver::watch_panics();
        }
        let called = catch_unwind(AssertUnwindSafe(|| (operation.run)(object, &mut frame)));
        match called {
            Ok(Ok(outcome)) => Ok((outcome, frame)),
            Ok(Err(Unmade)) => Err(Unmade),
            Err(payload) if frame.phase == Phase::Calling => {
                driver::note_payload(payload);
                Ok((Outcome::Panic, frame))
            }
            // What cannot be made is not called, whether it said so or panicked.
            Err(_) => Err(Unmade),
        }
    }

    /// Makes the arguments of a call that is not made, and tells what they are.
    fn prepare(
        &self,
        constructs: bool,
        object: &mut Object<S>,
        call: &Call,
    ) -> Option<Vec<String>> {
        let operation = self.operation(constructs, call)?;
        chooser::with(|chooser| chooser.begin(&call.choice, false));
        let mut frame = Frame { dry: true, ..Frame::new(true) };
        // A dry call always ends in `Err`; a panic can only come from a value being made.
        let _ = catch_unwind(AssertUnwindSafe(|| (operation.run)(object, &mut frame)));
        frame.texts
    }

    fn operation(&self, constructs: bool, call: &Call) -> Option<&Operation<S>> {
        let Parts { constructors, methods, .. } = &self.assembly.parts;
        let operations = if constructs { constructors } else { methods };
        operations.get(usize::from(call.event))
    }

    fn look(&mut self, object: &S) -> Sight {
        let predicates = &self.assembly.parts.predicates;
        let all = || bits(predicates, |predicate| (predicate.holds)(object));
        let (valuation, unevaluable) = match catch_unwind(AssertUnwindSafe(all)) {
            Ok(valuation) => (valuation, 0),
            // One of them panics: find out which, and let it count as false.
            Err(_) => {
                let one_by_one = predicates.iter().map(|predicate| {
                    catch_unwind(AssertUnwindSafe(|| (predicate.holds)(object))).ok()
                });
                let values: Vec<Option<bool>> = one_by_one.collect();
                (bits(&values, |v| *v == Some(true)), bits(&values, Option::is_none))
            }
        };
        let broken = bits(&self.assembly.parts.invariants, |invariant| {
            !catch_unwind(AssertUnwindSafe(|| (invariant.holds)(object))).unwrap_or(false)
        });
        let broken = u64::try_from(broken).unwrap_or(u64::MAX);
        let (fingerprint, _) = self.inspect(object, false);
        Sight { valuation, unevaluable, broken, fingerprint }
    }

    fn inspect(&mut self, object: &S, wanted: bool) -> (u64, Vec<(u32, crate::wire::Number)>) {
        let inspector = &mut self.inspector;
        let look = || inspector.look("self", wanted, |view| object.inspect(view));
        catch_unwind(AssertUnwindSafe(look)).unwrap_or_default()
    }

    /// Makes a step and tells what it saw; `Err` means that the call was not made.
    fn step(
        &mut self,
        constructs: bool,
        object: &mut Object<S>,
        call: &Call,
        detail: bool,
        announce: &mut dyn FnMut(Option<u32>),
    ) -> Result<Step, Unmade> {
        let operation = self.operation(constructs, call).ok_or(Unmade)?;
        let (outcome, frame) = Self::call(operation, object, &call.choice, detail)?;
        announce(None);
        let space = chooser::with(|chooser| chooser.space().0);
        let choices = chooser::with(Chooser::recorded);
        let mut step = Step {
            outcome,
            after: After::Ended,
            fingerprint: 0,
            space,
            kept: None,
            broken: 0,
            unevaluable: 0,
            panic: None,
            detail: None,
        };
        if outcome == Outcome::Panic {
            step.panic = driver::last_panic().map(Box::new);
            step.after = After::Dead;
        } else if let Some(value) = &object.value {
            let sight = self.look(value);
            step.after = After::Alive(sight.valuation);
            step.fingerprint = sight.fingerprint;
            step.broken = sight.broken;
            step.unevaluable = sight.unevaluable;
        } else if constructs {
            step.after = After::Dead;
        }
        if detail {
            let features = match (&object.value, step.after) {
                (Some(value), After::Alive(_)) => self.inspect(value, true).1,
                _ => Vec::new(),
            };
            let arguments = frame.texts.unwrap_or_default();
            let required = frame.required;
            step.detail = Some(Box::new(Detail { arguments, choices, required, features }));
        }
        Ok(step)
    }

    /// The object a kept state stands for, and how many calls that took; `None` if it cannot be
    /// reached as it was.
    fn reach(
        &mut self,
        state: u32,
        announce: &mut dyn FnMut(Option<u32>),
    ) -> Option<(Object<S>, u32)> {
        let kept = self.kept.get(&state)?;
        if let (Some((value, results)), Some(copier)) = (&kept.snapshot, self.copier) {
            let value = catch_unwind(AssertUnwindSafe(|| copier(value))).ok()?;
            return Some((Object { value: Some(value), results: results.clone() }, 0));
        }
        let recipe = Rc::clone(&kept.recipe);
        let mut made = 0;
        let mut object = match &recipe.start {
            Start::Construct(call) => {
                let mut object = Object::new();
                announce(None);
                made += 1;
                self.step(true, &mut object, call, false, announce).ok()?;
                object
            }
            // Recipes refer to lower numbers only, so this ends.
            Start::Kept(earlier) if *earlier < state => {
                let (object, calls) = self.reach(*earlier, announce)?;
                made += calls;
                object
            }
            Start::Kept(_) => return None,
        };
        let mut last = object.value.as_ref().map(|value| self.look(value));
        for call in &recipe.calls {
            announce(None);
            made += 1;
            let step = self.step(false, &mut object, call, false, announce).ok()?;
            if !matches!(step.after, After::Alive(_)) {
                return None;
            }
            last = object.value.as_ref().map(|value| self.look(value));
        }
        let same = last.is_some_and(|sight| {
            sight.valuation == recipe.valuation && sight.fingerprint == recipe.fingerprint
        });
        if !same {
            return None;
        }
        if let Some(snapshot) = self.copy(&object)
            && let Some(kept) = self.kept.get_mut(&state)
        {
            kept.snapshot = Some(snapshot);
        }
        Some((object, made))
    }

    /// A copy to keep, if the type allows it and there is room for one more.
    fn copy(&mut self, object: &Object<S>) -> Option<(S, Results)> {
        let (copier, value) =
            (self.copier.filter(|_| self.copies_left > 0)?, object.value.as_ref()?);
        let copy = catch_unwind(AssertUnwindSafe(|| copier(value))).ok()?;
        self.copies_left -= 1;
        Some((copy, object.results.clone()))
    }

    /// Keeps the object's state if it is a new one; `calls` led to it from `start`.
    fn keep(
        &mut self,
        object: &Object<S>,
        step: &Step,
        start: &Start,
        calls: &[Call],
    ) -> Option<u32> {
        let After::Alive(valuation) = step.after else { return None };
        let alike = self.per_valuation.entry(valuation).or_default();
        let siblings = self.per_origin.entry((valuation, origin_of(start, calls))).or_default();
        let full = *alike >= self.kept_per_valuation || *siblings >= KEPT_PER_ORIGIN;
        if full || !self.known.insert((valuation, step.fingerprint)) {
            return None;
        }
        *alike += 1;
        *siblings += 1;
        let state = u32::try_from(self.kept.len()).ok()?;
        let recipe = Recipe {
            state,
            start: start.clone(),
            calls: calls.to_vec(),
            valuation,
            fingerprint: step.fingerprint,
        };
        let snapshot = self.copy(object);
        self.kept.insert(state, Kept { recipe: Rc::new(recipe), snapshot });
        Some(state)
    }
}

impl<S: Abstraction> Drive for Session<S> {
    fn run(&mut self, query: &Query, announce: &mut dyn FnMut(Option<u32>)) -> Answer {
        let mut answer = Answer::empty(Stop::Completed);
        let last = query.calls.len().checked_sub(1).filter(|_| query.dry_last);
        let mut object = match &query.start {
            Start::Construct(call) => {
                let mut object = Object::new();
                if query.dry_last && query.calls.is_empty() {
                    answer.prepared = self.prepare(true, &mut object, call);
                    return answer;
                }
                announce(Some(0));
                let Ok(mut step) = self.step(true, &mut object, call, query.detail, announce)
                else {
                    answer.stop = Stop::Rejected;
                    return answer;
                };
                if query.keep {
                    step.kept = self.keep(&object, &step, &query.start, &[]);
                }
                answer.steps.push(step);
                object
            }
            Start::Kept(state) => {
                let Some((object, replayed)) = self.reach(*state, announce) else {
                    answer.stop = Stop::Diverged;
                    return answer;
                };
                answer.replayed = replayed;
                object
            }
        };
        let started = match (&query.start, answer.steps.last()) {
            (_, Some(step)) => match step.after {
                After::Alive(valuation) => Some(valuation),
                After::Dead | After::Ended => None,
            },
            (Start::Kept(state), None) => self.kept.get(state).map(|kept| kept.recipe.valuation),
            (Start::Construct(_), None) => None,
        };
        for (index, call) in query.calls.iter().enumerate() {
            if !matches!(answer.steps.last().map(|s| s.after), None | Some(After::Alive(_))) {
                break;
            }
            if last == Some(index) {
                answer.prepared = self.prepare(false, &mut object, call);
                break;
            }
            let position = u32::try_from(answer.steps.len()).unwrap_or(u32::MAX);
            announce(Some(position));
            let Ok(mut step) = self.step(false, &mut object, call, query.detail, announce) else {
                answer.stop = Stop::Rejected;
                break;
            };
            if query.keep {
                step.kept = self.keep(&object, &step, &query.start, &query.calls[..=index]);
            }
            let left = matches!(step.after, After::Alive(now) if Some(now) != started);
            answer.steps.push(step);
            if left && query.until_left {
                answer.stop = Stop::Left;
                break;
            }
        }
        let last = answer.steps.last().map(|step| step.after);
        if matches!(last, Some(After::Dead | After::Ended)) {
            answer.stop = Stop::Over;
        }
        // The object's own end is not a call: what goes wrong there is not held against one.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(object)));
        answer
    }

    fn restore(&mut self, recipe: Recipe) {
        self.known.insert((recipe.valuation, recipe.fingerprint));
        *self.per_valuation.entry(recipe.valuation).or_default() += 1;
        let origin = (recipe.valuation, origin_of(&recipe.start, &recipe.calls));
        *self.per_origin.entry(origin).or_default() += 1;
        self.kept.insert(recipe.state, Kept { recipe: Rc::new(recipe), snapshot: None });
    }

    fn features(&self) -> Vec<Feature> {
        self.inspector.features().to_vec()
    }

    fn step(&mut self, query: &StepQuery, announce: &mut dyn FnMut(Option<u32>)) -> Stepped {
        replay::step(&self.assembly.parts, query, announce)
    }
}

/// A bit mask of the items for which `test` holds.
fn bits<T>(items: &[T], test: impl Fn(&T) -> bool) -> u128 {
    let mut bits = 0;
    for (index, item) in items.iter().enumerate() {
        bits |= u128::from(test(item)).checked_shl(index as u32).unwrap_or(0);
    }
    bits
}
