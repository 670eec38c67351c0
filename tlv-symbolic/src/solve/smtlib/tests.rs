//! Tests of the text: by tables, and by what z3 says of it beside the evaluator and the built-in
//! solver.

use std::io::Write;
use std::process::{Command, Stdio};

use super::{Writer, literal, name, script, script_with_values, values};
use crate::solve::fault::Fault;
use crate::solve::{Answer, Budget, Builtin, Solver};
use crate::term::tests::fuzz::Fuzz;
use crate::term::tests::reference::{self, BINARY, UNARY};
use crate::term::{Model, Term, Terms, Variable};

fn variable(terms: &mut Terms, id: u64, width: u32, label: &str) -> Term {
    terms.variable(Variable { call: 1, id, width, label: label.to_owned() })
}

/// The definition of a term, without its name.
#[track_caller]
fn check(make: impl Fn(&mut Terms, &[Term; 4]) -> Term, expected: &str) {
    let mut terms = Terms::new();
    let words = [("a", 8), ("b", 8), ("p", 1), ("i", 64)];
    let mut id = 0;
    let variables = words.map(|(label, width)| {
        id += 1;
        variable(&mut terms, id, width, label)
    });
    let t = make(&mut terms, &variables);
    let mut text = String::new();
    Writer::new().define(&terms, &[t], &mut text);
    let begin = format!("(define-fun {} () ", name(&terms, t));
    let definition = text.lines().find_map(|line| line.strip_prefix(&begin));
    let definition = definition.and_then(|line| line.strip_suffix(')'));
    assert_eq!(definition, Some(expected), "in\n{text}");
}

#[test]
fn a_question_is_a_whole_script() {
    let mut terms = Terms::new();
    let len = variable(&mut terms, 0x2a, 64, "self.len");
    let full = variable(&mut terms, 7, 1, "full|\\\n");
    let limit = terms.constant(64, 1024);
    let below = terms.ult(len, limit);
    let question = terms.and(below, full);
    let number = |t: Term| t.index();
    assert_eq!(
        script(&terms, &[question, below]),
        format!(
            "(set-logic QF_BV)\n\
             (declare-const |self.len@1.2a| (_ BitVec 64))\n\
             (declare-const |full___@1.7| Bool)\n\
             (define-fun t{0} () Bool (bvult |self.len@1.2a| #x0000000000000400))\n\
             (define-fun t{1} () Bool (and |full___@1.7| t{0}))\n\
             (assert t{1})\n\
             (assert t{0})\n\
             (check-sat)\n",
            number(below),
            number(question),
        )
    );
    let text = script_with_values(&terms, &[full], &[len, full]);
    assert!(text.ends_with("(check-sat)\n(get-value (|self.len@1.2a| |full___@1.7|))\n"), "{text}");
}

#[test]
fn nothing_and_constants_can_be_asked() {
    let mut terms = Terms::new();
    let (no, yes) = (terms.bool(false), terms.bool(true));
    assert_eq!(script(&terms, &[]), "(set-logic QF_BV)\n(check-sat)\n");
    let text = "(set-logic QF_BV)\n(assert true)\n(assert false)\n(check-sat)\n";
    assert_eq!(script(&terms, &[yes, no]), text);
}

#[test]
fn operators_are_those_of_the_standard() {
    check(|terms, &[a, b, ..]| terms.add(a, b), "(_ BitVec 8) (bvadd |a@1.1| |b@1.2|)");
    check(|terms, &[a, b, ..]| terms.udiv(a, b), "(_ BitVec 8) (bvudiv |a@1.1| |b@1.2|)");
    check(|terms, &[a, b, ..]| terms.srem(a, b), "(_ BitVec 8) (bvsrem |a@1.1| |b@1.2|)");
    check(|terms, &[a, b, ..]| terms.eq(a, b), "Bool (= |a@1.1| |b@1.2|)");
    check(|terms, &[a, b, ..]| terms.slt(a, b), "Bool (bvslt |a@1.1| |b@1.2|)");
    check(|terms, &[a, ..]| terms.not(a), "(_ BitVec 8) (bvnot |a@1.1|)");
    check(|terms, &[a, b, p, _]| terms.ite(p, a, b), "(_ BitVec 8) (ite |p@1.3| |a@1.1| |b@1.2|)");
    check(|terms, &[a, ..]| terms.extract(a, 6, 2), "(_ BitVec 5) ((_ extract 6 2) |a@1.1|)");
    check(|terms, &[a, ..]| terms.sext(a, 12), "(_ BitVec 12) ((_ sign_extend 4) |a@1.1|)");
    check(|terms, &[a, b, ..]| terms.concat(a, b), "(_ BitVec 16) (concat |a@1.1| |b@1.2|)");
}

#[test]
fn one_bit_is_a_truth_value_and_a_vector_where_it_must() {
    check(|terms, &[.., p, _]| terms.not(p), "Bool (not |p@1.3|)");
    check(|terms, &[a, ..]| terms.extract(a, 3, 3), "Bool (= ((_ extract 3 3) |a@1.1|) #b1)");
    check(
        |terms, &[.., p, _]| terms.sext(p, 8),
        "(_ BitVec 8) ((_ sign_extend 7) (ite |p@1.3| #b1 #b0))",
    );
    check(
        |terms, &[a, _, p, _]| terms.concat(p, a),
        "(_ BitVec 9) (concat (ite |p@1.3| #b1 #b0) |a@1.1|)",
    );
}

#[test]
fn overflow_and_counts_are_spelled_out() {
    check(
        |terms, &[a, b, ..]| terms.umul_overflows(a, b),
        "Bool (let ((product (bvmul ((_ zero_extend 8) |a@1.1|) ((_ zero_extend 8) |b@1.2|)))) \
         (not (= product ((_ zero_extend 8) ((_ extract 7 0) product)))))",
    );
    let narrow = |terms: &mut Terms, a: Term| terms.extract(a, 1, 0);
    check(
        |terms, &[a, ..]| {
            let a = narrow(terms, a);
            assert_eq!(a.index(), 4, "the number in the text below");
            terms.leading_zeros(a)
        },
        "(_ BitVec 2) (let ((spread t4)) \
         (let ((spread (bvor spread (bvlshr spread #b01)))) \
         (let ((bits (bvnot spread))) (bvadd ((_ zero_extend 1) ((_ extract 1 1) bits)) \
         ((_ zero_extend 1) ((_ extract 0 0) bits))))))",
    );
}

#[test]
fn tables_are_choices_by_the_bits_of_the_index() {
    check(
        |terms, &[a, b, _, i]| {
            let zero = terms.constant(8, 0);
            let table = terms.table(vec![a, b, zero]);
            terms.select(table, i)
        },
        "(_ BitVec 8) (ite (bvult |i@1.4| #x0000000000000003) \
         (ite (= ((_ extract 1 1) |i@1.4|) #b1) #x00 \
         (ite (= ((_ extract 0 0) |i@1.4|) #b1) |b@1.2| |a@1.1|)) |a@1.1|)",
    );
}

#[test]
fn names_are_unique_and_no_solvers_own() {
    let mut terms = Terms::new();
    let mut make = |call, id, label: &str| {
        let v = Variable { call, id, width: 8, label: label.to_owned() };
        let t = terms.variable(v);
        name(&terms, t)
    };
    let names =
        [make(1, 1, "x"), make(1, 2, "x"), make(2, 1, "x"), make(2, 2, ""), make(3, 1, "@y")];
    assert_eq!(names, ["|x@1.1|", "|x@1.2|", "|x@2.1|", "|_@2.2|", "|_@y@3.1|"]);
}

#[test]
fn what_was_defined_is_not_defined_again() {
    let mut terms = Terms::new();
    let (a, b) = (variable(&mut terms, 1, 8, "a"), variable(&mut terms, 2, 8, "b"));
    let sum = terms.add(a, b);
    let (mut writer, mut text) = (Writer::new(), String::new());
    writer.define(&terms, &[sum], &mut text);
    text.clear();
    let product = terms.mul(sum, a);
    writer.define(&terms, &[sum, product, a], &mut text);
    let definition = format!("(bvmul {} |a@1.1|)", name(&terms, sum));
    let turned = format!("(bvmul |a@1.1| {})", name(&terms, sum));
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains(&definition) || text.contains(&turned), "{text}");
}

#[test]
fn deep_terms_are_long_and_not_deep() {
    let mut terms = Terms::new();
    let (a, b) = (variable(&mut terms, 1, 64, "a"), variable(&mut terms, 2, 64, "b"));
    let mut t = a;
    for _ in 0..50_000 {
        let product = terms.mul(t, b);
        t = terms.xor(product, a);
    }
    let question = terms.eq(t, b);
    let text = script(&terms, &[question]);
    let nesting = |line: &str| {
        let step = |(depth, most): (i32, i32), c: char| match c {
            '(' => (depth + 1, most.max(depth + 1)),
            ')' => (depth - 1, most),
            _ => (depth, most),
        };
        line.chars().fold((0, 0), step).1
    };
    assert!(text.lines().count() > 100_000);
    assert!(text.lines().all(|line| nesting(line) <= 4));
}

#[test]
fn only_values_are_read() {
    let mut terms = Terms::new();
    let all = [
        variable(&mut terms, 1, 8, "a )"),
        variable(&mut terms, 2, 1, "b"),
        variable(&mut terms, 3, 3, "c"),
    ];
    let read = |answer: &str| {
        let model = values(&terms, &all, answer)?;
        Some(all.map(|t| model.get(t)))
    };
    let whole = "((|a )@1.1| #xfe)\n (|b@1.2| true)\n (c@1.3 #b101))\n";
    assert_eq!(read(whole), Some([254, 1, 5]));
    for wrong in
        ["", "unsat", "((|a )@1.1| #xfe))", &whole[..whole.len() - 2], "(error \"no model\")"]
    {
        assert_eq!(read(wrong), None, "{wrong}");
    }
    for (width, text) in [(8, "#xf"), (8, "#b1"), (8, "true"), (8, "#x+f"), (8, "12"), (8, "#xgg")]
    {
        assert_eq!(literal(width, text), None, "{text}");
    }
    assert_eq!(literal(128, &format!("#x{}", "f".repeat(32))), Some(u128::MAX));
}

/// What z3 prints on a script; none if it is not installed, which fails in continuous integration.
#[expect(clippy::print_stderr, reason = "who runs the tests is to know what was skipped")]
fn z3(script: &str) -> Option<String> {
    let child = Command::new("z3")
        .args(["-in", "-smt2", "-T:60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
            assert!(!is_ci, "z3 is missing, and nothing is skipped in CI: {error}");
            eprintln!("skipped: z3 is missing ({error})");
            return None;
        }
    };
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(script.as_bytes()).expect("z3 reads the script");
    drop(input);
    let output = child.wait_with_output().expect("z3 ends");
    Some(String::from_utf8(output.stdout).expect("z3 prints text"))
}

/// Complains unless z3 gives the terms just these values, for these values of the variables.
fn compare_values(
    terms: &mut Terms,
    fixed: &[(Term, u128)],
    expected: &[(Term, u128)],
) -> Result<(), String> {
    let mut same = |(t, value): &(Term, u128)| {
        let value = terms.constant(terms.width(*t), *value);
        terms.eq(*t, value)
    };
    let fixed: Vec<Term> = fixed.iter().map(&mut same).collect();
    let expected: Vec<Term> = expected.iter().map(&mut same).collect();
    let right = terms.conjunction(&expected);
    let wrong = terms.not(right);
    for (question, answer) in [(right, "sat"), (wrong, "unsat")] {
        let assumptions: Vec<Term> = fixed.iter().copied().chain([question]).collect();
        let script = script(terms, &assumptions);
        match z3(&script) {
            Some(said) if said.trim() != answer => return Err(format!("{said} of\n{script}")),
            _ => {}
        }
    }
    Ok(())
}

/// Each operator on edge values of several widths, all in one question.
fn operator_values(
    op: &str,
    make: impl Fn(&mut Terms, Term, Term) -> Term,
    spoil: bool,
) -> Result<(), String> {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut terms = Terms::new();
    let (mut fixed, mut expected) = (Vec::new(), Vec::new());
    for width in [1, 2, 3, 5, 8, 16, 31, 32, 64, 100, 128] {
        for sample in 0..12 {
            let id = fixed.len() as u64;
            let (a, b) =
                (variable(&mut terms, id, width, "a"), variable(&mut terms, id + 1, width, "b"));
            let x = reference::value(&mut rng, width);
            // Division by zero is not to be left to chance.
            let y = if sample == 0 { 0 } else { reference::value(&mut rng, width) };
            fixed.extend([(a, x), (b, y)]);
            let value = reference::apply(op, width, x, y);
            expected.push((make(&mut terms, a, b), value));
        }
    }
    if spoil {
        expected[40].1 ^= 1;
    }
    compare_values(&mut terms, &fixed, &expected).map_err(|said| format!("{op}: {said}"))
}

#[test]
fn z3_gives_operators_the_values_of_native_integers() {
    for &(op, make) in BINARY {
        assert_eq!(operator_values(op, make, false), Ok(()));
    }
    for &(op, make) in UNARY {
        assert_eq!(operator_values(op, |terms, a, _| make(terms, a), false), Ok(()));
    }
    if z3("").is_some() {
        assert!(operator_values("add", Terms::add, true).is_err(), "a wrong value goes unnoticed");
    }
}

#[test]
fn z3_gives_random_terms_the_values_of_the_evaluator() {
    for seed in 0..12 {
        let mut fuzz = if seed % 2 == 0 { Fuzz::long(seed) } else { Fuzz::short(seed) };
        let made: Vec<Term> = (0..120).map(|_| fuzz.step()).collect();
        let mut terms = fuzz.terms.clone();
        for model in fuzz.models.iter().take(2) {
            let fixed: Vec<(Term, u128)> = model.iter().collect();
            let values = terms.evaluate_all(&made, model);
            let expected: Vec<(Term, u128)> = made.iter().copied().zip(values).collect();
            assert_eq!(compare_values(&mut terms, &fixed, &expected), Ok(()), "seed {seed}");
        }
    }
}

/// How many of many random questions z3 and a solver answer each way, or where they differ. Models of
/// both are evaluated.
fn compare_answers(mut make: impl FnMut() -> Builtin) -> Result<[usize; 2], String> {
    let mut answers = [0; 2];
    for seed in 0..48 {
        let mut fuzz = Fuzz::short(seed);
        let mut rng = fastrand::Rng::with_seed(seed);
        let made: Vec<Term> = (0..100).map(|_| fuzz.step()).collect();
        let mut terms = fuzz.terms;
        // Some terms at some value: several at once are often impossible.
        let question: Vec<Term> = (0..rng.usize(1..4))
            .map(|_| {
                let t = made[rng.usize(..made.len())];
                let value = reference::value(&mut rng, terms.width(t));
                let value = terms.constant(terms.width(t), value);
                terms.eq(t, value)
            })
            .collect();
        let mut variables: Vec<Term> =
            question.iter().flat_map(|&t| terms.variables_of(t)).collect();
        variables.sort_unstable();
        variables.dedup();
        let script = script_with_values(&terms, &question, &variables);
        let Some(said) = z3(&script) else { continue };
        let (verdict, rest) = said.split_once('\n').unwrap_or((&said, ""));
        let holds = |model: &Model| question.iter().all(|&t| terms.evaluate(t, model) == 1);
        match (make().check(&terms, &question, &Budget::default()), verdict) {
            (Answer::Satisfiable(model), "sat") => {
                let theirs = if variables.is_empty() {
                    Some(Model::default())
                } else {
                    values(&terms, &variables, rest)
                };
                if !holds(&model) || !theirs.is_some_and(|model| holds(&model)) {
                    return Err(format!("no model: {model:?} or {rest} of\n{script}"));
                }
                answers[0] += 1;
            }
            (Answer::Unsatisfiable, "unsat") => answers[1] += 1,
            (ours, theirs) => return Err(format!("{ours:?} and {theirs} of\n{script}")),
        }
    }
    Ok(answers)
}

#[test]
fn z3_and_the_builtin_solver_agree_on_random_questions() {
    let answers = compare_answers(Builtin::new);
    let Ok([satisfiable, unsatisfiable]) = answers else { panic!("{answers:?}") };
    if z3("").is_some() {
        assert!(satisfiable >= 10 && unsatisfiable >= 10, "hardly anything is asked: {answers:?}");
        for fault in [Fault::SwappedArms, Fault::ShortEquality, Fault::LostClause] {
            let noticed = compare_answers(|| Builtin::with_fault(fault));
            assert!(noticed.is_err(), "nobody noticed {fault:?}");
        }
    }
}
