//! What can be wrong within the parts of `#[tlv(…)]` on a method.

struct Stack {
    len: usize,
}

#[tlv::methods]
impl Stack {
    #[tlv(requires(self.len == 0))]
    pub fn with_length(len: usize) -> Self {
        Stack { len }
    }

    #[tlv(requires(len > 0))]
    pub fn with_items(len: usize) -> Self {
        Stack { len }
    }

    #[tlv(requires(LIMIT > 0), requires(self.len = 3), requires())]
    pub fn push(&mut self, item: u8) {
        self.len += usize::from(item);
    }

    #[tlv(assume(self.len > 0), assume(LIMIT > 0), assume(matches!(self.len, 0)))]
    pub fn pop(&mut self, count: usize) {
        self.len -= count;
    }

    #[tlv(values(itm = [1, 2], other = [3], item = 4, item = [], item = [self.len]))]
    pub fn put(&mut self, item: usize) {
        self.len = item;
    }

    #[tlv(values(item = [1]), values(item = [2]))]
    pub fn set(&mut self, item: usize) {
        self.len = item;
    }

    #[tlv(values(item = [1]))]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[tlv(require(self.len > 0), bound = 3, with = make, requires)]
    pub fn drain(&mut self) {
        self.len = 0;
    }
}

const LIMIT: usize = 8;

fn main() {
    let mut stack = Stack::with_length(LIMIT);
    stack.push(1);
    stack.pop(1);
    stack.put(1);
    stack.set(1);
    stack.clear();
    stack.drain();
    let _ = Stack::with_items(1).len;
}
