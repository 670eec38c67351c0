//! A stack with room for 1024 items.

const CAPACITY: usize = 1024;

/// Items, last in, first out.
#[tlv::abstraction(
    predicates(empty = self.len == 0, full = self.len == CAPACITY),
    state(Partial = !empty && !full),
    invariant(self.len <= CAPACITY)
)]
#[derive(Clone, Debug)]
pub struct BoundedStack {
    len: usize,
    items: [i32; CAPACITY],
}

#[tlv::methods]
impl BoundedStack {
    /// An empty stack.
    pub fn new() -> Self {
        BoundedStack { len: 0, items: [0; CAPACITY] }
    }

    /// Puts an item on top.
    ///
    /// # Panics
    /// When the stack is full.
    pub fn push(&mut self, item: i32) {
        assert!(self.len < CAPACITY, "the stack is full");
        self.items[self.len] = item;
        self.len += 1;
    }

    /// Takes the item on top, if there is one.
    pub fn pop(&mut self) -> Option<i32> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(self.items[self.len])
    }
}

impl Default for BoundedStack {
    fn default() -> Self {
        BoundedStack::new()
    }
}
