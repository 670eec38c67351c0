//! The prover on toy programs, with their interpreter and full enumeration as second opinions.

mod conditions;
mod exhaustive;
mod faults;
mod limits;
mod machines;
mod questions;
mod random;
mod toy;

use std::collections::BTreeSet;

use tlv_core::{After, EventId, Outcome, Transition, Valuation};

use super::*;
use crate::solve::{Budget, Builtin, Solver};
use crate::summary::Summary;
use toy::Toy;

fn builtin() -> Box<dyn Solver + Send> {
    Box::new(Builtin::new())
}

fn options(semantics: Semantics) -> Options {
    let budget = Budget::default();
    Options { semantics, budget, jobs: 2, max_states: 1000, replay_observed: true }
}

/// A prover for the toy, its summaries changed by `change`.
fn prover_with(
    toy: &Toy,
    change: impl FnOnce(&mut [Summary], &mut [Summary]),
    solver: fn() -> Box<dyn Solver + Send>,
) -> Prover {
    let (mut constructors, mut methods) = toy.summaries();
    change(&mut constructors, &mut methods);
    Prover::new(constructors, methods, toy.predicates.len(), toy.invariants.len(), solver)
}

fn prover(toy: &Toy) -> Prover {
    prover_with(toy, |_, _| {}, builtin)
}

fn prove(toy: &Toy, knowledge: &Knowledge, semantics: Semantics) -> Proof {
    prover(toy).prove(knowledge, &mut toy.clone(), &options(semantics))
}

/// All edges: the observed and the new ones.
fn edges(knowledge: &Knowledge, proof: &Proof) -> BTreeSet<Transition> {
    knowledge.transitions.iter().chain(proof.transitions.keys()).copied().collect()
}

fn state(bits: u128) -> Valuation {
    Valuation::from_bits(bits)
}

fn edge(from: u128, method: usize, outcome: Outcome, to: Option<u128>) -> Transition {
    let after = to.map_or(After::Dead, |bits| After::Alive(state(bits)));
    Transition { from: state(from), method: EventId::from_index(method), outcome, after }
}

fn verdict(proof: &Proof, from: u128, method: usize) -> &Verdict {
    &proof.obligations[&(state(from), EventId::from_index(method))].verdict
}

#[track_caller]
fn assert_all_proved(proof: &Proof) {
    for (pair, obligation) in &proof.obligations {
        assert_eq!(obligation.verdict, Verdict::Proved, "{pair:?}");
    }
    for obligation in &proof.constructors {
        assert_eq!(obligation.verdict, Verdict::Proved);
    }
}

#[track_caller]
fn assert_unknown(verdict: &Verdict, text: &str) {
    let Verdict::Unknown(doubts) = verdict else { panic!("{verdict:?} is not unknown") };
    let texts: Vec<String> = doubts.iter().map(Doubt::to_string).collect();
    assert!(texts.iter().any(|doubt| doubt.contains(text)), "{texts:?} does not say: {text}");
}

fn texts(proof: &Proof) -> Vec<&str> {
    proof.inferred.iter().map(|inferred| inferred.text.as_str()).collect()
}
