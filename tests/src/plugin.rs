//! Running the plugin on the fixtures, as a user would.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The plugin's executable, and where it is to build.
#[derive(Debug, Clone)]
pub struct Plugin {
    executable: PathBuf,
    target: PathBuf,
}

/// How a run ended and what it said.
#[derive(Debug, Clone)]
pub struct Run {
    /// The exit code; -1 if a signal ended it.
    pub code: i32,
    /// The results.
    pub stdout: String,
    /// Everything else.
    pub stderr: String,
}

impl Plugin {
    /// The executable at `executable`, building below `target`. All tests build in one place: the
    /// fixtures share what they depend on.
    pub fn new(executable: &str, target: &str) -> Plugin {
        Plugin { executable: executable.into(), target: Path::new(target).join("fixtures") }
    }

    /// The same plugin, building elsewhere.
    #[must_use]
    pub fn in_target(&self, target: &Path) -> Plugin {
        Plugin { target: target.to_owned(), ..self.clone() }
    }

    /// `cargo tlv ARGUMENTS` in a directory, ready to be changed or started.
    pub fn command<A: AsRef<OsStr>>(&self, directory: &Path, arguments: &[A]) -> Command {
        let mut command = Command::new(&self.executable);
        command.arg("tlv").args(arguments).current_dir(directory);
        // What cargo told the test about its own build is not for the fixtures' builds.
        for (name, _) in std::env::vars_os() {
            let name_text = name.to_string_lossy();
            let ours = name_text.starts_with("CARGO_") && name_text != "CARGO_HOME";
            if ours || name_text == "CARGO" || name_text == "RUSTFLAGS" {
                command.env_remove(&name);
            }
        }
        command.env("CARGO_TARGET_DIR", &self.target);
        command
    }

    /// Runs `cargo tlv ARGUMENTS` in a directory.
    ///
    /// # Panics
    ///
    /// Panics if it cannot be started.
    pub fn run<A: AsRef<OsStr>>(&self, directory: &Path, arguments: &[A]) -> Run {
        Run::from(self.command(directory, arguments).output().expect("the plugin starts"))
    }

    /// The report of `cargo tlv learn` with these arguments besides, which must succeed.
    ///
    /// # Panics
    ///
    /// Panics, with what was printed, if it does not, or if stdout is not one JSON document.
    #[track_caller]
    pub fn learn(&self, directory: &Path, arguments: &[&str]) -> Value {
        let learn = [&["learn", "--message-format", "json", "-q"], arguments].concat();
        let run = self.run(directory, &learn);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.json()
    }
}

impl Run {
    /// What was printed, as the one JSON document it must be.
    ///
    /// # Panics
    ///
    /// Panics if it is not.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.stdout, self.stderr))
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The directory of a fixture, by its path below `fixtures/`.
pub fn fixture(path: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the package is in the workspace").join("fixtures").join(path)
}

/// What a report says of the type with this path.
///
/// # Panics
///
/// Panics if it says nothing of it.
#[track_caller]
pub fn abstraction<'a>(report: &'a Value, path: &str) -> &'a Value {
    let all = report["abstractions"].as_array().expect("a report has abstractions");
    let known: Vec<&Value> = all.iter().map(|abstraction| &abstraction["path"]).collect();
    all.iter()
        .find(|abstraction| abstraction["path"] == path)
        .unwrap_or_else(|| panic!("no {path} among {known:?}"))
}

/// The edges of an abstraction, as `From.method outcome -> To`.
pub fn edges(abstraction: &Value) -> BTreeSet<String> {
    let text = |edge: &Value, key: &str| edge[key].as_str().unwrap_or_default().to_owned();
    let transitions = abstraction["transitions"].as_array().expect("there are transitions");
    let edge = |edge: &Value| {
        let [from, method, outcome, to] =
            ["from", "method", "outcome", "to"].map(|k| text(edge, k));
        format!("{from}.{method} {outcome} -> {to}")
    };
    transitions.iter().map(edge).collect()
}

/// Checks that a type of a report has exactly these edges, written as by [`edges`].
///
/// # Panics
///
/// Panics, naming the edges that are missing or too many.
#[track_caller]
pub fn learned(report: &Value, path: &str, expected: &[&str]) {
    let found = edges(abstraction(report, path));
    let expected: BTreeSet<String> = expected.iter().map(|&edge| edge.to_owned()).collect();
    let missing: Vec<&String> = expected.difference(&found).collect();
    let invented: Vec<&String> = found.difference(&expected).collect();
    assert!(
        missing.is_empty() && invented.is_empty(),
        "{path}: missing {missing:#?}, too many {invented:#?}"
    );
}
