//! Proves that an abstraction has all behaviour of the code, or finds what it lacks: Algorithm 2 of
//! TLV (Xiao et al., ESEC/FSE 2015) on summaries.
//!
//! For each state φ and method m the solver gives all ways in which m can end for objects in φ.
//! What was not observed is run natively, with the values of the solver's model, and becomes an edge;
//! a new state is looked at in turn. A pair of which every way to end is known is proved, provided
//! that nothing speaks against the proof:
//!
//! - an object in the state could leave the part of the code that was followed (a gap);
//! - the solver gave up, or a native run did not do what the solver said;
//! - something was observed that the solver excludes;
//! - no object is in the state at all, so that everything holds of it.
//!
//! Under [`Semantics::Reachable`] objects are those that satisfy the invariants, the user's and
//! inferred ones, that were shown inductive, and nothing else: an invariant that was not shown is
//! not assumed. Where the proof of the invariants was bounded, so is what rests on it.
//!
//! Methods are asked in parallel, each with terms and a solver of its own, and in rounds, so that
//! the result does not depend on which thread is first.

mod candidates;
mod condition;
mod engine;
mod harvest;
mod inference;
mod invariants;
mod parallel;
mod questions;
mod replay;
mod search;
#[cfg(test)]
mod tests;
mod transitions;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tlv_core::{After, Birth, EventId, Transition, Valuation};

pub use condition::{
    Atom, Condition, Expression, Feature, FeatureKind, Numbers, Operand, Relation,
};
pub use engine::{Ending, Invariant};
pub use questions::{Claim, Question};
pub use replay::{
    Difference, Disagreement, Event, Facts, Native, Observation, Prediction, Seen, Value,
};
pub use verdict::{Doubt, Holds, Verdict};

use engine::{Engine, MakeSolver, Shape};
use invariants::{Cause, Inductive};
use questions::Settled;
use search::{Answered, Search};

use crate::solve::{Budget, Solver};
use crate::summary::{PanicPlace, Restriction, Summary};

/// Which objects count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Semantics {
    /// Those of which the invariants that were shown inductive hold.
    #[default]
    Reachable,
    /// All that can be made from fields, as the TLV paper defines it.
    Any,
}

/// How to go about it.
#[derive(Debug, Clone)]
pub struct Options {
    /// Which objects count.
    pub semantics: Semantics,
    /// Limits of the solver, for each question and for all.
    pub budget: Budget,
    /// How many threads may ask at once, at least 1.
    pub jobs: usize,
    /// So many states are looked at; the rest is unknown.
    pub max_states: usize,
    /// Whether models of edges that were observed already are run natively as well: a check of the
    /// executor, which costs one run for each edge.
    pub replay_observed: bool,
}

/// What is known from elsewhere: native runs from constructors.
#[derive(Debug, Clone, Default)]
pub struct Knowledge {
    /// What constructors were seen to do.
    pub births: BTreeSet<Birth>,
    /// What methods were seen to do.
    pub transitions: BTreeSet<Transition>,
    /// The numbers in objects that were reached.
    pub samples: Vec<Numbers>,
    /// What features are called, the most important first.
    pub features: Vec<Feature>,
    /// Constants of the code that may be limits of some number.
    pub constants: BTreeSet<i128>,
    /// The user's invariants that did not hold of an object that was reached.
    pub broken: BTreeSet<usize>,
}

/// An edge the solver found and a native run confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feasible {
    /// The values that show it.
    pub prediction: Prediction,
    /// What the run showed.
    pub seen: Observation,
}

/// What was found out about a method in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obligation {
    /// Whether the known ways to end are all.
    pub verdict: Verdict,
    /// Whether that rests on invariants.
    pub uses_invariants: bool,
    /// Ways to end that were observed but lie beyond the restrictions of a bounded verdict.
    pub beyond: Vec<Ending>,
}

/// An inferred invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inferred {
    /// The condition.
    pub condition: Condition,
    /// The same as Rust.
    pub text: String,
    /// Proved or bounded.
    pub holds: Holds,
}

/// What was found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Which objects counted.
    pub semantics: Semantics,
    /// The user's invariants, in their order.
    pub invariants: Vec<Holds>,
    /// Inferred invariants that the proof rests on; none under [`Semantics::Any`].
    pub inferred: Vec<Inferred>,
    /// Whether the known ways for each constructor to end are all.
    pub constructors: Vec<Obligation>,
    /// The same for each method in each state: the observed ones and those newly found.
    pub obligations: BTreeMap<(Valuation, EventId), Obligation>,
    /// Where each method can panic in each state.
    pub panics: BTreeMap<(Valuation, EventId), BTreeSet<PanicPlace>>,
    /// New ways for constructors to end.
    pub births: BTreeMap<Birth, Feasible>,
    /// New edges.
    pub transitions: BTreeMap<Transition, Feasible>,
    /// How many questions the solver was asked so far.
    pub queries: u64,
    /// How many calls were run natively so far.
    pub replays: u64,
}

/// The summaries of a type with their solvers. Answers are kept, so that a second proof, after
/// learning went on, costs little.
pub struct Prover {
    /// Constructors, then methods.
    engines: Vec<Engine>,
    n_constructors: usize,
    shape: Shape,
    seen: BTreeMap<(Event, Vec<u32>, Vec<Value>), Seen>,
    /// What the last proof claims, by state, none for constructors, and engine.
    settled: BTreeMap<(Option<Valuation>, usize), Settled>,
    /// The invariants that the last proof claims to be inductive together.
    shown: Vec<Invariant>,
}

impl Prover {
    /// A prover for a type with so many predicates and user's invariants; `make_solver` makes a
    /// solver that was asked nothing yet.
    pub fn new(
        constructors: Vec<Summary>,
        methods: Vec<Summary>,
        n_predicates: usize,
        n_invariants: usize,
        make_solver: impl Fn() -> Box<dyn Solver + Send> + Send + Sync + 'static,
    ) -> Self {
        let make_solver: MakeSolver = Arc::new(make_solver);
        let shape = Shape { n_predicates, n_invariants };
        let n_constructors = constructors.len();
        let events = |n: usize| (0..n).map(EventId::from_index);
        let constructors =
            events(n_constructors).map(Event::Constructor).zip(constructors).collect::<Vec<_>>();
        let methods = events(methods.len()).map(Event::Method).zip(methods).collect::<Vec<_>>();
        let engines = constructors.into_iter().chain(methods);
        let engines = engines
            .map(|(event, summary)| Engine::new(event, summary, shape, Arc::clone(&make_solver)));
        let (engines, seen, settled) = (engines.collect(), BTreeMap::new(), BTreeMap::new());
        Prover { engines, n_constructors, shape, seen, settled, shown: Vec::new() }
    }

    /// Proves what can be proved, and finds what `knowledge` lacks.
    pub fn prove(
        &mut self,
        knowledge: &Knowledge,
        native: &mut dyn Native,
        options: &Options,
    ) -> Proof {
        self.settled.clear();
        let inductive = self.infer(knowledge, options);
        let user = inductive.kept.iter().filter(|i| matches!(i, Invariant::User(_)));
        let user: Vec<Invariant> = user.cloned().collect();
        let user_shown = !user.is_empty();
        let usable = match options.semantics {
            Semantics::Reachable => inductive.kept.clone(),
            Semantics::Any => Vec::new(),
        };
        let mut search = Search::new(self, knowledge, native, options, usable, user);
        search.run();
        let Search { assumed, answers, births, transitions, disagreements, left, .. } = search;
        self.shown = match options.semantics {
            Semantics::Reachable => assumed.clone(),
            // The user's are shown all the same, together with those that they need.
            Semantics::Any if user_shown => inductive.kept.clone(),
            Semantics::Any => Vec::new(),
        };

        let mut proof = Proof {
            semantics: options.semantics,
            invariants: self.user_verdicts(knowledge, &inductive, native),
            inferred: inferred(&assumed, knowledge, &self.restrictions()),
            constructors: Vec::new(),
            obligations: BTreeMap::new(),
            panics: BTreeMap::new(),
            births,
            transitions,
            queries: 0,
            replays: 0,
        };
        let inhabited: BTreeSet<Option<Valuation>> = answers
            .iter()
            .filter(|(_, answered)| !answered.successors.found.is_empty())
            .map(|((state, _), _)| *state)
            .collect();
        for (&(state, index), answered) in &answers {
            let doubts = disagreements.get(&(state, index)).cloned().unwrap_or_default();
            let is_inhabited = state.is_none() || inhabited.contains(&state);
            let obligation =
                self.obligation(index, state, answered, knowledge, is_inhabited, doubts);
            match (self.engines[index].event, state) {
                (Event::Method(method), Some(state)) => {
                    proof.obligations.insert((state, method), obligation);
                    let places = self.engines[index].panic_places(state, &assumed, &options.budget);
                    if !places.is_empty() {
                        proof.panics.insert((state, method), places);
                    }
                }
                // In the order of the constructors: that of the map.
                _ => proof.constructors.push(obligation),
            }
        }
        for state in left {
            for engine in &self.engines[self.n_constructors..] {
                let Event::Method(method) = engine.event else { continue };
                let verdict = Verdict::Unknown(vec![Doubt::States(options.max_states)]);
                let obligation = Obligation { verdict, uses_invariants: false, beyond: Vec::new() };
                proof.obligations.insert((state, method), obligation);
            }
        }
        proof.queries = self.engines.iter().map(Engine::queries).sum();
        proof.replays = self.seen.len() as u64;
        proof
    }

    /// The restrictions under which invariants are shown: those of all summaries.
    fn restrictions(&self) -> BTreeSet<Restriction> {
        self.engines.iter().flat_map(|engine| &engine.restrictions).cloned().collect()
    }

    /// The verdict that an answer allows.
    fn obligation(
        &self,
        index: usize,
        state: Option<Valuation>,
        answered: &Answered,
        knowledge: &Knowledge,
        is_inhabited: bool,
        mut doubts: Vec<Doubt>,
    ) -> Obligation {
        let engine = &self.engines[index];
        let Answered { successors, uses_invariants } = answered;
        let mut restrictions = engine.restrictions.clone();
        if *uses_invariants {
            restrictions.extend(self.restrictions());
        }
        if successors.is_vacuous() {
            let limits = restrictions.clone();
            let nothing = if is_inhabited { Doubt::NoArguments } else { Doubt::NoObject };
            doubts.push(nothing(limits));
        }
        doubts.extend(successors.gaps.iter().map(|gap| engine.doubt(*gap)));
        doubts.extend(successors.gave_up.map(Doubt::Solver));
        doubts.extend(successors.nonsense.then_some(Doubt::Nonsense));
        let possible: BTreeSet<Ending> = successors.endings().collect();
        let observed = knowledge.endings(state, engine.event);
        let mut beyond: Vec<Ending> = observed.difference(&possible).copied().collect();
        // What was not followed or not made may explain it; and a vacuous answer excludes all.
        if doubts.is_empty() && restrictions.is_empty() {
            doubts.extend(beyond.drain(..).map(Doubt::Excluded));
        }
        let verdict =
            if doubts.is_empty() { verdict::shown(restrictions) } else { Verdict::Unknown(doubts) };
        Obligation { verdict, uses_invariants: *uses_invariants, beyond }
    }

    /// What was found out about the user's invariants.
    fn user_verdicts(
        &mut self,
        knowledge: &Knowledge,
        inductive: &Inductive,
        native: &mut dyn Native,
    ) -> Vec<Holds> {
        let mut verdicts = Vec::new();
        for index in 0..self.shape.n_invariants {
            let invariant = Invariant::User(index);
            verdicts.push(if knowledge.broken.contains(&index) {
                Holds::Refuted(None)
            } else {
                match inductive.dropped.get(&invariant).cloned() {
                    None => holds(&self.restrictions()),
                    Some(Cause::Doubt(doubt)) => Holds::Unknown(vec![doubt]),
                    Some(Cause::Broken(prediction)) => self.broken(prediction, native),
                }
            });
        }
        verdicts
    }

    /// The verdict on an invariant that the solver says a call breaks.
    fn broken(&mut self, prediction: Box<Prediction>, native: &mut dyn Native) -> Holds {
        let seen = self.replay(&prediction, native);
        match replay::difference(&prediction, &seen) {
            Some(difference) => {
                let disagreement = Disagreement { predicted: prediction, seen, difference };
                Holds::Unknown(vec![Doubt::Replay(Box::new(disagreement))])
            }
            None if prediction.reachable => Holds::Refuted(Some(prediction)),
            None => Holds::Unknown(vec![Doubt::NotInductive(prediction)]),
        }
    }

    /// Runs a prediction natively, once.
    fn replay(&mut self, prediction: &Prediction, native: &mut dyn Native) -> Seen {
        let Prediction { event, history, values, .. } = prediction;
        let key = (*event, history.clone(), values.clone());
        let run = || native.replay(*event, history, values);
        self.seen.entry(key).or_insert_with(run).clone()
    }
}

impl Knowledge {
    /// The states that were observed.
    fn states(&self) -> BTreeSet<Valuation> {
        let births = self.births.iter().map(|birth| birth.after);
        let afters = births.chain(self.transitions.iter().map(|transition| transition.after));
        let alive = afters.filter_map(|after| match after {
            After::Alive(valuation) => Some(valuation),
            After::Dead | After::Ended => None,
        });
        alive.chain(self.transitions.iter().map(|transition| transition.from)).collect()
    }

    /// How a method was observed to end in a state, or a constructor.
    fn endings(&self, state: Option<Valuation>, event: Event) -> BTreeSet<Ending> {
        match (event, state) {
            (Event::Constructor(constructor), _) => {
                let births = self.births.iter().filter(|birth| birth.constructor == constructor);
                births.map(|b| Ending { outcome: b.outcome, after: b.after }).collect()
            }
            (Event::Method(method), Some(from)) => {
                let edges = self.transitions.iter();
                let edges = edges.filter(|edge| edge.from == from && edge.method == method);
                edges.map(|e| Ending { outcome: e.outcome, after: e.after }).collect()
            }
            (Event::Method(_), None) => BTreeSet::new(),
        }
    }
}

/// The inferred invariants among those that are needed, for people.
fn inferred(
    needed: &[Invariant],
    knowledge: &Knowledge,
    restrictions: &BTreeSet<Restriction>,
) -> Vec<Inferred> {
    let features: BTreeMap<u64, Feature> =
        knowledge.features.iter().map(|feature| (feature.id, feature.clone())).collect();
    let conditions = needed.iter().filter_map(|invariant| match invariant {
        Invariant::Inferred(condition) => Some(condition.clone()),
        Invariant::User(_) => None,
    });
    conditions
        .map(|condition| Inferred {
            text: condition.text(&features),
            condition,
            holds: holds(restrictions),
        })
        .collect()
}

/// Proved or bounded, as far as the restrictions allow.
fn holds(restrictions: &BTreeSet<Restriction>) -> Holds {
    if restrictions.is_empty() { Holds::Proved } else { Holds::Bounded(restrictions.clone()) }
}
