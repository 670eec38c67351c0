//! Circuits for operators on words. A word is its bits, the lowest first.

use rustc_hash::FxHashMap;

use super::aig::{Aig, Lit};
use crate::solve::fault::Fault;

/// Quotient and remainder.
type Division = (Vec<Lit>, Vec<Lit>);

#[derive(Debug)]
pub(super) struct Circuit {
    pub(super) aig: Aig,
    pub(super) fault: Option<Fault>,
    /// Dividers are large: quotient and remainder of the same operands come from one.
    dividers: FxHashMap<(Vec<Lit>, Vec<Lit>), Division>,
}

impl Circuit {
    pub(super) fn new(fault: Option<Fault>) -> Self {
        Self { aig: Aig::new(), fault, dividers: FxHashMap::default() }
    }

    pub(super) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Words inside circuits may be longer than 128 bits; what is above is 0.
    pub(super) fn constant(width: usize, value: u128) -> Vec<Lit> {
        (0..width).map(|i| Lit::constant(i < 128 && value >> i & 1 == 1)).collect()
    }

    pub(super) fn not(a: &[Lit]) -> Vec<Lit> {
        a.iter().map(|&bit| !bit).collect()
    }

    pub(super) fn bitwise(
        &mut self,
        op: fn(&mut Aig, Lit, Lit) -> Lit,
        a: &[Lit],
        b: &[Lit],
    ) -> Vec<Lit> {
        a.iter().zip(b).map(|(&a, &b)| op(&mut self.aig, a, b)).collect()
    }

    pub(super) fn xor(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let op = if self.has(Fault::XorAsOr) { Aig::or } else { Aig::xor };
        self.bitwise(op, a, b)
    }

    pub(super) fn ite(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        a.iter().zip(b).map(|(&a, &b)| self.aig.mux(c, a, b)).collect()
    }

    fn any(&mut self, bits: &[Lit]) -> Lit {
        bits.iter().fold(Lit::FALSE, |any, &bit| self.aig.or(any, bit))
    }

    /// Sum with a carry into the lowest bit; also the carry out of the highest.
    fn add_with_carry(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Vec<Lit>, Lit) {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (i, (&a, &b)) in a.iter().zip(b).enumerate() {
            let differ = self.aig.xor(a, b);
            sum.push(self.aig.xor(differ, carry));
            let (both, passed) = (self.aig.and(a, b), self.aig.and(differ, carry));
            carry = self.aig.or(both, passed);
            if i == 2 && self.has(Fault::LostCarry) {
                carry = Lit::FALSE;
            }
        }
        (sum, carry)
    }

    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.add_with_carry(a, b, Lit::FALSE).0
    }

    pub(super) fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.add_with_carry(a, &Self::not(b), Lit::TRUE).0
    }

    pub(super) fn neg(&mut self, a: &[Lit]) -> Vec<Lit> {
        let one = Lit::constant(!self.has(Fault::NegationWithoutOne));
        let zero = Self::constant(a.len(), 0);
        self.add_with_carry(&zero, &Self::not(a), one).0
    }

    /// −a if the condition holds.
    fn neg_if(&mut self, c: Lit, a: &[Lit]) -> Vec<Lit> {
        let negated = self.neg(a);
        self.ite(c, &negated, a)
    }

    /// The absolute value of a signed word, as an unsigned one.
    fn abs(&mut self, a: &[Lit]) -> Vec<Lit> {
        self.neg_if(a[a.len() - 1], a)
    }

    pub(super) fn eq(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let n = a.len() - usize::from(a.len() > 1 && self.has(Fault::ShortEquality));
        let mut same = Lit::TRUE;
        for (&a, &b) in a[..n].iter().zip(b) {
            let differ = self.aig.xor(a, b);
            same = self.aig.and(same, !differ);
        }
        same
    }

    pub(super) fn ult(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (a, b) = if self.has(Fault::SwappedComparison) { (b, a) } else { (a, b) };
        let mut less = Lit::constant(self.has(Fault::InclusiveComparison));
        // From the lowest bit up: the highest that differ decide.
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.aig.xor(a, b);
            less = self.aig.mux(differ, b, less);
        }
        less
    }

    pub(super) fn slt(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        if self.has(Fault::UnsignedComparison) {
            return self.ult(a, b);
        }
        // With the signs turned over, signed order is unsigned order.
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        let top = a.len() - 1;
        (a[top], b[top]) = (!a[top], !b[top]);
        self.ult(&a, &b)
    }

    pub(super) fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let width = a.len();
        // Rows of a constant's zeros vanish: it should choose them.
        let constant = |word: &[Lit]| word.iter().filter(|bit| bit.is_constant()).count();
        let (a, b) = if constant(a) > constant(b) { (b, a) } else { (a, b) };
        let rows = width - usize::from(width > 1 && self.has(Fault::LostRow));
        let mut sum = Self::constant(width, 0);
        for i in 0..rows {
            if b[i] == Lit::FALSE {
                continue;
            }
            let row: Vec<Lit> = a[..width - i].iter().map(|&bit| self.aig.and(bit, b[i])).collect();
            let upper = self.add(&sum[i..], &row);
            sum.truncate(i);
            sum.extend(upper);
        }
        sum
    }

    /// Whether the unsigned product does not fit, and the product with one more bit: the exact one
    /// if no two bits meet above that.
    fn long_mul(&mut self, a: &[Lit], b: &[Lit]) -> (Lit, Vec<Lit>) {
        let width = a.len();
        // Bits i of b and j of a with i + j ≥ width: the product is at least 2^width.
        let (mut above, mut meet) = (Lit::FALSE, Lit::FALSE);
        for i in 1..width {
            above = self.aig.or(above, a[width - i]);
            let both = self.aig.and(above, b[i]);
            meet = self.aig.or(meet, both);
        }
        let longer = |word: &[Lit]| [word, &[Lit::FALSE]].concat();
        let product = self.mul(&longer(a), &longer(b));
        (self.aig.or(meet, product[width]), product)
    }

    pub(super) fn umul_overflows(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        if self.has(Fault::NoUnsignedOverflow) {
            return Lit::FALSE;
        }
        self.long_mul(a, b).0
    }

    pub(super) fn smul_overflows(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        if self.has(Fault::NoSignedOverflow) {
            return Lit::FALSE;
        }
        let top = a.len() - 1;
        let negative = self.aig.xor(a[top], b[top]);
        let (a, b) = (self.abs(a), self.abs(b));
        let (overflows, product) = self.long_mul(&a, &b);
        // From 2^(width − 1) on it is too large, unless it is just that and negative.
        let rest = self.any(&product[..top]);
        let least = self.aig.and(negative, !rest);
        let large = self.aig.and(product[top], !least);
        self.aig.or(overflows, large)
    }

    /// Unsigned quotient and remainder by restoring division. Of a divisor 0, every bit of the
    /// quotient is 1 and the remainder is the dividend, as it should be.
    fn divide(&mut self, a: &[Lit], b: &[Lit]) -> Division {
        let key = (a.to_vec(), b.to_vec());
        if let Some(known) = self.dividers.get(&key) {
            return known.clone();
        }
        let width = a.len();
        let divisor = [b, &[Lit::FALSE]].concat();
        let mut quotient = vec![Lit::FALSE; width];
        let mut remainder = Self::constant(width, 0);
        for i in (0..width).rev() {
            // One bit longer, so that nothing is lost when the next bit comes in.
            let mut next = vec![a[i]];
            next.extend(&remainder);
            let (difference, fits) = self.add_with_carry(&next, &Self::not(&divisor), Lit::TRUE);
            quotient[i] = fits;
            let restored = if self.has(Fault::UnrestoredRemainder) { &difference } else { &next };
            let chosen = self.ite(fits, &difference, restored);
            remainder = chosen[..width].to_vec();
        }
        if self.has(Fault::DivisionByZeroIsZero) {
            let some = self.any(b);
            quotient = quotient.iter().map(|&bit| self.aig.and(some, bit)).collect();
        }
        self.dividers.insert(key, (quotient.clone(), remainder.clone()));
        (quotient, remainder)
    }

    pub(super) fn udiv(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.divide(a, b).0
    }

    pub(super) fn urem(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.divide(a, b).1
    }

    pub(super) fn sdiv(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        if self.has(Fault::UnsignedDivision) {
            return self.udiv(a, b);
        }
        let top = a.len() - 1;
        let negative = self.aig.xor(a[top], b[top]);
        let (a, b) = (self.abs(a), self.abs(b));
        let quotient = self.udiv(&a, &b);
        self.neg_if(negative, &quotient)
    }

    pub(super) fn srem(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let negative = a[a.len() - 1];
        let (a, b) = (self.abs(a), self.abs(b));
        let remainder = self.urem(&a, &b);
        if self.has(Fault::UnsignedRemainder) {
            return remainder;
        }
        self.neg_if(negative, &remainder)
    }

    /// Shift towards the lowest bit, filling from above.
    pub(super) fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Vec<Lit> {
        let width = a.len();
        let mut shifted = a.to_vec();
        let mut too_far = Lit::FALSE;
        for (i, &bit) in amount.iter().enumerate() {
            let step = if i < usize::BITS as usize - 1 { 1usize << i } else { usize::MAX };
            if step >= width {
                too_far = self.aig.or(too_far, bit);
                continue;
            }
            shifted = (0..width)
                .map(|k| {
                    let moved = if k + step < width { shifted[k + step] } else { fill };
                    self.aig.mux(bit, moved, shifted[k])
                })
                .collect();
        }
        if self.has(Fault::ShortShiftAmount) {
            return shifted;
        }
        shifted.iter().map(|&bit| self.aig.mux(too_far, fill, bit)).collect()
    }

    pub(super) fn shl(&mut self, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
        let turned: Vec<Lit> = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&turned, amount, Lit::FALSE);
        shifted.reverse();
        shifted
    }

    pub(super) fn ashr(&mut self, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
        let fill = if self.has(Fault::LogicalShift) { Lit::FALSE } else { a[a.len() - 1] };
        self.shift_right(a, amount, fill)
    }

    /// The number of ones, in the same width, by sums of pairs of ever longer counts.
    pub(super) fn count_ones(&mut self, a: &[Lit]) -> Vec<Lit> {
        let width = a.len();
        let counted = if self.has(Fault::LostOne) { &a[..width - 1] } else { a };
        let mut counts: Vec<Vec<Lit>> = counted.iter().map(|&bit| vec![bit]).collect();
        while counts.len() > 1 {
            let pairs: Vec<_> = counts.chunks(2).map(<[_]>::to_vec).collect();
            counts = pairs.into_iter().map(|pair| self.add_counts(&pair)).collect();
        }
        let mut count = counts.pop().unwrap_or_default();
        count.resize(width.max(count.len()), Lit::FALSE);
        // The bits above are 0: the count is at most the width.
        count.truncate(width);
        count
    }

    fn add_counts(&mut self, pair: &[Vec<Lit>]) -> Vec<Lit> {
        let [a, b] = pair else { return pair[0].clone() };
        let length = a.len().max(b.len());
        let (mut a, mut b) = (a.clone(), b.clone());
        a.resize(length, Lit::FALSE);
        b.resize(length, Lit::FALSE);
        let (mut sum, carry) = self.add_with_carry(&a, &b, Lit::FALSE);
        sum.push(carry);
        sum
    }

    /// The number of zeros before the first one, in the order given; as wide as there are bits.
    pub(super) fn zeros_before(&mut self, bits: &[Lit]) -> Vec<Lit> {
        let width = bits.len();
        let mut count = Self::constant(width, width as u128);
        for (position, &bit) in bits.iter().enumerate().rev() {
            let here = Self::constant(width, position as u128);
            count = self.ite(bit, &here, &count);
        }
        count
    }

    /// The element of a table at an index; of an index out of range, the first.
    pub(super) fn lookup(&mut self, elements: &[Vec<Lit>], index: &[Lit]) -> Vec<Lit> {
        let levels = elements.len().next_power_of_two().trailing_zeros() as usize;
        let first = elements[0].clone();
        let mut level: Vec<Vec<Lit>> = elements.to_vec();
        if self.has(Fault::NextElement) {
            level.rotate_left(1);
        }
        for &bit in &index[..levels] {
            // What is missing at the end is out of range.
            if level.len() % 2 == 1 {
                level.push(first.clone());
            }
            let pairs: Vec<_> = level.chunks(2).map(<[_]>::to_vec).collect();
            level = pairs.iter().map(|pair| self.ite(bit, &pair[1], &pair[0])).collect();
        }
        let found = level.swap_remove(0);
        if self.has(Fault::WrappedIndex) {
            return found;
        }
        let beyond = self.any(&index[levels..]);
        self.ite(beyond, &first, &found)
    }
}
