//! The impl block: its operations, predicates and constants, as a `MethodsOf` of the probe.

use std::collections::HashMap;
use std::sync::Mutex;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericParam, ImplItem, ImplItemFn, ItemImpl, Type, parse_quote};

use super::operation::{Sort, operation, sort};
use super::subject::MAX_BLOCKS;
use super::tokens::{mentions, self_as_this, static_type, this, without_lifetimes};
use super::{conditions, hidden};
use crate::ast::MethodOptions;
use crate::collect::{self, Origin, Role};

pub(super) fn expand(item: &ItemImpl, methods: &[Option<MethodOptions>]) -> TokenStream {
    let Some(name) = type_name(&item.self_ty) else {
        let text = "#[tlv::methods] belongs on the impl block of a struct";
        return syn::Error::new_spanned(&item.self_ty, text).into_compile_error();
    };
    let self_ty = static_type(&item.self_ty);
    let mut generics = without_lifetimes(&item.generics);
    let parameters: Vec<syn::Ident> = generics.type_params().map(|ty| ty.ident.clone()).collect();
    if let Some(free) = parameters.iter().find(|parameter| is_free(parameter, item)) {
        let alone = generics.params.len() == 1;
        return if alone { skipped(item, methods, &self_ty, free) } else { TokenStream::new() };
    }
    let registers = generics.params.is_empty();
    let number = if registers { next_registered() } else { next_number(&name) };
    if !registers && number >= MAX_BLOCKS {
        let text = format!("more than {MAX_BLOCKS} blocks with #[tlv::methods] for `{name}`");
        return syn::Error::new_spanned(&item.self_ty, text).into_compile_error();
    }
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
    let registration = registers.then(|| registration(&self_ty, number));
    hidden(quote! {
        #registration
        impl #impl_generics ::tlv::probe::MethodsOf<#number> for #self_ty #where_clause {
            fn block() -> ::tlv::probe::Block<Self> {
                let mut operations: ::tlv::probe::std::vec::Vec<::tlv::probe::Operation<Self>> =
                    ::tlv::probe::std::vec::Vec::new();
                let mut skipped: ::tlv::probe::std::vec::Vec<::tlv::wire::Skipped> = ::tlv::probe::std::vec::Vec::new();
                let mut predicates: ::tlv::probe::std::vec::Vec<::tlv::probe::Predicate<Self>> =
                    ::tlv::probe::std::vec::Vec::new();
                #operations
                #predicates
                ::tlv::probe::Block { operations, predicates, skipped, constants: || { #constants } }
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

/// Numbers the blocks that are not generic, beyond all numbers of those that are.
fn next_registered() -> usize {
    MAX_BLOCKS + next_number("")
}

/// Numbers the blocks of generic impls for types of one name in the crate being compiled: one
/// process expands all macros of a crate, and a generic struct looks for its blocks under every
/// number.
fn next_number(name: &str) -> usize {
    static NEXT: Mutex<Option<HashMap<String, usize>>> = Mutex::new(None);
    let mut next = NEXT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let number = next.get_or_insert_default().entry(name.to_owned()).or_default();
    let taken = *number;
    *number += 1;
    taken
}

/// Whether a type parameter of a trait's implementation is given by neither the type nor another
/// parameter: `T` in `impl<T> From<T> for Name`.
fn is_free(parameter: &syn::Ident, item: &ItemImpl) -> bool {
    struct Given<'a>(&'a syn::Ident, bool);
    impl<'ast> Visit<'ast> for Given<'_> {
        fn visit_assoc_type(&mut self, binding: &'ast syn::AssocType) {
            self.1 |= mentions(&binding.ty, |word| self.0 == word);
        }
    }
    let mut given = Given(parameter, mentions(&item.self_ty, |word| parameter == word));
    given.visit_generics(&item.generics);
    !given.1
}

/// The code that makes a block known for its type.
fn registration(self_ty: &Type, number: usize) -> TokenStream {
    quote! {
        ::tlv::probe::inventory::submit! {
            ::tlv::probe::BlockRegistration {
                of: || ::core::any::TypeId::of::<#self_ty>(),
                number: #number,
                block: || ::tlv::probe::std::boxed::Box::new(
                    <#self_ty as ::tlv::probe::MethodsOf<#number>>::block()
                ),
            }
        }
    }
}

/// A block of which nothing can be called, as its parameter `free` is not known.
fn skipped(
    item: &ItemImpl,
    methods: &[Option<MethodOptions>],
    self_ty: &Type,
    free: &syn::Ident,
) -> TokenStream {
    let number = next_registered();
    let registration = registration(self_ty, number);
    let functions = functions(item, methods);
    let block = Context::new(item, "", &functions);
    let skipped = functions.iter().filter_map(|(function, options)| {
        if matches!(sort(function, options, &block), Sort::Ignored) {
            return None;
        }
        let name = function.sig.ident.to_string();
        let reason = format!("the parameter `{free}` of its impl block is not given");
        let (conditions, skip) = (conditions(&function.attrs), skip(&name, &reason));
        Some(quote!(#(#conditions)* { #skip }))
    });
    hidden(quote! {
        #registration
        impl ::tlv::probe::MethodsOf<#number> for #self_ty {
            fn block() -> ::tlv::probe::Block<Self> {
                let mut skipped: ::tlv::probe::std::vec::Vec<::tlv::wire::Skipped> = ::tlv::probe::std::vec::Vec::new();
                #(#skipped)*
                ::tlv::probe::Block {
                    operations: ::tlv::probe::std::vec![],
                    predicates: ::tlv::probe::std::vec![],
                    skipped,
                    constants: ::tlv::probe::Constants::new,
                }
            }
        }
    })
}

/// Notes a function that cannot be called.
fn skip(name: &str, reason: &str) -> TokenStream {
    quote! {
        ::tlv::probe::std::vec::Vec::push(&mut skipped, ::tlv::wire::Skipped {
            name: ::tlv::probe::text(#name),
            reason: ::tlv::probe::text(#reason),
        });
    }
}

/// The functions of the block with what was said of them.
fn functions<'a>(
    item: &'a ItemImpl,
    methods: &'a [Option<MethodOptions>],
) -> Vec<(&'a ImplItemFn, &'a MethodOptions)> {
    let function =
        |(item, options): (&'a ImplItem, &'a Option<MethodOptions>)| match (item, options) {
            (ImplItem::Fn(function), Some(options)) => Some((function, options)),
            _ => None,
        };
    item.items.iter().zip(methods).filter_map(function).collect()
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
    let functions = functions(item, methods);
    let block = Context::new(item, name, &functions);
    let mut tokens = TokenStream::new();
    for (function, options) in functions {
        let conditions = conditions(&function.attrs);
        let code = match sort(function, options, &block) {
            Sort::Ignored => continue,
            Sort::Skipped(reason) => skip(&function.sig.ident.to_string(), &reason),
            Sort::Operation(shape) => operation(function, options, &shape, &block),
        };
        tokens.extend(quote!(#(#conditions)* { #code }));
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
    /// Whether the struct has lifetimes.
    pub(super) borrows: bool,
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
            borrows: inner_text(&item.self_ty).contains('\''),
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
fn inner_text(ty: &Type) -> String {
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
    let predicates = collect::predicates(item, role).into_iter().map(|mut collected| {
        let (name, expr) = (collected.name, collected.text);
        if let Some(of_trait) = &item.trait_ {
            let path = super::operation::trait_path(of_trait);
            OfTrait { item, path }.visit_expr_mut(&mut collected.expr);
        }
        let holds = self_as_this(&collected.expr);
        let origin = match collected.origin {
            Origin::Observer => format_ident!("Observer"),
            Origin::Source => format_ident!("Source"),
        };
        quote! {
            ::tlv::probe::std::vec::Vec::push(&mut predicates, ::tlv::probe::Predicate {
                name: ::tlv::probe::std::borrow::Cow::Borrowed(#name),
                expr: ::tlv::probe::std::borrow::Cow::Borrowed(#expr),
                origin: ::tlv::probe::Origin::#origin,
                aliases: ::tlv::probe::std::vec![],
                holds: ::tlv::probe::std::boxed::Box::new(|#this: &Self| -> bool { #holds }),
            });
        }
    });
    predicates.collect()
}

/// Calls methods of a trait through the trait: it need not be in scope beside its implementation,
/// and others with the same method may be.
struct OfTrait<'a> {
    item: &'a ItemImpl,
    path: &'a syn::Path,
}

impl VisitMut for OfTrait<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::MethodCall(call) = &*expr else { return };
        let own = self.item.items.iter().any(|item| match item {
            ImplItem::Fn(function) => function.sig.ident == call.method,
            _ => false,
        });
        let on_self = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self"));
        if own && on_self && call.args.is_empty() && call.turbofish.is_none() {
            let (path, method) = (self.path, &call.method);
            let ty: Type = parse_quote!(#path);
            let path = static_type(&ty);
            *expr = parse_quote!(<Self as #path>::#method(self));
        }
    }
}

fn constants(item: &ItemImpl, role: impl Fn(&ImplItemFn) -> Role) -> TokenStream {
    let collect::Constants { integers, floats, strings, chars, expressions } =
        collect::constants(item, role);
    let integers = integers.iter().map(|integer| quote!(#integer));
    let floats = floats.iter().filter(|float| float.is_finite());
    quote! {
        let mut constants = ::tlv::probe::Constants::new();
        let integers: &[i128] = &[#(#integers),*];
        ::tlv::probe::std::vec::Vec::extend_from_slice(&mut constants.integers, integers);
        let floats: &[f64] = &[#(#floats),*];
        ::tlv::probe::std::vec::Vec::extend_from_slice(&mut constants.floats, floats);
        let strings: &[&'static str] = &[#(#strings),*];
        ::tlv::probe::std::vec::Vec::extend_from_slice(&mut constants.strings, strings);
        let chars: &[char] = &[#(#chars),*];
        ::tlv::probe::std::vec::Vec::extend_from_slice(&mut constants.chars, chars);
        #(::tlv::probe::Constants::try_add(&mut constants, |constants| {
            ::tlv::probe::ConstantOf(&(#expressions)).tlv_add(constants)
        });)*
        constants
    }
}
