//! One constructor or method: whether it can be called, and the code that does it.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{
    FnArg, ImplItemFn, Pat, Path, ReceiverKind, ReturnType, Safety, Type, Visibility,
    WherePredicate,
};

use super::block::Context;
use super::parameter::{Parameter, Scope, parameter, type_text};
use super::tokens::{local, mentions, self_as_this, static_type, this};
use super::{conditions, place, texts};
use crate::ast::{MethodOptions, Role};
use crate::collect::text;

/// What a function of the block is.
pub(super) enum Sort {
    /// Neither constructor nor method of the protocol.
    Ignored,
    /// It belongs to the protocol, but cannot be called.
    Skipped(String),
    /// It can be called.
    Operation(Shape),
}

/// How a function is called.
pub(super) struct Shape {
    receiver: Receiver,
    parameters: Vec<(Ident, Type, Parameter)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Receiver {
    None,
    Shared,
    Unique,
    Value,
    Boxed,
}

pub(super) fn sort(function: &ImplItemFn, options: &MethodOptions, block: &Context) -> Sort {
    let signature = &function.sig;
    let public = block.of_trait || matches!(function.vis, Visibility::Public(_));
    if !public || options.role == Some(Role::Observer) {
        return Sort::Ignored;
    }
    let receiver = match signature.inputs.first() {
        Some(FnArg::Receiver(receiver)) => receiver,
        _ if !may_give(&signature.output, block) => return Sort::Ignored,
        _ => {
            return match callable(function, options, Receiver::None, block) {
                Ok(shape) => Sort::Operation(shape),
                Err(reason) => Sort::Skipped(reason),
            };
        }
    };
    if let ReceiverKind::Reference(_, Some(lifetime), _) = &receiver.kind
        && block.lifetimes.contains(&lifetime.ident.to_string())
    {
        let reason = "its receiver is borrowed for as long as what the object borrows";
        return Sort::Skipped(reason.to_owned());
    }
    let receiver = match &receiver.kind {
        ReceiverKind::Value => Some(Receiver::Value),
        ReceiverKind::Reference(_, _, Some(_)) => Some(Receiver::Unique),
        ReceiverKind::Reference(_, _, None) => Some(Receiver::Shared),
        ReceiverKind::Typed(_, ty) => match text(ty).as_str() {
            "Self" => Some(Receiver::Value),
            "&Self" => Some(Receiver::Shared),
            "&mut Self" => Some(Receiver::Unique),
            "Box<Self>" => Some(Receiver::Boxed),
            _ => None,
        },
        _ => None,
    };
    let observes = receiver == Some(Receiver::Shared)
        && signature.inputs.len() == 1
        && matches!(&signature.output, ReturnType::Type(_, ty) if text(ty) == "bool");
    if observes && options.role != Some(Role::Event) {
        return Sort::Ignored;
    }
    let Some(receiver) = receiver else {
        return Sort::Skipped("its receiver is not `self`, `&self` or `&mut self`".to_owned());
    };
    match callable(function, options, receiver, block) {
        Ok(shape) => Sort::Operation(shape),
        Err(reason) => Sort::Skipped(reason),
    }
}

fn callable(
    function: &ImplItemFn,
    options: &MethodOptions,
    receiver: Receiver,
    block: &Context,
) -> Result<Shape, String> {
    let signature = &function.sig;
    if options.role == Some(Role::Skip) {
        return Err("marked `#[tlv(skip)]`".to_owned());
    }
    if signature.asyncness.is_some() {
        return Err("it is async".to_owned());
    }
    if matches!(signature.safety, Safety::Unsafe(_)) {
        return Err("it is unsafe".to_owned());
    }
    if let Some(parameter) = signature.generics.const_params().next() {
        return Err(format!("its parameter `const {}` is not given", parameter.ident));
    }
    let scope = Scope {
        generics: &signature.generics,
        lifetimes: &block.lifetimes,
        lasting: lasting(function, receiver, block),
    };
    let mut parameters = Vec::new();
    for (index, input) in signature.inputs.iter().enumerate() {
        let FnArg::Typed(typed) = input else { continue };
        if !conditions(&typed.attrs).is_empty() {
            let parameter = text(&typed.pat);
            return Err(format!("its parameter `{parameter}` is there under a condition only"));
        }
        let name = match &*typed.pat {
            Pat::Ident(pattern) => pattern.ident.clone(),
            _ => format_ident!("parameter_{index}"),
        };
        let made = local(&format!("__made_{index}"));
        let how = parameter(&typed.ty, &made, &scope)
            .map_err(|reason| format!("its parameter `{name}: {}`: {reason}", text(&typed.ty)))?;
        parameters.push((name, (*typed.ty).clone(), how));
    }
    Ok(Shape { receiver, parameters })
}

/// Whether the function may return the struct itself, as far as the spelling of its type says: an
/// alias may hide it. The probe asks the type.
fn may_give(output: &ReturnType, block: &Context) -> bool {
    let ReturnType::Type(_, ty) = output else { return false };
    let Type::Path(path) = &**ty else { return false };
    if mentions(ty, |word| word == "impl" || word == "dyn") {
        return false;
    }
    let last = path.path.segments.last();
    let alias = last.is_some_and(|last| {
        let name = last.ident.to_string();
        last.arguments.is_none() && name.starts_with(char::is_uppercase)
    });
    alias || mentions(ty, |word| word == "Self" || word == block.name)
}

/// Whether what the function borrows has to live for ever: an object that it makes may keep it, or
/// a lifetime of its own may be tied to one of the object's.
fn lasting(function: &ImplItemFn, receiver: Receiver, block: &Context) -> bool {
    let generics = &function.sig.generics;
    let declared = generics.lifetimes().any(|lifetime| !lifetime.bounds.is_empty());
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let tied = declared || clauses.into_iter().any(|p| matches!(p, WherePredicate::Lifetime(_)));
    let makes = matches!(receiver, Receiver::None | Receiver::Value | Receiver::Boxed);
    tied || (makes && block.borrows)
}

/// The path of the trait that a block implements.
pub(super) fn trait_path(of_trait: &(Path, syn::Token![for])) -> &Path {
    &of_trait.0
}

/// Pushes the operation onto `operations`.
pub(super) fn operation(
    function: &ImplItemFn,
    options: &MethodOptions,
    shape: &Shape,
    block: &Context,
) -> TokenStream {
    let signature = &function.sig;
    let name = signature.ident.to_string();
    let role = match (shape.receiver, &signature.output) {
        (Receiver::None, ReturnType::Type(_, ty)) => {
            let ty = static_type(ty);
            quote!(::tlv::probe::Gives::<Self, #ty>::new().tlv_role())
        }
        _ => quote!(::tlv::probe::Role::Method),
    };
    let params = shape.parameters.iter().map(|(name, ty, _)| format!("{name}: {}", text(ty)));
    let receiver = match signature.inputs.first() {
        Some(FnArg::Receiver(receiver)) => text(receiver),
        _ => String::new(),
    };
    let returns = match &signature.output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, ty) => text(ty),
    };
    let (requires, assumes) = (texts(&options.requires), texts(&options.assumes));
    let place = place(signature.ident.span());
    let unmakeable = unmakeable(options, shape, block);
    let run = run(function, options, shape, block);
    quote! {
        let mut unmakeable: ::tlv::probe::std::vec::Vec<&'static str> = ::tlv::probe::std::vec::Vec::new();
        #unmakeable
        ::tlv::probe::std::vec::Vec::push(&mut operations, ::tlv::probe::Operation {
            role: #role,
            event: || ::tlv::wire::Event {
                name: ::tlv::probe::text(#name),
                params: ::tlv::probe::std::vec![#(::tlv::probe::text(#params)),*],
                receiver: ::tlv::probe::text(#receiver),
                returns: ::tlv::probe::text(#returns),
                requires: #requires,
                assumes: #assumes,
                place: #place,
            },
            unmakeable,
            run: #run,
        });
    }
}

/// Notes the parameters for which there is no value at all.
fn unmakeable(options: &MethodOptions, shape: &Shape, block: &Context) -> TokenStream {
    let parameters = shape.parameters.iter().filter_map(|(name, ty, how)| {
        let made = how.made.as_ref()?;
        let listed = options.values.iter().any(|values| values.name == *name);
        let returned = block.returned.contains(&type_text(ty));
        let described = format!("{name}: {}", text(ty));
        (!listed && !returned).then(|| {
            quote! {
                if !::tlv::probe::Argument::<#made>::new().tlv_can_be_made() {
                    ::tlv::probe::std::vec::Vec::push(&mut unmakeable, #described);
                }
            }
        })
    });
    parameters.collect()
}

/// The closure that makes the arguments and calls the function.
fn run(
    function: &ImplItemFn,
    options: &MethodOptions,
    shape: &Shape,
    block: &Context,
) -> TokenStream {
    let name = &function.sig.ident;
    let (object, frame) = (local("__object"), local("__frame"));
    let (value, results) = (local("__value"), local("__results"));
    let (receiver, returned, this) = (local("__receiver"), local("__returned"), this());
    let arguments = shape.parameters.iter().enumerate().map(|(index, (name, _, how))| {
        let made =
            local(&format!("__made_{}", index + usize::from(shape.receiver != Receiver::None)));
        argument(name, how, &made, options, &frame, &results)
    });
    let arguments: Vec<TokenStream> = arguments.collect();
    let requires = (!options.requires.is_empty()).then(|| {
        let conditions = options.requires.iter().map(self_as_this);
        quote! {
            if let ::core::option::Option::Some(#this) = &*#value {
                let _ = #this;
                #frame.requires(#((#conditions))&&*);
            }
        }
    });
    let assumed = match options.assumes.as_slice() {
        [] => quote!(true),
        conditions => quote!(#((#conditions))&&*),
    };
    let missing = quote! {
        else { return ::core::result::Result::Err(::tlv::probe::Unmade) }
    };
    let before = match shape.receiver {
        Receiver::None => quote!(#frame.calling(#assumed)?;),
        Receiver::Shared => quote! {
            let ::core::option::Option::Some(#receiver) = &*#value #missing;
            #frame.calling(#assumed)?;
        },
        Receiver::Unique => quote! {
            let ::core::option::Option::Some(#receiver) = &mut *#value #missing;
            #frame.calling(#assumed)?;
        },
        Receiver::Value => quote! {
            #frame.calling(#assumed)?;
            let ::core::option::Option::Some(#receiver) =
                ::core::option::Option::take(#value) #missing;
        },
        Receiver::Boxed => quote! {
            #frame.calling(#assumed)?;
            let ::core::option::Option::Some(#receiver) =
                ::core::option::Option::take(#value) #missing;
            let #receiver = ::tlv::probe::std::boxed::Box::new(#receiver);
        },
    };
    let passed = (shape.receiver != Receiver::None).then_some(quote!(#receiver)).into_iter();
    let passed = passed.chain(shape.parameters.iter().map(|(name, _, how)| match &how.inline {
        Some(inline) => inline.clone(),
        None => quote!(#name),
    }));
    let path = &block.path;
    let offer = match &function.sig.output {
        ReturnType::Type(_, ty) if block.offers(ty) => {
            let from = name.to_string();
            quote!((&&&::tlv::probe::Returned(&#returned)).tlv_offer(#from, #results);)
        }
        _ => TokenStream::new(),
    };
    let takes = matches!(shape.receiver, Receiver::None | Receiver::Value | Receiver::Boxed);
    let put_back = (takes && may_give(&function.sig.output, block)).then(|| {
        quote! {
            *#value = ::tlv::probe::Given(::core::option::Option::Some(#returned), #value)
                .tlv_object();
        }
    });
    let call = quote!(#path::#name(#(#passed),*));
    let call = match &function.sig.output {
        ReturnType::Type(_, ty) if matches!(**ty, Type::Never(_)) => call,
        _ => quote! {
            let #returned = #call;
            let outcome = ::tlv::probe::Returned(&#returned).tlv_outcome();
            #offer
            #put_back
            ::core::result::Result::Ok(outcome)
        },
    };
    quote! {
        |#object: &mut ::tlv::probe::Object<Self>, #frame: &mut ::tlv::probe::Frame|
            -> ::core::result::Result<::tlv::probe::Outcome, ::tlv::probe::Unmade>
        {
            let ::tlv::probe::Object { value: #value, results: #results } = #object;
            #(#arguments)*
            #requires
            #before
            #call
        }
    }
}

/// The statements that make one argument.
fn argument(
    name: &Ident,
    how: &Parameter,
    made: &Ident,
    options: &MethodOptions,
    frame: &Ident,
    results: &Ident,
) -> TokenStream {
    let form = how.text.statement(frame);
    let Some(ty) = &how.made else {
        return quote! {
            #frame.unit();
            #form
        };
    };
    let label = name.to_string();
    let listed = options.values.iter().filter(|values| values.name == *name);
    let listed = listed.flat_map(|values| &values.value).map(|expression| {
        let shown = text(expression);
        let expression = (how.from_listed)(ty, expression.to_token_stream());
        quote!((#shown, (|| #expression) as fn() -> #ty))
    });
    let bind = &how.bind;
    let bound = how.inline.is_none().then(|| quote!(let mut #name = #bind;));
    quote! {
        let mut #made: #ty =
            ::tlv::probe::Argument::<#ty>::new().tlv_make(#label, #frame, #results, &[#(#listed),*])?;
        #form
        #bound
    }
}
