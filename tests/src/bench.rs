//! What the benchmarks share: types of a fixture behind real drivers, and figures of several runs.

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

use cargo_tlv::command::Session;
use cargo_tlv::driver::{self, Driver};
use cargo_tlv::probe::rustc_wrapper;
use cargo_tlv::terminal::Terminal;
use cargo_tlv::{args, config};
use tlv::wire;

use crate::fixture;

/// Runs a benchmark as a program.
///
/// Building a probe makes this very program stand between cargo and rustc, so that comes first.
pub fn main(benchmark: fn() -> Result<(), Box<dyn Error>>) -> ExitCode {
    if let Some(previous) = rustc_wrapper::requested() {
        return rustc_wrapper::run(&previous, std::env::args_os());
    }
    match benchmark() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            #[expect(clippy::print_stderr, reason = "a benchmark is a program of its own")]
            {
                eprintln!("error: {error}");
            }
            ExitCode::FAILURE
        }
    }
}

/// An annotated type of a fixture, in a built probe.
#[derive(Debug, Clone)]
pub struct Subject {
    executable: PathBuf,
    /// The LLVM IR of the probe.
    pub ir: PathBuf,
    /// Its position in the probe.
    pub number: u32,
    /// What the probe says of it.
    pub about: wire::Subject,
    /// What applies to its package.
    pub settings: config::Settings,
}

impl Subject {
    /// The name as written.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.about.name
    }

    /// The bound on collections.
    #[must_use]
    pub fn bound(&self) -> u32 {
        self.about.bound.unwrap_or(self.settings.bound)
    }

    /// A new driver, as `cargo tlv learn` has it.
    #[must_use]
    pub fn driver(&self) -> Driver {
        Driver::new(self.executable.clone(), self.number, &self.about, self.bound())
    }
}

/// Builds the probe of a package or workspace below `fixtures/` and tells which types are in it.
///
/// # Errors
/// When it cannot be built.
pub fn subjects(package: &str) -> Result<Vec<Subject>, Box<dyn Error>> {
    let manifest = fixture(package).join("Cargo.toml");
    // Beside the directory of this program: where the end-to-end tests do not build.
    let target = std::env::current_exe()?.with_file_name("bench-fixtures");
    let line: [OsString; 7] = [
        "cargo-tlv".into(),
        "learn".into(),
        "-q".into(),
        "--manifest-path".into(),
        manifest.into(),
        "--target-dir".into(),
        target.into(),
    ];
    let cli = args::parse(line)?;
    let common = cli.command.common().ok_or("a command on a workspace")?;
    let session = Session::prepare(common, Terminal::new(common.color))?;
    let mut all = Vec::new();
    for probe in &session.probes {
        for (number, about) in (0..).zip(driver::subjects(&probe.executable)?) {
            let packages = &session.workspace.packages;
            let package = packages.iter().find(|package| package.name == about.package);
            if let Some(package) = package {
                let (executable, ir) = (probe.executable.clone(), probe.ir.clone());
                let settings = package.settings.clone();
                all.push(Subject { executable, ir, number, about, settings });
            }
        }
    }
    Ok(all)
}

/// The type with this name.
///
/// # Errors
/// When there is none.
pub fn named<'a>(subjects: &'a [Subject], name: &str) -> Result<&'a Subject, Box<dyn Error>> {
    let found = subjects.iter().find(|subject| subject.name() == name);
    found.ok_or_else(|| format!("the fixture has no type `{name}`").into())
}

/// The smallest, the middle and the largest of several figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread {
    /// The smallest.
    pub min: u64,
    /// The middle one, or the larger of the two.
    pub median: u64,
    /// The largest.
    pub max: u64,
}

impl Spread {
    /// Of at least one figure.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn of(figures: impl IntoIterator<Item = u64>) -> Spread {
        let mut figures: Vec<u64> = figures.into_iter().collect();
        figures.sort_unstable();
        let median = figures[figures.len() / 2];
        Spread { min: figures[0], median, max: figures[figures.len() - 1] }
    }
}

impl fmt::Display for Spread {
    /// `1 234 / 2 345 / 3 456`, or one figure if all are the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spread { min, median, max } = *self;
        let text =
            if min == max { grouped(min) } else { [min, median, max].map(grouped).join(" / ") };
        f.pad(&text)
    }
}

/// A number with a space between thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
