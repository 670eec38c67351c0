//! What is kept of a text, with the lines it stood in.

use std::ops::{Deref, Range};

/// Some lines of a text.
#[derive(Debug, Default)]
pub(super) struct Text {
    kept: String,
    /// Where lines were left out: where what follows starts, and its line, from 1.
    jumps: Vec<(usize, usize)>,
    /// The line after the last one that was kept.
    next: usize,
}

impl Text {
    /// Keeps a line of a number from 1; gives where it is, without its end.
    pub(super) fn push(&mut self, line: &str, number: usize) -> Range<usize> {
        let start = self.kept.len();
        if number != self.next {
            self.jumps.push((start, number));
        }
        self.next = number + 1;
        self.kept.push_str(line);
        self.kept.push('\n');
        start..start + line.len()
    }

    /// Gives back memory that is not needed once all lines are there.
    pub(super) fn finish(&mut self) {
        self.kept.shrink_to_fit();
        self.jumps.shrink_to_fit();
    }

    /// The line of a place, from 1.
    pub(super) fn line_of(&self, at: usize) -> usize {
        let jump = self.jumps.partition_point(|jump| jump.0 <= at).checked_sub(1);
        let (start, line) = jump.map_or((0, 1), |jump| self.jumps[jump]);
        let before = &self.kept.as_bytes()[start..at.min(self.kept.len())];
        before.iter().filter(|&&byte| byte == b'\n').count() + line
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.kept
    }
}
