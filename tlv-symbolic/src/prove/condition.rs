//! Conditions over the numbers in an object: what inferred invariants are made of.
//!
//! A condition that speaks of a feature the object does not have (the payload of another variant)
//! holds. Arithmetic is modulo 2¹²⁸ in terms and on concrete numbers alike, so that the two never
//! disagree; numbers in real objects are far too small to wrap.

use std::collections::BTreeMap;
use std::fmt;

use crate::summary::Observed;
use crate::term::{Term, Terms};

/// What the caller knows of a feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// As reported.
    pub id: u64,
    /// The path as Rust: `self.len`, `self.items.len()`.
    pub name: String,
    /// How its values are read.
    pub kind: FeatureKind,
}

/// How the values of a feature are read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum FeatureKind {
    /// As a number.
    #[default]
    Number,
    /// As a truth value: 0 or 1.
    Boolean,
    /// As the variant of that position; the names as patterns: `Phase::Open { .. }`.
    Variant(Vec<String>),
}

/// `when` implies `then`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Condition {
    /// The premise, if there is one.
    pub when: Option<Atom>,
    /// The conclusion.
    pub then: Atom,
}

/// One comparison.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// `left relation right`, signed.
    Compare(Expression, Relation, Operand),
    /// The feature has one of these values, in ascending order.
    OneOf(u64, Vec<i128>),
    /// The feature is odd, or even.
    Odd(u64, bool),
}

/// The left side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expression {
    /// A feature.
    Feature(u64),
    /// The sum of two.
    Sum(u64, u64),
    /// The first without the second.
    Difference(u64, u64),
}

/// The right side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operand {
    /// A number.
    Constant(i128),
    /// A feature.
    Feature(u64),
}

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// Equal.
    Equal,
    /// At most.
    AtMost,
    /// At least.
    AtLeast,
    /// Less.
    Less,
}

/// The numbers in a concrete object, by feature.
pub type Numbers = BTreeMap<u64, i128>;

impl Condition {
    /// Without a premise.
    #[must_use]
    pub fn always(then: Atom) -> Self {
        Condition { when: None, then }
    }

    /// Whether it holds of an object with these numbers.
    #[must_use]
    pub fn holds(&self, numbers: &Numbers) -> bool {
        let applies = self.when.as_ref().is_none_or(|atom| atom.holds(numbers) == Some(true));
        !applies || self.then.holds(numbers) != Some(false)
    }

    /// The same of a symbolic object.
    pub fn term(&self, terms: &mut Terms, observed: &Observed) -> Term {
        let when = match &self.when {
            None => Some(terms.bool(true)),
            Some(atom) => {
                atom.term(terms, observed).map(|(exists, holds)| terms.and(exists, holds))
            }
        };
        match (when, self.then.term(terms, observed)) {
            (Some(when), Some((exists, then))) => {
                let when = terms.and(when, exists);
                terms.implies(when, then)
            }
            _ => terms.bool(true),
        }
    }

    /// As Rust, with the features' names.
    #[must_use]
    pub fn text(&self, features: &BTreeMap<u64, Feature>) -> String {
        let then = Written { atom: &self.then, features };
        match &self.when {
            None => then.to_string(),
            Some(when) => {
                // `!a || b` reads better than an `if`, and is an expression that compiles.
                let when = Written { atom: when, features };
                format!("{} || {then}", when.negated())
            }
        }
    }
}

impl Atom {
    /// Whether it holds, if all its features exist.
    fn holds(&self, numbers: &Numbers) -> Option<bool> {
        let number = |id: &u64| numbers.get(id).copied();
        Some(match self {
            Atom::Compare(left, relation, right) => {
                let left = match left {
                    Expression::Feature(id) => number(id)?,
                    Expression::Sum(a, b) => number(a)?.wrapping_add(number(b)?),
                    Expression::Difference(a, b) => number(a)?.wrapping_sub(number(b)?),
                };
                let right = match right {
                    Operand::Constant(constant) => *constant,
                    Operand::Feature(id) => number(id)?,
                };
                match relation {
                    Relation::Equal => left == right,
                    Relation::AtMost => left <= right,
                    Relation::AtLeast => left >= right,
                    Relation::Less => left < right,
                }
            }
            Atom::OneOf(id, values) => values.contains(&number(id)?),
            Atom::Odd(id, odd) => (number(id)? & 1 == 1) == *odd,
        })
    }

    /// Whether all its features exist, and whether it holds if they do, as terms; none if no object
    /// has them.
    fn term(&self, terms: &mut Terms, observed: &Observed) -> Option<(Term, Term)> {
        let mut exists = terms.bool(true);
        let mut feature = |terms: &mut Terms, id: u64| {
            let feature = observed.feature(id)?;
            exists = terms.and(exists, feature.exists);
            Some(feature.value)
        };
        let holds = match self {
            Atom::Compare(left, relation, right) => {
                let left = match *left {
                    Expression::Feature(id) => feature(terms, id)?,
                    Expression::Sum(a, b) => {
                        let (a, b) = (feature(terms, a)?, feature(terms, b)?);
                        terms.add(a, b)
                    }
                    Expression::Difference(a, b) => {
                        let (a, b) = (feature(terms, a)?, feature(terms, b)?);
                        terms.sub(a, b)
                    }
                };
                let right = match *right {
                    Operand::Constant(constant) => constant_term(terms, constant),
                    Operand::Feature(id) => feature(terms, id)?,
                };
                match relation {
                    Relation::Equal => terms.eq(left, right),
                    Relation::AtMost => terms.sle(left, right),
                    Relation::AtLeast => terms.sle(right, left),
                    Relation::Less => terms.slt(left, right),
                }
            }
            Atom::OneOf(id, values) => {
                let number = feature(terms, *id)?;
                let mut any = terms.bool(false);
                for &value in values {
                    let value = constant_term(terms, value);
                    let equal = terms.eq(number, value);
                    any = terms.or(any, equal);
                }
                any
            }
            Atom::Odd(id, odd) => {
                let number = feature(terms, *id)?;
                let lowest = terms.extract(number, 0, 0);
                if *odd { lowest } else { terms.not(lowest) }
            }
        };
        Some((exists, holds))
    }
}

/// A number as a term of a feature's width.
fn constant_term(terms: &mut Terms, number: i128) -> Term {
    terms.constant(128, number as u128)
}

/// An atom with the names it is written with.
struct Written<'a> {
    atom: &'a Atom,
    features: &'a BTreeMap<u64, Feature>,
}

impl Written<'_> {
    fn name(&self, id: u64) -> String {
        match self.features.get(&id) {
            Some(feature) => feature.name.clone(),
            // A feature no run has met has no name yet.
            None => format!("feature_{id:x}"),
        }
    }

    /// The names of the variants at these positions, if the feature is a variant.
    fn variants(&self, id: u64, values: &[i128]) -> Option<String> {
        let FeatureKind::Variant(names) = &self.features.get(&id)?.kind else { return None };
        let name = |value: &i128| names.get(usize::try_from(*value).ok()?).cloned();
        Some(values.iter().map(name).collect::<Option<Vec<_>>>()?.join(" | "))
    }

    /// The values of the feature that the atom allows, if it lists them.
    fn listed(&self) -> Option<(u64, &[i128])> {
        match self.atom {
            Atom::Compare(
                Expression::Feature(id),
                Relation::Equal,
                Operand::Constant(constant),
            ) => Some((*id, std::slice::from_ref(constant))),
            Atom::OneOf(id, values) => Some((*id, values)),
            _ => None,
        }
    }

    fn is_boolean(&self, id: u64) -> bool {
        self.features.get(&id).is_some_and(|feature| feature.kind == FeatureKind::Boolean)
    }

    /// The opposite, as Rust.
    fn negated(&self) -> String {
        match self.listed() {
            Some((id, [value @ (0 | 1)])) if self.is_boolean(id) => {
                format!("{}{}", if *value == 1 { "!" } else { "" }, self.name(id))
            }
            Some((id, [value])) if self.variants(id, &[*value]).is_none() => {
                format!("{} != {value}", self.name(id))
            }
            Some((id, values)) if self.variants(id, values).is_some() => format!("!{self}"),
            _ => format!("!({self})"),
        }
    }
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((id, values)) = self.listed() {
            if let Some(variants) = self.variants(id, values) {
                return write!(f, "matches!({}, {variants})", self.name(id));
            }
            match values {
                [value @ (0 | 1)] if self.is_boolean(id) => {
                    return write!(f, "{}{}", if *value == 0 { "!" } else { "" }, self.name(id));
                }
                [value] => return write!(f, "{} == {value}", self.name(id)),
                values => {
                    let values: Vec<String> = values.iter().map(i128::to_string).collect();
                    return write!(f, "matches!({}, {})", self.name(id), values.join(" | "));
                }
            }
        }
        match self.atom {
            Atom::Odd(id, odd) => write!(f, "{} % 2 {} 0", self.name(*id), sign(!odd)),
            Atom::OneOf(..) => Ok(()),
            Atom::Compare(left, relation, right) => {
                match *left {
                    Expression::Feature(id) => write!(f, "{}", self.name(id))?,
                    Expression::Sum(a, b) => write!(f, "{} + {}", self.name(a), self.name(b))?,
                    Expression::Difference(a, b) => {
                        write!(f, "{} - {}", self.name(a), self.name(b))?;
                    }
                }
                f.write_str(match relation {
                    Relation::Equal => " == ",
                    Relation::AtMost => " <= ",
                    Relation::AtLeast => " >= ",
                    Relation::Less => " < ",
                })?;
                match *right {
                    Operand::Constant(constant) => write!(f, "{constant}"),
                    Operand::Feature(id) => write!(f, "{}", self.name(id)),
                }
            }
        }
    }
}

fn sign(equal: bool) -> &'static str {
    if equal { "==" } else { "!=" }
}
