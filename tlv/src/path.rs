//! Paths as hashes: stable names for choices and features that cost no allocation.

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// The path of a whole value.
pub(crate) fn root(name: &str) -> u64 {
    text(OFFSET, name)
}

/// The path of a named part.
pub(crate) fn field(path: u64, name: &str) -> u64 {
    text(step(path, b'.'), name)
}

/// The path of an element.
pub(crate) fn element(path: u64, index: usize) -> u64 {
    number(step(path, b'['), index as u64)
}

/// The identity of the choice `draws` made at a path.
pub(crate) fn choice(path: u64, draws: u32) -> u64 {
    number(step(path, b'#'), u64::from(draws))
}

fn text(hash: u64, text: &str) -> u64 {
    text.bytes().fold(hash, step)
}

fn number(hash: u64, number: u64) -> u64 {
    (hash ^ number).wrapping_mul(PRIME).rotate_left(29) ^ number
}

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(PRIME)
}
