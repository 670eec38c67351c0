//! One parameter: what owned value is made for it, and how that is passed.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{
    GenericArgument, Generics, Path, PathArguments, ReturnType, Type, TypeParamBound,
    WherePredicate, parse_quote,
};

use super::tokens::{has_lifetime_of, mentions, static_type};
use crate::collect::text;

/// How the value made for a parameter becomes its argument.
pub(super) struct Parameter {
    /// The type of the value that is made; `None` if nothing needs to be.
    pub(super) made: Option<Type>,
    /// Turns the text of the made value into the text of the argument.
    pub(super) text: TextForm,
    /// Statements' worth of binding: the argument, from the variable that holds the made value.
    pub(super) bind: TokenStream,
    /// A closure, which must stand in the call itself for its types to be inferred.
    pub(super) inline: Option<TokenStream>,
    /// Turns an expression of `values(…)` into the made type.
    pub(super) from_listed: fn(&Type, TokenStream) -> TokenStream,
}

/// The forms of an argument's text.
pub(super) enum TextForm {
    AsMade,
    Reference,
    UniqueReference,
    Str,
    Slice,
    OptionalReference,
    OptionalStr,
    OptionalSlice,
    /// What stands before and after the value that a closure returns.
    Closure(String, &'static str),
}

impl TextForm {
    /// The statement that puts the text of the made value, if there is one, into the form.
    pub(super) fn statement(&self, frame: &Ident) -> Option<TokenStream> {
        let function = match self {
            TextForm::AsMade => return None,
            TextForm::Closure(before, after) => {
                return Some(quote!(#frame.pass_closure(#before, #after);));
            }
            TextForm::Reference => format_ident!("by_reference"),
            TextForm::UniqueReference => format_ident!("by_unique_reference"),
            TextForm::Str => format_ident!("as_str"),
            TextForm::Slice => format_ident!("as_slice"),
            TextForm::OptionalReference => format_ident!("by_optional_reference"),
            TextForm::OptionalStr => format_ident!("as_optional_str"),
            TextForm::OptionalSlice => format_ident!("as_optional_slice"),
        };
        Some(quote!(#frame.pass(::tlv::probe::#function);))
    }

    /// The same closure as part of a larger expression.
    fn inside(self, around: &str, after: &'static str) -> TextForm {
        match self {
            TextForm::Closure(before, _) => TextForm::Closure(format!("{around}{before}"), after),
            other => other,
        }
    }
}

/// Where the types of a signature are read.
pub(super) struct Scope<'a> {
    /// The generics of the method itself.
    pub(super) generics: &'a Generics,
    /// The lifetimes of the impl.
    pub(super) lifetimes: &'a [String],
    /// Whether everything borrowed has to live for ever.
    pub(super) lasting: bool,
}

/// How to make an argument of type `ty` out of `made`; the error says why that cannot be done.
pub(super) fn parameter(ty: &Type, made: &Ident, scope: &Scope<'_>) -> Result<Parameter, String> {
    match ty {
        Type::Paren(inner) => parameter(&inner.elem, made, scope),
        Type::Group(inner) => parameter(&inner.elem, made, scope),
        Type::Reference(reference) => {
            let named = reference.lifetime.as_ref().is_some_and(|lifetime| {
                lifetime.ident == "static" || scope.lifetimes.contains(&lifetime.ident.to_string())
            });
            let lasting = named || scope.lasting;
            let unique = reference.mutability.is_some();
            borrowed(&reference.elem, unique, lasting, made, scope)
        }
        Type::ImplTrait(bounds) => bounded(bounds.bounds.iter(), made, scope),
        Type::Path(path) => match path.path.get_ident() {
            Some(ident) if scope.generics.type_params().any(|param| param.ident == *ident) => {
                generic(ident, made, scope)
            }
            _ => owned_path(ty, &path.path, made, scope),
        },
        Type::FnPtr(_) => Err("a function pointer cannot be made".to_owned()),
        Type::Ptr(_) => Err("a raw pointer cannot be made".to_owned()),
        Type::TraitObject(_) => Err("a trait object cannot be made".to_owned()),
        _ => owned(ty, made, scope),
    }
}

/// A value passed as it is made.
fn owned(ty: &Type, made: &Ident, scope: &Scope<'_>) -> Result<Parameter, String> {
    if mentions(ty, |word| word == "dyn") {
        return Err("a trait object cannot be made".to_owned());
    }
    if mentions_generic(ty, scope) {
        return Err("its type depends on a type parameter of the method".to_owned());
    }
    Ok(Parameter {
        made: Some(static_type(ty)),
        text: TextForm::AsMade,
        bind: quote!(#made),
        inline: None,
        from_listed: |_, expression| expression,
    })
}

fn mentions_generic(ty: &Type, scope: &Scope<'_>) -> bool {
    scope.generics.type_params().any(|param| {
        let name = param.ident.to_string();
        mentions(ty, |word| word == name)
    }) || scope.generics.const_params().any(|param| {
        let name = param.ident.to_string();
        mentions(ty, |word| word == name)
    })
}

fn owned_path(
    ty: &Type,
    path: &Path,
    made: &Ident,
    scope: &Scope<'_>,
) -> Result<Parameter, String> {
    let Some(last) = path.segments.last() else { return owned(ty, made, scope) };
    let inner = first_type(&last.arguments);
    match (last.ident.to_string().as_str(), inner) {
        ("Option", Some(Type::Reference(reference))) if reference.mutability.is_none() => {
            if scope.lasting || has_lifetime_of(ty, scope.lifetimes) {
                return Err("an optional reference that must outlive the object".to_owned());
            }
            let deref = quote!(::core::option::Option::as_deref(&#made));
            let (made_type, bind, text): (Type, _, _) = match &*reference.elem {
                Type::Path(path) if path.path.is_ident("str") => {
                    (parse_quote!(::tlv::probe::std::string::String), deref, TextForm::OptionalStr)
                }
                Type::Slice(slice) => {
                    let element = static_type(&slice.elem);
                    let owner = parse_quote!(::tlv::probe::std::vec::Vec<#element>);
                    (owner, deref, TextForm::OptionalSlice)
                }
                other => {
                    let reference = quote!(::core::option::Option::as_ref(&#made));
                    (static_type(other), reference, TextForm::OptionalReference)
                }
            };
            let whole: Type = parse_quote!(::core::option::Option<#made_type>);
            Ok(Parameter { bind, text, ..owned(&whole, made, scope)? })
        }
        ("Box", Some(Type::TraitObject(object))) => {
            let inner = bounded(object.bounds.iter(), made, scope)?;
            let closure = inner.inline.ok_or("a boxed trait object cannot be made")?;
            let inline = Some(quote!(::tlv::probe::std::boxed::Box::new(#closure)));
            Ok(Parameter { inline, text: inner.text.inside("Box::new(", ")"), ..inner })
        }
        _ => owned(ty, made, scope),
    }
}

/// A value passed by reference. `lasting` ones are never freed: the object may keep them.
fn borrowed(
    target: &Type,
    unique: bool,
    lasting: bool,
    made: &Ident,
    scope: &Scope<'_>,
) -> Result<Parameter, String> {
    let (owner, text, from_listed): (Type, _, fn(&Type, TokenStream) -> TokenStream) = match target
    {
        Type::Path(path) if path.path.is_ident("str") => {
            let from: fn(&Type, _) -> _ = |_, expression| quote!(::core::convert::Into::<::tlv::probe::std::string::String>::into(#expression));
            (parse_quote!(::tlv::probe::std::string::String), TextForm::Str, from)
        }
        Type::Path(path) if last_is(&path.path, &["Path", "OsStr", "CStr"]) => {
            let owner: Type = if last_is(&path.path, &["Path"]) {
                parse_quote!(::tlv::probe::std::path::PathBuf)
            } else if last_is(&path.path, &["OsStr"]) {
                parse_quote!(::tlv::probe::std::ffi::OsString)
            } else {
                parse_quote!(::tlv::probe::std::ffi::CString)
            };
            let from: fn(&Type, _) -> _ =
                |_, expression| quote!(::tlv::probe::std::borrow::ToOwned::to_owned(#expression));
            (owner, TextForm::Reference, from)
        }
        Type::Slice(slice) => {
            let element = owned(&slice.elem, made, scope)?.made;
            let from: fn(&Type, _) -> _ = |_, expression| quote!((#expression).to_vec());
            (parse_quote!(::tlv::probe::std::vec::Vec<#element>), TextForm::Slice, from)
        }
        Type::TraitObject(object) => {
            let inner = bounded(object.bounds.iter(), made, scope)?;
            let closure = inner.inline.ok_or("a trait object cannot be made")?;
            let (inline, around) = match unique {
                true => (quote!(&mut #closure), "&mut "),
                false => (quote!(&#closure), "&"),
            };
            let text = inner.text.inside(around, "");
            return Ok(Parameter { inline: Some(inline), text, ..inner });
        }
        Type::Reference(_) => return Err("a reference to a reference".to_owned()),
        other => {
            let inner = parameter(other, made, scope)?;
            let Some(owner) = inner.made.filter(|_| inner.inline.is_none()) else {
                return Err("a reference to something that cannot be made".to_owned());
            };
            let from: fn(&Type, _) -> _ =
                |ty, expression| quote!(<#ty as ::core::clone::Clone>::clone(#expression));
            (owner, if unique { TextForm::UniqueReference } else { TextForm::Reference }, from)
        }
    };
    let text = if unique { TextForm::UniqueReference } else { text };
    let bind = match (lasting, unique) {
        (true, true) => {
            quote!(::tlv::probe::std::boxed::Box::leak(::tlv::probe::std::boxed::Box::new(#made)))
        }
        (true, false) => {
            quote!(&*::tlv::probe::std::boxed::Box::leak(::tlv::probe::std::boxed::Box::new(#made)))
        }
        (false, true) => quote!(&mut #made),
        (false, false) => quote!(&#made),
    };
    // `&String` becomes `&str`, `&Vec` a slice, and so on, where the call wants it so.
    Ok(Parameter { made: Some(owner), text, bind, inline: None, from_listed })
}

fn last_is(path: &Path, names: &[&str]) -> bool {
    path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// A type parameter of the method: what its bounds allow.
fn generic(ident: &Ident, made: &Ident, scope: &Scope<'_>) -> Result<Parameter, String> {
    let declared = scope
        .generics
        .type_params()
        .filter(|param| param.ident == *ident)
        .flat_map(|param| param.bounds.iter());
    let clauses = scope.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let clauses = clauses.filter_map(|predicate| match predicate {
        WherePredicate::Type(ty) => match &ty.bounded_ty {
            Type::Path(path) if path.path.is_ident(ident) => Some(ty.bounds.iter()),
            _ => None,
        },
        _ => None,
    });
    bounded(declared.chain(clauses.flatten()), made, scope)
}

/// A value of some type that meets the bounds.
fn bounded<'a>(
    bounds: impl Iterator<Item = &'a TypeParamBound>,
    made: &Ident,
    scope: &Scope<'_>,
) -> Result<Parameter, String> {
    let mut chosen: Option<Parameter> = None;
    let mut copied = false;
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let Some(last) = bound.path.segments.last() else { continue };
        let name = last.ident.to_string();
        if !is_standard(&bound.path) {
            return Err(format!("a value that is `{}` cannot be made", text(&bound.path)));
        }
        copied |= name == "Copy";
        let of_type = |ty: Type| owned(&ty, made, scope);
        let parameter = match name.as_str() {
            // Met by whatever is chosen for the other bounds.
            "Sized" | "Send" | "Sync" | "Unpin" | "Clone" | "Copy" | "Debug" | "Eq"
            | "PartialEq" | "Ord" | "PartialOrd" | "Hash" | "Default" | "RefUnwindSafe"
            | "UnwindSafe" => continue,
            "Into" => match first_type(&last.arguments) {
                Some(target) => {
                    let target = parameter(target, made, scope)?;
                    let from: fn(&Type, TokenStream) -> TokenStream =
                        |ty, expression| quote!(::core::convert::Into::<#ty>::into(#expression));
                    Parameter { from_listed: from, ..target }
                }
                None => return Err("a conversion without a target".to_owned()),
            },
            "AsRef" | "Borrow" => match first_type(&last.arguments) {
                Some(Type::Slice(slice)) => {
                    let element = &slice.elem;
                    of_type(parse_quote!(::tlv::probe::std::vec::Vec<#element>))?
                }
                Some(Type::Path(path)) if last_is(&path.path, &["str", "Path", "OsStr"]) => {
                    let owner = of_type(parse_quote!(::tlv::probe::std::string::String))?;
                    let from: fn(&Type, TokenStream) -> TokenStream = |_, expression| quote!(::core::convert::Into::<::tlv::probe::std::string::String>::into(#expression));
                    Parameter { from_listed: from, ..owner }
                }
                Some(other) => of_type(other.clone())?,
                None => return Err("a conversion without a target".to_owned()),
            },
            "Iterator" | "IntoIterator" | "ExactSizeIterator" | "DoubleEndedIterator" => {
                let Some(item) = associated(&last.arguments, "Item") else {
                    return Err(format!("an `{name}` over a type that is not named"));
                };
                if matches!(item, Type::Reference(_)) {
                    return Err(format!("an `{name}` over references"));
                }
                let all = of_type(parse_quote!(::tlv::probe::std::vec::Vec<#item>))?;
                Parameter { bind: quote!(::core::iter::IntoIterator::into_iter(#made)), ..all }
            }
            "Fn" | "FnMut" | "FnOnce" => closure(&last.arguments, made, scope)?,
            "Display" | "ToString" => of_type(parse_quote!(::tlv::probe::std::string::String))?,
            "Read" | "BufRead" => of_type(parse_quote!(
                ::tlv::probe::std::io::Cursor<::tlv::probe::std::vec::Vec<u8>>
            ))?,
            // Of the two traits of this name, only its path says which one it is.
            "Write" if mentions(&bound.path, |word| word == "io") => {
                of_type(parse_quote!(::tlv::probe::std::vec::Vec<u8>))?
            }
            "Write" if mentions(&bound.path, |word| word == "fmt") => {
                of_type(parse_quote!(::tlv::probe::std::string::String))?
            }
            "Write" => of_type(parse_quote!(::tlv::probe::Written))?,
            other => return Err(format!("a value that is `{other}` cannot be made")),
        };
        chosen.get_or_insert(parameter);
    }
    match chosen {
        Some(parameter)
            if copied
                && !parameter.made.as_ref().is_none_or(|ty| is_plain(ty) && !is_string(ty)) =>
        {
            Err("a value that is `Copy` besides cannot be made".to_owned())
        }
        Some(parameter) => Ok(parameter),
        // Only what every number has is asked for.
        None => owned(&parse_quote!(i32), made, scope),
    }
}

/// Whether the path of a trait may be one of the standard library: a name alone, or below a module
/// that is there.
fn is_standard(path: &Path) -> bool {
    const MODULES: [&str; 18] = [
        "std", "core", "alloc", "borrow", "clone", "cmp", "convert", "default", "error", "ffi",
        "fmt", "hash", "io", "iter", "marker", "ops", "panic", "string",
    ];
    let first = path.segments.first().map(|segment| segment.ident.to_string());
    path.segments.len() == 1 || first.is_some_and(|first| MODULES.contains(&first.as_str()))
}

fn is_string(ty: &Type) -> bool {
    mentions(ty, |word| word == "String")
}

/// A closure that ignores what it is given and always returns the same.
fn closure(
    arguments: &PathArguments,
    made: &Ident,
    scope: &Scope<'_>,
) -> Result<Parameter, String> {
    let PathArguments::Parenthesized(signature) = arguments else {
        return Err("a closure whose signature is not written out".to_owned());
    };
    let ignored: Vec<TokenStream> = signature.inputs.iter().map(|_| quote!(_)).collect();
    let head = format!("|{}| ", vec!["_"; ignored.len()].join(", "));
    let (made_type, inline) = match &signature.output {
        ReturnType::Default => (None, quote!(|#(#ignored),*| ())),
        ReturnType::Type(_, ty) if is_plain(ty) => {
            let same = quote!(move |#(#ignored),*| ::core::clone::Clone::clone(&#made));
            (owned(ty, made, scope)?.made, same)
        }
        ReturnType::Type(_, ty) => {
            let ty = text(ty);
            return Err(format!("a closure that returns `{ty}` cannot be made"));
        }
    };
    Ok(Parameter {
        made: made_type,
        text: TextForm::Closure(head, ""),
        bind: quote!(#made),
        inline: Some(inline),
        from_listed: |_, expression| expression,
    })
}

/// Types that are surely `Clone` and can surely be made.
fn is_plain(ty: &Type) -> bool {
    const PLAIN: [&str; 17] = [
        "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
        "i128", "isize", "f32", "f64", "String",
    ];
    match ty {
        Type::Path(path) => {
            path.path.get_ident().is_some_and(|ident| PLAIN.iter().any(|plain| ident == plain))
        }
        Type::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        _ => false,
    }
}

fn first_type(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

fn associated<'a>(arguments: &'a PathArguments, name: &str) -> Option<&'a Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(assoc) if assoc.ident == name => Some(&assoc.ty),
        _ => None,
    })
}

/// The type as one can compare it.
pub(super) fn type_text(ty: &Type) -> String {
    ty.to_token_stream().to_string()
}
