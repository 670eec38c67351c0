//! Parsing types.

use super::Type;
use super::lex::{self, Token};
use super::parse::{Parse, Parser};

/// LLVM's own limit for the width of an integer.
const WIDEST: u32 = 1 << 23;

impl Parser<'_> {
    /// Whether the current token can only be the start of a type.
    pub(super) fn at_type(&self) -> bool {
        match self.token() {
            Token::Word(word) => simple(word).is_some() || matches!(word, "ptr" | "target"),
            Token::Local(_) | Token::Punct(b'{' | b'[' | b'<') => true,
            _ => false,
        }
    }

    /// A type; named ones are resolved.
    pub(super) fn ty(&mut self) -> Parse<Type> {
        self.nested(Self::ty_unguarded)
    }

    fn ty_unguarded(&mut self) -> Parse<Type> {
        match self.token() {
            Token::Word("ptr") => {
                self.lexer.advance();
                self.address_space()
            }
            Token::Word("target") => {
                let start = self.lexer.at();
                self.lexer.advance();
                self.skip_group()?;
                Ok(Type::Other(self.lexer.since(start).to_owned()))
            }
            Token::Word(word) => match simple(word) {
                Some(ty) => {
                    self.lexer.advance();
                    Ok(ty)
                }
                None => self.mismatch("a type"),
            },
            Token::Local(written) => match self.names.types.get(&*lex::name(written)) {
                Some(ty) => {
                    self.lexer.advance();
                    Ok(ty.clone())
                }
                None => self.mismatch("a known type"),
            },
            Token::Punct(b'{') => self.structure(false),
            Token::Punct(b'[') => {
                self.lexer.advance();
                let (length, element) = self.sequence()?;
                self.punct(b']', "`]`")?;
                Ok(Type::Array(length, element.into()))
            }
            Token::Punct(b'<') => self.vector_or_packed(),
            _ => self.mismatch("a type"),
        }
    }

    /// What follows `ptr`.
    fn address_space(&mut self) -> Parse<Type> {
        if !self.eat_word("addrspace") {
            return Ok(Type::Pointer);
        }
        self.punct(b'(', "`(`")?;
        let space = self.unsigned("an address space")?;
        self.punct(b')', "`)`")?;
        // Others may be of another size, or relative to a segment.
        Ok(if space == 0 { Type::Pointer } else { Type::Other(format!("ptr addrspace({space})")) })
    }

    fn vector_or_packed(&mut self) -> Parse<Type> {
        let start = self.lexer.at();
        self.punct(b'<', "`<`")?;
        if self.at_punct(b'{') {
            let ty = self.structure(true)?;
            self.punct(b'>', "`>`")?;
            return Ok(ty);
        }
        if self.eat_word("vscale") {
            self.keyword("x")?;
            self.sequence()?;
            self.punct(b'>', "`>`")?;
            return Ok(Type::Other(self.lexer.since(start).to_owned()));
        }
        let (length, element) = self.sequence()?;
        if !matches!(element, Type::Int(_) | Type::Float(_) | Type::Pointer | Type::Other(_)) {
            return self.mismatch("a vector of numbers or addresses");
        }
        self.punct(b'>', "`>`")?;
        Ok(Type::Vector(length, element.into()))
    }

    /// `n x T`.
    fn sequence(&mut self) -> Parse<(u64, Type)> {
        let length = self.unsigned("a length")?;
        self.keyword("x")?;
        Ok((length, self.ty()?))
    }

    fn structure(&mut self, packed: bool) -> Parse<Type> {
        self.punct(b'{', "`{`")?;
        let mut fields = Vec::new();
        if !self.eat_punct(b'}') {
            loop {
                fields.push(self.ty()?);
                if !self.eat_punct(b',') {
                    break;
                }
            }
            self.punct(b'}', "`}`")?;
        }
        Ok(Type::Struct { fields: fields.into(), packed })
    }
}

/// A type that is one word.
fn simple(word: &str) -> Option<Type> {
    Some(match word {
        "void" => Type::Void,
        "half" => Type::Float(16),
        "float" => Type::Float(32),
        "double" => Type::Float(64),
        "x86_fp80" => Type::Float(80),
        "fp128" => Type::Float(128),
        // Not told from their namesakes by width.
        "bfloat" | "ppc_fp128" => Type::Other(word.to_owned()),
        "label" | "metadata" | "token" | "opaque" | "x86_amx" | "x86_mmx" => {
            Type::Other(word.to_owned())
        }
        _ => {
            let digits = word.strip_prefix('i')?;
            let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
            let width: u32 = digits.parse().ok().filter(|_| plain)?;
            Type::Int(Some(width).filter(|width| (1..=WIDEST).contains(width))?)
        }
    })
}
