//! Objects that abort, hang, toss coins or share data, and runs that are cut short.

use std::cell::Cell;
use std::rc::Rc;

use super::super::Note;
use super::{run, transitions};
use crate::testing::{Simulated, list_iterator};
use crate::{
    Answer, EventId, Limits, Outcome, Query, Signature, Start, Stop, Stopped, System, Valuation,
    learn,
};

/// Counts how often the costly method was really called.
fn costly(outcome: Outcome, n_calls: &Rc<Cell<u32>>) -> Simulated<u8> {
    let n_calls = Rc::clone(n_calls);
    let pool: Vec<i64> = (0..30).collect();
    Simulated::new(|n: &u8| *n)
        .constructor("new", || 0)
        .method("next", |n: &mut u8| {
            *n = (*n + 1) % 20;
            true
        })
        .method_with("crash", &pool, move |n: &mut u8, _| {
            if *n < 10 {
                n_calls.set(n_calls.get() + 1);
                outcome
            } else {
                Outcome::Ok
            }
        })
        .predicate(|n| *n < 10)
}

#[test]
fn costly_methods_are_given_up_and_noted() {
    for (outcome, most) in [(Outcome::Timeout, 2), (Outcome::Abort, 3)] {
        let n_calls = Rc::new(Cell::new(0));
        let mut system = costly(outcome, &n_calls);
        let learned = run(&mut system, 0);
        let (from, method) = (Valuation::from_bits(1), EventId::from_index(1));
        assert_eq!(learned.notes, [Note::GaveUp { from, method, outcome }]);
        // A batch may exceed the limit by what was asked together; walks pass through with low
        // odds, and replaying takes one more and shrinking a few.
        let n_tests = learned.tested[&(from, method)];
        assert!((most..=most + 4).contains(&n_tests), "{outcome:?} was called {n_tests} times");
        assert!(n_calls.get() < 30, "{outcome:?} was called {} times", n_calls.get());
        assert!(learned.tested[&(Valuation::from_bits(0), method)] > 20);
        assert_eq!(learned.abstraction.edges.len(), 6);
    }
}

#[test]
fn a_coin_is_two_edges_and_no_error() {
    let tosses = Rc::new(Cell::new(0_u64));
    let mut coin = Simulated::new(|heads: &bool| *heads)
        .constructor("new", || false)
        .method("toss", move |heads: &mut bool| {
            tosses.set(tosses.get() + 1);
            *heads = fastrand::Rng::with_seed(tosses.get()).bool();
            if *heads { Outcome::True } else { Outcome::False }
        })
        .predicate(|heads| *heads);
    let learned = run(&mut coin, 0);
    assert_eq!(learned.abstraction.edges.len(), 4);
    assert!(learned.abstraction.edges.values().all(|evidence| evidence.reproduced));
    assert!(!learned.sharing_suspected);
}

/// A set whose clones all see the same data.
#[derive(Clone)]
struct Shared(Rc<Cell<u32>>);

#[test]
fn sharing_between_kept_states_is_suspected() {
    let mut shared = Simulated::new(|s: &Shared| s.0.get())
        .constructor("new", || Shared(Rc::default()))
        .method("push", |s: &mut Shared| {
            s.0.set(s.0.get() + 1);
            s.0.get() <= 3
        })
        .method("pop", |s: &mut Shared| {
            let works = s.0.get() > 0;
            s.0.set(s.0.get().saturating_sub(1));
            works
        })
        .predicate(|s| s.0.get() == 0)
        .predicate(|s| s.0.get() == 3);
    let learned = run(&mut shared, 0);
    assert!(learned.sharing_suspected);
    assert!(learned.abstraction.edges.values().any(|evidence| !evidence.reproduced));
}

#[test]
fn a_process_that_ends_before_or_after_its_time_shares_nothing() {
    let slow = Cell::new(true);
    let mut hoarder = Simulated::new(|stocked: &bool| *stocked)
        .constructor("new", || false)
        .method("stock", |stocked: &mut bool| !std::mem::replace(stocked, true))
        .method("fill", move |stocked: &mut bool| match (*stocked, slow.get()) {
            (false, _) => Outcome::Ok,
            (true, false) => Outcome::Abort,
            (true, true) => {
                slow.set(false);
                Outcome::Timeout
            }
        })
        .predicate(|stocked| *stocked);
    let learned = run(&mut hoarder, 0);
    assert!(!learned.sharing_suspected && !learned.deterministic);
}

/// A system whose kept states cannot be made again.
struct Forgetful<S>(S);

impl<S: System> System for Forgetful<S> {
    type Error = S::Error;

    fn signature(&self) -> &Signature {
        self.0.signature()
    }

    fn run(&mut self, queries: &[Query]) -> Result<Vec<Answer>, S::Error> {
        let mut answers = self.0.run(queries)?;
        for (query, answer) in queries.iter().zip(&mut answers) {
            if matches!(query.start, Start::Kept(_)) {
                *answer = Answer { steps: Vec::new(), stop: Stop::Diverged };
            }
        }
        Ok(answers)
    }
}

#[test]
fn what_diverges_is_reached_by_its_calls_instead() {
    let mut system = Forgetful(list_iterator());
    let Ok(learned) = learn(&mut system, &Limits::default(), 0, &[], &|| false);
    assert!(!learned.deterministic);
    assert_eq!(transitions(&learned), transitions(&run(&mut list_iterator(), 0)));
}

#[test]
fn the_call_limit_is_a_reason_to_stop() {
    let limits = Limits { calls: 40, ..Limits::default() };
    let Ok(learned) = learn(&mut list_iterator(), &limits, 0, &[], &|| false);
    assert_eq!(learned.stopped, Stopped::CallLimit);
    let spent = learned.stats.calls + learned.stats.constructor_calls;
    assert!((40..50).contains(&spent), "{spent}");
    assert!(learned.abstraction.edges.values().all(|evidence| evidence.reproduced));
}

#[test]
fn an_interrupted_run_keeps_and_replays_what_it_found() {
    let asked = Cell::new(0);
    let interrupted = || {
        asked.set(asked.get() + 1);
        asked.get() > 5
    };
    let Ok(learned) = learn(&mut list_iterator(), &Limits::default(), 0, &[], &interrupted);
    assert_eq!(learned.stopped, Stopped::Interrupted);
    assert!(!learned.abstraction.edges.is_empty());
    assert!(learned.abstraction.edges.values().all(|evidence| evidence.reproduced));
}
