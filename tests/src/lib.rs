//! What the end-to-end tests and the benchmarks share: the expected automata, running the plugin
//! on fixtures, and real drivers of their types.

pub mod bench;
pub mod copies;
pub mod exhaustive;
pub mod expected;
mod plugin;
pub mod proofs;
pub mod soundness;
mod table;

pub use plugin::{Plugin, Run, abstraction, edges, fixture, learned};
pub use table::Table;
