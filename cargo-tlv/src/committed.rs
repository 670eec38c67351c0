//! Committed protocols: the files, what they say, and how it differs from what is known now.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tlv_core::protocol::{
    self, Change, Difference, Ends, Pair, Protocol, ProtocolState, read, write,
};

use crate::error::Error;
use crate::report::document::{
    Abstraction, DEAD, Drift, DriftKind, InvariantOrigin, Outcome, Semantics, Transition,
};

/// The directory beside a package's manifest that has its protocols.
pub const DIRECTORY: &str = "protocols";

/// The file of a type in a package, given the names and paths of all types of that package.
#[must_use]
pub fn file(package: &Path, name: &str, path: &str, all: &[(String, String)]) -> PathBuf {
    let plain = file_name(name);
    let same = |(other, _): &&(String, String)| file_name(other).eq_ignore_ascii_case(&plain);
    // Two types of one name are told apart by their modules; the crate's own name says nothing.
    let name = if all.iter().filter(same).count() > 1 {
        file_name(path.split_once("::").map_or(path, |(_, rest)| rest))
    } else {
        plain
    };
    package.join(DIRECTORY).join(format!("{name}.toml"))
}

/// A type's name as that of a file: `Stack<u8, 4>` is `Stack-u8-4`, `a::B` is `a.B`.
fn file_name(name: &str) -> String {
    let mut text = String::new();
    for character in name.replace("::", ".").chars() {
        match character {
            c if c.is_alphanumeric() || "._".contains(c) => text.push(c),
            _ if text.ends_with('-') => {}
            _ => text.push('-'),
        }
    }
    text.trim_matches('-').to_owned()
}

/// What a file says; none if there is no such file.
///
/// # Errors
/// When it cannot be read or is no protocol.
pub fn load(file: &Path) -> Result<Option<Protocol>, Error> {
    let Some(text) = text(file)? else { return Ok(None) };
    read(&text).map(Some).map_err(|problem| wrong(file, &problem))
}

/// Writes a protocol into its file, which may be there; says whether that changed anything.
///
/// # Errors
/// When it cannot be written, or the file is no protocol.
pub fn save(file: &Path, protocol: &Protocol) -> Result<bool, Error> {
    let now = text(file)?;
    let text = write(protocol, now.as_deref()).map_err(|problem| wrong(file, &problem))?;
    if now.as_deref() == Some(text.as_str()) {
        return Ok(false);
    }
    let failed = |source| Error::Write { path: file.to_owned(), source };
    if let Some(directory) = file.parent() {
        std::fs::create_dir_all(directory).map_err(failed)?;
    }
    // Whoever is interrupted leaves the old file or the new one, never half of it.
    let beside = file.with_extension("toml.new");
    std::fs::write(&beside, text).map_err(failed)?;
    std::fs::rename(&beside, file).map_err(failed)?;
    Ok(true)
}

fn text(file: &Path) -> Result<Option<String>, Error> {
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::ProtocolUnreadable { path: file.to_owned(), source }),
    }
}

fn wrong(file: &Path, problem: &protocol::ProtocolError) -> Error {
    Error::Protocol { path: file.to_owned(), problem: problem.to_string() }
}

/// The files of a package that are of none of its types.
#[must_use]
pub fn orphans(package: &Path, known: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(package.join(DIRECTORY)).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let is_protocol = |path: &PathBuf| path.extension().is_some_and(|e| e == "toml");
    let mut found: Vec<PathBuf> =
        files.filter(is_protocol).filter(|path| !known.contains(path)).collect();
    found.sort();
    found
}

/// What is known of a type, as it is committed.
#[must_use]
pub fn protocol_of(abstraction: &Abstraction) -> Protocol {
    let semantics = match abstraction.semantics {
        Semantics::Reachable => "reachable",
        Semantics::Any => "any",
    };
    // What is inferred depends on how the code is written, and is nobody's promise.
    let given = abstraction.invariants.iter().filter(|i| i.origin == InvariantOrigin::User);
    let mut protocol = Protocol {
        path: abstraction.path.clone(),
        semantics: semantics.to_owned(),
        predicates: abstraction
            .predicates
            .iter()
            .map(|predicate| (predicate.name.clone(), predicate.expr.clone()))
            .collect(),
        invariants: given.map(|i| (i.expr.clone(), i.verdict.name().to_owned())).collect(),
        ..Protocol::default()
    };
    for state in &abstraction.states {
        let valuation = state.valuation.iter().map(|(name, holds)| (name.clone(), *holds));
        let own = ProtocolState { valuation: valuation.collect(), initial: state.initial };
        protocol.states.insert(state.name.clone(), own);
        for method in &abstraction.methods {
            let pair = (state.name.clone(), method.name.clone());
            protocol.transitions.entry(pair).or_default();
        }
    }
    for constructor in &abstraction.constructors {
        let all = constructor.outcomes.iter().map(|end| ends(end.outcome, &end.to));
        protocol.constructors.insert(constructor.name.clone(), all.collect());
    }
    for edge in &abstraction.transitions {
        let pair = (edge.from.clone(), edge.method.clone());
        protocol.transitions.entry(pair).or_default().insert(ends(edge.outcome, &edge.to));
    }
    for obligation in &abstraction.obligations {
        let pair = (obligation.state.clone(), obligation.method.clone());
        protocol.guarantees.insert(pair, obligation.verdict.name().to_owned());
    }
    protocol
}

fn ends(outcome: Outcome, to: &str) -> Ends {
    let outcome = tlv_core::Outcome::from_name(outcome.name()).unwrap_or(tlv_core::Outcome::Ok);
    Ends { outcome, to: (to != DEAD).then(|| to.to_owned()) }
}

/// How what is known differs from what is committed, for the report.
#[must_use]
pub fn drift(abstraction: &Abstraction, committed: &Protocol) -> Vec<Drift> {
    let differences = protocol::compare(committed, &protocol_of(abstraction));
    differences.into_iter().map(|difference| row(difference, abstraction)).collect()
}

fn row(difference: Difference, abstraction: &Abstraction) -> Drift {
    let Difference { change, effect, meaning } = difference;
    let drift = |kind: DriftKind, what: &str| Drift {
        kind,
        what: what.to_owned(),
        from: None,
        method: None,
        outcome: None,
        to: None,
        effect: effect.name().to_owned(),
        meaning: meaning.clone(),
        witness: Vec::new(),
        place: None,
    };
    let edge = |kind: DriftKind, (from, method): Pair, ends: Ends| {
        let to = ends.to.clone().unwrap_or_else(|| DEAD.to_owned());
        let outcome = Outcome::from(ends.outcome);
        let is_it = |own: &&Transition| {
            (&own.from, &own.method, own.outcome, &own.to) == (&from, &method, outcome, &to)
        };
        let found = abstraction.transitions.iter().find(is_it);
        Drift {
            witness: found.map(|own| own.witness.clone()).unwrap_or_default(),
            place: found.and_then(|own| own.panics.first().cloned()),
            from: Some(from),
            method: Some(method),
            outcome: Some(outcome),
            to: Some(to),
            ..drift(kind, "edge")
        }
    };
    let birth = |kind: DriftKind, constructor: String, ends: Ends| Drift {
        method: Some(constructor),
        outcome: Some(Outcome::from(ends.outcome)),
        to: Some(ends.to.unwrap_or_else(|| DEAD.to_owned())),
        ..drift(kind, "constructor")
    };
    match change {
        Change::EdgeAdded(pair, ends) => edge(DriftKind::Added, pair, ends),
        Change::EdgeRemoved(pair, ends) => edge(DriftKind::Removed, pair, ends),
        Change::BirthAdded(constructor, ends) => birth(DriftKind::Added, constructor, ends),
        Change::BirthRemoved(constructor, ends) => birth(DriftKind::Removed, constructor, ends),
        Change::MethodAdded(name) => {
            Drift { method: Some(name), ..drift(DriftKind::Added, "method") }
        }
        Change::MethodRemoved(name) => {
            Drift { method: Some(name), ..drift(DriftKind::Removed, "method") }
        }
        Change::StateAdded(name) => Drift { from: Some(name), ..drift(DriftKind::Added, "state") },
        Change::StateRemoved(name) => {
            Drift { from: Some(name), ..drift(DriftKind::Removed, "state") }
        }
        Change::Weakened { pair: (from, method), .. } => Drift {
            from: Some(from),
            method: Some(method),
            ..drift(DriftKind::Weakened, "guarantee")
        },
        Change::InvariantLost(text) => {
            Drift { from: Some(text), ..drift(DriftKind::Weakened, "invariant") }
        }
        Change::Semantics { .. } => drift(DriftKind::Weakened, "semantics"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_as_types_are() {
        let all = |types: &[(&str, &str)]| -> Vec<(String, String)> {
            types.iter().map(|(name, path)| ((*name).to_owned(), (*path).to_owned())).collect()
        };
        let check = |types: &[(&str, &str)], expected: &str| {
            let file = file(Path::new("p"), types[0].0, types[0].1, &all(types));
            assert_eq!(file, Path::new("p/protocols").join(expected));
        };
        check(&[("Stack", "c::Stack")], "Stack.toml");
        check(&[("Stack<u8, 4>", "c::Stack<u8, 4>")], "Stack-u8-4.toml");
        check(&[("Stack", "c::a::Stack"), ("Stack", "c::b::Stack")], "a.Stack.toml");
        check(&[("Stack", "c::a::Stack"), ("stack", "c::b::stack")], "a.Stack.toml");
    }
}
