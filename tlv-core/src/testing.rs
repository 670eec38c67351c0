//! Systems over plain Rust values, for tests and benchmarks, and an exhaustive explorer to check
//! the learner against.

mod objects;

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::model::alive;
use crate::{
    After, Answer, Birth, Call, Choice, Event, EventId, Outcome, Query, Signature, Start, StateId,
    Step, Stop, System, Transition, Valuation,
};

pub use objects::{ListIterator, Socket, list_iterator, signature, socket, stack};

/// The most states kept of one valuation.
const KEPT_PER_VALUATION: usize = 32;

/// What a simulated call did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// It ended so; a panic, an abort or a time-out ends the object's life.
    Done(Outcome),
    /// It took the object.
    Ended(Outcome),
    /// It could not be made with these arguments.
    Rejected,
}

impl From<Outcome> for Reply {
    fn from(outcome: Outcome) -> Self {
        Reply::Done(outcome)
    }
}

impl From<bool> for Reply {
    /// A method that does its work or panics.
    fn from(works: bool) -> Self {
        Reply::Done(if works { Outcome::Ok } else { Outcome::Panic })
    }
}

type Body<T> = Box<dyn Fn(&mut T, i64) -> Reply>;
type Predicate<T> = Box<dyn Fn(&T) -> bool>;

struct Method<T> {
    pool: Vec<i64>,
    body: Body<T>,
}

struct Constructor<T> {
    pool: Vec<i64>,
    make: Box<dyn Fn(i64) -> (Outcome, Option<T>)>,
}

/// A system over a plain value.
///
/// A kept state is a clone, so a `T` whose clones share data shows what sharing does.
pub struct Simulated<T> {
    signature: Signature,
    constructors: Vec<Constructor<T>>,
    methods: Vec<Method<T>>,
    predicates: Vec<Predicate<T>>,
    fingerprint: Box<dyn Fn(&T) -> u64>,
    kept: Vec<(T, Valuation)>,
    known: HashSet<(Valuation, u64)>,
    n_kept: HashMap<Valuation, usize>,
    keeps: bool,
}

impl<T: Clone> Simulated<T> {
    /// A system without methods yet, whose objects differ when `identity` does.
    pub fn new<I: Hash>(identity: impl Fn(&T) -> I + 'static) -> Self {
        let fingerprint = move |object: &T| {
            let mut hasher = DefaultHasher::new();
            identity(object).hash(&mut hasher);
            hasher.finish()
        };
        Simulated {
            signature: Signature {
                constructors: Vec::new(),
                methods: Vec::new(),
                n_predicates: 0,
                repetitions: 8,
            },
            constructors: Vec::new(),
            methods: Vec::new(),
            predicates: Vec::new(),
            fingerprint: Box::new(fingerprint),
            kept: Vec::new(),
            known: HashSet::new(),
            n_kept: HashMap::new(),
            keeps: true,
        }
    }

    /// Adds a constructor without arguments that always makes an object.
    #[must_use]
    pub fn constructor(self, name: &str, make: impl Fn() -> T + 'static) -> Self {
        self.constructor_with(name, &[], move |_| (Outcome::Ok, Some(make())))
    }

    /// Adds a constructor with an argument from a pool.
    #[must_use]
    pub fn constructor_with(
        mut self,
        name: &str,
        pool: &[i64],
        make: impl Fn(i64) -> (Outcome, Option<T>) + 'static,
    ) -> Self {
        self.signature.constructors.push(event(name, pool));
        let pool = pool_of(pool);
        self.constructors.push(Constructor { pool, make: Box::new(make) });
        self
    }

    /// Adds a method without arguments.
    #[must_use]
    pub fn method<R: Into<Reply>>(self, name: &str, body: impl Fn(&mut T) -> R + 'static) -> Self {
        self.method_with(name, &[], move |object, _| body(object))
    }

    /// Adds a method with an argument from a pool.
    #[must_use]
    pub fn method_with<R: Into<Reply>>(
        mut self,
        name: &str,
        pool: &[i64],
        body: impl Fn(&mut T, i64) -> R + 'static,
    ) -> Self {
        self.signature.methods.push(event(name, pool));
        let body: Body<T> = Box::new(move |object, argument| body(object, argument).into());
        self.methods.push(Method { pool: pool_of(pool), body });
        self
    }

    /// Adds a predicate.
    #[must_use]
    pub fn predicate(mut self, holds: impl Fn(&T) -> bool + 'static) -> Self {
        self.predicates.push(Box::new(holds));
        self.signature.n_predicates += 1;
        self
    }

    /// Sets how often repeating a call may be worth it.
    #[must_use]
    pub fn repetitions(mut self, repetitions: u32) -> Self {
        self.signature.repetitions = repetitions;
        self
    }

    /// Keeps no states at all.
    #[must_use]
    pub fn without_keeping(mut self) -> Self {
        self.keeps = false;
        self
    }

    fn valuation(&self, object: &T) -> Valuation {
        let bits = self.predicates.iter().enumerate();
        Valuation::from_bits(bits.fold(0, |bits, (i, holds)| bits | u128::from(holds(object)) << i))
    }

    fn keep(&mut self, object: &T, valuation: Valuation, fingerprint: u64) -> Option<StateId> {
        let n_kept = self.n_kept.entry(valuation).or_default();
        if !self.keeps || *n_kept >= KEPT_PER_VALUATION {
            return None;
        }
        if !self.known.insert((valuation, fingerprint)) {
            return None;
        }
        *n_kept += 1;
        self.kept.push((object.clone(), valuation));
        Some(StateId(u32::try_from(self.kept.len() - 1).expect("few states are kept")))
    }

    fn step(&mut self, object: Option<&T>, reply: Reply, space: u64, keep: bool) -> Step {
        let outcome = match reply {
            Reply::Done(outcome) | Reply::Ended(outcome) => outcome,
            Reply::Rejected => unreachable!("a rejected call is no step"),
        };
        let Some(object) = object else {
            let after = if matches!(reply, Reply::Ended(_)) { After::Ended } else { After::Dead };
            return Step { outcome, after, fingerprint: 0, space, kept: None };
        };
        let valuation = self.valuation(object);
        let fingerprint = (self.fingerprint)(object);
        let kept = if keep { self.keep(object, valuation, fingerprint) } else { None };
        Step { outcome, after: After::Alive(valuation), fingerprint, space, kept }
    }

    fn answer(&mut self, query: &Query) -> Answer {
        let mut steps = Vec::new();
        let mut object = match query.start {
            Start::Kept(id) => self.kept[id.0 as usize].0.clone(),
            Start::Construct(call) => {
                let constructor = &self.constructors[call.event.index()];
                let space = constructor.pool.len() as u64;
                let Some(argument) = pick(&constructor.pool, call.choice) else {
                    return Answer { steps, stop: Stop::Rejected };
                };
                let (outcome, made) = (constructor.make)(argument);
                steps.push(self.step(made.as_ref(), Reply::Done(outcome), space, query.keep));
                let Some(made) = made else { return Answer { steps, stop: Stop::Over } };
                made
            }
        };
        let start = self.valuation(&object);
        for call in &query.calls {
            let method = &self.methods[call.event.index()];
            let space = method.pool.len() as u64;
            let Some(argument) = pick(&method.pool, call.choice) else {
                return Answer { steps, stop: Stop::Rejected };
            };
            let reply = (method.body)(&mut object, argument);
            if reply == Reply::Rejected {
                return Answer { steps, stop: Stop::Rejected };
            }
            let object = if survives(reply) { Some(&object) } else { None };
            let step = self.step(object, reply, space, query.keep);
            let after = step.after;
            steps.push(step);
            match after {
                After::Dead | After::Ended => return Answer { steps, stop: Stop::Over },
                After::Alive(valuation) if query.until_left && valuation != start => {
                    return Answer { steps, stop: Stop::Left };
                }
                After::Alive(_) => {}
            }
        }
        Answer { steps, stop: Stop::Completed }
    }
}

impl<T: Clone> System for Simulated<T> {
    type Error = Infallible;

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&mut self, queries: &[Query]) -> Result<Vec<Answer>, Infallible> {
        Ok(queries.iter().map(|query| self.answer(query)).collect())
    }
}

fn event(name: &str, pool: &[i64]) -> Event {
    Event { name: name.to_owned(), has_choices: !pool.is_empty() }
}

/// An event without arguments has one combination of them.
fn pool_of(pool: &[i64]) -> Vec<i64> {
    if pool.is_empty() { vec![0] } else { pool.to_vec() }
}

/// Random arguments come from the pool too, so that exploring the pool is exhaustive.
fn pick(pool: &[i64], choice: Choice) -> Option<i64> {
    match choice {
        Choice::Nth(n) => pool.get(usize::try_from(n).ok()?).copied(),
        Choice::Random(seed) => fastrand::Rng::with_seed(seed).choice(pool).copied(),
        // Nothing is given to a simulated system.
        Choice::Given(_) => None,
    }
}

fn survives(reply: Reply) -> bool {
    match reply {
        Reply::Done(outcome) => !outcome.is_fatal(),
        Reply::Ended(_) | Reply::Rejected => false,
    }
}

/// The true abstraction of a simulated system.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exact {
    /// What the constructors do.
    pub births: BTreeSet<Birth>,
    /// What the methods do.
    pub transitions: BTreeSet<Transition>,
    /// How many concrete states can be reached.
    pub n_concrete: usize,
    /// Calls of methods needed to call each once, with every argument, in every concrete state.
    pub floor: u64,
}

/// Explores all concrete states, breadth first, or `None` when there are more than `most`.
///
/// The fingerprint must tell all concrete states apart, and the object must be deterministic.
pub fn exact<T: Clone>(system: &Simulated<T>, most: usize) -> Option<Exact> {
    let mut exact = Exact::default();
    let mut seen: HashSet<u64> = HashSet::new();
    let mut queue: VecDeque<T> = VecDeque::new();
    for (index, constructor) in system.constructors.iter().enumerate() {
        for &argument in &constructor.pool {
            let (outcome, made) = (constructor.make)(argument);
            let after =
                made.as_ref().map_or(After::Dead, |object| After::Alive(system.valuation(object)));
            let constructor = EventId::from_index(index);
            exact.births.insert(Birth { constructor, outcome, after });
            queue.extend(made);
        }
    }
    while let Some(object) = queue.pop_front() {
        if !seen.insert((system.fingerprint)(&object)) {
            continue;
        }
        if seen.len() > most {
            return None;
        }
        for (index, method) in system.methods.iter().enumerate() {
            for &argument in &method.pool {
                let mut next = object.clone();
                let reply = (method.body)(&mut next, argument);
                let (outcome, after) = match reply {
                    Reply::Rejected => continue,
                    Reply::Ended(outcome) => (outcome, After::Ended),
                    Reply::Done(outcome) if survives(reply) => {
                        (outcome, After::Alive(system.valuation(&next)))
                    }
                    Reply::Done(outcome) => (outcome, After::Dead),
                };
                exact.floor += 1;
                let from = system.valuation(&object);
                let method = EventId::from_index(index);
                exact.transitions.insert(Transition { from, method, outcome, after });
                if alive(after).is_some() {
                    queue.push_back(next);
                }
            }
        }
    }
    exact.n_concrete = seen.len();
    Some(exact)
}

/// The call of an event with its first arguments.
#[must_use]
pub fn call(event: usize) -> Call {
    Call { event: EventId::from_index(event), choice: Choice::Nth(0) }
}
