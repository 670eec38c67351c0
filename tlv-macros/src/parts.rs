//! The parts that attributes are made of, and what to say when one is not where it belongs.

use crate::report::{closest, enumerate};

/// Where an attribute stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Struct,
    Method,
    Field,
}

/// Each part: its name, where it belongs, and how it is written.
const PARTS: [(&str, Place, &str); 15] = [
    ("predicates", Place::Struct, "predicates(NAME = EXPR, …)"),
    ("invariant", Place::Struct, "invariant(EXPR)"),
    ("property", Place::Struct, "property(NAME = \"FORMULA\")"),
    ("state", Place::Struct, "state(NAME = EXPR)"),
    ("failure", Place::Struct, "failure(panic, err)"),
    ("bound", Place::Struct, "bound = N"),
    ("instance", Place::Struct, "instance(TYPE)"),
    ("skip", Place::Method, "skip"),
    ("event", Place::Method, "event"),
    ("observer", Place::Method, "observer"),
    ("requires", Place::Method, "requires(EXPR)"),
    ("assume", Place::Method, "assume(EXPR)"),
    ("values", Place::Method, "values(PARAM = [EXPR, …])"),
    ("with", Place::Field, "with = PATH"),
    ("range", Place::Field, "range = RANGE"),
];

impl Place {
    /// The names of the parts that belong here.
    pub(crate) fn parts(self) -> impl Iterator<Item = &'static str> {
        PARTS.iter().filter(move |(_, home, _)| *home == self).map(|(part, _, _)| *part)
    }

    /// What is wrong with a part of that name here, if anything is.
    pub(crate) fn refuse(self, word: &str) -> Option<String> {
        match PARTS.iter().find(|(part, _, _)| word == *part) {
            Some((_, home, _)) if *home == self => None,
            Some((_, home, _)) => {
                let here = match self {
                    Place::Struct => "on a struct",
                    Place::Method | Place::Field => self.belongs(),
                };
                Some(format!("`{word}` belongs {}, not {here}", home.belongs()))
            }
            None => {
                let hint = did_you_mean(word, self.parts())
                    .or_else(|| elsewhere(word))
                    .unwrap_or_else(|| format!("its parts are {}", enumerate(self.parts())));
                Some(format!("`{word}` is not a part of {}; {hint}", self.attribute()))
            }
        }
    }

    fn attribute(self) -> &'static str {
        match self {
            Place::Struct => "#[tlv::abstraction]",
            Place::Method => "#[tlv(…)] on a method",
            Place::Field => "#[tlv(…)] on a field",
        }
    }

    fn belongs(self) -> &'static str {
        match self {
            Place::Struct => "in #[tlv::abstraction]",
            Place::Method => "on a method",
            Place::Field => "on a field",
        }
    }
}

/// How the part is written.
pub(crate) fn shape(part: &str) -> &'static str {
    let found = PARTS.iter().find(|(name, _, _)| part == *name);
    found.map_or("NAME", |(_, _, shape)| *shape)
}

/// The hint for a misspelling of one of the candidates.
pub(crate) fn did_you_mean<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<String> {
    Some(format!("did you mean `{}`?", closest(word, candidates)?))
}

/// The hint for a misspelling of a part that belongs somewhere else.
fn elsewhere(word: &str) -> Option<String> {
    let part = closest(word, PARTS.iter().map(|(part, _, _)| *part))?;
    let (_, home, _) = PARTS.iter().find(|(name, _, _)| *name == part)?;
    Some(format!("did you mean `{part}`? it belongs {}", home.belongs()))
}
