//! The attribute belongs on a struct.

#[tlv::abstraction(bond = 3)]
enum Phase {
    Hello,
}

struct Stack;

#[tlv::abstraction]
impl Stack {
    #[tlv(skip)]
    pub fn push(&mut self) {}
}

#[tlv::r#abstract]
trait Push {}

#[tlv::abstraction]
fn push() {}

#[tlv::abstraction]
mod inner {}

#[tlv::abstraction]
union Bits {
    word: u32,
    float: f32,
}

fn main() {
    let _ = Phase::Hello;
    Stack.push();
    push();
    let _ = Bits { word: 0 };
    let _ = Bits { float: 0.0 };
}
