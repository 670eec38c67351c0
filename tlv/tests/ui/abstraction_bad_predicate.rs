//! Predicates have plain names and are conditions on `self`.

#[tlv::abstraction(
    predicates(
        type = self.len == 0,
        r#match = self.len == 1,
        auto = self.len == 2,
        panic = self.len == 3,
        G = self.len == 4,
        constant = LIMIT > 3,
        assigned = self.len = 5,
        left = { return self.len == 6 },
        tried = self.first()? == 7,
    ),
    invariant(LIMIT > 0),
    invariant(self.len = LIMIT)
)]
struct Stack {
    len: usize,
}

const LIMIT: usize = 8;

fn main() {
    let _ = (Stack { len: LIMIT }).len;
}
