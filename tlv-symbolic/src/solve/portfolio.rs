//! Several solvers as one: what the first gives up goes to the others, in turn.

use super::{Answer, Budget, GaveUp, Solver};
use crate::term::{Term, Terms};

/// Asks the next solver when one gave up.
pub struct Portfolio {
    solvers: Vec<Box<dyn Solver + Send>>,
}

impl Portfolio {
    /// The solvers are asked in this order.
    #[must_use]
    pub fn new(solvers: Vec<Box<dyn Solver + Send>>) -> Self {
        Portfolio { solvers }
    }
}

impl Solver for Portfolio {
    fn check(&mut self, terms: &Terms, assumptions: &[Term], budget: &Budget) -> Answer {
        let mut why = GaveUp::Failed;
        for solver in &mut self.solvers {
            match solver.check(terms, assumptions, budget) {
                Answer::Unknown(reason) => why = reason,
                answer => return answer,
            }
            // Who allows few conflicts wants a quick answer or none.
            let unwanted = why == GaveUp::Interrupted || budget.conflicts.is_some();
            if unwanted || budget.deadline.is_some_and(|end| end <= std::time::Instant::now()) {
                break;
            }
        }
        Answer::Unknown(why)
    }

    fn queries(&self) -> u64 {
        self.solvers.iter().map(|solver| solver.queries()).sum()
    }

    fn name(&self) -> &'static str {
        "portfolio"
    }
}
