//! The runtime of the probe: what the macros' full expansion calls, and the driver.
//!
//! Only the probe package that `cargo tlv` generates turns this on. Nothing here is public API:
//! the macros and this module change together.

mod chooser;
mod driver;
pub mod fallback;
pub(crate) mod features;
mod object;
pub mod primitive;
mod recorder;
mod replay;
mod session;
mod step;
mod subject;
pub mod testing;
mod written;

pub use driver::main;
pub use fallback::{Argument, ConstantOf, Given, Gives, Lookup, Returned, Snapshot};
pub use inventory;
pub use object::{
    Frame, Object, Results, Unmade, as_optional_slice, as_optional_str, as_slice, as_str,
    by_optional_reference, by_reference, by_unique_reference,
};
pub use subject::{
    Abstraction, Block, BlockRegistration, Constants, Facts, Invariant, MethodsOf, Operation,
    Predicate, Registration, Role, Subject, blocks, field_predicates,
};
pub use written::Written;

pub use crate::wire::{Origin, Outcome, Place};

/// The standard library, also for the expansion in a crate that does without it.
pub use ::std;

/// A text as the descriptions have it.
#[must_use]
pub fn text(text: &str) -> String {
    text.to_owned()
}

/// How many `#[tlv::methods]` blocks of generic impls for types of one name a crate may have.
pub const MAX_BLOCKS: usize = 32;
