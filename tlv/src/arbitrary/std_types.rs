//! `Arbitrary` for the types of `alloc` and `std`: here `Cow`, `Cursor`, `SystemTime`;
//! collections, strings, pointers and locks in files of their own.

use std::borrow::Cow;
use std::fmt;
use std::io::Cursor;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{text, wrappers};
use crate::{Arbitrary, Shape, Source, View};

mod collections;
mod locks;
mod pointers;
mod references;
mod strings;

/// Shows the elements worth showing.
fn inspect_elements<'a, T: Arbitrary + 'a>(
    elements: impl IntoIterator<Item = &'a T>,
    view: &mut View<'_>,
) {
    let shown = view.elements_shown();
    for (index, element) in elements.into_iter().take(shown).enumerate() {
        view.element(index, element);
    }
}

/// Made owned; what is borrowed is shown as what it would be when owned.
impl<B: ToOwned<Owned: Arbitrary> + ?Sized> Arbitrary for Cow<'_, B> {
    const COMPLETE: bool = false;
    fn arbitrary(source: &mut Source) -> Self {
        Cow::Owned(source.any())
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        with_owned(self, |owned| text::call(out, "std::borrow::Cow::Owned", owned))
    }
    fn inspect(&self, view: &mut View<'_>) {
        with_owned(self, |owned| owned.inspect(view));
    }
    fn shape() -> Shape {
        B::Owned::shape()
    }
    fn tag(&self) -> usize {
        with_owned(self, Arbitrary::tag)
    }
}

/// What `f` says of the owned form, which is made for it if need be.
#[expect(clippy::ptr_arg, reason = "the owned form is there already in most cases")]
fn with_owned<B: ToOwned + ?Sized, R>(cow: &Cow<'_, B>, f: impl FnOnce(&B::Owned) -> R) -> R {
    match cow {
        Cow::Owned(owned) => f(owned),
        Cow::Borrowed(borrowed) => f(&B::to_owned(borrowed)),
    }
}

impl<T: Arbitrary> Arbitrary for Cursor<T> {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        let mut cursor = Cursor::new(source.field("inner").any());
        // Beyond the end is a place to be, too.
        cursor.set_position(source.field("position").u64());
        cursor
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.position() == 0 {
            return text::call(out, "std::io::Cursor::new", self.get_ref());
        }
        out.write_str("{ let mut cursor = ")?;
        text::call(out, "std::io::Cursor::new", self.get_ref())?;
        write!(out, "; cursor.set_position({}); cursor }}", self.position())
    }
    fn inspect(&self, view: &mut View<'_>) {
        view.field("inner", self.get_ref());
        view.field("position", &self.position());
    }
}

impl Arbitrary for SystemTime {
    const COMPLETE: bool = false;
    fn arbitrary(source: &mut Source) -> Self {
        /// The last second of the year 9999, which every platform can represent.
        const LAST: u64 = 253_402_300_799;
        let secs = source.field("secs").u64_between(0, LAST);
        UNIX_EPOCH + Duration::new(secs, source.field("nanos").u32_between(0, 999_999_999))
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.duration_since(UNIX_EPOCH) {
            Ok(since) => {
                out.write_str("std::time::UNIX_EPOCH + ")?;
                since.fmt_rust(out)
            }
            Err(error) => {
                out.write_str("std::time::UNIX_EPOCH - ")?;
                error.duration().fmt_rust(out)
            }
        }
    }
    fn inspect(&self, view: &mut View<'_>) {
        match self.duration_since(UNIX_EPOCH) {
            Ok(since) => since.inspect(view),
            Err(error) => view.field("before_epoch", &error.duration()),
        }
    }
}
