//! Temporary workspaces with a stand-in for the `tlv` package.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cargo_tlv::args;
use cargo_tlv::error::Error;
use cargo_tlv::probe::{self, Event, Probe};
use cargo_tlv::workspace::Workspace;
use tempfile::TempDir;

/// The `cargo-tlv` executable under test.
pub(crate) const CARGO_TLV: &str = env!("CARGO_BIN_EXE_cargo-tlv");

/// A directory with a `tlv` in it, and files as a test writes them.
pub(crate) struct Fake {
    directory: TempDir,
}

impl Fake {
    /// Files by their paths, in a directory whose name has a space.
    pub(crate) fn new(files: &[(&str, &str)]) -> Fake {
        let directory =
            tempfile::Builder::new().prefix("a fake").tempdir().expect("a temporary directory");
        let fake = Fake { directory };
        fake.write(
            "tlv/Cargo.toml",
            "[package]\nname = 'tlv'\nversion = '0.1.0'\nedition = '2021'\n[workspace]\n\
             [features]\nprobe = []\n",
        );
        fake.write(
            "tlv/src/lib.rs",
            "#[cfg(feature = \"probe\")]\npub mod probe {\n    \
             pub fn main() { println!(\"ran\"); }\n}\n",
        );
        for (path, content) in files {
            fake.write(path, content);
        }
        fake
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, content: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a file has a parent")).expect("writable");
        std::fs::write(path, content).expect("writable");
    }

    /// The workspace that `cargo tlv learn --manifest-path MANIFEST FLAGS` sees.
    pub(crate) fn load(&self, manifest: &str, flags: &[&str]) -> Result<Workspace, Error> {
        let manifest = self.path(manifest);
        let target = self.path("target");
        let mut line = vec!["cargo-tlv", "learn", "--offline"];
        line.extend(["--manifest-path", text(&manifest), "--target-dir", text(&target)]);
        line.extend(flags);
        let cli = args::parse(line.into_iter().map(Into::into)).expect("the flags are right");
        Workspace::load(cli.command.common().expect("a command on a workspace"))
    }

    /// Builds the probes, and collects what was reported on the way.
    pub(crate) fn build(
        &self,
        manifest: &str,
        flags: &[&str],
    ) -> (Result<Vec<Probe>, Error>, Vec<Event>) {
        let workspace = self.load(manifest, flags).expect("the workspace can be read");
        let options = probe::Options { wrapper: CARGO_TLV.into(), offline: true, jobs: None };
        let mut events = Vec::new();
        let probes = probe::build_all(&workspace, &options, |event| events.push(event));
        (probes, events)
    }

    /// Runs `cargo-tlv` in a directory.
    pub(crate) fn run(&self, directory: &str, flags: &[&str]) -> Output {
        self.command(directory, flags).output().expect("cargo-tlv can be run")
    }

    /// `cargo-tlv` in a directory, to be run.
    pub(crate) fn command(&self, directory: &str, flags: &[&str]) -> Command {
        let mut command = Command::new(CARGO_TLV);
        command
            .args(flags)
            .current_dir(self.path(directory))
            .env("CARGO_TARGET_DIR", self.path("target"))
            .env("CARGO_NET_OFFLINE", "true");
        command
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary paths are Unicode")
}

/// What a process said on stderr.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A manifest of a package `name` that depends on the `tlv` at a path, with more lines after that.
pub(crate) fn manifest(name: &str, tlv: &str, more: &str) -> String {
    format!(
        "[package]\nname = '{name}'\nversion = '0.1.0'\nedition = '2021'\n[dependencies]\n\
         tlv = {{ path = '{tlv}' }}\n{more}"
    )
}
