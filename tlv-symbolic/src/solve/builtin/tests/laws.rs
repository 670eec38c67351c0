//! Laws of arithmetic: true ones are proved, false ones refuted by models that really do.

use crate::solve::{Answer, Budget, Builtin, Solver};
use crate::term::tests::variable;
use crate::term::{Term, Terms};

type Law = fn(&mut Terms, Term, Term, Term) -> Term;

/// Asks whether the law holds of all a, b, c of the width.
fn counterexample(law: Law, width: u32) -> Option<Vec<u128>> {
    let mut terms = Terms::new();
    let all = ["a", "b", "c"].map(|label| variable(&mut terms, label, width));
    let t = law(&mut terms, all[0], all[1], all[2]);
    let wrong = terms.not(t);
    match Builtin::new().check(&terms, &[wrong], &Budget::default()) {
        Answer::Unsatisfiable => None,
        Answer::Satisfiable(model) => {
            assert_eq!(terms.evaluate(wrong, &model), 1, "a model of {}", terms.display(wrong));
            Some(all.iter().map(|&t| model.get(t)).collect())
        }
        Answer::Unknown(reason) => panic!("gave up: {reason:?}"),
    }
}

#[track_caller]
fn holds(width: u32, law: Law) {
    assert_eq!(counterexample(law, width), None);
}

#[track_caller]
fn fails(width: u32, law: Law) {
    assert!(counterexample(law, width).is_some());
}

/// Shorthand for laws: operators as calls, `one`, `zero` and numbers by `k`.
fn k(t: &mut Terms, like: Term, value: u128) -> Term {
    let width = t.width(like);
    t.constant(width, value)
}

#[test]
fn sums_and_products_obey_the_laws_of_rings() {
    // Sums of three in another order.
    holds(64, |t, a, b, c| {
        let (ab, bc) = (t.add(a, b), t.add(b, c));
        let (left, right) = (t.add(ab, c), t.add(a, bc));
        t.eq(left, right)
    });
    holds(5, |t, a, b, c| {
        let (ab, bc) = (t.mul(a, b), t.mul(b, c));
        let (left, right) = (t.mul(ab, c), t.mul(a, bc));
        t.eq(left, right)
    });
    holds(6, |t, a, b, c| {
        let (bc, ab, ac) = (t.add(b, c), t.mul(a, b), t.mul(a, c));
        let (left, right) = (t.mul(a, bc), t.add(ab, ac));
        t.eq(left, right)
    });
    holds(32, |t, a, b, _| {
        let (difference, minus) = (t.sub(a, b), t.sub(b, a));
        let minus = t.neg(minus);
        t.eq(difference, minus)
    });
    // a & b plus a | b is a plus b.
    holds(32, |t, a, b, _| {
        let (and, or, sum) = (t.and(a, b), t.or(a, b), t.add(a, b));
        let parts = t.add(and, or);
        t.eq(parts, sum)
    });
    fails(32, |t, a, b, _| {
        let (x, y) = (t.sub(a, b), t.sub(b, a));
        t.eq(x, y)
    });
    // Distributivity the other way round.
    fails(16, |t, a, b, c| {
        let (bc, ab, ac) = (t.mul(b, c), t.add(a, b), t.add(a, c));
        let (left, right) = (t.add(a, bc), t.mul(ab, ac));
        t.eq(left, right)
    });
}

#[test]
fn division_is_the_inverse_of_multiplication() {
    // a = b · (a / b) + a % b and a % b < b, unless b is 0; so also of signed numbers.
    holds(6, |t, a, b, _| {
        let (q, r, zero) = (t.udiv(a, b), t.urem(a, b), k(t, a, 0));
        let product = t.mul(q, b);
        let sum = t.add(product, r);
        let (same, smaller, by_zero) = (t.eq(sum, a), t.ult(r, b), t.eq(b, zero));
        let fits = t.or(smaller, by_zero);
        t.and(same, fits)
    });
    holds(6, |t, a, b, _| {
        let (q, r) = (t.sdiv(a, b), t.srem(a, b));
        let product = t.mul(q, b);
        let sum = t.add(product, r);
        t.eq(sum, a)
    });
    // The remainder has the dividend's sign or is 0.
    holds(8, |t, a, b, _| {
        let (r, zero) = (t.srem(a, b), k(t, a, 0));
        let (negative, minus, none) = (t.slt(a, zero), t.slt(r, zero), t.eq(r, zero));
        let same = t.eq(negative, minus);
        t.or(same, none)
    });
    fails(16, |t, a, b, _| {
        let (u, s) = (t.udiv(a, b), t.sdiv(a, b));
        t.eq(u, s)
    });
    // An arithmetic shift rounds down, a division to zero.
    fails(16, |t, a, _, _| {
        let (one, two) = (k(t, a, 1), k(t, a, 2));
        let (shifted, divided) = (t.ashr(a, one), t.sdiv(a, two));
        t.eq(shifted, divided)
    });
}

#[test]
fn overflow_is_what_a_longer_product_shows() {
    holds(6, |t, a, b, _| {
        let (x, y) = (t.zext(a, 12), t.zext(b, 12));
        let product = t.mul(x, y);
        let (high, zero) = (t.extract(product, 11, 6), k(t, a, 0));
        let (fits, overflows) = (t.eq(high, zero), t.umul_overflows(a, b));
        t.xor(fits, overflows)
    });
    holds(6, |t, a, b, _| {
        let (x, y) = (t.sext(a, 12), t.sext(b, 12));
        let (product, short) = (t.mul(x, y), t.mul(a, b));
        let short = t.sext(short, 12);
        let (fits, overflows) = (t.eq(product, short), t.smul_overflows(a, b));
        t.xor(fits, overflows)
    });
    fails(32, |t, a, b, _| {
        let (u, s) = (t.umul_overflows(a, b), t.smul_overflows(a, b));
        t.eq(u, s)
    });
}

#[test]
fn orders_are_total_and_differ_by_the_sign() {
    holds(64, |t, a, b, c| {
        let (ab, bc, ac) = (t.slt(a, b), t.slt(b, c), t.slt(a, c));
        let both = t.and(ab, bc);
        t.implies(both, ac)
    });
    holds(64, |t, a, b, _| {
        let (less, more, same) = (t.ult(a, b), t.ult(b, a), t.eq(a, b));
        let differ = t.or(less, more);
        t.xor(differ, same)
    });
    holds(32, |t, a, b, _| {
        let sign = k(t, a, 1 << 31);
        let (x, y) = (t.xor(a, sign), t.xor(b, sign));
        let (signed, turned) = (t.slt(a, b), t.ult(x, y));
        t.eq(signed, turned)
    });
    fails(64, |t, a, b, _| {
        let (signed, unsigned) = (t.slt(a, b), t.ult(a, b));
        t.eq(signed, unsigned)
    });
    // Sums wrap around.
    fails(64, |t, a, b, _| {
        let sum = t.add(a, b);
        t.ule(a, sum)
    });
}

#[test]
fn shifts_are_products_with_powers() {
    holds(8, |t, a, b, _| {
        let (one, width) = (k(t, a, 1), k(t, a, 8));
        let (power, shifted) = (t.shl(one, b), t.shl(a, b));
        let product = t.mul(a, power);
        let (same, far) = (t.eq(shifted, product), t.ule(width, b));
        t.or(same, far)
    });
    // There and back clears the high bits.
    fails(32, |t, a, b, _| {
        let there = t.shl(a, b);
        let back = t.lshr(there, b);
        t.eq(back, a)
    });
    // The lowest one: as many zeros below it as above its place.
    holds(16, |t, a, _, _| {
        let minus = t.neg(a);
        let lowest = t.and(a, minus);
        let (below, all, above) = (t.trailing_zeros(a), k(t, a, 15), t.leading_zeros(lowest));
        let (rest, zero) = (t.sub(all, above), k(t, a, 0));
        let (same, none) = (t.eq(below, rest), t.eq(a, zero));
        t.or(same, none)
    });
    holds(16, |t, a, _, _| {
        let (one, zero) = (k(t, a, 1), k(t, a, 0));
        let less = t.sub(a, one);
        let cleared = t.and(a, less);
        let (ones, fewer) = (t.count_ones(a), t.count_ones(cleared));
        let counted = t.add(fewer, one);
        let (same, none) = (t.eq(ones, counted), t.eq(a, zero));
        t.or(same, none)
    });
}
