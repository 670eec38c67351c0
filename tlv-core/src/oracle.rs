//! Wrappers around a [`System`](crate::System) that are systems themselves.

mod cached;
mod counting;

pub use cached::Cached;
pub use counting::{Counting, Counts};
