//! Running witnesses again from their constructors, without kept states.

use super::Learner;
use crate::model::alive;
use crate::{After, Answer, Birth, Outcome, Query, Start, System, Transition, Witness};

/// When runs differ from each other, a witness is given so many times as many of them.
const LUCK: u32 = 8;

impl<S: System> Learner<'_, S> {
    /// Replays every witness. One that does not show its edge is tried again: if the runs differ
    /// from each other the object is not deterministic; if they agree, then what was seen from a
    /// kept state does not happen to a new object. Only whether a call that ends the process does
    /// so before the time is up depends on nothing but the machine.
    pub(super) fn replay_witnesses(&mut self) -> Result<(), S::Error> {
        let births: Vec<_> = self.births.iter().map(|(b, e)| (*b, e.witness.clone())).collect();
        for (birth, witness) in births {
            let shown = |answer: &Answer| shows_birth(answer, birth);
            let reproduced = self.replay(&witness, birth.outcome, shown)?;
            let evidence = self.births.get_mut(&birth).expect("births are never removed");
            evidence.reproduced = reproduced;
            evidence.minimal = true;
        }
        let transitions: Vec<_> =
            self.transitions.iter().map(|(t, e)| (*t, e.witness.clone())).collect();
        for (transition, witness) in transitions {
            let n_calls = witness.calls.len();
            let shown = |answer: &Answer| shows(answer, &witness, n_calls, transition);
            let reproduced = self.replay(&witness, transition.outcome, shown)?;
            let evidence = self.transitions.get_mut(&transition);
            let evidence = evidence.expect("transitions are never removed");
            evidence.reproduced = reproduced;
            evidence.minimal &= reproduced;
        }
        // Runs that differ explain a witness that fails as well as sharing would.
        self.sharing_suspected &= self.deterministic;
        Ok(())
    }

    fn replay(
        &mut self,
        witness: &Witness,
        outcome: Outcome,
        shows: impl Fn(&Answer) -> bool,
    ) -> Result<bool, S::Error> {
        let first = self.run_from_new(witness)?;
        if shows(&first) {
            return Ok(true);
        }
        let mut agree = true;
        let mut left = self.limits.replays;
        while left > 0 {
            left -= 1;
            let again = self.run_from_new(witness)?;
            if agree && behaviour(&again) != behaviour(&first) {
                agree = false;
                left = left.saturating_add(self.limits.replays.saturating_mul(LUCK));
            }
            if shows(&again) {
                self.deterministic = false;
                return Ok(true);
            }
        }
        let ending = |outcome| matches!(outcome, Outcome::Abort | Outcome::Timeout);
        let last = first.steps.get(witness.calls.len()).map(|step| step.outcome);
        let only_pace = ending(outcome) && last.is_some_and(ending);
        if agree && !only_pace {
            self.sharing_suspected = true;
        } else {
            self.deterministic = false;
        }
        Ok(false)
    }

    /// Runs a witness on a new object.
    pub(super) fn run_from_new(&mut self, witness: &Witness) -> Result<Answer, S::Error> {
        let start = Start::Construct(witness.construct);
        let calls = witness.calls.clone();
        let query = Query { start, calls, keep: false, until_left: false };
        let answer = self.system.run(&[query])?.remove(0);
        self.stats.replay_calls += answer.steps.len() as u64;
        Ok(answer)
    }
}

/// Whether call number `n` of a witness, counted from 1, shows a transition.
pub(super) fn shows(answer: &Answer, witness: &Witness, n: usize, transition: Transition) -> bool {
    let (Some(before), Some(step)) = (answer.steps.get(n - 1), answer.steps.get(n)) else {
        return false;
    };
    alive(before.after) == Some(transition.from)
        && witness.calls[n - 1].event == transition.method
        && (step.outcome, step.after) == (transition.outcome, transition.after)
}

fn shows_birth(answer: &Answer, birth: Birth) -> bool {
    let step = answer.steps.first();
    step.is_some_and(|step| (step.outcome, step.after) == (birth.outcome, birth.after))
}

/// What two runs of a deterministic object have in common. Fingerprints may hash addresses.
fn behaviour(answer: &Answer) -> Vec<(Outcome, After)> {
    answer.steps.iter().map(|step| (step.outcome, step.after)).collect()
}
