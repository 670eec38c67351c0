//! From the tokens of an attribute to the types of [`crate::ast`].
//!
//! A part that is wrong is reported and left out; parsing goes on after the next comma. What can
//! be said without looking at the annotated item is said here, the rest in [`crate::validate`].

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, Ident, Lit, LitStr, Meta, Token, parenthesized, token};

use crate::ast::{Abstraction, Failure, FieldOptions, MethodOptions, Named, Property, Role};
use crate::parts::{Place, did_you_mean, shape};
use crate::report::{Report, enumerate};

const FAILURES: [(&str, Failure); 4] = [
    ("panic", Failure::Panic),
    ("err", Failure::Err),
    ("none", Failure::None),
    ("false", Failure::False),
];

/// What stands on a method, with the names of the parts as written: validation points at them.
#[derive(Debug, Default)]
pub(crate) struct Method {
    pub(crate) options: MethodOptions,
    pub(crate) parts: Vec<Ident>,
}

/// The arguments of `#[tlv::abstraction(…)]`, and the names of the parts as written.
pub(crate) fn abstraction(
    arguments: TokenStream,
    report: &mut Report,
) -> (Abstraction, Vec<Ident>) {
    let mut parsed = Abstraction::default();
    let mut parts = Vec::new();
    let result = (|input: ParseStream| {
        list(input, report, |input, report| {
            abstraction_part(&mut parsed, &mut parts, input, report)
        });
        Ok(())
    })
    .parse2(arguments);
    finish(result, report);
    parsed.auto |= !parts.iter().any(|part| part == "predicates");
    (parsed, parts)
}

/// All `#[tlv(…)]` among the attributes of a method.
pub(crate) fn method(attributes: &[Attribute], report: &mut Report) -> Method {
    let mut parsed = Method::default();
    helper_parts(attributes, Place::Method, report, |input, report| {
        method_part(&mut parsed, input, report)
    });
    parsed
}

/// All `#[tlv(…)]` among the attributes of a field.
pub(crate) fn field(attributes: &[Attribute], report: &mut Report) -> FieldOptions {
    let mut parsed = FieldOptions::default();
    let mut parts = Vec::new();
    helper_parts(attributes, Place::Field, report, |input, report| {
        field_part(&mut parsed, &mut parts, input, report)
    });
    parsed
}

/// Whether this is a `#[tlv(…)]`, right or wrong.
pub(crate) fn is_helper(attribute: &Attribute) -> bool {
    attribute.path().is_ident("tlv")
}

fn helper_parts(
    attributes: &[Attribute],
    place: Place,
    report: &mut Report,
    mut part: impl FnMut(ParseStream, &mut Report) -> syn::Result<()>,
) {
    let parts = || enumerate(place.parts());
    for attribute in attributes.iter().filter(|attribute| is_helper(attribute)) {
        match &attribute.meta {
            Meta::List(meta) if meta.tokens.is_empty() => {
                report.error(
                    attribute,
                    format!("`#[tlv()]` says nothing; its parts are {}", parts()),
                );
            }
            Meta::List(meta) => {
                let result = meta.parse_args_with(|input: ParseStream| {
                    list(input, report, &mut part);
                    Ok(())
                });
                finish(result, report);
            }
            Meta::Path(_) | Meta::NameValue(_) => {
                report.error(attribute, format!("write `#[tlv(…)]`; its parts are {}", parts()));
            }
        }
    }
}

fn abstraction_part(
    parsed: &mut Abstraction,
    parts: &mut Vec<Ident>,
    input: ParseStream,
    report: &mut Report,
) -> syn::Result<()> {
    let part = part_name(Place::Struct, input)?;
    let name = part.to_string();
    if matches!(name.as_str(), "predicates" | "failure" | "bound") {
        once(&part, parts, report);
    }
    parts.push(part.clone());
    match name.as_str() {
        "predicates" => group(&part, input, report, |input, _| predicate(parsed, input)),
        "invariant" => group(&part, input, report, |input, _| {
            parsed.invariants.push(input.parse()?);
            Ok(())
        }),
        "property" => group(&part, input, report, |input, _| {
            parsed.properties.push(property(input)?);
            Ok(())
        }),
        "state" => group(&part, input, report, |input, _| {
            parsed.states.push(named(input, "EXPR")?);
            Ok(())
        }),
        "failure" => {
            let failures = parsed.failures.get_or_insert_default();
            group(&part, input, report, |input, report| failure(failures, input, report))
        }
        "bound" => {
            parsed.bound = Some(bound(&part, input)?);
            Ok(())
        }
        "instance" => group(&part, input, report, |input, _| {
            parsed.instances.push(input.parse()?);
            Ok(())
        }),
        _ => unreachable!("`part_name` gives the parts of this place only"),
    }
}

fn method_part(parsed: &mut Method, input: ParseStream, report: &mut Report) -> syn::Result<()> {
    let part = part_name(Place::Method, input)?;
    let name = part.to_string();
    let role = match name.as_str() {
        "skip" => Some(Role::Skip),
        "event" => Some(Role::Event),
        "observer" => Some(Role::Observer),
        _ => None,
    };
    if role.is_some() {
        once(&part, &parsed.parts, report);
    }
    parsed.parts.push(part.clone());
    let options = &mut parsed.options;
    match name.as_str() {
        "requires" => group(&part, input, report, |input, _| {
            options.requires.push(input.parse()?);
            Ok(())
        }),
        "assume" => group(&part, input, report, |input, _| {
            options.assumes.push(input.parse()?);
            Ok(())
        }),
        "values" => group(&part, input, report, |input, _| {
            options.values.push(values(input)?);
            Ok(())
        }),
        _ => {
            options.role = options.role.or(role);
            if input.is_empty() || input.peek(Token![,]) {
                return Ok(());
            }
            Err(input.error(format!("`{part}` stands alone, it takes no arguments")))
        }
    }
}

fn field_part(
    parsed: &mut FieldOptions,
    parts: &mut Vec<Ident>,
    input: ParseStream,
    report: &mut Report,
) -> syn::Result<()> {
    let part = part_name(Place::Field, input)?;
    once(&part, parts, report);
    if parts.iter().any(|other| *other != part) {
        let text = "`with` and `range` exclude each other; keep the one that makes the value";
        report.error(&part, text);
    }
    parts.push(part.clone());
    equals(&part, shape(&part.to_string()), input)?;
    if part == "with" {
        let start = input.span();
        let expected = |_| syn::Error::new(start, "expected the path of a function");
        parsed.with = Some(input.parse().map_err(expected)?);
    } else {
        parsed.range = Some(range(input.parse()?)?);
    }
    Ok(())
}

/// `auto` or `NAME = EXPR`.
fn predicate(parsed: &mut Abstraction, input: ParseStream) -> syn::Result<()> {
    if !(input.peek(Ident) && input.fork().parse::<Ident>()? == "auto") {
        parsed.predicates.push(named(input, "EXPR")?);
        return Ok(());
    }
    let word: Ident = input.parse()?;
    if input.peek(Token![=]) {
        let text = "`auto` stands alone: it adds the predicates collected from the code";
        return Err(syn::Error::new(word.span(), text));
    }
    if parsed.auto {
        return Err(syn::Error::new(word.span(), "`auto` is given twice"));
    }
    parsed.auto = true;
    Ok(())
}

/// `"FORMULA"` or `NAME = "FORMULA"`.
fn property(input: ParseStream) -> syn::Result<Property> {
    const EXPECTED: &str = "expected a formula in quotes: `\"FORMULA\"` or `NAME = \"FORMULA\"`";
    let name = if input.peek(Ident::peek_any) && input.peek2(Token![=]) {
        let name = name(input)?;
        input.parse::<Token![=]>()?;
        Some(name)
    } else {
        None
    };
    if !input.peek(LitStr) {
        return Err(input.error(EXPECTED));
    }
    Ok(Property { name, formula: input.parse()? })
}

fn failure(
    failures: &mut Vec<Failure>,
    input: ParseStream,
    report: &mut Report,
) -> syn::Result<()> {
    let word = name(input)?;
    let Some((_, failure)) = FAILURES.iter().find(|(name, _)| word == name) else {
        let known = || FAILURES.iter().map(|(name, _)| *name);
        let hint = did_you_mean(&word.to_string(), known())
            .unwrap_or_else(|| format!("write some of {}", enumerate(known())));
        let text = format!("`{word}` is not an outcome that can count as a failure; {hint}");
        return Err(syn::Error::new(word.span(), text));
    };
    if failures.contains(failure) {
        report.error(&word, format!("`{word}` is given twice"));
    } else {
        failures.push(*failure);
    }
    Ok(())
}

fn bound(part: &Ident, input: ParseStream) -> syn::Result<usize> {
    equals(part, shape(&part.to_string()), input)?;
    let value: Expr = input.parse()?;
    let number = match &value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse::<usize>().ok(),
            _ => None,
        },
        _ => None,
    };
    match number {
        Some(0) => {
            let text = "with `bound = 0` every collection would be empty; write 1 or more";
            Err(syn::Error::new_spanned(value, text))
        }
        Some(number) => Ok(number),
        None => {
            let text = "`bound` takes a whole number: write `bound = 3`";
            Err(syn::Error::new_spanned(value, text))
        }
    }
}

/// `PARAM = [EXPR, …]`.
fn values(input: ParseStream) -> syn::Result<Named<Vec<Expr>>> {
    let Named { name, value } = named::<Expr>(input, "[EXPR, …]")?;
    match value {
        Expr::Array(array) if array.elems.is_empty() => {
            Err(syn::Error::new_spanned(array, format!("no values are given for `{name}`")))
        }
        Expr::Array(array) => Ok(Named { name, value: array.elems.into_iter().collect() }),
        other => {
            let text = format!("expected an array: write `{name} = [EXPR, …]`");
            Err(syn::Error::new_spanned(other, text))
        }
    }
}

/// Refuses what is certainly not a range, or an empty one; a constant may still be one.
fn range(value: Expr) -> syn::Result<Expr> {
    match &value {
        Expr::Lit(_) | Expr::Array(_) | Expr::Tuple(_) | Expr::Closure(_) => {
            Err(syn::Error::new_spanned(value, "expected a range, such as `0..10` or `1..=6`"))
        }
        Expr::Range(range) => {
            let start = range.start.as_deref().and_then(integer);
            let end = range.end.as_deref().and_then(integer);
            let empty = match (start, end, &range.limits) {
                (Some(start), Some(end), syn::RangeLimits::Closed(_)) => start > end,
                (Some(start), Some(end), syn::RangeLimits::HalfOpen(_)) => start >= end,
                _ => false,
            };
            if empty {
                return Err(syn::Error::new_spanned(value, "this range is empty"));
            }
            Ok(value)
        }
        _ => Ok(value),
    }
}

fn integer(expression: &Expr) -> Option<i128> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            integer(&unary.expr)?.checked_neg()
        }
        _ => None,
    }
}

/// Reads the name of a part, and refuses one that has no business in this place.
fn part_name(place: Place, input: ParseStream) -> syn::Result<Ident> {
    let name = name(input)?;
    match place.refuse(&name.to_string()) {
        Some(text) => Err(syn::Error::new(name.span(), text)),
        None => Ok(name),
    }
}

fn once(part: &Ident, parts: &[Ident], report: &mut Report) {
    if parts.contains(part) {
        report.error(part, format!("`{part}` is given twice"));
    }
}

/// The list in parentheses after the name of a part.
fn group(
    part: &Ident,
    input: ParseStream,
    report: &mut Report,
    each: impl FnMut(ParseStream, &mut Report) -> syn::Result<()>,
) -> syn::Result<()> {
    if !input.peek(token::Paren) {
        return Err(syn::Error::new(part.span(), format!("write `{}`", shape(&part.to_string()))));
    }
    let content;
    parenthesized!(content in input);
    if content.is_empty() {
        report.error(part, format!("`{part}()` is empty; write `{}`", shape(&part.to_string())));
    }
    list(&content, report, each);
    Ok(())
}

/// Reads parts separated by commas. Always consumes the whole input.
fn list(
    input: ParseStream,
    report: &mut Report,
    mut each: impl FnMut(ParseStream, &mut Report) -> syn::Result<()>,
) {
    while !input.is_empty() {
        match each(input, report) {
            Err(problem) => report.push(problem),
            Ok(()) if input.is_empty() || input.peek(Token![,]) => {}
            Ok(()) => report.error_at(input.span(), "expected `,`"),
        }
        while let Ok(token) = input.parse::<TokenTree>() {
            if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',') {
                break;
            }
        }
    }
}

/// A name, even one that is a keyword: validation has a better message for that.
fn name(input: ParseStream) -> syn::Result<Ident> {
    if input.peek(Ident::peek_any) {
        return Ident::parse_any(input);
    }
    Err(input.error("expected a name"))
}

fn named<T: syn::parse::Parse>(input: ParseStream, value: &str) -> syn::Result<Named<T>> {
    let name = name(input)?;
    equals(&name, &format!("{name} = {value}"), input)?;
    Ok(Named { name, value: input.parse()? })
}

fn equals(name: &Ident, shape: &str, input: ParseStream) -> syn::Result<()> {
    if input.peek(Token![==]) || !input.peek(Token![=]) {
        // Where there is no next token to point at, the name is what is incomplete.
        let span = if input.is_empty() { name.span() } else { input.span() };
        return Err(syn::Error::new(span, format!("expected `=` after `{name}`: write `{shape}`")));
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() {
        let text = format!("expected a value after `{name} =`: write `{shape}`");
        return Err(syn::Error::new(name.span(), text));
    }
    Ok(())
}

/// A parser given up halfway leaves its tokens behind, which is only worth a word when nothing
/// else was said.
fn finish(result: syn::Result<()>, report: &mut Report) {
    match result {
        Err(problem) if report.is_empty() => report.push(problem),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};
    use syn::parse_quote;

    use super::{abstraction, field, method};
    use crate::ast::{Abstraction, Failure, Role};
    use crate::report::Report;

    #[track_caller]
    fn parsed(arguments: proc_macro2::TokenStream) -> Abstraction {
        let mut report = Report::default();
        let (parsed, _) = abstraction(arguments, &mut report);
        assert!(report.is_empty(), "{}", report.into_compile_errors());
        parsed
    }

    fn texts<T: ToTokens>(values: &[T]) -> Vec<String> {
        values.iter().map(|value| value.to_token_stream().to_string()).collect()
    }

    #[test]
    fn predicates_are_collected_where_none_are_given_or_auto_is() {
        assert!(parsed(quote! {}).auto);
        assert!(parsed(quote! { bound = 2 }).auto);
        assert!(parsed(quote! { predicates(auto) }).auto);
        assert!(parsed(quote! { predicates(a = self.a, auto,) }).auto);
        assert!(!parsed(quote! { predicates(a = self.a) }).auto);
    }

    #[test]
    fn every_part_of_an_abstraction_is_read() {
        let parsed = parsed(quote! {
            predicates(a = self.f::<u8, u8>(1, 2), b = self.x < 3),
            invariant(self.x > 0), invariant(self.y, self.z),
            property("G a"), property(safe = "G !panic"),
            state(A = a & !b),
            failure(none, false),
            bound = 5,
            instance(S<u8, 3>), instance(m::S<(u8, u8)>),
        });
        let names: Vec<String> = parsed.predicates.iter().map(|p| p.name.to_string()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(texts(&parsed.invariants), ["self . x > 0", "self . y", "self . z"]);
        let formulas: Vec<_> =
            parsed.properties.iter().map(|p| (p.name.is_some(), p.formula.value())).collect();
        assert_eq!(formulas, [(false, "G a".to_owned()), (true, "G !panic".to_owned())]);
        assert_eq!(parsed.states[0].name, "A");
        assert_eq!(parsed.failures, Some(vec![Failure::None, Failure::False]));
        assert_eq!(parsed.bound, Some(5));
        assert_eq!(texts(&parsed.instances), ["S < u8 , 3 >", "m :: S < (u8 , u8) >"]);
    }

    #[test]
    fn attributes_of_one_method_or_field_are_joined() {
        let mut report = Report::default();
        let attributes = [
            parse_quote!(#[doc = "tlv"]),
            parse_quote!(#[tlv(event, requires(self.a), values(x = [1, 2]))]),
            parse_quote!(#[tlv(requires(x > 0), assume(x < 9))]),
        ];
        let method = method(&attributes, &mut report);
        assert_eq!(method.options.role, Some(Role::Event));
        assert_eq!(texts(&method.options.requires), ["self . a", "x > 0"]);
        assert_eq!(texts(&method.options.assumes), ["x < 9"]);
        assert_eq!(texts(&method.options.values[0].value), ["1", "2"]);
        assert_eq!(method.parts.len(), 5);

        let with = field(&[parse_quote!(#[tlv(with = a::<u8, u8>::make)])], &mut report);
        assert!(with.with.is_some() && with.range.is_none());
        let range = field(&[parse_quote!(#[tlv(range = -3..=LIMIT)])], &mut report);
        assert!(range.with.is_none() && range.range.is_some());
        assert!(report.is_empty());
    }

    #[test]
    fn parts_after_a_wrong_one_are_still_read() {
        let mut report = Report::default();
        let arguments = quote! { bund = 3, predicates(a = , b = self.b), bound = 4 };
        let (parsed, _) = abstraction(arguments, &mut report);
        assert_eq!(report.into_compile_errors().to_string().matches("compile_error").count(), 2);
        assert_eq!(parsed.bound, Some(4));
        assert_eq!(parsed.predicates[0].name, "b");
    }
}
