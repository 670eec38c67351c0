//! Runs cargo on the probe package and reads what it says.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_metadata::{CompilerMessage, Message};

use super::{Event, Options, rustc_wrapper, write};
use crate::error::Error;
use crate::workspace::Workspace;

/// The IR's file in the probe's directory. A name of our own, as cargo's have a hash that it does
/// not tell; relative to the probe's directory, where cargo runs rustc for it.
const IR_FILE: &str = "tlv-probe.ll";

/// Keeps functions that the executor wants to intercept. A flag of LLVM's own: it may be gone one
/// day, and all works without it, if slower.
const NO_INLINING: &str = "llvm-args=-inline-threshold=-100000";

/// What a build left.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) executable: PathBuf,
    pub(super) ir: PathBuf,
    pub(super) time: Duration,
}

/// Where cargo builds all probes of a workspace.
pub(super) fn directory(workspace: &Workspace) -> PathBuf {
    workspace.tlv_directory().join("build")
}

/// Builds the probe in `directory`.
pub(super) fn build(
    workspace: &Workspace,
    directory: &Path,
    binary: &str,
    options: &Options,
    report: &mut impl FnMut(Event),
) -> Result<Built, Error> {
    let start = Instant::now();
    let ir = directory.join(IR_FILE);
    let mut attempt = || {
        let run = run(workspace, directory, binary, options, true, report)?;
        if !run.success && run.refuses(NO_INLINING) {
            return self::run(workspace, directory, binary, options, false, report);
        }
        Ok(run)
    };
    let mut run = attempt()?;
    if run.success && !ir.exists() {
        // Cargo does not know this file and so does not see that somebody removed it.
        let main = directory.join("src/main.rs");
        let content =
            std::fs::read(&main).map_err(|source| Error::Write { path: main.clone(), source })?;
        write::replace(&main, &content)?;
        run = attempt()?;
    }
    if !run.success {
        return Err(run.into_error());
    }
    let Some(executable) = run.executable else {
        return Err(Error::MissingArtifact { path: PathBuf::from(binary) });
    };
    if !ir.exists() {
        return Err(Error::MissingArtifact { path: ir });
    }
    Ok(Built { executable, ir, time: start.elapsed() })
}

/// What one call of cargo said.
#[derive(Debug, Default)]
struct Run {
    success: bool,
    executable: Option<PathBuf>,
    /// rustc's errors as it rendered them, in order.
    diagnostics: Vec<String>,
    /// The packages they are about, in order, each once.
    packages: Vec<String>,
    /// What cargo printed otherwise, without its progress.
    stderr: Vec<String>,
}

impl Run {
    /// Whether the failure is about this flag: LLVM names the ones it does not know.
    fn refuses(&self, flag: &str) -> bool {
        let name = flag.trim_start_matches("llvm-args=").split('=').next().unwrap_or(flag);
        let unknown = format!("Unknown command line argument '{name}");
        self.stderr.iter().chain(&self.diagnostics).any(|line| line.contains(&unknown))
    }

    fn into_error(self) -> Error {
        let output = if self.diagnostics.is_empty() {
            let lines = self.stderr.iter().filter(|line| !is_status(&plain(line)));
            lines.map(|line| format!("{line}\n")).collect()
        } else {
            self.diagnostics.join("")
        };
        Error::Build { output, packages: self.packages }
    }
}

fn run(
    workspace: &Workspace,
    directory: &Path,
    binary: &str,
    options: &Options,
    no_inlining: bool,
    report: &mut impl FnMut(Event),
) -> Result<Run, Error> {
    let mut command = command(workspace, directory, binary, options, no_inlining);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|source| Error::CargoMissing {
            program: workspace.cargo.program.clone(),
            source,
        })?;
    let mut run = Run::default();
    for piece in listen(&mut child) {
        match piece {
            Piece::Message(message) => read_message(*message, binary, &mut run),
            Piece::Stderr(line) => read_stderr(line, binary, &mut run, report),
        }
    }
    let status = child.wait().map_err(|source| Error::CargoMissing {
        program: workspace.cargo.program.clone(),
        source,
    })?;
    run.success = status.success();
    Ok(run)
}

fn command(
    workspace: &Workspace,
    directory: &Path,
    binary: &str,
    options: &Options,
    no_inlining: bool,
) -> Command {
    // In the user's workspace, so that its `.cargo/config.toml` and its toolchain file apply.
    let mut command = workspace.cargo.command(&workspace.root);
    command.args(["rustc", "--profile", "tlv", "--bin", binary]);
    command.arg("--manifest-path").arg(directory.join("Cargo.toml"));
    command.arg("--target-dir").arg(self::directory(workspace));
    // The probe runs here, whatever platform the user's configuration builds for.
    command.arg("--target").arg(&workspace.cargo.host);
    command.arg("--message-format=json,json-diagnostic-rendered-ansi");
    if options.offline {
        command.arg("--offline");
    }
    if let Some(jobs) = options.jobs {
        command.args(["--jobs", &jobs.to_string()]);
    }
    // Not `--locked`: the probe's lock file is our own, and has to take in what the probe needs.
    command.arg("--").arg(format!("--emit=llvm-ir={IR_FILE},link"));
    command.args(["-C", "no-vectorize-loops", "-C", "no-vectorize-slp"]);
    if no_inlining {
        command.args(["-C", NO_INLINING]);
    }

    command.env("RUSTC_WRAPPER", &options.wrapper);
    command.env(rustc_wrapper::VARIABLE, rustc_wrapper::configured());
    // Such as clippy's: they are for the user's own builds.
    command.env_remove("RUSTC_WORKSPACE_WRAPPER");
    command.env_remove("CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER");
    // rustc refuses LTO in incremental builds.
    command.env("CARGO_INCREMENTAL", "0");
    // The progress bar is the only place where cargo tells how much there is to do.
    command.env("CARGO_TERM_PROGRESS_WHEN", "always");
    command.env("CARGO_TERM_PROGRESS_WIDTH", "200");
    command.env("CARGO_TERM_QUIET", "false");
    command.env("CARGO_TERM_VERBOSE", "false");
    command.env("CARGO_TERM_COLOR", "always");
    command
}

/// Something cargo said on either stream.
enum Piece {
    Message(Box<Message>),
    Stderr(String),
}

/// All that the child says until it closes both streams, as it comes.
fn listen(child: &mut Child) -> mpsc::IntoIter<Piece> {
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        let sender = sender.clone();
        std::thread::spawn(move || {
            for message in Message::parse_stream(BufReader::new(stdout)).map_while(Result::ok) {
                // Nobody listens any more only if the receiving side is gone for good.
                let _ = sender.send(Piece::Message(Box::new(message)));
            }
        });
    }
    if let Some(stderr) = child.stderr.take() {
        std::thread::spawn(move || {
            each_line(stderr, |line| {
                let _ = sender.send(Piece::Stderr(line));
            });
        });
    }
    receiver.into_iter()
}

/// Splits at line feeds and at the carriage returns of a progress bar.
fn each_line(input: impl Read, mut found: impl FnMut(String)) {
    let mut reader = BufReader::new(input);
    let mut line = Vec::new();
    loop {
        let (used, end) = match reader.fill_buf() {
            Ok([]) | Err(_) => break,
            Ok(buffer) => match buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(position) => {
                    line.extend_from_slice(&buffer[..position]);
                    (position + 1, true)
                }
                None => {
                    line.extend_from_slice(buffer);
                    (buffer.len(), false)
                }
            },
        };
        reader.consume(used);
        if end {
            found(String::from_utf8_lossy(&line).into_owned());
            line.clear();
        }
    }
    if !line.is_empty() {
        found(String::from_utf8_lossy(&line).into_owned());
    }
}

fn read_message(message: Message, binary: &str, run: &mut Run) {
    match message {
        Message::CompilerArtifact(artifact) if artifact.target.name == binary => {
            run.executable = artifact.executable.map(PathBuf::from);
        }
        Message::CompilerMessage(message) if is_error(&message) => {
            let package = package_name(&message.package_id.repr, &message.target.name);
            if !run.packages.contains(&package) {
                run.packages.push(package);
            }
            let text = message.message.rendered.unwrap_or(message.message.message);
            run.diagnostics.push(text);
        }
        _ => {}
    }
}

/// Whether rustc's message is an error of the code, not the count of errors at the end.
fn is_error(message: &CompilerMessage) -> bool {
    let diagnostic = &message.message;
    matches!(diagnostic.level, DiagnosticLevel::Error | DiagnosticLevel::Ice)
        && !diagnostic.message.starts_with("aborting due to ")
}

/// The name in a package id: `…/directory#name@1.0.0`, or `…/name#1.0.0` where it is the
/// directory's.
fn package_name(id: &str, fallback: &str) -> String {
    let Some((place, fragment)) = id.rsplit_once('#') else { return fallback.to_owned() };
    let name = match fragment.split_once('@') {
        Some((name, _)) => name,
        None if fragment.starts_with(|c: char| c.is_ascii_digit()) => {
            place.trim_end_matches('/').rsplit('/').next().unwrap_or(fallback)
        }
        None => fragment,
    };
    name.to_owned()
}

fn read_stderr(line: String, binary: &str, run: &mut Run, report: &mut impl FnMut(Event)) {
    let text = plain(&line);
    if let Some(event) = progress(&text, binary) {
        report(event);
        return;
    }
    if text.trim().is_empty() && run.stderr.is_empty() {
        return;
    }
    if text.trim_start().starts_with("Blocking waiting for file lock") {
        report(Event::Waiting);
    }
    report(Event::Line(text));
    run.stderr.push(line);
}

fn plain(line: &str) -> String {
    anstream::adapter::strip_str(line).to_string()
}

/// Reads `Building [===>   ] 3/10: a, b(bin)`; the user need not know what the binary is called.
fn progress(line: &str, binary: &str) -> Option<Event> {
    let (_, rest) = line.trim_start().strip_prefix("Building [")?.split_once("] ")?;
    let (counts, crates) = rest.split_once(':').unwrap_or((rest, ""));
    let (done, total) = counts.split_once('/')?;
    Some(Event::Compiling {
        done: done.trim().parse().ok()?,
        total: total.trim().parse().ok()?,
        crates: crates.trim().replace(&format!("{binary}(bin)"), "the probe"),
    })
}

/// Whether a line is one of cargo's status lines: a verb, right-aligned in twelve columns.
fn is_status(line: &str) -> bool {
    let verb = line.trim_start();
    let indent = line.len() - verb.len();
    let length = verb.find(' ').unwrap_or(verb.len());
    verb.starts_with(|c: char| c.is_ascii_uppercase()) && indent > 0 && indent + length == 12
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_bar_is_read() {
        let line = "    Building [=====>       ] 3/10: serde, tlv-probe-0(bin)    ";
        let read = |line| progress(line, "tlv-probe-0");
        let crates = "serde, the probe".to_owned();
        assert_eq!(read(line), Some(Event::Compiling { done: 3, total: 10, crates }));
        assert_eq!(read("   Compiling serde v1.0.0"), None);
        assert_eq!(read("    Building [==> ] many: x"), None);
    }

    #[test]
    fn status_lines_are_told_from_errors() {
        for line in ["   Compiling a v0.1.0 (/a)", "    Updating crates.io index", "  Downloaded x"]
        {
            assert!(is_status(line), "{line}");
        }
        for line in ["error: no such package", "Caused by:", "  failed to load", "    Not here"] {
            assert!(!is_status(line), "{line}");
        }
    }

    #[test]
    fn package_ids_are_read() {
        for (id, expected) in [
            ("path+file:///w/dir#name@0.1.0", "name"),
            ("path+file:///w/name#0.1.0", "name"),
            ("registry+https://x.org/index#serde@1.0.0", "serde"),
            ("odd", "fallback"),
        ] {
            assert_eq!(package_name(id, "fallback"), expected, "{id}");
        }
    }

    #[test]
    fn lines_end_at_line_feeds_and_carriage_returns() {
        let mut lines = Vec::new();
        each_line("a\rb\nc".as_bytes(), |line| lines.push(line));
        assert_eq!(lines, ["a", "b", "c"]);
    }

    #[test]
    fn a_refused_flag_is_recognised() {
        let llvm = "rustc -Cllvm-args=\"...\" with: Unknown command line argument \
                    '-inline-threshold=-100000'.  Try: 'rustc -Cllvm-args=\"...\" with --help'";
        let run = Run { stderr: vec![llvm.to_owned()], ..Run::default() };
        assert!(run.refuses(NO_INLINING));
        let other = Run { stderr: vec!["error: no".to_owned()], ..Run::default() };
        assert!(!other.refuses(NO_INLINING));
    }
}
