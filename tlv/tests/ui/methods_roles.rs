//! A method has one role, and parts that go with it.

struct Stack {
    len: usize,
}

#[tlv::methods]
impl Stack {
    #[tlv(event)]
    pub fn new() -> Self {
        Stack { len: 0 }
    }

    #[tlv(skip, event)]
    pub fn push(&mut self) {
        self.len += 1;
    }

    #[tlv(skip, requires(self.len > 0))]
    pub fn pop(&mut self) {
        self.len -= 1;
    }

    #[tlv(event, observer)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[tlv(event, event)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[tlv(observer)]
    pub fn len(&self) -> usize {
        self.len
    }

    #[tlv(observer)]
    pub fn is_shorter(&self, than: usize) -> bool {
        self.len < than
    }

    #[tlv(observer)]
    pub fn has_changed(&mut self) -> bool {
        self.len > 0
    }

    #[tlv(requires(self.len > 0))]
    pub fn is_odd(&self) -> bool {
        self.len % 2 == 1
    }

    #[tlv(skip(always), event = true)]
    pub fn grow(&mut self) {
        self.len += 1;
    }
}

fn main() {
    let mut stack = Stack::new();
    stack.push();
    stack.pop();
    stack.clear();
    stack.grow();
    let _ = (stack.is_empty(), stack.len(), stack.is_shorter(1), stack.has_changed(), stack.is_odd());
}
