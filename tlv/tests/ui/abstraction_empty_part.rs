//! Parts with nothing in them.

#[tlv::abstraction(predicates(), invariant(), property(), state(), failure(), instance())]
struct Stack {
    len: usize,
}

fn main() {}
