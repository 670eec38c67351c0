//! Types that are awkward to expand, to make or to copy: all of them build, and what is said of them
//! is true.

use std::sync::OnceLock;

use serde_json::Value;
use tlv_tests::{Plugin, Run, abstraction, fixture, learned};

fn plugin() -> Plugin {
    Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), env!("CARGO_TARGET_TMPDIR"))
}

/// What testing finds in all packages but `values`, learned once.
fn report() -> &'static Value {
    static REPORT: OnceLock<Value> = OnceLock::new();
    REPORT.get_or_init(|| {
        plugin().learn(&fixture("awkward"), &["--workspace", "--exclude", "values", "--no-prove"])
    })
}

/// The run on `values`, where an invariant does not hold; only tested.
fn values() -> &'static (Run, Value) {
    static RUN: OnceLock<(Run, Value)> = OnceLock::new();
    RUN.get_or_init(|| {
        let learn = ["learn", "--message-format", "json", "-q", "-p", "values", "--no-prove"];
        let run = plugin().run(&fixture("awkward"), &learn);
        let report = run.json();
        (run, report)
    })
}

/// The names of what is left out of a type.
fn left_out(path: &str) -> Vec<&'static str> {
    let skipped = abstraction(report(), path)["skipped"].as_array();
    let names = skipped.into_iter().flatten().map(|skipped| skipped["name"].as_str().unwrap());
    names.collect()
}

#[test]
fn every_package_builds_and_every_type_is_found() {
    let packages = ["conduct", "copies", "declared", "edition-2018", "no-prelude-2", "p0"];
    let packages = packages.into_iter().chain(["signatures", "tlv_core"]);
    let all = report()["abstractions"].as_array().unwrap();
    for package in packages {
        assert!(all.iter().any(|found| found["package"] == package), "nothing of {package}");
    }
    // 38 attributes, of which one is under a condition that fails and one asks for two instances.
    assert_eq!(all.len(), 38);
    assert!(all.iter().all(|found| !found["states"].as_array().unwrap().is_empty()));
}

#[test]
fn every_witness_ends_with_the_call_of_its_edge() {
    for found in report()["abstractions"].as_array().unwrap() {
        for edge in found["transitions"].as_array().unwrap() {
            let witness = edge["witness"].as_array().unwrap();
            let last = witness.last().unwrap().as_str().unwrap();
            let method = edge["method"].as_str().unwrap();
            assert!(last.starts_with(&format!("{method}(")), "{edge}");
            assert!(witness.len() >= 2, "{edge}");
        }
    }
}

#[test]
fn lifetimes_are_made_to_last() {
    learned(
        report(),
        "signatures::lifetimes::Filler",
        &[
            "NotFull.put ok -> NotFull",
            "NotFull.put ok -> Full",
            "Full.put err -> Full",
            "NotFull.filled ok -> NotFull",
            "Full.filled ok -> Full",
            "NotFull.swap ok -> NotFull",
            "NotFull.swap ok -> Full",
            "Full.swap ok -> NotFull",
            "Full.swap ok -> Full",
            "NotFull.into_inner ok -> end",
            "Full.into_inner ok -> end",
        ],
    );
}

#[test]
fn the_parameters_of_an_instance_stand_in_its_fields() {
    learned(
        report(),
        "signatures::generics::Ring<u8, { 1 + 0 }>",
        &[
            "Empty.put ok -> FullLast",
            "Empty.take none -> Empty",
            "Empty.describe ok -> Empty",
            "FullLast.put err -> FullLast",
            "FullLast.take some -> EmptyLast",
            "FullLast.describe ok -> FullLast",
            "EmptyLast.put ok -> FullLast",
            "EmptyLast.take none -> EmptyLast",
            "EmptyLast.describe ok -> EmptyLast",
        ],
    );
}

#[test]
fn aliases_are_seen_through() {
    learned(
        report(),
        "signatures::receivers::Switch",
        &[
            "NotOn.flip ok -> On",
            "On.flip ok -> NotOn",
            "NotOn.typed ok -> On",
            "On.typed ok -> On",
            "NotOn.boxed ok -> NotOn",
            "On.boxed ok -> On",
            "NotOn.kept_boxed ok -> end",
            "On.kept_boxed ok -> end",
            "NotOn.mutable some -> On",
            "On.mutable none -> end",
            "NotOn.split ok -> end",
            "On.split ok -> end",
            "NotOn.end ok -> end",
            "On.end ok -> end",
        ],
    );
    let counter = abstraction(report(), "signatures::results::Counter");
    let of = |method: &str| {
        let edges = tlv_tests::edges(counter);
        edges.into_iter().filter(|edge| edge.contains(method)).collect::<Vec<_>>()
    };
    let up = ["NotZeroNotThree.up ok -> NotZeroNotThree", "NotZeroNotThree.up ok -> Three"];
    assert_eq!(
        of(".up "),
        [&up[..], &["Three.up err -> Three", "Zero.up ok -> NotZeroNotThree"]].concat()
    );
    let ends = ["NotZeroNotThree.into_wire ok -> end", "Three.into_wire ok -> end"];
    assert_eq!(of(".into_wire "), [&ends[..], &["Zero.into_wire ok -> end"]].concat());
    let never = ["NotZeroNotThree.never panic -> ⊥", "Three.never panic -> ⊥"];
    assert_eq!(of(".never "), [&never[..], &["Zero.never panic -> ⊥"]].concat());
}

#[test]
fn methods_of_one_name_in_two_traits_are_told_apart() {
    let desk = tlv_tests::edges(abstraction(report(), "signatures::traits::Desk"));
    assert!(desk.contains("DepartedAway.handle err -> DepartedAway"), "{desk:#?}");
    assert!(desk.contains("DepartedAway.handle_2 some -> DepartedAway"), "{desk:#?}");
    let mixed = |edge: &&String| edge.contains(".handle some") || edge.contains(".handle_2 err");
    assert_eq!(desk.iter().find(mixed), None);
    assert_eq!(left_out("signatures::traits::Desk"), ["handle"]);
}

#[test]
fn what_cannot_be_made_is_left_out_and_said() {
    let called = left_out("signatures::parameters::Called");
    assert_eq!(called, ["attributes", "nested", "pointer", "references", "aliased"]);
    assert_eq!(left_out("signatures::lifetimes::Filler"), ["forever"]);
    assert_eq!(left_out("signatures::results::Counter"), ["later", "bounded"]);
}

#[test]
fn names_of_the_users_own_are_not_in_the_way() {
    let (shut, ajar) = ("IsShutResultIsOk", "AjarNotNumberEqLimit");
    let gate = tlv_tests::edges(abstraction(report(), "no_prelude_2::Gate"));
    assert!(gate.contains(&format!("{shut}.open ok -> {ajar}")), "{gate:#?}");
    assert!(gate.contains(&format!("{ajar}.shut ok -> {shut}")), "{gate:#?}");
}

#[test]
fn conditions_on_items_are_kept() {
    learned(
        report(),
        "declared::conditional::Partly",
        &[
            "CountIs0.present ok -> CountIs0",
            "CountIs0.present ok -> NotCountIs0",
            "CountIs0.partly ok -> NotCountIs0",
            "NotCountIs0.present ok -> NotCountIs0",
            "NotCountIs0.partly ok -> CountIs0",
        ],
    );
}

#[test]
fn types_of_macros_are_learned() {
    learned(
        report(),
        "declared::generated::Given",
        &["Zero.up ok -> NotZeroNotTwo", "NotZeroNotTwo.up ok -> Two", "Two.up err -> Two"],
    );
    learned(
        report(),
        "declared::generated::Conditioned",
        &["NotHolds.turn ok -> Holds", "Holds.turn ok -> NotHolds"],
    );
}

#[test]
fn packed_fields_are_opaque() {
    learned(
        report(),
        "declared::shapes::Packed",
        &["NotWordEq1.up ok -> WordEq1", "WordEq1.up err -> WordEq1"],
    );
    assert_eq!(abstraction(report(), "declared::shapes::Packed")["opaque"], true);
}

#[test]
fn clones_that_are_no_copies_do_not_change_what_is_seen() {
    for path in ["copies::sharing::Handle", "copies::sharing::Key", "copies::broken::Forgetful"] {
        let counts =
            ["Zero.up ok -> NotZeroNotTwo", "NotZeroNotTwo.up ok -> Two", "Two.up err -> Two"];
        learned(report(), path, &counts);
    }
    learned(report(), "copies::broken::Fragile", &["NotOn.turn false -> On", "On.turn true -> On"]);
    learned(
        report(),
        "copies::sharing::Outside",
        &[
            "NotDeep.enter ok -> Deep",
            "NotDeep.leave ok -> NotDeep",
            "Deep.enter ok -> Deep",
            "Deep.leave ok -> NotDeep",
        ],
    );
}

#[test]
fn what_is_done_to_the_process_does_no_harm() {
    learned(
        report(),
        "conduct::Catcher",
        &[
            "NotCaught.catch true -> Caught",
            "NotCaught.throw ok -> NotCaught",
            "NotCaught.resume ok -> NotCaught",
            "Caught.catch true -> Caught",
            "Caught.throw panic -> ⊥",
            "Caught.resume panic -> ⊥",
        ],
    );
    learned(
        report(),
        "conduct::Vandal",
        &[
            "NotAway.close ok -> NotAway",
            "NotAway.leave ok -> Away",
            "NotAway.haunt ok -> NotAway",
            "Away.close ok -> Away",
            "Away.leave ok -> Away",
            "Away.haunt ok -> Away",
        ],
    );
}

#[test]
fn values_that_contain_themselves_come_to_an_end() {
    let holder = tlv_tests::edges(abstraction(&values().1, "values::recursive::Holder"));
    assert!(holder.contains("NotListedNotTall.plant false -> Tall"), "{holder:#?}");
    assert_eq!(holder.iter().find(|edge| edge.contains('⊥')), None);
}

#[test]
fn large_objects_do_not_end_the_driver() {
    learned(
        &values().1,
        "values::large::Inline",
        &[
            "NotMarked.mark ok -> NotMarked",
            "NotMarked.mark ok -> Marked",
            "Marked.mark ok -> NotMarked",
            "Marked.mark ok -> Marked",
        ],
    );
}

#[test]
fn a_predicate_that_ends_the_process_is_not_held_against_a_method() {
    learned(&values().1, "values::failing::Ending", &["NotOneNotFatal.up ok -> One"]);
}

#[test]
fn constructors_that_fail_leave_those_that_do_not() {
    learned(&values().1, "values::failing::Made", &["NotOn.turn ok -> On", "On.turn ok -> NotOn"]);
}

#[test]
fn a_broken_invariant_has_a_witness() {
    let (run, report) = values();
    assert_eq!(run.code, 100, "{}", run.stderr);
    let leaky = abstraction(report, "values::failing::Leaky");
    assert_eq!(leaky["invariants"][0]["verdict"], "refuted", "{leaky}");
    let note = "the invariant `self.count < 2` does not hold after: new(); up(); up()";
    assert_eq!(leaky["notes"][0], note);
}

/// What takes more calls than anybody makes: a counter of calls that overflows.
const BEYOND_TESTING: &[(&str, &str)] =
    &[("signatures::parameters::Called", "Called.implementors panic -> ⊥")];

/// Its thirty states have more edges between them than testing tries.
const TOO_MANY_TO_TEST: &str = "declared::large::Stage";

#[test]
fn proving_adds_what_is_feasible_and_gives_reasons_for_what_it_leaves_open() {
    let proved = plugin().learn(&fixture("awkward"), &["--workspace", "--exclude", "values"]);
    let all = proved["abstractions"].as_array().unwrap();
    let tested = report()["abstractions"].as_array().unwrap();
    assert_eq!(all.len(), tested.len());
    for (found, tested) in all.iter().zip(tested) {
        let path = found["path"].as_str().unwrap();
        assert_eq!(found["path"], tested["path"]);
        let mut expected = tlv_tests::edges(tested);
        let more = BEYOND_TESTING.iter().filter(|(of, _)| *of == path);
        expected.extend(more.map(|(_, edge)| (*edge).to_owned()));
        let edges = tlv_tests::edges(found);
        if path == TOO_MANY_TO_TEST {
            assert!(expected.is_subset(&edges), "{path}: {expected:?}");
            assert_eq!(edges.len(), 30 * 30, "{path}");
        } else {
            assert_eq!(edges, expected, "{path}");
        }
        for obligation in found["obligations"].as_array().unwrap() {
            let verdict = obligation["verdict"].as_str().unwrap();
            let said = obligation["detail"].as_str().is_some_and(|detail| !detail.is_empty());
            assert!(["proved", "bounded", "tested", "unknown"].contains(&verdict), "{obligation}");
            assert_eq!(said, verdict != "proved", "{path}: {obligation}");
        }
    }
}
