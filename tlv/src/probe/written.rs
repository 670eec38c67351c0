//! Something to write to, for parameters that ask for no more than that.

use std::{fmt, io};

use crate::{Arbitrary, Source, View};

/// Takes text and bytes alike: a bound `Write` does not say which of the two traits it means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written(Vec<u8>);

impl fmt::Write for Written {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::Write::write(&mut self.0, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Arbitrary for Written {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        Written(Vec::arbitrary(source))
    }

    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.0.fmt_rust(out)
    }

    fn inspect(&self, view: &mut View<'_>) {
        self.0.inspect(view);
    }
}
