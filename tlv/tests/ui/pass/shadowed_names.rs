//! The macros' output does not depend on what names mean around it.

#![deny(warnings)]
#![allow(non_camel_case_types, dead_code)]

struct Ok;
struct Result;
struct Source;
struct usize;
trait Arbitrary {}
mod core {}

#[derive(tlv::Arbitrary)]
struct Option {
    #[tlv(with = source)]
    some: u8,
    next: std::option::Option<Box<Self>>,
    #[tlv(with = Option::again)]
    again: std::option::Option<Box<Self>>,
}

impl Option {
    fn again(_source: &mut tlv::Source) -> std::option::Option<Box<Self>> {
        None
    }
}

fn source(source: &mut tlv::Source) -> u8 {
    source.u8()
}

fn main() {}
