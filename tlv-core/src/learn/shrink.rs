//! Making witnesses shorter and plainer.
//!
//! First the last call is tried after the shorter ways that are known to the state it starts in.
//! Calls are removed from the front to the back, twice as many after each success and half as many
//! after each failure, until no single call can be spared; then arguments are replaced by the
//! first ones. Removing any one of several equal calls in a row gives the same sequence, so one
//! attempt stands for all: a thousand pushes that are all needed cost one run, not a thousand.

use super::replay::shows;
use super::{Learner, Stopped};
use crate::{Choice, Outcome, System, Transition, Witness};

/// Runs of a witness whose last call ends the process: each may cost a new one.
const RUNS_WITH_ABORT: u64 = 16;

/// Runs of a witness whose last call hangs: each success waits for the time-out.
const RUNS_WITH_TIMEOUT: u64 = 4;

/// Other ways to the state before the last call that are tried.
const WAYS: usize = 32;

impl<S: System> Learner<'_, S> {
    /// Shrinks the witnesses, the longest first, since there is most to gain.
    pub(super) fn shrink_witnesses(&mut self, stopped: Stopped) -> Result<(), S::Error> {
        if stopped == Stopped::Interrupted {
            return Ok(());
        }
        let end = self.stats.replay_calls.saturating_add(self.limits.shrinking_calls);
        // No witness may use up what all need; what is left is for those that were cut short.
        for share in [4, 1] {
            let mut order: Vec<(usize, Transition)> = self
                .transitions
                .iter()
                .filter(|(_, evidence)| !evidence.minimal)
                .map(|(transition, evidence)| (evidence.witness.calls.len(), *transition))
                .collect();
            order.sort_by_key(|&(length, transition)| (std::cmp::Reverse(length), transition));
            for (_, transition) in order {
                if (self.interrupted)() {
                    return Ok(());
                }
                let left = end.saturating_sub(self.stats.replay_calls);
                self.shrink_witness(transition, left / share)?;
            }
        }
        Ok(())
    }

    fn shrink_witness(&mut self, transition: Transition, calls: u64) -> Result<(), S::Error> {
        let runs = match transition.outcome {
            Outcome::Abort => RUNS_WITH_ABORT,
            Outcome::Timeout => RUNS_WITH_TIMEOUT,
            _ => u64::MAX,
        };
        let witness = self.transitions[&transition].witness.clone();
        let mut shrinking =
            Shrinking { learner: self, transition, witness, end: calls, runs, exhausted: false };
        let minimal = shrinking.shrink()?;
        let witness = shrinking.witness;
        let evidence = self.transitions.get_mut(&transition);
        let evidence = evidence.expect("transitions are never removed");
        evidence.witness = witness;
        evidence.minimal = minimal;
        Ok(())
    }
}

/// The shrinking of one witness.
struct Shrinking<'l, 'a, S> {
    learner: &'l mut Learner<'a, S>,
    transition: Transition,
    witness: Witness,
    /// Calls that may still be made.
    end: u64,
    /// Runs that may still be made.
    runs: u64,
    /// Whether an attempt was not made for want of calls or runs.
    exhausted: bool,
}

impl<S: System> Shrinking<'_, '_, S> {
    /// Shrinks as far as possible, and says whether the result is known to be 1-minimal.
    fn shrink(&mut self) -> Result<bool, S::Error> {
        if !self.attempt(self.witness.clone())? {
            return Ok(false);
        }
        self.take_a_shorter_way()?;
        loop {
            let removed = self.remove_calls()?;
            if self.exhausted {
                return Ok(false);
            }
            if !self.simplify_arguments()? && !removed {
                return Ok(!self.exhausted);
            }
        }
    }

    /// Tries the last call on other representatives of the state it starts in, the nearest to a
    /// constructor first: leaving calls out never leads along another way.
    fn take_a_shorter_way(&mut self) -> Result<(), S::Error> {
        let pool = &self.learner.pool;
        let Some(&last) = self.witness.calls.last() else { return Ok(()) };
        let members = pool.members(self.transition.from).iter();
        let mut ways: Vec<Witness> = members.map(|&id| pool.witness(id)).collect();
        ways.retain(|way| way.calls.len() + 1 < self.witness.calls.len());
        ways.sort_by_key(|way| way.calls.len());
        ways.truncate(WAYS);
        for mut way in ways {
            way.calls.push(last);
            if self.exhausted || self.attempt(way)? {
                break;
            }
        }
        Ok(())
    }

    fn remove_calls(&mut self) -> Result<bool, S::Error> {
        let mut removed = false;
        let mut position = 0;
        let mut size = 1;
        // The last call is the point of the witness.
        while position + 1 < self.witness.calls.len() && !self.exhausted {
            size = size.min(self.witness.calls.len() - 1 - position);
            let mut candidate = self.witness.clone();
            candidate.calls.drain(position..position + size);
            if self.attempt(candidate)? {
                removed = true;
                size *= 2;
            } else if size > 1 {
                size /= 2;
            } else {
                let call = self.witness.calls[position];
                let equal = self.witness.calls[position..].iter().take_while(|&&c| c == call);
                position += equal.count();
            }
        }
        Ok(removed)
    }

    fn simplify_arguments(&mut self) -> Result<bool, S::Error> {
        let mut simplified = false;
        let mut position = 0;
        while position < self.witness.calls.len() && !self.exhausted {
            let choice = self.witness.calls[position].choice;
            if choice != Choice::Nth(0) {
                let mut candidate = self.witness.clone();
                candidate.calls[position].choice = Choice::Nth(0);
                simplified |= self.attempt(candidate)?;
            }
            position += 1;
        }
        Ok(simplified)
    }

    /// Runs a candidate and takes it over, up to the first call that shows the transition.
    fn attempt(&mut self, mut candidate: Witness) -> Result<bool, S::Error> {
        let cost = candidate.calls.len() as u64 + 1;
        if cost > self.end || self.runs == 0 {
            self.exhausted = true;
            return Ok(false);
        }
        self.end -= cost;
        self.runs -= 1;
        let answer = self.learner.run_from_new(&candidate)?;
        let shown =
            (1..=candidate.calls.len()).find(|&n| shows(&answer, &candidate, n, self.transition));
        if let Some(n) = shown {
            candidate.calls.truncate(n);
            self.witness = candidate;
        }
        Ok(shown.is_some())
    }
}
