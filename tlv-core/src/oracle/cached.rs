//! A system that remembers answers.
//!
//! Only for objects that are deterministic: the second answer to a query is the first one. A query
//! that keeps states is always passed on, for keeping is an effect; an answer that diverged is not
//! remembered, for it says that the object is not deterministic.

use std::collections::{HashMap, VecDeque};

use crate::{Answer, Query, Signature, Stop, System};

/// A system that remembers answers.
#[derive(Debug)]
pub struct Cached<S> {
    system: S,
    answers: HashMap<Query, Answer>,
    /// The queries in the order in which they were remembered.
    order: VecDeque<Query>,
    /// The size of what is remembered, and the most it may be.
    weight: usize,
    capacity: usize,
    hits: u64,
}

impl<S: System> Cached<S> {
    /// Remembers up to `capacity` calls and steps together; the oldest queries are forgotten first.
    pub fn new(system: S, capacity: usize) -> Self {
        let (answers, order) = (HashMap::new(), VecDeque::new());
        Cached { system, answers, order, weight: 0, capacity, hits: 0 }
    }

    /// How many queries were answered from memory.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// The system itself.
    pub fn into_inner(self) -> S {
        self.system
    }

    fn remember(&mut self, query: &Query, answer: &Answer) {
        let weight = weight(query, answer);
        if query.keep || answer.stop == Stop::Diverged || weight > self.capacity {
            return;
        }
        while self.weight + weight > self.capacity {
            let oldest = self.order.pop_front().expect("what has weight is in the order");
            let forgotten = self.answers.remove(&oldest).expect("what is in the order is known");
            self.weight -= self::weight(&oldest, &forgotten);
        }
        if self.answers.insert(query.clone(), answer.clone()).is_none() {
            self.order.push_back(query.clone());
            self.weight += weight;
        }
    }
}

/// One for the query itself, one for each call asked and each step answered.
fn weight(query: &Query, answer: &Answer) -> usize {
    1 + query.calls.len() + answer.steps.len()
}

impl<S: System> System for Cached<S> {
    type Error = S::Error;

    fn signature(&self) -> &Signature {
        self.system.signature()
    }

    fn run(&mut self, queries: &[Query]) -> Result<Vec<Answer>, S::Error> {
        let remembered: Vec<Option<Answer>> = queries
            .iter()
            .map(|query| if query.keep { None } else { self.answers.get(query).cloned() })
            .collect();
        let missing: Vec<Query> = queries
            .iter()
            .zip(&remembered)
            .filter(|(_, answer)| answer.is_none())
            .map(|(query, _)| query.clone())
            .collect();
        self.hits += (queries.len() - missing.len()) as u64;
        let fresh = if missing.is_empty() { Vec::new() } else { self.system.run(&missing)? };
        for (query, answer) in missing.iter().zip(&fresh) {
            self.remember(query, answer);
        }
        let mut fresh = fresh.into_iter();
        let answer = |known: Option<Answer>| {
            known.unwrap_or_else(|| fresh.next().expect("every query passed on has an answer"))
        };
        Ok(remembered.into_iter().map(answer).collect())
    }
}
