//! Terms for people: infix, with the labels of variables, cut at a depth.

use std::fmt::{self, Display, Formatter};

use super::{Array, ArrayKind, Kind, Term, Terms, signed};

/// Terms are shared, so that their text can be exponentially longer than they are.
const DEPTH: u32 = 12;

impl Terms {
    /// The term for people: infix, with the labels of variables. What lies deep is `…`.
    pub fn display(&self, t: Term) -> impl Display + Copy + '_ {
        Shown { terms: self, t, depth: DEPTH, nested: false }
    }
}

#[derive(Clone, Copy)]
struct Shown<'a> {
    terms: &'a Terms,
    t: Term,
    depth: u32,
    /// Whether it is an operand, so that an operator needs parentheses.
    nested: bool,
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        use Kind::*;
        let (terms, t) = (self.terms, self.t);
        if let Some(value) = terms.as_constant(t) {
            return self.constant(f, value);
        }
        if let Variable(index) = terms.kind(t) {
            return f.write_str(&terms.variables[index as usize].1.label);
        }
        if self.depth == 0 {
            return f.write_str("…");
        }
        match terms.kind(t) {
            Small(_) | Wide(_) | Variable(_) => unreachable!("written above"),
            Not(a) => match terms.kind(a) {
                // What is kept as a negation, to have fewer operators.
                Eq(x, y) => self.infix(f, x, "!=", y),
                Ult(x, y) => self.infix(f, y, "<=", x),
                Slt(x, y) => self.infix(f, y, "<=s", x),
                _ => write!(f, "!{}", self.operand(a)),
            },
            And(a, b) => self.infix(f, a, if terms.width(t) == 1 { "&&" } else { "&" }, b),
            Or(a, b) => self.infix(f, a, if terms.width(t) == 1 { "||" } else { "|" }, b),
            Xor(a, b) => self.infix(f, a, "^", b),
            Neg(a) => write!(f, "-{}", self.operand(a)),
            Add(a, b) => match terms.as_constant(b).map(|c| signed(terms.width(b), c)) {
                Some(c) if c < 0 => self
                    .parenthesised(f, |f| write!(f, "{} - {}", self.operand(a), c.unsigned_abs())),
                _ => self.infix(f, a, "+", b),
            },
            Sub(a, b) => self.infix(f, a, "-", b),
            Mul(a, b) => self.infix(f, a, "*", b),
            Udiv(a, b) => self.infix(f, a, "/", b),
            Sdiv(a, b) => self.infix(f, a, "/s", b),
            Urem(a, b) => self.infix(f, a, "%", b),
            Srem(a, b) => self.infix(f, a, "%s", b),
            Shl(a, b) => self.infix(f, a, "<<", b),
            Lshr(a, b) => self.infix(f, a, ">>", b),
            Ashr(a, b) => self.infix(f, a, ">>s", b),
            Eq(a, b) => self.infix(f, a, "==", b),
            Ult(a, b) => self.infix(f, a, "<", b),
            Slt(a, b) => self.infix(f, a, "<s", b),
            UmulOverflows(a, b) => self.call(f, "umul_overflows", &[a, b]),
            SmulOverflows(a, b) => self.call(f, "smul_overflows", &[a, b]),
            Ite(c, a, b) => self.parenthesised(f, |f| {
                let (c, a, b) = (self.operand(c), self.operand(a), self.operand(b));
                write!(f, "if {c} then {a} else {b}")
            }),
            Extract(a, low) if terms.width(t) == 1 => write!(f, "{}[{low}]", self.operand(a)),
            Extract(a, low) => {
                write!(f, "{}[{}:{low}]", self.operand(a), low + terms.width(t) - 1)
            }
            Concat(a, b) => self.infix(f, a, "++", b),
            Zext(a) => write!(f, "zext{}({})", terms.width(t), self.inner(a)),
            Sext(a) => write!(f, "sext{}({})", terms.width(t), self.inner(a)),
            CountOnes(a) => self.call(f, "count_ones", &[a]),
            LeadingZeros(a) => self.call(f, "leading_zeros", &[a]),
            TrailingZeros(a) => self.call(f, "trailing_zeros", &[a]),
            Select(array, index) => {
                self.array(f, array)?;
                write!(f, "[{}]", self.inner(index))
            }
        }
    }
}

impl<'a> Shown<'a> {
    fn operand(&self, t: Term) -> Shown<'a> {
        Shown { t, depth: self.depth - 1, nested: true, ..*self }
    }

    fn inner(&self, t: Term) -> Shown<'a> {
        Shown { nested: false, ..self.operand(t) }
    }

    fn constant(&self, f: &mut Formatter<'_>, value: u128) -> fmt::Result {
        let width = self.terms.width(self.t);
        match signed(width, value) {
            _ if width == 1 => write!(f, "{}", value == 1),
            // Small negative numbers are read as such more often than not.
            number if (-65536..0).contains(&number) && width > 16 => write!(f, "{number}"),
            _ => write!(f, "{value}"),
        }
    }

    fn parenthesised(
        &self,
        f: &mut Formatter<'_>,
        inner: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        if !self.nested {
            return inner(f);
        }
        f.write_str("(")?;
        inner(f)?;
        f.write_str(")")
    }

    fn infix(&self, f: &mut Formatter<'_>, a: Term, op: &str, b: Term) -> fmt::Result {
        self.parenthesised(f, |f| write!(f, "{} {op} {}", self.operand(a), self.operand(b)))
    }

    fn call(&self, f: &mut Formatter<'_>, name: &str, operands: &[Term]) -> fmt::Result {
        write!(f, "{name}(")?;
        for (i, &t) in operands.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, self.inner(t))?;
        }
        f.write_str(")")
    }

    fn array(&self, f: &mut Formatter<'_>, array: Array) -> fmt::Result {
        match self.terms.array_kind(array) {
            ArrayKind::Table(elements) => write!(f, "table of {}", elements.len()),
            ArrayKind::Store(_, index, value) => {
                write!(f, "{{…, {}: {}}}", self.inner(*index), self.inner(*value))
            }
        }
    }
}
