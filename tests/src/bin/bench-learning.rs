//! How many calls learning costs, beside the floor and AALpy's figures for the same objects.
#![expect(clippy::print_stdout, reason = "a benchmark is a command that prints figures")]

use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::process::ExitCode;

use cargo_tlv::driver::{self, Driver};
use tlv_core::testing::Exact;
use tlv_core::{
    After, Answer, Birth, Found, Learned, Limits, Query, Signature, Start, StateId, System,
    Transition, Valuation, learn,
};
use tlv_tests::bench::{self, Spread, Subject, grouped, named, subjects};
use tlv_tests::exhaustive::explore;

const SEEDS: std::ops::Range<u64> = 0..10;

/// More concrete states than any of the objects has.
const MOST_STATES: usize = 1000;

/// An object, and what AALpy 2.0.0 needed to learn its Mealy machine, in which a panic is a sink.
struct Peer {
    name: &'static str,
    /// Each method once in each reachable concrete state: checked against the exploration.
    floor: u64,
    /// The fewest steps of L*, KV and L# with an exact oracle, whose counterexamples are free.
    exact_oracle: u64,
    /// The fewest steps, equivalence tests included, of the settings that were right in every run:
    /// ten seeds of random walks, PAC, state-prefix and random W; one run of the W-method with one
    /// state more than there are.
    end_to_end: u64,
}

const PEERS: [Peer; 5] = [
    Peer { name: "Stack<4>", floor: 10, exact_oracle: 88, end_to_end: 493 },
    Peer { name: "Stack<16>", floor: 34, exact_oracle: 724, end_to_end: 9_500 },
    Peer { name: "Signature", floor: 15, exact_oracle: 106, end_to_end: 897 },
    Peer { name: "ListItr", floor: 105, exact_oracle: 1_823, end_to_end: 25_613 },
    Peer { name: "Socket", floor: 84, exact_oracle: 669, end_to_end: 2_898 },
];

const CAVEATS: &str = "\
right:  all births and transitions of the true abstraction were seen, and no others. The learner
        does not know it then; `run` is what a default run makes before it ends, replays included.
copies: kept states are copied by `Clone`; in the second line of each object they are reached anew
        by calls, which are counted. Constructors are counted everywhere but in AALpy's figures.
Not like for like: the predicates are given here, and what is learned is the abstraction over
them; AALpy is a black box that learns every state. Its figures are of 2.0.0 on the same objects.";

fn main() -> ExitCode {
    bench::main(benchmark)
}

fn benchmark() -> Result<(), Box<dyn Error>> {
    let subjects = subjects("objects/objects")?;
    let n_seeds = SEEDS.count();
    println!("Calls made by learning: min / median / max of {n_seeds} seeds\n");
    println!(
        "{:<10} {:>6} {:>5} {:>6} {:>5} {:>19} {:>22} {:>12} {:>11}",
        "object",
        "copies",
        "floor",
        "right",
        "",
        "until right",
        "run",
        "AALpy exact",
        "AALpy right"
    );
    for peer in &PEERS {
        let subject = named(&subjects, peer.name)?;
        let exact = explore(&mut subject.driver(), MOST_STATES)?;
        if exact.floor != peer.floor {
            return Err(format!("the floor of {} is {}", peer.name, exact.floor).into());
        }
        for copies in [true, false] {
            let runs: Vec<Costs> = SEEDS
                .map(|seed| learn_once(subject, &exact, seed, copies))
                .collect::<Result<_, _>>()?;
            let right: Vec<u64> = runs.iter().filter_map(|run| run.until_right).collect();
            let until_right = if right.is_empty() {
                "-".to_owned()
            } else {
                Spread::of(right.clone()).to_string()
            };
            let row = [
                peer.name.to_owned(),
                if copies { "yes" } else { "no" }.to_owned(),
                grouped(peer.floor),
                format!("{}/{n_seeds}", right.len()),
                until_right,
                Spread::of(runs.iter().map(|run| run.total)).to_string(),
                grouped(peer.exact_oracle),
                grouped(peer.end_to_end),
            ];
            let [name, copies, floor, right, until_right, total, exact_oracle, end_to_end] = row;
            println!(
                "{name:<10} {copies:>6} {floor:>5} {right:>6} {until_right:>25} {total:>22} \
                 {exact_oracle:>12} {end_to_end:>11}"
            );
        }
    }
    println!("\n{CAVEATS}");
    Ok(())
}

/// What learning once cost, in calls of methods and constructors.
struct Costs {
    /// Until everything was seen; `None` if that never happened, or something untrue was.
    until_right: Option<u64>,
    total: u64,
}

fn learn_once(
    subject: &Subject,
    exact: &Exact,
    seed: u64,
    copies: bool,
) -> Result<Costs, Box<dyn Error>> {
    let mut driver = subject.driver();
    if !copies {
        driver.start_afresh(false);
    }
    let mut system = Watched::new(driver, exact);
    let learned = learn(&mut system, &Limits::default(), seed, &[], &|| false)?;
    let right = found_right(&learned, exact);
    if right != system.right.map(|right| right.methods) {
        return Err(format!("{}: the learner's own log says {right:?}", subject.name()).into());
    }
    Ok(Costs { until_right: system.right.map(Calls::all), total: system.calls().all() })
}

/// After how many calls of methods everything was found, by the learner's own account.
fn found_right(learned: &Learned, exact: &Exact) -> Option<u64> {
    let mut missing = Missing::of(exact);
    let mut right = None;
    for discovery in &learned.discoveries {
        match discovery.found {
            Found::State(_) => continue,
            Found::Birth(birth) => missing.saw_birth(birth),
            Found::Transition(transition) => missing.saw_transition(transition),
        }
        if right.is_none() && missing.nothing() {
            right = Some(discovery.calls);
        }
    }
    right.filter(|_| !missing.invented)
}

/// What of the true abstraction was not seen yet.
struct Missing<'a> {
    exact: &'a Exact,
    births: BTreeSet<Birth>,
    transitions: BTreeSet<Transition>,
    /// Whether something was seen that is not in it.
    invented: bool,
}

impl Missing<'_> {
    fn of(exact: &Exact) -> Missing<'_> {
        let (births, transitions) = (exact.births.clone(), exact.transitions.clone());
        Missing { exact, births, transitions, invented: false }
    }

    fn saw_birth(&mut self, birth: Birth) {
        self.births.remove(&birth);
        self.invented |= !self.exact.births.contains(&birth);
    }

    fn saw_transition(&mut self, transition: Transition) {
        self.transitions.remove(&transition);
        self.invented |= !self.exact.transitions.contains(&transition);
    }

    fn nothing(&self) -> bool {
        self.births.is_empty() && self.transitions.is_empty() && !self.invented
    }
}

/// Calls by what they are made for.
#[derive(Debug, Clone, Copy, Default)]
struct Calls {
    methods: u64,
    constructors: u64,
    /// Only to reach a kept state again.
    restoring: u64,
}

impl Calls {
    fn all(self) -> u64 {
        self.methods + self.constructors + self.restoring
    }
}

/// A driver that is watched until everything was seen.
struct Watched<'a> {
    driver: Driver,
    missing: Missing<'a>,
    kept: HashMap<StateId, Valuation>,
    made: Calls,
    right: Option<Calls>,
}

impl Watched<'_> {
    fn new(driver: Driver, exact: &Exact) -> Watched<'_> {
        let (missing, kept) = (Missing::of(exact), HashMap::new());
        Watched { driver, missing, kept, made: Calls::default(), right: None }
    }

    fn calls(&self) -> Calls {
        Calls { restoring: self.driver.observed().replayed_calls, ..self.made }
    }

    fn watch(&mut self, query: &Query, answer: &Answer) {
        let mut calls = query.calls.iter();
        let mut from = match query.start {
            Start::Construct(_) => None,
            Start::Kept(state) => self.kept.get(&state).copied(),
        };
        for (index, step) in answer.steps.iter().enumerate() {
            let (outcome, after) = (step.outcome, step.after);
            match query.start {
                Start::Construct(call) if index == 0 => {
                    self.made.constructors += 1;
                    self.missing.saw_birth(Birth { constructor: call.event, outcome, after });
                }
                _ => {
                    self.made.methods += 1;
                    if let (Some(from), Some(call)) = (from, calls.next()) {
                        let method = call.event;
                        self.missing.saw_transition(Transition { from, method, outcome, after });
                    }
                }
            }
            from = match after {
                After::Alive(valuation) => Some(valuation),
                After::Dead | After::Ended => None,
            };
            if let (Some(state), Some(valuation)) = (step.kept, from) {
                self.kept.insert(state, valuation);
            }
            if self.right.is_none() && self.missing.nothing() {
                self.right = Some(self.calls());
            }
        }
    }
}

impl System for Watched<'_> {
    type Error = driver::Error;

    fn signature(&self) -> &Signature {
        self.driver.signature()
    }

    /// One query at a time, so that it is known how many calls had been made when.
    fn run(&mut self, queries: &[Query]) -> Result<Vec<Answer>, driver::Error> {
        let mut answers = Vec::with_capacity(queries.len());
        for query in queries {
            let answer = self.driver.run(std::slice::from_ref(query))?;
            self.watch(query, &answer[0]);
            answers.extend(answer);
        }
        Ok(answers)
    }
}
