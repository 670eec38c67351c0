//! The gate: committed protocols, and what `check` says when the code changes.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tlv_tests::{Plugin, Run, copies};

const LIBRARY: &str = r#"
/// A box for up to three things.
#[tlv::abstraction(
    predicates(empty = self.len == 0, full = self.len == 3),
    invariant(self.len <= 3)
)]
#[derive(Clone)]
pub struct Crate { len: u8 }

#[tlv::methods]
impl Crate {
    /// An empty one.
    pub fn new() -> Self { Crate { len: 0 } }
    /// Puts one in.
    pub fn put(&mut self) -> bool {
        if self.len == 3 { return false; }
        self.len += 1;
        true
    }
    /// Takes one out.
    pub fn take(&mut self) {
        assert!(self.len > 0, "it is empty");
        self.len -= 1;
    }
}
"#;

/// A package of its own with a committed protocol, and the plugin to check it.
struct Gate {
    plugin: Plugin,
    directory: PathBuf,
}

impl Gate {
    fn new(name: &str) -> Gate {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gate").join(name);
        let _ = std::fs::remove_dir_all(&directory);
        copies::package(&directory, &format!("gate-{name}"), LIBRARY, "");
        let executable = env!("CARGO_BIN_EXE_cargo-tlv-under-test");
        Gate { plugin: Plugin::new(executable, env!("CARGO_TARGET_TMPDIR")), directory }
    }

    fn accepted(name: &str) -> Gate {
        let gate = Gate::new(name);
        let run = gate.run(&["accept"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.contains("wrote protocols"), "{}", run.stderr);
        gate
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.plugin.run(&self.directory, arguments)
    }

    fn edit(&self, from: &str, to: &str) {
        copies::edit(&self.directory.join("src/lib.rs"), from, to);
    }

    fn file(&self) -> PathBuf {
        self.directory.join("protocols/Crate.toml")
    }

    fn protocol(&self) -> String {
        std::fs::read_to_string(self.file()).expect("there is a protocol")
    }

    /// The differences that `check` reports, as `effect kind what name: meaning`.
    fn drift(&self) -> Vec<String> {
        let run = self.run(&["check", "--message-format", "json", "-q"]);
        let report: Value = run.json();
        let drift = report["abstractions"][0]["drift"].as_array().expect("there is a list").clone();
        assert_eq!(run.code, if drift.is_empty() { 0 } else { 100 }, "{}", run.stderr);
        let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let line = |row: &Value| {
            let [effect, kind, what] = ["effect", "kind", "what"].map(|key| text(row, key));
            let [from, method, outcome, to] =
                ["from", "method", "outcome", "to"].map(|key| text(row, key));
            let subject = [from, method, outcome, to].join(" ");
            format!("{effect}: {kind} {what} {}", subject.trim())
        };
        drift.iter().map(line).collect()
    }
}

#[test]
fn what_was_accepted_holds_until_the_code_changes() {
    let gate = Gate::accepted("holds");
    let before = gate.protocol();
    for line in [
        "Empty.take = [\"panic\"]",
        "\"self.len <= 3\" = \"proved\"",
        "Full.put = [\"false -> Full\"]",
    ] {
        assert!(before.contains(line), "{line} is not in\n{before}");
    }
    let run = gate.run(&[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("1 protocol as committed"), "{}", run.stderr);
    assert_eq!(gate.drift(), [] as [&str; 0]);
    // Accepting again changes nothing, not even the time stamp.
    let again = gate.run(&["accept"]);
    assert!(again.stderr.contains("is as it was"), "{}", again.stderr);
    assert_eq!(gate.protocol(), before);
}

#[test]
fn a_guard_that_is_removed_is_breaking() {
    let gate = Gate::accepted("guard-removed");
    gate.edit("if self.len == 3 { return false; }", "assert!(self.len < 3, \"it is full\");");
    let drift = gate.drift();
    let expected =
        ["breaking: added edge Full put panic ⊥", "breaking: removed edge Full put false Full"];
    assert_eq!(drift, expected);
    let run = gate.run(&["check"]);
    for text in [
        "a call that was safe can panic",
        "shown by new(); put()",
        "src/lib.rs:",
        "cargo tlv accept",
    ] {
        let both = format!("{}{}", run.stdout, run.stderr);
        assert!(both.contains(text), "{text} is not in\n{both}");
    }
    // Accepting it is what makes it hold.
    assert_eq!(gate.run(&["accept", "-q"]).code, 0);
    assert_eq!(gate.drift(), [] as [&str; 0]);
}

#[test]
fn a_guard_that_is_added_is_compatible_where_it_allows_more() {
    let gate = Gate::accepted("guard-added");
    gate.edit("assert!(self.len > 0, \"it is empty\");", "if self.len == 0 { return; }");
    let expected = [
        "compatible: added edge Empty take ok Empty",
        "compatible: removed edge Empty take panic ⊥",
    ];
    assert_eq!(gate.drift(), expected);
}

#[test]
fn an_error_by_one_is_found() {
    let gate = Gate::accepted("off-by-one");
    gate.edit("if self.len == 3", "if self.len == 2");
    let drift = gate.drift();
    assert!(drift.contains(&"compatible: removed state Full".to_owned()), "{drift:?}");
    let refused = "breaking: added edge NotEmptyNotFull put false NotEmptyNotFull".to_owned();
    assert!(drift.contains(&refused), "{drift:?}");
}

#[test]
fn a_new_method_is_compatible() {
    let gate = Gate::accepted("new-method");
    gate.edit(
        "    /// Takes one out.",
        "    /// Empties it.\n    pub fn clear(&mut self) { self.len = 0; }\n    /// Takes one out.",
    );
    assert_eq!(gate.drift(), ["compatible: added method clear"]);
}

#[test]
fn a_refactoring_is_no_change() {
    let gate = Gate::accepted("refactoring");
    let file = gate.directory.join("src/lib.rs");
    let text = std::fs::read_to_string(&file).expect("there is a library");
    // A field and a predicate with other names, and a guard written the other way round.
    let text = text.replace("self.len", "self.count").replace("len:", "count:");
    let text = text.replace("full =", "crowded =");
    let text = text
        .replace("if self.count == 3 { return false; }", "if !(self.count < 3) { return false; }");
    std::fs::write(&file, text).expect("it can be written");
    assert_eq!(gate.drift(), [] as [&str; 0]);
}

#[test]
fn comments_in_a_protocol_stay() {
    let gate = Gate::accepted("comments");
    let text =
        gate.protocol().replace("[transitions]", "# Agreed on with everybody.\n[transitions]");
    std::fs::write(gate.file(), text).expect("it can be written");
    gate.edit("if self.len == 3 { return false; }", "assert!(self.len < 3, \"it is full\");");
    assert_eq!(gate.run(&["accept", "-q"]).code, 0);
    assert!(gate.protocol().contains("# Agreed on with everybody.\n[transitions]"));
    assert!(gate.protocol().contains("Full.put = [\"panic\"]"));
}

#[test]
fn without_a_protocol_it_says_how_to_make_one() {
    let gate = Gate::new("missing");
    let run = gate.run(&["check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("`cargo tlv accept` writes it"), "{}", run.stderr);
    // The lock file is there by now.
    let locked = gate.run(&["check", "--locked"]);
    assert_eq!(locked.code, 100, "{}", locked.stderr);
    assert!(!gate.file().exists(), "only `accept` writes protocols");
}

#[test]
fn less_than_is_required_is_inconclusive() {
    let gate = Gate::accepted("require");
    let run = gate.run(&["check", "--no-prove", "--require", "tested"]);
    // What was proved when it was committed is not shown by tests.
    assert_eq!(run.code, 100, "{}", run.stderr);
    std::fs::remove_file(gate.file()).expect("it can be removed");
    assert_eq!(gate.run(&["check", "--no-prove", "--require", "tested"]).code, 0);
    let run = gate.run(&["check", "--no-prove"]);
    assert_eq!(run.code, 102, "{}", run.stderr);
    assert!(
        run.stderr.contains("less than `--require bounded` is shown of Empty.put"),
        "{}",
        run.stderr
    );
    assert_eq!(gate.run(&["check", "--require", "proved"]).code, 0);
    // The same in the manifest; the command line overrides it.
    let manifest = gate.directory.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest).expect("there is a manifest");
    let settings = |value: &str| {
        let table = format!("\n[package.metadata.tlv]\nrequire = {value}\n");
        std::fs::write(&manifest, format!("{text}{table}")).expect("it can be written");
    };
    settings("\"tested\"");
    assert_eq!(gate.run(&["check", "--no-prove"]).code, 0);
    assert_eq!(gate.run(&["check", "--no-prove", "--require", "bounded"]).code, 102);
    settings("\"everything\"");
    let run = gate.run(&["check"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(
        run.stderr.contains("\"proved\", \"bounded\", \"pac\" or \"tested\""),
        "{}",
        run.stderr
    );
}

#[test]
fn a_protocol_of_no_type_fails() {
    let gate = Gate::accepted("orphan");
    std::fs::copy(gate.file(), gate.directory.join("protocols/Barrel.toml")).expect("a copy");
    let run = gate.run(&["check"]);
    assert_eq!(run.code, 100, "{}", run.stderr);
    assert!(run.stderr.contains("Barrel.toml is of no annotated type"), "{}", run.stderr);
    // Who asks for one type is told of that one.
    assert_eq!(gate.run(&["check", "--type", "Crate"]).code, 0);
}

#[test]
fn a_file_that_is_no_protocol_is_said() {
    let gate = Gate::accepted("broken-file");
    for (text, expected) in [
        ("schema = ", "is not a protocol"),
        ("schema = 7", "its schema is 7"),
        ("schema = 1\ntype = 3\n", "`type` should be text"),
    ] {
        std::fs::write(gate.file(), text).expect("it can be written");
        let run = gate.run(&["check"]);
        assert_eq!(run.code, 101, "{}", run.stderr);
        assert!(run.stderr.contains(expected), "{expected} is not in\n{}", run.stderr);
        assert!(run.stderr.contains("cargo tlv accept"), "{}", run.stderr);
    }
}

#[test]
fn a_broken_invariant_is_never_accepted() {
    let gate = Gate::new("broken-invariant");
    gate.edit("invariant(self.len <= 3)", "invariant(self.len <= 2)");
    let run = gate.run(&["accept"]);
    assert_eq!(run.code, 100, "{}", run.stderr);
    assert!(run.stderr.contains("nothing is written"), "{}", run.stderr);
    assert!(!gate.file().exists());
    assert_eq!(gate.run(&["check", "-q"]).code, 100, "quiet, and not zero");
}

#[test]
fn a_runner_of_github_gets_annotations_and_a_summary() {
    let gate = Gate::accepted("github");
    gate.edit("if self.len == 3 { return false; }", "assert!(self.len < 3, \"it is full\");");
    let summary = gate.directory.join("summary.md");
    std::fs::write(&summary, "# Before\n").expect("it can be written");
    let repository = gate.directory.parent().expect("it is in a directory");
    let mut command =
        gate.plugin.command(&gate.directory, &["check", "--message-format", "github", "-q"]);
    command.env("GITHUB_STEP_SUMMARY", &summary).env("GITHUB_WORKSPACE", repository);
    let run = Run::from(command.output().expect("the plugin starts"));
    assert_eq!(run.code, 100, "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.stdout);
    let first = "::error title=gate_github%3A%3ACrate%3A new edge Full.put panic → ⊥,\
                 file=github/src/lib.rs,line=16,col=9::breaking: a call that was safe can panic";
    assert!(lines[0].starts_with(first), "{}", lines[0]);
    assert!(lines[0].contains("%0Ashown by new(); put() ×3; put()"), "{}", lines[0]);
    let text = std::fs::read_to_string(&summary).expect("the summary is there");
    for part in [
        "# Before\n## Protocols",
        "### `gate_github::Crate`: changed",
        "| breaking | `new edge Full.put panic → ⊥` | a call that was safe can panic |",
        "Committed:\n\n```mermaid\nstateDiagram-v2\n",
        "Now:\n\n```mermaid\nstateDiagram-v2\n",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn a_run_that_is_cut_short_does_not_say_what_is_gone() {
    let gate = Gate::accepted("cut-short");
    // A call that takes longer than the whole run may take.
    gate.edit(
        "assert!(self.len > 0, \"it is empty\");",
        "assert!(self.len > 0, \"it is empty\"); if self.len == 3 { loop { std::hint::spin_loop() } }",
    );
    let run = gate.run(&["check", "--timeout", "1"]);
    let both = format!("{}{}", run.stdout, run.stderr);
    assert!(run.code == 102 || run.code == 100, "{both}");
    assert_eq!(run.code == 100, both.contains("+ Full.take"), "{both}");
    assert!(run.stderr.contains("the run was cut short"), "{both}");
}
