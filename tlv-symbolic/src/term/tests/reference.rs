//! A second opinion on what operators mean: native integers of the width where Rust has them, and
//! numbers modulo 2^width elsewhere. Written apart from `evaluate.rs`, on purpose.

use crate::term::{Term, Terms};

/// An operator on two vectors of one width.
pub(crate) type Binary = (&'static str, fn(&mut Terms, Term, Term) -> Term);

/// An operator on one vector.
pub(crate) type Unary = (&'static str, fn(&mut Terms, Term) -> Term);

/// All operators on two vectors of one width.
pub(crate) const BINARY: &[Binary] = &[
    ("and", Terms::and),
    ("or", Terms::or),
    ("xor", Terms::xor),
    ("add", Terms::add),
    ("sub", Terms::sub),
    ("mul", Terms::mul),
    ("udiv", Terms::udiv),
    ("sdiv", Terms::sdiv),
    ("urem", Terms::urem),
    ("srem", Terms::srem),
    ("shl", Terms::shl),
    ("lshr", Terms::lshr),
    ("ashr", Terms::ashr),
    ("umul_overflows", Terms::umul_overflows),
    ("smul_overflows", Terms::smul_overflows),
    ("eq", Terms::eq),
    ("ult", Terms::ult),
    ("ule", Terms::ule),
    ("slt", Terms::slt),
    ("sle", Terms::sle),
];

/// All operators on one vector that keep its width.
pub(crate) const UNARY: &[Unary] = &[
    ("not", Terms::not),
    ("neg", Terms::neg),
    ("count_ones", Terms::count_ones),
    ("leading_zeros", Terms::leading_zeros),
    ("trailing_zeros", Terms::trailing_zeros),
];

macro_rules! native {
    ($u:ty, $i:ty, $op:expr, $a:expr, $b:expr) => {{
        let (a, b) = ($a as $u, $b as $u);
        let (ai, bi) = (a as $i, b as $i);
        let shift = u32::try_from(b).ok();
        let r: $u = match $op {
            "and" => a & b,
            "or" => a | b,
            "xor" => a ^ b,
            "add" => a.wrapping_add(b),
            "sub" => a.wrapping_sub(b),
            "mul" => a.wrapping_mul(b),
            "udiv" if b == 0 => <$u>::MAX,
            "udiv" => a / b,
            "sdiv" if b == 0 => {
                if ai < 0 {
                    1
                } else {
                    <$u>::MAX
                }
            }
            "sdiv" => ai.wrapping_div(bi) as $u,
            "urem" if b == 0 => a,
            "urem" => a % b,
            "srem" if b == 0 => a,
            "srem" => ai.wrapping_rem(bi) as $u,
            "shl" => shift.and_then(|s| a.checked_shl(s)).unwrap_or(0),
            "lshr" => shift.and_then(|s| a.checked_shr(s)).unwrap_or(0),
            "ashr" => {
                shift.and_then(|s| ai.checked_shr(s)).unwrap_or(if ai < 0 { -1 } else { 0 }) as $u
            }
            "umul_overflows" => a.overflowing_mul(b).1.into(),
            "smul_overflows" => ai.overflowing_mul(bi).1.into(),
            "eq" => (a == b).into(),
            "ult" => (a < b).into(),
            "ule" => (a <= b).into(),
            "slt" => (ai < bi).into(),
            "sle" => (ai <= bi).into(),
            "not" => !a,
            "neg" => a.wrapping_neg(),
            "count_ones" => a.count_ones() as $u,
            "leading_zeros" => a.leading_zeros() as $u,
            "trailing_zeros" => a.trailing_zeros() as $u,
            other => panic!("no operator {other}"),
        };
        r as u128
    }};
}

/// The value of the operator; a unary one ignores `b`.
pub(crate) fn apply(op: &str, width: u32, a: u128, b: u128) -> u128 {
    match width {
        8 => native!(u8, i8, op, a, b),
        16 => native!(u16, i16, op, a, b),
        32 => native!(u32, i32, op, a, b),
        64 => native!(u64, i64, op, a, b),
        128 => native!(u128, i128, op, a, b),
        _ => odd(op, width, a, b),
    }
}

/// The same for widths without a native integer, all below 128.
fn odd(op: &str, width: u32, a: u128, b: u128) -> u128 {
    let size = 1u128 << width;
    let number = |x: u128| if x >= size / 2 { x as i128 - size as i128 } else { x as i128 };
    let wrap = |x: i128| x.rem_euclid(size as i128) as u128;
    let (ai, bi) = (number(a), number(b));
    let w = u128::from(width);
    // 2^127 and above do not fit, so the widest odd case goes through unsigned arithmetic.
    assert!(width <= 126, "not needed in tests");
    match op {
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "add" => (a + b) % size,
        "sub" => (a + size - b) % size,
        "mul" => a.wrapping_mul(b) % size,
        "udiv" if b == 0 => size - 1,
        "udiv" => a / b,
        "sdiv" if b == 0 => {
            if ai < 0 {
                1
            } else {
                size - 1
            }
        }
        "sdiv" => wrap(ai / bi),
        "urem" if b == 0 => a,
        "urem" => a % b,
        "srem" if b == 0 => a,
        "srem" => wrap(ai % bi),
        "shl" => {
            if b >= w {
                0
            } else {
                (a << b) % size
            }
        }
        "lshr" => {
            if b >= w {
                0
            } else {
                a >> b
            }
        }
        "ashr" => wrap(ai >> b.min(w)),
        "umul_overflows" => a.checked_mul(b).is_none_or(|p| p >= size).into(),
        "smul_overflows" => {
            let half = size as i128 / 2;
            (!ai.checked_mul(bi).is_some_and(|p| (-half..half).contains(&p))).into()
        }
        "eq" => (a == b).into(),
        "ult" => (a < b).into(),
        "ule" => (a <= b).into(),
        "slt" => (ai < bi).into(),
        "sle" => (ai <= bi).into(),
        "not" => size - 1 - a,
        "neg" => (size - a) % size,
        "count_ones" => (0..width).filter(|i| a >> i & 1 == 1).count() as u128,
        "leading_zeros" => (0..width).rev().take_while(|i| a >> i & 1 == 0).count() as u128,
        "trailing_zeros" => (0..width).take_while(|i| a >> i & 1 == 0).count() as u128,
        other => panic!("no operator {other}"),
    }
}

/// A value of the width, often one at an edge.
pub(crate) fn value(rng: &mut fastrand::Rng, width: u32) -> u128 {
    let all = u128::MAX >> (128 - width);
    let half = 1u128 << (width - 1);
    let v = match rng.u32(..12) {
        0 => 0,
        1 => 1,
        2 => all,
        3 => half,
        4 => half - 1,
        5 => u128::from(rng.u8(..20)),
        6 => all.wrapping_sub(rng.u8(..20).into()),
        7 => 1 << rng.u32(..width),
        8 => (1 << rng.u32(..width)) - 1,
        9 => u128::from(width) - u128::from(rng.bool()),
        10 => half ^ u128::from(rng.u8(..20)),
        _ => rng.u128(..),
    };
    v & all
}
