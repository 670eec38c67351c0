//! Second opinions on the symbolic executor: what its summaries say is compared with native runs.
//!
//! A summary claims that each input takes exactly one path, or lies in a gap, and says what is seen
//! on it. So every model of a path and every random input can be run natively and must give just
//! that. [`check`] has the comparison, [`inputs`] the inputs, [`native`] the runs; [`prover`]
//! tries the prover on what is wrong on purpose.

pub mod check;
pub mod inputs;
pub mod native;
pub mod prover;

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use cargo_tlv::driver;
use cargo_tlv::probe::{self, Options, Probe};
use cargo_tlv::workspace::Workspace;
use tlv::wire;
use tlv_symbolic::exec::{Fault, Inputs, Limits, Program, Worker};
use tlv_symbolic::ir::Module;
use tlv_symbolic::solve::Solver;
use tlv_symbolic::summary::Summary;

use crate::fixture;

/// The bound on collections, natively and symbolically, unless the type has its own.
const BOUND: u32 = 3;

/// The probe of a workspace of fixtures, natively and as a program to execute.
pub struct Probed {
    /// The executable and the IR.
    pub probe: Probe,
    /// The IR, read.
    pub program: Program,
    /// The types in it.
    pub subjects: Vec<wire::Subject>,
}

/// Builds the probes of all packages of a workspace below `fixtures/`, where the other tests do as
/// well. `wrapper` is the plugin's executable.
///
/// # Errors
/// When one cannot be built or read.
pub fn probes(
    workspace: &str,
    target: &Path,
    wrapper: &Path,
) -> Result<Vec<Probed>, Box<dyn Error>> {
    let manifest = fixture(workspace).join("Cargo.toml");
    let manifest = manifest.to_string_lossy();
    let target = target.join("fixtures");
    let target = target.to_string_lossy();
    let line = [
        "cargo-tlv",
        "list",
        "-q",
        "--workspace",
        "--manifest-path",
        &manifest,
        "--target-dir",
        &target,
    ];
    let cli = cargo_tlv::args::parse(line.map(Into::into))?;
    let common = cli.command.common().ok_or("a command on a workspace")?;
    let workspace = Workspace::load(common)?;
    let options =
        Options { wrapper: wrapper.to_owned(), offline: common.is_offline(), jobs: common.jobs };
    let probes = probe::build_all(&workspace, &options, |_| {})?;
    let probed = probes.into_iter().map(|probe| {
        let program = Program::new(Module::parse(std::fs::read_to_string(&probe.ir)?)?);
        let subjects = driver::subjects(&probe.executable)?;
        Ok(Probed { probe, program, subjects })
    });
    probed.collect()
}

/// A constructor or method, by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// A constructor.
    Constructor(u16),
    /// A method.
    Method(u16),
}

impl Event {
    /// All that a type has.
    pub fn all(about: &wire::Subject) -> impl Iterator<Item = Event> {
        let constructors = (0..about.constructors.len() as u16).map(Event::Constructor);
        constructors.chain((0..about.methods.len() as u16).map(Event::Method))
    }

    /// What it is called.
    pub fn name(self, about: &wire::Subject) -> &str {
        match self {
            Event::Constructor(position) => &about.constructors[usize::from(position)].name,
            Event::Method(position) => &about.methods[usize::from(position)].name,
        }
    }
}

/// How a summary is made.
#[derive(Debug, Clone, Copy, Default)]
pub struct Making {
    /// Do not merge paths.
    pub unmerged: bool,
    /// An error of the executor.
    pub fault: Option<Fault>,
    /// An error of the solver.
    pub solver_fault: Option<tlv_symbolic::solve::fault::Fault>,
    /// How long to execute; what is left then is a gap.
    pub time: Option<Duration>,
}

impl Making {
    /// A solver for the summary.
    pub fn solver(self) -> Box<dyn Solver + Send> {
        use tlv_symbolic::solve::Builtin;
        Box::new(self.solver_fault.map_or_else(Builtin::new, Builtin::with_fault))
    }
}

/// A type of a probe.
#[derive(Clone, Copy)]
pub struct Subject<'p> {
    /// The probe it is in.
    pub probed: &'p Probed,
    /// Its position in the probe.
    pub number: u32,
    /// What the probe says of it.
    pub about: &'p wire::Subject,
}

/// A summary with all that it takes to look into it.
pub struct Summarised {
    /// Of what.
    pub event: Event,
    /// Its terms are the ones the solver knows.
    pub summary: Summary,
    /// The solver that decided its branches.
    pub solver: Box<dyn Solver + Send>,
    /// What its variables stand for.
    pub inputs: Inputs,
}

impl<'p> Subject<'p> {
    /// All types of a probe.
    pub fn all(probed: &'p Probed) -> impl Iterator<Item = Subject<'p>> {
        (0..).zip(&probed.subjects).map(move |(number, about)| Subject { probed, number, about })
    }

    /// The bound on collections.
    pub fn bound(self) -> u32 {
        self.about.bound.unwrap_or(BOUND)
    }

    /// A process that makes its steps.
    pub fn driver(self) -> driver::Driver {
        let executable = self.probed.probe.executable.clone();
        driver::Driver::new(executable, self.number, self.about, self.bound())
    }

    /// What an event does.
    ///
    /// # Errors
    /// When the executor can say nothing of it.
    pub fn summarise(self, event: Event, making: Making) -> Result<Summarised, String> {
        let limits = Limits {
            bound: u64::from(self.bound()),
            merging: !making.unmerged,
            deadline: making.time.map(|time| Instant::now() + time),
            ..Limits::default()
        };
        let program = &self.probed.program;
        let plain = Making::default().solver();
        let mut worker = Worker::new(program, plain, limits.clone());
        let (prepared, steps) = worker.prepare(u64::from(self.number))?;
        // What comes before the inputs is not to be wrong: nothing would be left to compare.
        let mut worker = Worker::new(program, making.solver(), limits);
        worker.set_fault(making.fault);
        let mut summary = match event {
            Event::Constructor(position) => {
                worker.summarise_constructor(&prepared, steps, u64::from(position))?
            }
            Event::Method(position) => {
                worker.summarise_method(&prepared, steps, u64::from(position))?
            }
        };
        let inputs = worker.inputs();
        let (terms, solver) = worker.into_parts();
        summary.terms = terms;
        Ok(Summarised { event, summary, solver, inputs })
    }
}
