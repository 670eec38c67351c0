//! The plugin: arguments, cargo, the probe, the driver, reports.

pub mod args;
pub mod cargo;
pub mod config;
pub mod error;
pub mod exit_code;
pub mod workspace;
