//! Parsing calls: `call` and `invoke`.

use super::lex::Token;
use super::parse::{Parse, Parser};
use super::{Call, Callee, Constant, Operand, Terminator, Type};

/// Fast-math flags that let the result differ from what the arithmetic says.
const INEXACT: [&str; 6] = ["fast", "nsz", "arcp", "contract", "afn", "reassoc"];

/// Operand bundles that say something about the operands and do nothing.
const HARMLESS_BUNDLES: [&str; 6] =
    ["align", "nonnull", "noundef", "dereferenceable", "separate_storage", "cold"];

/// Attributes of an argument that is not simply passed.
const COPYING: [&str; 5] = ["byval", "inalloca", "preallocated", "swifterror", "swiftasync"];

impl Parser<'_> {
    /// A call after `call` or `invoke`, up to its attributes.
    pub(super) fn call(&mut self) -> Parse<Call> {
        self.skip_to_type()?;
        let returns = self.ty()?;
        if self.at_punct(b'(') {
            // The whole type of the callee, which the arguments say again.
            self.skip_group()?;
        }
        let callee = self.callee(&returns)?;
        let arguments = self.arguments()?;
        let noreturn = self.call_attributes()?;
        Ok(Call { callee, returns, arguments, noreturn })
    }

    /// An `invoke` after its name.
    pub(super) fn invoke(&mut self) -> Parse<Terminator> {
        let call = self.call()?;
        self.keyword("to")?;
        let normal = self.label()?;
        self.keyword("unwind")?;
        let unwind = self.label()?;
        Ok(Terminator::Invoke { call, result: None, normal, unwind })
    }

    /// Skips flags, calling convention and attributes of the result.
    fn skip_to_type(&mut self) -> Parse<()> {
        while !self.at_type() {
            if matches!(self.token(), Token::Word(word) if INEXACT.contains(&word)) {
                return self.mismatch("exact arithmetic");
            }
            self.skip_attribute()?;
        }
        Ok(())
    }

    fn callee(&mut self, returns: &Type) -> Parse<Callee> {
        if self.token() == Token::Word("asm") {
            return self.assembly(returns);
        }
        Ok(match self.operand(&Type::Pointer)? {
            Operand::Constant(constant) => match *constant {
                Constant::Function(function) => Callee::Function(function),
                _ => Callee::Pointer(Operand::Constant(constant)),
            },
            local => Callee::Pointer(local),
        })
    }

    fn assembly(&mut self, returns: &Type) -> Parse<Callee> {
        let start = self.lexer.at();
        self.lexer.advance();
        self.flags(&["sideeffect", "alignstack", "inteldialect", "unwind"]);
        let nothing = self.token() == Token::Text("") && *returns == Type::Void;
        for _ in 0..2 {
            if !matches!(self.token(), Token::Text(_)) {
                return self.mismatch("assembly text");
            }
            self.lexer.advance();
            self.eat_punct(b',');
        }
        let text = if nothing { "" } else { self.lexer.since(start) };
        Ok(Callee::Assembly(text.to_owned()))
    }

    fn arguments(&mut self) -> Parse<Vec<(Type, Operand)>> {
        self.punct(b'(', "`(`")?;
        let mut arguments = Vec::new();
        if self.eat_punct(b')') {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.argument()?);
            if !self.eat_punct(b',') {
                break;
            }
        }
        self.punct(b')', "`)`")?;
        Ok(arguments)
    }

    fn argument(&mut self) -> Parse<(Type, Operand)> {
        let ty = self.ty()?;
        if matches!(&ty, Type::Other(name) if name == "metadata") {
            let start = self.lexer.at();
            while !matches!(self.token(), Token::Punct(b',' | b')') | Token::End) {
                if matches!(self.token(), Token::Punct(b'(' | b'{')) {
                    self.skip_group()?;
                } else {
                    self.lexer.advance();
                }
            }
            let text = self.lexer.since(start).to_owned();
            return Ok((ty, Operand::Constant(Constant::Unsupported(text).into())));
        }
        while !self.at_value() {
            if matches!(self.token(), Token::Word(word) if COPYING.contains(&word)) {
                return self.mismatch("an argument that is simply passed");
            }
            self.skip_attribute()?;
        }
        let operand = self.operand(&ty)?;
        Ok((ty, operand))
    }

    /// What follows the arguments; gives whether the call does not return.
    fn call_attributes(&mut self) -> Parse<bool> {
        let mut noreturn = false;
        loop {
            match self.token() {
                Token::Word("to") | Token::Punct(b',') | Token::End => return Ok(noreturn),
                Token::Punct(b'[') => self.bundles()?,
                _ => noreturn |= self.skip_attribute()?,
            }
        }
    }

    /// `[ "align"(ptr %p, i64 8) ]`.
    fn bundles(&mut self) -> Parse<()> {
        self.punct(b'[', "`[`")?;
        loop {
            match self.token() {
                Token::Text(name) if HARMLESS_BUNDLES.contains(&name) => self.lexer.advance(),
                _ => return self.mismatch("a harmless operand bundle"),
            };
            if !self.at_punct(b'(') {
                return self.mismatch("`(`");
            }
            self.skip_group()?;
            if !self.eat_punct(b',') {
                return self.punct(b']', "`]`");
            }
        }
    }
}
