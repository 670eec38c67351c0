//! `Duration`.

use core::fmt;
use core::time::Duration;

use crate::{Arbitrary, Source, View};

impl Arbitrary for Duration {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        let secs = source.field("secs").u64();
        // A whole second of nanoseconds would be carried over, and could overflow.
        Duration::new(secs, source.field("nanos").u32_between(0, 999_999_999))
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "std::time::Duration::new({}, {})", self.as_secs(), self.subsec_nanos())
    }
    fn inspect(&self, view: &mut View<'_>) {
        view.field("secs", &self.as_secs());
        view.field("nanos", &self.subsec_nanos());
    }
}
