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

/// A summary of the obligations, then the limits and doubts.
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
    for (verdict, detail, pairs) in explained(obligations) {
        let word = Line::of(verdict.name(), style(verdict));
        let start = word.width() + 2;
        // Limits are the same for most pairs; doubts have to be told one by one.
        let text = match verdict {
            Verdict::Bounded => detail.to_owned(),
            _ => format!("{}: {detail}", pairs.join(", ")),
        };
        let mut word = Some(word.plain("  "));
        for line in wrap(&text, Style::new(), room.saturating_sub(start)) {
            lines.push(match word.take() {
                Some(word) => word.join(line),
                None => Line::new().plain(" ".repeat(start)).join(line),
            });
        }
    }
    lines
}

/// What is not simply proved or tested, by verdict and reason.
fn explained(obligations: &[Obligation]) -> Vec<(Verdict, &str, Vec<String>)> {
    let mut groups: Vec<(Verdict, &str, Vec<String>)> = Vec::new();
    for entry in obligations {
        let detail = entry.detail.as_deref().unwrap_or_default();
        if !matches!(entry.verdict, Verdict::Bounded | Verdict::Refuted | Verdict::Unknown) {
            continue;
        }
        let pair = format!("{}.{}", entry.state, entry.method);
        let same = |group: &&mut (Verdict, &str, Vec<String>)| {
            group.0 == entry.verdict && group.1 == detail
        };
        match groups.iter_mut().find(same) {
            Some((.., pairs)) => pairs.push(pair),
            None => groups.push((entry.verdict, detail, vec![pair])),
        }
    }
    groups.retain(|(verdict, detail, _)| *verdict != Verdict::Bounded || !detail.is_empty());
    groups
}

pub(super) fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Proved => GOOD,
        Verdict::Bounded | Verdict::Pac | Verdict::Tested | Verdict::Unknown => DOUBTFUL,
        Verdict::Refuted => BAD,
    }
}
