//! Stands between cargo and rustc and caps lints.
//!
//! The macros' full expansion may break lints that the user denies or forbids; those are about the
//! user's own code, which `cargo check` looks after. Cargo has no setting for this, and `RUSTFLAGS`
//! would replace the flags of the user's configuration, so `cargo-tlv` makes itself cargo's
//! `RUSTC_WRAPPER`.

use std::ffi::{OsStr, OsString};
use std::process::{Command, ExitCode};

/// Set in the environment of a build; its value is the wrapper the user had, or empty.
pub const VARIABLE: &str = "CARGO_TLV_RUSTC_WRAPPER";

/// The wrapper the user has configured in the environment, or an empty string.
#[must_use]
pub fn configured() -> OsString {
    // As cargo does: the first that is set counts, and an empty one means none.
    ["RUSTC_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER"]
        .into_iter()
        .find_map(std::env::var_os)
        .unwrap_or_default()
}

/// The user's wrapper, or an empty string, if this process was started to be one itself.
#[must_use]
pub fn requested() -> Option<OsString> {
    std::env::var_os(VARIABLE)
}

/// Runs rustc with lints capped. `args` are those of this process: its own name, rustc, and
/// rustc's arguments.
#[must_use]
pub fn run(previous: &OsStr, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut args = args.into_iter().skip(1);
    let Some(rustc) = args.next() else { return ExitCode::FAILURE };
    let rest = cap_lints(args);
    let mut command = if previous.is_empty() {
        Command::new(&rustc)
    } else {
        let mut command = Command::new(previous);
        command.arg(&rustc);
        command
    };
    command.args(rest).env_remove(VARIABLE);
    execute(command)
}

/// The arguments with exactly one `--cap-lints`: rustc refuses two, and cargo gives one for
/// packages that are not local.
fn cap_lints(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut capped = Vec::new();
    let mut in_file = false;
    let mut args = args;
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        if text == "--cap-lints" {
            args.next();
        } else if text.starts_with("--cap-lints=") {
        } else {
            // Cargo moves arguments to a file when there are too many.
            if let Some(file) = text.strip_prefix('@') {
                in_file |= std::fs::read_to_string(file)
                    .is_ok_and(|lines| lines.lines().any(|line| line.starts_with("--cap-lints")));
            }
            capped.push(arg);
        }
    }
    if !in_file {
        capped.push("--cap-lints=allow".into());
    }
    capped
}

#[cfg(unix)]
fn execute(mut command: Command) -> ExitCode {
    use std::os::unix::process::CommandExt;
    // Returns only if it failed.
    let error = command.exec();
    cannot_run(&command, &error)
}

#[cfg(not(unix))]
fn execute(mut command: Command) -> ExitCode {
    match command.status() {
        Ok(status) => {
            ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
        }
        Err(error) => cannot_run(&command, &error),
    }
}

fn cannot_run(command: &Command, error: &std::io::Error) -> ExitCode {
    use std::io::Write;
    let program = command.get_program().to_string_lossy().into_owned();
    // Cargo shows what its rustc says; there is nobody else to tell.
    let _ = writeln!(std::io::stderr(), "error: cannot run `{program}`: {error}");
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(args: &str, expected: &str) {
        let capped = cap_lints(args.split_whitespace().map(OsString::from));
        let words: Vec<String> =
            capped.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
        assert_eq!(words.join(" "), expected);
    }

    #[test]
    fn there_is_exactly_one_cap() {
        check("-vV", "-vV --cap-lints=allow");
        check("a.rs --cap-lints warn -O", "a.rs -O --cap-lints=allow");
        check("a.rs --cap-lints=warn -O", "a.rs -O --cap-lints=allow");
    }

    #[test]
    fn a_cap_in_an_argument_file_is_seen() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let file = directory.path().join("args");
        let argument = format!("@{}", file.display());
        std::fs::write(&file, "-O\n--cap-lints\nallow\n").expect("writable");
        check(&argument, &argument);
        std::fs::write(&file, "-O\n").expect("writable");
        check(&argument, &format!("{argument} --cap-lints=allow"));
    }
}
