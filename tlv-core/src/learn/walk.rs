//! Candidate queries: random walks along the candidate from pooled concrete states.

use super::Learner;
use super::observe::{Purpose, Question};
use crate::model::alive;
use crate::{Call, Choice, EventId, System, Valuation};

/// Walks that are asked together; a counterexample among them ends the query.
const BATCH: usize = 8;

/// How the weights of calls relate: each walk favours some methods, so that between them walks
/// reach states which calls in even proportion would hardly reach.
const FAVOURS: [u32; 3] = [1, 4, 16];

/// The weight of a call that always goes on and is not favoured.
const SCALE: u64 = 64;

/// One in so many walks starts from a new object.
const FROM_NEW: usize = 8;

impl<S: System> Learner<'_, S> {
    /// Walks until something new is seen, or often enough.
    pub(super) fn find_counterexample(&mut self) -> Result<(), S::Error> {
        let known = self.discoveries.len();
        let mut left = self.limits.walks;
        while left > 0 && self.discoveries.len() == known && self.must_stop().is_none() {
            let batch = left.min(BATCH);
            left -= batch;
            let questions = (0..batch).map(|_| self.walk()).collect();
            self.ask(questions)?;
        }
        Ok(())
    }

    fn walk(&mut self) -> Question {
        if self.rng.usize(..FROM_NEW) == 0 {
            return self.walk_from_new();
        }
        if self.rng.bool()
            && let Some((valuation, origin)) = self.pool.take_glimpse(&mut self.rng)
        {
            let mut calls = origin.calls;
            calls.extend(self.plan(Some(valuation)));
            return self.question_via(origin.from, calls, Purpose::Candidate);
        }
        let valuations: Vec<Valuation> = self.pool.valuations().collect();
        let valuation = valuations[self.rng.usize(..valuations.len())];
        let members = self.pool.members(valuation);
        let id = members[self.rng.usize(..members.len())];
        let calls = self.plan(Some(valuation));
        self.question(id, calls, Purpose::Candidate)
    }

    fn walk_from_new(&mut self) -> Question {
        let event = EventId::from_index(self.rng.usize(..self.signature.constructors.len()));
        let has_choices = self.signature.constructors[event.index()].has_choices;
        let space = self.spaces.constructors[event.index()];
        let construct = Call { event, choice: choose(&mut self.rng, has_choices, space) };
        let births: Vec<Valuation> = self
            .births
            .keys()
            .filter(|birth| birth.constructor == event)
            .filter_map(|birth| alive(birth.after))
            .collect();
        let at = pick(&mut self.rng, &births);
        let calls = self.plan(at);
        Self::question_from_new(construct, calls, Purpose::Candidate)
    }

    /// Chooses calls along the candidate, until it knows no way to go on.
    fn plan(&mut self, start: Option<Valuation>) -> Vec<Call> {
        let length = self.rng.usize(1..=self.limits.walk_length.max(1));
        let n_methods = self.signature.methods.len();
        let favours: Vec<u32> =
            (0..n_methods).map(|_| FAVOURS[self.rng.usize(..FAVOURS.len())]).collect();
        let mut at = start;
        let mut certain = true;
        let mut calls = Vec::new();
        while let Some(valuation) = at
            && calls.len() < length
        {
            let chosen = self.choose_method(valuation, certain, &favours);
            let Some(method) = chosen else { break };
            let space = self.spaces.methods[method.index()];
            let has_choices = self.has_choices(method);
            let choice = choose(&mut self.rng, has_choices, space);
            calls.push(Call { event: method, choice });
            let successors = self.successors(valuation, method);
            certain &= successors.len() == 1;
            at = pick(&mut self.rng, &successors);
        }
        calls
    }

    fn choose_method(
        &mut self,
        from: Valuation,
        certain: bool,
        favours: &[u32],
    ) -> Option<EventId> {
        // Where the object will really be is a guess after a choice between successors, and a
        // wrong guess may be a costly one.
        let weight = |m: EventId| {
            let avoided = !certain && self.costly[m.index()];
            if avoided { 0 } else { self.weight(from, m, favours[m.index()]) }
        };
        let weights: Vec<u32> = self.methods().map(weight).collect();
        let total: u32 = weights.iter().sum();
        if total == 0 {
            return None;
        }
        let mut drawn = self.rng.u32(..total);
        let chosen = weights.iter().position(|&weight| {
            let hit = drawn < weight;
            drawn = drawn.wrapping_sub(weight);
            hit
        });
        chosen.map(EventId::from_index)
    }

    /// How likely a call is: the less, the more often it could not be made or ended the object's
    /// life; one that is known to be costly is not made at all.
    fn weight(&self, from: Valuation, method: EventId, favour: u32) -> u32 {
        let tally = self.tally(from, method);
        if tally.given_up || tally.timeouts + tally.aborts > 0 {
            return 0;
        }
        let attempts = tally.calls + tally.rejected;
        let went_on = tally.calls - tally.over;
        // One more of each, so that what was never tried or never went on stays possible.
        let share = u64::from(favour) * SCALE * (went_on + 1) / (attempts + 1);
        u32::try_from(share).unwrap_or(u32::MAX).max(1)
    }

    /// The known successors, one for each transition that leads on.
    fn successors(&self, from: Valuation, method: EventId) -> Vec<Valuation> {
        self.transitions_of(from, method).filter_map(|t| alive(t.after)).collect()
    }
}

fn pick(rng: &mut fastrand::Rng, from: &[Valuation]) -> Option<Valuation> {
    if from.is_empty() { None } else { Some(from[rng.usize(..from.len())]) }
}

/// Pooled arguments half of the time, random ones otherwise.
fn choose(rng: &mut fastrand::Rng, has_choices: bool, space: u64) -> Choice {
    if !has_choices {
        Choice::Nth(0)
    } else if space > 0 && rng.bool() {
        Choice::Nth(rng.u64(..space))
    } else {
        Choice::Random(rng.u64(..))
    }
}
