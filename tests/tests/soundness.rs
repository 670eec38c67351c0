//! What the symbolic executor says against what the same code does natively, on every type of the
//! fixtures that proofs are about.

#![allow(clippy::print_stdout, reason = "a table of what was compared")]

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tlv_symbolic::exec::Fault;
use tlv_symbolic::prove::{Knowledge, Seen, Verdict};
use tlv_symbolic::solve::fault::Fault as SolverFault;
use tlv_tests::soundness::check::{Effort, Tally, check};
use tlv_tests::soundness::prover::{Case, MUTATIONS, claimed, edges_of, known};
use tlv_tests::soundness::{Making, Probed, Subject, probes};

fn probed(workspace: &str) -> Vec<Probed> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let wrapper = Path::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"));
    probes(workspace, target, wrapper).expect("the fixtures build")
}

/// Does something with each type, several at once; results come in the order of the types.
fn each<'p, R: Send>(subjects: &[Subject<'p>], action: impl Fn(Subject<'p>) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = (subject.number, action(*subject));
                    results.lock().unwrap().push(result);
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

fn agrees(workspace: &str) {
    let mut all = Tally::default();
    let mut types = 0;
    for probed in probed(workspace) {
        let only = std::env::var("TLV_SOUNDNESS_TYPE").unwrap_or_default();
        let subjects: Vec<Subject<'_>> =
            Subject::all(&probed).filter(|subject| subject.about.path.contains(&only)).collect();
        types += subjects.len();
        let effort = Effort { random: 300, unmerged: true, first: false };
        let tallies = each(&subjects, |subject| {
            let started = std::time::Instant::now();
            let tally = check(subject, Making::default(), effort).expect("there is a driver");
            (tally, started.elapsed())
        });
        println!(
            "{:40} {:>5} {:>5} {:>5} {:>6} {:>6} {:>6} {:>5} {:>5} {:>5} {:>6} {:>5} {:>8}",
            workspace,
            "calls",
            "paths",
            "gaps",
            "models",
            "random",
            "agreed",
            "gap",
            "unmade",
            "none",
            "merge",
            "found",
            "ms"
        );
        let row = |name: &str, tally: &Tally, time: u128| {
            println!(
                "{name:40} {:5} {:5} {:5} {:6} {:6} {:6} {:5} {:5} {:5} {:6} {:5} {time:8}",
                tally.calls,
                tally.paths,
                tally.gaps,
                tally.models,
                tally.random,
                tally.agreed,
                tally.in_gaps,
                tally.not_made,
                tally.nothing,
                tally.unmerged,
                tally.findings.len()
            );
        };
        for (subject, (tally, time)) in subjects.iter().zip(tallies) {
            row(&subject.about.path, &tally, time.as_millis());
            all.add(tally);
        }
        row("all", &all, 0);
    }
    let findings: Vec<String> = all.findings.iter().map(ToString::to_string).collect();
    assert!(types > 0 && all.agreed > 0);
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn summaries_of_the_papers_classes_agree_with_native_runs() {
    agrees("tlv-classes");
}

#[test]
fn summaries_of_what_only_proofs_find_agree_with_native_runs() {
    agrees("proofs");
}

#[test]
fn summaries_of_what_rust_adds_agree_with_native_runs() {
    agrees("rust-types");
}

#[test]
fn summaries_of_every_operation_agree_with_native_runs() {
    agrees("arithmetic");
}

/// Types that have, together, all that can go wrong, the quick ones first.
const FAULTY: &[(&str, &[&str])] = &[
    ("arithmetic", &["arithmetic::Register"]),
    (
        "tlv-classes",
        &[
            "alt_bit::AltBit",
            "bounded_stack::variants::Small",
            "list_itr::ListItr",
            "ewallet::EWallet",
            "flight_rule::FlightRule",
            "server_table::ServerTableEntry",
            "socket::Socket",
            "int_math::IntMath",
        ],
    ),
    (
        "proofs",
        &[
            "cash_box::CashBox",
            "frame::FrameReader",
            "gauge::Gauge",
            "tasks::TaskList",
            "window::Window",
        ],
    ),
];

/// Which check notices an error first, and on which type; `None` if none does.
fn noticed(subjects: &[Subject<'_>], making: Making) -> Option<String> {
    let effort = Effort { random: 100, unmerged: false, first: true };
    let making = Making { time: Some(Duration::from_secs(3)), ..making };
    subjects.iter().find_map(|subject| {
        // A faulty solver may contradict what the executor relies on, which it says loudly.
        let run = || check(*subject, making, effort).expect("there is a driver");
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
            Ok(tally) => {
                let finding = tally.findings.first()?;
                Some(format!("{:?} of {}", finding.check, finding.call))
            }
            Err(_) => Some(format!("a panic in {}", subject.about.path)),
        }
    })
}

fn faulty_subjects<'p>(probed: &'p [(&[&str], Vec<Probed>)]) -> Vec<Subject<'p>> {
    let mut subjects = Vec::new();
    for (paths, probes) in probed {
        for path in *paths {
            let all = probes.iter().flat_map(Subject::all);
            subjects.extend(all.filter(|subject| subject.about.path == *path));
        }
    }
    subjects
}

fn faulty_probes() -> Vec<(&'static [&'static str], Vec<Probed>)> {
    FAULTY.iter().map(|(workspace, paths)| (*paths, probed(workspace))).collect()
}

#[test]
fn errors_of_the_executor_are_noticed() {
    let probes = faulty_probes();
    let subjects = faulty_subjects(&probes);
    assert_eq!(noticed(&subjects, Making::default()), None, "without an error");
    let mut unnoticed = Vec::new();
    for &fault in Fault::ALL {
        match noticed(&subjects, Making { fault: Some(fault), ..Making::default() }) {
            Some(who) => println!("{fault:?}: {who}"),
            None => unnoticed.push(fault),
        }
    }
    assert_eq!(unnoticed, []);
}

/// Errors of the solver that no summary can show, as the executor asks only where an index is in
/// range, a divisor is not zero and a shift is by less than there are bits, and does not ask about
/// stores: it chooses among elements itself.
const OUT_OF_REACH: &[SolverFault] = &[
    SolverFault::DivisionByZeroIsZero,
    SolverFault::ShortShiftAmount,
    SolverFault::WrappedIndex,
    SolverFault::LostStore,
];

#[test]
fn errors_of_the_solver_are_noticed() {
    let probes = faulty_probes();
    let subjects = faulty_subjects(&probes);
    let mut unnoticed = Vec::new();
    for &fault in SolverFault::ALL {
        match noticed(&subjects, Making { solver_fault: Some(fault), ..Making::default() }) {
            Some(who) => println!("{fault:?}: {who}"),
            None => unnoticed.push(fault),
        }
    }
    assert_eq!(unnoticed, OUT_OF_REACH);
}

/// The cases among the types above that the prover is tried on.
fn cases<'p>(subjects: &[Subject<'p>]) -> Vec<Case<'p>> {
    let quick = subjects.iter().filter(|subject| subject.about.path != "int_math::IntMath");
    let cases: Vec<Case<'p>> = quick.filter_map(|subject| Case::of(*subject)).collect();
    assert!(cases.len() > 8, "only {} types can be made", cases.len());
    cases
}

#[test]
fn an_edge_that_is_not_known_is_found_again_with_a_witness() {
    let probes = faulty_probes();
    let mut edges = 0;
    for mut case in cases(&faulty_subjects(&probes)) {
        let path = case.subject.about.path.clone();
        let mut prover = case.prover();
        let first = case.prove(&mut prover, &Knowledge::default());
        let all = known(&Knowledge::default(), &first);
        let second = case.prove(&mut prover, &all);
        assert!(second.transitions.is_empty() && second.births.is_empty(), "{path}");
        let unknown: Vec<_> = second
            .obligations
            .iter()
            .filter(|(_, obligation)| matches!(obligation.verdict, Verdict::Unknown(_)))
            .collect();
        assert!(unknown.is_empty(), "{path}: {unknown:#?}");
        for lost in &all.transitions {
            let mut knowledge = all.clone();
            knowledge.transitions.remove(lost);
            let proof = case.prove(&mut prover, &knowledge);
            let found = proof.transitions.get(lost);
            let found = found.unwrap_or_else(|| panic!("{path}: {lost:?} is not found again"));
            assert_eq!(case.replay(&found.prediction), Seen::Call(found.seen.clone()), "{path}");
            assert_eq!((found.seen.outcome, found.seen.after), (lost.outcome, lost.after));
            edges += 1;
        }
    }
    println!("{edges} edges were found again");
    assert!(edges > 50, "{edges}");
}

#[test]
fn no_proof_rests_on_a_wrong_summary() {
    let probes = faulty_probes();
    let mut cases = cases(&faulty_subjects(&probes));
    for (name, mutation) in MUTATIONS {
        let (mut noticed, mut same) = (0, 0);
        for case in &mut cases {
            let mut prover = case.prover();
            let truth = case.prove(&mut prover, &Knowledge::default());
            let all = known(&Knowledge::default(), &truth);
            let paths: Vec<usize> = case.paths().collect();
            for (method, paths) in paths.into_iter().enumerate() {
                for path in 0..paths {
                    let Some(mut prover) = case.mutated(method, path, *mutation) else { continue };
                    let context = format!("{name}: {} {method} {path}", case.subject.about.path);
                    let proof = case.prove(&mut prover, &all);
                    // What is known is claimed in any case; nothing that no run shows may join.
                    assert!(proof.transitions.is_empty(), "{context}: {:?}", proof.transitions);
                    let claimed = claimed(&proof);
                    let mut prover = case.mutated(method, path, *mutation).expect("as before");
                    let alone = case.prove(&mut prover, &Knowledge::default());
                    let (right, wrong) = (edges_of(&truth, method), edges_of(&alone, method));
                    for edge in right.difference(&wrong) {
                        let pair = (edge.from, edge.method);
                        let reached = alone.obligations.contains_key(&pair);
                        assert!(!reached || !claimed.contains(&pair), "{context}: {edge:?}");
                    }
                    if claimed.len() < proof.obligations.len() { noticed += 1 } else { same += 1 }
                }
            }
        }
        println!("{name}: {noticed} noticed, {same} with the same edges");
        assert!(noticed > 0, "{name}");
    }
}
