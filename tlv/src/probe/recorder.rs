//! What the primitives told during a step, as long as somebody listens.

use std::cell::RefCell;

use super::primitive::Report;
use crate::wire::{Number, Sight};

thread_local! {
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
}

/// What was told, as it came.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    reports: Vec<(u32, u32, u64)>,
    /// The numbers before and after the call.
    features: [Vec<(u64, Number)>; 2],
    notes: Vec<(u32, u64)>,
}

/// Does something with this thread's recorder, if there is one.
pub(super) fn with(action: impl FnOnce(&mut Recorder)) {
    // A thread that is being torn down has nobody left to tell.
    let _ = RECORDER.try_with(|recorder| {
        if let Ok(mut recorder) = recorder.try_borrow_mut()
            && let Some(recorder) = recorder.as_mut()
        {
            action(recorder);
        }
    });
}

/// Starts to listen, and forgets what was told before.
pub(super) fn start() {
    RECORDER.set(Some(Recorder::default()));
}

/// Stops listening; what was told since [`start`].
pub(super) fn stop() -> Recorder {
    RECORDER.take().unwrap_or_default()
}

impl Recorder {
    pub(super) fn report(&mut self, what: u32, index: u32, value: u64) {
        self.reports.push((what, index, value));
    }

    pub(super) fn feature(&mut self, when: u32, id: u64, number: Number) {
        if let Some(features) = self.features.get_mut(when as usize) {
            features.push((id, number));
        }
    }

    pub(super) fn note(&mut self, kind: u32, amount: u64) {
        if !self.notes.contains(&(kind, amount)) {
            self.notes.push((kind, amount));
        }
    }

    /// The value that was told last of something there is only one of.
    pub(super) fn value(&self, what: Report) -> Option<u64> {
        self.reports.iter().rev().find(|(told, ..)| *told == what as u32).map(|(.., value)| *value)
    }

    /// What was seen of the object before the call, or after it; `None` if nobody looked.
    pub(super) fn sight(&self, after: bool) -> Sight {
        let (predicate, unevaluable, invariant) = if after {
            (Report::PredicateAfter, Report::UnevaluableAfter, Report::InvariantAfter)
        } else {
            (Report::PredicateBefore, Report::UnevaluableBefore, Report::InvariantBefore)
        };
        let mut sight = Sight {
            valuation: 0,
            unevaluable: 0,
            broken: 0,
            features: self.features[usize::from(after)].clone(),
        };
        for &(what, index, value) in &self.reports {
            let bit = 1u128.checked_shl(index).unwrap_or(0);
            if what == predicate as u32 && value == 1 {
                sight.valuation |= bit;
            } else if what == unevaluable as u32 {
                sight.unevaluable |= bit;
            } else if what == invariant as u32 && value == 0 {
                sight.broken |= 1u64.checked_shl(index).unwrap_or(0);
            }
        }
        sight
    }

    pub(super) fn notes(&self) -> Vec<(u32, u64)> {
        self.notes.clone()
    }
}
