//! What a proof rests on, as questions that anybody can ask again: for each state and method that it
//! claims to know, that the call ends in no other way, and for each way to end, that it is one; and
//! for each method that it keeps the invariants that all this rests on.
//!
//! The search asks more than that and in another order; these are the obligations {φ} m {ψ} that are
//! left when it is done, for a second solver to answer and for comparisons.

use tlv_core::Valuation;

use crate::prove::Prover;
use crate::prove::engine::{Ending, Engine, Invariant};
use crate::prove::replay::Event;
use crate::prove::search::Answered;
use crate::term::{Term, Terms};

/// What is claimed of a call in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// It ends in no way but the known ones, and leaves the code that was followed only by gaps that
    /// are known: the question is unsatisfiable.
    NothingElse,
    /// It can end so: the question is satisfiable.
    Ends(Ending),
    /// It keeps the invariants, whatever state the object is in, and leaves no living object without
    /// them: the question is unsatisfiable.
    Keeps,
}

impl Claim {
    /// Whether the claim is that the question can be answered with yes.
    #[must_use]
    pub fn is_satisfiable(self) -> bool {
        matches!(self, Claim::Ends(_))
    }
}

/// A claim with the question that decides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The call.
    pub event: Event,
    /// The state of the object; none for a constructor, or if it may be in any.
    pub state: Option<Valuation>,
    /// What is claimed.
    pub claim: Claim,
    /// What is assumed of the object before the call, and, for [`Claim::Keeps`], is to hold after it.
    pub invariants: Vec<Invariant>,
    /// For [`Claim::NothingElse`]: the known ways to end.
    pub endings: Vec<Ending>,
    /// Whether code that was not followed is left out, so that the claim is about the rest only.
    pub has_gaps: bool,
    /// The question, a truth value in the [terms](Prover::terms) of the event.
    pub term: Term,
}

/// A claim that was settled: what was assumed, and what is known under it.
#[derive(Debug, Clone)]
pub(crate) struct Settled {
    invariants: Vec<Invariant>,
    endings: Vec<Ending>,
    gaps: Vec<usize>,
}

impl Settled {
    /// None where the solver gave up or talked nonsense: then nothing is claimed.
    pub(crate) fn of(answered: &Answered, assumed: &[Invariant]) -> Option<Self> {
        let Answered { successors, uses_invariants } = answered;
        let certain = successors.gave_up.is_none() && !successors.nonsense;
        certain.then(|| Settled {
            invariants: if *uses_invariants { assumed.to_vec() } else { Vec::new() },
            endings: successors.endings().collect(),
            gaps: successors.gaps.clone(),
        })
    }

    /// The same claim about more objects than it was settled for.
    #[cfg(test)]
    pub(crate) fn forget_invariants(&mut self) {
        self.invariants.clear();
    }
}

impl Prover {
    /// The questions whose answers the last proof rests on, by event. Where the solver gave up there
    /// are none.
    pub fn questions(&mut self) -> Vec<Question> {
        let mut questions = Vec::new();
        for (&(state, index), settled) in &self.settled {
            let engine = &mut self.engines[index];
            let event = engine.event;
            let mut add = |claim, term| {
                questions.push(Question {
                    event,
                    state,
                    claim,
                    invariants: settled.invariants.clone(),
                    endings: settled.endings.clone(),
                    has_gaps: !settled.gaps.is_empty(),
                    term,
                });
            };
            let nothing_else = engine.nothing_else(state, settled);
            add(Claim::NothingElse, nothing_else);
            for &ending in &settled.endings {
                let can_end = engine.can_end(state, ending, &settled.invariants);
                add(Claim::Ends(ending), can_end);
            }
        }
        for engine in self.engines.iter_mut().filter(|_| !self.shown.is_empty()) {
            questions.push(Question {
                event: engine.event,
                state: None,
                claim: Claim::Keeps,
                invariants: self.shown.clone(),
                endings: Vec::new(),
                has_gaps: false,
                term: engine.can_break(&self.shown),
            });
        }
        questions.sort_by_key(|question| (question.event, question.state, question.claim));
        questions
    }

    /// The terms that questions about an event are in; none if there is no such event.
    pub fn terms(&self, event: Event) -> Option<&Terms> {
        self.engines.iter().find(|engine| engine.event == event).map(|engine| &engine.terms)
    }
}

impl Engine {
    /// Some path ends in another way than is known, or another gap is entered.
    fn nothing_else(&mut self, state: Option<Valuation>, settled: &Settled) -> Term {
        let assumed = self.assume(&settled.invariants);
        let mut others = Vec::new();
        for path in 0..self.paths.len() {
            let mut all = vec![self.taken(path, state, assumed)];
            for &ending in &settled.endings {
                let ends = self.ends(path, ending);
                all.push(self.terms.not(ends));
            }
            others.push(self.terms.conjunction(&all));
        }
        let known = |gap: &usize| settled.gaps.contains(gap);
        for gap in (0..self.gaps.len()).filter(|gap| !known(gap)) {
            others.push(self.entered(gap, state, assumed));
        }
        self.disjunction(&others)
    }

    /// Some path leaves an object of which one of the invariants does not hold, or code that was not
    /// followed can be entered, which may do the same.
    fn can_break(&mut self, invariants: &[Invariant]) -> Term {
        let assumed = self.assume(invariants);
        let mut ways = self.breaking(assumed, invariants);
        for gap in 0..self.gaps.len() {
            ways.push(self.entered(gap, None, assumed));
        }
        self.disjunction(&ways)
    }

    /// Some path ends so.
    fn can_end(
        &mut self,
        state: Option<Valuation>,
        ending: Ending,
        invariants: &[Invariant],
    ) -> Term {
        let assumed = self.assume(invariants);
        let mut ways = Vec::with_capacity(self.paths.len());
        for path in 0..self.paths.len() {
            let (taken, ends) = (self.taken(path, state, assumed), self.ends(path, ending));
            ways.push(self.terms.and(taken, ends));
        }
        self.disjunction(&ways)
    }
}
