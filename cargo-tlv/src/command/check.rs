//! `cargo tlv check`: learns, proves, and compares with the committed protocols.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use tlv_core::protocol::Protocol;

use super::Session;
use super::learn::{Findings, find};
use super::subjects::{self, Subject};
use crate::args::{CheckArgs, MessageFormat, Required};
use crate::committed;
use crate::engine::Engines;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::report;
use crate::report::document::{Abstraction, Drift, DriftKind, Report, Verdict};

pub(super) fn run(
    session: &Session,
    args: &CheckArgs,
    engines: Engines,
) -> Result<ExitCode, Error> {
    let subjects = subjects::select(session, &args.common)?;
    // A file that is no protocol is said before anything is spent on proofs.
    let mut protocols = BTreeMap::new();
    for subject in &subjects {
        protocols.insert(subject.about.path.clone(), committed::load(&subject.protocol)?);
    }
    let Findings { mut report, broken, saved } = find(session, &subjects, &args.proving, engines)?;
    let mut missing = Vec::new();
    for abstraction in &mut report.abstractions {
        match protocols.get(&abstraction.path).and_then(Option::as_ref) {
            Some(protocol) => abstraction.drift = committed::drift(abstraction, protocol),
            None => missing.push(abstraction.path.clone()),
        }
    }
    let orphans = if args.common.types.is_empty() { orphans(&subjects) } else { Vec::new() };
    let options = session.options(args.common.message_format, args.common.verbose > 0);
    session.terminal.results(&report::report(&report, &options))?;
    if args.common.message_format == MessageFormat::Github {
        summarise(&report, &protocols)?;
    }
    if !saved.is_empty() {
        return Err(Error::Disagreement { saved });
    }
    // What was not found in a run that was cut short may be there all the same.
    let certain = |drift: &Drift| report.complete || drift.kind == DriftKind::Added;
    let changed = report.abstractions.iter().filter(|own| own.drift.iter().any(certain)).count();
    let locked = args.common.is_locked() && !missing.is_empty();
    let short = falling_short(&report, &subjects, args.require);
    for line in verdict(&report, &short, changed, &missing, &orphans, &session.workspace.root) {
        session.progress.line(&line);
    }
    let short = !short.is_empty();
    Ok(if broken || changed > 0 || locked || !orphans.is_empty() {
        ExitCode::Violated
    } else if !report.complete || short {
        ExitCode::Inconclusive
    } else {
        ExitCode::Success
    })
}

/// Adds to the summary of the step, where a runner has a file for it.
fn summarise(report: &Report, protocols: &BTreeMap<String, Option<Protocol>>) -> Result<(), Error> {
    let Some(file) = std::env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from) else {
        return Ok(());
    };
    let of = |own| (own, committed::protocol_of(own));
    let types: Vec<_> = report
        .abstractions
        .iter()
        .map(of)
        .map(|(own, now)| (own, protocols.get(&own.path).and_then(Option::as_ref), now))
        .collect();
    let text = report::github::summary(&types);
    let written = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&file)
        .and_then(|mut open| open.write_all(text.as_bytes()));
    written.map_err(|source| Error::Write { path: file, source })
}

/// What the run comes to, and what to do next.
fn verdict(
    report: &Report,
    short_of: &[String],
    changed: usize,
    missing: &[String],
    orphans: &[PathBuf],
    root: &Path,
) -> Vec<String> {
    let mut lines = Vec::new();
    let short = |path: &Path| path.strip_prefix(root).unwrap_or(path).display().to_string();
    if changed > 0 {
        lines.push(format!(
            "{} changed since {} committed; if that is wanted, run `cargo tlv accept`",
            protocols(changed),
            if changed == 1 { "it was" } else { "they were" },
        ));
    }
    for orphan in orphans {
        lines.push(format!(
            "{} is of no annotated type; if that is gone, remove the file",
            short(orphan)
        ));
    }
    for path in missing {
        lines.push(format!(
            "{path} has no committed protocol to compare with; `cargo tlv accept` writes it"
        ));
    }
    lines.extend(short_of.iter().cloned());
    if !report.complete {
        lines.push(
            "the run was cut short: what is said to be gone may only not have been found"
                .to_owned(),
        );
    }
    if lines.is_empty() {
        lines.push(format!("{} as committed", protocols(report.abstractions.len())));
    }
    lines
}

fn protocols(count: usize) -> String {
    if count == 1 { "1 protocol".to_owned() } else { format!("{count} protocols") }
}

/// A line for each type of which less is shown than is required.
fn falling_short(report: &Report, subjects: &[Subject], required: Option<Required>) -> Vec<String> {
    let mut lines = Vec::new();
    for subject in subjects {
        let required = required.unwrap_or(subject.settings.require);
        let own = report.abstractions.iter().find(|own| own.path == subject.about.path);
        let pairs = own.map(|own| unshown(own, required)).unwrap_or_default();
        if !pairs.is_empty() {
            let name = format!("{required:?}").to_lowercase();
            let (path, pairs) = (&subject.about.path, pairs.join(", "));
            lines.push(format!("{path}: less than `--require {name}` is shown of {pairs}"));
        }
    }
    lines
}

/// The states and methods of which less is shown.
fn unshown(abstraction: &Abstraction, required: Required) -> Vec<String> {
    let short = |verdict: Verdict| match verdict {
        Verdict::Proved => false,
        Verdict::Bounded => required < Required::Bounded,
        Verdict::Pac => required < Required::Pac,
        Verdict::Tested => required < Required::Tested,
        Verdict::Refuted | Verdict::Unknown => true,
    };
    let below = abstraction.obligations.iter().filter(|own| short(own.verdict));
    below.map(|own| format!("{}.{}", own.state, own.method)).collect()
}

/// Files of the packages at hand that are of none of their types.
fn orphans(subjects: &[Subject]) -> Vec<PathBuf> {
    let known: BTreeSet<PathBuf> = subjects.iter().map(|own| own.protocol.clone()).collect();
    let packages: BTreeSet<&PathBuf> = subjects.iter().map(|own| &own.directory).collect();
    packages.into_iter().flat_map(|package| committed::orphans(package, &known)).collect()
}
