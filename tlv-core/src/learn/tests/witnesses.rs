//! Witnesses: they reproduce, they are minimal, and the same seed gives the same ones.

use std::collections::BTreeMap;

use super::{run, shows};
use crate::testing::{Simulated, call, list_iterator, signature, socket, stack};
use crate::{
    After, Choice, EventId, Learned, Limits, Query, Start, System, Transition, Witness, learn,
};

/// Checks each witness against the system itself.
#[track_caller]
fn check_witnesses<T: Clone>(system: &mut Simulated<T>, learned: &Learned) {
    for (edge, evidence) in &learned.abstraction.edges {
        let transition = learned.abstraction.transition(edge);
        assert!(shows(system, &evidence.witness, transition), "{transition:?}");
        assert!(evidence.minimal, "{transition:?}");
        for removed in 0..evidence.witness.calls.len() - 1 {
            let mut shorter = evidence.witness.clone();
            shorter.calls.remove(removed);
            assert!(!shows(system, &shorter, transition), "{transition:?} without {removed}");
        }
    }
}

#[test]
fn witnesses_reproduce_and_are_one_minimal() {
    for seed in 0..5 {
        let mut system = stack(16);
        let learned = run(&mut system, seed);
        check_witnesses(&mut system, &learned);
        let mut system = list_iterator();
        let learned = run(&mut system, seed);
        check_witnesses(&mut system, &learned);
        let mut system = socket();
        let learned = run(&mut system, seed);
        check_witnesses(&mut system, &learned);
    }
}

#[test]
fn long_witnesses_that_cannot_be_shorter_are_known_to_be_so_cheaply() {
    let learned = run(&mut stack(1024), 0);
    let longest = learned.abstraction.edges.values().map(|e| e.witness.calls.len()).max();
    assert_eq!(longest, Some(1025));
    assert!(learned.abstraction.edges.values().all(|e| e.minimal));
    assert!(learned.stats.replay_calls < 40_000, "{:?}", learned.stats);
}

#[test]
fn a_wandering_trace_is_shrunk_to_the_point() {
    let pool: Vec<i64> = (0..50).collect();
    // Three steps of one kind, then a step of the other.
    let mut system = Simulated::new(|s: &(u8, i64)| *s)
        .constructor("new", || (0, 0))
        .method_with("a", &pool, |s: &mut (u8, i64), n| {
            *s = (s.0.saturating_add(1), n);
            true
        })
        .method_with("b", &pool, |s: &mut (u8, i64), n| s.0 < 3 || n < 40)
        .predicate(|_| true);
    let learned = run(&mut system, 2);
    check_witnesses(&mut system, &learned);
    let longest =
        learned.abstraction.edges.values().map(|e| &e.witness).max_by_key(|w| w.calls.len());
    let calls = &longest.unwrap().calls;
    assert_eq!(calls.len(), 4);
    // Only the last argument matters; the others are plain.
    assert!(calls[..3].iter().all(|call| call.choice == Choice::Nth(0)));
    assert_ne!(calls[3].choice, Choice::Nth(0));
}

#[test]
fn without_a_budget_witnesses_are_replayed_but_not_called_minimal() {
    let limits = Limits { shrinking_calls: 0, ..Limits::default() };
    let Ok(learned) = learn(&mut list_iterator(), &limits, 0, &[], &|| false);
    assert!(learned.abstraction.edges.values().all(|e| e.reproduced && !e.minimal));
}

#[test]
fn the_same_seed_gives_the_same_result() {
    for seed in 0..3 {
        assert_eq!(run(&mut list_iterator(), seed), run(&mut list_iterator(), seed));
    }
    let witnesses = |learned: Learned| -> Vec<Witness> {
        learned.abstraction.edges.into_values().map(|e| e.witness).collect()
    };
    assert_eq!(witnesses(run(&mut socket(), 1)).len(), witnesses(run(&mut socket(), 2)).len());
    assert_ne!(run(&mut list_iterator(), 1).stats, run(&mut list_iterator(), 2).stats);
}

/// The length of the shortest word, up to `most` calls, whose last call shows each transition.
fn shortest<T: Clone>(system: &mut Simulated<T>, most: usize) -> BTreeMap<Transition, usize> {
    let n_methods = system.signature().methods.len();
    let mut shortest = BTreeMap::new();
    let mut words: Vec<Vec<usize>> = vec![Vec::new()];
    for length in 1..=most {
        let mut longer = Vec::new();
        for word in words.iter().flat_map(|w| (0..n_methods).map(|m| [&w[..], &[m]].concat())) {
            let calls = word.iter().map(|&method| call(method)).collect();
            let start = Start::Construct(call(0));
            let query = Query { start, calls, keep: false, until_left: false };
            let Ok(answers) = system.run(&[query]);
            let steps = &answers[0].steps;
            let [.., before, last] = &steps[..] else { continue };
            let After::Alive(from) = before.after else { continue };
            if steps.len() == length + 1 {
                let (outcome, after) = (last.outcome, last.after);
                let method = EventId::from_index(word[length - 1]);
                let transition = Transition { from, method, outcome, after };
                shortest.entry(transition).or_insert(length);
                if matches!(after, After::Alive(_)) {
                    longer.push(word);
                }
            }
        }
        words = longer;
    }
    shortest
}

#[test]
fn witnesses_are_as_short_as_any() {
    #[track_caller]
    fn check<T: Clone>(mut system: Simulated<T>, most: usize) {
        let shortest = shortest(&mut system, most);
        let learned = run(&mut system, 0);
        let abstraction = &learned.abstraction;
        for (edge, evidence) in &abstraction.edges {
            let transition = abstraction.transition(edge);
            let length = evidence.witness.calls.len();
            let least = shortest.get(&transition).copied().unwrap_or(most + 1);
            assert!(length <= least, "{length} calls where {least} do: {transition:?}");
        }
        assert!(shortest.len() > 7);
    }
    check(stack(4), 8);
    check(signature(), 5);
    check(socket(), 5);
    check(list_iterator(), 6);
}
