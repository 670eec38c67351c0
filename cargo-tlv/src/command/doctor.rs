//! `cargo tlv doctor`: what this machine has for proofs, what is missing and how to get it.

use std::process::Command;

use tlv_symbolic::solve::smtlib::Tool;

use crate::args::DoctorArgs;
use crate::engine::BUILTIN;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::report::document::{Diagnosis, Engine, ToolchainPart};
use crate::report::{self, Options};
use crate::terminal::Terminal;

/// Package managers, each with what installs a package, in the order in which they are looked for.
const MANAGERS: [(&str, &str); 5] = [
    ("apt-get", "apt-get install"),
    ("dnf", "dnf install"),
    ("pacman", "pacman -S"),
    ("brew", "brew install"),
    ("nix-env", "nix-env -iA nixpkgs."),
];

pub(super) fn run(terminal: Terminal, args: &DoctorArgs) -> Result<ExitCode, Error> {
    let toolchain = vec![
        part("cargo", std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())),
        part("rustc", std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned())),
    ];
    let usable = toolchain.iter().all(|part| part.version.is_some());
    let builtin = Engine {
        name: BUILTIN.to_owned(),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        path: None,
        adds: "proofs; always there".to_owned(),
        get: None,
    };
    let engines = std::iter::once(builtin).chain(Tool::ALL.into_iter().map(engine)).collect();
    let diagnosis = Diagnosis::new(toolchain, engines);
    let options = Options {
        format: args.message_format,
        width: terminal.width(),
        witnesses: false,
        prefix: String::new(),
    };
    terminal.results(&report::diagnosis(&diagnosis, &options))?;
    Ok(if usable { ExitCode::Success } else { ExitCode::Failed })
}

fn part(name: &str, program: String) -> ToolchainPart {
    let output = Command::new(&program).arg("--version").output();
    let version = output.ok().filter(|output| output.status.success()).map(|output| {
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        text.strip_prefix(name).map_or(text.clone(), |rest| rest.trim().to_owned())
    });
    ToolchainPart { name: name.to_owned(), program, version }
}

fn engine(tool: Tool) -> Engine {
    let program = tool.find();
    let version = program.as_deref().and_then(|program| tool.version(program));
    let get = program.is_none().then(|| how_to_get(tool));
    Engine {
        name: tool.name().to_owned(),
        version,
        path: program.map(|path| path.display().to_string()),
        adds: "a second opinion on each question of a proof".to_owned(),
        get,
    }
}

/// A command of this system's package manager, where it has a package.
fn how_to_get(tool: Tool) -> String {
    let manager = MANAGERS.iter().find(|(program, _)| is_there(program));
    match manager {
        Some((program, install)) if has_package(program, tool) => {
            let package = if tool == Tool::Yices { "yices2" } else { tool.name() };
            let space = if install.ends_with('.') { "" } else { " " };
            format!("{install}{space}{package}")
        }
        _ => format!("build {} from its sources and put it on the PATH", tool.name()),
    }
}

/// What each manager is known to have.
fn has_package(manager: &str, tool: Tool) -> bool {
    match tool {
        Tool::Z3 => true,
        Tool::Cvc5 => matches!(manager, "apt-get" | "brew" | "nix-env" | "dnf"),
        Tool::Bitwuzla | Tool::Boolector => matches!(manager, "nix-env"),
        Tool::Yices => matches!(manager, "brew" | "nix-env"),
    }
}

fn is_there(program: &str) -> bool {
    let Some(paths) = std::env::var_os("PATH") else { return false };
    std::env::split_paths(&paths).any(|path| path.join(program).is_file())
}
