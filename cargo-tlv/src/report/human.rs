//! Reports as text for people.

mod engines;
mod listing;
mod protocol;
mod sureness;
mod witness;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use anstyle::{AnsiColor, Style};

use super::Options;
use super::document::{
    Abstraction, Constructor, DriftKind, Invariant, InvariantOrigin, Origin, Outcome, Predicate,
    PropertyVerdict, Report, Semantics, Skipped, State,
};
use super::layout::{Grid, Line, flow, wrap};

pub(super) use engines::diagnosis;
pub(super) use listing::listing;
pub(super) use witness::calls as folded;

const TITLE: Style = Style::new().bold().underline();
const HEADING: Style = Style::new().bold();
const NAME: Style = AnsiColor::Cyan.on_default();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
const BAD: Style = AnsiColor::Red.on_default();

/// Columns before a section's text.
const INDENT: usize = 4;

/// Writes what was learned of each type.
pub(super) fn report(report: &Report, options: &Options) -> String {
    let mut page = Page::new(options.width);
    for abstraction in &report.abstractions {
        page.abstraction(abstraction, options.witnesses);
    }
    if report.abstractions.is_empty() {
        page.line(Line::new().plain("no type was learned"));
    } else {
        page.section("second opinions on all types", engines::all(&report.abstractions));
        page.legend(report);
    }
    if !report.complete {
        page.blank();
        page.remark(
            0,
            Line::of("incomplete", BAD),
            "the time was up before everything was tried; more may be found with a larger \
             --timeout",
        );
    }
    page.text
}

/// Text as it grows.
struct Page {
    width: usize,
    text: String,
}

impl Page {
    fn new(width: usize) -> Page {
        Page { width, text: String::new() }
    }

    /// Columns for a section's text.
    fn room(&self) -> usize {
        self.width.saturating_sub(INDENT)
    }

    fn line(&mut self, line: Line) {
        self.text.push_str(&line.render(0));
        self.text.push('\n');
    }

    fn blank(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// A heading and the lines under it; nothing if there are none.
    fn section(&mut self, heading: &str, lines: Vec<Line>) {
        if lines.is_empty() {
            return;
        }
        self.blank();
        self.line(Line::new().plain("  ").with(heading, HEADING));
        for line in lines {
            self.text.push_str(&line.render(INDENT));
            self.text.push('\n');
        }
    }

    fn abstraction(&mut self, abstraction: &Abstraction, witnesses: bool) {
        let semantics = match abstraction.semantics {
            Semantics::Reachable => "reachable states",
            Semantics::Any => "any states, reachable or not",
        };
        self.title(&abstraction.path, &abstraction.package, semantics, abstraction.opaque);
        self.section("predicates", predicates(&abstraction.predicates, self.room()));
        self.section("states", states(&abstraction.states, &abstraction.predicates, self.room()));
        self.section("invariants", invariants(&abstraction.invariants));
        self.section("constructors", constructors(&abstraction.constructors, self.room()));
        self.section("calls", protocol::lines(abstraction, self.room()));
        if witnesses {
            self.section("how each edge was seen", witness::lines(abstraction, self.room()));
        }
        self.section("panics", panics(abstraction, self.room()));
        self.section("properties", properties(abstraction));
        self.section("changed since the committed protocol", drift(abstraction));
        self.section("left out", skipped(&abstraction.skipped, self.room()));
        self.section("notes", notes(&abstraction.notes, self.room()));
        self.section("how sure", sureness::lines(abstraction, self.room()));
        self.section("second opinions", engines::opinions(abstraction));
    }

    /// The first lines of a type.
    fn title(&mut self, path: &str, package: &str, about: &str, opaque: bool) {
        self.blank();
        let separator = if about.is_empty() { "" } else { "; " };
        let path = Line::of(path, TITLE);
        let about = Line::of(format!("package {package}{separator}{about}"), DIM);
        if path.width() + 2 + about.width() <= self.width {
            self.line(path.plain("  ").join(about));
        } else {
            self.line(path);
            self.line(Line::new().plain("  ").join(about));
        }
        if opaque {
            self.remark(
                2,
                Line::of("opaque", DOUBTFUL),
                "a field's values cannot be made up: objects are those that calls lead to",
            );
        }
    }

    /// `word: text`, the text's further lines below its first.
    fn remark(&mut self, indent: usize, word: Line, text: &str) {
        let start = indent + word.width() + 2;
        let lines = wrap(text, Style::new(), self.width.saturating_sub(start));
        let mut first = Some(word.plain(": "));
        for line in lines {
            let text = match first.take() {
                Some(word) => word.join(line).render(indent),
                None => line.render(start),
            };
            self.text.push_str(&text);
            self.text.push('\n');
        }
    }

    fn legend(&mut self, report: &Report) {
        let all = &report.abstractions;
        let edges = || all.iter().flat_map(|abstraction| &abstraction.transitions);
        let deadly = edges().map(|edge| edge.outcome).chain(constructor_outcomes(all));
        let mut parts = vec![
            "* a new object starts here".to_owned(),
            "ok → S the call returns and leaves the object in state S".to_owned(),
        ];
        if deadly.into_iter().any(Outcome::is_deadly) {
            parts.push("✗ the call ends the object's life".to_owned());
        }
        if edges().any(|edge| edge.to == super::document::END) {
            parts.push("end the call takes the object".to_owned());
        }
        if edges().any(protocol::is_only_feasible) {
            parts.push("~ found by the solver, not yet reached from a constructor".to_owned());
        }
        if all.iter().any(protocol::has_gaps) {
            parts.push("· never called".to_owned());
        }
        self.blank();
        let parts = parts.into_iter().map(|part| Line::of(part, DIM));
        let lines = flow(parts, "; ", self.width.saturating_sub("legend: ".len()));
        for (index, line) in lines.into_iter().enumerate() {
            let start = if index == 0 { "legend: " } else { "        " };
            self.line(Line::of(start, DIM).join(line));
        }
    }
}

fn constructor_outcomes(abstractions: &[Abstraction]) -> impl Iterator<Item = Outcome> {
    abstractions
        .iter()
        .flat_map(|abstraction| &abstraction.constructors)
        .flat_map(|constructor| &constructor.outcomes)
        .map(|end| end.outcome)
}

fn predicates(predicates: &[Predicate], room: usize) -> Vec<Line> {
    let cells = |predicate: &Predicate| {
        (Line::of(&*predicate.name, NAME), Line::of(origin(predicate.origin), DIM))
    };
    let widest = |width: fn(&(Line, Line)) -> usize| {
        predicates.iter().map(|predicate| width(&cells(predicate))).max().unwrap_or(0)
    };
    let room = room.saturating_sub(widest(|(name, _)| name.width()) + 2);
    let beside = room.saturating_sub(widest(|(_, origin)| origin.width()) + 2);
    let fits =
        predicates.iter().all(|predicate| Line::new().plain(&*predicate.expr).width() <= beside);
    let mut grid = Grid::new();
    for predicate in predicates {
        let (name, origin) = cells(predicate);
        if fits {
            grid.row([name, Line::new().plain(&*predicate.expr), origin]);
        } else {
            let mut lines = wrap(&predicate.expr, Style::new(), room);
            lines.push(origin);
            grid.stacked_row([vec![name], lines]);
        }
    }
    grid.lines()
}

fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::User => "given",
        Origin::Observer => "a method tells it",
        Origin::Source => "a condition in the code",
        Origin::Requires => "from a `requires`",
        Origin::Property => "from a property",
        Origin::Learned => "learned",
    }
}

/// The states with what holds in them, in the order of the predicates.
fn states(states: &[State], predicates: &[Predicate], room: usize) -> Vec<Line> {
    let name_width = states.iter().map(|state| Line::of(&*state.name, NAME).width()).max();
    let room = room.saturating_sub(name_width.unwrap_or(0) + 4);
    let mut grid = Grid::new();
    for state in states {
        let known = predicates.iter().map(|predicate| &predicate.name);
        let holding = known.filter_map(|name| state.valuation.get_key_value(name));
        let holding = holding.map(|(name, &holds)| {
            if holds { Line::new().plain(&**name) } else { Line::of(format!("not {name}"), DIM) }
        });
        let mark = if state.initial { "* " } else { "  " };
        grid.stacked_row([
            vec![Line::new().plain(mark).with(&*state.name, NAME)],
            flow(holding, ", ", room),
        ]);
    }
    grid.lines()
}

fn invariants(invariants: &[Invariant]) -> Vec<Line> {
    let mut grid = Grid::new();
    for invariant in invariants {
        let origin = match invariant.origin {
            InvariantOrigin::User => "given",
            InvariantOrigin::Inferred => "found",
        };
        grid.row([
            Line::new().plain(&*invariant.expr),
            Line::of(format!("{origin}, "), DIM)
                .with(invariant.verdict.name(), sureness::style(invariant.verdict)),
        ]);
    }
    grid.lines()
}

fn constructors(constructors: &[Constructor], room: usize) -> Vec<Line> {
    let calls: Vec<Line> = constructors
        .iter()
        .map(|constructor| {
            Line::new().plain(format!("{}({})", constructor.name, constructor.params.join(", ")))
        })
        .collect();
    let room = room.saturating_sub(calls.iter().map(Line::width).max().unwrap_or(0) + 2);
    let mut grid = Grid::new();
    for (call, constructor) in calls.into_iter().zip(constructors) {
        let outcomes = constructor.outcomes.iter().map(|end| edge(end.outcome, &end.to));
        grid.stacked_row([vec![call], flow(outcomes, ", ", room)]);
    }
    grid.lines()
}

/// `ok → Empty`, or `✗ panic`.
fn edge(outcome: Outcome, to: &str) -> Line {
    if outcome.is_deadly() {
        return Line::of(format!("✗ {}", outcome.name()), BAD);
    }
    // A constructor that returns no object leads nowhere, but nothing died.
    if to == super::document::DEAD {
        return Line::of(outcome.name(), outcome_style(outcome)).with(" → no object", DIM);
    }
    Line::of(outcome.name(), outcome_style(outcome)).with(" → ", DIM).with(to, NAME)
}

fn outcome_style(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Panic | Outcome::Abort | Outcome::Timeout => BAD,
        Outcome::Err => DOUBTFUL,
        Outcome::Ok | Outcome::Some | Outcome::None | Outcome::True | Outcome::False => GOOD,
    }
}

/// Where calls panic, why, and in which states.
fn panics(abstraction: &Abstraction, room: usize) -> Vec<Line> {
    let mut found: Vec<(String, String, Vec<String>)> = Vec::new();
    for edge in &abstraction.transitions {
        let own = edge.panic.as_ref().map(|panic| panic.location.clone());
        let places = edge.panics.iter().cloned().chain(own).filter(|place| !place.is_empty());
        for place in places.collect::<BTreeSet<String>>() {
            let message = edge.panic.as_ref().filter(|panic| panic.location == place);
            let message = message.map(|panic| panic.message.clone()).unwrap_or_default();
            let call = format!("{}.{}", edge.from, edge.method);
            match found.iter_mut().find(|(known, ..)| *known == place) {
                Some((_, text, calls)) => {
                    calls.push(call);
                    if text.is_empty() {
                        *text = message;
                    }
                }
                None => found.push((place, message, vec![call])),
            }
        }
    }
    let mut lines = Vec::new();
    for (place, message, calls) in found {
        let message = message.lines().next().unwrap_or_default().to_owned();
        let message = if message.is_empty() { message } else { format!("  {message}") };
        lines.push(Line::of(place, BAD).plain(message));
        let calls = calls.into_iter().map(|call| Line::of(call, DIM));
        let calls = flow(calls, ", ", room.saturating_sub(2));
        lines.extend(calls.into_iter().map(|line| Line::new().plain("  ").join(line)));
    }
    lines
}

fn properties(abstraction: &Abstraction) -> Vec<Line> {
    let mut lines = Vec::new();
    for property in &abstraction.properties {
        let (word, style) = match property.verdict {
            PropertyVerdict::Holds => ("holds   ", GOOD),
            PropertyVerdict::Violated => ("violated", BAD),
            PropertyVerdict::Unknown => ("unknown ", DOUBTFUL),
        };
        let text = format!("  {}: {}", property.name, property.formula);
        lines.push(Line::of(word, style).plain(text));
        if let Some(calls) = &property.counterexample {
            lines.push(Line::new().plain(format!("          {}", witness::fold(calls))));
        }
    }
    lines
}

fn drift(abstraction: &Abstraction) -> Vec<Line> {
    let mut grid = Grid::new();
    for change in &abstraction.drift {
        let (sign, style) = match change.kind {
            DriftKind::Added => ("+", GOOD),
            DriftKind::Removed => ("-", BAD),
            DriftKind::Weakened => ("~", DOUBTFUL),
        };
        let subject: Vec<&str> =
            [&change.from, &change.method].into_iter().flatten().map(String::as_str).collect();
        let subject = match (change.what.as_str(), subject.join(".")) {
            ("edge" | "guarantee", call) => call,
            (what, name) => format!("{what} {name}"),
        };
        let ends = match (change.outcome, &change.to) {
            (Some(outcome), Some(to)) => edge(outcome, to),
            _ => Line::new(),
        };
        let concern = match change.effect.as_str() {
            "breaking" => BAD,
            "compatible" => GOOD,
            _ => DOUBTFUL,
        };
        let mut meaning =
            vec![Line::of(&*change.effect, concern).plain(format!(": {}", change.meaning))];
        if !change.witness.is_empty() {
            meaning.push(Line::of(format!("shown by {}", witness::calls(&change.witness)), DIM));
        }
        if let Some(place) = &change.place {
            meaning.push(Line::of(format!("at {place}"), DIM));
        }
        grid.stacked_row([
            vec![Line::of(sign, style).plain(format!(" {subject}"))],
            vec![ends],
            meaning,
        ]);
    }
    grid.lines()
}

fn skipped(skipped: &[Skipped], room: usize) -> Vec<Line> {
    let names: Vec<Line> = skipped.iter().map(|entry| Line::new().plain(&*entry.name)).collect();
    let room = room.saturating_sub(names.iter().map(Line::width).max().unwrap_or(0) + 2);
    let mut grid = Grid::new();
    for (name, entry) in names.into_iter().zip(skipped) {
        grid.stacked_row([vec![name], wrap(&entry.reason, DIM, room)]);
    }
    grid.lines()
}

fn notes(notes: &[String], room: usize) -> Vec<Line> {
    let mut grid = Grid::new();
    for note in notes {
        let text = wrap(note, Style::new(), room.saturating_sub(3));
        grid.stacked_row([vec![Line::of("-", DIM)], text]);
    }
    grid.lines()
}
