//! A generic struct names its instances; another struct has none.

#[tlv::abstraction]
struct Stack<T, const N: usize> {
    items: [T; N],
}

#[tlv::abstraction(instance(Vec<u8>), instance([u8; 3]), instance(Queue), instance(Queue<u8, u8>))]
struct Queue<T> {
    items: Vec<T>,
}

#[tlv::abstraction(instance(Plain))]
struct Plain(u8);

fn main() {}
