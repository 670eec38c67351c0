//! Writing values as Rust: the few forms of expression that the implementations share.

use core::fmt;

use crate::Arbitrary;

/// `function(argument)`, also for tuple structs and variants.
pub(super) fn call<T: Arbitrary>(
    out: &mut dyn fmt::Write,
    function: &str,
    argument: &T,
) -> fmt::Result {
    write!(out, "{function}(")?;
    argument.fmt_rust(out)?;
    out.write_char(')')
}

/// The items with commas between them, without anything around them.
pub(super) fn list<'a, T: Arbitrary + 'a>(
    out: &mut dyn fmt::Write,
    items: impl IntoIterator<Item = &'a T>,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        item.fmt_rust(out)?;
    }
    Ok(())
}

/// What stands for a value that cannot be read or has no literal, such as a locked mutex.
pub(super) fn unprintable<T>(out: &mut dyn fmt::Write) -> fmt::Result {
    write!(out, "/* a {} */", core::any::type_name::<T>())
}
