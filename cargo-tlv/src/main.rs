//! The `cargo tlv` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cargo_tlv::run(std::env::args_os())
}
