//! From executions to summaries: what the probe reported on each path becomes the path's account of
//! the object before and after the call.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use super::state::{Assumption, Reason, Report, State};
use super::value::Value;
use super::{Ending, Finished, Prepared, Worker};
use crate::ir::SourceLine;
use crate::summary::{
    self, Assumed, Exhausted, Fate, Feature, Gap, Observed, Path, Restriction, Summary,
};
use crate::term::{Term, Terms};

/// The numbers of `tlv_report`.
const INVARIANT_BEFORE: u32 = 0;
const PREDICATE_BEFORE: u32 = 1;
const OUTCOME: u32 = 2;
pub(super) const FATE: u32 = 3;
const PREDICATE_AFTER: u32 = 4;
const INVARIANT_AFTER: u32 = 5;
const REQUIRED: u32 = 6;
const UNEVALUABLE_BEFORE: u32 = 7;
const UNEVALUABLE_AFTER: u32 = 8;
const NOT_MADE: u32 = 9;

/// Why a call was not made, if its values gave up on themselves: such values are not considered.
const GAVE_UP: u128 = 0;

/// The position of `Abort` among the outcomes.
const ABORT: u128 = 7;

/// The calls of a step: one makes the object, the next is the one that is summarised.
const MAKING: u32 = 1;

/// A question to the solver takes about as long as this many instructions.
const QUERY_WORK: u64 = 4_000;

/// Executions of a given sequence that are continued.
const GUIDED: usize = 64;

/// What a variable of a summary stands for, so that natively the same value can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// An integer; natively told as its distance from the least it may be.
    Integer {
        /// In bits.
        width: u32,
        /// The least value.
        low: u128,
        /// The greatest value, unless it depends on other inputs.
        high: Option<u128>,
    },
    /// A float; natively told as the bits of an `f64`.
    Float {
        /// In bits.
        width: u32,
    },
}

impl Input {
    /// The value as the probe's driver takes it.
    #[must_use]
    pub fn native(self, bits: u128) -> u128 {
        match self {
            Input::Integer { width, low, .. } => super::value::mask(width, bits.wrapping_sub(low)),
            Input::Float { width: 32 } => {
                u128::from(f64::from(f32::from_bits(bits as u32)).to_bits())
            }
            Input::Float { .. } => bits,
        }
    }
}

/// What the variables of a summary stand for, by call and id.
pub type Inputs = BTreeMap<(u32, u64), Input>;

/// How far sequences of calls go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SequenceLimits {
    /// Calls after the constructor.
    pub calls: u32,
    /// What one length may cost, and all given sequences together: instructions, and some
    /// thousands for each question to the solver.
    pub work: u64,
}

/// What sequences of calls gave.
#[derive(Debug)]
pub struct Sequences {
    /// One for each constructor.
    pub constructors: Vec<Summary>,
    /// One for each method.
    pub methods: Vec<Summary>,
    /// The length up to which all sequences were executed.
    pub calls: u32,
}

impl<'p> Worker<'p> {
    /// What a method does with any object and any arguments.
    ///
    /// # Errors
    /// When the object cannot be made from its fields.
    pub fn summarise_method(
        &mut self,
        prepared: &Prepared<'p>,
        steps: u64,
        method: u64,
    ) -> Result<Summary, String> {
        let made = self.make(prepared, steps)?;
        let mut summary = Summary::default();
        let entry = self.entry("tlv_step")?;
        for finished in made {
            summary.restrictions.extend(self.restrictions(&finished.state));
            let Finished { state, ending, place } = finished;
            match ending {
                Ending::Returned(Some(object)) if object != 0 => {
                    let mut state = state;
                    state.call = MAKING + 1;
                    for path in self.explore(state, entry, &[steps, object, method])? {
                        self.add(&mut summary, path);
                    }
                }
                // The value gave up on itself: such objects are not considered.
                Ending::Returned(_) => {}
                Ending::Gap(reason) => {
                    summary.gaps.push(self.gap_of(&state, reason, place));
                }
                Ending::Aborted => {
                    let reason = Reason::Unsupported("the end of the process".to_owned());
                    summary.gaps.push(self.gap_of(&state, reason, place));
                }
            }
        }
        Ok(summary)
    }

    /// What a constructor does with any arguments.
    ///
    /// # Errors
    /// When the probe lacks the entry point.
    pub fn summarise_constructor(
        &mut self,
        prepared: &Prepared<'p>,
        steps: u64,
        constructor: u64,
    ) -> Result<Summary, String> {
        let mut summary = Summary::default();
        for path in self.construct(prepared, steps, constructor as usize)? {
            self.add(&mut summary, path);
        }
        Ok(summary)
    }

    /// Whether an object can be made from its fields.
    pub fn can_be_made(&mut self, prepared: &Prepared<'p>, steps: u64) -> bool {
        self.make(prepared, steps).is_ok()
    }

    fn make(&mut self, prepared: &Prepared<'p>, steps: u64) -> Result<Vec<Finished<'p>>, String> {
        let entry = self.entry("tlv_make")?;
        let mut state = prepared.state.clone();
        state.call = MAKING;
        let made = self.explore(state, entry, &[steps])?;
        let objects = made.iter().any(|finished| {
            matches!(finished.ending, Ending::Returned(Some(object)) if object != 0)
                || matches!(finished.ending, Ending::Gap(_) | Ending::Aborted)
        });
        if objects { Ok(made) } else { Err("no object can be made from its fields".to_owned()) }
    }

    /// What methods do after sequences of calls from the constructors: after all sequences up to a
    /// length that the limits allow, and after the given ones, each a constructor and methods.
    ///
    /// # Errors
    /// When the probe lacks an entry point.
    pub fn summarise_sequences(
        &mut self,
        prepared: &Prepared<'p>,
        steps: u64,
        (constructors, methods): (usize, usize),
        guides: &[Vec<u32>],
        limits: SequenceLimits,
    ) -> Result<Sequences, String> {
        let mut result = Sequences {
            constructors: vec![Summary::default(); constructors],
            methods: vec![Summary::default(); methods],
            calls: 0,
        };
        let mut born: Vec<Vec<Living<'p>>> = Vec::new();
        let mut lost: Vec<Gap> = Vec::new();
        for constructor in 0..constructors {
            let paths = self.construct(prepared, steps, constructor)?;
            born.push(paths.iter().filter_map(|path| Living::after(path, constructor)).collect());
            for path in paths {
                self.add(&mut result.constructors[constructor], path);
            }
            lost.extend(result.constructors[constructor].gaps.iter().cloned());
        }
        let mut alive: Vec<Living<'p>> = born.iter().flatten().cloned().collect();
        let mut last = 0;
        let mut before = alive.len();
        for length in 1..=limits.calls {
            // What the next length will cost, if it costs as much for each object as the last.
            let estimate = last * alive.len() as u64 / before.max(1) as u64;
            let started = self.work();
            if length > 1 && (estimate > limits.work || self.is_late()) || alive.is_empty() {
                break;
            }
            let mut next = Vec::new();
            // What was lost on the way to shorter sequences is missing from all longer ones.
            for summary in &mut result.methods {
                summary.gaps.extend(lost.iter().cloned().map(anywhere));
            }
            lost.clear();
            for object in &alive {
                for method in 0..methods {
                    let paths = self.step_on(object, steps, method)?;
                    next.extend(paths.iter().filter_map(|path| object.go_on(path, method)));
                    let known = result.methods[method].gaps.len();
                    for path in paths {
                        self.add(&mut result.methods[method], path);
                    }
                    lost.extend(result.methods[method].gaps[known..].iter().cloned());
                }
            }
            result.calls = length;
            last = self.work() - started;
            before = alive.len();
            alive = next;
        }
        let guided = self.follow_guides(steps, &born, guides, limits, &mut result)?;
        for summary in &mut result.methods {
            summary.restrictions.insert(Restriction::Calls(u64::from(result.calls)));
            if guided {
                let text = "longer sequences of calls only as testing made them";
                summary.restrictions.insert(Restriction::Other(text.to_owned()));
            }
        }
        Ok(result)
    }

    /// Adds what methods do after sequences that are longer than all that were executed.
    fn follow_guides(
        &mut self,
        steps: u64,
        born: &[Vec<Living<'p>>],
        guides: &[Vec<u32>],
        limits: SequenceLimits,
        result: &mut Sequences,
    ) -> Result<bool, String> {
        let mut guided = false;
        let started = self.work();
        for guide in guides {
            let Some((constructor, calls)) = guide.split_first() else { continue };
            // One more call than the guide has is made after it.
            let known = calls.len() < result.calls as usize;
            if known || self.is_late() || self.work() - started > limits.work {
                continue;
            }
            let mut alive = born.get(*constructor as usize).cloned().unwrap_or_default();
            for &method in calls {
                let mut next = Vec::new();
                for object in &alive {
                    let paths = self.step_on(object, steps, method as usize)?;
                    next.extend(
                        paths.iter().filter_map(|path| object.go_on(path, method as usize)),
                    );
                }
                next.truncate(GUIDED);
                alive = next;
            }
            for object in &alive {
                for method in 0..result.methods.len() {
                    for path in self.step_on(object, steps, method)? {
                        self.add(&mut result.methods[method], path);
                    }
                }
            }
            guided |= !alive.is_empty();
        }
        Ok(guided)
    }

    /// A measure of what was spent that is the same on every machine.
    fn work(&self) -> u64 {
        let cost = self.cost();
        cost.instructions + QUERY_WORK * cost.queries
    }

    fn is_late(&self) -> bool {
        self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn construct(
        &mut self,
        prepared: &Prepared<'p>,
        steps: u64,
        constructor: usize,
    ) -> Result<Vec<Finished<'p>>, String> {
        let entry = self.entry("tlv_construct")?;
        let mut state = prepared.state.clone();
        state.call = MAKING;
        self.explore(state, entry, &[steps, constructor as u64])
    }

    fn step_on(
        &mut self,
        object: &Living<'p>,
        steps: u64,
        method: usize,
    ) -> Result<Vec<Finished<'p>>, String> {
        let entry = self.entry("tlv_step")?;
        self.explore(object.state.clone(), entry, &[steps, object.address, method as u64])
    }

    /// Adds what a path reported to a summary.
    fn add(&mut self, summary: &mut Summary, finished: Finished<'p>) {
        let Finished { state, ending, place } = finished;
        let reported = |what: u32| {
            let own = |(report, _): &&(Report, Value)| report.what == what;
            state.reports.iter().rev().find(own).map(|(_, value)| value.clone())
        };
        summary.restrictions.extend(self.restrictions(&state));
        let (outcome, fate) = match ending {
            Ending::Gap(reason) => {
                let gap = self.gap_of(&state, reason, place);
                summary.gaps.push(gap);
                return;
            }
            Ending::Aborted => (Value::Int(8, ABORT), Value::Int(64, 1)),
            Ending::Returned(_) => {
                if let Some(why) = reported(NOT_MADE) {
                    // The probe has no value of a parameter, but somebody else may. After other
                    // calls on the object it is known where values come from.
                    if state.history.is_empty() && why.as_int() != Some(GAVE_UP) {
                        let gap = self.gap_of(&state, Reason::NoValue, place);
                        summary.gaps.push(gap);
                    }
                    return;
                }
                match (reported(OUTCOME), reported(FATE)) {
                    (Some(outcome), Some(fate)) => (outcome, fate),
                    _ => {
                        let reason = Reason::Unsupported("a call that reports nothing".to_owned());
                        let gap = self.gap_of(&state, reason, place);
                        summary.gaps.push(gap);
                        return;
                    }
                }
            }
        };
        let outcome = self.low_bits(&outcome, 8);
        let fate_term = self.low_bits(&fate, 8);
        let required = reported(REQUIRED).map(|value| self.low_bits(&value, 1));
        let before = self.observed(&state, true);
        let after = self.observed(&state, false);
        // A panic in a predicate whose cleanup was left out may have left the object locked.
        let unclean = state.skipped_cleanup && self.terms.as_constant(fate_term) != Some(1);
        if unclean {
            let text = "the cleanup after a panic that is caught".to_owned();
            let gap = self.gap_of(&state, Reason::Unsupported(text), place);
            summary.gaps.push(gap);
            return;
        }
        for (code, fate) in [(0, Fate::Alive), (1, Fate::Dead), (2, Fate::Ended)] {
            let code = self.terms.constant(8, code);
            let is = self.terms.eq(fate_term, code);
            if self.terms.as_constant(is) == Some(0) {
                continue;
            }
            let mut condition = state.condition.clone();
            if self.terms.as_constant(is) != Some(1) {
                condition.push(is);
            }
            let panic = state.panic.as_ref().map(|place| summary::PanicPlace {
                file: place.file.clone(),
                line: place.line,
                column: place.column,
                message: None,
            });
            summary.paths.push(Path {
                condition,
                before: (state.call > MAKING).then(|| before.clone()),
                outcome,
                fate,
                after: (fate == Fate::Alive).then(|| after.clone()),
                required,
                panic: panic.filter(|_| fate == Fate::Dead),
                restrictions: BTreeSet::new(),
                assumed: self.assumed(&state),
                history: state.history.clone(),
            });
        }
    }

    fn gap_of(&mut self, state: &State<'p>, reason: Reason, place: Option<SourceLine>) -> Gap {
        let before = (state.call > MAKING).then(|| self.observed(state, true));
        Gap {
            condition: state.condition.clone(),
            before,
            reason: match reason {
                Reason::Unsupported(text) => summary::Reason::Unsupported(text),
                Reason::NoValue => summary::Reason::NoValue,
                Reason::LoopCut(rounds) => summary::Reason::Loop(u64::from(rounds)),
                Reason::Paths(_) => summary::Reason::Budget(Exhausted::Paths),
                Reason::Instructions(_) => summary::Reason::Budget(Exhausted::Instructions),
                Reason::Time => summary::Reason::Budget(Exhausted::Time),
                Reason::Solver => summary::Reason::Solver,
            },
            place: place.map(|place| (place.file, place.line)),
        }
    }

    fn low_bits(&mut self, value: &Value, width: u32) -> Term {
        match value {
            Value::Int(_, bits) => self.terms.constant(width, *bits),
            Value::Term(term) => {
                let own = self.terms.width(*term);
                match own.cmp(&width) {
                    std::cmp::Ordering::Equal => *term,
                    std::cmp::Ordering::Greater => self.terms.extract(*term, width - 1, 0),
                    std::cmp::Ordering::Less => self.terms.zext(*term, width),
                }
            }
            _ => self.terms.constant(width, 0),
        }
    }

    fn observed(&mut self, state: &State<'p>, before: bool) -> Observed {
        let (predicate, invariant, unevaluable, time) = if before {
            (PREDICATE_BEFORE, INVARIANT_BEFORE, UNEVALUABLE_BEFORE, 0)
        } else {
            (PREDICATE_AFTER, INVARIANT_AFTER, UNEVALUABLE_AFTER, 1)
        };
        let mut observed = Observed::default();
        let mut failed = BTreeSet::new();
        for (Report { what, index }, value) in &state.reports {
            if *what == predicate {
                observed.predicates.push(self.low_bits(value, 1));
            } else if *what == invariant {
                observed.invariants.push(self.low_bits(value, 1));
            } else if *what == unevaluable {
                failed.insert(*index as usize);
            }
        }
        for ((_, id), feature) in state.features.range((time, 0)..=(time, u64::MAX)) {
            let value = self.low_bits(&feature.value, 128);
            let exists = feature.exists.unwrap_or_else(|| self.terms.bool(true));
            observed.features.push(Feature { id: *id, value, exists });
        }
        if !failed.is_empty() {
            let all = 0..observed.predicates.len();
            observed.unevaluable = all.map(|index| failed.contains(&index)).collect();
        }
        observed
    }

    fn restrictions(&self, state: &State<'p>) -> BTreeSet<Restriction> {
        let mut restrictions: BTreeSet<Restriction> = self
            .notes
            .iter()
            .map(|(kind, amount)| match kind {
                1 => Restriction::Elements(*amount),
                2 => Restriction::Depth(*amount),
                3 => Restriction::Ascii,
                4 => Restriction::AscendingEntries,
                5 => Restriction::DequeFromStart,
                6 => Restriction::ListedValues,
                7 => Restriction::DescendingHeap,
                8 => Restriction::FieldMaker,
                9 => Restriction::HandWrittenArbitrary,
                other => Restriction::Other(format!("values under restriction {other}")),
            })
            .collect();
        for assumption in &state.assumptions {
            let text = match assumption {
                Assumption::Hashed => "hash tables whose order does not matter",
                Assumption::Printed => "printing that succeeds",
                // Any text of up to 64 bytes: matters only where something depends on it.
                Assumption::Formatted if self.depends_on_unknown(state) => {
                    "formatted text of at most 64 bytes"
                }
                Assumption::Formatted | Assumption::Random | Assumption::Shared => continue,
            };
            restrictions.insert(Restriction::Other(text.to_owned()));
        }
        restrictions
    }

    /// Whether what the path reports, or when it is taken, depends on code that was not followed.
    /// That the length of a text is within its buffer is not such a condition by itself.
    fn depends_on_unknown(&self, state: &State<'p>) -> bool {
        let unknown = |term: Term| {
            let all = self.terms.variables_of(term);
            all.iter().any(|variable| self.is_havoc(*variable))
        };
        let reports = state.reports.iter().map(|(_, value)| value);
        let features = state.features.values();
        let exist = features.clone().filter_map(|feature| feature.exists);
        let reported =
            reports.chain(features.map(|feature| &feature.value)).any(|value| match value {
                Value::Term(term) => unknown(*term),
                _ => false,
            }) || exist.into_iter().any(unknown);
        let conditions = state.condition.iter().filter(|term| unknown(**term));
        reported || conditions.count() > state.formatted as usize
    }

    fn assumed(&self, state: &State<'p>) -> Vec<Assumed> {
        if state.assumptions.is_empty() && state.havocs == 0 {
            return Vec::new();
        }
        let variables: Vec<Term> = self
            .terms
            .variables()
            .filter(|(term, _)| self.is_havoc(*term))
            .map(|(term, _)| term)
            .collect();
        let text = |assumption: &Assumption| match assumption {
            Assumption::Formatted => "formatted text may be any text",
            Assumption::Hashed => "all hashes may collide",
            Assumption::Printed => "printing succeeds",
            Assumption::Random => "random numbers may be any",
            Assumption::Shared => "statics may hold anything",
        };
        let mut assumed: Vec<Assumed> = state
            .assumptions
            .iter()
            .map(|assumption| Assumed {
                text: text(assumption).to_owned(),
                variables: variables.clone(),
            })
            .collect();
        if assumed.is_empty() {
            assumed.push(Assumed { text: "undefined bits may be any".to_owned(), variables });
        }
        assumed
    }

    /// Whether a variable stands for what was not followed: no input of the probe has its number.
    fn is_havoc(&self, variable: Term) -> bool {
        !self.inputs.contains_key(&variable)
    }

    /// What the variables stand for.
    #[must_use]
    pub fn inputs(&self) -> Inputs {
        let variables = self.terms.variables();
        let known = variables.filter_map(|(term, variable)| {
            Some(((variable.call, variable.id), *self.inputs.get(&term)?))
        });
        known.collect()
    }

    /// The terms and the solver, once the summaries are made.
    #[must_use]
    pub fn into_parts(self) -> (Terms, Box<dyn crate::solve::Solver + Send>) {
        (self.terms, self.solver)
    }
}

/// An object at the end of a path, ready for the next call.
#[derive(Debug, Clone)]
struct Living<'p> {
    state: State<'p>,
    address: u64,
}

impl<'p> Living<'p> {
    /// What a constructor made.
    fn after(path: &Finished<'p>, constructor: usize) -> Option<Self> {
        let Ending::Returned(Some(address)) = path.ending else { return None };
        lives(path).then(|| Living { state: next_call(path.state.clone(), constructor), address })
    }

    /// The same object after a further call.
    fn go_on(&self, path: &Finished<'p>, method: usize) -> Option<Self> {
        let state = || next_call(path.state.clone(), method);
        lives(path).then(|| Living { state: state(), address: self.address })
    }
}

/// Whether there is a living object at the end of a path.
fn lives(path: &Finished<'_>) -> bool {
    let fate = path.state.reports.iter().rev().find(|(report, _)| report.what == FATE);
    let fate = fate.map(|(_, value)| value.as_int());
    // One whose cleanup was left out is a gap and leads nowhere.
    matches!(path.ending, Ending::Returned(_))
        && fate == Some(Some(0))
        && !path.state.skipped_cleanup
}

fn next_call(mut state: State<'_>, called: usize) -> State<'_> {
    state.call += 1;
    state.history.push(called as u32);
    state.instructions = 0;
    state.forks.clear();
    state.panic = None;
    state.reports.clear();
    state.features.clear();
    // Between two calls other objects may have changed them again.
    for object in state.globals.values_mut().filter(|object| object.forgotten) {
        Arc::make_mut(object).forgotten = false;
    }
    state
}

/// A gap on the way to an object: it may have been in any state.
fn anywhere(gap: Gap) -> Gap {
    Gap { before: None, ..gap }
}
