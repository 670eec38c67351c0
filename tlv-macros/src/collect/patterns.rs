//! Turns "this place matches that pattern" into `bool` expressions.

use super::macros::Matches;
use super::normal::{method_call, without_parens};
use super::scope::{is_self, starts_upper};
use syn::punctuated::Punctuated;
use syn::{Expr, FieldPat, Lit, Member, Pat, PatOr, PatRest, PatWild, Token, UnOp, parse_quote};

/// What it means for the scrutinee to match, as facts about its parts.
///
/// Bindings become `_` and guards are dropped, so the facts are weaker than the match. A pattern
/// that always matches says nothing, nor does one that might not type-check any more.
pub(super) fn facts(scrutinee: &Expr, pat: &Pat) -> Vec<Expr> {
    let scrutinee = without_parens(scrutinee.clone());
    let Some(pat) = simplify(pat) else { return Vec::new() };
    if let (Expr::Tuple(parts), Pat::Tuple(pats)) = (&scrutinee, &pat) {
        let has_rest = pats.elems.iter().any(|pat| matches!(pat, Pat::Rest(_)));
        if has_rest || parts.elems.len() != pats.elems.len() {
            return Vec::new();
        }
        let parts = parts.elems.iter().zip(&pats.elems);
        return parts.flat_map(|(part, pat)| facts(part, pat)).collect();
    }
    let Some((place, pat)) = without_references(scrutinee, pat) else { return Vec::new() };
    let pat = match pat {
        Pat::Paren(paren) => *paren.pat,
        pat => pat,
    };
    match pat {
        Pat::Wild(_) => Vec::new(),
        pat if is_bool(&pat) && !is_self(&place) => vec![place],
        pat => match presence_test(&pat) {
            Some(test) if !is_self(&place) => vec![method_call(option_viewed(place), test)],
            _ => vec![parse_quote!(matches!(#place, #pat))],
        },
    }
}

/// The facts of a `matches!`, or `None` where its guard says more than the pattern.
pub(super) fn facts_of_matches(matches: &Matches) -> Option<Vec<Expr>> {
    matches.guard.is_none().then(|| facts(&matches.scrutinee, &matches.pat))
}

/// Whether the pattern is a constant, so that matching it is comparing with it.
pub(super) fn as_constant(pat: &Pat) -> Option<Expr> {
    match pat {
        Pat::Lit(lit) => Some(Expr::Lit(lit.clone())),
        Pat::Path(path) => Some(Expr::Path(path.clone())),
        Pat::Ident(pat) if !is_binding(pat) && pat.subpat.is_none() => {
            let ident = &pat.ident;
            Some(parse_quote!(#ident))
        }
        _ => None,
    }
}

/// Whether an identifier in a pattern binds a value rather than naming a constant.
pub(super) fn is_binding(pat: &syn::PatIdent) -> bool {
    pat.by_ref.is_some() || pat.mutability.is_some() || !starts_upper(&pat.ident)
}

/// The pattern without bindings and guards; `_` if nothing is left to fail.
fn simplify(pat: &Pat) -> Option<Pat> {
    Some(match pat {
        Pat::Wild(_) | Pat::Rest(_) | Pat::Lit(_) | Pat::Range(_) => pat.clone(),
        Pat::Path(path)
            if path.path.segments.last().is_some_and(|last| starts_upper(&last.ident)) =>
        {
            pat.clone()
        }
        Pat::Guard(guard) => simplify(&guard.pat)?,
        Pat::Ident(ident) => match &ident.subpat {
            Some((_, pat)) => simplify(pat)?,
            None if is_binding(ident) => wild(),
            None => pat.clone(),
        },
        Pat::Paren(paren) => match simplify(&paren.pat)? {
            Pat::Or(or) => {
                let mut paren = paren.clone();
                *paren.pat = Pat::Or(or);
                Pat::Paren(paren)
            }
            pat => pat,
        },
        Pat::Or(or) => {
            let cases: Punctuated<Pat, Token![|]> =
                or.cases.iter().map(simplify).collect::<Option<_>>()?;
            if cases.iter().any(always_matches) {
                return Some(wild());
            }
            Pat::Or(PatOr { leading_vert: None, cases, ..or.clone() })
        }
        Pat::Reference(reference) => {
            let mut reference = reference.clone();
            *reference.pat = simplify(&reference.pat)?;
            if always_matches(&reference.pat) { wild() } else { Pat::Reference(reference) }
        }
        Pat::Slice(slice) => {
            let mut slice = slice.clone();
            slice.elems = simplify_all(&slice.elems)?;
            let only_rest = slice.elems.len() == 1 && matches!(slice.elems[0], Pat::Rest(_));
            if only_rest { wild() } else { Pat::Slice(slice) }
        }
        Pat::Tuple(tuple) => {
            let mut tuple = tuple.clone();
            tuple.elems = simplify_all(&tuple.elems)?;
            if tuple.elems.iter().all(always_matches) { wild() } else { Pat::Tuple(tuple) }
        }
        Pat::TupleStruct(tuple) => {
            let mut tuple = tuple.clone();
            tuple.elems = simplify_all(&tuple.elems)?;
            Pat::TupleStruct(tuple)
        }
        Pat::Struct(record) => {
            let mut fields = Vec::new();
            for field in &record.fields {
                let pat = simplify(&field.pat)?;
                if !always_matches(&pat) {
                    fields.push(FieldPat { pat: Box::new(pat), ..field.clone() });
                }
            }
            let mut record = record.clone();
            if record.rest.is_none() && fields.len() < record.fields.len() {
                record.rest = Some(PatRest { attrs: Vec::new(), dot2_token: Default::default() });
            }
            record.fields = fields.into_iter().collect();
            // Printing `..` after the last field needs the comma between them.
            if record.rest.is_some() && !record.fields.empty_or_trailing() {
                record.fields.push_punct(Default::default());
            }
            Pat::Struct(record)
        }
        _ => return None,
    })
}

fn simplify_all(pats: &Punctuated<Pat, Token![,]>) -> Option<Punctuated<Pat, Token![,]>> {
    // `(x,)` needs its trailing comma, so the marks are kept.
    let mut pats = pats.clone();
    for pat in &mut pats {
        *pat = simplify(pat)?;
    }
    Some(pats)
}

fn always_matches(pat: &Pat) -> bool {
    matches!(pat, Pat::Wild(_) | Pat::Rest(_))
}

fn wild() -> Pat {
    Pat::Wild(PatWild { attrs: Vec::new(), underscore_token: Default::default() })
}

fn is_bool(pat: &Pat) -> bool {
    matches!(pat, Pat::Lit(lit) if matches!(lit.lit, Lit::Bool(_)))
}

/// Takes a reference off the scrutinee, and off the pattern if it has one as well.
///
/// Without one in the pattern, the compiler looks through the reference by itself. `self` may be
/// behind any kind of reference, so there the pattern's own is always dropped.
fn without_references(scrutinee: Expr, pat: Pat) -> Option<(Expr, Pat)> {
    match scrutinee {
        Expr::Reference(reference) if !is_deref(&reference.expr) => {
            let pat = if has_reference(&pat) { without_reference(pat)? } else { pat };
            without_references(*reference.expr, pat)
        }
        Expr::Reference(reference) => {
            let Expr::Unary(deref) = &*reference.expr else { return None };
            if is_self(&deref.expr) {
                let pat = if has_reference(&pat) { without_reference(pat)? } else { pat };
                return Some(((*deref.expr).clone(), pat));
            }
            reference.mutability.is_none().then(|| (Expr::Reference(reference), pat))
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) && is_self(&unary.expr) => {
            Some((*unary.expr, pat))
        }
        place if is_self(&place) && has_reference(&pat) => Some((place, without_reference(pat)?)),
        place => Some((place, pat)),
    }
}

fn is_deref(expr: &Expr) -> bool {
    matches!(expr, Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)))
}

fn has_reference(pat: &Pat) -> bool {
    match pat {
        Pat::Reference(_) => true,
        Pat::Or(or) => or.cases.iter().any(has_reference),
        Pat::Paren(paren) => has_reference(&paren.pat),
        _ => false,
    }
}

fn without_reference(pat: Pat) -> Option<Pat> {
    match pat {
        Pat::Reference(reference) => match *reference.pat {
            Pat::Paren(paren) => Some(*paren.pat),
            pat => Some(pat),
        },
        Pat::Paren(paren) => without_reference(*paren.pat),
        Pat::Or(or) => {
            let cases = or.cases.into_iter().map(without_reference).collect::<Option<_>>()?;
            Some(Pat::Or(PatOr { cases, ..or }))
        }
        _ => None,
    }
}

/// The method that says the same as the pattern: `Some(_)` and `None` are `is_some`, since a
/// predicate and its negation are one.
fn presence_test(pat: &Pat) -> Option<&'static str> {
    let test = |name: &syn::Ident| match name.to_string().as_str() {
        "Some" | "None" => Some("is_some"),
        "Ok" | "Err" => Some("is_ok"),
        _ => None,
    };
    let standard = |path: &syn::Path| {
        let known = match path.segments.len() {
            1 => true,
            2 => ["Option", "Result"].contains(&path.segments[0].ident.to_string().as_str()),
            _ => false,
        };
        if known { test(&path.segments.last()?.ident) } else { None }
    };
    match pat {
        Pat::TupleStruct(tuple) if tuple.elems.iter().all(always_matches) => standard(&tuple.path),
        Pat::Path(path) => standard(&path.path),
        Pat::Ident(ident) => test(&ident.ident),
        _ => None,
    }
}

/// Without `as_ref()` and its like, which neither fill nor empty an `Option`.
fn option_viewed(place: Expr) -> Expr {
    const VIEWS: [&str; 4] = ["as_ref", "as_mut", "as_deref", "as_deref_mut"];
    match place {
        Expr::MethodCall(call)
            if call.args.is_empty()
                && !is_self(&call.receiver)
                && VIEWS.contains(&call.method.to_string().as_str()) =>
        {
            option_viewed(*call.receiver)
        }
        place => place,
    }
}

/// The name of the member, or its index.
pub(super) fn member_name(member: &Member) -> String {
    use syn::ext::IdentExt;
    match member {
        Member::Named(ident) => ident.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
