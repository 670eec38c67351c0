//! What `small.ll` was made from, with rustc 1.95 on x86-64 Linux, in this directory:
//!
//! ```text
//! rustc small.rs --crate-type lib --edition 2024 -C opt-level=1 -C overflow-checks -C codegen-units=1 \
//!     -C debuginfo=line-tables-only --remap-path-prefix=$PWD=/small --emit llvm-ir=small.ll
//! ```
//!
//! The test looks for the comments `here: …` to check that lines are found.

use std::sync::atomic::{AtomicU32, Ordering};

pub const CAPACITY: usize = 4;

static CALLS: AtomicU32 = AtomicU32::new(0);
static PRIMES: [u16; 5] = [2, 3, 5, 7, 11];

pub struct Stack {
    len: usize,
    items: [i32; CAPACITY],
}

impl Stack {
    #[unsafe(no_mangle)]
    #[inline(never)]
    pub fn small_push(&mut self, item: i32) {
        assert!(self.len < CAPACITY, "full"); // here: full
        self.items[self.len] = item;
        self.len += 1;
        CALLS.fetch_add(1, Ordering::Relaxed);
    }

    #[unsafe(no_mangle)]
    #[inline(never)]
    pub fn small_pop(&mut self) -> Option<i32> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len]) // here: bounds
    }
}

pub enum Shape {
    Circle(f64),
    Rectangle { width: f32, height: f32 },
    Named(String),
    Point,
}

pub trait Area {
    fn area(&self) -> f64;
}

impl Area for Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Circle(radius) => 3.25 * radius * radius,
            Shape::Rectangle { width, height } => f64::from(width * height),
            Shape::Named(name) => name.len() as f64,
            Shape::Point => 0.0,
        }
    }
}

#[unsafe(no_mangle)]
pub fn small_total(shapes: &[Box<dyn Area>]) -> f64 {
    shapes.iter().map(|shape| shape.area()).sum()
}

#[unsafe(no_mangle)]
pub fn small_boxed(shape: Shape) -> Box<dyn Area> {
    Box::new(shape)
}

#[unsafe(no_mangle)]
pub fn small_wide(a: i128, b: i128) -> i128 {
    a * b / 7
}

#[unsafe(no_mangle)]
pub fn small_order(mut numbers: [u8; 4]) -> u32 {
    numbers.reverse();
    u32::from_le_bytes(numbers)
}

#[unsafe(no_mangle)]
pub fn small_prime(index: u8) -> Result<u16, u8> {
    match index {
        0..=4 => Ok(PRIMES[usize::from(index)]),
        9 => Err(0),
        10 => Err(1),
        77 => Err(4),
        other => Err(other),
    }
}

#[unsafe(no_mangle)]
pub fn small_catch(run: fn()) -> bool {
    std::panic::catch_unwind(run).is_ok()
}

#[unsafe(no_mangle)]
pub fn small_exchange(cell: &AtomicU32) -> Result<u32, u32> {
    std::hint::black_box(cell).compare_exchange(1, 2, Ordering::AcqRel, Ordering::Acquire)
}

#[unsafe(no_mangle)]
pub extern "C" fn small_round(number: f64) -> i16 {
    (number.floor() + f64::NEG_INFINITY.min(1e300)) as i16
}
