//! Random machines with hidden counters, against exhaustive exploration.

use super::{run, shows};
use crate::testing::{Exact, Reply, Simulated, exact};
use crate::{Found, Learned, Outcome, Transition};

/// Some control states of which predicates see one or two bits, and counters nobody sees.
#[derive(Clone, Copy, Hash)]
struct Machine {
    control: usize,
    counters: [u8; 2],
}

/// What a method does in a control state.
#[derive(Clone, Copy)]
struct Rule {
    outcome: Reply,
    next: usize,
    /// The counter it reads and steps, and what the counter wraps at.
    counter: usize,
    modulus: u8,
    /// When the counter is there, the method does this instead.
    threshold: u8,
    other_outcome: Reply,
    other_next: usize,
}

const REPLIES: [Reply; 8] = [
    Reply::Done(Outcome::Ok),
    Reply::Done(Outcome::Ok),
    Reply::Done(Outcome::Ok),
    Reply::Done(Outcome::Err),
    Reply::Done(Outcome::Some),
    Reply::Done(Outcome::Panic),
    Reply::Ended(Outcome::Ok),
    Reply::Rejected,
];

fn machine(seed: u64, n_control: usize, n_methods: usize, modulus: u8) -> Simulated<Machine> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut system = Simulated::new(|m: &Machine| *m)
        .constructor("new", || Machine { control: 0, counters: [0; 2] })
        .repetitions(u32::from(modulus));
    for method in 0..n_methods {
        let rules: Vec<Rule> = (0..n_control)
            .map(|_| Rule {
                outcome: *rng.choice(&REPLIES).unwrap(),
                next: rng.usize(..n_control),
                counter: rng.usize(..2),
                modulus: rng.u8(1..=modulus),
                threshold: rng.u8(..modulus),
                other_outcome: *rng.choice(&REPLIES).unwrap(),
                other_next: rng.usize(..n_control),
            })
            .collect();
        let body = move |m: &mut Machine, by: i64| {
            let rule = rules[m.control];
            let counter = &mut m.counters[rule.counter];
            let there = *counter == rule.threshold;
            *counter = (*counter + u8::from(by >= 0)) % rule.modulus;
            m.control = if there { rule.other_next } else { rule.next };
            if there { rule.other_outcome } else { rule.outcome }
        };
        system = if method == 0 {
            system.method_with("with", &[-1, 0, 5], body)
        } else {
            system.method("without", move |m: &mut Machine| body(m, 0))
        };
    }
    system.predicate(|m| m.control & 1 == 1).predicate(|m| m.control & 2 == 2)
}

fn learn_and_check(seed: u64, mut system: Simulated<Machine>) -> (Learned, Exact) {
    let exact = exact(&system, 100_000).unwrap();
    let learned = run(&mut system, seed);
    for (edge, evidence) in &learned.abstraction.edges {
        let transition = learned.abstraction.transition(edge);
        assert!(exact.transitions.contains(&transition), "seed {seed}: {transition:?}");
        assert!(evidence.reproduced && evidence.minimal, "seed {seed}: {transition:?}");
        assert!(shows(&mut system, &evidence.witness, transition), "seed {seed}");
    }
    assert!(learned.deterministic && !learned.sharing_suspected, "seed {seed}");
    (learned, exact)
}

#[test]
fn all_edges_of_small_machines_are_found_and_no_others() {
    for seed in 0..200 {
        let (learned, exact) = learn_and_check(seed, machine(seed, 4, 3, 3));
        let found: Vec<Transition> = super::transitions(&learned);
        let expected: Vec<Transition> = exact.transitions.into_iter().collect();
        assert_eq!(found, expected, "seed {seed}, {} concrete states", exact.n_concrete);
    }
}

/// Here predicates see two bits of a state with thousands of values: more than testing can cover
/// within its limits, and what is missing is for a proof to find.
#[test]
fn no_edge_of_larger_machines_is_invented_and_most_are_found() {
    let (mut n_found, mut n_exact) = (0, 0);
    for seed in 0..60 {
        let (learned, exact) = learn_and_check(seed, machine(seed, 16, 5, 12));
        n_found += learned.abstraction.edges.len();
        n_exact += exact.transitions.len();
        assert!(learned.stats.calls < 25_000, "seed {seed}: {:?}", learned.stats);
        let last = learned.discoveries.iter().rfind(|d| matches!(d.found, Found::Transition(_)));
        assert!(last.is_none_or(|d| d.calls <= learned.stats.calls));
    }
    assert!(n_found * 1000 >= n_exact * 800, "{n_found} of {n_exact}");
}
