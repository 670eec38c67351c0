//! Ranges and their bounds. A range may well be empty or reversed: code has to cope with that.

use core::fmt;
use core::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use super::text;
use crate::{Arbitrary, Shape, Source, View};

/// Both ends, read through `$start` and `$end`.
macro_rules! closed {
    ($($type:ident, $dots:literal, complete = $complete:literal, |$this:ident| ($start:expr, $end:expr), $make:expr;)*) => {$(
        impl<T: Arbitrary> Arbitrary for $type<T> {
            const COMPLETE: bool = $complete;
            fn arbitrary(source: &mut Source) -> Self {
                let start = source.field("start").any();
                let end = source.field("end").any();
                $make(start, end)
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                let $this = self;
                $start.fmt_rust(out)?;
                out.write_str($dots)?;
                $end.fmt_rust(out)
            }
            fn inspect(&self, view: &mut View<'_>) {
                let $this = self;
                view.field("start", $start);
                view.field("end", $end);
            }
        }
    )*};
}

closed! {
    Range, "..", complete = true, |this| (&this.start, &this.end), |start, end| Range { start, end };
    // One that was iterated to its end is not made.
    RangeInclusive, "..=", complete = false, |this| (this.start(), this.end()), RangeInclusive::new;
}

/// One end only: its name, and the dots before and after it.
macro_rules! half_open {
    ($($type:ident, $before:literal $end:ident $after:literal;)*) => {$(
        impl<T: Arbitrary> Arbitrary for $type<T> {
            const COMPLETE: bool = true;
            fn arbitrary(source: &mut Source) -> Self {
                $type { $end: source.field(stringify!($end)).any() }
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                out.write_str($before)?;
                self.$end.fmt_rust(out)?;
                out.write_str($after)
            }
            fn inspect(&self, view: &mut View<'_>) {
                view.field(stringify!($end), &self.$end);
            }
        }
    )*};
}

half_open! {
    RangeFrom, "" start "..";
    RangeTo, ".." end "";
    RangeToInclusive, "..=" end "";
}

impl Arbitrary for RangeFull {
    const COMPLETE: bool = true;
    fn arbitrary(_: &mut Source) -> Self {
        RangeFull
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("..")
    }
}

impl<T: Arbitrary> Arbitrary for Bound<T> {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        match source.variant(3) {
            0 => Bound::Included(source.field("Included").any()),
            1 => Bound::Excluded(source.field("Excluded").any()),
            _ => Bound::Unbounded,
        }
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Bound::Included(bound) => text::call(out, "std::ops::Bound::Included", bound),
            Bound::Excluded(bound) => text::call(out, "std::ops::Bound::Excluded", bound),
            Bound::Unbounded => out.write_str("std::ops::Bound::Unbounded"),
        }
    }
    fn inspect(&self, view: &mut View<'_>) {
        match self {
            Bound::Included(bound) => view.variant(0, "Included", |view| view.field("0", bound)),
            Bound::Excluded(bound) => view.variant(1, "Excluded", |view| view.field("0", bound)),
            Bound::Unbounded => view.variant(2, "Unbounded", |_| {}),
        }
    }
    fn shape() -> Shape {
        Shape::Enum(&["Included", "Excluded", "Unbounded"])
    }
    fn tag(&self) -> usize {
        match self {
            Bound::Included(_) => 0,
            Bound::Excluded(_) => 1,
            Bound::Unbounded => 2,
        }
    }
}
