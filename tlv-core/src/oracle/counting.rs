//! A system that counts what is asked of it.

use crate::{Answer, Query, Signature, Start, System};

/// What was asked of a system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Calls of [`System::run`].
    pub batches: u64,
    /// Queries in them.
    pub queries: u64,
    /// Calls of methods that were made.
    pub calls: u64,
    /// Calls of constructors that were made. How often the system itself makes an object again to
    /// restore a kept state is not seen from here.
    pub constructors: u64,
}

/// A system that counts.
#[derive(Debug)]
pub struct Counting<S> {
    system: S,
    counts: Counts,
}

impl<S: System> Counting<S> {
    /// Counts from zero.
    pub fn new(system: S) -> Self {
        Counting { system, counts: Counts::default() }
    }

    /// What was asked so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The system itself.
    pub fn into_inner(self) -> S {
        self.system
    }
}

impl<S: System> System for Counting<S> {
    type Error = S::Error;

    fn signature(&self) -> &Signature {
        self.system.signature()
    }

    fn run(&mut self, queries: &[Query]) -> Result<Vec<Answer>, S::Error> {
        let answers = self.system.run(queries)?;
        self.counts.batches += 1;
        self.counts.queries += queries.len() as u64;
        for (query, answer) in queries.iter().zip(&answers) {
            let steps = answer.steps.len() as u64;
            let constructors = match query.start {
                Start::Construct(_) => steps.min(1),
                Start::Kept(_) => 0,
            };
            self.counts.constructors += constructors;
            self.counts.calls += steps - constructors;
        }
        Ok(answers)
    }
}
