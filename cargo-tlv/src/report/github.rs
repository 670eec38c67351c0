//! Reports for GitHub Actions: annotations on lines of code, and the summary of a step.

use std::fmt::Write;

use tlv_core::protocol::{Protocol, mermaid};

use super::document::{Abstraction, Drift, DriftKind, Report, Verdict};

/// A line for each thing to look at; `prefix` leads from the repository to the workspace.
#[must_use]
pub fn annotations(report: &Report, prefix: &str) -> String {
    let mut text = String::new();
    for abstraction in &report.abstractions {
        for invariant in &abstraction.invariants {
            if invariant.verdict == Verdict::Refuted {
                let title = format!("{}: an invariant is broken", abstraction.path);
                annotate(&mut text, "error", prefix, None, &title, &invariant.expr);
            }
        }
        for drift in &abstraction.drift {
            let level = if drift.effect == "compatible" { "warning" } else { "error" };
            let title = format!("{}: {}", abstraction.path, subject(drift));
            let mut message = format!("{}: {}", drift.effect, drift.meaning);
            if !drift.witness.is_empty() {
                let calls = super::human::folded(&drift.witness);
                let _ = write!(message, "\nshown by {calls}");
            }
            annotate(&mut text, level, prefix, drift.place.as_deref(), &title, &message);
        }
        let unknown = abstraction.obligations.iter().filter(|own| own.verdict == Verdict::Unknown);
        for obligation in unknown {
            let title = format!(
                "{}: {}.{} is unknown",
                abstraction.path, obligation.state, obligation.method
            );
            let detail = obligation.detail.as_deref().unwrap_or("no reason is known");
            annotate(&mut text, "warning", prefix, None, &title, detail);
        }
    }
    text
}

/// What differs, in a few words.
fn subject(drift: &Drift) -> String {
    let sign = match drift.kind {
        DriftKind::Added => "new",
        DriftKind::Removed => "gone",
        DriftKind::Weakened => "weaker",
    };
    let name: Vec<&str> =
        [&drift.from, &drift.method].into_iter().flatten().map(String::as_str).collect();
    let mut text = format!("{sign} {} {}", drift.what, name.join("."));
    if let (Some(outcome), Some(to)) = (drift.outcome, &drift.to) {
        let _ = write!(text, " {} → {to}", outcome.name());
    }
    text
}

fn annotate(
    text: &mut String,
    level: &str,
    prefix: &str,
    place: Option<&str>,
    title: &str,
    message: &str,
) {
    let mut properties = vec![format!("title={}", property(title))];
    // `file:line:column`, where the file may have colons of its own.
    let mut parts = place.unwrap_or_default().rsplitn(3, ':');
    if let (Some(column), Some(line), Some(file)) = (parts.next(), parts.next(), parts.next()) {
        let file = property(&format!("{prefix}{file}"));
        properties.extend([
            format!("file={file}"),
            format!("line={line}"),
            format!("col={column}"),
        ]);
    }
    let _ = writeln!(text, "::{level} {}::{}", properties.join(","), data(message));
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Markdown for the summary of a step: each type with its differences, and its diagram before and now.
#[must_use]
pub fn summary(types: &[(&Abstraction, Option<&Protocol>, Protocol)]) -> String {
    let mut text = String::from("## Protocols\n");
    for (abstraction, committed, now) in types {
        let state = match (committed, abstraction.drift.is_empty()) {
            (None, _) => "not committed",
            (Some(_), true) => "as committed",
            (Some(_), false) => "changed",
        };
        let _ = writeln!(text, "\n### `{}`: {state}\n", abstraction.path);
        if abstraction.drift.is_empty() {
            let _ = writeln!(
                text,
                "{} states, {} edges.",
                abstraction.states.len(),
                abstraction.transitions.len()
            );
            continue;
        }
        text.push_str("| | what | meaning |\n|---|---|---|\n");
        for drift in &abstraction.drift {
            let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
            let _ = writeln!(
                text,
                "| {} | `{}` | {} |",
                drift.effect,
                cell(&subject(drift)),
                cell(&drift.meaning)
            );
        }
        for (title, protocol) in [("Committed", *committed), ("Now", Some(now))] {
            if let Some(protocol) = protocol {
                let _ = writeln!(text, "\n{title}:\n\n```mermaid\n{}```", mermaid(protocol));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_actions_would_take_for_its_own_is_escaped() {
        let mut text = String::new();
        annotate(&mut text, "error", "sub/", Some("src/a,b.rs:29:9"), "a::B: 50%", "one\ntwo: 3");
        let expected = "::error title=a%3A%3AB%3A 50%25,file=sub/src/a%2Cb.rs,line=29,col=9\
                        ::one%0Atwo: 3\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn without_a_place_there_is_no_file() {
        let mut text = String::new();
        annotate(&mut text, "warning", "", None, "t", "m");
        assert_eq!(text, "::warning title=t::m\n");
    }
}
