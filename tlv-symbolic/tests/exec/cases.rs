//! The cases: each takes inputs and shows what it computed, or panics.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};
use std::num::NonZeroU8;
use std::rc::{Rc, Weak};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI16, AtomicU8, AtomicU32, AtomicU64, Ordering};

use super::*;

/// The table of all cases: those of each integer type, and the others.
macro_rules! cases {
    ($($module:ident)*; $($name:ident)*) => {
        pub static ALL: &[(&str, fn())] = &[
            $((concat!(stringify!($module), "::arithmetic"), $module::arithmetic),
            (concat!(stringify!($module), "::product"), $module::product),
            (concat!(stringify!($module), "::bits"), $module::bits),
            (concat!(stringify!($module), "::quotient"), $module::quotient),
            (concat!(stringify!($module), "::conversions"), $module::conversions),
            (concat!(stringify!($module), "::comparisons"), $module::comparisons),
            (concat!(stringify!($module), "::overflow"), $module::overflow),)*
            $((stringify!($name), $name),)*
        ];
    };
}

macro_rules! integers {
    ($($type:ident $any:ident $module:ident;)*) => {$(
        pub mod $module {
            use super::*;

            pub fn arithmetic() {
                let (a, b) = ($any(0), $any(1));
                show(0, a.wrapping_add(b));
                show(1, a.wrapping_sub(b));
                show(2, a.wrapping_mul(b));
                show(3, a.wrapping_neg());
                show(4, a.checked_add(b));
                show(5, a.checked_sub(b));
                show(6, a.saturating_add(b));
                show(7, a.saturating_sub(b));
                show(8, a.overflowing_add(b).1);
                show(9, a.overflowing_sub(b).1);
                show(10, a.abs_diff(b));
                show(11, a.min(b));
                show(12, a.max(b));
                show(13, a.cmp(&b));
                show(14, a.checked_neg());
            }

            pub fn product() {
                let (a, b) = ($any(0), $any(1));
                show(0, a.checked_mul(b));
                show(1, a.overflowing_mul(b).1);
                show(2, a.saturating_mul(b));
            }

            pub fn bits() {
                let (a, b, c) = ($any(0), $any(1), any_u32(2));
                show(0, a & b);
                show(1, a | b);
                show(2, a ^ !b);
                show(3, a.wrapping_shl(c));
                show(4, a.wrapping_shr(c));
                show(5, a.checked_shl(c));
                show(6, a.checked_shr(c));
                show(7, a.rotate_left(c));
                show(8, a.rotate_right(c));
                show(9, a.count_ones());
                show(10, a.leading_zeros());
                show(11, a.trailing_zeros());
                show(12, a.swap_bytes());
                show(13, a.reverse_bits());
                show(14, a.leading_ones());
            }

            pub fn quotient() {
                let (a, b) = ($any(0), $any(1));
                show(0, a.checked_div(b));
                show(1, a.checked_rem(b));
            }

            pub fn conversions() {
                let a = $any(0);
                show(0, a as u8);
                show(1, a as i8);
                show(2, a as u16);
                show(3, a as i16);
                show(4, a as u32);
                show(5, a as i32);
                show(6, a as u64);
                show(7, a as i64);
                show(8, a as u128);
                show(9, a as i128);
                show(10, u8::try_from(a).ok());
                show(11, i16::try_from(a).ok());
                show(12, u64::try_from(a).ok());
                show(13, i64::try_from(a).ok());
                show(14, a.to_le_bytes()[0]);
                show(15, a.to_be_bytes()[0]);
            }

            pub fn comparisons() {
                let (a, b) = ($any(0), $any(1));
                show(0, a < b);
                show(1, a <= b);
                show(2, a > b);
                show(3, a >= b);
                show(4, a == b);
                show(5, a != b);
                show(6, if a < b { 1 } else if a == b { 2 } else { 3 });
            }

            pub fn overflow() {
                let (a, b) = ($any(0), $any(1));
                match below(2, 6) {
                    0 => show(0, a + b),
                    1 => show(1, a - b),
                    2 => show(2, a / b),
                    3 => show(3, a % b),
                    4 => show(4, a << (b as u32)),
                    _ => show(5, a >> (b as u32)),
                }
            }
        }
    )*};
}

integers! {
    u8 any_u8 of_u8;
    u16 any_u16 of_u16;
    u32 any_u32 of_u32;
    u64 any_u64 of_u64;
    u128 any_u128 of_u128;
    i8 any_i8 of_i8;
    i16 any_i16 of_i16;
    i32 any_i32 of_i32;
    i64 any_i64 of_i64;
    i128 any_i128 of_i128;
}

fn array_read() {
    let table = [3u32, 1, 4, 1, 5, 9, 2, 6];
    show(0, table[below(0, 8)]);
    show(1, table[any_usize(1)]);
}

fn array_write_then_read() {
    let mut array = [10u16; 6];
    let (i, j, k) = (below(0, 6), below(1, 6), below(2, 6));
    array[i] = any_u16(3);
    array[j] = array[j].wrapping_add(7);
    show(0, array[k]);
    show(1, array[0]);
    show(2, array[5]);
}

fn array_of_bytes_as_words() {
    let mut bytes = [1u8, 2, 3, 4, 5, 6, 7, 8];
    bytes[below(0, 8)] = any_u8(1);
    show(0, u64::from_le_bytes(bytes));
    show(1, u32::from_be_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]));
    show(2, u16::from_ne_bytes([bytes[7], bytes[0]]));
}

fn matrix() {
    let mut matrix = [[0u8; 3]; 4];
    for (row, line) in matrix.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            *cell = (row * 10 + column) as u8;
        }
    }
    let (i, j) = (below(0, 4), below(1, 3));
    matrix[i][j] ^= 0x80;
    show(0, matrix[below(2, 4)][below(3, 3)]);
}

fn structs_at_an_index() {
    #[derive(Clone, Copy)]
    struct Entry {
        key: u8,
        value: u64,
        more: u16,
        last: [u8; 3],
    }
    let mut entries = [Entry { key: 1, value: 2, more: 3, last: [4, 5, 6] }; 5];
    let (i, j) = (below(0, 5), below(1, 5));
    entries[i] = Entry { key: any_u8(2), value: any_u64(3), more: 9, last: [7; 3] };
    let copy = entries[j];
    entries[0] = copy;
    entries.swap(i, j);
    let chosen = entries[below(4, 5)];
    show(0, chosen.key);
    show(1, chosen.value);
    show(2, chosen.more);
    show(3, chosen.last[2]);
    show(4, entries[0].value);
}

fn references_at_an_index() {
    let (a, b, c) = (any_u8(0), any_u8(1), 3u8);
    let places = [&a, &b, &c];
    show(0, *places[below(2, 3)]);
    let words = ["one", "three", "fourteen"];
    let word = words[below(3, 3)];
    show(1, word.len());
    show(2, word == "three");
    show(3, word.as_bytes()[1]);
}

fn mutable_references() {
    let (mut a, mut b) = (any_u16(0), any_u16(1));
    {
        let chosen = if any_bool(2) { &mut a } else { &mut b };
        *chosen = chosen.wrapping_add(1);
    }
    std::mem::swap(&mut a, &mut b);
    show(0, a);
    show(1, std::mem::replace(&mut b, 5));
    show(2, b);
}

fn slices() {
    let array = [5u8, 4, 3, 2, 1, 0];
    let (start, end) = (below(0, 8), below(1, 8));
    let slice = &array[start..end];
    show(0, slice.len());
    show(1, slice.first().copied());
    show(2, slice.last().copied());
    show(3, slice.iter().map(|x| u32::from(*x)).sum::<u32>());
}

fn slice_methods() {
    let mut array = [any_u8(0), any_u8(1), any_u8(2), 7];
    show(0, array.iter().position(|x| *x == 7));
    show(1, array.contains(&3));
    array.reverse();
    show(2, array[3]);
    array.rotate_left(below(3, 4));
    show(3, array[0]);
    let (left, right) = array.split_at(below(4, 5));
    show(4, left.len());
    show(5, right.first().copied());
    show(6, array.iter().max().copied());
    show(7, array.starts_with(&[7]));
    show(8, array.windows(2).any(|pair| pair[0] == pair[1]));
}

fn sorting() {
    let mut array = [any_i8(0), any_i8(1), any_i8(2)];
    array.sort();
    show(0, array[0]);
    show(1, array[1]);
    show(2, array[2]);
    show(3, array.binary_search(&any_i8(3)).is_ok());
}

fn copies_of_unknown_length() {
    let source = [any_u8(0), any_u8(1), 3, 4, 5, 6];
    let mut target = [0u8; 6];
    let n = below(2, 7);
    target[..n].copy_from_slice(&source[..n]);
    show(
        0,
        u64::from_le_bytes([
            target[0], target[1], target[2], target[3], target[4], target[5], 0, 0,
        ]),
    );
    let (from, to) = (below(3, 4), below(4, 4));
    target.copy_within(from..from + 2, to);
    show(
        1,
        u64::from_le_bytes([
            target[0], target[1], target[2], target[3], target[4], target[5], 0, 0,
        ]),
    );
    target[n.min(2)..].fill(any_u8(5));
    show(
        2,
        u64::from_le_bytes([
            target[0], target[1], target[2], target[3], target[4], target[5], 0, 0,
        ]),
    );
}

fn copy_slice_of_other_length() {
    let mut target = [0u32; 4];
    let source = [1u32, 2, 3, 4];
    target[..below(0, 5)].copy_from_slice(&source[..below(1, 5)]);
    show(0, target[0] + target[3]);
}

fn enums() {
    #[derive(Clone, Copy, PartialEq)]
    enum Shape {
        Dot,
        Line(u16),
        Box { width: u8, height: u8 },
        Many([u8; 3]),
    }
    let shape = match below(0, 4) {
        0 => Shape::Dot,
        1 => Shape::Line(any_u16(1)),
        2 => Shape::Box { width: any_u8(2), height: 3 },
        _ => Shape::Many([any_u8(2); 3]),
    };
    let other = if any_bool(3) { shape } else { Shape::Line(4) };
    show(0, shape == other);
    show(
        1,
        match other {
            Shape::Dot => 0u32,
            Shape::Line(n) => u32::from(n) + 1,
            Shape::Box { width, height } => u32::from(width) * u32::from(height),
            Shape::Many(all) => all.iter().map(|x| u32::from(*x)).sum(),
        },
    );
}

fn niches() {
    let a = NonZeroU8::new(any_u8(0));
    show(0, a.map(|x| x.get()));
    let nested: Option<Option<bool>> = match below(1, 4) {
        0 => None,
        1 => Some(None),
        2 => Some(Some(false)),
        _ => Some(Some(true)),
    };
    show(1, nested.is_none());
    show(2, nested.flatten());
    show(3, nested == Some(None));
    let letter = char::from_u32(any_u32(2));
    show(4, letter);
    show(5, letter.map(|c| c.len_utf8()));
    let order = any_i8(3).cmp(&3);
    show(6, Some(order).filter(|o| o.is_lt()));
    show(7, order.reverse().then(std::cmp::Ordering::Less));
}

fn boxes() {
    let mut chosen: Option<Box<u32>> = any_bool(0).then(|| Box::new(any_u32(1)));
    show(0, chosen.is_some());
    if let Some(value) = &mut chosen {
        **value ^= 1;
    }
    show(1, chosen.as_deref().copied());
    let taken = chosen.take();
    show(2, chosen.is_none());
    show(3, taken.map(|b| *b));
}

fn linked_list() {
    struct Node {
        value: u8,
        next: Option<Box<Node>>,
    }
    let mut head = None;
    for value in 0..below(0, 5) {
        head = Some(Box::new(Node { value: value as u8 ^ any_u8(1), next: head }));
    }
    let mut reversed = None;
    while let Some(mut node) = head {
        head = node.next.take();
        node.next = reversed;
        reversed = Some(node);
    }
    fn length(node: &Option<Box<Node>>) -> usize {
        node.as_ref().map_or(0, |node| 1 + length(&node.next))
    }
    show(0, length(&reversed));
    show(1, reversed.as_ref().map(|node| node.value));
}

fn vectors() {
    let mut all = vec![1u16, 2, 3];
    all.insert(below(0, 5), any_u16(1));
    show(0, all[0]);
    show(1, all[3]);
    show(2, all.remove(below(2, 5)));
    show(3, all.len());
    all.push(9);
    all.extend([10, 11]);
    show(4, all.swap_remove(below(3, 6)));
    show(5, all.pop());
    all.truncate(below(4, 8));
    show(6, all.len());
    show(7, all.last().copied());
}

fn vector_of_unknown_length() {
    let mut all: Vec<u8> = Vec::new();
    for _ in 0..below(0, 5) {
        all.push(any_u8(1).wrapping_add(all.len() as u8));
    }
    show(0, all.len());
    show(1, all.iter().map(|x| u32::from(*x)).sum::<u32>());
    all.retain(|x| x % 2 == 0);
    show(2, all.len());
    all.dedup();
    let rest: Vec<u8> = all.drain(..all.len().min(1)).collect();
    show(3, rest.len());
    show(4, all.first().copied());
    show(5, all.is_empty());
    show(6, vec![7u8; below(2, 4)].len());
}

fn boxed_elements() {
    let mut all: Vec<Box<u8>> = (0..4).map(|i| Box::new(i * 3)).collect();
    *all[below(0, 4)] = any_u8(1);
    show(0, *all[below(2, 4)]);
    let taken = all.remove(below(3, 4));
    show(1, *taken);
    show(2, all.iter().map(|x| u32::from(**x)).sum::<u32>());
}

fn deques() {
    let mut deque: VecDeque<u8> = VecDeque::with_capacity(4);
    deque.push_back(1);
    deque.push_front(any_u8(0));
    if any_bool(1) {
        deque.pop_front();
    }
    deque.push_back(3);
    deque.push_back(4);
    show(0, deque.len());
    show(1, deque.get(below(2, 5)).copied());
    show(2, deque.pop_front());
    show(3, deque.pop_back());
    deque.rotate_left(1);
    show(4, deque.front().copied());
    show(5, deque.iter().map(|x| u32::from(*x)).sum::<u32>());
}

fn strings() {
    let mut text = String::from("ab");
    text.push(char::from(b'a' + below(0, 3) as u8));
    text.push_str(if any_bool(1) { "xyz" } else { "" });
    show(0, text.len());
    show(1, text == "abc");
    show(2, text.as_str() < "abb");
    show(3, text.find('c'));
    show(4, text.chars().rev().next());
    show(5, text.ends_with("yz"));
    show(6, text.strip_prefix("ab").map(str::len));
    show(7, text.pop());
    show(8, text.cmp(&"abc".to_owned()));
}

fn text_from_bytes() {
    let bytes = [any_u8(0), any_u8(1)];
    match std::str::from_utf8(&bytes) {
        Ok(text) => {
            show(0, text.chars().count());
            show(1, text.chars().next());
            show(2, text.is_char_boundary(1));
        }
        Err(error) => show(0, -1 - error.valid_up_to() as i32),
    }
}

fn parsing() {
    let digits = [b'0' + below(0, 12) as u8, b'0' + below(1, 10) as u8, b'7'];
    let text = std::str::from_utf8(&digits[..1 + below(2, 3)]).unwrap();
    show(0, text.parse::<u8>().ok());
    show(1, text.parse::<i32>().map_or(-1, |x| x));
}

fn characters() {
    let c = char::from(any_u8(0));
    show(0, c.is_ascii_alphanumeric());
    show(1, c.to_ascii_uppercase());
    show(2, c.is_alphabetic());
    show(3, c.to_digit(16));
    show(4, c.is_whitespace());
    show(
        5,
        match c {
            'a'..='f' => 1,
            'A' | 'Z' => 2,
            '0'..='9' => 3,
            _ => 4,
        },
    );
    show(6, any_u8(1).is_ascii_punctuation());
    show(7, any_u8(1).eq_ignore_ascii_case(&b'Q'));
}

fn ordered_maps() {
    let mut map = BTreeMap::new();
    map.insert(any_u8(0), 1);
    map.insert(any_u8(1), 2);
    *map.entry(50).or_insert(7) += 1;
    show(0, map.len());
    show(1, map.get(&any_u8(2)).copied());
    show(2, map.keys().next().copied());
    show(3, map.range(60..).next().map(|(key, value)| i32::from(*key) * 10 + value));
    show(4, map.remove(&any_u8(1)));
    show(5, map.contains_key(&50));
    show(6, map.pop_last().map(|(key, _)| key));
    let set: BTreeSet<u8> = [any_u8(0), 3, 4].into_iter().collect();
    show(7, set.len());
}

fn hash_maps() {
    let mut map: HashMap<u8, u16> = HashMap::new();
    map.insert(any_u8(0), 1);
    map.insert(any_u8(1), 2);
    *map.entry(50).or_default() += 8;
    show(0, map.len());
    show(1, map.get(&any_u8(2)).copied());
    show(2, map.remove(&any_u8(1)));
    show(3, map.contains_key(&50));
    show(4, map.values().map(|x| u32::from(*x)).sum::<u32>());
    let mut set = HashSet::new();
    show(5, set.insert(any_u8(0)));
    show(6, set.insert(9));
    show(7, set.contains(&any_u8(1)));
}

fn heaps() {
    let mut heap = BinaryHeap::from([any_u8(0), 5, any_u8(1)]);
    show(0, heap.pop());
    heap.push(any_u8(2));
    show(1, heap.pop());
    show(2, heap.peek().copied());
    show(3, heap.len());
}

fn closures() {
    let offset = any_u16(0);
    let add = move |x: u16| x.wrapping_add(offset);
    let multiply = |x: u16| x.wrapping_mul(3);
    let functions: [&dyn Fn(u16) -> u16; 3] = [&add, &multiply, &|x| !x];
    show(0, functions[below(1, 3)](any_u16(2)));
    fn double(x: u16) -> u16 {
        x.wrapping_add(x)
    }
    fn half(x: u16) -> u16 {
        x / 2
    }
    let pointers: [fn(u16) -> u16; 2] = [double, half];
    show(1, pointers[below(3, 2)](any_u16(2)));
    let mut count = 0;
    let mut bump = || {
        count += 1;
        count
    };
    bump();
    show(2, bump());
    let boxed: Box<dyn FnOnce() -> u16> =
        if any_bool(4) { Box::new(move || offset) } else { Box::new(|| 5) };
    show(3, boxed());
}

fn iterators() {
    let values = [any_u8(0), any_u8(1), 5, 200, any_u8(2)];
    show(0, values.iter().filter(|x| **x > 9).count());
    show(1, values.iter().map(|x| u32::from(*x)).fold(1, |a, b| a ^ b));
    show(2, values.iter().zip(values.iter().skip(1)).filter(|(a, b)| a < b).count());
    show(3, values.iter().rev().take(2).any(|x| *x == 5));
    show(4, values.iter().step_by(2).copied().min());
    show(5, values.iter().enumerate().max_by_key(|(_, x)| **x).map(|(i, _)| i));
    show(6, values.chunks(2).map(|chunk| chunk.len()).sum::<usize>());
    show(7, values.iter().flat_map(|x| [x, x]).count());
    show(8, values.iter().take_while(|x| **x < 100).last().copied());
    let mut peekable = values.iter().peekable();
    show(9, peekable.next_if(|x| **x == 1).copied());
    show(10, peekable.peek().map(|x| **x));
    show(11, values.iter().try_fold(0u8, |sum, x| sum.checked_add(*x)));
}

fn dynamic() {
    trait Animal {
        fn legs(&self) -> u8;
        fn twice(&self) -> u16 {
            u16::from(self.legs()) * 2
        }
    }
    struct Bird(u8);
    struct Spider;
    struct Snake {
        _weight: u64,
        legs: u8,
    }
    impl Animal for Bird {
        fn legs(&self) -> u8 {
            self.0
        }
    }
    impl Animal for Spider {
        fn legs(&self) -> u8 {
            8
        }
        fn twice(&self) -> u16 {
            17
        }
    }
    impl Animal for Snake {
        fn legs(&self) -> u8 {
            self.legs
        }
    }
    let animals: Vec<Box<dyn Animal>> = vec![
        Box::new(Bird(any_u8(0))),
        Box::new(Spider),
        Box::new(Snake { _weight: 7, legs: any_u8(1) }),
    ];
    show(0, animals[below(2, 3)].legs());
    show(1, animals[below(3, 3)].twice());
}

fn shared() {
    let shared = Rc::new(RefCell::new(any_u8(0)));
    let other = Rc::clone(&shared);
    let weak: Weak<_> = Rc::downgrade(&shared);
    *other.borrow_mut() ^= 3;
    show(0, *shared.borrow());
    show(1, Rc::strong_count(&shared));
    if any_bool(1) {
        drop(other);
    } else {
        std::mem::forget(other);
    }
    drop(shared);
    show(2, weak.upgrade().is_some());
}

fn borrowed_twice() {
    let cell = RefCell::new(any_u8(0));
    let guard = if any_bool(1) { Some(cell.borrow_mut()) } else { None };
    show(0, cell.try_borrow().is_ok());
    show(1, *cell.borrow());
    drop(guard);
}

fn recursion() {
    fn fibonacci(n: usize) -> u32 {
        if n < 2 { n as u32 } else { fibonacci(n - 1) + fibonacci(n - 2) }
    }
    show(0, fibonacci(below(0, 8)));
    fn divisor(a: u8, b: u8) -> u8 {
        if b == 0 { a } else { divisor(b, a % b) }
    }
    show(1, divisor(below(1, 10) as u8, below(2, 10) as u8));
}

fn loops() {
    let mut sum = 0u32;
    for i in 0..below(0, 6) as u32 {
        sum += i * i;
    }
    show(0, sum);
    let mut n = 1 + below(1, 6) as u32;
    let mut steps = 0;
    while n != 1 && steps < 12 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    show(1, steps);
    let found = 'outer: loop {
        for i in 0..3 {
            for j in 0..4 {
                if i * j == below(2, 8) {
                    break 'outer Some(i * 10 + j);
                }
            }
        }
        break None;
    };
    show(2, found);
    show(3, (0..below(0, 6)).rev().step_by(3).count());
}

fn matches() {
    let n = any_i16(0);
    show(
        0,
        match n {
            i16::MIN..=-100 => 1,
            -99..=-1 => 2,
            0 => 3,
            1 | 3 | 5 => 4,
            x if x % 7 == 0 => 5,
            6..=1000 => 6,
            _ => 7,
        },
    );
    show(
        1,
        match (any_u8(1), any_bool(2)) {
            (0, true) => 1,
            (1..=9, _) => 2,
            (x, false) if x > 200 => i32::from(x),
            (_, true) => 4,
            _ => 5,
        },
    );
    show(
        2,
        match [any_u8(1), 2, any_u8(3)] {
            [1, rest @ ..] => rest.len(),
            [.., 9] => 10,
            [a, b, c] if a == b => usize::from(c),
            _ => 11,
        },
    );
}

fn negative_cases() {
    show(
        0,
        match any_i8(0) {
            -128 => 1,
            -5 => 2,
            -4 => 30,
            7 => 4,
            8 => 50,
            100 => 6,
            _ => 7,
        },
    );
    let known = [-5i8, 7][below(1, 2)];
    show(
        1,
        match known {
            -5 => 12,
            -6 => 13,
            7 => 14,
            6 => 15,
            _ => 16,
        },
    );
}

fn powers() {
    let base = any_u8(0);
    show(0, base.checked_pow(below(1, 5) as u32));
    show(1, u32::from(base).pow(2));
    show(2, base.checked_ilog2());
    show(3, base.is_power_of_two());
    show(4, base.checked_next_power_of_two());
    show(5, base.isqrt());
    show(6, any_i8(2).checked_abs());
    show(7, any_i8(2).signum());
    show(8, any_i8(2).unsigned_abs());
    show(9, any_i16(3).checked_rem_euclid(any_i16(4)));
    show(10, any_i16(3).checked_div_euclid(any_i16(4)));
}

fn wide() {
    let (a, b) = (any_u64(0), any_u64(1));
    show(0, u128::from(a) * u128::from(b));
    show(1, (i128::from(a as i64) * i128::from(b as i64)) >> 3);
    show(2, u128::from(a) << below(2, 128));
    show(3, any_u128(3) / 1000);
    show(4, any_i128(4) % 77);
    show(5, (any_u128(3) >> 64) as u64);
}

fn float_comparisons() {
    let (a, b) = (any_f64(0), any_f64(1));
    show(0, a < b);
    show(1, a <= b);
    show(2, a == b);
    show(3, a != b);
    show(4, a > b);
    show(5, a >= b);
    show(6, a.partial_cmp(&b));
    show(7, a.total_cmp(&b));
    show(8, a.is_nan());
    show(9, a.is_infinite());
    show(10, a.is_sign_negative());
    show(11, a.is_finite());
    show(12, a.abs());
    show(13, (-a).to_bits());
    show(14, a.copysign(b));
}

fn small_float_comparisons() {
    let (a, b) = (any_f32(0), any_f32(1));
    show(0, a < b);
    show(1, !(a >= b));
    show(2, a == b);
    show(3, a.partial_cmp(&b));
    show(4, a.is_nan());
    show(5, a.total_cmp(&b));
    show(
        6,
        if a < 1.5 {
            1
        } else if a > 2.5 {
            2
        } else {
            3
        },
    );
    show(7, -a);
    show(8, a.is_normal());
}

fn float_extremes() {
    let (a, b) = (any_f64(0), any_f64(1));
    // Of two that are equal or no numbers either may be given.
    if a < b || b < a {
        show(0, a.min(b));
        show(1, a.max(b));
    }
    show(2, if a.is_nan() { 0.0 } else { a.clamp(-1.0, 1.0) });
}

fn known_floats() {
    let choice = any_bool(0);
    let x = if choice { 2.75f64 } else { -3.5 };
    if choice {
        show(0, x * 3.0);
        show(1, x as i32);
        show(2, x as u8);
        show(3, x.floor());
        show(4, x.sqrt());
        show(5, (x as f32 / 7.0).to_bits());
    } else {
        show(0, x - 1.25);
        show(1, x as i32);
        show(2, x as u8);
        show(3, x.round());
        show(4, 300.7f32 as u8);
        show(5, (1u64 << 60) as f32);
    }
}

fn atomics() {
    let byte = AtomicU8::new(any_u8(0));
    show(0, byte.fetch_add(3, Ordering::SeqCst));
    show(1, byte.fetch_max(100, Ordering::SeqCst));
    show(2, byte.fetch_nand(any_u8(1), Ordering::SeqCst));
    show(3, byte.swap(9, Ordering::AcqRel));
    show(4, byte.compare_exchange(any_u8(2), 4, Ordering::SeqCst, Ordering::Relaxed).is_ok());
    show(5, byte.load(Ordering::Acquire));
    let number = AtomicI16::new(any_i16(3));
    show(6, number.fetch_min(-5, Ordering::Relaxed));
    show(7, number.fetch_xor(1, Ordering::Relaxed));
    show(8, number.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |x| x.checked_add(6)).ok());
    show(9, number.into_inner());
    let flag = AtomicBool::new(any_bool(4));
    show(10, flag.fetch_or(true, Ordering::SeqCst));
}

fn globals() {
    // Written first: whatever earlier calls left there counts as arbitrary.
    thread_local! {
        static LOCAL: Cell<u32> = const { Cell::new(5) };
    }
    static TOTAL: AtomicU32 = AtomicU32::new(7);
    TOTAL.store(7, Ordering::Relaxed);
    if any_bool(0) {
        TOTAL.fetch_add(any_u32(1), Ordering::Relaxed);
    }
    show(0, TOTAL.load(Ordering::Relaxed));
    LOCAL.with(|cell| cell.set(any_u32(2)));
    show(1, LOCAL.get());
    let guarded = Mutex::new(4);
    *guarded.lock().unwrap() += u32::from(any_bool(0));
    show(2, *guarded.lock().unwrap());
    show(3, guarded.try_lock().is_ok());
    let held = guarded.lock();
    show(4, guarded.try_lock().is_ok());
    drop(held);
    let once = OnceCell::new();
    if any_bool(4) {
        let _ = once.set(3);
    }
    show(5, *once.get_or_init(|| 8));
}

fn layouts() {
    #[repr(C, packed)]
    struct Packed {
        a: u8,
        b: u32,
        c: u16,
    }
    let packed = Packed { a: any_u8(0), b: any_u32(1), c: any_u16(2) };
    let bytes: [u8; 7] = unsafe { std::mem::transmute(packed) };
    show(0, bytes[below(3, 7)]);
    union Either {
        number: u32,
        parts: [u16; 2],
    }
    let mut either = Either { number: any_u32(1) };
    unsafe {
        either.parts[below(4, 2)] = any_u16(2);
        show(1, either.number);
    }
    let pair: (u8, u64) = (any_u8(0), 5);
    let copied = pair;
    show(2, copied.0 as u64 + copied.1);
}

fn panics() {
    match below(0, 9) {
        0 => show(0, None::<u8>.unwrap()),
        1 => show(0, Err::<u8, u16>(any_u16(5)).expect("a number")),
        2 => panic!("at {}", any_u8(2)),
        3 => assert_eq!(any_u8(1), any_u8(2), "not the same"),
        4 => assert!(any_u8(1) < 9),
        5 => unreachable!(),
        6 => show(1, [1u8, 2][any_usize(3)]),
        7 => show(2, "abc".chars().nth(any_u8(1) as usize).unwrap()),
        _ => show(3, u8::try_from(any_i32(4)).unwrap()),
    }
}

fn caught() {
    let seen = Cell::new(1u8);
    let caught = catch(|| {
        seen.set(2);
        if any_bool(0) {
            panic!("on purpose");
        }
        seen.set(3);
    });
    show(0, caught);
    show(1, seen.get());
    show(2, catch(|| assert!(any_u8(1) > 5)));
}

fn hashes_that_matter() {
    struct Scale(u64);
    impl Scale {
        #[inline(never)]
        fn hash_one(&self, x: u64) -> u64 {
            x.wrapping_mul(3) ^ self.0
        }
    }
    show(0, Scale(any_u64(0)).hash_one(any_u64(1)));
    #[derive(Default)]
    struct Sum(u64);
    impl Hasher for Sum {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = self.0.wrapping_add(u64::from(*byte));
            }
        }
    }
    let build = BuildHasherDefault::<Sum>::default();
    show(1, build.hash_one(any_u8(2)));
}

fn nested_state() {
    let mut state = (0u8, [0u8; 3], None::<u16>);
    for round in 0..3u8 {
        match (state.0, below(u64::from(round), 3)) {
            (0, 1) => state.0 = 1,
            (1, 2) => {
                state.1[usize::from(round)] = any_u8(4);
                state.0 = 2;
            }
            (_, 0) => state.2 = Some(u16::from(round) * 100),
            (2, _) => state.0 = 0,
            _ => {}
        }
    }
    show(0, state.0);
    show(1, state.1[1]);
    show(2, state.2);
}

fn addresses() {
    let (a, b) = ([1u8, 2, 3, 4], [5u8, 6, 7, 8]);
    let chosen = if any_bool(0) { &a[1..] } else { &b[..2] };
    show(0, chosen.len());
    show(1, chosen[below(1, 4)]);
    let mut slots: [Option<&[u8]>; 3] = [None, Some(&a), Some(&b)];
    slots.swap(below(2, 3), 0);
    show(2, slots[0].map(|slot| slot[3]));
    show(3, slots.iter().flatten().count());
    show(4, std::ptr::eq(chosen, &b[..2]));
}

fn tables() {
    static SQUARES: [u16; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            table[i] = (i * i % 65_521) as u16;
            i += 1;
        }
        table
    };
    show(0, SQUARES[any_u8(0) as usize]);
    let mut counts = [0u8; 300];
    counts[any_u8(0) as usize + 3] = 7;
    counts[any_u8(1) as usize] += 1;
    show(1, counts[any_u16(2) as usize % 300]);
}

fn durations() {
    let a = std::time::Duration::new(any_u32(0).into(), 999_999_999);
    let b = std::time::Duration::from_millis(any_u32(1).into());
    show(0, a.checked_sub(b).map(|d| d.as_secs()));
    show(1, a > b);
    show(2, b.subsec_nanos());
}

struct Guard<'a>(&'a Cell<u8>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().wrapping_add(1));
    }
}

/// The cleanup after a panic is seen later: not followed, and not told wrongly.
fn partly_cleaned_up() {
    let dropped = Cell::new(0);
    show(
        0,
        catch(|| {
            let _guard = Guard(&dropped);
            if any_bool(0) {
                panic!("on purpose");
            }
        }),
    );
    show(1, dropped.get());
}

/// The same, with the panic raised by a function that is called.
fn partly_cleaned_up_by_a_caller() {
    #[inline(never)]
    fn check(n: u8) {
        assert!(n < 9);
    }
    let dropped = Cell::new(0);
    show(
        0,
        catch(|| {
            let _guard = Guard(&dropped);
            check(any_u8(0));
        }),
    );
    show(1, dropped.get());
}

/// A panic that the program itself catches is not followed.
fn partly_caught_by_std() {
    let caught = std::panic::catch_unwind(|| {
        if any_bool(0) {
            panic!("on purpose");
        }
    });
    show(0, caught.is_err());
}

/// Which of two objects comes first is not followed.
fn partly_ordered_by_address() {
    let (a, b) = (Box::new(any_u8(0)), Box::new(2u8));
    if any_bool(1) {
        show(0, std::ptr::from_ref(&*a) < std::ptr::from_ref(&*b));
    } else {
        show(0, std::ptr::eq(&*a, &*b));
    }
}

/// What the process was started with is not known.
fn partly_environment() {
    show(0, std::env::args().count());
}

/// An index that wraps around to an element is not followed, or rightly.
fn partly_wrapped_index() {
    let table = [(1u64, 2u64, 3u64), (4, 5, 6), (7, 8, 9)];
    let index = any_usize(0);
    let place = table.as_ptr().wrapping_add(index);
    if index.wrapping_mul(24) == 24 {
        show(0, unsafe { (*place).1 });
    }
}

/// A drop that panics while a panic unwinds ends the process: not run natively.
fn unrun_panics_twice() {
    struct Trap(u8);
    impl Drop for Trap {
        fn drop(&mut self) {
            assert!(self.0 < 200);
        }
    }
    let _trap = Trap(any_u8(0));
    assert!(any_bool(1));
}

/// A panic that may not leave a function ends the process: not run natively.
fn unrun_aborts() {
    #[inline(never)]
    extern "C" fn cannot_unwind(n: u8) {
        assert!(n < 200);
    }
    cannot_unwind(any_u8(0));
}

/// What a formatter gives may be any text: not compared.
fn unrun_formats() {
    let text = format!("{}-{}", any_u8(0), 1);
    show(0, text.capacity() >= text.len());
    show(1, text.len() > 3);
    show(2, text.as_bytes().first() == Some(&b'1'));
}

/// One input read as two types.
fn unrun_two_types() {
    show(0, any_u8(0));
    show(1, any_u16(0));
}

cases! {
    of_u8 of_u16 of_u32 of_u64 of_u128 of_i8 of_i16 of_i32 of_i64 of_i128;
    array_read array_write_then_read array_of_bytes_as_words matrix structs_at_an_index
    references_at_an_index mutable_references slices slice_methods sorting
    copies_of_unknown_length copy_slice_of_other_length enums niches boxes linked_list vectors
    vector_of_unknown_length boxed_elements deques strings text_from_bytes parsing characters
    ordered_maps hash_maps heaps closures iterators dynamic shared borrowed_twice recursion loops
    matches negative_cases powers wide float_comparisons small_float_comparisons float_extremes
    known_floats atomics globals layouts panics caught hashes_that_matter nested_state addresses
    tables durations
    partly_ordered_by_address partly_environment partly_wrapped_index
    partly_cleaned_up partly_cleaned_up_by_a_caller partly_caught_by_std
    unrun_panics_twice unrun_aborts unrun_formats unrun_two_types
}
