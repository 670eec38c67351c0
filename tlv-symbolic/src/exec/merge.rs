//! Two states at the same place become one: where they differ, the condition that led to one of
//! them chooses.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::memory::{merge, merge_values};
use super::state::{Feature, Report, State};
use super::summarise::FATE;
use super::value::Value;
use super::{Fault, Worker};
use crate::term::{Term, Terms};

/// How many differences are merged; beyond, two states are cheaper than one.
const MAX_DIFFERENCES: usize = 400;

impl<'p> Worker<'p> {
    /// Adds a state to those that wait, merged with one of them if possible.
    pub(super) fn join(&mut self, pending: &mut Vec<State<'p>>, state: State<'p>) {
        for waiting in pending.iter_mut() {
            if self.same_place(waiting, &state)
                && let Some(merged) = self.merge_states(waiting, &state)
            {
                self.cost.merges += 1;
                *waiting = merged;
                return;
            }
        }
        pending.push(state);
    }

    fn same_place(&self, left: &State<'p>, right: &State<'p>) -> bool {
        left.call == right.call
            && left.frames.len() == right.frames.len()
            && left.frames.iter().zip(&right.frames).rev().all(|(a, b)| {
                a.id == b.id
                    && a.block == b.block
                    && a.index == b.index
                    && a.result == b.result
                    && a.normal == b.normal
                    && a.catches == b.catches
            })
    }

    fn merge_states(&mut self, left: &State<'p>, right: &State<'p>) -> Option<State<'p>> {
        // Objects that live and objects that do not go different ways.
        let fate = |report: &Report| report.what == FATE;
        let same_reports = left.reports.len() == right.reports.len()
            && left
                .reports
                .iter()
                .zip(&right.reports)
                .all(|((a, own), (b, other))| a == b && (own == other || !fate(a)));
        if !same_reports
            || left.panic != right.panic
            || left.skipped_cleanup != right.skipped_cleanup
        {
            return None;
        }
        let common =
            left.condition.iter().zip(&right.condition).take_while(|(a, b)| a == b).count();
        let terms = &mut self.terms;
        // Forks are made by conditions that exclude each other, so the rest of one side's condition
        // tells the two apart.
        let first = terms.conjunction(&left.condition[common..]);
        let second = terms.conjunction(&right.condition[common..]);
        let either = terms.or(first, second);
        let first = if self.fault == Some(Fault::SwappedMerge) { terms.not(first) } else { first };
        let mut budget = MAX_DIFFERENCES;
        let mut merged = left.clone();
        for (depth, frame) in merged.frames.iter_mut().enumerate() {
            let other = &right.frames[depth];
            let top = depth + 1 == left.frames.len();
            let analysis = self.program.analysis(frame.id, frame.function);
            // At the start of a block only some locals are still needed.
            let phis = frame.function.blocks[frame.block as usize]
                .instructions
                .iter()
                .take_while(|i| matches!(i.kind, crate::ir::Kind::Phi { .. }))
                .count();
            if top && frame.index == phis {
                let mut locals = vec![Value::Undefined; frame.locals.len()];
                for local in &analysis.live[frame.block as usize] {
                    let index = local.0 as usize;
                    locals[index] = merge_local(
                        first,
                        &frame.locals[index],
                        &other.locals[index],
                        &mut self.terms,
                        &mut budget,
                    )?;
                }
                frame.locals = locals;
            } else {
                for index in 0..frame.locals.len() {
                    if frame.locals[index] != other.locals[index] {
                        frame.locals[index] = merge_local(
                            first,
                            &frame.locals[index],
                            &other.locals[index],
                            &mut self.terms,
                            &mut budget,
                        )?;
                    }
                }
            }
            if frame.allocas != other.allocas {
                return None;
            }
        }
        if left.objects.len() < right.objects.len() {
            // The longer list has what was allocated on one side only.
            merged.objects = right.objects.clone();
        }
        for id in left.objects.differing(&right.objects) {
            let (a, b) = (left.objects.get(id)?, right.objects.get(id)?);
            let object = merge(first, a, b, &mut self.terms, &mut budget)?;
            *merged.objects.get_mut(id)? = object;
        }
        let globals: BTreeSet<_> =
            left.globals.keys().chain(right.globals.keys()).copied().collect();
        for id in globals {
            let initial = self.program.global(id).ok()?;
            let a = left.globals.get(&id).unwrap_or(initial);
            let b = right.globals.get(&id).unwrap_or(initial);
            if a.forgotten != b.forgotten {
                return None;
            }
            if !Arc::ptr_eq(a, b) {
                let object = merge(first, a, b, &mut self.terms, &mut budget)?;
                merged.globals.insert(id, Arc::new(object));
            }
        }
        for ((_, value), (_, other)) in merged.reports.iter_mut().zip(&right.reports) {
            if value != other {
                *value = merge_values(first, value, other, &mut self.terms)?;
            }
        }
        merged.features = merge_features(first, &left.features, &right.features, &mut self.terms)?;
        merged.condition.truncate(common);
        let lost = self.fault == Some(Fault::LostCondition);
        if self.terms.as_constant(either) != Some(1) && !lost {
            merged.condition.push(either);
        }
        merged.decided.retain(|term, holds| right.decided.get(term) == Some(holds));
        merged.assumptions.extend(right.assumptions.iter().copied());
        merged.formatted = left.formatted.max(right.formatted);
        merged.havocs = left.havocs.max(right.havocs);
        merged.instructions = left.instructions.max(right.instructions);
        for (place, count) in &right.forks {
            let own = merged.forks.entry(*place).or_default();
            *own = (*own).max(*count);
        }
        Some(merged)
    }
}

/// Numbers that only one side has exist where that side's condition holds.
fn merge_features(
    condition: Term,
    left: &BTreeMap<(u32, u64), Feature>,
    right: &BTreeMap<(u32, u64), Feature>,
    terms: &mut Terms,
) -> Option<BTreeMap<(u32, u64), Feature>> {
    if left == right {
        return Some(left.clone());
    }
    let keys: BTreeSet<_> = left.keys().chain(right.keys()).copied().collect();
    let mut merged = BTreeMap::new();
    for key in keys {
        let (own, other) = (left.get(&key), right.get(&key));
        let value = match (own, other) {
            (Some(own), Some(other)) if own.value != other.value => {
                merge_values(condition, &own.value, &other.value, terms)?
            }
            (Some(either), _) | (None, Some(either)) => either.value.clone(),
            (None, None) => continue,
        };
        let mut exists = |feature: Option<&Feature>| match feature {
            Some(feature) => feature.exists.unwrap_or_else(|| terms.bool(true)),
            None => terms.bool(false),
        };
        let (own, other) = (exists(own), exists(other));
        let exists = terms.ite(condition, own, other);
        let exists = (terms.as_constant(exists) != Some(1)).then_some(exists);
        merged.insert(key, Feature { value, exists });
    }
    Some(merged)
}

fn merge_local(
    condition: Term,
    left: &Value,
    right: &Value,
    terms: &mut Terms,
    budget: &mut usize,
) -> Option<Value> {
    if left == right {
        return Some(left.clone());
    }
    *budget = budget.checked_sub(1)?;
    merge_values(condition, left, right, terms)
}
