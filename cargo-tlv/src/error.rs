//! Errors a user can meet: what happened and where, what to do next, and the exit code.
//!
//! `Display` says what and where in one line; [`Error::details`] is text of other tools to show
//! untouched before it; [`Error::help`] says what to do next.

use std::path::{Path, PathBuf};

use crate::exit_code::ExitCode;

/// An expected error. A broken invariant of our own is a panic, not one of these.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `cargo` could not be started.
    #[error("cannot run `{}`: {source}", program.display())]
    CargoMissing {
        /// The program that was tried.
        program: PathBuf,
        /// Why it did not start.
        source: std::io::Error,
    },

    /// `cargo metadata` refused.
    #[error("cargo could not read the workspace{}", of_manifest(manifest.as_ref()))]
    Metadata {
        /// The manifest given on the command line.
        manifest: Option<PathBuf>,
        /// What cargo printed.
        stderr: String,
    },

    /// `cargo metadata` answered something else than metadata.
    #[error("cannot understand what `cargo metadata` printed: {problem}")]
    MetadataFormat {
        /// What is wrong with it.
        problem: String,
    },

    /// `-p` or `--exclude` with a pattern that cannot be one.
    #[error("`{spec}` is not a package specification: {problem}")]
    BadSpec {
        /// As on the command line.
        spec: String,
        /// What is wrong with it.
        problem: &'static str,
    },

    /// `-p` matched no member of the workspace.
    #[error("no member of the workspace in {} matches `-p {spec}`", root.display())]
    NoSuchPackage {
        /// As on the command line.
        spec: String,
        /// The workspace's directory.
        root: PathBuf,
        /// The names of its members.
        members: Vec<String>,
    },

    /// All members were excluded.
    #[error("no package is left in the workspace in {}", root.display())]
    NothingSelected {
        /// The workspace's directory.
        root: PathBuf,
    },

    /// No selected package depends on `tlv`.
    #[error("no selected package depends on `tlv`: {}", list(packages))]
    NoTlvDependency {
        /// The names of the selected packages.
        packages: Vec<String>,
        /// Those of them that have it among their development or build dependencies only.
        development_only: Vec<String>,
    },

    /// `tlv` is an optional dependency and no feature turns it on.
    #[error("`tlv` is an optional dependency of `{package}`, and no chosen feature turns it on")]
    TlvTurnedOff {
        /// The package.
        package: String,
        /// A feature that turns it on, if there is one.
        feature: Option<String>,
    },

    /// A dependency on `tlv` under another name.
    #[error("`{package}` depends on `tlv` under the name `{name}`")]
    RenamedTlv {
        /// The package.
        package: String,
        /// What it calls `tlv`.
        name: String,
    },

    /// The package's `tlv` is not the one this plugin knows.
    #[error(
        "`{package}` depends on a `tlv` {version} without the feature `probe`, in {}",
        directory.display()
    )]
    ForeignTlv {
        /// The package.
        package: String,
        /// The version of its `tlv`.
        version: String,
        /// Where that is.
        directory: PathBuf,
    },

    /// The selected packages that depend on `tlv` have no library.
    #[error("no selected package has a library target: {}", list(packages))]
    NoLibrary {
        /// The names of the packages.
        packages: Vec<String>,
    },

    /// `--type` matched none of the annotated types.
    #[error("no annotated type matches {}", filters(wanted))]
    NoSuchType {
        /// As on the command line.
        wanted: Vec<String>,
        /// The full paths of the types there are.
        types: Vec<String>,
    },

    /// There is no annotated type.
    #[error("no annotated type in {}", list(packages))]
    NoTypes {
        /// The names of the packages that were looked at.
        packages: Vec<String>,
    },

    /// A feature that no selected package has.
    #[error("no selected package has the feature `{feature}`: {}", list(packages))]
    UnknownFeature {
        /// As on the command line or in the configuration.
        feature: String,
        /// The names of the packages it could have belonged to.
        packages: Vec<String>,
        /// The features they have.
        known: Vec<String>,
    },

    /// A key of the configuration that does not exist.
    #[error("unknown key `{key}` in [{table}] of {}", file.display())]
    UnknownKey {
        /// The manifest.
        file: PathBuf,
        /// `workspace.metadata.tlv` or `package.metadata.tlv`.
        table: &'static str,
        /// The key.
        key: String,
        /// The keys that exist.
        known: &'static [&'static str],
    },

    /// A value of the configuration that does not fit its key.
    #[error("`{key}` in [{table}] of {} must be {expected}, but is {found}", file.display())]
    WrongValue {
        /// The manifest.
        file: PathBuf,
        /// `workspace.metadata.tlv` or `package.metadata.tlv`.
        table: &'static str,
        /// The key, empty for the table itself.
        key: String,
        /// What belongs there.
        expected: &'static str,
        /// What is there.
        found: String,
    },

    /// A manifest that cargo could read and we cannot.
    #[error("cannot read {}: {problem}", file.display())]
    Manifest {
        /// The manifest.
        file: PathBuf,
        /// What is wrong.
        problem: String,
    },

    /// A file or directory of ours that cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },

    /// A protocol file that is none.
    #[error("{} is not a protocol: {problem}", path.display())]
    Protocol {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },

    /// A protocol file that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    ProtocolUnreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },

    /// An engine that is asked for is not on this machine.
    #[error("{}", no_engine(name, *portfolio))]
    NoEngine {
        /// As on the command line.
        name: String,
        /// Whether others were to help.
        portfolio: bool,
    },

    /// Engines answered the same question differently.
    #[error("engines disagree on {}", questions(saved.len()))]
    Disagreement {
        /// Where the questions were saved.
        saved: Vec<PathBuf>,
    },

    /// The user's code, or something it depends on, did not build.
    #[error("{}", did_not_build(packages))]
    Build {
        /// The diagnostics of rustc as it rendered them, else what cargo printed.
        output: String,
        /// The names of the packages with errors; empty if cargo did not get so far.
        packages: Vec<String>,
    },

    /// The build succeeded but did not leave what it should.
    #[error("the probe was built, but {} is not there", path.display())]
    MissingArtifact {
        /// The file that was expected.
        path: PathBuf,
    },

    /// The probe's process could not be started or did not keep to the protocol.
    #[error("the probe {} failed: {problem}", executable.display())]
    Driver {
        /// The probe.
        executable: PathBuf,
        /// What went wrong.
        problem: String,
    },

    /// An attribute that the macros could not check is wrong.
    #[error("{name}: {problem}")]
    Attribute {
        /// The type's path.
        name: String,
        /// What is wrong with it, and what to write.
        problem: String,
    },

    /// The results could not be printed.
    #[error("cannot write the results: {source}")]
    Output {
        /// Why not.
        source: std::io::Error,
    },
}

impl Error {
    /// A probe's driver that could not be asked.
    #[must_use]
    pub fn driver(executable: &Path, problem: &crate::driver::Error) -> Error {
        Error::Driver { executable: executable.to_owned(), problem: problem.to_string() }
    }

    /// The exit code that tells of it.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Error::BadSpec { .. }
            | Error::NoEngine { .. }
            | Error::UnknownFeature { .. }
            | Error::UnknownKey { .. }
            | Error::WrongValue { .. } => ExitCode::Usage,
            Error::NoSuchPackage { .. }
            | Error::NothingSelected { .. }
            | Error::NoTlvDependency { .. }
            | Error::TlvTurnedOff { .. }
            | Error::NoLibrary { .. }
            | Error::NoSuchType { .. }
            | Error::NoTypes { .. } => ExitCode::NothingToCheck,
            Error::CargoMissing { .. }
            | Error::Metadata { .. }
            | Error::MetadataFormat { .. }
            | Error::ForeignTlv { .. }
            | Error::RenamedTlv { .. }
            | Error::Manifest { .. }
            | Error::Write { .. }
            | Error::Protocol { .. }
            | Error::ProtocolUnreadable { .. }
            | Error::Disagreement { .. }
            | Error::Build { .. }
            | Error::MissingArtifact { .. }
            | Error::Driver { .. }
            | Error::Attribute { .. }
            | Error::Output { .. } => ExitCode::Failed,
        }
    }

    /// What another tool printed about it, to be shown as it is before our own line.
    #[must_use]
    pub fn details(&self) -> Option<&str> {
        match self {
            Error::Metadata { stderr: text, .. } | Error::Build { output: text, .. } => {
                Some(text.as_str()).filter(|text| !text.trim().is_empty())
            }
            _ => None,
        }
    }

    /// What to do next, if we know.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Error::CargoMissing { .. } => Some(
                "install Rust from https://rustup.rs, or name the cargo to use in the environment \
                 variable CARGO"
                    .to_owned(),
            ),
            Error::BadSpec { .. } => {
                Some("use a package's name, `name@version`, or a pattern with `*`".to_owned())
            }
            Error::NoSuchPackage { members, .. } => {
                Some(format!("the members are {}", list(members)))
            }
            Error::NothingSelected { .. } => Some("exclude fewer packages".to_owned()),
            Error::NoTlvDependency { packages, development_only } => {
                Some(add_tlv(packages, development_only))
            }
            Error::TlvTurnedOff { feature: Some(feature), .. } => {
                Some(format!("add `--features {feature}`"))
            }
            Error::TlvTurnedOff { feature: None, .. } => {
                Some("declare a feature that turns it on, and choose it".to_owned())
            }
            Error::ForeignTlv { .. } => Some(format!(
                "depend on the `tlv` that belongs to this `cargo tlv`, version {}",
                env!("CARGO_PKG_VERSION")
            )),
            Error::RenamedTlv { .. } => Some(
                "write `tlv = …` in [dependencies]: what the attributes expand to says `::tlv`"
                    .to_owned(),
            ),
            Error::NoLibrary { .. } => Some(
                "annotated types must be in a library: move them to src/lib.rs or to a module of \
                 it"
                .to_owned(),
            ),
            Error::NoSuchType { types, .. } => {
                Some(format!("the annotated types are {}", list(types)))
            }
            Error::NoTypes { .. } => Some(
                "put `#[tlv::abstraction]` on a struct and `#[tlv::methods]` on its impl block"
                    .to_owned(),
            ),
            Error::UnknownFeature { known, .. } if known.is_empty() => {
                Some("they have no features".to_owned())
            }
            Error::UnknownFeature { known, .. } => {
                Some(format!("the features there are {}", list(known)))
            }
            Error::UnknownKey { known, .. } => Some(format!("the keys are {}", list(known))),
            Error::Protocol { .. } => {
                Some("mend it, or remove it and write it anew with `cargo tlv accept`".to_owned())
            }
            Error::ProtocolUnreadable { .. } => Some("make the file readable".to_owned()),
            Error::NoEngine { .. } => Some(
                "`cargo tlv doctor` shows the engines of this machine and how to get others"
                    .to_owned(),
            ),
            Error::Disagreement { saved } => Some(format!(
                "one of them is wrong, and nothing that rests on it is to be trusted: please report \
                 it with what was saved in {}",
                list(&saved.iter().map(|path| path.display().to_string()).collect::<Vec<_>>())
            )),
            Error::Write { .. } => {
                Some("make the place writable, or choose another with `--target-dir`".to_owned())
            }
            Error::Build { packages, .. } if packages.is_empty() => None,
            Error::Build { .. } => Some("see whether `cargo check` succeeds first".to_owned()),
            Error::MissingArtifact { .. } => {
                Some("remove the directory `tlv` in the target directory and try again".to_owned())
            }
            Error::Metadata { .. }
            | Error::MetadataFormat { .. }
            | Error::WrongValue { .. }
            | Error::Manifest { .. }
            | Error::Driver { .. }
            | Error::Attribute { .. }
            | Error::Output { .. } => None,
        }
    }
}

/// `a`, `b`, … in backquotes.
pub(crate) fn list(names: &[impl AsRef<str>]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    quoted.join(", ")
}

fn filters(wanted: &[String]) -> String {
    let flags: Vec<String> = wanted.iter().map(|name| format!("`--type {name}`")).collect();
    flags.join(" or ")
}

fn no_engine(name: &str, portfolio: bool) -> String {
    if name == "all" || portfolio {
        return "there is no engine on this machine beside the built-in one".to_owned();
    }
    format!("{name} is not on the PATH")
}

fn questions(count: usize) -> String {
    if count == 1 { "a question".to_owned() } else { format!("{count} questions") }
}

fn of_manifest(manifest: Option<&PathBuf>) -> String {
    manifest.map_or_else(String::new, |path| format!(" of {}", path.display()))
}

fn did_not_build(packages: &[String]) -> String {
    if packages.is_empty() {
        "cargo could not build the probe of the selected packages".to_owned()
    } else {
        format!("{} did not build", list(packages))
    }
}

fn add_tlv(packages: &[String], development_only: &[String]) -> String {
    if let Some(package) = development_only.first() {
        return format!(
            "`{package}` has `tlv` as a development or build dependency; its library needs it in \
             [dependencies]: `cargo add tlv -p {package}`"
        );
    }
    let package = packages.first().map_or("PACKAGE", String::as_str);
    format!(
        "run `cargo add tlv -p {package}`, then put `#[tlv::abstraction]` on a struct and \
         `#[tlv::methods]` on its impl block"
    )
}
