//! Rewriting of the user's tokens: `self` as a variable, lifetimes as `'static`, type parameters
//! as the arguments of an instance.

use std::collections::HashMap;

use proc_macro2::{Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, GenericParam, Generics, Lifetime, PathArguments, Type};

/// The variable that stands for `self`.
pub(super) fn this() -> Ident {
    Ident::new("__tlv_this", Span::mixed_site())
}

/// A local of generated code, out of reach of the user's names.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The expression with `self` replaced by [`this`], inside macros too.
///
/// Done on tokens and not on syntax, so that neither macros nor the hygiene of `self` in the way.
pub(super) fn self_as_this(expression: &impl ToTokens) -> TokenStream {
    fn replace(tokens: TokenStream) -> TokenStream {
        let mut tokens = tokens.into_iter().peekable();
        let mut replaced = Vec::new();
        while let Some(token) = tokens.next() {
            // `self::NAME` is the user's module, not the object.
            let module = matches!(
                tokens.peek(),
                Some(TokenTree::Punct(next))
                    if next.as_char() == ':' && next.spacing() == Spacing::Joint
            );
            replaced.push(match token {
                TokenTree::Ident(ident) if ident == "self" && !module => {
                    let mut this = this();
                    this.set_span(Span::mixed_site().located_at(ident.span()));
                    TokenTree::Ident(this)
                }
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), replace(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                other => other,
            });
        }
        replaced.into_iter().collect()
    }
    replace(expression.to_token_stream())
}

/// Whether a word occurs among the tokens.
pub(super) fn mentions(tokens: &impl ToTokens, word: impl Fn(&str) -> bool + Copy) -> bool {
    tokens.to_token_stream().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => word(&ident.to_string()),
        TokenTree::Group(group) => mentions(&group.stream(), word),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Makes every lifetime `'static`.
struct Static;

impl VisitMut for Static {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        *lifetime = Lifetime::new("'static", lifetime.span());
    }

    fn visit_bound_lifetimes_mut(&mut self, _: &mut syn::BoundLifetimes) {
        // `for<'a>` declares names; what it declares is used below it and stays as it is.
    }
}

/// The type with every named lifetime made `'static`; elided ones of references stay elided.
pub(super) fn static_type(ty: &Type) -> Type {
    let mut ty = ty.clone();
    if !mentions(&ty, |word| word == "for") {
        Static.visit_type_mut(&mut ty);
    }
    ty
}

/// The generics without lifetimes, and with those in bounds made `'static`.
pub(super) fn without_lifetimes(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    generics.params = generics
        .params
        .into_iter()
        .filter(|param| !matches!(param, GenericParam::Lifetime(_)))
        .collect();
    if let Some(clause) = &mut generics.where_clause {
        clause.predicates = std::mem::take(&mut clause.predicates)
            .into_iter()
            .filter(|predicate| !matches!(predicate, syn::WherePredicate::Lifetime(_)))
            .collect();
    }
    if !mentions(&generics, |word| word == "for") {
        Static.visit_generics_mut(&mut generics);
    }
    generics
}

/// A type parameter's or const parameter's name, and what stands for it in an instance.
pub(super) struct Substitution(HashMap<String, TokenStream>);

impl Substitution {
    /// Any tokens with the parameters replaced.
    pub(super) fn replace(&self, tokens: TokenStream) -> TokenStream {
        // A name after `::` or `.` belongs to what stands before it.
        let mut marks = 0;
        let mut replaced = TokenStream::new();
        for token in tokens {
            let qualified = marks >= 2;
            marks = match &token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => marks + 1,
                TokenTree::Punct(punct) if punct.as_char() == '.' && marks == 0 => 2,
                _ => 0,
            };
            match token {
                TokenTree::Ident(ident) if !qualified => match self.0.get(&ident.to_string()) {
                    Some(argument) => replaced.extend(argument.clone()),
                    None => replaced.extend([TokenTree::Ident(ident)]),
                },
                TokenTree::Group(group) => {
                    let inner = Group::new(group.delimiter(), self.replace(group.stream()));
                    replaced.extend([TokenTree::Group(inner)]);
                }
                other => replaced.extend([other]),
            }
        }
        replaced
    }
}

/// One instance of a struct: the type to analyse, and what its parameters are there.
pub(super) struct Instance {
    pub(super) ty: TokenStream,
    pub(super) substitution: Substitution,
}

/// The instances that the user asked for; without any, the struct itself with its defaults.
pub(super) fn instances(item: &syn::ItemStruct, asked: &[Type]) -> Vec<Instance> {
    let ident = &item.ident;
    if asked.is_empty() {
        return vec![instance(quote!(#ident), &item.generics, Vec::new())];
    }
    asked
        .iter()
        .map(|asked| match asked {
            Type::Path(path) => {
                let mut path = path.path.clone();
                let last = path.segments.last_mut().expect("a path has a segment");
                let arguments = match std::mem::replace(&mut last.arguments, PathArguments::None) {
                    PathArguments::AngleBracketed(arguments) => arguments
                        .args
                        .into_iter()
                        .filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
                        .collect(),
                    _ => Vec::new(),
                };
                instance(quote!(#path), &item.generics, arguments)
            }
            other => instance(quote!(#other), &Generics::default(), Vec::new()),
        })
        .collect()
}

fn instance(path: TokenStream, generics: &Generics, arguments: Vec<GenericArgument>) -> Instance {
    let mut given = arguments.into_iter().map(|mut argument| {
        Static.visit_generic_argument_mut(&mut argument);
        argument.into_token_stream()
    });
    let mut parameters = HashMap::new();
    let mut all = Vec::new();
    for parameter in &generics.params {
        let (name, default) = match parameter {
            GenericParam::Lifetime(_) => {
                all.push(quote!('static));
                continue;
            }
            GenericParam::Type(ty) => (&ty.ident, ty.default.as_ref().map(|(_, ty)| quote!(#ty))),
            GenericParam::Const(value) => {
                (&value.ident, value.default.as_ref().map(|(_, value)| quote!(#value)))
            }
        };
        let argument = given.next().or(default).unwrap_or_default();
        all.push(argument.clone());
        parameters.insert(name.to_string(), argument);
    }
    let ty = if all.is_empty() { path } else { quote!(#path<#(#all),*>) };
    Instance { ty, substitution: Substitution(parameters) }
}

/// Whether the type names one of these lifetimes.
pub(super) fn has_lifetime_of(ty: &Type, lifetimes: &[String]) -> bool {
    struct Find<'a>(&'a [String], bool);
    impl VisitMut for Find<'_> {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            self.1 |= self.0.contains(&lifetime.ident.to_string());
            visit_mut::visit_lifetime_mut(self, lifetime);
        }
    }
    let mut find = Find(lifetimes, false);
    find.visit_type_mut(&mut ty.clone());
    find.1
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::self_as_this;

    #[test]
    fn a_path_that_starts_with_self_is_the_module() {
        let replaced = self_as_this(&quote!(self.len == self::LIMIT && f(&self, self::g::H)));
        let expected = quote!(__tlv_this.len == self::LIMIT && f(&__tlv_this, self::g::H));
        assert_eq!(replaced.to_string(), expected.to_string());
    }
}
