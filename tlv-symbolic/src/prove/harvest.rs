//! Constants that the code compares the numbers in an object with.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::prove::engine::Engine;
use crate::term::{Kind, Term, Terms};

/// More constants than this for one feature are not looked at.
const MAX_CONSTANTS: usize = 32;

/// For each feature, the constants that something made from it is compared with, and their
/// neighbours: `x < 10` and `x <= 9` are the same to a compiler.
pub(crate) fn harvest(engines: &[Engine]) -> BTreeMap<u64, BTreeSet<i128>> {
    let mut constants: BTreeMap<u64, BTreeSet<i128>> = BTreeMap::new();
    for engine in engines {
        let terms = &engine.terms;
        let mut features: BTreeMap<Term, BTreeSet<u64>> = BTreeMap::new();
        let mut looked_at = FxHashSet::default();
        for before in engine.paths.iter().filter_map(|path| path.before.as_ref()) {
            for feature in &before.features {
                if looked_at.insert((feature.id, feature.value)) {
                    for variable in terms.variables_of(feature.value) {
                        features.entry(variable).or_default().insert(feature.id);
                    }
                }
            }
        }
        for (term, values) in comparisons(engine) {
            for variable in terms.variables_of(term) {
                for id in features.get(&variable).into_iter().flatten() {
                    constants.entry(*id).or_default().extend(&values);
                }
            }
        }
    }
    for values in constants.values_mut() {
        let near = |value: &i128| [-1, 0, 1].map(|step| value.saturating_add(step));
        let mut all: Vec<i128> = values.iter().flat_map(near).collect();
        // The smallest by size: limits are rarely astronomical, encodings are.
        all.sort_by_key(|value| (value.unsigned_abs(), *value));
        all.dedup();
        *values = all.into_iter().take(MAX_CONSTANTS).collect();
    }
    constants
}

/// Everything that is compared with a constant in the conditions of paths and gaps.
fn comparisons(engine: &Engine) -> BTreeMap<Term, BTreeSet<i128>> {
    let terms = &engine.terms;
    let mut found: BTreeMap<Term, BTreeSet<i128>> = BTreeMap::new();
    let mut met = FxHashSet::default();
    let outcomes = engine.paths.iter().map(|path| path.outcome);
    let mut todo: Vec<Term> =
        engine.conditions.iter().chain(&engine.gap_conditions).copied().chain(outcomes).collect();
    while let Some(term) = todo.pop() {
        if !met.insert(term) {
            continue;
        }
        let kind = terms.kind(term);
        if let Kind::Eq(a, b) | Kind::Ult(a, b) | Kind::Slt(a, b) = kind {
            for (compared, constant) in [(a, b), (b, a)] {
                if let Some(value) = terms.as_constant(constant) {
                    let values = readings(terms, compared, value);
                    found.entry(compared).or_default().extend(values);
                }
            }
        }
        todo.extend(kind.operands());
        if let Kind::Select(array, _) = kind {
            terms.array_operands(array, |term| todo.push(term));
        }
    }
    found
}

/// What a constant may mean: the number without and with a sign, and the limit that comparing
/// the upper bits with it sets.
fn readings(terms: &Terms, compared: Term, value: u128) -> Vec<i128> {
    let width = terms.width(compared);
    let unused = 128 - width;
    let mut readings = vec![((value << unused) as i128) >> unused];
    readings.extend(i128::try_from(value));
    if let Kind::Extract(_, low) = terms.kind(compared) {
        let limit = value.checked_add(1).and_then(|next| next.checked_mul(1 << low.min(126)));
        readings.extend(limit.and_then(|limit| i128::try_from(limit).ok()));
    }
    readings
}
