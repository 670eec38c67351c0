//! Rules for arithmetic and shifts. The constant of a sum goes outermost: `(x + 1) + y` is
//! `(x + y) + 1`, so that what differs by a constant is seen to.

use super::super::{Kind, Term, Terms, mask, signed};
use super::{bits, log2};

impl Terms {
    pub(super) fn simplify_neg(&mut self, a: Term) -> Option<Term> {
        let width = self.width(a);
        match self.kind(a) {
            _ if width == 1 => Some(a),
            Kind::Neg(x) => Some(x),
            Kind::Sub(x, y) => Some(self.sub(y, x)),
            // −(x + c) = −c − x
            Kind::Add(x, k) if self.as_constant(k).is_some() => {
                let k = self.neg(k);
                Some(self.sub(k, x))
            }
            // −!x = x + 1
            Kind::Not(x) => {
                let one = self.constant(width, 1);
                Some(self.add(x, one))
            }
            _ => None,
        }
    }

    pub(super) fn simplify_add(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if width == 1 {
            return Some(self.xor(a, b));
        }
        if let Some(c) = self.as_constant(b) {
            return match self.kind(a) {
                _ if c == 0 => Some(a),
                Kind::Add(x, k) if self.as_constant(k).is_some() => {
                    let k = self.add(k, b);
                    Some(self.add(x, k))
                }
                Kind::Sub(k, x) if self.as_constant(k).is_some() => {
                    let k = self.add(k, b);
                    Some(self.sub(k, x))
                }
                // !x + 1 = −x
                Kind::Not(x) if c == 1 => Some(self.neg(x)),
                _ => None,
            };
        }
        if a == b {
            let one = self.constant(width, 1);
            return Some(self.shl(a, one));
        }
        if self.complementary(a, b) {
            return Some(self.ones(width));
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.kind(x) {
                Kind::Add(p, k) if self.as_constant(k).is_some() => {
                    let sum = self.add(p, y);
                    return Some(self.add(sum, k));
                }
                Kind::Neg(p) => return Some(self.sub(y, p)),
                Kind::Sub(p, q) if q == y => return Some(p),
                _ => {}
            }
        }
        self.join_disjoint(a, b)
    }

    pub(super) fn simplify_sub(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if width == 1 {
            return Some(self.xor(a, b));
        }
        if a == b {
            return Some(self.zero(width));
        }
        if self.as_constant(b).is_some() {
            let k = self.neg(b);
            return Some(self.add(a, k));
        }
        if self.is_zero(a) {
            return Some(self.neg(b));
        }
        if self.is_ones(a) {
            return Some(self.not(b));
        }
        match self.kind(a) {
            Kind::Add(x, k) if self.as_constant(k).is_some() => {
                let difference = self.sub(x, b);
                return Some(self.add(difference, k));
            }
            Kind::Add(x, y) if x == b => return Some(y),
            Kind::Add(x, y) if y == b => return Some(x),
            Kind::Sub(x, y) if x == b => return Some(self.neg(y)),
            _ => {}
        }
        match self.kind(b) {
            Kind::Add(y, k) if self.as_constant(k).is_some() => {
                let (difference, k) = (self.sub(a, y), self.neg(k));
                Some(self.add(difference, k))
            }
            Kind::Add(x, y) if x == a => Some(self.neg(y)),
            Kind::Add(x, y) if y == a => Some(self.neg(x)),
            Kind::Sub(x, y) if x == a => Some(y),
            Kind::Neg(y) => Some(self.add(a, y)),
            _ => None,
        }
    }

    pub(super) fn simplify_mul(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if width == 1 {
            return Some(self.and(a, b));
        }
        if let Some(c) = self.as_constant(b) {
            if c == 0 {
                return Some(b);
            }
            if let Some(k) = log2(c) {
                let k = self.constant(width, k.into());
                return Some(self.shl(a, k));
            }
            match self.kind(a) {
                _ if c == mask(width) => return Some(self.neg(a)),
                Kind::Mul(x, k) if self.as_constant(k).is_some() => {
                    let k = self.mul(k, b);
                    return Some(self.mul(x, k));
                }
                // (x + k) · c = x · c + k · c
                Kind::Add(x, k) if self.as_constant(k).is_some() => {
                    let (x, k) = (self.mul(x, b), self.mul(k, b));
                    return Some(self.add(x, k));
                }
                Kind::Neg(x) => {
                    let k = self.neg(b);
                    return Some(self.mul(x, k));
                }
                _ => {}
            }
        }
        // A product of short factors is short.
        let (a_bits, b_bits) = (self.significant(a), self.significant(b));
        if a_bits + b_bits < width {
            let (x, y) = (self.low(a, a_bits + b_bits), self.low(b, a_bits + b_bits));
            let product = self.mul(x, y);
            return Some(self.zext(product, width));
        }
        None
    }

    /// How many low bits can be other than 0, as far as the outermost operator shows.
    fn significant(&self, t: Term) -> u32 {
        match (self.kind(t), self.as_constant(t)) {
            (_, Some(c)) => bits(c),
            (Kind::Zext(x), _) => self.width(x),
            _ => self.width(t),
        }
    }

    pub(super) fn simplify_udiv(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(c) = self.as_constant(b) {
            if c == 0 {
                return Some(self.ones(width));
            }
            if let Some(k) = log2(c) {
                let k = self.constant(width, k.into());
                return Some(self.lshr(a, k));
            }
            if bits(c) > self.significant(a) {
                return Some(self.zero(width));
            }
            // (x / k) / c = x / (k · c); 0 if that is too large to be written.
            if let Kind::Udiv(x, k) = self.kind(a)
                && let Some(k) = self.as_constant(k)
                && k != 0
            {
                return Some(match k.checked_mul(c).filter(|&p| p <= mask(width)) {
                    Some(product) => {
                        let product = self.constant(width, product);
                        self.udiv(x, product)
                    }
                    None => self.zero(width),
                });
            }
        }
        let inner = self.significant(a).max(self.significant(b)).max(1);
        if inner == width {
            return None;
        }
        let (x, y) = (self.low(a, inner), self.low(b, inner));
        let quotient = self.udiv(x, y);
        let quotient = self.zext(quotient, width);
        // By 0 the quotient is all ones, of the full width.
        let (zero, ones) = (self.zero(inner), self.ones(width));
        let by_zero = self.eq(y, zero);
        Some(self.ite(by_zero, ones, quotient))
    }

    pub(super) fn simplify_urem(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(self.zero(width));
        }
        match self.as_constant(b) {
            Some(0) => return Some(a),
            Some(1) => return Some(self.zero(width)),
            Some(c) if c.is_power_of_two() => {
                let low = self.constant(width, c - 1);
                return Some(self.and(a, low));
            }
            Some(c) if bits(c) > self.significant(a) => return Some(a),
            _ => {}
        }
        let inner = self.significant(a).max(self.significant(b)).max(1);
        if inner == width {
            return None;
        }
        let (x, y) = (self.low(a, inner), self.low(b, inner));
        let remainder = self.urem(x, y);
        Some(self.zext(remainder, width))
    }

    pub(super) fn simplify_sdiv(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.significant(a) < width && self.significant(b) < width {
            return Some(self.udiv(a, b));
        }
        let c = self.as_constant(b)?;
        let sign = mask(width) ^ mask(width) >> 1;
        if c == 0 {
            let (zero, one, ones) = (self.zero(width), self.constant(width, 1), self.ones(width));
            let negative = self.slt(a, zero);
            return Some(self.ite(negative, one, ones));
        }
        // Of one bit, 1 is −1 and the least number at once: −a is a.
        if c == mask(width) {
            return Some(self.neg(a));
        }
        // Rounding to zero: a negative dividend is moved up by 2^k − 1 first.
        let k = log2(c).filter(|_| c != sign)?;
        if k == 0 {
            return Some(a);
        }
        let (top, up, k) = (
            self.constant(width, u128::from(width) - 1),
            self.constant(width, u128::from(width - k)),
            self.constant(width, k.into()),
        );
        let signs = self.ashr(a, top);
        let bias = self.lshr(signs, up);
        let moved = self.add(a, bias);
        Some(self.ashr(moved, k))
    }

    pub(super) fn simplify_srem(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(self.zero(width));
        }
        if self.significant(a) < width && self.significant(b) < width {
            return Some(self.urem(a, b));
        }
        let c = self.as_constant(b)?;
        let sign = mask(width) ^ mask(width) >> 1;
        if c == 0 {
            return Some(a);
        }
        if c == 1 || c == mask(width) {
            return Some(self.zero(width));
        }
        // The divisor's sign does not matter.
        if c > sign {
            let positive = self.neg(b);
            return Some(self.srem(a, positive));
        }
        let k = log2(c).filter(|_| c != sign)?;
        let quotient = self.sdiv(a, b);
        let k = self.constant(width, k.into());
        let multiple = self.shl(quotient, k);
        Some(self.sub(a, multiple))
    }

    pub(super) fn simplify_shl(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.is_zero(a) {
            return Some(a);
        }
        if width == 1 {
            let kept = self.not(b);
            return Some(self.and(a, kept));
        }
        let amount = self.as_constant(b)?;
        if amount == 0 {
            return Some(a);
        }
        if amount >= u128::from(width) {
            return Some(self.zero(width));
        }
        // (x + k) << c = (x << c) + (k << c)
        if let Kind::Add(x, k) = self.kind(a)
            && self.as_constant(k).is_some()
        {
            let (x, k) = (self.shl(x, b), self.shl(k, b));
            return Some(self.add(x, k));
        }
        let (kept, zeros) = (self.low(a, width - amount as u32), self.zero(amount as u32));
        Some(self.concat(kept, zeros))
    }

    pub(super) fn simplify_lshr(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.is_zero(a) {
            return Some(a);
        }
        if width == 1 {
            let kept = self.not(b);
            return Some(self.and(a, kept));
        }
        let amount = self.as_constant(b)?;
        if amount >= u128::from(width) {
            return Some(self.zero(width));
        }
        let kept = self.above(a, amount as u32);
        Some(self.zext(kept, width))
    }

    pub(super) fn simplify_ashr(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if width == 1 || self.is_zero(a) || self.is_ones(a) {
            return Some(a);
        }
        let amount = self.as_constant(b)?.min(u128::from(width) - 1);
        let kept = self.above(a, amount as u32);
        Some(self.sext(kept, width))
    }

    pub(super) fn simplify_umul_overflows(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.significant(a) + self.significant(b) <= width {
            return Some(self.bool(false));
        }
        // a · c > max  ⇔  a > max / c
        let c = self.as_constant(b).filter(|&c| c != 0)?;
        let most = self.constant(width, mask(width) / c);
        Some(self.ult(most, a))
    }

    pub(super) fn simplify_smul_overflows(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.significant(a) + self.significant(b) < width {
            return Some(self.bool(false));
        }
        let c = signed(width, self.as_constant(b)?);
        let (min, max) = (signed(width, 1 << (width - 1)), signed(width, mask(width) >> 1));
        if c == 0 {
            return Some(self.bool(false));
        }
        // Division rounds to zero, which is to the inside on both ends. Only −1 makes the least
        // number too large; for it alone the upper end is none of the numbers.
        let (least, most) = match c {
            -1 => (-max, max),
            _ if c > 0 => (min / c, max / c),
            _ => (max / c, min / c),
        };
        let (least, most) =
            (self.constant(width, least as u128), self.constant(width, most as u128));
        let (below, above) = (self.slt(a, least), self.slt(most, a));
        Some(self.or(below, above))
    }

    pub(super) fn simplify_count_ones(&mut self, a: Term, width: u32) -> Option<Term> {
        match self.kind(a) {
            _ if width == 1 => Some(a),
            Kind::Zext(x) => {
                let ones = self.count_ones(x);
                Some(self.zext(ones, width))
            }
            _ => None,
        }
    }
}
