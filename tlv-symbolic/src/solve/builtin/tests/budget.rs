//! Limits end in "unknown" with the right reason, and the solver goes on afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::solve::{Answer, Budget, Builtin, GaveUp, Solver};
use crate::term::tests::variable;
use crate::term::{Term, Terms};

/// Two factors above 1 of a product of two large primes: nobody finds them soon.
fn hard(terms: &mut Terms) -> Vec<Term> {
    let (a, b) = (variable(terms, "a", 64), variable(terms, "b", 64));
    let product = terms.mul(a, b);
    let semiprime = terms.constant(64, 3_037_000_493 * 2_654_435_761);
    let (one, two_to_32) = (terms.constant(64, 1), terms.constant(64, 1 << 32));
    vec![
        terms.eq(product, semiprime),
        terms.ult(one, a),
        terms.ult(a, two_to_32),
        terms.ult(one, b),
        terms.ult(b, two_to_32),
    ]
}

#[track_caller]
fn check(budget: &Budget, expected: GaveUp) {
    let mut terms = Terms::new();
    let question = hard(&mut terms);
    let mut solver = Builtin::new();
    let begun = Instant::now();
    assert_eq!(solver.check(&terms, &question, budget), Answer::Unknown(expected));
    // Generous: the machine may be busy.
    assert!(begun.elapsed() < Duration::from_secs(20), "gave up after {:?}", begun.elapsed());

    // The same solver still answers, also about the same terms.
    let easy = question[1..].to_vec();
    let Answer::Satisfiable(model) = solver.check(&terms, &easy, &Budget::default()) else {
        panic!("an easy question")
    };
    assert!(easy.iter().all(|&t| terms.evaluate(t, &model) == 1));
    let a = variable(&mut terms, "a", 64);
    let one = terms.constant(64, 1);
    let (is_one, not_above) = (terms.eq(a, one), question[1]);
    let both = [is_one, not_above];
    assert_eq!(solver.check(&terms, &both, &Budget::default()), Answer::Unsatisfiable);
    assert_eq!(solver.queries(), 3);
}

#[test]
fn a_deadline_is_kept() {
    let deadline = Some(Instant::now() + Duration::from_millis(200));
    check(&Budget { deadline, ..Budget::default() }, GaveUp::Time);
}

#[test]
fn the_time_for_a_query_is_kept() {
    let per_query = Some(Duration::from_millis(200));
    check(&Budget { per_query, ..Budget::default() }, GaveUp::Time);
}

#[test]
fn conflicts_are_limited() {
    check(&Budget { conflicts: Some(100), ..Budget::default() }, GaveUp::Conflicts);
}

#[test]
fn a_flag_raised_elsewhere_stops_the_search() {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        raised.store(true, Ordering::Relaxed);
    });
    check(&Budget { interrupted: Some(flag), ..Budget::default() }, GaveUp::Interrupted);
    thread.join().expect("the thread only waits");
}

#[test]
fn a_question_that_is_too_large_is_not_written_down() {
    let mut terms = Terms::new();
    let question = hard(&mut terms);
    let mut solver = Builtin::new().with_node_limit(200);
    let answer = solver.check(&terms, &question, &Budget::default());
    assert_eq!(answer, Answer::Unknown(GaveUp::Memory));
}

#[test]
fn constants_need_no_search() {
    let mut terms = Terms::new();
    let (x, yes, no) = (variable(&mut terms, "x", 1), terms.bool(true), terms.bool(false));
    // Even when there is no time.
    let flag = Some(Arc::new(AtomicBool::new(true)));
    let budget = Budget { interrupted: flag, ..Budget::default() };
    let mut solver = Builtin::new();
    assert_eq!(solver.check(&terms, &[x, no], &budget), Answer::Unsatisfiable);
    assert!(matches!(solver.check(&terms, &[yes], &budget), Answer::Satisfiable(_)));
    assert!(matches!(solver.check(&terms, &[], &budget), Answer::Satisfiable(_)));
    assert_eq!(solver.check(&terms, &[x], &budget), Answer::Unknown(GaveUp::Interrupted));
    assert_eq!(solver.nodes(), 1, "nothing but the constant was made");
}

#[test]
fn a_solver_can_be_sent_to_another_thread() {
    fn send<T: Send>() {}
    send::<Builtin>();
    send::<Terms>();
    send::<Answer>();
}
