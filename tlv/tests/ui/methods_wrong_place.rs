//! `#[tlv::methods]` stands on impl blocks, alone; `#[tlv(…)]` on their methods.

#[tlv::methods]
struct Stack;

#[tlv::methods]
trait Push {
    #[tlv(skip)]
    fn push(&mut self);
}

#[tlv::methods]
fn push() {}

#[tlv::methods(skip)]
#[tlv(skip)]
impl Stack {
    #[tlv(skip)]
    pub const LIMIT: usize = 3;

    pub fn put(&mut self, #[tlv(range = 0..3)] _item: u8) {}

    #[tlv(skip)]
    fn private(&mut self) {}

    #[tlv(event)]
    pub(crate) fn restricted(&mut self) {}

    #[cfg_attr(all(), tlv(skip))]
    pub fn conditional(&mut self) {}
}

fn main() {
    push();
    Stack.put(Stack::LIMIT as u8);
    Stack.private();
    Stack.restricted();
    Stack.conditional();
}
