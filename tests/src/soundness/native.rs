//! What is seen of a call, in the same words whether a summary or a native run tells it.

use std::collections::BTreeMap;

use cargo_tlv::driver::StepAnswer;
use tlv::wire::{After, Call, Choice, Number, Sight, StepQuery, StepSeen, StepStart, Stepped};
use tlv_symbolic::exec::Inputs;
use tlv_symbolic::summary::{Fate, Observed, Path};
use tlv_symbolic::term::{Model, Terms};

use super::Event;
use super::inputs::Values;

/// The position of `Abort` among the outcomes.
const ABORT: u8 = 7;

/// All that is seen of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The position among the outcomes.
    pub outcome: u8,
    /// What became of the object.
    pub fate: Fate,
    /// Whether `requires(…)` held, where that was said.
    pub required: Option<bool>,
    /// The object before the call.
    pub before: Option<View>,
    /// The object after the call.
    pub after: Option<View>,
    /// Where it panicked, if that is known: file, line, column.
    pub panic: Option<(String, u32, u32)>,
}

/// All that is seen of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The predicates that hold.
    pub valuation: u128,
    /// Those that panicked.
    pub unevaluable: u128,
    /// The invariants that do not hold.
    pub broken: u64,
    /// The integers in it.
    pub features: BTreeMap<u64, i128>,
}

/// What a native run showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// The call.
    Call(Box<Account>),
    /// That there are no such objects or arguments.
    NotMade,
    /// Nothing: it took too long, or the process was lost outside of the call.
    Nothing(String),
}

/// The step with these inputs.
pub fn query(event: Event, inputs: &Inputs, values: &Values) -> StepQuery {
    let script = |wanted: u32| {
        let of_call = inputs.iter().filter(|((call, _), _)| *call == wanted);
        let native = of_call.map(|(key, input)| {
            let bits = values.get(key).copied().unwrap_or(0);
            (key.1, input.native(bits))
        });
        Choice::Script(native.collect())
    };
    match event {
        Event::Constructor(event) => StepQuery {
            start: StepStart::Constructed(Call { event, choice: script(1) }),
            calls: Vec::new(),
        },
        Event::Method(event) => StepQuery {
            start: StepStart::Made(script(1)),
            calls: vec![Call { event, choice: script(2) }],
        },
    }
}

/// What the driver's answer to a step shows.
pub fn shown(answer: &StepAnswer, event: Event) -> Shown {
    match answer {
        StepAnswer::Stepped(Stepped::Seen(seen)) => match account_of(seen) {
            Some(account) => Shown::Call(Box::new(account)),
            None => Shown::Nothing("no call was made".to_owned()),
        },
        StepAnswer::Stepped(Stepped::NotMade { .. }) => Shown::NotMade,
        StepAnswer::Stepped(other) => Shown::Nothing(format!("{other:?}")),
        StepAnswer::Ended { how, position } => {
            let called = match event {
                Event::Constructor(_) => 0,
                Event::Method(_) => 1,
            };
            if *how == tlv_core::Outcome::Abort && *position == Some(called) {
                // Nothing before it can be told any more.
                Shown::Call(Box::new(Account {
                    outcome: ABORT,
                    fate: Fate::Dead,
                    required: None,
                    before: None,
                    after: None,
                    panic: None,
                }))
            } else {
                Shown::Nothing(format!("{how:?} at {position:?}"))
            }
        }
    }
}

fn account_of(seen: &StepSeen) -> Option<Account> {
    let call = seen.call.as_ref()?;
    let place = call.panic.as_ref().and_then(|panic| panic.place.clone());
    Some(Account {
        outcome: call.outcome as u8,
        fate: match call.after {
            After::Alive(_) => Fate::Alive,
            After::Dead => Fate::Dead,
            After::Ended => Fate::Ended,
        },
        required: Some(call.required),
        before: seen.before.as_ref().map(view_of),
        after: seen.after.as_ref().map(view_of),
        panic: place.map(|place| (place.file, place.line, place.column)),
    })
}

fn view_of(sight: &Sight) -> View {
    let integers = sight.features.iter().filter_map(|(id, number)| match number {
        Number::Int(integer) => Some((*id, *integer)),
        Number::Float(_) => None,
    });
    View {
        valuation: sight.valuation,
        unevaluable: sight.unevaluable,
        broken: sight.broken,
        features: integers.collect(),
    }
}

/// What a path says is seen with a model's values.
pub fn predicted(terms: &Terms, path: &Path, model: &Model) -> Account {
    // Evaluated at once, as much is shared.
    let mut all = vec![path.outcome];
    all.extend(path.required);
    for observed in path.before.iter().chain(&path.after) {
        all.extend(observed.terms());
    }
    let mut values = terms.evaluate_all(&all, model).into_iter();
    let mut next = || values.next().expect("each term has a value");
    let outcome = next() as u8;
    let required = path.required.map(|_| next() == 1);
    let before = path.before.as_ref().map(|observed| view(observed, &mut next));
    let after = path.after.as_ref().map(|observed| view(observed, &mut next));
    let panic = path.panic.as_ref().map(|place| (place.file.clone(), place.line, place.column));
    Account { outcome, fate: path.fate, required, before, after, panic }
}

fn view(observed: &Observed, next: &mut impl FnMut() -> u128) -> View {
    let valuation = bits(observed.predicates.iter().map(|_| next() == 1));
    let broken = bits(observed.invariants.iter().map(|_| next() == 0));
    let features = observed.features.iter().map(|feature| (feature.id, next() as i128, next()));
    let features = features.filter(|(.., exists)| *exists == 1);
    let features = features.map(|(id, value, _)| (id, value)).collect();
    View {
        valuation,
        unevaluable: bits(observed.unevaluable.iter().copied()),
        broken: broken as u64,
        features,
    }
}

fn bits(all: impl Iterator<Item = bool>) -> u128 {
    all.enumerate().map(|(index, bit)| u128::from(bit) << index).sum()
}

impl Account {
    /// In what a native run differs from this; empty if in nothing.
    pub fn differs_from(&self, native: &Account) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |what: &str, predicted: String, native: String| {
            if predicted != native {
                found.push(format!("{what}: {predicted} predicted, {native} seen"));
            }
        };
        compare("outcome", self.outcome.to_string(), native.outcome.to_string());
        compare("fate", format!("{:?}", self.fate), format!("{:?}", native.fate));
        if native.outcome == ABORT {
            return found;
        }
        if let (Some(predicted), Some(native)) = (self.required, native.required) {
            compare("required", predicted.to_string(), native.to_string());
        }
        if let Some(place) = &self.panic {
            compare("panic", format!("{:?}", Some(place)), format!("{:?}", native.panic.as_ref()));
        }
        for (when, predicted, native) in
            [("before", &self.before, &native.before), ("after", &self.after, &native.after)]
        {
            let (Some(predicted), Some(native)) = (predicted, native) else {
                compare(when, format!("{:?}", predicted), format!("{:?}", native));
                continue;
            };
            let binary = |bits: u128| format!("{bits:#b}");
            compare(
                &format!("predicates {when}"),
                binary(predicted.valuation),
                binary(native.valuation),
            );
            compare(
                &format!("unevaluable {when}"),
                binary(predicted.unevaluable),
                binary(native.unevaluable),
            );
            compare(
                &format!("broken invariants {when}"),
                binary(predicted.broken.into()),
                binary(native.broken.into()),
            );
            let ids = predicted.features.keys().chain(native.features.keys());
            for id in ids.collect::<std::collections::BTreeSet<_>>() {
                let text = |view: &View| format!("{:?}", view.features.get(id));
                compare(&format!("number {id:x} {when}"), text(predicted), text(native));
            }
        }
        found
    }
}
