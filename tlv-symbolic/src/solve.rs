//! Deciding terms: whether truth values can hold together, and for which values of the variables.
//!
//! An answer is never a `bool`: a solver that gave up says why, and its answer says nothing about
//! the question.

mod builtin;
#[doc(hidden)]
pub mod fault;
mod portfolio;
pub mod smtlib;

pub use builtin::Builtin;
pub use portfolio::Portfolio;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::term::{Model, Term, Terms};

/// Something that decides whether terms can hold.
pub trait Solver {
    /// Whether all assumptions, truth values in `terms`, can be true at once.
    ///
    /// A solver keeps what it learnt, so `terms` must be the same at every call; it may have grown.
    fn check(&mut self, terms: &Terms, assumptions: &[Term], budget: &Budget) -> Answer;

    /// How many questions were asked so far.
    fn queries(&self) -> u64;

    /// The name, for reports.
    fn name(&self) -> &'static str;
}

/// What a solver says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// All assumptions hold in this model. Variables that do not occur in them are not set.
    Satisfiable(Model),
    /// No values make all assumptions true.
    Unsatisfiable,
    /// Not decided.
    Unknown(GaveUp),
}

/// Why a question was not decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GaveUp {
    /// The deadline passed, or the time for one query.
    Time,
    /// The search met as many conflicts as were allowed.
    Conflicts,
    /// Somebody raised the flag.
    Interrupted,
    /// The question is too large to write down.
    Memory,
    /// The solver failed: its process ended, or what it said made no sense.
    Failed,
}

/// What a question may cost. By default there is no limit.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    /// When to stop, for this question and others.
    pub deadline: Option<Instant>,
    /// How long one question may take.
    pub per_query: Option<Duration>,
    /// How many conflicts the search for one answer may meet. It bounds work independently of the
    /// machine's speed.
    pub conflicts: Option<u64>,
    /// Raised by another thread to stop.
    pub interrupted: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// When a question asked now must be given up, if ever.
    pub fn end(&self) -> Option<Instant> {
        let own = self.per_query.and_then(|time| Instant::now().checked_add(time));
        match (self.deadline, own) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Whether the flag was raised.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
