//! `Arbitrary` for the types of `alloc` and `std`.
