//! What a wrongly annotated item becomes: itself, without our attributes, and the problems.
//!
//! A helper attribute left behind would be reported once more by rustc, as unknown; an item left
//! out would make every use of it an error. The user is to see the real problems alone.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::report::Report;

/// The item stripped of every `#[tlv(…)]`, then one `compile_error!` for each problem.
pub(crate) fn expand(item: TokenStream, report: Report) -> TokenStream {
    let item = strip(item);
    let errors = report.into_compile_errors();
    quote! { #item #errors }
}

/// Works on tokens, since the item may be of any kind, or not even be understood.
fn strip(tokens: TokenStream) -> TokenStream {
    let mut kept = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
        if is_hash && tokens.next_if(is_helper_body).is_some() {
            continue;
        }
        kept.push(match token {
            TokenTree::Group(group) => {
                let mut stripped = Group::new(group.delimiter(), strip(group.stream()));
                stripped.set_span(group.span());
                TokenTree::Group(stripped)
            }
            other => other,
        });
    }
    kept.into_iter().collect()
}

/// `[tlv]`, `[tlv(…)]`, `[tlv = …]`, not `[tlv::methods]`; and `[cfg_attr(…, tlv(…))]`.
fn is_helper_body(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    if group.delimiter() != Delimiter::Bracket {
        return false;
    }
    let mut body = group.stream().into_iter();
    match (body.next(), body.next()) {
        (Some(TokenTree::Ident(ident)), Some(TokenTree::Punct(punct))) if ident == "tlv" => {
            punct.as_char() != ':'
        }
        (Some(TokenTree::Ident(ident)), _) if ident == "tlv" => true,
        (Some(TokenTree::Ident(ident)), Some(TokenTree::Group(arguments))) => {
            ident == "cfg_attr" && has_conditional_helper(arguments.stream())
        }
        _ => false,
    }
}

/// Whether `tlv(…)` stands among the arguments of a `cfg_attr`.
fn has_conditional_helper(arguments: TokenStream) -> bool {
    let arguments: Vec<TokenTree> = arguments.into_iter().collect();
    arguments
        .windows(2)
        .any(|two| matches!(two, [TokenTree::Ident(ident), TokenTree::Group(_)] if ident == "tlv"))
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::expand;
    use crate::report::Report;

    #[test]
    fn helper_attributes_go_and_everything_else_stays() {
        let item = quote! {
            #[tlv(skip)]
            #[tlv::methods]
            impl A {
                #[doc = "x"]
                #[tlv]
                #[tlv = 1]
                #[cfg_attr(x, tlv(skip))]
                #[cfg_attr(x, doc = "tlv")]
                pub fn f(#[tlv(range = 0..3)] x: u8) { #[cfg(x)] g([tlv], # [x]) }
            }
        };
        let expect = quote! {
            #[tlv::methods]
            impl A {
                #[doc = "x"]
                #[cfg_attr(x, doc = "tlv")]
                pub fn f(x: u8) { #[cfg(x)] g([tlv], # [x]) }
            }
        };
        assert_eq!(expand(item, Report::default()).to_string(), expect.to_string());
    }

    #[test]
    fn each_problem_becomes_an_error() {
        let mut report = Report::default();
        report.error_at(proc_macro2::Span::call_site(), "one");
        report.error_at(proc_macro2::Span::call_site(), "two");
        let expanded = expand(quote! { struct A; }, report).to_string();
        assert_eq!(expanded.matches("compile_error").count(), 2);
        assert!(expanded.starts_with("struct A ;"), "{expanded}");
    }
}
