//! How sure the protocol is, in words.

use anstyle::Style;

use super::super::document::{Abstraction, Obligation, Verdict};
use super::super::layout::{Line, flow, wrap};
use super::{BAD, DOUBTFUL, GOOD};

const ALL: [Verdict; 6] = [
    Verdict::Proved,
    Verdict::Bounded,
    Verdict::Pac,
    Verdict::Tested,
    Verdict::Refuted,
    Verdict::Unknown,
];

/// A summary of the obligations, then each that is refuted or unknown.
pub(super) fn lines(abstraction: &Abstraction, room: usize) -> Vec<Line> {
    let obligations = &abstraction.obligations;
    let count =
        |verdict: Verdict| obligations.iter().filter(|entry| entry.verdict == verdict).count();
    if obligations.is_empty() {
        return vec![Line::of("nothing was checked", BAD)];
    }
    let calls = abstraction.stats.calls;
    if count(Verdict::Tested) == obligations.len() {
        let text =
            format!(", {calls} calls: not proved, so a call may have outcomes not shown here");
        let words = wrap(&format!("tested{text}"), DOUBTFUL, room);
        return words;
    }
    let counts = ALL
        .into_iter()
        .filter(|&verdict| count(verdict) > 0)
        .map(|verdict| Line::of(format!("{} {}", count(verdict), verdict.name()), style(verdict)));
    let total =
        Line::new().plain(format!("of {} pairs of a state and a method", obligations.len()));
    let mut lines = flow(std::iter::once(total).chain(counts), ", ", room);
    for entry in obligations {
        if matches!(entry.verdict, Verdict::Refuted | Verdict::Unknown) {
            lines.push(open(entry));
        }
    }
    lines
}

fn open(entry: &Obligation) -> Line {
    let line = Line::of(entry.verdict.name(), style(entry.verdict))
        .plain(format!("  {}.{}", entry.state, entry.method));
    match &entry.detail {
        Some(detail) => line.plain(format!(": {detail}")),
        None => line,
    }
}

pub(super) fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Proved => GOOD,
        Verdict::Bounded | Verdict::Pac | Verdict::Tested | Verdict::Unknown => DOUBTFUL,
        Verdict::Refuted => BAD,
    }
}
