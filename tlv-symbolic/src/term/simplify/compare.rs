//! Rules for comparisons. `x + 1 == 3`, `zext(x) < 9` and `ite(c, 1, 0) == 1` become questions about
//! what is inside.

use super::super::{Kind, Term, Terms, mask, signed};

impl Terms {
    pub(super) fn simplify_eq(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(self.bool(true));
        }
        if self.complementary(a, b) {
            return Some(self.bool(false));
        }
        if self.width(a) == 1 {
            return self.simplify_eq_of_bits(a, b);
        }
        if let Some(c) = self.as_constant(b) {
            return self.simplify_eq_constant(a, b, c);
        }
        self.simplify_eq_injective(a, b)
            .or_else(|| self.simplify_eq_sums(a, b))
            .or_else(|| self.simplify_eq_sums(b, a))
            .or_else(|| self.simplify_eq_ite(a, b))
            .or_else(|| self.simplify_eq_ite(b, a))
    }

    fn simplify_eq_of_bits(&mut self, a: Term, b: Term) -> Option<Term> {
        match (self.kind(a), self.kind(b)) {
            (_, Kind::Small(1)) => Some(a),
            (_, Kind::Small(_)) => Some(self.not(a)),
            (Kind::Not(x), Kind::Not(y)) => Some(self.eq(x, y)),
            (Kind::Not(x), _) => {
                let same = self.eq(x, b);
                Some(self.not(same))
            }
            (_, Kind::Not(y)) => {
                let same = self.eq(a, y);
                Some(self.not(same))
            }
            _ => None,
        }
    }

    /// Equality with a constant: the outermost operator is undone on the constant.
    fn simplify_eq_constant(&mut self, a: Term, b: Term, c: u128) -> Option<Term> {
        let width = self.width(a);
        match self.kind(a) {
            Kind::Not(x) => {
                let c = self.not(b);
                Some(self.eq(x, c))
            }
            Kind::Neg(x) => {
                let c = self.neg(b);
                Some(self.eq(x, c))
            }
            Kind::Add(x, k) if self.as_constant(k).is_some() => {
                let c = self.sub(b, k);
                Some(self.eq(x, c))
            }
            Kind::Sub(k, x) if self.as_constant(k).is_some() => {
                let c = self.sub(k, b);
                Some(self.eq(x, c))
            }
            Kind::Xor(x, k) if self.as_constant(k).is_some() => {
                let c = self.xor(b, k);
                Some(self.eq(x, c))
            }
            Kind::Sub(x, y) | Kind::Xor(x, y) if c == 0 => Some(self.eq(x, y)),
            // Nothing is or-ed or and-ed away: all parts are 0, or all ones.
            Kind::Or(x, y) if c == 0 => self.both_equal(x, b, y, b),
            Kind::And(x, y) if c == mask(width) => self.both_equal(x, b, y, b),
            Kind::Zext(x) => {
                if c > mask(self.width(x)) {
                    return Some(self.bool(false));
                }
                let c = self.low(b, self.width(x));
                Some(self.eq(x, c))
            }
            Kind::Sext(x) => {
                let inner = self.low(b, self.width(x));
                if self.sext(inner, width) != b {
                    return Some(self.bool(false));
                }
                Some(self.eq(x, inner))
            }
            Kind::Concat(high, low) => {
                let at = self.width(low);
                let (c_high, c_low) = (self.above(b, at), self.low(b, at));
                self.both_equal(high, c_high, low, c_low)
            }
            Kind::Ite(..) => self.simplify_eq_ite(a, b),
            _ => None,
        }
    }

    fn both_equal(&mut self, a: Term, b: Term, c: Term, d: Term) -> Option<Term> {
        self.follow(|terms| {
            let (first, second) = (terms.eq(a, b), terms.eq(c, d));
            terms.and(first, second)
        })
    }

    /// `f(x) == f(y)` is `x == y` where `f` maps different values to different ones.
    fn simplify_eq_injective(&mut self, a: Term, b: Term) -> Option<Term> {
        match (self.kind(a), self.kind(b)) {
            (Kind::Not(x), Kind::Not(y)) | (Kind::Neg(x), Kind::Neg(y)) => Some(self.eq(x, y)),
            (Kind::Zext(x), Kind::Zext(y)) => {
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, inner), self.zext(y, inner));
                Some(self.eq(x, y))
            }
            (Kind::Sext(x), Kind::Sext(y)) => {
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, inner), self.sext(y, inner));
                Some(self.eq(x, y))
            }
            (Kind::Concat(h, l), Kind::Concat(i, m)) if self.width(l) == self.width(m) => {
                self.both_equal(h, i, l, m)
            }
            _ => None,
        }
    }

    /// What is added on both sides is left out; a constant is kept on one side only.
    fn simplify_eq_sums(&mut self, a: Term, b: Term) -> Option<Term> {
        let zero = |terms: &mut Self| terms.zero(terms.width(a));
        match (self.kind(a), self.kind(b)) {
            (Kind::Add(x, j), Kind::Add(y, k))
                if self.as_constant(j).is_some() && self.as_constant(k).is_some() =>
            {
                let k = self.sub(k, j);
                let moved = self.add(y, k);
                Some(self.eq(x, moved))
            }
            (Kind::Add(x, y), Kind::Add(p, q)) if x == p => Some(self.eq(y, q)),
            (Kind::Add(x, y), Kind::Add(p, q)) if x == q => Some(self.eq(y, p)),
            (Kind::Add(x, y), Kind::Add(p, q)) if y == p => Some(self.eq(x, q)),
            (Kind::Add(x, y), Kind::Add(p, q)) if y == q => Some(self.eq(x, p)),
            (Kind::Add(x, y), _) if x == b => {
                let zero = zero(self);
                Some(self.eq(y, zero))
            }
            (Kind::Add(x, y), _) if y == b => {
                let zero = zero(self);
                Some(self.eq(x, zero))
            }
            (Kind::Sub(x, y), _) if x == b => {
                let zero = zero(self);
                Some(self.eq(y, zero))
            }
            _ => None,
        }
    }

    /// `ite(c, x, y) == b` where one of the arms is seen to be equal to `b` or not.
    fn simplify_eq_ite(&mut self, a: Term, b: Term) -> Option<Term> {
        let Kind::Ite(c, x, y) = self.kind(a) else { return None };
        if let Kind::Ite(d, p, q) = self.kind(b)
            && c == d
        {
            return self.follow(|terms| {
                let (yes, no) = (terms.eq(x, p), terms.eq(y, q));
                terms.ite(c, yes, no)
            });
        }
        let plain = |terms: &Self, t| {
            t == b || terms.as_constant(t).is_some() && terms.as_constant(b).is_some()
        };
        if !plain(self, x) && !plain(self, y) {
            return None;
        }
        self.follow(|terms| {
            let (yes, no) = (terms.eq(x, b), terms.eq(y, b));
            terms.ite(c, yes, no)
        })
    }

    pub(super) fn simplify_ult(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(self.bool(false));
        }
        if width == 1 {
            let not_a = self.not(a);
            return Some(self.and(not_a, b));
        }
        if let Some(c) = self.as_constant(b) {
            return self.simplify_ult_constant(a, b, c);
        }
        if let Some(c) = self.as_constant(a) {
            return self.simplify_constant_ult(a, b, c);
        }
        match (self.kind(a), self.kind(b)) {
            (Kind::Not(x), Kind::Not(y)) => Some(self.ult(y, x)),
            (Kind::Zext(x), Kind::Zext(y)) => {
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, inner), self.zext(y, inner));
                Some(self.ult(x, y))
            }
            _ => None,
        }
    }

    /// `a < c`, unsigned.
    fn simplify_ult_constant(&mut self, a: Term, b: Term, c: u128) -> Option<Term> {
        let width = self.width(a);
        if c == 0 {
            return Some(self.bool(false));
        }
        if c == 1 {
            let zero = self.zero(width);
            return Some(self.eq(a, zero));
        }
        if c == mask(width) {
            let same = self.eq(a, b);
            return Some(self.not(same));
        }
        match self.kind(a) {
            Kind::Zext(x) if c > mask(self.width(x)) => Some(self.bool(true)),
            Kind::Zext(x) => {
                let c = self.low(b, self.width(x));
                Some(self.ult(x, c))
            }
            // If the low bits of c are 0, they decide nothing.
            Kind::Concat(high, low) if c.trailing_zeros() >= self.width(low) => {
                let c = self.above(b, self.width(low));
                Some(self.ult(high, c))
            }
            Kind::Ite(..) => self.compare_ite(Self::ult, a, b, false),
            _ => None,
        }
    }

    /// `c < b`, unsigned.
    fn simplify_constant_ult(&mut self, a: Term, b: Term, c: u128) -> Option<Term> {
        let width = self.width(a);
        if c == mask(width) {
            return Some(self.bool(false));
        }
        if c == 0 {
            let same = self.eq(b, a);
            return Some(self.not(same));
        }
        if c == mask(width) - 1 {
            let ones = self.ones(width);
            return Some(self.eq(b, ones));
        }
        match self.kind(b) {
            Kind::Zext(x) if c >= mask(self.width(x)) => Some(self.bool(false)),
            Kind::Zext(x) => {
                let c = self.low(a, self.width(x));
                Some(self.ult(c, x))
            }
            // If the low bits of c are all 1, they decide nothing.
            Kind::Concat(high, low) if c.trailing_ones() >= self.width(low) => {
                let c = self.above(a, self.width(low));
                Some(self.ult(c, high))
            }
            Kind::Ite(..) => self.compare_ite(Self::ult, b, a, true),
            _ => None,
        }
    }

    pub(super) fn simplify_slt(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(self.bool(false));
        }
        if width == 1 {
            // One bit is 0 or −1.
            let not_b = self.not(b);
            return Some(self.and(a, not_b));
        }
        let (min, max) = (1 << (width - 1), mask(width) >> 1);
        let (a_constant, b_constant) = (self.as_constant(a), self.as_constant(b));
        if b_constant == Some(min) || a_constant == Some(max) {
            return Some(self.bool(false));
        }
        if b_constant == Some(max) || a_constant == Some(min) {
            let same = self.eq(a, b);
            return Some(self.not(same));
        }
        if b_constant == Some(min + 1) {
            let least = self.constant(width, min);
            return Some(self.eq(a, least));
        }
        if a_constant == Some(max - 1) {
            let most = self.constant(width, max);
            return Some(self.eq(b, most));
        }
        match (self.kind(a), self.kind(b)) {
            (Kind::Not(x), Kind::Not(y)) => Some(self.slt(y, x)),
            // What is extended by zeros is not negative.
            (Kind::Zext(_), Kind::Zext(_)) => Some(self.ult(a, b)),
            (Kind::Zext(_), _) if b_constant.is_some() => match b_constant {
                Some(c) if c < min => Some(self.ult(a, b)),
                _ => Some(self.bool(false)),
            },
            (_, Kind::Zext(_)) if a_constant.is_some() => match a_constant {
                Some(c) if c < min => Some(self.ult(a, b)),
                _ => Some(self.bool(true)),
            },
            (Kind::Sext(x), Kind::Sext(y)) => {
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, inner), self.sext(y, inner));
                Some(self.slt(x, y))
            }
            (Kind::Sext(x), _) if b_constant.is_some() => {
                let c = self.low(b, self.width(x));
                Some(match self.sext(c, width) == b {
                    true => self.slt(x, c),
                    // Out of the range of x: only the side matters.
                    false => self.bool(signed(width, b_constant.unwrap_or(0)) > 0),
                })
            }
            (_, Kind::Sext(x)) if a_constant.is_some() => {
                let c = self.low(a, self.width(x));
                Some(match self.sext(c, width) == a {
                    true => self.slt(c, x),
                    false => self.bool(signed(width, a_constant.unwrap_or(0)) < 0),
                })
            }
            (Kind::Ite(..), _) if b_constant.is_some() => self.compare_ite(Self::slt, a, b, false),
            (_, Kind::Ite(..)) if a_constant.is_some() => self.compare_ite(Self::slt, b, a, true),
            _ => None,
        }
    }

    /// A comparison of `ite(c, x, y)` with a constant, if one of the arms is constant too.
    fn compare_ite(
        &mut self,
        compare: fn(&mut Self, Term, Term) -> Term,
        ite: Term,
        constant: Term,
        constant_first: bool,
    ) -> Option<Term> {
        let Kind::Ite(c, x, y) = self.kind(ite) else { return None };
        if self.as_constant(x).is_none() && self.as_constant(y).is_none() {
            return None;
        }
        self.follow(|terms| {
            let mut arm = |t| match constant_first {
                true => compare(terms, constant, t),
                false => compare(terms, t, constant),
            };
            let (yes, no) = (arm(x), arm(y));
            terms.ite(c, yes, no)
        })
    }
}
