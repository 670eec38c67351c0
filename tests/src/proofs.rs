//! The protocols that proofs must establish for the types of `fixtures/proofs` and
//! `fixtures/foreign`, and how reports compare with them.
//!
//! An entry of `proofs.json` has the shape of one of `expected.json`, with the outcome as fourth part
//! of an edge and the names that Rust reports use. The fixtures hold their own exhaustive
//! exploration against the same entries.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::expected::Comparison;

/// One entry of `proofs.json`.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The folder below `fixtures/` that is the workspace of the package.
    pub workspace: String,
    /// The package that defines the type.
    pub package: String,
    /// The type's path, as reports give it.
    pub path: String,
    /// Whether a field of the type cannot be made.
    pub opaque: bool,
    /// What the verdict on each state and method must be.
    pub guarantee: Guarantee,
    /// The methods that cannot be followed, on which there is no such verdict.
    pub unfollowed: Vec<String>,
    /// The methods on which the verdict depends on how much is inferred: it may also be unknown, or an
    /// edge reported as feasible that no object shows.
    pub undecided: Vec<String>,
    /// User's invariants that no proof can confirm, and the verdicts they may have instead.
    pub unproved_invariants: BTreeMap<String, Vec<String>>,
    /// What only a solver finds, written as in `facts`.
    pub beyond_testing: BTreeSet<String>,
    /// Edges that objects made from their fields show, unless an invariant excludes them; written as
    /// in `facts`.
    pub excluded: BTreeSet<String>,
    /// The predicates, methods, initial states, constructions and edges, one per line.
    pub facts: BTreeSet<String>,
    /// How many states and edges there are, ⊥ and the edges to it included.
    pub counts: Counts,
    /// What is needed to exclude edges that are not there, and anything else worth knowing.
    pub note: String,
}

/// How much is known of a state and method that was proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guarantee {
    /// For all objects: the type has no collections.
    Proved,
    /// For objects of limited size, or for limited sequences of calls.
    Bounded,
}

/// The counts an entry states for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// States, ⊥ included where the entry has it.
    pub states: usize,
    /// All edges, those to ⊥ included.
    pub transitions: usize,
    /// Edges to ⊥.
    pub error_transitions: usize,
}

/// Reads every entry of `proofs.json`, in the order of the file.
///
/// # Panics
///
/// Panics if the file does not have the form it was committed with.
pub fn load() -> Vec<Entry> {
    let document: Value =
        serde_json::from_str(include_str!("../proofs.json")).expect("proofs.json is JSON");
    list(&document).iter().map(read).collect()
}

/// Compares what a report says of a type with the entry for it: predicates, methods, initial
/// states, how constructors end, and edges with their outcomes. Names of states play no part.
pub fn compare(abstraction: &Value, entry: &Entry) -> Comparison {
    let found = facts(abstraction);
    Comparison {
        invented: found.difference(&entry.facts).cloned().collect(),
        missing: entry.facts.difference(&found).cloned().collect(),
    }
}

/// What a report says of a type, in the form of [`Entry::facts`].
pub fn facts(abstraction: &Value) -> BTreeSet<String> {
    let mut labels = BTreeMap::new();
    let mut facts = BTreeSet::new();
    for state in list(&abstraction["states"]) {
        let label = label(&state["valuation"]);
        if state["initial"] == true {
            facts.insert(format!("initial {label}"));
        }
        labels.insert(text(&state["name"]), label);
    }
    // `⊥`, `end` and a state that is not listed keep their names.
    let label = |name: &Value| labels.get(text(name)).cloned().unwrap_or(text(name).to_owned());
    for kind in ["predicates", "methods"] {
        let names = list(&abstraction[kind]).iter();
        facts.extend(names.map(|item| format!("{kind} {}", text(&item["name"]))));
    }
    for constructor in list(&abstraction["constructors"]) {
        for end in list(&constructor["outcomes"]) {
            let (name, outcome) = (text(&constructor["name"]), text(&end["outcome"]));
            facts.insert(construction(name, outcome, &label(&end["to"])));
        }
    }
    for edge in list(&abstraction["transitions"]) {
        let (method, outcome) = (text(&edge["method"]), text(&edge["outcome"]));
        facts.insert(transition(&label(&edge["from"]), method, outcome, &label(&edge["to"])));
    }
    facts
}

fn construction(name: &str, outcome: &str, to: &str) -> String {
    format!("{name} {outcome} -> {to}")
}

fn transition(from: &str, method: &str, outcome: &str, to: &str) -> String {
    format!("{from}.{method} {outcome} -> {to}")
}

/// A valuation as text, in alphabetical order: `{empty, !full}`.
fn label(valuation: &Value) -> String {
    let sorted: BTreeMap<&String, bool> =
        valuation.as_object().into_iter().flatten().map(|(name, v)| (name, v == true)).collect();
    let literals: Vec<String> = sorted
        .into_iter()
        .map(|(name, value)| if value { name.clone() } else { format!("!{name}") })
        .collect();
    format!("{{{}}}", literals.join(", "))
}

fn read(entry: &Value) -> Entry {
    let mut labels = BTreeMap::from([("BOT", "⊥".to_owned()), ("END", "end".to_owned())]);
    for state in list(&entry["states"]) {
        labels.entry(text(&state["id"])).or_insert_with(|| label(&state["valuation"]));
    }
    let name = |id: &Value| labels[text(id)].clone();
    let mut facts = BTreeSet::new();
    for kind in ["predicates", "methods"] {
        facts.extend(list(&entry[kind]).iter().map(|item| format!("{kind} {}", text(item))));
    }
    facts.extend(list(&entry["initial"]).iter().map(|id| format!("initial {}", name(id))));
    let constructions = list(&entry["constructions"]).iter();
    facts.extend(
        constructions.map(|end| construction(text(&end[0]), text(&end[2]), &name(&end[1]))),
    );
    let edges = list(&entry["transitions"]).iter().chain(list(&entry["error_transitions"]));
    facts.extend(edges.map(|e| transition(&name(&e[0]), text(&e[1]), text(&e[3]), &name(&e[2]))));
    let verdicts = |(expr, verdicts): (&String, &Value)| (expr.clone(), texts(verdicts));
    let count = |key: &str| {
        let count = entry["counts"][key].as_u64().and_then(|count| usize::try_from(count).ok());
        count.unwrap_or_else(|| panic!("{key} are not counted in {entry}"))
    };
    Entry {
        workspace: text(&entry["workspace"]).to_owned(),
        package: text(&entry["package"]).to_owned(),
        path: text(&entry["path"]).to_owned(),
        opaque: entry["opaque"] == true,
        guarantee: match text(&entry["guarantee"]) {
            "proved" => Guarantee::Proved,
            "bounded" => Guarantee::Bounded,
            other => panic!("`{other}` is no guarantee"),
        },
        unfollowed: texts(&entry["unfollowed"]),
        undecided: texts(&entry["undecided"]),
        unproved_invariants: {
            let invariants = entry["unproved_invariants"].as_object();
            invariants.into_iter().flatten().map(verdicts).collect()
        },
        beyond_testing: texts(&entry["beyond_testing"]).into_iter().collect(),
        excluded: texts(&entry["excluded"]).into_iter().collect(),
        facts,
        counts: Counts {
            states: count("states"),
            transitions: count("transitions"),
            error_transitions: count("error_transitions"),
        },
        note: text(&entry["note"]).to_owned(),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn texts(value: &Value) -> Vec<String> {
    list(value).iter().map(|value| text(value).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A gate that opens and is passed once; passing it while it is closed panics.
    fn entry() -> Entry {
        read(&json!({
            "workspace": "proofs", "package": "gate", "path": "gate::Gate", "guarantee": "proved",
            "methods": ["open", "pass", "remove"], "predicates": ["open"], "initial": ["s0"],
            "constructions": [["new", "s0", "ok"], ["new", "BOT", "err"]],
            "states": [
                {"id": "s0", "valuation": {"open": false}},
                {"id": "s1", "valuation": {"open": true}},
                {"id": "BOT"},
            ],
            "transitions": [
                ["s0", "open", "s1", "ok"], ["s1", "pass", "s0", "some"], ["s1", "remove", "END", "ok"],
            ],
            "error_transitions": [["s0", "pass", "BOT", "panic"]],
            "counts": {"states": 3, "transitions": 4, "error_transitions": 1},
        }))
    }

    /// What a faultless run reports for the gate.
    fn report() -> Value {
        json!({
            "predicates": [{"name": "open"}],
            "methods": [{"name": "open"}, {"name": "pass"}, {"name": "remove"}],
            "constructors": [{"name": "new", "outcomes": [
                {"outcome": "ok", "to": "NotOpen"}, {"outcome": "err", "to": "⊥"},
            ]}],
            "states": [
                {"name": "Open", "valuation": {"open": true}, "initial": false},
                {"name": "NotOpen", "valuation": {"open": false}, "initial": true},
            ],
            "transitions": [
                {"from": "NotOpen", "method": "open", "outcome": "ok", "to": "Open"},
                {"from": "NotOpen", "method": "pass", "outcome": "panic", "to": "⊥"},
                {"from": "Open", "method": "pass", "outcome": "some", "to": "NotOpen"},
                {"from": "Open", "method": "remove", "outcome": "ok", "to": "end"},
            ],
        })
    }

    #[track_caller]
    fn check(report: &Value, invented: &[&str], missing: &[&str]) {
        let comparison = compare(report, &entry());
        assert_eq!(comparison.invented, invented);
        assert_eq!(comparison.missing, missing);
    }

    #[test]
    fn the_same_protocol_matches() {
        check(&report(), &[], &[]);
    }

    #[test]
    fn another_outcome_is_another_edge() {
        let mut report = report();
        report["transitions"][2]["outcome"] = json!("none");
        check(&report, &["{open}.pass none -> {!open}"], &["{open}.pass some -> {!open}"]);
    }

    #[test]
    fn lost_methods_constructions_and_initial_states_show() {
        let mut report = report();
        report["methods"].as_array_mut().expect("a list").remove(1);
        report["constructors"][0]["outcomes"].as_array_mut().expect("a list").remove(1);
        report["states"][1]["initial"] = json!(false);
        check(&report, &[], &["initial {!open}", "methods pass", "new err -> ⊥"]);
    }

    #[test]
    fn every_entry_has_the_counts_it_states() {
        for entry in load() {
            let path = &entry.path;
            let edges: Vec<&String> =
                entry.facts.iter().filter(|fact| fact.starts_with('{')).collect();
            let errors = edges.iter().filter(|edge| edge.ends_with("-> ⊥")).count();
            assert_eq!(edges.len(), entry.counts.transitions, "{path}");
            assert_eq!(errors, entry.counts.error_transitions, "{path}");
            let states: BTreeSet<&str> = edges
                .iter()
                .filter_map(|edge| edge.split_once('.'))
                .map(|(from, _)| from)
                .collect();
            assert_eq!(states.len() + usize::from(errors > 0), entry.counts.states, "{path}");
        }
    }

    #[test]
    fn every_state_has_an_edge_for_every_method() {
        for entry in load() {
            let methods = entry.facts.iter().filter_map(|fact| fact.strip_prefix("methods "));
            for method in methods {
                let states: BTreeSet<&str> = entry
                    .facts
                    .iter()
                    .filter_map(|fact| fact.split_once('.'))
                    .filter(|(_, call)| call.split(' ').next() == Some(method))
                    .map(|(from, _)| from)
                    .collect();
                let living = entry.counts.states - usize::from(entry.counts.error_transitions > 0);
                assert_eq!(states.len(), living, "{} {method}", entry.path);
            }
        }
    }

    #[test]
    fn what_entries_say_of_methods_and_edges_speaks_of_theirs() {
        let entries = load();
        let paths: BTreeSet<&String> = entries.iter().map(|entry| &entry.path).collect();
        assert_eq!(paths.len(), entries.len(), "a type has two entries");
        for entry in &entries {
            for method in entry.unfollowed.iter().chain(&entry.undecided) {
                assert!(entry.facts.contains(&format!("methods {method}")), "{}", entry.path);
            }
            assert!(entry.beyond_testing.is_subset(&entry.facts), "{}", entry.path);
            assert!(entry.excluded.is_disjoint(&entry.facts), "{}", entry.path);
            assert!(!entry.note.is_empty(), "{}", entry.path);
            assert!(["proofs", "foreign"].contains(&entry.workspace.as_str()), "{}", entry.path);
            let crate_name = entry.path.split("::").next();
            assert_eq!(crate_name, Some(entry.package.replace('-', "_").as_str()));
        }
    }
}
