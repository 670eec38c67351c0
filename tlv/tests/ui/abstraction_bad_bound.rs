//! The bound is a whole number from 1.

#[tlv::abstraction(bound = 0)]
struct Zero(u8);

#[tlv::abstraction(bound = -1)]
struct Negative(u8);

#[tlv::abstraction(bound = "3")]
struct Text(u8);

#[tlv::abstraction(bound = 1.5)]
struct Fraction(u8);

#[tlv::abstraction(bound = )]
struct Missing(u8);

fn main() {}
