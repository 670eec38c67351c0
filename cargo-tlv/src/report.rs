//! What `cargo tlv` tells: documents, and how they are written for programs and for people.

pub mod document;
pub mod github;
mod human;
mod json;
mod layout;

use crate::args::MessageFormat;
use document::{Diagnosis, Listing, Report};

/// How to write a report.
#[derive(Debug, Clone)]
pub struct Options {
    /// For people or for programs.
    pub format: MessageFormat,
    /// How many columns the text for people may take.
    pub width: usize,
    /// Whether it shows each edge's calls.
    pub witnesses: bool,
    /// What leads from the repository to the workspace, for annotations: empty, or ends in `/`.
    pub prefix: String,
}

/// Writes what was learned. Text for people has colours in it, for the stream to keep or to strip.
#[must_use]
pub fn report(report: &Report, options: &Options) -> String {
    match options.format {
        MessageFormat::Json => json::render(report),
        MessageFormat::Github => github::annotations(report, &options.prefix),
        MessageFormat::Human => human::report(report, options),
    }
}

/// Writes what a machine has. Text for people has colours in it, for the stream to keep or to strip.
#[must_use]
pub fn diagnosis(diagnosis: &Diagnosis, options: &Options) -> String {
    match options.format {
        MessageFormat::Json => json::render(diagnosis),
        MessageFormat::Human | MessageFormat::Github => human::diagnosis(diagnosis, options),
    }
}

/// Writes what was found. Text for people has colours in it, for the stream to keep or to strip.
#[must_use]
pub fn listing(listing: &Listing, options: &Options) -> String {
    match options.format {
        MessageFormat::Json => json::render(listing),
        MessageFormat::Human | MessageFormat::Github => human::listing(listing, options),
    }
}
