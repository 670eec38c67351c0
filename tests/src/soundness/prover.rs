//! The prover on real types, with knowledge and summaries that are wrong on purpose.
//!
//! What is true is what the prover finds from nothing on correct summaries, since every edge of it
//! was seen in a native run. From there, an edge that knowledge lacks has to be found again, and a
//! wrong summary must not be what a proof rests on unless it has the same edges.

use std::collections::{BTreeMap, BTreeSet};

use cargo_tlv::driver::Driver;
use tlv_core::{After, EventId, Outcome, Transition, Valuation};
use tlv_symbolic::exec::Inputs;
use tlv_symbolic::prove::{
    self, Facts, Knowledge, Native, Observation, Options, Proof, Prover, Seen, Semantics, Value,
    Verdict,
};
use tlv_symbolic::solve::{Budget, Builtin};
use tlv_symbolic::summary::{Fate, Summary};

use super::inputs::Values;
use super::native::{Account, Shown, View, query, shown};
use super::{Event, Making, Subject};

/// A type with its summaries.
pub struct Case<'p> {
    /// The type.
    pub subject: Subject<'p>,
    constructors: Vec<Summary>,
    methods: Vec<Summary>,
    replays: Replays,
}

/// A change that makes a path of a summary wrong; whether it could be made.
pub type Mutation = fn(&mut Summary, usize) -> bool;

/// The changes, by name.
pub const MUTATIONS: &[(&str, Mutation)] = &[
    ("drop a path", |summary, path| {
        summary.paths.remove(path);
        true
    }),
    ("flip a predicate after", |summary, path| {
        let Summary { terms, paths, .. } = summary;
        let after = paths[path].after.as_mut();
        let Some(bit) = after.and_then(|after| after.predicates.first_mut()) else { return false };
        *bit = terms.not(*bit);
        true
    }),
    ("report another outcome", |summary, path| {
        let Summary { terms, paths, .. } = summary;
        let one = terms.constant(8, 1);
        paths[path].outcome = terms.xor(paths[path].outcome, one);
        true
    }),
    ("mistake life for death", |summary, path| {
        let path = &mut summary.paths[path];
        let lives = path.fate == Fate::Alive;
        if lives {
            (path.fate, path.after) = (Fate::Dead, None);
        }
        lives
    }),
    ("report another number", |summary, path| {
        let Summary { terms, paths, .. } = summary;
        let after = paths[path].after.as_mut();
        let Some(number) = after.and_then(|after| after.features.first_mut()) else {
            return false;
        };
        let one = terms.constant(128, 1);
        number.value = terms.add(number.value, one);
        true
    }),
    ("flip an invariant after", |summary, path| {
        let Summary { terms, paths, .. } = summary;
        let after = paths[path].after.as_mut();
        let Some(bit) = after.and_then(|after| after.invariants.first_mut()) else { return false };
        *bit = terms.not(*bit);
        true
    }),
];

impl<'p> Case<'p> {
    /// The type, if its objects can be made from their fields and all of its code was followed.
    pub fn of(subject: Subject<'p>) -> Option<Case<'p>> {
        let mut case = Case {
            subject,
            constructors: Vec::new(),
            methods: Vec::new(),
            replays: Replays { driver: subject.driver(), inputs: BTreeMap::new() },
        };
        for event in Event::all(subject.about) {
            let made = subject.summarise(event, Making::default()).ok()?;
            if !made.summary.gaps.is_empty() {
                return None;
            }
            case.replays.inputs.insert(event, made.inputs);
            match event {
                Event::Constructor(_) => case.constructors.push(made.summary),
                Event::Method(_) => case.methods.push(made.summary),
            }
        }
        Some(case)
    }

    /// The methods' numbers of paths.
    pub fn paths(&self) -> impl Iterator<Item = usize> {
        self.methods.iter().map(|summary| summary.paths.len())
    }

    /// A prover on the summaries.
    pub fn prover(&self) -> Prover {
        self.prover_on(self.methods.clone())
    }

    /// A prover on summaries of which one is changed; `None` if it cannot be so.
    pub fn mutated(&self, method: usize, path: usize, mutation: Mutation) -> Option<Prover> {
        let mut methods = self.methods.clone();
        mutation(&mut methods[method], path).then(|| self.prover_on(methods))
    }

    fn prover_on(&self, methods: Vec<Summary>) -> Prover {
        let about = self.subject.about;
        let (predicates, invariants) = (about.predicates.len(), about.invariants.len());
        let solver = || Box::new(Builtin::new()) as Box<_>;
        Prover::new(self.constructors.clone(), methods, predicates, invariants, solver)
    }

    /// Proves for all objects that can be made, running every edge natively.
    pub fn prove(&mut self, prover: &mut Prover, knowledge: &Knowledge) -> Proof {
        let options = Options {
            semantics: Semantics::Any,
            budget: Budget::default(),
            jobs: 1,
            max_states: 64,
            replay_observed: true,
        };
        prover.prove(knowledge, &mut self.replays, &options)
    }

    /// What a run shows of a prediction.
    pub fn replay(&mut self, prediction: &prove::Prediction) -> Seen {
        self.replays.replay(prediction.event, &prediction.history, &prediction.values)
    }
}

/// What is known once a proof's findings are.
pub fn known(knowledge: &Knowledge, proof: &Proof) -> Knowledge {
    let mut known = knowledge.clone();
    known.births.extend(proof.births.keys());
    known.transitions.extend(proof.transitions.keys());
    known
}

/// The methods and states for which a proof claims to know all edges, within what was made.
pub fn claimed(proof: &Proof) -> BTreeSet<(Valuation, EventId)> {
    let holds = proof.obligations.iter().filter(|(_, obligation)| {
        !matches!(obligation.verdict, Verdict::Unknown(_)) && obligation.beyond.is_empty()
    });
    holds.map(|(pair, _)| *pair).collect()
}

/// The edges of one method.
pub fn edges_of(proof: &Proof, method: usize) -> BTreeSet<Transition> {
    let method = EventId::from_index(method);
    proof.transitions.keys().filter(|edge| edge.method == method).copied().collect()
}

/// The driver as what the prover replays on.
struct Replays {
    driver: Driver,
    inputs: BTreeMap<Event, Inputs>,
}

impl Native for Replays {
    fn replay(&mut self, event: prove::Event, _history: &[u32], values: &[Value]) -> Seen {
        let position = |id: EventId| u16::try_from(id.index()).expect("there are few");
        let event = match event {
            prove::Event::Constructor(id) => Event::Constructor(position(id)),
            prove::Event::Method(id) => Event::Method(position(id)),
        };
        let given = values.iter().filter(|value| !value.invented);
        let given: Values = given.map(|value| ((value.call, value.id), value.bits)).collect();
        let query = query(event, &self.inputs[&event], &given);
        match self.driver.step(&[query]) {
            Ok(answers) => match shown(&answers[0], event) {
                Shown::Call(account) => Seen::Call(observation(*account)),
                other => Seen::CouldNot(format!("{other:?}")),
            },
            Err(error) => Seen::CouldNot(error.to_string()),
        }
    }
}

fn observation(account: Account) -> Observation {
    let after = match (&account.after, account.fate) {
        (Some(view), Fate::Alive) => After::Alive(Valuation::from_bits(view.valuation)),
        (_, Fate::Ended) => After::Ended,
        _ => After::Dead,
    };
    Observation {
        before: account.before.map(facts),
        outcome: Outcome::ALL[usize::from(account.outcome)],
        after,
        facts: account.after.map(facts),
    }
}

fn facts(view: View) -> Facts {
    Facts {
        valuation: Valuation::from_bits(view.valuation),
        // More than there are do no harm: only those of both sides are compared.
        invariants: (0..64).map(|index| view.broken >> index & 1 == 0).collect(),
        numbers: view.features.into_iter().collect(),
    }
}
