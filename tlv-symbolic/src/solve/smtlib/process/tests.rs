//! Tests of processes: real ones against the built-in solver, and scripts that behave as badly as a
//! solver can.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::Smt;
use crate::solve::smtlib::Tool;
use crate::solve::{Answer, Budget, Builtin, GaveUp, Portfolio, Solver};
use crate::term::tests::fuzz::Fuzz;
use crate::term::tests::reference;
use crate::term::{Term, Terms, Variable};

/// The program, or a word on what is skipped; nothing is skipped in continuous integration.
#[expect(clippy::print_stderr, reason = "who runs the tests is to know what was skipped")]
fn found(tool: Tool) -> Option<PathBuf> {
    let found = tool.find();
    if found.is_none() {
        let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        assert!(!is_ci, "{} is missing, and nothing is skipped in CI", tool.name());
        eprintln!("skipped: {} is missing", tool.name());
    }
    found
}

/// Asks one process many questions about terms that grow, and the built-in solver the same.
fn compare(tool: Tool) {
    let Some(program) = found(tool) else { return };
    let mut answers = [0; 2];
    for seed in 0..6 {
        let mut smt = Smt::new(tool, program.clone());
        let mut ours = Builtin::new();
        let mut fuzz = Fuzz::short(seed);
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut made: Vec<Term> = Vec::new();
        for round in 0..12 {
            made.extend((0..10).map(|_| fuzz.step()));
            let mut pick = |terms: &mut Terms| {
                let t = made[rng.usize(..made.len())];
                let value = reference::value(&mut rng, terms.width(t));
                let value = terms.constant(terms.width(t), value);
                terms.eq(t, value)
            };
            let question: Vec<Term> = (0..1 + round % 3).map(|_| pick(&mut fuzz.terms)).collect();
            let budget = Budget::default();
            let theirs = smt.check(&fuzz.terms, &question, &budget);
            // Whether models hold was looked at before they came here.
            match (ours.check(&fuzz.terms, &question, &budget), theirs) {
                (Answer::Satisfiable(_), Answer::Satisfiable(_)) => answers[0] += 1,
                (Answer::Unsatisfiable, Answer::Unsatisfiable) => answers[1] += 1,
                (ours, theirs) => panic!("seed {seed}: {ours:?}, but {theirs:?}"),
            }
        }
        assert!(smt.starts() <= 1, "the process was started again: {}", smt.starts());
    }
    assert!(answers.iter().all(|count| *count >= 5), "hardly anything is asked: {answers:?}");
}

#[test]
fn z3_agrees_question_by_question() {
    compare(Tool::Z3);
}

#[test]
fn cvc5_agrees_question_by_question() {
    compare(Tool::Cvc5);
}

/// A script in place of a solver.
struct Fake(PathBuf);

impl Fake {
    fn new(script: &str) -> Fake {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("tlv-fake-{}-{number}", std::process::id()));
        std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("scripts can be written");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&file, executable).expect("scripts can be made executable");
        Fake(file)
    }

    fn solver(&self) -> Smt {
        Smt::new(Tool::Z3, self.0.clone())
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// `x < 3`, which is possible, and not for all `x`.
fn question() -> (Terms, Term) {
    let mut terms = Terms::new();
    let x = terms.variable(Variable { call: 1, id: 2, width: 8, label: "x".into() });
    let three = terms.constant(8, 3);
    let question = terms.ult(x, three);
    (terms, question)
}

fn ask(solver: &mut dyn Solver, time: Duration) -> Answer {
    let (terms, question) = question();
    let budget = Budget { per_query: Some(time), ..Budget::default() };
    solver.check(&terms, &[question], &budget)
}

const LONG: Duration = Duration::from_secs(20);

#[test]
fn a_solver_that_hangs_is_killed_in_time() {
    let fake = Fake::new("exec sleep 60");
    let mut solver = fake.solver();
    let started = Instant::now();
    let answer = ask(&mut solver, Duration::from_millis(300));
    assert_eq!(answer, Answer::Unknown(GaveUp::Time));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn a_solver_that_crashes_is_started_once_more() {
    let fake = Fake::new("exit 3");
    let mut solver = fake.solver();
    assert_eq!(ask(&mut solver, LONG), Answer::Unknown(GaveUp::Failed));
    assert_eq!(solver.starts(), 2);
}

#[test]
fn a_model_that_is_none_is_not_believed() {
    let script = r#"while read -r line; do case "$line" in
        "(check-sat)") echo sat;;
        "(get-value"*) echo "((|x@1.2| #xVALUE))";;
        esac; done"#;
    let right = Fake::new(&script.replace("VALUE", "02"));
    assert!(matches!(ask(&mut right.solver(), LONG), Answer::Satisfiable(_)));
    for wrong in ["03", "zz"] {
        let fake = Fake::new(&script.replace("VALUE", wrong));
        assert_eq!(ask(&mut fake.solver(), LONG), Answer::Unknown(GaveUp::Failed), "{wrong}");
    }
}

#[test]
fn what_is_no_answer_is_no_answer() {
    for said in ["(error \"line 3: unknown sort\")", "maybe", "unsatisfied"] {
        let script = format!(
            "while read -r l; do case \"$l\" in \"(check-sat)\") echo '{said}';; esac; done"
        );
        let answer = ask(&mut Fake::new(&script).solver(), LONG);
        assert_eq!(answer, Answer::Unknown(GaveUp::Failed), "{said}");
    }
}

#[test]
fn what_does_not_exist_fails() {
    let mut solver = Smt::new(Tool::Z3, "a-solver-that-nobody-has".into());
    assert_eq!(ask(&mut solver, LONG), Answer::Unknown(GaveUp::Failed));
}

#[test]
fn a_portfolio_asks_the_next_where_one_gives_up() {
    let fake = Fake::new("exec sleep 60");
    let of = |fake: &Fake| Portfolio::new(vec![Box::new(fake.solver()), Box::new(Builtin::new())]);
    let time = Duration::from_millis(300);
    assert!(matches!(ask(&mut of(&fake), time), Answer::Satisfiable(_)));
    let (terms, question) = question();
    let quick = Budget { per_query: Some(time), conflicts: Some(1), ..Budget::default() };
    let answer = of(&fake).check(&terms, &[question], &quick);
    assert_eq!(answer, Answer::Unknown(GaveUp::Time), "who wants it quick has no time for others");
}
