//! Random terms: every constructor, simplified, has the value that native integers give.

use super::super::{Model, Term, Terms, Variable, mask};
use super::reference::{self, BINARY, UNARY};

/// What terms are made over.
struct Scale {
    /// The widths of the variables.
    variables: &'static [u32],
    /// How many assignments each term is evaluated under.
    models: usize,
    /// Widths to extend to.
    extended: &'static [u32],
    /// The widest low part of a concatenation, and the widest that gets one.
    concatenated: (u32, u32),
}

/// The widths that code has, at values that are often at edges.
const LONG: Scale = Scale {
    variables: &[1, 1, 1, 8, 8, 8, 16, 32, 64, 128, 5, 12],
    models: 6,
    extended: &[8, 16, 32, 64, 100, 128],
    concatenated: (62, 64),
};

/// Few bits and many assignments, so that every value of a term is met.
const SHORT: Scale = Scale {
    variables: &[1, 1, 1, 2, 3, 3, 4, 4],
    models: 64,
    extended: &[2, 3, 4, 5, 6],
    concatenated: (3, 5),
};

/// A term and what its value should be in each model.
#[derive(Clone)]
struct Sample {
    t: Term,
    values: Vec<u128>,
}

/// Terms made at random, each with its expected values.
pub(crate) struct Fuzz {
    scale: &'static Scale,
    pub(crate) terms: Terms,
    rng: fastrand::Rng,
    pub(crate) models: Vec<Model>,
    pool: Vec<Sample>,
    /// What was last done, for the message of a failure.
    made: String,
}

impl Fuzz {
    /// Over variables as long as those in code.
    pub(crate) fn long(seed: u64) -> Self {
        Self::new(seed, &LONG)
    }

    /// Over variables of a few bits.
    pub(crate) fn short(seed: u64) -> Self {
        Self::new(seed, &SHORT)
    }

    fn new(seed: u64, scale: &'static Scale) -> Self {
        let mut fuzz = Self {
            scale,
            terms: Terms::new(),
            rng: fastrand::Rng::with_seed(seed),
            models: vec![Model::default(); scale.models],
            pool: Vec::new(),
            made: String::new(),
        };
        for (id, &width) in scale.variables.iter().enumerate() {
            let id = id as u64;
            let label = format!("v{id}_{width}");
            let t = fuzz.terms.variable(Variable { call: 0, id, width, label });
            let mut values = Vec::new();
            for model in &mut fuzz.models {
                let value = reference::value(&mut fuzz.rng, width);
                model.set(t, value);
                values.push(value);
            }
            fuzz.pool.push(Sample { t, values });
        }
        fuzz
    }

    /// Expected values, model by model.
    fn each(&self, value: impl Fn(usize) -> u128) -> Vec<u128> {
        (0..self.scale.models).map(value).collect()
    }

    fn constant(&mut self, width: u32) -> Sample {
        let value = reference::value(&mut self.rng, width);
        Sample { t: self.terms.constant(width, value), values: vec![value; self.scale.models] }
    }

    /// Something of the pool, the later the likelier.
    fn any(&mut self) -> Sample {
        let n = self.pool.len();
        let at = if self.rng.bool() { self.rng.usize(n - 6..n) } else { self.rng.usize(..n) };
        self.pool[at].clone()
    }

    /// Something of that width: a constant, of the pool, or made to fit.
    fn of_width(&mut self, width: u32) -> Sample {
        if self.rng.u32(..4) == 0 {
            return self.constant(width);
        }
        for _ in 0..20 {
            let s = self.any();
            if self.terms.width(s.t) == width {
                return s;
            }
        }
        let s = self.any();
        self.fit(s, width)
    }

    fn fit(&mut self, s: Sample, width: u32) -> Sample {
        let from = self.terms.width(s.t);
        if width <= from {
            let low = self.rng.u32(..=from - width);
            let t = self.terms.extract(s.t, low + width - 1, low);
            return Sample {
                t,
                values: s.values.iter().map(|v| (v >> low) & mask(width)).collect(),
            };
        }
        if self.rng.bool() {
            return Sample { t: self.terms.zext(s.t, width), values: s.values };
        }
        let negative = |v: u128| v >> (from - 1) & 1 == 1;
        let up = mask(width) & !mask(from);
        let values = s.values.iter().map(|&v| if negative(v) { v | up } else { v }).collect();
        Sample { t: self.terms.sext(s.t, width), values }
    }

    /// Makes one more term, checks it and keeps it.
    pub(crate) fn step(&mut self) -> Term {
        let a = self.any();
        let width = self.terms.width(a.t);
        let made = match self.rng.u32(..20) {
            0 => {
                let (op, make) = UNARY[self.rng.usize(..UNARY.len())];
                self.made = format!("{op} {}", self.terms.display(a.t));
                let values = self.each(|i| reference::apply(op, width, a.values[i], 0));
                Sample { t: make(&mut self.terms, a.t), values }
            }
            1..=9 => {
                let (op, make) = BINARY[self.rng.usize(..BINARY.len())];
                let b = self.of_width(width);
                let (a, b) = if self.rng.bool() { (a, b) } else { (b, a) };
                let (x, y) = (self.terms.display(a.t), self.terms.display(b.t));
                self.made = format!("{op} ({x}) ({y})");
                let values = self.each(|i| reference::apply(op, width, a.values[i], b.values[i]));
                Sample { t: make(&mut self.terms, a.t, b.t), values }
            }
            10..=12 => {
                let (c, b) = (self.of_width(1), self.of_width(width));
                self.made = format!("ite {} {}", self.terms.display(c.t), self.terms.display(a.t));
                let values =
                    self.each(|i| if c.values[i] == 1 { a.values[i] } else { b.values[i] });
                Sample { t: self.terms.ite(c.t, a.t, b.t), values }
            }
            13..=14 => {
                let to = self.rng.u32(1..=width);
                self.made = format!("extract {to} of {}", self.terms.display(a.t));
                self.fit(a, to)
            }
            15..=16 if width <= self.scale.concatenated.1 => {
                let to =
                    self.scale.extended[self.rng.usize(..self.scale.extended.len())].max(width);
                self.made = format!("extend to {to} {}", self.terms.display(a.t));
                self.fit(a, to)
            }
            17..=18 if width <= self.scale.concatenated.1 => {
                let other = self.rng.u32(1..=self.scale.concatenated.0);
                let b = self.of_width(other);
                self.made =
                    format!("concat {} {}", self.terms.display(a.t), self.terms.display(b.t));
                let values = self.each(|i| a.values[i] << other | b.values[i]);
                Sample { t: self.terms.concat(a.t, b.t), values }
            }
            _ => self.array(a, width),
        };
        let width = self.terms.width(made.t);
        for (i, model) in self.models.iter().enumerate() {
            let value = self.terms.evaluate(made.t, model);
            assert_eq!(
                value,
                made.values[i],
                "{} of {width} bits became {}",
                self.made,
                self.terms.display(made.t)
            );
        }
        let t = made.t;
        // Widths that the reference does not cover are not used further.
        if width <= 126 || width == 128 {
            self.pool.push(made);
        }
        t
    }

    /// Reads from a small array after some stores.
    fn array(&mut self, first: Sample, width: u32) -> Sample {
        let mut table = vec![first];
        for _ in 0..self.rng.usize(..6) {
            let element = self.of_width(width);
            table.push(element);
        }
        let elements: Vec<Term> = table.iter().map(|s| s.t).collect();
        let mut array = self.terms.table(elements);
        let mut stores: Vec<(Sample, Sample)> = Vec::new();
        for _ in 0..self.rng.usize(..4) {
            let (index, value) = (self.index(), self.of_width(width));
            array = self.terms.store(array, index.t, value.t);
            stores.push((index, value));
        }
        let index = self.index();
        self.made = format!("select at {}", self.terms.display(index.t));
        let values = self.each(|i| {
            let at = index.values[i];
            let stored = stores.iter().rev().find(|(index, _)| index.values[i] == at);
            match stored {
                Some((_, value)) => value.values[i],
                None => table.get(at as usize).unwrap_or(&table[0]).values[i],
            }
        });
        Sample { t: self.terms.select(array, index.t), values }
    }

    /// An index, mostly in the range of small tables.
    fn index(&mut self) -> Sample {
        match self.rng.u32(..4) {
            0 => self.of_width(64),
            1 => {
                let k = u128::from(self.rng.u8(..7));
                Sample { t: self.terms.constant(64, k), values: vec![k; self.scale.models] }
            }
            _ => {
                let s = self.any();
                let to = self.terms.width(s.t).min(3);
                let s = self.fit(s, to);
                Sample { t: self.terms.zext(s.t, 64), values: s.values }
            }
        }
    }
}

/// How many times to begin anew; the variable is for long runs by hand.
fn rounds(usual: u64) -> u64 {
    std::env::var("TLV_FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn simplified_terms_have_the_values_of_native_integers() {
    for seed in 0..rounds(200) {
        let mut fuzz = Fuzz::long(seed);
        for _ in 0..150 {
            fuzz.step();
        }
    }
}

#[test]
fn simplified_terms_over_few_bits_have_the_values_of_small_numbers() {
    for seed in 0..rounds(40) {
        let mut fuzz = Fuzz::short(seed);
        for _ in 0..150 {
            fuzz.step();
        }
    }
}
