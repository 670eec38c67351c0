//! The executor against the processor: a program of small cases is run on many inputs, and each run
//! must be told by exactly one of the paths that the executor found, with the same results.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tlv_symbolic::exec::{Fault, Limits, Program, Worker};
use tlv_symbolic::ir::Module;
use tlv_symbolic::solve::{Answer, Budget, Builtin, Solver as _};
use tlv_symbolic::summary::{Fate, Summary};
use tlv_symbolic::term::{Model, Term, Terms};

/// The call in which inputs are taken.
const CALL: u32 = 1;

/// A compiled program.
struct Compiled {
    executable: PathBuf,
    program: Program,
    names: Vec<String>,
}

/// What one run took and told.
#[derive(Debug, Default)]
struct Run {
    inputs: BTreeMap<u64, u128>,
    features: BTreeMap<u64, i128>,
    panicked: bool,
}

fn compile(name: &str, flags: &[&str]) -> Compiled {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("exec-{name}"));
    std::fs::create_dir_all(&directory).expect("a directory");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exec/program.rs");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .current_dir(&directory)
        .arg(source)
        .args(["--edition", "2024", "-C", "lto=fat", "-C", "codegen-units=1"])
        .args(["-C", "overflow-checks=on", "-C", "debuginfo=line-tables-only"])
        .args(["--emit=llvm-ir=program.ll,link=program"])
        .args(flags)
        .output()
        .expect("rustc");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(directory.join("program.ll")).expect("LLVM IR");
    let executable = directory.join("program");
    let list = Command::new(&executable).arg("list").output().expect("the program");
    let names = String::from_utf8(list.stdout).expect("names");
    Compiled {
        executable,
        program: Program::new(Module::parse(text).expect("an index")),
        names: names.lines().map(str::to_owned).collect(),
    }
}

/// As `cargo tlv` compiles a probe.
fn plain() -> &'static Compiled {
    static PLAIN: OnceLock<Compiled> = OnceLock::new();
    PLAIN.get_or_init(|| {
        let no_inlining = "llvm-args=-inline-threshold=-100000";
        let flags = ["-C", "opt-level=1", "-C", "no-vectorize-loops", "-C", "no-vectorize-slp"];
        compile("plain", &[&flags[..], &["-C", no_inlining]].concat())
    })
}

/// Values worth trying: small ones, those at the edges of types, any.
fn value(random: &mut fastrand::Rng) -> u128 {
    match random.u8(0..6) {
        0 => random.u128(0..6),
        1 => {
            let edge = 1u128 << [7, 8, 15, 16, 31, 32, 63, 64, 127][random.usize(0..9)];
            edge.wrapping_add(random.u128(0..4)).wrapping_sub(2)
        }
        2 => u128::MAX - random.u128(0..3),
        3 => random.u128(0..256),
        4 => {
            // Floats: infinities and what is near them, zeros, one.
            let floats = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -0.0, 1.0, -1.5, f64::MIN];
            let small = [f32::INFINITY, f32::NAN, -0.0, 2.0, 1e-40];
            if random.bool() {
                u128::from(floats[random.usize(0..floats.len())].to_bits())
            } else {
                u128::from(small[random.usize(0..small.len())].to_bits())
            }
        }
        _ => random.u128(..),
    }
}

/// Runs a case on many inputs.
fn run(compiled: &Compiled, case: usize, count: usize) -> Vec<Run> {
    let mut random = fastrand::Rng::with_seed(case as u64 + 1);
    let mut lines = String::new();
    for number in 0..count {
        lines += &case.to_string();
        let mut repeated = 0;
        for _ in 0..6 {
            // Inputs that are equal are rare unless made so.
            if random.u8(0..4) != 0 {
                repeated = value(&mut random);
            }
            lines += &format!(" {}", if number == 0 { 0 } else { repeated });
        }
        lines += "\n";
    }
    let mut child = Command::new(&compiled.executable)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("the program");
    writer.join().expect("the writer").expect("all inputs");
    assert!(output.status.success(), "{}", compiled.names[case]);
    let mut runs = Vec::new();
    let mut now = Run::default();
    for line in String::from_utf8(output.stdout).expect("text").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["input", id, value] => {
                now.inputs.insert(id.parse().expect("a number"), value.parse().expect("a number"));
            }
            ["feature", "1", id, value] => {
                now.features.insert(id.parse().expect("id"), value.parse().expect("a number"));
            }
            ["report", "2", "0", outcome] => now.panicked = *outcome == "6",
            ["report", ..] => {}
            ["end"] => runs.push(std::mem::take(&mut now)),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(runs.len(), count);
    runs
}

/// What the executor finds of a case.
fn execute(
    compiled: &Compiled,
    case: usize,
    merging: bool,
    fault: Option<Fault>,
) -> (Terms, Summary) {
    let limits = Limits {
        merging,
        deadline: Some(Instant::now() + Duration::from_secs(120)),
        query: Budget { per_query: Some(Duration::from_secs(10)), ..Budget::default() },
        ..Limits::default()
    };
    let mut worker = Worker::new(&compiled.program, Box::new(Builtin::new()), limits);
    let (prepared, steps) = worker.prepare(0).expect("the program starts");
    worker.set_fault(fault);
    let summary =
        worker.summarise_constructor(&prepared, steps, case as u64).expect("an entry point");
    (worker.into_parts().0, summary)
}

/// The first run that the summary tells wrongly.
fn difference(terms: &Terms, summary: &Summary, runs: &[Run]) -> Option<String> {
    let variables: BTreeMap<u64, Term> = terms
        .variables()
        .filter(|(_, variable)| variable.call == CALL)
        .map(|(term, variable)| (variable.id, term))
        .collect();
    for run in runs {
        let mut model = Model::default();
        for (id, value) in &run.inputs {
            if let Some(variable) = variables.get(id) {
                model.set(*variable, *value);
            }
        }
        let holds =
            |condition: &[Term]| condition.iter().all(|term| terms.evaluate(*term, &model) == 1);
        if summary.gaps.iter().any(|gap| holds(&gap.condition)) {
            continue;
        }
        let taken: Vec<_> = summary.paths.iter().filter(|path| holds(&path.condition)).collect();
        let [path] = taken.as_slice() else {
            return Some(format!("{} paths for {run:?}", taken.len()));
        };
        let outcome = terms.evaluate(path.outcome, &model);
        if (outcome == 6) != run.panicked || (path.fate == Fate::Dead) != run.panicked {
            return Some(format!("outcome {outcome}, {:?} for {run:?}", path.fate));
        }
        if run.panicked {
            continue;
        }
        let told = path.after.iter().flat_map(|after| &after.features);
        let told = told.filter(|feature| terms.evaluate(feature.exists, &model) == 1);
        let told: BTreeMap<u64, i128> = told
            .map(|feature| (feature.id, terms.evaluate(feature.value, &model) as i128))
            .collect();
        if told != run.features {
            return Some(format!("{told:?} for {run:?}"));
        }
    }
    None
}

/// Compares all cases; those named `partly…`, and no others, are not followed completely.
fn check_all(compiled: &Compiled, merging: bool) {
    let mut wrong = Vec::new();
    for (case, name) in compiled.names.iter().enumerate() {
        if name.starts_with("unrun") {
            continue;
        }
        let runs = run(compiled, case, 400);
        let (terms, summary) = execute(compiled, case, merging, None);
        if let Some(difference) = difference(&terms, &summary, &runs) {
            wrong.push(format!("{name}: {difference}"));
        }
        let gap = summary.gaps.first().map(|gap| format!("{} at {:?}", gap.reason, gap.place));
        if gap.is_some() != name.starts_with("partly") {
            wrong.push(format!("{name}: {} gaps: {gap:?}", summary.gaps.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_run_is_told_by_one_path() {
    check_all(plain(), true);
}

#[test]
fn every_run_is_told_by_one_path_without_merging() {
    check_all(plain(), false);
}

/// What the executor finds of the case of that name.
fn case(name: &str) -> (Terms, Summary) {
    let compiled = plain();
    let case = compiled.names.iter().position(|known| known == name).expect("a case");
    execute(compiled, case, true, None)
}

fn reasons(summary: &Summary) -> Vec<String> {
    let mut reasons: Vec<String> = summary.gaps.iter().map(|gap| gap.reason.to_string()).collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

#[test]
fn a_panic_during_cleanup_is_not_taken_for_a_panic() {
    let (_, summary) = case("unrun_panics_twice");
    let reasons = reasons(&summary);
    assert!(reasons.len() == 1 && reasons[0].contains("may itself panic"), "{reasons:?}");
}

#[test]
fn a_panic_that_may_not_leave_a_function_is_an_abort() {
    let (terms, summary) = case("unrun_aborts");
    assert_eq!(reasons(&summary), Vec::<String>::new());
    let mut outcomes: Vec<_> =
        summary.paths.iter().map(|path| terms.as_constant(path.outcome)).collect();
    outcomes.sort();
    assert_eq!(outcomes, [Some(0), Some(7)]);
}

#[test]
fn formatted_text_may_be_any_text() {
    let (terms, summary) = case("unrun_formats");
    assert_eq!(reasons(&summary), Vec::<String>::new());
    let restrictions: Vec<String> = summary.restrictions.iter().map(ToString::to_string).collect();
    assert_eq!(restrictions, ["formatted text of at most 64 bytes"]);
    let mut solver = Builtin::new();
    let mut terms = terms;
    for (id, expected) in [(0, [false, true]), (1, [true, true]), (2, [true, true])] {
        let mut possible = [false; 2];
        for path in &summary.paths {
            let shown = path.after.as_ref().and_then(|after| after.feature(id)).expect("shown");
            for (value, possible) in possible.iter_mut().enumerate() {
                let value = terms.constant(128, value as u128);
                let mut assumptions = path.condition.clone();
                assumptions.push(terms.eq(shown.value, value));
                *possible |= matches!(
                    solver.check(&terms, &assumptions, &Budget::default()),
                    Answer::Satisfiable(_)
                );
            }
        }
        assert_eq!(possible, expected, "{id}");
    }
}

#[test]
fn an_input_of_two_types_is_not_followed() {
    let (_, summary) = case("unrun_two_types");
    assert_eq!(reasons(&summary), ["unsupported: one input that is read in two ways"]);
}

#[test]
fn seeded_errors_are_noticed() {
    let compiled = plain();
    let seeded = [
        (Fault::Comparison, "of_u8::comparisons"),
        (Fault::DroppedFork, "matches"),
        (Fault::Addition, "of_u16::arithmetic"),
        (Fault::LostStore, "array_write_then_read"),
    ];
    for (fault, name) in seeded {
        let case = compiled.names.iter().position(|known| known == name).expect("a case");
        let runs = run(compiled, case, 400);
        let (terms, summary) = execute(compiled, case, true, Some(fault));
        assert!(difference(&terms, &summary, &runs).is_some(), "{fault:?} in {name}");
    }
}
