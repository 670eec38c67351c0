//! The solvers that are known to speak SMT-LIB 2, and how each is started.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Memory that a solver may use where it can be told, in megabytes.
const MEMORY_MB: u32 = 2048;

/// A solver that speaks SMT-LIB 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    /// z3.
    Z3,
    /// cvc5.
    Cvc5,
    /// Bitwuzla.
    Bitwuzla,
    /// Boolector, which Bitwuzla comes from.
    Boolector,
    /// Yices.
    Yices,
}

impl Tool {
    /// All, the one to try first first.
    pub const ALL: [Tool; 5] = [Tool::Z3, Tool::Cvc5, Tool::Bitwuzla, Tool::Boolector, Tool::Yices];

    /// As users call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Tool::Z3 => "z3",
            Tool::Cvc5 => "cvc5",
            Tool::Bitwuzla => "bitwuzla",
            Tool::Boolector => "boolector",
            Tool::Yices => "yices",
        }
    }

    /// The file to look for.
    fn program(self) -> &'static str {
        match self {
            Tool::Yices => "yices-smt2",
            other => other.name(),
        }
    }

    /// To be asked many questions through its input.
    pub(super) fn arguments(self) -> Vec<String> {
        match self {
            Tool::Z3 => vec!["-in".into(), "-smt2".into(), format!("-memory:{MEMORY_MB}")],
            Tool::Cvc5 => vec!["--incremental".into(), "--lang=smt2".into(), "-q".into()],
            Tool::Bitwuzla => vec!["--lang".into(), "smt2".into()],
            Tool::Boolector => vec!["--smt2".into(), "-i".into(), "-m".into()],
            Tool::Yices => vec!["--incremental".into()],
        }
    }

    /// Where it is, if it is on the PATH.
    #[must_use]
    pub fn find(self) -> Option<PathBuf> {
        find(self.program())
    }

    /// The number of its version, as it says itself.
    #[must_use]
    pub fn version(self, program: &Path) -> Option<String> {
        version(program)
    }
}

/// The program of that name on the PATH.
#[must_use]
pub(in crate::solve) fn find(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&paths).map(|path| path.join(&file)).find(|path| path.is_file())
}

/// The first number with a dot in what a program says of its version.
#[must_use]
pub(in crate::solve) fn version(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    number(&text)
}

fn number(text: &str) -> Option<String> {
    let separators = |c: char| c.is_whitespace() || ",()".contains(c);
    let numeric =
        |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    text.split(separators).find(numeric).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_first_number_with_a_dot() {
        let check = |text: &str, expected| assert_eq!(number(text).as_deref(), expected, "{text}");
        check("Z3 version 4.8.12 - 64 bit", Some("4.8.12"));
        check("This is cvc5 version 1.0.3 [git tag 1.0.3]", Some("1.0.3"));
        check("6.6.0 (cbmc-6.6.0)", Some("6.6.0"));
        check("Yices 2.6.4\nCopyright 2018", Some("2.6.4"));
        check("nothing", None);
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        assert_eq!(find("a-solver-that-nobody-has"), None);
        assert!(find("cargo").is_some());
    }
}
