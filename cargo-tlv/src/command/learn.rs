//! `cargo tlv learn`: learns the protocol of each type and prints it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tlv::wire;
use tlv_core::{
    BoolExpr, Evidence as Seen, Learned, Limits, NamedState, Note, Outcome, Stopped, Target,
    Valuation, Witness, learn, state_names,
};

use super::subjects::{self, Subject};
use super::{Session, describe};
use crate::args::LearnArgs;
use crate::driver::{self, Driver, Observed};
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::report::document::{
    Abstraction, Constructor, ConstructorOutcome, DEAD, END, Evidence, Invariant, InvariantOrigin,
    Obligation, Property, PropertyVerdict, Report, Semantics, State, Stats, Transition, Verdict,
};
use crate::report::{self, Options};

pub(super) fn run(session: &Session, args: &LearnArgs) -> Result<ExitCode, Error> {
    let subjects = subjects::select(session, &args.common)?;
    let deadline = Instant::now() + session.workspace.timeout();
    session.progress.phase("learning");
    let learned = learn_all(session, &subjects, deadline);
    session.progress.finish();
    let learned: Vec<Protocol> = learned?;
    let complete = learned.iter().all(|protocol| protocol.complete);
    let broken = learned.iter().any(|protocol| protocol.broken);
    let report = Report::new(complete, learned.into_iter().map(|p| p.abstraction).collect());
    let options = Options {
        format: args.common.message_format,
        width: session.terminal.width(),
        witnesses: args.show_witnesses(),
    };
    session.terminal.results(&report::report(&report, &options))?;
    Ok(match (broken, complete) {
        (true, _) => ExitCode::Violated,
        (false, false) => ExitCode::Inconclusive,
        (false, true) => ExitCode::Success,
    })
}

/// What was learned of one type.
struct Protocol {
    abstraction: Abstraction,
    /// Whether learning ended by itself.
    complete: bool,
    /// Whether one of the user's invariants does not hold.
    broken: bool,
}

/// Learns the types, several at once, in any order; the result is in the order given.
fn learn_all(
    session: &Session,
    subjects: &[Subject],
    deadline: Instant,
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
            let protocol = learn_one(subject, &session.workspace.root, deadline, &news);
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
    deadline: Instant,
    news: &dyn Fn(u64),
) -> Result<Protocol, Error> {
    let about = &subject.about;
    let started = Instant::now();
    let named = named_states(about)?;
    let mut notes = describe::notes(about);
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
    let bound = about.bound.unwrap_or(subject.settings.bound);
    let mut driver = Driver::new(subject.executable.clone(), subject.number, about, bound);
    let counter = driver.counter();
    let last_news = std::cell::Cell::new(Instant::now());
    let interrupted = || {
        let now = Instant::now();
        if now.duration_since(last_news.get()) > Duration::from_millis(100) {
            last_news.set(now);
            news(counter.load(Ordering::Relaxed));
        }
        now > deadline
    };
    let (limits, seed) = (Limits::default(), subject.settings.seed);
    let mut learned = learn(&mut driver, &limits, seed, &[], &interrupted).map_err(failed)?;
    if learned.sharing_suspected {
        notes.push(
            "its clones share what can change: states are reached by calls, not copied".to_owned(),
        );
        driver = driver.without_snapshots();
        learned = learn(&mut driver, &limits, seed, &[], &interrupted).map_err(failed)?;
    }
    let texts = Texts::new(&mut driver, &learned, about, root).map_err(failed)?;
    let features = driver.features().map_err(failed)?;
    let observed = driver.observed();
    notes.extend(learned_notes(&learned, &observed, about));
    let builder =
        Builder { about, learned: &learned, names: names(about, &named, &learned), texts: &texts };
    let invariants = builder.invariants(&observed);
    for (index, witness) in &observed.broken {
        let calls = texts.calls(witness).join("; ");
        let invariant = about.invariants.get(*index).map_or("", String::as_str);
        notes.push(format!("the invariant `{invariant}` does not hold after: {calls}"));
    }
    let stats = Stats {
        membership_queries: learned.stats.membership_queries,
        candidate_queries: learned.stats.candidate_queries,
        calls: learned.stats.calls
            + learned.stats.constructor_calls
            + learned.stats.replay_calls
            + observed.replayed_calls,
        build_ms: milliseconds(subject.build_time),
        learn_ms: milliseconds(started.elapsed()),
        peak_rss_kb: peak_memory(),
        ..Stats::default()
    };
    let abstraction = Abstraction {
        package: about.package.clone(),
        name: about.name.clone(),
        path: about.path.clone(),
        semantics: Semantics::Reachable,
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
        stats,
    };
    let complete = learned.stopped == Stopped::Quiet;
    Ok(Protocol { abstraction, complete, broken: !observed.broken.is_empty() })
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

/// The user's names for states.
fn named_states(about: &wire::Subject) -> Result<Vec<NamedState>, Error> {
    let predicates: Vec<&str> = about.predicates.iter().map(|p| p.name.as_str()).collect();
    let named = about.states.iter().map(|(name, expr)| {
        let parsed = BoolExpr::parse(expr, &predicates).map_err(|problem| Error::Attribute {
            name: about.path.clone(),
            problem: format!("in `state({name} = {expr})`: {problem}"),
        })?;
        Ok(NamedState { name: name.clone(), expr: parsed })
    });
    named.collect()
}

fn names(about: &wire::Subject, named: &[NamedState], learned: &Learned) -> Vec<String> {
    let predicates: Vec<&str> = about.predicates.iter().map(|p| p.name.as_str()).collect();
    let valuations: Vec<Valuation> =
        learned.abstraction.states.iter().map(|state| state.valuation).collect();
    state_names(&predicates, named, &valuations)
}

/// What learning itself has to say.
fn learned_notes(learned: &Learned, observed: &Observed, about: &wire::Subject) -> Vec<String> {
    let mut notes = Vec::new();
    for note in &learned.notes {
        match note {
            Note::NoObject if about.has_methods && !about.constructors.is_empty() => {
                notes.push("no constructor made an object".to_owned());
            }
            Note::NoObject => {}
            Note::GaveUp { method, outcome, .. } => {
                let method = &about.methods[method.index()].name;
                let what = match outcome {
                    Outcome::Timeout => {
                        format!("does not return within {} s", driver::CALL_TIMEOUT.as_secs())
                    }
                    _ => "ends the process".to_owned(),
                };
                let note = format!("`{method}` {what}: not tried further where it did");
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
    }
    if !learned.deterministic {
        notes.push("the same calls do not always end the same way".to_owned());
    }
    match learned.stopped {
        Stopped::Quiet => {}
        Stopped::CallLimit => {
            notes.push("learning ended at its limit of calls: more may be found".to_owned());
        }
        Stopped::Interrupted => {
            notes.push("incomplete: the time was up (see --timeout)".to_owned());
        }
    }
    let unevaluable = (0..about.predicates.len()).filter(|i| observed.unevaluable >> i & 1 == 1);
    for index in unevaluable {
        let name = &about.predicates[index].name;
        notes.push(format!("the predicate `{name}` panicked in some states: taken as false there"));
    }
    if observed.printed > 0 {
        notes.push(format!("the code printed {} bytes, which are not shown", observed.printed));
    }
    let unreproduced = learned.abstraction.edges.values().filter(|seen| !seen.reproduced).count();
    if unreproduced > 0 {
        notes.push(format!(
            "{unreproduced} of {} edges were seen once but not when their calls were repeated",
            learned.abstraction.edges.len()
        ));
    }
    notes
}

/// The witnesses as text.
struct Texts {
    described: Vec<(Witness, Vec<String>, Option<report::document::Panic>)>,
}

impl Texts {
    fn new(
        driver: &mut Driver,
        learned: &Learned,
        about: &wire::Subject,
        root: &Path,
    ) -> Result<Texts, driver::Error> {
        let fatal = |outcome: Outcome| matches!(outcome, Outcome::Abort | Outcome::Timeout);
        let abstraction = &learned.abstraction;
        let edges =
            abstraction.edges.iter().map(|(edge, seen)| (&seen.witness, fatal(edge.outcome)));
        let constructions = abstraction.constructions.iter();
        let constructions =
            constructions.map(|(construction, seen)| (&seen.witness, fatal(construction.outcome)));
        let broken = driver.observed().broken;
        let broken = broken.values().map(|witness| (witness, false));
        let wanted: Vec<(&Witness, bool)> = edges.chain(constructions).chain(broken).collect();
        let answers = driver.describe(&wanted)?;
        let described = wanted.iter().zip(answers).map(|((witness, _), answer)| {
            let panic = answer.steps.last().and_then(|step| step.panic.as_deref());
            let panic = panic.map(|panic| describe::panic(panic, root));
            ((*witness).clone(), call_texts(witness, &answer, about), panic)
        });
        Ok(Texts { described: described.collect() })
    }

    fn calls(&self, witness: &Witness) -> Vec<String> {
        let found = self.described.iter().find(|(described, ..)| described == witness);
        found.map(|(_, calls, _)| calls.clone()).unwrap_or_default()
    }

    fn panic(&self, witness: &Witness) -> Option<report::document::Panic> {
        let found = self.described.iter().find(|(described, ..)| described == witness);
        found.and_then(|(.., panic)| panic.clone())
    }
}

/// The calls of a witness with their arguments; `…` where a run did not come so far again.
fn call_texts(witness: &Witness, answer: &wire::Answer, about: &wire::Subject) -> Vec<String> {
    let steps = answer.steps.iter().map(|step| step.detail.as_ref().map(|d| d.arguments.clone()));
    let mut arguments = steps.chain([answer.prepared.clone()]);
    let constructor = &about.constructors[witness.construct.event.index()];
    let methods = witness.calls.iter().map(|call| &about.methods[call.event.index()]);
    let events = std::iter::once(constructor).chain(methods);
    let call = |event: &wire::Event| match arguments.next().flatten() {
        Some(arguments) => format!("{}({})", event.name, arguments.join(", ")),
        None if event.params.is_empty() => format!("{}()", event.name),
        None => format!("{}(…)", event.name),
    };
    events.map(call).collect()
}

/// Puts together the parts of a report that speak of states.
struct Builder<'a> {
    about: &'a wire::Subject,
    learned: &'a Learned,
    names: Vec<String>,
    texts: &'a Texts,
}

impl Builder<'_> {
    fn target(&self, target: Target) -> String {
        match target {
            Target::State(state) => self.names[state.index()].clone(),
            Target::Bottom => DEAD.to_owned(),
            Target::End => END.to_owned(),
        }
    }

    fn states(&self) -> Vec<State> {
        let states = self.learned.abstraction.states.iter().zip(&self.names);
        let predicates = || self.about.predicates.iter().enumerate();
        let state = |(state, name): (&tlv_core::State, &String)| State {
            name: name.clone(),
            valuation: predicates()
                .map(|(index, predicate)| (predicate.name.clone(), state.valuation.holds(index)))
                .collect(),
            initial: state.initial,
        };
        states.map(state).collect()
    }

    fn constructors(&self) -> Vec<Constructor> {
        let constructors = self.about.constructors.iter().enumerate();
        let constructor = |(index, constructor): (usize, &wire::Event)| {
            let own = self.learned.abstraction.constructions.iter();
            let own = own.filter(|(construction, _)| construction.constructor.index() == index);
            let outcomes = own.map(|(construction, seen)| ConstructorOutcome {
                outcome: construction.outcome.into(),
                to: self.target(construction.to),
                witness: self.texts.calls(&seen.witness),
                panic: self.texts.panic(&seen.witness),
            });
            Constructor {
                name: constructor.name.clone(),
                params: constructor.params.clone(),
                outcomes: outcomes.collect(),
            }
        };
        constructors.map(constructor).collect()
    }

    fn transitions(&self) -> Vec<Transition> {
        let edges = self.learned.abstraction.edges.iter();
        let transition = |(edge, seen): (&tlv_core::Edge, &Seen)| Transition {
            from: self.names[edge.from.index()].clone(),
            method: self.about.methods[edge.method.index()].name.clone(),
            outcome: edge.outcome.into(),
            to: self.target(edge.to),
            evidence: Evidence::Observed,
            witness: self.texts.calls(&seen.witness),
            unreproduced: !seen.reproduced,
            panic: self.texts.panic(&seen.witness),
        };
        edges.map(transition).collect()
    }

    /// One for each state and method: how often it was tried.
    fn obligations(&self) -> Vec<Obligation> {
        let given_up: BTreeSet<(Valuation, usize)> = self
            .learned
            .notes
            .iter()
            .filter_map(|note| match note {
                Note::GaveUp { from, method, .. } => Some((*from, method.index())),
                Note::NoObject => None,
            })
            .collect();
        let mut obligations = Vec::new();
        for (state, name) in self.learned.abstraction.states.iter().zip(&self.names) {
            for (index, method) in self.about.methods.iter().enumerate() {
                let event = tlv_core::EventId::from_index(index);
                let calls = self.learned.tested.get(&(state.valuation, event)).copied();
                let (verdict, detail) = match calls.unwrap_or(0) {
                    0 => (Verdict::Unknown, self.never_called().to_owned()),
                    calls if given_up.contains(&(state.valuation, index)) => {
                        (Verdict::Tested, format!("{calls} calls, then given up"))
                    }
                    1 => (Verdict::Tested, "1 call".to_owned()),
                    calls => (Verdict::Tested, format!("{calls} calls")),
                };
                obligations.push(Obligation {
                    state: name.clone(),
                    method: method.name.clone(),
                    verdict,
                    detail: Some(detail),
                    engine: "tests".to_owned(),
                });
            }
        }
        obligations
    }

    /// Why a method was never called in a state, as far as that is known.
    fn never_called(&self) -> &'static str {
        match self.learned.stopped {
            Stopped::Quiet => "never called: no call with the arguments tried could be made",
            Stopped::CallLimit => "never called: learning ended at its limit of calls before",
            Stopped::Interrupted => "never called: the time was up before",
        }
    }

    fn invariants(&self, observed: &Observed) -> Vec<Invariant> {
        let invariants = self.about.invariants.iter().enumerate();
        let invariant = |(index, expr): (usize, &String)| Invariant {
            expr: expr.clone(),
            origin: InvariantOrigin::User,
            verdict: match observed.broken.contains_key(&index) {
                true => Verdict::Refuted,
                false => Verdict::Tested,
            },
        };
        invariants.map(invariant).collect()
    }

    /// The properties, none of which testing can decide.
    fn properties(&self) -> Vec<Property> {
        let property = |property: &wire::Property| Property {
            name: property.name.clone().unwrap_or_else(|| property.formula.clone()),
            formula: property.formula.clone(),
            verdict: PropertyVerdict::Unknown,
            counterexample: None,
        };
        self.about.properties.iter().map(property).collect()
    }
}
