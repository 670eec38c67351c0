//! Reading LLVM IR that rustc wrote: a small committed text, the same text damaged, and the whole
//! program with the standard library from the toolchain at hand.

#[path = "ir/count.rs"]
mod count;

use std::path::Path;
use std::process::Command;

use tlv_symbolic::ir::{
    Callee, Constant, Function, Kind, LocationId, Module, SourceLine, Terminator, Type,
};

const SMALL: &str = include_str!("ir/small.ll");
const SOURCE: &str = include_str!("ir/small.rs");

fn small() -> Module {
    Module::parse(SMALL.to_owned()).expect("an index")
}

fn body<'a>(module: &'a Module, name: &str) -> &'a Function {
    let id = module.function_named(name).expect("a function");
    module.body(id).expect("a body")
}

/// Reads all that can be read; gives what was not understood.
fn read_all(module: &Module) -> (count::Counts, Vec<String>) {
    let mut counts = count::Counts::new();
    let mut problems = Vec::new();
    let mut locations = Vec::new();
    for id in module.functions().filter(|&id| module.header(id).defined) {
        match module.body(id) {
            Ok(function) => {
                count::add(&mut counts, function);
                for block in &function.blocks {
                    for instruction in &block.instructions {
                        locations.extend(instruction.location);
                        if let Kind::Unsupported(text) = &instruction.kind {
                            problems.push(text.clone());
                        }
                    }
                    locations.extend(block.terminator_location);
                    if let Terminator::Unsupported(text) = &block.terminator {
                        problems.push(text.clone());
                    }
                }
            }
            Err(error) => problems.push(error.to_string()),
        }
    }
    for id in module.globals() {
        if let Some(Constant::Unsupported(text)) = &module.global(id).initializer {
            problems.push(text.clone());
        }
    }
    locations.sort_unstable();
    locations.dedup();
    // Some are enough, they are slow without optimisation.
    for location in locations.into_iter().step_by(8) {
        module.source_lines(location);
    }
    (counts, problems)
}

#[test]
fn everything_in_the_small_text_is_understood() {
    let (counts, problems) = read_all(&small());
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(counts, count::scan(SMALL));
    assert!(counts.values().sum::<usize>() > 300);
}

#[test]
fn headers_say_what_is_known_from_outside() {
    let module = small();
    let header = |name| module.header(module.function_named(name).expect("a function"));
    let push = header("small_push");
    assert_eq!(
        (&push.returns, push.parameters.as_slice()),
        (&Type::Void, [Type::Pointer, Type::Int(32)].as_slice())
    );
    assert!(push.defined && !push.noreturn && !push.varargs);
    let area = module.functions().map(|id| module.header(id)).find(|it| it.path.contains("area"));
    assert_eq!(area.map(|it| it.path.as_str()), Some("<small::Shape as small::Area>::area"));
    let panics = module.functions().map(|id| module.header(id));
    let panics = panics.filter(|it| it.path.starts_with("core::panicking::panic"));
    assert!(panics.inspect(|it| assert!(it.noreturn && !it.defined, "{it:?}")).count() > 1);
}

/// The line of the comment `here: …`.
fn marked(mark: &str) -> u32 {
    let line = SOURCE.lines().position(|line| line.ends_with(&format!("// here: {mark}")));
    line.expect("a mark") as u32 + 1
}

/// Where a function calls one that does not return.
fn panics(module: &Module, name: &str) -> Vec<LocationId> {
    let blocks = &body(module, name).blocks;
    let instructions = blocks.iter().flat_map(|block| &block.instructions);
    instructions
        .filter_map(|instruction| match &instruction.kind {
            Kind::Call(call) => match call.callee {
                Callee::Function(id) if module.header(id).noreturn => instruction.location,
                _ => None,
            },
            _ => None,
        })
        .collect()
}

#[test]
fn a_panic_is_found_in_the_users_line() {
    let module = small();
    for (name, mark) in [("small_push", "full"), ("small_pop", "bounds")] {
        let lines = panics(&module, name).into_iter().filter_map(|it| module.source_line(it));
        let file = "/small/small.rs".to_owned();
        let lines: Vec<(String, u32)> = lines.map(|it| (it.file, it.line)).collect();
        assert!(lines.contains(&(file, marked(mark))), "{name}: {lines:?}");
    }
}

#[test]
fn inlined_calls_are_listed_from_the_inside() {
    let module = small();
    let blocks = &body(&module, "small_pop").blocks;
    let locations = blocks.iter().flat_map(|block| &block.instructions);
    let chains = locations.filter_map(|it| it.location).map(|it| module.source_lines(it));
    let chain: Vec<SourceLine> =
        chains.max_by_key(Vec::len).expect("an instruction with a location");
    assert!(chain.len() >= 2, "{chain:?}");
    assert!(chain[0].file.ends_with("library/core/src/num/uint_macros.rs"), "{chain:?}");
    assert_eq!(chain.last().map(|it| it.file.as_str()), Some("/small/small.rs"));
}

/// Reads what can be read of a damaged text. It may be an error, never a panic.
fn survive(text: String) -> bool {
    match Module::parse(text) {
        Ok(module) => {
            read_all(&module);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

#[test]
fn a_text_cut_off_anywhere_is_an_error_or_read_up_to_there() {
    let metadata = SMALL.find("\n!0 = ").expect("metadata");
    let whole = |length: usize| SMALL.as_bytes()[length - 1] == b'\n';
    for length in (1..SMALL.len()).step_by(173) {
        let read = survive(SMALL[..length].to_owned());
        // Attribute groups stand at the end: without them it is not known what returns.
        assert!(!read || (length > metadata && whole(length)), "cut to {length} bytes");
    }
    let mut length = metadata + 1;
    for (number, line) in SMALL[metadata + 1..].split_inclusive('\n').enumerate() {
        if number % 10 == 0 {
            assert!(Module::parse(SMALL[..length].to_owned()).is_ok(), "{length}");
        }
        length += line.len();
    }
}

#[test]
fn random_damage_never_panics() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap_or(0) % below
    };
    // Everything but most of the metadata, where there is less to hurt.
    let text = &SMALL[..SMALL.find("\n!300 = ").expect("metadata") + 1];
    let mut read = 0;
    for round in 0..300 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=round % 20 {
            let at = random(bytes.len());
            bytes[at] = match random(4) {
                0 => b" \n\"%@!#()[]{}<>,;=\\"[random(19)],
                1 => b'0' + random(10) as u8,
                2 => 0xc3,
                _ => random(128) as u8,
            };
        }
        read += usize::from(survive(String::from_utf8_lossy(&bytes).into_owned()));
    }
    assert!(read > 10, "too few were read to say anything: {read}");
}

#[test]
fn a_whole_program_of_this_toolchain_is_understood() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("whole-program");
    std::fs::create_dir_all(&directory).expect("a directory");
    let source = directory.join("main.rs");
    let program = "fn main() {\n    let mut map = std::collections::HashMap::new();\n    \
                   map.insert(std::env::args().count(), 1.5_f32);\n    \
                   println!(\"{map:?}\");\n}\n";
    std::fs::write(&source, program).expect("a source file");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .current_dir(&directory)
        .args(["main.rs", "-C", "lto=fat", "-C", "opt-level=1", "-C", "codegen-units=1"])
        .args(["-C", "debuginfo=line-tables-only", "--emit=llvm-ir=main.ll,link"])
        .output()
        .expect("rustc");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(directory.join("main.ll")).expect("LLVM IR");
    let scanned = count::scan(&text);
    let module = Module::parse(text).expect("an index");
    let (mut counts, mut problems) = read_all(&module);
    // Division of 128-bit numbers by a constant, in formatting.
    problems.retain(|text| !text.contains(" i256 "));
    assert_eq!(problems, Vec::<String>::new());
    counts.remove("unsupported");
    let missing: usize = scanned.values().sum::<usize>() - counts.values().sum::<usize>();
    assert!(missing <= 16 && scanned.len() == counts.len(), "{counts:?}\n{scanned:?}");
    assert!(counts["call"] > 1000, "the standard library is missing: {counts:?}");
}
