//! Closing the table: membership queries, and the arguments they are asked with.
//!
//! TLV extends every trace that reaches an abstract state none of its prefixes reached. Two such
//! traces often reach the same concrete state; then one extension stands for both, so the cost
//! grows with the states and not with the paths to them.

use std::collections::BTreeSet;

use super::Learner;
use super::observe::{Purpose, Question};
use super::pool::{RepresentativeId, Root};
use crate::{Call, Choice, EventId, Query, Start, Stop, System, Witness};

/// How often a call without arguments is made in the same state of an object that is not
/// deterministic.
const TOSSES: u64 = 4;

/// Calls of one method in the first batch; the next ones double while nothing costly happens, so
/// that an object that hangs is noticed before it has hung many times.
const FIRST_BATCH: u64 = 2;

impl<S: System> Learner<'_, S> {
    /// Runs given traces.
    pub(super) fn follow(&mut self, traces: &[Witness]) -> Result<(), S::Error> {
        for trace in traces {
            if self.must_stop().is_some() {
                return Ok(());
            }
            let calls = trace.calls.clone();
            let question = Self::question_from_new(trace.construct, calls, Purpose::Membership);
            self.ask(vec![question])?;
        }
        Ok(())
    }

    /// Makes objects by every constructor.
    pub(super) fn construct(&mut self) -> Result<(), S::Error> {
        let constructors = (0..self.signature.constructors.len()).map(EventId::from_index);
        let mut sweeps: Vec<Sweep> = constructors
            .map(|event| {
                let has_choices = self.signature.constructors[event.index()].has_choices;
                let limit = if has_choices { self.limits.arguments } else { 1 };
                Sweep::new(event, limit, 0, false)
            })
            .collect();
        loop {
            let mut questions = Vec::new();
            for sweep in &mut sweeps {
                let space = self.spaces.constructors[sweep.event.index()];
                for choice in sweep.next_choices(space, false, &mut self.rng) {
                    let construct = Call { event: sweep.event, choice };
                    let start = Start::Construct(construct);
                    let query = Query { start, calls: Vec::new(), keep: true, until_left: false };
                    let root = Root::Construct(construct);
                    questions.push(Question { root, query, purpose: Purpose::Membership });
                }
            }
            if questions.is_empty() || self.must_stop().is_some() {
                return Ok(());
            }
            self.ask(questions)?;
        }
    }

    /// Extends representatives and repeats calls until there is nothing left to ask without
    /// chance, with at most so many representatives of each abstract state.
    pub(super) fn close(&mut self, representatives: usize) -> Result<(), S::Error> {
        while self.must_stop().is_none() {
            if let Some(id) = self.pool.take_unextended() {
                self.extend(id, self.limits.arguments)?;
            } else if let Some(id) = self.pool.take_fresh(representatives) {
                self.extend(id, self.limits.further_arguments)?;
            } else if self.repeat()? {
                // Whatever it found is closed before the next repetition.
            } else if let Some(id) = self.pool.take_revisit(representatives) {
                self.extend(id, self.limits.further_arguments)?;
            } else {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The membership queries of one trace: calls every method on its representative.
    fn extend(&mut self, id: RepresentativeId, limit: u64) -> Result<(), S::Error> {
        let valuation = self.pool.get(id).key.valuation;
        let turn = self.pool.n_extended(valuation).saturating_sub(1) as u64;
        let mut sweeps: Vec<Sweep> = Vec::new();
        for method in self.methods() {
            if self.has_choices(method) {
                sweeps.push(Sweep::new(method, limit, turn * limit, false));
            } else if !self.deterministic {
                sweeps.push(Sweep::new(method, TOSSES, 0, true));
            } else if !self.pool.was_tried(id, method) {
                sweeps.push(Sweep::new(method, 1, 0, false));
            }
        }
        if sweeps.is_empty() {
            self.pool.cost_nothing(id);
        }
        let mut divergences = 0;
        while self.must_stop().is_none() {
            let mut calls = Vec::new();
            for sweep in &mut sweeps {
                let tally = self.tallies.get(&(valuation, sweep.event)).copied();
                let tally = tally.unwrap_or_default();
                if tally.given_up {
                    continue;
                }
                let costly = tally.aborts + tally.timeouts > 0;
                let space = self.spaces.methods[sweep.event.index()];
                for choice in sweep.next_choices(space, costly, &mut self.rng) {
                    let call = Call { event: sweep.event, choice };
                    calls.push(call);
                }
            }
            if calls.is_empty() {
                return Ok(());
            }
            let unanswered = self.call_each(id, &calls)?;
            // A state that could not be made again is approached once more, by then perhaps
            // along its calls instead of from the kept copy.
            if !unanswered.is_empty() && divergences < 2 {
                divergences += 1;
                self.call_each(id, &unanswered)?;
            }
        }
        Ok(())
    }

    /// Makes each call on a representative of its own, and returns those that could not be made
    /// because the representative could not.
    fn call_each(&mut self, id: RepresentativeId, calls: &[Call]) -> Result<Vec<Call>, S::Error> {
        let questions =
            calls.iter().map(|&call| self.question(id, [call], Purpose::Membership)).collect();
        let answers = self.ask(questions)?;
        let diverged = calls.iter().zip(&answers).filter(|(_, a)| a.stop == Stop::Diverged);
        Ok(diverged.map(|(&call, _)| call).collect())
    }
}

/// The arguments with which one event is called on one representative.
struct Sweep {
    event: EventId,
    /// How many calls at most.
    limit: u64,
    /// Where to start in the space: further representatives see further arguments.
    offset: u64,
    /// Make the same call again and again.
    toss: bool,
    asked: BTreeSet<Choice>,
    n_asked: u64,
    position: u64,
    batch: u64,
}

impl Sweep {
    fn new(event: EventId, limit: u64, offset: u64, toss: bool) -> Sweep {
        let (asked, n_asked, position) = (BTreeSet::new(), 0, 0);
        Sweep { event, limit, offset, toss, asked, n_asked, position, batch: FIRST_BATCH }
    }

    /// The next arguments to try, none once there are no more, when the event has `space`
    /// combinations or was never called yet.
    fn next_choices(&mut self, space: u64, costly: bool, rng: &mut fastrand::Rng) -> Vec<Choice> {
        // Until the first call tells the size of the space, every number may be worth asking:
        // a rejected one costs no call.
        let (known, space) = if space == 0 { (false, self.limit) } else { (true, space) };
        let total = if self.toss { self.limit } else { self.limit.min(space) };
        let batch = if known { self.batch } else { 1 };
        let mut choices = Vec::new();
        while (choices.len() as u64) < batch && self.n_asked < total && self.position < 2 * total {
            let choice = self.nth(space, rng);
            self.position += 1;
            if self.toss || self.asked.insert(choice) {
                self.n_asked += 1;
                choices.push(choice);
            }
        }
        if known && !costly {
            self.batch = self.batch.saturating_mul(2);
        }
        choices
    }

    fn nth(&self, space: u64, rng: &mut fastrand::Rng) -> Choice {
        if self.toss {
            return Choice::Nth(0);
        }
        let n = self.offset.wrapping_add(self.position);
        if space <= self.limit {
            return Choice::Nth(self.position);
        }
        if self.position % 2 == 1 {
            return Choice::Random(rng.u64(..));
        }
        // Combinations are numbered with one parameter running fastest: steps of about the
        // golden section vary all of them early.
        Choice::Nth(nth_of_stride(n / 2, space))
    }
}

/// Number `n` of a walk through `0..space` that visits everything once before it comes back.
fn nth_of_stride(n: u64, space: u64) -> u64 {
    let golden = u128::from(space) * 618 / 1000;
    let wide = u128::from(space);
    let stride = (golden.max(1)..).find(|&stride| coprime(stride, wide));
    let stride = stride.expect("some number is coprime to the space");
    u64::try_from(u128::from(n) % wide * stride % wide).expect("less than the space")
}

fn coprime(a: u128, b: u128) -> bool {
    if b == 0 { a == 1 } else { coprime(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stride_visits_everything_once() {
        for space in (1..200).chain([1000, 1024]) {
            let visited: BTreeSet<u64> = (0..space).map(|n| nth_of_stride(n, space)).collect();
            assert_eq!(visited.len() as u64, space);
        }
        // Beyond any pool, numbers stay within the space.
        assert!(nth_of_stride(u64::MAX, u64::MAX - 1) < u64::MAX - 1);
    }

    /// All choices of a sweep, batch by batch.
    fn sweep(limit: u64, offset: u64, space: u64, costly: bool) -> Vec<Vec<Choice>> {
        let mut rng = fastrand::Rng::with_seed(0);
        let mut sweep = Sweep::new(EventId::from_index(0), limit, offset, false);
        let batches = std::iter::from_fn(|| Some(sweep.next_choices(space, costly, &mut rng)));
        batches.take_while(|batch| !batch.is_empty()).collect()
    }

    #[test]
    fn a_small_space_is_enumerated() {
        let expected: Vec<Choice> = (0..10).map(Choice::Nth).collect();
        assert_eq!(sweep(16, 0, 10, false).concat(), expected);
        assert_eq!(sweep(16, 48, 10, false).concat(), expected);
    }

    #[test]
    fn a_large_space_is_sampled_differently_on_each_representative() {
        let first = sweep(16, 0, 1000, false).concat();
        let second = sweep(16, 16, 1000, false).concat();
        assert_eq!((first.len(), second.len()), (16, 16));
        assert_eq!(first[0], Choice::Nth(0));
        let pooled = |choice: &&Choice| matches!(choice, Choice::Nth(_));
        assert_eq!(first.iter().filter(pooled).count(), 8);
        assert!(first.iter().filter(pooled).all(|choice| !second.contains(choice)));
    }

    #[test]
    fn batches_grow_unless_calls_are_costly() {
        let sizes = |costly| sweep(30, 0, 30, costly).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(sizes(false), [2, 4, 8, 16]);
        assert_eq!(sizes(true), [2; 15]);
    }
}
