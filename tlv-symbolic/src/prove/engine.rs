//! One summary with its solver: what all questions to it have in common.
//!
//! Nothing here relies on the executor being right about shapes: a path that lacks what it should
//! have becomes a gap, so that it can make a proof fail but never succeed.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tlv_core::{After, Outcome, Valuation};

use crate::prove::condition::{Condition, Numbers};
use crate::prove::replay::{Event, Facts, Prediction, Value};
use crate::prove::transitions::Successors;
use crate::solve::{Answer, Budget, Solver};
use crate::summary::{
    Fate, Feature, Gap, Observed, PanicPlace, Path, Reason, Restriction, Summary,
};
use crate::term::{Model, Term, Terms};

/// Something that may be assumed of an object before a call and is to hold after it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Invariant {
    /// The user's, by its position.
    User(usize),
    /// An inferred one.
    Inferred(Condition),
}

impl Invariant {
    /// Whether it holds of the object.
    pub(crate) fn holds(&self, facts: &Facts) -> bool {
        match self {
            Invariant::User(index) => facts.invariants.get(*index).copied().unwrap_or(false),
            Invariant::Inferred(condition) => condition.holds(&facts.numbers),
        }
    }

    /// The same of a symbolic object; true where the report is too short to say.
    fn term(&self, terms: &mut Terms, observed: &Observed) -> Term {
        match self {
            Invariant::User(index) => match observed.invariants.get(*index) {
                Some(term) => *term,
                None => terms.bool(true),
            },
            Invariant::Inferred(condition) => condition.term(terms, observed),
        }
    }
}

/// How a call ends and what becomes of the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    /// How the call ends.
    pub outcome: Outcome,
    /// What becomes of the object.
    pub after: After,
}

/// A set of invariants that is assumed, by its number in an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct AssumedId(usize);

/// A path or a gap, by its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Path(usize),
    Gap(usize),
}

/// Makes solvers.
pub(crate) type MakeSolver = Arc<dyn Fn() -> Box<dyn Solver + Send> + Send + Sync>;

/// Which solver is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// The one that knows the paths and little else, for what goes into verdicts.
    Plainly,
    /// One for attempts with many conditions, of which most come to nothing: their circuits would
    /// slow down every later question.
    Tentatively,
}

/// One summary, ready to be asked.
pub(crate) struct Engine {
    pub(crate) event: Event,
    pub(crate) terms: Terms,
    pub(crate) paths: Vec<Path>,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) restrictions: BTreeSet<Restriction>,
    /// The condition of each path and gap as one term.
    pub(crate) conditions: Vec<Term>,
    pub(crate) gap_conditions: Vec<Term>,
    make_solver: MakeSolver,
    solver: Box<dyn Solver + Send>,
    tentative: Option<Box<dyn Solver + Send>>,
    /// How many questions were asked to tentative solvers that are gone.
    tentative_queries: u64,
    /// Answers that do not change: by the state and what is assumed of it.
    pub(crate) known: FxHashMap<(Option<Valuation>, AssumedId), Successors>,
    /// The sets of invariants that were assumed so far.
    sets: Vec<Vec<Invariant>>,
    /// What assuming a set means on a path or in a gap.
    assumed: FxHashMap<(AssumedId, Place), Term>,
}

impl Engine {
    pub(crate) fn new(
        event: Event,
        summary: Summary,
        shape: Shape,
        make_solver: MakeSolver,
    ) -> Self {
        let restrictions = summary.all_restrictions();
        let Summary { mut terms, paths, mut gaps, .. } = summary;
        let mut sound = Vec::new();
        for mut path in paths {
            match shape.defect(&terms, &path, event) {
                None => {
                    // What is reported of an object that is gone says nothing.
                    path.after = path.after.filter(|_| path.fate == Fate::Alive);
                    for observed in path.before.iter_mut().chain(&mut path.after) {
                        count_as_false(&mut terms, observed);
                    }
                    sound.push(path);
                }
                Some(defect) => gaps.push(Gap {
                    condition: path.condition,
                    before: None,
                    reason: Reason::Inconsistent(defect),
                    place: path.panic.map(|place| (place.file, place.line)),
                }),
            }
        }
        for gap in &mut gaps {
            // A condition that is none is no condition: the gap is then larger.
            gap.condition.retain(|term| terms.width(*term) == 1);
        }
        for before in gaps.iter_mut().filter_map(|gap| gap.before.as_mut()) {
            count_as_false(&mut terms, before);
        }
        let conditions = sound.iter().map(|path| terms.conjunction(&path.condition)).collect();
        let gap_conditions = gaps.iter().map(|gap| terms.conjunction(&gap.condition)).collect();
        Engine {
            event,
            terms,
            paths: sound,
            gaps,
            restrictions,
            conditions,
            gap_conditions,
            solver: make_solver(),
            make_solver,
            tentative: None,
            tentative_queries: 0,
            known: FxHashMap::default(),
            sets: Vec::new(),
            assumed: FxHashMap::default(),
        }
    }

    /// How many questions the solver was asked.
    pub(crate) fn queries(&self) -> u64 {
        let tentative = self.tentative.as_ref().map_or(0, |solver| solver.queries());
        self.solver.queries() + self.tentative_queries + tentative
    }

    /// Whether one of the terms can be true.
    pub(crate) fn ask(&mut self, ask: Ask, any_of: &[Term], budget: &Budget) -> Answer {
        let question = self.disjunction(any_of);
        if self.terms.as_constant(question) == Some(0) {
            return Answer::Unsatisfiable;
        }
        let solver = match ask {
            Ask::Plainly => &mut self.solver,
            Ask::Tentatively => self.tentative.get_or_insert_with(|| (self.make_solver)()),
        };
        solver.check(&self.terms, &[question], budget)
    }

    /// Forgets what was tried.
    pub(crate) fn forget_attempts(&mut self) {
        let gone = self.tentative.take();
        self.tentative_queries += gone.map_or(0, |solver| solver.queries());
    }

    pub(crate) fn disjunction(&mut self, any_of: &[Term]) -> Term {
        let negated: Vec<Term> = any_of.iter().map(|&term| self.terms.not(term)).collect();
        let none = self.terms.conjunction(&negated);
        self.terms.not(none)
    }

    /// The number of a set of invariants, so that what it means is made only once.
    pub(crate) fn assume(&mut self, invariants: &[Invariant]) -> AssumedId {
        let known = self.sets.iter().position(|set| set == invariants);
        AssumedId(known.unwrap_or_else(|| {
            self.sets.push(invariants.to_vec());
            self.sets.len() - 1
        }))
    }

    /// Path `index` is taken, from the state, by an object of which the invariants hold.
    pub(crate) fn taken(
        &mut self,
        index: usize,
        state: Option<Valuation>,
        assumed: AssumedId,
    ) -> Term {
        let start = self.start(Place::Path(index), state, assumed);
        self.terms.and(self.conditions[index], start)
    }

    /// Gap `index` is entered, from the state, by an object of which the invariants hold.
    pub(crate) fn entered(
        &mut self,
        index: usize,
        state: Option<Valuation>,
        assumed: AssumedId,
    ) -> Term {
        let start = self.start(Place::Gap(index), state, assumed);
        self.terms.and(self.gap_conditions[index], start)
    }

    /// The object is in the state, and the invariants hold of it.
    fn start(&mut self, place: Place, valuation: Option<Valuation>, assumed: AssumedId) -> Term {
        let before = match place {
            Place::Path(index) => self.paths[index].before.as_ref(),
            Place::Gap(index) => self.gaps[index].before.as_ref(),
        };
        // Before a constructor there is no object; a gap may have been entered before any report.
        let Some(before) = before else { return self.terms.bool(true) };
        let terms = &mut self.terms;
        let invariants = *self.assumed.entry((assumed, place)).or_insert_with(|| {
            let set = &self.sets[assumed.0];
            let holding: Vec<Term> =
                set.iter().map(|invariant| invariant.term(terms, before)).collect();
            terms.conjunction(&holding)
        });
        match valuation {
            None => invariants,
            Some(valuation) => {
                let state = state(terms, before, valuation);
                terms.and(state, invariants)
            }
        }
    }

    /// Where the call can panic in a state; also where the solver could not exclude it.
    pub(crate) fn panic_places(
        &mut self,
        state: Valuation,
        invariants: &[Invariant],
        budget: &Budget,
    ) -> BTreeSet<PanicPlace> {
        let mut places = BTreeSet::new();
        let assumed = self.assume(invariants);
        for index in 0..self.paths.len() {
            let Some(place) = self.paths[index].panic.clone() else { continue };
            if places.contains(&place) {
                continue;
            }
            let taken = self.taken(index, Some(state), assumed);
            if !matches!(self.ask(Ask::Plainly, &[taken], budget), Answer::Unsatisfiable) {
                places.insert(place);
            }
        }
        places
    }

    /// Path `index` ends so.
    pub(crate) fn ends(&mut self, index: usize, ending: Ending) -> Term {
        let path = &self.paths[index];
        let reached = match (ending.after, path.fate, &path.after) {
            (After::Dead, Fate::Dead, _) | (After::Ended, Fate::Ended, _) => self.terms.bool(true),
            (After::Alive(valuation), Fate::Alive, Some(after)) => {
                state(&mut self.terms, after, valuation)
            }
            _ => return self.terms.bool(false),
        };
        let code = self.terms.constant(8, code(ending.outcome));
        let same = self.terms.eq(path.outcome, code);
        self.terms.and(same, reached)
    }

    /// The invariant holds of the object that path `index` starts with.
    pub(crate) fn before(&mut self, index: usize, invariant: &Invariant) -> Term {
        match &self.paths[index].before {
            Some(before) => invariant.term(&mut self.terms, before),
            None => self.terms.bool(true),
        }
    }

    /// Path `index` leaves a living object of which the invariant does not hold.
    pub(crate) fn breaks(&mut self, index: usize, invariant: &Invariant) -> Term {
        let path = &self.paths[index];
        match (&path.after, path.fate) {
            (Some(after), Fate::Alive) => {
                let holds = invariant.term(&mut self.terms, after);
                self.terms.not(holds)
            }
            _ => self.terms.bool(false),
        }
    }

    /// What path `index` does with the values of a model; none if the outcome is not one.
    pub(crate) fn prediction(&self, index: usize, model: &Model) -> Option<Prediction> {
        let path = &self.paths[index];
        let before = path.before.as_ref().map(|before| self.facts(before, model));
        let after_facts = path.after.as_ref().map(|after| self.facts(after, model));
        let after = match (path.fate, &after_facts) {
            (Fate::Alive, Some(facts)) => After::Alive(facts.valuation),
            (Fate::Ended, _) => After::Ended,
            _ => After::Dead,
        };
        Some(Prediction {
            event: self.event,
            history: path.history.clone(),
            values: self.values(path, model),
            ending: Ending { outcome: self.outcome(index, model)?, after },
            before,
            after: after_facts,
            required: path.required.map(|term| self.terms.evaluate(term, model) == 1),
            panic: path.panic.clone(),
            assumed: path.assumed.iter().map(|assumed| assumed.text.clone()).collect(),
            invented: self.rests_on_invention(path),
            uncertain: self.uncertain(path),
            reachable: path.before.is_none() || !path.history.is_empty(),
        })
    }

    fn outcome(&self, index: usize, model: &Model) -> Option<Outcome> {
        let code = self.terms.evaluate(self.paths[index].outcome, model);
        Outcome::ALL.get(usize::try_from(code).ok()?).copied()
    }

    /// An object under a model.
    fn facts(&self, observed: &Observed, model: &Model) -> Facts {
        let holds = |term: &Term| self.terms.evaluate(*term, model) == 1;
        let bits = observed.predicates.iter().enumerate();
        let bits = bits.fold(0, |bits, (i, term)| bits | u128::from(holds(term)) << i);
        let mut numbers = Numbers::new();
        for feature in observed.features.iter().filter(|feature| holds(&feature.exists)) {
            numbers.insert(feature.id, self.terms.evaluate(feature.value, model) as i128);
        }
        Facts {
            valuation: Valuation::from_bits(bits),
            invariants: observed.invariants.iter().map(holds).collect(),
            numbers,
        }
    }

    /// The values of all variables the path speaks of.
    fn values(&self, path: &Path, model: &Model) -> Vec<Value> {
        let mut used = BTreeSet::new();
        for term in terms_of(path) {
            used.extend(self.terms.variables_of(term));
        }
        let invented: BTreeSet<Term> =
            path.assumed.iter().flat_map(|assumed| &assumed.variables).copied().collect();
        let mut values: Vec<Value> = self
            .terms
            .variables()
            .filter(|(term, _)| used.contains(term))
            .map(|(term, variable)| Value {
                call: variable.call,
                id: variable.id,
                width: variable.width,
                label: variable.label.clone(),
                bits: model.get(term),
                invented: invented.contains(&term),
            })
            .collect();
        values.sort_by_key(|value| (value.call, value.id));
        values
    }

    /// Whether the path is taken, or ends as it does, because of what the executor invented.
    fn rests_on_invention(&self, path: &Path) -> bool {
        let invented: BTreeSet<Term> =
            path.assumed.iter().flat_map(|assumed| &assumed.variables).copied().collect();
        let depends = |term: Term| !self.terms.variables_of(term).is_disjoint(&invented);
        !invented.is_empty() && terms_of(path).any(depends)
    }

    /// The features whose values rest on what the executor invented.
    fn uncertain(&self, path: &Path) -> BTreeSet<u64> {
        let invented: BTreeSet<Term> =
            path.assumed.iter().flat_map(|assumed| &assumed.variables).copied().collect();
        if invented.is_empty() {
            return BTreeSet::new();
        }
        let features = path.before.iter().chain(&path.after).flat_map(|o| &o.features);
        let rests = |term: Term| !self.terms.variables_of(term).is_disjoint(&invented);
        features
            .filter(|feature| rests(feature.value) || rests(feature.exists))
            .map(|feature| feature.id)
            .collect()
    }
}

/// The reported predicates have the values of the valuation.
fn state(terms: &mut Terms, observed: &Observed, valuation: Valuation) -> Term {
    let literal = |(index, &term): (usize, &Term)| {
        if valuation.holds(index) { term } else { terms.not(term) }
    };
    let literals: Vec<Term> = observed.predicates.iter().enumerate().map(literal).collect();
    terms.conjunction(&literals)
}

/// A predicate that panics counts as false.
fn count_as_false(terms: &mut Terms, observed: &mut Observed) {
    for (term, &unevaluable) in observed.predicates.iter_mut().zip(&observed.unevaluable) {
        if unevaluable {
            *term = terms.bool(false);
        }
    }
}

/// Every term of a path.
fn terms_of(path: &Path) -> impl Iterator<Item = Term> + '_ {
    let observed = path.before.iter().chain(&path.after).flat_map(Observed::terms);
    let own = path.condition.iter().chain([&path.outcome]).chain(&path.required).copied();
    own.chain(observed)
}

/// The number of an outcome in summaries.
pub(crate) fn code(outcome: Outcome) -> u128 {
    Outcome::ALL.iter().position(|other| *other == outcome).unwrap_or(usize::MAX) as u128
}

/// What every report of an object must have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) n_predicates: usize,
    pub(crate) n_invariants: usize,
}

impl Shape {
    /// What a path lacks, if anything.
    fn defect(&self, terms: &Terms, path: &Path, event: Event) -> Option<String> {
        let method = matches!(event, Event::Method(_));
        if path.before.is_some() != method {
            return Some("the object before the call is missing, or there is one too many".into());
        }
        if path.after.is_none() && path.fate == Fate::Alive {
            return Some("the object after the call is missing".into());
        }
        if terms.width(path.outcome) != 8 {
            return Some("the outcome is not a code".into());
        }
        let bits = path.condition.iter().chain(&path.required);
        if bits.copied().any(|term| terms.width(term) != 1) {
            return Some("a condition is not a truth value".into());
        }
        for observed in path.before.iter().chain(&path.after) {
            if observed.predicates.len() != self.n_predicates {
                let (seen, expected) = (observed.predicates.len(), self.n_predicates);
                return Some(format!("{seen} predicates were reported, not {expected}"));
            }
            if observed.invariants.len() != self.n_invariants {
                let (seen, expected) = (observed.invariants.len(), self.n_invariants);
                return Some(format!("{seen} invariants were reported, not {expected}"));
            }
            let bits = observed.predicates.iter().chain(&observed.invariants);
            if bits.copied().any(|term| terms.width(term) != 1) {
                return Some("a predicate or an invariant is not a truth value".into());
            }
            let number = |feature: &Feature| {
                terms.width(feature.value) == 128 && terms.width(feature.exists) == 1
            };
            if !observed.features.iter().all(number) {
                return Some("a feature is not a 128-bit number that may exist".into());
            }
        }
        None
    }
}
