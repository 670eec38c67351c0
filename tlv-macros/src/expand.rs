//! What the probe needs to know of an annotated item, as code beside the item.
//!
//! Everything goes into a `const _` block, so that it sees the user's private items and adds no
//! name of its own. The probe's build caps lints, so the code need not please the user's.

mod block;
mod operation;
mod parameter;
mod subject;
mod tokens;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{ItemImpl, ItemStruct};

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
                NoArbitrary as _, NoBlock as _, NoSnapshot as _, NotPoolable as _,
                OfferNothing as _, OfferOk as _, OfferSome as _, OfferWhole as _,
                PlainlyReturned as _,
            };
            #items
        };
    }
}

/// Where a token stands in the user's source.
fn place(span: Span) -> TokenStream {
    let start = span.start();
    let line = u32::try_from(start.line).unwrap_or(0);
    let column = u32::try_from(start.column + 1).unwrap_or(1);
    // Compilers before 1.88 do not tell macros; the attribute's own line is the best guess then.
    let (line, column) = match line {
        0 => (quote!(::core::line!()), quote!(1)),
        _ => (quote!(#line), quote!(#column)),
    };
    quote! {
        ::tlv::probe::Place {
            file: ::tlv::probe::std::string::String::from(::core::file!()),
            line: #line,
            column: #column,
        }
    }
}

/// Expressions as texts, for `Vec<String>`.
fn texts<T: quote::ToTokens>(items: &[T]) -> TokenStream {
    let texts = items.iter().map(text);
    quote! { ::tlv::probe::std::vec![#(::tlv::probe::std::string::String::from(#texts)),*] }
}
