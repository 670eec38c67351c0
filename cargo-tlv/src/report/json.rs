//! Documents as JSON.

use serde::Serialize;

/// One document, indented, with a line feed at its end.
pub(super) fn render(document: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(document)
        .expect("documents have text keys and no value that can fail");
    text.push('\n');
    text
}
