//! Every unknown or misplaced part of one attribute is reported, with what may have been meant.

#[tlv::abstraction(
    invariants(self.len <= 8),
    predicate(empty = self.len == 0),
    requires(self.len > 0),
    range = 0..8,
    requirez(self.len > 0),
    colour = "green"
)]
struct Stack {
    len: usize,
}

fn main() {
    // The struct is there all the same: no further error comes from its use.
    let _ = Stack { len: 0 }.len;
}
