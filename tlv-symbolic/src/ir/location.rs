//! Numbered metadata: where instructions come from.
//!
//! Metadata is most of a text, and little of it is needed: each line is looked at once, while the
//! text is read, and what it says of places goes into tables.

use std::num::NonZero;

use super::lex::{self, Lexer, Token};
use super::{LocationId, SourceLine};

/// How many inlined calls, and scopes around each, are followed at most, in case they form a circle.
/// The innermost scope has a file in what LLVM writes.
const MOST_CALLS: usize = 1000;
const MOST_SCOPES: usize = 20;

/// What `!0`, `!1`, … say of places.
#[derive(Debug, Default)]
pub(super) struct Metadata {
    locations: Table<Location>,
    scopes: Table<Scope>,
    /// Each with its directory.
    files: Table<Box<str>>,
}

/// The number of a node, plus one, so that none at all takes no more memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Number(NonZero<u32>);

impl Number {
    fn new(number: u32) -> Option<Self> {
        number.checked_add(1).and_then(NonZero::new).map(Number)
    }

    fn parse(digits: &str) -> Option<Self> {
        Number::new(digits.parse().ok()?)
    }
}

/// Nodes of one kind by their numbers.
#[derive(Debug)]
struct Table<T> {
    rows: Vec<(Number, T)>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { rows: Vec::new() }
    }
}

impl<T> Table<T> {
    fn get(&self, number: Number) -> Option<&T> {
        let position = self.rows.binary_search_by_key(&number, |row| row.0).ok()?;
        Some(&self.rows[position].1)
    }

    /// To be done when all nodes are there. LLVM writes them in order; others need not.
    fn finish(&mut self) {
        if !self.rows.is_sorted_by_key(|row| row.0) {
            self.rows.sort_by_key(|row| row.0);
        }
        self.rows.shrink_to_fit();
    }
}

/// `!DILocation`.
#[derive(Debug, Clone, Copy)]
struct Location {
    line: u32,
    column: u32,
    scope: Option<Number>,
    inlined_at: Option<Number>,
}

impl Location {
    /// Parses what LLVM writes most often, quickly; the rest is left to [`Node::parse`].
    fn parse(written: &str) -> Option<Self> {
        let fields = written.strip_prefix("!DILocation(")?.strip_suffix(')')?;
        let mut location = Location { line: 0, column: 0, scope: None, inlined_at: None };
        for field in fields.split(',') {
            let (name, value) = field.split_once(':')?;
            let value = value.trim_start();
            match name.trim_start() {
                "line" => location.line = value.parse().ok()?,
                "column" => location.column = value.parse().ok()?,
                "scope" => location.scope = Some(Number::parse(value.strip_prefix('!')?)?),
                "inlinedAt" => location.inlined_at = Some(Number::parse(value.strip_prefix('!')?)?),
                _ => return None,
            }
        }
        Some(location)
    }
}

/// What a place can be in.
#[derive(Debug, Clone, Copy)]
enum Scope {
    /// It says its file.
    File(Number),
    /// It is in the file of another scope.
    Within(Number),
}

/// The fields of a node such as `!DILocation(line: 1, scope: !2)`.
#[derive(Debug, Default)]
struct Node<'a> {
    name: &'a str,
    line: u32,
    column: u32,
    scope: Option<Number>,
    inlined_at: Option<Number>,
    file: Option<Number>,
    filename: Option<&'a str>,
    directory: Option<&'a str>,
}

impl Metadata {
    /// Notes what a line such as `!12 = …` says of places, if anything.
    pub(super) fn line(&mut self, line: &str) {
        let numbered = line.strip_prefix('!').and_then(|line| line.split_once(' '));
        let Some((number, written)) = numbered else { return };
        let Some(written) = written.strip_prefix("= ") else { return };
        let written = written.strip_prefix("distinct ").unwrap_or(written);
        // Most lines that are no use are lists, which have no name.
        if !written.starts_with("!DI") {
            return;
        }
        let Some(number) = Number::parse(number) else { return };
        if let Some(location) = Location::parse(written) {
            self.locations.rows.push((number, location));
            return;
        }
        let Some(node) = Node::parse(written) else { return };
        match node.name {
            "DILocation" => {
                let Node { line, column, scope, inlined_at, .. } = node;
                let location = Location { line, column, scope, inlined_at };
                self.locations.rows.push((number, location));
            }
            "DIFile" => {
                if let (Some(filename), Some(directory)) = (node.filename, node.directory) {
                    let file = source_file(&lex::name(filename), &lex::name(directory));
                    self.files.rows.push((number, file.into_boxed_str()));
                }
            }
            _ => {
                let scope = node.file.map(Scope::File).or(node.scope.map(Scope::Within));
                self.scopes.rows.extend(scope.map(|scope| (number, scope)));
            }
        }
    }

    /// To be done after the last line.
    pub(super) fn finish(&mut self) {
        self.locations.finish();
        self.scopes.finish();
        self.files.finish();
    }

    /// The lines of a place, innermost first, then those of the calls that were inlined.
    pub(super) fn source_lines(
        &self,
        location: LocationId,
    ) -> impl Iterator<Item = SourceLine> + '_ {
        let place = |number: Number| self.locations.get(number);
        let first = Number::new(location.0).and_then(place);
        std::iter::successors(first, move |location| place(location.inlined_at?))
            .take(MOST_CALLS)
            .filter_map(|location| self.source_line(*location))
    }

    fn source_line(&self, location: Location) -> Option<SourceLine> {
        if location.line == 0 {
            // Code that the compiler made up.
            return None;
        }
        let mut scope = location.scope;
        for _ in 0..MOST_SCOPES {
            match *self.scopes.get(scope?)? {
                Scope::File(file) => {
                    let file = self.files.get(file)?.to_string();
                    return Some(SourceLine { file, line: location.line, column: location.column });
                }
                Scope::Within(outer) => scope = Some(outer),
            }
        }
        None
    }
}

/// A file with its directory, if it needs one.
fn source_file(filename: &str, directory: &str) -> String {
    if directory.is_empty() || filename.starts_with('/') {
        return filename.to_owned();
    }
    format!("{}/{filename}", directory.trim_end_matches('/'))
}

impl<'a> Node<'a> {
    /// Parses `!DISomething(…)`, of scopes only what is needed; `None` for what is no such node.
    fn parse(written: &'a str) -> Option<Self> {
        let mut lexer = Lexer::new(written);
        let Token::Metadata(name) = lexer.advance() else { return None };
        let mut node = Node { name, ..Node::default() };
        let Token::Punct(b'(') = lexer.advance() else { return None };
        if !written.trim_end().ends_with(')') {
            return None;
        }
        let mut field = None;
        loop {
            let token = lexer.advance();
            match (token, lexer.token()) {
                (Token::End, _) => return None,
                (Token::Punct(b')'), Token::End) => return Some(node),
                (Token::Word(name), Token::Punct(b':')) => field = Some(name),
                (Token::Punct(b':'), value) => {
                    field.take().into_iter().for_each(|name| node.field(name, value));
                    if node.file.is_some() {
                        // Scopes of functions go on for long.
                        return Some(node);
                    }
                }
                _ => {}
            }
        }
    }

    fn field(&mut self, field: &str, value: Token<'a>) {
        match (field, value) {
            ("line", Token::Number(digits)) => self.line = digits.parse().unwrap_or(0),
            ("column", Token::Number(digits)) => self.column = digits.parse().unwrap_or(0),
            ("scope", Token::Metadata(number)) => self.scope = Number::parse(number),
            ("inlinedAt", Token::Metadata(number)) => self.inlined_at = Number::parse(number),
            ("file", Token::Metadata(number)) => self.file = Number::parse(number),
            ("filename", Token::Text(text)) => self.filename = Some(text),
            ("directory", Token::Text(text)) => self.directory = Some(text),
            _ => {}
        }
    }
}
