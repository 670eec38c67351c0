//! Formulas are checked as far as they can be; every problem says at which column.

#[tlv::abstraction(
    property("G (push -> X !empty"),
    property("push & & pop"),
    property("push pop"),
    property("GF ready"),
    property("a && b || c"),
    property("G !read:eror"),
    property("G !read:full"),
    property("G read:"),
    property(""),
    property(fn = "G ready"),
    property(late = "F")
)]
struct Stack {
    len: usize,
}

fn main() {}
