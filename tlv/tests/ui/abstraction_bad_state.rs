//! States are made of predicate names and connectives, nothing else.

#[tlv::abstraction(
    predicates(empty = self.len == 0, full = self.len == 8),
    state(Partial = !empty && !ful),
    state(Odd = other),
    state(Direct = self.len == 0),
    state(Call = empty && check(full)),
    state(Equal = empty == full),
    state(end = empty),
    state(X = full),
    state(self = full),
    state(Number = 1)
)]
struct Stack {
    len: usize,
}

fn main() {}
