//! Which engines answer: the built-in one, solvers and checkers found on this machine, or several.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use tlv_symbolic::solve::smtlib::{Smt, Tool};
use tlv_symbolic::solve::{Builtin, Portfolio, Solver};

use crate::args::{EngineArgs, EngineName};
use crate::error::Error;

/// What the built-in engine is called.
pub const BUILTIN: &str = "builtin";

/// Makes solvers that were asked nothing yet.
#[derive(Clone)]
pub struct MakeSolver(Arc<dyn Fn() -> Box<dyn Solver + Send> + Send + Sync>);

impl MakeSolver {
    /// From a function that makes one.
    pub fn new(make: impl Fn() -> Box<dyn Solver + Send> + Send + Sync + 'static) -> Self {
        MakeSolver(Arc::new(make))
    }

    /// The solver that is always there.
    #[must_use]
    pub fn builtin() -> Self {
        Self::new(|| Box::new(Builtin::new()))
    }

    /// A new solver.
    #[must_use]
    pub fn make(&self) -> Box<dyn Solver + Send> {
        (self.0)()
    }
}

impl fmt::Debug for MakeSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MakeSolver")
    }
}

/// A solver that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Which.
    pub tool: Tool,
    /// Where.
    pub program: PathBuf,
}

/// All solvers on the PATH, in the order in which they are tried.
#[must_use]
pub fn installed() -> Vec<Found> {
    let found = |tool: Tool| tool.find().map(|program| Found { tool, program });
    Tool::ALL.into_iter().filter_map(found).collect()
}

/// What a run was asked to use.
#[derive(Debug, Clone)]
pub struct Engines {
    /// What proofs are made with, by name.
    pub name: &'static str,
    /// Its solvers.
    pub solver: MakeSolver,
    /// Who is asked again when a proof is done.
    pub second: Vec<Found>,
}

impl Engines {
    /// What the command line asks for.
    ///
    /// # Errors
    /// When it is not on this machine.
    pub fn choose(args: &EngineArgs) -> Result<Engines, Error> {
        let name = args.engine.name();
        let missing = || Error::NoEngine { name: name.to_owned(), portfolio: args.portfolio };
        let tool = args.engine.tool();
        let found = match tool {
            Some(tool) => {
                let program = tool.find().ok_or_else(missing)?;
                vec![Found { tool, program }]
            }
            None if args.engine == EngineName::All || args.portfolio => installed(),
            None => Vec::new(),
        };
        if (args.engine == EngineName::All || args.portfolio) && found.is_empty() {
            return Err(missing());
        }
        let second = if args.engine == EngineName::All { found.clone() } else { Vec::new() };
        let (name, solver) = if args.portfolio {
            ("portfolio", portfolio(found))
        } else if let ([found], Some(_)) = (found.as_slice(), tool) {
            (found.tool.name(), one(found.clone()))
        } else {
            (BUILTIN, MakeSolver::builtin())
        };
        Ok(Engines { name, solver, second })
    }
}

fn one(found: Found) -> MakeSolver {
    MakeSolver::new(move || Box::new(Smt::new(found.tool, found.program.clone())))
}

/// The built-in solver, then the others.
fn portfolio(found: Vec<Found>) -> MakeSolver {
    MakeSolver::new(move || {
        let mut solvers: Vec<Box<dyn Solver + Send>> = vec![Box::new(Builtin::new())];
        for Found { tool, program } in &found {
            solvers.push(Box::new(Smt::new(*tool, program.clone())));
        }
        Box::new(Portfolio::new(solvers))
    })
}
