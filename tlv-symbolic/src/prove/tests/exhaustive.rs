//! A solver that tries all values: slow, and too simple to be wrong.

use crate::solve::{Answer, Budget, Solver};
use crate::term::{Model, Term, Terms};

#[derive(Default)]
pub(super) struct Exhaustive {
    queries: u64,
}

impl Solver for Exhaustive {
    fn check(&mut self, terms: &Terms, assumptions: &[Term], _: &Budget) -> Answer {
        self.queries += 1;
        let variables: Vec<(Term, u32)> =
            terms.variables().map(|(term, variable)| (term, variable.width)).collect();
        let n_bits: u32 = variables.iter().map(|(_, width)| width).sum();
        assert!(n_bits <= 16, "too many values to try");
        for bits in 0..1_u128 << n_bits {
            let mut model = Model::default();
            let mut rest = bits;
            for &(term, width) in &variables {
                model.set(term, rest & ((1 << width) - 1));
                rest >>= width;
            }
            if assumptions.iter().all(|term| terms.evaluate(*term, &model) == 1) {
                return Answer::Satisfiable(model);
            }
        }
        Answer::Unsatisfiable
    }

    fn queries(&self) -> u64 {
        self.queries
    }

    fn name(&self) -> &'static str {
        "exhaustive"
    }
}
