//! Strings of all kinds. They are made of printable ASCII, or of a text worth trying, and are
//! inspected as their bytes.

use std::ffi::{CString, OsString};
use std::fmt;
use std::path::PathBuf;

use super::collections::{elements, exact_elements, inspect_sequence};
use super::text;
use crate::{Arbitrary, Shape, Source, View};

impl Arbitrary for String {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        if let Some(text) = source.text() {
            return text.into();
        }
        from_bytes(elements(source, printable))
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.is_empty() {
            return out.write_str("String::new()");
        }
        write!(out, "String::from({self:?})")
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

/// A printable character.
fn printable(source: &mut Source) -> u8 {
    source.note_ascii();
    source.u8_between(b' ', b'~')
}

fn from_bytes(bytes: Vec<u8>) -> String {
    // SAFETY: each byte is from the space to the tilde, hence ASCII. The validation is left out
    // because a symbolic run would have to follow it through every byte.
    unsafe { String::from_utf8_unchecked(bytes) }
}

/// Any string, of a length that is not symbolic: for types that copy it into a place of its size.
pub(super) fn exact_string(source: &mut Source) -> String {
    match source.text() {
        Some(text) => text.into(),
        None => from_bytes(exact_elements(source, printable)),
    }
}

impl Arbitrary for OsString {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        String::arbitrary(source).into()
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.to_str() {
            Some(text) => write!(out, "std::ffi::OsString::from({text:?})"),
            None => text::unprintable::<Self>(out),
        }
    }
    fn inspect(&self, view: &mut View<'_>) {
        inspect_sequence(self.as_encoded_bytes().iter(), view);
    }
    fn shape() -> Shape {
        Shape::Collection
    }
    fn tag(&self) -> usize {
        self.len()
    }
}

impl Arbitrary for PathBuf {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        String::arbitrary(source).into()
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.to_str() {
            Some(text) => write!(out, "std::path::PathBuf::from({text:?})"),
            None => text::unprintable::<Self>(out),
        }
    }
    fn inspect(&self, view: &mut View<'_>) {
        inspect_sequence(self.as_os_str().as_encoded_bytes().iter(), view);
    }
    fn shape() -> Shape {
        Shape::Collection
    }
    fn tag(&self) -> usize {
        self.as_os_str().len()
    }
}

impl Arbitrary for CString {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        // Only a text worth trying can hold a NUL.
        CString::new(exact_string(source)).unwrap_or_default()
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "std::ffi::CString::new(b\"{}\").unwrap()", self.as_bytes().escape_ascii())
    }
    fn inspect(&self, view: &mut View<'_>) {
        inspect_sequence(self.as_bytes().iter(), view);
    }
    fn shape() -> Shape {
        Shape::Collection
    }
    fn tag(&self) -> usize {
        self.as_bytes().len()
    }
}
