//! Reads a file of LLVM IR and says what of it was not understood, with a second count of the
//! instructions by a scan of the lines: `cargo run --release -p tlv-symbolic --example read-ir FILE…`.
//! Fails if the counts differ.

#![allow(clippy::print_stdout, reason = "this is what it is for")]

#[path = "../tests/ir/count.rs"]
mod count;

use std::process::ExitCode;
use std::time::Instant;

use count::Counts;
use tlv_symbolic::ir::{Constant, Kind, Module, Terminator};

fn main() -> ExitCode {
    let mut agree = true;
    for file in std::env::args().skip(1) {
        match std::fs::read_to_string(&file) {
            Ok(text) => agree &= read(&file, text),
            Err(error) => {
                println!("{file}: {error}");
                agree = false;
            }
        }
    }
    if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn read(file: &str, text: String) -> bool {
    println!("{file}: {:.1} MB", text.len() as f64 / 1e6);
    let scanned = count::scan(&text);
    let start = Instant::now();
    let module = match Module::parse(text) {
        Ok(module) => module,
        Err(error) => {
            println!("  {error}");
            return false;
        }
    };
    println!("  indexed in {:.1?}", start.elapsed());
    let start = Instant::now();
    let mut counts = Counts::new();
    let (mut bodies, mut instructions, mut unsupported, mut errors) = (0, 0, Vec::new(), 0);
    let (mut located, mut unplaced) = (0, 0);
    let mut locations = Vec::new();
    for id in module.functions().filter(|&id| module.header(id).defined) {
        let function = match module.body(id) {
            Ok(function) => function,
            Err(error) => {
                println!("  {}: {error}", module.header(id).path);
                errors += 1;
                continue;
            }
        };
        bodies += 1;
        count::add(&mut counts, function);
        for block in &function.blocks {
            instructions += block.instructions.len() + 1;
            for instruction in &block.instructions {
                match &instruction.kind {
                    Kind::Unsupported(text) => unsupported.push(text),
                    _ => locations.extend(instruction.location),
                }
            }
            if let Terminator::Unsupported(text) = &block.terminator {
                unsupported.push(text);
            }
        }
    }
    println!("  {bodies} bodies, {instructions} instructions in {:.1?}", start.elapsed());
    let start = Instant::now();
    for location in locations {
        match module.source_line(location) {
            Some(_) => located += 1,
            None => unplaced += 1,
        }
    }
    println!("  {located} source lines ({unplaced} without) in {:.1?}", start.elapsed());
    let start = Instant::now();
    let mut globals = 0;
    for id in module.globals() {
        globals += 1;
        let global = module.global(id);
        if let Some(Constant::Unsupported(text)) = &global.initializer {
            println!("  unsupported global {}: {text}", global.name);
        }
    }
    println!("  {globals} globals in {:.1?}", start.elapsed());
    for text in &unsupported {
        println!("  unsupported: {text}");
    }
    println!("  {} unsupported, {errors} functions not understood", unsupported.len());
    counts.remove("unsupported");
    let known: usize = counts.values().sum();
    let agree = errors == 0 && unsupported.is_empty() && counts == scanned;
    println!("  counts by opcode {}: {known}", if agree { "agree" } else { "differ" });
    if !agree {
        println!("  parsed  {counts:?}\n  scanned {scanned:?}");
    }
    agree
}
