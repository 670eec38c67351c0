//! Rules for bitwise operators, and so for truth values.

use super::super::{Kind, Term, Terms, mask};
use super::bits;

impl Terms {
    pub(super) fn simplify_not(&mut self, a: Term) -> Option<Term> {
        match self.kind(a) {
            Kind::Not(x) => Some(x),
            // !(x ^ c) = x ^ !c
            Kind::Xor(x, c) if self.as_constant(c).is_some() => {
                let c = self.not(c);
                Some(self.xor(x, c))
            }
            _ => None,
        }
    }

    pub(super) fn simplify_and(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(a);
        }
        if self.complementary(a, b) {
            return Some(self.zero(width));
        }
        if let Some(c) = self.as_constant(b) {
            return self.simplify_and_constant(a, b, c);
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.kind(x) {
                // x & (x & q) = x & q,  x & (!x & q) = 0
                Kind::And(p, q) if p == y || q == y => return Some(x),
                Kind::And(p, q) if self.complementary(p, y) || self.complementary(q, y) => {
                    return Some(self.zero(width));
                }
                // y & (y | q) = y,  y & (!y | q) = y & q
                Kind::Or(p, q) if p == y || q == y => return Some(y),
                Kind::Or(p, q) if self.complementary(p, y) => return Some(self.and(q, y)),
                Kind::Or(p, q) if self.complementary(q, y) => return Some(self.and(p, y)),
                Kind::Not(n) => match self.kind(n) {
                    // y & !(y & q) = y & !q
                    Kind::And(p, q) if p == y || q == y => {
                        let rest = self.not(if p == y { q } else { p });
                        return Some(self.and(rest, y));
                    }
                    // y & !(!y & q) = y
                    Kind::And(p, q) if self.complementary(p, y) || self.complementary(q, y) => {
                        return Some(y);
                    }
                    // y & !(y | q) = 0,  y & !(!y | q) = y & !q
                    Kind::Or(p, q) if p == y || q == y => return Some(self.zero(width)),
                    Kind::Or(p, q) if self.complementary(p, y) || self.complementary(q, y) => {
                        let rest = self.not(if self.complementary(p, y) { q } else { p });
                        return Some(self.and(rest, y));
                    }
                    _ => {}
                },
                // zext(p) & y = zext(p & y)
                Kind::Zext(p) => {
                    let y = self.low(y, self.width(p));
                    let both = self.and(p, y);
                    return Some(self.zext(both, width));
                }
                _ => {}
            }
        }
        None
    }

    fn simplify_and_constant(&mut self, a: Term, b: Term, c: u128) -> Option<Term> {
        let width = self.width(a);
        match self.kind(a) {
            _ if c == 0 => return Some(b),
            _ if c == mask(width) => return Some(a),
            Kind::And(x, k) if self.as_constant(k).is_some() => {
                let k = self.and(k, b);
                return Some(self.and(x, k));
            }
            Kind::Concat(..) => return Some(self.split_constant(Self::and, a, b)),
            _ => {}
        }
        // Zeros at the ends of the mask are zeros of the result: only the middle is left.
        if bits(c) < width {
            let (low, c) = (self.low(a, bits(c)), self.constant(bits(c), c));
            let masked = self.and(low, c);
            return Some(self.zext(masked, width));
        }
        let cut = c.trailing_zeros();
        if cut > 0 {
            let (high, c) = (self.above(a, cut), self.constant(width - cut, c >> cut));
            let (masked, zeros) = (self.and(high, c), self.zero(cut));
            return Some(self.concat(masked, zeros));
        }
        None
    }

    pub(super) fn simplify_or(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(a);
        }
        if self.complementary(a, b) {
            return Some(self.ones(width));
        }
        if let Some(c) = self.as_constant(b) {
            return self.simplify_or_constant(a, b, c);
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return Some(joined);
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.kind(x) {
                // y | (y | q) = y | q,  y | (!y | q) = ones
                Kind::Or(p, q) if p == y || q == y => return Some(x),
                Kind::Or(p, q) if self.complementary(p, y) || self.complementary(q, y) => {
                    return Some(self.ones(width));
                }
                // y | (y & q) = y,  y | (!y & q) = y | q
                Kind::And(p, q) if p == y || q == y => return Some(y),
                Kind::And(p, q) if self.complementary(p, y) => return Some(self.or(q, y)),
                Kind::And(p, q) if self.complementary(q, y) => return Some(self.or(p, y)),
                Kind::Not(n) => match self.kind(n) {
                    // y | !(y & q) = ones,  y | !(!y & q) = y | !q
                    Kind::And(p, q) if p == y || q == y => return Some(self.ones(width)),
                    Kind::And(p, q) if self.complementary(p, y) || self.complementary(q, y) => {
                        let rest = self.not(if self.complementary(p, y) { q } else { p });
                        return Some(self.or(rest, y));
                    }
                    // y | !(y | q) = y | !q
                    Kind::Or(p, q) if p == y || q == y => {
                        let rest = self.not(if p == y { q } else { p });
                        return Some(self.or(rest, y));
                    }
                    // y | !(!y | q) = y
                    Kind::Or(p, q) if self.complementary(p, y) || self.complementary(q, y) => {
                        return Some(y);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        self.under_zext(Self::or, a, b)
    }

    fn simplify_or_constant(&mut self, a: Term, b: Term, c: u128) -> Option<Term> {
        let width = self.width(a);
        match self.kind(a) {
            _ if c == 0 => return Some(a),
            _ if c == mask(width) => return Some(b),
            Kind::Or(x, k) if self.as_constant(k).is_some() => {
                let k = self.or(k, b);
                return Some(self.or(x, k));
            }
            Kind::Concat(..) | Kind::Zext(_) => return Some(self.split_constant(Self::or, a, b)),
            _ => {}
        }
        // Ones at the ends of the constant are ones of the result: only the middle is left.
        let top = (c << (128 - width)).leading_ones();
        if top > 0 {
            let rest = width - top;
            let (low, c) = (self.low(a, rest), self.constant(rest, c));
            let (low, ones) = (self.or(low, c), self.ones(top));
            return Some(self.concat(ones, low));
        }
        let cut = c.trailing_ones();
        if cut > 0 {
            let (high, c) = (self.above(a, cut), self.constant(width - cut, c >> cut));
            let (high, ones) = (self.or(high, c), self.ones(cut));
            return Some(self.concat(high, ones));
        }
        None
    }

    pub(super) fn simplify_xor(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(self.zero(width));
        }
        if self.complementary(a, b) {
            return Some(self.ones(width));
        }
        if width == 1 {
            let same = self.eq(a, b);
            return Some(self.not(same));
        }
        if self.is_zero(b) {
            return Some(a);
        }
        if self.is_ones(b) {
            return Some(self.not(a));
        }
        let constant = self.as_constant(b).is_some();
        match (self.kind(a), self.kind(b)) {
            (Kind::Xor(x, k), _) if constant && self.as_constant(k).is_some() => {
                let k = self.xor(k, b);
                Some(self.xor(x, k))
            }
            (Kind::Not(x), _) if constant => {
                let k = self.not(b);
                Some(self.xor(x, k))
            }
            (Kind::Concat(..) | Kind::Zext(_), _) if constant => {
                Some(self.split_constant(Self::xor, a, b))
            }
            // !x ^ !y = x ^ y,  !x ^ y = !(x ^ y)
            (Kind::Not(x), Kind::Not(y)) => Some(self.xor(x, y)),
            (Kind::Not(x), _) => {
                let t = self.xor(x, b);
                Some(self.not(t))
            }
            (_, Kind::Not(y)) => {
                let t = self.xor(a, y);
                Some(self.not(t))
            }
            _ => self.join_disjoint(a, b).or_else(|| self.under_zext(Self::xor, a, b)),
        }
    }

    /// `op(high ++ low, c)` part by part, for a bitwise operator and a constant; zeros that extend a
    /// term are its high part.
    fn split_constant(&mut self, op: fn(&mut Self, Term, Term) -> Term, a: Term, c: Term) -> Term {
        let (high, low) = match self.kind(a) {
            Kind::Concat(high, low) => (high, low),
            Kind::Zext(low) => (self.zero(self.width(a) - self.width(low)), low),
            _ => unreachable!("a concatenation or an extension"),
        };
        let at = self.width(low);
        let (c_high, c_low) = (self.above(c, at), self.low(c, at));
        let (high, low) = (op(self, high, c_high), op(self, low, c_low));
        self.concat(high, low)
    }

    /// `(high ++ low) | zext(x)` = `high ++ (low | zext(x))` if `x` reaches no higher than `low`, and
    /// `low` is zeros: this is how fields are packed into a word.
    pub(super) fn join_disjoint(&mut self, a: Term, b: Term) -> Option<Term> {
        for (x, y) in [(a, b), (b, a)] {
            if let (Kind::Concat(high, low), Kind::Zext(inner)) = (self.kind(x), self.kind(y))
                && self.is_zero(low)
                && self.width(inner) <= self.width(low)
            {
                let low = self.zext(inner, self.width(low));
                return Some(self.concat(high, low));
            }
        }
        None
    }

    /// `op(zext(x), zext(y))` = `zext(op(x, y))` for an operator that leaves zeros zero.
    fn under_zext(
        &mut self,
        op: fn(&mut Self, Term, Term) -> Term,
        a: Term,
        b: Term,
    ) -> Option<Term> {
        let (Kind::Zext(x), Kind::Zext(y)) = (self.kind(a), self.kind(b)) else { return None };
        let inner = self.width(x).max(self.width(y));
        let (x, y) = (self.zext(x, inner), self.zext(y, inner));
        let result = op(self, x, y);
        Some(self.zext(result, self.width(a)))
    }
}
