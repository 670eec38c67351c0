//! What the probe needs to know of an annotated item.

use proc_macro2::TokenStream;
use syn::{ItemImpl, ItemStruct};

use crate::ast::{Abstraction, FieldOptions, MethodOptions};

/// What goes after the struct.
pub(crate) fn abstraction(
    _parsed: &Abstraction,
    _item: &ItemStruct,
    _fields: &[FieldOptions],
) -> TokenStream {
    TokenStream::new()
}

/// What goes after the impl block; one entry for each of its items, `None` for non-methods.
pub(crate) fn methods(_item: &ItemImpl, _methods: &[Option<MethodOptions>]) -> TokenStream {
    TokenStream::new()
}
