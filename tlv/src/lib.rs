//! Annotate a struct; `cargo tlv` finds its protocol.
#![cfg_attr(not(feature = "std"), no_std)]

mod arbitrary;
#[cfg(feature = "probe")]
mod path;
#[cfg(feature = "probe")]
#[doc(hidden)]
pub mod probe;
mod source;
mod view;
#[cfg(feature = "wire")]
#[doc(hidden)]
pub mod wire;

pub use arbitrary::{Arbitrary, Shape};
pub use source::{Range, Source};
pub use tlv_macros::{Arbitrary, r#abstract, abstraction, methods};
pub use view::{Number, View};
