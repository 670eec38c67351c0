//! The automata that the papers' classes must have, and how learned protocols compare with them.
//!
//! `expected.json` speaks the papers' language (`initSign`, `size>=1024`, states by number); what
//! `cargo tlv` reports speaks Rust. A [`Subject`] says which annotated type stands for which entry
//! and how the names translate; [`compare`] does the rest. Nothing here depends on how a protocol
//! was found, so the fixtures hold their own exhaustive exploration against the same entries.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value;

/// The semantics of an entry whose pre-states are the concretely reachable ones.
pub const REACHABLE: &str = "reachable concrete pre-states";

/// The semantics of an entry whose pre-states are all that look like a reachable one.
pub const ANY_LIKE_REACHED: &str =
    "any valuation of the fields satisfying a reached abstract state";

/// One entry of `expected.json`.
#[derive(Debug, Clone)]
pub struct Expected {
    /// The paper's name of the class, such as `BOUNDEDSTACK`.
    pub class: String,
    /// Which abstraction of the class; unique together with `class`.
    pub kind: String,
    /// Which pre-states count, in words.
    pub semantics: String,
    /// Whether the entry is beyond doubt for the behaviour it states.
    pub sure: bool,
    /// How the entry relates to the paper's printed counts: independent, fitted, partial, or none.
    pub paper_match: String,
    /// Where the behaviour comes from.
    pub behaviour_basis: String,
    /// Anything else worth knowing.
    pub note: String,
    /// The methods, as the paper spells them.
    pub methods: Vec<String>,
    /// The predicates, as the paper spells them.
    pub predicates: Vec<String>,
    /// Indices into `states`.
    pub initial: Vec<usize>,
    /// The states, ⊥ not among them.
    pub states: Vec<State>,
    /// (index into `states`, method, target).
    pub edges: BTreeSet<(usize, String, Target)>,
    /// The counts the entry states for itself.
    pub counts: Counts,
}

/// A state of an [`Expected`] automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The value of each predicate; empty where an entry names its states by other means.
    pub valuation: BTreeMap<String, bool>,
}

/// Where an edge leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The state with this index.
    State(usize),
    /// The error state ⊥, which nothing leaves.
    Bottom,
}

/// The counts of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// States, ⊥ included where the entry has it.
    pub states: usize,
    /// All edges, those to ⊥ included.
    pub transitions: usize,
    /// Edges to ⊥; `None` where the entry does not count them.
    pub error_transitions: Option<usize>,
}

/// A type in the fixtures that stands for an entry.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// The entry's class.
    pub class: &'static str,
    /// The entry's kind.
    pub kind: &'static str,
    /// The package that defines the type.
    pub package: &'static str,
    /// The type's path, as reports give it.
    pub path: &'static str,
    /// Whether a call that answers `Err` counts as an edge to ⊥.
    pub err_is_bottom: bool,
    /// (the entry's method, the Rust method).
    pub methods: &'static [(&'static str, &'static str)],
    /// (the entry's predicate, the Rust predicate).
    pub predicates: &'static [(&'static str, &'static str)],
}

/// How a learned protocol differs from the expected one; both lists are sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// What was learned but is not expected.
    pub invented: Vec<String>,
    /// What is expected but was not learned.
    pub missing: Vec<String>,
}

impl Comparison {
    /// Whether the two are the same.
    pub fn is_match(&self) -> bool {
        self.invented.is_empty() && self.missing.is_empty()
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (label, facts) in [("invented", &self.invented), ("missing", &self.missing)] {
            for fact in facts {
                writeln!(f, "{label}: {fact}")?;
            }
        }
        Ok(())
    }
}

/// Reads every entry of `expected.json`, in the order of the file.
///
/// # Panics
///
/// Panics if the file does not have the form it was committed with.
pub fn load() -> Vec<Expected> {
    let document: Value =
        serde_json::from_str(include_str!("../expected.json")).expect("expected.json is JSON");
    array(&document).iter().map(read_entry).collect()
}

/// The entry that `subject` stands for.
///
/// # Panics
///
/// Panics if there is none.
pub fn of(subject: &Subject) -> Expected {
    load()
        .into_iter()
        .find(|entry| entry.class == subject.class && entry.kind == subject.kind)
        .unwrap_or_else(|| panic!("no entry {} {}", subject.class, subject.kind))
}

/// Compares a learned protocol with the entry that `subject` stands for.
///
/// `learned` is a whole report of `learn` or `check`, or one of its `abstractions`. Predicates,
/// initial states and edges are compared; an edge is a valuation, a method and a valuation or ⊥,
/// so names and numbers of states play no part, nor do several outcomes with the same target.
/// A report without the subject's type lacks everything that is expected.
pub fn compare(learned: &Value, subject: &Subject, expected: &Expected) -> Comparison {
    let expected = expected_facts(subject, expected);
    let learned = match find_abstraction(learned, subject) {
        Some(abstraction) => learned_facts(abstraction, subject),
        None => BTreeSet::new(),
    };
    Comparison {
        invented: learned.difference(&expected).cloned().collect(),
        missing: expected.difference(&learned).cloned().collect(),
    }
}

fn find_abstraction<'a>(learned: &'a Value, subject: &Subject) -> Option<&'a Value> {
    match learned.get("abstractions") {
        Some(abstractions) => {
            array(abstractions).iter().find(|candidate| candidate["path"] == subject.path)
        }
        None => Some(learned),
    }
}

/// What the entry says, in the subject's own names.
fn expected_facts(subject: &Subject, expected: &Expected) -> BTreeSet<String> {
    let label = |index: usize| {
        let valuation = &expected.states[index].valuation;
        label(valuation.iter().map(|(name, &value)| (translate(subject.predicates, name), value)))
    };
    let predicates =
        expected.predicates.iter().map(|name| predicate(translate(subject.predicates, name)));
    let initial = expected.initial.iter().map(|&index| initial(&label(index)));
    let edges = expected.edges.iter().map(|(from, method, to)| {
        let to = match *to {
            Target::State(index) => label(index),
            Target::Bottom => BOTTOM.to_owned(),
        };
        edge(&label(*from), translate(subject.methods, method), &to)
    });
    predicates.chain(initial).chain(edges).collect()
}

/// What a learned abstraction says.
fn learned_facts(abstraction: &Value, subject: &Subject) -> BTreeSet<String> {
    let mut facts = BTreeSet::new();
    for declared in array(&abstraction["predicates"]) {
        facts.insert(predicate(text(&declared["name"])));
    }
    let mut labels = BTreeMap::new();
    for state in array(&abstraction["states"]) {
        let valuation = state["valuation"].as_object().into_iter().flatten();
        let label =
            label(valuation.map(|(name, value)| (name.as_str(), value.as_bool() == Some(true))));
        if state["initial"] == true {
            facts.insert(initial(&label));
        }
        labels.insert(text(&state["name"]), label);
    }
    // A state that is not listed keeps its bare name, which no expected edge has.
    let label = |name: &str| labels.get(name).cloned().unwrap_or_else(|| name.to_owned());
    for transition in array(&abstraction["transitions"]) {
        let to = match text(&transition["outcome"]) {
            "err" if subject.err_is_bottom => BOTTOM.to_owned(),
            _ => label(text(&transition["to"])),
        };
        let from = label(text(&transition["from"]));
        facts.insert(edge(&from, text(&transition["method"]), &to));
    }
    facts
}

const BOTTOM: &str = "⊥";

fn predicate(name: &str) -> String {
    format!("predicate {name}")
}

fn initial(state: &str) -> String {
    format!("initial {state}")
}

fn edge(from: &str, method: &str, to: &str) -> String {
    format!("{from} --{method}--> {to}")
}

/// A valuation as text, in alphabetical order: `{empty, !full}`.
fn label<'a>(valuation: impl Iterator<Item = (&'a str, bool)>) -> String {
    let sorted: BTreeMap<_, _> = valuation.collect();
    let literals: Vec<_> = sorted
        .into_iter()
        .map(|(name, value)| if value { name.to_owned() } else { format!("!{name}") })
        .collect();
    format!("{{{}}}", literals.join(", "))
}

/// The Rust name for the entry's name; the name itself where the table has none.
fn translate<'a>(table: &[(&'static str, &'static str)], name: &'a str) -> &'a str {
    table.iter().find(|(paper, _)| *paper == name).map_or(name, |&(_, rust)| rust)
}

fn read_entry(entry: &Value) -> Expected {
    let mut indices = BTreeMap::new();
    let mut states = Vec::new();
    for state in array(&entry["states"]) {
        let id = text(&state["id"]);
        if id != "BOT" {
            indices.insert(id, states.len());
            states.push(State { valuation: read_valuation(&state["valuation"]) });
        }
    }
    let edges = array(&entry["transitions"])
        .iter()
        .chain(array(&entry["error_transitions"]))
        .map(|edge| {
            let to = match text(&edge[2]) {
                "BOT" => Target::Bottom,
                id => Target::State(indices[id]),
            };
            (indices[text(&edge[0])], text(&edge[1]).to_owned(), to)
        })
        .collect();
    Expected {
        class: text(&entry["class"]).to_owned(),
        kind: text(&entry["kind"]).to_owned(),
        semantics: text(&entry["semantics"]).to_owned(),
        sure: entry["sure"] == true,
        paper_match: text(&entry["paper_match"]).to_owned(),
        behaviour_basis: text(&entry["behaviour_basis"]).to_owned(),
        note: text(&entry["note"]).to_owned(),
        methods: texts(&entry["methods"]),
        predicates: texts(&entry["predicates"]),
        initial: array(&entry["initial"]).iter().map(|id| indices[text(id)]).collect(),
        states,
        edges,
        counts: Counts {
            states: count(&entry["counts"]["states"]).expect("states are counted"),
            transitions: count(&entry["counts"]["transitions"]).expect("transitions are counted"),
            error_transitions: count(&entry["counts"]["error_transitions"]),
        },
    }
}

fn read_valuation(valuation: &Value) -> BTreeMap<String, bool> {
    let pairs = valuation.as_object().into_iter().flatten();
    pairs.map(|(name, value)| (name.clone(), value == true)).collect()
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn texts(value: &Value) -> Vec<String> {
    array(value).iter().map(|value| text(value).to_owned()).collect()
}

fn count(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|count| usize::try_from(count).ok())
}

const BOUNDED_STACK_METHODS: &[(&str, &str)] = &[("push", "push"), ("pop", "pop")];

const BANK_ACCOUNT_METHODS: &[(&str, &str)] = &[("deposit", "deposit"), ("withdraw", "withdraw")];

const EWALLET_METHODS: &[(&str, &str)] = &[
    ("verify", "verify"),
    ("credit", "credit"),
    ("debit", "debit"),
    ("getBalance", "get_balance"),
];

const LIST_ITR_METHODS: &[(&str, &str)] = &[
    ("next", "next"),
    ("remove", "remove"),
    ("previous", "previous"),
    ("set", "set"),
    ("add", "add"),
];

const PAY_APPLET_METHODS: &[(&str, &str)] = &[
    ("setKey", "set_key"),
    ("initialize", "initialize"),
    ("authenticate", "authenticate"),
    ("pay", "pay"),
    ("getState", "get_state"),
];

const PAY_APPLET_PREDICATES: &[(&str, &str)] = &[
    ("state==0", "blank"),
    ("state==1", "keyed"),
    ("state==2", "initialized"),
    ("state==3", "authenticated"),
    ("state==4", "paid"),
];

const SERVER_TABLE_METHODS: &[(&str, &str)] = &[
    ("activate", "activate"),
    ("register", "register"),
    ("registerPorts", "register_ports"),
    ("install", "install"),
    ("uninstall", "uninstall"),
    ("holdDown", "hold_down"),
];

const SERVER_TABLE_PREDICATES: &[(&str, &str)] = &[
    ("state==0", "deactivated"),
    ("state==1", "activating"),
    ("state==2", "activated"),
    ("state==3", "running"),
    ("state==4", "held_down"),
];

const SIGNATURE_METHODS: &[(&str, &str)] = &[
    ("initSign", "init_sign"),
    ("initVerify", "init_verify"),
    ("sign", "sign"),
    ("verify", "verify"),
    ("update", "update"),
];

const SOCKET_METHODS: &[(&str, &str)] = &[
    ("bind", "bind"),
    ("connect", "connect"),
    ("close", "close"),
    ("shutdownInput", "shutdown_input"),
    ("shutdownOutput", "shutdown_output"),
    ("getInputStream", "get_input_stream"),
    ("getOutputStream", "get_output_stream"),
];

const SOCKET_PREDICATES: &[(&str, &str)] = &[
    ("created", "created"),
    ("bound", "bound"),
    ("connected", "connected"),
    ("closed", "closed"),
    ("shutIn", "shut_in"),
    ("shutOut", "shut_out"),
];

/// The annotated types of `fixtures/tlv-classes` and the entries they stand for, with reachable
/// pre-states.
pub const SUBJECTS: &[Subject] = &[
    Subject {
        class: "ALTBIT",
        kind: "TLV",
        package: "alt-bit",
        path: "alt_bit::AltBit",
        err_is_bottom: false,
        methods: &[("msg", "msg"), ("recv_ack", "recv_ack")],
        predicates: &[("buffer_empty==1", "buffer_empty"), ("expect%2==0", "expect_even")],
    },
    Subject {
        class: "BANKACCOUNT",
        kind: "TLV-reconstruction",
        package: "bank-account",
        path: "bank_account::BankAccount",
        err_is_bottom: true,
        methods: BANK_ACCOUNT_METHODS,
        predicates: &[("balance>0", "positive")],
    },
    Subject {
        class: "BANKACCOUNT",
        kind: "SPF-source",
        package: "bank-account",
        path: "bank_account::variants::LimitedWithdrawals",
        err_is_bottom: true,
        methods: BANK_ACCOUNT_METHODS,
        predicates: &[("numberOfWithdrawals>=LIMIT", "exhausted")],
    },
    Subject {
        class: "BOUNDEDSTACK",
        kind: "TLV-R",
        package: "bounded-stack",
        path: "bounded_stack::BoundedStack",
        err_is_bottom: false,
        methods: BOUNDED_STACK_METHODS,
        predicates: &[("size>=1024", "full")],
    },
    Subject {
        class: "BOUNDEDSTACK",
        kind: "TLV-Fig3e",
        package: "bounded-stack",
        path: "bounded_stack::variants::OneState",
        err_is_bottom: false,
        methods: BOUNDED_STACK_METHODS,
        predicates: &[("true", "any")],
    },
    Subject {
        class: "BOUNDEDSTACK",
        kind: "TLV-Fig5b",
        package: "bounded-stack",
        path: "bounded_stack::variants::NonEmpty",
        err_is_bottom: false,
        methods: BOUNDED_STACK_METHODS,
        predicates: &[("size>0", "nonempty")],
    },
    Subject {
        class: "BOUNDEDSTACK",
        kind: "TLV-source-preds",
        package: "bounded-stack",
        path: "bounded_stack::variants::BothGuards",
        err_is_bottom: false,
        methods: BOUNDED_STACK_METHODS,
        predicates: &[("size<=0", "empty"), ("size>=1024", "full")],
    },
    // The same automaton with room for few items only.
    Subject {
        class: "BOUNDEDSTACK",
        kind: "TLV-source-preds",
        package: "bounded-stack",
        path: "bounded_stack::variants::Small",
        err_is_bottom: false,
        methods: BOUNDED_STACK_METHODS,
        predicates: &[("size<=0", "empty"), ("size>=1024", "full")],
    },
    // Without the invariants that their authors know.
    Subject {
        class: "BOUNDEDSTACK",
        kind: "TLV-R",
        package: "bounded-stack",
        path: "bounded_stack::variants::Unannotated",
        err_is_bottom: false,
        methods: BOUNDED_STACK_METHODS,
        predicates: &[("size>=1024", "full")],
    },
    Subject {
        class: "BOUNDEDSTACK",
        kind: "TLV-source-preds",
        package: "bounded-stack",
        path: "bounded_stack::variants::UnannotatedGuards",
        err_is_bottom: false,
        methods: BOUNDED_STACK_METHODS,
        predicates: &[("size<=0", "empty"), ("size>=1024", "full")],
    },
    Subject {
        class: "BOUNDEDSTACK",
        kind: "TLV-R",
        package: "bounded-stack",
        path: "bounded_stack::variants::tolerant::Tolerant",
        err_is_bottom: false,
        methods: BOUNDED_STACK_METHODS,
        predicates: &[("size>=1024", "full")],
    },
    Subject {
        class: "EWALLET",
        kind: "TLV-reconstruction",
        package: "ewallet",
        path: "ewallet::EWallet",
        err_is_bottom: true,
        methods: EWALLET_METHODS,
        predicates: &[("pinValidated", "pin_validated")],
    },
    Subject {
        class: "EWALLET",
        kind: "natural-wallet-sample",
        package: "ewallet",
        path: "ewallet::variants::RepeatableVerify",
        err_is_bottom: true,
        methods: EWALLET_METHODS,
        predicates: &[("pinValidated", "pin_validated")],
    },
    Subject {
        class: "FLIGHTRULE",
        kind: "TLV",
        package: "flight-rule",
        path: "flight_rule::FlightRule",
        err_is_bottom: false,
        methods: &[
            ("reset", "reset"),
            ("lasJettison", "las_jettison"),
            ("lsamRendezvous", "lsam_rendezvous"),
        ],
        predicates: &[("lasDocked", "las_docked")],
    },
    Subject {
        class: "INTMATH",
        kind: "TLV",
        package: "int-math",
        path: "int_math::IntMath",
        err_is_bottom: false,
        methods: &[
            ("log2", "log2"),
            ("log10", "log10"),
            ("pow", "pow"),
            ("sqrt", "sqrt"),
            ("mod", "modulo"),
            ("checkedAdd", "checked_add"),
            ("checkedMultiply", "checked_multiply"),
            ("factorial", "factorial"),
        ],
        predicates: &[("true", "any")],
    },
    Subject {
        class: "LISTITR",
        kind: "TLV-source-conditions",
        package: "list-itr",
        path: "list_itr::ListItr",
        err_is_bottom: false,
        methods: LIST_ITR_METHODS,
        predicates: &[
            ("lastRet==-1", "nothing_returned"),
            ("lastRet<cursor", "returned_before_cursor"),
            ("cursor==size", "at_end"),
            ("modCount!=expectedModCount", "modified"),
        ],
    },
    Subject {
        class: "LISTITR",
        kind: "TLV-lastRet",
        package: "list-itr",
        path: "list_itr::variants::LastRet",
        err_is_bottom: false,
        methods: LIST_ITR_METHODS,
        predicates: &[("lastRet==-1", "nothing_returned")],
    },
    Subject {
        class: "LISTITR",
        kind: "TLV-lastRet,order",
        package: "list-itr",
        path: "list_itr::variants::LastRetOrder",
        err_is_bottom: false,
        methods: LIST_ITR_METHODS,
        predicates: &[
            ("lastRet==-1", "nothing_returned"),
            ("lastRet<cursor", "returned_before_cursor"),
        ],
    },
    Subject {
        class: "LISTITR",
        kind: "TLV-guards",
        package: "list-itr",
        path: "list_itr::variants::Guards",
        err_is_bottom: false,
        methods: LIST_ITR_METHODS,
        predicates: &[
            ("lastRet==-1", "nothing_returned"),
            ("cursor==0", "at_start"),
            ("cursor==size", "at_end"),
        ],
    },
    Subject {
        class: "PAYAPPLET",
        kind: "TLV-reconstruction",
        package: "pay-applet",
        path: "pay_applet::PayApplet",
        err_is_bottom: true,
        methods: PAY_APPLET_METHODS,
        predicates: PAY_APPLET_PREDICATES,
    },
    Subject {
        class: "PAYAPPLET",
        kind: "TLV-reconstruction",
        package: "pay-applet",
        path: "pay_applet::variants::HiddenSize",
        err_is_bottom: true,
        methods: PAY_APPLET_METHODS,
        predicates: PAY_APPLET_PREDICATES,
    },
    Subject {
        class: "SERVERTABLE",
        kind: "TLV",
        package: "server-table",
        path: "server_table::ServerTableEntry",
        err_is_bottom: false,
        methods: SERVER_TABLE_METHODS,
        predicates: SERVER_TABLE_PREDICATES,
    },
    Subject {
        class: "SERVERTABLE",
        kind: "TLV-null-server-fails",
        package: "server-table",
        path: "server_table::variants::NullServerFails",
        err_is_bottom: false,
        methods: SERVER_TABLE_METHODS,
        predicates: SERVER_TABLE_PREDICATES,
    },
    Subject {
        class: "SERVERTABLE",
        kind: "TLV-no-spawn-failure",
        package: "server-table",
        path: "server_table::variants::NoSpawnFailure",
        err_is_bottom: false,
        methods: SERVER_TABLE_METHODS,
        predicates: SERVER_TABLE_PREDICATES,
    },
    Subject {
        class: "SIGNATURE",
        kind: "TLV",
        package: "signature",
        path: "signature::Signature",
        err_is_bottom: false,
        methods: SIGNATURE_METHODS,
        predicates: &[
            ("state==UNINITIALIZED", "uninitialized"),
            ("state==SIGN", "signing"),
            ("state==VERIFY", "verifying"),
        ],
    },
    Subject {
        class: "SIGNATURE",
        kind: "TLV-learned-preds",
        package: "signature",
        path: "signature::variants::LearnedPredicates",
        err_is_bottom: false,
        methods: SIGNATURE_METHODS,
        predicates: &[
            ("state<=0", "at_most_0"),
            ("state<=1", "at_most_1"),
            ("state<=2", "at_most_2"),
        ],
    },
    Subject {
        class: "SIGNATURE",
        kind: "TLV-learned-preds",
        package: "signature",
        path: "signature::variants::Unannotated",
        err_is_bottom: false,
        methods: SIGNATURE_METHODS,
        predicates: &[
            ("state<=0", "at_most_0"),
            ("state<=1", "at_most_1"),
            ("state<=2", "at_most_2"),
        ],
    },
    Subject {
        class: "SOCKET",
        kind: "TLV",
        package: "socket",
        path: "socket::Socket",
        err_is_bottom: false,
        methods: SOCKET_METHODS,
        predicates: SOCKET_PREDICATES,
    },
    Subject {
        class: "SOCKET",
        kind: "TLV",
        package: "socket",
        path: "socket::variants::Unannotated",
        err_is_bottom: false,
        methods: SOCKET_METHODS,
        predicates: SOCKET_PREDICATES,
    },
    Subject {
        class: "STREAM",
        kind: "TLV",
        package: "stream",
        path: "stream::PipedOutputStream",
        err_is_bottom: false,
        methods: &[
            ("connect", "connect"),
            ("write", "write"),
            ("flush", "flush"),
            ("close", "close"),
        ],
        predicates: &[("sink==0", "unconnected")],
    },
];

/// The same for entries that count every object that looks like a reachable one. The types may stand
/// for entries of [`SUBJECTS`] as well.
pub const ANY: &[Subject] = &[
    Subject {
        class: "BOUNDEDSTACK",
        kind: "TLV",
        package: "bounded-stack",
        path: "bounded_stack::variants::tolerant::Tolerant",
        err_is_bottom: false,
        methods: BOUNDED_STACK_METHODS,
        predicates: &[("size>=1024", "full")],
    },
    Subject {
        class: "SOCKET",
        kind: "TLV-A",
        package: "socket",
        path: "socket::Socket",
        err_is_bottom: false,
        methods: SOCKET_METHODS,
        predicates: SOCKET_PREDICATES,
    },
];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A two-state class with a method that fails by panicking and one that answers `Err`.
    fn expected() -> Expected {
        read_entry(&json!({
            "class": "GATE", "kind": "TLV", "semantics": REACHABLE, "sure": true,
            "methods": ["openUp", "pass"], "predicates": ["open==1"], "initial": ["s0"],
            "states": [
                {"id": "s0", "valuation": {"open==1": false}},
                {"id": "s1", "valuation": {"open==1": true}},
                {"id": "BOT"},
            ],
            "transitions": [["s0", "openUp", "s1"], ["s1", "pass", "s0"]],
            "error_transitions": [["s0", "pass", "BOT"], ["s1", "openUp", "BOT"]],
            "counts": {"states": 3, "transitions": 4, "error_transitions": 2},
        }))
    }

    const GATE: Subject = Subject {
        class: "GATE",
        kind: "TLV",
        package: "gate",
        path: "gate::Gate",
        err_is_bottom: true,
        methods: &[("openUp", "open_up"), ("pass", "pass")],
        predicates: &[("open==1", "open")],
    };

    /// What a faultless run reports for the gate.
    fn learned() -> Value {
        json!({
            "path": "gate::Gate",
            "predicates": [{"name": "open"}],
            "states": [
                {"name": "Open", "valuation": {"open": true}, "initial": false},
                {"name": "NotOpen", "valuation": {"open": false}, "initial": true},
            ],
            "transitions": [
                {"from": "NotOpen", "method": "open_up", "outcome": "ok", "to": "Open"},
                {"from": "NotOpen", "method": "pass", "outcome": "panic", "to": "⊥"},
                {"from": "Open", "method": "open_up", "outcome": "err", "to": "Open"},
                {"from": "Open", "method": "pass", "outcome": "some", "to": "NotOpen"},
                {"from": "Open", "method": "pass", "outcome": "none", "to": "NotOpen"},
            ],
        })
    }

    #[track_caller]
    fn check(learned: &Value, subject: &Subject, invented: &[&str], missing: &[&str]) {
        let comparison = compare(learned, subject, &expected());
        assert_eq!(comparison.invented, invented);
        assert_eq!(comparison.missing, missing);
        assert_eq!(comparison.is_match(), invented.is_empty() && missing.is_empty());
    }

    #[test]
    fn the_same_protocol_matches() {
        check(&learned(), &GATE, &[], &[]);
    }

    #[test]
    fn the_type_is_found_in_a_report() {
        let report = json!({"abstractions": [{"path": "gate::Other"}, learned()]});
        check(&report, &GATE, &[], &[]);
    }

    #[test]
    fn a_report_without_the_type_lacks_everything() {
        let all = [
            "initial {!open}",
            "predicate open",
            "{!open} --open_up--> {open}",
            "{!open} --pass--> ⊥",
            "{open} --open_up--> ⊥",
            "{open} --pass--> {!open}",
        ];
        check(&json!({"abstractions": []}), &GATE, &[], &all);
    }

    #[test]
    fn err_counts_as_bottom_only_where_the_subject_says_so() {
        let subject = Subject { err_is_bottom: false, ..GATE };
        check(&learned(), &subject, &["{open} --open_up--> {open}"], &["{open} --open_up--> ⊥"]);
    }

    #[test]
    fn a_lost_edge_is_missing() {
        let mut learned = learned();
        learned["transitions"].as_array_mut().expect("a list").remove(0);
        check(&learned, &GATE, &[], &["{!open} --open_up--> {open}"]);
    }

    #[test]
    fn an_edge_to_the_wrong_state_is_invented_and_the_right_one_missing() {
        let mut learned = learned();
        learned["transitions"][0]["to"] = json!("NotOpen");
        check(&learned, &GATE, &["{!open} --open_up--> {!open}"], &["{!open} --open_up--> {open}"]);
    }

    #[test]
    fn an_edge_to_an_unlisted_state_is_invented() {
        let mut learned = learned();
        learned["transitions"][0]["to"] = json!("end");
        check(&learned, &GATE, &["{!open} --open_up--> end"], &["{!open} --open_up--> {open}"]);
    }

    #[test]
    fn a_wrong_initial_state_shows() {
        let mut learned = learned();
        learned["states"][0]["initial"] = json!(true);
        check(&learned, &GATE, &["initial {open}"], &[]);
        learned["states"][1]["initial"] = json!(false);
        check(&learned, &GATE, &["initial {open}"], &["initial {!open}"]);
    }

    #[test]
    fn an_unknown_method_and_predicate_are_invented() {
        let mut learned = learned();
        learned["predicates"].as_array_mut().expect("a list").push(json!({"name": "auto"}));
        learned["transitions"][4]["method"] = json!("close");
        check(&learned, &GATE, &["predicate auto", "{open} --close--> {!open}"], &[]);
    }

    #[test]
    fn every_entry_has_the_counts_it_states() {
        let entries = load();
        assert_eq!(entries.len(), 45);
        for entry in &entries {
            let name = format!("{} {}", entry.class, entry.kind);
            let bottom = entry.edges.iter().filter(|(_, _, to)| *to == Target::Bottom).count();
            let states = entry.states.len() + usize::from(bottom > 0);
            assert_eq!(states, entry.counts.states, "states of {name}");
            assert_eq!(entry.edges.len(), entry.counts.transitions, "transitions of {name}");
            if let Some(expected) = entry.counts.error_transitions {
                assert_eq!(bottom, expected, "error transitions of {name}");
            }
        }
    }

    #[test]
    fn every_subject_translates_its_whole_entry() {
        fn papers<'a>(table: &[(&'a str, &str)]) -> BTreeSet<&'a str> {
            table.iter().map(|&(paper, _)| paper).collect()
        }
        fn all(names: &[String]) -> BTreeSet<&str> {
            names.iter().map(String::as_str).collect()
        }
        for subject in SUBJECTS.iter().chain(ANY) {
            let entry = of(subject);
            assert_eq!(papers(subject.methods), all(&entry.methods), "{}", subject.path);
            assert_eq!(papers(subject.predicates), all(&entry.predicates), "{}", subject.path);
            let crate_name = subject.path.split("::").next();
            assert_eq!(crate_name, Some(subject.package.replace('-', "_").as_str()));
        }
    }

    #[test]
    fn no_two_subjects_are_the_same_type() {
        let paths: BTreeSet<_> = SUBJECTS.iter().map(|subject| subject.path).collect();
        assert_eq!(paths.len(), SUBJECTS.len());
    }

    #[test]
    fn every_sure_entry_about_any_object_has_a_subject() {
        let entries = load().into_iter().filter(|entry| entry.semantics == ANY_LIKE_REACHED);
        let entries: Vec<Expected> = entries.filter(|entry| entry.sure).collect();
        assert_eq!(entries.len(), ANY.len());
        for entry in entries {
            let own =
                |subject: &Subject| subject.class == entry.class && subject.kind == entry.kind;
            assert!(ANY.iter().any(own), "{} {}", entry.class, entry.kind);
        }
    }

    #[test]
    fn every_sure_reachable_entry_of_these_classes_has_a_subject() {
        let classes: BTreeSet<_> = SUBJECTS.iter().map(|subject| subject.class).collect();
        assert_eq!(classes.len(), 12);
        for entry in load() {
            let wanted = classes.contains(entry.class.as_str())
                && entry.sure
                && entry.semantics == REACHABLE
                && entry.kind != "TLV-initial-abstraction";
            let found = SUBJECTS
                .iter()
                .any(|subject| subject.class == entry.class && subject.kind == entry.kind);
            assert_eq!(found, wanted, "{} {}", entry.class, entry.kind);
        }
    }
}
