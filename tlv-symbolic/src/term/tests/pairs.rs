//! Every operator on every pair of shapes: rules look two levels deep, and so does this, with all
//! constants of the width and enough assignments to meet every case.

use super::super::{Kind, Model, Term, Terms};
use super::reference::{self, BINARY, UNARY};
use super::variable;

/// All words here have this width.
const WIDTH: u32 = 4;
const ALL: u128 = 15;
const MODELS: usize = 64;

/// A term with what its value should be in each model.
#[derive(Clone)]
struct Shape {
    t: Term,
    values: Vec<u128>,
}

struct Shapes {
    terms: Terms,
    models: Vec<Model>,
    /// By term: its value in each model. There are too many terms to evaluate each from its leaves.
    known: Vec<[u128; MODELS]>,
    rng: fastrand::Rng,
}

impl Shapes {
    fn new() -> Self {
        let rng = fastrand::Rng::with_seed(7);
        Self { terms: Terms::new(), models: vec![Model::default(); MODELS], known: Vec::new(), rng }
    }

    fn variable(&mut self, label: &str, width: u32) -> Shape {
        let t = variable(&mut self.terms, label, width);
        let values: Vec<u128> = (0..MODELS).map(|_| self.rng.u128(..1 << width)).collect();
        self.models.iter_mut().zip(&values).for_each(|(model, &value)| model.set(t, value));
        Shape { t, values }
    }

    fn constant(&mut self, width: u32, value: u128) -> Shape {
        Shape { t: self.terms.constant(width, value), values: vec![value; MODELS] }
    }

    /// The values of a term; those of all terms before it become known, too.
    fn evaluate(&mut self, t: Term) -> [u128; MODELS] {
        for index in self.known.len()..=t.index() {
            let t = Term(index as u32);
            let values = std::array::from_fn(|i| match self.terms.kind(t) {
                Kind::Variable(_) => self.models[i].get(t),
                kind => self.terms.apply(kind, self.terms.width(t), |x| self.known[x.index()][i]),
            });
            self.known.push(values);
        }
        self.known[t.index()]
    }

    /// A shape from the term and the expected value of each model, which must be the term's value.
    fn shape(&mut self, op: &str, of: &[&Shape], t: Term, value: impl Fn(usize) -> u128) -> Shape {
        let values: Vec<u128> = (0..MODELS).map(value).collect();
        if self.evaluate(t)[..] != values {
            let of: Vec<_> = of.iter().map(|s| self.terms.display(s.t).to_string()).collect();
            panic!("{op} of {of:?} became {}", self.terms.display(t));
        }
        Shape { t, values }
    }

    fn binary(&mut self, op: &str, a: &Shape, b: &Shape) -> Shape {
        let (_, make) = BINARY.iter().find(|(name, _)| *name == op).expect("an operator");
        let t = make(&mut self.terms, a.t, b.t);
        let width = self.terms.width(a.t);
        self.shape(op, &[a, b], t, |i| reference::apply(op, width, a.values[i], b.values[i]))
    }

    fn unary(&mut self, op: &str, a: &Shape) -> Shape {
        let (_, make) = UNARY.iter().find(|(name, _)| *name == op).expect("an operator");
        let t = make(&mut self.terms, a.t);
        let width = self.terms.width(a.t);
        self.shape(op, &[a], t, |i| reference::apply(op, width, a.values[i], 0))
    }

    fn ite(&mut self, c: &Shape, a: &Shape, b: &Shape) -> Shape {
        let t = self.terms.ite(c.t, a.t, b.t);
        let value = |i: usize| if c.values[i] == 1 { a.values[i] } else { b.values[i] };
        self.shape("ite", &[c, a, b], t, value)
    }

    fn concat(&mut self, a: &Shape, b: &Shape) -> Shape {
        let t = self.terms.concat(a.t, b.t);
        let low = self.terms.width(b.t);
        self.shape("concat", &[a, b], t, |i| a.values[i] << low | b.values[i])
    }

    fn extended(&mut self, a: &Shape, width: u32) -> [Shape; 2] {
        let from = self.terms.width(a.t);
        let (zext, sext) = (self.terms.zext(a.t, width), self.terms.sext(a.t, width));
        let up = (1 << width) - (1 << from);
        let sign = |value: u128| if value >> (from - 1) & 1 == 1 { up } else { 0 };
        let zext = self.shape("zext", &[a], zext, |i| a.values[i]);
        [zext, self.shape("sext", &[a], sext, |i| a.values[i] | sign(a.values[i]))]
    }

    fn extracted(&mut self, a: &Shape, high: u32, low: u32) -> Shape {
        let t = self.terms.extract(a.t, high, low);
        let all = (1 << (high - low + 1)) - 1;
        self.shape("extract", &[a], t, |i| a.values[i] >> low & all)
    }

    /// Words of each shape that a rule asks for, over p, q, parts of 1 to 3 bits and conditions.
    fn words(&mut self) -> (Vec<Shape>, Vec<Shape>) {
        let (p, q) = (self.variable("p", WIDTH), self.variable("q", WIDTH));
        let (c, d) = (self.variable("c", 1), self.variable("d", 1));
        let parts: Vec<Shape> =
            [("x", 1), ("y", 2), ("z", 2), ("u", 3)].map(|(l, w)| self.variable(l, w)).into();
        let mut words = vec![p.clone(), q.clone()];
        for part in &parts {
            words.extend(self.extended(part, WIDTH));
            let rest = WIDTH - self.terms.width(part.t);
            for k in [0, 1, (1 << rest) - 1] {
                let k = self.constant(rest, k);
                words.push(self.concat(part, &k));
                words.push(self.concat(&k, part));
            }
        }
        words.push(self.concat(&parts[1], &parts[2]));
        for op in ["not", "neg", "count_ones"] {
            words.push(self.unary(op, &p));
        }
        let constants = [1, 3, 6, 7, 8, 15].map(|k| self.constant(WIDTH, k));
        for op in ["and", "or", "xor", "add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "shl"] {
            words.push(self.binary(op, &p, &q));
            for k in &constants {
                words.push(self.binary(op, &p, k));
            }
        }
        words.push(self.binary("sub", &q, &p));
        words.push(self.binary("sub", &constants[1], &p));
        words.push(self.ite(&c, &p, &q));
        words.push(self.ite(&d, &q, &p));
        for (a, b) in [(1, 2), (5, 4)] {
            words.push(self.ite(&c, &constants[a], &constants[b]));
            words.push(self.ite(&c, &p, &constants[a]));
            words.push(self.ite(&d, &constants[b], &p));
        }
        let conditions = self.conditions(&c, &d, &p, &q, &constants[1]);
        words.extend((0..=ALL).map(|k| self.constant(WIDTH, k)));
        // Shapes that came out the same are needed once.
        words.sort_by_key(|shape| shape.t);
        words.dedup_by_key(|shape| shape.t);
        (words, conditions)
    }

    fn conditions(&mut self, c: &Shape, d: &Shape, p: &Shape, q: &Shape, k: &Shape) -> Vec<Shape> {
        let not_c = self.unary("not", c);
        let mut conditions = vec![c.clone(), d.clone(), not_c.clone()];
        for (a, b) in [(c, d), (&not_c, d)] {
            for op in ["and", "or", "eq"] {
                let made = self.binary(op, a, b);
                conditions.push(self.unary("not", &made));
                conditions.push(made);
            }
        }
        conditions.push(self.binary("eq", p, q));
        conditions.push(self.binary("eq", p, k));
        conditions.push(self.binary("ult", p, q));
        conditions.extend([0, 1].map(|k| self.constant(1, k)));
        conditions
    }
}

#[test]
fn every_operator_is_right_on_every_pair_of_shapes() {
    let mut shapes = Shapes::new();
    let (words, _) = shapes.words();
    for a in &words {
        for (op, _) in UNARY {
            shapes.unary(op, a);
        }
        for high in 0..WIDTH {
            for low in 0..=high {
                shapes.extracted(a, high, low);
            }
        }
        shapes.extended(a, WIDTH + 2);
        for b in &words {
            for (op, _) in BINARY {
                shapes.binary(op, a, b);
            }
            shapes.concat(a, b);
        }
    }
}

#[test]
fn every_choice_is_right_between_shapes() {
    let mut shapes = Shapes::new();
    let (words, conditions) = shapes.words();
    for c in &conditions {
        for a in &words {
            for b in &words {
                shapes.ite(c, a, b);
            }
        }
        for a in &conditions {
            for b in &conditions {
                shapes.ite(c, a, b);
            }
            for (op, _) in BINARY {
                shapes.binary(op, c, a);
            }
        }
    }
}
