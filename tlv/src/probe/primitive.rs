//! The primitives of the probe, as functions that stay visible in the compiled code.
//!
//! Natively they ask the chooser and tell the recorder. A symbolic executor recognises them by name
//! and does their work itself, so they must be neither inlined nor looked into: not by rustc, not
//! by LLVM. Those it must know:
//!
//! | symbol | what it means |
//! |---|---|
//! | `tlv_any_u8` … `tlv_any_u128`, `tlv_any_usize`, `tlv_any_i8` … `tlv_any_i128`, `tlv_any_isize` `(id: u64, low, high)` | any value from `low` to `high`, both included; the same `id` in the same call is the same value |
//! | `tlv_any_f32`, `tlv_any_f64` `(id: u64)` | any value, infinities and NaN included |
//! | `tlv_bound() -> usize` | the largest length of a made collection, a constant of the run |
//! | `tlv_assume(condition: bool)` | the path ends, and does not count, unless the condition holds |
//! | `tlv_report(what: u32, index: u32, value: u64)` | what was seen, by [`Report`] |
//! | `tlv_feature(when: u32, id: u64, value: i128)` | a number in the object before (0) or after (1) the call |
//! | `tlv_feature_float(when: u32, id: u64, value: f64)` | likewise |
//! | `tlv_note(kind: u32, amount: u64)` | not every value is made, by [`Note`]; counts for all paths of the step, also for one that ends in `tlv_assume` |
//! | `tlv_catch(run: unsafe extern "C-unwind" fn(*mut u8), data: *mut u8) -> bool` | calls `run(data)`; a panic in it comes back here, as `true` |
//!
//! The functions it starts at are in [`super::step`]. Nothing else that steps execute depends on
//! native state: no thread-local, no clock, no hash map of ours.

use std::hint::black_box;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::object::give_up;
use super::{chooser, driver, recorder};

/// Keeps a primitive as it is: a function whose address is known to others loses neither its name
/// nor a parameter.
macro_rules! keep {
    ($($symbol:ident: $type:ty;)*) => {$(
        const _: () = {
            #[used]
            static KEPT: $type = $symbol;
        };
    )*};
}

pub(super) use keep;

keep! {
    tlv_any_f32: extern "C" fn(u64) -> f32;
    tlv_any_f64: extern "C" fn(u64) -> f64;
    tlv_bound: extern "C" fn() -> usize;
    tlv_assume: extern "C-unwind" fn(bool);
    tlv_report: extern "C" fn(u32, u32, u64);
    tlv_feature: extern "C" fn(u32, u64, i128);
    tlv_feature_float: extern "C" fn(u32, u64, f64);
    tlv_note: extern "C" fn(u32, u64);
    tlv_catch: extern "C" fn(Run, *mut u8) -> bool;
}

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

        keep! { $symbol: extern "C" fn(u64, $name, $name) -> $name; }

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

/// What `tlv_report` tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    /// Whether invariant `index` holds before the call.
    InvariantBefore = 0,
    /// Whether predicate `index` holds before the call.
    PredicateBefore = 1,
    /// How the call ended: the position in `wire::Outcome`.
    Outcome = 2,
    /// What became of the object: 0 it lives, 1 it is dead, 2 it was taken.
    Fate = 3,
    /// Whether predicate `index` holds after the call.
    PredicateAfter = 4,
    /// Whether invariant `index` holds after the call.
    InvariantAfter = 5,
    /// Whether the method's `requires(…)` holds. Said between the making of the arguments and the
    /// call; without it, no call was made.
    Required = 6,
    /// Predicate `index` panicked before the call, and counts as false.
    UnevaluableBefore = 7,
    /// Predicate `index` panicked after the call, and counts as false.
    UnevaluableAfter = 8,
    /// No call was made: the position of the reason in `wire::NotMade`.
    NotMade = 9,
}

/// Why a made value may not be just any value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Note {
    /// Collections have at most `amount` elements.
    Bound = 1,
    /// Recursive values end at the depth `amount`.
    Depth = 2,
    /// Text is printable ASCII.
    Ascii = 3,
    /// Ordered maps and sets are filled in ascending order, which restricts the shapes of trees.
    Ascending = 4,
    /// Deques start at the beginning of their buffer.
    Unwrapped = 5,
    /// A parameter has one of `amount` values: listed ones or results of earlier calls.
    Listed = 6,
    /// Heaps are filled in descending order.
    Descending = 7,
    /// A field has what its `with` or `range` makes.
    Restricted = 8,
    /// A value comes from an `Arbitrary` written by hand.
    HandWritten = 9,
}

/// Tells something that was seen.
pub(crate) fn report(what: Report, index: usize, value: u64) {
    tlv_report(what as u32, u32::try_from(index).unwrap_or(u32::MAX), value);
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_report(what: u32, index: u32, value: u64) {
    recorder::with(|recorder| recorder.report(black_box(what), black_box(index), black_box(value)));
}

/// Tells a number in the object.
pub(crate) fn feature(when: u32, id: u64, value: i128) {
    tlv_feature(when, id, value);
}

// 128-bit integers have no agreed C layout; both sides are Rust.
#[allow(improper_ctypes_definitions)]
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_feature(when: u32, id: u64, value: i128) {
    let number = crate::wire::Number::Int(black_box(value));
    recorder::with(|recorder| recorder.feature(black_box(when), black_box(id), number));
}

/// Tells a floating-point number in the object.
pub(crate) fn feature_float(when: u32, id: u64, value: f64) {
    tlv_feature_float(when, id, value);
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_feature_float(when: u32, id: u64, value: f64) {
    let number = crate::wire::Number::Float(black_box(value));
    recorder::with(|recorder| recorder.feature(black_box(when), black_box(id), number));
}

/// Tells that not every value is made.
pub(crate) fn note(kind: Note, amount: u64) {
    tlv_note(kind as u32, amount);
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_note(kind: u32, amount: u64) {
    recorder::with(|recorder| recorder.note(black_box(kind), black_box(amount)));
}

/// What `tlv_catch` runs.
type Run = unsafe extern "C-unwind" fn(*mut u8);

/// What `action` returns; `None` if it panicked.
///
/// Where the code is executed symbolically, what the panic passed by is not cleaned up.
pub(crate) fn catch<F: FnOnce() -> R, R>(action: F) -> Option<R> {
    struct Caught<F, R> {
        action: Option<F>,
        result: MaybeUninit<R>,
    }
    unsafe extern "C-unwind" fn run<F: FnOnce() -> R, R>(data: *mut u8) {
        // SAFETY: the data is the structure below, which nobody else uses meanwhile.
        let caught = unsafe { &mut *data.cast::<Caught<F, R>>() };
        if let Some(action) = caught.action.take() {
            caught.result.write(action());
        }
    }
    let mut caught = Caught { action: Some(action), result: MaybeUninit::uninit() };
    let unwound = tlv_catch(run::<F, R>, (&raw mut caught).cast());
    // SAFETY: what did not unwind has run to its end, and so has written the result.
    (!unwound).then(|| unsafe { caught.result.assume_init() })
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_catch(run: Run, data: *mut u8) -> bool {
    let (run, data) = (black_box(run), black_box(data));
    // What panicked before is not to be taken for what panics now.
    driver::forget_panics();
    // SAFETY: only `catch` calls this, with a function and the data for it.
    let ended = catch_unwind(AssertUnwindSafe(|| unsafe { run(data) }));
    black_box(match ended {
        Ok(()) => false,
        Err(payload) => {
            driver::note_payload(payload);
            true
        }
    })
}
