//! Native replay of what the solver says: nothing it predicts is believed unseen.

use std::collections::BTreeSet;
use std::fmt;

use tlv_core::{After, EventId, Outcome, Valuation};

use crate::prove::condition::Numbers;
use crate::prove::engine::Ending;
use crate::summary::PanicPlace;

/// What is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// A constructor.
    Constructor(EventId),
    /// A method.
    Method(EventId),
}

/// The value of one variable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    /// Which call it is made for, as in the variable.
    pub call: u32,
    /// The path of the value within what is made for the call, as in the variable.
    pub id: u64,
    /// In bits.
    pub width: u32,
    /// For people.
    pub label: String,
    /// The value itself, the unused high bits 0.
    pub bits: u128,
    /// Whether it stands for something the executor did not follow: no run can be told it.
    pub invented: bool,
}

/// A concrete object, as far as the probe reports it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Which predicates hold.
    pub valuation: Valuation,
    /// Which of the user's invariants hold.
    pub invariants: Vec<bool>,
    /// The numbers in it.
    pub numbers: Numbers,
}

/// What a model of the solver says that a call does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prediction {
    /// What is called.
    pub event: Event,
    /// What is called before, if the object is not made from its fields: the constructor, then
    /// methods, by position.
    pub history: Vec<u32>,
    /// The object and the arguments, sorted by call and id; what is not listed does not matter.
    pub values: Vec<Value>,
    /// How the call ends.
    pub ending: Ending,
    /// The object before the call; none for a constructor.
    pub before: Option<Facts>,
    /// The object after the call, if it lives.
    pub after: Option<Facts>,
    /// Whether the method's `requires(…)` holds.
    pub required: Option<bool>,
    /// Where it panics.
    pub panic: Option<PanicPlace>,
    /// What was taken for granted, in words.
    pub assumed: Vec<String>,
    /// Whether that the call ends so rests on something the executor did not follow.
    pub invented: bool,
    /// Features whose values rest on something the executor did not follow.
    pub uncertain: BTreeSet<u64>,
    /// Whether the values describe calls from a constructor on, and not only an object's fields.
    pub reachable: bool,
}

/// What a native run showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// The call was made.
    Call(Observation),
    /// The object or the arguments could not be made, or the driver did not survive in a way that
    /// tells nothing about the call; why.
    CouldNot(String),
}

/// A call that was made natively.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The object before the call; none for a constructor.
    pub before: Option<Facts>,
    /// How the call ended.
    pub outcome: Outcome,
    /// What became of the object.
    pub after: After,
    /// The object after the call, if it lives.
    pub facts: Option<Facts>,
}

/// Runs calls natively with given values.
pub trait Native {
    /// Makes the object and the arguments from the values and makes the call. The object is made
    /// from its fields, or by a `history` of calls if there is one. Values that are not given do not
    /// matter; those that are `invented` cannot be given.
    fn replay(&mut self, event: Event, history: &[u32], values: &[Value]) -> Seen;
}

/// The same call as predicted and as seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// What the solver's model says.
    pub predicted: Box<Prediction>,
    /// What the native run showed, or why there was none.
    pub seen: Seen,
    /// In what they differ.
    pub difference: Difference,
}

/// In what a prediction and a run differ first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The run could not be made.
    CouldNot(String),
    /// The object before the call is in another state.
    StateBefore {
        /// As predicted.
        predicted: Option<Valuation>,
        /// As seen.
        seen: Option<Valuation>,
    },
    /// The call ends otherwise.
    Ending {
        /// As predicted.
        predicted: Ending,
        /// As seen.
        seen: Ending,
    },
    /// One of the user's invariants holds in one and not in the other.
    Invariant {
        /// Its position.
        index: usize,
        /// Whether after the call, not before.
        after: bool,
    },
    /// A number in the object differs.
    Number {
        /// The feature.
        id: u64,
        /// Whether after the call, not before.
        after: bool,
        /// As predicted.
        predicted: i128,
        /// As seen, if it was there.
        seen: Option<i128>,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |after: &bool| if *after { "after" } else { "before" };
        match self {
            Difference::CouldNot(why) => write!(f, "the call could not be made natively: {why}"),
            Difference::StateBefore { predicted, seen } => {
                write!(f, "the object is in {}, not in {}", opt(*seen), opt(*predicted))
            }
            Difference::Ending { predicted, seen } => write!(
                f,
                "the call ends with {} in {}, not with {} in {}",
                seen.outcome,
                place(seen.after),
                predicted.outcome,
                place(predicted.after)
            ),
            Difference::Invariant { index, after } => {
                write!(f, "invariant {index} {} the call is not as predicted", time(after))
            }
            Difference::Number { after, predicted, seen, .. } => {
                let seen = seen.map_or("missing".to_owned(), |seen| seen.to_string());
                write!(f, "a number {} the call is {seen}, not {predicted}", time(after))
            }
        }
    }
}

fn opt(valuation: Option<Valuation>) -> String {
    valuation.map_or("no state".to_owned(), |valuation| format!("{:#b}", valuation.bits()))
}

fn place(after: After) -> String {
    match after {
        After::Alive(valuation) => format!("{:#b}", valuation.bits()),
        After::Dead => "⊥".to_owned(),
        After::Ended => "end".to_owned(),
    }
}

impl Difference {
    /// Whether it may be that the executor's inventions are not what the run met: only what comes
    /// after the call differs.
    pub(crate) fn is_later(&self) -> bool {
        match self {
            Difference::CouldNot(_) | Difference::StateBefore { .. } => false,
            Difference::Ending { .. } => true,
            Difference::Invariant { after, .. } | Difference::Number { after, .. } => *after,
        }
    }
}

/// In what the run differs from the prediction, if it does.
pub(crate) fn difference(predicted: &Prediction, seen: &Seen) -> Option<Difference> {
    let seen = match seen {
        Seen::Call(observation) => observation,
        Seen::CouldNot(why) => return Some(Difference::CouldNot(why.clone())),
    };
    let valuation = |facts: &Option<Facts>| facts.as_ref().map(|facts| facts.valuation);
    if valuation(&predicted.before) != valuation(&seen.before) {
        return Some(Difference::StateBefore {
            predicted: valuation(&predicted.before),
            seen: valuation(&seen.before),
        });
    }
    let ending = Ending { outcome: seen.outcome, after: seen.after };
    if ending != predicted.ending {
        return Some(Difference::Ending { predicted: predicted.ending, seen: ending });
    }
    let pairs = [(&predicted.before, &seen.before, false), (&predicted.after, &seen.facts, true)];
    pairs.into_iter().find_map(|(predicted_facts, seen, after)| {
        let (predicted_facts, seen) = (predicted_facts.as_ref()?, seen.as_ref()?);
        let invariants = predicted_facts.invariants.iter().zip(&seen.invariants);
        if let Some(index) = invariants.clone().position(|(predicted, seen)| predicted != seen) {
            return Some(Difference::Invariant { index, after });
        }
        predicted_facts
            .numbers
            .iter()
            .filter(|(id, _)| !predicted.uncertain.contains(id))
            .map(|(&id, &number)| (id, number, seen.numbers.get(&id).copied()))
            .find(|(_, number, seen)| Some(*number) != *seen)
            .map(|(id, predicted, seen)| Difference::Number { id, after, predicted, seen })
    })
}
