//! What an instruction computes: a constant, a term, or several of them.
//!
//! Constants are kept apart from terms, so that the large part of an execution in which nothing is
//! symbolic never touches the terms at all.

use std::sync::Arc;

use crate::term::{Term, Terms};

/// A value of the program.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// Bits that are known, masked to the width.
    Int(u32, u128),
    /// Bits that are not.
    Term(Term),
    /// The fields of a struct, the elements of an array or vector.
    Aggregate(Arc<[Value]>),
    /// Nothing that a program may depend on.
    Undefined,
}

impl Value {
    pub(super) fn int(width: u32, value: u128) -> Self {
        Value::Int(width, mask(width, value))
    }

    pub(super) fn bool(value: bool) -> Self {
        Value::Int(1, u128::from(value))
    }

    pub(super) fn address(address: u64) -> Self {
        Value::Int(64, u128::from(address))
    }

    /// A term of the width as a value: a constant if it is one.
    pub(super) fn of(term: Term, terms: &Terms) -> Self {
        match terms.as_constant(term) {
            Some(value) => Value::Int(terms.width(term), value),
            None => Value::Term(term),
        }
    }

    pub(super) fn as_int(&self) -> Option<u128> {
        match self {
            Value::Int(_, value) => Some(*value),
            _ => None,
        }
    }

    /// The value as a term; `None` if it is none.
    pub(super) fn term(&self, terms: &mut Terms) -> Option<Term> {
        match self {
            Value::Int(width, value) => Some(terms.constant(*width, *value)),
            Value::Term(term) => Some(*term),
            Value::Aggregate(_) | Value::Undefined => None,
        }
    }
}

/// The lowest `width` bits.
pub(super) fn mask(width: u32, value: u128) -> u128 {
    if width >= 128 { value } else { value & ((1 << width) - 1) }
}

/// The bits as a signed number.
pub(super) fn signed(width: u32, value: u128) -> i128 {
    let shift = 128 - width.clamp(1, 128);
    ((value << shift) as i128) >> shift
}
