//! What a default run finds of objects that live in peace.

use super::{check_exact, run, transitions};
use crate::testing::{Reply, Simulated, call, exact, list_iterator, stack};
use crate::{
    After, Found, Limits, Outcome, Stopped, Target, Transition, Valuation, Witness, learn,
};

#[test]
fn a_large_stack_is_filled_by_repetition() {
    let (learned, _) = check_exact(&mut stack(1024), 1);
    let calls = super::calls_until_right(&learned);
    assert!(calls < 1100, "{calls}");
    // Half of it in vain: no witness of a full stack is shorter than its capacity.
    assert!(learned.stats.calls < 10_000, "{:?}", learned.stats);
}

#[test]
fn an_endless_counter_is_repeated_once_and_not_forever() {
    let mut counter = Simulated::new(|n: &u64| *n)
        .constructor("new", || 0)
        .method("tick", |n: &mut u64| {
            *n += 1;
            true
        })
        .predicate(|n| *n == 0)
        .repetitions(1000);
    let learned = run(&mut counter, 3);
    assert_eq!(learned.abstraction.edges.len(), 2);
    assert!(learned.stats.calls < 8_000, "{:?}", learned.stats);
}

/// TLV's FLIGHTRULE in spirit: only one value of the pool is large enough.
fn flight_rule() -> Simulated<(i64, bool)> {
    Simulated::new(|s: &(i64, bool)| *s)
        .constructor("new", || (0, false))
        .method_with("climb", &[0, 1, -1, 7, 63, 64, 5000, 17], |s: &mut (i64, bool), by| {
            s.0 = (s.0 + by).clamp(0, 6000);
            true
        })
        .method("cruise", |s: &mut (i64, bool)| {
            s.1 = s.0 >= 5000;
            if s.1 { Outcome::Ok } else { Outcome::Err }
        })
        .predicate(|s| s.0 >= 5000)
        .predicate(|s| s.1)
}

#[test]
fn an_argument_from_the_pool_crosses_the_threshold() {
    // There are too many altitudes for the floor to mean anything, and few kinds of them.
    check_exact(&mut flight_rule(), 5);
}

#[test]
fn a_needle_in_a_large_space_of_arguments_is_found_by_walks() {
    let pool: Vec<i64> = (0..400).collect();
    let mut system = Simulated::new(|s: &bool| *s)
        .constructor("new", || false)
        .method_with("guess", &pool, |s: &mut bool, n| {
            *s |= n == 399;
            true
        })
        .predicate(|s| *s);
    check_exact(&mut system, 11);
}

#[test]
fn a_consuming_method_leads_to_the_end() {
    let mut builder = Simulated::new(|s: &bool| *s)
        .constructor("new", || false)
        .method("set", |s: &mut bool| {
            *s = true;
            Reply::Done(Outcome::Ok)
        })
        .method("build", |s: &mut bool| Reply::Ended(if *s { Outcome::Ok } else { Outcome::Err }))
        .predicate(|s| *s);
    let (learned, _) = check_exact(&mut builder, 0);
    let ends = learned.abstraction.edges.keys().filter(|e| e.to == Target::End);
    let outcomes: Vec<Outcome> = ends.map(|e| e.outcome).collect();
    assert_eq!(outcomes, [Outcome::Err, Outcome::Ok]);
}

#[test]
fn every_constructor_is_tried_with_its_arguments() {
    let pool: Vec<i64> = (-2..3).collect();
    let mut system = Simulated::new(|n: &i64| *n)
        .constructor("empty", || 0)
        .constructor_with("with", &pool, |n| {
            if n < 0 { (Outcome::None, None) } else { (Outcome::Some, Some(n)) }
        })
        .constructor_with("never", &pool, |_| (Outcome::Panic, None))
        .method("dec", |n: &mut i64| {
            *n -= 1;
            *n >= 0
        })
        .predicate(|n| *n == 0)
        .predicate(|n| *n == 2);
    let births = exact(&system, 100).unwrap().births;
    let (learned, _) = check_exact(&mut system, 0);
    let abstraction = &learned.abstraction;
    let found: Vec<_> = abstraction.constructions.keys().map(|c| abstraction.birth(c)).collect();
    assert!(found.iter().all(|birth| births.contains(birth)));
    assert_eq!(found.len(), births.len());
    assert_eq!(abstraction.states.iter().filter(|s| s.initial).count(), 3);
}

#[test]
fn a_rejected_argument_is_no_edge_and_does_not_end_the_enumeration() {
    let pool: Vec<i64> = (0..10).collect();
    let mut system = Simulated::new(|n: &i64| *n)
        .constructor("new", || 0)
        .method_with("set", &pool, |n: &mut i64, to| {
            if to < 5 {
                return Reply::Rejected;
            }
            *n = to;
            Reply::Done(Outcome::Ok)
        })
        .predicate(|n| *n == 9);
    let (learned, _) = check_exact(&mut system, 0);
    assert_eq!(learned.abstraction.edges.len(), 4);
}

#[test]
fn cost_grows_with_reached_states_and_not_with_predicates() {
    let mut ring =
        Simulated::new(|n: &usize| *n).constructor("new", || 0).method("next", |n: &mut usize| {
            *n = (*n + 1) % 6;
            true
        });
    for index in 0..40 {
        ring = ring.predicate(move |n| (*n >> (index % 3)) & 1 == usize::from(index % 2 == 0));
    }
    let (learned, exact) = check_exact(&mut ring, 0);
    assert_eq!(learned.abstraction.states.len(), 6);
    assert_eq!(super::calls_until_right(&learned), exact.floor);
}

#[test]
fn states_that_are_not_kept_are_made_again() {
    let kept = run(&mut list_iterator(), 4);
    let (learned, exact) = check_exact(&mut list_iterator().without_keeping(), 4);
    assert_eq!(transitions(&learned), transitions(&kept));
    assert!(super::calls_until_right(&learned) > exact.floor, "approaches cost calls");
}

#[test]
fn a_method_alone_is_an_edge_of_any() {
    let mut system =
        Simulated::new(|(): &()| 0).constructor("new", || ()).method("poke", |(): &mut ()| true);
    let (learned, _) = check_exact(&mut system, 0);
    assert_eq!(learned.abstraction.states.len(), 1);
    // Without arguments and without other states there is one membership query to ask.
    assert_eq!(super::calls_until_right(&learned), 1);
}

#[test]
fn given_traces_are_run_first() {
    // A door that opens only to a sequence no walk is likely to make.
    let code = [0, 1, 2, 2, 1, 0, 0, 2, 1, 1];
    let mut lock = Simulated::new(|n: &usize| *n).constructor("new", || 0);
    for key in 0..3 {
        lock = lock.method("key", move |n: &mut usize| {
            *n = if *n < code.len() && code[*n] == key { *n + 1 } else { 0 };
            true
        });
    }
    let mut lock = lock.predicate(move |n| *n == code.len()).without_keeping();
    let trace = Witness { construct: call(0), calls: code.iter().map(|&key| call(key)).collect() };
    let Ok(learned) = learn(&mut lock, &Limits::default(), 0, &[trace], &|| false);
    let open = Found::State(Valuation::from_bits(1));
    let found = learned.discoveries.iter().find(|d| d.found == open).unwrap();
    assert_eq!(found.calls, 10);
    assert_eq!(learned.stopped, Stopped::Quiet);
    let exact = exact(&lock, 100).unwrap();
    assert_eq!(transitions(&learned), exact.transitions.into_iter().collect::<Vec<Transition>>());
}

#[test]
fn tested_counts_every_call() {
    let learned = run(&mut list_iterator(), 9);
    assert_eq!(learned.tested.values().sum::<u64>(), learned.stats.calls);
    let edges: u64 = learned.abstraction.edges.values().map(|e| e.count).sum();
    assert_eq!(edges, learned.stats.calls);
    let births: u64 = learned.abstraction.constructions.values().map(|e| e.count).sum();
    assert_eq!(births, learned.stats.constructor_calls);
}

#[test]
fn no_object_is_a_note() {
    let mut system = Simulated::new(|(): &()| 0)
        .constructor_with("fail", &[], |_| (Outcome::Err, None))
        .method("poke", |(): &mut ()| true);
    let learned = run(&mut system, 0);
    assert_eq!(learned.notes, [super::super::Note::NoObject]);
    let births = learned.abstraction.constructions.keys();
    assert!(births.map(|c| learned.abstraction.birth(c).after).eq([After::Dead]));
}
