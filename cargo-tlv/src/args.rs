//! The command line.
//!
//! Works both as `cargo tlv …` (cargo runs `cargo-tlv tlv …`) and as `cargo-tlv …`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use tlv_symbolic::solve::smtlib::Tool;

use crate::engine::BUILTIN;

const AFTER_HELP: &str = "\
Exit codes: 0 all held; 2 wrong usage; 4 nothing to check; 100 violated;\n\
101 the code did not build, or an internal error; 102 inconclusive.\n\
Settings may also live in [workspace.metadata.tlv] and [package.metadata.tlv] of Cargo.toml;\n\
the command line overrides the package's, which override the workspace's.";

// The flags that `clap-cargo` defines do not tell their defaults; the headings above them do.
const PACKAGES: &str =
    "Package Selection [default: the current package, or the workspace's default members]";
const FEATURES: &str = "Feature Selection [default: the `default` features]";
const MANIFEST: &str = "Manifest Options [default: Cargo.toml here or in a parent directory]";

/// Learns the call protocol of a struct from its code
#[derive(Debug, Clone, Parser)]
#[command(
    name = "cargo-tlv",
    bin_name = "cargo tlv",
    version,
    about,
    styles = clap_cargo::style::CLAP_STYLING,
    max_term_width = 100,
    after_help = AFTER_HELP
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Learn, prove and compare with the committed protocols: the gate for continuous integration
    #[command(after_help = AFTER_HELP)]
    Check(CheckArgs),
    /// Write the protocol of each annotated type to its file, for `check` to compare with
    #[command(after_help = AFTER_HELP)]
    Accept(AcceptArgs),
    /// Learn the protocol of each annotated type and print it; writes only to the target directory
    #[command(after_help = AFTER_HELP)]
    Learn(LearnArgs),
    /// List the annotated types with their predicates, constructors and methods
    #[command(after_help = AFTER_HELP)]
    List(ListArgs),
    /// Show the toolchain and the engines of this machine, and how to get those that are missing
    #[command(after_help = AFTER_HELP)]
    Doctor(DoctorArgs),
}

impl Command {
    /// The flags that every command on a workspace has.
    #[must_use]
    pub fn common(&self) -> Option<&CommonArgs> {
        match self {
            Command::Check(check) => Some(&check.common),
            Command::Accept(accept) => Some(&accept.common),
            Command::Learn(learn) => Some(&learn.common),
            Command::List(list) => Some(&list.common),
            Command::Doctor(_) => None,
        }
    }

    /// How it is to prove, if it does.
    fn proving(&self) -> Option<&ProvingArgs> {
        match self {
            Command::Check(check) => Some(&check.proving),
            Command::Accept(accept) => Some(&accept.proving),
            Command::Learn(learn) => Some(&learn.proving),
            Command::List(_) | Command::Doctor(_) => None,
        }
    }

    /// When colours are used.
    #[must_use]
    pub fn color(&self) -> ColorWhen {
        match self {
            Command::Doctor(doctor) => doctor.color,
            other => other.common().map_or(ColorWhen::Auto, |common| common.color),
        }
    }
}

/// `cargo tlv learn`.
#[derive(Debug, Clone, Args)]
pub struct LearnArgs {
    /// Show the calls that lead to each edge (also with -v) [default: off]
    #[arg(long)]
    pub witnesses: bool,

    /// How to prove.
    #[command(flatten)]
    pub proving: ProvingArgs,

    /// The flags that every command has.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// `cargo tlv check`.
#[derive(Debug, Clone, Args)]
pub struct CheckArgs {
    /// How much must be shown of each state and method [default: bounded]
    #[arg(long, value_enum, value_name = "VERDICT")]
    pub require: Option<Required>,

    /// How to prove.
    #[command(flatten)]
    pub proving: ProvingArgs,

    /// The flags that every command has.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// `cargo tlv accept`.
#[derive(Debug, Clone, Args)]
pub struct AcceptArgs {
    /// How to prove.
    #[command(flatten)]
    pub proving: ProvingArgs,

    /// The flags that every command has.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// How much must be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Required {
    /// For all objects and arguments
    Proved,
    /// For objects and arguments within limits that are named
    Bounded,
    /// By sampling
    Pac,
    /// By tests
    Tested,
}

/// How commands that prove do it.
#[derive(Debug, Clone, Args)]
pub struct ProvingArgs {
    /// Only test: do not prove that nothing is missing [default: off]
    #[arg(long)]
    pub no_prove: bool,

    /// Which objects a proof is about
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Semantics::Reachable)]
    pub semantics: Semantics,

    /// The largest symbolic collection, where the type does not say [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub bound: Option<u32>,

    /// Who answers.
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Who answers what proofs ask.
#[derive(Debug, Clone, Args)]
pub struct EngineArgs {
    /// What proofs are made with; `all` asks every engine on this machine, and fails if two differ
    #[arg(long, value_enum, value_name = "NAME", default_value_t = EngineName::Builtin)]
    pub engine: EngineName,

    /// Hand what the built-in engine gives up to the other ones on this machine [default: off]
    #[arg(long)]
    pub portfolio: bool,

    /// Save each question that a proof rests on, as `smt2` below a directory [default: not saved]
    #[arg(long, num_args = 2, value_names = ["FORMAT", "DIRECTORY"])]
    pub emit: Vec<String>,
}

impl EngineArgs {
    /// Where the questions go, if they are wanted.
    #[must_use]
    pub fn questions_directory(&self) -> Option<PathBuf> {
        self.emit.get(1).map(PathBuf::from)
    }
}

/// An engine by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// The built-in one, which is always there
    Builtin,
    /// z3
    Z3,
    /// cvc5
    Cvc5,
    /// Bitwuzla
    Bitwuzla,
    /// Boolector
    Boolector,
    /// Yices
    Yices,
    /// The built-in one, and then every other one is asked the same
    All,
}

impl EngineName {
    /// As on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match (self, self.tool()) {
            (_, Some(tool)) => tool.name(),
            (EngineName::All, None) => "all",
            (_, None) => BUILTIN,
        }
    }

    /// The solver, if it is one.
    #[must_use]
    pub fn tool(self) -> Option<Tool> {
        match self {
            EngineName::Z3 => Some(Tool::Z3),
            EngineName::Cvc5 => Some(Tool::Cvc5),
            EngineName::Bitwuzla => Some(Tool::Bitwuzla),
            EngineName::Boolector => Some(Tool::Boolector),
            EngineName::Yices => Some(Tool::Yices),
            EngineName::Builtin | EngineName::All => None,
        }
    }
}

/// `cargo tlv doctor`.
#[derive(Debug, Clone, Args)]
pub struct DoctorArgs {
    /// How results are printed on stdout
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,

    /// Use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto)]
    pub color: ColorWhen,
}

impl LearnArgs {
    /// Whether the human report shows each edge's calls.
    #[must_use]
    pub fn show_witnesses(&self) -> bool {
        self.witnesses || self.common.verbose > 0
    }
}

/// Which objects a proof is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Semantics {
    /// Those that satisfy the invariants: all that calls can reach, and few others
    Reachable,
    /// Those with any values in their fields
    Any,
}

/// `cargo tlv list`.
#[derive(Debug, Clone, Args)]
pub struct ListArgs {
    /// The flags that every command has.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// The flags that every command has.
#[derive(Debug, Clone, Args)]
pub struct CommonArgs {
    /// Only this type, by its name or its full path; repeatable [default: all annotated types]
    #[arg(long = "type", value_name = "NAME")]
    pub types: Vec<String>,

    /// How results are printed on stdout
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,

    /// Seed of all random choices; the same seed gives the same result [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// How many processes may run at once [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,

    /// Stop after this many seconds and report what is known; building is not counted
    /// [default: 600]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: Option<u64>,

    /// Use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto)]
    pub color: ColorWhen,

    /// Print nothing but results and errors [default: off]
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Say more; twice also shows what cargo prints [default: off]
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub verbose: u8,

    /// Which packages [default: the current one, or the default members of a workspace].
    #[command(flatten, next_help_heading = PACKAGES)]
    pub workspace: clap_cargo::Workspace,

    /// Which features [default: the default ones].
    #[command(flatten, next_help_heading = FEATURES)]
    pub features: clap_cargo::Features,

    /// Where the manifest is [default: here or in a parent directory].
    #[command(flatten, next_help_heading = MANIFEST)]
    pub manifest: clap_cargo::Manifest,

    /// Directory of everything that is built [default: as cargo's, with `tlv` inside]
    #[arg(long, value_name = "DIRECTORY", help_heading = MANIFEST)]
    pub target_dir: Option<PathBuf>,

    /// Fail if the lock file would have to change [default: off]
    #[arg(long, help_heading = MANIFEST)]
    pub locked: bool,

    /// Do not use the network [default: off]
    #[arg(long, help_heading = MANIFEST)]
    pub offline: bool,

    /// Both --locked and --offline [default: off]
    #[arg(long, help_heading = MANIFEST)]
    pub frozen: bool,
}

impl CommonArgs {
    /// Whether a type passes `--type`: by its name or by its full path.
    #[must_use]
    pub fn wants_type(&self, name: &str, path: &str) -> bool {
        self.types.is_empty() || self.types.iter().any(|wanted| wanted == name || wanted == path)
    }

    /// Whether cargo may not touch the lock file.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.locked || self.frozen
    }

    /// Whether cargo may not use the network.
    #[must_use]
    pub fn is_offline(&self) -> bool {
        self.offline || self.frozen
    }

    /// The time budget, if the command line gives one.
    #[must_use]
    pub fn time_budget(&self) -> Option<Duration> {
        self.timeout.map(Duration::from_secs)
    }
}

/// How results are printed on stdout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// Text for people
    Human,
    /// Exactly one JSON document
    Json,
    /// Annotations of GitHub Actions, one for each thing to look at, and a summary of the step
    Github,
}

/// When colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Reads the command line.
///
/// # Errors
/// When it is wrong, or asks for help or the version; clap's error tells which, and has the text.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|first| first == "tlv") {
        args.remove(1);
    }
    // `cargo tlv` alone, or with flags only, is `cargo tlv check`.
    let about = ["-h", "--help", "-V", "--version"];
    let flag = |first: &OsString| {
        let text = first.to_string_lossy();
        text.starts_with('-') && !about.contains(&text.as_ref())
    };
    if args.len() == 1 || args.get(1).is_some_and(flag) {
        args.insert(1, "check".into());
    }
    let cli = Cli::try_parse_from(args)?;
    if let Some(common) = cli.command.common() {
        let selection = &common.workspace;
        let whole_workspace = selection.workspace || selection.all;
        if !selection.exclude.is_empty() && !whole_workspace {
            return Err(usage("--exclude can only be used together with --workspace"));
        }
    }
    if let Some(ProvingArgs { engine, no_prove, .. }) = cli.command.proving() {
        if engine.emit.first().is_some_and(|format| format != "smt2") {
            return Err(usage("--emit writes `smt2` only: --emit smt2 DIRECTORY"));
        }
        let asked = engine.engine != EngineName::Builtin || engine.portfolio;
        if *no_prove && (asked || !engine.emit.is_empty()) {
            return Err(usage(
                "--engine, --portfolio and --emit are about proofs: not with --no-prove",
            ));
        }
        if engine.portfolio && engine.engine.tool().is_some() {
            return Err(usage(
                "--portfolio begins with the built-in engine: not with another --engine",
            ));
        }
    }
    Ok(cli)
}

fn usage(message: &str) -> clap::Error {
    use clap::CommandFactory;
    Cli::command().error(clap::error::ErrorKind::MissingRequiredArgument, message)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parsed(line: &str) -> Result<Cli, clap::Error> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_default_is_documented() {
        for command in Cli::command().get_subcommands() {
            for arg in command.get_arguments() {
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                let heading = arg.get_help_heading().unwrap_or_default();
                let says = help.contains("[default: ") || heading.contains("[default: ");
                let name = (command.get_name(), arg.get_id());
                assert!(says || !arg.get_default_values().is_empty(), "{name:?}");
            }
        }
    }

    #[test]
    fn both_calling_conventions_work() {
        for line in ["cargo-tlv tlv learn --type A", "cargo-tlv learn --type A"] {
            let cli = parsed(line).expect(line);
            assert_eq!(cli.command.common().unwrap().types, ["A"]);
            assert!(matches!(cli.command, Command::Learn(_)));
        }
    }

    #[test]
    fn wrong_usage_is_an_error_and_help_is_not() {
        for line in [
            "cargo-tlv fly",
            "cargo-tlv --fly",
            "cargo-tlv check --require everything",
            "cargo-tlv learn --emit smt2",
            "cargo-tlv check --no-prove --engine z3",
            "cargo-tlv learn --jobs 0",
            "cargo-tlv learn --timeout 0",
            "cargo-tlv learn -q -v",
            "cargo-tlv learn --color sometimes",
            "cargo-tlv learn --message-format xml",
            "cargo-tlv learn --exclude a",
            "cargo-tlv list --witnesses",
        ] {
            assert_eq!(parsed(line).expect_err(line).exit_code(), 2, "{line}");
        }
        assert_eq!(parsed("cargo-tlv tlv --help").expect_err("help").exit_code(), 0);
    }

    #[test]
    fn without_a_command_it_is_check() {
        for line in ["cargo-tlv", "cargo tlv", "cargo tlv --locked", "cargo-tlv tlv -p a -q"] {
            let cli = parsed(line).expect(line);
            assert!(matches!(cli.command, Command::Check(_)), "{line}");
        }
        assert_eq!(parsed("cargo tlv --version").expect_err("version").exit_code(), 0);
    }

    #[test]
    fn types_match_by_name_or_path() {
        let cli = parsed("cargo-tlv learn --type Stack --type a::b::Queue").expect("parses");
        let common = cli.command.common().unwrap();
        assert!(common.wants_type("Stack", "a::Stack"));
        assert!(common.wants_type("Queue", "a::b::Queue"));
        assert!(!common.wants_type("Queue", "a::Queue"));
    }

    #[test]
    fn frozen_is_locked_and_offline() {
        let cli = parsed("cargo-tlv learn --frozen").expect("parses");
        let common = cli.command.common().unwrap();
        assert!(common.is_locked() && common.is_offline());
    }
}
