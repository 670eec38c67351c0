//! Tests of terms: each rule by example, and all rules together against native integers.

pub(crate) mod fuzz;
mod pairs;
pub(crate) mod reference;

use super::{Model, Term, Terms, Variable};

/// A variable named by its label.
pub(crate) fn variable(terms: &mut Terms, label: &str, width: u32) -> Term {
    let id = label.bytes().fold(u64::from(width), |id, b| id * 256 + u64::from(b));
    terms.variable(Variable { call: 0, id, width, label: label.into() })
}

/// Checks the text of a term over x, y of 8 bits, w of 16 bits, i of 64 bits and truth values c, d.
#[track_caller]
fn check(expected: &str, make: impl FnOnce(&mut Terms, Names) -> Term) {
    let mut terms = Terms::new();
    let names = Names {
        x: variable(&mut terms, "x", 8),
        y: variable(&mut terms, "y", 8),
        w: variable(&mut terms, "w", 16),
        i: variable(&mut terms, "i", 64),
        c: variable(&mut terms, "c", 1),
        d: variable(&mut terms, "d", 1),
    };
    let t = make(&mut terms, names);
    assert_eq!(terms.display(t).to_string(), expected);
}

#[derive(Clone, Copy)]
struct Names {
    x: Term,
    y: Term,
    w: Term,
    i: Term,
    c: Term,
    d: Term,
}

/// Shorthand for nested constructors, which would borrow the terms twice.
macro_rules! t {
    ($t:ident, ($f:ident $($arg:tt)*)) => {{ t!(@args $t, $f, [] $($arg)*) }};
    ($t:ident, { $width:literal : $value:expr }) => { $t.constant($width, $value as u128) };
    ($t:ident, $e:expr) => { $e };
    (@args $t:ident, $f:ident, [$($done:ident)*]) => { $t.$f($($done),*) };
    (@args $t:ident, $f:ident, [$($done:ident)*] $next:tt $($rest:tt)*) => {{
        let next = t!($t, $next);
        t!(@args $t, $f, [$($done)* next] $($rest)*)
    }};
}

#[test]
fn equal_terms_are_one() {
    let mut terms = Terms::new();
    let (x, y) = (variable(&mut terms, "x", 8), variable(&mut terms, "y", 8));
    assert_eq!(terms.add(x, y), terms.add(y, x));
    assert_eq!(terms.ule(x, y), t!(terms, (not (ult y x))));
    let again =
        terms.variable(Variable { call: 0, id: 8 * 256 + 120, width: 8, label: "z".into() });
    assert_eq!(again, x);
    assert_eq!(terms.variables().map(|(t, _)| t).collect::<Vec<_>>(), [x, y]);
}

#[test]
#[should_panic(expected = "two widths")]
fn a_variable_has_one_width() {
    let mut terms = Terms::new();
    terms.variable(Variable { call: 0, id: 1, width: 8, label: "x".into() });
    terms.variable(Variable { call: 0, id: 1, width: 9, label: "x".into() });
}

#[test]
fn logic_is_simplified() {
    check("x", |t, n| t!(t, (not (not { n.x }))));
    check("0", |t, n| t!(t, (and { n.x } (not { n.x }))));
    check("true", |t, n| t!(t, (implies { n.c } { n.c })));
    check("c && d", |t, n| t!(t, (and { n.c } (or (not { n.c }) { n.d }))));
    check("c", |t, n| t!(t, (and { n.c } (or { n.c } { n.d }))));
    check("zext8(x[3:0])", |t, n| t!(t, (and { n.x } {8: 15})));
    check("x[7:4] ++ 0", |t, n| t!(t, (and { n.x } {8: 0xf0})));
    check("c != d", |t, n| t!(t, (xor { n.c } { n.d })));
    check("false", |t, n| {
        let not_c = t.not(n.c);
        t.conjunction(&[n.c, n.d, not_c])
    });
    check("true", |t, _| t.conjunction(&[]));
}

#[test]
fn arithmetic_is_simplified() {
    check("x + 3", |t, n| t!(t, (add (add { n.x } {8: 1}) {8: 2})));
    check("(x + y) + 3", |t, n| t!(t, (add (add { n.x } {8: 1}) (add { n.y } {8: 2}))));
    check("x - 2", |t, n| t!(t, (sub { n.x } {8: 2})));
    check("y", |t, n| t!(t, (sub (add { n.x } { n.y }) { n.x })));
    check("(w[12:0] ++ 0) + 8", |t, n| t!(t, (mul (add { n.w } {16: 1}) {16: 8})));
    check("zext8(x[7:2])", |t, n| t!(t, (udiv { n.x } {8: 4})));
    check("zext8(x[1:0])", |t, n| t!(t, (urem { n.x } {8: 4})));
    check("255", |t, n| t!(t, (udiv { n.x } {8: 0})));
    check("85 < x", |t, n| t!(t, (umul_overflows { n.x } {8: 3})));
    // By zero it is all ones of 16 bits, which is not an extension.
    check(
        "if (y == 0) then 65535 else zext16(x / y)",
        |t, n| t!(t, (udiv (zext { n.x } { 16 }) (zext { n.y } { 16 }))),
    );
}

#[test]
fn comparisons_are_simplified() {
    check("x == 2", |t, n| t!(t, (eq (add { n.x } {8: 1}) {8: 3})));
    check("false", |t, n| t!(t, (eq (add { n.i } {64: 1}) (add { n.i } {64: 2}))));
    check("x == 5", |t, n| t!(t, (eq (zext { n.x } { 64 }) {64: 5})));
    check("false", |t, n| t!(t, (eq (zext { n.x } { 64 }) {64: 256})));
    check("(x == 1) && (y == 2)", |t, n| t!(t, (eq (concat { n.x } { n.y }) {16: 0x0102})));
    check("c", |t, n| t!(t, (eq (ite { n.c } {8: 1} {8: 0}) {8: 1})));
    check("!c", |t, n| t!(t, (eq (ite { n.c } {8: 7} {8: 9}) {8: 9})));
    check("!d && !c", |t, n| t!(t, (eq (ite { n.c } {8: 1} (ite { n.d } {8: 2} {8: 3})) {8: 3})));
    check("x == 0", |t, n| t!(t, (ult { n.x } {8: 1})));
    check("x < 9", |t, n| t!(t, (ult (zext { n.x } { 64 }) {64: 9})));
    check("true", |t, n| t!(t, (ult (zext { n.x } { 64 }) {64: 256})));
    check("true", |t, n| t!(t, (slt {64: -1i64} (zext { n.x } { 64 }))));
    check("false", |t, n| t!(t, (ult { n.x } {8: 0})));
    check("x <= 8", |t, n| t!(t, (ule { n.x } {8: 8})));
}

#[test]
fn choices_are_simplified() {
    check("c", |t, n| t!(t, (ite { n.c } {1: 1} {1: 0})));
    check("zext8(c)", |t, n| t!(t, (ite { n.c } {8: 1} {8: 0})));
    check("if c then y else x", |t, n| t!(t, (ite (not { n.c }) { n.x } { n.y })));
    check("if c then x else 3", |t, n| t!(t, (ite { n.c } (ite { n.c } { n.x } { n.y }) {8: 3})));
    check(
        "if (c || d) then x else y",
        |t, n| t!(t, (ite { n.c } { n.x } (ite { n.d } { n.x } { n.y }))),
    );
    check("x", |t, n| t!(t, (ite (eq { n.x } {8: 5}) {8: 5} { n.x })));
}

#[test]
fn a_value_stored_as_bytes_is_loaded_as_it_was() {
    let mut terms = Terms::new();
    let (w, x, c) =
        (variable(&mut terms, "w", 64), variable(&mut terms, "x", 8), variable(&mut terms, "c", 1));
    let one = terms.constant(64, 0x0102_0000_0000_0304);
    let values = [
        w,
        one,
        terms.add(w, one),
        terms.zext(x, 64),
        terms.sext(x, 64),
        terms.zext(c, 64),
        terms.ite(c, w, one),
        terms.ite(c, one, w),
        t!(terms, (and w { 64: 0xfff })),
        t!(terms, (shl w { 64: 12 })),
        t!(terms, (ite c { 64: 77 } (zext x { 64 }))),
        t!(terms, (ite c one (sext x { 64 }))),
        t!(terms, (ite c { 64: u64::MAX } (add w one))),
    ];
    for value in values {
        let bytes: Vec<Term> = (0..8).map(|i| terms.extract(value, 8 * i + 7, 8 * i)).collect();
        let from_low = bytes[1..].iter().fold(bytes[0], |low, &high| terms.concat(high, low));
        let from_high =
            bytes[..7].iter().rev().fold(bytes[7], |high, &low| terms.concat(high, low));
        let shown = terms.display(value).to_string();
        assert_eq!(from_low, value, "{shown} came back as {}", terms.display(from_low));
        assert_eq!(from_high, value, "{shown} came back as {}", terms.display(from_high));
        // And as it is loaded in code that packs words by hand.
        let mut packed = terms.constant(64, 0);
        for (i, &byte) in bytes.iter().enumerate() {
            let wide = terms.zext(byte, 64);
            let amount = terms.constant(64, 8 * i as u128);
            let moved = terms.shl(wide, amount);
            packed = terms.or(packed, moved);
        }
        assert_eq!(packed, value, "{shown} was packed as {}", terms.display(packed));
    }
}

#[test]
fn arrays_are_functions() {
    let mut terms = Terms::new();
    let (i, x) = (variable(&mut terms, "i", 64), variable(&mut terms, "x", 8));
    let elements: Vec<Term> = (0..100).map(|k| terms.constant(8, k + 50)).collect();
    let array = terms.table(elements.clone());
    let at = |terms: &mut Terms, k| terms.constant(64, k);

    let (three, hundred, first) = (at(&mut terms, 3), at(&mut terms, 100), at(&mut terms, 0));
    assert_eq!(terms.select(array, three), elements[3]);
    assert_eq!(terms.select(array, hundred), elements[0], "out of range");

    let next = t!(terms, (add i { 64: 1 }));
    let stored = terms.store(array, i, x);
    assert_eq!(terms.select(stored, i), x);
    let beside = terms.select(stored, next);
    assert_eq!(beside, terms.select(array, next), "i + 1 is not i");
    let changed = terms.store(array, first, x);
    assert_eq!(terms.select(changed, hundred), elements[0], "a store changes one index");

    let unknown = terms.select(stored, three);
    let mut model = Model::default();
    model.set(x, 7);
    assert_eq!(terms.evaluate(unknown, &model), 53);
    model.set(i, 3);
    assert_eq!(terms.evaluate(unknown, &model), 7);
    assert_eq!(terms.variables_of(unknown).into_iter().collect::<Vec<_>>(), [i, x]);

    let small = terms.table(elements[..4].to_vec());
    let copied = terms.store(small, three, x);
    let all = terms.select(copied, i);
    assert_eq!(terms.evaluate(all, &model), 7);
    model.set(i, 4);
    assert_eq!(terms.evaluate(all, &model), 50);
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut terms = Terms::new();
    let (x, one) = (variable(&mut terms, "x", 32), terms.constant(32, 1));
    let (mut t, mut chain) = (x, x);
    for k in 0..200_000u128 {
        let product = terms.mul(t, x);
        t = terms.add(product, one);
        let (k, v) = (terms.constant(32, k), terms.constant(32, 3 * k));
        let here = terms.eq(x, k);
        chain = terms.ite(here, v, chain);
    }
    let mut model = Model::default();
    model.set(x, 2);
    let expected = (0..200_000).fold(2u32, |t, _| t.wrapping_mul(2).wrapping_add(1));
    assert_eq!(terms.evaluate(t, &model), expected.into());
    assert_eq!(terms.evaluate(chain, &model), 6);
    let (low, question) = (terms.extract(chain, 7, 0), terms.eq(chain, one));
    assert_eq!(terms.evaluate(low, &model), 6);
    assert_eq!(terms.evaluate(question, &model), 0);
    assert_eq!(terms.variables_of(question).len(), 1);
    assert!(terms.display(t).to_string().contains('…'));
}
