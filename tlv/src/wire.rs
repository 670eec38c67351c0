//! What the plugin and the probe's driver say to each other.
//!
//! The driver first writes [`hello`]. After that both sides send frames: a length as four
//! little-endian bytes, then that many bytes of postcard. The plugin sends a [`Request`] and reads
//! [`Reply`]s until the one that ends the exchange. Any change to a type here changes [`VERSION`].

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The version of this format.
pub const VERSION: u32 = 2;

/// The largest frame that is read: more than any honest one.
const MAX_FRAME: u32 = 1 << 30;

/// The first bytes the driver writes: a magic word and the version.
#[must_use]
pub fn hello() -> [u8; 12] {
    let mut bytes = *b"tlvprobe\0\0\0\0";
    bytes[8..].copy_from_slice(&VERSION.to_le_bytes());
    bytes
}

/// The version in a driver's first bytes, or `None` if they are not a driver's.
#[must_use]
pub fn version_of(hello: [u8; 12]) -> Option<u32> {
    let (magic, version) = hello.split_at(8);
    let version = version.try_into().expect("four bytes are left");
    (magic == b"tlvprobe").then(|| u32::from_le_bytes(version))
}

/// Writes one frame.
///
/// # Errors
/// When the other side is gone, or the message is larger than a frame may be.
pub fn write<T: Serialize>(out: &mut impl Write, message: &T) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len()).ok().filter(|length| *length <= MAX_FRAME);
    let length = length.ok_or_else(|| io::Error::other("a message is too large for a frame"))?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&bytes)
}

/// Reads one frame.
///
/// # Errors
/// When the other side is gone or what it says is not in this format.
pub fn read<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > MAX_FRAME {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame is too large"));
    }
    let mut bytes = vec![0; length as usize];
    from.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// What the plugin asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Which types are there? Answered by [`Reply::Subjects`].
    Describe,
    /// Work on one type from now on, with nothing kept. Answered by [`Reply::Ready`].
    Select {
        /// The position in [`Reply::Subjects`].
        subject: u32,
        /// How to work.
        options: Options,
    },
    /// Know these kept states again, by how they were reached. Answered by [`Reply::Ready`].
    Restore(Vec<Recipe>),
    /// Run these. Answered by one [`Reply::Answer`] each, in order, then [`Reply::Ready`].
    Run {
        /// What to run.
        queries: Vec<Query>,
        /// Announce each call by [`Reply::Begin`] before it is made.
        careful: bool,
    },
    /// What are the features called? Answered by [`Reply::Features`].
    Features,
    /// Make single steps. Answered by one [`Reply::Stepped`] each, in order, then
    /// [`Reply::Ready`]; each call is announced by [`Reply::Begin`].
    Step(Vec<StepQuery>),
}

/// What the driver answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The annotated types.
    Subjects(Vec<Subject>),
    /// The request has been carried out.
    Ready,
    /// A call is about to be made, or has returned.
    Begin {
        /// Position of the query in its request.
        query: u32,
        /// Position of the step whose call is about to be made; `None` once it has returned, and
        /// while a kept state is being made again.
        step: Option<u32>,
    },
    /// What a query saw.
    Answer(Answer),
    /// The features met so far, by the numbers used in [`Detail::features`].
    Features(Vec<Feature>),
    /// What a step saw.
    Stepped(Stepped),
}

/// How to work on a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The largest length of a made collection.
    pub bound: u32,
    /// Whether `Clone` may serve to keep a state; otherwise it is reached anew each time.
    pub snapshots: bool,
    /// How many states with the same valuation are kept.
    pub kept_per_valuation: u32,
}

/// An annotated type, or one instance of a generic one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Subject {
    /// The package that declares it.
    pub package: String,
    /// As written: `BoundedStack`, `Stack<u8, 4>`.
    pub name: String,
    /// With the module it is declared in.
    pub path: String,
    /// Where it is declared.
    pub place: Place,
    /// What abstract states are made of.
    pub predicates: Vec<Predicate>,
    /// The user's invariants, as written.
    pub invariants: Vec<String>,
    /// The temporal properties.
    pub properties: Vec<Property>,
    /// The user's names for states, with the expressions over predicates.
    pub states: Vec<(String, String)>,
    /// Outcomes that count as failures.
    pub failures: Vec<Outcome>,
    /// The user's bound on collections, if there is one.
    pub bound: Option<u32>,
    /// How objects are made.
    pub constructors: Vec<Event>,
    /// What can be called on them.
    pub methods: Vec<Event>,
    /// What cannot be called, and why.
    pub skipped: Vec<Skipped>,
    /// The fields that nobody can make: if there are any, the type is opaque.
    pub opaque_fields: Vec<String>,
    /// Whether states can be kept by `Clone`.
    pub snapshots: bool,
    /// Whether the type has an impl block with `#[tlv::methods]` at all.
    pub has_methods: bool,
    /// How often repeating a call may be worth it.
    pub repetitions: u32,
}

/// A position in the user's source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// As the compiler names it: mostly relative to the workspace.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

/// A predicate over the fields of a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// What it says.
    pub expr: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a predicate comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The attribute.
    User,
    /// A `bool` method.
    Observer,
    /// A condition of the code, or the type of a field.
    Source,
}

/// A temporal property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    /// The user's name for it.
    pub name: Option<String>,
    /// The formula as written.
    pub formula: String,
}

/// A constructor or method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// As in the source.
    pub name: String,
    /// `item: i32`, without the receiver.
    pub params: Vec<String>,
    /// `&mut self` and the like; empty for a constructor.
    pub receiver: String,
    /// The return type; empty for unit.
    pub returns: String,
    /// `requires(…)`, as written.
    pub requires: Vec<String>,
    /// `assume(…)`, as written.
    pub assumes: Vec<String>,
    /// Where it is declared.
    pub place: Place,
}

/// A method or associated function that is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// As in the source.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// Which arguments a call has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// The n-th combination of pooled values.
    Nth(u64),
    /// Pooled and random values by a seed.
    Random(u64),
    /// These very choices; what is not named is the first pooled value.
    Script(Vec<(u64, u128)>),
}

/// A call with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Position among the constructors or the methods.
    pub event: u16,
    /// The arguments.
    pub choice: Choice,
}

/// Where a query starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Start {
    /// A new object.
    Construct(Call),
    /// A kept state.
    Kept(u32),
}

/// A sequence of calls to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// The object.
    pub start: Start,
    /// The calls on it.
    pub calls: Vec<Call>,
    /// Keep new states.
    pub keep: bool,
    /// Stop when the valuation changes.
    pub until_left: bool,
    /// Fill in [`Step::detail`].
    pub detail: bool,
    /// Only make the arguments of the last call, for [`Answer::prepared`], and do not make it.
    pub dry_last: bool,
}

/// The object of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepStart {
    /// One with these values in its fields, whether calls can lead to it or not.
    Made(Choice),
    /// One that a constructor makes.
    Constructed(Call),
}

/// Calls on one object, of which the last is to be seen in every detail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepQuery {
    /// The object.
    pub start: StepStart,
    /// The calls on it. Without any, it is the constructor that is seen, or only the object.
    pub calls: Vec<Call>,
}

/// How far a step came.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Stepped {
    /// The last call was made.
    Seen(Box<StepSeen>),
    /// A call was not made, or the object not made: position 0 is the object's, then come the calls.
    NotMade {
        /// Which.
        position: u32,
        /// Why.
        why: NotMade,
    },
    /// The object did not live to see the last call: this one ended its life.
    Over {
        /// Which, counted as above.
        position: u32,
    },
}

/// Everything that is seen of one call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepSeen {
    /// The object before the call; `None` if the call makes it.
    pub before: Option<Sight>,
    /// The call; `None` if there was none to make.
    pub call: Option<StepCall>,
    /// The object after the call, if it lives.
    pub after: Option<Sight>,
    /// What was left out in making the values: kinds and amounts of `tlv_note`.
    pub notes: Vec<(u32, u64)>,
}

/// How a call went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepCall {
    /// Whether the `requires(…)` of the method held.
    pub required: bool,
    /// How it ended.
    pub outcome: Outcome,
    /// What became of the object.
    pub after: After,
    /// The arguments as Rust expressions.
    pub arguments: Vec<String>,
    /// Where and why it panicked.
    pub panic: Option<Panic>,
}

/// How a kept state was reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// Its number.
    pub state: u32,
    /// Where to start: never from a state with a higher number.
    pub start: Start,
    /// The calls from there.
    pub calls: Vec<Call>,
    /// What must hold then.
    pub valuation: u128,
    /// What it must look like then.
    pub fingerprint: u64,
}

/// How a call ended, as the driver can see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// `Result::Ok`, or a value without an outcome of its own.
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
    /// A panic.
    Panic,
}

/// What became of the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum After {
    /// It lives, and these predicates hold.
    Alive(u128),
    /// It is dead, or was never made.
    Dead,
    /// It was taken by value.
    Ended,
}

/// What was seen of one call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// How it ended.
    pub outcome: Outcome,
    /// What became of the object.
    pub after: After,
    /// A hash of the numbers in the object.
    pub fingerprint: u64,
    /// How many combinations of pooled arguments there were.
    pub space: u64,
    /// The number under which the state was kept.
    pub kept: Option<u32>,
    /// Which of the user's invariants do not hold afterwards, as a bit mask.
    pub broken: u64,
    /// Which predicates panicked when they were evaluated (and count as false), as a bit mask.
    pub unevaluable: u128,
    /// Where and why it panicked. Boxed, as there are many steps and few of them panic.
    pub panic: Option<Box<Panic>>,
    /// More, if the query asked for it.
    pub detail: Option<Box<Detail>>,
}

/// A caught panic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Panic {
    /// What it said; empty if it said nothing that can be shown.
    pub message: String,
    /// Where it was raised, if that is known.
    pub place: Option<Place>,
}

/// What is not needed of every call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Detail {
    /// The arguments as Rust expressions.
    pub arguments: Vec<String>,
    /// The choices they were made from, for [`Choice::Script`].
    pub choices: Vec<(u64, u128)>,
    /// Whether the `requires(…)` of the method held before the call.
    pub required: bool,
    /// The numbers in the object afterwards, by feature.
    pub features: Vec<(u32, Number)>,
}

/// A number in an object.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Number {
    /// An integer, a boolean, a character, a discriminant or a length.
    Int(i128),
    /// A floating-point number.
    Float(f64),
}

/// What a number in an object means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feature {
    /// The path: `self.len`, `self.phase.Hello.tries`.
    pub name: String,
    /// 0 for the object's own numbers, more for what lies deeper.
    pub level: u32,
    /// The hash of the path, by which steps report the number.
    pub id: u64,
    /// How it is to be read.
    pub kind: FeatureKind,
}

/// How a number in an object is to be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FeatureKind {
    /// As it is.
    Number,
    /// 0 is false, 1 is true.
    Boolean,
    /// As the variant of that position; those that were met, with their names.
    Variant(Vec<(u32, String)>),
}

/// Why the call of a step was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotMade {
    /// An assumption does not hold of the values, or making them panicked.
    GaveUp,
    /// There is no value of a parameter or field, or no such operation.
    NoValue,
}

/// What is seen of a living object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sight {
    /// The predicates that hold.
    pub valuation: u128,
    /// Those that panicked, and count as false.
    pub unevaluable: u128,
    /// The user's invariants that do not hold.
    pub broken: u64,
    /// The numbers in the object, by [`Feature::id`].
    pub features: Vec<(u64, Number)>,
}

/// Why an answer ends where it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// All calls were made.
    Completed,
    /// The valuation changed.
    Left,
    /// The object's life ended.
    Over,
    /// The next call could not be made.
    Rejected,
    /// The kept state could not be made again.
    Diverged,
}

/// What a query saw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// One for each call made.
    pub steps: Vec<Step>,
    /// Why no more.
    pub stop: Stop,
    /// Calls that were made only to reach the start.
    pub replayed: u32,
    /// The arguments of the last call as Rust expressions, if the query asked for just that.
    pub prepared: Option<Vec<String>>,
}

impl Answer {
    /// An answer without steps.
    #[must_use]
    pub fn empty(stop: Stop) -> Self {
        Answer { steps: Vec::new(), stop, replayed: 0, prepared: None }
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Request, hello, read, version_of, write};

    #[test]
    fn a_frame_reads_back_as_it_was_written() {
        let query = super::Query {
            start: super::Start::Kept(7),
            calls: vec![super::Call { event: 3, choice: Choice::Script(vec![(1, u128::MAX)]) }],
            keep: true,
            until_left: false,
            detail: true,
            dry_last: false,
        };
        let request = Request::Run { queries: vec![query], careful: true };
        let mut bytes = Vec::new();
        write(&mut bytes, &request).unwrap();
        assert_eq!(read::<Request>(&mut &bytes[..]).unwrap(), request);
    }

    #[test]
    fn a_cut_frame_is_an_error() {
        let mut bytes = Vec::new();
        write(&mut bytes, &Request::Describe).unwrap();
        bytes.pop();
        assert!(read::<Request>(&mut &bytes[..]).is_err());
    }

    #[test]
    fn an_absurd_length_is_an_error_not_an_allocation() {
        assert!(read::<Request>(&mut &[0xff; 64][..]).is_err());
    }

    #[test]
    fn other_bytes_are_not_a_hello() {
        assert_eq!(version_of(hello()), Some(super::VERSION));
        assert_eq!(version_of(*b"hello, world"), None);
    }
}
