//! Learning an abstraction by testing: TLV's Algorithm 1, without its validation.
//!
//! The object is asked in five ways, the cheap and telling ones first:
//! 1. *closing* (`closing.rs`): of every abstract state one representative is extended by every
//!    method, then more representatives, a bounded number of each abstract state;
//! 2. *repetition* (`repetition.rs`): a call that changes the object but not its abstract state is
//!    repeated until it leaves, so that thresholds are found;
//! 3. *candidate queries* (`walk.rs`): random walks along the candidate; whatever they see that
//!    the candidate lacks is a counterexample, and closing starts again;
//! 4. *search* (`breadth.rs`): shorter witnesses are looked for breadth first; if that finds
//!    anything new, learning goes on;
//! 5. *replay* (`shrink.rs`, `replay.rs`): each witness is shrunk and run again from its constructor.
//!
//! Nothing here reads a clock or depends on the order of a hash table: the same seed and the same
//! answers give the same result.

mod breadth;
mod closing;
mod observation_table;
mod observe;
mod pool;
mod repetition;
mod replay;
mod shrink;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::BTreeMap;

use self::observation_table::ObservationTable;
use self::pool::Pool;
use self::repetition::Repetitions;
use crate::{
    Abstraction, After, Birth, EventId, Evidence, Outcome, Signature, System, Transition,
    Valuation, Witness,
};

/// How much to test. [`Limits::default`] suits objects whose calls take microseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Calls of methods and constructors before learning stops as incomplete; replaying and
    /// shrinking witnesses comes on top of it. Default 200 000.
    pub calls: u64,
    /// Combinations of arguments tried for each method on the first representative of an abstract
    /// state, and for each constructor. Default 64.
    pub arguments: u64,
    /// The same on every further representative. Default 16.
    pub further_arguments: u64,
    /// Representatives of each abstract state that are extended by every method before the first
    /// walk. Default 8.
    pub representatives: usize,
    /// How many more of them in each later round. Default 4.
    pub more_representatives: usize,
    /// Calls spent on repetition in all. Default 40 000.
    pub repeated_calls: u64,
    /// Random walks in a round. Default 64.
    pub walks: usize,
    /// Calls in a walk, at most. Default 24.
    pub walk_length: usize,
    /// Rounds in a row that must find nothing new before learning ends. Default 4.
    pub quiet_rounds: u32,
    /// Time-outs of a method in an abstract state after which it is not called there again.
    /// Default 2.
    pub timeouts: u32,
    /// The same for aborts. Default 3.
    pub aborts: u32,
    /// Calls spent on shrinking witnesses in all, and an eighth of that each time shorter ones are
    /// looked for breadth first. Default 40 000.
    pub shrinking_calls: u64,
    /// How often a witness that does not show its edge again is run once more. Default 4.
    pub replays: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            calls: 200_000,
            arguments: 64,
            further_arguments: 16,
            representatives: 8,
            more_representatives: 4,
            repeated_calls: 40_000,
            walks: 64,
            walk_length: 24,
            quiet_rounds: 4,
            timeouts: 2,
            aborts: 3,
            shrinking_calls: 40_000,
            replays: 4,
        }
    }
}

/// The result of learning; by default, that of none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Learned {
    /// The abstraction: accurate, but edges may be missing.
    pub abstraction: Abstraction,
    /// Why learning ended; anything but [`Stopped::Quiet`] means that it is incomplete.
    pub stopped: Stopped,
    /// How many traces the observation table holds.
    pub table_size: usize,
    /// What it cost.
    pub stats: Stats,
    /// What was found, in order.
    pub discoveries: Vec<Discovery>,
    /// How often each method was called in each abstract state.
    pub tested: BTreeMap<(Valuation, EventId), u64>,
    /// What the user should know.
    pub notes: Vec<Note>,
    /// Whether every repeated run gave the same answer, as far as was seen.
    pub deterministic: bool,
    /// Whether kept states seem to share data with each other: what was seen from them does not
    /// happen from a constructor, though runs from there agree with each other. The caller should
    /// learn again with states that are made anew instead of copied.
    pub sharing_suspected: bool,
}

/// Why learning ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stopped {
    /// Enough rounds in a row found nothing new.
    Quiet,
    /// [`Limits::calls`] was reached.
    CallLimit,
    /// The caller said so.
    #[default]
    Interrupted,
}

/// What learning cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Queries that extend a representative by a method, or repeat one.
    pub membership_queries: u64,
    /// Random walks.
    pub candidate_queries: u64,
    /// Calls of methods, without those of replaying.
    pub calls: u64,
    /// Calls of constructors, without those of replaying.
    pub constructor_calls: u64,
    /// Calls of methods and constructors made to replay and shrink witnesses.
    pub replay_calls: u64,
    /// Candidates that were checked.
    pub rounds: u32,
}

/// Something seen for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discovery {
    /// How many calls of methods had been made, this one included.
    pub calls: u64,
    /// What it was.
    pub found: Found,
}

/// What can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// An abstract state.
    State(Valuation),
    /// A result of a constructor.
    Birth(Birth),
    /// A result of a method.
    Transition(Transition),
}

/// What the user should know about a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Note {
    /// A method is no longer called in a state, for it ended the process or hung too often.
    GaveUp {
        /// The abstract state.
        from: Valuation,
        /// The method.
        method: EventId,
        /// [`Outcome::Abort`] or [`Outcome::Timeout`].
        outcome: Outcome,
    },
    /// No constructor made an object.
    NoObject,
}

/// Learns the abstraction of a system.
///
/// `seed` decides all random choices. `traces` are run before anything else: what a proof or an
/// earlier run found, say. `interrupted` is asked between queries; once it says `true`, learning
/// ends, and only the replay of the witnesses is still done.
///
/// # Errors
/// When the system could not answer.
pub fn learn<S: System>(
    system: &mut S,
    limits: &Limits,
    seed: u64,
    traces: &[Witness],
    interrupted: &dyn Fn() -> bool,
) -> Result<Learned, S::Error> {
    let mut learner = Learner::new(system, limits, seed, interrupted);
    learner.follow(traces)?;
    learner.construct()?;
    let mut stopped = learner.explore()?;
    while stopped == Stopped::Quiet && learner.search_breadth_first()? {
        stopped = learner.explore()?;
    }
    learner.finish(stopped)
}

/// Everything known while learning.
struct Learner<'a, S> {
    system: &'a mut S,
    signature: Signature,
    limits: &'a Limits,
    interrupted: &'a dyn Fn() -> bool,
    rng: fastrand::Rng,
    table: ObservationTable,
    pool: Pool,
    births: BTreeMap<Birth, Evidence>,
    transitions: BTreeMap<Transition, Evidence>,
    tallies: BTreeMap<(Valuation, EventId), Tally>,
    repetitions: Repetitions,
    /// Methods that aborted or timed out anywhere.
    costly: Vec<bool>,
    /// The largest number of argument combinations seen, of constructors and of methods.
    spaces: Spaces,
    discoveries: Vec<Discovery>,
    stats: Stats,
    notes: Vec<Note>,
    deterministic: bool,
    sharing_suspected: bool,
}

/// How calls of one method in one abstract state ended.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    calls: u64,
    /// Calls that could not be made.
    rejected: u64,
    /// Calls after which there was no object.
    over: u64,
    aborts: u32,
    timeouts: u32,
    given_up: bool,
}

/// How many combinations of arguments an event has; 0 while it was never called.
#[derive(Debug, Default)]
struct Spaces {
    constructors: Vec<u64>,
    methods: Vec<u64>,
}

impl<'a, S: System> Learner<'a, S> {
    fn new(
        system: &'a mut S,
        limits: &'a Limits,
        seed: u64,
        interrupted: &'a dyn Fn() -> bool,
    ) -> Self {
        let signature = system.signature().clone();
        let spaces = Spaces {
            constructors: vec![0; signature.constructors.len()],
            methods: vec![0; signature.methods.len()],
        };
        let costly = vec![false; signature.methods.len()];
        Learner {
            system,
            signature,
            limits,
            interrupted,
            rng: fastrand::Rng::with_seed(seed),
            table: ObservationTable::default(),
            pool: Pool::default(),
            births: BTreeMap::new(),
            transitions: BTreeMap::new(),
            tallies: BTreeMap::new(),
            repetitions: Repetitions::default(),
            costly,
            spaces,
            discoveries: Vec::new(),
            stats: Stats::default(),
            notes: Vec::new(),
            deterministic: true,
            sharing_suspected: false,
        }
    }

    /// Closes the table and checks the candidate in turn, until nothing new is found.
    fn explore(&mut self) -> Result<Stopped, S::Error> {
        let mut representatives = self.limits.representatives;
        let mut quiet = 0;
        loop {
            let known = self.discoveries.len();
            self.close(representatives)?;
            if let Some(stopped) = self.must_stop() {
                return Ok(stopped);
            }
            if self.pool.valuations().len() == 0 {
                self.notes.push(Note::NoObject);
                return Ok(Stopped::Quiet);
            }
            self.find_counterexample()?;
            self.stats.rounds += 1;
            quiet = if self.discoveries.len() == known { quiet + 1 } else { 0 };
            if let Some(stopped) = self.must_stop() {
                return Ok(stopped);
            }
            if quiet >= self.limits.quiet_rounds {
                return Ok(Stopped::Quiet);
            }
            representatives += self.limits.more_representatives;
            self.repetitions.next_round();
        }
    }

    fn must_stop(&self) -> Option<Stopped> {
        if self.stats.calls + self.stats.constructor_calls >= self.limits.calls {
            Some(Stopped::CallLimit)
        } else if (self.interrupted)() {
            Some(Stopped::Interrupted)
        } else {
            None
        }
    }

    fn finish(mut self, stopped: Stopped) -> Result<Learned, S::Error> {
        self.shrink_witnesses(stopped)?;
        self.replay_witnesses()?;
        self.notes.sort_unstable();
        let called = self.tallies.iter().filter(|(_, tally)| tally.calls > 0);
        let tested = called.map(|(&pair, tally)| (pair, tally.calls)).collect();
        Ok(Learned {
            abstraction: Abstraction::new(self.births, self.transitions),
            stopped,
            table_size: self.table.len(),
            stats: self.stats,
            discoveries: self.discoveries,
            tested,
            notes: self.notes,
            deterministic: self.deterministic,
            sharing_suspected: self.sharing_suspected,
        })
    }

    fn tally(&self, from: Valuation, method: EventId) -> Tally {
        self.tallies.get(&(from, method)).copied().unwrap_or_default()
    }

    fn transitions_of(
        &self,
        from: Valuation,
        method: EventId,
    ) -> impl Iterator<Item = &Transition> {
        let after = After::Alive(Valuation::from_bits(0));
        let low = Transition { from, method, outcome: Outcome::Ok, after };
        let known = self.transitions.range(low..).map(|(transition, _)| transition);
        known.take_while(move |t| (t.from, t.method) == (from, method))
    }

    fn methods(&self) -> impl Iterator<Item = EventId> + use<S> {
        (0..self.signature.methods.len()).map(EventId::from_index)
    }

    fn has_choices(&self, method: EventId) -> bool {
        self.signature.methods[method.index()].has_choices
    }
}
