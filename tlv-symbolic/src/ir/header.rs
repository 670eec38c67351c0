//! Parsing the first line of a function, and global variables.

use super::lex::{self, Token};
use super::parse::{Parse, Parser};
use super::{Constant, Global, Header, Layout, Type};

/// A header with the names of the parameters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Signature {
    pub(super) header: Header,
    /// Without `%`; `None` for those that have a number which is not written.
    pub(super) names: Vec<Option<String>>,
}

impl Parser<'_> {
    /// A line that starts with `define` or `declare`.
    pub(super) fn signature(&mut self) -> Parse<Signature> {
        let defined = match self.word("`define` or `declare`")? {
            "define" => true,
            "declare" => false,
            _ => return self.mismatch("`define` or `declare`"),
        };
        // A declaration may have metadata in front.
        while matches!(self.token(), Token::Metadata(_)) {
            self.lexer.advance();
        }
        let mut weak = false;
        while !self.at_type() {
            weak |= self.token() == Token::Word("extern_weak");
            self.skip_attribute()?;
        }
        let returns = self.ty()?;
        let Token::Global(written) = self.token() else {
            return self.mismatch("the name of a function");
        };
        let name = lex::name(written).into_owned();
        self.lexer.advance();
        let path = demangle(&name);
        let mut header = Header {
            name,
            path,
            returns,
            parameters: Vec::new(),
            returns_through: None,
            varargs: false,
            noreturn: false,
            defined,
            weak,
        };
        let names = self.parameters(&mut header)?;
        header.noreturn = self.function_attributes()?;
        Ok(Signature { header, names })
    }

    fn parameters(&mut self, header: &mut Header) -> Parse<Vec<Option<String>>> {
        let mut names = Vec::new();
        self.punct(b'(', "`(`")?;
        while !self.eat_punct(b')') {
            if self.token() == Token::Dots {
                self.lexer.advance();
                header.varargs = true;
                self.punct(b')', "`)`")?;
                break;
            }
            let ty = self.ty()?;
            while !matches!(self.token(), Token::Local(_) | Token::Punct(b',' | b')')) {
                if self.token() == Token::Word("sret") {
                    self.lexer.advance();
                    self.punct(b'(', "`(`")?;
                    let through = (names.len() as u32, self.ty()?);
                    header.returns_through.get_or_insert(through);
                    self.punct(b')', "`)`")?;
                } else {
                    self.skip_attribute()?;
                }
            }
            let name = match self.token() {
                Token::Local(written) => {
                    self.lexer.advance();
                    Some(lex::name(written).into_owned())
                }
                _ => None,
            };
            header.parameters.push(ty);
            names.push(name);
            if !self.at_punct(b')') {
                self.comma()?;
            }
        }
        Ok(names)
    }

    /// What follows the parameters; gives whether `noreturn` is among it.
    fn function_attributes(&mut self) -> Parse<bool> {
        let mut noreturn = false;
        loop {
            match self.token() {
                Token::End | Token::Punct(b'{') => return Ok(noreturn),
                Token::Word("personality" | "prefix" | "prologue") => {
                    self.lexer.advance();
                    self.skip_typed_value()?;
                }
                Token::Word("section" | "partition" | "gc") => {
                    self.lexer.advance();
                    self.lexer.advance();
                }
                Token::Metadata(_) => {
                    self.lexer.advance();
                    self.lexer.advance();
                }
                _ => noreturn |= self.skip_attribute()?,
            }
        }
    }

    /// A type and a value, which need not be known yet.
    fn skip_typed_value(&mut self) -> Parse<()> {
        self.ty()?;
        match self.token() {
            Token::Punct(b'{' | b'[' | b'<') => self.skip_group(),
            Token::Word(_) => {
                self.lexer.advance();
                self.flags(&["inbounds", "nusw", "nuw"]);
                if self.at_punct(b'(') { self.skip_group() } else { Ok(()) }
            }
            _ => {
                self.lexer.advance();
                Ok(())
            }
        }
    }

    /// A global variable or constant after `@name =`.
    pub(super) fn global(&mut self, name: String, layout: &Layout) -> Parse<Global> {
        let mut external = false;
        let mut weak = false;
        let mut thread_local = false;
        let mut initialized_elsewhere = false;
        let constant = loop {
            match self.token() {
                Token::Word("global") => break false,
                Token::Word("constant") => break true,
                Token::Word("external") => external = true,
                Token::Word("extern_weak") => (external, weak) = (true, true),
                Token::Word("thread_local") => thread_local = true,
                Token::Word("externally_initialized") => initialized_elsewhere = true,
                _ => {}
            }
            self.skip_attribute()?;
        };
        self.lexer.advance();
        let ty = self.ty()?;
        let start = self.lexer.at();
        let mut initializer = if external { None } else { Some(self.constant(&ty)?) };
        if initialized_elsewhere && initializer.is_some() {
            initializer = Some(Constant::Unsupported(self.lexer.since(start).to_owned()));
        }
        let mut global = Global {
            name,
            align: layout.align_of(&ty),
            ty,
            constant,
            thread_local,
            weak,
            section: None,
            initializer,
        };
        self.global_attributes(&mut global)?;
        Ok(global)
    }

    fn global_attributes(&mut self, global: &mut Global) -> Parse<()> {
        loop {
            match self.token() {
                Token::End => return Ok(()),
                Token::Punct(b',') => {
                    self.lexer.advance();
                }
                Token::Word("align") => {
                    self.lexer.advance();
                    global.align = self.unsigned("an alignment")?.max(1);
                }
                Token::Word("section") => {
                    self.lexer.advance();
                    if let Token::Text(section) = self.lexer.advance() {
                        global.section = Some(lex::name(section).into_owned());
                    }
                }
                Token::Word("partition" | "code_model") | Token::Metadata(_) => {
                    self.lexer.advance();
                    self.lexer.advance();
                }
                _ => {
                    self.skip_attribute()?;
                }
            }
        }
    }

    /// What an alias after `@name =` stands for.
    pub(super) fn aliasee(&mut self) -> Parse<Constant> {
        while !self.eat_word("alias") {
            if self.token() == Token::Word("ifunc") {
                return self.mismatch("an alias, not a choice at load time");
            }
            self.skip_attribute()?;
        }
        self.ty()?;
        if self.at_punct(b'(') {
            // The parameters of a function.
            self.skip_group()?;
        }
        self.comma()?;
        let ty = self.ty()?;
        if ty != Type::Pointer {
            return self.mismatch("an address");
        }
        self.constant(&ty)
    }
}

/// The path of a mangled name without its hash; the name itself otherwise.
fn demangle(name: &str) -> String {
    match rustc_demangle::try_demangle(name) {
        Ok(demangled) => format!("{demangled:#}"),
        Err(_) => name.to_owned(),
    }
}
