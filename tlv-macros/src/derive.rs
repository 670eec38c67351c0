//! `#[derive(tlv::Arbitrary)]`.
//!
//! The code written here stands in the user's module: every name in it is a full path, and local
//! variables are hygienic, so that nothing the user calls `source`, `Ok` or `usize` gets in the way.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Data, DeriveInput, Fields, Ident, Index, Member, Path, Type, parse_quote};

use crate::ast::FieldOptions;
use crate::attribute::misplaced;
use crate::parse;
use crate::report::Report;

/// A field, of a struct or of a variant.
struct Part<'a> {
    member: Member,
    /// As sources and views call it: `len`, `0`.
    name: String,
    /// The variable that refers to the field in a pattern.
    variable: Ident,
    ty: &'a Type,
    options: FieldOptions,
}

/// A variant, or the one form that a struct has.
struct Form<'a> {
    ident: &'a Ident,
    style: Style,
    parts: Vec<Part<'a>>,
}

#[derive(Clone, Copy)]
enum Style {
    Named,
    Tuple,
    Unit,
}

enum Body<'a> {
    Struct(Form<'a>),
    Enum(Vec<Form<'a>>),
}

/// The derive macro: the implementation for the probe, next to nothing in an ordinary build.
pub(crate) fn expand(input: TokenStream, probe: bool) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(problem) => return problem.to_compile_error(),
    };
    let mut report = Report::default();
    let body = body(&input, &mut report);
    match body {
        Some(body) if report.is_empty() && probe => implementation(&input, &body),
        Some(body) if report.is_empty() => use_makers(&input, &body),
        _ => report.into_compile_errors(),
    }
}

/// Uses the maker in a way that leaves no code behind: in an ordinary build it has no other use,
/// and a private function without one is reported as dead.
pub(crate) fn use_maker(owner: &Ident, ty: &Type, maker: &Path) -> TokenStream {
    struct NameSelf<'a>(&'a Ident);
    impl VisitMut for NameSelf<'_> {
        fn visit_ident_mut(&mut self, ident: &mut Ident) {
            if ident == "Self" {
                let span = ident.span();
                *ident = self.0.clone();
                ident.set_span(span);
            }
        }
    }
    let (mut ty, mut maker) = (ty.clone(), maker.clone());
    NameSelf(owner).visit_type_mut(&mut ty);
    NameSelf(owner).visit_path_mut(&mut maker);
    quote_spanned! { maker.span()=>
        const _: fn(&mut ::tlv::Source) -> #ty = #maker;
    }
}

fn use_makers(input: &DeriveInput, body: &Body) -> TokenStream {
    // A constant cannot speak of the parameters of a generic type.
    if !input.generics.params.is_empty() {
        return TokenStream::new();
    }
    let forms = match body {
        Body::Struct(form) => std::slice::from_ref(form),
        Body::Enum(forms) => forms,
    };
    let parts = forms.iter().flat_map(|form| &form.parts);
    parts
        .filter_map(|part| Some(use_maker(&input.ident, part.ty, part.options.with.as_ref()?)))
        .collect()
}

fn body<'a>(input: &'a DeriveInput, report: &mut Report) -> Option<Body<'a>> {
    misplaced(&input.attrs, "on a field", report);
    match &input.data {
        Data::Struct(data) => Some(Body::Struct(form(&input.ident, &data.fields, report))),
        Data::Enum(data) if data.variants.is_empty() => {
            let text = "an enum without variants has no values, so none can be made";
            report.error(&input.ident, text);
            None
        }
        Data::Enum(data) => {
            let variant = |variant: &'a syn::Variant| {
                misplaced(&variant.attrs, "on a field", report);
                form(&variant.ident, &variant.fields, report)
            };
            Some(Body::Enum(data.variants.iter().map(variant).collect()))
        }
        Data::Union(data) => {
            let text = "a union does not say which of its fields holds; implement \
                        `tlv::Arbitrary` by hand";
            report.error(data.union_token, text);
            None
        }
    }
}

fn form<'a>(ident: &'a Ident, fields: &'a Fields, report: &mut Report) -> Form<'a> {
    let part = |(index, field): (usize, &'a syn::Field)| Part {
        member: match &field.ident {
            Some(ident) => Member::Named(ident.clone()),
            None => Member::Unnamed(Index::from(index)),
        },
        name: match &field.ident {
            Some(ident) => ident.unraw().to_string(),
            None => index.to_string(),
        },
        variable: local(&format!("field_{index}")),
        ty: &field.ty,
        options: parse::field(&field.attrs, report),
    };
    let style = match fields {
        Fields::Named(_) => Style::Named,
        Fields::Unnamed(_) => Style::Tuple,
        Fields::Unit => Style::Unit,
    };
    Form { ident, style, parts: fields.iter().enumerate().map(part).collect() }
}

/// A variable that the user's own names cannot be mistaken for.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

fn implementation(input: &DeriveInput, body: &Body) -> TokenStream {
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::tlv::Arbitrary));
    }
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    let arbitrary = arbitrary(body);
    let fmt_rust = fmt_rust(ident, body);
    let inspect = inspect(body);
    let tag = match body {
        Body::Struct(_) => TokenStream::new(),
        Body::Enum(variants) => shape_and_tag(variants),
    };
    quote! {
        #[automatically_derived]
        impl #impl_generics ::tlv::Arbitrary for #ident #arguments #where_clause {
            const COMPLETE: ::core::primitive::bool = true;
            #arbitrary
            #fmt_rust
            #inspect
            #tag
        }
    }
}

fn arbitrary(body: &Body) -> TokenStream {
    let source = local("source");
    let (parameter, making) = match body {
        Body::Struct(form) => {
            // A struct without fields makes no choice.
            let parameter = if form.parts.is_empty() { local("_source") } else { source.clone() };
            (parameter, make(&quote! { Self }, form, &quote! { #source }))
        }
        Body::Enum(variants) => (source.clone(), make_variant(variants, &source)),
    };
    quote! {
        fn arbitrary(#parameter: &mut ::tlv::Source) -> Self {
            #making
        }
    }
}

fn make_variant(variants: &[Form], source: &Ident) -> TokenStream {
    let count = variants.len();
    let arms = variants.iter().enumerate().map(|(index, form)| {
        let index = Index::from(index);
        // The last variant takes the rest, so that the match is complete.
        let pattern = if index.index as usize + 1 == count {
            quote! { _ }
        } else {
            quote! { #index }
        };
        let (variant, name) = (form.ident, form.ident.unraw().to_string());
        let here = quote! { &mut ::tlv::Source::field(#source, #name) };
        let making = make(&quote! { Self::#variant }, form, &here);
        quote! { #pattern => #making, }
    });
    let count = Index::from(count);
    let ends = variants.iter().enumerate().filter(|(_, form)| form.parts.iter().all(ends));
    let ends = ends.map(|(index, _)| Index::from(index));
    quote! {
        match ::tlv::Source::variant_or_end(#source, #count, &[#(#ends),*]) {
            #(#arms)*
        }
    }
}

/// Whether a field surely holds no value of the type it is a part of.
fn ends(part: &Part) -> bool {
    const ENDS: [&str; 17] = [
        "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
        "i128", "isize", "f32", "f64", "String",
    ];
    let known = |path: &syn::TypePath| {
        path.path.get_ident().is_some_and(|ident| ENDS.iter().any(|end| ident == end))
    };
    part.options.with.is_some()
        || part.options.range.is_some()
        || match part.ty {
            Type::Path(path) => known(path),
            Type::Tuple(tuple) => tuple.elems.is_empty(),
            _ => false,
        }
}

/// The expression that makes one form out of the source.
fn make(path: &TokenStream, form: &Form, source: &TokenStream) -> TokenStream {
    let values = form.parts.iter().map(|part| {
        let Part { member, name, ty, options, .. } = part;
        let here = quote! { ::tlv::Source::field(#source, #name) };
        let value = match (&options.with, &options.range) {
            (Some(maker), _) => {
                quote_spanned! { maker.span()=> #maker(::tlv::Source::restricted(&mut #here)) }
            }
            (None, Some(range)) => {
                quote_spanned! { range.span()=> ::tlv::Source::range(&mut #here, #range) }
            }
            (None, None) => {
                quote_spanned! { ty.span()=> ::tlv::Source::any::<#ty>(&mut #here) }
            }
        };
        quote! { #member: #value }
    });
    quote! { #path { #(#values),* } }
}

fn fmt_rust(ident: &Ident, body: &Body) -> TokenStream {
    let out = local("out");
    let writing = match body {
        Body::Struct(form) => {
            let writes = write(&ident.to_string(), form, &out);
            let pattern = pattern(&quote! { Self }, form, shown);
            quote! { let #pattern = self; #writes }
        }
        Body::Enum(variants) => {
            let arms = variants.iter().map(|form| {
                let variant = form.ident;
                let writes = write(&format!("{ident}::{variant}"), form, &out);
                let pattern = pattern(&quote! { Self::#variant }, form, shown);
                quote! { #pattern => { #writes } }
            });
            quote! { match self { #(#arms)* } }
        }
    };
    quote! {
        fn fmt_rust(&self, #out: &mut dyn ::core::fmt::Write) -> ::core::fmt::Result {
            #writing
        }
    }
}

/// Fields made by a function need not be `Arbitrary`, so nothing is known of their values.
fn shown(part: &Part) -> bool {
    part.options.with.is_none()
}

/// A pattern that binds the fields chosen.
fn pattern(path: &TokenStream, form: &Form, chosen: fn(&Part) -> bool) -> TokenStream {
    let bindings = form.parts.iter().filter(|part| chosen(part)).map(|part| {
        let Part { member, variable, .. } = part;
        quote! { #member: #variable, }
    });
    quote! { #path { #(#bindings)* .. } }
}

/// The statements that write one form as a Rust expression.
fn write(path: &str, form: &Form, out: &Ident) -> TokenStream {
    let (open, close) = match (form.style, form.parts.is_empty()) {
        (Style::Named, false) => (" { ", " }"),
        (Style::Named, true) => (" {}", ""),
        (Style::Tuple, _) => ("(", ")"),
        (Style::Unit, _) => ("", ""),
    };
    // Text is gathered up to the next value, so that there is one call for each piece.
    let mut text = format!("{path}{open}");
    let mut writes = TokenStream::new();
    for (index, part) in form.parts.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        if let Member::Named(ident) = &part.member {
            text.push_str(&format!("{ident}: "));
        }
        if let Some(maker) = &part.options.with {
            text.push_str(&format!("/* made by {} */", path_text(maker)));
        } else {
            let Part { variable, ty, .. } = part;
            writes.extend(quote! { ::core::fmt::Write::write_str(#out, #text)?; });
            writes.extend(quote_spanned! { ty.span()=>
                <#ty as ::tlv::Arbitrary>::fmt_rust(#variable, #out)?;
            });
            text.clear();
        }
    }
    text.push_str(close);
    if text.is_empty() {
        quote! { #writes ::core::result::Result::Ok(()) }
    } else {
        quote! { #writes ::core::fmt::Write::write_str(#out, #text) }
    }
}

fn path_text(path: &Path) -> String {
    quote! { #path }.to_string().replace(" :: ", "::").replace(":: ", "::")
}

fn inspect(body: &Body) -> TokenStream {
    let view = local("view");
    let anything = |form: &Form| form.parts.iter().any(shown);
    let (parameter, looking) = match body {
        Body::Struct(form) if !anything(form) => (local("_view"), TokenStream::new()),
        Body::Struct(form) => {
            let pattern = pattern(&quote! { Self }, form, shown);
            let fields = view_fields(form, &view);
            (view.clone(), quote! { let #pattern = self; #fields })
        }
        Body::Enum(variants) => {
            let arms = variants.iter().enumerate().map(|(index, form)| {
                let (index, variant) = (Index::from(index), form.ident);
                let name = variant.unraw().to_string();
                let pattern = pattern(&quote! { Self::#variant }, form, shown);
                let fields = view_fields(form, &view);
                let parameter = if anything(form) { view.clone() } else { local("_view") };
                quote! {
                    #pattern => {
                        ::tlv::View::variant(#view, #index, #name, |#parameter| { #fields });
                    }
                }
            });
            (view.clone(), quote! { match self { #(#arms)* } })
        }
    };
    quote! {
        fn inspect(&self, #parameter: &mut ::tlv::View<'_>) {
            #looking
        }
    }
}

fn view_fields(form: &Form, view: &Ident) -> TokenStream {
    let shown = form.parts.iter().filter(|part| shown(part));
    shown
        .map(|Part { name, variable, ty, .. }| {
            quote_spanned! { ty.span()=> ::tlv::View::field(#view, #name, #variable); }
        })
        .collect()
}

fn shape_and_tag(variants: &[Form]) -> TokenStream {
    let names = variants.iter().map(|form| form.ident.unraw().to_string());
    let arms = variants.iter().enumerate().map(|(index, form)| {
        let (index, variant) = (Index::from(index), form.ident);
        quote! { Self::#variant { .. } => #index, }
    });
    quote! {
        fn shape() -> ::tlv::Shape {
            ::tlv::Shape::Enum(&[#(#names),*])
        }

        fn tag(&self) -> ::core::primitive::usize {
            match self { #(#arms)* }
        }
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;

    use super::expand;

    #[track_caller]
    fn check(input: TokenStream, probe: bool, expect: TokenStream) {
        assert_eq!(expand(input, probe).to_string(), expect.to_string());
    }

    #[test]
    fn structs_are_made_written_and_shown_field_by_field() {
        check(
            quote! { struct Point { x: i32, #[tlv(range = 0..=3)] y: u8, #[tlv(with = m::k)] z: Z } },
            true,
            quote! {
                #[automatically_derived]
                impl ::tlv::Arbitrary for Point {
                    const COMPLETE: ::core::primitive::bool = true;
                    fn arbitrary(source: &mut ::tlv::Source) -> Self {
                        Self {
                            x: ::tlv::Source::any::<i32>(&mut ::tlv::Source::field(source, "x")),
                            y: ::tlv::Source::range(
                                &mut ::tlv::Source::field(source, "y"), 0..=3
                            ),
                            z: m::k(::tlv::Source::restricted(&mut ::tlv::Source::field(source, "z")))
                        }
                    }
                    fn fmt_rust(
                        &self, out: &mut dyn ::core::fmt::Write
                    ) -> ::core::fmt::Result {
                        let Self { x: field_0, y: field_1, .. } = self;
                        ::core::fmt::Write::write_str(out, "Point { x: ")?;
                        <i32 as ::tlv::Arbitrary>::fmt_rust(field_0, out)?;
                        ::core::fmt::Write::write_str(out, ", y: ")?;
                        <u8 as ::tlv::Arbitrary>::fmt_rust(field_1, out)?;
                        ::core::fmt::Write::write_str(out, ", z: /* made by m::k */ }")
                    }
                    fn inspect(&self, view: &mut ::tlv::View<'_>) {
                        let Self { x: field_0, y: field_1, .. } = self;
                        ::tlv::View::field(view, "x", field_0);
                        ::tlv::View::field(view, "y", field_1);
                    }
                }
            },
        );
    }

    #[test]
    fn enums_choose_a_variant_and_tell_which_it_is() {
        check(
            quote! { enum Phase<T: Copy> { Idle, Hello(T) } },
            true,
            quote! {
                #[automatically_derived]
                impl<T: Copy + ::tlv::Arbitrary> ::tlv::Arbitrary for Phase<T> {
                    const COMPLETE: ::core::primitive::bool = true;
                    fn arbitrary(source: &mut ::tlv::Source) -> Self {
                        match ::tlv::Source::variant_or_end(source, 2, &[0]) {
                            0 => Self::Idle {},
                            _ => Self::Hello {
                                0: ::tlv::Source::any::<T>(&mut ::tlv::Source::field(
                                    &mut ::tlv::Source::field(source, "Hello"), "0"
                                ))
                            },
                        }
                    }
                    fn fmt_rust(
                        &self, out: &mut dyn ::core::fmt::Write
                    ) -> ::core::fmt::Result {
                        match self {
                            Self::Idle { .. } => {
                                ::core::fmt::Write::write_str(out, "Phase::Idle")
                            }
                            Self::Hello { 0: field_0, .. } => {
                                ::core::fmt::Write::write_str(out, "Phase::Hello(")?;
                                <T as ::tlv::Arbitrary>::fmt_rust(field_0, out)?;
                                ::core::fmt::Write::write_str(out, ")")
                            }
                        }
                    }
                    fn inspect(&self, view: &mut ::tlv::View<'_>) {
                        match self {
                            Self::Idle { .. } => {
                                ::tlv::View::variant(view, 0, "Idle", |_view| {});
                            }
                            Self::Hello { 0: field_0, .. } => {
                                ::tlv::View::variant(view, 1, "Hello", |view| {
                                    ::tlv::View::field(view, "0", field_0);
                                });
                            }
                        }
                    }
                    fn shape() -> ::tlv::Shape {
                        ::tlv::Shape::Enum(&["Idle", "Hello"])
                    }
                    fn tag(&self) -> ::core::primitive::usize {
                        match self {
                            Self::Idle { .. } => 0,
                            Self::Hello { .. } => 1,
                        }
                    }
                }
            },
        );
    }

    #[test]
    fn every_kind_of_type_gives_one_impl() {
        for input in [
            quote! { struct Unit; },
            quote! { struct Empty {} },
            quote! { struct Nothing(); },
            quote! { struct Pair<A, B>(A, B) where A: Clone; },
            quote! { struct Array<'a, T: 'a, const N: usize = 2> { items: [&'a T; N] } },
            quote! { struct Opaque(#[tlv(with = make)] Socket); },
            quote! { struct Raw { r#type: u8 } },
            quote! { enum List { Nil, Cons { head: u8, tail: Box<Self> } } },
            quote! { enum Numbered { A = 3, B = 5 } },
        ] {
            let file: syn::File = syn::parse2(expand(input, true)).expect("the output is Rust");
            assert!(matches!(file.items.as_slice(), [syn::Item::Impl(_)]));
        }
    }

    #[test]
    fn an_ordinary_build_uses_the_makers_and_nothing_else() {
        check(
            quote! { enum List { Nil, Cons(#[tlv(with = make)] Box<Self>, #[tlv(range = 0..3)] u8) } },
            false,
            quote! { const _: fn(&mut ::tlv::Source) -> Box<List> = make; },
        );
        check(quote! { struct Cell<T> { #[tlv(with = make)] value: T } }, false, quote! {});
        check(quote! { struct Point { x: i32 } }, false, quote! {});
    }
}
