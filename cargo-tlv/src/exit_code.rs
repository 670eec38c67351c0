//! The numbers `cargo tlv` ends with.
//!
//! Violated, inconclusive and broken are never the same number, so that a script can tell them
//! apart.

/// How a run ended, as its process says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExitCode {
    /// Everything that was asked for held.
    Success,
    /// The command line or the configuration is wrong; nothing was run.
    Usage,
    /// Nothing to check: no annotated type, or the filter matched none.
    NothingToCheck,
    /// A property was refuted, an invariant is broken or the protocol changed.
    Violated,
    /// The user's code did not build, or `cargo tlv` itself failed.
    Failed,
    /// Less is known than was required.
    Inconclusive,
}

impl ExitCode {
    /// The number as the shell sees it.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            ExitCode::Success => 0,
            ExitCode::Usage => 2,
            ExitCode::NothingToCheck => 4,
            ExitCode::Violated => 100,
            ExitCode::Failed => 101,
            ExitCode::Inconclusive => 102,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        std::process::ExitCode::from(code.number())
    }
}

#[cfg(test)]
mod tests {
    use super::ExitCode;

    #[test]
    fn numbers_are_those_of_the_documentation() {
        let all = [
            (ExitCode::Success, 0),
            (ExitCode::Usage, 2),
            (ExitCode::NothingToCheck, 4),
            (ExitCode::Violated, 100),
            (ExitCode::Failed, 101),
            (ExitCode::Inconclusive, 102),
        ];
        for (code, number) in all {
            assert_eq!(code.number(), number, "{code:?}");
        }
    }
}
