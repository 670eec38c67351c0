//! Asking the probe's driver, whatever user code does to it.
//!
//! The driver is a process that may abort, exit, hang or run out of memory in any call. When it
//! does, a fresh one repeats the unanswered queries carefully, announcing each call; the call that
//! was announced last is the one that did it, and its outcome is `abort` or `timeout`. Kept states
//! are known by how they were reached, so that they outlive the process.

mod process;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tlv::wire;
use tlv_core::{
    After, Answer, Call, Choice, Event, Outcome, Query, Signature, Start, StateId, Step, Stop,
    System, Valuation, Witness,
};

use self::process::{Process, Received};

/// A driver that says nothing for this long is made to work carefully.
const SUSPICIOUS_SILENCE: Duration = Duration::from_secs(1);

/// A call that takes longer than this when it is watched has the outcome `timeout`.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(2);

/// A call that used less processor time than half of the time-out may have had to wait for others,
/// not for itself. It is then watched this many times as long before it counts as timed out.
const WAITS: u32 = 5;

/// How long a driver may take to come up and to answer what involves no user code.
const PATIENCE: Duration = Duration::from_secs(60);

/// Queries sent at once: enough to make the exchange cheap, few enough to repeat.
const BATCH: usize = 2048;

/// How many states with the same valuation are kept.
const KEPT_PER_VALUATION: u32 = 128;

/// Why no answer could be had. What user code does is an answer, never an error.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The executable could not be started.
    #[error("cannot start the probe {path}: {source}", path = path.display())]
    Start {
        /// The executable.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The executable is not a driver, or of another version.
    #[error(
        "the probe speaks version {found} of the wire format, this cargo-tlv speaks {}; \
         use the same version of `tlv` and `cargo-tlv`",
        wire::VERSION
    )]
    Version {
        /// What it speaks.
        found: u32,
    },
    /// It ended or fell silent where no user code runs, or it does not keep to the format.
    #[error("the probe's driver {what}{}", output_after(output))]
    Lost {
        /// What it did.
        what: String,
        /// What it printed last.
        output: String,
    },
}

fn output_after(output: &str) -> String {
    match output.trim() {
        "" => String::new(),
        output => format!("; it printed last:\n{output}"),
    }
}

/// The annotated types in a probe.
///
/// # Errors
/// When the driver does not answer.
pub fn subjects(executable: &std::path::Path) -> Result<Vec<wire::Subject>, Error> {
    let mut process = Process::start(executable, PATIENCE)?;
    match process.ask(&wire::Request::Describe, PATIENCE)? {
        wire::Reply::Subjects(subjects) => Ok(subjects),
        other => Err(process.lost(format!("answered {other:?} out of order"))),
    }
}

/// A type in a probe, as a system to learn.
pub struct Driver {
    executable: PathBuf,
    subject: u32,
    options: wire::Options,
    signature: Signature,
    process: Option<Process>,
    recipes: Vec<wire::Recipe>,
    observed: Observed,
    calls: Arc<AtomicU64>,
    given: Given,
}

/// What came of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum StepAnswer {
    /// The process lived to tell.
    Stepped(wire::Stepped),
    /// It did not.
    Ended {
        /// `abort` or `timeout`.
        how: Outcome,
        /// What ran then: 0 for the making of the object, then the calls; `None` if it was neither,
        /// but a `Drop` for instance.
        position: Option<u32>,
    },
}

/// What was noticed besides the answers.
#[derive(Debug, Default, Clone)]
pub struct Observed {
    /// Calls that were made only to reach a kept state again.
    pub replayed_calls: u64,
    /// How often a fresh driver was needed.
    pub restarts: u64,
    /// For each of the user's invariants that was seen broken, calls after which it is.
    pub broken: BTreeMap<usize, Witness>,
    /// Predicates that panicked when they were evaluated.
    pub unevaluable: u128,
    /// Bytes that user code printed.
    pub printed: u64,
}

impl Driver {
    /// A driver for the type `subject` of a probe.
    #[must_use]
    pub fn new(executable: PathBuf, subject: u32, about: &wire::Subject, bound: u32) -> Self {
        let event = |event: &wire::Event| Event {
            name: event.name.clone(),
            has_choices: !event.params.is_empty(),
        };
        let signature = Signature {
            constructors: about.constructors.iter().map(event).collect(),
            methods: about.methods.iter().map(event).collect(),
            n_predicates: about.predicates.len(),
            repetitions: about.repetitions,
        };
        let options =
            wire::Options { bound, snapshots: true, kept_per_valuation: KEPT_PER_VALUATION };
        Driver {
            executable,
            subject,
            options,
            signature,
            process: None,
            recipes: Vec::new(),
            observed: Observed::default(),
            calls: Arc::default(),
            given: Given::default(),
        }
    }

    /// Takes values for the arguments of a call: [`Choice::Given`] with the number returned.
    pub fn give(&mut self, script: Vec<(u64, u128)>) -> Choice {
        let scripts = &mut self.given.scripts;
        let known = scripts.iter().position(|known| *known == script);
        let number = known.unwrap_or_else(|| {
            scripts.push(script);
            scripts.len() - 1
        });
        Choice::Given(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// Forgets all that was kept and noticed. From then on kept states are copied, or reached anew.
    pub fn start_afresh(&mut self, copies: bool) {
        self.options.snapshots = copies;
        self.observed = Observed::default();
        self.process = None;
        self.recipes.clear();
    }

    /// Whether kept states are copied where they can be, and not reached anew.
    #[must_use]
    pub fn copies(&self) -> bool {
        self.options.snapshots
    }

    /// What was noticed besides the answers.
    #[must_use]
    pub fn observed(&self) -> Observed {
        let running = self.process.as_ref().map_or(0, Process::printed);
        Observed { printed: self.observed.printed + running, ..self.observed.clone() }
    }

    /// Runs witnesses once more, with their arguments as text and what is known of a panic. Of a
    /// witness whose last call is `deadly` for the process, only the arguments of that are made.
    ///
    /// # Errors
    /// When no driver can be had.
    pub fn describe(&mut self, witnesses: &[(&Witness, bool)]) -> Result<Vec<wire::Answer>, Error> {
        let queries: Vec<wire::Query> = witnesses
            .iter()
            .map(|(witness, deadly)| wire::Query {
                start: wire::Start::Construct(self.given.call(&witness.construct)),
                calls: witness.calls.iter().map(|call| self.given.call(call)).collect(),
                keep: false,
                until_left: false,
                detail: true,
                dry_last: *deadly,
            })
            .collect();
        let answers = self.run_wire(&queries)?;
        Ok(answers.into_iter().map(|ended| ended.answer).collect())
    }

    /// The numbers that were met in described objects, with their levels.
    ///
    /// # Errors
    /// When no driver can be had.
    pub fn features(&mut self) -> Result<Vec<wire::Feature>, Error> {
        let process = self.ready()?;
        match process.ask(&wire::Request::Features, PATIENCE)? {
            wire::Reply::Features(features) => Ok(features),
            other => Err(process.lost(format!("answered {other:?} out of order"))),
        }
    }

    /// Makes single steps, such as ones that a solver found.
    ///
    /// # Errors
    /// When no driver can be had.
    pub fn step(&mut self, queries: &[wire::StepQuery]) -> Result<Vec<StepAnswer>, Error> {
        let mut answers = Vec::with_capacity(queries.len());
        let mut suspect = None;
        while answers.len() < queries.len() {
            let next = answers.len();
            let batch = &queries[next..queries.len().min(next + BATCH)];
            let Some((how, position)) = self.attempt_steps(batch, &mut answers)? else { continue };
            // Objects of earlier steps fill the process, and the machine may have been busy: only
            // what ends a fresh process as well is held against the step.
            if suspect == Some(next) && answers.len() == next {
                answers.push(StepAnswer::Ended { how, position });
            } else {
                suspect = Some(answers.len());
            }
        }
        Ok(answers)
    }

    /// Sends steps to a process and collects answers until all are there or it is lost: then tells
    /// how, and what was announced last.
    fn attempt_steps(
        &mut self,
        queries: &[wire::StepQuery],
        answers: &mut Vec<StepAnswer>,
    ) -> Result<Option<(Outcome, Option<u32>)>, Error> {
        let expected = answers.len() + queries.len();
        let process = self.ready()?;
        let mut begun = None;
        let (mut waits, mut used) = (0, process.processor_time());
        let request = wire::Request::Step(queries.to_vec());
        let mut lost = process.send(&request).is_err().then_some(Outcome::Abort);
        while lost.is_none() {
            match process.receive(CALL_TIMEOUT) {
                Received::Reply(wire::Reply::Stepped(stepped)) if answers.len() < expected => {
                    answers.push(StepAnswer::Stepped(stepped));
                    begun = None;
                }
                Received::Reply(wire::Reply::Begin { step, .. }) => {
                    begun = step;
                    (waits, used) = (0, process.processor_time());
                }
                Received::Reply(wire::Reply::Ready) if answers.len() == expected => {
                    return Ok(None);
                }
                Received::Reply(other) => {
                    return Err(process.lost(format!("answered {other:?} out of order")));
                }
                Received::Malformed(error) => {
                    return Err(process.lost(format!("cannot be understood: {error}")));
                }
                Received::Silence => {
                    waits += 1;
                    let busy = process.processor_time().saturating_sub(used) >= CALL_TIMEOUT / 2;
                    if busy || waits >= WAITS {
                        lost = Some(Outcome::Timeout);
                    }
                }
                Received::Gone => lost = Some(Outcome::Abort),
            }
        }
        self.end_process();
        Ok(lost.map(|how| (how, begun)))
    }

    /// Counts the calls as they are answered.
    #[must_use]
    pub fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.calls)
    }

    /// A running process that knows everything that was kept.
    fn ready(&mut self) -> Result<&mut Process, Error> {
        if self.process.is_none() {
            let mut process = Process::start(&self.executable, PATIENCE)?;
            let select =
                wire::Request::Select { subject: self.subject, options: self.options.clone() };
            process.ask(&select, PATIENCE)?;
            if !self.recipes.is_empty() {
                process.ask(&wire::Request::Restore(self.recipes.clone()), PATIENCE)?;
            }
            self.process = Some(process);
        }
        Ok(self.process.as_mut().expect("it has just been started"))
    }

    fn end_process(&mut self) {
        if let Some(process) = self.process.take() {
            self.observed.printed += process.printed();
            self.observed.restarts += 1;
        }
    }

    /// Runs queries; each is answered, and says whether its last call ended the process.
    fn run_wire(&mut self, queries: &[wire::Query]) -> Result<Vec<Ended>, Error> {
        let mut answers: Vec<Ended> = Vec::with_capacity(queries.len());
        while answers.len() < queries.len() {
            let next = answers.len()..queries.len().min(answers.len() + BATCH);
            let batch = &queries[next];
            let answered = self.attempt(batch, false)?;
            let complete = answered.lost.is_none();
            answers.extend(answered.answers.into_iter().map(Ended::alive));
            if !complete {
                // Whatever it was, only the rest of this batch is repeated, and carefully.
                let rest = &batch[answered.count..];
                answers.extend(self.run_carefully(rest)?);
            }
        }
        Ok(answers)
    }

    /// Repeats queries carefully until one of them ends the process or all are answered.
    fn run_carefully(&mut self, queries: &[wire::Query]) -> Result<Vec<Ended>, Error> {
        let answered = self.attempt(queries, true)?;
        let mut answers: Vec<Ended> = answered.answers.into_iter().map(Ended::alive).collect();
        let (Some((how, begun)), Some(query)) = (answered.lost, queries.get(answered.count)) else {
            return Ok(answers);
        };
        let Some(step) = begun.flatten() else {
            // It happened on the way to a kept state that was reached before, or outside of a call.
            answers.push(Ended::alive(wire::Answer::empty(wire::Stop::Diverged)));
            return Ok(answers);
        };
        // What went before the call is run again, for its steps; then the call is added.
        let before = steps_before(query, step as usize);
        let steps = match before {
            None => Vec::new(),
            Some(before) => {
                let mut again = self.attempt(&[before], true)?;
                match again.answers.pop() {
                    Some(answer) if answer.steps.len() == step as usize => answer.steps,
                    // It went another way this time: not something to learn from.
                    _ => {
                        answers.push(Ended::alive(wire::Answer::empty(wire::Stop::Diverged)));
                        return Ok(answers);
                    }
                }
            }
        };
        let answer = wire::Answer { steps, ..wire::Answer::empty(wire::Stop::Over) };
        answers.push(Ended { answer, how: Some(how) });
        Ok(answers)
    }

    /// Sends queries to a process and collects answers until all are there or it is lost.
    fn attempt(&mut self, queries: &[wire::Query], careful: bool) -> Result<Answered, Error> {
        let silence = if careful { CALL_TIMEOUT } else { SUSPICIOUS_SILENCE };
        let request = wire::Request::Run { queries: queries.to_vec(), careful };
        let process = self.ready()?;
        let mut answered = Answered { answers: Vec::new(), count: 0, lost: None };
        let mut begun = None;
        let mut waits = 0;
        let mut used = process.processor_time();
        let mut lost = process.send(&request).is_err().then_some(Outcome::Abort);
        while lost.is_none() {
            match process.receive(silence) {
                Received::Reply(wire::Reply::Answer(answer)) => {
                    answered.answers.push(answer);
                    begun = None;
                }
                Received::Reply(wire::Reply::Begin { step, .. }) => {
                    begun = Some(step);
                    (waits, used) = (0, process.processor_time());
                }
                Received::Reply(wire::Reply::Ready) => break,
                Received::Reply(other) => {
                    return Err(process.lost(format!("answered {other:?} out of order")));
                }
                Received::Malformed(error) => {
                    return Err(process.lost(format!("cannot be understood: {error}")));
                }
                Received::Silence => {
                    waits += 1;
                    let busy = process.processor_time().saturating_sub(used) >= CALL_TIMEOUT / 2;
                    if !careful || busy || waits >= WAITS {
                        lost = Some(Outcome::Timeout);
                    }
                }
                Received::Gone => lost = Some(Outcome::Abort),
            }
        }
        answered.count = answered.answers.len();
        for (query, answer) in queries.iter().zip(&answered.answers) {
            self.note(query, answer);
        }
        if let Some(how) = lost {
            self.end_process();
            answered.lost = Some((how, begun));
        }
        Ok(answered)
    }

    /// Remembers how states were kept, and what else an answer tells.
    fn note(&mut self, query: &wire::Query, answer: &wire::Answer) {
        self.calls.fetch_add(answer.steps.len() as u64, Ordering::Relaxed);
        self.observed.replayed_calls += u64::from(answer.replayed);
        let constructed = usize::from(matches!(query.start, wire::Start::Construct(_)));
        for (index, step) in answer.steps.iter().enumerate() {
            let made = (index + 1).saturating_sub(constructed);
            let calls = &query.calls[..made.min(query.calls.len())];
            self.observed.unevaluable |= step.unevaluable;
            if let (Some(state), wire::After::Alive(valuation)) = (step.kept, step.after) {
                self.recipes.push(wire::Recipe {
                    state,
                    start: query.start.clone(),
                    calls: calls.to_vec(),
                    valuation,
                    fingerprint: step.fingerprint,
                });
            }
            let broken = (0..64).take_while(|&invariant| step.broken >> invariant != 0);
            for invariant in broken.filter(|invariant| step.broken >> invariant & 1 == 1) {
                let length = |witness: &Witness| witness.calls.len();
                let known = self.observed.broken.get(&invariant).map(length);
                if let Some(witness) = self.witness(&query.start, calls)
                    && known.is_none_or(|known| length(&witness) < known)
                {
                    self.observed.broken.insert(invariant, witness);
                }
            }
        }
    }

    /// The calls from a constructor that a start and calls stand for.
    fn witness(&self, start: &wire::Start, calls: &[wire::Call]) -> Option<Witness> {
        let mut all: Vec<wire::Call> = calls.to_vec();
        let mut start = start;
        loop {
            match start {
                wire::Start::Construct(construct) => {
                    let calls =
                        all.iter().map(|call| self.given.back(call)).collect::<Option<_>>()?;
                    return Some(Witness { construct: self.given.back(construct)?, calls });
                }
                wire::Start::Kept(state) => {
                    let recipe = self.recipes.iter().find(|recipe| recipe.state == *state)?;
                    all.splice(0..0, recipe.calls.iter().cloned());
                    start = &recipe.start;
                }
            }
        }
    }
}

/// What an attempt brought.
struct Answered {
    answers: Vec<wire::Answer>,
    count: usize,
    /// How the process was lost, and the step that was announced last, if any was.
    lost: Option<(Outcome, Option<Option<u32>>)>,
}

/// An answer, and how the call after its last step ended the process, if it did.
struct Ended {
    answer: wire::Answer,
    how: Option<Outcome>,
}

impl Ended {
    fn alive(answer: wire::Answer) -> Self {
        Ended { answer, how: None }
    }
}

/// The query up to the step, or `None` if there is nothing before it.
fn steps_before(query: &wire::Query, step: usize) -> Option<wire::Query> {
    let constructs = matches!(query.start, wire::Start::Construct(_));
    let calls = step.checked_sub(usize::from(constructs))?;
    let none = !constructs && calls == 0;
    (!none).then(|| wire::Query { calls: query.calls[..calls].to_vec(), ..query.clone() })
}

impl System for Driver {
    type Error = Error;

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&mut self, queries: &[Query]) -> Result<Vec<Answer>, Error> {
        let mut answers = Vec::with_capacity(queries.len());
        // Batch by batch, as what goes over the wire is several times larger than what stays.
        for batch in queries.chunks(BATCH) {
            let batch: Vec<wire::Query> =
                batch.iter().map(|query| self.given.query(query)).collect();
            answers.extend(self.run_wire(&batch)?.into_iter().map(from_answer));
        }
        Ok(answers)
    }
}

/// Values that were given to the driver, by number.
#[derive(Debug, Clone, Default)]
struct Given {
    scripts: Vec<Vec<(u64, u128)>>,
}

impl Given {
    fn query(&self, query: &Query) -> wire::Query {
        wire::Query {
            start: match query.start {
                Start::Construct(call) => wire::Start::Construct(self.call(&call)),
                Start::Kept(StateId(state)) => wire::Start::Kept(state),
            },
            calls: query.calls.iter().map(|call| self.call(call)).collect(),
            keep: query.keep,
            until_left: query.until_left,
            detail: false,
            dry_last: false,
        }
    }

    fn call(&self, call: &Call) -> wire::Call {
        let choice = match call.choice {
            Choice::Nth(number) => wire::Choice::Nth(number),
            Choice::Random(seed) => wire::Choice::Random(seed),
            Choice::Given(number) => {
                wire::Choice::Script(self.scripts.get(number as usize).cloned().unwrap_or_default())
            }
        };
        wire::Call { event: u16::try_from(call.event.index()).unwrap_or(u16::MAX), choice }
    }

    /// `None` for calls that the learner cannot have asked for.
    fn back(&self, call: &wire::Call) -> Option<Call> {
        let choice = match &call.choice {
            wire::Choice::Nth(number) => Choice::Nth(*number),
            wire::Choice::Random(seed) => Choice::Random(*seed),
            wire::Choice::Script(script) => {
                let number = self.scripts.iter().position(|known| known == script)?;
                Choice::Given(u32::try_from(number).ok()?)
            }
        };
        Some(Call { event: tlv_core::EventId::from_index(usize::from(call.event)), choice })
    }
}

fn from_answer(ended: Ended) -> Answer {
    let mut steps: Vec<Step> = ended.answer.steps.iter().map(from_step).collect();
    if let Some(outcome) = ended.how {
        let after = After::Dead;
        steps.push(Step { outcome, after, fingerprint: 0, space: 1, kept: None });
    }
    let stop = match ended.answer.stop {
        wire::Stop::Completed => Stop::Completed,
        wire::Stop::Left => Stop::Left,
        wire::Stop::Over => Stop::Over,
        wire::Stop::Rejected => Stop::Rejected,
        wire::Stop::Diverged => Stop::Diverged,
    };
    Answer { steps, stop }
}

fn from_step(step: &wire::Step) -> Step {
    Step {
        outcome: from_outcome(step.outcome),
        after: match step.after {
            wire::After::Alive(bits) => After::Alive(Valuation::from_bits(bits)),
            wire::After::Dead => After::Dead,
            wire::After::Ended => After::Ended,
        },
        fingerprint: step.fingerprint,
        space: step.space,
        kept: step.kept.map(StateId),
    }
}

/// An outcome as the learner knows it.
#[must_use]
pub fn from_outcome(outcome: wire::Outcome) -> Outcome {
    match outcome {
        wire::Outcome::Ok => Outcome::Ok,
        wire::Outcome::Err => Outcome::Err,
        wire::Outcome::Some => Outcome::Some,
        wire::Outcome::None => Outcome::None,
        wire::Outcome::True => Outcome::True,
        wire::Outcome::False => Outcome::False,
        wire::Outcome::Panic => Outcome::Panic,
    }
}
