//! Bit-vector terms, hash-consed: the same term is made once and known by its number.
//!
//! Every term is a bit vector of 1 to 128 bits; truth values are vectors of one bit. The
//! constructors simplify, so that what is constant is seen to be.
//!
//! Invariants: the operands of a term have smaller numbers than the term; a term whose operands are
//! all constant is a constant; the constant operand of a commutative operator is the second.

mod build;
mod evaluate;
mod print;
mod simplify;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

/// A bit vector in a [`Terms`]. Equal numbers are equal terms; different numbers may still have the
/// same value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

impl Term {
    /// The number of the term: dense from 0, operands before what is made of them.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An array in a [`Terms`]: a total function from 64-bit indices to elements of one width.
///
/// It starts as a finite table, where every index out of range has the value of element 0; a store
/// changes it at exactly one index, in range or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Array(u32);

impl Array {
    /// The number of the array: dense from 0, apart from those of terms.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value that is not known: a field of the object, an argument, something read from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The call in whose run the value is chosen.
    pub call: u32,
    /// The stable identity of the value within the call.
    pub id: u64,
    /// Bits, 1 to 128.
    pub width: u32,
    /// What people call it.
    pub label: String,
}

/// What a term is made of. Operands that must agree in width do.
///
/// There are few operators on purpose: `a <= b` is `!(b < a)`, implication is a disjunction, and a
/// shift by a constant is an extraction. That way equal conditions are equal terms more often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A constant below 2^64. Read constants with [`Terms::as_constant`].
    Small(u64),
    /// A constant of at least 2^64, by its position in a table.
    Wide(u32),
    /// A variable, by its position in a table.
    Variable(u32),
    /// Bitwise complement.
    Not(Term),
    /// Bitwise and.
    And(Term, Term),
    /// Bitwise or.
    Or(Term, Term),
    /// Bitwise exclusive or, of at least 2 bits.
    Xor(Term, Term),
    /// Two's complement.
    Neg(Term),
    /// Sum modulo 2^width.
    Add(Term, Term),
    /// Difference modulo 2^width.
    Sub(Term, Term),
    /// Product modulo 2^width.
    Mul(Term, Term),
    /// Unsigned quotient; all ones if the divisor is 0.
    Udiv(Term, Term),
    /// Signed quotient rounded to zero; by 0: 1 if the dividend is negative, else −1.
    Sdiv(Term, Term),
    /// Unsigned remainder; the dividend if the divisor is 0.
    Urem(Term, Term),
    /// Signed remainder with the dividend's sign; the dividend if the divisor is 0.
    Srem(Term, Term),
    /// Shift to the left; 0 from the width on.
    Shl(Term, Term),
    /// Logical shift to the right; 0 from the width on.
    Lshr(Term, Term),
    /// Arithmetic shift to the right; copies of the sign from the width on.
    Ashr(Term, Term),
    /// Whether the unsigned product does not fit.
    UmulOverflows(Term, Term),
    /// Whether the signed product does not fit.
    SmulOverflows(Term, Term),
    /// Equality.
    Eq(Term, Term),
    /// Unsigned less-than.
    Ult(Term, Term),
    /// Signed less-than.
    Slt(Term, Term),
    /// If the first is true the second, else the third.
    Ite(Term, Term, Term),
    /// As many bits as the term is wide, from this position up.
    Extract(Term, u32),
    /// The first above the second.
    Concat(Term, Term),
    /// Extension by zeros.
    Zext(Term),
    /// Extension by the sign.
    Sext(Term),
    /// The number of ones.
    CountOnes(Term),
    /// The number of zeros above the highest one; the width if there is none.
    LeadingZeros(Term),
    /// The number of zeros below the lowest one; the width if there is none.
    TrailingZeros(Term),
    /// The element of an array at an index of 64 bits.
    Select(Array, Term),
}

impl Kind {
    /// The operands that are terms, in order. The elements of an array are not among them.
    pub fn operands(self) -> impl Iterator<Item = Term> {
        use Kind::*;
        let (all, n) = match self {
            Small(_) | Wide(_) | Variable(_) => ([Term(0); 3], 0),
            Not(a)
            | Neg(a)
            | Extract(a, _)
            | Zext(a)
            | Sext(a)
            | CountOnes(a)
            | LeadingZeros(a)
            | TrailingZeros(a)
            | Select(_, a) => ([a; 3], 1),
            And(a, b)
            | Or(a, b)
            | Xor(a, b)
            | Add(a, b)
            | Sub(a, b)
            | Mul(a, b)
            | Udiv(a, b)
            | Sdiv(a, b)
            | Urem(a, b)
            | Srem(a, b)
            | Shl(a, b)
            | Lshr(a, b)
            | Ashr(a, b)
            | UmulOverflows(a, b)
            | SmulOverflows(a, b)
            | Eq(a, b)
            | Ult(a, b)
            | Slt(a, b)
            | Concat(a, b) => ([a, b, b], 2),
            Ite(c, a, b) => ([c, a, b], 3),
        };
        all.into_iter().take(n)
    }
}

/// What an array is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ArrayKind {
    /// Elements of one width, at least one.
    Table(Arc<[Term]>),
    /// An array with another value at one index: array, index, value.
    Store(Array, Term, Term),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    kind: Kind,
    width: u8,
}

#[derive(Debug, Clone)]
struct ArrayNode {
    kind: ArrayKind,
    width: u8,
    /// The value at every index, if there is only one.
    uniform: Option<Term>,
}

/// All terms, made once each.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    known: FxHashMap<Node, Term>,
    wide: Vec<u128>,
    known_wide: FxHashMap<u128, u32>,
    variables: Vec<(Term, Variable)>,
    known_variables: FxHashMap<(u32, u64), Term>,
    arrays: Vec<ArrayNode>,
    known_arrays: FxHashMap<ArrayKind, Array>,
    /// How deep rules that go down a chain of terms are nested now.
    depth: u32,
}

impl Terms {
    /// No terms yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no terms yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The width in bits, 1 to 128.
    pub fn width(&self, t: Term) -> u32 {
        u32::from(self.nodes[t.index()].width)
    }

    /// What the term is made of.
    pub fn kind(&self, t: Term) -> Kind {
        self.nodes[t.index()].kind
    }

    /// What the array is made of.
    pub fn array_kind(&self, array: Array) -> &ArrayKind {
        &self.arrays[array.index()].kind
    }

    /// The width of the elements.
    pub fn element_width(&self, array: Array) -> u32 {
        u32::from(self.arrays[array.index()].width)
    }

    /// The value, if the term is a constant.
    pub fn as_constant(&self, t: Term) -> Option<u128> {
        match self.kind(t) {
            Kind::Small(value) => Some(value.into()),
            Kind::Wide(index) => Some(self.wide[index as usize]),
            _ => None,
        }
    }

    /// The variable, if the term is one.
    pub fn as_variable(&self, t: Term) -> Option<&Variable> {
        match self.kind(t) {
            Kind::Variable(index) => Some(&self.variables[index as usize].1),
            _ => None,
        }
    }

    /// The constant of that width: the value is cut to it.
    pub fn constant(&mut self, width: u32, value: u128) -> Term {
        assert!((1..=128).contains(&width), "a width is 1 to 128 bits, not {width}");
        let value = value & mask(width);
        let kind = match u64::try_from(value) {
            Ok(small) => Kind::Small(small),
            Err(_) => {
                let next = self.wide.len() as u32;
                let index = *self.known_wide.entry(value).or_insert(next);
                if index == next {
                    self.wide.push(value);
                }
                Kind::Wide(index)
            }
        };
        self.intern(width, kind)
    }

    /// A truth value, of width 1.
    pub fn bool(&mut self, b: bool) -> Term {
        self.constant(1, b.into())
    }

    /// The variable with that identity, made if it is new. The label of the first stays.
    ///
    /// Panics if the variable is known with another width.
    pub fn variable(&mut self, v: Variable) -> Term {
        if let Some(&known) = self.known_variables.get(&(v.call, v.id)) {
            assert_eq!(self.width(known), v.width, "variable {} has two widths", v.label);
            return known;
        }
        assert!((1..=128).contains(&v.width), "a width is 1 to 128 bits, not {}", v.width);
        let t = self.intern(v.width, Kind::Variable(self.variables.len() as u32));
        self.known_variables.insert((v.call, v.id), t);
        self.variables.push((t, v));
        t
    }

    /// All variables, in the order they were made.
    pub fn variables(&self) -> impl Iterator<Item = (Term, &Variable)> {
        self.variables.iter().map(|(t, v)| (*t, v))
    }

    /// The variables that occur in the term, also in the arrays it reads.
    pub fn variables_of(&self, t: Term) -> BTreeSet<Term> {
        let mut found = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let mut todo = vec![t];
        while let Some(t) = todo.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.kind(t) {
                Kind::Variable(_) => {
                    found.insert(t);
                }
                kind => {
                    todo.extend(kind.operands());
                    if let Kind::Select(array, _) = kind {
                        self.array_operands(array, |t| todo.push(t));
                    }
                }
            }
        }
        found
    }

    /// Visits the terms an array is made of: indices and values stored, elements of the table.
    pub(crate) fn array_operands(&self, mut array: Array, mut visit: impl FnMut(Term)) {
        loop {
            match self.array_kind(array) {
                ArrayKind::Table(elements) => return elements.iter().copied().for_each(visit),
                ArrayKind::Store(inner, index, value) => {
                    visit(*index);
                    visit(*value);
                    array = *inner;
                }
            }
        }
    }

    fn intern(&mut self, width: u32, kind: Kind) -> Term {
        let node = Node { kind, width: width as u8 };
        let next = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        let t = *self.known.entry(node).or_insert(next);
        if t == next {
            self.nodes.push(node);
        }
        t
    }

    fn intern_array(&mut self, kind: ArrayKind, width: u32, uniform: Option<Term>) -> Array {
        if let Some(&known) = self.known_arrays.get(&kind) {
            return known;
        }
        let array = Array(u32::try_from(self.arrays.len()).expect("fewer than 2^32 arrays"));
        self.known_arrays.insert(kind.clone(), array);
        self.arrays.push(ArrayNode { kind, width: width as u8, uniform });
        array
    }
}

/// Values of variables; one that is missing is 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
    values: BTreeMap<Term, u128>,
}

impl Model {
    /// The value of a variable.
    pub fn get(&self, variable: Term) -> u128 {
        self.values.get(&variable).copied().unwrap_or(0)
    }

    /// Sets the value of a variable.
    pub fn set(&mut self, variable: Term, value: u128) {
        self.values.insert(variable, value);
    }

    /// The variables that were set, with their values, in the order of the terms.
    pub fn iter(&self) -> impl Iterator<Item = (Term, u128)> + '_ {
        self.values.iter().map(|(t, v)| (*t, *v))
    }
}

/// The largest value of a width.
pub(crate) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The value of that width as a signed number.
fn signed(width: u32, value: u128) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}
