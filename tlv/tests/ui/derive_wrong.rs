//! What `Arbitrary` cannot be derived for, and wrong options.

#[derive(tlv::Arbitrary)]
union Bits {
    word: u32,
    float: f32,
}

#[derive(tlv::Arbitrary)]
enum Never {}

#[derive(tlv::Arbitrary)]
#[tlv(range = 0..3)]
enum Phase {
    #[tlv(range = 0..3)]
    Hello {
        #[tlv(skip)]
        tries: u8,
    },
    Bye(#[tlv(with = make, range = 0..3)] u8),
}

fn main() {}
