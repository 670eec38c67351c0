//! What outcomes are called in reports and files, and what they mean for the object.

use std::fmt;

use crate::Outcome;

impl Outcome {
    /// All outcomes, in their order.
    pub const ALL: [Outcome; 9] = [
        Outcome::Ok,
        Outcome::Err,
        Outcome::Some,
        Outcome::None,
        Outcome::True,
        Outcome::False,
        Outcome::Panic,
        Outcome::Abort,
        Outcome::Timeout,
    ];

    /// Its name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Err => "err",
            Outcome::Some => "some",
            Outcome::None => "none",
            Outcome::True => "true",
            Outcome::False => "false",
            Outcome::Panic => "panic",
            Outcome::Abort => "abort",
            Outcome::Timeout => "timeout",
        }
    }

    /// The outcome of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.name() == name)
    }

    /// Whether the call did not return, so that the object's life is over.
    #[must_use]
    pub fn is_fatal(self) -> bool {
        matches!(self, Outcome::Panic | Outcome::Abort | Outcome::Timeout)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_protocol_files() {
        let names = Outcome::ALL.map(Outcome::name).join(" ");
        assert_eq!(names, "ok err some none true false panic abort timeout");
        assert!(Outcome::ALL.is_sorted());
        for outcome in Outcome::ALL {
            assert_eq!(Outcome::from_name(&outcome.to_string()), Some(outcome));
        }
        assert_eq!(Outcome::from_name("OK"), None);
    }
}
