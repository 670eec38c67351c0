//! Annotate a struct; `cargo tlv` finds the order in which its methods may be called.
//!
//! ```
//! /// A door that can be locked when it is shut.
//! #[tlv::abstraction(predicates(open = self.open, locked = self.locked))]
//! #[derive(Default)]
//! pub struct Door {
//!     open: bool,
//!     locked: bool,
//! }
//!
//! #[tlv::methods]
//! impl Door {
//!     pub fn new() -> Self {
//!         Door::default()
//!     }
//!
//!     pub fn open(&mut self) -> Result<(), &'static str> {
//!         if self.locked {
//!             return Err("the door is locked");
//!         }
//!         self.open = true;
//!         Ok(())
//!     }
//!
//!     pub fn close(&mut self) {
//!         self.open = false;
//!     }
//!
//!     pub fn lock(&mut self) {
//!         assert!(!self.open, "only a shut door can be locked");
//!         self.locked = true;
//!     }
//! }
//!
//! # fn main() {
//! let mut door = Door::new();
//! door.lock();
//! assert!(door.open().is_err());
//! # }
//! ```
//!
//! With this, `cargo tlv learn` prints the states of a `Door`, what each call does in each of them,
//! and calls that show it. In an ordinary build the attributes leave the code as it is.
//!
//! - [`macro@abstraction`] goes on the struct, [`macro@methods`] on its impl blocks, the derive
//!   [`macro@Arbitrary`] on types of fields and parameters.
//! - The trait [`Arbitrary`] makes values from a [`Source`]; write it by hand where the derive does
//!   not fit.
//!
//! Without the feature `std` (on by default) the crate is `no_std`. The features `probe` and `wire`
//! are for `cargo tlv` itself.

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
