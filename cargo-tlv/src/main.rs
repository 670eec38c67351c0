//! The `cargo tlv` executable.
fn main() {}
