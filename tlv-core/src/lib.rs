//! The pure middle of `cargo tlv`: takes values, returns values.
//!
//! Knows nothing of cargo, LLVM, files or processes.

mod system;
mod valuation;

pub use system::{
    After, Answer, Call, Choice, Event, EventId, Outcome, Query, Signature, Start, StateId, Step,
    Stop, System,
};
pub use valuation::{MAX_PREDICATES, Valuation};
