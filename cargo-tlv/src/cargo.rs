//! Composes calls of cargo and runs the short ones.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cargo_metadata::{Metadata, MetadataCommand};

use crate::args::CommonArgs;
use crate::error::Error;

/// The cargo to run, and the platform it builds for by default.
#[derive(Debug, Clone)]
pub struct Cargo {
    /// The program.
    pub program: PathBuf,
    /// The triple of this machine's platform.
    pub host: String,
}

impl Cargo {
    /// Finds cargo: the one that started us (it says so in `CARGO`), else the one on the path.
    ///
    /// # Errors
    /// When it cannot be started or does not say for which platform it is.
    pub fn find() -> Result<Cargo, Error> {
        let program = std::env::var_os("CARGO").filter(|name| !name.is_empty());
        Cargo::at(program.map_or_else(|| PathBuf::from("cargo"), PathBuf::from))
    }

    fn at(program: PathBuf) -> Result<Cargo, Error> {
        let output = Command::new(&program)
            .arg("-vV")
            .stdin(Stdio::null())
            .output()
            .map_err(|source| Error::CargoMissing { program: program.clone(), source })?;
        let text = String::from_utf8_lossy(&output.stdout);
        let host = text.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned);
        match host {
            Some(host) => Ok(Cargo { program, host }),
            None => Err(Error::CargoMissing {
                program,
                source: std::io::Error::other(format!(
                    "`-vV` does not print a host: {}",
                    String::from_utf8_lossy(&output.stderr).trim()
                )),
            }),
        }
    }

    /// A call of this cargo in a directory.
    #[must_use]
    pub fn command(&self, directory: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(directory);
        command
    }

    /// Runs `cargo metadata`.
    ///
    /// Only packages for this platform are asked for: those of others may never have been
    /// downloaded, and with `--offline` cargo would fail for want of them. All features are on, so
    /// that the graph shows what optional dependencies resolve to.
    ///
    /// # Errors
    /// When cargo fails, with what it printed.
    pub fn metadata(&self, args: &CommonArgs) -> Result<Metadata, Error> {
        let mut command = MetadataCommand::new();
        command.cargo_path(&self.program);
        if let Some(manifest) = &args.manifest.manifest_path {
            command.manifest_path(manifest);
        }
        let mut options = vec!["--filter-platform".to_owned(), self.host.clone()];
        options.push("--all-features".to_owned());
        if args.is_locked() {
            options.push("--locked".to_owned());
        }
        if args.is_offline() {
            options.push("--offline".to_owned());
        }
        command.other_options(options);

        let output = command
            .cargo_command()
            .env("CARGO_TERM_COLOR", "always")
            .stdin(Stdio::null())
            .output()
            .map_err(|source| Error::CargoMissing { program: self.program.clone(), source })?;
        if !output.status.success() {
            return Err(Error::Metadata {
                manifest: args.manifest.manifest_path.clone(),
                stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            });
        }
        MetadataCommand::parse(String::from_utf8_lossy(&output.stdout))
            .map_err(|error| Error::MetadataFormat { problem: error.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_cargo_is_a_clear_error() {
        let error = Cargo::at(PathBuf::from("/nowhere/cargo")).expect_err("there is none");
        assert!(error.to_string().starts_with("cannot run `/nowhere/cargo`: "), "{error}");
        assert!(error.help().expect("there is help").contains("rustup.rs"));
        assert_eq!(error.exit_code().number(), 101);
    }
}
