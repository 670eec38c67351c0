//! From an attribute and its item to what is compiled: parse, validate, then expand or fall back.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, FnArg, Ident, ImplItem, Item, ItemImpl, ItemStruct, Meta};

use crate::ast::{Abstraction, FieldOptions, MethodOptions};
use crate::parse::{self, is_helper};
use crate::report::Report;
use crate::{derive, expand, fallback, validate};

/// `#[tlv::abstraction(…)]`.
pub(crate) fn abstraction(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut report = Report::default();
    let (parsed, parts) = parse::abstraction(arguments, &mut report);
    let found = match syn::parse2(item.clone()) {
        Ok(Item::Struct(found)) => {
            let fields = check_struct(&parsed, &parts, &found, &mut report);
            Some((found, fields))
        }
        Ok(other) => {
            not_a_struct(&other, &mut report);
            None
        }
        Err(problem) => {
            report.push(problem);
            None
        }
    };
    match found {
        Some((found, fields)) if report.is_empty() => expand_struct(&parsed, found, &fields),
        _ => fallback::expand(item, report),
    }
}

/// `#[tlv::methods]`.
pub(crate) fn methods(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut report = Report::default();
    if !arguments.is_empty() {
        let text = "#[tlv::methods] takes no arguments; write `#[tlv(…)]` on the methods";
        report.error(arguments, text);
    }
    let found = match syn::parse2(item.clone()) {
        Ok(Item::Impl(found)) => {
            let methods = check_impl(&found, &mut report);
            Some((found, methods))
        }
        Ok(other) => {
            not_an_impl(&other, &mut report);
            None
        }
        Err(problem) => {
            report.push(problem);
            None
        }
    };
    match found {
        Some((found, methods)) if report.is_empty() => expand_impl(found, &methods),
        _ => fallback::expand(item, report),
    }
}

fn check_struct(
    parsed: &Abstraction,
    parts: &[Ident],
    item: &ItemStruct,
    report: &mut Report,
) -> Vec<FieldOptions> {
    misplaced(&item.attrs, "on a field; here, write `#[tlv::abstraction(…)]`", report);
    validate::abstraction(parsed, parts, item, report);
    item.fields
        .iter()
        .map(|field| {
            conditional(&field.attrs, report);
            parse::field(&field.attrs, report)
        })
        .collect()
}

fn expand_struct(
    parsed: &Abstraction,
    mut item: ItemStruct,
    fields: &[FieldOptions],
) -> TokenStream {
    let derives = item.attrs.iter().any(derives_arbitrary);
    let mut after = TokenStream::new();
    if cfg!(feature = "probe") {
        after = expand::abstraction(parsed, &item, fields);
    } else if !derives && item.generics.params.is_empty() {
        after = item
            .fields
            .iter()
            .zip(fields)
            .filter_map(|(field, options)| {
                Some(derive::use_maker(&item.ident, &field.ty, options.with.as_ref()?))
            })
            .collect();
    }
    if !derives {
        for field in &mut item.fields {
            field.attrs.retain(|attribute| !is_helper(attribute));
        }
    }
    quote! { #item #after }
}

fn check_impl(item: &ItemImpl, report: &mut Report) -> Vec<Option<MethodOptions>> {
    misplaced(&item.attrs, "on a method", report);
    let inherent = item.trait_.is_none();
    let mut options = Vec::new();
    for item in &item.items {
        let attributes = attributes(item);
        conditional(attributes, report);
        let ImplItem::Fn(function) = item else {
            misplaced(attributes, "on a method", report);
            options.push(None);
            continue;
        };
        for input in &function.sig.inputs {
            misplaced(input_attributes(input), "on the method", report);
        }
        let method = parse::method(attributes, report);
        validate::method(&method, function, inherent, report);
        options.push(Some(method.options));
    }
    options
}

fn expand_impl(mut item: ItemImpl, methods: &[Option<MethodOptions>]) -> TokenStream {
    for item in &mut item.items {
        if let ImplItem::Fn(function) = item {
            function.attrs.retain(|attribute| !is_helper(attribute));
        }
    }
    let mut after = TokenStream::new();
    if cfg!(feature = "probe") {
        after = expand::methods(&item, methods);
    }
    quote! { #item #after }
}

fn not_a_struct(item: &Item, report: &mut Report) {
    let text = match item {
        Item::Impl(_) => "on an impl block, write `#[tlv::methods]`",
        Item::Enum(_) => {
            "#[tlv::abstraction] belongs on a struct; make the enum a field of one and derive \
             `tlv::Arbitrary` for it"
        }
        _ => "#[tlv::abstraction] belongs on a struct",
    };
    report.error(keyword(item), text);
}

fn not_an_impl(item: &Item, report: &mut Report) {
    let text = match item {
        Item::Struct(_) => "on a struct, write `#[tlv::abstraction]`",
        Item::Trait(_) => {
            "#[tlv::methods] belongs on an impl block; put it on the impl of this trait"
        }
        Item::Fn(_) => "#[tlv::methods] belongs on an impl block; put it on the one around this fn",
        _ => "#[tlv::methods] belongs on an impl block",
    };
    report.error(keyword(item), text);
}

/// The word that says what the item is; the whole item would be much to underline.
fn keyword(item: &Item) -> TokenStream {
    match item {
        Item::Impl(item) => item.impl_token.to_token_stream(),
        Item::Enum(item) => item.enum_token.to_token_stream(),
        Item::Union(item) => item.union_token.to_token_stream(),
        Item::Struct(item) => item.struct_token.to_token_stream(),
        Item::Trait(item) => item.trait_token.to_token_stream(),
        Item::Fn(item) => item.sig.fn_token.to_token_stream(),
        Item::Mod(item) => item.mod_token.to_token_stream(),
        Item::Type(item) => item.type_token.to_token_stream(),
        Item::Const(item) => item.const_token.to_token_stream(),
        Item::Static(item) => item.static_token.to_token_stream(),
        Item::Use(item) => item.use_token.to_token_stream(),
        other => other.to_token_stream(),
    }
}

/// Reports each `#[tlv(…)]` where none belongs.
pub(crate) fn misplaced(attributes: &[Attribute], belongs: &str, report: &mut Report) {
    for attribute in attributes.iter().filter(|attribute| is_helper(attribute)) {
        report.error(attribute, format!("`#[tlv(…)]` belongs {belongs}"));
    }
}

/// Reports each `#[cfg_attr(…, tlv(…))]`: attribute macros run before it is resolved, so nobody
/// would read what is in it.
fn conditional(attributes: &[Attribute], report: &mut Report) {
    for attribute in attributes {
        if conditional_metas(attribute).iter().any(|meta| meta.path().is_ident("tlv")) {
            report
                .error(attribute, "`#[tlv(…)]` cannot be conditional; write it without `cfg_attr`");
        }
    }
}

/// What a `#[cfg_attr(CONDITION, …)]` stands for.
fn conditional_metas(attribute: &Attribute) -> Vec<Meta> {
    let Meta::List(list) = &attribute.meta else { return Vec::new() };
    if !list.path.is_ident("cfg_attr") {
        return Vec::new();
    }
    let metas =
        list.parse_args_with(syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated);
    metas.map(|metas| metas.into_iter().skip(1).collect()).unwrap_or_default()
}

/// Whether the derive macro will still want the `#[tlv(…)]` of the fields.
fn derives_arbitrary(attribute: &Attribute) -> bool {
    let derives = |meta: &Meta| {
        let Meta::List(list) = meta else { return false };
        let paths = list.parse_args_with(
            syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated,
        );
        list.path.is_ident("derive") && paths.is_ok_and(|paths| paths.iter().any(is_arbitrary))
    };
    derives(&attribute.meta) || conditional_metas(attribute).iter().any(derives)
}

/// `Arbitrary` or `tlv::Arbitrary`; other crates have derives of that name too.
fn is_arbitrary(path: &syn::Path) -> bool {
    let mut segments = path.segments.iter().rev().map(|segment| &segment.ident);
    segments.next().is_some_and(|last| last == "Arbitrary")
        && segments.next().is_none_or(|parent| parent == "tlv")
}

fn attributes(item: &ImplItem) -> &[Attribute] {
    match item {
        ImplItem::Const(item) => &item.attrs,
        ImplItem::Fn(item) => &item.attrs,
        ImplItem::Type(item) => &item.attrs,
        ImplItem::Macro(item) => &item.attrs,
        _ => &[],
    }
}

fn input_attributes(input: &FnArg) -> &[Attribute] {
    match input {
        FnArg::Receiver(input) => &input.attrs,
        FnArg::Typed(input) => &input.attrs,
    }
}

#[cfg(all(test, not(feature = "probe")))]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;

    use super::{abstraction, methods};

    #[track_caller]
    fn check(expanded: TokenStream, expect: TokenStream) {
        assert_eq!(expanded.to_string(), expect.to_string());
    }

    #[test]
    fn a_struct_loses_nothing_but_our_attributes() {
        check(
            abstraction(
                quote! { bound = 3 },
                quote! { #[repr(C)] pub struct A { #[doc = "x"] #[tlv(range = 0..3)] x: u8, } },
            ),
            quote! { #[repr(C)] pub struct A { #[doc = "x"] x: u8, } },
        );
    }

    #[test]
    fn what_the_derive_wants_is_left_to_it() {
        for derive in [
            quote! { #[derive(Clone, Arbitrary)] },
            quote! { #[derive(::tlv::Arbitrary)] },
            quote! { #[cfg_attr(x, derive(tlv::Arbitrary))] },
        ] {
            let item = quote! { #derive struct A(#[tlv(with = make)] u8); };
            check(abstraction(quote! {}, item.clone()), item);
        }
        check(
            abstraction(
                quote! {},
                quote! { #[derive(proptest::Arbitrary)] struct A(#[tlv(range = 0..3)] u8); },
            ),
            quote! { #[derive(proptest::Arbitrary)] struct A(u8); },
        );
    }

    #[test]
    fn makers_of_a_struct_are_used() {
        check(
            abstraction(quote! {}, quote! { struct A(#[tlv(with = Self::make)] u8); }),
            quote! { struct A(u8); const _: fn(&mut ::tlv::Source) -> u8 = A::make; },
        );
    }

    #[test]
    fn an_impl_loses_nothing_but_our_attributes() {
        check(
            methods(
                quote! {},
                quote! {
                    impl<T> A<T> {
                        const N: u8 = 3;
                        #[inline] #[tlv(skip)] pub fn f(&self) { #[allow(x)] g() }
                        h! {}
                    }
                },
            ),
            quote! {
                impl<T> A<T> {
                    const N: u8 = 3;
                    #[inline] pub fn f(&self) { #[allow(x)] g() }
                    h! {}
                }
            },
        );
    }
}
