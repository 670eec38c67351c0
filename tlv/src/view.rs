//! The numeric view of a value: what refinement learns on, level by level.
//!
//! Level 0 holds the value's own scalars, discriminants, `is_some` and lengths; nested structs and
//! the payload of variants are one level deeper, the elements of collections two levels deeper.

use crate::Arbitrary;

/// What an [`Arbitrary`] value shows its numbers to.
///
/// Only `cargo tlv` makes views: in an ordinary build the type has no values.
#[derive(Debug)]
pub struct View<'a> {
    #[cfg(not(feature = "probe"))]
    never: (core::convert::Infallible, core::marker::PhantomData<&'a ()>),
    #[cfg(feature = "probe")]
    pub(crate) to: crate::probe::features::Observer<'a>,
}

#[cfg(not(feature = "probe"))]
macro_rules! show {
    ($view:ident, $probe:expr) => {
        match $view.never.0 {}
    };
}
#[cfg(feature = "probe")]
macro_rules! show {
    ($view:ident, $probe:expr) => {
        $probe
    };
}

/// A number as features see it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// Integers and characters; a `u128` above `i128::MAX` is given as that.
    Int(i128),
    /// Truth values, as 0 and 1.
    Bool(bool),
    /// Floating-point numbers.
    Float(f64),
}

impl View<'_> {
    /// This very value is a number.
    pub fn number(&mut self, number: Number) {
        let _ = number;
        show!(self, self.to.number(number))
    }

    /// The value has a field; its parts are shown under `name`, one level deeper than the value.
    pub fn field<T: Arbitrary>(&mut self, name: &'static str, value: &T) {
        let _ = (name, value);
        show!(self, self.to.field(name, value))
    }

    /// The value is the variant `index`, called `name`; `payload` shows its fields.
    pub fn variant(
        &mut self,
        index: usize,
        name: &'static str,
        payload: impl FnOnce(&mut View<'_>),
    ) {
        let _ = (index, name, &payload);
        show!(self, self.to.variant(index, name, payload))
    }

    /// The value is a collection of `length` elements.
    pub fn length(&mut self, length: usize) {
        let _ = length;
        show!(self, self.to.length(length))
    }

    /// Element `index` of the collection. Only the first few are looked at.
    pub fn element<T: Arbitrary>(&mut self, index: usize, value: &T) {
        let _ = (index, value);
        show!(self, self.to.element(index, value))
    }

    /// How many elements are worth showing.
    #[must_use]
    pub fn elements_shown(&self) -> usize {
        show!(self, self.to.elements_shown())
    }

    /// How many positions of an array are worth showing. Unlike a collection, an array has all of
    /// them in any case.
    pub(crate) fn positions_shown(&self) -> usize {
        show!(self, crate::probe::features::ELEMENTS_SHOWN)
    }
}
