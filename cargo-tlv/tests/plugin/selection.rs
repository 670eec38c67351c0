//! Which packages are selected, and what is said when none is.

use crate::fake::{Fake, manifest, stderr};

/// `a` and `b` depend on `tlv`, `plain` does not, `tool` does but has no library.
fn workspace() -> Fake {
    let plain = "[package]\nname = 'plain'\nversion = '0.1.0'\nedition = '2021'\n";
    Fake::new(&[
        (
            "Cargo.toml",
            "[workspace]\nmembers = ['a', 'b', 'plain', 'tool']\nexclude = ['tlv']\ndefault-members = ['a', 'plain']\n\
             resolver = '2'\n[workspace.metadata.tlv]\nseed = 5\ntimeout = 40\n",
        ),
        (
            "a/Cargo.toml",
            &manifest("a", "../tlv", "[features]\nx = []\n[package.metadata.tlv]\nseed = 6\n"),
        ),
        ("a/src/lib.rs", ""),
        ("b/Cargo.toml", &manifest("b", "../tlv", "")),
        ("b/src/lib.rs", ""),
        ("plain/Cargo.toml", plain),
        ("plain/src/lib.rs", ""),
        ("tool/Cargo.toml", &manifest("tool", "../tlv", "")),
        ("tool/src/main.rs", "fn main() {}"),
    ])
}

#[track_caller]
fn check(fake: &Fake, manifest: &str, flags: &[&str], expected: &[&str]) {
    let workspace = fake.load(manifest, flags).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = workspace.packages.iter().map(|package| package.name.as_str()).collect();
    assert_eq!(names, expected, "{flags:?}");
}

#[test]
fn packages_are_chosen_as_cargo_does() {
    let fake = workspace();
    check(&fake, "Cargo.toml", &[], &["a"]);
    check(&fake, "b/Cargo.toml", &[], &["b"]);
    check(&fake, "b/Cargo.toml", &["--workspace"], &["a", "b"]);
    check(&fake, "Cargo.toml", &["--all", "--exclude", "a"], &["b"]);
    check(&fake, "Cargo.toml", &["-p", "b"], &["b"]);
    check(&fake, "Cargo.toml", &["-p", "b@0.1"], &["b"]);
    check(&fake, "Cargo.toml", &["-p", "*"], &["a", "b"]);
    check(&fake, "Cargo.toml", &["--workspace", "--exclude", "p*"], &["a", "b"]);
}

#[test]
fn settings_are_layered() {
    let fake = workspace();
    let seeds = |flags: &[&str]| -> Vec<u64> {
        let workspace = fake.load("Cargo.toml", flags).expect("readable");
        workspace.packages.iter().map(|package| package.settings.seed).collect()
    };
    assert_eq!(seeds(&["--workspace"]), [6, 5]);
    assert_eq!(seeds(&["--workspace", "--seed", "7"]), [7, 7]);
    let workspace = fake.load("Cargo.toml", &[]).expect("readable");
    assert_eq!(workspace.timeout().as_secs(), 40);
}

#[test]
fn what_is_passed_over_by_mistake_is_said() {
    let fake = workspace();
    let flags = ["--workspace", "--exclude", "nobody"];
    let warnings = fake.load("Cargo.toml", &flags).expect("readable").warnings;
    assert_eq!(
        warnings,
        [
            "--exclude matches no member: `nobody`",
            "`tool` depends on `tlv` but has no library target; passed over: annotated types must \
             be in a library",
        ]
    );
}

/// Runs the executable, which must fail with the code and say all the texts.
#[track_caller]
fn check_failure(fake: &Fake, flags: &[&str], code: i32, texts: &[&str]) {
    let output = fake.run("", flags);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{flags:?}: {said}");
    assert!(output.stdout.is_empty(), "{flags:?}");
    for text in texts {
        assert!(said.contains(text), "{flags:?}: {said}");
    }
}

#[test]
fn a_selection_of_nothing_is_not_a_pass() {
    let fake = workspace();
    let check = |flags: &[&str], code, texts: &[&str]| check_failure(&fake, flags, code, texts);
    check(&["tlv", "learn", "-p", "typo"], 4, &["`-p typo`", "`a`, `b`, `plain`, `tool`"]);
    check(&["learn", "-q", "-p", "plain"], 4, &["cargo add tlv -p plain"]);
    check(&["learn", "-p", "tool"], 4, &["`tool`", "src/lib.rs"]);
    check(&["learn", "--workspace", "--exclude", "*"], 4, &["no package is left"]);
    check(&["learn", "--features", "typo"], 2, &["`typo`", "`x`"]);
    check(&["learn", "-p", "a[b]"], 2, &["not a package specification"]);
    check(&["learn", "--fast"], 2, &["--fast"]);
    check(&["learn", "--manifest-path", "gone/Cargo.toml"], 101, &["gone/Cargo.toml"]);
}

#[test]
fn a_wrong_key_names_file_and_key() {
    let fake = workspace();
    let wrong = manifest("a", "../tlv", "[package.metadata.tlv]\nsede = 6\n");
    fake.write("a/Cargo.toml", &wrong);
    check_failure(&fake, &["list"], 2, &["`sede` in [package.metadata.tlv] of ", "a/Cargo.toml"]);
}

#[test]
fn a_development_dependency_is_not_enough() {
    let manifest = "[package]\nname = 'user'\nversion = '0.1.0'\nedition = '2021'\n\
                    [dev-dependencies]\ntlv = { path = 'tlv' }\n[workspace]\nexclude = ['tlv']\n";
    let fake = Fake::new(&[("Cargo.toml", manifest), ("src/lib.rs", "")]);
    check_failure(&fake, &["learn"], 4, &["development", "[dependencies]"]);
}

#[test]
fn an_optional_dependency_must_be_turned_on() {
    let manifest = "[package]\nname = 'user'\nversion = '0.1.0'\nedition = '2021'\n\
                    [dependencies]\ntlv = { path = 'tlv', optional = true }\n\
                    [features]\nprotocol = ['dep:tlv']\n[workspace]\nexclude = ['tlv']\n";
    let fake = Fake::new(&[("Cargo.toml", manifest), ("src/lib.rs", "")]);
    check_failure(&fake, &["learn"], 4, &["optional", "--features protocol"]);
    check(&fake, "Cargo.toml", &["--features", "protocol"], &["user"]);
}

#[test]
fn another_package_called_tlv_is_refused() {
    let fake = workspace();
    fake.write("tlv/Cargo.toml", "[package]\nname = 'tlv'\nversion = '9.0.0'\n[workspace]\n");
    check_failure(&fake, &["learn"], 101, &["`tlv` 9.0.0", "belongs to this `cargo tlv`"]);
}

#[test]
fn a_locked_workspace_needs_its_lock_file() {
    let fake = workspace();
    check_failure(&fake, &["learn", "--locked"], 101, &["--locked", "cargo could not read"]);
    assert!(!fake.path("Cargo.lock").exists());
}
