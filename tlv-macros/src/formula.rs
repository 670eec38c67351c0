//! Recognises the formulas of `property(…)`: state/event LTL, read as text.
//!
//! Only the form is checked here. Names are looked up by `cargo tlv`, which knows the methods and
//! the predicates collected from the code; outcomes are fixed, so unknown ones are refused.
//!
//! Unary operators stand before their operand and binary ones between two, so whether a formula is
//! well formed depends on nothing but the kind of token expected next and on the parentheses.

use crate::report::{closest, enumerate};

/// What a method can come back with.
const OUTCOMES: [&str; 9] =
    ["ok", "err", "some", "none", "true", "false", "panic", "abort", "timeout"];

/// Whether the word is an operator, hence not the name of anything.
pub(crate) fn is_operator(word: &str) -> bool {
    matches!(word, "X" | "F" | "G" | "U" | "R" | "W")
}

/// Whether the word is an outcome that stands for itself in a formula.
pub(crate) fn is_outcome_atom(word: &str) -> bool {
    matches!(word, "panic" | "err")
}

/// What is wrong with a formula.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// In characters of the formula, from 1.
    pub(crate) column: usize,
    pub(crate) text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `!`, `X`, `F`, `G`.
    Unary,
    /// `&`, `|`, `->`, `<->`, `U`, `R`, `W`.
    Binary,
    Open,
    Close,
    Colon,
    Word,
    /// Something that is no part of the language, with what to write instead.
    Stray(&'static str),
}

#[derive(Debug, Clone, Copy)]
struct Token<'a> {
    kind: Kind,
    text: &'a str,
    column: usize,
}

/// All problems of the formula; none when it is well formed.
pub(crate) fn check(formula: &str) -> Vec<Problem> {
    let tokens = tokens(formula);
    if tokens.is_empty() {
        return vec![Problem { column: 1, text: "the formula is empty".to_owned() }];
    }
    let mut problems = strays(&tokens);
    if problems.is_empty() {
        problems.extend(unknown_outcomes(&tokens));
        problems.extend(structure(&tokens, formula.chars().count() + 1));
    }
    problems.sort_by_key(|problem| problem.column);
    problems
}

fn tokens(formula: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = formula;
    let mut column = 1;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = token(rest, first);
        let (text, tail) = rest.split_at(length);
        if let Some(kind) = kind {
            tokens.push(Token { kind, text, column });
        }
        column += text.chars().count();
        rest = tail;
    }
    tokens
}

/// The kind of the token that `rest` starts with, `None` for white space, and its length in bytes.
fn token(rest: &str, first: char) -> (Option<Kind>, usize) {
    const SYMBOLS: [(&str, Kind); 15] = [
        ("<->", Kind::Binary),
        ("<=>", Kind::Stray("write `<->`")),
        ("->", Kind::Binary),
        ("=>", Kind::Stray("write `->`")),
        ("==", Kind::Stray("write `<->`")),
        ("!=", Kind::Stray("write `!(a <-> b)`")),
        ("&&", Kind::Stray("write `&`")),
        ("||", Kind::Stray("write `|`")),
        ("::", Kind::Stray("write `method:outcome`")),
        ("!", Kind::Unary),
        ("&", Kind::Binary),
        ("|", Kind::Binary),
        ("(", Kind::Open),
        (")", Kind::Close),
        (":", Kind::Colon),
    ];
    if first.is_whitespace() {
        return (None, first.len_utf8());
    }
    if first.is_alphabetic() || first == '_' {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let kind = match &rest[..end] {
            "X" | "F" | "G" => Kind::Unary,
            "U" | "R" | "W" => Kind::Binary,
            _ => Kind::Word,
        };
        return (Some(kind), end);
    }
    match SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
        Some((symbol, kind)) => (Some(*kind), symbol.len()),
        None => (Some(Kind::Stray("")), first.len_utf8()),
    }
}

fn strays(tokens: &[Token]) -> Vec<Problem> {
    let stray = |token: &Token| {
        let text = match token.kind {
            Kind::Stray("") => format!("`{}` is not part of a formula", token.text),
            Kind::Stray(hint) => format!("`{}` is not part of a formula; {hint}", token.text),
            _ => return None,
        };
        Some(Problem { column: token.column, text })
    };
    tokens.iter().filter_map(stray).collect()
}

fn unknown_outcomes(tokens: &[Token]) -> Vec<Problem> {
    let unknown = |three: &[Token]| {
        let [method, colon, outcome] = three else { return None };
        let form = [method.kind, colon.kind, outcome.kind];
        if form != [Kind::Word, Kind::Colon, Kind::Word] || OUTCOMES.contains(&outcome.text) {
            return None;
        }
        let hint = closest(outcome.text, OUTCOMES).map_or_else(
            || format!("the outcomes are {}", enumerate(OUTCOMES)),
            |outcome| format!("did you mean `{outcome}`?"),
        );
        let text = format!("`{}` is not an outcome; {hint}", outcome.text);
        Some(Problem { column: outcome.column, text })
    };
    tokens.windows(3).filter_map(unknown).collect()
}

/// The first place where operands, operators and parentheses do not fit together.
fn structure(tokens: &[Token], end: usize) -> Option<Problem> {
    let problem = |column, text: String| Some(Problem { column, text });
    let mut open = Vec::new();
    // Whether an operand is due; an operator otherwise.
    let mut operand = true;
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let text = token.text;
        index += 1;
        match (token.kind, operand) {
            (Kind::Unary, true) => {}
            (Kind::Open, true) => open.push(token.column),
            (Kind::Word, true) => {
                operand = false;
                if tokens.get(index).is_some_and(|next| next.kind == Kind::Colon) {
                    if tokens.get(index + 1).is_none_or(|outcome| outcome.kind != Kind::Word) {
                        return problem(
                            tokens[index].column,
                            format!("expected an outcome after `{text}:`, such as `{text}:ok`"),
                        );
                    }
                    index += 2;
                }
            }
            (Kind::Binary, false) => operand = true,
            (Kind::Close, false) => {
                if open.pop().is_none() {
                    return problem(token.column, "this `)` closes nothing".to_owned());
                }
            }
            (Kind::Colon, _) => {
                return problem(token.column, "expected `method:outcome`".to_owned());
            }
            (_, true) => {
                return problem(token.column, format!("expected an operand before `{text}`"));
            }
            (_, false) => {
                let before = tokens[index - 2].text;
                return problem(token.column, missing_operator(before, text));
            }
        }
    }
    if operand {
        let last = tokens.last().map_or("", |token| token.text);
        return problem(end, format!("expected an operand after `{last}`"));
    }
    open.pop().and_then(|column| problem(column, "this `(` is not closed".to_owned()))
}

fn missing_operator(before: &str, text: &str) -> String {
    if before.chars().all(|c| "XFG".contains(c)) {
        let apart: Vec<String> = before.chars().map(String::from).collect();
        return format!("`{before}` is read as a name; write `{}`", apart.join(" "));
    }
    format!("expected an operator between `{before}` and `{text}`")
}

#[cfg(test)]
mod tests {
    #[track_caller]
    fn check(formula: &str, expect: &[&str]) {
        let problems = super::check(formula);
        let texts: Vec<String> = problems
            .iter()
            .map(|problem| format!("{}: {}", problem.column, problem.text))
            .collect();
        assert_eq!(texts, expect);
    }

    #[test]
    fn formulas_are_recognised() {
        for formula in [
            "G (push & X pop -> X !empty)",
            "G (close -> X G !read:ok)",
            "!read W open:ok",
            "a U (b R c) <-> F !panic | G F err",
            "((Empty))",
            "true -> X X X pop:none",
            "ready&!full",
            "größe",
        ] {
            check(formula, &[]);
        }
    }

    #[test]
    fn outcomes_are_known() {
        check("G !read:eror", &["9: `eror` is not an outcome; did you mean `err`?"]);
        check(
            "a:full & b:oki",
            &[
                "3: `full` is not an outcome; the outcomes are `ok`, `err`, `some`, `none`, `true`, \
                 `false`, `panic`, `abort` and `timeout`",
                "12: `oki` is not an outcome; did you mean `ok`?",
            ],
        );
        check("a:", &["2: expected an outcome after `a:`, such as `a:ok`"]);
        check(":ok", &["1: expected `method:outcome`"]);
        check("a:ok:ok", &["5: expected `method:outcome`"]);
    }

    #[test]
    fn rust_operators_are_answered_with_ours() {
        check(
            "a && b || c",
            &[
                "3: `&&` is not part of a formula; write `&`",
                "8: `||` is not part of a formula; write `|`",
            ],
        );
        check("a => b", &["3: `=>` is not part of a formula; write `->`"]);
        check("a ∧ b", &["3: `∧` is not part of a formula"]);
        check("read::ok", &["5: `::` is not part of a formula; write `method:outcome`"]);
    }

    #[test]
    fn operands_and_operators_alternate() {
        check("", &["1: the formula is empty"]);
        check("   ", &["1: the formula is empty"]);
        check("a b", &["3: expected an operator between `a` and `b`"]);
        check("a ! b", &["3: expected an operator between `a` and `!`"]);
        check("a & | b", &["5: expected an operand before `|`"]);
        check("a &", &["4: expected an operand after `&`"]);
        check("U a", &["1: expected an operand before `U`"]);
        check("GF a", &["4: `GF` is read as a name; write `G F`"]);
        check("()", &["2: expected an operand before `)`"]);
    }

    #[test]
    fn parentheses_match() {
        check("(a & (b)", &["1: this `(` is not closed"]);
        check("a)", &["2: this `)` closes nothing"]);
        check("(a))(b", &["4: this `)` closes nothing"]);
    }
}
