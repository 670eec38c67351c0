//! What Rust types can do: each fixture's protocol is what its README says, and the report tells
//! the rest.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde_json::Value;
use tlv_tests::{Plugin, Table, abstraction, edges, fixture, learned};

/// A type of the fixtures.
struct Subject {
    path: &'static str,
    package: &'static str,
    /// The heading of its table in the README.
    heading: &'static str,
    /// The tool's names of the states that the README calls otherwise.
    names: &'static [(&'static str, &'static str)],
    /// How its constructors end, as `new ok -> Empty` with the tool's names.
    constructions: &'static [&'static str],
}

const PROTOCOL: &str = "## Protocol";
const NEITHER: &str = "NotNameIsEmptyNotHostIsSomeNotPortIsSome";

const SUBJECTS: &[Subject] = &[
    Subject {
        path: "config_builder::ConfigBuilder",
        package: "config-builder",
        heading: PROTOCOL,
        names: &[
            ("Bare", NEITHER),
            ("Port", "PortIsSome"),
            ("Host", "HostIsSome"),
            ("Complete", "HostIsSomePortIsSome"),
        ],
        constructions: &[
            "new ok -> NotNameIsEmptyNotHostIsSomeNotPortIsSome",
            "new err -> ⊥",
            "from_spec some -> PortIsSome",
            "from_spec none -> ⊥",
        ],
    },
    Subject {
        path: "connection::Connection",
        package: "connection",
        heading: PROTOCOL,
        names: &[
            ("Idle", "PhaseIsIdle"),
            ("Hello", "PhaseIsHello"),
            ("Open", "IsOpenPhaseIsOpen"),
            ("Closed", "PhaseIsClosed"),
        ],
        constructions: &["new ok -> PhaseIsIdle"],
    },
    Subject {
        path: "generic_stack::Stack<u8, 4>",
        package: "generic-stack",
        heading: "## Protocol of `Stack<u8, 4>`",
        names: &[],
        constructions: &["new ok -> Empty"],
    },
    Subject {
        path: "job_queue::JobQueue",
        package: "job-queue",
        heading: PROTOCOL,
        names: &[],
        constructions: &["new ok -> Idle"],
    },
    Subject {
        path: "link::Link",
        package: "link",
        heading: PROTOCOL,
        names: &[],
        constructions: &["new ok -> New"],
    },
    Subject {
        path: "phone_book::PhoneBook",
        package: "phone-book",
        heading: PROTOCOL,
        names: &[
            ("Blank", "EntriesIsEmptyCallsIsEmpty"),
            ("Listed", "CallsIsEmpty"),
            ("Called", "NotEntriesIsEmptyNotCallsIsEmpty"),
        ],
        constructions: &["new ok -> EntriesIsEmptyCallsIsEmpty"],
    },
    Subject {
        path: "sensor::Sensor",
        package: "sensor",
        heading: PROTOCOL,
        names: &[],
        constructions: &["new ok -> Off"],
    },
    Subject {
        path: "shared_counter::SharedCounter",
        package: "shared-counter",
        heading: PROTOCOL,
        names: &[],
        constructions: &["new ok -> Zero"],
    },
    Subject {
        path: "skips::Recorder",
        package: "skips",
        heading: PROTOCOL,
        names: &[],
        constructions: &["new ok -> NotRunningNotUnlocked"],
    },
    Subject {
        path: "tickets::Office",
        package: "tickets",
        heading: PROTOCOL,
        names: &[],
        constructions: &["new ok -> Settled"],
    },
    Subject {
        path: "tokenizer::Tokenizer",
        package: "tokenizer",
        heading: PROTOCOL,
        names: &[],
        constructions: &["new ok -> Ready", "new ok -> AtEnd"],
    },
    Subject {
        path: "traffic_light::crossing::Crossing",
        package: "traffic-light",
        heading: "## Protocol of `Crossing`",
        names: &[],
        constructions: &["new ok -> Flow"],
    },
    Subject {
        path: "traffic_light::light::TrafficLight",
        package: "traffic-light",
        heading: "## Protocol of `TrafficLight`",
        names: &[
            ("Red", "ColourIsRed"),
            ("RedAmber", "ColourIsRedAmber"),
            ("Green", "ColourIsGreen"),
            ("Amber", "ColourIsAmber"),
            ("Flashing", "ColourIsFlashing"),
        ],
        constructions: &["new ok -> ColourIsRed"],
    },
    Subject {
        path: "two_modules::pipe::Channel",
        package: "two-modules",
        heading: "## Protocol of `pipe::Channel`",
        names: &[("Neither", "NotReaderNotWriterNotLoaded")],
        constructions: &["new ok -> ReaderWriter"],
    },
    Subject {
        path: "two_modules::tcp::Channel",
        package: "two-modules",
        heading: "## Protocol of `tcp::Channel`",
        names: &[],
        constructions: &["new ok -> Closed"],
    },
];

/// What testing alone cannot find, by path: an edge or a construction, and why.
const MISSED: &[(&str, &str, &str)] = &[(
    "config_builder::ConfigBuilder",
    "from_spec some -> PortIsSome",
    "no text that is tried has a name, a colon and a number in this order",
)];

/// What is found besides the tables. `requires(…)` does not yet keep a call from being made where
/// its author excludes it, so it panics there as it would for a careless caller.
const NOT_ENABLED: &[(&str, &str)] = &[
    ("skips::Recorder", "NotRunningNotUnlocked.record panic -> ⊥"),
    ("skips::Recorder", "Unlocked.record panic -> ⊥"),
];

const PHONE_BOOK: &str = "phone_book::PhoneBook";

/// Edges of objects that no calls lead to, which are called feasible because no invariant excludes
/// them: an author would have to give it.
const FEASIBLE: &[(&str, &str)] = &[
    // That all calls are to numbers in the book.
    (PHONE_BOOK, "NotEntriesIsEmptyNotCallsIsEmpty.remove some -> EntriesIsEmpty"),
    (PHONE_BOOK, "EntriesIsEmpty.add ok -> NotEntriesIsEmptyNotCallsIsEmpty"),
    (PHONE_BOOK, "EntriesIsEmpty.remove none -> EntriesIsEmpty"),
    (PHONE_BOOK, "EntriesIsEmpty.look_up none -> EntriesIsEmpty"),
    (PHONE_BOOK, "EntriesIsEmpty.log ok -> EntriesIsEmpty"),
    (PHONE_BOOK, "EntriesIsEmpty.log err -> EntriesIsEmpty"),
    (PHONE_BOOK, "EntriesIsEmpty.calls_to none -> EntriesIsEmpty"),
    (PHONE_BOOK, "EntriesIsEmpty.clear_log ok -> EntriesIsEmptyCallsIsEmpty"),
];

/// The types without collections and shared parts, of which everything is proved.
const PROVED: &[&str] = &[
    "connection::Connection",
    "sensor::Sensor",
    "traffic_light::crossing::Crossing",
    "traffic_light::light::TrafficLight",
    "two_modules::pipe::Channel",
    "two_modules::tcp::Channel",
];

/// The type with sockets, which are beyond what can be followed.
const NOT_FOLLOWED: &str = "link::Link";

const TWO_STRINGS: &str = "generic_stack::Stack<String, 2>";

fn plugin() -> Plugin {
    Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), env!("CARGO_TARGET_TMPDIR"))
}

/// What testing finds in all packages, learned once.
fn report() -> &'static Value {
    static REPORT: OnceLock<Value> = OnceLock::new();
    REPORT.get_or_init(|| plugin().learn(&fixture("rust-types"), &["--workspace", "--no-prove"]))
}

/// What is proved of a type. Objects of `phone-book` have at most two entries, so that it does not
/// take minutes.
fn proved(path: &str) -> &'static Value {
    static REPORTS: OnceLock<[Value; 2]> = OnceLock::new();
    let [most, phone_book] = REPORTS.get_or_init(|| {
        let learn = |arguments: &[&str]| {
            plugin().learn(&fixture("rust-types"), &[&["--workspace"], arguments].concat())
        };
        [learn(&["--exclude", "phone-book"]), learn(&["--type", PHONE_BOOK, "--bound", "2"])]
    });
    abstraction(if path == PHONE_BOOK { phone_book } else { most }, path)
}

#[track_caller]
fn of(path: &str) -> &'static Value {
    abstraction(report(), path)
}

/// The items of a list of the report.
#[track_caller]
fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is no list in {value}"))
}

/// One field of each item of a list.
#[track_caller]
fn each<'a>(value: &'a Value, key: &str, field: &str) -> Vec<&'a str> {
    list(value, key).iter().map(|item| item[field].as_str().unwrap_or_default()).collect()
}

/// How the constructors of a type end, written as in [`Subject::constructions`].
fn constructions(about: &Value) -> BTreeSet<String> {
    let constructors = list(about, "constructors").iter();
    let ends = constructors.flat_map(|constructor| {
        list(constructor, "outcomes").iter().map(|end| {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let (name, outcome) = (text(&constructor["name"]), text(&end["outcome"]));
            format!("{name} {outcome} -> {}", text(&end["to"]))
        })
    });
    ends.collect()
}

/// The calls that show an edge, written as by [`edges`].
#[track_caller]
fn witness(path: &str, edge: &str) -> Vec<&'static str> {
    let transitions = list(of(path), "transitions");
    let own = |transition: &&Value| {
        let one = serde_json::json!({ "transitions": [transition] });
        edges(&one).contains(edge)
    };
    let found = transitions.iter().find(own).unwrap_or_else(|| panic!("{path} has no {edge}"));
    list(found, "witness").iter().map(|call| call.as_str().unwrap_or_default()).collect()
}

fn missed(path: &str) -> Vec<&'static str> {
    MISSED.iter().filter(|(of, ..)| *of == path).map(|(_, what, _)| *what).collect()
}

#[test]
fn each_protocol_is_that_of_the_readme() {
    for subject in SUBJECTS {
        let package = format!("rust-types/{}", subject.package);
        let table = Table::of(&package, subject.heading);
        let mut expected = table.edges(subject.names);
        expected.retain(|edge| !missed(subject.path).contains(&edge.as_str()));
        let more = NOT_ENABLED.iter().filter(|(path, _)| *path == subject.path);
        let expected = expected.iter().map(String::as_str).chain(more.map(|(_, edge)| *edge));
        learned(report(), subject.path, &expected.collect::<Vec<_>>());
    }
}

#[test]
fn the_same_source_has_another_protocol_at_another_instance() {
    let package = "rust-types/generic-stack";
    let table = Table::of(package, "## Protocol of `Stack<u8, 4>`")
        .except(package, "## Protocol of `Stack<String, 2>`");
    let expected = table.edges(&[]);
    learned(report(), TWO_STRINGS, &expected.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(of(TWO_STRINGS)["type"], "Stack<String, 2>");
    assert_eq!(of("generic_stack::Stack<u8, 4>")["type"], "Stack<u8, 4>");
}

#[test]
fn each_constructor_ends_as_the_readme_says() {
    for subject in SUBJECTS {
        let missed = missed(subject.path);
        let expected = subject.constructions.iter().filter(|end| !missed.contains(end));
        let expected: BTreeSet<String> = expected.map(|&end| end.to_owned()).collect();
        assert_eq!(constructions(of(subject.path)), expected, "{}", subject.path);
        let living = expected.iter().filter_map(|end| end.rsplit(' ').next());
        let living: BTreeSet<&str> = living.filter(|to| *to != "⊥").collect();
        let states = list(of(subject.path), "states").iter();
        let initial = states.filter(|state| state["initial"] == true);
        let initial: BTreeSet<&str> = initial.filter_map(|state| state["name"].as_str()).collect();
        assert_eq!(initial, living, "{}", subject.path);
    }
}

#[test]
fn proofs_find_all_that_the_readme_says_and_call_the_rest_feasible() {
    for subject in SUBJECTS {
        let table = Table::of(&format!("rust-types/{}", subject.package), subject.heading);
        let more = NOT_ENABLED.iter().chain(FEASIBLE).filter(|(path, _)| *path == subject.path);
        let mut expected: BTreeSet<String> = table.edges(subject.names).into_iter().collect();
        expected.extend(more.map(|(_, edge)| (*edge).to_owned()));
        let about = proved(subject.path);
        assert_eq!(edges(about), expected, "{}", subject.path);
        for transition in list(about, "transitions") {
            let edge = edges(&serde_json::json!({ "transitions": [transition] }));
            let edge = edge.first().expect("there is one");
            let feasible = FEASIBLE.contains(&(subject.path, edge));
            assert_eq!(transition["evidence"] == "feasible", feasible, "{transition}");
        }
        let ends: BTreeSet<String> =
            subject.constructions.iter().map(|&end| end.to_owned()).collect();
        assert_eq!(constructions(about), ends, "{}", subject.path);
    }
}

#[test]
fn every_state_and_method_is_proved_as_far_as_it_can_be_followed() {
    for subject in SUBJECTS {
        let expected = match subject.path {
            NOT_FOLLOWED => "tested",
            path if PROVED.contains(&path) => "proved",
            _ => "bounded",
        };
        for obligation in list(proved(subject.path), "obligations") {
            assert_eq!(obligation["verdict"], expected, "{}: {obligation}", subject.path);
            let detail = obligation["detail"].as_str().unwrap_or_default();
            assert_eq!(detail.is_empty(), expected == "proved", "{}: {obligation}", subject.path);
            if subject.path == NOT_FOLLOWED {
                assert!(detail.contains("unsupported: a call of `socket`"), "{obligation}");
                assert!(detail.contains("link/src/lib.rs:"), "{obligation}");
            }
        }
        for invariant in list(proved(subject.path), "invariants") {
            assert_eq!(invariant["verdict"], expected, "{}: {invariant}", subject.path);
        }
    }
}

#[test]
fn what_is_missed_is_expected() {
    for &(path, what, _) in MISSED {
        let subject = SUBJECTS.iter().find(|subject| subject.path == path).expect("it is known");
        let table = Table::of(&format!("rust-types/{}", subject.package), subject.heading);
        let known = table.edges(subject.names).iter().any(|edge| edge == what)
            || subject.constructions.contains(&what);
        assert!(known, "{path} is not expected to have {what}");
    }
}

#[test]
fn every_annotated_type_is_reported_once_and_no_other() {
    let mut expected: Vec<&str> = SUBJECTS.iter().map(|subject| subject.path).collect();
    expected.push(TWO_STRINGS);
    expected.sort_unstable();
    assert_eq!(each(report(), "abstractions", "path"), expected);
    assert_eq!(report()["complete"], true);
}

#[test]
fn types_of_one_name_are_kept_apart() {
    for module in ["tcp", "pipe"] {
        let channel = of(&format!("two_modules::{module}::Channel"));
        assert_eq!(channel["type"], "Channel");
        assert_eq!(channel["package"], "two-modules");
    }
}

#[test]
fn only_what_cannot_be_made_is_opaque() {
    for subject in SUBJECTS {
        let opaque = ["link::Link", "skips::Recorder"].contains(&subject.path);
        let about = of(subject.path);
        assert_eq!(about["opaque"], opaque, "{}", subject.path);
        let notes = list(about, "notes").iter().filter_map(Value::as_str);
        let said = notes.filter(|note| note.starts_with("opaque: no value of")).count();
        assert_eq!(said, usize::from(opaque), "{}", subject.path);
    }
    let note = list(of("link::Link"), "notes")[0].as_str().unwrap();
    assert!(note.contains("`near`, `far`"), "{note}");
}

#[test]
fn most_types_need_no_note() {
    let with_notes = SUBJECTS.iter().filter(|s| !list(of(s.path), "notes").is_empty());
    let with_notes: Vec<&str> = with_notes.map(|subject| subject.path).collect();
    assert_eq!(with_notes, ["link::Link", "sensor::Sensor", "skips::Recorder"]);
}

#[test]
fn what_was_left_out_is_said_with_the_reason() {
    for subject in SUBJECTS.iter().filter(|subject| subject.package != "skips") {
        assert!(list(of(subject.path), "skipped").is_empty(), "{}", subject.path);
    }
    let recorder = of("skips::Recorder");
    let skipped: BTreeSet<(&str, &str)> = each(recorder, "skipped", "name")
        .into_iter()
        .zip(each(recorder, "skipped", "reason"))
        .collect();
    let closure = "its parameter `change: impl Fn(&Sample) -> Sample`: a closure that returns \
                   `Sample` cannot be made";
    let object = "its parameter `note: &dyn fmt::Display`: a trait object cannot be made";
    let expected = BTreeSet::from([
        ("map", closure),
        ("note", object),
        ("save", "no value of its parameter `file: File` can be made"),
        ("upload", "it is async"),
        ("sample_unchecked", "it is unsafe"),
        ("smash", "marked `#[tlv(skip)]`"),
    ]);
    assert_eq!(skipped, expected);
}

#[test]
fn an_observer_is_a_predicate_unless_it_is_made_an_event() {
    let connection = of("connection::Connection");
    assert!(!each(connection, "methods", "name").contains(&"is_open"));
    let predicates: Vec<(&str, &str)> = each(connection, "predicates", "name")
        .into_iter()
        .zip(each(connection, "predicates", "origin"))
        .collect();
    let expected = [
        ("is_open", "observer"),
        ("phase_is_idle", "source"),
        ("phase_is_hello", "source"),
        ("phase_is_open", "source"),
        ("phase_is_closed", "source"),
    ];
    assert_eq!(predicates, expected);
    let recorder = of("skips::Recorder");
    assert!(each(recorder, "methods", "name").contains(&"is_running"));
    assert_eq!(each(recorder, "predicates", "origin"), ["user", "user"]);
}

#[test]
fn methods_of_both_blocks_are_events_and_provided_ones_are_not() {
    let tokenizer = of("tokenizer::Tokenizer");
    assert_eq!(each(tokenizer, "methods", "name"), ["peek", "finish", "next"]);
    assert_eq!(each(tokenizer, "methods", "receiver"), ["&self", "self", "&mut self"]);
}

#[test]
fn invariants_are_tested_and_properties_open() {
    let with_invariants: Vec<(&str, usize)> = SUBJECTS
        .iter()
        .map(|subject| (subject.path, list(of(subject.path), "invariants").len()))
        .filter(|(_, n_invariants)| *n_invariants > 0)
        .collect();
    let expected = [
        ("generic_stack::Stack<u8, 4>", 1),
        ("job_queue::JobQueue", 1),
        ("tokenizer::Tokenizer", 2),
        ("traffic_light::crossing::Crossing", 4),
        ("two_modules::pipe::Channel", 1),
    ];
    assert_eq!(with_invariants, expected);
    for (path, _) in with_invariants {
        let verdicts = each(of(path), "invariants", "verdict");
        assert!(verdicts.iter().all(|verdict| *verdict == "tested"), "{path}: {verdicts:?}");
        let origins = each(of(path), "invariants", "origin");
        assert!(origins.iter().all(|origin| *origin == "user"), "{path}: {origins:?}");
    }
    let properties = list(of("traffic_light::crossing::Crossing"), "properties");
    assert_eq!(properties.len(), 1);
    assert_eq!(properties[0]["name"], "served");
    assert_eq!(properties[0]["verdict"], "unknown");
    assert_eq!(properties[0]["counterexample"], Value::Null);
}

#[test]
fn every_state_and_method_has_been_tested() {
    for subject in SUBJECTS {
        let about = of(subject.path);
        let (n_states, n_methods) = (list(about, "states").len(), list(about, "methods").len());
        let verdicts = each(about, "obligations", "verdict");
        assert_eq!(verdicts.len(), n_states * n_methods, "{}", subject.path);
        assert!(verdicts.iter().all(|verdict| *verdict == "tested"), "{}", subject.path);
    }
}

#[test]
fn a_witness_says_which_returned_value_it_passes_on() {
    let office = "tickets::Office";
    let first = "redeem(/* returned by issue #1 */)";
    assert_eq!(witness(office, "Outstanding.redeem ok -> Settled"), ["new()", "issue()", first]);
    assert_eq!(
        witness(office, "Settled.redeem err -> Settled").last(),
        Some(&first),
        "only a ticket that was issued before can be refused"
    );
    // With one ticket outstanding, only another one is refused.
    let refused = witness(office, "Outstanding.redeem err -> Outstanding");
    let issued = refused.iter().filter(|call| **call == "issue()").count();
    assert!(issued >= 2, "{refused:?}");
}

#[test]
fn a_method_without_possible_arguments_is_not_called() {
    for transition in list(of("tickets::Office"), "transitions") {
        let calls = list(transition, "witness").iter().filter_map(Value::as_str);
        let calls: Vec<&str> = calls.collect();
        let redeemed = calls.iter().position(|call| call.starts_with("redeem("));
        let before = &calls[..redeemed.unwrap_or(0)];
        assert!(redeemed.is_none() || before.contains(&"issue()"), "{calls:?}");
    }
}

#[test]
fn listed_values_are_tried_and_shown_as_written() {
    let unlocked = witness("skips::Recorder", "NotRunningNotUnlocked.unlock true -> Unlocked");
    assert_eq!(unlocked, ["new()", "unlock(0xC0FFEE)"]);
}

#[test]
fn arguments_that_are_assumed_away_are_not_passed() {
    for transition in list(of("skips::Recorder"), "transitions") {
        let calls = list(transition, "witness").iter().filter_map(Value::as_str);
        for call in calls.filter(|call| call.starts_with("set_level(")) {
            let level = call.trim_start_matches("set_level(").trim_end_matches(')');
            assert!(level.parse::<u8>().unwrap() <= 7, "{call}");
        }
    }
}

#[test]
fn closures_and_borrowed_arguments_read_as_they_are_passed() {
    let each = witness("skips::Recorder", "Running.each ok -> Running");
    assert_eq!(each, ["new()", "start()", "each(|_| ())"]);
    assert_eq!(witness("link::Link", "New.send err -> New"), ["new()", "send(&[])"]);
    assert_eq!(
        witness("tokenizer::Tokenizer", "Failed.peek some -> Failed").first(),
        Some(&"new(\"€\")")
    );
    let items = witness(TWO_STRINGS, "Empty.push ok -> Partial");
    assert_eq!(items, ["new()", "push(String::new())"]);
}

#[test]
fn a_panic_says_where_and_why() {
    let counter = list(of("shared_counter::SharedCounter"), "transitions");
    let panic = counter.iter().find(|edge| edge["outcome"] == "panic").expect("there is one");
    assert_eq!(panic["panic"]["message"], "the counter stands at 0");
    let location = panic["panic"]["location"].as_str().unwrap();
    assert!(location.starts_with("shared-counter/src/lib.rs:"), "{location}");
}

#[test]
fn what_depends_on_luck_is_said_and_breaks_nothing() {
    let notes = list(of("sensor::Sensor"), "notes");
    let notes: Vec<&str> = notes.iter().filter_map(Value::as_str).collect();
    assert!(notes.contains(&"the same calls do not always end the same way"), "{notes:?}");
    let edges = list(of("sensor::Sensor"), "transitions").iter();
    let once = edges.filter(|edge| edge["unreproduced"] == true).count();
    let said = notes.iter().any(|note| note.contains("edges were seen once"));
    assert_eq!(once > 0, said, "{notes:?}");
    let others = SUBJECTS.iter().filter(|subject| subject.path != "sensor::Sensor");
    for subject in others {
        let edges = list(of(subject.path), "transitions");
        assert!(edges.iter().all(|edge| edge["unreproduced"].is_null()), "{}", subject.path);
    }
}

#[test]
fn the_same_seed_gives_the_same_report_and_another_the_same_edges() {
    let learn = |arguments: &[&str]| {
        let test = ["--workspace", "--no-prove"];
        plugin().learn(&fixture("rust-types"), &[&test, arguments].concat())
    };
    let again = learn(&[]);
    assert_eq!(without_costs(&again), without_costs(report()));
    for seed in ["1", "20260"] {
        let other = learn(&["--seed", seed]);
        for path in each(report(), "abstractions", "path") {
            assert_eq!(edges(abstraction(&other, path)), edges(of(path)), "{path}, seed {seed}");
        }
    }
}

/// The report without the time and memory it took.
fn without_costs(report: &Value) -> Value {
    let mut report = report.clone();
    for about in report["abstractions"].as_array_mut().expect("a report has abstractions") {
        let stats = about["stats"].as_object_mut().expect("there are statistics");
        stats.retain(|name, _| !name.ends_with("_ms") && name != "peak_rss_kb");
    }
    report
}

#[test]
fn numbers_in_objects_are_known_by_path_and_level() {
    let features = |path: &str| -> Vec<(String, u64)> {
        let features = list(of(path), "features").iter();
        let level = |feature: &Value| feature["level"].as_u64().expect("a level is a number");
        let name = |feature: &Value| feature["name"].as_str().expect("a name is a text").to_owned();
        features.map(|feature| (name(feature), level(feature))).collect()
    };
    let has = |path: &str, name: &str, level: u64| {
        let features = features(path);
        assert!(features.contains(&(name.to_owned(), level)), "{path}: {features:?}");
    };
    // A discriminant is the object's own; what the variant holds lies deeper.
    has("connection::Connection", "self.phase", 0);
    has("connection::Connection", "self.phase.Hello.tries", 1);
    has("job_queue::JobQueue", "self.waiting.len()", 0);
    has("config_builder::ConfigBuilder", "self.port", 0);
    has("config_builder::ConfigBuilder", "self.port.Some.0", 1);
    // Elements lie deeper than nested fields.
    has("generic_stack::Stack<u8, 4>", "self.items[0]", 2);
}
