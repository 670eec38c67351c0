//! Names of abstract states: the user's, else made of the predicates that hold.

use std::collections::{BTreeMap, BTreeSet};

use crate::{BoolExpr, Valuation};

/// A name the user gave by `state(NAME = EXPR)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedState {
    /// The name.
    pub name: String,
    /// Which abstract states it is for.
    pub expr: BoolExpr,
}

/// What can be no state's name: reports use it for the state without an object.
const END: &str = "end";

/// Names each valuation, in order; all names differ.
///
/// The first of the user's names that fits is taken. If it fits several of the valuations, each
/// adds the predicates by which it differs from the others. Without a user's name it is made of the
/// predicates that hold (`EmptyFull`), or if none does of those that do not (`NotEmptyNotFull`);
/// without predicates the only state is `Any`.
#[must_use]
pub fn state_names<P: AsRef<str>>(
    predicates: &[P],
    named: &[NamedState],
    valuations: &[Valuation],
) -> Vec<String> {
    let words: Vec<String> = predicates.iter().map(|p| camel_case(p.as_ref())).collect();
    let user: Vec<Option<usize>> = valuations
        .iter()
        .map(|&valuation| named.iter().position(|state| state.expr.holds(valuation)))
        .collect();
    let mut groups: BTreeMap<usize, Vec<Valuation>> = BTreeMap::new();
    for (state, &valuation) in user.iter().zip(valuations) {
        if let Some(state) = *state {
            groups.entry(state).or_default().push(valuation);
        }
    }
    let all: Vec<usize> = (0..predicates.len()).collect();
    let names = user.iter().zip(valuations).map(|(state, &valuation)| match *state {
        Some(state) => {
            let differing = differing(&all, &groups[&state]);
            let suffix = describe(&words, &differing, valuation);
            named[state].name.clone() + &suffix
        }
        None if predicates.is_empty() => "Any".to_owned(),
        None => describe(&words, &all, valuation),
    });
    make_unique(names.collect())
}

/// The predicates that do not have the same truth in all of the valuations.
fn differing(predicates: &[usize], valuations: &[Valuation]) -> Vec<usize> {
    let differs = |&p: &usize| valuations.iter().any(|v| v.holds(p) != valuations[0].holds(p));
    predicates.iter().copied().filter(|p| differs(p)).collect()
}

/// The words of the predicates that hold, or of those that do not if none does.
fn describe(words: &[String], predicates: &[usize], valuation: Valuation) -> String {
    let holding: String =
        predicates.iter().filter(|&&p| valuation.holds(p)).map(|&p| words[p].as_str()).collect();
    if holding.is_empty() {
        predicates.iter().map(|&p| format!("Not{}", words[p])).collect()
    } else {
        holding
    }
}

/// Appends numbers to names that would come twice, as different predicates may give equal words.
fn make_unique(names: Vec<String>) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::from([END.to_owned()]);
    let wanted: BTreeSet<String> = names.iter().cloned().collect();
    let mut unique = Vec::new();
    for name in names {
        let mut candidate = name.clone();
        let mut number = 2;
        while taken.contains(&candidate) || candidate != name && wanted.contains(&candidate) {
            candidate = format!("{name}{number}");
            number += 1;
        }
        taken.insert(candidate.clone());
        unique.push(candidate);
    }
    unique
}

/// Operators and what they are called in a name, the longer ones first.
const OPERATORS: [(&str, &str); 14] = [
    ("==", "Is"),
    ("!=", "IsNot"),
    ("<=", "AtMost"),
    (">=", "AtLeast"),
    ("&&", "And"),
    ("||", "Or"),
    ("<", "Below"),
    (">", "Above"),
    ("!", "Not"),
    ("+", "Plus"),
    ("-", "Minus"),
    ("*", "Times"),
    ("/", "By"),
    ("%", "Mod"),
];

/// `is_open` becomes `IsOpen`, `len == 0` becomes `LenIs0`: always an identifier.
fn camel_case(predicate: &str) -> String {
    let mut name = String::new();
    let mut rest = predicate;
    let mut starts_word = true;
    while let Some(c) = rest.chars().next() {
        if c.is_alphanumeric() {
            if starts_word {
                name.extend(c.to_uppercase())
            } else {
                name.push(c)
            }
            starts_word = false;
            rest = &rest[c.len_utf8()..];
            continue;
        }
        starts_word = true;
        match OPERATORS.iter().find(|(operator, _)| rest.starts_with(operator)) {
            Some((operator, word)) => {
                name += word;
                rest = &rest[operator.len()..];
            }
            None => rest = &rest[c.len_utf8()..],
        }
    }
    if name.is_empty() || name.starts_with(|c: char| !c.is_alphabetic()) {
        name.insert(0, 'P');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(predicates: &[&str], named: &[(&str, &str)], valuations: &[u128], expected: &[&str]) {
        let named: Vec<NamedState> = named
            .iter()
            .map(|(name, expr)| NamedState {
                name: (*name).to_owned(),
                expr: BoolExpr::parse(expr, predicates).unwrap(),
            })
            .collect();
        let valuations: Vec<Valuation> =
            valuations.iter().map(|&bits| Valuation::from_bits(bits)).collect();
        assert_eq!(state_names(predicates, &named, &valuations), expected);
    }

    #[test]
    fn predicates_that_hold_make_the_name_else_those_that_do_not() {
        let expected = ["NotEmptyNotFull", "Empty", "Full", "EmptyFull"];
        check(&["empty", "full"], &[], &[0, 1, 2, 3], &expected);
        check(&[], &[], &[0], &["Any"]);
        check(&["is_open"], &[], &[0, 1], &["NotIsOpen", "IsOpen"]);
    }

    #[test]
    fn the_users_names_come_first_and_the_first_that_fits_wins() {
        let named = [("Partial", "!empty & !full"), ("Rest", "true")];
        check(&["empty", "full"], &named, &[1, 0], &["Rest", "Partial"]);
    }

    #[test]
    fn a_users_name_for_several_states_adds_what_differs() {
        let named = [("Open", "open")];
        let predicates = ["open", "read", "eof", "extra"];
        // `extra` is the same in all three, so it does not tell them apart.
        let expected =
            ["OpenRead", "OpenNotReadNotEof", "OpenReadEof", "NotOpenNotReadNotEofNotExtra"];
        check(&predicates, &named, &[0b1011, 0b1001, 0b1111, 0], &expected);
    }

    #[test]
    fn names_are_unique_even_if_words_are_not() {
        check(&["a_b", "aB"], &[], &[1, 2, 3], &["AB", "AB2", "ABAB"]);
        check(&["empty"], &[("Empty", "!empty")], &[1, 0], &["Empty", "Empty2"]);
        check(&["x"], &[("end", "x")], &[1], &["end2"]);
        // A number does not take a name that another state has by right.
        check(&["a", "_a", "a2"], &[], &[1, 2, 4], &["A", "A3", "A2"]);
    }

    #[test]
    fn expressions_become_identifiers() {
        for (predicate, expected) in [
            ("self.len == 0", "SelfLenIs0"),
            ("len >= CAP", "LenAtLeastCAP"),
            ("a<b", "ABelowB"),
            ("!done", "NotDone"),
            ("0", "P0"),
            ("", "P"),
        ] {
            assert_eq!(camel_case(predicate), expected);
        }
    }
}
