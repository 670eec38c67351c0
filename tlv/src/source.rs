//! Where values come from: each primitive choice of an [`Arbitrary`](crate::Arbitrary) value.
//!
//! A source stands at a path (`item`, `item.0`, `item[2]`), and each choice made there has an
//! identity that depends on the path and on how many choices were made at it, on nothing else.
//! That makes a choice recognisable when the same value is made again, natively or symbolically.
//!
//! A type may contain itself. Deep down, values are therefore made without what could go on:
//! no elements, no `Some`, only variants that end. What counts is the path, never a choice, so this
//! bounds symbolic values as well; they are then complete up to that depth only.

use crate::Arbitrary;
#[cfg(feature = "probe")]
use crate::probe::primitive::Note;

/// What an [`Arbitrary`](crate::Arbitrary) value is made from.
///
/// Only `cargo tlv` makes sources: in an ordinary build the type has no values, so that code
/// written against it compiles to nothing.
#[derive(Debug)]
pub struct Source {
    #[cfg(not(feature = "probe"))]
    never: core::convert::Infallible,
    /// The hash of the path.
    #[cfg(feature = "probe")]
    path: u64,
    /// How many choices were made here.
    #[cfg(feature = "probe")]
    draws: u32,
    /// How many steps the path has.
    #[cfg(feature = "probe")]
    depth: u32,
    /// Whether the value is for a step, which may be symbolic: then it costs no path that it need
    /// not cost, and what it leaves out is noted.
    #[cfg(feature = "probe")]
    stepping: bool,
    /// How many collections and arrays are around it. Of each, a step makes all elements.
    #[cfg(feature = "probe")]
    nesting: u32,
}

/// From this depth on a value is to come to its end.
#[cfg(feature = "probe")]
const DEEP: u32 = 10;

/// No value is this deep: its type has no end.
#[cfg(feature = "probe")]
const BOTTOMLESS: u32 = 64;

/// A step makes every element that a collection may have, so that collections in collections
/// multiply. Beyond this many values of one path, collections are empty.
#[cfg(feature = "probe")]
const MANY_COPIES: usize = 512;

/// In an ordinary build there is no source, hence nothing to choose.
#[cfg(not(feature = "probe"))]
macro_rules! choose {
    ($source:ident, $probe:expr) => {
        match $source.never {}
    };
}
#[cfg(feature = "probe")]
macro_rules! choose {
    ($source:ident, $probe:expr) => {
        $probe
    };
}

/// Each integer type: its method, and the primitive behind it.
macro_rules! integers {
    ($($name:ident $between:ident),* $(,)?) => {$(
        #[doc = concat!("Any `", stringify!($name), "`.")]
        pub fn $name(&mut self) -> $name {
            self.$between($name::MIN, $name::MAX)
        }

        #[doc = concat!("Any `", stringify!($name), "` from `low` to `high`, both included.")]
        pub fn $between(&mut self, low: $name, high: $name) -> $name {
            let _ = (low, high);
            choose!(self, crate::probe::primitive::$name(self.next_id(), low, high))
        }
    )*};
}

#[cfg_attr(not(feature = "probe"), allow(clippy::needless_pass_by_ref_mut))]
impl Source {
    /// The source of the part `name`: a field, or anything else that has a name.
    pub fn field(&mut self, name: &'static str) -> Source {
        let _ = name;
        choose!(self, self.child(crate::path::field(self.path, name)))
    }

    /// The source of the element `index` of a collection.
    pub fn element(&mut self, index: usize) -> Source {
        let _ = index;
        choose!(self, {
            let nesting = self.nesting + 1;
            Source { nesting, ..self.child(crate::path::element(self.path, index)) }
        })
    }

    /// A value of another type, from here.
    pub fn any<T: Arbitrary>(&mut self) -> T {
        choose!(self, {
            if !T::COMPLETE {
                self.note(Note::HandWritten, 0);
            }
            T::arbitrary(self)
        })
    }

    /// Notes that what is made next is chosen by the user's code.
    #[doc(hidden)]
    pub fn restricted(&mut self) -> &mut Source {
        choose!(self, {
            self.note(Note::Restricted, 0);
            self
        })
    }

    integers! {
        u8 u8_between, u16 u16_between, u32 u32_between, u64 u64_between, u128 u128_between,
        usize usize_between,
        i8 i8_between, i16 i16_between, i32 i32_between, i64 i64_between, i128 i128_between,
        isize isize_between,
    }

    /// `true` or `false`.
    pub fn bool(&mut self) -> bool {
        self.u8_between(0, 1) == 1
    }

    /// Any `char`.
    pub fn char(&mut self) -> char {
        choose!(self, crate::probe::primitive::char(self.next_id()))
    }

    /// Any `f32`, infinities and NaN included.
    pub fn f32(&mut self) -> f32 {
        choose!(self, crate::probe::primitive::f32(self.next_id()))
    }

    /// Any `f64`, infinities and NaN included.
    pub fn f64(&mut self) -> f64 {
        choose!(self, crate::probe::primitive::f64(self.next_id()))
    }

    /// The length of a collection: from 0 to the bound in force.
    pub fn length(&mut self) -> usize {
        choose!(self, {
            if self.has_no_elements() {
                return 0;
            }
            self.note(Note::Bound, self.bound() as u64);
            crate::probe::primitive::length(self.next_id())
        })
    }

    /// Whether the value is to come to its end here, if it can: what may contain another of its own
    /// type is left out.
    #[must_use]
    pub fn is_deep(&self) -> bool {
        choose!(self, {
            let deep = self.depth >= DEEP;
            if deep {
                self.note(Note::Depth, u64::from(DEEP));
            }
            deep
        })
    }

    /// The bound in force: the largest length. Asking for it is not a choice.
    #[must_use]
    pub fn bound(&self) -> usize {
        choose!(self, crate::probe::primitive::bound())
    }

    /// One of `count` variants, counted from 0.
    ///
    /// # Panics
    /// When `count` is 0.
    pub fn variant(&mut self, count: usize) -> usize {
        assert!(count > 0, "a type without variants has no values");
        self.usize_between(0, count - 1)
    }

    /// One of `count` variants, counted from 0; deep down only one of `ends`, if there are any.
    #[doc(hidden)]
    pub fn variant_or_end(&mut self, count: usize, ends: &[usize]) -> usize {
        match ends {
            [] => self.variant(count),
            [end] if self.is_deep() => *end,
            ends if self.is_deep() => ends[self.variant(ends.len())],
            _ => self.variant(count),
        }
    }

    /// A text worth trying, such as a literal of the code under test; `None` most of the time,
    /// and always when the value is symbolic.
    pub fn text(&mut self) -> Option<&'static str> {
        choose!(self, {
            if self.stepping { None } else { crate::probe::primitive::text(self.next_id()) }
        })
    }

    /// Gives up on the value unless `condition` holds.
    pub fn assume(&mut self, condition: bool) {
        let _ = condition;
        choose!(self, crate::probe::primitive::assume(condition))
    }

    /// Any integer of the range: what `#[tlv(range = …)]` on a field draws.
    pub fn range<T, R: Range<T>>(&mut self, range: R) -> T {
        range.draw(self.restricted())
    }

    /// Notes that text is printable ASCII.
    #[cfg(feature = "std")]
    pub(crate) fn note_ascii(&self) {
        choose!(self, self.note(Note::Ascii, 0))
    }

    /// Notes that an ordered set or map is filled in ascending order.
    #[cfg(feature = "std")]
    pub(crate) fn note_ascending(&self) {
        choose!(self, self.note(Note::Ascending, 0))
    }

    /// Notes that a heap is filled in descending order.
    #[cfg(feature = "std")]
    pub(crate) fn note_descending(&self) {
        choose!(self, self.note(Note::Descending, 0))
    }

    /// Notes that a deque starts at the beginning of its buffer.
    #[cfg(feature = "std")]
    pub(crate) fn note_unwrapped(&self) {
        choose!(self, self.note(Note::Unwrapped, 0))
    }

    /// Whether the value is for a step, which may be symbolic.
    #[cfg(feature = "std")]
    pub(crate) fn is_stepping(&self) -> bool {
        choose!(self, self.stepping)
    }

    /// Whether a collection is empty here, as there would be too many elements otherwise.
    #[cfg(feature = "std")]
    pub(crate) fn has_no_elements(&self) -> bool {
        choose!(self, {
            let copies = || self.bound().saturating_pow(self.nesting + 1);
            let crowded = self.stepping && self.nesting > 0 && copies() > MANY_COPIES;
            if crowded {
                self.note(Note::Depth, u64::from(self.depth));
            }
            crowded || self.is_deep()
        })
    }
}

#[cfg(feature = "probe")]
impl Source {
    /// The source of a whole value called `name`.
    pub(crate) fn root(name: &str, stepping: bool) -> Source {
        Source { path: crate::path::root(name), draws: 0, depth: 0, stepping, nesting: 0 }
    }

    fn child(&self, path: u64) -> Source {
        if self.depth >= BOTTOMLESS {
            self.note(Note::Depth, u64::from(BOTTOMLESS));
            crate::probe::primitive::assume(false);
        }
        Source { path, draws: 0, depth: self.depth + 1, ..*self }
    }

    /// Says what is left out, if anybody has to know.
    pub(crate) fn note(&self, note: Note, amount: u64) {
        if self.stepping {
            crate::probe::primitive::note(note, amount);
        }
    }

    fn next_id(&mut self) -> u64 {
        let id = crate::path::choice(self.path, self.draws);
        self.draws += 1;
        id
    }
}

/// A range of integers or characters that [`Source::range`] can draw from.
pub trait Range<T> {
    #[doc(hidden)]
    fn draw(self, source: &mut Source) -> T;
}

/// The ranges of each integer type.
macro_rules! ranges {
    ($($name:ident $between:ident),* $(,)?) => {$(
        impl Range<$name> for core::ops::RangeInclusive<$name> {
            fn draw(self, source: &mut Source) -> $name {
                assert!(self.start() <= self.end(), "the range {self:?} is empty");
                source.$between(*self.start(), *self.end())
            }
        }
        impl Range<$name> for core::ops::Range<$name> {
            fn draw(self, source: &mut Source) -> $name {
                assert!(self.start < self.end, "the range {self:?} is empty");
                source.$between(self.start, self.end - 1)
            }
        }
        impl Range<$name> for core::ops::RangeFrom<$name> {
            fn draw(self, source: &mut Source) -> $name {
                source.$between(self.start, $name::MAX)
            }
        }
        impl Range<$name> for core::ops::RangeTo<$name> {
            fn draw(self, source: &mut Source) -> $name {
                assert!(self.end > $name::MIN, "the range {self:?} is empty");
                source.$between($name::MIN, self.end - 1)
            }
        }
        impl Range<$name> for core::ops::RangeToInclusive<$name> {
            fn draw(self, source: &mut Source) -> $name {
                source.$between($name::MIN, self.end)
            }
        }
        impl Range<$name> for core::ops::RangeFull {
            fn draw(self, source: &mut Source) -> $name {
                source.$name()
            }
        }
    )*};
}

ranges! {
    u8 u8_between, u16 u16_between, u32 u32_between, u64 u64_between, u128 u128_between,
    usize usize_between,
    i8 i8_between, i16 i16_between, i32 i32_between, i64 i64_between, i128 i128_between,
    isize isize_between,
}

impl Range<char> for core::ops::RangeInclusive<char> {
    fn draw(self, source: &mut Source) -> char {
        let number = source.u32_between(u32::from(*self.start()), u32::from(*self.end()));
        let drawn = char::from_u32(number);
        source.assume(drawn.is_some());
        drawn.unwrap_or(*self.start())
    }
}
