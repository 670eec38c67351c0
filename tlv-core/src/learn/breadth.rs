//! Looking for shorter witnesses breadth first: from constructors, one call more each time.
//!
//! Only calls that occur in witnesses are made, and of states that look the same only the first is
//! gone on from. As long as the budget lasts, a witness is then as short as any sequence of these
//! calls; what is left is for `shrink.rs`.

use std::collections::{BTreeSet, HashSet};

use super::Learner;
use super::observe::{Purpose, Question};
use super::pool::{Key, Root};
use crate::model::alive;
use crate::{Answer, Call, Query, Start, System, Valuation, Witness};

/// Queries that are asked together.
const BATCH: usize = 256;

impl<S: System> Learner<'_, S> {
    /// Replaces witnesses by shorter ones, with at most an eighth of the calls for shrinking, and
    /// says whether anything new was found on the way.
    pub(super) fn search_breadth_first(&mut self) -> Result<bool, S::Error> {
        let known = self.discoveries.len();
        let end = self.stats.calls.saturating_add(self.limits.shrinking_calls / 8);
        let witnesses = || self.transitions.values().map(|evidence| &evidence.witness);
        let calls: BTreeSet<Call> = witnesses().flat_map(|w| w.calls.iter().copied()).collect();
        let constructs: BTreeSet<Call> = witnesses().map(|w| w.construct).collect();
        let new = constructs.into_iter().map(|construct| Witness { construct, calls: Vec::new() });
        let mut seen = HashSet::new();
        let mut frontier: Vec<(Witness, Valuation)> = Vec::new();
        self.go_on(new.collect(), end, &mut seen, &mut frontier)?;
        for depth in 1.. {
            // A witness of so many calls or fewer was reached before, or is reached no shorter.
            let longer = |witness: &Witness| witness.calls.len() > depth;
            let wanted = self.transitions.values().any(|evidence| longer(&evidence.witness));
            if !wanted || frontier.is_empty() || self.stats.calls >= end {
                break;
            }
            let mut next = Vec::new();
            for (way, at) in std::mem::take(&mut frontier) {
                for &call in &calls {
                    let tally = self.tally(at, call.event);
                    if tally.aborts + tally.timeouts == 0 {
                        let mut longer = way.clone();
                        longer.calls.push(call);
                        next.push(longer);
                    }
                }
            }
            self.go_on(next, end, &mut seen, &mut frontier)?;
        }
        Ok(self.discoveries.len() > known)
    }

    /// Runs the ways, and adds those that end in a state not seen before to the frontier.
    fn go_on(
        &mut self,
        ways: Vec<Witness>,
        end: u64,
        seen: &mut HashSet<Key>,
        frontier: &mut Vec<(Witness, Valuation)>,
    ) -> Result<(), S::Error> {
        for batch in ways.chunks(BATCH) {
            if self.stats.calls >= end || (self.interrupted)() {
                return Ok(());
            }
            let answers = self.ask(batch.iter().map(question).collect())?;
            for (way, answer) in batch.iter().zip(&answers) {
                if let Some(key) = reached(way, answer)
                    && seen.insert(key)
                {
                    frontier.push((way.clone(), key.valuation));
                }
            }
        }
        Ok(())
    }
}

fn question(way: &Witness) -> Question {
    let start = Start::Construct(way.construct);
    let query = Query { start, calls: way.calls.clone(), keep: false, until_left: false };
    Question { root: Root::Construct(way.construct), query, purpose: Purpose::Candidate }
}

/// The living object at the end of a way that could be gone to its end.
fn reached(way: &Witness, answer: &Answer) -> Option<Key> {
    let step = answer.steps.get(way.calls.len())?;
    Some(Key { valuation: alive(step.after)?, fingerprint: step.fingerprint })
}
