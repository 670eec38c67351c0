//! What limits a proof: budgets, solvers that give up, things the executor invented.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::machines::{socket, stack, switches};
use super::toy::{Cond, Random, Toy, err, field, less, number, ok, param};
use super::*;
use crate::solve::{Answer, GaveUp};
use crate::summary::{Assumed, Restriction};
use crate::term::{Term, Terms, Variable};

#[test]
fn the_number_of_threads_changes_nothing() {
    for toy in [stack(64, 1024), socket(), switches()] {
        let knowledge = toy.learn(40, 30, &mut Random(8));
        let run = |jobs: usize| {
            let options = Options { jobs, ..options(Semantics::Reachable) };
            prover(&toy).prove(&knowledge, &mut toy.clone(), &options)
        };
        let alone = run(1);
        assert_eq!(alone, run(2));
        assert_eq!(alone, run(5));
    }
}

#[test]
fn an_interrupted_proof_shows_nothing() {
    let toy = stack(64, 1024);
    let knowledge = toy.learn(20, 30, &mut Random(1));
    let budget = Budget { interrupted: Some(Arc::new(AtomicBool::new(true))), ..Budget::default() };
    let options = Options { budget, ..options(Semantics::Reachable) };
    let proof = prover(&toy).prove(&knowledge, &mut toy.clone(), &options);
    assert!(proof.inferred.is_empty());
    assert_unknown(verdict(&proof, 1, 0), "interrupted");
    assert_unknown(verdict(&proof, 0, 0), "interrupted");
}

/// A solver that gives up on every question with more than so many terms.
struct Lazy(Builtin, usize);

impl Solver for Lazy {
    fn check(&mut self, terms: &Terms, assumptions: &[Term], budget: &Budget) -> Answer {
        let Lazy(solver, patience) = self;
        if *patience == 0 {
            return Answer::Unknown(GaveUp::Conflicts);
        }
        *patience -= 1;
        solver.check(terms, assumptions, budget)
    }

    fn queries(&self) -> u64 {
        self.0.queries()
    }

    fn name(&self) -> &'static str {
        "lazy"
    }
}

#[test]
fn a_solver_that_gives_up_somewhere_never_proves_too_much() {
    let toy = stack(8, 5);
    let knowledge = toy.learn(2, 4, &mut Random(9));
    let (_, reachable) = toy.enumerate(Semantics::Reachable);
    let mut proved = Vec::new();
    for patience in [0, 1, 2, 3, 5, 8, 13, 21, 34, 1000] {
        let (constructors, methods) = toy.summaries();
        let lazy = move || -> Box<dyn Solver + Send> { Box::new(Lazy(Builtin::new(), patience)) };
        let mut prover = Prover::new(constructors, methods, toy.predicates.len(), 0, lazy);
        let proof = prover.prove(&knowledge, &mut toy.clone(), &options(Semantics::Reachable));
        let known = edges(&knowledge, &proof);
        let is_proved = |pair: &(Valuation, EventId)| {
            proof.obligations.get(pair).is_some_and(|o| o.verdict == Verdict::Proved)
        };
        for edge in reachable.difference(&known) {
            assert!(!is_proved(&(edge.from, edge.method)), "{edge:?} with patience {patience}");
        }
        proved.push(proof.obligations.keys().filter(|pair| is_proved(pair)).count());
    }
    assert_eq!((proved[0], proved[9]), (0, 9), "{proved:?}");
}

#[test]
fn states_beyond_the_limit_are_unknown() {
    let toy = stack(64, 1024);
    let knowledge = toy.learn(20, 30, &mut Random(1));
    let options = Options { max_states: 2, ..options(Semantics::Reachable) };
    let proof = prover(&toy).prove(&knowledge, &mut toy.clone(), &options);
    assert_unknown(verdict(&proof, 2, 0), "more than 2 states");
}

#[test]
fn a_state_beyond_the_restrictions_says_so() {
    let toy = stack(64, 1024);
    let mut knowledge = toy.learn(20, 30, &mut Random(1));
    knowledge.transitions.insert(edge(2, 0, Outcome::Panic, None));
    // Only short stacks are made.
    let short = |_: &mut [Summary], methods: &mut [Summary]| {
        for summary in methods {
            summary.restrictions.insert(Restriction::Elements(3));
            for path in &mut summary.paths {
                let len = path.before.as_ref().unwrap().features[0].value;
                let four = summary.terms.constant(128, 4);
                path.condition.push(summary.terms.ult(len, four));
            }
        }
    };
    let mut prover = prover_with(&toy, short, builtin);
    let proof = prover.prove(&knowledge, &mut toy.clone(), &options(Semantics::Any));
    let text = "no object made from fields is in this state, for collections of at most 3 elements";
    assert_unknown(verdict(&proof, 2, 0), text);
    let bounded = Verdict::Bounded(BTreeSet::from([Restriction::Elements(3)]));
    assert_eq!(*verdict(&proof, 0, 0), bounded);
}

/// `set` succeeds for small arguments.
fn setter() -> Toy {
    Toy {
        width: 8,
        fields: vec!["value"],
        n_params: 1,
        predicates: vec![less(number(0), field(0))],
        invariants: Vec::new(),
        constructors: vec![vec![ok(Cond::True, [])]],
        methods: vec![vec![ok(less(param(0), number(9)), [(0, param(0))]), err(Cond::True)]],
    }
}

/// Replaces the argument by something the executor invented.
fn invent(_: &mut [Summary], methods: &mut [Summary]) {
    let summary = &mut methods[0];
    let argument = Variable { call: 0, id: 200, width: 8, label: String::new() };
    let argument = summary.terms.variable(argument);
    for path in &mut summary.paths {
        path.assumed.push(Assumed {
            text: "formatted text may be any text".into(),
            variables: vec![argument],
        });
    }
}

/// A toy whose argument is always 1, whatever it is told.
struct Deaf(Toy);

impl Native for Deaf {
    fn replay(&mut self, event: Event, history: &[u32], values: &[Value]) -> Seen {
        let mut values = values.to_vec();
        for value in values.iter_mut().filter(|value| value.invented) {
            value.bits = 1;
        }
        self.0.replay(event, history, &values)
    }
}

#[test]
fn an_ending_that_rests_on_an_invention_is_confirmed_by_observation_only() {
    let toy = setter();
    let all = toy.enumerate(Semantics::Any);
    let mut knowledge = Knowledge { features: toy.features(), ..Knowledge::default() };
    (knowledge.births, knowledge.transitions) = all;
    let run = |knowledge: &Knowledge| {
        let mut prover = prover_with(&toy, invent, builtin);
        prover.prove(knowledge, &mut Deaf(toy.clone()), &options(Semantics::Any))
    };
    assert_all_proved(&run(&knowledge));
    // Unless it was observed, nothing confirms that the call can fail.
    let refused = edge(0, 0, Outcome::Err, Some(0));
    assert!(knowledge.transitions.remove(&refused));
    let proof = run(&knowledge);
    assert_unknown(verdict(&proof, 0, 0), "(it was assumed that formatted text may be any text)");
    assert!(!proof.transitions.contains_key(&refused));
}

#[test]
fn an_invariant_that_calls_from_a_constructor_break_is_refuted() {
    let toy = Toy { invariants: vec![less(field(0), number(3))], ..stack(8, 5) };
    let knowledge = toy.learn(1, 1, &mut Random(1));
    // As if the object before the call was reached by calls and not made from its fields.
    let reached = |_: &mut [Summary], methods: &mut [Summary]| {
        for path in methods.iter_mut().flat_map(|summary| &mut summary.paths) {
            path.history = vec![0, 0, 0];
        }
    };
    let mut prover = prover_with(&toy, reached, builtin);
    let proof = prover.prove(&knowledge, &mut toy.clone(), &options(Semantics::Reachable));
    assert!(matches!(&proof.invariants[..], [Holds::Refuted(Some(_))]), "{:?}", proof.invariants);
}
