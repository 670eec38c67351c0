//! From what the driver says of a type to what reports say of it.

use tlv::wire;

use crate::report::document::{Feature, Method, Origin, Panic, Predicate, Skipped};

pub(super) fn predicates(about: &wire::Subject) -> Vec<Predicate> {
    let predicate = |predicate: &wire::Predicate| Predicate {
        name: predicate.name.clone(),
        expr: predicate.expr.clone(),
        origin: match predicate.origin {
            wire::Origin::User => Origin::User,
            wire::Origin::Observer => Origin::Observer,
            wire::Origin::Source => Origin::Source,
        },
    };
    about.predicates.iter().map(predicate).collect()
}

pub(super) fn methods(about: &wire::Subject) -> Vec<Method> {
    let method = |method: &wire::Event| Method {
        name: method.name.clone(),
        params: method.params.clone(),
        receiver: method.receiver.clone(),
    };
    about.methods.iter().map(method).collect()
}

pub(super) fn skipped(about: &wire::Subject) -> Vec<Skipped> {
    let skipped = |skipped: &wire::Skipped| Skipped {
        name: skipped.name.clone(),
        reason: skipped.reason.clone(),
    };
    about.skipped.iter().map(skipped).collect()
}

/// The numbers in objects, the nearest first.
pub(super) fn features(features: Vec<wire::Feature>) -> Vec<Feature> {
    let feature = |wire::Feature { name, level, .. }: wire::Feature| Feature { name, level };
    let mut features: Vec<Feature> = features.into_iter().map(feature).collect();
    features.sort_by(|a, b| (a.level, &a.name).cmp(&(b.level, &b.name)));
    features
}

/// What is to be said of a type before anything is run.
pub(super) fn notes(about: &wire::Subject) -> Vec<String> {
    let mut notes = Vec::new();
    if !about.opaque_fields.is_empty() {
        let fields: Vec<String> =
            about.opaque_fields.iter().map(|field| format!("`{field}`")).collect();
        notes.push(format!(
            "opaque: no value of {} can be made, so objects come from constructors and calls only",
            fields.join(", ")
        ));
    }
    if !about.has_methods {
        notes.push("no impl block has `#[tlv::methods]`, so there is nothing to call".to_owned());
    } else if about.constructors.is_empty() {
        notes.push(
            "no public function returns `Self`, `Option<Self>` or `Result<Self, _>`, so no object \
             can be made"
                .to_owned(),
        );
    } else if about.methods.is_empty() {
        notes.push("no public method can be called".to_owned());
    }
    notes
}

/// A panic, with its place relative to the workspace where it can be.
pub(super) fn panic(panic: &wire::Panic, root: &std::path::Path) -> Panic {
    let location = panic.place.as_ref().map(|place| {
        let file = file(std::path::Path::new(&place.file), root);
        format!("{file}:{}:{}", place.line, place.column)
    });
    Panic { message: panic.message.clone(), location: location.unwrap_or_default() }
}

/// A file, relative to the workspace where it can be.
pub(super) fn file(file: &std::path::Path, root: &std::path::Path) -> String {
    file.strip_prefix(root).unwrap_or(file).display().to_string()
}
