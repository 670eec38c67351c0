//! Parsing instructions and terminators, calls apart.

use super::constant::{binary_op, cast_op};
use super::lex::Token;
use super::parse::{Parse, Parser, Trailing};
use super::{
    AtomicOp, Constant, FloatPredicate, IntPredicate, Kind, Layout, Operand, Terminator, Type,
};

/// An instruction or a terminator.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Parsed {
    Step(Kind),
    End(Terminator),
}

/// Flags whose neglect only takes undefined results for defined ones.
const FLAGS: [&str; 9] =
    ["nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "nnan", "ninf", "nusw"];

/// Words that end a block.
pub(super) fn is_terminator(opcode: &str) -> bool {
    matches!(
        opcode,
        "ret"
            | "br"
            | "switch"
            | "indirectbr"
            | "invoke"
            | "callbr"
            | "resume"
            | "unreachable"
            | "cleanupret"
            | "catchret"
            | "catchswitch"
    )
}

impl Parser<'_> {
    /// A whole instruction, without `%result =`.
    pub(super) fn instruction(&mut self, layout: &Layout) -> Parse<(Parsed, Trailing)> {
        let opcode = self.word("an instruction")?;
        let terminator = match opcode {
            "ret" => Some(self.return_()?),
            "br" => Some(self.branch()?),
            "switch" => Some(self.switch()?),
            "invoke" => Some(self.invoke()?),
            "resume" => {
                let (ty, value) = self.typed_operand()?;
                Some(Terminator::Resume { ty, value })
            }
            "unreachable" => Some(Terminator::Unreachable),
            _ => None,
        };
        if let Some(terminator) = terminator {
            return Ok((Parsed::End(terminator), self.trailing()?));
        }
        let mut kind = self.step(opcode, layout)?;
        let trailing = self.trailing()?;
        if let (Kind::Alloca { align, .. }, Some(said)) = (&mut kind, trailing.align) {
            *align = said;
        }
        Ok((Parsed::Step(kind), trailing))
    }

    fn step(&mut self, opcode: &str, layout: &Layout) -> Parse<Kind> {
        if let Some(op) = binary_op(opcode) {
            self.flags(&FLAGS);
            let (ty, left, right) = self.two_operands()?;
            return Ok(Kind::Binary { op, ty, left, right });
        }
        if let Some(op) = cast_op(opcode) {
            self.flags(&FLAGS);
            let (from, value) = self.typed_operand()?;
            self.keyword("to")?;
            return Ok(Kind::Cast { op, from, value, to: self.ty()? });
        }
        match opcode {
            "fneg" => {
                self.flags(&FLAGS);
                let (ty, value) = self.typed_operand()?;
                Ok(Kind::FNeg { ty, value })
            }
            "icmp" => self.icmp(),
            "fcmp" => self.fcmp(),
            "select" => self.select(),
            "freeze" => {
                let (ty, value) = self.typed_operand()?;
                Ok(Kind::Freeze { ty, value })
            }
            "phi" => self.phi(),
            "alloca" => self.alloca(layout),
            "load" => self.load(layout),
            "store" => self.store(layout),
            "getelementptr" => self.address(layout),
            "extractvalue" => {
                let (ty, aggregate) = self.typed_operand()?;
                Ok(Kind::ExtractValue { ty, aggregate, indices: self.indices()? })
            }
            "insertvalue" => {
                let (ty, aggregate) = self.typed_operand()?;
                self.comma()?;
                let (element_ty, element) = self.typed_operand()?;
                Ok(Kind::InsertValue {
                    ty,
                    aggregate,
                    element_ty,
                    element,
                    indices: self.indices()?,
                })
            }
            "extractelement" => {
                let (ty, vector) = self.typed_operand()?;
                self.comma()?;
                let (index_ty, index) = self.typed_operand()?;
                Ok(Kind::ExtractElement { ty, vector, index_ty, index })
            }
            "insertelement" => self.insert_element(),
            "shufflevector" => self.shuffle(),
            "atomicrmw" => self.atomic(layout),
            "cmpxchg" => self.compare_exchange(layout),
            "fence" => {
                self.ordering()?;
                Ok(Kind::Fence)
            }
            "call" => Ok(Kind::Call(self.call()?)),
            "tail" | "musttail" | "notail" => {
                self.keyword("call")?;
                Ok(Kind::Call(self.call()?))
            }
            "landingpad" => self.landing_pad(),
            _ => self.mismatch("a known instruction"),
        }
    }

    fn return_(&mut self) -> Parse<Terminator> {
        let ty = self.ty()?;
        if ty == Type::Void {
            return Ok(Terminator::Return(None));
        }
        let value = self.operand(&ty)?;
        Ok(Terminator::Return(Some((ty, value))))
    }

    fn branch(&mut self) -> Parse<Terminator> {
        if self.token() == Token::Word("label") {
            return Ok(Terminator::Branch(self.label()?));
        }
        let (ty, condition) = self.typed_operand()?;
        if ty != Type::Int(1) {
            return self.mismatch("a truth value");
        }
        self.comma()?;
        let then = self.label()?;
        self.comma()?;
        Ok(Terminator::Conditional { condition, then, other: self.label()? })
    }

    fn switch(&mut self) -> Parse<Terminator> {
        let (ty, value) = self.typed_operand()?;
        self.comma()?;
        let default = self.label()?;
        self.punct(b'[', "`[`")?;
        let mut cases = Vec::new();
        while !self.eat_punct(b']') {
            let case_ty = self.ty()?;
            let Constant::Int { value, .. } = self.constant(&case_ty)? else {
                return self.mismatch("an integer");
            };
            if case_ty != ty {
                return self.mismatch("a case of the switch's type");
            }
            self.comma()?;
            cases.push((value, self.label()?));
        }
        Ok(Terminator::Switch { ty, value, default, cases })
    }

    fn two_operands(&mut self) -> Parse<(Type, Operand, Operand)> {
        let (ty, left) = self.typed_operand()?;
        self.comma()?;
        let right = self.operand(&ty)?;
        Ok((ty, left, right))
    }

    fn icmp(&mut self) -> Parse<Kind> {
        self.flags(&FLAGS);
        let predicate = match self.word("a predicate")? {
            "eq" => IntPredicate::Eq,
            "ne" => IntPredicate::Ne,
            "ugt" => IntPredicate::Ugt,
            "uge" => IntPredicate::Uge,
            "ult" => IntPredicate::Ult,
            "ule" => IntPredicate::Ule,
            "sgt" => IntPredicate::Sgt,
            "sge" => IntPredicate::Sge,
            "slt" => IntPredicate::Slt,
            "sle" => IntPredicate::Sle,
            _ => return self.mismatch("a known predicate"),
        };
        let (ty, left, right) = self.two_operands()?;
        Ok(Kind::ICmp { predicate, ty, left, right })
    }

    fn fcmp(&mut self) -> Parse<Kind> {
        self.flags(&FLAGS);
        let predicate = match self.word("a predicate")? {
            "false" => FloatPredicate::False,
            "oeq" => FloatPredicate::Oeq,
            "ogt" => FloatPredicate::Ogt,
            "oge" => FloatPredicate::Oge,
            "olt" => FloatPredicate::Olt,
            "ole" => FloatPredicate::Ole,
            "one" => FloatPredicate::One,
            "ord" => FloatPredicate::Ord,
            "uno" => FloatPredicate::Uno,
            "ueq" => FloatPredicate::Ueq,
            "ugt" => FloatPredicate::Ugt,
            "uge" => FloatPredicate::Uge,
            "ult" => FloatPredicate::Ult,
            "ule" => FloatPredicate::Ule,
            "une" => FloatPredicate::Une,
            "true" => FloatPredicate::True,
            _ => return self.mismatch("a known predicate"),
        };
        let (ty, left, right) = self.two_operands()?;
        Ok(Kind::FCmp { predicate, ty, left, right })
    }

    fn select(&mut self) -> Parse<Kind> {
        self.flags(&FLAGS);
        let (condition_ty, condition) = self.typed_operand()?;
        self.comma()?;
        let (ty, then) = self.typed_operand()?;
        self.comma()?;
        let (other_ty, other) = self.typed_operand()?;
        if other_ty != ty {
            return self.mismatch("two values of one type");
        }
        Ok(Kind::Select { condition_ty, condition, ty, then, other })
    }

    fn phi(&mut self) -> Parse<Kind> {
        self.flags(&FLAGS);
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.punct(b'[', "`[`")?;
            let value = self.operand(&ty)?;
            self.comma()?;
            incoming.push((self.block()?, value));
            self.punct(b']', "`]`")?;
            // A comma may also start metadata.
            let before = *self;
            if !(self.eat_punct(b',') && self.at_punct(b'[')) {
                *self = before;
                return Ok(Kind::Phi { ty, incoming });
            }
        }
    }

    fn alloca(&mut self, layout: &Layout) -> Parse<Kind> {
        // `inalloca` and `swifterror` are no flags to be skipped: they are refused as types.
        let ty = self.sized_type(layout)?;
        let before = *self;
        let mut count = None;
        if self.eat_punct(b',') && self.at_type() {
            count = Some(self.typed_operand()?);
        } else {
            *self = before;
        }
        let align = layout.align_of(&ty);
        Ok(Kind::Alloca { ty, count, align })
    }

    /// A type that values in memory can have.
    fn sized_type(&mut self, layout: &Layout) -> Parse<Type> {
        let before = *self;
        let ty = self.ty()?;
        if layout.is_sized(&ty) { Ok(ty) } else { before.mismatch("a type with a size") }
    }

    fn load(&mut self, layout: &Layout) -> Parse<Kind> {
        let atomic = self.eat_word("atomic");
        self.eat_word("volatile");
        let ty = self.sized_type(layout)?;
        self.comma()?;
        let pointer = self.pointer_operand()?;
        if atomic {
            self.ordering()?;
        }
        Ok(Kind::Load { ty, pointer })
    }

    fn store(&mut self, layout: &Layout) -> Parse<Kind> {
        let atomic = self.eat_word("atomic");
        self.eat_word("volatile");
        let ty = self.sized_type(layout)?;
        let value = self.operand(&ty)?;
        self.comma()?;
        let pointer = self.pointer_operand()?;
        if atomic {
            self.ordering()?;
        }
        Ok(Kind::Store { ty, value, pointer })
    }

    /// `[syncscope("…")] acquire`.
    fn ordering(&mut self) -> Parse<()> {
        if self.eat_word("syncscope") {
            self.skip_group()?;
        }
        match self.word("an ordering")? {
            "unordered" | "monotonic" | "acquire" | "release" | "acq_rel" | "seq_cst" => Ok(()),
            _ => self.mismatch("a known ordering"),
        }
    }

    fn address(&mut self, layout: &Layout) -> Parse<Kind> {
        self.flags(&["inbounds", "nusw", "nuw"]);
        let source = self.sized_type(layout)?;
        self.comma()?;
        let base = self.pointer_operand()?;
        let mut indices = Vec::new();
        loop {
            let before = *self;
            if !(self.eat_punct(b',') && self.at_type()) {
                *self = before;
                return Ok(Kind::GetElementPtr { source, base, indices });
            }
            let index = self.typed_operand()?;
            if !matches!(index.0, Type::Int(_)) {
                return before.mismatch("an integer as index");
            }
            indices.push(index);
        }
    }

    /// `, 0, 1`.
    fn indices(&mut self) -> Parse<Vec<u32>> {
        let mut indices = Vec::new();
        loop {
            let before = *self;
            if !(self.eat_punct(b',') && matches!(self.token(), Token::Number(_))) {
                *self = before;
                break;
            }
            match u32::try_from(self.unsigned("an index")?) {
                Ok(index) => indices.push(index),
                Err(_) => return before.mismatch("an index"),
            }
        }
        if indices.is_empty() { self.mismatch("an index") } else { Ok(indices) }
    }

    fn insert_element(&mut self) -> Parse<Kind> {
        let before = *self;
        let (ty, vector) = self.typed_operand()?;
        self.comma()?;
        let (element_ty, element) = self.typed_operand()?;
        if !matches!(&ty, Type::Vector(_, of) if **of == element_ty) {
            return before.mismatch("a vector of such elements");
        }
        self.comma()?;
        let (index_ty, index) = self.typed_operand()?;
        Ok(Kind::InsertElement { ty, vector, element, index_ty, index })
    }

    fn shuffle(&mut self) -> Parse<Kind> {
        let (ty, left) = self.typed_operand()?;
        self.comma()?;
        let (right_ty, right) = self.typed_operand()?;
        self.comma()?;
        let before = *self;
        let mask_ty = self.ty()?;
        let (Type::Vector(length, element), true) = (&mask_ty, ty == right_ty) else {
            return before.mismatch("vectors");
        };
        let length = usize::try_from(*length).unwrap_or(usize::MAX);
        if **element != Type::Int(32) || length > 1 << 16 {
            return before.mismatch("a mask of 32-bit integers");
        }
        let mask = match self.constant(&mask_ty)? {
            Constant::Zero(_) => vec![Some(0); length],
            Constant::Undef(_) => vec![None; length],
            Constant::Aggregate(_, elements) => {
                let lanes = elements.iter().map(|element| match element {
                    Constant::Int { value, .. } => u32::try_from(*value).ok().map(Some),
                    Constant::Undef(_) => Some(None),
                    _ => None,
                });
                match lanes.collect() {
                    Some(mask) => mask,
                    None => return before.mismatch("a mask of numbers"),
                }
            }
            _ => return before.mismatch("a constant mask"),
        };
        Ok(Kind::ShuffleVector { ty, left, right, mask })
    }

    fn atomic(&mut self, layout: &Layout) -> Parse<Kind> {
        self.eat_word("volatile");
        let op = match self.word("an operation")? {
            "xchg" => AtomicOp::Xchg,
            "add" => AtomicOp::Add,
            "sub" => AtomicOp::Sub,
            "and" => AtomicOp::And,
            "nand" => AtomicOp::Nand,
            "or" => AtomicOp::Or,
            "xor" => AtomicOp::Xor,
            "max" => AtomicOp::Max,
            "min" => AtomicOp::Min,
            "umax" => AtomicOp::UMax,
            "umin" => AtomicOp::UMin,
            _ => return self.mismatch("a known operation"),
        };
        let pointer = self.pointer_operand()?;
        self.comma()?;
        let ty = self.sized_type(layout)?;
        let value = self.operand(&ty)?;
        self.ordering()?;
        Ok(Kind::AtomicRmw { op, ty, pointer, value })
    }

    fn compare_exchange(&mut self, layout: &Layout) -> Parse<Kind> {
        self.eat_word("weak");
        self.eat_word("volatile");
        let pointer = self.pointer_operand()?;
        self.comma()?;
        let ty = self.sized_type(layout)?;
        let expected = self.operand(&ty)?;
        self.comma()?;
        let (new_ty, new) = self.typed_operand()?;
        if new_ty != ty {
            return self.mismatch("two values of one type");
        }
        self.ordering()?;
        self.ordering()?;
        Ok(Kind::CmpXchg { ty, pointer, expected, new })
    }

    fn landing_pad(&mut self) -> Parse<Kind> {
        let ty = self.ty()?;
        let cleanup = self.eat_word("cleanup");
        let mut catches = false;
        while matches!(self.token(), Token::Word("catch" | "filter")) {
            self.lexer.advance();
            self.typed_operand()?;
            catches = true;
        }
        Ok(Kind::LandingPad { ty, cleanup, catches })
    }
}
