//! Parsing constants and constant expressions.

use super::lex::{self, Token};
use super::parse::{Parse, Parser};
use super::{BinaryOp, CastOp, Constant, Type};

/// A `splat` of more elements is not written out.
const WIDEST_SPLAT: u64 = 1 << 16;

impl Parser<'_> {
    /// Whether the current token can only be the start of a value.
    pub(super) fn at_value(&self) -> bool {
        match self.token() {
            Token::Word(word) => is_simple(word) || is_expression(word) || cast_op(word).is_some(),
            Token::Local(_) | Token::Global(_) | Token::Number(_) | Token::Bytes(_) => true,
            Token::Punct(b'{' | b'[' | b'<') => true,
            _ => false,
        }
    }

    /// A constant of a known type.
    pub(super) fn constant(&mut self, ty: &Type) -> Parse<Constant> {
        self.nested(|parser| parser.constant_unguarded(ty))
    }

    /// A type and a constant of it.
    fn typed_constant(&mut self) -> Parse<(Type, Constant)> {
        let ty = self.ty()?;
        let constant = self.constant(&ty)?;
        Ok((ty, constant))
    }

    fn constant_unguarded(&mut self, ty: &Type) -> Parse<Constant> {
        match (self.token(), ty) {
            (Token::Number(digits), Type::Int(width)) => match integer(digits, *width) {
                Some(constant) => self.simple(constant),
                None => self.mismatch("an integer of at most 128 bits"),
            },
            (Token::Number(digits), Type::Float(width)) => match float(digits, *width) {
                Some(constant) => self.simple(constant),
                None => self.mismatch("a floating-point number of at most 64 bits"),
            },
            (Token::Word("true"), Type::Int(1)) => {
                self.simple(Constant::Int { width: 1, value: 1 })
            }
            (Token::Word("false"), Type::Int(1)) => {
                self.simple(Constant::Int { width: 1, value: 0 })
            }
            (Token::Word("null"), Type::Pointer) => self.simple(Constant::Null),
            (Token::Word("undef" | "poison"), _) => self.simple(Constant::Undef(ty.clone())),
            (Token::Word("zeroinitializer"), _) => self.simple(Constant::Zero(ty.clone())),
            (Token::Global(written), Type::Pointer) => self.symbol(written),
            (Token::Bytes(written), Type::Array(length, element)) if **element == Type::Int(8) => {
                let bytes = lex::bytes(written);
                if bytes.len() as u64 != *length {
                    return self.mismatch("as many bytes as the type says");
                }
                self.simple(Constant::Bytes(bytes))
            }
            (Token::Punct(b'['), Type::Array(length, element)) => {
                let elements = self.elements(b'[', b']')?;
                self.sequence_of(ty, *length, element, elements)
            }
            (Token::Punct(b'<'), Type::Vector(length, element)) => {
                let elements = self.elements(b'<', b'>')?;
                self.sequence_of(ty, *length, element, elements)
            }
            (Token::Punct(b'{'), Type::Struct { fields, packed: false }) => {
                let elements = self.elements(b'{', b'}')?;
                self.fields_of(ty, fields, elements)
            }
            (Token::Punct(b'<'), Type::Struct { fields, packed: true }) => {
                self.lexer.advance();
                let elements = self.elements(b'{', b'}')?;
                self.punct(b'>', "`>`")?;
                self.fields_of(ty, fields, elements)
            }
            (Token::Word("splat"), Type::Vector(length, element)) => {
                self.splat(ty, *length, element)
            }
            (Token::Word(word), _) => self.expression(word, ty),
            _ => self.mismatch("a constant of the type"),
        }
    }

    fn simple(&mut self, constant: Constant) -> Parse<Constant> {
        self.lexer.advance();
        Ok(constant)
    }

    /// Typed constants in parentheses.
    fn elements(&mut self, open: u8, close: u8) -> Parse<Vec<(Type, Constant)>> {
        self.punct(open, "an opening parenthesis")?;
        let mut elements = Vec::new();
        if self.eat_punct(close) {
            return Ok(elements);
        }
        loop {
            elements.push(self.typed_constant()?);
            if !self.eat_punct(b',') {
                break;
            }
        }
        self.punct(close, "a closing parenthesis")?;
        Ok(elements)
    }

    fn sequence_of(
        &self,
        ty: &Type,
        length: u64,
        element: &Type,
        elements: Vec<(Type, Constant)>,
    ) -> Parse<Constant> {
        let right = elements.len() as u64 == length && elements.iter().all(|(of, _)| of == element);
        if !right {
            return self.mismatch("the elements that the type says");
        }
        Ok(aggregate(ty, elements))
    }

    fn fields_of(
        &self,
        ty: &Type,
        fields: &[Type],
        elements: Vec<(Type, Constant)>,
    ) -> Parse<Constant> {
        if !elements.iter().map(|(of, _)| of).eq(fields) {
            return self.mismatch("the fields that the type says");
        }
        Ok(aggregate(ty, elements))
    }

    /// `splat (i32 7)`.
    fn splat(&mut self, ty: &Type, length: u64, element: &Type) -> Parse<Constant> {
        self.lexer.advance();
        self.punct(b'(', "`(`")?;
        let (of, constant) = self.typed_constant()?;
        self.punct(b')', "`)`")?;
        if of != *element || length > WIDEST_SPLAT {
            return self.mismatch("the element that the type says");
        }
        let elements = vec![constant; usize::try_from(length).unwrap_or(0)];
        Ok(Constant::Aggregate(ty.clone(), elements))
    }

    /// An expression that starts with a word.
    fn expression(&mut self, word: &str, ty: &Type) -> Parse<Constant> {
        let start = self.lexer.at();
        if word == "getelementptr" && *ty == Type::Pointer {
            self.lexer.advance();
            return self.address_expression();
        }
        if let Some(op) = cast_op(word) {
            self.lexer.advance();
            return self.cast_expression(op, ty);
        }
        if let Some(op) = binary_op(word) {
            self.lexer.advance();
            self.flags(&["nuw", "nsw", "exact", "disjoint"]);
            return self.binary_expression(op, ty);
        }
        if is_expression(word) {
            // An address of a block and the like: known to be a constant, but not what it is.
            self.lexer.advance();
            if self.at_punct(b'(') {
                self.skip_group()?;
            } else {
                self.lexer.advance();
            }
            return Ok(Constant::Unsupported(self.lexer.since(start).to_owned()));
        }
        self.mismatch("a constant of the type")
    }

    fn address_expression(&mut self) -> Parse<Constant> {
        self.flags(&["inbounds", "nusw", "nuw"]);
        if self.eat_word("inrange") {
            self.skip_group()?;
        }
        self.punct(b'(', "`(`")?;
        let source = self.ty()?;
        self.comma()?;
        let (base_ty, base) = self.typed_constant()?;
        if base_ty != Type::Pointer {
            return self.mismatch("an address");
        }
        let mut indices = Vec::new();
        while self.eat_punct(b',') {
            let index = self.typed_constant()?;
            if !matches!(index.0, Type::Int(_)) {
                return self.mismatch("an integer as index");
            }
            indices.push(index);
        }
        self.punct(b')', "`)`")?;
        Ok(Constant::GetElementPtr { source, base: base.into(), indices })
    }

    fn cast_expression(&mut self, op: CastOp, ty: &Type) -> Parse<Constant> {
        self.flags(&["nuw", "nsw", "nneg"]);
        self.punct(b'(', "`(`")?;
        let (from, value) = self.typed_constant()?;
        self.keyword("to")?;
        let to = self.ty()?;
        self.punct(b')', "`)`")?;
        if to != *ty {
            return self.mismatch("a cast to the type");
        }
        Ok(Constant::Cast { op, from, value: value.into(), to })
    }

    fn binary_expression(&mut self, op: BinaryOp, ty: &Type) -> Parse<Constant> {
        self.punct(b'(', "`(`")?;
        let (left_ty, left) = self.typed_constant()?;
        self.comma()?;
        let (right_ty, right) = self.typed_constant()?;
        self.punct(b')', "`)`")?;
        if left_ty != *ty || right_ty != *ty {
            return self.mismatch("sides of the type");
        }
        Ok(Constant::Binary { op, ty: left_ty, left: left.into(), right: right.into() })
    }

    /// Skips words that say what may be assumed of the operands.
    pub(super) fn flags(&mut self, flags: &[&str]) {
        while matches!(self.token(), Token::Word(word) if flags.contains(&word)) {
            self.lexer.advance();
        }
    }
}

fn aggregate(ty: &Type, elements: Vec<(Type, Constant)>) -> Constant {
    Constant::Aggregate(ty.clone(), elements.into_iter().map(|(_, element)| element).collect())
}

fn is_simple(word: &str) -> bool {
    matches!(
        word,
        "true" | "false" | "null" | "undef" | "poison" | "zeroinitializer" | "none" | "splat"
    )
}

/// Words that start a constant expression, casts apart.
fn is_expression(word: &str) -> bool {
    binary_op(word).is_some()
        || matches!(
            word,
            "getelementptr" | "blockaddress" | "dso_local_equivalent" | "no_cfi" | "ptrauth"
        )
}

/// The bits of an integer; `None` beyond 128 of them or if it does not fit.
fn integer(digits: &str, width: u32) -> Option<Constant> {
    let mask = u128::MAX.checked_shr(128_u32.checked_sub(width)?)?;
    let value = match digits.strip_prefix('-') {
        Some(magnitude) => {
            let magnitude: u128 = magnitude.parse().ok()?;
            // The lowest number of the width is its own negation.
            (magnitude <= mask / 2 + 1).then(|| magnitude.wrapping_neg() & mask)?
        }
        None => digits.parse().ok().filter(|&value: &u128| value <= mask)?,
    };
    Some(Constant::Int { width, value })
}

/// The bits of a floating-point number: decimal, or hexadecimal as bits of a `double` (`0x`) or
/// `half` (`0xH`).
fn float(digits: &str, width: u32) -> Option<Constant> {
    let bits = if let Some(hexadecimal) = digits.strip_prefix("0xH") {
        (width == 16).then(|| u64::from_str_radix(hexadecimal, 16).ok())??
    } else if let Some(hexadecimal) = digits.strip_prefix("0x") {
        narrow(u64::from_str_radix(hexadecimal, 16).ok()?, width)?
    } else {
        narrow(digits.parse::<f64>().ok()?.to_bits(), width)?
    };
    Some(Constant::Float { width, bits })
}

/// A `double` that stands for a number of the width. `None` if it is not exactly one: LLVM writes no
/// such text, so it is not guessed at.
fn narrow(bits: u64, width: u32) -> Option<u64> {
    let number = f64::from_bits(bits);
    match width {
        64 => Some(bits),
        // Converting would make a signalling NaN quiet.
        32 if number.is_nan() => {
            let sign = (bits >> 63) << 31;
            let payload = bits & 0x000f_ffff_ffff_ffff;
            (payload & 0x1fff_ffff == 0).then_some(sign | 0x7f80_0000 | payload >> 29)
        }
        32 => {
            #[expect(clippy::cast_possible_truncation, reason = "checked to be exact")]
            let narrowed = number as f32;
            (f64::from(narrowed).to_bits() == bits).then_some(u64::from(narrowed.to_bits()))
        }
        _ => None,
    }
}

/// The arithmetic of a name.
pub(super) fn binary_op(word: &str) -> Option<BinaryOp> {
    Some(match word {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "udiv" => BinaryOp::UDiv,
        "sdiv" => BinaryOp::SDiv,
        "urem" => BinaryOp::URem,
        "srem" => BinaryOp::SRem,
        "shl" => BinaryOp::Shl,
        "lshr" => BinaryOp::LShr,
        "ashr" => BinaryOp::AShr,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "fadd" => BinaryOp::FAdd,
        "fsub" => BinaryOp::FSub,
        "fmul" => BinaryOp::FMul,
        "fdiv" => BinaryOp::FDiv,
        "frem" => BinaryOp::FRem,
        _ => return None,
    })
}

/// The conversion of a name.
pub(super) fn cast_op(word: &str) -> Option<CastOp> {
    Some(match word {
        "trunc" => CastOp::Trunc,
        "zext" => CastOp::ZExt,
        "sext" => CastOp::SExt,
        "fptrunc" => CastOp::FpTrunc,
        "fpext" => CastOp::FpExt,
        "fptoui" => CastOp::FpToUi,
        "fptosi" => CastOp::FpToSi,
        "uitofp" => CastOp::UiToFp,
        "sitofp" => CastOp::SiToFp,
        // Differs in provenance only.
        "ptrtoint" | "ptrtoaddr" => CastOp::PtrToInt,
        "inttoptr" => CastOp::IntToPtr,
        "bitcast" => CastOp::BitCast,
        "addrspacecast" => CastOp::AddrSpaceCast,
        _ => return None,
    })
}
