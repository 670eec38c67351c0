//! The constructors of terms: each checks widths and hands over to folding and the rules.

use super::{Array, ArrayKind, Kind, Term, Terms, mask};

/// Tables up to this size are copied when an element is replaced at a constant index.
const COPIED_TABLE: usize = 64;

impl Terms {
    /// Bitwise complement; of one bit, negation.
    pub fn not(&mut self, a: Term) -> Term {
        self.unary(Kind::Not, a)
    }

    /// Bitwise and; of one bit, conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.commutative(Kind::And, a, b)
    }

    /// Bitwise or; of one bit, disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.commutative(Kind::Or, a, b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.commutative(Kind::Xor, a, b)
    }

    /// `a` implies `b`, both truth values.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        assert_eq!(self.width(a), 1, "only truth values imply");
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// All of the truth values; true if there are none.
    pub fn conjunction(&mut self, all: &[Term]) -> Term {
        let mut sorted = all.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let contradicts = |terms: &Self, t| match terms.kind(t) {
            Kind::Not(x) => sorted.binary_search(&x).is_ok(),
            _ => false,
        };
        if sorted.iter().any(|&t| contradicts(self, t)) {
            return self.bool(false);
        }
        let mut result = self.bool(true);
        for t in sorted {
            result = self.and(result, t);
        }
        result
    }

    /// Two's complement.
    pub fn neg(&mut self, a: Term) -> Term {
        self.unary(Kind::Neg, a)
    }

    /// Sum modulo 2^width.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.commutative(Kind::Add, a, b)
    }

    /// Difference modulo 2^width.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Sub, a, b)
    }

    /// Product modulo 2^width.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.commutative(Kind::Mul, a, b)
    }

    /// Unsigned quotient; all ones if the divisor is 0.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Udiv, a, b)
    }

    /// Signed quotient rounded to zero; by 0: 1 if the dividend is negative, else −1.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Sdiv, a, b)
    }

    /// Unsigned remainder; the dividend if the divisor is 0.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Urem, a, b)
    }

    /// Signed remainder with the dividend's sign; the dividend if the divisor is 0.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Srem, a, b)
    }

    /// Shift to the left; 0 if the amount is the width or more.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Shl, a, b)
    }

    /// Logical shift to the right; 0 if the amount is the width or more.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Lshr, a, b)
    }

    /// Arithmetic shift to the right; copies of the sign if the amount is the width or more.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Ashr, a, b)
    }

    /// Whether the product of unsigned numbers does not fit.
    pub fn umul_overflows(&mut self, a: Term, b: Term) -> Term {
        self.relation(Kind::UmulOverflows, true, a, b)
    }

    /// Whether the product of signed numbers does not fit.
    pub fn smul_overflows(&mut self, a: Term, b: Term) -> Term {
        self.relation(Kind::SmulOverflows, true, a, b)
    }

    /// Whether the two are equal.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.relation(Kind::Eq, true, a, b)
    }

    /// Whether `a < b`, unsigned.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.relation(Kind::Ult, false, a, b)
    }

    /// Whether `a <= b`, unsigned.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let above = self.ult(b, a);
        self.not(above)
    }

    /// Whether `a < b`, signed.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.relation(Kind::Slt, false, a, b)
    }

    /// Whether `a <= b`, signed.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let above = self.slt(b, a);
        self.not(above)
    }

    /// `a` if the truth value `c` holds, else `b`.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        assert_eq!(self.width(c), 1, "a condition is one bit");
        let width = self.same_width(a, b);
        self.build(width, Kind::Ite(c, a, b))
    }

    /// The bits from `low` to `high`, both included, counted from 0.
    pub fn extract(&mut self, t: Term, high: u32, low: u32) -> Term {
        let width = self.width(t);
        assert!(low <= high && high < width, "bits {high} to {low} of {width}");
        if high - low + 1 == width {
            return t;
        }
        self.build(high - low + 1, Kind::Extract(t, low))
    }

    /// `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        assert!(width <= 128, "{width} bits are too many");
        self.build(width, Kind::Concat(high, low))
    }

    /// Extended by zeros to a width that is not smaller.
    pub fn zext(&mut self, t: Term, width: u32) -> Term {
        self.extend(Kind::Zext, t, width)
    }

    /// Extended by the sign to a width that is not smaller.
    pub fn sext(&mut self, t: Term, width: u32) -> Term {
        self.extend(Kind::Sext, t, width)
    }

    /// The number of ones, in the same width; of one bit, the bit.
    pub fn count_ones(&mut self, a: Term) -> Term {
        self.unary(Kind::CountOnes, a)
    }

    /// The number of zeros above the highest one, in the same width; the width if there is none.
    pub fn leading_zeros(&mut self, a: Term) -> Term {
        self.unary(Kind::LeadingZeros, a)
    }

    /// The number of zeros below the lowest one, in the same width; the width if there is none.
    pub fn trailing_zeros(&mut self, a: Term) -> Term {
        self.unary(Kind::TrailingZeros, a)
    }

    /// A table of at least one element, all of one width.
    pub fn table(&mut self, elements: Vec<Term>) -> Array {
        let first = *elements.first().expect("a table has elements");
        let width = self.width(first);
        let mut uniform = true;
        for &element in &elements {
            assert_eq!(self.width(element), width, "elements of one width");
            uniform &= element == first;
        }
        self.intern_array(ArrayKind::Table(elements.into()), width, uniform.then_some(first))
    }

    /// The array with another value at one index.
    pub fn store(&mut self, array: Array, index: Term, value: Term) -> Array {
        assert_eq!(self.width(index), 64, "an index has 64 bits");
        let width = self.element_width(array);
        assert_eq!(self.width(value), width, "elements of one width");
        let mut base = array;
        match self.array_kind(array) {
            // The later store at the same index hides the earlier.
            &ArrayKind::Store(inner, earlier, _) if earlier == index => base = inner,
            ArrayKind::Table(elements) if elements.len() <= COPIED_TABLE => {
                let at = self.as_constant(index).map_or(usize::MAX, |i| i as usize);
                // A change of element 0 would be one of all indices out of range.
                if (1..elements.len()).contains(&at) {
                    let mut changed = elements.to_vec();
                    changed[at] = value;
                    return self.table(changed);
                }
            }
            _ => {}
        }
        let uniform = self.arrays[base.index()].uniform.filter(|&same| same == value);
        if uniform.is_some() {
            return base;
        }
        self.intern_array(ArrayKind::Store(base, index, value), width, None)
    }

    /// The element at an index.
    pub fn select(&mut self, array: Array, index: Term) -> Term {
        assert_eq!(self.width(index), 64, "an index has 64 bits");
        let mut array = array;
        loop {
            if let Some(same) = self.arrays[array.index()].uniform {
                return same;
            }
            match self.array_kind(array) {
                &ArrayKind::Store(inner, stored_at, value) => {
                    let same = self.eq(stored_at, index);
                    match self.as_constant(same) {
                        Some(0) => array = inner,
                        Some(_) => return value,
                        None => break,
                    }
                }
                ArrayKind::Table(elements) => match self.as_constant(index) {
                    Some(i) => {
                        return elements[if i < elements.len() as u128 { i as usize } else { 0 }];
                    }
                    None => break,
                },
            }
        }
        let width = self.element_width(array);
        self.intern(width, Kind::Select(array, index))
    }

    fn unary(&mut self, kind: fn(Term) -> Kind, a: Term) -> Term {
        self.build(self.width(a), kind(a))
    }

    fn binary(&mut self, kind: fn(Term, Term) -> Kind, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        self.build(width, kind(a, b))
    }

    fn commutative(&mut self, kind: fn(Term, Term) -> Kind, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        self.build(width, kind(a, b))
    }

    fn relation(&mut self, kind: fn(Term, Term) -> Kind, commutes: bool, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        let (a, b) = if commutes { self.ordered(a, b) } else { (a, b) };
        self.build(1, kind(a, b))
    }

    fn extend(&mut self, kind: fn(Term) -> Kind, t: Term, width: u32) -> Term {
        assert!((self.width(t)..=128).contains(&width), "{} bits to {width}", self.width(t));
        if width == self.width(t) {
            return t;
        }
        self.build(width, kind(t))
    }

    /// The operands of a commutative operator in their order: by number, a constant last.
    fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let last = |t| self.as_constant(t).is_some();
        if (last(a), a) <= (last(b), b) { (a, b) } else { (b, a) }
    }

    fn same_width(&self, a: Term, b: Term) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands of one width");
        width
    }

    /// The constant if all operands are constant, what a rule makes of it, or the term itself.
    fn build(&mut self, width: u32, kind: Kind) -> Term {
        if kind.operands().all(|t| self.as_constant(t).is_some()) {
            let value = self.apply(kind, width, |t| self.as_constant(t).unwrap_or_default());
            return self.constant(width, value & mask(width));
        }
        match self.simplify(width, kind) {
            Some(simpler) => simpler,
            None => self.intern(width, kind),
        }
    }
}
