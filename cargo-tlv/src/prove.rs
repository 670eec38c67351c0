//! From a probe's LLVM IR to a proof about one of its types.
//!
//! The executor summarises each constructor and method once, several at a time; the prover asks the
//! summaries, and whatever it finds is run natively by the driver before it is believed. What
//! was found is handed to the learner as calls to try from a constructor, so that an edge that only
//! a solver finds can still become one that was observed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tlv::wire;
use tlv_core::{After, Call, EventId, Learned, Outcome, Valuation, Witness};
use tlv_symbolic::exec::{Cost, Inputs, Limits, Program, SequenceLimits, Worker};
use tlv_symbolic::ir::Module;
use tlv_symbolic::prove::{
    Event, Facts, Feature, FeatureKind, Knowledge, Native, Numbers, Observation, Prediction, Proof,
    Prover, Question, Seen, Value,
};
use tlv_symbolic::solve::Budget;
use tlv_symbolic::summary::{Reason, Summary};
use tlv_symbolic::term::Terms;

use crate::driver::{self, Driver, StepAnswer, from_outcome};
use crate::engine::MakeSolver;

/// How long the solver may think about one question.
const QUERY: Duration = Duration::from_secs(2);

/// How long one method may be executed.
const METHOD: Duration = Duration::from_secs(20);

/// Calls of a sequence, at most.
const SEQUENCE_CALLS: u32 = 8;

/// What sequences of one length may cost in a proof, by the executor's measure.
const SEQUENCE_WORK: u64 = 1_500_000;

/// Known ways to a state that a newly found call is tried after.
const WAYS: usize = 12;

/// Numbers deeper in an object than this are not considered for invariants.
const DEEPEST: u32 = 1;

/// The first call of a summary makes the object, the next is the one it is about.
const MAKING: u32 = 1;

/// How much of a file is read at once, in bytes.
const BUFFER: usize = 1 << 18;

/// Reads the IR of a probe.
///
/// # Errors
/// When it cannot be read.
pub fn load(ir: &Path) -> Result<Program, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", ir.display());
    let file = std::fs::File::open(ir).map_err(|error| failed(&error))?;
    let file = std::io::BufReader::with_capacity(BUFFER, file);
    let module = Module::read(file).map_err(|error| failed(&error))?;
    Ok(Program::new(module))
}

/// What the executor says of a type.
#[derive(Default)]
pub struct Summaries {
    constructors: Vec<Summary>,
    methods: Vec<Summary>,
    /// What the variables of each constructor and method stand for.
    inputs: BTreeMap<Event, Inputs>,
    /// Whether objects come from sequences of calls, as their fields cannot be made.
    pub by_calls: bool,
    /// What the execution cost.
    pub cost: Cost,
}

/// How to summarise.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The largest collection.
    pub bound: u32,
    /// When everything has to be done.
    pub deadline: Instant,
    /// How many threads may work.
    pub jobs: usize,
    /// What the solver may try on one question, if not as much as its time allows.
    pub conflicts: Option<u64>,
    /// What sequences of one length may cost, by the executor's measure.
    pub sequence_work: u64,
    /// Who answers.
    pub solver: MakeSolver,
}

impl Settings {
    /// To prove.
    #[must_use]
    pub fn new(bound: u32, deadline: Instant, jobs: usize) -> Self {
        Settings {
            bound,
            deadline,
            jobs,
            conflicts: None,
            sequence_work: SEQUENCE_WORK,
            solver: MakeSolver::builtin(),
        }
    }

    /// Only to find ways to what is known to be feasible: no proof depends on it.
    #[must_use]
    pub fn for_a_look(&self) -> Self {
        Settings { conflicts: Some(500), sequence_work: SEQUENCE_WORK / 4, ..self.clone() }
    }

    fn limits(&self, time: Duration) -> Limits {
        Limits {
            bound: u64::from(self.bound),
            deadline: Some(self.deadline.min(Instant::now() + time)),
            query: self.budget(),
            ..Limits::default()
        }
    }

    /// What the solver may spend on one question.
    #[must_use]
    pub fn budget(&self) -> Budget {
        Budget {
            deadline: Some(self.deadline),
            per_query: Some(QUERY),
            conflicts: self.conflicts,
            ..Budget::default()
        }
    }
}

/// A type in a program, to be executed.
pub struct Execution<'a> {
    /// The program.
    pub program: &'a Program,
    /// Which type of the probe.
    pub subject: u32,
    /// What the macros say of it.
    pub about: &'a wire::Subject,
    /// Sequences, each a constructor and methods, after which it is worth looking: ways to states
    /// that were observed.
    pub guides: Vec<Vec<u32>>,
    /// How.
    pub settings: Settings,
}

impl Execution<'_> {
    fn worker(&self) -> Worker<'_> {
        Worker::new(self.program, self.settings.solver.make(), self.settings.limits(METHOD))
    }

    /// Executes all constructors and methods: on objects made from their fields; where those cannot
    /// be made, or a parameter only comes from earlier calls, on objects that calls lead to.
    ///
    /// # Errors
    /// When the probe cannot be executed at all; the text says why.
    pub fn summarise(&self) -> Result<Summaries, String> {
        let mut worker = self.worker();
        let (prepared, steps) = worker.prepare(u64::from(self.subject))?;
        if !self.about.opaque_fields.is_empty() || !worker.can_be_made(&prepared, steps) {
            return self.sequences();
        }
        let summarise = |event: Event| {
            let mut worker = self.worker();
            let summary = match event {
                Event::Constructor(id) => {
                    worker.summarise_constructor(&prepared, steps, id.index() as u64)
                }
                Event::Method(id) => worker.summarise_method(&prepared, steps, id.index() as u64),
            }?;
            let (inputs, cost) = (worker.inputs(), worker.cost());
            let (terms, _) = worker.into_parts();
            Ok::<_, String>((Summary { terms, ..summary }, inputs, cost))
        };
        let events = events(self.about);
        let mut summaries = Summaries::default();
        for (event, result) in
            events.iter().zip(in_parallel(&events, self.settings.jobs, summarise))
        {
            let (summary, inputs, cost) = result?;
            summaries.add(*event, summary, inputs);
            summaries.cost = sum(summaries.cost, cost);
        }
        if summaries.methods.iter().any(lacks_arguments) {
            // What only earlier calls return is there after these calls.
            let Summaries { methods, inputs, cost, .. } = self.sequences()?;
            summaries.cost = sum(summaries.cost, cost);
            for (index, (own, found)) in summaries.methods.iter_mut().zip(methods).enumerate() {
                if lacks_arguments(own) {
                    *own = found;
                    let event = Event::Method(EventId::from_index(index));
                    summaries.inputs.extend(inputs.get(&event).map(|own| (event, own.clone())));
                }
            }
        }
        Ok(summaries)
    }

    /// Executes all constructors, and all methods on objects that calls lead to.
    ///
    /// # Errors
    /// When the probe cannot be executed at all; the text says why.
    pub fn sequences(&self) -> Result<Summaries, String> {
        let mut worker = self.worker();
        let (prepared, steps) = worker.prepare(u64::from(self.subject))?;
        let limits = SequenceLimits { calls: SEQUENCE_CALLS, work: self.settings.sequence_work };
        let counts = (self.about.constructors.len(), self.about.methods.len());
        let sequences =
            worker.summarise_sequences(&prepared, steps, counts, &self.guides, limits)?;
        let inputs = worker.inputs();
        let mut summaries =
            Summaries { by_calls: true, cost: worker.cost(), ..Summaries::default() };
        let (terms, _) = worker.into_parts();
        let all = sequences.constructors.into_iter().chain(sequences.methods);
        for (event, summary) in events(self.about).into_iter().zip(all) {
            summaries.add(event, Summary { terms: terms.clone(), ..summary }, inputs.clone());
        }
        Ok(summaries)
    }
}

/// Whether there is no value of a parameter.
fn lacks_arguments(summary: &Summary) -> bool {
    summary.gaps.iter().any(|gap| gap.reason == Reason::NoValue)
}

impl Summaries {
    fn add(&mut self, event: Event, summary: Summary, inputs: Inputs) {
        match event {
            Event::Constructor(_) => self.constructors.push(summary),
            Event::Method(_) => self.methods.push(summary),
        }
        self.inputs.insert(event, inputs);
    }

    /// How many ways through the code there are.
    #[must_use]
    pub fn paths(&self) -> usize {
        self.constructors.iter().chain(&self.methods).map(|summary| summary.paths.len()).sum()
    }
}

/// The shortest observed way to each state, as a constructor and methods.
#[must_use]
pub fn guides(learned: &Learned) -> Vec<Vec<u32>> {
    let states = learned.abstraction.states.iter().map(|state| state.valuation);
    let shortest = states.filter_map(|state| ways(learned, state).into_iter().next());
    let position = |call: &Call| u32::try_from(call.event.index()).unwrap_or(u32::MAX);
    let guide = |way: Witness| {
        let methods = way.calls.iter().map(position);
        std::iter::once(position(&way.construct)).chain(methods).collect()
    };
    shortest.map(guide).collect()
}

fn sum(left: Cost, right: Cost) -> Cost {
    Cost {
        instructions: left.instructions + right.instructions,
        forks: left.forks + right.forks,
        merges: left.merges + right.merges,
        queries: left.queries + right.queries,
    }
}

/// All that can be called, constructors first.
fn events(about: &wire::Subject) -> Vec<Event> {
    let ids = |count: usize| (0..count).map(EventId::from_index);
    let constructors = ids(about.constructors.len()).map(Event::Constructor);
    constructors.chain(ids(about.methods.len()).map(Event::Method)).collect()
}

/// Does the work for each, several at once; results are in the order of the items.
pub(crate) fn in_parallel<T: Copy + Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<usize, R>> = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                while let Some((index, item)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    items.get(index).map(|item| (index, *item))
                } {
                    let result = work(item);
                    let mut results =
                        results.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    results.insert(index, result);
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.into_values().collect()
}

/// What was tried from a constructor: states, calls and how they should end.
pub type Tried = BTreeSet<(Option<Valuation>, Event, Outcome, After)>;

/// Proves by asking summaries, and replays by asking the driver.
pub struct Theorems {
    prover: Prover,
    inputs: BTreeMap<Event, Inputs>,
    by_calls: bool,
}

impl Theorems {
    /// Ready to prove.
    #[must_use]
    pub fn new(summaries: Summaries, about: &wire::Subject, solver: &MakeSolver) -> Self {
        let Summaries { constructors, methods, inputs, by_calls, .. } = summaries;
        let (predicates, invariants) = (about.predicates.len(), about.invariants.len());
        let solver = solver.clone();
        let make = move || solver.make();
        let prover = Prover::new(constructors, methods, predicates, invariants, make);
        Theorems { prover, inputs, by_calls }
    }

    /// Proves what can be proved beyond what is known.
    ///
    /// # Errors
    /// When no driver can be had.
    pub fn prove(
        &mut self,
        knowledge: &Knowledge,
        driver: &mut Driver,
        options: &tlv_symbolic::prove::Options,
    ) -> Result<Proof, driver::Error> {
        let mut replays =
            Replays { driver, inputs: &self.inputs, by_calls: self.by_calls, failed: None };
        let proof = self.prover.prove(knowledge, &mut replays, options);
        match replays.failed {
            Some(error) => Err(error),
            None => Ok(proof),
        }
    }

    /// The questions whose answers the last proof rests on.
    pub fn questions(&mut self) -> Vec<Question> {
        self.prover.questions()
    }

    /// The terms that questions about an event are in; none if there is no such event.
    #[must_use]
    pub fn terms(&self, event: Event) -> Option<&Terms> {
        self.prover.terms(event)
    }

    /// Runs a prediction once more, for people to see; none if it cannot be run.
    ///
    /// # Errors
    /// When no driver can be had.
    pub fn show(
        &self,
        prediction: &Prediction,
        driver: &mut Driver,
    ) -> Result<Option<Box<wire::StepSeen>>, driver::Error> {
        let Prediction { event, history, values, .. } = prediction;
        let inputs = self.inputs.get(event);
        let Some(query) = query(*event, history, values, inputs, self.by_calls) else {
            return Ok(None);
        };
        Ok(match driver.step(&[query])?.pop() {
            Some(StepAnswer::Stepped(wire::Stepped::Seen(seen))) => Some(seen),
            _ => None,
        })
    }

    /// Calls from a constructor that may show what was found, for the learner to try: the values the
    /// solver found, after every known way to the state they were found for.
    /// Each is tried once: `tried` remembers.
    pub fn traces(
        &self,
        proof: &Proof,
        learned: &Learned,
        tried: &mut Tried,
        driver: &mut Driver,
    ) -> Vec<Witness> {
        let mut traces = Vec::new();
        for (birth, found) in &proof.births {
            let event = Event::Constructor(birth.constructor);
            if !tried.insert((None, event, birth.outcome, birth.after)) {
                continue;
            }
            let script = self.script(&found.prediction, MAKING);
            let construct = Call { event: birth.constructor, choice: driver.give(script) };
            traces.push(Witness { construct, calls: Vec::new() });
        }
        for (transition, found) in &proof.transitions {
            let event = Event::Method(transition.method);
            if !tried.insert((Some(transition.from), event, transition.outcome, transition.after)) {
                continue;
            }
            if let Some(trace) = self.whole_trace(&found.prediction, driver) {
                traces.push(trace);
                continue;
            }
            let script = self.script(&found.prediction, MAKING + 1);
            let call = Call { event: transition.method, choice: driver.give(script) };
            for way in ways(learned, transition.from).into_iter().take(WAYS) {
                let mut calls = way.calls.clone();
                calls.push(call);
                traces.push(Witness { construct: way.construct, calls });
            }
        }
        traces
    }

    /// The calls of a prediction that starts at a constructor.
    fn whole_trace(&self, prediction: &Prediction, driver: &mut Driver) -> Option<Witness> {
        let (constructor, methods) = prediction.history.split_first()?;
        let Event::Method(last) = prediction.event else { return None };
        let mut number = MAKING;
        let mut call = |event: EventId, driver: &mut Driver| {
            let script = self.script(prediction, number);
            number += 1;
            Call { event, choice: driver.give(script) }
        };
        let construct = call(EventId::from_index(*constructor as usize), driver);
        let mut calls = Vec::new();
        for method in methods {
            calls.push(call(EventId::from_index(*method as usize), driver));
        }
        calls.push(call(last, driver));
        Some(Witness { construct, calls })
    }

    fn script(&self, prediction: &Prediction, call: u32) -> Vec<(u64, u128)> {
        script(self.inputs.get(&prediction.event), &prediction.values, call)
    }
}

/// The ways from a constructor to a state that were observed, the shortest first.
fn ways(learned: &Learned, to: Valuation) -> Vec<Witness> {
    let abstraction = &learned.abstraction;
    let births =
        abstraction.constructions.iter().map(|(c, seen)| (abstraction.birth(c).after, seen));
    let edges =
        abstraction.edges.iter().map(|(edge, seen)| (abstraction.transition(edge).after, seen));
    let leading = births.chain(edges).filter(|(after, _)| *after == After::Alive(to));
    let mut ways: Vec<Witness> = leading.map(|(_, seen)| seen.witness.clone()).collect();
    ways.sort_by_key(|witness| witness.calls.len());
    ways
}

/// The values of one call as the driver takes them.
fn script(inputs: Option<&Inputs>, values: &[Value], call: u32) -> Vec<(u64, u128)> {
    let of_call = values.iter().filter(|value| value.call == call && !value.invented);
    let known = of_call.filter_map(|value| {
        let input = inputs?.get(&(value.call, value.id))?;
        Some((value.id, input.native(value.bits)))
    });
    known.collect()
}

/// The driver as what the prover replays on.
struct Replays<'a> {
    driver: &'a mut Driver,
    inputs: &'a BTreeMap<Event, Inputs>,
    by_calls: bool,
    failed: Option<driver::Error>,
}

impl Native for Replays<'_> {
    fn replay(&mut self, event: Event, history: &[u32], values: &[Value]) -> Seen {
        let inputs = self.inputs.get(&event);
        let Some(query) = query(event, history, values, inputs, self.by_calls) else {
            return Seen::CouldNot("its object has no history".to_owned());
        };
        let last = u32::try_from(query.calls.len()).unwrap_or(u32::MAX);
        match self.driver.step(&[query]) {
            Ok(mut answers) => match answers.pop() {
                Some(answer) => seen(answer, last),
                None => Seen::CouldNot("the driver did not answer".to_owned()),
            },
            Err(error) => {
                let text = error.to_string();
                self.failed.get_or_insert(error);
                Seen::CouldNot(text)
            }
        }
    }
}

/// The step that a prediction speaks of; none if it does not say where its object comes from.
fn query(
    event: Event,
    history: &[u32],
    values: &[Value],
    inputs: Option<&Inputs>,
    by_calls: bool,
) -> Option<wire::StepQuery> {
    let choice = |call: u32| wire::Choice::Script(script(inputs, values, call));
    let call = |position: usize, number: u32| wire::Call {
        event: u16::try_from(position).unwrap_or(u16::MAX),
        choice: choice(number),
    };
    Some(match (event, history.split_first()) {
        (Event::Constructor(id), _) => wire::StepQuery {
            start: wire::StepStart::Constructed(call(id.index(), MAKING)),
            calls: Vec::new(),
        },
        (Event::Method(id), Some((constructor, methods))) => {
            let start = wire::StepStart::Constructed(call(*constructor as usize, MAKING));
            let all = methods.iter().map(|method| *method as usize).chain([id.index()]);
            let calls = all.zip(MAKING + 1..).map(|(method, number)| call(method, number));
            wire::StepQuery { start, calls: calls.collect() }
        }
        (Event::Method(_), None) if by_calls => return None,
        (Event::Method(id), None) => wire::StepQuery {
            start: wire::StepStart::Made(choice(MAKING)),
            calls: vec![call(id.index(), MAKING + 1)],
        },
    })
}

fn seen(answer: StepAnswer, last: u32) -> Seen {
    match answer {
        StepAnswer::Stepped(wire::Stepped::Seen(step)) => {
            let Some(call) = &step.call else {
                return Seen::CouldNot("no call was made".to_owned());
            };
            Seen::Call(Observation {
                before: step.before.as_ref().map(facts),
                outcome: from_outcome(call.outcome),
                after: match call.after {
                    wire::After::Alive(bits) => After::Alive(Valuation::from_bits(bits)),
                    wire::After::Dead => After::Dead,
                    wire::After::Ended => After::Ended,
                },
                facts: step.after.as_ref().map(facts),
            })
        }
        StepAnswer::Stepped(wire::Stepped::NotMade { why, .. }) => Seen::CouldNot(match why {
            wire::NotMade::GaveUp => "the values do not satisfy an assumption".to_owned(),
            wire::NotMade::NoValue => "no value can be made".to_owned(),
        }),
        StepAnswer::Stepped(wire::Stepped::Over { .. }) => {
            Seen::CouldNot("an earlier call ended the object's life".to_owned())
        }
        StepAnswer::Ended { how, position } if position == Some(last) => {
            Seen::Call(Observation { before: None, outcome: how, after: After::Dead, facts: None })
        }
        StepAnswer::Ended { how, .. } => {
            let how = if how == Outcome::Timeout { "did not return" } else { "ended its process" };
            Seen::CouldNot(format!("the run {how} before the call"))
        }
    }
}

fn facts(sight: &wire::Sight) -> Facts {
    Facts {
        valuation: Valuation::from_bits(sight.valuation),
        invariants: (0..64).map(|index| sight.broken >> index & 1 == 0).collect(),
        numbers: sight
            .features
            .iter()
            .filter_map(|(id, number)| Some((*id, int(*number)?)))
            .collect(),
    }
}

fn int(number: wire::Number) -> Option<i128> {
    match number {
        wire::Number::Int(int) => Some(int),
        wire::Number::Float(_) => None,
    }
}

fn feature_kind(kind: wire::FeatureKind) -> FeatureKind {
    match kind {
        wire::FeatureKind::Number => FeatureKind::Number,
        wire::FeatureKind::Boolean => FeatureKind::Boolean,
        wire::FeatureKind::Variant(names) => {
            let count = names.iter().map(|(index, _)| *index as usize + 1).max().unwrap_or(0);
            let name = |index: usize| {
                let found = names.iter().find(|(position, _)| *position as usize == index);
                // A variant that was never met has no name yet.
                found.map_or_else(|| format!("_ /* {index} */"), |(_, name)| pattern(name))
            };
            FeatureKind::Variant((0..count).map(name).collect())
        }
    }
}

/// The variant as a pattern.
fn pattern(name: &str) -> String {
    match name {
        "None" => name.to_owned(),
        "Some" | "Ok" | "Err" => format!("{name}(_)"),
        _ => format!("{name} {{ .. }}"),
    }
}

/// What learning knows that a proof can use.
///
/// # Errors
/// When no driver can be had.
pub fn knowledge(learned: &Learned, driver: &mut Driver) -> Result<Knowledge, driver::Error> {
    let abstraction = &learned.abstraction;
    let fatal = |outcome: Outcome| matches!(outcome, Outcome::Abort | Outcome::Timeout);
    let edges = abstraction.edges.iter().map(|(edge, seen)| (&seen.witness, fatal(edge.outcome)));
    let births =
        abstraction.constructions.iter().map(|(c, seen)| (&seen.witness, fatal(c.outcome)));
    let witnesses: Vec<(&Witness, bool)> = births.chain(edges).collect();
    let answers = driver.describe(&witnesses)?;
    let features = driver.features()?;
    let mut samples: BTreeSet<Vec<(u64, i128)>> = BTreeSet::new();
    for step in answers.iter().flat_map(|answer| &answer.steps) {
        if let (wire::After::Alive(_), Some(detail)) = (step.after, &step.detail) {
            let numbers = detail.features.iter().filter_map(|(index, number)| {
                Some((features.get(*index as usize)?.id, int(*number)?))
            });
            samples.insert(numbers.collect());
        }
    }
    // Elements of arrays and what lies deeper would be many, and hardly say anything of the object.
    let mut named = features;
    named.retain(|feature| feature.level <= DEEPEST);
    named.sort_by(|a, b| (a.level, &a.name).cmp(&(b.level, &b.name)));
    Ok(Knowledge {
        births: abstraction.constructions.keys().map(|c| abstraction.birth(c)).collect(),
        transitions: abstraction.edges.keys().map(|edge| abstraction.transition(edge)).collect(),
        samples: samples
            .into_iter()
            .map(|sample| sample.into_iter().collect::<Numbers>())
            .collect(),
        features: named
            .into_iter()
            .map(|feature| Feature {
                id: feature.id,
                name: feature.name,
                kind: feature_kind(feature.kind),
            })
            .collect(),
        constants: BTreeSet::new(),
        broken: driver.observed().broken.into_keys().collect(),
    })
}
