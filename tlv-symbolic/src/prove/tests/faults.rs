//! A wrong summary must never lead to a proof that running the program refutes.

use super::machines::stack;
use super::toy::{Random, Toy};
use super::*;
use crate::summary::Fate;

/// A change that makes a summary wrong.
/// Says whether it did.
type Fault = fn(&mut Summary, usize) -> bool;

fn drop_path(summary: &mut Summary, path: usize) -> bool {
    summary.paths.remove(path);
    true
}

fn flip_post_bit(summary: &mut Summary, path: usize) -> bool {
    let Some(after) = &mut summary.paths[path].after else { return false };
    after.predicates[0] = summary.terms.not(after.predicates[0]);
    true
}

fn wrong_outcome(summary: &mut Summary, path: usize) -> bool {
    summary.paths[path].outcome = summary.terms.constant(8, 5);
    true
}

fn no_outcome(summary: &mut Summary, path: usize) -> bool {
    summary.paths[path].outcome = summary.terms.constant(8, 77);
    true
}

fn missing_predicate(summary: &mut Summary, path: usize) -> bool {
    let path = &mut summary.paths[path];
    for observed in path.before.iter_mut().chain(&mut path.after) {
        observed.predicates.pop();
    }
    true
}

fn survives(summary: &mut Summary, path: usize) -> bool {
    let path = &mut summary.paths[path];
    if path.fate == Fate::Dead {
        path.after = path.before.clone();
        path.fate = Fate::Alive;
    } else {
        path.after = None;
        path.fate = Fate::Dead;
    }
    true
}

fn wrong_number(summary: &mut Summary, path: usize) -> bool {
    let Some(after) = &mut summary.paths[path].after else { return false };
    let one = summary.terms.constant(128, 1);
    after.features[0].value = summary.terms.add(after.features[0].value, one);
    true
}

const FAULTS: [(&str, Fault); 7] = [
    ("drop a path", drop_path),
    ("flip a post-bit", flip_post_bit),
    ("report a wrong outcome", wrong_outcome),
    ("report no outcome", no_outcome),
    ("leave out a predicate", missing_predicate),
    ("mistake death for life", survives),
    ("report a wrong number", wrong_number),
];

/// The pairs of which something false was proved.
fn wrongly_proved(toy: &Toy, knowledge: &Knowledge, proof: &Proof) -> usize {
    let (_, reachable) = toy.enumerate(Semantics::Reachable);
    let claimed = edges(knowledge, proof);
    let shown = |edge: &Transition| {
        let obligation = proof.obligations.get(&(edge.from, edge.method));
        obligation.is_some_and(|obligation| obligation.verdict == Verdict::Proved)
    };
    reachable.difference(&claimed).filter(|edge| shown(edge)).count()
}

#[test]
fn faults_in_summaries_are_noticed_where_the_behaviour_was_observed() {
    let toy = stack(8, 5);
    let knowledge = toy.learn(40, 40, &mut Random(5));
    for (name, fault) in FAULTS {
        for method in 0..toy.methods.len() {
            for path in 0..toy.methods[method].len() {
                let mut changed = false;
                let change = |_: &mut [Summary], methods: &mut [Summary]| {
                    changed = fault(&mut methods[method], path);
                };
                let mut prover = prover_with(&toy, change, builtin);
                let options = options(Semantics::Reachable);
                let proof = prover.prove(&knowledge, &mut toy.clone(), &options);
                let context = format!("{name}, method {method}, path {path}");
                assert_eq!(wrongly_proved(&toy, &knowledge, &proof), 0, "{context}");
                // A path that only unreachable objects take may be wrong unnoticed: it is the one
                // that panics beyond the capacity.
                let impossible = path == 1 && method > 0;
                let noticed =
                    proof.obligations.values().any(|o| matches!(o.verdict, Verdict::Unknown(_)));
                assert!(noticed || impossible || !changed, "{context}");
            }
        }
    }
}

#[test]
fn the_reason_names_what_was_predicted_and_what_was_seen() {
    let toy = stack(8, 5);
    let knowledge = toy.learn(40, 40, &mut Random(5));
    let flip = |_: &mut [Summary], methods: &mut [Summary]| {
        assert!(flip_post_bit(&mut methods[1], 0));
    };
    let mut prover = prover_with(&toy, flip, builtin);
    let proof = prover.prove(&knowledge, &mut toy.clone(), &options(Semantics::Reachable));
    assert_unknown(verdict(&proof, 1, 1), "the call ends with err in 0b1, not with err in 0b0");
    assert!(proof.transitions.is_empty(), "{:?}", proof.transitions);
}

#[test]
fn an_observed_edge_that_a_lost_path_explains_is_a_doubt() {
    let toy = stack(8, 5);
    let knowledge = toy.learn(40, 40, &mut Random(5));
    // `pop` of the last element: the state is inhabited, but the edge is excluded.
    let mut prover = prover_with(
        &toy,
        |_, methods| {
            let summary = &mut methods[1];
            let path = &mut summary.paths[2];
            let last = path.after.as_ref().map(|after| after.predicates[0]).unwrap();
            let other = summary.terms.not(last);
            path.condition.push(other);
        },
        builtin,
    );
    let proof = prover.prove(&knowledge, &mut toy.clone(), &options(Semantics::Reachable));
    assert_unknown(verdict(&proof, 0, 1), "was observed, but is excluded");
}
