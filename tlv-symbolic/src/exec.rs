//! Executes functions of a program symbolically: all paths, each with the condition under which it
//! is taken and what it reports.
//!
//! States advance in topological order, those furthest behind first, so that states that were
//! split by a branch meet again where its two sides join and can be merged into one. What
//! cannot be followed becomes a gap with its condition and reason, and is never left out.

mod access;
mod arith;
mod calls;
mod float;
mod intrinsics;
mod memory;
mod merge;
mod program;
mod special;
mod state;
mod step;
mod summarise;
mod value;

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashMap;

use self::program::Pad;
pub use self::program::Program;
use self::state::{Branch, Frame, Reason, State, Stop};
pub use self::summarise::{Input, Inputs, SequenceLimits, Sequences};
use self::value::Value;
use crate::ir::{BlockId, FunctionId, SourceLine, Terminator};
use crate::solve::{Answer, Budget, Solver};
use crate::term::{Model, Term, Terms};

/// The number of states whose evaluated terms are kept.
const REMEMBERED: usize = 16;

/// How much to execute.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Paths of one exploration.
    pub paths: usize,
    /// Instructions of one path.
    pub instructions: u64,
    /// Instructions of one exploration.
    pub total_instructions: u64,
    /// Undecided rounds of a loop.
    pub loop_rounds: u32,
    /// Elements of symbolic collections: what `tlv_bound` returns.
    pub bound: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// For each question to the solver.
    pub query: Budget,
    /// Whether states are merged; without, the result has more paths and says the same.
    pub merging: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            paths: 4_000,
            instructions: 4_000_000,
            total_instructions: 40_000_000,
            loop_rounds: 128,
            bound: 3,
            deadline: None,
            query: Budget::default(),
            merging: true,
        }
    }
}

/// What an exploration cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Instructions executed.
    pub instructions: u64,
    /// States split.
    pub forks: u64,
    /// States merged.
    pub merges: u64,
    /// Questions to the solver.
    pub queries: u64,
}

/// How a path ended.
#[derive(Debug)]
enum Ending {
    /// The function returned.
    Returned(Option<u64>),
    /// The process ended.
    Aborted,
    /// It was not followed.
    Gap(Reason),
}

/// A path that came to its end.
#[derive(Debug)]
struct Finished<'p> {
    state: State<'p>,
    ending: Ending,
    place: Option<SourceLine>,
}

/// An execution that can go on with another call.
#[derive(Debug, Clone)]
pub struct Prepared<'p> {
    state: State<'p>,
}

/// A seeded error in the executor, to see that the checks around it notice.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// `<` is taken for `<=`.
    Comparison,
    /// The other side of a branch is forgotten.
    DroppedFork,
    /// Additions carry one too many.
    Addition,
    /// A store at an unknown index is lost.
    LostStore,
    /// A number of the object is not overwritten.
    LostWrite,
    /// Signed numbers are extended by zeros.
    ZeroExtension,
    /// Signed division is unsigned.
    UnsignedDivision,
    /// Arithmetic does not overflow.
    NoOverflow,
    /// The arms of a selection are swapped.
    SwappedSelection,
    /// The last case of a switch goes where no case goes.
    LostCase,
    /// Phis have the value of the first way there.
    StalePhi,
    /// Two states become one under the condition of none.
    LostCondition,
    /// Two states become one with each other's values.
    SwappedMerge,
    /// Assumptions are not made.
    LostAssumption,
    /// Inputs are not within their bounds.
    LostBounds,
}

impl Fault {
    /// All of them.
    #[doc(hidden)]
    pub const ALL: &[Self] = &[
        Self::Comparison,
        Self::DroppedFork,
        Self::Addition,
        Self::LostStore,
        Self::LostWrite,
        Self::ZeroExtension,
        Self::UnsignedDivision,
        Self::NoOverflow,
        Self::SwappedSelection,
        Self::LostCase,
        Self::StalePhi,
        Self::LostCondition,
        Self::SwappedMerge,
        Self::LostAssumption,
        Self::LostBounds,
    ];
}

/// Executes; has its own terms and solver.
pub struct Worker<'p> {
    program: &'p Program,
    pub(crate) terms: Terms,
    pub(crate) solver: Box<dyn Solver + Send>,
    limits: Limits,
    cost: Cost,
    /// What is known of addresses that depend on inputs.
    linear: FxHashMap<Term, access::Linear>,
    /// Restrictions that were noted, also on paths that were then given up.
    notes: BTreeSet<(u32, u64)>,
    /// Values of terms for the inputs of the states that ran last.
    evaluated: Vec<(Arc<Model>, FxHashMap<Term, u128>)>,
    /// The width and the least value of each input, by call and number.
    known_inputs: FxHashMap<(u32, u64), (u32, Option<u128>)>,
    /// What each variable stands for.
    inputs: FxHashMap<Term, Input>,
    /// The text a function formatted is any text only once the harness runs.
    preparing: bool,
    fault: Option<Fault>,
}

impl<'p> Worker<'p> {
    /// A worker without terms.
    #[must_use]
    pub fn new(program: &'p Program, solver: Box<dyn Solver + Send>, limits: Limits) -> Self {
        Worker {
            program,
            terms: Terms::new(),
            solver,
            limits,
            cost: Cost::default(),
            linear: FxHashMap::default(),
            notes: BTreeSet::new(),
            evaluated: Vec::new(),
            known_inputs: FxHashMap::default(),
            inputs: FxHashMap::default(),
            preparing: false,
            fault: None,
        }
    }

    /// Makes an error on purpose.
    #[doc(hidden)]
    pub fn set_fault(&mut self, fault: Option<Fault>) {
        self.fault = fault;
    }

    /// What was spent so far.
    #[must_use]
    pub fn cost(&self) -> Cost {
        Cost { queries: self.solver.queries(), ..self.cost }
    }

    /// Runs what runs before `main`, and what a subject needs before its steps.
    ///
    /// # Errors
    /// When that cannot be followed: it takes no inputs, so there is one path.
    pub fn prepare(&mut self, subject: u64) -> Result<(Prepared<'p>, u64), String> {
        let mut state = State::new();
        self.preparing = true;
        for initializer in self.program.initializers() {
            state = self.run_plain(state, initializer, &[])?.0;
        }
        state = self.learn_text_layout(state)?;
        let entry = self.entry("tlv_prepare")?;
        let (state, steps) = self.run_plain(state, entry, &[subject])?;
        self.preparing = false;
        let steps = steps.ok_or("`tlv_prepare` returned nothing")?;
        Ok((Prepared { state }, steps))
    }

    /// Looks at a `String` that the program made; without one, formatted texts are not followed.
    fn learn_text_layout(&mut self, mut state: State<'p>) -> Result<State<'p>, String> {
        /// The capacity and the length of the text that `tlv_text` writes.
        const CAPACITY: u128 = 37;
        const LENGTH: u128 = 3;
        let Ok(entry) = self.entry("tlv_text") else { return Ok(state) };
        let room = state.objects.add(memory::Object::new(24, memory::Cell::Undefined));
        let at = memory::object_address(room);
        state = self.run_plain(state, entry, &[at])?.0;
        let mut words = [0; 3];
        for (index, word) in words.iter_mut().enumerate() {
            let address = Value::address(at + 8 * index as u64);
            let value = self.load_bytes(&mut state, &address, 8);
            *word = value.ok().and_then(|value| value.as_int()).unwrap_or(0);
        }
        let find = |wanted: &dyn Fn(u128) -> bool| {
            words.iter().position(|word| wanted(*word)).map(|index| 8 * index as u64)
        };
        let is_address = |word| {
            let (place, offset) = memory::place_of(word as u64);
            matches!(place, memory::Place::Object(_)) && offset == 0
        };
        let found = [find(&|w| w == CAPACITY), find(&is_address), find(&|w| w == LENGTH)];
        state.text_layout = match found {
            [Some(capacity), Some(address), Some(length)] => Some([capacity, address, length]),
            _ => None,
        };
        Ok(state)
    }

    pub(crate) fn entry(&self, name: &str) -> Result<FunctionId, String> {
        let module = self.program.module();
        module.function_named(name).ok_or_else(|| format!("the probe has no `{name}`"))
    }

    /// Runs a function that takes no inputs.
    fn run_plain(
        &mut self,
        state: State<'p>,
        entry: FunctionId,
        arguments: &[u64],
    ) -> Result<(State<'p>, Option<u64>), String> {
        let name = self.program.module().header(entry).path.clone();
        let mut finished = self.explore(state, entry, arguments)?;
        match (finished.pop(), finished.pop()) {
            (Some(Finished { mut state, ending: Ending::Returned(value), .. }), None) => {
                state.forks.clear();
                state.instructions = 0;
                Ok((state, value))
            }
            (Some(Finished { ending, place, .. }), None) => {
                let place = place.map(|p| format!(" at {}:{}", p.file, p.line)).unwrap_or_default();
                Err(format!("`{name}` ended with {ending:?}{place}"))
            }
            _ => Err(format!("`{name}` has several paths before there are inputs")),
        }
    }

    /// All paths of a call.
    fn explore(
        &mut self,
        mut state: State<'p>,
        entry: FunctionId,
        arguments: &[u64],
    ) -> Result<Vec<Finished<'p>>, String> {
        debug_assert!(state.frames.is_empty());
        let arguments = arguments.iter().map(|a| Value::address(*a)).collect();
        self.push_frame(&mut state, entry, arguments, None)?;
        let mut pending = vec![state];
        let mut finished = Vec::new();
        let started = self.cost.instructions;
        while let Some(position) = self.furthest_behind(&pending) {
            let state = pending.swap_remove(position);
            if pending.len() + finished.len() >= self.limits.paths {
                let reason = Reason::Paths(self.limits.paths);
                finished.push(self.gap(state, reason));
                continue;
            }
            if self.cost.instructions - started > self.limits.total_instructions {
                let reason = Reason::Instructions(self.limits.total_instructions);
                finished.push(self.gap(state, reason));
                continue;
            }
            match self.advance(state, !pending.is_empty()) {
                Advance::Joined(state) => self.join(&mut pending, *state),
                Advance::Forked(states, gaps) => {
                    self.cost.forks += 1;
                    for state in states {
                        pending.push(state);
                    }
                    for (state, reason) in gaps {
                        finished.push(self.gap(state, reason));
                    }
                }
                Advance::Finished(path) => finished.push(*path),
                Advance::Ignored => {}
            }
        }
        Ok(finished)
    }

    fn gap(&self, state: State<'p>, reason: Reason) -> Finished<'p> {
        let place = self.place(&state);
        Finished { state, ending: Ending::Gap(reason), place }
    }

    /// The user's line of source that the execution is at: the innermost one outside of std.
    fn place(&self, state: &State<'p>) -> Option<SourceLine> {
        let module = self.program.module();
        let here = state.location.into_iter().flat_map(|id| module.source_lines(id));
        let callers = state.frames.iter().rev().flat_map(|frame| {
            let block = &frame.function.blocks[frame.block as usize];
            // A frame that made a call is already past it.
            let index = frame.index.checked_sub(1);
            let location = match index.and_then(|index| block.instructions.get(index)) {
                Some(instruction) => instruction.location,
                None => block.terminator_location,
            };
            location.into_iter().flat_map(|id| module.source_lines(id))
        });
        let mut lines = here.chain(callers).filter(|line| line.line > 0);
        lines.find(|line| is_users(&line.file))
    }

    /// The state that must go first.
    fn furthest_behind(&self, pending: &[State<'p>]) -> Option<usize> {
        let mut best = 0;
        for index in 1..pending.len() {
            if self.compare(&pending[index], &pending[best]) == Ordering::Less {
                best = index;
            }
        }
        (!pending.is_empty()).then_some(best)
    }

    /// Which of two states is further behind: the one whose outermost differing frame is at an
    /// earlier place; if one is in a call that the other has not made or has left, that one.
    fn compare(&self, left: &State<'p>, right: &State<'p>) -> Ordering {
        for (a, b) in left.frames.iter().zip(&right.frames) {
            if a.id != b.id {
                return a.id.cmp(&b.id);
            }
            let order = &self.program.analysis(a.id, a.function).order;
            let (x, y) = (order[a.block as usize], order[b.block as usize]);
            let here = (x, a.index).cmp(&(y, b.index));
            if here != Ordering::Equal {
                return here;
            }
        }
        right.frames.len().cmp(&left.frames.len())
    }

    fn push_frame(
        &mut self,
        state: &mut State<'p>,
        id: FunctionId,
        arguments: Vec<Value>,
        result: Option<crate::ir::LocalId>,
    ) -> Result<(), String> {
        let module = self.program.module();
        let header = module.header(id);
        let function = module
            .body(id)
            .map_err(|error| format!("the function `{}` cannot be read: {error}", header.path))?;
        if function.blocks.is_empty() {
            return Err(format!("the function `{}` has no body", header.path));
        }
        let mut locals = arguments;
        locals.resize(function.locals as usize, Value::Undefined);
        state.frames.push(Frame {
            id,
            function,
            block: 0,
            index: 0,
            locals,
            result,
            normal: None,
            pad: None,
            allocas: Vec::new(),
            catches: false,
        });
        Ok(())
    }

    /// The value of a term for the inputs of a state. What is evaluated is remembered: the terms of
    /// one execution share most of what they are made of.
    fn evaluate(&mut self, term: Term, model: &Arc<Model>) -> u128 {
        if let Some(value) = self.terms.as_constant(term) {
            return value;
        }
        match self.evaluated.iter().position(|(known, _)| Arc::ptr_eq(known, model)) {
            Some(position) => self.evaluated[..=position].rotate_right(1),
            None => {
                self.evaluated.truncate(REMEMBERED - 1);
                self.evaluated.insert(0, (Arc::clone(model), FxHashMap::default()));
            }
        }
        self.terms.evaluate_into(term, model, &mut self.evaluated[0].1)
    }

    /// Whether a condition must hold, must not, or may do either.
    fn decide(&mut self, state: &mut State<'p>, condition: Term) -> Result<bool, Stop> {
        if let Some(value) = self.terms.as_constant(condition) {
            return Ok(value == 1);
        }
        if let Some(known) = state.decided.get(&condition) {
            return Ok(*known);
        }
        let now = self.evaluate(condition, &state.model) == 1;
        let negated = self.terms.not(condition);
        let (taken, other) = if now { (condition, negated) } else { (negated, condition) };
        let answer = self.ask(state, other);
        let other = match answer {
            Answer::Unsatisfiable => {
                note_decided(state, condition, negated, now);
                return Ok(now);
            }
            Answer::Satisfiable(model) => Branch { condition: other, model: Some(Arc::new(model)) },
            Answer::Unknown(_) => Branch { condition: other, model: None },
        };
        if self.fault == Some(Fault::DroppedFork) && self.cost.forks % 3 == 2 {
            self.cost.forks += 1;
            note_decided(state, condition, negated, now);
            return Ok(now);
        }
        let same = Branch { condition: taken, model: Some(Arc::clone(&state.model)) };
        Err(Stop::Fork(vec![same, other]))
    }

    /// Whether the state can go on with a further condition.
    fn ask(&mut self, state: &State<'p>, further: Term) -> Answer {
        let mut assumptions = state.condition.clone();
        assumptions.push(further);
        let mut budget = self.limits.query.clone();
        budget.deadline = match (budget.deadline, self.limits.deadline) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.solver.check(&self.terms, &assumptions, &budget)
    }

    /// Requires a condition from here on.
    fn require(&mut self, state: &mut State<'p>, condition: Term) -> Result<(), Stop> {
        if let Some(value) = self.terms.as_constant(condition) {
            return if value == 1 { Ok(()) } else { Err(Stop::Ignored) };
        }
        if let Some(known) = state.decided.get(&condition) {
            return if *known { Ok(()) } else { Err(Stop::Ignored) };
        }
        if self.evaluate(condition, &state.model) != 1 {
            match self.ask(state, condition) {
                Answer::Satisfiable(model) => state.model = Arc::new(model),
                Answer::Unsatisfiable => return Err(Stop::Ignored),
                Answer::Unknown(_) => return Err(Stop::Gap(Reason::Solver)),
            }
        }
        let negated = self.terms.not(condition);
        state.condition.push(condition);
        note_decided(state, condition, negated, true);
        Ok(())
    }

    /// Executes until the state splits, ends, or comes to where others may join it.
    fn advance(&mut self, mut state: State<'p>, company: bool) -> Advance<'p> {
        loop {
            if state.instructions & 0xfff == 0
                && self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            {
                let path = self.gap(state, Reason::Time);
                return Advance::Finished(Box::new(path));
            }
            if state.instructions >= self.limits.instructions {
                let path = self.gap(state, Reason::Instructions(self.limits.instructions));
                return Advance::Finished(Box::new(path));
            }
            match self.step(&mut state) {
                Ok(Flow::Next) => {}
                Ok(Flow::Arrived) if company && self.limits.merging => {
                    return Advance::Joined(Box::new(state));
                }
                Ok(Flow::Arrived) => {}
                Ok(Flow::Returned(value)) => {
                    let ending = Ending::Returned(value);
                    return Advance::Finished(Box::new(Finished { state, ending, place: None }));
                }
                Err(Stop::Ignored) => return Advance::Ignored,
                Err(Stop::Gap(reason)) => {
                    let path = self.gap(state, reason);
                    return Advance::Finished(Box::new(path));
                }
                Err(Stop::Abort) => {
                    let place = self.place(&state);
                    let ending = Ending::Aborted;
                    return Advance::Finished(Box::new(Finished { state, ending, place }));
                }
                Err(Stop::Panic) => match self.unwind(&mut state) {
                    Ok(()) => {}
                    Err(Stop::Abort) => {
                        let ending = Ending::Aborted;
                        return Advance::Finished(Box::new(Finished {
                            state,
                            ending,
                            place: None,
                        }));
                    }
                    Err(Stop::Gap(reason)) => {
                        let path = self.gap(state, reason);
                        return Advance::Finished(Box::new(path));
                    }
                    Err(other) => {
                        let reason = Reason::Unsupported(format!("{other:?} after a panic"));
                        return Advance::Finished(Box::new(self.gap(state, reason)));
                    }
                },
                Err(Stop::Fork(branches)) => return self.fork(state, branches),
            }
        }
    }

    fn fork(&mut self, mut state: State<'p>, branches: Vec<Branch>) -> Advance<'p> {
        let frame = state.frames.last().expect("an instruction was executed");
        let key = (state.frames.len() as u32, frame.id, frame.block);
        let count = state.forks.entry(key).or_default();
        *count += 1;
        if *count > self.limits.loop_rounds {
            let path = self.gap(state, Reason::LoopCut(self.limits.loop_rounds));
            return Advance::Finished(Box::new(path));
        }
        let (mut states, mut gaps) = (Vec::new(), Vec::new());
        for Branch { condition, model } in branches {
            let mut forked = state.clone();
            let negated = self.terms.not(condition);
            forked.condition.push(condition);
            note_decided(&mut forked, condition, negated, true);
            match model {
                Some(model) => {
                    forked.model = model;
                    states.push(forked);
                }
                None => gaps.push((forked, Reason::Solver)),
            }
        }
        Advance::Forked(states, gaps)
    }

    /// Goes on where a panic is caught.
    fn unwind(&mut self, state: &mut State<'p>) -> Result<(), Stop> {
        // The call that raises the panic may itself have a landing pad in its function.
        if let Some(frame) = state.frames.last() {
            let block = &frame.function.blocks[frame.block as usize];
            if frame.index >= block.instructions.len()
                && let Terminator::Invoke { unwind, .. } = &block.terminator
            {
                let pad = *unwind;
                self.pass_pad(state, pad)?;
            }
        }
        while let Some(frame) = state.frames.pop() {
            for object in &frame.allocas {
                state.objects.kill(*object);
            }
            if frame.catches {
                let caller = state
                    .frames
                    .last_mut()
                    .ok_or_else(|| step::unsupported("a panic that is caught by nobody"))?;
                if let Some(result) = frame.result {
                    caller.locals[result.0 as usize] = Value::bool(true);
                }
                return match frame.normal {
                    // The call of `tlv_catch` was itself an invoke.
                    Some(normal) => self.enter(state, normal),
                    None => Ok(()),
                };
            }
            if let Some(pad) = frame.pad
                && !state.frames.is_empty()
            {
                self.pass_pad(state, pad)?;
            }
        }
        Err(step::unsupported("a panic outside of the call"))
    }

    /// A panic on its way through the innermost function, which has a landing pad for it.
    ///
    /// One that only cleans up is left out: the object that panicked is dead, and where one lives
    /// on after all, the path becomes a gap. One that catches would go on with the program.
    fn pass_pad(&mut self, state: &mut State<'p>, pad: BlockId) -> Result<(), Stop> {
        let caller = state.frames.last().expect("the frame of the landing pad");
        state.skipped_cleanup = true;
        let path = &self.program.module().header(caller.id).path;
        match self.program.pad(caller.function, pad) {
            Pad::Cleans => Ok(()),
            Pad::Terminates => Err(Stop::Abort),
            Pad::Catches => Err(step::unsupported(format!("a panic that `{path}` catches"))),
            Pad::MayPanic => {
                Err(step::unsupported(format!("a cleanup in `{path}` that may itself panic")))
            }
        }
    }
}

/// Whether a file is the user's: neither of std nor of a registry.
fn is_users(file: &str) -> bool {
    !(file.starts_with("/rustc/")
        || file.starts_with("/rust/")
        || file.contains("/library/core/")
        || file.contains("/library/alloc/")
        || file.contains("/library/std/"))
}

fn note_decided(state: &mut State<'_>, condition: Term, negated: Term, holds: bool) {
    state.decided.insert(condition, holds);
    state.decided.insert(negated, !holds);
}

/// What became of a state.
enum Advance<'p> {
    /// It came to a place where several ways meet.
    Joined(Box<State<'p>>),
    /// It is several now, and some that cannot go on.
    Forked(Vec<State<'p>>, Vec<(State<'p>, Reason)>),
    /// It came to its end.
    Finished(Box<Finished<'p>>),
    /// Its inputs are not considered.
    Ignored,
}

/// How an instruction went.
enum Flow {
    /// On to the next.
    Next,
    /// On to a place where several ways meet.
    Arrived,
    /// The outermost function returned.
    Returned(Option<u64>),
}
