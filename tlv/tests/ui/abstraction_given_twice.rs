//! Parts and names that may be given once only.

#[tlv::abstraction(
    predicates(auto, empty = self.len == 0, auto, empty = self.len < 1),
    predicates(full = self.len == 8),
    state(Empty = empty),
    state(Empty = !full),
    state(full = full),
    property(safe = "G !panic"),
    property(safe = "G !err"),
    failure(panic, panic),
    failure(err),
    bound = 2,
    bound = 3
)]
struct Stack {
    len: usize,
}

#[tlv::abstraction(instance(Pair<u8>), instance(Pair<u8>))]
struct Pair<T>(T, T);

fn main() {}
