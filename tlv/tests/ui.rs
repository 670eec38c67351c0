//! What the macros say to attributes written wrongly, and that they accept those written well.
//!
//! The texts beside the cases are those of rustc 1.95.0; another version may underline or word its
//! own part of a message otherwise. `TRYBUILD=overwrite cargo test -p tlv --test ui` renews them.

// With the feature, the macros expand to more than the user's own code.
#![cfg(not(feature = "probe"))]

#[test]
fn wrong_attributes_are_explained_and_right_ones_accepted() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.pass("tests/ui/pass/*.rs");
}
