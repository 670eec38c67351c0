//! Strings of all kinds. They are made of printable ASCII, or of a text worth trying, and are
//! inspected as their bytes.

use std::ffi::{CString, OsString};
use std::fmt;
use std::path::PathBuf;

use super::collections::{elements, inspect_sequence};
use super::text;
use crate::{Arbitrary, Shape, Source, View};

impl Arbitrary for String {
    fn arbitrary(source: &mut Source) -> Self {
        if let Some(text) = source.text() {
            return text.into();
        }
        let bytes = elements(source, |source| source.u8_between(b' ', b'~'));
        // SAFETY: each byte is from the space to the tilde, hence ASCII. The validation is left
        // out because a symbolic run would have to follow it through every byte.
        unsafe { String::from_utf8_unchecked(bytes) }
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

impl Arbitrary for OsString {
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
    fn arbitrary(source: &mut Source) -> Self {
        // Only a text worth trying can hold a NUL.
        CString::new(String::arbitrary(source)).unwrap_or_default()
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
