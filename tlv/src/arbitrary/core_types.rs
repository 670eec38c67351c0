//! `Arbitrary` for the types of `core`: here those that a language has anyway, tuples, arrays,
//! `Option`, `Result`; numbers, cells, ranges, addresses and durations in files of their own.

use core::array;
use core::cmp::{Ordering, Reverse};
use core::fmt;
use core::marker::PhantomData;

use super::{text, wrappers};
use crate::{Arbitrary, Shape, Source, View};

mod cells;
mod net;
mod numbers;
mod ranges;
mod time;

impl<T: Arbitrary> Arbitrary for Option<T> {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        (!source.is_deep() && source.bool()).then(|| source.field("Some").any())
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            None => out.write_str("None"),
            Some(value) => text::call(out, "Some", value),
        }
    }
    fn inspect(&self, view: &mut View<'_>) {
        inspect_option(self.as_ref(), view);
    }
    fn shape() -> Shape {
        Shape::Option
    }
    fn tag(&self) -> usize {
        usize::from(self.is_some())
    }
}

/// How an option is inspected, and whatever else may or may not hold a value.
pub(super) fn inspect_option<T: Arbitrary>(option: Option<&T>, view: &mut View<'_>) {
    match option {
        None => view.variant(0, "None", |_| {}),
        Some(value) => view.variant(1, "Some", |view| view.field("0", value)),
    }
}

impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        if source.bool() { Ok(source.field("Ok").any()) } else { Err(source.field("Err").any()) }
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Ok(value) => text::call(out, "Ok", value),
            Err(error) => text::call(out, "Err", error),
        }
    }
    fn inspect(&self, view: &mut View<'_>) {
        match self {
            Ok(value) => view.variant(0, "Ok", |view| view.field("0", value)),
            Err(error) => view.variant(1, "Err", |view| view.field("0", error)),
        }
    }
    fn shape() -> Shape {
        Shape::Enum(&["Ok", "Err"])
    }
    fn tag(&self) -> usize {
        usize::from(self.is_err())
    }
}

impl Arbitrary for Ordering {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        match source.variant(3) {
            0 => Ordering::Less,
            1 => Ordering::Equal,
            _ => Ordering::Greater,
        }
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "std::cmp::Ordering::{self:?}")
    }
    fn inspect(&self, view: &mut View<'_>) {
        let name = match self {
            Ordering::Less => "Less",
            Ordering::Equal => "Equal",
            Ordering::Greater => "Greater",
        };
        view.variant(self.tag(), name, |_| {});
    }
    fn shape() -> Shape {
        Shape::Enum(&["Less", "Equal", "Greater"])
    }
    fn tag(&self) -> usize {
        match self {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        }
    }
}

wrappers::transparent! {
    complete = true;
    Reverse<T>, "std::cmp::Reverse", Reverse, |this| Some(&this.0);
}

impl<T: ?Sized> Arbitrary for PhantomData<T> {
    const COMPLETE: bool = true;
    fn arbitrary(_: &mut Source) -> Self {
        PhantomData
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("std::marker::PhantomData")
    }
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        array::from_fn(|index| source.element(index).any())
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_char('[')?;
        text::list(out, self)?;
        out.write_char(']')
    }
    fn inspect(&self, view: &mut View<'_>) {
        let shown = view.positions_shown();
        for (index, element) in self.iter().take(shown).enumerate() {
            view.element(index, element);
        }
    }
}

impl Arbitrary for () {
    const COMPLETE: bool = true;
    fn arbitrary(_: &mut Source) -> Self {}
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("()")
    }
}

/// The tuple of the given fields, and of all but the last, and so on.
macro_rules! tuples {
    () => {};
    (($first:ident $zero:tt) $(($name:ident $index:tt))*) => {
        tuples!(@shorten [] ($first $zero) $(($name $index))*);

        impl<$first: Arbitrary $(, $name: Arbitrary)*> Arbitrary for ($first, $($name,)*) {
            const COMPLETE: bool = true;
            fn arbitrary(source: &mut Source) -> Self {
                (
                    source.field(stringify!($zero)).any(),
                    $(source.field(stringify!($index)).any(),)*
                )
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                out.write_char('(')?;
                self.$zero.fmt_rust(out)?;
                $(
                    out.write_str(", ")?;
                    self.$index.fmt_rust(out)?;
                )*
                // Only the comma makes a tuple of a single field.
                let only: &[&str] = &[$(stringify!($index)),*];
                out.write_str(if only.is_empty() { ",)" } else { ")" })
            }
            fn inspect(&self, view: &mut View<'_>) {
                view.field(stringify!($zero), &self.$zero);
                $(view.field(stringify!($index), &self.$index);)*
            }
        }
    };
    (@shorten [$($kept:tt)*] $last:tt) => {
        tuples!($($kept)*);
    };
    (@shorten [$($kept:tt)*] $next:tt $($rest:tt)+) => {
        tuples!(@shorten [$($kept)* $next] $($rest)+);
    };
}

tuples!((A 0)(B 1)(C 2)(D 3)(E 4)(F 5)(G 6)(H 7)(I 8)(J 9)(K 10)(L 11));
