//! Single steps through a real driver, on code that the driver does not survive.

use std::path::{Path, PathBuf};

use cargo_tlv::driver::{self, Driver, StepAnswer};
use tlv::wire::{
    After, Call, Choice, NotMade, Outcome, StepQuery, StepSeen, StepStart, Stepped, Subject,
};
use tlv_tests::{Plugin, fixture};

/// Builds the probe of a fixture as the other tests do; its executable.
fn probe(package: &str, member: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let plugin = Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), &target.to_string_lossy());
    let run = plugin.run(&fixture(package), &["list", "--workspace", "-q"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let tlv = target.join("fixtures/tlv");
    let named = |name: &str, below: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(below).expect("it was built there");
        let entries = entries.map(|entry| entry.expect("it can be read").path());
        entries.filter(|path| path.to_string_lossy().contains(name)).collect()
    };
    let of_package = |probe: &PathBuf| {
        let manifest = std::fs::read_to_string(probe.join("Cargo.toml"));
        manifest.is_ok_and(|text| text.contains(&format!("package = \"{member}\"")))
    };
    let probes = named("/probe-", &tlv).into_iter().filter(of_package);
    let newest = probes
        .max_by_key(|probe| probe.join("tlv-probe.ll").metadata().unwrap().modified().unwrap());
    let hash =
        newest.expect("there is a probe").file_name().unwrap().to_string_lossy().into_owned();
    let hosts = named("", &tlv.join("build")).into_iter().filter(|path| path.join("tlv").is_dir());
    let mut executables = hosts.map(|host| host.join("tlv").join(format!("tlv-{hash}")));
    executables.find(|path| path.is_file()).expect("there is an executable")
}

/// A driver for the type with this path, and what is said of the type.
fn driver_of(executable: &Path, path: &str) -> (Driver, Subject) {
    let subjects = driver::subjects(executable).expect("the driver answers");
    let number = subjects.iter().position(|subject| subject.path == path).expect("it is there");
    let about = subjects[number].clone();
    (Driver::new(executable.to_owned(), number as u32, &about, 3), about)
}

fn call(about: &Subject, name: &str) -> Call {
    let position = about.methods.iter().position(|method| method.name == name);
    let event = u16::try_from(position.expect("it is a method")).unwrap();
    Call { event, choice: Choice::Script(Vec::new()) }
}

fn constructed(about: &Subject, calls: &[&str]) -> StepQuery {
    let new = Call { event: 0, choice: Choice::Script(Vec::new()) };
    let calls = calls.iter().map(|name| call(about, name)).collect();
    StepQuery { start: StepStart::Constructed(new), calls }
}

#[track_caller]
fn seen(answer: &StepAnswer) -> &StepSeen {
    match answer {
        StepAnswer::Stepped(Stepped::Seen(seen)) => seen,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_step_that_ends_the_process_is_told_from_those_around_it() {
    let executable = probe("hostile", "aborter");
    for (path, calls, outcome, how) in [
        ("aborter::Charge", ["arm", "fire"], Outcome::Ok, tlv_core::Outcome::Abort),
        ("looper::Spinner", ["start", "wait"], Outcome::True, tlv_core::Outcome::Timeout),
    ] {
        let (mut driver, about) = driver_of(&executable, path);
        let (harmless, deadly) = (constructed(&about, &calls[..1]), constructed(&about, &calls));
        let queries = [harmless.clone(), deadly.clone(), deadly, harmless];
        let answers = driver.step(&queries).expect("the driver answers");
        let ended = StepAnswer::Ended { how, position: Some(2) };
        assert_eq!(answers[1..3], [ended.clone(), ended], "{path}");
        assert_eq!(answers[0], answers[3], "{path}");
        let call = seen(&answers[0]).call.as_ref().expect("a call was made");
        assert_eq!(call.outcome, outcome);
        assert!(matches!(call.after, After::Alive(_)));
    }
}

#[test]
fn features_of_steps_and_of_calls_have_the_same_identities() {
    let executable = probe("tlv-classes", "bounded-stack");
    let (mut driver, about) = driver_of(&executable, "bounded_stack::BoundedStack");
    let construct = tlv_core::Call {
        event: tlv_core::EventId::from_index(0),
        choice: tlv_core::Choice::Nth(0),
    };
    let witness = tlv_core::Witness { construct, calls: Vec::new() };
    driver.describe(&[(&witness, false)]).expect("the driver answers");
    let names = driver.features().expect("the driver answers");
    let answers = driver.step(&[constructed(&about, &[])]).expect("the driver answers");
    let after = seen(&answers[0]).after.as_ref().expect("a new object lives");
    assert!(!after.features.is_empty());
    for (id, _) in &after.features {
        assert!(names.iter().any(|feature| feature.id == *id), "{id} has no name");
    }
    let beyond = StepQuery {
        start: StepStart::Made(Choice::Script(Vec::new())),
        calls: vec![Call { event: u16::MAX, choice: Choice::Script(Vec::new()) }],
    };
    let answers = driver.step(&[beyond]).expect("the driver answers");
    let not_made = Stepped::NotMade { position: 1, why: NotMade::NoValue };
    assert_eq!(answers, [StepAnswer::Stepped(not_made)]);
}
