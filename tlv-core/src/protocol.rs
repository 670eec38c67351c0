//! A protocol as it is committed: states, what each call does in each of them, and how sure that is.
//!
//! Everything is by name, so that a file of an older version of the code can be compared with what is
//! known now.

mod difference;
mod file;
mod mermaid;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::Outcome;

pub use difference::{Change, Difference, Effect, compare};
pub use file::{ProtocolError, read, write};
pub use mermaid::mermaid;

/// The version of the files' layout.
pub const PROTOCOL_SCHEMA: i64 = 1;

/// What stands between an outcome and the state it leads to.
const TO: &str = " -> ";

/// A committed protocol.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Protocol {
    /// The type's full path.
    pub path: String,
    /// `reachable` or `any`.
    pub semantics: String,
    /// What distinguishes states: names and expressions.
    pub predicates: BTreeMap<String, String>,
    /// What holds of every object, with how sure that is.
    pub invariants: BTreeMap<String, String>,
    /// The states by name.
    pub states: BTreeMap<String, ProtocolState>,
    /// How each constructor can end.
    pub constructors: BTreeMap<String, BTreeSet<Ends>>,
    /// How each method can end in each state; every pair is listed, also one without a way to end.
    pub transitions: BTreeMap<Pair, BTreeSet<Ends>>,
    /// How sure that is.
    pub guarantees: BTreeMap<Pair, String>,
}

/// A state and a method.
pub type Pair = (String, String);

/// A state of a protocol.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProtocolState {
    /// Which predicates hold.
    pub valuation: BTreeMap<String, bool>,
    /// Whether a constructor leads to it.
    pub initial: bool,
}

/// How a call ends: the outcome, and the state it leads to if the object lives.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ends {
    /// How the call ends.
    pub outcome: Outcome,
    /// The state, or `end`; none if the object is gone.
    pub to: Option<String>,
}

impl Ends {
    /// As in files: `ok -> Partial`, `panic`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Ends> {
        let (outcome, to) = match text.split_once(TO) {
            Some((outcome, to)) => (outcome, Some(to.trim().to_owned())),
            None => (text, None),
        };
        Some(Ends { outcome: Outcome::from_name(outcome.trim())?, to })
    }
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.to {
            Some(to) => write!(f, "{}{TO}{to}", self.outcome),
            None => write!(f, "{}", self.outcome),
        }
    }
}
