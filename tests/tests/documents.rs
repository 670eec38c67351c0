//! What the documents say exists, exists.

use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in the workspace")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The code spans of a document.
fn code_spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_path_in_the_architecture_is_there() {
    let text = read("ARCHITECTURE.md");
    let without_blocks: String = text.split("```").step_by(2).collect::<Vec<&str>>().join("\n");
    let mut checked = 0;
    for span in code_spans(&without_blocks) {
        let is_path = span.contains('/') && !span.contains(' ') && !span.contains('<');
        if is_path {
            assert!(root().join(span).exists(), "ARCHITECTURE.md names `{span}`");
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} paths were recognised");
}

#[test]
fn the_readme_shows_the_example_as_it_is() {
    let readme = read("README.md");
    let example = read("examples/bounded-stack/src/lib.rs");
    let attribute: Vec<&str> = example
        .lines()
        .skip_while(|line| !line.starts_with("#[tlv::abstraction"))
        .take_while(|line| !line.starts_with("#[derive"))
        .collect();
    assert!(readme.contains(&attribute.join("\n")), "{attribute:#?}");
}

#[test]
fn the_readme_names_the_test_command_that_ci_runs() {
    assert!(read("README.md").contains("\nscripts/test\n"));
    assert!(read(".ci/run").contains("exec scripts/test"));
}
