//! Tests of the built-in solver: circuits against native integers, answers against exhaustive
//! search, and that each fault put in on purpose is noticed by them.

mod budget;
mod laws;

use super::aig::{Aig, Gate, Lit};
use super::{Answer, Budget, Builtin, Solver, TUNING, Tuning};
use crate::solve::fault::Fault;
use crate::term::tests::fuzz::Fuzz;
use crate::term::tests::reference::{self, BINARY, UNARY};
use crate::term::tests::variable;
use crate::term::{Model, Term, Terms};

/// What a check found wrong.
type Complaint = Result<(), String>;

fn make(fault: Option<Fault>) -> Builtin {
    fault.map_or_else(Builtin::new, Builtin::with_fault)
}

/// The values of all nodes for 64 assignments at once, given those of the inputs by node.
fn simulate(aig: &Aig, inputs: &[u64]) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::with_capacity(aig.len());
    for (node, &input) in inputs.iter().enumerate() {
        let value = match aig.gate(node) {
            Gate::Constant => 0,
            Gate::Input => input,
            Gate::And(a, b) => value_of(&values, a) & value_of(&values, b),
        };
        values.push(value);
    }
    values
}

fn value_of(values: &[u64], lit: Lit) -> u64 {
    values[lit.node()] ^ if lit.is_negated() { u64::MAX } else { 0 }
}

/// Compares the circuit of a term with its expected values in up to 64 models at a time.
fn check_circuit(
    solver: &mut Builtin,
    terms: &Terms,
    t: Term,
    cases: &[(Vec<(Term, u128)>, u128)],
) -> Complaint {
    solver.blaster.blast(terms, t, &|_| None).expect("nothing stops it");
    let aig = &solver.blaster.circuit.aig;
    // A variable that the term was simplified not to have has no circuit.
    let variables = terms.variables_of(t);
    for cases in cases.chunks(64) {
        let mut inputs = vec![0u64; aig.len()];
        for (k, (values, _)) in cases.iter().enumerate() {
            for &(variable, value) in values.iter().filter(|(t, _)| variables.contains(t)) {
                for (i, bit) in solver.blaster.bits(terms, variable).iter().enumerate() {
                    inputs[bit.node()] |= ((value >> i & 1) as u64) << k;
                }
            }
        }
        let nodes = simulate(aig, &inputs);
        let bits = solver.blaster.bits(terms, t);
        for (k, (values, expected)) in cases.iter().enumerate() {
            let bit = |i: usize| u128::from(value_of(&nodes, bits[i]) >> k & 1) << i;
            let value: u128 = (0..bits.len()).map(bit).sum();
            if value != *expected {
                let shown = terms.display(t);
                return Err(format!("{shown} is {value}, not {expected}, at {values:?}"));
            }
        }
    }
    Ok(())
}

/// All pairs of values, or random ones if there are too many.
fn pairs(rng: &mut fastrand::Rng, width: u32) -> Vec<(u128, u128)> {
    if width <= 8 {
        let n = 1u128 << width;
        return (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).collect();
    }
    let mut value = || reference::value(rng, width);
    (0..256).map(|_| (value(), value())).collect()
}

/// All operators on words of a width, against native integers.
fn check_operators(fault: Option<Fault>, width: u32) -> Complaint {
    let mut rng = fastrand::Rng::with_seed(u64::from(width));
    let mut solver = make(fault);
    let mut terms = Terms::new();
    let (a, b) = (variable(&mut terms, "a", width), variable(&mut terms, "b", width));
    for &(op, make) in BINARY {
        let t = make(&mut terms, a, b);
        let value = |(x, y)| (vec![(a, x), (b, y)], reference::apply(op, width, x, y));
        let cases: Vec<_> = pairs(&mut rng, width).into_iter().map(value).collect();
        check_circuit(&mut solver, &terms, t, &cases)?;
    }
    for &(op, make) in UNARY {
        let t = make(&mut terms, a);
        let value = |(x, _)| (vec![(a, x)], reference::apply(op, width, x, 0));
        let cases: Vec<_> = pairs(&mut rng, width).into_iter().map(value).collect();
        check_circuit(&mut solver, &terms, t, &cases)?;
    }
    Ok(())
}

/// Choice, extraction, concatenation and extension, against shifts and masks.
fn check_structure(fault: Option<Fault>) -> Complaint {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut solver = make(fault);
    let mut terms = Terms::new();
    let (a, b) = (variable(&mut terms, "a", 16), variable(&mut terms, "b", 16));
    let c = variable(&mut terms, "c", 1);
    let t = terms.ite(c, a, b);
    type Expected = fn(u128, u128, u128) -> u128;
    let made: [(Term, Expected); 6] = [
        (t, |a, b, c| if c == 1 { a } else { b }),
        (terms.extract(a, 11, 5), |a, _, _| a >> 5 & 0x7f),
        (terms.extract(b, 6, 0), |_, b, _| b & 0x7f),
        (terms.concat(a, b), |a, b, _| a << 16 | b),
        (terms.zext(a, 40), |a, _, _| a),
        (terms.sext(b, 40), |_, b, _| (b as u16 as i16 as i64 as u64 & 0xff_ffff_ffff).into()),
    ];
    for (t, expected) in made {
        let mut case = || {
            let (x, y) = (reference::value(&mut rng, 16), reference::value(&mut rng, 16));
            let z = u128::from(rng.bool());
            (vec![(a, x), (b, y), (c, z)], expected(x, y, z))
        };
        let cases: Vec<_> = (0..256).map(|_| case()).collect();
        check_circuit(&mut solver, &terms, t, &cases)?;
    }
    Ok(())
}

/// Tables of every length up to 20 and stores, against a vector.
fn check_arrays(fault: Option<Fault>) -> Complaint {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut solver = make(fault);
    let mut terms = Terms::new();
    let (i, j, x) = (
        variable(&mut terms, "i", 64),
        variable(&mut terms, "j", 64),
        variable(&mut terms, "x", 16),
    );
    for length in 1..=20u128 {
        let mut elements: Vec<Term> = (0..length).map(|k| terms.constant(16, 7 + 3 * k)).collect();
        // Not all constant, and not all different.
        elements[length as usize / 2] = x;
        let table = terms.table(elements);
        let stored = terms.store(table, j, x);
        let (plain, changed) = (terms.select(table, i), terms.select(stored, i));
        let element = |at: u128, x: u128| {
            let at = if at < length { at } else { 0 };
            if at == length / 2 { x } else { 7 + 3 * at }
        };
        let mut case = |stored: bool| {
            let mut index = || match rng.u32(..4) {
                0 => reference::value(&mut rng, 64),
                _ => rng.u128(..length + 2),
            };
            let (at, to) = (index(), index());
            let to = if rng.bool() { at } else { to };
            let value = rng.u128(..1 << 16);
            let expected = if stored && at == to { value } else { element(at, value) };
            (vec![(i, at), (j, to), (x, value)], expected)
        };
        let cases: Vec<_> = (0..128).map(|_| case(false)).collect();
        check_circuit(&mut solver, &terms, plain, &cases)?;
        let cases: Vec<_> = (0..128).map(|_| case(true)).collect();
        check_circuit(&mut solver, &terms, changed, &cases)?;
    }
    Ok(())
}

/// Random terms, simplified, against the evaluator.
fn check_random_terms(fault: Option<Fault>, rounds: u64) -> Complaint {
    for seed in 0..rounds {
        let mut fuzz = if seed % 2 == 0 { Fuzz::long(seed) } else { Fuzz::short(seed) };
        let mut solver = make(fault);
        for _ in 0..40 {
            let t = fuzz.step();
            let case = |model: &Model| (model.iter().collect(), fuzz.terms.evaluate(t, model));
            let cases: Vec<_> = fuzz.models.iter().map(case).collect();
            check_circuit(&mut solver, &fuzz.terms, t, &cases)?;
        }
    }
    Ok(())
}

/// Questions about random terms over few bits, against exhaustive search.
fn check_answers(fault: Option<Fault>, tuning: Tuning, rounds: u64) -> Complaint {
    for seed in 0..rounds {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut terms = Terms::new();
        let variables = [
            variable(&mut terms, "a", 4),
            variable(&mut terms, "b", 4),
            variable(&mut terms, "c", 1),
        ];
        let models: Vec<Model> = (0..512)
            .map(|n: u128| {
                let mut model = Model::default();
                let values = [n & 15, n >> 4 & 15, n >> 8];
                variables.iter().zip(values).for_each(|(&t, value)| model.set(t, value));
                model
            })
            .collect();
        let mut solver = make(fault);
        solver.tuning = tuning;
        let mut words = variables[..2].to_vec();
        let mut conditions = vec![variables[2]];
        for _ in 0..30 {
            let pick = |rng: &mut fastrand::Rng, from: &[Term]| from[rng.usize(..from.len())];
            let (a, b) = (pick(&mut rng, &words), pick(&mut rng, &words));
            let b = if rng.u32(..3) == 0 { terms.constant(4, rng.u128(..16)) } else { b };
            let c = pick(&mut rng, &conditions);
            let t = match rng.u32(..6) {
                0 => terms.ite(c, a, b),
                1 => terms.not(c),
                _ => BINARY[rng.usize(..BINARY.len())].1(&mut terms, a, b),
            };
            if terms.width(t) > 1 {
                words.push(t);
                continue;
            }
            conditions.push(t);
            let assumptions: Vec<Term> =
                (0..rng.u32(1..4)).map(|_| pick(&mut rng, &conditions)).chain([t]).collect();
            let holds = |model: &Model| assumptions.iter().all(|&t| terms.evaluate(t, model) == 1);
            let possible = models.iter().any(holds);
            match solver.check(&terms, &assumptions, &Budget::default()) {
                Answer::Satisfiable(model) if holds(&model) => {}
                Answer::Satisfiable(model) => return Err(format!("{model:?} is no model")),
                Answer::Unsatisfiable if !possible => {}
                Answer::Unsatisfiable => return Err("there is a model".into()),
                Answer::Unknown(reason) => return Err(format!("gave up: {reason:?}")),
            }
        }
    }
    Ok(())
}

#[test]
fn circuits_agree_with_native_integers_on_all_bytes() {
    assert_eq!(check_operators(None, 8), Ok(()));
}

#[test]
fn circuits_agree_on_short_words() {
    for width in 1..=6 {
        assert_eq!(check_operators(None, width), Ok(()));
    }
}

#[test]
fn circuits_agree_with_native_integers_on_long_words() {
    for width in [12, 16, 32, 64] {
        assert_eq!(check_operators(None, width), Ok(()));
    }
}

#[test]
fn circuits_agree_with_native_integers_on_128_bits() {
    assert_eq!(check_operators(None, 128), Ok(()));
}

#[test]
fn circuits_agree_on_structure_and_arrays() {
    assert_eq!(check_structure(None), Ok(()));
    assert_eq!(check_arrays(None), Ok(()));
}

#[test]
fn circuits_of_random_terms_agree_with_the_evaluator() {
    assert_eq!(check_random_terms(None, 30), Ok(()));
}

/// Old and new questions about a variable whose value no sample has by chance: whatever is said to be
/// a model is one.
fn check_models(fault: Option<Fault>) -> Complaint {
    let mut rng = fastrand::Rng::with_seed(6);
    let mut solver = make(fault);
    let mut terms = Terms::new();
    let a = variable(&mut terms, "a", 64);
    let mut asked = Vec::new();
    for _ in 0..100 {
        let value = rng.u128(..1 << 64);
        let (value, byte) = (terms.constant(64, value), terms.constant(8, value & 255));
        let (same, less) = (terms.eq(a, value), terms.ult(a, value));
        let low = rng.u32(..56);
        let part = terms.extract(a, low + 7, low);
        let part = terms.eq(part, byte);
        asked.extend([less, part]);
        let mut any = || asked[rng.usize(..asked.len())];
        for question in [vec![same], vec![less], vec![any(), any()], vec![part, any(), any()]] {
            if let Answer::Satisfiable(model) = solver.check(&terms, &question, &Budget::default())
                && !question.iter().all(|&t| terms.evaluate(t, &model) == 1)
            {
                return Err(format!("{model:?} is no model"));
            }
        }
    }
    Ok(())
}

/// No samples, so that every question is searched.
const SEARCHING: Tuning = Tuning { samples: false, ..TUNING };

/// Clauses are begun anew whenever there are others than those needed.
const FORGETFUL: Tuning = Tuning { samples: false, few_gates: 0, times_gates: 1 };

#[test]
fn answers_agree_with_exhaustive_search() {
    for tuning in [TUNING, SEARCHING, FORGETFUL] {
        assert_eq!(check_answers(None, tuning, 60), Ok(()));
    }
    assert_eq!(check_models(None), Ok(()));
}

#[test]
fn every_fault_is_noticed() {
    for &fault in Fault::ALL {
        let fault = Some(fault);
        let noticed = [
            check_operators(fault, 5),
            check_structure(fault),
            check_arrays(fault),
            check_answers(fault, TUNING, 5),
            check_answers(fault, SEARCHING, 5),
            check_models(fault),
        ];
        assert!(noticed.iter().any(Result::is_err), "nobody noticed {fault:?}");
    }
}

#[test]
fn clauses_about_something_else_are_forgotten() {
    let mut terms = Terms::new();
    let (a, b) = (variable(&mut terms, "a", 16), variable(&mut terms, "b", 16));
    let (x, y) = (variable(&mut terms, "x", 16), variable(&mut terms, "y", 16));
    let (quotient, sum) = (terms.udiv(a, b), terms.add(x, y));
    let (large, small) = (terms.eq(quotient, a), terms.eq(sum, x));
    let mut solver = Builtin::new();
    solver.tuning = Tuning { few_gates: 100, ..SEARCHING };
    let mut ask = |t: Term| {
        let answer = solver.check(&terms, &[t], &Budget::default());
        let Answer::Satisfiable(model) = answer else { panic!("{answer:?}") };
        assert_eq!(terms.evaluate(t, &model), 1);
        solver.cnf.len()
    };
    let (first, second, third) = (ask(large), ask(small), ask(large));
    assert!(first > 1000 && second < 100, "{first} gates, then {second}");
    assert!(third >= first, "{third} gates are written again");
}

#[test]
fn a_model_answers_the_next_questions() {
    let mut terms = Terms::new();
    let (a, b) = (variable(&mut terms, "a", 64), variable(&mut terms, "b", 64));
    let (k, m) = (terms.constant(64, 987_654_321), terms.constant(64, 1_000_000_007));
    let product = terms.mul(a, k);
    let (is_m, less) = (terms.eq(product, m), terms.ult(b, a));
    let mut solver = Builtin::new();
    for question in [vec![is_m], vec![is_m, less], vec![is_m], vec![is_m, less]] {
        let answer = solver.check(&terms, &question, &Budget::default());
        let Answer::Satisfiable(model) = answer else { panic!("{answer:?}") };
        assert!(question.iter().all(|&t| terms.evaluate(t, &model) == 1));
    }
    assert!(solver.searches() <= 2, "{} searches for 4 questions", solver.searches());
}

/// The clauses mean what the circuits do: with the operands fixed by assumptions, the result is the
/// native one and no other.
#[test]
fn answers_agree_with_native_integers() {
    let mut rng = fastrand::Rng::with_seed(5);
    for width in [8, 16, 32, 64, 128] {
        let mut solver = Builtin::new();
        let mut terms = Terms::new();
        let (a, b) = (variable(&mut terms, "a", width), variable(&mut terms, "b", width));
        for &(op, make) in BINARY {
            // Wide dividers take long to write as clauses; their circuits are tested above.
            if width == 128 && op.contains("div") | op.contains("rem") {
                continue;
            }
            let t = make(&mut terms, a, b);
            for _ in 0..3 {
                let (x, y) = (reference::value(&mut rng, width), reference::value(&mut rng, width));
                let expected = reference::apply(op, width, x, y);
                let (x, y) = (terms.constant(width, x), terms.constant(width, y));
                let value = terms.constant(terms.width(t), expected);
                let fixed = [terms.eq(a, x), terms.eq(b, y)];
                let right = terms.eq(t, value);
                let wrong = terms.not(right);
                let mut ask =
                    |last| solver.check(&terms, &[fixed[0], fixed[1], last], &Budget::default());
                let Answer::Satisfiable(model) = ask(right) else { panic!("{op} at {width}") };
                assert_eq!(
                    (model.get(a), model.get(b)),
                    (terms.as_constant(x).unwrap(), terms.as_constant(y).unwrap())
                );
                assert_eq!(ask(wrong), Answer::Unsatisfiable, "{op} at {width}");
            }
        }
    }
}
