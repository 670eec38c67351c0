//! The struct: its predicates, invariants and fields, as an `Abstraction` of the probe.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{ItemStruct, Member};

use super::tokens::{Instance, instances, local, mentions, self_as_this, this};
use super::{conditions, hidden, line, place};
use crate::ast::{Abstraction, Failure, FieldOptions};
use crate::collect::text;

/// As many as `tlv::probe::MAX_BLOCKS`.
pub(super) const MAX_BLOCKS: usize = 32;

pub(super) fn expand(
    parsed: &Abstraction,
    item: &ItemStruct,
    fields: &[FieldOptions],
) -> TokenStream {
    let all = instances(item, &parsed.instances);
    let several = all.iter().map(|instance| expand_instance(parsed, item, fields, instance));
    hidden(several.collect())
}

fn expand_instance(
    parsed: &Abstraction,
    item: &ItemStruct,
    options: &[FieldOptions],
    instance: &Instance,
) -> TokenStream {
    let ty = &instance.ty;
    let facts = facts(parsed, item, options, instance);
    let (auto, name, line) = (parsed.auto, name(instance), line(item.ident.span()));
    let source = local("__source");
    let made = made(item, options, instance, &source);
    let predicates = predicates(parsed, instance);
    let invariants = invariants(parsed, instance);
    let field_predicates = field_predicates(item);
    let shown = shown_fields(item);
    let copier = if shares(item) {
        quote!(::core::option::Option::None)
    } else {
        quote!(::tlv::probe::Snapshot::<Self>::new().tlv_copier())
    };
    // Only a block of a generic impl has to be looked for; others have registered themselves.
    let generic = item.generics.type_params().next().is_some()
        || item.generics.const_params().next().is_some();
    let blocks = 0..if generic { MAX_BLOCKS } else { 0 };
    quote! {
        impl ::tlv::probe::Abstraction for #ty {
            const AUTO: bool = #auto;
            fn facts() -> ::tlv::probe::Facts { #facts }
            fn predicates() -> ::tlv::probe::std::vec::Vec<::tlv::probe::Predicate<Self>> { #predicates }
            fn field_predicates() -> ::tlv::probe::std::vec::Vec<::tlv::probe::Predicate<Self>> {
                #field_predicates
            }
            fn invariants() -> ::tlv::probe::std::vec::Vec<::tlv::probe::Invariant<Self>> { #invariants }
            fn blocks() -> ::tlv::probe::std::vec::Vec<::tlv::probe::Block<Self>> {
                ::tlv::probe::blocks(::tlv::probe::std::vec![
                    #(::tlv::probe::Lookup::<Self, #blocks>::new().tlv_block()),*
                ])
            }
            fn copier() -> ::core::option::Option<fn(&Self) -> Self> { #copier }
            fn make(#source: &mut ::tlv::Source) -> ::core::option::Option<Self> { #made }
            fn inspect(&self, view: &mut ::tlv::View<'_>) { #shown }
        }
        ::tlv::probe::inventory::submit! {
            ::tlv::probe::Registration::of::<#ty>(
                ::core::env!("CARGO_PKG_NAME"),
                ::core::module_path!(),
                #name,
                #line,
            )
        }
    }
}

fn facts(
    parsed: &Abstraction,
    item: &ItemStruct,
    options: &[FieldOptions],
    instance: &Instance,
) -> TokenStream {
    let name = name(instance);
    let place = place(item.ident.span());
    let properties = parsed.properties.iter().map(|property| {
        let formula = &property.formula;
        let name = match &property.name {
            Some(name) => {
                let name = name.to_string();
                quote!(::core::option::Option::Some(::tlv::probe::text(#name)))
            }
            None => quote!(::core::option::Option::None),
        };
        quote! {
            ::tlv::wire::Property { name: #name, formula: ::tlv::probe::text(#formula) }
        }
    });
    let states = parsed.states.iter().map(|state| {
        let (name, expression) = (state.name.to_string(), text(&state.value));
        quote!((#name, #expression))
    });
    let failures = parsed.failures.as_deref().unwrap_or(&[Failure::Panic, Failure::Err]);
    let failures = failures.iter().map(|failure| match failure {
        Failure::Panic => quote!(::tlv::probe::Outcome::Panic),
        Failure::Err => quote!(::tlv::probe::Outcome::Err),
        Failure::None => quote!(::tlv::probe::Outcome::None),
        Failure::False => quote!(::tlv::probe::Outcome::False),
    });
    let bound = match parsed.bound.map(|bound| u32::try_from(bound).unwrap_or(u32::MAX)) {
        Some(bound) => quote!(::core::option::Option::Some(#bound)),
        None => quote!(::core::option::Option::None),
    };
    let made = options.iter().map(|options| options.with.is_some() || options.range.is_some());
    let opaque = fields(item).zip(made).filter(|(_, made)| !made).map(|(field, _)| {
        let Field { name, conditions, argument, .. } = field;
        quote! {
            #(#conditions)*
            if !#argument.tlv_can_be_made() {
                ::tlv::probe::std::vec::Vec::push(&mut opaque_fields, #name);
            }
        }
    });
    let packed = item.fields.members().filter(|_| is_packed(item)).map(|m| member_name(&m));
    quote! {
        let mut opaque_fields: ::tlv::probe::std::vec::Vec<&'static str> = ::tlv::probe::std::vec![#(#packed),*];
        #(#opaque)*
        ::tlv::probe::Facts {
            package: ::core::env!("CARGO_PKG_NAME"),
            name: #name,
            module: ::core::module_path!(),
            place: #place,
            properties: ::tlv::probe::std::vec![#(#properties),*],
            states: ::tlv::probe::std::vec![#(#states),*],
            failures: ::tlv::probe::std::vec![#(#failures),*],
            bound: #bound,
            opaque_fields,
        }
    }
}

/// The type as reports call it. A lifetime in the name would only be ours.
fn name(instance: &Instance) -> String {
    text(&instance.ty).replace("'static, ", "").replace("<'static>", "")
}

/// The expression that makes an object field by field, or nothing where a field cannot be made.
fn made(
    item: &ItemStruct,
    options: &[FieldOptions],
    instance: &Instance,
    source: &Ident,
) -> TokenStream {
    // Its fields have no references, by which alone their types are known here.
    if is_packed(item) {
        return quote!({
            let _ = #source;
            ::core::option::Option::None
        });
    }
    let values = fields(item).zip(options).map(|(field, options)| {
        let Field { name, member, conditions, argument } = field;
        let here = quote!(::tlv::Source::field(#source, #name));
        let value = match (&options.with, &options.range) {
            (Some(maker), _) => {
                let maker = instance.substitution.replace(maker.to_token_stream());
                quote!(#maker(::tlv::Source::restricted(&mut #here)))
            }
            (None, Some(range)) => {
                let range = instance.substitution.replace(range.to_token_stream());
                quote!(::tlv::Source::range(&mut #here, #range))
            }
            (None, None) => quote!(#argument.tlv_field(&mut #here)?),
        };
        quote!(#(#conditions)* #member: #value)
    });
    quote!({
        let _ = &#source;
        ::core::option::Option::Some(Self { #(#values),* })
    })
}

fn predicates(parsed: &Abstraction, instance: &Instance) -> TokenStream {
    let this = this();
    let predicates = parsed.predicates.iter().map(|predicate| {
        let (name, expr) = (predicate.name.to_string(), text(&predicate.value));
        let holds = instance.substitution.replace(self_as_this(&predicate.value));
        quote! {
            ::tlv::probe::Predicate {
                name: ::tlv::probe::std::borrow::Cow::Borrowed(#name),
                expr: ::tlv::probe::std::borrow::Cow::Borrowed(#expr),
                origin: ::tlv::probe::Origin::User,
                aliases: ::tlv::probe::std::vec![],
                holds: ::tlv::probe::std::boxed::Box::new(|#this: &Self| -> bool { #holds }),
            }
        }
    });
    quote!(::tlv::probe::std::vec![#(#predicates),*])
}

fn invariants(parsed: &Abstraction, instance: &Instance) -> TokenStream {
    let this = this();
    let invariants = parsed.invariants.iter().map(|invariant| {
        let expr = text(invariant);
        let holds = instance.substitution.replace(self_as_this(invariant));
        quote!(::tlv::probe::Invariant { expr: #expr, holds: |#this: &Self| -> bool { #holds } })
    });
    quote!(::tlv::probe::std::vec![#(#invariants),*])
}

/// A field as the generated code speaks of it.
struct Field {
    name: String,
    member: Member,
    /// Under which the field is there.
    conditions: Vec<TokenStream>,
    /// What its type can do. The type is not named: with what stands for a parameter of the
    /// struct in its place it might have to be written in another way.
    argument: TokenStream,
}

/// The fields that can be looked at: none of a packed struct, which has no references to them.
fn fields(item: &ItemStruct) -> impl Iterator<Item = Field> {
    let packed = is_packed(item);
    let members = item.fields.iter().zip(item.fields.members()).filter(move |_| !packed);
    members.map(|(field, member)| Field {
        name: member_name(&member),
        conditions: conditions(&field.attrs),
        argument: quote!(::tlv::probe::Argument::of(|object: &Self| &object.#member)),
        member,
    })
}

fn is_packed(item: &ItemStruct) -> bool {
    item.attrs.iter().any(|attribute| {
        attribute.path().is_ident("repr") && mentions(&attribute.meta, |word| word == "packed")
    })
}

fn field_predicates(item: &ItemStruct) -> TokenStream {
    let fields = fields(item).map(|Field { name, member, conditions, argument }| {
        quote! {
            #(#conditions)*
            ::tlv::probe::std::vec::Vec::append(&mut predicates, &mut ::tlv::probe::field_predicates(
                #name,
                |object: &Self| &object.#member,
                #argument.tlv_shape(),
            ));
        }
    });
    quote! {
        let mut predicates = ::tlv::probe::std::vec::Vec::new();
        #(#fields)*
        predicates
    }
}

fn shown_fields(item: &ItemStruct) -> TokenStream {
    let fields = fields(item).map(|Field { name, member, conditions, argument }| {
        quote! {
            #(#conditions)*
            #argument.tlv_inspect(view, #name, &self.#member);
        }
    });
    quote!(#(#fields)*)
}

fn member_name(member: &Member) -> String {
    let name = member.to_token_stream().to_string();
    name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
}

/// Whether a clone of the struct would share what can change with its original, as far as the
/// types of the fields show.
fn shares(item: &ItemStruct) -> bool {
    item.fields.iter().any(|field| {
        let ty = &field.ty;
        let pointer = mentions(ty, |word| matches!(word, "Rc" | "Arc" | "Weak"));
        let raw = text(ty).contains('*');
        let reference = text(ty).contains('&')
            && mentions(ty, |word| {
                word.contains("Cell")
                    || word.contains("Lock")
                    || word == "Mutex"
                    || word.starts_with("Atomic")
            });
        pointer || raw || reference
    })
}
