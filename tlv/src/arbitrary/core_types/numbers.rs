//! Numbers, and what is inspected as one: integers and their wrappers, atomics, floats, `bool`,
//! `char`.

use core::fmt;
use core::num::{NonZero, Saturating, Wrapping};
use core::sync::atomic;

use super::wrappers;
use crate::{Arbitrary, Number, Source, View};

macro_rules! integers {
    ($($name:ident),* $(,)?) => {$(
        impl Arbitrary for $name {
            const COMPLETE: bool = true;
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

        impl Arbitrary for NonZero<$name> {
            const COMPLETE: bool = true;
            fn arbitrary(source: &mut Source) -> Self {
                const ONE: NonZero<$name> = NonZero::new(1).unwrap();
                let number = source.$name();
                source.assume(number != 0);
                NonZero::new(number).unwrap_or(ONE)
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                // With the suffix the text needs no help from where it stands.
                let suffix = stringify!($name);
                write!(out, "std::num::NonZero::new({self}{suffix}).unwrap()")
            }
            fn inspect(&self, view: &mut View<'_>) {
                self.get().inspect(view);
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

wrappers::transparent! {
    complete = true;
    Wrapping<T>, "std::num::Wrapping", Wrapping, |this| Some(&this.0);
    Saturating<T>, "std::num::Saturating", Saturating, |this| Some(&this.0);
}

/// Each atomic type with its plain type and the width that the target must have.
macro_rules! atomics {
    ($($name:ident $plain:ident $width:literal),* $(,)?) => {$(
        #[cfg(target_has_atomic = $width)]
        impl Arbitrary for atomic::$name {
            const COMPLETE: bool = true;
            fn arbitrary(source: &mut Source) -> Self {
                Self::new(source.any::<$plain>())
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                let path = concat!("std::sync::atomic::", stringify!($name), "::new");
                super::text::call(out, path, &self.load(atomic::Ordering::SeqCst))
            }
            fn inspect(&self, view: &mut View<'_>) {
                self.load(atomic::Ordering::SeqCst).inspect(view);
            }
        }
    )*};
}

atomics! {
    AtomicBool bool "8",
    AtomicU8 u8 "8", AtomicU16 u16 "16", AtomicU32 u32 "32", AtomicU64 u64 "64",
    AtomicUsize usize "ptr",
    AtomicI8 i8 "8", AtomicI16 i16 "16", AtomicI32 i32 "32", AtomicI64 i64 "64",
    AtomicIsize isize "ptr",
}

macro_rules! floats {
    ($($name:ident),*) => {$(
        impl Arbitrary for $name {
            const COMPLETE: bool = true;
            fn arbitrary(source: &mut Source) -> Self {
                source.$name()
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                if self.is_nan() {
                    out.write_str(concat!(stringify!($name), "::NAN"))
                } else if *self == $name::INFINITY {
                    out.write_str(concat!(stringify!($name), "::INFINITY"))
                } else if *self == $name::NEG_INFINITY {
                    out.write_str(concat!(stringify!($name), "::NEG_INFINITY"))
                } else {
                    // Unlike `Display`, `Debug` always writes a point or an exponent.
                    write!(out, "{self:?}")
                }
            }
            fn inspect(&self, view: &mut View<'_>) {
                view.number(Number::Float(f64::from(*self)));
            }
        }
    )*};
}

floats!(f32, f64);

impl Arbitrary for bool {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        source.bool()
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{self}")
    }
    fn inspect(&self, view: &mut View<'_>) {
        view.number(Number::Bool(*self));
    }
}

impl Arbitrary for char {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        source.char()
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{self:?}")
    }
    fn inspect(&self, view: &mut View<'_>) {
        view.number(Number::Int(i128::from(u32::from(*self))));
    }
}
