//! Conditions: the same on numbers and on terms, and written as Rust.

use std::collections::BTreeMap;

use super::toy::Random;
use super::*;
use crate::summary::{self, Observed};
use crate::term::{Model, Terms, Variable};

const A: u64 = 1;
const B: u64 = 2;
const ABSENT: u64 = 3;
const SOME: u64 = 4;

fn names() -> BTreeMap<u64, Feature> {
    let variants = ["Phase::Idle", "Phase::Busy { .. }"].map(str::to_owned).to_vec();
    let features = [
        (A, "self.len", FeatureKind::Number),
        (B, "self.cap", FeatureKind::Number),
        (4, "self.open", FeatureKind::Boolean),
        (5, "self.phase", FeatureKind::Variant(variants)),
    ];
    let feature = |(id, name, kind): (u64, &str, FeatureKind)| {
        (id, Feature { id, name: name.to_owned(), kind })
    };
    features.map(feature).into()
}

fn is(id: u64, relation: Relation, value: i128) -> Atom {
    Atom::Compare(Expression::Feature(id), relation, Operand::Constant(value))
}

#[test]
fn conditions_are_written_as_rust() {
    let check = |when: Option<Atom>, then: Atom, expected: &str| {
        assert_eq!(Condition { when, then }.text(&names()), expected);
    };
    check(None, is(A, Relation::AtMost, 1024), "self.len <= 1024");
    check(None, is(A, Relation::Equal, 3), "self.len == 3");
    check(None, is(4, Relation::Equal, 1), "self.open");
    check(None, is(4, Relation::Equal, 0), "!self.open");
    check(None, is(5, Relation::Equal, 1), "matches!(self.phase, Phase::Busy { .. })");
    check(None, Atom::OneOf(A, vec![0, 2, 3]), "matches!(self.len, 0 | 2 | 3)");
    check(None, Atom::Odd(A, false), "self.len % 2 == 0");
    check(None, Atom::Odd(A, true), "self.len % 2 != 0");
    let sum = Atom::Compare(Expression::Sum(A, B), Relation::Equal, Operand::Constant(7));
    check(None, sum, "self.len + self.cap == 7");
    let order = Atom::Compare(Expression::Feature(A), Relation::Less, Operand::Feature(B));
    check(Some(is(4, Relation::Equal, 1)), order.clone(), "!self.open || self.len < self.cap");
    check(Some(is(4, Relation::Equal, 0)), order.clone(), "self.open || self.len < self.cap");
    check(Some(is(A, Relation::Equal, 2)), order.clone(), "self.len != 2 || self.len < self.cap");
    check(Some(is(A, Relation::AtLeast, 1)), order, "!(self.len >= 1) || self.len < self.cap");
}

fn feature(random: &mut Random) -> u64 {
    [A, B, ABSENT][random.below(3) as usize]
}

fn number(random: &mut Random) -> i128 {
    match random.below(4) {
        0 => i128::from(random.next() as i64),
        1 => i128::MAX - i128::from(random.below(2)),
        _ => i128::from(random.below(4)) - 2,
    }
}

fn atom(random: &mut Random) -> Atom {
    let left = match random.below(3) {
        0 => Expression::Feature(feature(random)),
        1 => Expression::Sum(feature(random), feature(random)),
        _ => Expression::Difference(feature(random), feature(random)),
    };
    let right = match random.below(2) {
        0 => Operand::Constant(number(random)),
        _ => Operand::Feature(feature(random)),
    };
    let relations = [Relation::Equal, Relation::AtMost, Relation::AtLeast, Relation::Less];
    match random.below(6) {
        0 => Atom::OneOf(feature(random), vec![number(random), number(random)]),
        1 => Atom::Odd(feature(random), random.below(2) == 0),
        _ => Atom::Compare(left, relations[random.below(4) as usize], right),
    }
}

#[test]
fn a_condition_is_the_same_on_numbers_and_on_terms() {
    let mut random = Random(7);
    let mut terms = Terms::new();
    let mut variable = |id: u64, width: u32| {
        terms.variable(Variable { call: 0, id, width, label: format!("v{id}") })
    };
    let (a, b, some) = (variable(A, 128), variable(B, 128), variable(SOME, 1));
    let always = terms.bool(true);
    let features = vec![
        summary::Feature { id: A, value: a, exists: always },
        summary::Feature { id: B, value: b, exists: some },
    ];
    let observed = Observed { features, ..Observed::default() };
    let mut held = 0;
    for _ in 0..2000 {
        let when = (random.below(2) == 0).then(|| atom(&mut random));
        let condition = Condition { when, then: atom(&mut random) };
        let term = condition.term(&mut terms, &observed);
        let mut numbers = Numbers::from([(A, number(&mut random)), (B, number(&mut random))]);
        let mut model = Model::default();
        model.set(a, numbers[&A] as u128);
        model.set(b, numbers[&B] as u128);
        // The second is the payload of a variant that the object may not be.
        model.set(some, u128::from(random.below(4) > 0));
        if model.get(some) == 0 {
            numbers.remove(&B);
        }
        let holds = terms.evaluate(term, &model) == 1;
        assert_eq!(holds, condition.holds(&numbers), "{condition:?} {numbers:?}");
        held += u32::from(holds);
    }
    assert!((200..1900).contains(&held), "{held} of 2000 hold: the test says little");
}
