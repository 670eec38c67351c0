//! One execution on its way: where it is, what memory holds, and under which condition it got there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::memory::{Object, Objects};
use super::value::Value;
use crate::ir::{BlockId, Function, FunctionId, GlobalId, LocalId, LocationId};
use crate::term::{Model, Term};

/// A function that is being executed.
#[derive(Debug, Clone)]
pub(super) struct Frame<'p> {
    pub(super) id: FunctionId,
    pub(super) function: &'p Function,
    pub(super) block: u32,
    /// The next instruction; the terminator if it is past the last.
    pub(super) index: usize,
    pub(super) locals: Vec<Value>,
    /// Where the caller wants the result.
    pub(super) result: Option<LocalId>,
    /// Where the caller goes on after an `invoke`.
    pub(super) normal: Option<BlockId>,
    /// Whether the caller has a landing pad for this call, and whether that catches.
    pub(super) pad: Option<BlockId>,
    /// The variables of the function in memory.
    pub(super) allocas: Vec<u32>,
    /// Whether a panic ends here: the call was made by `tlv_catch`.
    pub(super) catches: bool,
}

/// What an execution tells something of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Report {
    pub(super) what: u32,
    pub(super) index: u32,
}

/// A number in the object, as reported.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Feature {
    pub(super) value: Value,
    /// When there is such a number at all; `None` if always. What lies in a variant of an enum is
    /// there only for objects that are that variant.
    pub(super) exists: Option<Term>,
}

/// Something that is taken for granted about code that was not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Assumption {
    /// `format!` gave some text.
    Formatted,
    /// Hashes do not matter.
    Hashed,
    /// Printing does nothing.
    Printed,
    /// Random numbers may be any.
    Random,
    /// Statics may hold anything.
    Shared,
}

/// Where a panic was raised.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PanicPlace {
    /// As the compiler names it.
    pub(super) file: String,
    /// From 1.
    pub(super) line: u32,
    /// From 1.
    pub(super) column: u32,
}

/// An execution.
#[derive(Debug, Clone)]
pub(super) struct State<'p> {
    pub(super) frames: Vec<Frame<'p>>,
    pub(super) objects: Objects,
    /// Globals that were written to.
    pub(super) globals: FxHashMap<GlobalId, Arc<Object>>,
    /// What the inputs must satisfy for the execution to come here.
    pub(super) condition: Vec<Term>,
    /// Inputs that do.
    pub(super) model: Arc<Model>,
    /// Truth values that follow from the condition.
    pub(super) decided: FxHashMap<Term, bool>,
    /// What was told, in that order.
    pub(super) reports: Vec<(Report, Value)>,
    /// The numbers in the object, by moment and id.
    pub(super) features: BTreeMap<(u32, u64), Feature>,
    pub(super) assumptions: BTreeSet<Assumption>,
    pub(super) panic: Option<PanicPlace>,
    /// Whether a panic went past code that would have cleaned up.
    pub(super) skipped_cleanup: bool,
    /// Which call of a sequence is being made: inputs of different calls are different.
    pub(super) call: u32,
    /// The calls of a sequence that were made before, by position.
    pub(super) history: Vec<u32>,
    /// How many new values of unknown code there were.
    pub(super) havocs: u32,
    /// How many texts were formatted; each has a condition on its length.
    pub(super) formatted: u32,
    /// Where a `String` keeps its capacity, its address and its length, in bytes.
    pub(super) text_layout: Option<[u64; 3]>,
    pub(super) instructions: u64,
    /// How often a condition on inputs was undecided, by place.
    pub(super) forks: FxHashMap<(u32, FunctionId, u32), u32>,
    /// The last line of source that was met.
    pub(super) location: Option<LocationId>,
}

impl State<'_> {
    pub(super) fn new() -> Self {
        State {
            frames: Vec::new(),
            objects: Objects::default(),
            globals: FxHashMap::default(),
            condition: Vec::new(),
            model: Arc::new(Model::default()),
            decided: FxHashMap::default(),
            reports: Vec::new(),
            features: BTreeMap::new(),
            assumptions: BTreeSet::new(),
            panic: None,
            skipped_cleanup: false,
            call: 0,
            history: Vec::new(),
            havocs: 0,
            formatted: 0,
            text_layout: None,
            instructions: 0,
            forks: FxHashMap::default(),
            location: None,
        }
    }
}

/// Why an execution cannot simply go on.
#[derive(Debug)]
pub(super) enum Stop {
    /// The instruction has to be executed again under each of these conditions.
    Fork(Vec<Branch>),
    /// It cannot be followed.
    Gap(Reason),
    /// A panic is raised.
    Panic,
    /// The process ends.
    Abort,
    /// The inputs are not to be considered.
    Ignored,
}

/// A way on: a further condition, with inputs that satisfy it.
#[derive(Debug)]
pub(super) struct Branch {
    pub(super) condition: Term,
    /// `None` if the solver could not say whether there are any.
    pub(super) model: Option<Arc<Model>>,
}

/// Why an execution was not followed to its end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// Something the executor does not know.
    Unsupported(String),
    /// The probe has no value of a parameter.
    NoValue,
    /// A loop was left after this many undecided rounds.
    LoopCut(u32),
    /// There were too many paths.
    Paths(usize),
    /// It took too many instructions.
    Instructions(u64),
    /// The time was up.
    Time,
    /// The solver could not decide a branch.
    Solver,
}
