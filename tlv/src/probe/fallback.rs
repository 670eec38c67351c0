//! Choosing by what a type can do, without asking its author.
//!
//! Each wrapper has a method of its own under a bound, and the same method from a trait without
//! it. Rust prefers the former where the bound holds, so a type that lacks a trait is handled
//! instead of breaking the build. The traits must be in scope where the wrappers are used. So may be
//! traits of the user's for all types: the methods have names that no others are likely to have.

use std::marker::PhantomData;

use super::chooser;
use super::object::{Frame, Results, Unmade};
use super::primitive::{self, Note};
use super::subject::{Block, Constants, MethodsOf, Role};
use crate::path;
use crate::wire::Outcome;
use crate::{Arbitrary, Shape, Source, View};

/// The values of `values(…)`: how each is written, and how to make it.
pub type Listed<T> = [(&'static str, fn() -> T)];

/// The `K`-th block of methods of `S`, if there is one.
pub struct Lookup<S, const K: usize>(PhantomData<S>);

impl<S, const K: usize> Lookup<S, K> {
    /// A question.
    #[must_use]
    pub fn new() -> Self {
        Lookup(PhantomData)
    }
}

impl<S, const K: usize> Default for Lookup<S, K> {
    fn default() -> Self {
        Lookup::new()
    }
}

impl<S: MethodsOf<K>, const K: usize> Lookup<S, K> {
    /// The block.
    #[must_use]
    pub fn tlv_block(&self) -> Option<Block<S>> {
        Some(S::block())
    }
}

/// [`Lookup`] without a block.
pub trait NoBlock<S> {
    /// None.
    fn tlv_block(&self) -> Option<Block<S>> {
        None
    }
}

impl<S, const K: usize> NoBlock<S> for Lookup<S, K> {}

/// A copy of an object, if its type has `Clone`.
pub struct Snapshot<S>(PhantomData<S>);

impl<S> Snapshot<S> {
    /// A question.
    #[must_use]
    pub fn new() -> Self {
        Snapshot(PhantomData)
    }
}

impl<S> Default for Snapshot<S> {
    fn default() -> Self {
        Snapshot::new()
    }
}

impl<S: Clone> Snapshot<S> {
    /// How to copy.
    #[must_use]
    pub fn tlv_copier(&self) -> Option<fn(&S) -> S> {
        Some(S::clone)
    }
}

/// [`Snapshot`] of what cannot be copied.
pub trait NoSnapshot<S> {
    /// No way.
    fn tlv_copier(&self) -> Option<fn(&S) -> S> {
        None
    }
}

impl<S> NoSnapshot<S> for Snapshot<S> {}

/// An argument or field of type `T`.
pub struct Argument<T>(PhantomData<T>);

impl<T> Argument<T> {
    /// A question.
    #[must_use]
    pub fn new() -> Self {
        Argument(PhantomData)
    }

    /// The same question about the type of a field.
    #[must_use]
    pub fn of<S>(_field: fn(&S) -> &T) -> Self {
        Argument(PhantomData)
    }
}

impl<T> Default for Argument<T> {
    fn default() -> Self {
        Argument::new()
    }
}

/// The text of a value as Rust.
fn text<T: Arbitrary>(value: &T) -> String {
    let mut text = String::new();
    match value.fmt_rust(&mut text) {
        Ok(()) => text,
        Err(_) => format!("/* a {} */", std::any::type_name::<T>()),
    }
}

impl<T: Arbitrary + 'static> Argument<T> {
    /// Whether a value can be made from a source.
    #[must_use]
    pub fn tlv_can_be_made(&self) -> bool {
        true
    }

    /// A value from a source, a returned one, or one of `values`.
    ///
    /// # Errors
    /// When there is none.
    pub fn tlv_make(
        &self,
        name: &'static str,
        frame: &mut Frame,
        results: &Results,
        values: &Listed<T>,
    ) -> Result<T, Unmade> {
        match given(name, 1, frame, results, values) {
            Some(Choice::Made) => {
                let value = frame.source(name).any();
                frame.say(|| text(&value));
                Ok(value)
            }
            Some(Choice::Returned(value, ..)) => {
                frame.say(|| text(&value));
                Ok(value)
            }
            Some(Choice::Listed(value, text)) => {
                frame.say(|| text.to_owned());
                Ok(value)
            }
            None => Err(Unmade),
        }
    }

    /// The value of a field.
    pub fn tlv_field(&self, source: &mut Source) -> Option<T> {
        Some(source.any())
    }

    /// Shows a field.
    pub fn tlv_inspect(&self, view: &mut View<'_>, name: &'static str, value: &T) {
        view.field(name, value);
    }

    /// What kind of type it is, and how to read the tag of a value.
    #[must_use]
    pub fn tlv_shape(&self) -> (Shape, fn(&T) -> usize) {
        (T::shape(), T::tag)
    }
}

/// [`Argument`] of a type without [`Arbitrary`].
pub trait NoArbitrary<T: 'static> {
    /// No.
    fn tlv_can_be_made(&self) -> bool {
        false
    }

    /// A returned value or one of `values`.
    ///
    /// # Errors
    /// When there is none.
    fn tlv_make(
        &self,
        name: &'static str,
        frame: &mut Frame,
        results: &Results,
        values: &Listed<T>,
    ) -> Result<T, Unmade> {
        match given(name, 0, frame, results, values) {
            Some(Choice::Returned(value, from, nth)) => {
                frame.say(|| format!("/* returned by {from} #{nth} */"));
                Ok(value)
            }
            Some(Choice::Listed(value, text)) => {
                frame.say(|| text.to_owned());
                Ok(value)
            }
            Some(Choice::Made) | None => Err(Unmade),
        }
    }

    /// None.
    fn tlv_field(&self, _source: &mut Source) -> Option<T> {
        None
    }

    /// Nothing to show.
    fn tlv_inspect(&self, _view: &mut View<'_>, _name: &'static str, _value: &T) {}

    /// Nothing to say.
    fn tlv_shape(&self) -> (Shape, fn(&T) -> usize) {
        (Shape::Plain, |_| 0)
    }
}

impl<T: 'static> NoArbitrary<T> for Argument<T> {}

/// Where an argument comes from.
enum Choice<T> {
    Made,
    /// With the method that returned it, and which of that method's values it is, from 1.
    Returned(T, &'static str, usize),
    Listed(T, &'static str),
}

/// Chooses between making a value (if `makers` is 1), the listed and the returned ones.
fn given<T: 'static>(
    name: &'static str,
    makers: usize,
    frame: &Frame,
    results: &Results,
    values: &Listed<T>,
) -> Option<Choice<T>> {
    if frame.stepping && makers > 0 {
        // What is made may have any value, those of the others included.
        return Some(Choice::Made);
    }
    let count = makers + values.len() + results.count::<T>();
    if frame.stepping {
        primitive::note(Note::Listed, count as u64);
    }
    // An identity that no part of the value itself can have.
    let id = !path::root(name);
    let chosen = match count {
        0 => return None,
        1 => 0,
        _ if frame.stepping => primitive::usize(id, 0, count - 1),
        _ => chooser::with(|chooser| chooser.index(id, count)),
    };
    if chosen < makers {
        return Some(Choice::Made);
    }
    match values.get(chosen - makers) {
        Some((text, value)) => Some(Choice::Listed(value(), text)),
        None => {
            let (value, from, nth) = results.take(chosen - makers - values.len())?;
            Some(Choice::Returned(value, from, nth))
        }
    }
}

/// What a call returned.
pub struct Returned<'a, T>(pub &'a T);

impl<T> Returned<'_, Option<T>> {
    /// `some` or `none`.
    #[must_use]
    pub fn tlv_outcome(&self) -> Outcome {
        if self.0.is_some() { Outcome::Some } else { Outcome::None }
    }
}

impl<T, E> Returned<'_, Result<T, E>> {
    /// `ok` or `err`.
    #[must_use]
    pub fn tlv_outcome(&self) -> Outcome {
        if self.0.is_ok() { Outcome::Ok } else { Outcome::Err }
    }
}

impl Returned<'_, bool> {
    /// `true` or `false`.
    #[must_use]
    pub fn tlv_outcome(&self) -> Outcome {
        if *self.0 { Outcome::True } else { Outcome::False }
    }
}

/// [`Returned`] for every other type.
pub trait PlainlyReturned {
    /// `ok`.
    fn tlv_outcome(&self) -> Outcome {
        Outcome::Ok
    }
}

impl<T> PlainlyReturned for Returned<'_, T> {}

/// Offers the value inside a returned `Option` as a later argument. Asked through three
/// references, so that it comes before [`OfferWhole`], and that before [`OfferNothing`].
pub trait OfferSome {
    /// Remembers the value, if there is one.
    fn tlv_offer(&self, from: &'static str, results: &mut Results);
}

impl<T: Clone + 'static> OfferSome for &&Returned<'_, Option<T>> {
    fn tlv_offer(&self, from: &'static str, results: &mut Results) {
        if let Some(value) = self.0.as_ref().filter(|_| results.is_open()) {
            results.offer(from, value.clone());
        }
    }
}

/// Offers the value inside a returned `Result` as a later argument.
pub trait OfferOk {
    /// Remembers the value, if there is one.
    fn tlv_offer(&self, from: &'static str, results: &mut Results);
}

impl<T: Clone + 'static, E> OfferOk for &&Returned<'_, Result<T, E>> {
    fn tlv_offer(&self, from: &'static str, results: &mut Results) {
        if let Some(value) = self.0.as_ref().ok().filter(|_| results.is_open()) {
            results.offer(from, value.clone());
        }
    }
}

/// Offers a returned value as a later argument.
pub trait OfferWhole {
    /// Remembers the value.
    fn tlv_offer(&self, from: &'static str, results: &mut Results);
}

impl<T: Clone + 'static> OfferWhole for &Returned<'_, T> {
    fn tlv_offer(&self, from: &'static str, results: &mut Results) {
        if results.is_open() {
            results.offer(from, self.0.clone());
        }
    }
}

/// Offers nothing: the value cannot be copied.
pub trait OfferNothing {
    /// Does nothing.
    fn tlv_offer(&self, _from: &'static str, _results: &mut Results) {}
}

impl<T> OfferNothing for Returned<'_, T> {}

/// Whether `R`, which a function without a receiver returns, gives an object.
pub struct Gives<S, R>(PhantomData<(S, R)>);

impl<S, R> Gives<S, R> {
    /// A question.
    #[must_use]
    pub fn new() -> Self {
        Gives(PhantomData)
    }
}

impl<S, R> Default for Gives<S, R> {
    fn default() -> Self {
        Gives::new()
    }
}

/// What was returned, and where the object it may give belongs.
pub struct Given<'a, S, R>(pub Option<R>, pub &'a Option<S>);

/// The forms in which a function gives an object.
macro_rules! gives {
    ($(<$($parameter:ident),*> $returned:ty: $value:ident => $object:expr;)*) => {$(
        impl<$($parameter),*> Gives<S, $returned> {
            /// It makes objects.
            #[must_use]
            pub fn tlv_role(&self) -> Role {
                Role::Constructor
            }
        }

        impl<$($parameter),*> Given<'_, S, $returned> {
            /// The object that is given.
            pub fn tlv_object(&mut self) -> Option<S> {
                let $value = self.0.take()?;
                $object
            }
        }
    )*};
}

gives! {
    <S> S: value => Some(value);
    <S> Option<S>: value => value;
    <S, E> Result<S, E>: value => value.ok();
}

/// [`Gives`] for every other type, or [`Given`] of it.
pub trait GivesNothing<S> {
    /// It has no part in the protocol.
    fn tlv_role(&self) -> Role {
        Role::None
    }

    /// No object: what is returned is something else.
    fn tlv_object(&mut self) -> Option<S> {
        None
    }
}

impl<S, R> GivesNothing<S> for Gives<S, R> {}
impl<S, R> GivesNothing<S> for Given<'_, S, R> {}

/// A constant of the user's code.
pub struct ConstantOf<'a, T>(pub &'a T);

/// What can be pooled.
pub trait Poolable {
    /// Puts it into the pool.
    fn pool(&self, constants: &mut Constants);
}

impl<T: Poolable> ConstantOf<'_, T> {
    /// Puts the constant into the pool.
    pub fn tlv_add(&self, constants: &mut Constants) {
        self.0.pool(constants);
    }
}

/// A constant of a type that is not pooled.
pub trait NotPoolable {
    /// Does nothing.
    fn tlv_add(&self, _constants: &mut Constants) {}
}

impl<T> NotPoolable for ConstantOf<'_, T> {}

macro_rules! poolable_integers {
    ($($name:ident),*) => {$(
        impl Poolable for $name {
            fn pool(&self, constants: &mut Constants) {
                constants.integers.extend(i128::try_from(*self).ok());
            }
        }
    )*};
}

poolable_integers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

impl Poolable for f64 {
    fn pool(&self, constants: &mut Constants) {
        constants.floats.push(*self);
    }
}

impl Poolable for f32 {
    fn pool(&self, constants: &mut Constants) {
        constants.floats.push(f64::from(*self));
    }
}

impl Poolable for char {
    fn pool(&self, constants: &mut Constants) {
        constants.chars.push(*self);
    }
}

impl Poolable for &'static str {
    fn pool(&self, constants: &mut Constants) {
        constants.strings.push(self);
    }
}

impl<T: Poolable> Poolable for &'static [T] {
    fn pool(&self, constants: &mut Constants) {
        for item in self.iter() {
            item.pool(constants);
        }
    }
}

impl<T: Poolable, const N: usize> Poolable for [T; N] {
    fn pool(&self, constants: &mut Constants) {
        for item in self.iter() {
            item.pool(constants);
        }
    }
}
