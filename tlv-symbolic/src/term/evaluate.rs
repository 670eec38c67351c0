//! What terms mean: the value of each operator on constants, and of whole terms in a model.

use rustc_hash::FxHashMap;

use super::{Array, ArrayKind, Kind, Model, Term, Terms, mask, signed};

impl Terms {
    /// The value of the term in the model.
    pub fn evaluate(&self, t: Term, model: &Model) -> u128 {
        self.evaluate_into(t, model, &mut FxHashMap::default())
    }

    /// The values of several terms in the model; what they share is evaluated once.
    pub fn evaluate_all(&self, all: &[Term], model: &Model) -> Vec<u128> {
        let mut values = FxHashMap::default();
        all.iter().map(|&t| self.evaluate_into(t, model, &mut values)).collect()
    }

    /// The value of the term in the model, given values of other terms in it; adds to them.
    pub(crate) fn evaluate_into(
        &self,
        t: Term,
        model: &Model,
        values: &mut FxHashMap<Term, u128>,
    ) -> u128 {
        if let Some(constant) = self.as_constant(t) {
            return constant;
        }
        // Terms may be deep: the operands that are missing go on a stack of our own.
        let mut todo = vec![t];
        while let Some(&t) = todo.last() {
            if values.contains_key(&t) {
                todo.pop();
                continue;
            }
            let kind = self.kind(t);
            let waiting = todo.len();
            todo.extend(kind.operands().filter(|x| !values.contains_key(x)));
            if todo.len() == waiting
                && let Kind::Select(array, index) = kind
            {
                self.needed_for_select(array, values[&index], values, &mut todo);
            }
            if todo.len() > waiting {
                continue;
            }
            let value = match kind {
                Kind::Variable(_) => model.get(t) & mask(self.width(t)),
                Kind::Select(array, index) => values[&self.element(array, values[&index], values)],
                _ => self.apply(kind, self.width(t), |x| values[&x]),
            };
            values.insert(t, value);
            todo.pop();
        }
        values[&t]
    }

    /// The term that is the array's element at an index, given the values of all indices stored at.
    fn element(&self, mut array: Array, at: u128, values: &FxHashMap<Term, u128>) -> Term {
        loop {
            match self.array_kind(array) {
                ArrayKind::Store(_, index, value) if values[index] == at => return *value,
                ArrayKind::Store(inner, ..) => array = *inner,
                ArrayKind::Table(elements) => return elements[in_range(at, elements.len())],
            }
        }
    }

    /// Pushes what is not known yet of what it takes to find the array's element at an index.
    fn needed_for_select(
        &self,
        mut array: Array,
        at: u128,
        values: &FxHashMap<Term, u128>,
        todo: &mut Vec<Term>,
    ) {
        let mut need = |t: Term| {
            if !values.contains_key(&t) {
                todo.push(t);
            }
        };
        loop {
            match self.array_kind(array) {
                ArrayKind::Store(inner, index, value) => match values.get(index) {
                    None => return need(*index),
                    Some(&index) if index == at => return need(*value),
                    Some(_) => array = *inner,
                },
                ArrayKind::Table(elements) => return need(elements[in_range(at, elements.len())]),
            }
        }
    }

    /// The value of an operator on values of its operands. Variables and selections have none.
    pub(super) fn apply(&self, kind: Kind, width: u32, of: impl Fn(Term) -> u128) -> u128 {
        use Kind::*;
        let all = mask(width);
        let sign_of = |t: Term| signed(self.width(t), of(t));
        let value = match kind {
            Small(_) | Wide(_) => self.constant_of(kind),
            Variable(_) | Select(..) => unreachable!("has no value of its own"),
            Not(a) => !of(a),
            And(a, b) => of(a) & of(b),
            Or(a, b) => of(a) | of(b),
            Xor(a, b) => of(a) ^ of(b),
            Neg(a) => of(a).wrapping_neg(),
            Add(a, b) => of(a).wrapping_add(of(b)),
            Sub(a, b) => of(a).wrapping_sub(of(b)),
            Mul(a, b) => of(a).wrapping_mul(of(b)),
            Udiv(a, b) => of(a).checked_div(of(b)).unwrap_or(all),
            Urem(a, b) => of(a).checked_rem(of(b)).unwrap_or(of(a)),
            Sdiv(a, b) => match (sign_of(a), sign_of(b)) {
                (a, 0) if a < 0 => 1,
                (_, 0) => all,
                (a, b) => a.wrapping_div(b) as u128,
            },
            Srem(a, b) => match (sign_of(a), sign_of(b)) {
                (a, 0) => a as u128,
                (a, b) => a.wrapping_rem(b) as u128,
            },
            Shl(a, b) if of(b) < u128::from(width) => of(a) << of(b),
            Lshr(a, b) if of(b) < u128::from(width) => of(a) >> of(b),
            Shl(..) | Lshr(..) => 0,
            Ashr(a, b) => (sign_of(a) >> of(b).min(127)) as u128,
            UmulOverflows(a, b) => {
                of(a).checked_mul(of(b)).is_none_or(|p| p > mask(self.width(a))).into()
            }
            SmulOverflows(a, b) => {
                let fits = |p: i128| signed(self.width(a), p as u128) == p;
                (!sign_of(a).checked_mul(sign_of(b)).is_some_and(fits)).into()
            }
            Eq(a, b) => (of(a) == of(b)).into(),
            Ult(a, b) => (of(a) < of(b)).into(),
            Slt(a, b) => (sign_of(a) < sign_of(b)).into(),
            Ite(c, a, b) => of(if of(c) == 1 { a } else { b }),
            Extract(a, low) => of(a) >> low,
            Concat(high, low) => of(high) << self.width(low) | of(low),
            Zext(a) => of(a),
            Sext(a) => sign_of(a) as u128,
            CountOnes(a) => of(a).count_ones().into(),
            LeadingZeros(a) => (of(a).leading_zeros() - (128 - width)).into(),
            TrailingZeros(a) => of(a).trailing_zeros().min(width).into(),
        };
        value & all
    }

    fn constant_of(&self, kind: Kind) -> u128 {
        match kind {
            Kind::Small(value) => value.into(),
            Kind::Wide(index) => self.wide[index as usize],
            _ => unreachable!("not a constant"),
        }
    }
}

/// The position in a table of that many elements.
fn in_range(index: u128, len: usize) -> usize {
    if index < len as u128 { index as usize } else { 0 }
}
