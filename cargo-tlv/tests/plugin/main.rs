//! The plugin on small workspaces: one executable for all, as each would link the whole plugin.

mod fake;
mod probe;
mod selection;
