//! `Arbitrary` for the types of `core`: numbers, arrays, tuples, `Option`, `Result` and the like.

use core::fmt;

use crate::{Arbitrary, Number, Source, View};

macro_rules! integers {
    ($($name:ident),* $(,)?) => {$(
        impl Arbitrary for $name {
            fn arbitrary(source: &mut Source) -> Self {
                source.$name()
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                write!(out, "{self}")
            }
            fn inspect(&self, view: &mut View<'_>) {
                view.number(Number::Int(i128::try_from(*self).unwrap_or(i128::MAX)));
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
