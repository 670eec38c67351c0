//! What proofs of the papers' classes cost, beside one solver process for each obligation.
#![expect(clippy::print_stdout, reason = "a benchmark is a command that prints figures")]

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use cargo_tlv::driver::Driver;
use cargo_tlv::engine::MakeSolver;
use cargo_tlv::prove::{Execution, Settings, Theorems, guides, knowledge, load};
use tlv_core::{Learned, Limits, Witness, learn};
use tlv_symbolic::exec::Program;
use tlv_symbolic::prove::{Options, Proof, Question, Semantics, Verdict};
use tlv_symbolic::solve::{Answer, Budget, Builtin, Solver, smtlib};
use tlv_tests::bench::{self, Subject, grouped, subjects};
use tlv_tests::expected::SUBJECTS;

/// All of it is to be done in this time, and with this much memory.
const AIM: (Duration, u64) = (Duration::from_secs(5), 300);

/// A process for each obligation is to take so many times as long.
const AIMED_RATIO: f64 = 20.0;

/// As `cargo tlv learn` has it.
const ROUNDS: usize = 6;

/// More states than any of the classes has.
const MAX_STATES: usize = 512;

/// Our time for the obligations is so short that it is the median of several.
const REPETITIONS: usize = 5;

/// Seconds after which a solver process is given up.
const PROCESS_LIMIT: u32 = 60;

const CAVEATS: &str = "\
learn:   the driver's runs. execute: from LLVM IR to summaries. ask: invariants, transitions and
         the native runs of all models. One class after the other, one thread; the probe is built
         before, and reading its IR is counted once, in the total.
queries: all that the solver was asked, by the executor as well. peak: of this process.
pairs:   states and methods, and constructors; p proved, b bounded, u unknown.";

const COMPARED: &str = "\
Compared are the obligations that the proofs end with: for each pair that there is no other way to
end (unsatisfiable), for each edge that there is (satisfiable). Those that simplification decides
are left out on both sides. Ours: one solver for each method, new and in this process, asked all its
questions in turn, from terms to answers; the median of several runs. Processes: one for each
question, one after the other, from its start to its end, reading the question from a file; writing
that is not counted. Neither side's time includes the execution that gives the questions.";

fn main() -> ExitCode {
    bench::main(benchmark)
}

fn benchmark() -> Result<(), Box<dyn Error>> {
    let subjects = subjects("tlv-classes")?;
    let classes: Vec<&Subject> = classes(&subjects)?;
    let ir = &classes[0].ir;
    let started = Instant::now();
    let program = load(ir)?;
    let reading = started.elapsed();
    println!(
        "{:<14} {:>9} {:>9} {:>9} {:>8} {:>6} {:>6} {:>4} {:>4} {:>4} {:>9}",
        "class", "learn", "execute", "ask", "queries", "paths", "pairs", "p", "b", "u", "peak"
    );
    let mut proved = Vec::new();
    for subject in classes {
        if subject.ir != *ir {
            return Err("the classes are not in one probe".into());
        }
        let study = Study::new(subject, &program)?;
        study.costs.print(subject.name());
        proved.push((subject, study));
    }
    let mut total = Costs::default();
    for (_, study) in &proved {
        total.add(&study.costs);
    }
    total.print("all");
    let time = reading + total.time();
    let (aimed_time, aimed_memory) = AIM;
    println!(
        "\nlearn and prove all, {} for reading {} MB of IR included: {} (aim: below {} s)",
        seconds(reading),
        ir.metadata()?.len() >> 20,
        seconds(time),
        aimed_time.as_secs()
    );
    println!("peak memory: {} MB (aim: below {aimed_memory} MB)\n\n{CAVEATS}\n", total.peak >> 10);
    compare(&mut proved, total.time() - total.learn)
}

/// The main type of each of the papers' classes.
fn classes(subjects: &[Subject]) -> Result<Vec<&Subject>, Box<dyn Error>> {
    let mut seen = BTreeSet::new();
    let main = SUBJECTS.iter().filter(|subject| seen.insert(subject.class));
    main.map(|main| {
        let found = subjects.iter().find(|subject| subject.about.path == main.path);
        found.ok_or_else(|| format!("the fixture has no type `{}`", main.path).into())
    })
    .collect()
}

/// What learning and proving cost.
#[derive(Debug, Clone, Default)]
struct Costs {
    learn: Duration,
    execute: Duration,
    ask: Duration,
    queries: u64,
    paths: usize,
    /// Proved, bounded, unknown.
    verdicts: [usize; 3],
    /// In KB.
    peak: u64,
}

impl Costs {
    fn time(&self) -> Duration {
        self.learn + self.execute + self.ask
    }

    fn add(&mut self, other: &Costs) {
        self.learn += other.learn;
        self.execute += other.execute;
        self.ask += other.ask;
        self.queries += other.queries;
        self.paths += other.paths;
        for (sum, part) in self.verdicts.iter_mut().zip(other.verdicts) {
            *sum += part;
        }
        self.peak = self.peak.max(other.peak);
    }

    fn print(&self, name: &str) {
        let [proved, bounded, unknown] = self.verdicts;
        println!(
            "{name:<14} {:>9} {:>9} {:>9} {:>8} {:>6} {:>6} {proved:>4} {bounded:>4} {unknown:>4} {:>6} MB",
            seconds(self.learn),
            seconds(self.execute),
            seconds(self.ask),
            grouped(self.queries),
            grouped(self.paths as u64),
            proved + bounded + unknown,
            self.peak >> 10,
        );
    }
}

/// A class that was learned and proved.
struct Study {
    theorems: Theorems,
    costs: Costs,
}

impl Study {
    /// Does what `cargo tlv learn` does, with a clock.
    fn new(subject: &Subject, program: &Program) -> Result<Study, Box<dyn Error>> {
        forget_peak();
        let mut costs = Costs::default();
        let mut driver = subject.driver();
        let mut learned = timed(&mut costs.learn, || learn_once(subject, &mut driver, &[]))?;
        let deadline = Instant::now() + subject.settings.timeout;
        let settings = Settings::new(subject.bound(), deadline, 1);
        let summaries = timed(&mut costs.execute, || {
            let (guides, settings) = (guides(&learned), settings.clone());
            let about = &subject.about;
            Execution { program, subject: subject.number, about, guides, settings }.summarise()
        })?;
        costs.paths = summaries.paths();
        costs.queries = summaries.cost.queries;
        let options = Options {
            semantics: Semantics::Reachable,
            budget: settings.budget(),
            jobs: 1,
            max_states: MAX_STATES,
            replay_observed: true,
        };
        let mut theorems = timed(&mut costs.ask, || {
            Theorems::new(summaries, &subject.about, &MakeSolver::builtin())
        });
        let mut tried = BTreeSet::new();
        let mut round = 1;
        let proof = loop {
            let (proof, mut traces) = timed(&mut costs.ask, || {
                let known = knowledge(&learned, &mut driver)?;
                let proof = theorems.prove(&known, &mut driver, &options)?;
                let traces = theorems.traces(&proof, &learned, &mut tried, &mut driver);
                Ok::<_, Box<dyn Error>>((proof, traces))
            })?;
            if traces.is_empty() || round == ROUNDS {
                break proof;
            }
            round += 1;
            let abstraction = &learned.abstraction;
            let seen = abstraction.constructions.values().chain(abstraction.edges.values());
            traces.extend(seen.map(|seen| seen.witness.clone()));
            let copies = driver.copies();
            driver.start_afresh(copies);
            learned = timed(&mut costs.learn, || learn_once(subject, &mut driver, &traces))?;
        };
        costs.queries += proof.queries;
        costs.verdicts = verdicts(&proof);
        costs.peak = peak();
        Ok(Study { theorems, costs })
    }
}

fn learn_once(
    subject: &Subject,
    driver: &mut Driver,
    traces: &[Witness],
) -> Result<Learned, Box<dyn Error>> {
    let seed = subject.settings.seed;
    Ok(learn(driver, &Limits::default(), seed, traces, &|| false)?)
}

fn verdicts(proof: &Proof) -> [usize; 3] {
    let mut counts = [0; 3];
    for obligation in proof.constructors.iter().chain(proof.obligations.values()) {
        let kind = match obligation.verdict {
            Verdict::Proved => 0,
            Verdict::Bounded(_) => 1,
            Verdict::Unknown(_) => 2,
        };
        counts[kind] += 1;
    }
    counts
}

/// What the comparison of a class showed.
#[derive(Debug, Clone, Default)]
struct Comparison {
    questions: usize,
    /// Decided by simplification.
    trivial: usize,
    ours: Duration,
    /// None without the other solver.
    processes: Option<Duration>,
    /// Answers of ours that are not what the proof claims.
    unclaimed: usize,
    /// Answers of the other that are not ours.
    disagreements: usize,
    /// Questions that one of the two did not answer.
    unanswered: usize,
}

impl Comparison {
    fn add(&mut self, other: &Comparison) {
        self.questions += other.questions;
        self.trivial += other.trivial;
        self.ours += other.ours;
        self.processes = match (self.processes, other.processes) {
            (Some(a), Some(b)) => Some(a + b),
            (a, b) => a.or(b),
        };
        self.unclaimed += other.unclaimed;
        self.disagreements += other.disagreements;
        self.unanswered += other.unanswered;
    }

    fn print(&self, name: &str) {
        let processes = match self.processes {
            None => String::new(),
            Some(time) => {
                let (time, ratio) = (seconds(time), ratio(time, self.ours));
                format!("{time:>10} {ratio:>7.0} {:>9} {:>10}", self.disagreements, self.unanswered)
            }
        };
        let (all, trivial) = (self.questions, self.trivial);
        println!("{name:<14} {all:>9} {trivial:>8} {:>9} {processes}", seconds(self.ours));
    }
}

/// Answers the obligations of all proofs again, here and by one process each.
fn compare(proved: &mut [(&Subject, Study)], proving: Duration) -> Result<(), Box<dyn Error>> {
    let z3 = z3_starts()?;
    println!("{COMPARED}\n");
    let columns = match z3 {
        None => String::new(),
        Some(_) => {
            format!("{:>10} {:>7} {:>9} {:>10}", "z3", "ratio", "disagree", "unanswered")
        }
    };
    println!("{:<14} {:>9} {:>8} {:>9} {columns}", "class", "questions", "trivial", "ours");
    let directory = tempfile::tempdir()?;
    let mut total = Comparison::default();
    for (subject, study) in proved {
        let comparison = compare_one(&mut study.theorems, z3.is_some(), directory.path())?;
        comparison.print(subject.name());
        total.add(&comparison);
    }
    total.print("all");
    let asked = total.questions - total.trivial;
    println!("\n{} of our answers are not what the proofs claim (must be 0)", total.unclaimed);
    let (Some(start), Some(processes)) = (z3, total.processes) else {
        println!("z3 is not on the PATH: nothing to compare with");
        return Ok(());
    };
    println!("{} answers of z3 are not ours (must be 0)", total.disagreements);
    println!("ratio: {:.0} (aim: {AIMED_RATIO:.0} or more)", ratio(processes, total.ours));
    let starting = start * u32::try_from(asked)?;
    println!(
        "without starting the processes ({} each): {:.0}",
        seconds(start),
        ratio(processes.saturating_sub(starting), total.ours)
    );
    println!(
        "against all of execute and ask, which finds the obligations as well: {:.1}",
        ratio(processes, proving)
    );
    Ok(())
}

fn compare_one(
    theorems: &mut Theorems,
    z3: bool,
    directory: &Path,
) -> Result<Comparison, Box<dyn Error>> {
    let mut questions = theorems.questions();
    let mut comparison = Comparison { questions: questions.len(), ..Comparison::default() };
    for question in &questions {
        let constant = terms_of(theorems, question)?.as_constant(question.term);
        let expected = u128::from(question.claim.is_satisfiable());
        comparison.trivial += usize::from(constant.is_some());
        comparison.unclaimed += usize::from(constant.is_some_and(|value| value != expected));
    }
    let is_open = |question: &Question| {
        let terms = theorems.terms(question.event);
        terms.is_some_and(|terms| terms.as_constant(question.term).is_none())
    };
    questions.retain(is_open);
    let mut times = Vec::new();
    let mut ours = Vec::new();
    for _ in 0..REPETITIONS {
        let mut time = Duration::ZERO;
        ours = timed(&mut time, || answer_all(theorems, &questions))?;
        times.push(time);
    }
    times.sort_unstable();
    comparison.ours = times[times.len() / 2];
    for (question, answer) in questions.iter().zip(&ours) {
        let expected = question.claim.is_satisfiable();
        comparison.unclaimed += usize::from(answer.is_some_and(|answer| answer != expected));
    }
    if !z3 {
        comparison.unanswered = ours.iter().filter(|answer| answer.is_none()).count();
        return Ok(comparison);
    }
    let mut processes = Duration::ZERO;
    for (question, ours) in questions.iter().zip(ours) {
        let script = smtlib::script(terms_of(theorems, question)?, &[question.term]);
        let file = directory.join("question.smt2");
        std::fs::write(&file, script)?;
        match (ours, timed(&mut processes, || ask_z3(&file))?) {
            (Some(ours), Some(theirs)) => comparison.disagreements += usize::from(ours != theirs),
            _ => comparison.unanswered += 1,
        }
    }
    comparison.processes = Some(processes);
    Ok(comparison)
}

fn terms_of<'a>(
    theorems: &'a Theorems,
    question: &Question,
) -> Result<&'a tlv_symbolic::term::Terms, Box<dyn Error>> {
    theorems.terms(question.event).ok_or_else(|| "a question has no terms".into())
}

/// Whether each question, sorted by event, is satisfiable: one new solver for each event.
fn answer_all(
    theorems: &Theorems,
    questions: &[Question],
) -> Result<Vec<Option<bool>>, Box<dyn Error>> {
    let mut answers = Vec::with_capacity(questions.len());
    for of_event in questions.chunk_by(|a, b| a.event == b.event) {
        let mut solver = Builtin::new();
        for question in of_event {
            let terms = terms_of(theorems, question)?;
            answers.push(match solver.check(terms, &[question.term], &Budget::default()) {
                Answer::Satisfiable(_) => Some(true),
                Answer::Unsatisfiable => Some(false),
                Answer::Unknown(_) => None,
            });
        }
    }
    Ok(answers)
}

/// What a process of z3 says of a script.
fn ask_z3(script: &Path) -> Result<Option<bool>, Box<dyn Error>> {
    let output = Command::new("z3").arg(format!("-T:{PROCESS_LIMIT}")).arg(script).output()?;
    let text = String::from_utf8(output.stdout)?;
    match text.trim() {
        "sat" => Ok(Some(true)),
        "unsat" => Ok(Some(false)),
        "unknown" | "timeout" => Ok(None),
        other => Err(format!("z3 does not understand a question: {other}").into()),
    }
}

/// How long z3 takes to start and end; none if it is not installed.
fn z3_starts() -> Result<Option<Duration>, Box<dyn Error>> {
    let file = tempfile::NamedTempFile::with_suffix(".smt2")?;
    let nothing = tlv_symbolic::term::Terms::new();
    std::fs::write(&file, smtlib::script(&nothing, &[]))?;
    if Command::new("z3").arg("--version").output().is_err() {
        return Ok(None);
    }
    let mut times = Vec::new();
    for _ in 0..9 {
        let mut time = Duration::ZERO;
        timed(&mut time, || ask_z3(file.path()))?;
        times.push(time);
    }
    times.sort_unstable();
    Ok(Some(times[times.len() / 2]))
}

/// Does the work and adds its time.
fn timed<R>(time: &mut Duration, work: impl FnOnce() -> R) -> R {
    let started = Instant::now();
    let result = work();
    *time += started.elapsed();
    result
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64().max(1e-9)
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// Lets the peak begin anew, where the system can; elsewhere it is that of all before, too.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory this process had, in KB; 0 where the system does not tell.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
