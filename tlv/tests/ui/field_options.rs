//! What can go wrong on a field, all of it reported at once.

#[tlv::abstraction(bond = 3)]
#[tlv(skip)]
struct Stack {
    #[tlv(with = make, range = 0..3)]
    a: u8,
    #[tlv(range = 0..3)]
    #[tlv(range = 0..4)]
    b: u8,
    #[tlv(values(c = [1]))]
    c: u8,
    #[tlv(wiht = make)]
    d: u8,
    #[tlv(range(0..3))]
    e: u8,
    #[tlv(range = 3)]
    f: u8,
    #[tlv(range = 5..=4)]
    g: u8,
    #[tlv]
    h: u8,
    #[tlv()]
    i: u8,
    #[tlv = "with"]
    j: u8,
    #[tlv(with = 3)]
    k: u8,
    #[cfg_attr(all(), tlv(range = 0..3))]
    l: u8,
}

fn main() {}
