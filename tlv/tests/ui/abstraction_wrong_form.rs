//! Parts that are known but not written as they should be.

#[tlv::abstraction(
    predicates = self.len == 0,
    invariant,
    property(G ready),
    property(safe: "G ready"),
    property(7),
    state(Empty),
    failure = panic,
    bound(3),
    instance = Stack,
    "text"
)]
struct Stack {
    len: usize,
}

#[tlv::abstraction(predicates(empty == self.len == 0, full, half = , odd = self.len % 2 == 1 self))]
struct Queue {
    len: usize,
}

#[tlv::abstraction(bound = 2 predicates(empty = self.len == 0))]
struct Deque {
    len: usize,
}

fn main() {}
