//! Questions as SMT-LIB 2 text in the logic QF_BV, for any solver that reads it.
//!
//! Here is only text; [`Smt`] asks a process with it. The text means what `Terms::evaluate` says; terms of
//! one bit are of sort `Bool`, as solvers like them better, and arrays are written as choices between
//! their elements, which needs no theory of arrays. Every term is defined once, after its operands,
//! so that the text is as long as the terms are large and nesting is shallow.

mod process;
#[cfg(test)]
mod tests;
mod tool;

pub use process::Smt;
pub use tool::Tool;

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::term::{Array, ArrayKind, Kind, Model, Term, Terms, Variable};

/// One question as a whole script: whether all assumptions, truth values, can be true at once.
pub fn script(terms: &Terms, assumptions: &[Term]) -> String {
    let mut text = String::from("(set-logic QF_BV)\n");
    assert_all(terms, assumptions, &mut Writer::new(), &mut text);
    text.push_str("(check-sat)\n");
    text
}

/// As [`script`], and if so, for which values of these variables. [`values`] reads them.
pub fn script_with_values(terms: &Terms, assumptions: &[Term], variables: &[Term]) -> String {
    let mut text = String::from("(set-option :produce-models true)\n(set-logic QF_BV)\n");
    let mut writer = Writer::new();
    assert_all(terms, assumptions, &mut writer, &mut text);
    writer.define(terms, variables, &mut text);
    text.push_str("(check-sat)\n");
    if !variables.is_empty() {
        let names: Vec<String> = variables.iter().map(|&t| name(terms, t)).collect();
        let _ = writeln!(text, "(get-value ({}))", names.join(" "));
    }
    text
}

fn assert_all(terms: &Terms, assumptions: &[Term], writer: &mut Writer, text: &mut String) {
    writer.define(terms, assumptions, text);
    for &t in assumptions {
        assert_eq!(terms.width(t), 1, "an assumption is a truth value");
        let _ = writeln!(text, "(assert {})", name(terms, t));
    }
}

/// The values in a solver's answer to `(get-value …)` about these variables; none if the answer is
/// something else.
pub fn values(terms: &Terms, variables: &[Term], answer: &str) -> Option<Model> {
    let mut model = Model::default();
    let mut rest = answer.trim().strip_prefix('(')?;
    for &t in variables {
        rest = rest.trim_start().strip_prefix('(')?.trim_start();
        // Solvers may leave quotes away that are not needed.
        let name = name(terms, t);
        let unquoted = || rest.strip_prefix(name.trim_matches('|'));
        rest = rest.strip_prefix(&name).or_else(unquoted)?.trim_start();
        let (value, after) = rest.split_once(')')?;
        model.set(t, literal(terms.width(t), value.trim())?);
        rest = after;
    }
    (rest.trim() == ")").then_some(model)
}

/// The value of `#x1f`, `#b01` or a truth value.
fn literal(width: u32, text: &str) -> Option<u128> {
    let (digits, bits_each) = match (text, text.get(..2)?) {
        ("true", _) => return (width == 1).then_some(1),
        ("false", _) => return (width == 1).then_some(0),
        (_, "#x") => (&text[2..], 4),
        (_, "#b") => (&text[2..], 1),
        _ => return None,
    };
    let right = digits.len() as u32 * bits_each == width && !digits.starts_with('+');
    u128::from_str_radix(digits, 1 << bits_each).ok().filter(|_| right)
}

/// Writes definitions, each only once: for a solver that is asked several questions about the same
/// growing terms.
#[derive(Debug, Clone, Default)]
pub struct Writer {
    defined: FxHashSet<Term>,
}

impl Writer {
    /// Nothing is defined yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds declarations and definitions to the text until all these terms can be used by their
    /// [`name`].
    pub fn define(&mut self, terms: &Terms, wanted: &[Term], text: &mut String) {
        let mut new: Vec<Term> = Vec::new();
        let mut todo: Vec<Term> = wanted.to_vec();
        while let Some(t) = todo.pop() {
            if terms.as_constant(t).is_some() || !self.defined.insert(t) {
                continue;
            }
            new.push(t);
            let kind = terms.kind(t);
            todo.extend(kind.operands());
            if let Kind::Select(array, _) = kind {
                terms.array_operands(array, |t| todo.push(t));
            }
        }
        // Operands have smaller numbers than what is made of them.
        new.sort_unstable();
        for t in new {
            let sort = sort(terms.width(t));
            match terms.kind(t) {
                Kind::Variable(_) => {
                    let _ = writeln!(text, "(declare-const {} {sort})", name(terms, t));
                }
                Kind::Select(array, index) => select(terms, t, array, index, text),
                kind => {
                    let meaning = meaning(terms, kind, terms.width(t));
                    let _ = writeln!(text, "(define-fun {} () {sort} {meaning})", name(terms, t));
                }
            }
        }
    }
}

/// How the text refers to a term: a literal, the quoted symbol of a variable, or a defined symbol.
pub fn name(terms: &Terms, t: Term) -> String {
    let width = terms.width(t);
    match (terms.as_constant(t), terms.as_variable(t)) {
        (Some(value), _) if width == 1 => (value == 1).to_string(),
        (Some(value), _) => constant(width, value),
        (None, Some(variable)) => symbol(variable),
        (None, None) => format!("t{}", t.index()),
    }
}

/// The label for people; what follows the last `@` makes it unique, and unlike defined symbols.
fn symbol(variable: &Variable) -> String {
    let Variable { call, id, label, .. } = variable;
    let allowed = |c: char| (c.is_ascii_graphic() || c == ' ') && !"|\\".contains(c);
    let label: String = label.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
    // Symbols that begin with these belong to solvers.
    let reserved = label.is_empty() || label.starts_with(['.', '@']);
    format!("|{}{label}@{call}.{id:x}|", if reserved { "_" } else { "" })
}

fn sort(width: u32) -> String {
    if width == 1 { "Bool".to_owned() } else { format!("(_ BitVec {width})") }
}

fn constant(width: u32, value: u128) -> String {
    if width % 4 == 0 {
        format!("#x{value:0digits$x}", digits = width as usize / 4)
    } else {
        format!("#b{value:0digits$b}", digits = width as usize)
    }
}

/// A term as a bit vector, also if it has only one bit.
fn bits(terms: &Terms, t: Term) -> String {
    match (terms.width(t), terms.as_constant(t)) {
        (1, Some(value)) => constant(1, value),
        (1, None) => format!("(ite {} #b1 #b0)", name(terms, t)),
        _ => name(terms, t),
    }
}

/// What an operator means, by the names of its operands.
fn meaning(terms: &Terms, kind: Kind, width: u32) -> String {
    use Kind::*;
    let plain = |t: Term| name(terms, t);
    let bits = |t: Term| bits(terms, t);
    // An operator of the logic of truth values, or of bit vectors.
    let connective = |logical: &str, bitwise: &str, a: Term, b: Term| {
        let operator = if width == 1 { logical } else { bitwise };
        format!("({operator} {} {})", plain(a), plain(b))
    };
    // The result of an operator on bit vectors: as wide as the term, also if that is one bit.
    let vector = |text: String| if width == 1 { format!("(= {text} #b1)") } else { text };
    let binary = |operator: &str, a: Term, b: Term| format!("({operator} {} {})", bits(a), bits(b));
    let arithmetic = |operator: &str, a: Term, b: Term| vector(binary(operator, a, b));
    match kind {
        Small(_) | Wide(_) | Variable(_) | Select(..) => {
            unreachable!("are not written as operators")
        }
        Not(a) => format!("({} {})", if width == 1 { "not" } else { "bvnot" }, plain(a)),
        And(a, b) => connective("and", "bvand", a, b),
        Or(a, b) => connective("or", "bvor", a, b),
        Xor(a, b) => connective("xor", "bvxor", a, b),
        Neg(a) => vector(format!("(bvneg {})", bits(a))),
        Add(a, b) => arithmetic("bvadd", a, b),
        Sub(a, b) => arithmetic("bvsub", a, b),
        Mul(a, b) => arithmetic("bvmul", a, b),
        Udiv(a, b) => arithmetic("bvudiv", a, b),
        Sdiv(a, b) => arithmetic("bvsdiv", a, b),
        Urem(a, b) => arithmetic("bvurem", a, b),
        Srem(a, b) => arithmetic("bvsrem", a, b),
        Shl(a, b) => arithmetic("bvshl", a, b),
        Lshr(a, b) => arithmetic("bvlshr", a, b),
        Ashr(a, b) => arithmetic("bvashr", a, b),
        UmulOverflows(a, b) => overflows(terms.width(a), "zero_extend", &bits(a), &bits(b)),
        SmulOverflows(a, b) => overflows(terms.width(a), "sign_extend", &bits(a), &bits(b)),
        Eq(a, b) => format!("(= {} {})", plain(a), plain(b)),
        Ult(a, b) => binary("bvult", a, b),
        Slt(a, b) => binary("bvslt", a, b),
        Ite(c, a, b) => format!("(ite {} {} {})", plain(c), plain(a), plain(b)),
        Extract(a, low) => vector(part(&bits(a), low + width - 1, low)),
        Concat(high, low) => binary("concat", high, low),
        Zext(a) => format!("((_ zero_extend {}) {})", width - terms.width(a), bits(a)),
        Sext(a) => format!("((_ sign_extend {}) {})", width - terms.width(a), bits(a)),
        CountOnes(a) => vector(count_ones(&bits(a), width)),
        LeadingZeros(a) => vector(leading_zeros(&bits(a), width)),
        TrailingZeros(a) => vector(trailing_zeros(&bits(a), width)),
    }
}

fn part(vector: &str, high: u32, low: u32) -> String {
    format!("((_ extract {high} {low}) {vector})")
}

/// Whether the product of two vectors, in twice the width, is not what its lower half extends to.
fn overflows(width: u32, extend: &str, a: &str, b: &str) -> String {
    let extend = |vector: &str| format!("((_ {extend} {width}) {vector})");
    let product = format!("(bvmul {} {})", extend(a), extend(b));
    let lower = extend(&part("product", width - 1, 0));
    format!("(let ((product {product})) (not (= product {lower})))")
}

/// How many bits are ones.
fn count_ones(vector: &str, width: u32) -> String {
    format!("(let ((bits {vector})) {})", ones(width, width - 1, 0))
}

/// How many of the `bits` from `high` down to `low` are ones: halves are counted apart.
fn ones(width: u32, high: u32, low: u32) -> String {
    if high == low {
        let bit = part("bits", low, low);
        return if width == 1 { bit } else { format!("((_ zero_extend {}) {bit})", width - 1) };
    }
    let middle = low + (high - low) / 2;
    format!("(bvadd {} {})", ones(width, high, middle + 1), ones(width, middle, low))
}

/// How many zeros are above the highest one: those that are left when every bit is spread to all
/// below it.
fn leading_zeros(vector: &str, width: u32) -> String {
    let mut text = format!("(let ((spread {vector})) ");
    let steps = (0..).map(|step| 1 << step).take_while(|distance| *distance < width);
    for distance in steps.clone() {
        let distance = constant(width, distance.into());
        let further = format!("(bvor spread (bvlshr spread {distance}))");
        let _ = write!(text, "(let ((spread {further})) ");
    }
    text.push_str(&count_ones("(bvnot spread)", width));
    text.extend(std::iter::repeat_n(')', 1 + steps.count()));
    text
}

/// How many zeros are below the lowest one: subtracting 1 makes ones of just these.
fn trailing_zeros(vector: &str, width: u32) -> String {
    let one = constant(width, 1);
    let below = count_ones(&format!("(bvand (bvnot lowest) (bvsub lowest {one}))"), width);
    format!("(let ((lowest {vector})) {below})")
}

/// Defines the element of an array at an index: the table's first, then what stores put over it, each
/// with a definition of its own as there may be many.
fn select(terms: &Terms, t: Term, mut array: Array, index: Term, text: &mut String) {
    let at = name(terms, index);
    let mut stores = Vec::new();
    let elements = loop {
        match terms.array_kind(array) {
            ArrayKind::Store(inner, index, value) => {
                stores.push((*index, *value));
                array = *inner;
            }
            ArrayKind::Table(elements) => break elements,
        }
    };
    let leaves: Vec<String> = elements.iter().map(|&element| name(terms, element)).collect();
    let in_range = choice(&at, &leaves);
    let mut value = if in_range == leaves[0] {
        in_range
    } else {
        let length = constant(terms.width(index), leaves.len() as u128);
        format!("(ite (bvult {at} {length}) {in_range} {})", leaves[0])
    };
    let (t, sort) = (name(terms, t), sort(terms.width(t)));
    for (layer, (index, stored)) in stores.into_iter().rev().enumerate() {
        let _ = writeln!(text, "(define-fun {t}.{layer} () {sort} {value})");
        let (index, stored) = (name(terms, index), name(terms, stored));
        value = format!("(ite (= {at} {index}) {stored} {t}.{layer})");
    }
    let _ = writeln!(text, "(define-fun {t} () {sort} {value})");
}

/// The leaf at an index below their number, found bit by bit from the highest that matters.
fn choice(at: &str, leaves: &[String]) -> String {
    if leaves.iter().all(|leaf| *leaf == leaves[0]) {
        return leaves[0].clone();
    }
    let half = leaves.len().next_power_of_two() / 2;
    let (lower, upper) = leaves.split_at(half);
    let bit = half.trailing_zeros();
    let (lower, upper) = (choice(at, lower), choice(at, upper));
    if lower == upper {
        return lower;
    }
    format!("(ite (= {} #b1) {upper} {lower})", part(at, bit, bit))
}
