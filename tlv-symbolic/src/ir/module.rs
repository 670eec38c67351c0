//! The index of a whole text, from which bodies, globals and lines are parsed on demand.

use std::io::BufRead;
use std::ops::Range;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::body::{Source, parse_body};
use super::error::{IrError, Mismatch, Within};
use super::header::Signature;
use super::lex::{self, Lexer, Token};
use super::location::Metadata;
use super::parse::{Names, Parser, Symbol};
use super::text::Text;
use super::{
    Constant, Function, FunctionId, Global, GlobalId, Header, Layout, LocationId, SourceLine, Type,
};

/// A module of LLVM IR.
#[derive(Debug)]
pub struct Module {
    /// Functions, globals and types: what is parsed on demand.
    text: Text,
    layout: Layout,
    names: Names,
    functions: Vec<FunctionEntry>,
    globals: Vec<GlobalEntry>,
    metadata: Metadata,
}

#[derive(Debug)]
struct FunctionEntry {
    signature: Signature,
    /// Between the braces; empty if only declared.
    place: Range<usize>,
    body: OnceLock<Result<Function, IrError>>,
}

#[derive(Debug)]
struct GlobalEntry {
    name: String,
    /// After `@name =`.
    place: Range<usize>,
    global: OnceLock<Global>,
}

impl Module {
    /// Indexes a text. Bodies and initialisers are not looked into yet.
    pub fn parse(text: String) -> Result<Self, IrError> {
        Module::read(text.as_bytes())
    }

    /// Indexes a text while it is read. Only what may be parsed later is kept of it, which is less
    /// than half; bodies and initialisers are not looked into yet.
    pub fn read(from: impl BufRead) -> Result<Self, IrError> {
        let index = Index::read(from)?;
        let text = index.text;
        let Some(layout) = index.layout else { return Err(IrError::NoLayout) };
        let layout = Layout::parse(&layout)?;
        let mut names = Names { groups: index.groups, ..Names::default() };
        resolve_types(&text, &index.types, &mut names)?;
        let mut functions = Vec::with_capacity(index.functions.len());
        for (line, place) in index.functions {
            let mut parser = Parser::new(&text, (line.start, line.end), &names);
            let signature =
                parser.signature().map_err(|mismatch| unexpected(&text, line.clone(), mismatch))?;
            let id = Symbol::Function(FunctionId(functions.len() as u32));
            define(&text, &mut names, &signature.header.name, id, line.start)?;
            functions.push(FunctionEntry { signature, place, body: OnceLock::new() });
        }
        let mut globals = Vec::with_capacity(index.globals.len());
        for (name, place, alias) in index.globals {
            let symbol = if alias {
                names.aliases.push((place.start, place.end));
                Symbol::Alias(names.aliases.len() - 1)
            } else {
                Symbol::Global(GlobalId(globals.len() as u32))
            };
            define(&text, &mut names, &name, symbol, place.start)?;
            if !alias {
                globals.push(GlobalEntry { name, place, global: OnceLock::new() });
            }
        }
        Ok(Module { layout, names, functions, globals, metadata: index.metadata, text })
    }

    /// How values lie in memory.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All functions, defined and declared, in the order of the text.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.functions.len() as u32).map(FunctionId)
    }

    /// The function of a name (without `@`), also by an alias.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        match self.names.symbols.get(name)? {
            Symbol::Function(function) => Some(*function),
            Symbol::Global(_) => None,
            Symbol::Alias(position) => match self.aliasee(*position) {
                Constant::Function(function) => Some(function),
                _ => None,
            },
        }
    }

    /// What a function looks like from outside.
    ///
    /// # Panics
    ///
    /// If the function is not of this module.
    pub fn header(&self, function: FunctionId) -> &Header {
        &self.functions[function.0 as usize].signature.header
    }

    /// The body of a function, parsed when it is first asked for. A function that is only declared has
    /// none, which is an error as well.
    ///
    /// # Panics
    ///
    /// If the function is not of this module.
    pub fn body(&self, function: FunctionId) -> Result<&Function, &IrError> {
        let entry = &self.functions[function.0 as usize];
        let body = entry.body.get_or_init(|| {
            let Signature { header, names: parameters } = &entry.signature;
            if !header.defined {
                return Err(IrError::NoBody { name: header.name.clone() });
            }
            let source = Source { text: &self.text, names: &self.names, layout: &self.layout };
            parse_body(source, parameters, entry.place.clone())
        });
        body.as_ref()
    }

    /// All global variables and constants, in the order of the text; aliases are none.
    pub fn globals(&self) -> impl Iterator<Item = GlobalId> + use<> {
        (0..self.globals.len() as u32).map(GlobalId)
    }

    /// The global of a name (without `@`), also by an alias.
    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        match self.names.symbols.get(name)? {
            Symbol::Global(global) => Some(*global),
            Symbol::Function(_) => None,
            Symbol::Alias(position) => match self.aliasee(*position) {
                Constant::Global(global) => Some(global),
                _ => None,
            },
        }
    }

    /// A global, parsed when it is first asked for. What is not understood of it is
    /// [`Constant::Unsupported`] as its initialiser, of a type without a size.
    ///
    /// # Panics
    ///
    /// If the global is not of this module.
    pub fn global(&self, global: GlobalId) -> &Global {
        let entry = &self.globals[global.0 as usize];
        entry.global.get_or_init(|| {
            let place = (entry.place.start, entry.place.end);
            let mut parser = Parser::new(&self.text, place, &self.names);
            parser.global(entry.name.clone(), &self.layout).unwrap_or_else(|_| {
                let text = self.text[entry.place.clone()].trim().to_owned();
                Global {
                    name: entry.name.clone(),
                    ty: Type::Other("not understood".to_owned()),
                    constant: false,
                    thread_local: false,
                    weak: false,
                    align: 1,
                    section: None,
                    initializer: Some(Constant::Unsupported(text)),
                }
            })
        })
    }

    /// The line that an instruction comes from, in the function that was written there, even if that
    /// was inlined. `None` if the text does not say.
    pub fn source_line(&self, location: LocationId) -> Option<SourceLine> {
        self.metadata.source_lines(location).next()
    }

    /// The line that an instruction comes from, then those of the calls that were inlined around it,
    /// innermost first.
    pub fn source_lines(&self, location: LocationId) -> Vec<SourceLine> {
        self.metadata.source_lines(location).collect()
    }

    fn aliasee(&self, position: usize) -> Constant {
        let (start, end) = self.names.aliases[position];
        let mut parser = Parser::new(&self.text, (start, end), &self.names);
        parser
            .aliasee()
            .unwrap_or_else(|_| Constant::Unsupported(self.text[start..end].trim().to_owned()))
    }
}

fn define(
    text: &Text,
    names: &mut Names,
    name: &str,
    symbol: Symbol,
    at: usize,
) -> Result<(), IrError> {
    match names.symbols.insert(name.to_owned(), symbol) {
        None => Ok(()),
        Some(_) => Err(IrError::Twice { line: text.line_of(at), name: name.to_owned() }),
    }
}

fn unexpected(text: &Text, place: Range<usize>, mismatch: Mismatch) -> IrError {
    let at = place.start + mismatch.at;
    let found: String = text.get(at..place.end).unwrap_or_default().chars().take(60).collect();
    IrError::Unexpected { line: text.line_of(place.start), expected: mismatch.expected, found }
}

/// Resolves the named types, which may be used before they are defined.
fn resolve_types(
    text: &Text,
    types: &FxHashMap<String, Range<usize>>,
    names: &mut Names,
) -> Result<(), IrError> {
    // Those that wait for another one on top of them.
    let mut open = FxHashSet::default();
    let mut stack: Vec<String> = types.keys().cloned().collect();
    // The result does not depend on the order, but which error comes first does.
    stack.sort_unstable();
    while let Some(name) = stack.last().cloned() {
        if names.types.contains_key(&name) {
            stack.pop();
            continue;
        }
        let place = types[&name].clone();
        let missing = used_types(&text[place.clone()]).find(|used| {
            types.contains_key(used) && !names.types.contains_key(used) && !open.contains(used)
        });
        match missing {
            Some(used) if used != name => {
                open.insert(name);
                stack.push(used);
            }
            // A type that contains itself ends here, too, and is then unknown.
            _ => {
                let mut parser = Parser::new(text, (place.start, place.end), names);
                let ty = parser.ty().map_err(|mismatch| unexpected(text, place, mismatch))?;
                open.remove(&name);
                names.types.insert(name, ty);
            }
        }
    }
    Ok(())
}

fn used_types(text: &str) -> impl Iterator<Item = String> {
    let mut lexer = Lexer::new(text);
    std::iter::from_fn(move || {
        loop {
            match lexer.advance() {
                Token::Local(name) => return Some(lex::name(name).into_owned()),
                Token::End => return None,
                _ => {}
            }
        }
    })
}

/// What stands where.
#[derive(Default)]
struct Index {
    /// What was kept so far; all places are in it.
    text: Text,
    layout: Option<String>,
    /// What follows `%name = type`.
    types: FxHashMap<String, Range<usize>>,
    groups: FxHashMap<u32, bool>,
    /// The first line, and what is between the braces.
    functions: Vec<(Range<usize>, Range<usize>)>,
    /// The name, what follows `@name =`, and whether it is an alias.
    globals: Vec<(String, Range<usize>, bool)>,
    metadata: Metadata,
    /// The first line of the function whose body is being read.
    open: Option<Range<usize>>,
}

impl Index {
    fn read(mut from: impl BufRead) -> Result<Self, IrError> {
        let mut index = Index::default();
        let mut buffer = Vec::new();
        // The line that is read, and the last one that was not empty, from 1.
        let (mut number, mut last) = (1, 1);
        loop {
            buffer.clear();
            let failed =
                |error: std::io::Error| IrError::Read { line: number, reason: error.to_string() };
            let length = from.read_until(b'\n', &mut buffer).map_err(failed)?;
            let line = std::str::from_utf8(&buffer)
                .map_err(|error| IrError::Read { line: number, reason: error.to_string() })?;
            let Some(line) = line.strip_suffix('\n') else {
                if length > 0 {
                    last = number;
                }
                index.finish(last, length == 0)?;
                return Ok(index);
            };
            if !line.is_empty() {
                last = number;
            }
            index.line(line, number)?;
            number += 1;
        }
    }

    /// Notes that no line follows; the last one was of that number, and may have been cut off.
    fn finish(&mut self, number: usize, whole: bool) -> Result<(), IrError> {
        if let Some(header) = self.open.take() {
            let header = &self.text[header];
            let name = header.split_once('@').map_or(header, |(_, rest)| rest);
            let name = name.split('(').next().unwrap_or_default().trim_matches('"').to_owned();
            return Err(IrError::CutOff { line: number, within: Within::Function(name) });
        }
        if !whole {
            return Err(IrError::CutOff { line: number, within: Within::Line });
        }
        self.text.finish();
        self.metadata.finish();
        Ok(())
    }

    /// Notes what a line is, and keeps it if it may be parsed later.
    fn line(&mut self, line: &str, number: usize) -> Result<(), IrError> {
        if self.open.is_some() {
            self.line_of_body(line, number);
            return Ok(());
        }
        let understood = match line.as_bytes().first() {
            None | Some(b';' | b'^' | b'$') => true,
            Some(b'!') => {
                self.metadata.line(line);
                true
            }
            Some(b'@') => self.global(line, number),
            Some(b'%') => self.named_type(line, number),
            Some(b'a') if line.starts_with("attributes ") => self.attributes(line),
            Some(b'd') if line.starts_with("declare ") => {
                let place = self.text.push(line, number);
                let end = place.end;
                self.functions.push((place, end..end));
                true
            }
            Some(b'd') if line.starts_with("define ") => {
                self.open = Some(self.text.push(line, number));
                true
            }
            Some(b't') if line.starts_with("target ") => {
                if let Some(layout) = line.strip_prefix("target datalayout = \"") {
                    self.layout = layout.split('"').next().map(str::to_owned);
                }
                true
            }
            Some(b's') => line.starts_with("source_filename"),
            Some(b'm') => line.starts_with("module asm"),
            Some(b'u') => line.starts_with("uselistorder"),
            _ => line.trim().is_empty(),
        };
        if understood {
            return Ok(());
        }
        let found = line.chars().take(60).collect();
        Err(IrError::Unexpected { line: number, expected: "a line of LLVM IR", found })
    }

    fn line_of_body(&mut self, line: &str, number: usize) {
        // An empty line in its place costs less than to note that one is missing.
        let comment = line.trim_start().starts_with(';');
        let place = self.text.push(if comment { "" } else { line }, number);
        if line.starts_with('}')
            && let Some(header) = self.open.take()
        {
            let body = header.end + 1;
            self.functions.push((header, body..place.start));
        }
    }

    fn global(&mut self, line: &str, number: usize) -> bool {
        let mut lexer = Lexer::new(line);
        let Token::Global(written) = lexer.advance() else { return false };
        let Token::Punct(b'=') = lexer.token() else { return false };
        lexer.advance();
        let rest = lexer.at();
        loop {
            let alias = match lexer.advance() {
                Token::Word("alias" | "ifunc") => true,
                Token::Word("global" | "constant") => false,
                Token::End => return false,
                _ => continue,
            };
            let place = self.text.push(line, number);
            let rest = place.start + rest..place.end;
            self.globals.push((lex::name(written).into_owned(), rest, alias));
            return true;
        }
    }

    fn named_type(&mut self, line: &str, number: usize) -> bool {
        let mut lexer = Lexer::new(line);
        let Token::Local(written) = lexer.advance() else { return false };
        let Token::Punct(b'=') = lexer.advance() else { return false };
        let Token::Word("type") = lexer.advance() else { return false };
        let place = self.text.push(line, number);
        let rest = place.start + lexer.at()..place.end;
        self.types.insert(lex::name(written).into_owned(), rest).is_none()
    }

    /// `attributes #12 = { … }`.
    fn attributes(&mut self, line: &str) -> bool {
        let mut lexer = Lexer::new(line);
        lexer.advance();
        let Token::Group(number) = lexer.advance() else { return false };
        let Ok(number) = number.parse() else { return false };
        let mut noreturn = false;
        loop {
            match lexer.advance() {
                Token::Word("noreturn") => noreturn = true,
                Token::End => break,
                _ => {}
            }
        }
        self.groups.insert(number, noreturn).is_none()
    }
}
