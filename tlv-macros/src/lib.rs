//! The attribute and derive macros of `tlv`. Use them through the `tlv` crate.

mod ast;
mod attribute;
mod collect;
mod derive;
mod expand;
mod fallback;
mod formula;
mod parse;
mod parts;
mod report;
mod validate;

use proc_macro::TokenStream;

/// Annotates a struct whose protocol `cargo tlv` is to find.
///
/// All parts are optional, and separated by commas:
///
/// | part | meaning |
/// |---|---|
/// | `predicates(NAME = EXPR, …)` | named `bool` expressions over `self`; the word `auto` among them adds those collected from the code; none given means `auto` |
/// | `invariant(EXPR)` | must hold of every reachable value; proved, never just trusted |
/// | `property("FORMULA")`, `property(NAME = "FORMULA")` | a temporal property of the protocol |
/// | `state(NAME = EXPR)` | names a state by an expression over predicate names |
/// | `failure(panic, err, none, false)` | the outcomes that count as failures; default `panic, err` |
/// | `bound = N` | symbolic collections have up to N elements; default 3 |
/// | `instance(TYPE)` | for a generic struct, an instance to analyse |
///
/// A part in parentheses takes a list, and all but `predicates` and `failure` may be repeated.
#[proc_macro_attribute]
pub fn abstraction(arguments: TokenStream, item: TokenStream) -> TokenStream {
    attribute::abstraction(arguments.into(), item.into()).into()
}

/// The same as [`macro@abstraction`].
#[proc_macro_attribute]
pub fn r#abstract(arguments: TokenStream, item: TokenStream) -> TokenStream {
    attribute::abstraction(arguments.into(), item.into()).into()
}

/// Annotates an impl block of a struct under [`macro@abstraction`]: its public methods are the
/// events of the protocol, its public functions that return `Self` are the constructors.
///
/// On a method, `#[tlv(…)]` says more:
///
/// | part | meaning |
/// |---|---|
/// | `skip` / `event` / `observer` | leave it out / treat it as an event / as a predicate |
/// | `requires(EXPR)` | over `self` and the parameters: when it may be called |
/// | `assume(EXPR)` | over the parameters: arguments to consider |
/// | `values(PARAM = [EXPR, …])` | extra values for the argument pool |
#[proc_macro_attribute]
pub fn methods(arguments: TokenStream, item: TokenStream) -> TokenStream {
    attribute::methods(arguments.into(), item.into()).into()
}

/// Derives the trait of the same name for a struct or an enum.
///
/// On a field, `#[tlv(with = PATH)]` names a `fn(&mut tlv::Source) -> T` that makes its value, and
/// `#[tlv(range = RANGE)]` the integers to draw it from.
#[proc_macro_derive(Arbitrary, attributes(tlv))]
pub fn arbitrary(input: TokenStream) -> TokenStream {
    derive::expand(input.into(), cfg!(feature = "probe")).into()
}
