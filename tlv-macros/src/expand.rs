//! What the probe needs to know of an annotated item, as code beside the item.
//!
//! Everything goes into a `const _` block, so that it sees the user's private items and adds no
//! name of its own. The probe's build caps lints, so the code need not please the user's. It stands
//! among the user's names, though, with or without a prelude: items are named by their full paths,
//! and methods of values that a trait for all types could give another method of the same name are
//! called as functions.

mod block;
mod operation;
mod parameter;
mod subject;
mod tokens;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, ItemImpl, ItemStruct, Meta, Token};

use crate::ast::{Abstraction, FieldOptions, MethodOptions};
use crate::collect::text;

/// What goes after the struct.
pub(crate) fn abstraction(
    parsed: &Abstraction,
    item: &ItemStruct,
    fields: &[FieldOptions],
) -> TokenStream {
    subject::expand(parsed, item, fields)
}

/// What goes after the impl block; one entry for each of its items, `None` for non-methods.
pub(crate) fn methods(item: &ItemImpl, methods: &[Option<MethodOptions>]) -> TokenStream {
    block::expand(item, methods)
}

/// A `const _` block with what the generated code uses in scope.
fn hidden(items: TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use ::tlv::probe::fallback::{
                GivesNothing as _, NoArbitrary as _, NoBlock as _, NoSnapshot as _, NotPoolable as _,
                OfferNothing as _, OfferOk as _, OfferSome as _, OfferWhole as _,
                PlainlyReturned as _,
            };
            #items
        };
    }
}

/// The attributes that say under which condition an item or field is there.
///
/// Attribute macros see it whether the condition holds or not.
fn conditions(attributes: &[Attribute]) -> Vec<TokenStream> {
    let condition = |attribute: &Attribute| {
        if attribute.path().is_ident("cfg") {
            return Some(attribute.to_token_stream());
        }
        let list = attribute.meta.require_list().ok()?;
        if !attribute.path().is_ident("cfg_attr") {
            return None;
        }
        let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
        let mut parts = parts.into_iter();
        let when = parts.next()?;
        let cfgs: Vec<Meta> = parts.filter(|part| part.path().is_ident("cfg")).collect();
        (!cfgs.is_empty()).then(|| quote!(#[cfg_attr(#when, #(#cfgs),*)]))
    };
    attributes.iter().filter_map(condition).collect()
}

/// The line that a token stands in.
fn line(span: Span) -> TokenStream {
    // Compilers before 1.88 do not tell macros; the attribute's own line is the best guess then.
    match u32::try_from(span.start().line).unwrap_or(0) {
        0 => quote!(::core::line!()),
        line => quote!(#line),
    }
}

/// Where a token stands in the user's source.
fn place(span: Span) -> TokenStream {
    let start = span.start();
    let line = line(span);
    let column = match start.line {
        0 => 1,
        _ => u32::try_from(start.column + 1).unwrap_or(1),
    };
    quote! {
        ::tlv::probe::Place {
            file: ::tlv::probe::text(::core::file!()),
            line: #line,
            column: #column,
        }
    }
}

/// Expressions as texts, for `Vec<String>`.
fn texts<T: quote::ToTokens>(items: &[T]) -> TokenStream {
    let texts = items.iter().map(text);
    quote! { ::tlv::probe::std::vec![#(::tlv::probe::text(#texts)),*] }
}
