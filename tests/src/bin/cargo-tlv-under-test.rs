//! The plugin as an executable of this package: cargo tells a test only its own package's.

fn main() -> std::process::ExitCode {
    cargo_tlv::run(std::env::args_os())
}
