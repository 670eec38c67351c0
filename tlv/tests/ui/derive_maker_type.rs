//! A maker has to make the type of its field, in an ordinary build too.

#[derive(tlv::Arbitrary)]
struct Even {
    #[tlv(with = make)]
    number: u32,
}

fn make(_source: &mut tlv::Source) -> u64 {
    0
}

fn main() {}
