//! Functions whose calls are not followed into their body, by name.
//!
//! Only what has to be is in this list: the primitives of the probe, the allocator, the few
//! functions of std whose real body would not end (a hash, a formatter) or talks to the system.
//! Everything else is executed, panics up to the function that raises them included.

use crate::ir::Header;

/// How a call is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Special {
    /// By its body.
    Body,
    /// An LLVM intrinsic, by its name.
    Intrinsic,
    /// `tlv_any_…`: a new unknown number between bounds.
    Any { signed: bool },
    /// `tlv_any_f32`, `tlv_any_f64`: any bits.
    AnyFloat,
    /// `tlv_bound`.
    Bound,
    /// `tlv_assume`.
    Assume,
    /// `tlv_report`.
    Report,
    /// `tlv_feature`, `tlv_feature_float`.
    Feature { float: bool },
    /// `tlv_note`.
    Note,
    /// `tlv_catch`.
    Catch,
    /// `tlv_any_text` and the like: no text is worth trying when all are considered.
    NoText,
    /// Raises a panic; the last argument is where.
    Panic,
    /// Raises a panic from nowhere in particular.
    PanicWithoutPlace,
    /// Ends the process.
    Abort,
    /// Allocates: size, alignment.
    Allocate { zeroed: bool },
    /// Allocates: size only, as in C.
    AllocateC { zeroed: bool },
    /// Frees its first argument.
    Free,
    /// Pointer, old size, alignment, new size.
    Reallocate,
    /// Pointer, new size, as in C.
    ReallocateC,
    /// Compares bytes: `memcmp`, `bcmp`.
    CompareBytes,
    /// Copies bytes: `memcpy`, `memmove`.
    CopyBytes,
    /// Fills bytes.
    FillBytes,
    /// Reads what the process was started with.
    Environment,
    /// The length of a C string.
    StringLength,
    /// `BuildHasher::hash_one`: any lawful map works with any hash.
    Hash,
    /// Formats into a new `String`, which is then any text.
    Format,
    /// Prints: nothing the program can see.
    Print,
    /// The keys of a `RandomState`: any two numbers.
    RandomKeys,
    /// Does nothing and returns zero.
    Nothing,
    /// `black_box`-like: returns its argument.
    Identity,
}

impl Special {
    pub(super) fn of(header: &Header) -> Special {
        if header.name.starts_with("llvm.") {
            return Special::Intrinsic;
        }
        if let Some(primitive) = primitive(&header.name) {
            return primitive;
        }
        if let Some(known) = by_path(header) {
            return known;
        }
        if !header.defined
            && let Some(known) = of_c(&header.name)
        {
            return known;
        }
        Special::Body
    }
}

fn primitive(name: &str) -> Option<Special> {
    Some(match name {
        "tlv_any_f32" | "tlv_any_f64" => Special::AnyFloat,
        "tlv_any_text" => Special::NoText,
        "tlv_bound" => Special::Bound,
        "tlv_assume" => Special::Assume,
        "tlv_report" => Special::Report,
        "tlv_feature" => Special::Feature { float: false },
        "tlv_feature_float" => Special::Feature { float: true },
        "tlv_note" => Special::Note,
        "tlv_catch" => Special::Catch,
        _ => {
            let ty = name.strip_prefix("tlv_any_")?;
            Special::Any { signed: ty.starts_with('i') }
        }
    })
}

/// The path without what differs from crate to crate.
fn by_path(header: &Header) -> Option<Special> {
    let path = header.path.as_str();
    let last = path.rsplit("::").next().unwrap_or(path);
    match last {
        "__rust_alloc" => return Some(Special::Allocate { zeroed: false }),
        "__rust_alloc_zeroed" => return Some(Special::Allocate { zeroed: true }),
        "__rust_dealloc" => return Some(Special::Free),
        "__rust_realloc" => return Some(Special::Reallocate),
        "__rust_no_alloc_shim_is_unstable" | "__rust_no_alloc_shim_is_unstable_v2" => {
            return Some(Special::Nothing);
        }
        _ => {}
    }
    let known = match path {
        "core::panicking::panic_fmt" => Special::Panic,
        "core::panicking::panic_nounwind_fmt"
        | "core::panicking::panic_nounwind"
        | "core::panicking::panic_cannot_unwind"
        | "core::panicking::panic_in_cleanup"
        | "alloc::alloc::handle_alloc_error"
        | "std::process::abort"
        | "std::process::exit"
        | "std::alloc::rust_oom" => Special::Abort,
        "std::panicking::resume_unwind"
        | "std::panic::resume_unwind"
        | "std::panicking::rust_panic_without_hook" => Special::PanicWithoutPlace,
        "alloc::fmt::format::format_inner" => Special::Format,
        "std::env::args" | "std::env::args_os" => Special::Environment,
        "std::io::stdio::_print" | "std::io::stdio::_eprint" => Special::Print,
        "std::sys::random::linux::hashmap_random_keys"
        | "std::sys::random::hashmap_random_keys"
        | "std::sys::pal::unix::rand::hashmap_random_keys" => Special::RandomKeys,
        _ if path.ends_with("::hashmap_random_keys") => Special::RandomKeys,
        _ if path.starts_with("core::hash::BuildHasher::hash_one")
            || path.contains(" as core::hash::BuildHasher>::hash_one") =>
        {
            Special::Hash
        }
        _ if path.starts_with("std::panicking::begin_panic") && header.noreturn => Special::Panic,
        _ if path.starts_with("std::panicking::panic_with_hook") && header.noreturn => {
            Special::PanicWithoutPlace
        }
        _ if path.starts_with("core::hint::black_box") => Special::Identity,
        _ => return None,
    };
    Some(known)
}

fn of_c(name: &str) -> Option<Special> {
    Some(match name {
        "malloc" => Special::AllocateC { zeroed: false },
        "calloc" => Special::AllocateC { zeroed: true },
        "realloc" => Special::ReallocateC,
        "free" => Special::Free,
        "memcmp" | "bcmp" => Special::CompareBytes,
        "memcpy" | "memmove" => Special::CopyBytes,
        "memset" => Special::FillBytes,
        "strlen" => Special::StringLength,
        "abort" | "_exit" | "exit" | "__assert_fail" => Special::Abort,
        "_Unwind_RaiseException" | "_Unwind_Resume" => Special::PanicWithoutPlace,
        "__cxa_thread_atexit_impl" => Special::Nothing,
        _ => return None,
    })
}
