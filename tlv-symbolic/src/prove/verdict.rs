//! Verdicts: what was shown, within which limits, or why not.

use std::collections::BTreeSet;
use std::fmt;

use crate::prove::engine::Ending;
use crate::prove::replay::{Disagreement, Prediction};
use crate::solve::GaveUp;
use crate::summary::{Reason, Restriction};

/// Whether the known ways for a call to end in a state are all there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// For all objects in the state and all arguments.
    Proved,
    /// The same, but only for the objects and arguments that the restrictions leave.
    Bounded(BTreeSet<Restriction>),
    /// Not shown; why, never empty.
    Unknown(Vec<Doubt>),
}

/// Whether an invariant holds of every reachable object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holds {
    /// Constructors establish it and methods keep it, together with the other invariants proved.
    Proved,
    /// The same, but only for the objects and arguments that the restrictions leave.
    Bounded(BTreeSet<Restriction>),
    /// Calls from a constructor break it; as the solver found and a native run confirmed, or none
    /// if runs had shown it before.
    Refuted(Option<Box<Prediction>>),
    /// Not shown; why, never empty.
    Unknown(Vec<Doubt>),
}

/// Why something was not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// Some inputs were not followed.
    Gap {
        /// Why.
        reason: Reason,
        /// The line at which the executor stopped.
        place: Option<(String, u32)>,
    },
    /// The solver gave up.
    Solver(GaveUp),
    /// No object that the probe makes is in the state, so nothing was shown about it.
    NoObject(BTreeSet<Restriction>),
    /// There are such objects, but no arguments for the call.
    NoArguments(BTreeSet<Restriction>),
    /// A native run does not do what was predicted.
    Replay(Box<Disagreement>),
    /// This was observed, although the summary says that it cannot be.
    Excluded(Ending),
    /// The summary or the solver contradicts itself.
    Nonsense,
    /// There were too many states to look at all.
    States(usize),
    /// A method breaks the invariant for this object, which satisfies all invariants but which no
    /// calls may ever reach. The call was made natively.
    NotInductive(Box<Prediction>),
}

impl Doubt {
    /// What the user can do about it.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self {
            Doubt::Gap { reason, .. } => reason.advice(),
            Doubt::Solver(_) => Reason::Solver.advice(),
            Doubt::NoObject(restrictions) if restrictions.is_empty() => {
                "check that the fields determine the state"
            }
            Doubt::NoObject(_) => "allow larger values: --bound",
            Doubt::NoArguments(_) => "derive tlv::Arbitrary for the parameter, or list values",
            Doubt::Replay(_) | Doubt::Excluded(_) | Doubt::Nonsense => {
                Reason::Inconsistent(String::new()).advice()
            }
            Doubt::States(_) => "use fewer predicates",
            Doubt::NotInductive(_) => {
                "add an invariant that excludes this object, or correct this one"
            }
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Gap { reason, place: Some((file, line)) } => {
                write!(f, "{reason} at {file}:{line}")
            }
            Doubt::Gap { reason, place: None } => write!(f, "{reason}"),
            Doubt::Solver(GaveUp::Time) => f.write_str("the solver ran out of time"),
            Doubt::Solver(GaveUp::Conflicts) => f.write_str("the solver ran out of its budget"),
            Doubt::Solver(GaveUp::Interrupted) => f.write_str("interrupted"),
            Doubt::Solver(GaveUp::Failed) => f.write_str("the solver failed"),
            Doubt::Solver(GaveUp::Memory) => f.write_str("the solver ran out of memory"),
            Doubt::NoObject(restrictions) => {
                f.write_str("no object made from fields is in this state")?;
                within(f, restrictions)
            }
            Doubt::NoArguments(restrictions) => {
                f.write_str("no arguments could be made for the call")?;
                within(f, restrictions)
            }
            Doubt::Replay(disagreement) => {
                write!(f, "a native run does not confirm the solver: {}", disagreement.difference)?;
                if let Some(assumed) = disagreement.predicted.assumed.first() {
                    write!(f, " (it was assumed that {assumed})")?;
                }
                Ok(())
            }
            Doubt::Excluded(ending) => {
                write!(f, "{} was observed, but is excluded by the summary", ending.outcome)
            }
            Doubt::Nonsense => f.write_str("the solver's answer contradicts its question"),
            Doubt::States(limit) => write!(f, "more than {limit} states"),
            Doubt::NotInductive(_) => {
                f.write_str("a call on an object that satisfies it breaks it")
            }
        }
    }
}

/// Says within which limits.
fn within(f: &mut fmt::Formatter<'_>, restrictions: &BTreeSet<Restriction>) -> fmt::Result {
    let mut separator = ", for ";
    for restriction in restrictions {
        write!(f, "{separator}{restriction}")?;
        separator = ", ";
    }
    Ok(())
}

/// Proved or bounded, as far as the restrictions allow.
pub(crate) fn shown(restrictions: BTreeSet<Restriction>) -> Verdict {
    if restrictions.is_empty() { Verdict::Proved } else { Verdict::Bounded(restrictions) }
}
