//! What the source of an impl block says about its type: predicates worth tracking, and constants
//! worth passing as arguments.
//!
//! Everything here is a guess from syntax, without types. Whatever might not compile outside the
//! method it was found in, might change the value it looks at, or might panic on an index or a
//! division, is left out.

mod constants;
mod macros;
mod names;
mod normal;
mod patterns;
mod predicates;
mod scope;
#[cfg(test)]
mod tests;
mod text;

use syn::{Expr, ImplItem, ImplItemFn, ItemImpl, Visibility};

pub(crate) use self::constants::constants;
pub(crate) use self::predicates::predicates;
pub(crate) use self::text::text;

/// A predicate found in the source.
#[derive(Debug)]
pub(crate) struct Collected {
    /// An identifier made from the expression, distinct among the predicates of the block.
    pub(crate) name: String,
    /// A `bool` expression over `self`, constants and literals; a shared `self` suffices.
    pub(crate) expr: Expr,
    /// The expression as a person would write it.
    pub(crate) text: String,
    pub(crate) origin: Origin,
}

/// Where a collected predicate comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A `bool` method that only looks.
    Observer,
    /// A condition in a method's body.
    Source,
}

/// What the user wants of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Nothing was said: the signature decides.
    Auto,
    /// Not looked at.
    Skip,
    /// No observer, though its conditions count.
    Event,
    /// An observer even if it is not public.
    Observer,
}

impl From<Option<crate::ast::Role>> for Role {
    fn from(role: Option<crate::ast::Role>) -> Role {
        match role {
            None => Role::Auto,
            Some(crate::ast::Role::Skip) => Role::Skip,
            Some(crate::ast::Role::Event) => Role::Event,
            Some(crate::ast::Role::Observer) => Role::Observer,
        }
    }
}

/// The constants that the bodies of an impl block mention, each once, in order of appearance.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    pub(crate) integers: Vec<i128>,
    pub(crate) floats: Vec<f64>,
    /// String literals, and byte strings that are UTF-8.
    pub(crate) strings: Vec<String>,
    pub(crate) chars: Vec<char>,
    /// Named constants and arithmetic over them, valid next to the impl block.
    pub(crate) expressions: Vec<Expr>,
}

/// The functions of the block that are looked at, each with its role.
///
/// Functions under `#[cfg]` are not: whether they exist is not known here.
fn functions<'a>(
    item: &'a ItemImpl,
    role: &impl Fn(&ImplItemFn) -> Role,
) -> Vec<(&'a ImplItemFn, Role)> {
    item.items
        .iter()
        .filter_map(|item| match item {
            ImplItem::Fn(function) if !function.attrs.iter().any(scope::is_cfg) => {
                Some((function, role(function)))
            }
            _ => None,
        })
        .filter(|(_, role)| *role != Role::Skip)
        .collect()
}

/// Whether users of the type can call the function; those of a trait are always public.
fn is_public(item: &ItemImpl, function: &ImplItemFn) -> bool {
    item.trait_.is_some() || matches!(function.vis, Visibility::Public(_))
}
