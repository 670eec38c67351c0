//! Checks what the attributes say against the item they stand on, and against each other.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{
    BinOp, Expr, FnArg, GenericArgument, GenericParam, Generics, Ident, ImplItemFn, ItemStruct,
    Lit, Pat, PathArguments, ReceiverKind, ReturnType, Signature, Type, UnOp, Visibility,
};

use crate::ast::{Abstraction, Named, Property, Role};
use crate::formula;
use crate::parse::Method;
use crate::report::{Report, closest, enumerate};

/// `#[tlv::abstraction(…)]`, in which these parts were written, on this struct.
pub(crate) fn abstraction(
    parsed: &Abstraction,
    parts: &[Ident],
    item: &ItemStruct,
    report: &mut Report,
) {
    predicates(&parsed.predicates, report);
    for invariant in &parsed.invariants {
        condition(invariant, report);
        speaks_of_self(invariant, "an invariant", report);
    }
    states(parsed, report);
    properties(&parsed.properties, report);
    // One that was written but not understood is reported as that.
    if !parts.iter().any(|part| part == "instance") {
        instance_needed(item, report);
    }
    instances(&parsed.instances, item, report);
}

/// `#[tlv(…)]` on this function of an impl block; `inherent` says that of no trait.
pub(crate) fn method(method: &Method, function: &ImplItemFn, inherent: bool, report: &mut Report) {
    if method.parts.is_empty() {
        return;
    }
    let name = &function.sig.ident;
    if inherent && !matches!(function.vis, Visibility::Public(_)) {
        let text =
            format!("`{name}` is not `pub`, so it is no part of the protocol; drop `#[tlv(…)]`");
        report.error(&method.parts[0], text);
    }
    roles(method, &function.sig, report);
    for requires in &method.options.requires {
        condition(requires, report);
        requires_speaks_of_the_call(requires, &function.sig, report);
    }
    for assume in &method.options.assumes {
        condition(assume, report);
        assume_speaks_of_the_arguments(assume, &function.sig, report);
    }
    values(&method.options.values, &function.sig, report);
}

fn predicates(predicates: &[Named<Expr>], report: &mut Report) {
    distinct(predicates.iter().map(|predicate| &predicate.name), "predicate", report);
    for Named { name, value } in predicates {
        plain_name(name, "the predicate", report);
        condition(value, report);
        speaks_of_self(value, &format!("the predicate `{name}`"), report);
    }
}

fn states(parsed: &Abstraction, report: &mut Report) {
    distinct(parsed.states.iter().map(|state| &state.name), "state", report);
    for Named { name, value } in &parsed.states {
        plain_name(name, "the state", report);
        if name == "end" {
            report.error(name, "`end` is the state after a method that consumes `self`");
        }
        if parsed.predicates.iter().any(|predicate| predicate.name == *name) {
            let text = format!("`{name}` is a predicate already; give the state another name");
            report.error(name, text);
        }
        state_expression(value, parsed, report);
    }
}

/// A state is told by the predicates alone, so that is all its expression may be made of.
fn state_expression(expression: &Expr, parsed: &Abstraction, report: &mut Report) {
    match expression {
        Expr::Paren(inner) => state_expression(&inner.expr, parsed, report),
        Expr::Group(inner) => state_expression(&inner.expr, parsed, report),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            state_expression(&unary.expr, parsed, report);
        }
        Expr::Binary(binary)
            if matches!(
                binary.op,
                BinOp::And(_) | BinOp::Or(_) | BinOp::BitAnd(_) | BinOp::BitOr(_)
            ) =>
        {
            state_expression(&binary.left, parsed, report);
            state_expression(&binary.right, parsed, report);
        }
        Expr::Lit(literal) if matches!(literal.lit, Lit::Bool(_)) => {}
        Expr::Path(path) if path.path.get_ident().is_some_and(|name| name != "self") => {
            known_predicate(&path.path.segments[0].ident, parsed, report);
        }
        other => {
            let text = if mention(other.to_token_stream(), "self").is_some() {
                "a state speaks of predicates, not of `self`; make this a predicate and name it here"
            } else {
                "a state is made of predicate names, `!`, `&&`, `||`, `true`, `false` and \
                 parentheses"
            };
            report.error(other, text);
        }
    }
}

fn known_predicate(name: &Ident, parsed: &Abstraction, report: &mut Report) {
    if parsed.auto || parsed.predicates.iter().any(|predicate| predicate.name == *name) {
        return;
    }
    let known: Vec<String> = parsed.predicates.iter().map(|known| known.name.to_string()).collect();
    let hint = match closest(&name.to_string(), known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "there are none".to_owned(),
        None => format!("there are {}", enumerate(known.iter().map(String::as_str))),
    };
    report.error(name, format!("`{name}` is not a predicate; {hint}"));
}

fn properties(properties: &[Property], report: &mut Report) {
    distinct(properties.iter().filter_map(|property| property.name.as_ref()), "property", report);
    for property in properties {
        if let Some(name) = &property.name {
            unraw(name, "the property", report);
        }
        for problem in formula::check(&property.formula.value()) {
            let text = format!("{} (column {} of the formula)", problem.text, problem.column);
            report.error(&property.formula, text);
        }
    }
}

fn instance_needed(item: &ItemStruct, report: &mut Report) {
    let name = &item.ident;
    if parameters(&item.generics, true) > 0 {
        let text = format!(
            "`{name}` is generic; say what to analyse in #[tlv::abstraction]: \
             `instance({name}<…>)`"
        );
        report.error(GenericList(&item.generics), text);
    }
}

fn instances(instances: &[Type], item: &ItemStruct, report: &mut Report) {
    let name = &item.ident;
    let mut seen = HashSet::new();
    for instance in instances {
        if !seen.insert(instance.to_token_stream().to_string()) {
            report.error(instance, "this instance is given twice");
        }
        let segment = match instance {
            Type::Path(path) => path.path.segments.last(),
            _ => None,
        };
        match segment {
            Some(segment) if segment.ident == *name => {
                instance_arguments(instance, &segment.arguments, item, report);
            }
            _ => report.error(instance, format!("an instance is a type `{name}<…>`")),
        }
    }
}

fn instance_arguments(
    instance: &Type,
    arguments: &PathArguments,
    item: &ItemStruct,
    report: &mut Report,
) {
    let name = &item.ident;
    if item.generics.params.is_empty() {
        report.error(instance, format!("`{name}` is not generic; leave `instance` out"));
        return;
    }
    let given = match arguments {
        PathArguments::AngleBracketed(list) => {
            let lifetime =
                |argument: &&GenericArgument| matches!(argument, GenericArgument::Lifetime(_));
            list.args.iter().filter(|argument| !lifetime(argument)).count()
        }
        _ => 0,
    };
    let (least, most) = (parameters(&item.generics, true), parameters(&item.generics, false));
    if given < least || given > most {
        let wanted = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let text = format!("expected {wanted} type or const arguments, found {given}");
        report.error(instance, text);
    }
}

/// How many type and const parameters there are; `needed` leaves out those with a default.
fn parameters(generics: &Generics, needed: bool) -> usize {
    let counts = |parameter: &&GenericParam| match parameter {
        GenericParam::Lifetime(_) => false,
        GenericParam::Type(parameter) => !needed || parameter.default.is_none(),
        GenericParam::Const(parameter) => !needed || parameter.default.is_none(),
    };
    generics.params.iter().filter(counts).count()
}

/// The parameters with their angle brackets: `Generics` itself prints without a span to start at
/// when it is empty, and leaves the defaults out.
struct GenericList<'a>(&'a Generics);

impl ToTokens for GenericList<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.lt_token.to_tokens(tokens);
        self.0.params.to_tokens(tokens);
        self.0.gt_token.to_tokens(tokens);
    }
}

fn roles(method: &Method, signature: &Signature, report: &mut Report) {
    let part = |name: &str| method.parts.iter().find(|part| *part == name);
    let name = &signature.ident;
    let others = |known: &'static [&'static str]| {
        method.parts.iter().filter(move |part| !known.contains(&part.to_string().as_str()))
    };
    if part("skip").is_some() {
        for other in others(&["skip"]) {
            let text = format!("`{name}` is skipped, so `{other}` means nothing; drop one of them");
            report.error(other, text);
        }
        return;
    }
    if let (Some(_), Some(observer)) = (part("event"), part("observer")) {
        report.error(observer, "`event` and `observer` exclude each other");
        return;
    }
    if let Some(observer) = part("observer") {
        if !looks_like_observer(signature) {
            let text =
                format!("an observer takes `&self` alone and returns `bool`; `{name}` does not");
            report.error(observer, text);
        }
    }
    if let (Some(event), None) = (part("event"), signature.receiver()) {
        let text = format!("an event is a method; `{name}` has no `self`");
        report.error(event, text);
    }
    let observes = match method.options.role {
        Some(role) => role == Role::Observer,
        None => looks_like_observer(signature),
    };
    if observes {
        for other in others(&["observer"]) {
            let text = format!(
                "`{name}` is an observer, so `{other}` means nothing; mark it `event` if it is one"
            );
            report.error(other, text);
        }
    }
}

/// `fn(&self) -> bool`.
fn looks_like_observer(signature: &Signature) -> bool {
    let by_reference = signature.receiver().is_some_and(|receiver| {
        matches!(receiver.kind, ReceiverKind::Reference(_, _, None))
            || matches!(&receiver.kind, ReceiverKind::Typed(_, ty) if is_shared_self(ty))
    });
    let returns_bool = match &signature.output {
        ReturnType::Type(_, ty) => matches!(&**ty, Type::Path(path) if path.path.is_ident("bool")),
        ReturnType::Default => false,
    };
    by_reference && returns_bool && signature.inputs.len() == 1
}

/// `self: &Self`.
fn is_shared_self(ty: &Type) -> bool {
    let Type::Reference(reference) = ty else { return false };
    reference.mutability.is_none()
        && matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("Self"))
}

fn requires_speaks_of_the_call(requires: &Expr, signature: &Signature, report: &mut Report) {
    let tokens = requires.to_token_stream();
    let has_receiver = signature.receiver().is_some();
    match mention(tokens.clone(), "self") {
        Some(span) if !has_receiver => {
            let text = format!("`{}` has no `self` to speak of", signature.ident);
            report.error_at(span, text);
        }
        Some(_) => {}
        None if !has_receiver => {
            let text = format!(
                "`requires` says in which states a method may be called; `{}` has no `self`, \
                 write `assume`",
                signature.ident
            );
            report.error(requires, text);
        }
        None if !mentions_parameter(&tokens, signature) => {
            report.error(requires, "`requires` speaks of neither `self` nor a parameter");
        }
        None => {}
    }
}

fn assume_speaks_of_the_arguments(assume: &Expr, signature: &Signature, report: &mut Report) {
    let tokens = assume.to_token_stream();
    if let Some(span) = mention(tokens.clone(), "self") {
        let text = "`assume` speaks of the parameters alone; write `requires` to speak of `self`";
        report.error_at(span, text);
    } else if !mentions_parameter(&tokens, signature) {
        let text = format!("`assume` speaks of no parameter of `{}`", signature.ident);
        report.error(assume, text);
    }
}

fn values(values: &[Named<Vec<Expr>>], signature: &Signature, report: &mut Report) {
    let named: Vec<String> = signature.inputs.iter().filter_map(parameter_name).collect();
    distinct(values.iter().map(|values| &values.name), "parameter", report);
    for Named { name, value } in values {
        if !named.contains(&name.unraw().to_string()) {
            let hint = match closest(&name.to_string(), named.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None if named.is_empty() => "it has none".to_owned(),
                None => format!("it has {}", enumerate(named.iter().map(String::as_str))),
            };
            let text = format!("`{name}` is not a parameter of `{}`; {hint}", signature.ident);
            report.error(name, text);
        }
        for element in value {
            if let Some(span) = mention(element.to_token_stream(), "self") {
                report.error_at(span, "a value for the argument pool cannot speak of `self`");
            }
        }
    }
}

/// The name of a parameter that has one of its own: `x: u8`, not `(x, y): (u8, u8)`.
fn parameter_name(input: &FnArg) -> Option<String> {
    match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pattern) => Some(pattern.ident.unraw().to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }
}

fn mentions_parameter(tokens: &TokenStream, signature: &Signature) -> bool {
    #[derive(Default)]
    struct Bound(Vec<Ident>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
            self.0.push(pattern.ident.clone());
            visit::visit_pat_ident(self, pattern);
        }
    }
    let mut bound = Bound::default();
    for input in &signature.inputs {
        if let FnArg::Typed(typed) = input {
            bound.visit_pat(&typed.pat);
        }
    }
    bound.0.iter().any(|name| mention(tokens.clone(), &name.to_string()).is_some())
}

fn speaks_of_self(expression: &Expr, what: &str, report: &mut Report) {
    // `true` is how to ask for one state only.
    let literal = matches!(expression, Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Bool(_)));
    if !literal && mention(expression.to_token_stream(), "self").is_none() {
        report.error(expression, format!("{what} must speak of `self`, as in `self.len == 0`"));
    }
}

/// Refuses what can be no `bool` condition, or would leave the expression.
fn condition(expression: &Expr, report: &mut Report) {
    struct Leaves<'a>(&'a mut Report);
    impl<'ast> Visit<'ast> for Leaves<'_> {
        fn visit_expr(&mut self, expression: &'ast Expr) {
            let what = match expression {
                // What is inside leaves the closure or the block, not the condition.
                Expr::Closure(_) | Expr::Async(_) => return,
                Expr::Return(_) => "return",
                Expr::Try(_) => "?",
                Expr::Await(_) => ".await",
                _ => return visit::visit_expr(self, expression),
            };
            self.0.error(expression, format!("`{what}` cannot be used here"));
        }

        fn visit_item(&mut self, _item: &'ast syn::Item) {}
    }
    if let Expr::Assign(_) = expression {
        report.error(expression, "this is an assignment; did you mean `==`?");
    }
    Leaves(report).visit_expr(expression);
}

/// Names that formulas, files and generated code can hold without more ado.
fn plain_name(name: &Ident, what: &str, report: &mut Report) {
    let word = name.to_string();
    if formula::is_operator(&word) {
        let text = format!("`{word}` is an operator of formulas; give {what} another name");
        report.error(name, text);
    } else if formula::is_outcome_atom(&word) {
        let text = format!("`{word}` is an outcome in formulas; give {what} another name");
        report.error(name, text);
    } else if word == "auto" {
        report.error(name, format!("`auto` is reserved; give {what} another name"));
    } else {
        unraw(name, what, report);
    }
}

fn unraw(name: &Ident, what: &str, report: &mut Report) {
    let word = name.unraw().to_string();
    if *name != word || syn::parse_str::<Ident>(&word).is_err() {
        report.error(name, format!("`{word}` is a keyword; give {what} another name"));
    }
}

fn distinct<'a>(names: impl Iterator<Item = &'a Ident>, what: &str, report: &mut Report) {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            report.error(name, format!("the {what} `{name}` is given twice"));
        }
    }
}

/// The span of the first `word` among the tokens. Works on tokens, since the arguments of macros
/// (`matches!(self.phase, …)`) are nothing but that.
fn mention(tokens: TokenStream, word: &str) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident == word => Some(ident.span()),
        TokenTree::Group(group) => mention(group.stream(), word),
        _ => None,
    })
}
