//! Learning from small systems whose abstraction is known.

mod objects;
mod random;
mod trouble;
mod witnesses;

use super::{Learned, Limits, Stopped, learn};
use crate::testing::{Exact, Simulated, exact, list_iterator, signature, socket, stack};
use crate::{After, Found, Query, Start, System, Transition, Witness};

fn run<T: Clone>(system: &mut Simulated<T>, seed: u64) -> Learned {
    let Ok(learned) = learn(system, &Limits::default(), seed, &[], &|| false);
    learned
}

fn transitions(learned: &Learned) -> Vec<Transition> {
    let abstraction = &learned.abstraction;
    let mut all: Vec<Transition> =
        abstraction.edges.keys().map(|edge| abstraction.transition(edge)).collect();
    all.sort_unstable();
    all
}

/// Whether the last call of a witness shows a transition, told without the learner.
fn shows<T: Clone>(system: &mut Simulated<T>, witness: &Witness, transition: Transition) -> bool {
    let start = Start::Construct(witness.construct);
    let calls = witness.calls.clone();
    let n_calls = calls.len();
    let query = Query { start, calls, keep: false, until_left: false };
    let Ok(answers) = system.run(&[query]);
    let steps = &answers[0].steps;
    steps.len() == n_calls + 1
        && witness.calls[n_calls - 1].event == transition.method
        && steps[n_calls - 1].after == After::Alive(transition.from)
        && (steps[n_calls].outcome, steps[n_calls].after) == (transition.outcome, transition.after)
}

/// Calls of methods until the last edge was found.
fn calls_until_right(learned: &Learned) -> u64 {
    let edges = learned.discoveries.iter().filter(|d| matches!(d.found, Found::Transition(_)));
    edges.map(|d| d.calls).max().unwrap_or(0)
}

#[track_caller]
fn check_exact<T: Clone>(system: &mut Simulated<T>, seed: u64) -> (Learned, Exact) {
    let exact = exact(system, 100_000).expect("small systems only");
    let learned = run(system, seed);
    let expected: Vec<Transition> = exact.transitions.iter().copied().collect();
    assert_eq!(transitions(&learned), expected);
    assert_eq!(learned.stopped, Stopped::Quiet);
    assert!(learned.deterministic && !learned.sharing_suspected);
    let evidence = learned.abstraction.edges.values();
    assert!(evidence.chain(learned.abstraction.constructions.values()).all(|e| e.reproduced));
    (learned, exact)
}

#[test]
#[expect(clippy::print_stdout, reason = "shown by `cargo test -- --nocapture`")]
fn calls_until_right_stay_below_twice_the_floor() {
    let mut table = String::new();
    let mut worst: f64 = 0.0;
    let mut row = |name: &str, floor: u64, learned: Learned, exact: Exact| {
        assert_eq!(exact.floor, floor, "{name}");
        let calls = calls_until_right(&learned);
        worst = worst.max(calls as f64 / floor as f64);
        let stats = learned.stats;
        table += &format!("{name:<14} floor {floor:>4} right after {calls:>4} {stats:?}\n");
    };
    for seed in 0..10 {
        for (name, capacity, floor) in [("stack 4", 4, 10), ("stack 16", 16, 34)] {
            let (learned, exact) = check_exact(&mut stack(capacity), seed);
            row(name, floor, learned, exact);
        }
        let (learned, exact) = check_exact(&mut signature(), seed);
        row("signature", 15, learned, exact);
        let (learned, exact) = check_exact(&mut list_iterator(), seed);
        row("list iterator", 105, learned, exact);
        let (learned, exact) = check_exact(&mut socket(), seed);
        row("socket", 84, learned, exact);
    }
    println!("{table}");
    assert!(worst <= 2.0, "{table}");
}
