//! What the attributes say, after parsing and before expansion.
//!
//! The grammar is a fixed point for users: parts may be added, none is renamed or dropped.

use syn::{Expr, Ident, LitStr, Path, Type};

/// The parts of `#[tlv::abstraction(…)]`.
#[derive(Debug, Default)]
pub(crate) struct Abstraction {
    /// `predicates(NAME = EXPR, …)`, in the order written.
    pub(crate) predicates: Vec<Named<Expr>>,
    /// Whether predicates are collected from the source as well: the word `auto` among the
    /// predicates, or no `predicates(…)` at all.
    pub(crate) auto: bool,
    /// `invariant(EXPR)`.
    pub(crate) invariants: Vec<Expr>,
    /// `property("FORMULA")`, `property(NAME = "FORMULA")`.
    pub(crate) properties: Vec<Property>,
    /// `state(NAME = EXPR)`: an expression over predicate names, `!`, `&&`, `||`, `&`, `|`,
    /// `true`, `false` and parentheses.
    pub(crate) states: Vec<Named<Expr>>,
    /// `failure(panic, err, none, false)`; `None` when the part is absent.
    pub(crate) failures: Option<Vec<Failure>>,
    /// `bound = N`.
    pub(crate) bound: Option<usize>,
    /// `instance(TYPE)`.
    pub(crate) instances: Vec<Type>,
}

/// `NAME = VALUE`.
#[derive(Debug)]
pub(crate) struct Named<T> {
    pub(crate) name: Ident,
    pub(crate) value: T,
}

/// One temporal property.
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: Option<Ident>,
    pub(crate) formula: LitStr,
}

/// An outcome that counts as a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    Panic,
    Err,
    None,
    False,
}

/// What `#[tlv(skip)]`, `#[tlv(event)]` and `#[tlv(observer)]` say of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Skip,
    Event,
    Observer,
}

/// The parts of `#[tlv(…)]` on a method.
#[derive(Debug, Default)]
pub(crate) struct MethodOptions {
    pub(crate) role: Option<Role>,
    /// `requires(EXPR)`: several are joined by "and".
    pub(crate) requires: Vec<Expr>,
    /// `assume(EXPR)`: several are joined by "and".
    pub(crate) assumes: Vec<Expr>,
    /// `values(PARAM = [EXPR, …])`.
    pub(crate) values: Vec<Named<Vec<Expr>>>,
}

/// The part of `#[tlv(…)]` on a field.
#[derive(Debug, Default)]
pub(crate) struct FieldOptions {
    /// `with = PATH`, a `fn(&mut tlv::Source) -> T`.
    pub(crate) with: Option<Path>,
    /// `range = RANGE`.
    pub(crate) range: Option<Expr>,
}
