//! Mistakes and odd packages: what is said, what is printed, and the exit code.

use std::path::{Path, PathBuf};

use tlv_tests::{Plugin, Run, abstraction, copies, edges, fixture, learned};

fn plugin() -> Plugin {
    Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), env!("CARGO_TARGET_TMPDIR"))
}

/// Where a test may write a package. The places are the same in each run, so that the builds of old
/// ones do not pile up.
fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad input").join(name)
}

/// Checks that the plugin refuses, in each format with the same words and nothing on stdout.
#[track_caller]
fn refused(directory: &Path, arguments: &[&str], code: i32, says: &[&str]) -> Run {
    let run = |format: &str| {
        let arguments = [arguments, &["--message-format", format]].concat();
        let run = plugin().run(directory, &arguments);
        assert_eq!(run.code, code, "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{arguments:?} prints results");
        for text in says {
            assert!(
                run.stderr.contains(text),
                "{arguments:?} does not say `{text}`: {}",
                run.stderr
            );
        }
        run
    };
    run("json");
    run("human")
}

/// The notes of a type in a report.
fn notes(report: &serde_json::Value, path: &str) -> Vec<String> {
    let notes = abstraction(report, path)["notes"].as_array().expect("there is a list of notes");
    notes.iter().map(|note| note.as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_package_without_annotated_types_is_nothing_to_check() {
    let says =
        ["error: no annotated type in `no-types`", "help: put `#[tlv::abstraction]` on a struct"];
    refused(&fixture("bad-input/no-types"), &["learn"], 4, &says);
    refused(&fixture("bad-input/no-types"), &["list", "-q"], 4, &says);
}

#[test]
fn a_type_that_does_not_exist_is_nothing_to_check() {
    let says = [
        "error: no annotated type matches `--type Chanel`",
        "help: the annotated types are `two_modules::pipe::Channel`, `two_modules::tcp::Channel`",
    ];
    let directory = fixture("rust-types/two-modules");
    refused(&directory, &["learn", "--type", "Chanel"], 4, &says);
    refused(&directory, &["list", "--type", "Chanel", "-q"], 4, &says);
    // One that matches does not make up for one that does not.
    refused(&directory, &["learn", "--type", "Channel", "--type", "Chanel"], 4, &says);
}

#[test]
fn a_package_that_does_not_exist_is_nothing_to_check() {
    let says = ["matches `-p anotated`", "help: the members are `annotated`, `plain`"];
    refused(&fixture("bad-input/virtual-workspace"), &["learn", "-p", "anotated"], 4, &says);
}

#[test]
fn a_package_without_tlv_is_nothing_to_check() {
    let says =
        ["no selected package depends on `tlv`: `plain`", "help: run `cargo add tlv -p plain`"];
    refused(&fixture("bad-input/virtual-workspace/plain"), &["learn"], 4, &says);
}

#[test]
fn a_program_without_a_library_is_nothing_to_check() {
    let says = [
        "no selected package has a library target: `only-binary`",
        "annotated types must be in a library: move them to src/lib.rs",
    ];
    refused(&fixture("bad-input/only-binary"), &["learn"], 4, &says);
}

#[test]
fn code_that_does_not_compile_is_shown_as_rustc_shows_it() {
    let place = fixture("bad-input/does-not-compile").join("src/lib.rs:20:22");
    let says = [
        "error[E0308]: mismatched types",
        &*place.display().to_string(),
        "20 |         self.count = \"one more\";",
        "^^^^^^^^^^ expected `u32`, found `&str`",
        "error: `does-not-compile` did not build",
    ];
    let run = refused(&fixture("bad-input/does-not-compile"), &["learn", "-q"], 101, &says);
    assert_eq!(run.stderr.matches("error[").count(), 1, "{}", run.stderr);
    for ours in ["tlv::probe", "tlv-probe", "expansion", "macro", "aborting"] {
        assert!(!run.stderr.contains(ours), "{ours} in {}", run.stderr);
    }
}

#[test]
fn a_mistake_in_a_predicate_is_shown_at_its_place() {
    let directory = place("wrong-predicate");
    let library = "\
#[tlv::abstraction(predicates(zero = self.cuont == 0))]
#[derive(Clone, Debug)]
pub struct Counter {
    count: u32,
}
#[tlv::methods]
impl Counter {
    pub fn new() -> Self {
        Counter { count: 0 }
    }
    pub fn increment(&mut self) {
        self.count += 1;
    }
}
";
    copies::package(&directory, "wrong-predicate", library, "");
    let says = [
        "error[E0609]: no field `cuont` on type `&Counter`",
        "src/lib.rs:1:43",
        "error: `wrong-predicate` did not build",
    ];
    let run = refused(&directory, &["learn"], 101, &says);
    assert_eq!(run.stderr.matches("error[").count(), 1, "{}", run.stderr);
}

#[test]
fn a_crate_without_the_standard_library_works() {
    let report = plugin().learn(&fixture("bad-input/no-std"), &[]);
    learned(
        &report,
        "no_std::Ring",
        &[
            "Empty.push ok -> Partial",
            "Empty.pop none -> Empty",
            "Partial.push ok -> Partial",
            "Partial.push ok -> Full",
            "Partial.pop some -> Partial",
            "Partial.pop some -> Empty",
            "Full.push err -> Full",
            "Full.pop some -> Partial",
        ],
    );
}

#[test]
fn a_crate_that_allows_no_warning_and_no_unsafe_code_works() {
    let report = plugin().learn(&fixture("bad-input/strict"), &[]);
    learned(
        &report,
        "strict::Door",
        &[
            "Shut.open true -> Ajar",
            "Shut.shut ok -> Shut",
            "Shut.lock ok -> Locked",
            "Shut.unlock err -> Shut",
            "Ajar.open true -> Ajar",
            "Ajar.shut ok -> Shut",
            "Ajar.lock panic -> ⊥",
            "Ajar.unlock err -> Ajar",
            "Locked.open false -> Locked",
            "Locked.shut ok -> Locked",
            "Locked.lock ok -> Locked",
            "Locked.unlock ok -> Shut",
            "Locked.unlock err -> Locked",
        ],
    );
}

#[test]
fn a_virtual_workspace_works_from_anywhere() {
    let root = fixture("bad-input/virtual-workspace");
    let manifest = root.join("Cargo.toml");
    let member = root.join("annotated/Cargo.toml");
    let elsewhere = std::env::temp_dir();
    let at = |manifest: &Path| vec!["--manifest-path".to_owned(), manifest.display().to_string()];
    let runs = [
        (root.clone(), vec![]),
        (root.clone(), vec!["--workspace".to_owned()]),
        (root.clone(), vec!["-p".to_owned(), "annotated".to_owned()]),
        (root.join("annotated/src"), vec![]),
        (root.join("plain"), vec!["--workspace".to_owned()]),
        (elsewhere.clone(), at(&manifest)),
        (elsewhere, at(&member)),
    ];
    for (directory, arguments) in runs {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let report = plugin().learn(&directory, &arguments);
        learned(
            &report,
            "annotated::Lift",
            &[
                "Bottom.up true -> Between",
                "Bottom.down panic -> ⊥",
                "Between.up true -> Between",
                "Between.up true -> Top",
                "Between.down ok -> Between",
                "Between.down ok -> Bottom",
                "Top.up false -> Top",
                "Top.down ok -> Between",
            ],
        );
    }
}

#[test]
fn types_of_one_name_are_told_apart_by_their_paths() {
    let directory = fixture("rust-types/two-modules");
    let paths = |wanted: &str| {
        let report = plugin().learn(&directory, &["--type", wanted]);
        let all = report["abstractions"].as_array().expect("a list").clone();
        all.iter().map(|one| one["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(paths("Channel"), ["two_modules::pipe::Channel", "two_modules::tcp::Channel"]);
    assert_eq!(paths("two_modules::tcp::Channel"), ["two_modules::tcp::Channel"]);
    let report = plugin().learn(&directory, &["--type", "two_modules::tcp::Channel"]);
    learned(
        &report,
        "two_modules::tcp::Channel",
        &[
            "Closed.open ok -> Open",
            "Closed.close err -> Closed",
            "Open.open err -> Open",
            "Open.close ok -> Closed",
        ],
    );
}

#[test]
fn paths_with_spaces_and_other_letters_work() {
    let directory = place("a package – “Zähler” 'n' $more");
    copies::copy("bad-input/renamed", &directory);
    let report = plugin().learn(&directory, &[]);
    learned(
        &report,
        "valve_control::Valve",
        &[
            "Shut.open true -> Open",
            "Shut.shut false -> Shut",
            "Open.open false -> Open",
            "Open.shut true -> Shut",
        ],
    );
}

#[test]
fn a_target_directory_that_cannot_be_written_is_said() {
    // Permissions do not stop the superuser; a file in place of the directory stops everybody.
    let file = place("not-a-directory");
    std::fs::create_dir_all(file.parent().expect("it has one")).expect("writable");
    std::fs::write(&file, "").expect("writable");
    let run = plugin().in_target(&file).run(&fixture("bad-input/no-std"), &["learn"]);
    assert_eq!((run.code, run.stdout.as_str()), (101, ""), "{}", run.stderr);
    let says = format!("error: cannot write {}", file.display());
    assert!(run.stderr.contains(&says), "{}", run.stderr);
    assert!(run.stderr.contains("choose another with `--target-dir`"), "{}", run.stderr);
}

#[test]
fn a_type_without_a_constructor_is_reported_as_not_learned() {
    let directory = fixture("bad-input/no-constructor");
    let report = plugin().learn(&directory, &[]);
    learned(&report, "no_constructor::Port", &[]);
    let expected = "no public function returns `Self`, `Option<Self>` or `Result<Self, _>`, so no \
                    object can be made";
    assert_eq!(notes(&report, "no_constructor::Port"), [expected]);
    let text = plugin().run(&directory, &["learn", "-q"]).stdout;
    assert!(text.contains("no state: no constructor gave an object"), "{text}");
    assert!(text.contains("nothing was checked"), "{text}");
}

#[test]
fn a_type_without_annotated_methods_is_reported_as_not_learned() {
    let directory = fixture("bad-input/methods-missing");
    let report = plugin().learn(&directory, &[]);
    learned(&report, "methods_missing::Lamp", &[]);
    let expected = "no impl block has `#[tlv::methods]`, so there is nothing to call";
    assert_eq!(notes(&report, "methods_missing::Lamp"), [expected]);
    let text = plugin().run(&directory, &["learn", "-q"]).stdout;
    assert!(text.contains("nothing was checked"), "{text}");
}

#[test]
fn a_type_that_shows_nothing_has_one_state() {
    let report = plugin().learn(&fixture("bad-input/opaque-everything"), &[]);
    let path = "opaque_everything::Mailbox";
    learned(
        &report,
        path,
        &[
            "Any.set_bell ok -> Any",
            "Any.post ok -> Any",
            "Any.collect some -> Any",
            "Any.collect none -> Any",
        ],
    );
    assert_eq!(abstraction(&report, path)["opaque"], true);
    let [note] = &notes(&report, path)[..] else { panic!("there is one note") };
    assert!(note.contains("no value of `sender`, `receiver`, `bell` can be made"), "{note}");
}

#[test]
fn an_old_edition_works() {
    let report = plugin().learn(&fixture("bad-input/old-edition"), &[]);
    learned(
        &report,
        "old_edition::Generator",
        &[
            "Unseeded.seed ok -> Seeded",
            "Unseeded.seed err -> Unseeded",
            "Unseeded.gen panic -> ⊥",
            "Seeded.seed ok -> Seeded",
            "Seeded.seed err -> Seeded",
            "Seeded.gen ok -> Seeded",
        ],
    );
}

#[test]
fn patches_of_the_workspace_count() {
    let report = plugin().learn(&fixture("bad-input/patched"), &[]);
    let found = edges(abstraction(&report, "patched::Tanks"));
    assert!(found.contains("Full.fill none -> Full"), "{found:?}");
    assert!(found.contains("Full.swap ok -> Full"), "{found:?}");
    assert_eq!(found.len(), 10, "{found:?}");
}

#[test]
fn types_behind_a_feature_need_it() {
    let directory = fixture("bad-input/features");
    refused(&directory, &["learn"], 4, &["no annotated type in `features`"]);
    for flags in [&["--features", "extra"][..], &["--all-features"], &["-F", "features/extra"]] {
        let report = plugin().learn(&directory, flags);
        learned(
            &report,
            "features::extra::Bell",
            &[
                "Silent.press ok -> Ringing",
                "Silent.answer false -> Silent",
                "Ringing.press ok -> Ringing",
                "Ringing.answer true -> Silent",
            ],
        );
    }
    let says =
        ["no selected package has the feature `exta`", "help: the features there are `extra`"];
    refused(&directory, &["learn", "--features", "exta"], 2, &says);
}

#[test]
fn a_tlv_under_another_name_is_refused() {
    let directory = place("another-name");
    copies::copy("bad-input/features", &directory);
    copies::edit(&directory.join("Cargo.toml"), "tlv = {", "protocol = { package = \"tlv\",");
    copies::edit(&directory.join("src/extra.rs"), "#[tlv::", "#[protocol::");
    let says = ["depends on `tlv` under the name `protocol`", "write `tlv = …` in [dependencies]"];
    refused(&directory, &["learn", "--features", "extra"], 101, &says);
}

#[test]
fn wrong_flags_are_wrong_usage() {
    let directory = fixture("bad-input/no-std");
    for (arguments, says) in [
        (&["fly"][..], "unrecognized subcommand 'fly'"),
        (&["learn", "--seeds", "1"], "unexpected argument '--seeds'"),
        (&["learn", "--seed", "one"], "invalid value 'one' for '--seed <N>'"),
        (&["learn", "--jobs", "0"], "invalid value '0' for '--jobs <N>'"),
        (&["learn", "--timeout", "0"], "invalid value '0' for '--timeout <SECONDS>'"),
        (
            &["learn", "--message-format", "xml"],
            "invalid value 'xml' for '--message-format <FORMAT>'",
        ),
        (&["learn", "-q", "-v"], "cannot be used with"),
        (&["learn", "--exclude", "a"], "--exclude can only be used together with --workspace"),
        (&["learn", "-p", "a[b]"], "`a[b]` is not a package specification"),
    ] {
        let run = plugin().run(&directory, arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(says), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn a_manifest_that_does_not_exist_is_said_in_cargos_words() {
    let arguments = ["learn", "--manifest-path", "nowhere/Cargo.toml"];
    let says = [
        "manifest path `nowhere/Cargo.toml` does not exist",
        "cargo could not read the workspace of nowhere/Cargo.toml",
    ];
    refused(&fixture("bad-input"), &arguments, 101, &says);
}

#[test]
fn wrong_settings_are_wrong_usage() {
    let directory = place("wrong-settings");
    for (table, key, says) in [
        ("package", "sead = 1", "unknown key `sead` in [package.metadata.tlv] of "),
        ("workspace", "sead = 1", "unknown key `sead` in [workspace.metadata.tlv] of "),
        ("package", "jobs = 0", "`jobs` in [package.metadata.tlv] of "),
    ] {
        let more = format!("[{table}.metadata.tlv]\n{key}\n");
        copies::package(&directory, "wrong-settings", "", &more);
        let manifest = directory.join("Cargo.toml").display().to_string();
        refused(&directory, &["learn"], 2, &[says, &manifest]);
    }
}

#[test]
fn a_run_that_is_out_of_time_is_inconclusive() {
    let directory = fixture("hostile/looper");
    let arguments = ["learn", "--timeout", "1", "--message-format", "json", "-q"];
    let run = plugin().run(&directory, &arguments);
    assert_eq!(run.code, 102, "{}", run.stderr);
    let report = run.json();
    assert_eq!(report["complete"], false);
    let notes = notes(&report, "looper::Spinner");
    assert!(notes.iter().any(|note| note.starts_with("incomplete: the time was up")), "{notes:?}");
    let run = plugin().run(&directory, &["learn", "--timeout", "1", "-q"]);
    assert_eq!(run.code, 102, "{}", run.stderr);
    assert!(run.stdout.contains("\nincomplete: the time was up"), "{}", run.stdout);
}

#[test]
fn overflow_panics_unless_the_settings_say_that_it_wraps() {
    let directory = place("overflow");
    let library = "\
#[tlv::abstraction(predicates(zero = self.count == 0))]
#[derive(Clone, Debug)]
pub struct Counter {
    count: u8,
}
#[tlv::methods]
impl Counter {
    pub fn new() -> Self {
        Counter { count: 0 }
    }
    pub fn add(&mut self, more: u8) {
        self.count += more;
    }
}
";
    let common = ["NotZero.add ok -> NotZero", "Zero.add ok -> NotZero", "Zero.add ok -> Zero"];
    for (setting, own) in [
        ("", "NotZero.add panic -> ⊥"),
        ("[package.metadata.tlv]\noverflow-checks = false\n", "NotZero.add ok -> Zero"),
        ("[workspace.metadata.tlv]\noverflow-checks = false\n", "NotZero.add ok -> Zero"),
    ] {
        copies::package(&directory, "overflow", library, setting);
        let report = plugin().learn(&directory, &[]);
        learned(&report, "overflow::Counter", &[&common[..], &[own]].concat());
    }
}
