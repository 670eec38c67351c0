//! Making and looking into values outside a driver, for tests.

use super::features::Inspector;
use super::subject::{Abstraction, Assembly, Parts};
use super::{chooser, replay};
use crate::wire::{self, Choice, StepQuery, Stepped};
use crate::{Arbitrary, Number, Source};

/// A value made from random choices; the same seed makes the same value.
///
/// Seeds whose value gave up on itself are passed over for others that follow from them.
pub fn make<T: Arbitrary>(seed: u64) -> T {
    for attempt in 0u64.. {
        let seed = seed.wrapping_add(attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        chooser::with(|chooser| chooser.begin(&Choice::Random(seed), false));
        let made = std::panic::catch_unwind(|| T::arbitrary(&mut Source::root("value", false)));
        if let Ok(value) = made {
            return value;
        }
    }
    unreachable!("the attempts do not end");
}

/// Makes a step of a type.
pub fn step<S: Abstraction>(query: &StepQuery) -> Stepped {
    replay::step(&Parts::<S>::new(), query, &mut |_| {})
}

/// What is said of a type.
#[must_use]
pub fn description<S: Abstraction>() -> wire::Subject {
    Assembly::<S>::new().description
}

/// The numbers in an object as they are seen between calls: names, identities, numbers.
pub fn object_features<S: Abstraction>(object: &S) -> Vec<(String, u64, wire::Number)> {
    let mut inspector = Inspector::default();
    let (_, numbers) = inspector.look("self", true, |view| object.inspect(view));
    let named = |(feature, number): (u32, wire::Number)| {
        let feature = &inspector.features()[feature as usize];
        (feature.name.clone(), feature.id, number)
    };
    numbers.into_iter().map(named).collect()
}

/// The identity of the choice `draws` made for the part of a value: `["self", "len"]`, an element
/// as `"[2]"`.
#[must_use]
pub fn choice_id(path: &[&str], draws: u32) -> u64 {
    let mut parts = path.iter();
    let root = crate::path::root(parts.next().copied().unwrap_or_default());
    let path = parts.fold(root, |path, part| {
        let index = part.strip_prefix('[').and_then(|part| part.strip_suffix(']')?.parse().ok());
        match index {
            Some(index) => crate::path::element(path, index),
            None => crate::path::field(path, part),
        }
    });
    crate::path::choice(path, draws)
}

/// The numbers in a value: path below `value`, level, number.
pub fn features<T: Arbitrary>(value: &T) -> Vec<(String, u32, Number)> {
    let mut inspector = Inspector::default();
    let (_, numbers) = inspector.look("value", true, |view| value.inspect(view));
    let named = |(feature, number): (u32, wire::Number)| {
        let feature = &inspector.features()[feature as usize];
        let number = match number {
            wire::Number::Int(int) => Number::Int(int),
            wire::Number::Float(float) => Number::Float(float),
        };
        (feature.name.clone(), feature.level, number)
    };
    numbers.into_iter().map(named).collect()
}
