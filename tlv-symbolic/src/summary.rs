//! What a method or a constructor can do, as terms: the executor's result and the prover's input.
//!
//! A summary covers its inputs: every object and every argument that the probe can make satisfies
//! the condition of a path or of a gap. What the probe cannot make is named by the restrictions.
//! Terms are of the summary's own [`Terms`].

use std::collections::BTreeSet;
use std::fmt;

use crate::term::{Term, Terms};

/// All that one method or constructor can do.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// What the terms below are in.
    pub terms: Terms,
    /// The ways through the code.
    pub paths: Vec<Path>,
    /// The inputs that were not followed to the end.
    pub gaps: Vec<Gap>,
    /// The inputs that were never made.
    pub restrictions: BTreeSet<Restriction>,
}

impl Summary {
    /// The restrictions of the summary and of all its paths.
    ///
    /// A path's own count for the whole summary: the objects it leaves out may be in states that
    /// the objects on it are not in.
    #[must_use]
    pub fn all_restrictions(&self) -> BTreeSet<Restriction> {
        let of_paths = self.paths.iter().flat_map(|path| &path.restrictions);
        self.restrictions.iter().chain(of_paths).cloned().collect()
    }
}

/// One way through the code.
#[derive(Debug, Clone)]
pub struct Path {
    /// When it is taken: a conjunction of terms of width 1.
    pub condition: Vec<Term>,
    /// The object before the call; none for a constructor.
    pub before: Option<Observed>,
    /// How the call ends: 8 bits, the position in `Outcome::ALL`.
    pub outcome: Term,
    /// What becomes of the object.
    pub fate: Fate,
    /// The object after the call, if it lives.
    pub after: Option<Observed>,
    /// Whether the method's `requires(…)` holds, where it was reported.
    pub required: Option<Term>,
    /// Where the path panics, if it does and the place is known.
    pub panic: Option<PanicPlace>,
    /// What was left out on this path.
    pub restrictions: BTreeSet<Restriction>,
    /// What was taken for granted on this path.
    pub assumed: Vec<Assumed>,
    /// What was called before, for a path of a sequence: the constructor, then methods, by position.
    /// Empty when the object was made from its fields or by the constructor that is summarised.
    pub history: Vec<u32>,
}

/// What the probe reports of an object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observed {
    /// The predicates, in their order; width 1.
    pub predicates: Vec<Term>,
    /// Which predicates panicked on this path; they count as false. Empty stands for none.
    pub unevaluable: Vec<bool>,
    /// The user's invariants, in their order; width 1.
    pub invariants: Vec<Term>,
    /// The numbers in the object, each id at most once. One that is not listed does not exist on
    /// this path.
    pub features: Vec<Feature>,
}

/// A number in an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// As the probe reports it: a hash of its path.
    pub id: u64,
    /// 128 bits, signed.
    pub value: Term,
    /// Whether there is such a number, which what lies in a variant of an enum is only in objects
    /// that are this variant; width 1. If not, the value means nothing.
    pub exists: Term,
}

impl Observed {
    /// The feature of that id, if any object on this path has it.
    #[must_use]
    pub fn feature(&self, id: u64) -> Option<Feature> {
        self.features.iter().find(|feature| feature.id == id).copied()
    }

    /// All terms.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        let features = self.features.iter().flat_map(|feature| [feature.value, feature.exists]);
        self.predicates.iter().chain(&self.invariants).copied().chain(features)
    }
}

/// What becomes of the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// It lives.
    Alive,
    /// A panic ended its life, or the constructor made none.
    Dead,
    /// A method took it by value.
    Ended,
}

/// Where a panic started.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PanicPlace {
    /// As the compiler wrote it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
    /// The message, if it is constant.
    pub message: Option<String>,
}

/// Something the executor did not follow but replaced: a skipped `format!`, a hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumed {
    /// What, in words: "the text made by `format!` does not matter".
    pub text: String,
    /// Variables that stand for what was not followed. No native run can be told their values.
    pub variables: Vec<Term>,
}

/// Inputs that were not followed to the end.
#[derive(Debug, Clone)]
pub struct Gap {
    /// Which inputs: a conjunction of terms of width 1.
    pub condition: Vec<Term>,
    /// What had been reported of the object before the call when the executor stopped. Lists that
    /// are too short say nothing of the rest: such a gap touches every state that fits.
    pub before: Option<Observed>,
    /// Why.
    pub reason: Reason,
    /// The line it stopped at.
    pub place: Option<(String, u32)>,
}

/// Why inputs were not followed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The executor does not know this instruction or function.
    Unsupported(String),
    /// The probe has no value of a parameter; only results of earlier calls are.
    NoValue,
    /// A budget ran out.
    Budget(Exhausted),
    /// A loop was cut after so many rounds.
    Loop(u64),
    /// The solver gave up while the executor asked whether a branch is possible.
    Solver,
    /// The summary contradicts itself: a mistake in the executor.
    Inconsistent(String),
}

/// What ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exhausted {
    /// Too many paths.
    Paths,
    /// Too many instructions.
    Instructions,
    /// Too much time.
    Time,
    /// Too much memory.
    Memory,
}

impl Reason {
    /// What the user can do about it.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self {
            Reason::NoValue => "derive tlv::Arbitrary for the parameter, or list values",
            Reason::Unsupported(_) => {
                "move what cannot be followed out of the method, or test it: --pac"
            }
            Reason::Budget(Exhausted::Time) => "give more time: --timeout",
            Reason::Budget(_) => "make collections smaller: --bound",
            Reason::Loop(_) => "make collections smaller: --bound",
            Reason::Solver => "give more time: --timeout, or try another solver: --engine",
            Reason::Inconsistent(_) => "report this as a bug of cargo tlv",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unsupported(what) => write!(f, "unsupported: {what}"),
            Reason::NoValue => f.write_str("a parameter that the probe has no value of"),
            Reason::Budget(Exhausted::Paths) => f.write_str("too many paths"),
            Reason::Budget(Exhausted::Instructions) => f.write_str("too many instructions"),
            Reason::Budget(Exhausted::Time) => f.write_str("no time left to follow the code"),
            Reason::Budget(Exhausted::Memory) => f.write_str("no memory left to follow the code"),
            Reason::Loop(rounds) => write!(f, "a loop was cut after {rounds} rounds"),
            Reason::Solver => f.write_str("the solver gave up on a branch"),
            Reason::Inconsistent(what) => write!(f, "inconsistent summary: {what}"),
        }
    }
}

/// A limit on the values that were made: what holds was shown only within it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Restriction {
    /// Collections have at most so many elements.
    Elements(u64),
    /// Values that contain themselves are at most so deep.
    Depth(u64),
    /// Text is printable ASCII.
    Ascii,
    /// Ordered maps and sets are filled in ascending order, which limits the trees they are.
    AscendingEntries,
    /// Deques start at the beginning of their buffer.
    DequeFromStart,
    /// A parameter has only the listed values.
    ListedValues,
    /// Heaps are filled in descending order.
    DescendingHeap,
    /// A field is made by the user's `with` or within the user's `range`.
    FieldMaker,
    /// A value is made by a hand-written `Arbitrary`.
    HandWrittenArbitrary,
    /// Objects are those that so many calls reach from a constructor.
    Calls(u64),
    /// Something else, in words that follow "for".
    Other(String),
}

impl fmt::Display for Restriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Restriction::Elements(1) => f.write_str("collections of at most 1 element"),
            Restriction::Elements(n) => write!(f, "collections of at most {n} elements"),
            Restriction::Depth(n) => write!(f, "recursive values at most {n} deep"),
            Restriction::Ascii => f.write_str("text of printable ASCII"),
            Restriction::AscendingEntries => {
                f.write_str("ordered maps and sets filled in ascending order")
            }
            Restriction::DequeFromStart => {
                f.write_str("deques that start at the beginning of their buffer")
            }
            Restriction::ListedValues => f.write_str("listed values of a parameter"),
            Restriction::DescendingHeap => f.write_str("heaps filled in descending order"),
            Restriction::FieldMaker => f.write_str("values that `with` or `range` gives a field"),
            Restriction::HandWrittenArbitrary => {
                f.write_str("values that their `Arbitrary` makes, which may not be all")
            }
            Restriction::Calls(1) => f.write_str("objects at most 1 call from a constructor"),
            Restriction::Calls(n) => write!(f, "objects at most {n} calls from a constructor"),
            Restriction::Other(what) => f.write_str(what),
        }
    }
}
