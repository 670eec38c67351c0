//! The probe: one generated package that links the user's libraries, built once to an executable
//! and to LLVM IR.
//!
//! Everything is written below `<target-dir>/tlv`: the packages as `probe-<hash>`, where the hash
//! is that of their content, so that different selections do not undo each other's builds, and
//! what cargo builds from them in `build`, which they share.

mod build;
mod generate;
mod patch;
mod write;

pub mod rustc_wrapper;
mod sources;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::error::Error;
use crate::workspace::{Package, TlvSource, Workspace};

/// A probe that is ready to run and to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The driver.
    pub executable: PathBuf,
    /// The LLVM IR of the whole program, as text.
    pub ir: PathBuf,
    /// The packages it links, by name.
    pub packages: Vec<ProbedPackage>,
    /// How long the build took.
    pub build_time: Duration,
}

/// A package that a probe links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbedPackage {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The name of its library crate: the first part of its types' paths.
    pub library: String,
    /// Where its manifest is.
    pub directory: PathBuf,
}

/// How to build.
#[derive(Debug, Clone)]
pub struct Options {
    /// The program that can stand between cargo and rustc: `cargo-tlv` itself.
    pub wrapper: PathBuf,
    /// Do not use the network.
    pub offline: bool,
    /// How many jobs cargo may run at once; `None` leaves it to cargo.
    pub jobs: Option<u32>,
}

/// What happens during a build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Crates are being compiled.
    Compiling {
        /// How many units are done.
        done: usize,
        /// How many there are in all.
        total: usize,
        /// The crates at work, as cargo names them.
        crates: String,
    },
    /// Another cargo holds a lock.
    Waiting,
    /// A line that cargo printed, without colours.
    Line(String),
}

/// Generates and builds the probes of all selected packages: one for each combination of
/// overflow checks and `tlv`, as one build can have only one of each.
///
/// # Errors
/// When the target directory cannot be written or the build fails.
pub fn build_all(
    workspace: &Workspace,
    options: &Options,
    mut report: impl FnMut(Event),
) -> Result<Vec<Probe>, Error> {
    sources::notice_changes(workspace, &build::directory(workspace))?;
    let patches = patch::read(&workspace.root_manifest())?;
    let mut groups: BTreeMap<(bool, &TlvSource), Vec<&Package>> = BTreeMap::new();
    for package in &workspace.packages {
        let key = (package.settings.overflow_checks, &package.tlv);
        groups.entry(key).or_default().push(package);
    }
    let mut probes = Vec::new();
    for ((overflow_checks, tlv), packages) in groups {
        let source = generate::generate(&packages, tlv, overflow_checks, &patches);
        let directory = write::write(workspace, &source)?;
        let built = build::build(workspace, &directory, &source.binary, options, &mut report)?;
        probes.push(Probe {
            executable: built.executable,
            ir: built.ir,
            packages: packages.iter().copied().map(ProbedPackage::new).collect(),
            build_time: built.time,
        });
    }
    Ok(probes)
}

impl ProbedPackage {
    fn new(package: &Package) -> ProbedPackage {
        ProbedPackage {
            name: package.name.clone(),
            version: package.version.clone(),
            library: package.library.clone(),
            directory: package.directory.clone(),
        }
    }
}
