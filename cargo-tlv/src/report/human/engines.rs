//! Engines for people: what a machine has, and what each says to the questions of a proof.

use anstyle::Style;

use super::super::Options;
use super::super::document::{Abstraction, Diagnosis, Opinion};
use super::super::layout::{Grid, Line};
use super::{BAD, DIM, DOUBTFUL, GOOD, NAME, Page};

/// What a machine has.
pub(in crate::report) fn diagnosis(diagnosis: &Diagnosis, options: &Options) -> String {
    let mut page = Page::new(options.width);
    let mut toolchain = Grid::new();
    for part in &diagnosis.toolchain {
        let version = match &part.version {
            Some(version) => Line::of(version, GOOD),
            None => Line::of(format!("`{}` cannot be run", part.program), BAD),
        };
        toolchain.row([Line::of(&part.name, NAME), version]);
    }
    page.section("toolchain", toolchain.lines());
    let mut engines = Grid::new();
    for engine in &diagnosis.engines {
        let state = match (&engine.get, &engine.version) {
            (Some(_), _) => Line::of("not found", DOUBTFUL),
            (None, Some(version)) => Line::of(version, GOOD),
            (None, None) => Line::of("found", GOOD),
        };
        let more = match (&engine.get, &engine.path) {
            (Some(get), _) => Line::new().plain(format!("{}: {get}", engine.adds)),
            (None, Some(path)) => Line::of(path, DIM),
            (None, None) => Line::of(&engine.adds, DIM),
        };
        engines.row([Line::of(&engine.name, NAME), state, more]);
    }
    page.section("engines", engines.lines());
    page.text
}

/// A row for each engine; nothing if only one was asked.
pub(super) fn opinions(abstraction: &Abstraction) -> Vec<Line> {
    table(&abstraction.opinions)
}

/// The same for all types together, if there are several.
pub(super) fn all(abstractions: &[Abstraction]) -> Vec<Line> {
    let asked = abstractions.iter().filter(|abstraction| !abstraction.opinions.is_empty());
    let mut sums: Vec<Opinion> = Vec::new();
    for opinion in asked.clone().flat_map(|abstraction| &abstraction.opinions) {
        let Some(sum) = sums.iter_mut().find(|sum| sum.engine == opinion.engine) else {
            sums.push(opinion.clone());
            continue;
        };
        sum.questions += opinion.questions;
        sum.answered += opinion.answered;
        sum.agreed += opinion.agreed;
        sum.ms += opinion.ms;
        for (reason, count) in &opinion.unknown {
            *sum.unknown.entry(reason.clone()).or_default() += count;
        }
    }
    if asked.count() > 1 { table(&sums) } else { Vec::new() }
}

fn table(opinions: &[Opinion]) -> Vec<Line> {
    if opinions.is_empty() {
        return Vec::new();
    }
    let mut grid = Grid::new();
    let heading = ["engine", "questions", "answered", "agreed", "time", "unknown"];
    grid.row(heading.map(|text| Line::of(text, DIM)));
    for opinion in opinions {
        let version = opinion.version.as_ref().map_or(String::new(), |text| format!(" {text}"));
        let agreed = if opinion.agreed == opinion.answered { GOOD } else { BAD };
        let unknown: Vec<String> =
            opinion.unknown.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        #[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
        let seconds = opinion.ms as f64 / 1000.0;
        grid.row([
            Line::of(&opinion.engine, NAME).with(version, DIM),
            Line::new().plain(opinion.questions.to_string()),
            Line::new().plain(opinion.answered.to_string()),
            Line::of(opinion.agreed.to_string(), agreed),
            Line::new().plain(format!("{seconds:.2} s")),
            Line::of(unknown.join(", "), if unknown.is_empty() { Style::new() } else { DOUBTFUL }),
        ]);
    }
    grid.lines()
}
