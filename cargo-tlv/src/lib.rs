//! The plugin: arguments, cargo, the probe, the driver, reports.

pub mod args;
pub mod cargo;
pub mod command;
pub mod committed;
pub mod config;
pub mod driver;
pub mod engine;
pub mod error;
pub mod exit_code;
pub mod opinion;
pub mod probe;
pub mod progress;
pub mod prove;
pub mod report;
pub mod terminal;
pub mod workspace;

use std::ffi::OsString;
use std::process::ExitCode;

use probe::rustc_wrapper;
use terminal::Terminal;

/// Runs `cargo tlv` with the arguments of its process, the program's name first.
#[must_use]
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    // First of all: as a wrapper of rustc, the arguments are rustc's.
    if let Some(previous) = rustc_wrapper::requested() {
        return rustc_wrapper::run(&previous, args);
    }
    let cli = match args::parse(args) {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(Terminal::usage(&error)),
    };
    let terminal = Terminal::new(cli.command.color());
    match command::dispatch(&cli, terminal) {
        Ok(code) => code.into(),
        Err(error) => {
            terminal.error(&error);
            error.exit_code().into()
        }
    }
}
