//! Other engines than the built-in one: the same protocols, no disagreement, and loud failure when one
//! lies.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tlv_tests::{Plugin, fixture};

fn plugin() -> Plugin {
    Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), env!("CARGO_TARGET_TMPDIR"))
}

fn example() -> PathBuf {
    fixture("../examples/bounded-stack")
}

/// Whether the solver is here, or a word on what is skipped; nothing is skipped in continuous
/// integration.
#[expect(clippy::print_stderr, reason = "who runs the tests is to know what was skipped")]
fn is_here(solver: &str) -> bool {
    let here = Command::new(solver).arg("--version").output().is_ok();
    if !here {
        let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        assert!(!is_ci, "{solver} is missing, and nothing is skipped in CI");
        eprintln!("skipped: {solver} is missing");
    }
    here
}

/// A report without what differs from run to run, and from engine to engine.
fn essence(mut report: Value) -> Value {
    for abstraction in report["abstractions"].as_array_mut().expect("there are abstractions") {
        abstraction["stats"] = Value::Null;
        for obligation in abstraction["obligations"].as_array_mut().expect("there are some") {
            obligation["engine"] = Value::Null;
        }
        // Which values show an edge is up to the solver.
        for transition in abstraction["transitions"].as_array_mut().expect("there are some") {
            transition["witness"] = Value::Null;
        }
    }
    report
}

#[test]
fn another_engine_proves_the_same() {
    let here = ["z3", "cvc5"].into_iter().filter(|solver| is_here(solver));
    let expected = essence(plugin().learn(&example(), &[]));
    for solver in here {
        let report = plugin().learn(&example(), &["--engine", solver]);
        assert_eq!(report["abstractions"][0]["obligations"][0]["engine"], solver);
        assert_eq!(essence(report), expected, "{solver}");
    }
}

#[test]
fn what_the_builtin_engine_gives_up_goes_to_others() {
    if !is_here("z3") {
        return;
    }
    let report = plugin().learn(&example(), &["--portfolio"]);
    assert_eq!(report["abstractions"][0]["obligations"][0]["engine"], "portfolio");
    assert_eq!(essence(report), essence(plugin().learn(&example(), &[])));
}

#[test]
fn all_engines_agree_on_the_papers_classes() {
    if !is_here("z3") || !is_here("cvc5") {
        return;
    }
    let report = plugin().learn(&fixture("tlv-classes"), &["--workspace", "--engine", "all"]);
    let mut asked: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    let abstractions = report["abstractions"].as_array().expect("there are abstractions");
    for abstraction in abstractions {
        let opinions = abstraction["opinions"].as_array().expect("all were asked");
        for opinion in opinions {
            let number = |key: &str| opinion[key].as_u64().expect("a number");
            let sums = asked.entry(opinion["engine"].as_str().expect("a name").into()).or_default();
            for (sum, key) in sums.iter_mut().zip(["questions", "answered", "agreed"]) {
                *sum += number(key);
            }
        }
    }
    for (engine, [questions, answered, agreed]) in &asked {
        assert!(*questions > 1000, "{engine} was hardly asked: {questions}");
        assert_eq!(answered, agreed, "{engine}");
        // All that the built-in one answers is answered by these as well.
        if ["builtin", "z3", "cvc5"].contains(&engine.as_str()) {
            assert_eq!(questions, answered, "{engine}");
        }
    }
    assert!(asked.contains_key("z3") && asked.contains_key("cvc5"), "{asked:?}");
}

/// A directory that comes first on the PATH, with a script in place of z3.
fn with_fake_z3(name: &str, script: &str) -> (tempfile::TempDir, String) {
    let directory = tempfile::Builder::new().prefix(name).tempdir().expect("a directory");
    let file = directory.path().join("z3");
    std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("scripts can be written");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&file, executable).expect("scripts can be made executable");
    let path = std::env::var("PATH").expect("there is a PATH");
    let path = format!("{}:{path}", directory.path().display());
    (directory, path)
}

#[test]
fn a_solver_that_lies_fails_the_run_and_leaves_what_shows_it() {
    let lie = "while read -r line; do case \"$line\" in \"(check-sat)\") echo unsat;; esac; done";
    let (_directory, path) = with_fake_z3("lying", lie);
    let target = tempfile::tempdir().expect("a directory");
    // What is saved goes to the target directory: one of its own, so that nothing old is found.
    let plugin = plugin().in_target(target.path());
    let run = plugin.command(&example(), &["learn", "--engine", "all"]).env("PATH", path).output();
    let run = run.expect("the plugin starts");
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(101), "{stderr}");
    assert!(stderr.contains("engines disagree on"), "{stderr}");
    let saved = target.path().join("tlv/disagreements");
    let first = saved.join("bounded_stack_example-BoundedStack-1");
    let claim = std::fs::read_to_string(first.join("claim.txt")).expect("it is saved");
    assert!(claim.contains("builtin : satisfiable") && claim.contains("unsatisfiable"), "{claim}");
    assert!(first.join("program.ll").is_file());
    let script = std::fs::read_to_string(first.join("question.smt2")).expect("it is saved");
    assert!(script.contains("(check-sat)"), "{script}");
}

#[test]
fn a_solver_that_hangs_costs_its_time_and_nothing_else() {
    let (_directory, path) = with_fake_z3("hanging", "exec sleep 600");
    let arguments = ["learn", "--engine", "z3", "--timeout", "4", "--message-format", "json", "-q"];
    let run = plugin().command(&example(), &arguments).env("PATH", path).output();
    let run = run.expect("the plugin starts");
    assert_eq!(run.status.code(), Some(102), "{}", String::from_utf8_lossy(&run.stderr));
    let report: Value = serde_json::from_slice(&run.stdout).expect("one document");
    for obligation in report["abstractions"][0]["obligations"].as_array().expect("there are some") {
        assert_ne!(obligation["verdict"], "proved", "{obligation}");
    }
}

#[test]
fn questions_are_saved_with_their_answers() {
    let directory = tempfile::tempdir().expect("a directory");
    let to = directory.path().to_str().expect("a path that is text");
    plugin().learn(&example(), &["--emit", "smt2", to]);
    let saved = directory.path().join("bounded_stack_example-BoundedStack");
    let files: Vec<PathBuf> = std::fs::read_dir(&saved)
        .expect("the directory is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    // Eight edges and a constructor's, six pairs and a constructor, three times the invariant.
    assert_eq!(files.len(), 9 + 7 + 3, "{files:?}");
    if is_here("z3") {
        for file in files {
            let script = std::fs::read_to_string(&file).expect("it can be read");
            let status = script.split("(set-info :status ").nth(1).expect("it has a status");
            let expected = status.split(')').next().expect("the status ends");
            assert_eq!(z3(&file), expected, "{}", file.display());
        }
    }
}

fn z3(script: &Path) -> String {
    let output = Command::new("z3").arg(script).output().expect("z3 starts");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn an_engine_that_is_not_here_is_said_before_anything_is_built() {
    let cases = [
        (&["--engine", "z3"][..], "z3 is not on the PATH"),
        (&["--engine", "all"], "no engine on this machine beside the built-in one"),
        (&["--portfolio"], "no engine on this machine beside the built-in one"),
    ];
    for (flags, expected) in cases {
        let arguments = [&["learn"], flags].concat();
        let run = plugin().command(&example(), &arguments).env("PATH", "/nowhere").output();
        let run = run.expect("the plugin starts");
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(expected) && stderr.contains("cargo tlv doctor"), "{stderr}");
    }
}

#[test]
fn flags_that_contradict_each_other_are_refused() {
    for flags in [
        &["--no-prove", "--engine", "z3"][..],
        &["--no-prove", "--emit", "smt2", "questions"],
        &["--engine", "z3", "--portfolio"],
        &["--emit", "dimacs", "questions"],
        &["--engine", "guess"],
    ] {
        let run = plugin().run(&example(), &[&["learn"], flags].concat());
        assert_eq!(run.code, 2, "{flags:?}: {}", run.stderr);
    }
}

#[test]
fn the_doctor_says_what_is_here_and_how_to_get_the_rest() {
    let (_directory, path) = with_fake_z3("doctor", "echo 'Z3 version 9.8.7 - 64 bit'");
    let mut command = plugin().command(&example(), &["doctor", "--message-format", "json"]);
    let run = command.env("PATH", &path).output().expect("the plugin starts");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    let diagnosis: Value = serde_json::from_slice(&run.stdout).expect("one document");
    let engines = diagnosis["engines"].as_array().expect("there are engines");
    let engine = |name: &str| engines.iter().find(|engine| engine["name"] == name).expect("known");
    assert_eq!(engine("builtin")["get"], Value::Null);
    assert_eq!(engine("z3")["version"], "9.8.7");
    for engine in engines {
        // Either it is here, or there is a way to get it.
        let here = engine["path"] != Value::Null || engine["name"] == "builtin";
        assert_ne!(here, engine["get"] != Value::Null, "{engine}");
    }
    let text = plugin().run(&example(), &["doctor"]).stdout;
    for word in ["toolchain", "rustc", "builtin", "z3", "bitwuzla"] {
        assert!(text.contains(word), "{word} is not in\n{text}");
    }
    let mut command = plugin().command(&example(), &["doctor"]);
    let nothing = command.env("PATH", "/nowhere").output().expect("the plugin starts");
    assert_eq!(nothing.status.code(), Some(101), "without a toolchain nothing works");
}
