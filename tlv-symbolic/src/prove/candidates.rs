//! Conditions worth trying as invariants: those that no observed object contradicts.
//!
//! They come from the numbers in observed objects, from constants the code compares with, and from
//! pairs of numbers. What is tried first is preferred when several would do, so the plain and weak
//! ones come first.

use std::collections::{BTreeMap, BTreeSet};

use crate::prove::condition::{
    Atom, Condition, Expression, Feature, FeatureKind, Numbers, Operand, Relation,
};

/// More features than this are not looked at, in the order given.
const MAX_FEATURES: usize = 48;

/// A feature with at most so many observed values may be a premise for each of them.
const MAX_CASES: usize = 6;

/// A feature with at most so many observed values may be said to have only those.
const MAX_LISTED: usize = 4;

/// So many conditions at once, and no more.
const MAX_CONDITIONS: usize = 4000;

/// What candidates are made from.
pub(crate) struct Ground<'a> {
    /// The numbers in observed objects.
    pub(crate) samples: &'a [Numbers],
    /// The features that summaries report, the most important first.
    pub(crate) features: Vec<&'a Feature>,
    /// Constants worth comparing each feature with.
    pub(crate) constants: BTreeMap<u64, BTreeSet<i128>>,
}

impl Ground<'_> {
    /// Conditions without a premise.
    pub(crate) fn plain(&self) -> Vec<Condition> {
        let all: Vec<&Numbers> = self.samples.iter().collect();
        let mut atoms = Vec::new();
        for feature in self.features() {
            self.single(feature, &all, &mut atoms);
        }
        for (first, second) in self.likely_pairs() {
            pair(first, second, &mut atoms);
        }
        let conditions = atoms.into_iter().map(Condition::always).collect();
        self.finish(conditions)
    }

    /// Conditions that hold only in a case of another feature.
    pub(crate) fn conditional(&self) -> Vec<Condition> {
        let mut conditions = Vec::new();
        let pairs = self.likely_pairs();
        for case in self.features() {
            for when in self.cases(case) {
                let premise = Condition::always(when.clone());
                let within: Vec<&Numbers> = self
                    .samples
                    .iter()
                    .filter(|sample| sample.contains_key(&case.id) && premise.holds(sample))
                    .collect();
                // Without a sample anything would be a candidate.
                if within.is_empty() {
                    continue;
                }
                let mut atoms = Vec::new();
                for feature in self.features().filter(|feature| feature.id != case.id) {
                    self.single(feature, &within, &mut atoms);
                }
                for (first, second) in &pairs {
                    pair(first, second, &mut atoms);
                }
                // What holds without the premise needs none.
                atoms.retain(|then| {
                    let always = Condition::always(then.clone());
                    !self.samples.iter().all(|sample| always.holds(sample))
                });
                conditions.extend(
                    atoms.into_iter().map(|then| Condition { when: Some(when.clone()), then }),
                );
            }
        }
        self.finish(conditions)
    }

    /// Conditions on sums and differences, and those on pairs that are not likely: adders are
    /// costly, so they are tried last.
    pub(crate) fn sums_and_differences(&self) -> Vec<Condition> {
        let mut atoms = Vec::new();
        for (first, second) in self.pairs() {
            pair(first, second, &mut atoms);
            self.linear(first, second, &mut atoms);
        }
        self.finish(atoms.into_iter().map(Condition::always).collect())
    }

    fn features(&self) -> impl Iterator<Item = &Feature> {
        self.features.iter().take(MAX_FEATURES).copied()
    }

    /// All pairs of numbers, in both orders.
    fn pairs(&self) -> Vec<(&Feature, &Feature)> {
        let numbers = || self.features().filter(|feature| feature.kind == FeatureKind::Number);
        let mut pairs = Vec::new();
        for first in numbers() {
            let others = numbers().filter(|second| second.id != first.id);
            pairs.extend(others.map(|second| (first, second)));
        }
        pairs
    }

    /// The same without what is only ever 0 or 1: that is rather a truth value or a variant, and
    /// so a case of a condition, not a number to compare with.
    fn likely_pairs(&self) -> Vec<(&Feature, &Feature)> {
        let all: Vec<&Numbers> = self.samples.iter().collect();
        let truths: BTreeSet<u64> = self
            .features()
            .filter(|feature| {
                let values = values(feature, &all);
                !values.is_empty() && values.iter().all(|value| matches!(value, 0 | 1))
            })
            .map(|feature| feature.id)
            .collect();
        let mut pairs = self.pairs();
        pairs.retain(|(first, second)| !truths.contains(&first.id) && !truths.contains(&second.id));
        pairs
    }

    /// The values of a feature worth telling apart.
    fn cases(&self, feature: &Feature) -> Vec<Atom> {
        let values = values(feature, &self.samples.iter().collect::<Vec<_>>());
        if (2..=MAX_CASES).contains(&values.len()) {
            return values.into_iter().map(|value| equal(feature, value)).collect();
        }
        if values.len() > MAX_CASES && values.contains(&0) && feature.kind == FeatureKind::Number {
            return vec![equal(feature, 0), compare(feature, Relation::AtLeast, 1)];
        }
        Vec::new()
    }

    /// What can be said of one feature in these samples.
    fn single(&self, feature: &Feature, samples: &[&Numbers], atoms: &mut Vec<Atom>) {
        let values = values(feature, samples);
        if let (Some(&only), 1) = (values.first(), values.len()) {
            atoms.push(equal(feature, only));
        }
        if feature.kind == FeatureKind::Number {
            let (low, high) = (values.first().copied(), values.last().copied());
            let constants = self.constants.get(&feature.id).into_iter().flatten().copied();
            let bounds: BTreeSet<i128> = constants.chain(low).chain(high).collect();
            // With only one value the equation above says it better.
            let said = |bound: &i128| low == high && Some(*bound) == low;
            let above = |bound: &i128| !said(bound) && high.is_none_or(|high| *bound >= high);
            let below = |bound: &i128| !said(bound) && low.is_none_or(|low| *bound <= low);
            // The tightest first.
            for bound in bounds.iter().filter(|bound| above(bound)) {
                atoms.push(compare(feature, Relation::AtMost, *bound));
            }
            for bound in bounds.iter().rev().filter(|bound| below(bound)) {
                atoms.push(compare(feature, Relation::AtLeast, *bound));
            }
            let parity: BTreeSet<i128> = values.iter().map(|value| value & 1).collect();
            if values.len() >= 3 && parity.len() == 1 {
                atoms.push(Atom::Odd(feature.id, parity.contains(&1)));
            }
        }
        if (2..=MAX_LISTED).contains(&values.len()) && says_more(feature, &values) {
            atoms.push(Atom::OneOf(feature.id, values));
        }
    }

    /// What can be said of the sum and the difference of two features.
    fn linear(&self, first: &Feature, second: &Feature, atoms: &mut Vec<Atom>) {
        let (a, b) = (first.id, second.id);
        let both = |of: fn(i128, i128) -> i128| -> BTreeSet<i128> {
            let pairs = self.samples.iter().filter_map(|s| Some((*s.get(&a)?, *s.get(&b)?)));
            pairs.map(|(a, b)| of(a, b)).collect()
        };
        let is = |left, relation, right| Atom::Compare(left, relation, Operand::Constant(right));
        let differences = both(i128::wrapping_sub);
        if a < b {
            if let (Some(&only), 1) = (differences.first(), differences.len()) {
                atoms.push(is(Expression::Difference(a, b), Relation::Equal, only));
            }
            let sums = both(i128::wrapping_add);
            if let (Some(&only), 1) = (sums.first(), sums.len()) {
                atoms.push(is(Expression::Sum(a, b), Relation::Equal, only));
            }
        }
        let constants = [a, b].into_iter().filter_map(|id| self.constants.get(&id)).flatten();
        let bounds: BTreeSet<i128> =
            constants.copied().chain(differences.last().copied()).filter(|c| *c > 0).collect();
        for bound in bounds {
            atoms.push(is(Expression::Difference(a, b), Relation::AtMost, bound));
        }
    }

    /// Drops what a sample contradicts and sorts by preference.
    fn finish(&self, mut conditions: Vec<Condition>) -> Vec<Condition> {
        conditions.retain(|condition| self.samples.iter().all(|sample| condition.holds(sample)));
        conditions.sort_by_key(|condition| rank(&condition.then));
        let mut met = BTreeSet::new();
        conditions.retain(|condition| met.insert(condition.clone()));
        conditions.truncate(MAX_CONDITIONS);
        conditions
    }
}

/// How two features may compare.
fn pair(first: &Feature, second: &Feature, atoms: &mut Vec<Atom>) {
    let (a, b) = (first.id, second.id);
    let to = |relation| Atom::Compare(Expression::Feature(a), relation, Operand::Feature(b));
    atoms.extend([to(Relation::AtMost), to(Relation::Less)]);
    if a < b {
        atoms.push(to(Relation::Equal));
    }
}

/// The observed values of a feature.
fn values(feature: &Feature, samples: &[&Numbers]) -> Vec<i128> {
    let values: BTreeSet<i128> =
        samples.iter().filter_map(|sample| sample.get(&feature.id)).copied().collect();
    values.into_iter().collect()
}

/// Whether a list of values says more than its bounds do.
fn says_more(feature: &Feature, values: &[i128]) -> bool {
    match &feature.kind {
        FeatureKind::Boolean => false,
        FeatureKind::Variant(names) => values.len() < names.len(),
        FeatureKind::Number => values.windows(2).any(|pair| pair[0].wrapping_add(1) != pair[1]),
    }
}

/// What is preferred when several conditions would do: less is better.
fn rank(atom: &Atom) -> u8 {
    match atom {
        Atom::Compare(Expression::Feature(_), relation, Operand::Constant(_)) => {
            u8::from(*relation != Relation::Equal)
        }
        Atom::Compare(Expression::Feature(_), relation, Operand::Feature(_)) => match relation {
            Relation::AtMost | Relation::AtLeast => 2,
            Relation::Less => 3,
            Relation::Equal => 4,
        },
        Atom::Compare(..) => 5,
        Atom::OneOf(..) => 6,
        Atom::Odd(..) => 7,
    }
}

fn equal(feature: &Feature, value: i128) -> Atom {
    compare(feature, Relation::Equal, value)
}

fn compare(feature: &Feature, relation: Relation, value: i128) -> Atom {
    Atom::Compare(Expression::Feature(feature.id), relation, Operand::Constant(value))
}
