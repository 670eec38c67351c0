//! What every command begins with, and which runs.

mod accept;
mod check;
mod describe;
mod doctor;
mod learn;
mod list;
mod protocol;
mod subjects;

use std::path::PathBuf;

use crate::args::{Cli, Command, CommonArgs, MessageFormat};
use crate::engine::Engines;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::probe::{self, Event, Probe};
use crate::progress::Progress;
use crate::report;
use crate::terminal::Terminal;
use crate::workspace::{Package, Workspace};

/// The selected packages, ready to be asked.
#[derive(Debug)]
pub struct Session {
    /// Where results go.
    pub terminal: Terminal,
    /// Where news go.
    pub progress: Progress,
    /// The user's workspace.
    pub workspace: Workspace,
    /// The probes; together they link all selected packages.
    pub probes: Vec<Probe>,
}

impl Session {
    /// Selects packages, and generates and builds their probes.
    ///
    /// # Errors
    /// When nothing can be probed or the build fails.
    pub fn prepare(args: &CommonArgs, terminal: Terminal) -> Result<Session, Error> {
        let progress = Progress::new(terminal, args.quiet);
        progress.phase("reading the workspace");
        let workspace = Workspace::load(args)?;
        for warning in &workspace.warnings {
            progress.warning(warning);
        }
        if args.verbose > 0 {
            for package in &workspace.packages {
                progress.line(&selected(package));
            }
        }
        progress.phase("building");
        let wrapper = std::env::current_exe()
            .map_err(|source| Error::CargoMissing { program: "cargo-tlv".into(), source })?;
        let options = probe::Options { wrapper, offline: args.is_offline(), jobs: args.jobs };
        let probes = probe::build_all(&workspace, &options, |event| match event {
            Event::Compiling { done, total, crates } => progress.update(done, Some(total), &crates),
            Event::Waiting => progress.line("waiting for another cargo to finish"),
            Event::Line(line) if args.verbose > 1 => progress.line(&line),
            Event::Line(_) => {}
        })?;
        Ok(Session { terminal, progress, workspace, probes })
    }

    /// How reports are written.
    fn options(&self, format: MessageFormat, witnesses: bool) -> report::Options {
        // Where a runner has the repository; the workspace may be a part of it.
        let repository = std::env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
        let inside = repository.and_then(|top| {
            self.workspace
                .root
                .strip_prefix(top)
                .ok()
                .map(|path| path.to_string_lossy().replace('\\', "/"))
        });
        let prefix = inside.filter(|path| !path.is_empty()).map_or(String::new(), |p| p + "/");
        report::Options { format, width: self.terminal.width(), witnesses, prefix }
    }
}

/// What is about to be looked at, in a line.
fn selected(package: &Package) -> String {
    let Package { name, version, directory, features, .. } = package;
    let features = match (package.default_features, features.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!(", with {}", features.join(", ")),
        (false, true) => ", without default features".to_owned(),
        (false, false) => format!(", with {} only", features.join(", ")),
    };
    format!("selected {name} {version} in {}{features}", directory.display())
}

/// Runs the command.
pub(crate) fn dispatch(cli: &Cli, terminal: Terminal) -> Result<ExitCode, Error> {
    let prepare = |common: &CommonArgs| Session::prepare(common, terminal);
    match &cli.command {
        // Before anything is built: whether engines can be used at all.
        Command::Check(args) => {
            let engines = Engines::choose(&args.proving.engine)?;
            check::run(&prepare(&args.common)?, args, engines)
        }
        Command::Accept(args) => {
            let engines = Engines::choose(&args.proving.engine)?;
            accept::run(&prepare(&args.common)?, args, engines)
        }
        Command::Learn(args) => {
            let engines = Engines::choose(&args.proving.engine)?;
            learn::run(&prepare(&args.common)?, args, engines)
        }
        Command::List(args) => list::run(&prepare(&args.common)?, args),
        Command::Doctor(args) => doctor::run(terminal, args),
    }
}
