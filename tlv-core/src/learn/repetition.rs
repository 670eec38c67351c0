//! Repeating a call that makes progress without leaving its abstract state.
//!
//! A stack of 1024 is full after 1024 pushes, which no random walk does. So when a call changes
//! the object's fingerprint but not its valuation, it is made again and again until the valuation
//! changes, the object's life ends, or the largest constant of the code is exceeded.

use std::collections::{BTreeMap, BTreeSet};

use super::Learner;
use super::observe::Purpose;
use super::pool::RepresentativeId;
use crate::{Answer, Call, EventId, Stop, System, Valuation};

/// A first repetition is at most this long: it finds small thresholds, and tells whether the call
/// goes on making progress.
const SHORT: usize = 32;

/// Calls that may be repeated, of one method in one abstract state.
const CANDIDATES: usize = 4;

/// What was and can be repeated.
#[derive(Debug, Default)]
pub(super) struct Repetitions {
    loops: BTreeMap<(Valuation, EventId), Loop>,
    /// How many rounds have passed: in each, one more call of each method may be repeated.
    round: usize,
    calls: u64,
}

/// The self-loops with progress of one method in one abstract state.
#[derive(Debug, Default)]
struct Loop {
    candidates: Vec<(RepresentativeId, Call)>,
    n_short: usize,
    /// Candidates of which a short repetition did not see the end.
    unfinished: Vec<(RepresentativeId, Call)>,
}

impl Repetitions {
    /// Says that a call made progress in an abstract state, near a representative.
    pub(super) fn offer(&mut self, valuation: Valuation, id: RepresentativeId, call: Call) {
        let candidates = &mut self.loops.entry((valuation, call.event)).or_default().candidates;
        let same = |&(other, made): &(RepresentativeId, Call)| made == call || other == id;
        if candidates.len() < CANDIDATES && !candidates.iter().any(same) {
            candidates.push((id, call));
        }
    }

    /// Lets one more call of each method in each abstract state be repeated.
    pub(super) fn next_round(&mut self) {
        self.round += 1;
    }

    fn take_short(&mut self) -> Option<(RepresentativeId, Call)> {
        let round = self.round;
        let due = |l: &&mut Loop| l.n_short <= round && l.n_short < l.candidates.len();
        let due = self.loops.values_mut().find(due)?;
        due.n_short += 1;
        Some(due.candidates[due.n_short - 1])
    }

    fn take_long(&mut self) -> Option<(RepresentativeId, Call)> {
        self.loops.values_mut().find_map(|l| l.unfinished.pop())
    }
}

impl<S: System> Learner<'_, S> {
    /// Makes one repetition, the short ones first; `false` when there is none to make.
    pub(super) fn repeat(&mut self) -> Result<bool, S::Error> {
        let longest = (self.signature.repetitions as usize).saturating_add(1);
        let left = self.limits.repeated_calls.saturating_sub(self.repetitions.calls);
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        if left == 0 {
            return Ok(false);
        }
        while let Some((id, call)) = self.repetitions.take_short() {
            let valuation = self.pool.get(id).key.valuation;
            // A repetition that passed through this state has done the work already.
            let done = !self.has_choices(call.event)
                && self.repetitions.round > 0
                && self.pool.was_tried(id, call.event);
            if done || self.tally(valuation, call.event).given_up {
                continue;
            }
            let answer = self.repeat_call(id, call, longest.min(SHORT).min(left))?;
            if longest > SHORT && answer.stop == Stop::Completed && keeps_changing(&answer) {
                let entry = self.repetitions.loops.entry((valuation, call.event));
                entry.or_default().unfinished.push((id, call));
            }
            return Ok(true);
        }
        let Some((id, call)) = self.repetitions.take_long() else { return Ok(false) };
        self.repeat_call(id, call, longest.min(left))?;
        Ok(true)
    }

    fn repeat_call(
        &mut self,
        id: RepresentativeId,
        call: Call,
        times: usize,
    ) -> Result<Answer, S::Error> {
        let before = self.stats.calls;
        let calls = std::iter::repeat_n(call, times);
        let question = self.question(id, calls, Purpose::Repetition);
        let answer = self.ask(vec![question])?.remove(0);
        self.repetitions.calls += self.stats.calls - before;
        Ok(answer)
    }
}

/// Whether no fingerprint came twice: otherwise the repetition runs in circles.
fn keeps_changing(answer: &Answer) -> bool {
    let mut seen = BTreeSet::new();
    answer.steps.iter().all(|step| seen.insert(step.fingerprint))
}
