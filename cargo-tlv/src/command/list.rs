//! `cargo tlv list`: what the macros found.

use super::{Session, describe, subjects};
use crate::args::ListArgs;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::report;
use crate::report::document::{Constructor, ListedType, Listing};

pub(super) fn run(session: &Session, args: &ListArgs) -> Result<ExitCode, Error> {
    let subjects = subjects::select(session, &args.common)?;
    session.progress.finish();
    let types = subjects.iter().map(|subject| {
        let about = &subject.about;
        let constructors = about.constructors.iter().map(|constructor| Constructor {
            name: constructor.name.clone(),
            params: constructor.params.clone(),
            outcomes: Vec::new(),
        });
        ListedType {
            package: about.package.clone(),
            name: about.name.clone(),
            path: about.path.clone(),
            opaque: !about.opaque_fields.is_empty(),
            predicates: describe::predicates(about),
            constructors: constructors.collect(),
            methods: describe::methods(about),
            skipped: describe::skipped(about),
            notes: describe::notes(about),
        }
    });
    let listing = Listing::new(types.collect());
    let options = session.options(args.common.message_format, false);
    session.terminal.results(&report::listing(&listing, &options))?;
    Ok(ExitCode::Success)
}
