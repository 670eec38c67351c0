//! Owning pointers, to single values, slices and strings.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use super::collections::{exact_elements, inspect_sequence};
use super::strings::exact_string;
use super::{text, wrappers};
use crate::{Arbitrary, Shape, Source, View};

wrappers::transparent! {
    complete = true;
    Box<T>, "Box::new", Box::new, |this| Some(&**this);
}

// What is made has no other owner, so nothing else sees it change.
wrappers::transparent! {
    complete = false;
    Rc<T>, "std::rc::Rc::new", Rc::new, |this| Some(&**this);
    Arc<T>, "std::sync::Arc::new", Arc::new, |this| Some(&**this);
}

macro_rules! unsized_pointers {
    ($($type:ident, $text:literal, complete = $complete:literal;)*) => {$(
        impl<T: Arbitrary> Arbitrary for $type<[T]> {
            const COMPLETE: bool = $complete;
            fn arbitrary(source: &mut Source) -> Self {
                exact_elements(source, Source::any).into()
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                out.write_str(concat!($text, "::<[_]>::from(["))?;
                text::list(out, &**self)?;
                out.write_str("])")
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

        impl Arbitrary for $type<str> {
            const COMPLETE: bool = $complete;
            fn arbitrary(source: &mut Source) -> Self {
                exact_string(source).into()
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                write!(out, concat!($text, "::<str>::from({:?})"), self)
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
    )*};
}

unsized_pointers! {
    Box, "Box", complete = true;
    Rc, "std::rc::Rc", complete = false;
    Arc, "std::sync::Arc", complete = false;
}
