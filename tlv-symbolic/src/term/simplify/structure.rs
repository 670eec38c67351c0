//! Rules for `ite`, and for taking vectors apart and putting them together.

use super::super::{Kind, Term, Terms, mask};

impl Terms {
    pub(super) fn simplify_ite(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(a);
        }
        match self.kind(c) {
            Kind::Small(1) => return Some(a),
            Kind::Small(_) => return Some(b),
            Kind::Not(d) => return Some(self.ite(d, b, a)),
            // x == y ? x : y  is y,  x == y ? y : x  is x
            Kind::Eq(x, y) if (a == x && b == y) || (a == y && b == x) => return Some(b),
            _ => {}
        }
        if width == 1 {
            return self.simplify_ite_of_bits(c, a, b);
        }
        match (self.kind(a), self.kind(b)) {
            // The condition is known inside.
            (Kind::Ite(d, x, _), _) if d == c => return Some(self.ite(c, x, b)),
            (_, Kind::Ite(d, _, y)) if d == c => return Some(self.ite(c, a, y)),
            // Two ways to the same arm.
            (_, Kind::Ite(d, x, y)) if x == a => {
                let either = self.or(c, d);
                return Some(self.ite(either, a, y));
            }
            (_, Kind::Ite(d, x, y)) if y == a => {
                let not_d = self.not(d);
                let either = self.or(c, not_d);
                return Some(self.ite(either, a, x));
            }
            (Kind::Ite(d, x, y), _) if y == b => {
                let both = self.and(c, d);
                return Some(self.ite(both, x, b));
            }
            (Kind::Ite(d, x, y), _) if x == b => {
                let not_d = self.not(d);
                let both = self.and(c, not_d);
                return Some(self.ite(both, y, b));
            }
            // Extensions go outside.
            (Kind::Zext(x), Kind::Zext(y)) => {
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, inner), self.zext(y, inner));
                let chosen = self.ite(c, x, y);
                return Some(self.zext(chosen, width));
            }
            (Kind::Sext(x), Kind::Sext(y)) => {
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, inner), self.sext(y, inner));
                let chosen = self.ite(c, x, y);
                return Some(self.sext(chosen, width));
            }
            (Kind::Zext(x), _) if self.as_constant(b).is_some_and(|k| k <= mask(self.width(x))) => {
                let k = self.low(b, self.width(x));
                let chosen = self.ite(c, x, k);
                return Some(self.zext(chosen, width));
            }
            (_, Kind::Zext(y)) if self.as_constant(a).is_some_and(|k| k <= mask(self.width(y))) => {
                let k = self.low(a, self.width(y));
                let chosen = self.ite(c, k, y);
                return Some(self.zext(chosen, width));
            }
            _ => {}
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(1), Some(0)) => Some(self.zext(c, width)),
            (Some(0), Some(1)) => {
                let not_c = self.not(c);
                Some(self.zext(not_c, width))
            }
            (Some(ones), Some(0)) if ones == mask(width) => Some(self.sext(c, width)),
            (Some(0), Some(ones)) if ones == mask(width) => {
                let not_c = self.not(c);
                Some(self.sext(not_c, width))
            }
            _ => None,
        }
    }

    fn simplify_ite_of_bits(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(1), _) => return Some(self.or(c, b)),
            (Some(_), _) => {
                let not_c = self.not(c);
                return Some(self.and(not_c, b));
            }
            (_, Some(1)) => {
                let not_c = self.not(c);
                return Some(self.or(not_c, a));
            }
            (_, Some(_)) => return Some(self.and(c, a)),
            _ => {}
        }
        match (self.kind(a), self.kind(b)) {
            _ if a == c => Some(self.or(c, b)),
            _ if b == c => Some(self.and(c, a)),
            _ if self.complementary(a, c) => {
                let not_c = self.not(c);
                Some(self.and(not_c, b))
            }
            _ if self.complementary(b, c) => {
                let not_c = self.not(c);
                Some(self.or(not_c, a))
            }
            _ if self.complementary(a, b) => Some(self.eq(c, a)),
            (Kind::Ite(d, x, _), _) if d == c => Some(self.ite(c, x, b)),
            (_, Kind::Ite(d, _, y)) if d == c => Some(self.ite(c, a, y)),
            _ => None,
        }
    }

    pub(super) fn simplify_extract(&mut self, a: Term, high: u32, low: u32) -> Option<Term> {
        let width = high - low + 1;
        match self.kind(a) {
            Kind::Extract(x, at) => Some(self.extract(x, at + high, at + low)),
            Kind::Concat(top, bottom) => {
                let at = self.width(bottom);
                Some(if high < at {
                    self.extract(bottom, high, low)
                } else if low >= at {
                    self.extract(top, high - at, low - at)
                } else {
                    let (top, bottom) = (self.low(top, high - at + 1), self.above(bottom, low));
                    self.concat(top, bottom)
                })
            }
            Kind::Zext(x) => {
                let inner = self.width(x);
                Some(if high < inner {
                    self.extract(x, high, low)
                } else if low >= inner {
                    self.zero(width)
                } else {
                    let kept = self.above(x, low);
                    self.zext(kept, width)
                })
            }
            Kind::Sext(x) => {
                let inner = self.width(x);
                Some(if high < inner {
                    self.extract(x, high, low)
                } else {
                    let kept = self.above(x, low.min(inner - 1));
                    self.sext(kept, width)
                })
            }
            // Into an arm that becomes a smaller constant. `simplify_concat` undoes this.
            Kind::Ite(c, x, y)
                if self.as_constant(x).is_some() || self.as_constant(y).is_some() =>
            {
                self.follow(|terms| {
                    let (x, y) = (terms.extract(x, high, low), terms.extract(y, high, low));
                    terms.ite(c, x, y)
                })
            }
            _ => None,
        }
    }

    pub(super) fn simplify_concat(&mut self, high: Term, low: Term) -> Option<Term> {
        let width = self.width(high) + self.width(low);
        if self.is_zero(high) {
            return Some(self.zext(low, width));
        }
        match self.kind(high) {
            // To the right: a ++ (b ++ c).
            Kind::Concat(a, b) => {
                let rest = self.concat(b, low);
                return Some(self.concat(a, rest));
            }
            Kind::Zext(x) => {
                let inner = self.concat(x, low);
                return Some(self.zext(inner, width));
            }
            Kind::Sext(x) => {
                // Copies of the sign of what is below extend it.
                let sign = self.above(low, self.width(low) - 1);
                if sign == x {
                    return Some(self.sext(low, width));
                }
                if let Some(merged) = self.merge_first(x, low) {
                    return Some(self.sext(merged, width));
                }
            }
            _ => {}
        }
        self.merge_first(high, low)
    }

    /// `high` merged with the first part of what is below it.
    fn merge_first(&mut self, high: Term, low: Term) -> Option<Term> {
        match self.kind(low) {
            Kind::Concat(middle, rest) => {
                let merged = self.merge(high, middle)?;
                Some(self.concat(merged, rest))
            }
            _ => self.merge(high, low),
        }
    }

    /// Two neighbours as one term that is not a concatenation, if they belong together.
    fn merge(&mut self, high: Term, low: Term) -> Option<Term> {
        match (self.kind(high), self.kind(low)) {
            (Kind::Extract(x, at), Kind::Extract(y, below))
                if x == y && at == below + self.width(low) =>
            {
                Some(self.extract(x, at + self.width(high) - 1, below))
            }
            (Kind::Ite(c, a, b), Kind::Ite(d, x, y)) if c == d => {
                let constant = |terms: &Self, p, q| {
                    terms.as_constant(p).is_some() && terms.as_constant(q).is_some()
                };
                if !constant(self, a, x) && !constant(self, b, y) {
                    return None;
                }
                self.follow(|terms| {
                    let (a, b) = (terms.concat(a, x), terms.concat(b, y));
                    terms.ite(c, a, b)
                })
            }
            _ if self.as_constant(high).is_some() && self.as_constant(low).is_some() => {
                Some(self.concat(high, low))
            }
            _ => None,
        }
    }

    pub(super) fn simplify_zext(&mut self, a: Term, width: u32) -> Option<Term> {
        match self.kind(a) {
            Kind::Zext(x) => Some(self.zext(x, width)),
            _ => None,
        }
    }

    pub(super) fn simplify_sext(&mut self, a: Term, width: u32) -> Option<Term> {
        match self.kind(a) {
            Kind::Sext(x) => Some(self.sext(x, width)),
            // The sign is one of the zeros.
            Kind::Zext(x) => Some(self.zext(x, width)),
            _ => None,
        }
    }
}
