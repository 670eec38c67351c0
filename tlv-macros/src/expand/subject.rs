//! The struct: its predicates, invariants and fields, as an `Abstraction` of the probe.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{ItemStruct, Member};

use super::tokens::{Instance, instances, mentions, self_as_this, this};
use super::{hidden, place};
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
    let predicates = predicates(parsed, instance);
    let invariants = invariants(parsed, instance);
    let field_predicates = field_predicates(item, instance);
    let shown = shown_fields(item, instance);
    let copier = if shares(item) {
        quote!(::core::option::Option::None)
    } else {
        quote!(::tlv::probe::Snapshot::<Self>::new().copier())
    };
    let blocks = 0..MAX_BLOCKS;
    quote! {
        impl ::tlv::probe::Abstraction for #ty {
            fn facts() -> ::tlv::probe::Facts { #facts }
            fn predicates() -> ::tlv::probe::std::vec::Vec<::tlv::probe::Predicate<Self>> { #predicates }
            fn field_predicates() -> ::tlv::probe::std::vec::Vec<::tlv::probe::Predicate<Self>> {
                #field_predicates
            }
            fn invariants() -> ::tlv::probe::std::vec::Vec<::tlv::probe::Invariant<Self>> { #invariants }
            fn blocks() -> ::tlv::probe::std::vec::Vec<::tlv::probe::Block<Self>> {
                let mut blocks = ::tlv::probe::std::vec::Vec::new();
                #(blocks.extend(::tlv::probe::Lookup::<Self, #blocks>::new().block());)*
                blocks
            }
            fn copier() -> ::core::option::Option<fn(&Self) -> Self> { #copier }
            fn inspect(&self, view: &mut ::tlv::View<'_>) { #shown }
        }
        ::tlv::probe::inventory::submit! {
            ::tlv::probe::Registration(::tlv::probe::Subject::of::<#ty>)
        }
    }
}

fn facts(
    parsed: &Abstraction,
    item: &ItemStruct,
    options: &[FieldOptions],
    instance: &Instance,
) -> TokenStream {
    // A lifetime in the name would only be ours.
    let name = text(&instance.ty).replace("'static, ", "").replace("<'static>", "");
    let place = place(item.ident.span());
    let auto = parsed.auto;
    let properties = parsed.properties.iter().map(|property| {
        let formula = &property.formula;
        let name = match &property.name {
            Some(name) => {
                let name = name.to_string();
                quote!(::core::option::Option::Some(::tlv::probe::std::string::String::from(#name)))
            }
            None => quote!(::core::option::Option::None),
        };
        quote! {
            ::tlv::wire::Property { name: #name, formula: ::tlv::probe::std::string::String::from(#formula) }
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
    let fields = item.fields.iter().zip(item.fields.members()).zip(options);
    let opaque = fields.filter(|(_, options)| options.with.is_none() && options.range.is_none());
    let opaque = opaque.map(|((field, member), _)| {
        let (ty, name) = (instance.substitution.apply(&field.ty), member_name(&member));
        quote! {
            if !::tlv::probe::Argument::<#ty>::new().can_be_made() {
                opaque_fields.push(#name);
            }
        }
    });
    quote! {
        let mut opaque_fields = ::tlv::probe::std::vec::Vec::new();
        #(#opaque)*
        ::tlv::probe::Facts {
            package: ::core::env!("CARGO_PKG_NAME"),
            name: #name,
            module: ::core::module_path!(),
            place: #place,
            auto: #auto,
            properties: ::tlv::probe::std::vec![#(#properties),*],
            states: ::tlv::probe::std::vec![#(#states),*],
            failures: ::tlv::probe::std::vec![#(#failures),*],
            bound: #bound,
            opaque_fields,
        }
    }
}

fn predicates(parsed: &Abstraction, instance: &Instance) -> TokenStream {
    let this = this();
    let predicates = parsed.predicates.iter().map(|predicate| {
        let (name, expr) = (predicate.name.to_string(), text(&predicate.value));
        let holds = instance.substitution.replace(self_as_this(&predicate.value));
        quote! {
            ::tlv::probe::Predicate {
                name: ::tlv::probe::std::string::String::from(#name),
                expr: ::tlv::probe::std::string::String::from(#expr),
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

fn field_predicates(item: &ItemStruct, instance: &Instance) -> TokenStream {
    let fields = item.fields.iter().zip(item.fields.members()).map(|(field, member)| {
        let (ty, name) = (instance.substitution.apply(&field.ty), member_name(&member));
        quote! {
            predicates.extend(::tlv::probe::field_predicates::<Self, #ty>(
                #name,
                |object: &Self| &object.#member,
                ::tlv::probe::Argument::<#ty>::new().shape(),
            ));
        }
    });
    quote! {
        let mut predicates = ::tlv::probe::std::vec::Vec::new();
        #(#fields)*
        predicates
    }
}

fn shown_fields(item: &ItemStruct, instance: &Instance) -> TokenStream {
    let fields = item.fields.iter().zip(item.fields.members()).map(|(field, member)| {
        let (ty, name) = (instance.substitution.apply(&field.ty), member_name(&member));
        quote!(::tlv::probe::Argument::<#ty>::new().inspect(view, #name, &self.#member);)
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
