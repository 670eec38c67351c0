//! The pure middle of `cargo tlv`: takes values, returns values.
//!
//! Knows nothing of cargo, LLVM, files or processes.

mod boolean;
mod learn;
mod model;
mod names;
mod oracle;
mod outcome;
pub mod protocol;
mod system;
#[doc(hidden)]
pub mod testing;
mod valuation;

pub use boolean::{BoolExpr, BoolExprError};
pub use learn::{Discovery, Found, Learned, Limits, Note, Stats, Stopped, learn};
pub use model::{
    Abstraction, Birth, Construction, Edge, Evidence, State, StateIndex, Target, Transition,
    Witness,
};
pub use names::{NamedState, state_names};
pub use oracle::{Cached, Counting, Counts};
pub use system::{
    After, Answer, Call, Choice, Event, EventId, Outcome, Query, Signature, Start, StateId, Step,
    Stop, System,
};
pub use valuation::{MAX_PREDICATES, Valuation};
