//! Clauses for circuits (Tseitin's encoding), made for the part that is asked about.
//!
//! Both directions of every gate are written, so that a gate keeps its meaning when it is asked about
//! again in another place.

use super::aig::{Aig, Gate, Lit};
use crate::solve::fault::Fault;

#[derive(Debug, Default)]
pub(super) struct Cnf {
    /// By node: its variable in the clauses, 0 if it has none yet.
    variables: Vec<i32>,
    last: i32,
    fault: Option<Fault>,
}

/// A gate as the clauses see it.
enum Shape {
    Input,
    And(Lit, Lit),
    /// If the first then the second, else the third. Exclusive or is one, too.
    Mux(Lit, Lit, Lit),
}

impl Cnf {
    pub(super) fn new(fault: Option<Fault>) -> Self {
        Self { fault, ..Self::default() }
    }

    /// How many gates and inputs are in the clauses.
    pub(super) fn len(&self) -> usize {
        self.last as usize
    }

    /// The literal in the clauses, if the node has one. Constants have none.
    pub(super) fn literal(&self, lit: Lit) -> Option<i32> {
        let variable = self.variables.get(lit.node()).copied().filter(|&v| v != 0)?;
        Some(if lit.is_negated() { -variable } else { variable })
    }

    /// The literal in the clauses; whatever clauses it needs are added. It must not be constant.
    pub(super) fn encode(&mut self, aig: &Aig, lit: Lit, add: &mut impl FnMut(&[i32])) -> i32 {
        assert!(!lit.is_constant(), "constants are decided without clauses");
        self.variables.resize(aig.len(), 0);
        let mut todo = vec![lit.node()];
        while let Some(&node) = todo.last() {
            if self.variables[node] != 0 {
                todo.pop();
                continue;
            }
            let shape = shape(aig, node);
            let inputs = match shape {
                Shape::Input => [None; 3],
                Shape::And(a, b) => [Some(a), Some(b), None],
                Shape::Mux(c, a, b) => [Some(c), Some(a), Some(b)],
            };
            let waiting = todo.len();
            let missing = inputs.iter().flatten().map(|input| input.node());
            todo.extend(missing.filter(|&node| self.variables[node] == 0));
            if todo.len() > waiting {
                continue;
            }
            self.last = self.last.checked_add(1).expect("fewer than 2^31 variables");
            self.variables[node] = self.last;
            self.define(self.last, &shape, add);
            todo.pop();
        }
        self.literal(lit).expect("encoded above")
    }

    fn define(&self, v: i32, shape: &Shape, add: &mut impl FnMut(&[i32])) {
        let literal = |lit| self.literal(lit).expect("inputs come first");
        match *shape {
            Shape::Input => {}
            Shape::And(a, b) => {
                let (a, b) = (literal(a), literal(b));
                add(&[-v, a]);
                if self.fault != Some(Fault::LostClause) {
                    add(&[-v, if self.fault == Some(Fault::WrongPolarity) { -b } else { b }]);
                }
                add(&[v, -a, -b]);
            }
            Shape::Mux(c, yes, no) => {
                let (c, a, b) = (literal(c), literal(yes), literal(no));
                add(&[-c, -a, v]);
                add(&[-c, a, -v]);
                add(&[c, -b, v]);
                add(&[c, b, -v]);
                // Implied, but they let more follow at once.
                if yes != !no {
                    add(&[-a, -b, v]);
                    add(&[a, b, -v]);
                }
            }
        }
    }
}

/// !(c & x) & !(!c & y) chooses !x or !y by c.
fn shape(aig: &Aig, node: usize) -> Shape {
    let (a, b) = match aig.gate(node) {
        Gate::Constant => unreachable!("gates have no constant inputs"),
        Gate::Input => return Shape::Input,
        Gate::And(a, b) => (a, b),
    };
    if a.is_negated()
        && b.is_negated()
        && let (Gate::And(p, q), Gate::And(r, s)) = (aig.gate(a.node()), aig.gate(b.node()))
    {
        for (c, x, d, y) in [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)] {
            if c == !d {
                return Shape::Mux(c, !x, !y);
            }
        }
    }
    Shape::And(a, b)
}
