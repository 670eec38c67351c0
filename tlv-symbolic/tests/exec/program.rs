//! A program of many small cases that is both run and executed symbolically; what both report is
//! compared. Compiled by the test beside it, with the names that the executor knows.
//!
//! As an executable it reads lines of a case's number and values, and prints what it was given and
//! what it reports.

#![allow(unused, improper_ctypes_definitions, clippy::all)]

use std::hint::black_box;

#[path = "cases.rs"]
mod cases;

static mut VALUES: [u128; 16] = [0; 16];

macro_rules! inputs {
    ($($symbol:ident $name:ident $type:ident $unsigned:ident),* $(,)?) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        extern "C" fn $symbol(id: u64, low: $type, high: $type) -> $type {
            let raw = unsafe { VALUES[id as usize] } as $unsigned;
            let span = high.abs_diff(low);
            let offset = if span == $unsigned::MAX { raw } else { raw % (span + 1) };
            let value = low.wrapping_add(offset as $type);
            println!("input {id} {}", value as $unsigned as u128);
            black_box(value)
        }

        const _: () = {
            #[used]
            static KEPT: extern "C" fn(u64, $type, $type) -> $type = $symbol;
        };

        /// Any number.
        pub fn $name(id: u64) -> $type {
            $symbol(id, $type::MIN, $type::MAX)
        }
    )*};
}

inputs! {
    tlv_any_u8 any_u8 u8 u8, tlv_any_u16 any_u16 u16 u16, tlv_any_u32 any_u32 u32 u32,
    tlv_any_u64 any_u64 u64 u64, tlv_any_u128 any_u128 u128 u128, tlv_any_usize any_usize usize usize,
    tlv_any_i8 any_i8 i8 u8, tlv_any_i16 any_i16 i16 u16, tlv_any_i32 any_i32 i32 u32,
    tlv_any_i64 any_i64 i64 u64, tlv_any_i128 any_i128 i128 u128, tlv_any_isize any_isize isize usize,
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_any_f64(id: u64) -> f64 {
    let bits = unsafe { VALUES[id as usize] } as u64;
    println!("input {id} {bits}");
    black_box(f64::from_bits(bits))
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_any_f32(id: u64) -> f32 {
    let bits = unsafe { VALUES[id as usize] } as u32;
    println!("input {id} {bits}");
    black_box(f32::from_bits(bits))
}

/// Any number below a limit.
pub fn below(id: u64, limit: usize) -> usize {
    tlv_any_usize(id, 0, limit - 1)
}

/// Any number between two.
pub fn between(id: u64, low: i32, high: i32) -> i32 {
    tlv_any_i32(id, low, high)
}

pub fn any_bool(id: u64) -> bool {
    tlv_any_u8(id, 0, 1) == 1
}

pub fn any_f64(id: u64) -> f64 {
    tlv_any_f64(id)
}

pub fn any_f32(id: u64) -> f32 {
    tlv_any_f32(id)
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_report(what: u32, index: u32, value: u64) {
    println!("report {what} {index} {value}");
    black_box((what, index, value));
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_feature(when: u32, id: u64, value: i128) {
    println!("feature {when} {id} {value}");
    black_box((when, id, value));
}

type Run = unsafe extern "C-unwind" fn(*mut u8);

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_catch(run: Run, data: *mut u8) -> bool {
    black_box(std::panic::catch_unwind(|| unsafe { run(data) }).is_err())
}

#[used]
static REPORT: extern "C" fn(u32, u32, u64) = tlv_report;
#[used]
static FEATURE: extern "C" fn(u32, u64, i128) = tlv_feature;
#[used]
static CATCH: extern "C" fn(Run, *mut u8) -> bool = tlv_catch;
#[used]
static PREPARE: extern "C" fn(usize) -> *mut u8 = tlv_prepare;
#[used]
static CONSTRUCT: extern "C" fn(*mut u8, usize) -> *mut u8 = tlv_construct;
#[used]
static F64: extern "C" fn(u64) -> f64 = tlv_any_f64;
#[used]
static F32: extern "C" fn(u64) -> f32 = tlv_any_f32;

/// Whether it panics; goes on.
pub fn catch(mut run: impl FnMut()) -> bool {
    unsafe extern "C-unwind" fn call<F: FnMut()>(data: *mut u8) {
        unsafe { (*data.cast::<F>())() }
    }
    fn start<F: FnMut()>(run: &mut F) -> bool {
        tlv_catch(call::<F>, (run as *mut F).cast())
    }
    start(&mut run)
}

/// Something to compare.
pub trait Shown {
    fn shown(self) -> i128;
}

macro_rules! shown {
    ($($type:ident)*) => {$(
        impl Shown for $type {
            fn shown(self) -> i128 {
                self as i128
            }
        }
    )*};
}

shown! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool }

impl Shown for char {
    fn shown(self) -> i128 {
        i128::from(u32::from(self))
    }
}

impl Shown for std::cmp::Ordering {
    fn shown(self) -> i128 {
        self as i8 as i128
    }
}

impl Shown for f64 {
    fn shown(self) -> i128 {
        i128::from(self.to_bits())
    }
}

impl Shown for f32 {
    fn shown(self) -> i128 {
        i128::from(self.to_bits())
    }
}

impl<T: Shown> Shown for Option<T> {
    fn shown(self) -> i128 {
        match self {
            Some(value) => value.shown(),
            None => -77_777,
        }
    }
}

pub fn show(id: u64, value: impl Shown) {
    tlv_feature(1, id, value.shown());
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_prepare(_: usize) -> *mut u8 {
    Box::into_raw(Box::new(1))
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_construct(steps: *mut u8, case: usize) -> *mut u8 {
    let Some((_, run)) = cases::ALL.get(case) else {
        tlv_report(9, 0, 0);
        return std::ptr::null_mut();
    };
    let panicked = catch(|| run());
    tlv_report(2, 0, if panicked { 6 } else { 0 });
    tlv_report(3, 0, if panicked { 1 } else { 0 });
    steps
}

#[unsafe(no_mangle)]
#[inline(never)]
unsafe extern "C" fn tlv_text(to: *mut String) {
    let mut text = String::with_capacity(37);
    text.push_str("tlv");
    unsafe { to.write(text) };
}

#[used]
static TEXT: unsafe extern "C" fn(*mut String) = tlv_text;

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    if std::env::args().len() > 1 {
        for (name, _) in cases::ALL {
            println!("{name}");
        }
        return;
    }
    let steps = tlv_prepare(0);
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        let mut numbers = line.split(' ').map(|word| word.parse::<u128>().expect("a number"));
        let case = numbers.next().expect("a case") as usize;
        for (index, number) in numbers.enumerate() {
            unsafe { VALUES[index] = number };
        }
        tlv_construct(steps, case);
        println!("end");
    }
}
