//! `cargo tlv accept`: writes what is known of each type to its protocol file.

use super::Session;
use super::learn::{Findings, find};
use super::subjects;
use crate::args::AcceptArgs;
use crate::committed;
use crate::engine::Engines;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::report;

pub(super) fn run(
    session: &Session,
    args: &AcceptArgs,
    engines: Engines,
) -> Result<ExitCode, Error> {
    let subjects = subjects::select(session, &args.common)?;
    let mut before = Vec::new();
    for subject in &subjects {
        before.push(committed::load(&subject.protocol)?);
    }
    let Findings { mut report, broken, saved } = find(session, &subjects, &args.proving, engines)?;
    if !saved.is_empty() {
        return Err(Error::Disagreement { saved });
    }
    for (subject, before) in subjects.iter().zip(&before) {
        let own = |path: &String| *path == subject.about.path;
        if let (Some(before), Some(abstraction)) =
            (before, report.abstractions.iter_mut().find(|abstraction| own(&abstraction.path)))
        {
            abstraction.drift = committed::drift(abstraction, before);
        }
    }
    let options = session.options(args.common.message_format, args.common.verbose > 0);
    session.terminal.results(&report::report(&report, &options))?;
    // A protocol that was cut short, or whose objects break their invariant, is nobody's promise.
    if broken || !report.complete {
        session.progress.line(if broken {
            "nothing is written: an invariant does not hold"
        } else {
            "nothing is written: learning or proving was cut short"
        });
        return Ok(if broken { ExitCode::Violated } else { ExitCode::Inconclusive });
    }
    for subject in &subjects {
        let own = report.abstractions.iter().find(|own| own.path == subject.about.path);
        let Some(abstraction) = own else { continue };
        let changed = committed::save(&subject.protocol, &committed::protocol_of(abstraction))?;
        let root = &session.workspace.root;
        let file = subject.protocol.strip_prefix(root).unwrap_or(&subject.protocol).display();
        session.progress.line(&if changed {
            format!("wrote {file}")
        } else {
            format!("{file} is as it was")
        });
    }
    Ok(ExitCode::Success)
}
