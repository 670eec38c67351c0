//! Parsing the body of a function: first its outline (blocks, names, where each instruction starts),
//! then the instructions one by one.
//!
//! The outline goes by lines, as LLVM writes them. So an instruction that is not understood costs
//! only itself, and names are known before they are used.

use std::ops::Range;

use super::error::{IrError, Within};
use super::instruction::{Parsed, is_terminator};
use super::lex;
use super::parse::{Names, Parser, Scope};
use super::text::Text;
use super::{Block, BlockId, Function, Instruction, Kind, Layout, LocalId, LocationId, Terminator};

/// What is needed to parse a body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'a> {
    /// The text of the whole module.
    pub(super) text: &'a Text,
    /// Its names.
    pub(super) names: &'a Names,
    /// Its layout.
    pub(super) layout: &'a Layout,
}

/// A block before its instructions are parsed.
#[derive(Debug)]
struct Sketch {
    label: String,
    /// Places in the text.
    instructions: Vec<Line>,
}

/// An instruction with the lines that belong to it.
#[derive(Debug, Clone)]
struct Line {
    place: Range<usize>,
    /// After `%result =`.
    start: usize,
    result: Option<LocalId>,
}

/// The outline of a body while it is made.
struct Outline<'a> {
    source: Source<'a>,
    scope: Scope,
    blocks: Vec<Sketch>,
    /// What the next value or block without a name is called.
    next_number: u64,
    /// Whether the last instruction ends its block.
    ended: bool,
    /// Whether a table in brackets is open.
    in_table: bool,
}

/// Parses the lines between the braces.
pub(super) fn parse_body(
    source: Source<'_>,
    parameters: &[Option<String>],
    place: Range<usize>,
) -> Result<Function, IrError> {
    let mut outline = Outline {
        source,
        scope: Scope::default(),
        blocks: Vec::new(),
        next_number: 0,
        ended: true,
        in_table: false,
    };
    for name in parameters {
        let name = name.clone().unwrap_or_else(|| outline.next_number.to_string());
        outline.define_local(&name, place.start)?;
    }
    let mut start = place.start;
    while start < place.end {
        let rest = &source.text[start..place.end];
        let end = start + rest.find('\n').unwrap_or(rest.len());
        outline.line(start..end)?;
        start = end + 1;
    }
    outline.finish(place.end)
}

impl<'a> Outline<'a> {
    fn line(&mut self, place: Range<usize>) -> Result<(), IrError> {
        let line = &self.source.text[place.clone()];
        let trimmed = line.trim_start();
        if trimmed.is_empty() || trimmed.starts_with(';') {
            return Ok(());
        }
        if self.in_table || continues(trimmed) {
            self.in_table &= !trimmed.starts_with(']');
            let last = self.blocks.last_mut().and_then(|block| block.instructions.last_mut());
            match last {
                Some(last) => last.place.end = place.end,
                None => return Err(self.unexpected(place.start, "an instruction", trimmed)),
            }
            return Ok(());
        }
        if is_debugging(trimmed) {
            return Ok(());
        }
        if let Some(label) = label(line) {
            return self.open_block(lex::name(label).into_owned(), place.start);
        }
        self.instruction(place.end - trimmed.len()..place.end)
    }

    fn instruction(&mut self, place: Range<usize>) -> Result<(), IrError> {
        if self.ended {
            // Blocks without a label have a number that is not written; LLVM leaves out the first.
            self.open_block(self.next_number.to_string(), place.start)?;
        }
        let text = &self.source.text[place.clone()];
        let mut start = place.start;
        let mut result = None;
        if let Some((name, length)) = result_name(text) {
            result = Some(self.define_local(&lex::name(name), place.start)?);
            start += length;
        }
        let opcode = self.source.text[start..place.end].trim_start();
        let opcode = opcode.split([' ', ',']).next().unwrap_or_default();
        self.ended = is_terminator(opcode);
        self.in_table = opcode == "switch" && text.trim_end().ends_with('[');
        if let Some(block) = self.blocks.last_mut() {
            block.instructions.push(Line { place, start, result });
        }
        Ok(())
    }

    fn open_block(&mut self, label: String, at: usize) -> Result<(), IrError> {
        self.count(&label);
        let block = BlockId(self.blocks.len() as u32);
        if self.scope.blocks.insert(label.clone(), block).is_some() {
            return Err(IrError::Twice { line: self.line_of(at), name: label });
        }
        self.blocks.push(Sketch { label, instructions: Vec::new() });
        self.ended = false;
        Ok(())
    }

    fn define_local(&mut self, name: &str, at: usize) -> Result<LocalId, IrError> {
        self.count(name);
        let local = LocalId(self.scope.locals.len() as u32);
        if self.scope.locals.insert(name.to_owned(), local).is_some() {
            return Err(IrError::Twice { line: self.line_of(at), name: name.to_owned() });
        }
        Ok(local)
    }

    /// Notes a number that is taken.
    fn count(&mut self, name: &str) {
        if let Some(next) = name.parse().ok().and_then(|number: u64| number.checked_add(1)) {
            self.next_number = next;
        }
    }

    fn finish(self, end: usize) -> Result<Function, IrError> {
        let blocks = self.blocks.iter().map(|sketch| self.block(sketch, end));
        let blocks = blocks.collect::<Result<Vec<_>, _>>()?;
        if blocks.is_empty() {
            return Err(self.unexpected(end, "a block", ""));
        }
        Ok(Function { locals: self.scope.locals.len() as u32, blocks })
    }

    fn block(&self, sketch: &Sketch, end: usize) -> Result<Block, IrError> {
        let Some((last, steps)) = sketch.instructions.split_last() else {
            let within = Within::Block(sketch.label.clone());
            return Err(IrError::CutOff { line: self.line_of(end), within });
        };
        let mut instructions = Vec::with_capacity(steps.len());
        for line in steps {
            let (kind, location) = match self.parse(line) {
                Ok((Parsed::Step(kind), location)) => (kind, location),
                Ok((Parsed::End(_), _)) | Err(()) => self.not_understood(line, Kind::Unsupported),
            };
            instructions.push(Instruction { result: line.result, kind, location });
        }
        let (terminator, terminator_location) = match self.parse(last) {
            Ok((Parsed::End(mut terminator), location)) => {
                if let Terminator::Invoke { result, .. } = &mut terminator {
                    *result = last.result;
                }
                (terminator, location)
            }
            Ok((Parsed::Step(_), _)) => {
                let within = Within::Block(sketch.label.clone());
                return Err(IrError::CutOff { line: self.line_of(last.place.end), within });
            }
            Err(()) => self.not_understood(last, Terminator::Unsupported),
        };
        Ok(Block { instructions, terminator, terminator_location })
    }

    fn parse(&self, line: &Line) -> Result<(Parsed, Option<LocationId>), ()> {
        let Source { text, names, layout } = self.source;
        let mut parser = Parser::new(text, (line.start, line.place.end), names);
        parser.scope = Some(&self.scope);
        let (parsed, trailing) = parser.instruction(layout).map_err(|_| ())?;
        Ok((parsed, trailing.location))
    }

    /// Keeps the text of an instruction, and where it comes from if that can be seen.
    fn not_understood<T>(
        &self,
        line: &Line,
        make: impl FnOnce(String) -> T,
    ) -> (T, Option<LocationId>) {
        let text = &self.source.text[line.place.clone()];
        let number = text.rsplit_once(", !dbg !").map(|(_, rest)| rest);
        let number = number.and_then(|rest| rest.split(',').next()?.trim_end().parse().ok());
        (make(text.to_owned()), number.map(LocationId))
    }

    fn unexpected(&self, at: usize, expected: &'static str, found: &str) -> IrError {
        IrError::Unexpected { line: self.line_of(at), expected, found: found.to_owned() }
    }

    fn line_of(&self, at: usize) -> usize {
        self.source.text.line_of(at)
    }
}

/// Whether a line belongs to the instruction before it.
fn continues(trimmed: &str) -> bool {
    let word = trimmed.split_whitespace().next().unwrap_or_default();
    matches!(word, "to" | "unwind" | "cleanup" | "catch" | "filter") || trimmed.starts_with(']')
}

/// Whether a line only speaks to debuggers and other readers of the text.
fn is_debugging(trimmed: &str) -> bool {
    let call = trimmed.strip_prefix("tail ").unwrap_or(trimmed);
    trimmed.starts_with("#dbg_")
        || trimmed.starts_with("uselistorder")
        || call.starts_with("call void @llvm.dbg.")
}

/// The name of a line such as `start:` or `"a b": ; preds = %x`, escapes not undone.
fn label(line: &str) -> Option<&str> {
    let (name, rest) = lex::split_name(line)?;
    let rest = rest.strip_prefix(':')?.trim_start();
    (rest.is_empty() || rest.starts_with(';')).then_some(name)
}

/// The name in `%name = …`, escapes not undone, and the length of the text up to `=`, included.
fn result_name(text: &str) -> Option<(&str, usize)> {
    let (name, rest) = lex::split_name(text.strip_prefix('%')?)?;
    let rest = rest.trim_start().strip_prefix('=')?;
    Some((name, text.len() - rest.len()))
}
