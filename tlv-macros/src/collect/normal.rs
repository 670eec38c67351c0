//! One form for all ways to write the same fact.
//!
//! A predicate and its negation split the states in the same way, so they count as the same fact.
//! [`positive`] is the form that users see; [`Observers::key`] goes further, for comparison only.

use super::macros::as_matches;
use super::patterns::{as_constant, facts_of_matches};
use super::scope::{is_self, mentions_self};
use super::text::text;
use std::collections::HashMap;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ExprBinary, ExprMethodCall, Ident, Lit, Pat, UnOp, parse_quote};

/// How deep calls of observers in the bodies of observers are followed.
const INLINE_DEPTH: usize = 4;

/// The methods of the block that predicates may call.
pub(super) struct Observers {
    /// By name, with what the method returns where a single expression says it.
    pub(super) bodies: HashMap<String, Option<Expr>>,
}

impl Observers {
    /// The same text for two expressions only if they say the same, or one denies the other.
    pub(super) fn key(&self, expr: &Expr) -> String {
        let mut expr = comparison(expr.clone());
        for _ in 0..INLINE_DEPTH {
            Inline(self).visit_expr_mut(&mut expr);
        }
        let expr = comparison(positive(without_parens(expr)));
        let expr = positive(without_views(expr));
        text(&canonical(expr))
    }

    /// Whether a predicate may call the method.
    pub(super) fn contains(&self, method: &str) -> bool {
        self.bodies.contains_key(method)
    }
}

/// Replaces calls of observers by what they return.
struct Inline<'a>(&'a Observers);

impl VisitMut for Inline<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let body = own_call(expr).and_then(|method| self.0.bodies.get(&method)?.clone());
        if let Some(body) = body {
            *expr = body;
        }
    }
}

/// The method in `self.method()`.
pub(super) fn own_call(expr: &Expr) -> Option<String> {
    use syn::ext::IdentExt;
    match expr {
        Expr::MethodCall(call)
            if call.args.is_empty() && call.turbofish.is_none() && is_self(&call.receiver) =>
        {
            Some(call.method.unraw().to_string())
        }
        _ => None,
    }
}

/// The expression without the parentheses that the tree makes superfluous.
///
/// Printing an expression puts back those that are needed.
pub(super) fn without_parens(mut expr: Expr) -> Expr {
    struct Strip;
    impl VisitMut for Strip {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            while let Expr::Paren(syn::ExprParen { expr: inner, .. })
            | Expr::Group(syn::ExprGroup { expr: inner, .. }) = expr
            {
                *expr = (**inner).clone();
            }
            visit_mut::visit_expr_mut(self, expr);
        }
    }
    Strip.visit_expr_mut(&mut expr);
    expr
}

/// `receiver.method()`.
pub(super) fn method_call(receiver: Expr, method: &str) -> Expr {
    let method = Ident::new(method, proc_macro2::Span::call_site());
    without_parens(parse_quote!((#receiver).#method()))
}

/// The fact without its negation: constants stand on the right, `!=` is `==`, `is_none` is
/// `is_some`, comparing with `true`, with `None` or a length with zero has its own form.
pub(super) fn positive(expr: Expr) -> Expr {
    match expr {
        Expr::Paren(paren) => positive(*paren.expr),
        Expr::Group(group) => positive(*group.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => positive(*unary.expr),
        Expr::Binary(binary) if is_comparison(&binary.op) => positive_comparison(binary),
        Expr::MethodCall(call) if call.args.is_empty() && !is_self(&call.receiver) => {
            let method = match call.method.to_string().as_str() {
                "is_none" => "is_some",
                "is_err" => "is_ok",
                _ => return Expr::MethodCall(call),
            };
            method_call(*call.receiver, method)
        }
        expr => expr,
    }
}

fn positive_comparison(mut binary: ExprBinary) -> Expr {
    if let (Expr::Reference(left), Expr::Reference(right)) = (&*binary.left, &*binary.right) {
        (binary.left, binary.right) = (left.expr.clone(), right.expr.clone());
    }
    if mentions_self(&binary.right) && !mentions_self(&binary.left) {
        swap(&mut binary);
    }
    if matches!(binary.op, BinOp::Ne(_)) {
        binary.op = BinOp::Eq(Default::default());
    }
    if matches!(binary.op, BinOp::Eq(_)) && is_bool(&binary.right) {
        return positive(*binary.left);
    }
    if matches!(binary.op, BinOp::Eq(_)) && is_none(&binary.right) {
        return method_call(*binary.left, "is_some");
    }
    match emptiness(&binary) {
        Some(receiver) => method_call(receiver.clone(), "is_empty"),
        None => Expr::Binary(binary),
    }
}

/// The collection whose length the comparison tells from zero.
fn emptiness(binary: &ExprBinary) -> Option<&Expr> {
    let Expr::MethodCall(ExprMethodCall { receiver, method, args, .. }) = &*binary.left else {
        return None;
    };
    // The type itself may have `len` and no `is_empty`.
    if method != "len" || !args.is_empty() || is_self(receiver) {
        return None;
    }
    let Expr::Lit(lit) = &*binary.right else { return None };
    let Lit::Int(bound) = &lit.lit else { return None };
    match (&binary.op, bound.base10_digits()) {
        (BinOp::Eq(_) | BinOp::Gt(_) | BinOp::Le(_), "0") => Some(receiver),
        (BinOp::Lt(_) | BinOp::Ge(_), "1") => Some(receiver),
        _ => None,
    }
}

/// `matches!(place, CONSTANT)` as `place == CONSTANT`, and other matches with the pattern reduced
/// to what it says.
///
/// For comparison only: the place may be a reference, which a pattern sees through and `==` not.
fn comparison(expr: Expr) -> Expr {
    let facts = as_matches(&expr).as_ref().and_then(facts_of_matches).unwrap_or_default();
    let Ok([fact]) = <[Expr; 1]>::try_from(facts) else { return expr };
    let Some(matches) = as_matches(&fact) else { return fact };
    let constant = match &matches.pat {
        Pat::Reference(reference) => as_constant(&reference.pat),
        pat => as_constant(pat),
    };
    match constant {
        Some(constant) => {
            let place = matches.scrutinee;
            without_parens(parse_quote!((#place) == (#constant)))
        }
        None => fact,
    }
}

/// The expression without `&`, `*` and calls like `as_ref()`: references compare as what they
/// refer to.
fn without_views(mut expr: Expr) -> Expr {
    struct Strip;
    impl VisitMut for Strip {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            while let Some(inner) = viewed(expr) {
                *expr = inner.clone();
            }
            visit_mut::visit_expr_mut(self, expr);
        }
    }
    Strip.visit_expr_mut(&mut expr);
    expr
}

fn viewed(expr: &Expr) -> Option<&Expr> {
    const VIEWS: [&str; 4] = ["as_deref", "as_ref", "as_slice", "as_str"];
    match expr {
        Expr::Reference(reference) => Some(&reference.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => Some(&unary.expr),
        Expr::MethodCall(call)
            if call.args.is_empty()
                && !is_self(&call.receiver)
                && VIEWS.contains(&call.method.to_string().as_str()) =>
        {
            Some(&call.receiver)
        }
        _ => None,
    }
}

/// One of the forms that [`positive`] leaves apart for the reader's sake.
fn canonical(expr: Expr) -> Expr {
    match expr {
        Expr::Binary(mut binary) if is_comparison(&binary.op) => {
            binary.op = match binary.op {
                BinOp::Le(_) => BinOp::Gt(Default::default()),
                BinOp::Ge(_) => BinOp::Lt(Default::default()),
                op => op,
            };
            if mentions_self(&binary.right) && text(&binary.right) < text(&binary.left) {
                swap(&mut binary);
            }
            Expr::Binary(binary)
        }
        Expr::MethodCall(call) if call.method == "is_some" && call.args.is_empty() => {
            match &*call.receiver {
                // There is a first element if there is any.
                Expr::MethodCall(end) if is_end(end) => {
                    method_call((*end.receiver).clone(), "is_empty")
                }
                _ => Expr::MethodCall(call),
            }
        }
        expr => expr,
    }
}

/// Whether the call asks for the element at an end of a collection.
pub(super) fn is_end(call: &ExprMethodCall) -> bool {
    call.args.is_empty()
        && !is_self(&call.receiver)
        && ["first", "last", "front", "back"].contains(&call.method.to_string().as_str())
}

fn swap(binary: &mut ExprBinary) {
    std::mem::swap(&mut binary.left, &mut binary.right);
    binary.op = match binary.op {
        BinOp::Lt(_) => BinOp::Gt(Default::default()),
        BinOp::Le(_) => BinOp::Ge(Default::default()),
        BinOp::Gt(_) => BinOp::Lt(Default::default()),
        BinOp::Ge(_) => BinOp::Le(Default::default()),
        op => op,
    };
}

pub(super) fn is_comparison(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
    )
}

fn is_none(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident("None"))
}

fn is_bool(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(lit) if matches!(lit.lit, Lit::Bool(_)))
}
