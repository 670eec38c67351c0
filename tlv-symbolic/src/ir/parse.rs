//! What all parsers of pieces of the text share: the current token, names, things to skip.

use rustc_hash::FxHashMap;

use super::error::Mismatch;
use super::lex::{self, Lexer, Token};
use super::{BlockId, Constant, FunctionId, GlobalId, LocalId, LocationId, Operand, Type};

/// What a parser gives.
pub(super) type Parse<T> = Result<T, Mismatch>;

/// Types, constants and aliases may not nest deeper, so that no text overflows the stack.
const DEPTH: u32 = 128;

/// What `@name` stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    Function(FunctionId),
    Global(GlobalId),
    /// A position among [`Names::aliases`].
    Alias(usize),
}

/// The names of a module.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// `%name = type …`.
    pub(super) types: FxHashMap<String, Type>,
    /// `@name`.
    pub(super) symbols: FxHashMap<String, Symbol>,
    /// What follows `@name =`, as places in the text.
    pub(super) aliases: Vec<(usize, usize)>,
    /// Whether the attribute group `#12` has `noreturn`.
    pub(super) groups: FxHashMap<u32, bool>,
}

/// The names of a function.
#[derive(Debug, Default)]
pub(super) struct Scope {
    pub(super) locals: FxHashMap<String, LocalId>,
    pub(super) blocks: FxHashMap<String, BlockId>,
}

/// Parses a piece of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    /// The text of the whole module.
    pub(super) text: &'a str,
    pub(super) names: &'a Names,
    /// `None` outside of functions.
    pub(super) scope: Option<&'a Scope>,
    depth: u32,
}

/// What may follow every instruction.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Trailing {
    pub(super) align: Option<u64>,
    pub(super) location: Option<LocationId>,
}

impl<'a> Parser<'a> {
    /// Parses a place in the text of a module.
    pub(super) fn new(text: &'a str, place: (usize, usize), names: &'a Names) -> Self {
        let lexer = Lexer::new(text.get(place.0..place.1).unwrap_or_default());
        Parser { lexer, text, names, scope: None, depth: 0 }
    }

    /// That something else should stand here.
    pub(super) fn mismatch<T>(&self, expected: &'static str) -> Parse<T> {
        Err(Mismatch { at: self.lexer.at(), expected })
    }

    /// Parses with one level of nesting more.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= DEPTH {
            return self.mismatch("less nesting");
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    pub(super) fn token(&self) -> Token<'a> {
        self.lexer.token()
    }

    pub(super) fn at_punct(&self, byte: u8) -> bool {
        self.token() == Token::Punct(byte)
    }

    pub(super) fn eat_punct(&mut self, byte: u8) -> bool {
        let there = self.at_punct(byte);
        if there {
            self.lexer.advance();
        }
        there
    }

    pub(super) fn punct(&mut self, byte: u8, expected: &'static str) -> Parse<()> {
        if self.eat_punct(byte) { Ok(()) } else { self.mismatch(expected) }
    }

    pub(super) fn comma(&mut self) -> Parse<()> {
        self.punct(b',', "a comma")
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let there = self.token() == Token::Word(word);
        if there {
            self.lexer.advance();
        }
        there
    }

    pub(super) fn word(&mut self, expected: &'static str) -> Parse<&'a str> {
        match self.token() {
            Token::Word(word) => {
                self.lexer.advance();
                Ok(word)
            }
            _ => self.mismatch(expected),
        }
    }

    pub(super) fn keyword(&mut self, word: &'static str) -> Parse<()> {
        if self.eat_word(word) { Ok(()) } else { self.mismatch(word) }
    }

    pub(super) fn unsigned(&mut self, expected: &'static str) -> Parse<u64> {
        match self.token() {
            Token::Number(digits) => match digits.parse() {
                Ok(number) => {
                    self.lexer.advance();
                    Ok(number)
                }
                Err(_) => self.mismatch(expected),
            },
            _ => self.mismatch(expected),
        }
    }

    /// Skips a parenthesised text, from `(`, `[`, `{` or `<` to its counterpart.
    pub(super) fn skip_group(&mut self) -> Parse<()> {
        let mut open = 0_u32;
        loop {
            match self.token() {
                Token::Punct(b'(' | b'[' | b'{' | b'<') => open += 1,
                Token::Punct(b')' | b']' | b'}' | b'>') => match open.checked_sub(1) {
                    Some(left) => open = left,
                    None => return self.mismatch("an opening parenthesis"),
                },
                Token::End => return self.mismatch("a closing parenthesis"),
                _ => {}
            }
            self.lexer.advance();
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Skips one attribute of a function, parameter or call; gives whether it is `noreturn`.
    pub(super) fn skip_attribute(&mut self) -> Parse<bool> {
        match self.token() {
            Token::Word(word) => {
                self.lexer.advance();
                if self.at_punct(b'(') {
                    self.skip_group()?;
                } else if matches!(word, "align" | "alignstack" | "cc") {
                    self.unsigned("a number")?;
                }
                Ok(word == "noreturn")
            }
            Token::Text(_) => {
                self.lexer.advance();
                if self.eat_punct(b'=') {
                    match self.token() {
                        Token::Text(_) => self.lexer.advance(),
                        _ => return self.mismatch("the value of an attribute"),
                    };
                }
                Ok(false)
            }
            Token::Group(number) => {
                let group =
                    number.parse().ok().and_then(|number: u32| self.names.groups.get(&number));
                match group {
                    Some(&noreturn) => {
                        self.lexer.advance();
                        Ok(noreturn)
                    }
                    None => self.mismatch("a known group of attributes"),
                }
            }
            _ => self.mismatch("an attribute"),
        }
    }

    /// A value of a known type.
    pub(super) fn operand(&mut self, ty: &Type) -> Parse<Operand> {
        match self.token() {
            Token::Local(written) => {
                let name = lex::name(written);
                match self.scope.and_then(|scope| scope.locals.get(&*name)) {
                    Some(&local) => {
                        self.lexer.advance();
                        Ok(Operand::Local(local))
                    }
                    None => self.mismatch("a defined value"),
                }
            }
            _ => Ok(Operand::Constant(self.constant(ty)?.into())),
        }
    }

    /// A type and a value of it.
    pub(super) fn typed_operand(&mut self) -> Parse<(Type, Operand)> {
        let ty = self.ty()?;
        let operand = self.operand(&ty)?;
        Ok((ty, operand))
    }

    /// `ptr` and an address.
    pub(super) fn pointer_operand(&mut self) -> Parse<Operand> {
        let start = *self;
        match self.typed_operand()? {
            (Type::Pointer, operand) => Ok(operand),
            _ => start.mismatch("an address in the default address space"),
        }
    }

    /// `%name` as a block.
    pub(super) fn block(&mut self) -> Parse<BlockId> {
        if let Token::Local(written) = self.token() {
            let name = lex::name(written);
            if let Some(&block) = self.scope.and_then(|scope| scope.blocks.get(&*name)) {
                self.lexer.advance();
                return Ok(block);
            }
        }
        self.mismatch("a defined block")
    }

    /// `label %name`.
    pub(super) fn label(&mut self) -> Parse<BlockId> {
        self.keyword("label")?;
        self.block()
    }

    /// What `@name` stands for, as a constant.
    pub(super) fn symbol(&mut self, written: &str) -> Parse<Constant> {
        let names = self.names;
        let constant = match names.symbols.get(&*lex::name(written)) {
            Some(&Symbol::Function(function)) => Constant::Function(function),
            Some(&Symbol::Global(global)) => Constant::Global(global),
            Some(&Symbol::Alias(position)) => self.nested(|parser| {
                let mut aliased = *parser;
                let (start, end) = names.aliases[position];
                aliased.lexer = Lexer::new(parser.text.get(start..end).unwrap_or_default());
                aliased.scope = None;
                // Offsets in another line mean nothing here.
                aliased.aliasee().or_else(|_| parser.mismatch("a known alias"))
            })?,
            None => return self.mismatch("a defined name"),
        };
        self.lexer.advance();
        Ok(constant)
    }

    /// Commas, alignment and metadata up to the end.
    pub(super) fn trailing(&mut self) -> Parse<Trailing> {
        let mut trailing = Trailing::default();
        loop {
            if self.token() == Token::End {
                return Ok(trailing);
            }
            self.comma()?;
            match self.token() {
                Token::Word("align") => {
                    self.lexer.advance();
                    trailing.align = Some(self.unsigned("an alignment")?);
                }
                Token::Metadata(name) => {
                    self.lexer.advance();
                    let value = self.metadata_value()?;
                    if name == "dbg" {
                        trailing.location = value.map(LocationId);
                    }
                }
                _ => return self.mismatch("an alignment or metadata"),
            }
        }
    }

    /// What follows the name of a metadata attachment; its number, if that is what it is.
    fn metadata_value(&mut self) -> Parse<Option<u32>> {
        match self.lexer.advance() {
            Token::Metadata(name) => {
                if self.at_punct(b'(') {
                    self.skip_group()?;
                }
                Ok(name.parse().ok())
            }
            Token::Punct(b'!') if self.at_punct(b'{') => self.skip_group().map(|()| None),
            _ => self.mismatch("metadata"),
        }
    }
}
