//! And-inverter graphs: boolean circuits of two-input conjunctions and negations.
//!
//! Invariants: equal conjunctions are one node; the inputs of a node have smaller numbers than it; no
//! node has a constant, equal or opposite inputs. Conjunctions are simplified by looking at the inputs
//! of their inputs (Brummayer and Biere, "Local two-level and-inverter graph minimization without
//! blowup", 2006).
//!
//! Every node also has its values in 64 samples, assignments to the inputs: a literal that is true in
//! one of them is possible without any search.

use rustc_hash::FxHashMap;

/// A node or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lit(u32);

impl Lit {
    pub(super) const FALSE: Self = Self(0);
    pub(super) const TRUE: Self = Self(1);

    fn new(node: usize) -> Self {
        Self((node as u32) << 1)
    }

    pub(super) fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// The number of the node.
    pub(super) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn is_constant(self) -> bool {
        self.node() == 0
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    /// False; only node 0.
    Constant,
    /// An unknown.
    Input,
    /// A conjunction.
    And(Lit, Lit),
}

#[derive(Debug)]
pub(super) struct Aig {
    gates: Vec<Gate>,
    /// By node: its value in each sample, a bit each.
    samples: Vec<u64>,
    known: FxHashMap<(Lit, Lit), Lit>,
}

impl Aig {
    pub(super) fn new() -> Self {
        Self { gates: vec![Gate::Constant], samples: vec![0], known: FxHashMap::default() }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.gates.len()
    }

    pub(super) fn gate(&self, node: usize) -> Gate {
        self.gates[node]
    }

    /// A new input with its values in the samples.
    pub(super) fn input(&mut self, samples: u64) -> Lit {
        self.push(Gate::Input, samples)
    }

    fn push(&mut self, gate: Gate, samples: u64) -> Lit {
        assert!(self.gates.len() < 1 << 31, "fewer than 2^31 nodes");
        self.gates.push(gate);
        self.samples.push(samples);
        Lit::new(self.gates.len() - 1)
    }

    /// The values of a literal in the samples.
    pub(super) fn samples(&self, lit: Lit) -> u64 {
        self.samples[lit.node()] ^ if lit.is_negated() { u64::MAX } else { 0 }
    }

    /// Changes the value of an input in one sample. Gates follow at [`Aig::resample`].
    pub(super) fn set_sample(&mut self, input: Lit, sample: u32, value: bool) {
        debug_assert_eq!(self.gates[input.node()], Gate::Input);
        let samples = &mut self.samples[input.node()];
        *samples = *samples & !(1 << sample) | u64::from(value) << sample;
    }

    /// Computes the values of all gates in the samples anew.
    pub(super) fn resample(&mut self) {
        for node in 0..self.gates.len() {
            if let Gate::And(a, b) = self.gates[node] {
                self.samples[node] = self.samples(a) & self.samples(b);
            }
        }
    }

    /// The inputs, if the literal is a conjunction that is not negated.
    fn conjuncts(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match self.gates[lit.node()] {
            Gate::And(a, b) if !lit.is_negated() => Some((a, b)),
            _ => None,
        }
    }

    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (mut a, mut b) = (a, b);
        // A rule may leave another conjunction to be made, of smaller nodes.
        loop {
            if a > b {
                (a, b) = (b, a);
            }
            if a == Lit::FALSE || a == !b {
                return Lit::FALSE;
            }
            if a == Lit::TRUE || a == b {
                return b;
            }
            match self.two_level(a, b) {
                Simpler::No => break,
                Simpler::Is(lit) => return lit,
                Simpler::And(x, y) => (a, b) = (x, y),
            }
        }
        if let Some(&known) = self.known.get(&(a, b)) {
            return known;
        }
        let lit = self.push(Gate::And(a, b), self.samples(a) & self.samples(b));
        self.known.insert((a, b), lit);
        lit
    }

    fn two_level(&self, a: Lit, b: Lit) -> Simpler {
        for (a, b) in [(a, b), (b, a)] {
            // a is p & q
            if let Some((p, q)) = self.conjuncts(a) {
                if b == !p || b == !q {
                    return Simpler::Is(Lit::FALSE);
                }
                if b == p || b == q {
                    return Simpler::Is(a);
                }
            }
            // a is !(p & q)
            if let Some((p, q)) = self.conjuncts(!a) {
                if b == !p || b == !q {
                    return Simpler::Is(b);
                }
                if b == p {
                    return Simpler::And(b, !q);
                }
                if b == q {
                    return Simpler::And(b, !p);
                }
            }
        }
        match (self.conjuncts(a), self.conjuncts(b)) {
            // (p & q) & (r & s)
            (Some((p, q)), Some((r, s))) => {
                if p == !r || p == !s || q == !r || q == !s {
                    return Simpler::Is(Lit::FALSE);
                }
            }
            (Some(both), None) => {
                if let Some(simpler) = self.and_with_negated(a, both, b) {
                    return simpler;
                }
            }
            (None, Some(both)) => {
                if let Some(simpler) = self.and_with_negated(b, both, a) {
                    return simpler;
                }
            }
            (None, None) => {
                // !(p & q) & !(p & !q) = !p
                if let (Some((p, q)), Some((r, s))) = (self.conjuncts(!a), self.conjuncts(!b)) {
                    if (p == r && q == !s) || (p == s && q == !r) {
                        return Simpler::Is(!p);
                    }
                    if (q == r && p == !s) || (q == s && p == !r) {
                        return Simpler::Is(!q);
                    }
                }
            }
        }
        Simpler::No
    }

    /// (p & q) & !(r & s), where the first is `a` and the second `b`.
    fn and_with_negated(&self, a: Lit, (p, q): (Lit, Lit), b: Lit) -> Option<Simpler> {
        let (r, s) = self.conjuncts(!b)?;
        if p == !r || p == !s || q == !r || q == !s {
            return Some(Simpler::Is(a));
        }
        if p == r || q == r {
            return Some(Simpler::And(a, !s));
        }
        if p == s || q == s {
            return Some(Simpler::And(a, !r));
        }
        None
    }

    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (both, neither) = (self.and(a, b), self.and(!a, !b));
        self.and(!both, !neither)
    }

    pub(super) fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if a == b {
            return a;
        }
        if a == !b {
            return !self.xor(c, a);
        }
        let (yes, no) = (self.and(c, a), self.and(!c, b));
        self.or(yes, no)
    }
}

enum Simpler {
    No,
    Is(Lit),
    And(Lit, Lit),
}
