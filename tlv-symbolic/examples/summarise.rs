//! Prints what the executor makes of a probe: `summarise PROBE.ll [SUBJECT]`.
//!
//! For looking into the engine; `cargo tlv` itself needs none of it.

#![allow(clippy::print_stdout, reason = "a tool that prints")]

use std::time::Instant;

use tlv_symbolic::exec::{Limits, Program, Worker};
use tlv_symbolic::ir::Module;
use tlv_symbolic::solve::Builtin;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which file?")?;
    let subject = arguments.next().map_or(Ok(0), |text| text.parse()).map_err(|_| "which type?")?;
    let methods: u64 =
        arguments.next().map_or(Ok(1), |text| text.parse()).map_err(|_| "how many methods?")?;
    let started = Instant::now();
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let module = Module::parse(text).map_err(|error| error.to_string())?;
    println!("read in {:?}", started.elapsed());
    let program = Program::new(module);
    let started = Instant::now();
    let mut worker = Worker::new(&program, Box::new(Builtin::new()), Limits::default());
    let (prepared, steps) = worker.prepare(subject)?;
    println!("prepared in {:?}, {:?}", started.elapsed(), worker.cost());
    for method in 0..methods {
        let started = Instant::now();
        let mut worker = Worker::new(&program, Box::new(Builtin::new()), Limits::default());
        let summary = worker.summarise_method(&prepared, steps, method)?;
        println!(
            "method {method}: {} paths, {} gaps in {:?}, {:?}; for {:?}",
            summary.paths.len(),
            summary.gaps.len(),
            started.elapsed(),
            worker.cost(),
            summary.restrictions
        );
        let (terms, _) = worker.into_parts();
        for path in &summary.paths {
            println!("  path {:?} {:?}", path.fate, path.panic);
            for condition in &path.condition {
                println!("    if {}", terms.display(*condition));
            }
            println!("    outcome {}", terms.display(path.outcome));
        }
        for gap in &summary.gaps {
            println!("  gap: {} at {:?}", gap.reason, gap.place);
        }
    }
    Ok(())
}
