//! Collects the problems of one item, so that the user sees all of them at once.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The problems found so far, in the order found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    problems: Vec<syn::Error>,
}

impl Report {
    /// Something is wrong with these tokens.
    pub(crate) fn error(&mut self, tokens: impl ToTokens, text: impl Display) {
        self.problems.push(syn::Error::new_spanned(tokens, text));
    }

    /// Something is wrong at this place.
    pub(crate) fn error_at(&mut self, span: Span, text: impl Display) {
        self.problems.push(syn::Error::new(span, text));
    }

    pub(crate) fn push(&mut self, problem: syn::Error) {
        self.problems.push(problem);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// One `compile_error!` for each problem.
    pub(crate) fn into_compile_errors(self) -> TokenStream {
        self.problems.iter().map(syn::Error::to_compile_error).collect()
    }
}

/// The candidate that `word` is most likely a misspelling of, if any is near enough.
pub(crate) fn closest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let near = |candidate: &str| {
        let distance = edit_distance(word, candidate);
        let allowed = (word.chars().count().max(candidate.chars().count()) / 3).max(1);
        // `error` for `err`: a longer word for the same.
        let extended = candidate.len() >= 3 && word.starts_with(candidate);
        (distance <= allowed || extended).then_some(distance)
    };
    let nearest =
        candidates.into_iter().filter_map(|candidate| Some((near(candidate)?, candidate)));
    nearest.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// `` `a`, `b` and `c` ``.
pub(crate) fn enumerate<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

/// How many characters to insert, drop or replace, or neighbours to swap.
fn edit_distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=right.len()).collect()];
    for i in 1..=left.len() {
        let mut row = vec![i];
        for j in 1..=right.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
            let mut best = replaced.min(row[j - 1] + 1).min(rows[i - 1][j] + 1);
            let neighbours = i > 1 && j > 1;
            if neighbours && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::{closest, enumerate};

    #[track_caller]
    fn check(word: &str, expect: Option<&str>) {
        assert_eq!(closest(word, ["predicates", "invariant", "bound", "state"]), expect);
    }

    #[test]
    fn misspellings_are_recognised() {
        check("invariants", Some("invariant"));
        check("predicate", Some("predicates"));
        check("bund", Some("bound"));
        check("states", Some("state"));
        check("bonud", Some("bound"));
        check("boundary", Some("bound"));
    }

    #[test]
    fn other_words_are_not() {
        check("requires", None);
        check("x", None);
    }

    #[test]
    fn words_are_enumerated_as_in_prose() {
        assert_eq!(enumerate([]), "");
        assert_eq!(enumerate(["a"]), "`a`");
        assert_eq!(enumerate(["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
