//! Tokens of LLVM IR, one at a time; copying a lexer remembers a place to come back to.

use std::borrow::Cow;

/// A piece of text. Names are as written, without sigil and quotes, escapes not undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A keyword, type name or attribute.
    Word(&'a str),
    /// `%name`.
    Local(&'a str),
    /// `@name`.
    Global(&'a str),
    /// An integer or floating-point number, hexadecimal ones too.
    Number(&'a str),
    /// `"…"`.
    Text(&'a str),
    /// `c"…"`.
    Bytes(&'a str),
    /// `!name` or `!123`.
    Metadata(&'a str),
    /// `#12`.
    Group(&'a str),
    /// `...`.
    Dots,
    /// One character.
    Punct(u8),
    /// Nothing is left.
    End,
}

/// Reads tokens from a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Where the current token starts and ends, and where the one before it ended.
    start: usize,
    end: usize,
    before: usize,
    token: Token<'a>,
}

impl<'a> Lexer<'a> {
    /// Stands at the first token.
    pub(super) fn new(text: &'a str) -> Self {
        let mut lexer = Lexer { text, start: 0, end: 0, before: 0, token: Token::End };
        lexer.advance();
        lexer
    }

    /// The current token.
    pub(super) fn token(&self) -> Token<'a> {
        self.token
    }

    /// Where the current token starts, in bytes.
    pub(super) fn at(&self) -> usize {
        self.start
    }

    /// The text from a place up to the end of the token before the current one.
    pub(super) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.before).unwrap_or_default()
    }

    /// Goes on to the next token; gives the one left.
    pub(super) fn advance(&mut self) -> Token<'a> {
        let token = self.token;
        self.before = self.end;
        self.skip_blank();
        self.start = self.end;
        self.token = self.scan();
        token
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.end + ahead).copied().unwrap_or(0)
    }

    fn skip_blank(&mut self) {
        loop {
            match self.byte(0) {
                b' ' | b'\n' | b'\t' | b'\r' => self.end += 1,
                b';' => {
                    let rest = &self.text[self.end..];
                    self.end += rest.find('\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn scan(&mut self) -> Token<'a> {
        if self.end >= self.text.len() {
            return Token::End;
        }
        match self.byte(0) {
            b'%' => self.name().map_or_else(|| self.punct(), Token::Local),
            b'@' => self.name().map_or_else(|| self.punct(), Token::Global),
            b'"' => self.quoted(0).map_or_else(|| self.punct(), Token::Text),
            b'c' if self.byte(1) == b'"' => {
                self.quoted(1).map_or_else(|| self.punct(), Token::Bytes)
            }
            b'!' if is_name(self.byte(1)) || self.byte(1) == b'\\' => {
                Token::Metadata(self.run(1, |byte| is_name(byte) || byte == b'\\'))
            }
            b'#' if self.byte(1).is_ascii_digit() => {
                Token::Group(self.run(1, |byte| byte.is_ascii_digit()))
            }
            b'.' if self.byte(1) == b'.' && self.byte(2) == b'.' => {
                self.end += 3;
                Token::Dots
            }
            b'-' | b'+' | b'0'..=b'9' => Token::Number(self.number()),
            byte if is_name(byte) => Token::Word(self.run(0, is_name)),
            _ => self.punct(),
        }
    }

    /// One whole character, so that the place stays between characters.
    fn punct(&mut self) -> Token<'a> {
        let byte = self.byte(0);
        self.end += 1;
        while !self.text.is_char_boundary(self.end) {
            self.end += 1;
        }
        Token::Punct(byte)
    }

    /// `%name` and `%"name"`; `None` if neither.
    fn name(&mut self) -> Option<&'a str> {
        let (name, rest) = split_name(&self.text[self.end + 1..])?;
        self.end = self.text.len() - rest.len();
        Some(name)
    }

    /// Quoted text after so many bytes; `None` if it does not end.
    fn quoted(&mut self, ahead: usize) -> Option<&'a str> {
        let start = self.end + ahead + 1;
        let inside = self.text.get(start..)?;
        // A quote inside is written `\22`, so the next one ends the text.
        let inside = &inside[..inside.find('"')?];
        self.end = start + inside.len() + 1;
        Some(inside)
    }

    fn run(&mut self, ahead: usize, part: impl Fn(u8) -> bool) -> &'a str {
        let start = self.end + ahead;
        let bytes = &self.text.as_bytes()[start..];
        let length = bytes.iter().position(|&byte| !part(byte)).unwrap_or(bytes.len());
        self.end = start + length;
        &self.text[start..self.end]
    }

    fn number(&mut self) -> &'a str {
        let start = self.end;
        self.end += 1;
        let hexadecimal = self.byte(0) == b'x';
        loop {
            let byte = self.byte(0);
            let exponent = !hexadecimal && matches!(byte, b'e' | b'E');
            if exponent && matches!(self.byte(1), b'+' | b'-') {
                self.end += 2;
            } else if byte.is_ascii_alphanumeric() || byte == b'.' {
                self.end += 1;
            } else {
                return &self.text[start..self.end];
            }
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// A name at the start of a text, without its quotes, and what follows it. A quoted number keeps its
/// quotes: it is a name and not the number of something without one.
pub(super) fn split_name(text: &str) -> Option<(&str, &str)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.bytes().position(|byte| !is_name(byte)).unwrap_or(text.len());
        return Some(text.split_at(end)).filter(|(name, _)| !name.is_empty());
    };
    let (name, rest) = quoted.split_once('"')?;
    let number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    Some((if number { &text[..name.len() + 2] } else { name }, rest))
}

/// A name with its escapes undone; as written if the result would not be text.
pub(super) fn name(written: &str) -> Cow<'_, str> {
    if !written.contains('\\') {
        return Cow::Borrowed(written);
    }
    String::from_utf8(bytes(written)).map_or(Cow::Borrowed(written), Cow::Owned)
}

/// The bytes that a quoted text stands for: `\\` is a backslash, `\2A` the byte of that number.
pub(super) fn bytes(written: &str) -> Vec<u8> {
    let written = written.as_bytes();
    let mut bytes = Vec::with_capacity(written.len());
    let mut at = 0;
    while let Some(&byte) = written.get(at) {
        let escape = written.get(at + 1..at + 3).and_then(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            u8::from_str_radix(digits, 16).ok().filter(|_| hexadecimal)
        });
        match (byte, escape) {
            (b'\\', Some(escaped)) => {
                bytes.push(escaped);
                at += 3;
            }
            (b'\\', None) if written.get(at + 1) == Some(&b'\\') => {
                bytes.push(b'\\');
                at += 2;
            }
            _ => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
    bytes
}
