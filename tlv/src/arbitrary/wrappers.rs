//! The two families of types around one value: those that are just that value, and those that
//! hold it from some moment on.

/// Types that are made from, inspected as and shaped like the value inside.
///
/// Each line gives the type, the path that makes one in printed code, the function that makes one
/// here, and how to get at the value: `None` while somebody else has it borrowed or locked. Before
/// all lines stands whether that is all there can be of the types.
macro_rules! transparent {
    (complete = $complete:literal; $(
        $type:ident<T $(: $bound:ident)?>, $text:literal, $make:expr, |$this:ident| $inner:expr;
    )*) => {$(
        impl<T: $crate::Arbitrary $(+ $bound)?> $crate::Arbitrary for $type<T> {
            const COMPLETE: bool = $complete;
            fn arbitrary(source: &mut $crate::Source) -> Self {
                $make(source.any::<T>())
            }
            fn fmt_rust(&self, out: &mut dyn ::core::fmt::Write) -> ::core::fmt::Result {
                let $this = self;
                match $inner {
                    Some(inner) => $crate::arbitrary::text::call(out, $text, &*inner),
                    None => $crate::arbitrary::text::unprintable::<Self>(out),
                }
            }
            fn inspect(&self, view: &mut $crate::View<'_>) {
                let $this = self;
                if let Some(inner) = $inner {
                    T::inspect(&*inner, view);
                }
            }
            fn shape() -> $crate::Shape {
                T::shape()
            }
            fn tag(&self) -> usize {
                let $this = self;
                $inner.map_or(0, |inner| T::tag(&*inner))
            }
        }
    )*};
}

/// Types that are empty until they are given their value: for everybody but the type checker they
/// are options.
macro_rules! once {
    ($($type:ident, $text:literal;)*) => {$(
        impl<T: $crate::Arbitrary> $crate::Arbitrary for $type<T> {
            const COMPLETE: bool = true;
            fn arbitrary(source: &mut $crate::Source) -> Self {
                source.any::<Option<T>>().map_or_else(Self::new, Self::from)
            }
            fn fmt_rust(&self, out: &mut dyn ::core::fmt::Write) -> ::core::fmt::Result {
                match self.get() {
                    None => out.write_str(concat!($text, "::new()")),
                    Some(inner) => {
                        $crate::arbitrary::text::call(out, concat!($text, "::from"), inner)
                    }
                }
            }
            fn inspect(&self, view: &mut $crate::View<'_>) {
                $crate::arbitrary::core_types::inspect_option(self.get(), view);
            }
            fn shape() -> $crate::Shape {
                $crate::Shape::Option
            }
            fn tag(&self) -> usize {
                usize::from(self.get().is_some())
            }
        }
    )*};
}

pub(super) use {once, transparent};
