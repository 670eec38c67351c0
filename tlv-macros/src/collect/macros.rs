//! Reads the macros whose arguments are conditions.

use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Macro, Pat, Token, parse_quote};

/// The arguments of `matches!`.
pub(super) struct Matches {
    pub(super) scrutinee: Expr,
    pub(super) pat: Pat,
    pub(super) guard: Option<Expr>,
}

/// A macro that says what must hold or asks what does.
#[expect(clippy::large_enum_variant, reason = "there is never more than one at a time")]
pub(super) enum Condition {
    /// The condition of an `assert!` and its like, without the message.
    Assert(Expr),
    Matches(Box<Matches>),
}

impl Condition {
    /// `None` for every other macro, and for arguments that are no such condition.
    pub(super) fn of(mac: &Macro) -> Option<Condition> {
        let name = mac.path.segments.last()?.ident.unraw().to_string();
        let parsed = match name.as_str() {
            "assert" | "debug_assert" => mac.parse_body_with(first_argument).map(Condition::Assert),
            "assert_eq" | "debug_assert_eq" => mac.parse_body_with(|input: ParseStream<'_>| {
                let (left, right) = first_two_arguments(input)?;
                Ok(Condition::Assert(parse_quote!((#left) == (#right))))
            }),
            "assert_ne" | "debug_assert_ne" => mac.parse_body_with(|input: ParseStream<'_>| {
                let (left, right) = first_two_arguments(input)?;
                Ok(Condition::Assert(parse_quote!((#left) != (#right))))
            }),
            "matches" => mac.parse_body().map(Box::new).map(Condition::Matches),
            _ => return None,
        };
        parsed.ok()
    }
}

/// The arguments of a `matches!` expression.
pub(super) fn as_matches(expr: &Expr) -> Option<Matches> {
    let Expr::Macro(expr) = expr else { return None };
    match Condition::of(&expr.mac)? {
        Condition::Matches(matches) => Some(*matches),
        Condition::Assert(_) => None,
    }
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Matches> {
        let scrutinee = input.parse()?;
        input.parse::<Token![,]>()?;
        let pat = Pat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Matches { scrutinee, pat, guard })
    }
}

fn first_argument(input: ParseStream<'_>) -> syn::Result<Expr> {
    let expr = input.parse()?;
    skip_message(input)?;
    Ok(expr)
}

fn first_two_arguments(input: ParseStream<'_>) -> syn::Result<(Expr, Expr)> {
    let left = input.parse()?;
    input.parse::<Token![,]>()?;
    let right = input.parse()?;
    skip_message(input)?;
    Ok((left, right))
}

fn skip_message(input: ParseStream<'_>) -> syn::Result<()> {
    if input.parse::<Option<Token![,]>>()?.is_some() {
        Punctuated::<Expr, Token![,]>::parse_terminated(input)?;
    }
    Ok(())
}
