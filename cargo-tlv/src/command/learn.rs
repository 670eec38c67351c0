//! `cargo tlv learn`: learns the protocol of each type, proves it, and prints it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use tlv_core::{Learned, Limits, Stopped, Witness, learn};
use tlv_symbolic::exec::Program;
use tlv_symbolic::prove::{self, Proof};

use super::protocol::{Builder, Texts, learned_notes, named_states};
use super::subjects::{self, Subject};
use super::{Session, describe};
use crate::args::{self, LearnArgs, ProvingArgs};
use crate::driver::{self, Driver};
use crate::engine::Engines;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::opinion::{Asking, Questions};
use crate::prove::{Execution, Settings, Theorems, Tried, guides, knowledge, load};
use crate::report;
use crate::report::document::{Abstraction, Report, Semantics, Stats, Verdict};

/// How often learning goes on with what a proof found.
const ROUNDS: usize = 6;

/// States that a proof looks at.
const MAX_STATES: usize = 512;

pub(super) fn run(
    session: &Session,
    args: &LearnArgs,
    engines: Engines,
) -> Result<ExitCode, Error> {
    let subjects = subjects::select(session, &args.common)?;
    let Findings { report, broken, saved } = find(session, &subjects, &args.proving, engines)?;
    let options = session.options(args.common.message_format, args.show_witnesses());
    session.terminal.results(&report::report(&report, &options))?;
    if !saved.is_empty() {
        return Err(Error::Disagreement { saved });
    }
    Ok(match (broken, report.complete) {
        (true, _) => ExitCode::Violated,
        (false, false) => ExitCode::Inconclusive,
        (false, true) => ExitCode::Success,
    })
}

/// What was found out about all types.
pub(super) struct Findings {
    /// The report.
    pub(super) report: Report,
    /// Whether an invariant of a user's does not hold.
    pub(super) broken: bool,
    /// Where questions were saved that engines answer differently.
    pub(super) saved: Vec<PathBuf>,
}

/// Learns and proves.
pub(super) fn find(
    session: &Session,
    subjects: &[Subject],
    args: &ProvingArgs,
    engines: Engines,
) -> Result<Findings, Error> {
    let deadline = Instant::now() + session.workspace.timeout();
    session.progress.phase(if args.no_prove { "learning" } else { "learning and proving" });
    let jobs = session.workspace.jobs().max(1) as usize;
    let wanted = Wanted {
        prove: !args.no_prove,
        semantics: args.semantics,
        bound: args.bound,
        deadline,
        // Types are done several at once; a single one has all threads to itself.
        jobs: (jobs / subjects.len().clamp(1, jobs)).max(1),
        programs: Programs::default(),
        engines,
        questions: args.engine.questions_directory(),
        disagreements: session.workspace.target_directory.join("tlv").join("disagreements"),
    };
    let learned = learn_all(session, subjects, &wanted);
    session.progress.finish();
    let learned: Vec<Protocol> = learned?;
    let complete = learned.iter().all(|protocol| protocol.complete);
    let broken = learned.iter().any(|protocol| protocol.broken);
    let saved: Vec<PathBuf> =
        learned.iter().flat_map(|protocol| protocol.disagreements.iter().cloned()).collect();
    let report = Report::new(complete, learned.into_iter().map(|p| p.abstraction).collect());
    Ok(Findings { report, broken, saved })
}

/// What is to be done with each type.
struct Wanted {
    prove: bool,
    semantics: args::Semantics,
    bound: Option<u32>,
    deadline: Instant,
    /// Threads for one type.
    jobs: usize,
    programs: Programs,
    engines: Engines,
    /// Where the questions that proofs rest on are to be saved, if at all.
    questions: Option<PathBuf>,
    /// Where questions are saved that are answered in two ways.
    disagreements: PathBuf,
}

/// A probe's program, read once for all types in it, or why it cannot be read.
type Loaded = Arc<OnceLock<Result<Program, String>>>;

/// The programs of the probes, each read when it is first needed.
#[derive(Default)]
struct Programs {
    by_file: Mutex<BTreeMap<PathBuf, Loaded>>,
}

impl Programs {
    fn get(&self, ir: &Path) -> Loaded {
        let mut by_file = self.by_file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let slot = Arc::clone(by_file.entry(ir.to_path_buf()).or_default());
        drop(by_file);
        slot.get_or_init(|| load(ir));
        slot
    }
}

/// What was learned of one type.
struct Protocol {
    abstraction: Abstraction,
    /// Whether learning ended by itself.
    complete: bool,
    /// Whether one of the user's invariants does not hold.
    broken: bool,
    /// Where questions were saved that are answered in two ways.
    disagreements: Vec<PathBuf>,
}

/// Learns the types, several at once, in any order; the result is in the order given.
fn learn_all(
    session: &Session,
    subjects: &[Subject],
    wanted: &Wanted,
) -> Result<Vec<Protocol>, Error> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<usize, Result<Protocol, Error>>> = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some((index, subject)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            subjects.get(index).map(|subject| (index, subject))
        } {
            let news = |calls: u64| {
                let detail = format!("{} ({calls} calls)", subject.about.path);
                session.progress.update(
                    done.load(Ordering::Relaxed),
                    Some(subjects.len()),
                    &detail,
                );
            };
            let protocol = learn_one(subject, &session.workspace.root, wanted, &news);
            done.fetch_add(1, Ordering::Relaxed);
            let mut results = results.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            results.insert(index, protocol);
        }
    };
    let jobs = session.workspace.jobs().max(1) as usize;
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(subjects.len()) {
            scope.spawn(work);
        }
    });
    let results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.into_values().collect()
}

fn learn_one(
    subject: &Subject,
    root: &Path,
    wanted: &Wanted,
    news: &dyn Fn(u64),
) -> Result<Protocol, Error> {
    let about = &subject.about;
    let named = named_states(about)?;
    if about.predicates.len() > tlv_core::MAX_PREDICATES {
        return Err(Error::Attribute {
            name: about.path.clone(),
            problem: format!(
                "there are {} predicates, and at most {} are possible; name those that matter in \
                 `predicates(…)`",
                about.predicates.len(),
                tlv_core::MAX_PREDICATES
            ),
        });
    }
    let failed = |problem: driver::Error| Error::driver(&subject.executable, &problem);
    let mut study = Study::new(subject, wanted, news);
    study.learn(&[]).map_err(failed)?;
    let mut proved = study.prove().map_err(failed)?;
    let Study { mut driver, learned, mut notes, mut stats, .. } = study;
    let proof = proved.as_ref().map(|(proof, _)| proof);
    let both = proved.as_ref().map(|(proof, theorems)| (proof, theorems));
    let texts = Texts::new(&mut driver, &learned, both, about, root).map_err(failed)?;
    let features = driver.features().map_err(failed)?;
    let observed = driver.observed();
    notes.extend(learned_notes(&learned, &observed, about));
    for (index, witness) in &observed.broken {
        let calls = texts.calls(witness).join("; ");
        let invariant = about.invariants.get(*index).map_or("", String::as_str);
        notes.push(format!("the invariant `{invariant}` does not hold after: {calls}"));
    }
    stats.peak_rss_kb = peak_memory();
    let builder = Builder::new(about, &learned, proof, &named, &texts, root, wanted.engines.name);
    let invariants = builder.invariants(&observed);
    let broken = invariants.iter().any(|invariant| invariant.verdict == Verdict::Refuted);
    let abstraction = Abstraction {
        package: about.package.clone(),
        name: about.name.clone(),
        path: about.path.clone(),
        semantics: match wanted.semantics {
            args::Semantics::Reachable => Semantics::Reachable,
            args::Semantics::Any => Semantics::Any,
        },
        opaque: !about.opaque_fields.is_empty(),
        predicates: describe::predicates(about),
        invariants,
        constructors: builder.constructors(),
        methods: describe::methods(about),
        states: builder.states(),
        transitions: builder.transitions(),
        obligations: builder.obligations(),
        properties: builder.properties(),
        drift: Vec::new(),
        skipped: describe::skipped(about),
        features: describe::features(features),
        notes,
        opinions: Vec::new(),
        stats,
    };
    let names = builder.state_names();
    let mut disagreements = Vec::new();
    let mut abstraction = abstraction;
    if let Some((_, theorems)) = &mut proved {
        let of = Questions { about, names, all: theorems.questions() };
        if let Some(directory) = &wanted.questions {
            of.emit(theorems, directory)?;
        }
        if !wanted.engines.second.is_empty() {
            let asking = Asking {
                engines: &wanted.engines.second,
                deadline: wanted.deadline,
                jobs: wanted.jobs,
                directory: &wanted.disagreements,
                ir: &subject.ir,
            };
            let comparison = asking.compare(theorems, &of)?;
            abstraction.opinions = comparison.opinions;
            disagreements = comparison.disagreements;
        }
    }
    let in_time = proved.is_none() || Instant::now() < wanted.deadline;
    let complete = learned.stopped == Stopped::Quiet && in_time;
    Ok(Protocol { abstraction, complete, broken, disagreements })
}

/// One type while it is learned and proved.
struct Study<'a> {
    subject: &'a Subject,
    wanted: &'a Wanted,
    news: &'a dyn Fn(u64),
    bound: u32,
    driver: Driver,
    learned: Learned,
    notes: Vec<String>,
    stats: Stats,
}

impl<'a> Study<'a> {
    fn new(subject: &'a Subject, wanted: &'a Wanted, news: &'a dyn Fn(u64)) -> Self {
        let about = &subject.about;
        let bound = about.bound.or(wanted.bound).unwrap_or(subject.settings.bound);
        Study {
            subject,
            wanted,
            news,
            bound,
            driver: Driver::new(subject.executable.clone(), subject.number, about, bound),
            learned: Learned::default(),
            notes: describe::notes(about),
            stats: Stats { build_ms: milliseconds(subject.build_time), ..Stats::default() },
        }
    }

    /// Learns from the beginning, trying the traces first.
    fn learn(&mut self, traces: &[Witness]) -> Result<(), driver::Error> {
        let started = Instant::now();
        let counter = self.driver.counter();
        let last_news = std::cell::Cell::new(started);
        let (news, deadline) = (self.news, self.wanted.deadline);
        let interrupted = || {
            let now = Instant::now();
            if now.duration_since(last_news.get()) > Duration::from_millis(100) {
                last_news.set(now);
                news(counter.load(Ordering::Relaxed));
            }
            now > deadline
        };
        let (limits, seed) = (Limits::default(), self.subject.settings.seed);
        let mut learned = learn(&mut self.driver, &limits, seed, traces, &interrupted)?;
        self.count(&learned);
        if learned.sharing_suspected {
            self.notes.push(
                "its clones share what can change: states are reached by calls, not copied"
                    .to_owned(),
            );
            self.driver.start_afresh(false);
            learned = learn(&mut self.driver, &limits, seed, traces, &interrupted)?;
            self.count(&learned);
        }
        self.learned = learned;
        self.stats.learn_ms += milliseconds(started.elapsed());
        Ok(())
    }

    fn count(&mut self, learned: &Learned) {
        let Stats { membership_queries, candidate_queries, calls, .. } = &mut self.stats;
        *membership_queries += learned.stats.membership_queries;
        *candidate_queries += learned.stats.candidate_queries;
        *calls += learned.stats.calls
            + learned.stats.constructor_calls
            + learned.stats.replay_calls
            + self.driver.observed().replayed_calls;
    }

    /// Proves what was learned, or learns on with what the proof finds: until it finds nothing that
    /// was not tried.
    fn prove(&mut self) -> Result<Option<(Proof, Theorems)>, driver::Error> {
        let about = &self.subject.about;
        let nothing = self.learned.abstraction.states.is_empty() || about.methods.is_empty();
        if !self.wanted.prove || nothing {
            return Ok(None);
        }
        let started = Instant::now();
        let learned_before = self.stats.learn_ms;
        let loaded = self.wanted.programs.get(&self.subject.ir);
        let program = match loaded.get() {
            Some(Ok(program)) => program,
            Some(Err(problem)) => return Ok(self.not_proved(problem)),
            None => return Ok(self.not_proved("the program was not read")),
        };
        let solver = self.wanted.engines.solver.clone();
        let settings = Settings {
            solver: solver.clone(),
            ..Settings::new(self.bound, self.wanted.deadline, self.wanted.jobs)
        };
        let options = prove::Options {
            semantics: match self.wanted.semantics {
                args::Semantics::Reachable => prove::Semantics::Reachable,
                args::Semantics::Any => prove::Semantics::Any,
            },
            budget: settings.budget(),
            jobs: self.wanted.jobs,
            max_states: MAX_STATES,
            replay_observed: true,
        };
        let guides = guides(&self.learned);
        let mut execution =
            Execution { program, subject: self.subject.number, about, guides, settings };
        let summaries = match execution.summarise() {
            Ok(summaries) => summaries,
            Err(problem) => return Ok(self.not_proved(&problem)),
        };
        self.stats.paths = summaries.paths() as u64;
        self.stats.solver_queries = summaries.cost.queries;
        let by_calls = summaries.by_calls;
        let mut theorems = Theorems::new(summaries, about, &solver);
        let mut tried = BTreeSet::new();
        let mut proof = self.prove_and_learn(&mut theorems, &mut tried, &options)?;
        self.stats.solver_queries += proof.queries;
        // What the solver found for objects with any fields may need several calls to be reached.
        if !by_calls && !proof.transitions.is_empty() && Instant::now() < self.wanted.deadline {
            execution.guides = crate::prove::guides(&self.learned);
            execution.settings = execution.settings.for_a_look();
            if let Ok(sequences) = execution.sequences() {
                self.stats.solver_queries += sequences.cost.queries;
                let mut reaching = Theorems::new(sequences, about, &solver);
                // Objects that calls lead to need no invariants.
                let any = prove::Options {
                    semantics: prove::Semantics::Any,
                    budget: execution.settings.budget(),
                    ..options.clone()
                };
                let found = self.prove_and_learn(&mut reaching, &mut BTreeSet::new(), &any)?;
                self.stats.solver_queries += found.queries;
                let before = proof.queries;
                proof = self.prove_and_learn(&mut theorems, &mut tried, &options)?;
                self.stats.solver_queries += proof.queries - before;
            }
        }
        let learning = Duration::from_millis(self.stats.learn_ms - learned_before);
        self.stats.prove_ms = milliseconds(started.elapsed().saturating_sub(learning));
        Ok(Some((proof, theorems)))
    }

    fn not_proved<T>(&mut self, problem: &str) -> Option<T> {
        self.notes.push(format!("not proved: {problem}"));
        None
    }

    /// Proves, tries what was found from a constructor, and proves again.
    fn prove_and_learn(
        &mut self,
        theorems: &mut Theorems,
        tried: &mut Tried,
        options: &prove::Options,
    ) -> Result<Proof, driver::Error> {
        let mut round = 1;
        loop {
            let known = knowledge(&self.learned, &mut self.driver)?;
            let proof = theorems.prove(&known, &mut self.driver, options)?;
            let mut traces = theorems.traces(&proof, &self.learned, tried, &mut self.driver);
            if traces.is_empty() || round >= ROUNDS || Instant::now() > self.wanted.deadline {
                return Ok(proof);
            }
            round += 1;
            // What is known already is not to be lost.
            let abstraction = &self.learned.abstraction;
            let seen = abstraction.constructions.values().chain(abstraction.edges.values());
            traces.extend(seen.map(|seen| seen.witness.clone()));
            let copies = self.driver.copies();
            self.driver.start_afresh(copies);
            self.learn(&traces)?;
        }
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The most memory this process had, in kilobytes; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
