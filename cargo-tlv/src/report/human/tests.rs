//! Hand-made documents as people see them.

use std::collections::BTreeMap;

use super::super::document::{
    Abstraction, Constructor, ConstructorOutcome, Drift, DriftKind, Evidence, Invariant,
    InvariantOrigin, ListedType, Listing, Method, Obligation, Origin, Outcome, Panic, Predicate,
    Property, PropertyVerdict, Report, Semantics, Skipped, State, Stats, Transition, Verdict,
};
use super::super::{Options, listing, report};
use crate::args::MessageFormat;

fn human(report_: &Report, width: usize, witnesses: bool) -> String {
    let options = Options { format: MessageFormat::Human, width, witnesses, prefix: String::new() };
    anstream::adapter::strip_str(&report(report_, &options)).to_string()
}

fn predicate(name: &str, expr: &str, origin: Origin) -> Predicate {
    Predicate { name: name.to_owned(), expr: expr.to_owned(), origin }
}

fn method(name: &str, params: &[&str], receiver: &str) -> Method {
    Method {
        name: name.to_owned(),
        params: params.iter().map(|&param| param.to_owned()).collect(),
        receiver: receiver.to_owned(),
    }
}

fn state(name: &str, valuation: &[(&str, bool)], initial: bool) -> State {
    let valuation: BTreeMap<String, bool> =
        valuation.iter().map(|&(name, holds)| (name.to_owned(), holds)).collect();
    State { name: name.to_owned(), valuation, initial }
}

fn calls(text: &str) -> Vec<String> {
    text.split("; ").map(str::to_owned).collect()
}

fn transition(from: &str, method: &str, outcome: Outcome, to: &str, witness: &str) -> Transition {
    Transition {
        from: from.to_owned(),
        method: method.to_owned(),
        outcome,
        to: to.to_owned(),
        evidence: Evidence::Observed,
        witness: calls(witness),
        unreproduced: false,
        panic: None,
        panics: Vec::new(),
    }
}

/// One obligation for each state and method.
fn obligations(abstraction: &Abstraction, verdict: Verdict) -> Vec<Obligation> {
    let mut obligations = Vec::new();
    for state in &abstraction.states {
        for method in &abstraction.methods {
            obligations.push(Obligation {
                state: state.name.clone(),
                method: method.name.clone(),
                verdict,
                detail: None,
                engine: "driver".to_owned(),
            });
        }
    }
    obligations
}

fn nothing(package: &str, path: &str) -> Abstraction {
    Abstraction {
        package: package.to_owned(),
        name: path.rsplit("::").next().unwrap_or(path).to_owned(),
        path: path.to_owned(),
        semantics: Semantics::Reachable,
        opaque: false,
        predicates: vec![],
        invariants: vec![],
        constructors: vec![],
        methods: vec![],
        states: vec![],
        transitions: vec![],
        obligations: vec![],
        properties: vec![],
        drift: vec![],
        skipped: vec![],
        features: vec![],
        notes: vec![],
        opinions: Vec::new(),
        stats: Stats::default(),
    }
}

fn new(params: &[&str], to: &str) -> Constructor {
    let end = ConstructorOutcome {
        outcome: Outcome::Ok,
        to: to.to_owned(),
        witness: calls("new()"),
        panic: None,
    };
    let params = params.iter().map(|&param| param.to_owned()).collect();
    Constructor { name: "new".to_owned(), params, outcomes: vec![end] }
}

fn bounded_stack() -> Abstraction {
    let mut stack = nothing("bounded-stack", "bounded_stack::BoundedStack");
    stack.predicates = vec![
        predicate("empty", "self.len == 0", Origin::User),
        predicate("full", "self.len == CAPACITY", Origin::Source),
    ];
    stack.constructors = vec![new(&[], "Empty")];
    stack.methods =
        vec![method("push", &["item: i32"], "&mut self"), method("pop", &[], "&mut self")];
    stack.states = vec![
        state("Empty", &[("empty", true), ("full", false)], true),
        state("Full", &[("empty", false), ("full", true)], false),
        state("NotEmptyNotFull", &[("empty", false), ("full", false)], false),
    ];
    let middle = "NotEmptyNotFull";
    let filled = format!("new(){}", "; push(0)".repeat(1024));
    let mut overflow =
        transition("Full", "push", Outcome::Panic, "⊥", &format!("{filled}; push(0)"));
    overflow.panic =
        Some(Panic { message: "stack is full".to_owned(), location: "src/lib.rs:30:9".to_owned() });
    stack.transitions = vec![
        transition("Empty", "push", Outcome::Ok, middle, "new(); push(7)"),
        transition("Empty", "pop", Outcome::None, "Empty", "new(); pop()"),
        overflow,
        transition("Full", "pop", Outcome::Some, middle, &format!("{filled}; pop()")),
        transition(middle, "push", Outcome::Ok, "Full", &filled),
        transition(middle, "push", Outcome::Ok, middle, "new(); push(0); push(0)"),
        transition(middle, "pop", Outcome::Some, "Empty", "new(); push(0); pop()"),
        transition(middle, "pop", Outcome::Some, middle, "new(); push(0); push(0); pop()"),
    ];
    stack.obligations = obligations(&stack, Verdict::Tested);
    stack.skipped = vec![Skipped {
        name: "iter".to_owned(),
        reason: "its return value borrows from the object".to_owned(),
    }];
    stack.stats.calls = 3184;
    stack
}

/// A dozen states in a ring with six methods: too wide for a table either way.
fn socket() -> Abstraction {
    let mut socket = nothing("net", "net::socket::Socket");
    socket.opaque = true;
    let names = [
        "Closed",
        "Bound",
        "Listening",
        "Connecting",
        "Connected",
        "HalfClosed",
        "Draining",
        "Shutdown",
        "Errored",
        "Suspended",
        "Upgrading",
        "Secured",
    ];
    let bits = ["bound", "listening", "peer_known", "secure"];
    socket.predicates =
        bits.iter().map(|bit| predicate(bit, &format!("self.{bit}()"), Origin::Observer)).collect();
    socket.constructors = vec![new(&["config: Config"], "Closed")];
    socket.methods = ["bind", "listen", "connect", "send", "shutdown", "close"]
        .map(|name| method(name, &[], if name == "close" { "self" } else { "&mut self" }))
        .to_vec();
    for (index, name) in names.iter().enumerate() {
        let valuation: Vec<(&str, bool)> =
            bits.iter().enumerate().map(|(bit, &name)| (name, index >> bit & 1 == 1)).collect();
        socket.states.push(state(name, &valuation, index == 0));
        let next = names[(index + 1) % names.len()];
        for (step, method) in ["bind", "listen", "connect", "send", "shutdown"].iter().enumerate() {
            if (index + step) % 3 == 0 {
                let edge = transition(name, method, Outcome::Ok, next, "new(c)");
                socket.transitions.push(edge);
            }
            if (index + step) % 4 != 1 {
                let edge = transition(name, method, Outcome::Err, name, "new(c)");
                socket.transitions.push(edge);
            }
        }
        socket.transitions.push(transition(name, "close", Outcome::Ok, "end", "new(c)"));
    }
    socket.obligations = obligations(&socket, Verdict::Tested);
    socket.notes = vec![
        "the field `stream` has no `Arbitrary`: the type is opaque; derive `tlv::Arbitrary` or \
         name a function with `#[tlv(with = …)]` to have it proved"
            .to_owned(),
    ];
    socket.stats.calls = 901;
    socket
}

/// What proofs and properties will add.
fn proved_stack() -> Abstraction {
    let mut stack = bounded_stack();
    stack.semantics = Semantics::Any;
    stack.invariants = vec![Invariant {
        expr: "self.len <= 1024".to_owned(),
        origin: InvariantOrigin::Inferred,
        verdict: Verdict::Proved,
        detail: None,
    }];
    stack.obligations = obligations(&stack, Verdict::Proved);
    stack.obligations[1].verdict = Verdict::Bounded;
    stack.obligations[5].verdict = Verdict::Unknown;
    stack.obligations[5].detail = Some("time-out after 10 s; raise --timeout".to_owned());
    stack.transitions[3].evidence = Evidence::Feasible;
    stack.properties = vec![
        Property {
            name: "never-empty".to_owned(),
            formula: "G !empty".to_owned(),
            verdict: PropertyVerdict::Violated,
            counterexample: Some(calls("new(); push(1); pop()")),
        },
        Property {
            name: "order".to_owned(),
            formula: "!pop:some W push".to_owned(),
            verdict: PropertyVerdict::Holds,
            counterexample: None,
        },
    ];
    stack.drift = vec![Drift {
        kind: DriftKind::Added,
        what: "edge".to_owned(),
        from: Some("Full".to_owned()),
        method: Some("pop".to_owned()),
        outcome: Some(Outcome::Panic),
        to: Some("⊥".to_owned()),
        effect: "breaking".to_owned(),
        meaning: "a call that was safe can panic".to_owned(),
        witness: vec!["new()".to_owned(), "pop()".to_owned()],
        place: Some("src/lib.rs:7:9".to_owned()),
    }];
    stack
}

fn listed() -> Listing {
    let stack = bounded_stack();
    let of = |abstraction: Abstraction| ListedType {
        package: abstraction.package,
        name: abstraction.name,
        path: abstraction.path,
        opaque: abstraction.opaque,
        predicates: abstraction.predicates,
        constructors: abstraction
            .constructors
            .into_iter()
            .map(|constructor| Constructor { outcomes: vec![], ..constructor })
            .collect(),
        methods: abstraction.methods,
        skipped: abstraction.skipped,
        notes: abstraction.notes,
    };
    Listing::new(vec![of(stack), of(nothing("bounded-stack", "bounded_stack::Bare"))])
}

#[test]
fn a_bounded_stack() {
    let report = Report::new(true, vec![bounded_stack()]);
    insta::assert_snapshot!(human(&report, 100, false));
}

#[test]
fn a_bounded_stack_with_witnesses() {
    let report = Report::new(true, vec![bounded_stack()]);
    insta::assert_snapshot!(human(&report, 100, true));
}

#[test]
fn a_bounded_stack_on_a_narrow_terminal() {
    let report = Report::new(true, vec![bounded_stack()]);
    insta::assert_snapshot!(human(&report, 50, true));
}

#[test]
fn a_socket_of_twelve_states() {
    let report = Report::new(true, vec![socket()]);
    insta::assert_snapshot!(human(&report, 80, false));
}

#[test]
fn a_stack_with_proofs_properties_and_drift() {
    let report = Report::new(true, vec![proved_stack()]);
    insta::assert_snapshot!(human(&report, 100, false));
}

#[test]
fn a_type_without_anything_and_no_time_left() {
    let mut broken = nothing("empty", "empty::Broken");
    let end = ConstructorOutcome {
        outcome: Outcome::Panic,
        to: "⊥".to_owned(),
        witness: calls("open(0)"),
        panic: Some(Panic { message: "no \"file\"".into(), location: "src/lib.rs:3:5".into() }),
    };
    let refusal = ConstructorOutcome {
        outcome: Outcome::Err,
        to: "⊥".to_owned(),
        witness: calls("open(1)"),
        panic: None,
    };
    broken.constructors = vec![Constructor {
        name: "open".to_owned(),
        params: vec!["fd: i32".to_owned()],
        outcomes: vec![end, refusal],
    }];
    let report = Report::new(false, vec![broken]);
    insta::assert_snapshot!(human(&report, 100, true));
}

#[test]
fn no_type_at_all() {
    insta::assert_snapshot!(human(&Report::new(true, vec![]), 100, false));
}

#[test]
fn a_listing() {
    let options = Options {
        format: MessageFormat::Human,
        width: 100,
        witnesses: false,
        prefix: String::new(),
    };
    let text = listing(&listed(), &options);
    insta::assert_snapshot!(anstream::adapter::strip_str(&text).to_string());
}

#[test]
fn documents_survive_json() {
    let options =
        Options { format: MessageFormat::Json, width: 0, witnesses: false, prefix: String::new() };
    for document in [proved_stack(), socket(), nothing("a", "a::B")] {
        let document = Report::new(true, vec![document]);
        let text = report(&document, &options);
        assert_eq!(serde_json::from_str::<Report>(&text).expect("JSON"), document);
    }
    let text = listing(&listed(), &options);
    assert_eq!(serde_json::from_str::<Listing>(&text).expect("JSON"), listed());
}

#[test]
fn json_has_the_documented_names() {
    let mut stack = proved_stack();
    stack.transitions.truncate(3);
    stack.transitions.remove(1);
    stack.transitions[1].witness.truncate(2);
    stack.obligations.truncate(1);
    let options =
        Options { format: MessageFormat::Json, width: 0, witnesses: false, prefix: String::new() };
    insta::assert_snapshot!(report(&Report::new(true, vec![stack]), &options));
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for (width, witnesses) in [(40, false), (60, true), (80, true), (100, true), (140, true)] {
        let text = human(&Report::new(false, vec![socket()]), width, witnesses);
        // The longest legend cannot be cut.
        for line in text.lines().filter(|line| !line.contains("ok → S ")) {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
    }
}

#[test]
fn colours_are_in_the_text_and_change_nothing_else() {
    let options = Options {
        format: MessageFormat::Human,
        width: 100,
        witnesses: true,
        prefix: String::new(),
    };
    let document = Report::new(true, vec![bounded_stack()]);
    let text = report(&document, &options);
    assert!(text.contains("\u{1b}[31m✗ panic\u{1b}[0m"), "{text}");
}
