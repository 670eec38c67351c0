//! Why a text, or a function in it, could not be read.

use std::fmt;

/// Why a text, or a function in it, could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IrError {
    /// The text could not be had.
    #[error("line {line}: {reason}")]
    Read {
        /// From 1.
        line: usize,
        /// What the system says.
        reason: String,
    },
    /// The text stops in the middle of something.
    #[error("line {line}: the text is cut off {within}")]
    CutOff {
        /// The last line, from 1.
        line: usize,
        /// In the middle of what.
        within: Within,
    },
    /// Something stands where something else should.
    #[error("line {line}: expected {expected}, found `{found}`")]
    Unexpected {
        /// From 1.
        line: usize,
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A name has two meanings.
    #[error("line {line}: `{name}` is defined twice")]
    Twice {
        /// Of the second definition, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A name has no meaning.
    #[error("line {line}: `{name}` is not defined; is the text cut off?")]
    Undefined {
        /// Of the use, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// The text does not say how values lie in memory.
    #[error("the text has no `target datalayout`; is it LLVM IR?")]
    NoLayout,
    /// Values lie in memory in a way that is not supported.
    #[error("target datalayout `{layout}` is not supported: {reason}")]
    Layout {
        /// The specification.
        layout: String,
        /// What about it.
        reason: &'static str,
    },
    /// The function is only declared.
    #[error("`{name}` has no body")]
    NoBody {
        /// Its name.
        name: String,
    },
}

/// In the middle of what a text is cut off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Within {
    /// A line that does not end.
    Line,
    /// A function whose closing brace is missing.
    Function(String),
    /// A basic block whose last instruction is missing.
    Block(String),
}

impl fmt::Display for Within {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Within::Line => write!(f, "within the line"),
            Within::Function(name) => write!(f, "within the function `{name}`"),
            Within::Block(name) => write!(f, "within the block `{name}`, which has no end"),
        }
    }
}

/// Where and why a parser stopped; becomes an [`IrError`] or makes its instruction unsupported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mismatch {
    /// In bytes from the start of the text that was parsed.
    pub(super) at: usize,
    /// What should be there.
    pub(super) expected: &'static str,
}
