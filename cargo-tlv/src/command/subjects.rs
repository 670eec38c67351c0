//! Which annotated types a command is about.

use std::path::PathBuf;

use tlv::wire;

use super::Session;
use crate::args::CommonArgs;
use crate::committed;
use crate::driver;
use crate::error::Error;

/// An annotated type that was asked for.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    /// The probe that links it.
    pub(super) executable: PathBuf,
    /// The same program as LLVM IR.
    pub(super) ir: PathBuf,
    /// How long that took to build.
    pub(super) build_time: std::time::Duration,
    /// Its number in the probe.
    pub(super) number: u32,
    /// What the macros say of it.
    pub(super) about: wire::Subject,
    /// The settings of its package.
    pub(super) settings: crate::config::Settings,
    /// Where its package is.
    pub(super) directory: PathBuf,
    /// The file of its committed protocol.
    pub(super) protocol: PathBuf,
}

/// The types of the selected packages that `--type` lets pass, by package and path.
///
/// # Errors
/// When there are none, or a probe does not answer.
pub(super) fn select(session: &Session, args: &CommonArgs) -> Result<Vec<Subject>, Error> {
    let mut all = Vec::new();
    for probe in &session.probes {
        let subjects = driver::subjects(&probe.executable)
            .map_err(|problem| Error::driver(&probe.executable, &problem))?;
        for (number, about) in subjects.into_iter().enumerate() {
            // A dependency that uses `tlv` as well is linked too, but was not asked for.
            let package = session.workspace.packages.iter().find(|package| {
                package.name == about.package
                    && probe.packages.iter().any(|probed| probed.name == package.name)
            });
            if let Some(package) = package {
                all.push(Subject {
                    executable: probe.executable.clone(),
                    ir: probe.ir.clone(),
                    build_time: probe.build_time,
                    number: u32::try_from(number).unwrap_or(u32::MAX),
                    about,
                    settings: package.settings.clone(),
                    directory: package.directory.clone(),
                    protocol: PathBuf::new(),
                });
            }
        }
    }
    if all.is_empty() {
        let packages = session.workspace.packages.iter().map(|package| package.name.clone());
        return Err(Error::NoTypes { packages: packages.collect() });
    }
    name_protocols(&mut all);
    let matches = |subject: &Subject, wanted: &str| {
        let wire::Subject { name, path, .. } = &subject.about;
        // `Stack` stands for all instances `Stack<…>`.
        let bare = |text: &str| text.split('<').next().unwrap_or(text).to_owned();
        [name.clone(), path.clone(), bare(name), bare(path)].iter().any(|name| name == wanted)
    };
    let unmatched =
        args.types.iter().filter(|wanted| !all.iter().any(|subject| matches(subject, wanted)));
    let unmatched: Vec<String> = unmatched.cloned().collect();
    if !unmatched.is_empty() {
        let types = all.iter().map(|subject| subject.about.path.clone()).collect();
        return Err(Error::NoSuchType { wanted: unmatched, types });
    }
    if !args.types.is_empty() {
        all.retain(|subject| args.types.iter().any(|wanted| matches(subject, wanted)));
    }
    all.sort_by(|a, b| {
        let key = |subject: &Subject| (subject.about.package.clone(), subject.about.path.clone());
        key(a).cmp(&key(b))
    });
    Ok(all)
}

/// Which file is whose: before `--type` leaves any out, so that it does not depend on that.
fn name_protocols(all: &mut [Subject]) {
    let key = |subject: &Subject| subject.directory.clone();
    let known: Vec<(PathBuf, (String, String))> = all
        .iter()
        .map(|own| (key(own), (own.about.name.clone(), own.about.path.clone())))
        .collect();
    for subject in all {
        let own = known.iter().filter(|(package, _)| *package == subject.directory);
        let types: Vec<(String, String)> = own.map(|(_, names)| names.clone()).collect();
        let wire::Subject { name, path, .. } = &subject.about;
        subject.protocol = committed::file(&subject.directory, name, path, &types);
    }
}
