//! What was found, as text.

use super::super::Options;
use super::super::document::{ListedType, Listing, Method};
use super::super::layout::Line;
use super::{DOUBTFUL, Page, constructors, notes, predicates, skipped};

/// Writes what was found of each type.
pub(in crate::report) fn listing(listing: &Listing, options: &Options) -> String {
    let mut page = Page::new(options.width);
    for listed in &listing.types {
        page.listed(listed);
    }
    if listing.types.is_empty() {
        page.line(Line::new().plain("no type was found"));
    }
    page.text
}

impl Page {
    fn listed(&mut self, listed: &ListedType) {
        self.title(&listed.path, &listed.package, "", listed.opaque);
        self.section("predicates", predicates(&listed.predicates, self.room()));
        self.section("constructors", or_none(constructors(&listed.constructors, self.room())));
        self.section("methods", or_none(listed.methods.iter().map(signature).collect()));
        self.section("left out", skipped(&listed.skipped, self.room()));
        self.section("notes", notes(&listed.notes, self.room()));
    }
}

/// A type without constructors or methods has no protocol: worth saying.
fn or_none(lines: Vec<Line>) -> Vec<Line> {
    if lines.is_empty() { vec![Line::of("none", DOUBTFUL)] } else { lines }
}

fn signature(method: &Method) -> Line {
    let params: Vec<&str> = std::iter::once(method.receiver.as_str())
        .chain(method.params.iter().map(String::as_str))
        .collect();
    Line::new().plain(format!("{}({})", method.name, params.join(", ")))
}
