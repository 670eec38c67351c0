//! The one trait through which values are made, shown and looked into.
//!
//! The same implementation serves random testing, replayed values and symbolic values, so it must
//! not depend on what a [`Source`] answers more than it needs to: every part of a value is drawn
//! from a source of its own (`source.field("name")`), and a collection draws its length once.

use core::fmt;

use crate::{Source, View};

mod core_types;
#[cfg(feature = "std")]
mod std_types;
mod text;
mod wrappers;

/// A type whose values can be made from a [`Source`].
///
/// Derive it for your own types; write it by hand where the derive does not fit:
///
/// ```
/// struct Even(u32);
///
/// impl tlv::Arbitrary for Even {
///     fn arbitrary(source: &mut tlv::Source) -> Self {
///         Even(source.u32() & !1)
///     }
/// }
/// ```
pub trait Arbitrary: Sized {
    /// Whether the parts of a value are put together in every way there is, as far as `Source`
    /// does not say otherwise. Only the derive and this crate know; of the parts it says nothing.
    #[doc(hidden)]
    const COMPLETE: bool = false;

    /// Makes a value out of the source's choices.
    fn arbitrary(source: &mut Source) -> Self;

    /// Writes the value as a Rust expression that makes an equal one.
    ///
    /// The default writes a comment that names the type.
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "/* a {} */", core::any::type_name::<Self>())
    }

    /// Shows the numbers in the value: scalars, discriminants, lengths. The default shows none.
    fn inspect(&self, view: &mut View) {
        let _ = view;
    }

    /// What kind of type this is, as far as predicates on it are concerned.
    #[doc(hidden)]
    fn shape() -> Shape {
        Shape::Plain
    }

    /// The index of the variant in [`Shape::Enum`], 1 or 0 for `Some` or `None`, the length of a
    /// collection; 0 for anything else.
    #[doc(hidden)]
    fn tag(&self) -> usize {
        0
    }
}

/// The kinds of types that give rise to predicates of their own.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// No predicate comes from the type alone.
    Plain,
    /// `is_some`.
    Option,
    /// `is_empty`.
    Collection,
    /// One predicate for each variant, by name.
    Enum(&'static [&'static str]),
}
