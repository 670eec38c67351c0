//! Bit-blasting: a circuit for every term, made once.

use super::aig::{Aig, Lit};
use super::circuit::Circuit;
use crate::solve::GaveUp;
use crate::solve::fault::Fault;
use crate::term::{Array, ArrayKind, Kind, Term, Terms};

/// What has no circuit yet.
const NONE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Blaster {
    pub(super) circuit: Circuit,
    /// By term: where its bits begin in `pool`. The width is the term's.
    begins: Vec<u32>,
    pool: Vec<Lit>,
}

impl Blaster {
    pub(super) fn new(fault: Option<Fault>) -> Self {
        Self { circuit: Circuit::new(fault), begins: Vec::new(), pool: Vec::new() }
    }

    /// The bits of a term that has a circuit, the lowest first.
    pub(super) fn bits(&self, terms: &Terms, t: Term) -> &[Lit] {
        let begin = self.begins[t.index()] as usize;
        &self.pool[begin..begin + terms.width(t) as usize]
    }

    fn is_known(&self, t: Term) -> bool {
        self.begins[t.index()] != NONE
    }

    /// Makes the circuit of a term, unless `stop` says to give up before it is done. What was made
    /// until then is kept.
    pub(super) fn blast(
        &mut self,
        terms: &Terms,
        t: Term,
        stop: &impl Fn(&Aig) -> Option<GaveUp>,
    ) -> Result<(), GaveUp> {
        if self.begins.len() < terms.len() {
            self.begins.resize(terms.len(), NONE);
        }
        // Terms may be deep: what is missing goes on a stack of our own.
        let mut todo = vec![t];
        while let Some(&t) = todo.last() {
            if self.is_known(t) {
                todo.pop();
                continue;
            }
            let waiting = todo.len();
            let kind = terms.kind(t);
            todo.extend(kind.operands().filter(|&x| !self.is_known(x)));
            if let Kind::Select(array, _) = kind {
                terms.array_operands(array, |x| {
                    if !self.is_known(x) {
                        todo.push(x);
                    }
                });
            }
            if todo.len() > waiting {
                continue;
            }
            if let Some(reason) = stop(&self.circuit.aig) {
                return Err(reason);
            }
            let bits = self.circuit_of(terms, t, kind);
            debug_assert_eq!(bits.len(), terms.width(t) as usize, "{kind:?}");
            self.begins[t.index()] = u32::try_from(self.pool.len()).map_err(|_| GaveUp::Memory)?;
            self.pool.extend(bits);
            todo.pop();
        }
        Ok(())
    }

    /// The circuit of a term whose operands have theirs.
    fn circuit_of(&mut self, terms: &Terms, t: Term, kind: Kind) -> Vec<Lit> {
        use Kind::*;
        let width = terms.width(t) as usize;
        let word = |x: Term| self.bits(terms, x).to_vec();
        macro_rules! unary {
            ($f:ident, $a:expr) => {{
                let a = word($a);
                self.circuit.$f(&a)
            }};
        }
        macro_rules! binary {
            ($f:ident, $a:expr, $b:expr) => {{
                let (a, b) = (word($a), word($b));
                self.circuit.$f(&a, &b)
            }};
        }
        match kind {
            Small(_) | Wide(_) => {
                Circuit::constant(width, terms.as_constant(t).expect("a constant has a value"))
            }
            Variable(index) => self.inputs(width, index),
            Not(a) => Circuit::not(&word(a)),
            And(a, b) => {
                let (a, b) = (word(a), word(b));
                self.circuit.bitwise(Aig::and, &a, &b)
            }
            Or(a, b) => {
                let (a, b) = (word(a), word(b));
                self.circuit.bitwise(Aig::or, &a, &b)
            }
            Xor(a, b) => binary!(xor, a, b),
            Neg(a) => unary!(neg, a),
            Add(a, b) => binary!(add, a, b),
            Sub(a, b) => binary!(sub, a, b),
            Mul(a, b) => binary!(mul, a, b),
            Udiv(a, b) => binary!(udiv, a, b),
            Sdiv(a, b) => binary!(sdiv, a, b),
            Urem(a, b) => binary!(urem, a, b),
            Srem(a, b) => binary!(srem, a, b),
            Shl(a, b) => binary!(shl, a, b),
            Lshr(a, b) => {
                let (a, b) = (word(a), word(b));
                self.circuit.shift_right(&a, &b, Lit::FALSE)
            }
            Ashr(a, b) => binary!(ashr, a, b),
            UmulOverflows(a, b) => vec![binary!(umul_overflows, a, b)],
            SmulOverflows(a, b) => vec![binary!(smul_overflows, a, b)],
            Eq(a, b) => vec![binary!(eq, a, b)],
            Ult(a, b) => vec![binary!(ult, a, b)],
            Slt(a, b) => vec![binary!(slt, a, b)],
            Ite(c, a, b) => {
                let (c, mut a, mut b) = (word(c)[0], word(a), word(b));
                if self.circuit.has(Fault::SwappedArms) {
                    std::mem::swap(&mut a, &mut b);
                }
                self.circuit.ite(c, &a, &b)
            }
            Extract(a, low) => {
                let low = low as usize;
                let low = low - usize::from(low > 0 && self.circuit.has(Fault::ShiftedExtract));
                word(a)[low..low + width].to_vec()
            }
            Concat(high, low) if self.circuit.has(Fault::SwappedConcat) => {
                [word(high), word(low)].concat()
            }
            Concat(high, low) => [word(low), word(high)].concat(),
            Zext(a) => extended(word(a), width, Lit::FALSE),
            Sext(a) => {
                let bits = word(a);
                let zeros = self.circuit.has(Fault::ZeroExtension);
                let sign = if zeros { Lit::FALSE } else { bits[bits.len() - 1] };
                extended(bits, width, sign)
            }
            CountOnes(a) => unary!(count_ones, a),
            LeadingZeros(a) => {
                let mut bits = word(a);
                if !self.circuit.has(Fault::TrailingForLeading) {
                    bits.reverse();
                }
                self.circuit.zeros_before(&bits)
            }
            TrailingZeros(a) => {
                let mut bits = word(a);
                if self.circuit.has(Fault::LeadingForTrailing) {
                    bits.reverse();
                }
                self.circuit.zeros_before(&bits)
            }
            Select(array, index) => self.select(terms, array, index),
        }
    }

    /// Inputs for a variable. In the first samples all variables have the same value, one at an edge;
    /// in the others values are small or anything, the same at every run.
    fn inputs(&mut self, width: usize, index: u32) -> Vec<Lit> {
        let all = u128::MAX >> (128 - width);
        let mut state = u64::from(index);
        let values: Vec<u128> = (0..64)
            .map(|sample| {
                let random =
                    u128::from(splitmix(&mut state)) << 64 | u128::from(splitmix(&mut state));
                let value = match sample {
                    0 => 0,
                    1 => all,
                    2 => all / 2,
                    3 => all / 2 + 1,
                    4..16 => sample - 3,
                    _ if random % 3 == 0 => random / 3 % 16,
                    _ if random % 3 == 1 => random / 3 % 1024,
                    _ => random,
                };
                value & all
            })
            .collect();
        (0..width)
            .map(|bit| {
                let of_sample =
                    |(sample, value): (usize, &u128)| ((value >> bit & 1) as u64) << sample;
                let samples = values.iter().enumerate().map(of_sample).sum();
                self.circuit.aig.input(samples)
            })
            .collect()
    }

    /// The table's element, unless a store was at that index: the last one counts.
    fn select(&mut self, terms: &Terms, mut array: Array, index: Term) -> Vec<Lit> {
        let at = self.bits(terms, index).to_vec();
        let mut stores = Vec::new();
        let mut found = loop {
            match terms.array_kind(array) {
                ArrayKind::Store(inner, stored_at, value) => {
                    stores.push((*stored_at, *value));
                    array = *inner;
                }
                ArrayKind::Table(elements) => {
                    let elements: Vec<Vec<Lit>> =
                        elements.iter().map(|&x| self.bits(terms, x).to_vec()).collect();
                    break self.circuit.lookup(&elements, &at);
                }
            }
        };
        if self.circuit.has(Fault::LostStore) {
            return found;
        }
        for (stored_at, value) in stores.into_iter().rev() {
            let stored_at = self.bits(terms, stored_at).to_vec();
            let here = self.circuit.eq(&stored_at, &at);
            let value = self.bits(terms, value).to_vec();
            found = self.circuit.ite(here, &value, &found);
        }
        found
    }
}

fn extended(mut bits: Vec<Lit>, width: usize, with: Lit) -> Vec<Lit> {
    bits.resize(width, with);
    bits
}

/// The next of a sequence of numbers that look random (Steele, Lea and Flood, 2014).
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
