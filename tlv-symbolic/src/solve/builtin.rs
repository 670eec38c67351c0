//! The built-in solver: terms become circuits, circuits become clauses, and CaDiCaL decides them in
//! this process. It is the only file that knows CaDiCaL.
//!
//! It is incremental: one graph, one set of clauses that define its gates and never say that anything
//! holds; what is asked comes in as assumptions. So nothing has to be taken back.
//!
//! CaDiCaL's models are total: a positive answer takes time for every gate there ever was. So models
//! are kept as samples, in which the next questions are tried first, and the clauses are begun anew
//! when most of them are about something else.

mod aig;
mod blast;
mod circuit;
mod cnf;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::fault::Fault;
use super::{Answer, Budget, GaveUp, Solver};
use crate::term::{Kind, Model, Term, Terms};
use aig::{Aig, Gate, Lit};
use blast::Blaster;
use cnf::Cnf;

/// Nodes of the graph at which questions are given up: with their clauses, some 2 GB.
const NODES: usize = 8 << 20;

/// What answers do not depend on, only the time they take.
#[derive(Clone, Copy)]
struct Tuning {
    /// Whether questions are tried in the samples first.
    samples: bool,
    /// Clauses are kept whatever they are about up to this many gates.
    few_gates: usize,
    /// Beyond that they are kept up to this many times the gates of a question.
    times_gates: usize,
}

const TUNING: Tuning = Tuning { samples: true, few_gates: 20_000, times_gates: 4 };

/// Samples from here on are models found; those below stay as they are.
const FIRST_MODEL: u32 = 16;

/// The solver that is always there.
pub struct Builtin {
    blaster: Blaster,
    cnf: Cnf,
    sat: cadical::Solver<Watch>,
    queries: u64,
    searches: u64,
    nodes: usize,
    fault: Option<Fault>,
    seen: Seen,
    tuning: Tuning,
    /// The sample that the next model replaces.
    next_sample: u32,
}

impl Default for Builtin {
    fn default() -> Self {
        Self::new()
    }
}

impl Builtin {
    /// A solver that knows nothing yet.
    pub fn new() -> Self {
        Self::make(None)
    }

    /// A solver with a fault, to test that somebody notices.
    #[doc(hidden)]
    pub fn with_fault(fault: Fault) -> Self {
        Self::make(Some(fault))
    }

    fn make(fault: Option<Fault>) -> Self {
        Self {
            blaster: Blaster::new(fault),
            cnf: Cnf::new(fault),
            sat: cadical::Solver::new(),
            queries: 0,
            searches: 0,
            nodes: NODES,
            fault,
            seen: Seen::default(),
            tuning: TUNING,
            next_sample: FIRST_MODEL,
        }
    }

    /// Gives up questions that need more nodes than this, for all terms together.
    pub fn with_node_limit(mut self, nodes: usize) -> Self {
        self.nodes = nodes;
        self
    }

    /// How many nodes the graph has, a measure of the size of all that was asked about.
    pub fn nodes(&self) -> usize {
        self.blaster.circuit.aig.len()
    }

    /// How many questions could not be answered without a search.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// The literals of the assumptions that are not constant; none if one of them is false.
    fn literals(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        watch: &Watch,
    ) -> Result<Option<Vec<Lit>>, GaveUp> {
        let nodes = self.nodes;
        let stop = |aig: &Aig| {
            if aig.len() > nodes { Some(GaveUp::Memory) } else { watch.reason_to_stop() }
        };
        let mut wanted: Vec<Lit> = Vec::with_capacity(assumptions.len());
        for &t in assumptions {
            self.blaster.blast(terms, t, &stop)?;
            match self.blaster.bits(terms, t)[0] {
                Lit::FALSE => return Ok(None),
                Lit::TRUE => {}
                lit => wanted.push(lit),
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        // A literal and its negation are neighbours.
        if wanted.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Ok(None);
        }
        Ok(Some(wanted))
    }

    /// A sample in which all literals are true.
    fn sample(&self, literals: &[Lit]) -> Option<u32> {
        if !self.tuning.samples {
            return None;
        }
        let aig = &self.blaster.circuit.aig;
        let all = literals.iter().fold(u64::MAX, |all, &lit| all & aig.samples(lit));
        (all != 0).then(|| all.trailing_zeros())
    }

    /// The literals in the clauses, which are begun anew if they are mostly about something else.
    fn encode(&mut self, literals: &[Lit]) -> Vec<i32> {
        let aig = &self.blaster.circuit.aig;
        let Tuning { few_gates, times_gates, .. } = self.tuning;
        if self.cnf.len() > few_gates
            && self.cnf.len() / times_gates > self.seen.gates(aig, literals)
        {
            self.cnf = Cnf::new(self.fault);
            self.sat = cadical::Solver::new();
        }
        let sat = &mut self.sat;
        let mut add = |clause: &[i32]| sat.add_clause(clause.iter().copied());
        literals.iter().map(|&lit| self.cnf.encode(aig, lit, &mut add)).collect()
    }

    /// The values of the variables that occur in the assumptions, from those of their bits.
    fn model(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        is_true: impl Fn(&Self, Lit) -> bool,
    ) -> Model {
        let mut model = Model::default();
        for t in self.seen.variables(terms, assumptions) {
            let bits = self.blaster.bits(terms, t).iter().enumerate();
            let mut value = bits.map(|(i, &bit)| u128::from(is_true(self, bit)) << i).sum();
            if self.fault == Some(Fault::WrongModel) {
                value ^= 1;
            }
            model.set(t, value);
        }
        debug_assert!(
            self.fault.is_some()
                || terms.evaluate_all(assumptions, &model).iter().all(|&value| value == 1),
            "a model makes the assumptions true"
        );
        model
    }

    /// Keeps a model as a sample, to try the next questions in.
    fn keep(&mut self, terms: &Terms, model: &Model) {
        let sample = self.next_sample;
        self.next_sample = if sample == 63 { FIRST_MODEL } else { sample + 1 };
        for (t, value) in model.iter() {
            for i in 0..terms.width(t) as usize {
                let bit = self.blaster.bits(terms, t)[i];
                self.blaster.circuit.aig.set_sample(bit, sample, value >> i & 1 == 1);
            }
        }
        if self.fault != Some(Fault::StaleSamples) {
            self.blaster.circuit.aig.resample();
        }
    }
}

impl Solver for Builtin {
    fn check(&mut self, terms: &Terms, assumptions: &[Term], budget: &Budget) -> Answer {
        self.queries += 1;
        let mut open = Vec::with_capacity(assumptions.len());
        for &t in assumptions {
            assert_eq!(terms.width(t), 1, "only truth values are assumed");
            match terms.as_constant(t) {
                Some(0) => return Answer::Unsatisfiable,
                Some(_) => {}
                None => open.push(t),
            }
        }
        if self.fault == Some(Fault::LostAssumption) {
            open.pop();
        }
        if open.is_empty() {
            return Answer::Satisfiable(Model::default());
        }
        let watch =
            Watch { end: budget.end(), interrupted: budget.interrupted.clone(), stopped: None };
        let literals = match self.literals(terms, &open, &watch) {
            Ok(Some(literals)) => literals,
            Ok(None) => return Answer::Unsatisfiable,
            Err(reason) => return Answer::Unknown(reason),
        };
        // The flag may have been up from the start, and easy questions never come to look.
        if let Some(reason) = watch.reason_to_stop() {
            return Answer::Unknown(reason);
        }
        if let Some(sample) = self.sample(&literals) {
            let is_true =
                |solver: &Self, bit| solver.blaster.circuit.aig.samples(bit) >> sample & 1 == 1;
            return Answer::Satisfiable(self.model(terms, &open, is_true));
        }
        self.searches += 1;
        let literals = self.encode(&literals);
        if let Some(conflicts) = budget.conflicts {
            let conflicts = i32::try_from(conflicts).unwrap_or(i32::MAX);
            self.sat.set_limit("conflicts", conflicts).expect("CaDiCaL limits conflicts");
        }
        self.sat.set_callbacks(Some(watch));
        match self.sat.solve_with(literals) {
            Some(true) => {
                // Bits that no clause mentions may be anything.
                let is_true = |solver: &Self, bit| {
                    let literal = solver.cnf.literal(bit);
                    literal.and_then(|literal| solver.sat.value(literal)) == Some(true)
                };
                let model = self.model(terms, &open, is_true);
                self.keep(terms, &model);
                Answer::Satisfiable(model)
            }
            Some(false) => Answer::Unsatisfiable,
            None => {
                let stopped = self.sat.get_callbacks().and_then(|watch| watch.stopped);
                Answer::Unknown(stopped.unwrap_or(GaveUp::Conflicts))
            }
        }
    }

    fn queries(&self) -> u64 {
        self.queries
    }

    fn name(&self) -> &'static str {
        "CaDiCaL, built in"
    }
}

/// Stops the search when the time is up or somebody says so.
struct Watch {
    end: Option<Instant>,
    interrupted: Option<Arc<AtomicBool>>,
    stopped: Option<GaveUp>,
}

impl Watch {
    fn reason_to_stop(&self) -> Option<GaveUp> {
        if self.interrupted.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(GaveUp::Interrupted);
        }
        self.end.filter(|&end| Instant::now() >= end).map(|_| GaveUp::Time)
    }
}

impl cadical::Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.stopped = self.stopped.or_else(|| self.reason_to_stop());
        self.stopped.is_some()
    }
}

/// Which terms, arrays and nodes a walk has seen, without forgetting by clearing: each walk has a number.
#[derive(Default)]
struct Seen {
    walk: u32,
    terms: Vec<u32>,
    arrays: Vec<u32>,
    nodes: Vec<u32>,
}

impl Seen {
    /// How many nodes there are under the literals.
    fn gates(&mut self, aig: &Aig, roots: &[Lit]) -> usize {
        self.walk += 1;
        self.nodes.resize(aig.len(), 0);
        let mut found = 0;
        let mut todo: Vec<usize> = roots.iter().map(|lit| lit.node()).collect();
        while let Some(node) = todo.pop() {
            if std::mem::replace(&mut self.nodes[node], self.walk) == self.walk {
                continue;
            }
            found += 1;
            if let Gate::And(a, b) = aig.gate(node) {
                todo.extend([a.node(), b.node()]);
            }
        }
        found
    }

    /// The variables that occur in any of the terms.
    fn variables(&mut self, terms: &Terms, roots: &[Term]) -> Vec<Term> {
        self.walk += 1;
        self.terms.resize(terms.len(), 0);
        let mut found = Vec::new();
        let mut todo = roots.to_vec();
        while let Some(t) = todo.pop() {
            if std::mem::replace(&mut self.terms[t.index()], self.walk) == self.walk {
                continue;
            }
            let kind = terms.kind(t);
            todo.extend(kind.operands());
            match kind {
                Kind::Variable(_) => found.push(t),
                Kind::Select(array, _) => {
                    self.arrays.resize(self.arrays.len().max(array.index() + 1), 0);
                    let seen = &mut self.arrays[array.index()];
                    if std::mem::replace(seen, self.walk) != self.walk {
                        terms.array_operands(array, |t| todo.push(t));
                    }
                }
                _ => {}
            }
        }
        found
    }
}
