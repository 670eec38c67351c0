//! What the end-to-end tests share: the expected automata, and running the plugin on fixtures.

pub mod copies;
pub mod expected;
mod plugin;
mod table;

pub use plugin::{Plugin, Run, abstraction, edges, fixture, learned};
pub use table::Table;
