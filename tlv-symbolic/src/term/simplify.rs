//! The rules by which constructors make simpler terms: each a valid equation, read left to right.
//!
//! A rule returns `None` if it has nothing better than the term itself. Rules go from a term to
//! smaller ones or to a normal form that no rule leads back from, so they come to an end. Those that
//! follow a chain of terms of any length (`ite` in `ite` in …) stop at [`DEPTH`].
//!
//! Values are stored to memory as bytes and loaded again: whatever is done to an extraction must be
//! undone by the concatenation of its parts, or the term that comes back is not the one that left.

mod arithmetic;
mod compare;
mod logic;
mod structure;

use super::{Kind, Term, Terms, mask};

/// How far rules follow a chain of terms.
const DEPTH: u32 = 64;

impl Terms {
    /// The simpler equal of a term that has an operand that is not constant, if a rule finds one.
    pub(super) fn simplify(&mut self, width: u32, kind: Kind) -> Option<Term> {
        match kind {
            Kind::Not(a) => self.simplify_not(a),
            Kind::And(a, b) => self.simplify_and(a, b),
            Kind::Or(a, b) => self.simplify_or(a, b),
            Kind::Xor(a, b) => self.simplify_xor(a, b),
            Kind::Neg(a) => self.simplify_neg(a),
            Kind::Add(a, b) => self.simplify_add(a, b),
            Kind::Sub(a, b) => self.simplify_sub(a, b),
            Kind::Mul(a, b) => self.simplify_mul(a, b),
            Kind::Udiv(a, b) => self.simplify_udiv(a, b),
            Kind::Sdiv(a, b) => self.simplify_sdiv(a, b),
            Kind::Urem(a, b) => self.simplify_urem(a, b),
            Kind::Srem(a, b) => self.simplify_srem(a, b),
            Kind::Shl(a, b) => self.simplify_shl(a, b),
            Kind::Lshr(a, b) => self.simplify_lshr(a, b),
            Kind::Ashr(a, b) => self.simplify_ashr(a, b),
            Kind::UmulOverflows(a, b) => self.simplify_umul_overflows(a, b),
            Kind::SmulOverflows(a, b) => self.simplify_smul_overflows(a, b),
            Kind::Eq(a, b) => self.simplify_eq(a, b),
            Kind::Ult(a, b) => self.simplify_ult(a, b),
            Kind::Slt(a, b) => self.simplify_slt(a, b),
            Kind::Ite(c, a, b) => self.simplify_ite(c, a, b),
            Kind::Extract(a, low) => self.simplify_extract(a, low + width - 1, low),
            Kind::Concat(high, low) => self.simplify_concat(high, low),
            Kind::Zext(a) => self.simplify_zext(a, width),
            Kind::Sext(a) => self.simplify_sext(a, width),
            Kind::CountOnes(a) => self.simplify_count_ones(a, width),
            Kind::LeadingZeros(a) | Kind::TrailingZeros(a) => {
                (width == 1).then(|| self.not(a)) // one bit: 0 has one zero, 1 none
            }
            Kind::Small(_) | Kind::Wide(_) | Kind::Variable(_) | Kind::Select(..) => None,
        }
    }

    /// Runs a rule that follows a chain, unless it is too long.
    fn follow(&mut self, rule: impl FnOnce(&mut Self) -> Term) -> Option<Term> {
        if self.depth >= DEPTH {
            return None;
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        Some(result)
    }

    fn zero(&mut self, width: u32) -> Term {
        self.constant(width, 0)
    }

    fn ones(&mut self, width: u32) -> Term {
        self.constant(width, u128::MAX)
    }

    /// The low bits, up to that width.
    fn low(&mut self, t: Term, width: u32) -> Term {
        self.extract(t, width - 1, 0)
    }

    /// The bits above that many low ones.
    fn above(&mut self, t: Term, low_width: u32) -> Term {
        self.extract(t, self.width(t) - 1, low_width)
    }

    fn is_zero(&self, t: Term) -> bool {
        self.as_constant(t) == Some(0)
    }

    fn is_ones(&self, t: Term) -> bool {
        self.as_constant(t) == Some(mask(self.width(t)))
    }

    /// Whether one is seen to be the bitwise complement of the other.
    fn complementary(&self, a: Term, b: Term) -> bool {
        self.kind(a) == Kind::Not(b) || self.kind(b) == Kind::Not(a)
    }
}

/// The exponent, if the value is a power of two.
fn log2(value: u128) -> Option<u32> {
    value.is_power_of_two().then(|| value.trailing_zeros())
}

/// How many bits the value needs; 0 for 0.
fn bits(value: u128) -> u32 {
    128 - value.leading_zeros()
}
