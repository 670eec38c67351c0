//! The documents that `cargo tlv` prints, field by field as the JSON has them.
//!
//! Names here are promises to scripts: add to them, never rename or drop one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The version of all documents' layout.
pub const SCHEMA: u32 = 1;

/// The state of an object whose life a panic, an abort or a time-out ended.
pub const DEAD: &str = "⊥";

/// The state of an object that a method consumed.
pub const END: &str = "end";

/// What `learn` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of `cargo tlv`.
    pub tool: String,
    /// Whether everything that was asked for was done; `false` if time ran out.
    pub complete: bool,
    /// One for each type, by path.
    pub abstractions: Vec<Abstraction>,
}

impl Report {
    /// A report of this version, with the abstractions by path.
    #[must_use]
    pub fn new(complete: bool, mut abstractions: Vec<Abstraction>) -> Report {
        abstractions.sort_by(|a, b| (&a.path, &a.package).cmp(&(&b.path, &b.package)));
        Report { schema: SCHEMA, tool: tool(), complete, abstractions }
    }
}

/// What `list` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of `cargo tlv`.
    pub tool: String,
    /// One for each type, by path.
    pub types: Vec<ListedType>,
}

impl Listing {
    /// A listing of this version, with the types by path.
    #[must_use]
    pub fn new(mut types: Vec<ListedType>) -> Listing {
        types.sort_by(|a, b| (&a.path, &a.package).cmp(&(&b.path, &b.package)));
        Listing { schema: SCHEMA, tool: tool(), types }
    }
}

/// What `doctor` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of `cargo tlv`.
    pub tool: String,
    /// What probes are built with.
    pub toolchain: Vec<ToolchainPart>,
    /// What proofs are made with.
    pub engines: Vec<Engine>,
}

impl Diagnosis {
    /// A diagnosis of this version.
    #[must_use]
    pub fn new(toolchain: Vec<ToolchainPart>, engines: Vec<Engine>) -> Diagnosis {
        Diagnosis { schema: SCHEMA, tool: tool(), toolchain, engines }
    }
}

/// A program that probes are built with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolchainPart {
    /// Which.
    pub name: String,
    /// What is run.
    pub program: String,
    /// What it says of its version; none if it cannot be run.
    pub version: Option<String>,
}

/// An engine, here or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    /// Its name, as `--engine` takes it.
    pub name: String,
    /// Its version, if it is here and tells.
    pub version: Option<String>,
    /// Where it is; none if it is built in or not here.
    pub path: Option<String>,
    /// What it is good for.
    pub adds: String,
    /// How to get it, if it is not here.
    pub get: Option<String>,
}

fn tool() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// An annotated type as found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedType {
    /// The name of its package.
    pub package: String,
    /// Its name.
    #[serde(rename = "type")]
    pub name: String,
    /// Its full path, the crate's name first.
    pub path: String,
    /// Whether its fields cannot be made symbolic.
    pub opaque: bool,
    /// What distinguishes its states.
    pub predicates: Vec<Predicate>,
    /// What makes its values; their `outcomes` are empty.
    pub constructors: Vec<Constructor>,
    /// What can be called on them.
    pub methods: Vec<Method>,
    /// What was left out, and why.
    pub skipped: Vec<Skipped>,
    /// What else there is to say, one line each.
    pub notes: Vec<String>,
}

/// The protocol of one type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abstraction {
    /// The name of its package.
    pub package: String,
    /// The type's name.
    #[serde(rename = "type")]
    pub name: String,
    /// Its full path, the crate's name first.
    pub path: String,
    /// Which values of the type are spoken of.
    pub semantics: Semantics,
    /// Whether its fields cannot be made symbolic.
    pub opaque: bool,
    /// What distinguishes its states.
    pub predicates: Vec<Predicate>,
    /// What holds of all its values.
    pub invariants: Vec<Invariant>,
    /// What makes its values.
    pub constructors: Vec<Constructor>,
    /// What can be called on them.
    pub methods: Vec<Method>,
    /// The states, without ⊥ and `end`.
    pub states: Vec<State>,
    /// The edges.
    pub transitions: Vec<Transition>,
    /// How sure each pair of a state and a method is.
    pub obligations: Vec<Obligation>,
    /// The user's formulas.
    pub properties: Vec<Property>,
    /// How it differs from the committed protocol.
    pub drift: Vec<Drift>,
    /// What was left out, and why.
    pub skipped: Vec<Skipped>,
    /// The numbers in its objects, by path: what predicates could be learned on.
    pub features: Vec<Feature>,
    /// What else there is to say, one line each.
    pub notes: Vec<String>,
    /// What each engine says to the questions that the proof rests on, if several were asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opinions: Vec<Opinion>,
    /// What it cost.
    pub stats: Stats,
}

/// Which values of the type a report speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Semantics {
    /// Those that constructors and methods can lead to.
    Reachable,
    /// Any valuation of the fields.
    Any,
}

/// A named condition on the fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// The expression, as in the source.
    pub expr: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a predicate comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The user gave it.
    User,
    /// A method that tells it.
    Observer,
    /// A condition in the code.
    Source,
    /// A `requires` of a method.
    Requires,
    /// A property.
    Property,
    /// Refinement.
    Learned,
}

/// What holds of all values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    /// The expression.
    pub expr: String,
    /// Who says so.
    pub origin: InvariantOrigin,
    /// How sure it is.
    pub verdict: Verdict,
    /// Within which limits, or why not. Only written if there is something to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// Who says that an invariant holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InvariantOrigin {
    /// The user.
    User,
    /// It was found.
    Inferred,
}

/// What makes values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// Its parameters, such as `capacity: usize`.
    pub params: Vec<String>,
    /// How it can end.
    pub outcomes: Vec<ConstructorOutcome>,
}

/// How a constructor can end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConstructorOutcome {
    /// What it returned, or that it did not.
    pub outcome: Outcome,
    /// The name of the state it leads to, or ⊥.
    pub to: String,
    /// Calls that show it.
    pub witness: Vec<String>,
    /// Where it panicked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panic: Option<Panic>,
}

/// What can be called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Its parameters without the receiver, such as `item: i32`.
    pub params: Vec<String>,
    /// `self`, `&self` or `&mut self`.
    pub receiver: String,
}

/// A panic's own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Panic {
    /// What it said.
    pub message: String,
    /// `file:line:column`, counted from 1.
    pub location: String,
}

/// One valuation of the predicates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Its name.
    pub name: String,
    /// Which predicates hold.
    pub valuation: BTreeMap<String, bool>,
    /// Whether a constructor leads to it.
    pub initial: bool,
}

/// One edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition {
    /// The state a call starts in.
    pub from: String,
    /// What is called.
    pub method: String,
    /// How the call ends.
    pub outcome: Outcome,
    /// The state it leads to, or ⊥, or `end`.
    pub to: String,
    /// How we know.
    pub evidence: Evidence,
    /// Calls that show it, a constructor's first; the last is the edge's own.
    pub witness: Vec<String>,
    /// Whether the calls showed it once, but not when they were made again: the object does not
    /// always do the same. Only written if so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unreproduced: bool,
    /// Where it panicked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panic: Option<Panic>,
    /// All places where a call in this state can panic, if that was proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub panics: Vec<String>,
}

/// How a call ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Unit, any other value, or `Result::Ok`.
    Ok,
    /// `Result::Err`.
    Err,
    /// `Option::Some`.
    Some,
    /// `Option::None`.
    None,
    /// `true`.
    True,
    /// `false`.
    False,
    /// It panicked.
    Panic,
    /// It ended the process.
    Abort,
    /// It did not return in time.
    Timeout,
}

impl Outcome {
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Err => "err",
            Outcome::Some => "some",
            Outcome::None => "none",
            Outcome::True => "true",
            Outcome::False => "false",
            Outcome::Panic => "panic",
            Outcome::Abort => "abort",
            Outcome::Timeout => "timeout",
        }
    }

    /// Whether it ends the object's life.
    #[must_use]
    pub fn is_deadly(self) -> bool {
        matches!(self, Outcome::Panic | Outcome::Abort | Outcome::Timeout)
    }
}

impl From<tlv_core::Outcome> for Outcome {
    fn from(outcome: tlv_core::Outcome) -> Outcome {
        match outcome {
            tlv_core::Outcome::Ok => Outcome::Ok,
            tlv_core::Outcome::Err => Outcome::Err,
            tlv_core::Outcome::Some => Outcome::Some,
            tlv_core::Outcome::None => Outcome::None,
            tlv_core::Outcome::True => Outcome::True,
            tlv_core::Outcome::False => Outcome::False,
            tlv_core::Outcome::Panic => Outcome::Panic,
            tlv_core::Outcome::Abort => Outcome::Abort,
            tlv_core::Outcome::Timeout => Outcome::Timeout,
        }
    }
}

/// How we know of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// Seen in a run from a constructor.
    Observed,
    /// Seen in a run from a value that the solver made.
    Feasible,
}

/// How sure the edges of one state and one method are: whether there are others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Obligation {
    /// The state.
    pub state: String,
    /// The method.
    pub method: String,
    /// How sure.
    pub verdict: Verdict,
    /// The bound, the probabilities, the number of calls or the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Who says so.
    pub engine: String,
}

/// How sure something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// For all values and all arguments.
    Proved,
    /// As proved, up to a bound.
    Bounded,
    /// Sampled, probably approximately correct.
    Pac,
    /// Tried.
    Tested,
    /// There is a counterexample.
    Refuted,
    /// Not known.
    Unknown,
}

impl Verdict {
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Bounded => "bounded",
            Verdict::Pac => "pac",
            Verdict::Tested => "tested",
            Verdict::Refuted => "refuted",
            Verdict::Unknown => "unknown",
        }
    }
}

/// A formula of the user's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// The formula as written.
    pub formula: String,
    /// Whether it holds.
    pub verdict: PropertyVerdict,
    /// Calls that violate it.
    pub counterexample: Option<Vec<String>>,
}

/// Whether a property holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PropertyVerdict {
    /// It does.
    Holds,
    /// It does not.
    Violated,
    /// Not known.
    Unknown,
}

/// A difference from the committed protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drift {
    /// Which way it differs.
    pub kind: DriftKind,
    /// What differs: `edge`, `constructor`, `method`, `state`, `guarantee`, `invariant`, `semantics`.
    pub what: String,
    /// The state a call starts in, or what else is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// How the call ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The state it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Whom it concerns: `breaking`, `compatible`, `weaker`.
    pub effect: String,
    /// What it means for callers.
    pub meaning: String,
    /// Calls from a constructor that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<String>,
    /// The line of the user's code where it arises, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// Which way the protocol differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DriftKind {
    /// The code has it, the file does not.
    Added,
    /// The file has it, the code does not.
    Removed,
    /// Less is shown than the file says.
    Weakened,
}

/// A function that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// A number in an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feature {
    /// The path, such as `self.len` or `self.phase.Hello.tries`.
    pub name: String,
    /// 0 for the object's own numbers, more for what lies deeper.
    pub level: u32,
}

/// What one engine says to the questions that a proof rests on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opinion {
    /// Its name.
    pub engine: String,
    /// Its version, if it has one of its own.
    pub version: Option<String>,
    /// How many questions there are.
    pub questions: u64,
    /// How many it answered.
    pub answered: u64,
    /// How many of these as the proof claims.
    pub agreed: u64,
    /// How many it did not answer, by reason.
    pub unknown: BTreeMap<String, u64>,
    /// How long it took, in milliseconds.
    pub ms: u64,
}

/// What an abstraction cost. Times are in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Queries to fill the table.
    pub membership_queries: u64,
    /// Queries to test a candidate.
    pub candidate_queries: u64,
    /// Calls of constructors and methods.
    pub calls: u64,
    /// Queries to a solver.
    pub solver_queries: u64,
    /// Ways through the code of all constructors and methods.
    #[serde(default)]
    pub paths: u64,
    /// Building the probe.
    pub build_ms: u64,
    /// Learning.
    pub learn_ms: u64,
    /// Proving.
    pub prove_ms: u64,
    /// The most memory this process had, in kilobytes.
    pub peak_rss_kb: u64,
}
