//! From the tokens of an attribute to the types of [`crate::ast`].
//!
//! A part that is wrong is reported and left out; parsing goes on after the next comma. What can
//! be said without looking at the annotated item is said here, the rest in [`crate::validate`].

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, Ident, Lit, LitStr, Meta, Token, parenthesized, token};

use crate::ast::{Abstraction, Failure, FieldOptions, MethodOptions, Named, Property, Role};
use crate::report::{Report, closest, enumerate};

/// Where an attribute stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Struct,
    Method,
    Field,
}

impl Place {
    fn attribute(self) -> &'static str {
        match self {
            Place::Struct => "#[tlv::abstraction]",
            Place::Method => "#[tlv(…)] on a method",
            Place::Field => "#[tlv(…)] on a field",
        }
    }

    fn belongs(self) -> &'static str {
        match self {
            Place::Struct => "in #[tlv::abstraction]",
            Place::Method => "on a method",
            Place::Field => "on a field",
        }
    }
}

/// Each part: its name, where it belongs, and how it is written.
const PARTS: [(&str, Place, &str); 15] = [
    ("predicates", Place::Struct, "predicates(NAME = EXPR, …)"),
    ("invariant", Place::Struct, "invariant(EXPR)"),
    ("property", Place::Struct, "property(NAME = \"FORMULA\")"),
    ("state", Place::Struct, "state(NAME = EXPR)"),
    ("failure", Place::Struct, "failure(panic, err)"),
    ("bound", Place::Struct, "bound = N"),
    ("instance", Place::Struct, "instance(TYPE)"),
    ("skip", Place::Method, "skip"),
    ("event", Place::Method, "event"),
    ("observer", Place::Method, "observer"),
    ("requires", Place::Method, "requires(EXPR)"),
    ("assume", Place::Method, "assume(EXPR)"),
    ("values", Place::Method, "values(PARAM = [EXPR, …])"),
    ("with", Place::Field, "with = PATH"),
    ("range", Place::Field, "range = RANGE"),
];

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
    let parts = || enumerate(parts_of(place));
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
    equals(&part, shape(&part), input)?;
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
    equals(part, shape(part), input)?;
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
    let word = name.to_string();
    let text = match PARTS.iter().find(|(part, _, _)| word == *part) {
        Some((_, home, _)) if *home == place => return Ok(name),
        Some((_, home, _)) => {
            let here = match place {
                Place::Struct => "on a struct",
                Place::Method | Place::Field => place.belongs(),
            };
            format!("`{word}` belongs {}, not {here}", home.belongs())
        }
        None => {
            let hint = did_you_mean(&word, parts_of(place))
                .or_else(|| elsewhere(&word))
                .unwrap_or_else(|| format!("its parts are {}", enumerate(parts_of(place))));
            format!("`{word}` is not a part of {}; {hint}", place.attribute())
        }
    };
    Err(syn::Error::new(name.span(), text))
}

fn parts_of(place: Place) -> impl Iterator<Item = &'static str> {
    PARTS.iter().filter(move |(_, home, _)| *home == place).map(|(part, _, _)| *part)
}

fn did_you_mean<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    Some(format!("did you mean `{}`?", closest(word, candidates)?))
}

/// The hint for a misspelling of a part that belongs somewhere else.
fn elsewhere(word: &str) -> Option<String> {
    let part = closest(word, PARTS.iter().map(|(part, _, _)| *part))?;
    let (_, home, _) = PARTS.iter().find(|(name, _, _)| *name == part)?;
    Some(format!("did you mean `{part}`? it belongs {}", home.belongs()))
}

fn shape(part: &Ident) -> &'static str {
    let found = PARTS.iter().find(|(name, _, _)| part == name);
    found.map_or("NAME", |(_, _, shape)| *shape)
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
        return Err(syn::Error::new(part.span(), format!("write `{}`", shape(part))));
    }
    let content;
    parenthesized!(content in input);
    if content.is_empty() {
        report.error(part, format!("`{part}()` is empty; write `{}`", shape(part)));
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
