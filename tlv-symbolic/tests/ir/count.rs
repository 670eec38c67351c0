//! Counting instructions by opcode in two ways: as parsed, and by a scan of the lines that knows
//! nothing of the parser.

use std::collections::BTreeMap;

use tlv_symbolic::ir::{BinaryOp as B, CastOp as C, Function, Kind, Terminator};

/// How many instructions there are of each opcode.
pub(crate) type Counts = BTreeMap<&'static str, usize>;

/// Adds the instructions of a function.
pub(crate) fn add(counts: &mut Counts, function: &Function) {
    for block in &function.blocks {
        for instruction in &block.instructions {
            *counts.entry(opcode(&instruction.kind)).or_default() += 1;
        }
        *counts.entry(end_opcode(&block.terminator)).or_default() += 1;
    }
}

/// The opcodes that the parser and the scan are compared by.
const OPCODES: [&str; 57] = [
    "add",
    "sub",
    "mul",
    "udiv",
    "sdiv",
    "urem",
    "srem",
    "shl",
    "lshr",
    "ashr",
    "and",
    "or",
    "xor",
    "fadd",
    "fsub",
    "fmul",
    "fdiv",
    "frem",
    "fneg",
    "icmp",
    "fcmp",
    "trunc",
    "zext",
    "sext",
    "fptrunc",
    "fpext",
    "fptoui",
    "fptosi",
    "uitofp",
    "sitofp",
    "ptrtoint",
    "inttoptr",
    "bitcast",
    "addrspacecast",
    "select",
    "freeze",
    "phi",
    "alloca",
    "load",
    "store",
    "getelementptr",
    "extractvalue",
    "insertvalue",
    "extractelement",
    "insertelement",
    "shufflevector",
    "atomicrmw",
    "cmpxchg",
    "fence",
    "call",
    "landingpad",
    "ret",
    "br",
    "switch",
    "invoke",
    "resume",
    "unreachable",
];

/// Counts opcodes by the first words of indented lines within functions.
pub(crate) fn scan(text: &str) -> Counts {
    let mut counts = Counts::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("define ") || line.starts_with('}') {
            inside = line.starts_with('d');
        }
        let Some(line) = line.strip_prefix("  ").filter(|_| inside) else { continue };
        let instruction = match line.split_once(" = ") {
            Some((result, rest)) if result.starts_with('%') => rest,
            _ => line,
        };
        let mut words = instruction.split([' ', ',']);
        let word = match words.next() {
            Some("tail" | "musttail" | "notail") => words.next(),
            word => word,
        };
        let opcode = OPCODES.iter().find(|opcode| word == Some(opcode));
        if let Some(opcode) = opcode.filter(|_| !instruction.contains("@llvm.dbg.")) {
            *counts.entry(opcode).or_default() += 1;
        }
    }
    counts
}

fn opcode(kind: &Kind) -> &'static str {
    match kind {
        Kind::Binary { op, .. } => match op {
            B::Add => "add",
            B::Sub => "sub",
            B::Mul => "mul",
            B::UDiv => "udiv",
            B::SDiv => "sdiv",
            B::URem => "urem",
            B::SRem => "srem",
            B::Shl => "shl",
            B::LShr => "lshr",
            B::AShr => "ashr",
            B::And => "and",
            B::Or => "or",
            B::Xor => "xor",
            B::FAdd => "fadd",
            B::FSub => "fsub",
            B::FMul => "fmul",
            B::FDiv => "fdiv",
            B::FRem => "frem",
        },
        Kind::Cast { op, .. } => match op {
            C::Trunc => "trunc",
            C::ZExt => "zext",
            C::SExt => "sext",
            C::FpTrunc => "fptrunc",
            C::FpExt => "fpext",
            C::FpToUi => "fptoui",
            C::FpToSi => "fptosi",
            C::UiToFp => "uitofp",
            C::SiToFp => "sitofp",
            C::PtrToInt => "ptrtoint",
            C::IntToPtr => "inttoptr",
            C::BitCast => "bitcast",
            C::AddrSpaceCast => "addrspacecast",
        },
        Kind::FNeg { .. } => "fneg",
        Kind::ICmp { .. } => "icmp",
        Kind::FCmp { .. } => "fcmp",
        Kind::Select { .. } => "select",
        Kind::Freeze { .. } => "freeze",
        Kind::Phi { .. } => "phi",
        Kind::Alloca { .. } => "alloca",
        Kind::Load { .. } => "load",
        Kind::Store { .. } => "store",
        Kind::GetElementPtr { .. } => "getelementptr",
        Kind::ExtractValue { .. } => "extractvalue",
        Kind::InsertValue { .. } => "insertvalue",
        Kind::ExtractElement { .. } => "extractelement",
        Kind::InsertElement { .. } => "insertelement",
        Kind::ShuffleVector { .. } => "shufflevector",
        Kind::AtomicRmw { .. } => "atomicrmw",
        Kind::CmpXchg { .. } => "cmpxchg",
        Kind::Fence => "fence",
        Kind::Call(_) => "call",
        Kind::LandingPad { .. } => "landingpad",
        Kind::Unsupported(_) => "unsupported",
    }
}

fn end_opcode(terminator: &Terminator) -> &'static str {
    match terminator {
        Terminator::Return(_) => "ret",
        Terminator::Branch(_) | Terminator::Conditional { .. } => "br",
        Terminator::Switch { .. } => "switch",
        Terminator::Invoke { .. } => "invoke",
        Terminator::Resume { .. } => "resume",
        Terminator::Unreachable => "unreachable",
        Terminator::Unsupported(_) => "unsupported",
    }
}
