//! The types whose protocols have to be proved: what is reported of them is so, and is all there is.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde_json::Value;
use tlv_tests::proofs::{Entry, Guarantee, compare, facts, load};
use tlv_tests::{Plugin, abstraction, fixture};

/// A broken invariant, in `wrong-invariant`.
const BROKEN: i32 = 100;

/// The workspaces and how `learn` ends on each.
const WORKSPACES: [(&str, i32); 2] = [("foreign", 0), ("proofs", BROKEN)];

fn learn(workspace: &str, arguments: &[&str]) -> Value {
    let plugin =
        Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), env!("CARGO_TARGET_TMPDIR"));
    let learn = ["learn", "--workspace", "--message-format", "json", "-q"];
    let run = plugin.run(&fixture(workspace), &[&learn, arguments].concat());
    let (_, code) = WORKSPACES.iter().find(|(name, _)| *name == workspace).expect("it is known");
    assert_eq!(run.code, *code, "{workspace}: {}", run.stderr);
    run.json()
}

/// The report on a workspace, made once.
fn report(workspace: &str) -> &'static Value {
    static REPORTS: [OnceLock<Value>; 2] = [OnceLock::new(), OnceLock::new()];
    let index = WORKSPACES.iter().position(|(name, _)| *name == workspace).expect("it is known");
    REPORTS[index].get_or_init(|| learn(workspace, &[]))
}

/// What is reported of an entry's type.
fn of(entry: &Entry) -> &'static Value {
    abstraction(report(&entry.workspace), &entry.path)
}

#[track_caller]
fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is no list in {value}"))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

#[test]
fn every_annotated_type_has_an_entry_and_no_other() {
    for (workspace, _) in WORKSPACES {
        let reported: BTreeSet<String> = list(report(workspace), "abstractions")
            .iter()
            .map(|about| text(about, "path").to_owned())
            .collect();
        let entries = load().into_iter().filter(|entry| entry.workspace == workspace);
        let expected: BTreeSet<String> = entries.map(|entry| entry.path).collect();
        assert_eq!(reported, expected, "{workspace}");
    }
}

#[test]
fn nothing_is_invented() {
    for entry in load() {
        // What cannot be decided may be reported as feasible.
        let undecided = |fact: &String| {
            let call = fact.split_once('.').map_or("", |(_, call)| call);
            entry.undecided.iter().any(|method| call.starts_with(&format!("{method} ")))
        };
        let mut invented = compare(of(&entry), &entry).invented;
        invented.retain(|fact| !undecided(fact));
        assert_eq!(invented, [""; 0], "{}", entry.path);
    }
}

#[test]
fn a_field_that_cannot_be_made_is_said() {
    for entry in load() {
        let about = of(&entry);
        assert_eq!(about["opaque"], entry.opaque, "{}", entry.path);
        let notes = list(about, "notes").iter().filter_map(Value::as_str);
        let said = notes.filter(|note| note.starts_with("opaque: no value of")).count();
        assert_eq!(said, usize::from(entry.opaque), "{}", entry.path);
    }
}

#[test]
fn each_protocol_is_the_whole_of_it() {
    for entry in load() {
        assert_eq!(compare(of(&entry), &entry).missing, [""; 0], "{}", entry.path);
    }
}

#[test]
fn what_only_a_solver_finds_is_not_found_without_it() {
    for (workspace, _) in WORKSPACES {
        let tested = learn(workspace, &["--no-prove"]);
        for entry in load().iter().filter(|entry| entry.workspace == workspace) {
            let found = facts(abstraction(&tested, &entry.path));
            let invented: Vec<&String> = found.difference(&entry.facts).collect();
            assert!(invented.is_empty(), "{}: {invented:?}", entry.path);
            let lucky: Vec<&String> = found.intersection(&entry.beyond_testing).collect();
            assert!(lucky.is_empty(), "{}: {lucky:?}", entry.path);
        }
    }
}

#[test]
fn every_state_and_method_is_proved_unless_it_cannot_be_followed() {
    for entry in load() {
        let about = of(&entry);
        let obligations = list(about, "obligations");
        let n_pairs = list(about, "states").len() * list(about, "methods").len();
        assert_eq!(obligations.len(), n_pairs, "{}", entry.path);
        for obligation in obligations {
            let (method, verdict) = (text(obligation, "method"), text(obligation, "verdict"));
            let is_in = |methods: &[String]| methods.iter().any(|other| other == method);
            let allowed: &[&str] = if is_in(&entry.unfollowed) {
                &["unknown", "tested"]
            } else if is_in(&entry.undecided) {
                &["unknown", "tested", "proved"]
            } else {
                match entry.guarantee {
                    Guarantee::Proved => &["proved"],
                    // A state may be proved as a whole although others are bounded.
                    Guarantee::Bounded => &["bounded", "proved"],
                }
            };
            assert!(allowed.contains(&verdict), "{}: {obligation}", entry.path);
            // What stands in the way, or how far it holds, is said.
            let needs_detail = verdict != "proved";
            assert!(!needs_detail || !text(obligation, "detail").is_empty(), "{obligation}");
        }
        if entry.guarantee == Guarantee::Bounded {
            let bounded = obligations.iter().any(|o| o["verdict"] == "bounded");
            assert!(bounded, "{}: the bound of its collections is not said", entry.path);
        }
    }
}

#[test]
fn invariants_are_proved_unless_they_are_wrong() {
    for entry in load() {
        let own = list(of(&entry), "invariants").iter();
        let own: Vec<&Value> = own.filter(|invariant| invariant["origin"] == "user").collect();
        for invariant in &own {
            let (expr, verdict) = (text(invariant, "expr"), text(invariant, "verdict"));
            let allowed = match entry.unproved_invariants.get(expr) {
                Some(verdicts) => verdicts.iter().map(String::as_str).collect(),
                None => vec!["proved", "bounded"],
            };
            assert!(allowed.contains(&verdict), "{}: {invariant}", entry.path);
        }
        for expr in entry.unproved_invariants.keys() {
            let said = own.iter().any(|invariant| text(invariant, "expr") == expr);
            assert!(said, "{} has no invariant {expr}", entry.path);
        }
    }
}

#[test]
fn each_edge_has_a_witness_that_ends_with_its_call() {
    for entry in load() {
        for edge in list(of(&entry), "transitions") {
            let last = list(edge, "witness").last().and_then(Value::as_str).unwrap_or_default();
            let call = format!("{}(", text(edge, "method"));
            assert!(last.starts_with(&call), "{}: {edge}", entry.path);
            let evidence = text(edge, "evidence");
            assert!(["observed", "feasible"].contains(&evidence), "{}: {edge}", entry.path);
        }
    }
}

#[test]
fn any_object_shows_what_invariants_exclude() {
    let any = learn("proofs", &["--semantics", "any"]);
    for entry in load().iter().filter(|entry| entry.workspace == "proofs") {
        let found = facts(abstraction(&any, &entry.path));
        let missing: Vec<&String> = entry.excluded.difference(&found).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", entry.path);
    }
}

/// The lines of a file that contain a text, counted from 1.
fn lines_with(file: &str, text: &str) -> Vec<usize> {
    let source = std::fs::read_to_string(fixture(file)).expect("it can be read");
    let lines = source.lines().enumerate().filter(|(_, line)| line.contains(text));
    lines.map(|(index, _)| index + 1).collect()
}

#[test]
fn what_cannot_be_followed_is_named_with_its_place_in_the_users_code() {
    let about = abstraction(report("proofs"), "unsupported::Stopwatch");
    let file = "unsupported/src/lib.rs";
    // (method, the construct, what stands in the line)
    for (method, construct, line) in [
        ("stop_by_clock", "a call of `clock_gettime`", "Instant::now()"),
        ("longest", "a call of `getenv`", "thread::spawn("),
    ] {
        let own = list(about, "obligations").iter().filter(|o| o["method"] == method);
        let own: Vec<&Value> = own.collect();
        assert_eq!(own.len(), list(about, "states").len(), "{method}");
        let [line] = lines_with(&format!("proofs/{file}"), line)[..] else {
            panic!("one line has `{line}`");
        };
        for obligation in own {
            assert_eq!(obligation["verdict"], "unknown", "{obligation}");
            let detail = text(obligation, "detail");
            assert!(detail.starts_with(&format!("unsupported: {construct}")), "{obligation}");
            assert!(detail.contains(&format!("{file}:{line}")), "{obligation}, not {line}");
        }
    }
}

#[test]
fn a_proof_that_is_out_of_time_leaves_what_was_learned_and_says_so() {
    let plugin =
        Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), env!("CARGO_TARGET_TMPDIR"));
    // With large maps there are more questions than can be answered in the time; there is enough of
    // it to learn and to begin with the proof.
    let learn = ["learn", "--workspace", "--type", "PhoneBook", "--bound", "6"];
    let rest = ["--timeout", "8", "--message-format", "json", "-q"];
    let run = plugin.run(&fixture("rust-types"), &[&learn[..], &rest].concat());
    assert_eq!(run.code, 102, "{}", run.stderr);
    let report = run.json();
    assert_eq!(report["complete"], false);
    let about = abstraction(&report, "phone_book::PhoneBook");
    assert!(!list(about, "transitions").is_empty(), "{about}");
    let open: Vec<&Value> =
        list(about, "obligations").iter().filter(|o| o["verdict"] == "unknown").collect();
    assert!(!open.is_empty(), "{about}");
    for obligation in open {
        assert!(text(obligation, "detail").contains("--timeout"), "{obligation}");
    }
}
