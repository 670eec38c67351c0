//! The protocols that the fixtures' READMEs promise, read from their tables.
//!
//! A table has a row for each state and a column for each method, or for several that behave the
//! same; a cell holds `outcome → state`, several of them with ` · ` between, or `not enabled`.
//! Below the table stands how many states and edges it has: `3 states, 18 edges`.

use std::collections::BTreeMap;

use crate::fixture;

/// A protocol, as edges by the state they start in; edges are written as by [`crate::edges`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    rows: BTreeMap<String, Vec<String>>,
}

impl Table {
    /// The table under a heading of the README of a fixture, which must have as many states and
    /// edges as is said below it.
    ///
    /// # Panics
    ///
    /// Panics if there is no such table, or if it has other numbers.
    #[track_caller]
    pub fn of(package: &str, heading: &str) -> Table {
        let (table, claim) = read(&readme(package), heading);
        table.confirm(&claim);
        table
    }

    /// The same protocol with other rows for the states under another heading of the README; the
    /// numbers there are those of the result.
    ///
    /// # Panics
    ///
    /// As [`Table::of`].
    #[must_use]
    #[track_caller]
    pub fn except(mut self, package: &str, heading: &str) -> Table {
        let (changes, claim) = read(&readme(package), heading);
        self.rows.extend(changes.rows);
        self.confirm(&claim);
        self
    }

    /// The edges, where `names` gives the tool's names of the states that the README calls
    /// otherwise.
    pub fn edges(&self, names: &[(&str, &str)]) -> Vec<String> {
        let renamed = |edge: &String| {
            let (from, call) = edge.split_once('.').unwrap_or_default();
            let (call, to) = call.rsplit_once(' ').unwrap_or_default();
            let name = |short| {
                names.iter().find(|(known, _)| *known == short).map_or(short, |(_, name)| *name)
            };
            format!("{}.{call} {}", name(from), name(to))
        };
        self.rows.values().flatten().map(renamed).collect()
    }

    #[track_caller]
    fn confirm(&self, claim: &str) {
        let n_edges: usize = self.rows.values().map(Vec::len).sum();
        let own = format!("{} states, {n_edges} edges", self.rows.len());
        assert!(claim.starts_with(&own), "the table has {own}, not {claim}");
    }
}

#[track_caller]
fn readme(package: &str) -> String {
    let path = fixture(package).join("README.md");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The table under a heading, and the line that says how large it is.
#[track_caller]
fn read(readme: &str, heading: &str) -> (Table, String) {
    let lines = readme.lines().skip_while(|line| *line != heading).skip(1);
    let section: Vec<&str> = lines.take_while(|line| !line.starts_with('#')).collect();
    let mut lines = section.iter().filter(|line| line.starts_with('|')).map(|line| cells(line));
    let header = lines.next().unwrap_or_else(|| panic!("no table under {heading:?}"));
    let methods: Vec<Vec<&str>> = header.iter().skip(1).map(|cell| names(cell)).collect();
    let row = |cells: Vec<&str>| {
        let state = cells[0];
        let mut edges = Vec::new();
        for (methods, cell) in methods.iter().zip(&cells[1..]) {
            for method in methods {
                let ends = outcomes(cell).into_iter();
                edges.extend(ends.map(|(end, to)| format!("{state}.{method} {end} -> {to}")));
            }
        }
        (state.to_owned(), edges)
    };
    // Below the header is the line of dashes.
    let table = Table { rows: lines.skip(1).map(row).collect() };
    let counts = section.iter().find(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    (table, (*counts.unwrap_or(&"nothing said")).to_owned())
}

fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// The methods in a header, without their parameters.
fn names(cell: &str) -> Vec<&str> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.map(|call| call.split('(').next().unwrap_or(call)).collect()
}

/// The outcomes in a cell and where they lead, without emphasis and remarks.
fn outcomes(cell: &str) -> Vec<(&str, &str)> {
    let ends = cell.split('·').filter_map(|end| end.split_once('→'));
    ends.map(|(outcome, to)| {
        let to = to.split('(').next().unwrap_or(to);
        (outcome.trim().trim_matches('*'), to.trim().trim_matches('*'))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::read;

    const README: &str = "\
# lamp
## Protocol
Initial: `Off`.

| state | `turn_on`, `press` | `burn(hours)`                    |
|-------|--------------------|----------------------------------|
| Off   | ok → On            | not enabled                      |
| On    | ok → On            | true → On · **panic → ⊥** (rare) |

2 states, 6 edges.
## Other
";

    #[test]
    fn a_table_is_read_with_its_numbers() {
        let (table, claim) = read(README, "## Protocol");
        let expected = [
            "Dark.turn_on ok -> On",
            "Dark.press ok -> On",
            "On.turn_on ok -> On",
            "On.press ok -> On",
            "On.burn true -> On",
            "On.burn panic -> ⊥",
        ];
        assert_eq!(table.edges(&[("Off", "Dark")]), expected);
        table.confirm(&claim);
    }

    #[test]
    #[should_panic = "the table has 2 states, 6 edges, not 2 states, 5 edges"]
    fn wrong_numbers_are_noticed() {
        read(README, "## Protocol").0.confirm("2 states, 5 edges.");
    }

    #[test]
    #[should_panic = "no table under \"## Other\""]
    fn a_section_without_a_table_is_no_protocol() {
        read(README, "## Other");
    }
}
