//! The calls that show each edge.

use super::super::document::{Abstraction, Panic, Transition};
use super::super::layout::{Grid, Line};
use super::{BAD, DIM, NAME, outcome_style};

/// The most different calls that are shown at either end of a long sequence.
const ENDS: usize = 4;

/// What is shown of one edge: the edge, the calls, and where it panicked.
type Row = [Line; 3];

/// One line for each edge if all fit, else two or three; the panicking constructors first.
pub(super) fn lines(abstraction: &Abstraction, room: usize) -> Vec<Line> {
    let mut grid = Grid::new();
    let mut rows: Vec<Row> = Vec::new();
    for constructor in &abstraction.constructors {
        for end in constructor.outcomes.iter().filter(|end| end.panic.is_some()) {
            let what = Line::new()
                .plain(&*constructor.name)
                .with(" → ", DIM)
                .with(end.outcome.name(), BAD);
            rows.push([what, Line::new().plain(fold(&end.witness)), place(end.panic.as_ref())]);
        }
    }
    for transition in &abstraction.transitions {
        let mut calls = Line::new().plain(calls(&transition.witness));
        if transition.unreproduced {
            calls = calls.with("  (not every time)", DIM);
        }
        rows.push([what(transition), calls, place(transition.panic.as_ref())]);
    }
    rows.iter().cloned().for_each(|row| grid.row(row));
    if grid.width() <= room {
        return grid.lines();
    }
    let stacked = rows.into_iter().flat_map(|[what, calls, place]| {
        let below = [calls, place].into_iter().filter(|line| line.width() > 0);
        let below = below.map(|line| Line::new().plain("  ").join(line));
        std::iter::once(what).chain(below).collect::<Vec<_>>()
    });
    stacked.collect()
}

/// The calls, with the edge's own apart from equal ones before it.
pub(in crate::report) fn calls(witness: &[String]) -> String {
    match witness.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{}; {last}", fold(before)),
        None => String::new(),
    }
}

fn what(transition: &Transition) -> Line {
    let line = Line::of(&*transition.from, NAME)
        .plain(format!(".{}", transition.method))
        .with(" → ", DIM)
        .with(transition.outcome.name(), outcome_style(transition.outcome));
    if transition.outcome.is_deadly() {
        return line;
    }
    line.plain(", ").with(&*transition.to, NAME)
}

fn place(panic: Option<&Panic>) -> Line {
    panic.map_or_else(Line::new, |panic| {
        Line::of(&*panic.location, DIM).plain(format!(" {:?}", panic.message))
    })
}

/// `new(); push(0) ×3; pop()`. Of a sequence that is long even so, only the ends.
pub(super) fn fold(calls: &[String]) -> String {
    let runs: Vec<(&str, usize)> =
        calls.chunk_by(|a, b| a == b).map(|run| (run[0].as_str(), run.len())).collect();
    let show = |runs: &[(&str, usize)]| {
        let shown = runs.iter().map(|&(call, count)| match count {
            1 => call.to_owned(),
            _ => format!("{call} ×{count}"),
        });
        shown.collect::<Vec<_>>().join("; ")
    };
    if runs.len() <= 2 * ENDS + 1 {
        return show(&runs);
    }
    let middle = &runs[ENDS..runs.len() - ENDS];
    let n_hidden: usize = middle.iter().map(|&(_, count)| count).sum();
    let (first, last) = (&runs[..ENDS], &runs[runs.len() - ENDS..]);
    format!("{}; … {n_hidden} more …; {}", show(first), show(last))
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[track_caller]
    fn check(calls: &[&str], expected: &str) {
        let calls: Vec<String> = calls.iter().map(|&call| call.to_owned()).collect();
        assert_eq!(fold(&calls), expected);
    }

    #[test]
    fn equal_calls_are_folded() {
        check(&[], "");
        check(&["new()", "push(0)", "push(0)", "pop()", "push(0)"], {
            "new(); push(0) ×2; pop(); push(0)"
        });
    }

    #[test]
    fn the_middle_of_a_long_sequence_is_left_out() {
        let calls = ["a", "b", "c", "d", "e", "f", "f", "g", "h", "i", "j"];
        check(&calls, "a; b; c; d; … 3 more …; g; h; i; j");
        check(&calls[..6], "a; b; c; d; e; f");
    }
}
