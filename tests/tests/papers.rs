//! The papers' classes: what testing alone finds of the automata that are known for them.

use std::sync::OnceLock;

use serde_json::Value;
use tlv_tests::expected::{REACHABLE, SUBJECTS, compare, load, of};
use tlv_tests::{Plugin, abstraction, fixture};

/// What is expected but cannot be found by testing, by path of the type: none. The constants that
/// FLIGHTRULE, BOUNDEDSTACK, EWALLET and PAYAPPLET compare with stand in their code, and so join
/// the values that are tried.
const MISSED: &[(&str, &[&str])] = &[];

fn learn(seed: &str) -> Value {
    let plugin =
        Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), env!("CARGO_TARGET_TMPDIR"));
    plugin.learn(&fixture("tlv-classes"), &["--workspace", "--seed", seed])
}

/// The report on all twelve packages, learned once.
fn report() -> &'static Value {
    static REPORT: OnceLock<Value> = OnceLock::new();
    REPORT.get_or_init(|| learn("0"))
}

#[test]
fn nothing_is_invented_and_what_is_missed_is_known() {
    for (report, seed) in [(report(), 0), (&learn("1"), 1), (&learn("2"), 2)] {
        for subject in SUBJECTS {
            let comparison = compare(report, subject, &of(subject));
            let path = subject.path;
            assert_eq!(comparison.invented, [""; 0], "{path} invents edges, seed {seed}");
            let known = MISSED.iter().find(|(missing, _)| *missing == path);
            let known = known.map_or(&[][..], |(_, edges)| edges);
            assert_eq!(comparison.missing, known, "{path} misses other edges, seed {seed}");
        }
    }
}

#[test]
fn every_sure_entry_of_the_papers_first_group_is_compared() {
    let classes: Vec<&str> = SUBJECTS.iter().map(|subject| subject.class).collect();
    for entry in load() {
        let of_group = classes.contains(&entry.class.as_str());
        // Initial abstractions are what a weaker tester sees; EPA and JIST are other notions.
        let other = entry.kind.contains("initial-abstraction")
            || ["EPA", "JIST-interface"].contains(&entry.kind.as_str());
        if of_group && entry.sure && entry.semantics == REACHABLE && !other {
            let compared = |subject: &&tlv_tests::expected::Subject| {
                subject.class == entry.class && subject.kind == entry.kind
            };
            assert!(SUBJECTS.iter().any(|s| compared(&s)), "{} {}", entry.class, entry.kind);
        }
    }
}

#[test]
fn each_edge_has_a_witness_from_a_constructor() {
    for subject in SUBJECTS {
        let learned = abstraction(report(), subject.path);
        for edge in learned["transitions"].as_array().unwrap() {
            let witness = edge["witness"].as_array().unwrap();
            assert!(witness.len() >= 2, "{edge}");
            let last = witness.last().unwrap().as_str().unwrap();
            let method = edge["method"].as_str().unwrap();
            assert!(last.starts_with(&format!("{method}(")), "{edge}");
            assert_eq!(edge["evidence"], "observed", "{edge}");
        }
    }
}

#[test]
fn a_panic_says_where_it_was_raised() {
    let stack = abstraction(report(), "bounded_stack::BoundedStack");
    let edges = stack["transitions"].as_array().unwrap();
    let full = edges.iter().find(|edge| edge["from"] == "Full" && edge["method"] == "push");
    let panic = &full.expect("pushing onto a full stack is an edge")["panic"];
    let location = panic["location"].as_str().unwrap();
    assert!(location.starts_with("bounded-stack/src/"), "{panic}");
    assert_eq!(location.split(':').count(), 3, "{panic}");
    assert!(!panic["message"].as_str().unwrap().is_empty(), "{panic}");
}

#[test]
fn every_state_and_method_has_been_tested() {
    for subject in SUBJECTS {
        let learned = abstraction(report(), subject.path);
        let states = learned["states"].as_array().unwrap().len();
        let methods = learned["methods"].as_array().unwrap().len();
        let obligations = learned["obligations"].as_array().unwrap();
        assert_eq!(obligations.len(), states * methods, "{}", subject.path);
        assert!(obligations.iter().all(|o| o["verdict"] == "tested"), "{}", subject.path);
    }
}
