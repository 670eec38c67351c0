//! What the learner asks, and what answers it.
//!
//! A [`System`] is an object under test behind an interface of values: it makes objects by their
//! constructors, calls methods on them, and tells what it saw. The probe's driver is one, a struct
//! of a unit test is another; wrappers count and cache.

use crate::Valuation;

/// The constructors and methods of a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// How objects are made.
    pub constructors: Vec<Event>,
    /// What can be called on them.
    pub methods: Vec<Event>,
    /// How many predicates there are.
    pub n_predicates: usize,
    /// How often repeating one call may be worth it: the largest constant of the code that looks
    /// like a capacity or a limit, or a small number if there is none.
    pub repetitions: u32,
}

/// A constructor or a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// As in the source.
    pub name: String,
    /// Whether a call involves choices: arguments that are not always the same.
    pub has_choices: bool,
}

/// The index of a constructor or a method in its list of the [`Signature`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(u16);

impl EventId {
    /// From the position in the list.
    ///
    /// # Panics
    /// When there are more than 65536 events.
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        EventId(u16::try_from(index).expect("more events than an id can count"))
    }

    /// The position in the list.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A state that the system keeps for later queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// Which arguments a call is to have. The same choice in the same state gives the same arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// The `n`-th combination of pooled values, from 0; [`Step::space`] tells how many there are.
    Nth(u64),
    /// Pooled and random values, drawn with this seed.
    Random(u64),
    /// Values that the system was given from elsewhere, such as a solver, by their number.
    Given(u32),
}

/// One call with its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Call {
    /// The constructor or method.
    pub event: EventId,
    /// Its arguments.
    pub choice: Choice,
}

/// Where a query starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Start {
    /// A new object; the call names a constructor.
    Construct(Call),
    /// A copy of a kept state; the original stays as it is.
    Kept(StateId),
}

/// A sequence of calls to run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Query {
    /// The object.
    pub start: Start,
    /// The methods to call on it, in order.
    pub calls: Vec<Call>,
    /// Keep a state reached on the way that was not kept before: one whose valuation and
    /// fingerprint are new, while not too many of the same valuation are kept.
    pub keep: bool,
    /// Stop as soon as the valuation differs from the one the query started with.
    pub until_left: bool,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Returned unit or any value without an outcome of its own, or `Result::Ok`.
    Ok,
    /// Returned `Result::Err`.
    Err,
    /// Returned `Option::Some`.
    Some,
    /// Returned `Option::None`.
    None,
    /// Returned `true`.
    True,
    /// Returned `false`.
    False,
    /// Panicked.
    Panic,
    /// Ended the process: an abort, a stack overflow, an exit, a kill.
    Abort,
    /// Did not return in time.
    Timeout,
}

/// What became of the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum After {
    /// It lives, and these predicates hold of it.
    Alive(Valuation),
    /// ⊥: a panic, an abort or a time-out ended its life, or the constructor made none.
    Dead,
    /// A method took it by value and gave nothing back.
    Ended,
}

/// What was seen of one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// How the call ended.
    pub outcome: Outcome,
    /// What became of the object.
    pub after: After,
    /// A hash of the numbers in the object: different means different, equal means probably equal.
    pub fingerprint: u64,
    /// How many combinations of pooled arguments the call could have had, at least 1.
    pub space: u64,
    /// The state as kept, if the query asked for it and it was new.
    pub kept: Option<StateId>,
}

/// Why a query's answer ends where it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// All calls were made.
    Completed,
    /// The valuation changed, and the query asked to stop then.
    Left,
    /// The object's life ended.
    Over,
    /// The next call could not be made: no such arguments, an assumption that failed, or
    /// arguments that an earlier number stands for already.
    Rejected,
    /// The kept state could not be made again as it was: the object is not deterministic.
    Diverged,
}

/// The steps that were made, and why no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// One for each call made, the constructor's first if the query started with one.
    pub steps: Vec<Step>,
    /// Why it ends here.
    pub stop: Stop,
}

/// An object under test.
pub trait System {
    /// Why no answer could be had at all. What the object does is an answer, never an error.
    type Error;

    /// Its constructors, methods and predicates.
    fn signature(&self) -> &Signature;

    /// Runs the queries, each on its own, and answers them in order.
    ///
    /// # Errors
    /// When the system itself is gone.
    fn run(&mut self, queries: &[Query]) -> Result<Vec<Answer>, Self::Error>;
}
