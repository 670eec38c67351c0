//! Runs as such: repeated, quiet, coloured, interrupted, at the same time, after edits.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tlv_tests::{Plugin, abstraction, copies, edges, fixture, learned};

fn plugin() -> Plugin {
    Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), env!("CARGO_TARGET_TMPDIR"))
}

/// Where a test may write a package. The places are the same in each run, so that the builds of old
/// ones do not pile up.
fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("runs").join(name)
}

/// The lines of a report that are not about time and memory.
fn lasting(report: &str) -> Vec<&str> {
    let passing = |line: &&str| line.contains("_ms\": ") || line.contains("\"peak_rss_kb\": ");
    report.lines().filter(|line| !passing(line)).collect()
}

/// The path and the edges of each type of a report.
fn all_edges(report: &Value) -> Vec<String> {
    let all = report["abstractions"].as_array().expect("a report has abstractions");
    let edges_of = |one: &Value| {
        let path = one["path"].as_str().unwrap_or_default().to_owned();
        edges(one).into_iter().map(move |edge| format!("{path}: {edge}"))
    };
    all.iter().flat_map(edges_of).collect()
}

#[test]
fn the_same_seed_gives_the_same_document() {
    let json = |arguments: &[&str]| {
        let learn = [&["learn", "--message-format", "json", "-q"], arguments].concat();
        plugin().run(&fixture("objects"), &learn).stdout
    };
    for seed in ["0", "5"] {
        let (first, second) = (json(&["--seed", seed]), json(&["--seed", seed, "--jobs", "1"]));
        assert_eq!(lasting(&first), lasting(&second), "seed {seed}");
        assert!(lasting(&first).len() + 4 <= first.lines().count(), "{first}");
    }
    assert_eq!(lasting(&json(&[])), lasting(&json(&["--seed", "0"])), "0 is the default");
}

#[test]
fn another_seed_finds_the_same_edges() {
    let found = |seed: &str| {
        all_edges(&plugin().learn(&fixture("objects"), &["--no-prove", "--seed", seed]))
    };
    let first = found("0");
    assert!(first.len() > 50, "{first:#?}");
    for seed in ["1", "2", "18446744073709551615"] {
        assert_eq!(found(seed), first, "seed {seed}");
    }
}

#[test]
fn a_quiet_run_says_nothing_but_results_and_errors() {
    let directory = fixture("bad-input/no-std");
    for command in ["learn", "list"] {
        let run = plugin().run(&directory, &[command, "-q"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{command}");
        assert!(run.stdout.starts_with("no_std::Ring  package no-std"), "{}", run.stdout);
        assert!(run.stdout.ends_with('\n'), "{}", run.stdout);
        let run = plugin().run(&directory, &[command, "-q", "--type", "Rung"]);
        assert_eq!((run.code, run.stdout.as_str()), (4, ""), "{command}");
        assert!(run.stderr.starts_with("error: no annotated type matches"), "{}", run.stderr);
    }
}

#[test]
fn json_is_one_document_however_much_is_said() {
    let directory = fixture("bad-input/no-std");
    for arguments in [&[][..], &["-v"], &["-vv"], &["--color", "always"], &["--witnesses"]] {
        for command in ["learn", "list"] {
            if command == "list" && arguments == ["--witnesses"] {
                continue;
            }
            let arguments = [&[command, "--message-format", "json"], arguments].concat();
            let run = plugin().run(&directory, &arguments);
            assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
            assert_eq!(run.json()["schema"], 1, "{arguments:?}");
            assert!(!run.stdout.contains('\x1b'), "{arguments:?}: {}", run.stdout);
        }
    }
}

#[test]
fn colours_come_only_when_wanted() {
    let directory = fixture("bad-input/no-std");
    // (arguments, NO_COLOR, CLICOLOR_FORCE, whether there are colours)
    for (arguments, no_color, force, coloured) in [
        (&[][..], false, false, false),
        (&["--color", "always"], false, false, true),
        (&["--color", "always"], true, false, true),
        (&["--color", "never"], false, true, false),
        (&[], true, false, false),
        (&[], false, true, true),
        (&[], true, true, false),
    ] {
        for command in [&["learn", "--no-prove"][..], &["learn", "--type", "Rung"]] {
            let mut command = plugin().command(&directory, &[command, arguments].concat());
            command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
            if no_color {
                command.env("NO_COLOR", "1");
            }
            if force {
                command.env("CLICOLOR_FORCE", "1");
            }
            let output = command.output().expect("the plugin starts");
            let printed = if output.status.success() { output.stdout } else { output.stderr };
            let case = (arguments, no_color, force);
            assert_eq!(printed.contains(&0x1b), coloured, "{case:?}");
        }
    }
}

#[test]
fn rustcs_messages_have_colours_only_when_wanted() {
    let directory = fixture("bad-input/does-not-compile");
    for (when, coloured) in [("auto", false), ("never", false), ("always", true)] {
        let run = plugin().run(&directory, &["learn", "--color", when]);
        assert_eq!(run.code, 101, "{}", run.stderr);
        assert_eq!(run.stderr.contains('\x1b'), coloured, "{when}: {}", run.stderr);
    }
}

#[test]
fn without_a_terminal_progress_is_plain_lines() {
    for (arguments, last) in
        [(&["learn"][..], "learning and proving"), (&["learn", "--no-prove"], "learning")]
    {
        let run = plugin().run(&fixture("bad-input/no-std"), arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(!run.stderr.contains(['\r', '\x1b']), "{:?}", run.stderr);
        let phases: Vec<&str> = run
            .stderr
            .lines()
            .filter(|line| !line.contains(": ") && !line.starts_with("waiting for another cargo"))
            .collect();
        assert_eq!(phases, ["reading the workspace", "building", last]);
    }
}

#[test]
fn a_listing_has_what_the_macros_found() {
    let directory = fixture("bad-input/no-std");
    let text = plugin().run(&directory, &["list", "-q"]).stdout;
    for line in [
        "no_std::Ring  package no-std",
        "    empty  self.len == 0         given",
        "    full   self.len == CAPACITY  given",
        "    new()",
        "    push(&mut self, byte: u8)",
        "    pop(&mut self)",
    ] {
        assert!(text.lines().any(|found| found == line), "no `{line}` in {text}");
    }
    let listing = plugin().run(&directory, &["list", "-q", "--message-format", "json"]).json();
    assert_eq!(listing["schema"], 1);
    let ring = &listing["types"][0];
    assert_eq!(ring["package"], "no-std");
    assert_eq!(ring["type"], "Ring");
    assert_eq!(ring["path"], "no_std::Ring");
    assert_eq!(ring["opaque"], false);
    assert_eq!(ring["predicates"][1]["expr"], "self.len == CAPACITY");
    assert_eq!(ring["predicates"][1]["origin"], "user");
    assert_eq!(ring["methods"][0]["params"][0], "byte: u8");
    assert_eq!(ring["methods"][0]["receiver"], "&mut self");
    assert_eq!(ring["constructors"][0]["name"], "new");
    assert_eq!(listing["types"].as_array().map(Vec::len), Some(1));
}

#[test]
fn witnesses_are_shown_when_asked_for() {
    let directory = fixture("bad-input/virtual-workspace");
    let plain = plugin().run(&directory, &["learn", "-q"]).stdout;
    assert!(!plain.contains("how each edge was seen"), "{plain}");
    for flag in ["--witnesses", "-v"] {
        let text = plugin().run(&directory, &["learn", flag]).stdout;
        let (_, shown) = text.split_once("how each edge was seen").expect("there is the section");
        for calls in ["new(); up()", "new(); down()"] {
            assert!(shown.contains(calls), "no `{calls}` in {shown}");
        }
    }
}

/// The modification times of the probes of a run, and whether cargo compiled anything in it.
fn built(directory: &Path) -> (Vec<std::time::SystemTime>, bool) {
    let run = plugin().run(directory, &["learn", "--no-prove", "-vv"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let compiled = run.stderr.lines().any(|line| line.trim_start().starts_with("Compiling "));
    let package = directory.join("Cargo.toml").display().to_string();
    let tlv = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures/tlv");
    let probes = std::fs::read_dir(tlv).expect("there are probes").flatten().filter(|entry| {
        let manifest = std::fs::read_to_string(entry.path().join("Cargo.toml"));
        let directory = package.trim_end_matches("/Cargo.toml");
        manifest.is_ok_and(|text| text.contains(&format!("\"{directory}\"")))
    });
    let modified = probes.map(|probe| {
        let ir = probe.path().join("tlv-probe.ll");
        ir.metadata().and_then(|data| data.modified()).expect("the probe is built")
    });
    (modified.collect(), compiled)
}

#[test]
fn a_second_run_builds_nothing() {
    let directory = place("built-once");
    copies::copy("bad-input/renamed", &directory);
    let (first, compiled) = built(&directory);
    assert!(compiled);
    assert_eq!(first.len(), 1);
    assert_eq!(built(&directory), (first, false));
}

#[test]
fn runs_at_the_same_time_do_not_disturb_each_other() {
    let directory = place("at-the-same-time");
    copies::copy("bad-input/virtual-workspace", &directory);
    let runs: Vec<_> = (0..3)
        .map(|_| {
            let directory = directory.clone();
            std::thread::spawn(move || plugin().learn(&directory, &[]))
        })
        .collect();
    for run in runs {
        let report = run.join().expect("each run succeeds");
        assert_eq!(edges(abstraction(&report, "annotated::Lift")).len(), 8);
    }
}

#[test]
fn edits_are_picked_up() {
    let directory = place("edited");
    copies::copy("bad-input/virtual-workspace", &directory);
    let learn = || plugin().learn(&directory, &[]);
    let found = edges(abstraction(&learn(), "annotated::Lift"));
    assert!(found.contains("Bottom.down panic -> ⊥"), "{found:?}");
    assert_eq!(found.len(), 8, "{found:?}");

    // In the annotated package.
    let library = directory.join("annotated/src/lib.rs");
    copies::edit(&library, "assert!(self.floor > 0, \"there is nothing below the bottom\");", "");
    copies::edit(&library, "self.floor -= 1;", "self.floor = self.floor.saturating_sub(1);");
    let found = edges(abstraction(&learn(), "annotated::Lift"));
    assert!(found.contains("Bottom.down ok -> Bottom"), "{found:?}");
    assert!(!found.contains("Bottom.down panic -> ⊥"), "{found:?}");

    // In a package it depends on.
    let dependency = directory.join("plain/src/lib.rs");
    copies::edit(&dependency, "FLOORS: u8 = 4", "FLOORS: u8 = 2");
    let two_floors = [
        "Bottom.up true -> Top",
        "Bottom.down ok -> Bottom",
        "Top.up false -> Top",
        "Top.down ok -> Bottom",
    ];
    learned(&learn(), "annotated::Lift", &two_floors);

    // A new text with an old time, as copying with times or restoring an archive leaves it. Cargo goes
    // by times and would not see it.
    copies::edit(&dependency, "FLOORS: u8 = 2", "FLOORS: u8 = 4");
    let file = std::fs::File::options().append(true).open(&dependency).expect("it can be opened");
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("the time can be set");
    let four_floors = edges(abstraction(&learn(), "annotated::Lift"));
    assert!(four_floors.contains("Bottom.down ok -> Bottom"), "{four_floors:?}");
    assert_eq!(four_floors.len(), 8, "{four_floors:?}");
}

#[cfg(unix)]
mod interrupted {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    /// Starts the plugin and waits until it says `phase`.
    fn start(directory: &Path, arguments: &[&str], phase: &str) -> Child {
        let mut command = plugin().command(directory, arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the plugin starts");
        let mut said = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut line = String::new();
        while line.trim_end() != phase {
            line.clear();
            assert_ne!(said.read_line(&mut line).expect("readable"), 0, "no {phase}");
        }
        // Whatever else it says is not to block it.
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        child
    }

    /// Sends a signal, and returns what the process had printed on stdout until it ended of it.
    #[track_caller]
    fn end(mut child: Child, signal: &str) -> String {
        let sent = Command::new("kill").arg(signal).arg(child.id().to_string()).status();
        assert!(sent.expect("there is a `kill`").success());
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), None, "{signal} ended it");
        let mut printed = String::new();
        let mut stdout = child.stdout.take().expect("it is piped");
        stdout.read_to_string(&mut printed).expect("readable");
        printed
    }

    /// The signal of Ctrl-C, or its gentle brother where whoever started this test has turned the
    /// former off, as shells do for what they run in the background.
    fn interrupt() -> &'static str {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        if ignored.unwrap_or(0) & 0b10 == 0 { "-INT" } else { "-TERM" }
    }

    /// The running processes with this executable, zombies not counted.
    #[cfg(target_os = "linux")]
    fn running(wanted: impl Fn(u32, &Path) -> bool) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir("/proc").expect("there is /proc").flatten() {
            // A process may end while it is looked at.
            let Ok(executable) = std::fs::read_link(entry.path().join("exe")) else { continue };
            let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
            let mut fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
            let (state, parent) = (fields.next(), fields.next());
            let parent = parent.and_then(|parent| parent.parse().ok()).unwrap_or(0);
            if state != Some("Z") && wanted(parent, &executable) {
                found.push(executable);
            }
        }
        found
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn while_learning_it_leaves_no_report_and_no_driver() {
        let directory = fixture("hostile/looper");
        // One of its methods never returns in one state: the driver is busy most of the time.
        for signal in [interrupt(), "-KILL"] {
            let json = ["learn", "--no-prove", "--message-format", "json"];
            let child = start(&directory, &json, "learning");
            std::thread::sleep(Duration::from_millis(1500));
            let plugin_id = child.id();
            let drivers = running(|parent, _| parent == plugin_id);
            assert!(!drivers.is_empty(), "a driver is at work");
            assert_eq!(end(child, signal), "", "{signal}");
            let deadline = Instant::now() + Duration::from_secs(10);
            let left = || running(|_, executable| drivers.iter().any(|one| one == executable));
            while !left().is_empty() {
                assert!(Instant::now() < deadline, "{signal} leaves {:?}", left());
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        let run = plugin().run(&directory, &["list", "-q"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    }

    #[test]
    fn while_building_it_leaves_no_report_and_the_next_run_works() {
        let directory = place("interrupted");
        for (signal, delay) in [(interrupt(), 200), ("-KILL", 500), ("-KILL", 1000)] {
            copies::copy("bad-input/renamed", &directory);
            let child = start(&directory, &["learn", "--message-format", "json"], "building");
            std::thread::sleep(Duration::from_millis(delay));
            assert_eq!(end(child, signal), "", "{signal}");
        }
        let report = plugin().learn(&directory, &[]);
        assert_eq!(report["complete"], true);
        assert_eq!(edges(abstraction(&report, "valve_control::Valve")).len(), 4);
    }
}
