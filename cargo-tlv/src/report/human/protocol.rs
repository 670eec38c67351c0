//! What each call does in each state: a table if it fits, else a list.

use super::super::document::{Abstraction, Evidence, Transition};
use super::super::layout::{Grid, Line, flow};
use super::{DIM, DOUBTFUL, HEADING, NAME, edge};

/// States down and methods across; if that is too wide, methods down and states across; if that is
/// too wide as well, a paragraph for each state.
pub(super) fn lines(abstraction: &Abstraction, room: usize) -> Vec<Line> {
    if abstraction.states.is_empty() {
        return vec![Line::of("no state: no constructor gave an object", DOUBTFUL)];
    }
    if abstraction.methods.is_empty() {
        return vec![Line::of("no method to call", DOUBTFUL)];
    }
    let grid = table(abstraction);
    let transposed = grid.transposed();
    if grid.width() <= room {
        grid.lines()
    } else if transposed.width() <= room {
        transposed.lines()
    } else {
        paragraphs(abstraction, room)
    }
}

/// Whether nobody has seen the edge in a run from a constructor.
pub(super) fn is_only_feasible(transition: &Transition) -> bool {
    transition.evidence == Evidence::Feasible
}

/// Whether some method was never called in some state.
pub(super) fn has_gaps(abstraction: &Abstraction) -> bool {
    abstraction.states.iter().any(|state| {
        abstraction
            .methods
            .iter()
            .any(|method| ends(abstraction, &state.name, &method.name).is_empty())
    })
}

fn table(abstraction: &Abstraction) -> Grid {
    let mut grid = Grid::new();
    let methods = abstraction.methods.iter().map(|method| Line::of(&*method.name, HEADING));
    grid.row(std::iter::once(Line::new()).chain(methods));
    for state in &abstraction.states {
        let cells = abstraction.methods.iter().map(|method| {
            let ends = ends(abstraction, &state.name, &method.name);
            if ends.is_empty() { vec![Line::of("·", DIM)] } else { ends }
        });
        let name = vec![Line::of(&*state.name, NAME)];
        grid.stacked_row(std::iter::once(name).chain(cells));
    }
    grid
}

fn paragraphs(abstraction: &Abstraction, room: usize) -> Vec<Line> {
    let method_width =
        abstraction.methods.iter().map(|method| Line::of(&*method.name, HEADING).width()).max();
    let room = room.saturating_sub(method_width.unwrap_or(0) + 4);
    let mut lines = Vec::new();
    for state in &abstraction.states {
        let mut grid = Grid::new();
        for method in &abstraction.methods {
            let ends = ends(abstraction, &state.name, &method.name);
            let ends = if ends.is_empty() { vec![Line::of("·", DIM)] } else { ends };
            let name = Line::new().plain("  ").plain(&*method.name);
            grid.stacked_row([vec![name], flow(ends, ", ", room)]);
        }
        lines.push(Line::of(&*state.name, NAME));
        lines.extend(grid.lines());
    }
    lines
}

/// How the calls of a method in a state can end.
fn ends(abstraction: &Abstraction, state: &str, method: &str) -> Vec<Line> {
    let edges = abstraction
        .transitions
        .iter()
        .filter(|transition| transition.from == state && transition.method == method);
    edges
        .map(|transition| {
            let line = edge(transition.outcome, &transition.to);
            if is_only_feasible(transition) { line.with(" ~", DOUBTFUL) } else { line }
        })
        .collect()
}
