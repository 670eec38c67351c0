//! All that a call can do in an abstract state: the question {φ} m {ψ} for the least ψ.
//!
//! The ways to end are asked for one by one, each found one excluded from the next question, until
//! there are no more. The answer does not depend on what is known of the object from elsewhere, so
//! what was observed can be checked against it.

use tlv_core::Valuation;

use crate::prove::engine::{Ask, Ending, Engine, Invariant};
use crate::prove::replay::Prediction;
use crate::solve::{Answer, Budget, GaveUp};
use crate::term::{Model, Term};

/// The ways a call can end in a state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Successors {
    /// One prediction for each ending that is possible.
    pub(crate) found: Vec<Prediction>,
    /// The gaps that objects in the state can enter, or that the solver could not exclude.
    pub(crate) gaps: Vec<usize>,
    /// Questions that were given up: there may be more endings.
    pub(crate) gave_up: Option<GaveUp>,
    /// An outcome that is none was possible: the executor is wrong.
    pub(crate) nonsense: bool,
}

impl Successors {
    /// Whether no object is in the state at all, as far as the summary knows.
    pub(crate) fn is_vacuous(&self) -> bool {
        self.found.is_empty() && self.gaps.is_empty() && self.gave_up.is_none() && !self.nonsense
    }

    pub(crate) fn endings(&self) -> impl Iterator<Item = Ending> + '_ {
        self.found.iter().map(|prediction| prediction.ending)
    }
}

/// When a question about all paths is given up, each is asked alone; after so many that are given
/// up as well, the rest is not tried.
const ATTEMPTS: usize = 4;

impl Engine {
    /// The ways the call can end for objects in the state (any, for a constructor) of which the
    /// invariants hold.
    pub(crate) fn successors(
        &mut self,
        state: Option<Valuation>,
        invariants: &[Invariant],
        budget: &Budget,
    ) -> Successors {
        let assumed = self.assume(invariants);
        let key = (state, assumed);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut starts = Vec::new();
        for index in 0..self.paths.len() {
            let taken = self.taken(index, state, assumed);
            if self.terms.as_constant(taken) != Some(0) {
                starts.push((index, taken));
            }
        }
        let mut successors = Successors::default();
        if self.enumerate(&starts, &mut successors, budget).is_some() {
            let mut failures = 0;
            for start in &starts {
                if let Some(reason) =
                    self.enumerate(std::slice::from_ref(start), &mut successors, budget)
                {
                    successors.gave_up = Some(reason);
                    failures += 1;
                    if failures == ATTEMPTS {
                        break;
                    }
                }
            }
        }
        successors.found.sort_by_key(|prediction| prediction.ending);
        let (gaps, certain) = self.entered_gaps(Ask::Plainly, state, invariants, budget);
        successors.gaps = gaps;
        // What was given up may succeed with more time: only answers are kept.
        if successors.gave_up.is_none() && certain {
            self.known.insert(key, successors.clone());
        }
        successors
    }

    /// Adds all endings on these paths that are not found yet; why not, if it gave up.
    fn enumerate(
        &mut self,
        starts: &[(usize, Term)],
        successors: &mut Successors,
        budget: &Budget,
    ) -> Option<GaveUp> {
        let mut questions: Vec<Term> = starts.iter().map(|(_, taken)| *taken).collect();
        for ending in successors.endings().collect::<Vec<_>>() {
            self.exclude(starts, &mut questions, ending);
        }
        loop {
            let model = match self.ask(Ask::Plainly, &questions, budget) {
                Answer::Unsatisfiable => return None,
                Answer::Unknown(reason) => return Some(reason),
                Answer::Satisfiable(model) => model,
            };
            let Some(hit) = self.first_true(&questions, &model) else {
                // The model does not do what it was asked for: the solver is not to be trusted.
                successors.nonsense = true;
                return None;
            };
            let (path, _) = starts[hit];
            match self.prediction(path, &model) {
                Some(prediction) => {
                    self.exclude(starts, &mut questions, prediction.ending);
                    successors.found.push(prediction);
                }
                None => {
                    successors.nonsense = true;
                    questions[hit] = self.terms.bool(false);
                }
            }
        }
    }

    /// An object in the state that satisfies the invariants and ends so, if one is found easily.
    pub(crate) fn witness(
        &mut self,
        state: Valuation,
        ending: Ending,
        invariants: &[Invariant],
        budget: &Budget,
    ) -> Option<Prediction> {
        let assumed = self.assume(invariants);
        let mut questions = Vec::with_capacity(self.paths.len());
        for path in 0..self.paths.len() {
            let taken = self.taken(path, Some(state), assumed);
            let ends = self.ends(path, ending);
            questions.push(self.terms.and(taken, ends));
        }
        let Answer::Satisfiable(model) = self.ask(Ask::Tentatively, &questions, budget) else {
            return None;
        };
        let path = self.first_true(&questions, &model)?;
        self.prediction(path, &model)
    }

    /// Takes an ending out of the questions, one per start.
    fn exclude(&mut self, starts: &[(usize, Term)], questions: &mut [Term], ending: Ending) {
        for (question, (path, _)) in questions.iter_mut().zip(starts) {
            let ends = self.ends(*path, ending);
            let other = self.terms.not(ends);
            *question = self.terms.and(*question, other);
        }
    }

    /// The first of the terms that the model makes true.
    pub(crate) fn first_true(&self, terms: &[Term], model: &Model) -> Option<usize> {
        terms.iter().position(|term| self.terms.evaluate(*term, model) == 1)
    }

    /// The gaps that can be entered, and those of which that is not known; whether all is known.
    pub(crate) fn entered_gaps(
        &mut self,
        ask: Ask,
        state: Option<Valuation>,
        invariants: &[Invariant],
        budget: &Budget,
    ) -> (Vec<usize>, bool) {
        let assumed = self.assume(invariants);
        let mut questions: Vec<Term> =
            (0..self.gaps.len()).map(|gap| self.entered(gap, state, assumed)).collect();
        let mut entered = Vec::new();
        let certain = loop {
            let hit = match self.ask(ask, &questions, budget) {
                Answer::Unsatisfiable => break true,
                Answer::Satisfiable(model) => self.first_true(&questions, &model),
                Answer::Unknown(_) => None,
            };
            let Some(hit) = hit else {
                // Not excluded: all that remain count.
                let possible = |gap: &usize| self.terms.as_constant(questions[*gap]) != Some(0);
                entered.extend((0..questions.len()).filter(possible));
                break false;
            };
            entered.push(hit);
            questions[hit] = self.terms.bool(false);
        };
        entered.sort_unstable();
        (entered, certain)
    }
}
