//! Making and looking into values outside a driver, for tests.

use super::chooser;
use super::features::Inspector;
use crate::wire::{self, Choice};
use crate::{Arbitrary, Number, Source};

/// A value made from random choices; the same seed makes the same value.
///
/// Seeds whose value gave up on itself are passed over for others that follow from them.
pub fn make<T: Arbitrary>(seed: u64) -> T {
    for attempt in 0u64.. {
        let seed = seed.wrapping_add(attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        chooser::with(|chooser| chooser.begin(&Choice::Random(seed), false));
        let made = std::panic::catch_unwind(|| T::arbitrary(&mut Source::root("value")));
        if let Ok(value) = made {
            return value;
        }
    }
    unreachable!("the attempts do not end");
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
