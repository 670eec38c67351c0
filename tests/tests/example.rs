//! The README's example, learned as the README says.

use tlv_tests::{Plugin, learned};

#[test]
fn the_bounded_stack_is_learned_and_printed_as_the_readme_shows() {
    let plugin =
        Plugin::new(env!("CARGO_BIN_EXE_cargo-tlv-under-test"), env!("CARGO_TARGET_TMPDIR"));
    let examples = tlv_tests::fixture("../examples/bounded-stack");
    let report = plugin.learn(&examples, &[]);
    learned(
        &report,
        "bounded_stack_example::BoundedStack",
        &[
            "Empty.push ok -> Partial",
            "Empty.pop none -> Empty",
            "Partial.push ok -> Partial",
            "Partial.push ok -> Full",
            "Partial.pop some -> Empty",
            "Partial.pop some -> Partial",
            "Full.push panic -> ⊥",
            "Full.pop some -> Partial",
        ],
    );
    let printed = plugin.run(&examples, &["learn"]).stdout;
    let witnesses = plugin.run(&examples, &["learn", "--witnesses"]).stdout;
    let readme = include_str!("../../README.md");
    let shown: Vec<&str> = readme.split("```text\n").skip(1).collect();
    for block in shown {
        let block = block.split("```").next().expect("the block ends");
        let found = printed.contains(block) || witnesses.contains(block);
        assert!(found, "{block}\nis neither in\n{printed}\nnor in\n{witnesses}");
    }
}
