//! Building the probe of small workspaces with a stand-in for `tlv`.

use std::path::Path;
use std::process::Command;

use crate::fake::{Fake, manifest, stderr};
use cargo_tlv::error::Error;
use cargo_tlv::probe::{Event, Probe};

/// Breaks a denied lint, a forbidden one and one that wants documentation, as the macros' expansion
/// may.
const STRICT: &str = "\
#![deny(warnings)]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
pub fn undocumented() { let unused = 1; }
#[unsafe(no_mangle)]
pub extern \"C\" fn user_function(x: u32) -> u32 { x + 1 }
";

fn only(probes: Result<Vec<Probe>, Error>) -> Probe {
    let mut probes = probes.unwrap_or_else(|error| panic!("{error}\n{:?}", error.details()));
    assert_eq!(probes.len(), 1);
    probes.remove(0)
}

fn run(executable: &Path) -> String {
    let output = Command::new(executable).output().expect("the probe can be run");
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn one_build_gives_an_executable_and_ir_whatever_the_users_lints() {
    let manifest = manifest("strict-user", "../tlv", "");
    let fake = Fake::new(&[("user/Cargo.toml", &manifest), ("user/src/lib.rs", STRICT)]);
    let (probes, events) = fake.build("user/Cargo.toml", &[]);
    let probe = only(probes);
    assert_eq!(run(&probe.executable), "ran\n");
    let ir = std::fs::read_to_string(&probe.ir).expect("the IR is text");
    assert!(ir.contains("define ") && ir.contains("@user_function"), "the user's code is in it");
    assert!(ir.contains("add_overflow"), "overflow is checked");
    let package = &probe.packages[0];
    assert_eq!((&*package.name, &*package.library), ("strict-user", "strict_user"));
    assert_eq!(package.version, "0.1.0");
    assert!(
        events.iter().any(|event| matches!(event, Event::Compiling { total: 3, .. })),
        "{events:?}"
    );

    // A second build finds everything done; one without the IR makes it again.
    let (again, events) = fake.build("user/Cargo.toml", &[]);
    assert_eq!(only(again).executable, probe.executable);
    let compiled = |events: &[Event]| {
        events.iter().any(|event| matches!(event, Event::Line(line) if line.contains("Compiling")))
    };
    assert!(!compiled(&events), "{events:?}");
    std::fs::remove_file(&probe.ir).expect("it was there");
    let (third, _) = fake.build("user/Cargo.toml", &[]);
    assert!(only(third).ir.exists());
}

#[test]
fn members_of_a_virtual_workspace_share_a_probe_unless_overflow_checks_differ() {
    let wrapping = "[package.metadata.tlv]\noverflow-checks = false\n";
    let fake = Fake::new(&[
        (
            "Cargo.toml",
            "[workspace]\nmembers = ['a', 'b', 'c', 'd']\nexclude = ['tlv']\nresolver = '2'\n",
        ),
        ("a/Cargo.toml", &manifest("a", "../tlv", "[features]\nextra = []\n")),
        ("a/src/lib.rs", "#[cfg(not(feature = \"extra\"))] compile_error!(\"no extra\");"),
        ("b/Cargo.toml", &manifest("b", "../tlv", "")),
        ("b/src/lib.rs", ""),
        ("c/Cargo.toml", &manifest("c", "../tlv", wrapping)),
        ("c/src/lib.rs", "#[unsafe(no_mangle)] pub extern \"C\" fn next(x: u32) -> u32 { x + 1 }"),
        ("d/Cargo.toml", "[package]\nname = 'd'\nversion = '0.1.0'\nedition = '2021'\n"),
        ("d/src/lib.rs", "compile_error!(\"not to be built\");"),
    ]);
    let (probes, _) = fake.build("Cargo.toml", &["--features", "a/extra"]);
    let probes = probes.unwrap_or_else(|error| panic!("{error}\n{:?}", error.details()));
    let names: Vec<Vec<&str>> = probes
        .iter()
        .map(|probe| probe.packages.iter().map(|package| package.name.as_str()).collect())
        .collect();
    assert_eq!(names, [vec!["c"], vec!["a", "b"]]);
    assert_ne!(probes[0].executable, probes[1].executable);
    let ir = std::fs::read_to_string(&probes[0].ir).expect("the IR is text");
    let start = ir.find("@next(").expect("the function is in it");
    let body = &ir[start..start + ir[start..].find("\n}").expect("a function ends")];
    assert!(!body.contains("overflow"), "it wraps: {body}");
}

#[test]
fn patches_of_the_workspace_apply() {
    let patch = "dep = '1'\n[patch.crates-io]\ndep = { path = '../patched' }\n[workspace]\n";
    let fake = Fake::new(&[
        ("user/Cargo.toml", &manifest("user", "../tlv", patch)),
        ("user/src/lib.rs", "pub use dep::only_in_the_patch;"),
        (
            "patched/Cargo.toml",
            "[package]\nname = 'dep'\nversion = '1.2.3'\nedition = '2021'\n[workspace]\n",
        ),
        ("patched/src/lib.rs", "pub fn only_in_the_patch() {}"),
    ]);
    only(fake.build("user/Cargo.toml", &[]).0);
}

#[test]
fn a_renamed_tlv_is_refused() {
    let manifest = "[package]\nname = 'user'\nversion = '0.1.0'\nedition = '2021'\n\
                    [dependencies]\nprotocol = { package = 'tlv', path = '../tlv' }\n";
    let fake =
        Fake::new(&[("user/Cargo.toml", manifest), ("user/src/lib.rs", "use protocol as _;")]);
    let refused = fake.load("user/Cargo.toml", &[]).expect_err("the expansion says `::tlv`");
    assert!(matches!(refused, Error::RenamedTlv { name, .. } if name == "protocol"));
}

#[test]
fn the_platform_of_the_users_configuration_does_not_matter() {
    let fake = Fake::new(&[
        ("user/Cargo.toml", &manifest("user", "../tlv", "")),
        ("user/src/lib.rs", ""),
        (
            "user/.cargo/config.toml",
            "[build]\ntarget = 'wasm32-unknown-unknown'\nincremental = true\n\
             rustflags = ['--cfg', 'configured']\n",
        ),
    ]);
    fake.write("user/src/lib.rs", "#[cfg(not(configured))] compile_error!(\"not configured\");");
    let probe = only(fake.build("user/Cargo.toml", &[]).0);
    assert_eq!(run(&probe.executable), "ran\n");
}

#[cfg(unix)]
#[test]
fn the_users_own_wrapper_still_runs() {
    use std::os::unix::fs::PermissionsExt;
    let fake = Fake::new(&[
        ("user/Cargo.toml", &manifest("user", "../tlv", "")),
        ("user/src/lib.rs", STRICT),
        ("wrapper", "#!/bin/sh\necho \"$@\" >>\"$0.log\"\nexec \"$@\"\n"),
    ]);
    let wrapper = fake.path("wrapper");
    std::fs::set_permissions(&wrapper, PermissionsExt::from_mode(0o755)).expect("ours");
    for variable in ["RUSTC_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER"] {
        let mut command = fake.command("user", &["list", "--color", "never"]);
        let output = command.env(variable, &wrapper).output().expect("cargo-tlv can be run");
        let said = stderr(&output);
        assert!(!said.contains("did not build"), "{said}");
        let log = std::fs::read_to_string(fake.path("wrapper.log")).expect("the wrapper ran");
        let user = log.lines().find(|line| line.contains("--crate-name user")).expect("for all");
        assert!(user.ends_with("--cap-lints=allow"), "{user}");
        std::fs::remove_file(fake.path("wrapper.log")).expect("it was there");
        std::fs::remove_dir_all(fake.path("target")).expect("it was there");
    }
}

#[test]
fn broken_code_is_shown_as_rustc_shows_it() {
    let fake = Fake::new(&[
        ("user/Cargo.toml", &manifest("user", "../tlv", "")),
        ("user/src/lib.rs", "pub fn f() -> u32 {\n    missing\n}\n"),
    ]);
    for quiet in [&["learn", "--color", "never"][..], &["learn", "-q", "--color", "never"]] {
        let output = fake.run("user", quiet);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(101), "{text}");
        assert!(output.stdout.is_empty());
        let expected = "error[E0425]: cannot find value `missing` in this scope\n";
        assert!(text.contains(expected) && text.contains("lib.rs:2:5"), "{text}");
        assert!(text.contains("error: `user` did not build\n  help: "), "{text}");
        assert!(!text.contains("aborting due to"), "{text}");
    }
}

#[test]
fn failures_of_cargo_are_shown_as_cargo_prints_them() {
    let fake = Fake::new(&[
        ("user/Cargo.toml", &manifest("user", "../tlv", "")),
        ("user/src/lib.rs", ""),
        ("user/build.rs", "fn main() { eprintln!(\"the script says no\"); std::process::exit(3) }"),
    ]);
    let output = fake.run("user", &["learn", "--color", "never"]);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert!(text.contains("failed to run custom build command for `user"), "{text}");
    assert!(text.contains("the script says no"), "{text}");
    assert!(!text.contains("Compiling"), "{text}");
    assert!(text.contains("cargo could not build the probe"), "{text}");
}

#[test]
fn a_target_directory_that_cannot_be_written_is_a_clear_error() {
    let fake = Fake::new(&[
        ("user/Cargo.toml", &manifest("user", "../tlv", "")),
        ("user/src/lib.rs", ""),
        // Root can write to a directory that forbids it, but nobody into a file.
        ("target/tlv", "in the way"),
    ]);
    let output = fake.run("user", &["learn", "--color", "never"]);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert!(text.contains("error: cannot write ") && text.contains("--target-dir"), "{text}");
}

#[test]
fn builds_at_the_same_time_do_not_disturb_each_other() {
    let fake = Fake::new(&[
        ("Cargo.toml", "[workspace]\nmembers = ['a', 'b']\nexclude = ['tlv']\nresolver = '2'\n"),
        ("a/Cargo.toml", &manifest("a", "../tlv", "")),
        ("a/src/lib.rs", ""),
        ("b/Cargo.toml", &manifest("b", "../tlv", "")),
        ("b/src/lib.rs", ""),
    ]);
    fake.load("Cargo.toml", &[]).expect("the workspace can be read");
    let selections = [&["-p", "a"][..], &["-p", "b"], &["-p", "a"]];
    let probes: Vec<Probe> = std::thread::scope(|scope| {
        let builds: Vec<_> = selections
            .iter()
            .map(|flags| scope.spawn(|| only(fake.build("Cargo.toml", flags).0)))
            .collect();
        builds.into_iter().map(|build| build.join().expect("the build works")).collect()
    });
    assert_eq!(probes[0].executable, probes[2].executable);
    assert_ne!(probes[0].executable, probes[1].executable);
    for probe in &probes {
        assert_eq!(run(&probe.executable), "ran\n");
    }
}
