//! References that last for ever, for structs that borrow: what they point to is never freed.
//!
//! A struct with a lifetime is analysed with `'static` in its place. Making such a value costs a
//! small leak in the probe's process, which does not live long.

use std::fmt;

use super::collections::{elements, inspect_sequence};
use super::text;
use crate::{Arbitrary, Shape, Source, View};

impl Arbitrary for &'static str {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        String::arbitrary(source).leak()
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{self:?}")
    }
    fn inspect(&self, view: &mut View<'_>) {
        inspect_sequence(self.as_bytes().iter(), view);
    }
    fn shape() -> Shape {
        Shape::Collection
    }
    fn tag(&self) -> usize {
        self.len()
    }
}

impl<T: Arbitrary> Arbitrary for &'static [T] {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        elements(source, Source::any).leak()
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("&[")?;
        text::list(out, self.iter())?;
        out.write_char(']')
    }
    fn inspect(&self, view: &mut View<'_>) {
        inspect_sequence(self.iter(), view);
    }
    fn shape() -> Shape {
        Shape::Collection
    }
    fn tag(&self) -> usize {
        self.len()
    }
}

impl<T: Arbitrary> Arbitrary for &'static T {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        Box::leak(Box::new(source.any::<T>()))
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_char('&')?;
        T::fmt_rust(self, out)
    }
    fn inspect(&self, view: &mut View<'_>) {
        T::inspect(self, view);
    }
    fn shape() -> Shape {
        T::shape()
    }
    fn tag(&self) -> usize {
        T::tag(self)
    }
}
