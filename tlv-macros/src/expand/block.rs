//! The impl block: its operations, predicates and constants, as a `MethodsOf` of the probe.

use std::collections::HashMap;
use std::sync::Mutex;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, ImplItem, ImplItemFn, ItemImpl, Type, parse_quote};

use super::hidden;
use super::operation::{Sort, operation, sort};
use super::subject::MAX_BLOCKS;
use super::tokens::{self_as_this, static_type, this, without_lifetimes};
use crate::ast::MethodOptions;
use crate::collect::{self, Origin, Role};

pub(super) fn expand(item: &ItemImpl, methods: &[Option<MethodOptions>]) -> TokenStream {
    let Some(name) = type_name(&item.self_ty) else {
        let text = "#[tlv::methods] belongs on the impl block of a struct";
        return syn::Error::new_spanned(&item.self_ty, text).into_compile_error();
    };
    let Some(number) = next_number(&name) else {
        let text = format!("more than {MAX_BLOCKS} blocks with #[tlv::methods] for `{name}`");
        return syn::Error::new_spanned(&item.self_ty, text).into_compile_error();
    };
    let self_ty = static_type(&item.self_ty);
    let mut generics = without_lifetimes(&item.generics);
    let parameters: Vec<syn::Ident> = generics.type_params().map(|ty| ty.ident.clone()).collect();
    for parameter in parameters {
        generics
            .make_where_clause()
            .predicates
            .push(parse_quote!(#parameter: ::tlv::Arbitrary + 'static));
    }
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let role = |function: &ImplItemFn| role_of(function, item, methods);
    let operations = operations(item, &name, methods);
    let predicates = predicates(item, role);
    let constants = constants(item, role);
    hidden(quote! {
        impl #impl_generics ::tlv::probe::MethodsOf<#number> for #self_ty #where_clause {
            fn block() -> ::tlv::probe::Block<Self> {
                let mut operations: ::tlv::probe::std::vec::Vec<::tlv::probe::Operation<Self>> =
                    ::tlv::probe::std::vec::Vec::new();
                let mut skipped: ::tlv::probe::std::vec::Vec<::tlv::wire::Skipped> = ::tlv::probe::std::vec::Vec::new();
                let mut constants = ::tlv::probe::Constants::default();
                let mut predicates: ::tlv::probe::std::vec::Vec<::tlv::probe::Predicate<Self>> =
                    ::tlv::probe::std::vec::Vec::new();
                #operations
                #predicates
                #constants
                ::tlv::probe::Block { operations, predicates, skipped, constants }
            }
        }
    })
}

/// The name of the struct that the block is for.
fn type_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        Type::Paren(inner) => type_name(&inner.elem),
        Type::Group(inner) => type_name(&inner.elem),
        _ => None,
    }
}

/// Numbers the blocks for types of one name in the crate being compiled: one process expands all
/// macros of a crate, and a struct looks for its blocks under every number.
fn next_number(name: &str) -> Option<usize> {
    static NEXT: Mutex<Option<HashMap<String, usize>>> = Mutex::new(None);
    let mut next = NEXT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let number = next.get_or_insert_default().entry(name.to_owned()).or_default();
    let taken = *number;
    *number += 1;
    (taken < MAX_BLOCKS).then_some(taken)
}

fn role_of(function: &ImplItemFn, item: &ItemImpl, methods: &[Option<MethodOptions>]) -> Role {
    let position = item.items.iter().position(|other| match other {
        ImplItem::Fn(other) => other.sig.ident == function.sig.ident,
        _ => false,
    });
    let options = position.and_then(|position| methods.get(position)?.as_ref());
    Role::from(options.and_then(|options| options.role))
}

fn operations(item: &ItemImpl, name: &str, methods: &[Option<MethodOptions>]) -> TokenStream {
    let functions: Vec<(&ImplItemFn, &MethodOptions)> = item
        .items
        .iter()
        .zip(methods)
        .filter_map(|(item, options)| match (item, options) {
            (ImplItem::Fn(function), Some(options)) => Some((function, options)),
            _ => None,
        })
        .collect();
    let block = Context::new(item, name, &functions);
    let mut tokens = TokenStream::new();
    for (function, options) in functions {
        let cfgs = function.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
        let code = match sort(function, options, &block) {
            Sort::Ignored => continue,
            Sort::Skipped(reason) => {
                let name = function.sig.ident.to_string();
                quote! {
                    skipped.push(::tlv::wire::Skipped {
                        name: ::tlv::probe::std::string::String::from(#name),
                        reason: ::tlv::probe::std::string::String::from(#reason),
                    });
                }
            }
            Sort::Operation(shape) => operation(function, options, &shape, &block),
        };
        tokens.extend(quote!(#(#cfgs)* { #code }));
    }
    tokens
}

/// What the operations of a block need to know of the block.
pub(super) struct Context {
    /// The struct's name.
    pub(super) name: String,
    /// `Self`, or `<Self as Trait>`, before the name of a function.
    pub(super) path: TokenStream,
    /// Whether every function counts as public.
    pub(super) of_trait: bool,
    /// The lifetimes of the impl: what borrows for them must live for ever.
    pub(super) lifetimes: Vec<String>,
    /// The types that functions of the block return, as text, without `Option` and `Result`.
    pub(super) returned: Vec<String>,
    /// The types that functions of the block take by value, as text.
    pub(super) taken: Vec<String>,
}

impl Context {
    fn new(item: &ItemImpl, name: &str, functions: &[(&ImplItemFn, &MethodOptions)]) -> Self {
        let path = match &item.trait_ {
            Some(of_trait) => {
                let path = super::operation::trait_path(of_trait);
                let ty: Type = parse_quote!(#path);
                let path = static_type(&ty);
                quote!(<Self as #path>)
            }
            None => quote!(Self),
        };
        let lifetimes = item.generics.params.iter().filter_map(|param| match param {
            GenericParam::Lifetime(lifetime) => Some(lifetime.lifetime.ident.to_string()),
            _ => None,
        });
        let signatures = || functions.iter().map(|(function, _)| &function.sig);
        let returned = signatures().filter_map(|signature| match &signature.output {
            syn::ReturnType::Type(_, ty) => Some(inner_text(ty)),
            syn::ReturnType::Default => None,
        });
        let taken =
            signatures().flat_map(|signature| &signature.inputs).filter_map(|input| match input {
                syn::FnArg::Typed(typed) => Some(typed.ty.to_token_stream().to_string()),
                syn::FnArg::Receiver(_) => None,
            });
        Context {
            name: name.to_owned(),
            path,
            of_trait: item.trait_.is_some(),
            lifetimes: lifetimes.collect(),
            returned: returned.collect(),
            taken: taken.collect(),
        }
    }

    /// Whether a result of this type can serve as an argument of some function: it is taken by
    /// one, and surely borrows from nothing.
    pub(super) fn offers(&self, ty: &Type) -> bool {
        let text = inner_text(ty);
        self.taken.contains(&text) && !text.contains(['&', '\'']) && !text.contains("impl ")
    }
}

/// The type inside `Option` or `Result`, or the type itself, as text.
pub(super) fn inner_text(ty: &Type) -> String {
    inner_type(ty).to_token_stream().to_string()
}

fn inner_type(ty: &Type) -> &Type {
    let Type::Path(path) = ty else { return ty };
    let Some(last) = path.path.segments.last() else { return ty };
    if last.ident != "Option" && last.ident != "Result" {
        return ty;
    }
    match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(syn::GenericArgument::Type(inner)) => inner,
            _ => ty,
        },
        _ => ty,
    }
}

fn predicates(item: &ItemImpl, role: impl Fn(&ImplItemFn) -> Role) -> TokenStream {
    let this = this();
    let predicates = collect::predicates(item, role).into_iter().map(|collected| {
        let (name, expr) = (collected.name, collected.text);
        let holds = self_as_this(&collected.expr);
        let origin = match collected.origin {
            Origin::Observer => format_ident!("Observer"),
            Origin::Source => format_ident!("Source"),
        };
        quote! {
            predicates.push(::tlv::probe::Predicate {
                name: ::tlv::probe::std::string::String::from(#name),
                expr: ::tlv::probe::std::string::String::from(#expr),
                origin: ::tlv::probe::Origin::#origin,
                aliases: ::tlv::probe::std::vec![],
                holds: ::tlv::probe::std::boxed::Box::new(|#this: &Self| -> bool { #holds }),
            });
        }
    });
    predicates.collect()
}

fn constants(item: &ItemImpl, role: impl Fn(&ImplItemFn) -> Role) -> TokenStream {
    let collect::Constants { integers, floats, strings, chars, expressions } =
        collect::constants(item, role);
    let integers = integers.iter().map(|integer| quote!(#integer));
    let floats = floats.iter().filter(|float| float.is_finite());
    quote! {
        let integers: &[i128] = &[#(#integers),*];
        constants.integers.extend_from_slice(integers);
        let floats: &[f64] = &[#(#floats),*];
        constants.floats.extend_from_slice(floats);
        let strings: &[&'static str] = &[#(#strings),*];
        constants.strings.extend_from_slice(strings);
        let chars: &[char] = &[#(#chars),*];
        constants.chars.extend_from_slice(chars);
        #(constants.try_add(|constants| ::tlv::probe::ConstantOf(&(#expressions)).add(constants));)*
    }
}
