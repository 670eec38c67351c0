//! The attribute and derive macros of `tlv`. Use them through the `tlv` crate.

mod ast;

use proc_macro::TokenStream;

/// Annotates a struct whose protocol `cargo tlv` is to find.
#[proc_macro_attribute]
pub fn abstraction(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    item
}
