//! The questions that proofs rest on: they are about the edges that are known, and solvers that are
//! asked afresh answer them as claimed.

use super::machines::stack;
use super::toy::{Random, Toy};
use super::*;
use crate::prove::questions::Claim;
use crate::solve::Answer;

/// The questions of a proof, and whether each is satisfiable.
fn asked(prover: &mut Prover) -> Vec<(Question, bool)> {
    let questions = prover.questions();
    let answer = |question: &Question| {
        let terms = prover.terms(question.event).expect("the event has terms");
        match Builtin::new().check(terms, &[question.term], &Budget::default()) {
            Answer::Satisfiable(_) => true,
            Answer::Unsatisfiable => false,
            Answer::Unknown(reason) => panic!("{question:?}: {reason:?}"),
        }
    };
    questions.iter().map(|question| (question.clone(), answer(question))).collect()
}

fn check(toy: &Toy, semantics: Semantics) {
    let knowledge = toy.learn(20, 30, &mut Random(1));
    let mut prover = prover(toy);
    let proof = prover.prove(&knowledge, &mut toy.clone(), &options(semantics));
    let asked = asked(&mut prover);
    let mut claimed = BTreeSet::new();
    let (mut pairs, mut constructors, mut keeps) = (0, 0, 0);
    for (question, satisfiable) in &asked {
        let Question { event, state, claim, .. } = *question;
        match (event, state, claim) {
            (Event::Method(_), Some(_), Claim::NothingElse) => pairs += 1,
            (_, _, Claim::NothingElse) => constructors += 1,
            (Event::Method(method), Some(from), Claim::Ends(Ending { outcome, after })) => {
                claimed.insert(Transition { from, method, outcome, after });
            }
            (_, _, Claim::Keeps) => keeps += 1,
            _ => {}
        }
        assert_eq!(*satisfiable, claim.is_satisfiable(), "{question:?}");
    }
    let invariants = !proof.inferred.is_empty() || !toy.invariants.is_empty();
    let events = if invariants { prover.engines.len() } else { 0 };
    assert_eq!(keeps, events, "{semantics:?}");
    assert_eq!(pairs, proof.obligations.len());
    assert_eq!(constructors, proof.constructors.len());
    assert_eq!(claimed, edges(&knowledge, &proof));
}

#[test]
fn every_claim_has_its_question() {
    for semantics in [Semantics::Reachable, Semantics::Any] {
        check(&stack(64, 1024), semantics);
        check(&stack(8, 3), semantics);
    }
}

#[test]
fn a_claim_without_its_invariant_is_refuted() {
    let stack = stack(64, 1024);
    let knowledge = stack.learn(20, 30, &mut Random(1));
    let mut prover = prover(&stack);
    prover.prove(&knowledge, &mut stack.clone(), &options(Semantics::Reachable));
    for settled in prover.settled.values_mut() {
        settled.forget_invariants();
    }
    let refuted = asked(&mut prover)
        .into_iter()
        .filter(|(question, satisfiable)| question.claim == Claim::NothingElse && *satisfiable);
    // Objects beyond the capacity are in the state `neither`, and every method panics on them.
    assert_eq!(refuted.count(), 3);
}

#[test]
fn an_invariant_that_is_not_kept_is_refuted() {
    let stack = stack(64, 1024);
    let knowledge = stack.learn(20, 30, &mut Random(1));
    let mut prover = prover(&stack);
    prover.prove(&knowledge, &mut stack.clone(), &options(Semantics::Reachable));
    let id = stack.features()[0].id;
    let below = Atom::Compare(Expression::Feature(id), Relation::AtMost, Operand::Constant(1000));
    prover.shown = vec![Invariant::Inferred(Condition::always(below))];
    let refuted = asked(&mut prover)
        .into_iter()
        .filter(|(question, satisfiable)| question.claim == Claim::Keeps && *satisfiable);
    // Only `push` goes beyond.
    assert_eq!(refuted.count(), 1);
}

#[test]
fn where_the_solver_gave_up_nothing_is_claimed() {
    let stack = stack(64, 1024);
    let knowledge = stack.learn(20, 30, &mut Random(1));
    let mut prover = prover(&stack);
    let mut options = options(Semantics::Any);
    options.budget.deadline = Some(std::time::Instant::now());
    prover.prove(&knowledge, &mut stack.clone(), &options);
    // What the constructor does is known without a solver.
    for question in prover.questions() {
        assert_eq!(question.event, Event::Constructor(EventId::from_index(0)));
        let terms = prover.terms(question.event).expect("the event has terms");
        assert!(terms.as_constant(question.term).is_some(), "{question:?}");
    }
}
