//! The primitive choices, as functions that stay visible in the compiled code.
//!
//! Natively they ask the chooser. A symbolic executor recognises them by name and gives an unknown
//! value instead, so they must be neither inlined nor looked into: not by rustc, not by LLVM.

use std::hint::black_box;

use super::chooser;
use super::object::give_up;

macro_rules! integers {
    ($($name:ident $unsigned:ident $symbol:ident),* $(,)?) => {$(
        /// Any value from `low` to `high`, both included.
        pub(crate) fn $name(id: u64, low: $name, high: $name) -> $name {
            $symbol(id, low, high)
        }

        // 128-bit integers and `char` have no agreed C layout; both sides are Rust.
        #[allow(improper_ctypes_definitions)]
        #[unsafe(no_mangle)]
        #[inline(never)]
        extern "C" fn $symbol(id: u64, low: $name, high: $name) -> $name {
            let span = high.abs_diff_from(low);
            let offset = chooser::with(|chooser| chooser.integer(id, u128::from_unsigned(span), |pooled| {
                let pooled = $name::try_from(pooled).ok()?;
                (low <= pooled && pooled <= high)
                    .then(|| u128::from_unsigned(pooled.abs_diff_from(low)))
            }));
            let offset = $unsigned::try_from(offset).unwrap_or($unsigned::MAX);
            // Wrapping: the offset may be larger than the signed type can hold.
            black_box(low.wrapping_add(offset as $name))
        }

        impl Span for $name {
            type Unsigned = $unsigned;
            fn abs_diff_from(self, low: Self) -> $unsigned {
                self.abs_diff(low)
            }
        }
    )*};
}

/// The distance between two values of a type, in its unsigned twin.
trait Span {
    type Unsigned;
    fn abs_diff_from(self, low: Self) -> Self::Unsigned;
}

/// Widening without `as`, for `usize` as well.
trait FromUnsigned<T> {
    fn from_unsigned(value: T) -> Self;
}

macro_rules! widen {
    ($($name:ident),*) => {$(
        impl FromUnsigned<$name> for u128 {
            fn from_unsigned(value: $name) -> u128 {
                value as u128
            }
        }
    )*};
}

widen!(u8, u16, u32, u64, u128, usize);

integers! {
    u8 u8 tlv_any_u8, u16 u16 tlv_any_u16, u32 u32 tlv_any_u32, u64 u64 tlv_any_u64,
    u128 u128 tlv_any_u128, usize usize tlv_any_usize,
    i8 u8 tlv_any_i8, i16 u16 tlv_any_i16, i32 u32 tlv_any_i32, i64 u64 tlv_any_i64,
    i128 u128 tlv_any_i128, isize usize tlv_any_isize,
}

/// Any character.
pub(crate) fn char(id: u64) -> char {
    let drawn = char::from_u32(u32(id, 0, u32::from(char::MAX)));
    assume(drawn.is_some());
    drawn.unwrap_or('a')
}

/// Any `f64`.
pub(crate) fn f64(id: u64) -> f64 {
    tlv_any_f64(id)
}

/// Any `f32`.
pub(crate) fn f32(id: u64) -> f32 {
    tlv_any_f32(id)
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_any_f64(id: u64) -> f64 {
    black_box(chooser::with(|chooser| chooser.float(id)))
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_any_f32(id: u64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "the nearest `f32` is as good")]
    black_box(chooser::with(|chooser| chooser.float(id)) as f32)
}

/// A length up to the bound.
pub(crate) fn length(id: u64) -> usize {
    usize(id, 0, bound())
}

/// The largest length of a made collection.
pub(crate) fn bound() -> usize {
    tlv_bound()
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_bound() -> usize {
    black_box(chooser::with(|chooser| chooser.bound()))
}

/// A text worth trying.
pub(crate) fn text(id: u64) -> Option<&'static str> {
    chooser::with(|chooser| chooser.text(id))
}

/// Gives up on the call being prepared unless `condition` holds.
pub(crate) fn assume(condition: bool) {
    tlv_assume(condition);
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C-unwind" fn tlv_assume(condition: bool) {
    if !black_box(condition) {
        give_up();
    }
}
