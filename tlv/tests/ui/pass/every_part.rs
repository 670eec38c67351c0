//! Every part of every attribute, as it should be written.

#![forbid(unsafe_code)]
#![deny(warnings)]

const CAPACITY: usize = 8;

#[tlv::abstraction(
    predicates(empty = self.len == 0, full = self.len == CAPACITY, auto),
    invariant(self.len <= CAPACITY),
    invariant(matches!(self.phase, Phase::Open | Phase::Closed { .. })),
    property("G (push & X pop -> X !empty)"),
    property(closed = "G (close -> X G !push:ok)"),
    state(Partial = !empty && !(full | collected)),
    state(Nothing = false),
    failure(panic, err, none, false),
    bound = 4,
)]
pub struct Stack {
    #[tlv(range = 0..=CAPACITY)]
    len: usize,
    #[tlv(with = make_phase)]
    phase: Phase,
}

#[derive(tlv::Arbitrary)]
pub enum Phase {
    Open,
    Closed {
        #[tlv(range = -3..3)]
        reason: i8,
    },
}

fn make_phase(source: &mut tlv::Source) -> Phase {
    if source.bool() { Phase::Open } else { Phase::Closed { reason: 0 } }
}

#[tlv::methods]
impl Stack {
    pub const CAPACITY: usize = CAPACITY;

    #[tlv(assume(len <= CAPACITY), values(len = [0, CAPACITY]))]
    pub fn with_length(len: usize) -> Self {
        Stack { len, phase: Phase::Open }
    }

    #[tlv(requires(self.len < CAPACITY && item > 0), assume(item != 3))]
    #[tlv(values(item = [1, 2], other = [7]))]
    pub fn push(&mut self, item: u8, other: u8) -> Result<u8, ()> {
        self.len += 1;
        if item > other { Ok(item) } else { Err(()) }
    }

    #[tlv(event)]
    pub fn is_closed(&self) -> bool {
        matches!(self.phase, Phase::Closed { reason: 0 })
    }

    #[tlv(observer)]
    pub fn is_open(self: &Self) -> bool {
        !self.is_closed()
    }

    #[tlv(skip)]
    pub fn len(&self) -> usize {
        self.len
    }

    #[tlv(assume(first < second))]
    pub fn pair(&mut self, (first, second): (u8, u8)) {
        self.phase = Phase::Closed { reason: i8::from(first < second) };
    }
}

#[tlv::methods]
impl Iterator for Stack {
    type Item = usize;

    #[tlv(requires(self.len > 0))]
    fn next(&mut self) -> Option<usize> {
        self.len.checked_sub(1)
    }
}

#[tlv::r#abstract(instance(Buffer<u8, 4>), instance(Buffer<String>, crate::Buffer<&'static str, 1>))]
#[derive(tlv::Arbitrary)]
pub struct Buffer<T, const N: usize = 2> {
    #[tlv(range = ..4)]
    len: u16,
    items: [T; N],
}

#[tlv::methods]
impl<T, const N: usize> Buffer<T, N> {
    pub fn new(items: [T; N]) -> Self {
        Buffer { len: N as u16, items }
    }

    pub fn first(&self) -> Option<&T> {
        self.items[..usize::from(self.len)].first()
    }
}

#[tlv::abstraction]
pub struct Borrowed<'a, T = u8> {
    pub items: &'a [T],
}

fn main() {
    let mut stack = Stack::with_length(Stack::CAPACITY - 2);
    assert!(stack.is_open() && stack.push(2, 1).is_ok());
    stack.pair((1, 2));
    assert_eq!((stack.len(), stack.next()), (7, Some(6)));
    assert_eq!(Buffer::<u8, 2>::new([1, 2]).first(), Some(&1));
}
