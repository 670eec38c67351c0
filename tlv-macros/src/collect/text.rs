//! Prints tokens on one line, spaced as rustfmt spaces them.
//!
//! Tokens do not say whether `-` subtracts or negates and whether `<` compares or opens generic
//! arguments. The printer decides from what stands before, and for `<` also from whether a
//! matching `>` follows.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The tokens as a person would write them: `self.len == 0`, `&'a mut [T]`, `vec![1, 2]`.
pub(crate) fn text(tokens: &impl ToTokens) -> String {
    let mut pieces = Vec::new();
    flatten(tokens.to_token_stream(), &mut pieces);
    let mut printer = Printer::default();
    let mut rest = pieces.as_slice();
    while !rest.is_empty() {
        rest = printer.print(rest);
    }
    printer.out
}

/// A token outside of its tree; a punctuation mark is one character.
enum Piece {
    Word(String),
    Lifetime(String),
    Mark { mark: char, joint: bool },
    Open(char),
    Close(char),
}

fn flatten(tokens: TokenStream, pieces: &mut Vec<Piece>) {
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                // Invisible delimiters come from macros and are not for people to see.
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ('(', ')'),
                    Delimiter::Bracket => ('[', ']'),
                    Delimiter::Brace => ('{', '}'),
                    Delimiter::None => {
                        flatten(group.stream(), pieces);
                        continue;
                    }
                };
                pieces.push(Piece::Open(open));
                flatten(group.stream(), pieces);
                pieces.push(Piece::Close(close));
            }
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                let name = tokens.next().map(|name| name.to_string()).unwrap_or_default();
                pieces.push(Piece::Lifetime(format!("'{name}")));
            }
            TokenTree::Punct(punct) => pieces.push(Piece::Mark {
                mark: punct.as_char(),
                joint: punct.spacing() == Spacing::Joint,
            }),
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                pieces.push(Piece::Word(token.to_string()));
            }
        }
    }
}

/// The part a printed token plays for the spaces around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Nothing has been printed yet.
    Start,
    /// A name or a literal: an operator after it is binary, a parenthesis after it a call.
    Word,
    /// A keyword or lifetime: what follows starts anew.
    Keyword,
    /// An operator that clings to what follows: `-1`, `&x`, `!x`, `#`.
    Prefix,
    /// An operator with a space on either side.
    Infix,
    /// `.`, `::` and the ranges: no space on either side.
    Tight,
    /// `,`, `;` and `:`: a space after, none before.
    Separator,
    /// `?` after an expression.
    Postfix,
    /// The `!` of a macro call.
    Bang,
    OpenAngle,
    CloseAngle,
    /// The `|` before and after a closure's parameters.
    OpenBar,
    CloseBar,
    /// The `||` of a closure without parameters.
    Bars,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    /// The `]` that ends an attribute.
    CloseAttribute,
}

/// What is open inside of one pair of delimiters.
#[derive(Default)]
struct Level {
    angles: usize,
    bar: bool,
    attribute: bool,
}

#[derive(Default)]
struct Printer {
    out: String,
    levels: Vec<Level>,
    outermost: Level,
    last: Option<(Part, String)>,
    /// Whether the token before the last one was `fn`, so that the last one is a function's name.
    names_function: bool,
}

/// Operators of several characters, longest first.
const OPERATORS: [&str; 24] = [
    "<<=", ">>=", "...", "..=", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "^=", "&=", "|=", "<<", ">>", "..",
];

/// Keywords after which an expression, pattern or type starts.
const KEYWORDS: [&str; 26] = [
    "as", "async", "break", "const", "dyn", "else", "enum", "extern", "for", "if", "impl", "in",
    "let", "loop", "match", "mod", "move", "mut", "ref", "return", "static", "struct", "unsafe",
    "where", "while", "yield",
];

impl Printer {
    /// Prints the first token of `pieces` and returns the pieces after it.
    fn print<'a>(&mut self, pieces: &'a [Piece]) -> &'a [Piece] {
        let rest = &pieces[1..];
        match &pieces[0] {
            Piece::Word(word) => {
                // After a dot a word is a member, as in `future.await`.
                let keyword = KEYWORDS.contains(&word.as_str()) && self.last_text() != ".";
                self.emit(if keyword { Part::Keyword } else { Part::Word }, word);
                rest
            }
            Piece::Lifetime(lifetime) => {
                self.emit(Part::Keyword, lifetime);
                rest
            }
            Piece::Open(open) => {
                let attribute = *open == '[' && self.last_text() == "#";
                self.emit(
                    if *open == '{' { Part::OpenBrace } else { Part::Open },
                    &open.to_string(),
                );
                self.levels.push(Level { attribute, ..Level::default() });
                rest
            }
            Piece::Close(close) => {
                let level = self.levels.pop().unwrap_or_default();
                let part = match close {
                    '}' => Part::CloseBrace,
                    _ if level.attribute => Part::CloseAttribute,
                    _ => Part::Close,
                };
                self.emit(part, &close.to_string());
                rest
            }
            Piece::Mark { .. } => {
                let operator = self.operator(pieces);
                let part = self.part(&operator, pieces);
                self.emit(part, &operator);
                &pieces[operator.len()..]
            }
        }
    }

    /// The longest operator at the start of `pieces` that makes sense here.
    fn operator(&mut self, pieces: &[Piece]) -> String {
        let mut joined = String::new();
        for piece in pieces {
            let Piece::Mark { mark, joint } = piece else { break };
            joined.push(*mark);
            if !joint {
                break;
            }
        }
        let single = joined.chars().next().map(String::from).unwrap_or_default();
        let angles = self.level().angles > 0;
        // `>>` ends two argument lists, `<<` before an operand starts two.
        if (single == ">" && angles) || (single == "<" && self.expects_operand()) {
            return single;
        }
        OPERATORS
            .iter()
            .find(|operator| joined.starts_with(**operator))
            .map_or(single, |operator| (*operator).to_owned())
    }

    fn part(&mut self, operator: &str, pieces: &[Piece]) -> Part {
        let expects_operand = self.expects_operand();
        let followed_by_group = matches!(pieces.get(1), Some(Piece::Open(_)));
        match operator {
            "," | ";" | ":" => Part::Separator,
            "." | "::" | ".." | "..=" | "..." => Part::Tight,
            "#" | "$" => Part::Prefix,
            "?" if !expects_operand => Part::Postfix,
            "!" if !expects_operand && followed_by_group => Part::Bang,
            "!" | "?" => Part::Prefix,
            "-" | "*" | "&" | "&&" if expects_operand => Part::Prefix,
            "||" if expects_operand => Part::Bars,
            "|" if self.level().bar => {
                self.level().bar = false;
                Part::CloseBar
            }
            "|" if expects_operand => {
                self.level().bar = true;
                Part::OpenBar
            }
            "<" if self.opens_generics(pieces) => {
                self.level().angles += 1;
                Part::OpenAngle
            }
            ">" if self.level().angles > 0 => {
                self.level().angles -= 1;
                Part::CloseAngle
            }
            _ => Part::Infix,
        }
    }

    fn opens_generics(&self, pieces: &[Piece]) -> bool {
        let last = self.last_text();
        if self.expects_operand() || ["::", "use"].contains(&last) || self.names_function {
            return true;
        }
        // Types start with an upper-case letter, but so do constants: `MAX < self.len` has no `>`.
        self.last_part() == Part::Word
            && last.trim_start_matches('_').starts_with(char::is_uppercase)
            && has_matching_angle(pieces)
    }

    fn expects_operand(&self) -> bool {
        match self.last_part() {
            Part::Tight => self.last_text().starts_with(".."),
            Part::Word
            | Part::Postfix
            | Part::CloseAngle
            | Part::Close
            | Part::CloseBrace
            | Part::Bang => false,
            _ => true,
        }
    }

    fn emit(&mut self, part: Part, text: &str) {
        if self.spaced(part) {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.names_function = self.last_text() == "fn";
        self.last = Some((part, text.to_owned()));
    }

    /// Whether a space goes between the last token and the next one.
    fn spaced(&self, next: Part) -> bool {
        let (last, last_text) = (self.last_part(), self.last_text());
        match (last, next) {
            (Part::Start | Part::Prefix | Part::Open | Part::OpenAngle | Part::OpenBar, _) => false,
            (
                _,
                Part::Separator
                | Part::Postfix
                | Part::Bang
                | Part::Close
                | Part::CloseAttribute
                | Part::CloseAngle
                | Part::CloseBar,
            ) => false,
            (Part::OpenBrace, next) => next != Part::CloseBrace,
            (_, Part::CloseBrace | Part::Infix) => true,
            (last, Part::Tight) => matches!(
                last,
                Part::Separator | Part::Infix | Part::Keyword | Part::CloseBar | Part::Bars
            ),
            (Part::Tight, next) => next == Part::Keyword,
            (Part::Keyword, Part::OpenAngle) => !["impl", "for"].contains(&last_text),
            (Part::Word, Part::OpenAngle) => false,
            (
                Part::Word | Part::Close | Part::CloseAngle | Part::Postfix | Part::Bang,
                Part::Open,
            ) => false,
            _ => true,
        }
    }

    fn last_part(&self) -> Part {
        self.last.as_ref().map_or(Part::Start, |(part, _)| *part)
    }

    fn last_text(&self) -> &str {
        self.last.as_ref().map_or("", |(_, text)| text)
    }

    fn level(&mut self) -> &mut Level {
        self.levels.last_mut().unwrap_or(&mut self.outermost)
    }
}

/// Whether the `<` that `pieces` start with is closed by a `>` with only a type's tokens between.
fn has_matching_angle(pieces: &[Piece]) -> bool {
    let (mut angles, mut groups) = (0_usize, 0_usize);
    let mut before = ' ';
    for (index, piece) in pieces.iter().enumerate() {
        let mut mark_here = ' ';
        match piece {
            Piece::Open(_) => groups += 1,
            Piece::Close(_) if groups == 0 => return false,
            Piece::Close(_) => groups -= 1,
            Piece::Mark { mark, joint } if groups == 0 => {
                let after_word = index > 0
                    && matches!(pieces[index - 1], Piece::Word(_) | Piece::Close(_))
                    && *joint;
                match mark {
                    '<' => angles += 1,
                    '>' if before != '-' && before != '=' => {
                        angles -= 1;
                        if angles == 0 {
                            return true;
                        }
                    }
                    '|' | '.' | ';' => return false,
                    '&' | '=' if after_word => return false,
                    _ => {}
                }
                if *joint {
                    mark_here = *mark;
                }
            }
            _ => {}
        }
        before = mark_here;
    }
    false
}
