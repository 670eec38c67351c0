//! Code that no driver survives unprepared: what it does in one state is found, the rest of its
//! protocol as well, and nobody but the driver suffers.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use tlv_tests::{Plugin, Run, Table, abstraction, edges, fixture, learned};

/// What learning all nine packages may take, without building them. It takes about 15 s, nearly
/// all of it spent waiting for calls that do not return.
const BUDGET: Duration = Duration::from_secs(120);

/// The type of each package.
const SUBJECTS: &[(&str, &str)] = &[
    ("aborter", "aborter::Charge"),
    ("drop-bomb", "drop_bomb::Transaction"),
    ("exiter", "exiter::Shell"),
    ("hoarder", "hoarder::Cellar"),
    ("hook-stealer", "hook_stealer::Alarm"),
    ("looper", "looper::Spinner"),
    ("printer", "printer::Printer"),
    ("recursor", "recursor::Chain"),
    ("threader", "threader::Workshop"),
];

/// The calls that end the process or never return, by path: where, how, and what shows it.
const DEADLY: &[(&str, &str, &[&str], &[&str])] = &[
    ("aborter::Charge", "Armed.fire", &["abort"], &["new()", "arm()", "fire()"]),
    ("exiter::Shell", "In.quit", &["abort"], &["new()", "log_in(0)", "quit()"]),
    (HOARDER, "Stocked.fill", ABORT_OR_TIMEOUT, &["new()", "open()", "store()", "fill()"]),
    ("looper::Spinner", "Turning.wait", &["timeout"], &["new()", "start()", "wait()"]),
    ("recursor::Chain", "Ring.measure", &["abort"], &["new()", "bend()", "measure()"]),
];

const HOARDER: &str = "hoarder::Cellar";

/// On a fast machine the hoarder meets the limit on its memory first, on a slow or busy one the
/// time limit, and on some now this, now that: then both are edges.
const ABORT_OR_TIMEOUT: &[&str] = &["abort", "timeout"];

/// The one run of the plugin on all packages.
struct Learned {
    run: Run,
    report: Value,
    /// What it took, after everything was built.
    took: Duration,
}

/// What the plugin and everything it starts have in their environment, to be known by.
const MARK: &str = "TLV_TESTS_HOSTILE_RUN";

fn plugin() -> Plugin {
    Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), env!("CARGO_TARGET_TMPDIR"))
}

/// The mark of one run of the plugin by this process.
fn mark(run: &str) -> String {
    format!("{run}-{}", std::process::id())
}

fn learned_once() -> &'static Learned {
    static LEARNED: OnceLock<Learned> = OnceLock::new();
    LEARNED.get_or_init(|| {
        let hostile = fixture("hostile");
        let built = plugin().run(&hostile, &["list", "--workspace", "-q"]);
        assert_eq!(built.code, 0, "{}", built.stderr);
        let started = Instant::now();
        let learn = ["learn", "--workspace", "--no-prove", "--message-format", "json", "-q"];
        let mut command = plugin().command(&hostile, &learn);
        let run = command.env(MARK, mark("all")).output().expect("the plugin starts");
        let run = Run::from(run);
        let took = started.elapsed();
        assert_eq!(run.code, 0, "{}", run.stderr);
        Learned { report: run.json(), run, took }
    })
}

#[track_caller]
fn of(path: &str) -> &'static Value {
    abstraction(&learned_once().report, path)
}

#[track_caller]
fn notes(path: &str) -> Vec<&'static str> {
    let notes = of(path)["notes"].as_array().expect("there are notes");
    notes.iter().filter_map(Value::as_str).collect()
}

/// The edges of a type for one method in one state.
fn transitions(path: &str, from: &str, method: &str) -> Vec<&'static Value> {
    let all = of(path)["transitions"].as_array().expect("there are transitions");
    all.iter().filter(|edge| edge["from"] == from && edge["method"] == method).collect()
}

#[test]
fn each_protocol_is_that_of_the_readme() {
    for (package, path) in SUBJECTS.iter().filter(|(_, path)| *path != HOARDER) {
        let expected = Table::of(&format!("hostile/{package}"), "## Protocol").edges(&[]);
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        learned(&learned_once().report, path, &expected);
    }
}

#[test]
fn a_runaway_allocation_ends_in_an_abort_or_a_timeout_and_the_rest_is_learned() {
    let deadly = |edge: &String| edge.starts_with("Stocked.fill ");
    let expected = Table::of("hostile/hoarder", "## Protocol").edges(&[]);
    let mut expected: Vec<String> = expected.into_iter().filter(|edge| !deadly(edge)).collect();
    expected.sort_unstable();
    let (fills, rest): (Vec<String>, Vec<String>) =
        edges(of(HOARDER)).into_iter().partition(deadly);
    assert_eq!(rest, expected);
    let allowed = |fill: &String| {
        ABORT_OR_TIMEOUT.iter().any(|end| *fill == format!("Stocked.fill {end} -> ⊥"))
    };
    assert!(!fills.is_empty(), "filling a stocked cellar is an edge");
    assert!(fills.iter().all(allowed), "{fills:?}");
}

#[test]
fn all_is_learned_within_the_budget() {
    let Learned { report, took, .. } = learned_once();
    assert_eq!(report["complete"], true);
    assert!(*took < BUDGET, "it took {took:?}");
}

#[test]
fn nothing_that_the_code_prints_reaches_the_output() {
    let Learned { run, report, .. } = learned_once();
    let abstractions = report["abstractions"].as_array().unwrap();
    let paths: Vec<&str> = abstractions.iter().filter_map(|a| a["path"].as_str()).collect();
    let expected: Vec<&str> = SUBJECTS.iter().map(|(_, path)| *path).collect();
    assert_eq!(paths, expected);
    assert_eq!(run.stderr, "");
    // What parses as one document could still have swallowed something into a string.
    for printed in ["quick brown fox", "not a message of cargo", "wee-oo", "print what?", "\u{1b}"]
    {
        assert!(!run.stdout.contains(printed), "{printed:?} was printed");
    }
    assert!(run.stdout.starts_with('{') && run.stdout.ends_with("}\n"));
}

#[test]
fn the_witness_of_a_deadly_call_shows_all_calls() {
    for &(path, call, outcomes, calls) in DEADLY {
        let (from, method) = call.split_once('.').unwrap();
        let edges = transitions(path, from, method);
        assert!(!edges.is_empty(), "{path} has no {call}");
        for edge in edges {
            let outcome = edge["outcome"].as_str().unwrap();
            assert!(outcomes.contains(&outcome), "{edge}");
            assert_eq!(edge["to"], "⊥", "{edge}");
            assert_eq!(edge["witness"], serde_json::json!(calls), "{edge}");
            assert_eq!(edge["panic"], Value::Null, "{edge}");
        }
    }
}

#[test]
fn what_was_printed_is_counted_and_said_to_be_hidden() {
    for (path, at_least) in [("printer::Printer", 1 << 20), ("threader::Workshop", 1)] {
        let hidden = notes(path).into_iter().find_map(|note| {
            let bytes = note.strip_prefix("the code printed ")?;
            bytes.strip_suffix(" bytes, which are not shown")?.parse::<u64>().ok()
        });
        assert!(hidden.is_some_and(|bytes| bytes >= at_least), "{path}: {hidden:?}");
    }
    for path in ["aborter::Charge", "drop_bomb::Transaction", "exiter::Shell", "looper::Spinner"] {
        assert!(!notes(path).iter().any(|note| note.contains("printed")), "{path}");
    }
}

#[test]
fn calls_that_were_given_up_are_noted() {
    let spinner = "`wait` does not return within 2 s: not tried further where it did";
    assert!(notes("looper::Spinner").contains(&spinner), "{:?}", notes("looper::Spinner"));
    let shell = "`quit` ends the process: not tried further where it did";
    assert!(notes("exiter::Shell").contains(&shell), "{:?}", notes("exiter::Shell"));
    for (path, state, method) in
        [("looper::Spinner", "Turning", "wait"), ("exiter::Shell", "In", "quit")]
    {
        let obligations = of(path)["obligations"].as_array().unwrap();
        let own = obligations.iter().find(|o| o["state"] == state && o["method"] == method);
        let own = own.expect("each state and method has an obligation");
        let detail = own["detail"].as_str().unwrap();
        assert!(detail.ends_with(" calls, then given up"), "{own}");
    }
}

#[test]
fn no_clone_is_suspected_of_sharing() {
    for (_, path) in SUBJECTS {
        assert!(!notes(path).iter().any(|note| note.contains("clones share")), "{path}");
    }
}

#[test]
fn a_panic_is_known_though_the_hook_was_stolen_and_the_payload_is_no_text() {
    let [edge] = transitions("hook_stealer::Alarm", "On", "trip")[..] else {
        panic!("tripping an alarm that is on is one edge");
    };
    assert_eq!(edge["panic"]["message"], "Box<dyn Any>");
    let location = edge["panic"]["location"].as_str().unwrap();
    assert!(location.starts_with("hook-stealer/src/lib.rs:"), "{location}");
}

#[test]
fn the_panic_of_a_drop_belongs_to_the_method_that_drops() {
    let [edge] = transitions("drop_bomb::Transaction", "Pending", "finish")[..] else {
        panic!("finishing a pending transaction is one edge");
    };
    assert_eq!(edge["panic"]["message"], "dropped in the middle of a transaction");
}

#[test]
fn only_threads_make_a_type_opaque() {
    for (_, path) in SUBJECTS {
        assert_eq!(of(path)["opaque"], *path == "threader::Workshop", "{path}");
    }
}

/// What cannot be followed, or does not come to an end, by path.
const NOT_PROVED: &[(&str, &str)] = &[
    ("aborter::Charge", "Armed.fire"),
    ("exiter::Shell", "In.quit"),
    ("printer::Printer", "Ready.print"),
    ("printer::Printer", "Ready.ask"),
];

#[test]
fn what_ends_the_process_is_not_proved_and_the_rest_is() {
    let types = ["--type", "Charge", "--type", "Shell", "--type", "Printer"];
    let report = plugin().learn(
        &fixture("hostile"),
        &[&["--workspace"], &types[..], &["--type", "Alarm", "--type", "Transaction"]].concat(),
    );
    for about in report["abstractions"].as_array().unwrap() {
        let path = about["path"].as_str().unwrap();
        assert_eq!(edges(about), edges(of(path)), "{path}");
        for obligation in about["obligations"].as_array().unwrap() {
            let (state, method) = (&obligation["state"], &obligation["method"]);
            let call = format!("{}.{}", state.as_str().unwrap(), method.as_str().unwrap());
            let open = NOT_PROVED.contains(&(path, &call));
            let verdict = obligation["verdict"].as_str().unwrap();
            assert_eq!(["proved", "bounded"].contains(&verdict), !open, "{path}: {obligation}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_driver_is_left_behind() {
    learned_once();
    assert_eq!(running("all"), [0; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_driver_does_not_outlive_a_plugin_that_is_killed() {
    learned_once();
    let learn = ["learn", "--workspace", "--no-prove", "--type", "Spinner", "-q"];
    let mut command = plugin().command(&fixture("hostile"), &learn);
    let mut child = command.env(MARK, mark("killed")).spawn().expect("the plugin starts");
    // What is left after the plugin and stays is a driver in the call that never returns.
    let waits = || running("killed").into_iter().filter(|&id| id != child.id()).collect();
    let mut before: Vec<u32> = waits();
    for _ in 0..BUDGET.as_secs() {
        std::thread::sleep(Duration::from_secs(1));
        let now = waits();
        if !now.is_empty() && now == before {
            break;
        }
        before = now;
    }
    child.kill().and_then(|()| child.wait()).expect("the plugin can be killed");
    let started = Instant::now();
    while !running("killed").is_empty() && started.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_ne!(before, [0; 0], "no call of the spinner was under way");
    assert_eq!(running("killed"), [0; 0]);
}

/// The processes with the mark of a run.
#[cfg(target_os = "linux")]
fn running(run: &str) -> Vec<u32> {
    let marked = format!("{MARK}={}", mark(run));
    let processes = std::fs::read_dir("/proc").expect("there is a process listing");
    let process = |entry: std::fs::DirEntry| {
        // Of processes that are gone or somebody else's there is nothing to read.
        let environment = std::fs::read(entry.path().join("environ")).ok()?;
        let ours = environment.split(|byte| *byte == 0).any(|entry| entry == marked.as_bytes());
        entry.file_name().to_str()?.parse().ok().filter(|_| ours)
    };
    processes.filter_map(Result::ok).filter_map(process).collect()
}
