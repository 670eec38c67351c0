//! Only some outcomes can count as failures.

#[tlv::abstraction(failure(panics, error, ok, 3))]
struct Stack(u8);

fn main() {}
