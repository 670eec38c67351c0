//! Inputs of a call: random ones, such as are near limits, near a model, or equal to each other.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use tlv_symbolic::exec::{Input, Inputs};
use tlv_symbolic::summary::Summary;
use tlv_symbolic::term::{Kind, Model, Term, Terms};

/// Bits of inputs, by call and id.
pub type Values = BTreeMap<(u32, u64), u128>;

/// Makes inputs for a summary.
pub struct Generator<'s> {
    inputs: &'s Inputs,
    /// Numbers that occur in the summary.
    constants: Vec<u128>,
    rng: Rng,
}

/// The values of the inputs in a model.
pub fn values_of(terms: &Terms, inputs: &Inputs, model: &Model) -> Values {
    let known = terms.variables().filter_map(|(term, variable)| {
        let key = (variable.call, variable.id);
        let input = inputs.get(&key)?;
        Some((key, fitted(*input, model.get(term))))
    });
    known.collect()
}

/// The model with these values.
pub fn model_of(terms: &Terms, values: &Values) -> Model {
    let mut model = Model::default();
    for (term, variable) in terms.variables() {
        if let Some(bits) = values.get(&(variable.call, variable.id)) {
            model.set(term, *bits);
        }
    }
    model
}

/// The value, or another if the input cannot have it.
fn fitted(input: Input, bits: u128) -> u128 {
    match input {
        Input::Integer { width, low, high } => {
            let mask = u128::MAX >> (128 - width);
            let offset = bits.wrapping_sub(low) & mask;
            let span = high.map_or(mask, |high| high.wrapping_sub(low) & mask);
            let offset = if offset > span { offset % (span + 1) } else { offset };
            low.wrapping_add(offset) & mask
        }
        // On the way through `f64`, a signalling NaN becomes a quiet one.
        Input::Float { width: 32 } => {
            let float = f32::from_bits(bits as u32);
            if float.is_nan() { f32::NAN.to_bits().into() } else { bits & 0xffff_ffff }
        }
        Input::Float { .. } => bits & u128::from(u64::MAX),
    }
}

impl<'s> Generator<'s> {
    /// One for this summary.
    pub fn new(summary: &Summary, inputs: &'s Inputs, seed: u64) -> Self {
        let constants = constants(summary).into_iter().collect();
        Generator { inputs, constants, rng: Rng::with_seed(seed) }
    }

    /// Inputs that have nothing to do with others.
    pub fn any(&mut self) -> Values {
        let mut values = Values::new();
        for (key, input) in self.inputs {
            let bits = self.value(*input, &values);
            values.insert(*key, fitted(*input, bits));
        }
        values
    }

    /// Inputs that differ in a few values.
    pub fn near(&mut self, values: &Values) -> Values {
        let mut near = values.clone();
        if self.inputs.is_empty() {
            return near;
        }
        for _ in 0..self.rng.usize(1..=3) {
            let nth = self.rng.usize(..self.inputs.len());
            let (key, input) = self.inputs.iter().nth(nth).expect("it is one of them");
            let old = near.get(key).copied().unwrap_or(0);
            let bits = match self.rng.u8(..4) {
                0 => old.wrapping_add(1),
                1 => old.wrapping_sub(1),
                2 => old ^ 1 << self.rng.u32(..width_of(*input)),
                _ => self.value(*input, &near),
            };
            near.insert(*key, fitted(*input, bits));
        }
        near
    }

    fn value(&mut self, input: Input, others: &Values) -> u128 {
        let width = width_of(input);
        let mask = u128::MAX >> (128 - width);
        if let Input::Float { width } = input {
            return self.float(width);
        }
        match self.rng.u8(..8) {
            0 => [0, 1, 2, mask, mask >> 1, (mask >> 1) + 1][self.rng.usize(..6)],
            1 | 2 if !self.constants.is_empty() => {
                let constant = self.constants[self.rng.usize(..self.constants.len())];
                [constant, constant.wrapping_add(1), constant.wrapping_sub(1)][self.rng.usize(..3)]
            }
            3 if !others.is_empty() => {
                let nth = self.rng.usize(..others.len());
                *others.values().nth(nth).expect("it is one of them")
            }
            // Any size is as likely as any other.
            4 | 5 => self.rng.u128(..) & mask >> self.rng.u32(..width),
            6 => self.rng.u128(..8),
            _ => self.rng.u128(..) & mask,
        }
    }

    fn float(&mut self, width: u32) -> u128 {
        let special =
            [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e300];
        let float = match self.rng.u8(..4) {
            0 => special[self.rng.usize(..special.len())],
            1 => f64::from_bits(self.rng.u64(..)),
            2 => f64::from(self.rng.i32(-200..200)),
            _ => (self.rng.f64() - 0.5) * 10f64.powi(self.rng.i32(-3..9)),
        };
        if width == 32 { (float as f32).to_bits().into() } else { float.to_bits().into() }
    }

    /// Conditions that some models satisfy and others do not: a few random bits of inputs.
    pub fn condition(&mut self, terms: &mut Terms, variables: &[Term]) -> Vec<Term> {
        let mut conditions = Vec::new();
        for _ in 0..variables.len().min(3) {
            let variable = variables[self.rng.usize(..variables.len())];
            let bit = self.rng.u32(..terms.width(variable));
            let is_set = terms.extract(variable, bit, bit);
            conditions.push(if self.rng.bool() { is_set } else { terms.not(is_set) });
        }
        conditions
    }
}

fn width_of(input: Input) -> u32 {
    let (Input::Integer { width, .. } | Input::Float { width }) = input;
    width
}

/// The constants in the conditions of a summary.
fn constants(summary: &Summary) -> BTreeSet<u128> {
    let terms = &summary.terms;
    let of_paths = summary.paths.iter().flat_map(|path| &path.condition);
    let mut todo: Vec<Term> =
        of_paths.chain(summary.gaps.iter().flat_map(|gap| &gap.condition)).copied().collect();
    let (mut seen, mut constants) = (BTreeSet::new(), BTreeSet::new());
    while let Some(term) = todo.pop() {
        if !seen.insert(term) || seen.len() > 100_000 {
            continue;
        }
        let kind = terms.kind(term);
        if let Kind::Small(_) | Kind::Wide(_) = kind {
            constants.extend(terms.as_constant(term));
        }
        todo.extend(kind.operands());
    }
    constants
}
