//! Prints a line for each method of each type of a probe: `survey PROBE.ll [SECONDS] [SUBJECT]`.
//!
//! Shows at a glance what the executor cannot follow, why, and what it costs.

#![allow(clippy::print_stdout, reason = "a tool that prints")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use tlv_symbolic::exec::{Limits, Program, Worker};
use tlv_symbolic::ir::Module;
use tlv_symbolic::solve::Builtin;
use tlv_symbolic::summary::{Reason, Summary};

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which file?")?;
    let mut number = |default: u64| {
        arguments.next().map_or(Ok(default), |text| text.parse()).map_err(|_| "not a number")
    };
    let seconds = number(10)?;
    let only = number(u64::MAX)?;
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let module = Module::parse(text).map_err(|error| error.to_string())?;
    let program = Program::new(module);
    let limits = || Limits {
        deadline: Some(Instant::now() + Duration::from_secs(seconds)),
        ..Limits::default()
    };
    let subjects = if only == u64::MAX { 0..u64::MAX } else { only..only + 1 };
    for subject in subjects {
        let started = Instant::now();
        let mut worker = Worker::new(&program, Box::new(Builtin::new()), limits());
        let (prepared, steps) = match worker.prepare(subject) {
            Ok(prepared) => prepared,
            Err(error) => {
                println!("subject {subject}: not prepared: {error}");
                break;
            }
        };
        if steps == 0 {
            break;
        }
        println!("subject {subject}: prepared in {:?}", started.elapsed());
        for position in 0.. {
            let started = Instant::now();
            let mut worker = Worker::new(&program, Box::new(Builtin::new()), limits());
            let summary = worker.summarise_constructor(&prepared, steps, position)?;
            if !print("constructor", position, &summary, &worker, started) {
                break;
            }
        }
        for position in 0.. {
            let started = Instant::now();
            let mut worker = Worker::new(&program, Box::new(Builtin::new()), limits());
            match worker.summarise_method(&prepared, steps, position) {
                Ok(summary) => {
                    if !print("method", position, &summary, &worker, started) {
                        break;
                    }
                }
                Err(error) => {
                    println!("  no methods: {error}");
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Prints a summary; `false` if there is no such method. A method that nothing can be given to looks
/// the same and ends the list: the probe does not tell how many there are.
fn print(
    what: &str,
    position: u64,
    summary: &Summary,
    worker: &Worker<'_>,
    started: Instant,
) -> bool {
    if summary.paths.is_empty() && summary.gaps.iter().all(|gap| gap.reason == Reason::NoValue) {
        return false;
    }
    let cost = worker.cost();
    println!(
        "  {what} {position}: {} paths, {} gaps, {:.2} s, {} instructions, {} forks, {} merges, {} queries",
        summary.paths.len(),
        summary.gaps.len(),
        started.elapsed().as_secs_f64(),
        cost.instructions,
        cost.forks,
        cost.merges,
        cost.queries
    );
    let mut reasons: BTreeMap<(String, String), usize> = BTreeMap::new();
    for gap in &summary.gaps {
        let place = gap.place.as_ref().map_or("?".to_owned(), |(file, line)| {
            format!("{}:{line}", file.rsplit('/').next().unwrap_or(file))
        });
        *reasons.entry((gap.reason.to_string(), place)).or_default() += 1;
    }
    for ((reason, place), count) in reasons {
        println!("    gap ×{count}: {reason} at {place}");
    }
    true
}
