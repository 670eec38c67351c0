//! Floating-point numbers, as far as they are exact: moved, compared and negated as bits, and
//! computed where all operands are known. Anything else is not followed.

use super::Worker;
use super::arith::int_width;
use super::state::{State, Stop};
use super::step::unsupported;
use super::value::{Value, signed};
use crate::ir::{BinaryOp, CastOp, FloatPredicate, Type};
use crate::term::Term;

impl<'p> Worker<'p> {
    /// Whether a float is of one of the classes, a set of bits: signalling and quiet NaN, then from
    /// minus infinity, normal, subnormal and zero to plus zero and on to infinity.
    pub(super) fn float_class(
        &mut self,
        ty: &Type,
        value: &Value,
        classes: u128,
    ) -> Result<Value, Stop> {
        let width = float_width(ty)?;
        let Some(value) = value.term(&mut self.terms) else { return Ok(Value::Undefined) };
        let magnitude = self.magnitude(value, width);
        let (infinity, quiet) = if width == 64 {
            (f64::INFINITY.to_bits().into(), 1u128 << 51)
        } else {
            (f32::INFINITY.to_bits().into(), 1u128 << 22)
        };
        let normal = if width == 64 { 1u128 << 52 } else { 1u128 << 23 };
        let terms = &mut self.terms;
        let zero = terms.constant(width, 0);
        let negative = terms.slt(value, zero);
        let positive = terms.not(negative);
        let [infinity, normal, quiet] =
            [infinity, normal, infinity + quiet].map(|bits: u128| terms.constant(width, bits));
        let is_zero = terms.eq(magnitude, zero);
        let is_infinite = terms.eq(magnitude, infinity);
        let is_nan = terms.ult(infinity, magnitude);
        let is_quiet = terms.ule(quiet, magnitude);
        let is_small = terms.ult(magnitude, normal);
        let is_not_zero = terms.not(is_zero);
        let is_subnormal = terms.and(is_small, is_not_zero);
        let is_signalling = {
            let not_quiet = terms.not(is_quiet);
            terms.and(is_nan, not_quiet)
        };
        let is_normal = {
            let (large, finite) = (terms.not(is_small), terms.ult(magnitude, infinity));
            terms.and(large, finite)
        };
        let all = [
            (is_signalling, None),
            (is_quiet, None),
            (is_infinite, Some(negative)),
            (is_normal, Some(negative)),
            (is_subnormal, Some(negative)),
            (is_zero, Some(negative)),
            (is_zero, Some(positive)),
            (is_subnormal, Some(positive)),
            (is_normal, Some(positive)),
            (is_infinite, Some(positive)),
        ];
        let mut result = terms.bool(false);
        for (bit, (is, sign)) in all.into_iter().enumerate() {
            if classes >> bit & 1 == 1 {
                let is = sign.map_or(is, |sign| terms.and(is, sign));
                result = terms.or(result, is);
            }
        }
        Ok(Value::of(result, &self.terms))
    }

    /// The lesser or the greater of two floats; the other one if one is not a number. Which of two
    /// zeros it is, and which bits a result that is not a number has, is not defined.
    pub(super) fn float_extreme(
        &mut self,
        state: &mut State<'p>,
        ty: &Type,
        left: &Value,
        right: &Value,
        least: bool,
    ) -> Result<Value, Stop> {
        let width = float_width(ty)?;
        let (Some(a), Some(b)) = (left.term(&mut self.terms), right.term(&mut self.terms)) else {
            return Ok(Value::Undefined);
        };
        let any = self.havoc(state, width, "undefined bits of a float");
        let any = any.term(&mut self.terms).expect("a number");
        let (a_nan, b_nan) = (self.is_nan(a, width), self.is_nan(b, width));
        let equal = self.floats_equal(a, b, width);
        let less = self.float_less(a, b, width);
        let quiet = if width == 64 {
            u128::from(f64::NAN.to_bits())
        } else {
            u128::from(f32::NAN.to_bits())
        };
        let terms = &mut self.terms;
        let quiet = terms.constant(width, quiet);
        let some_nan = terms.or(any, quiet);
        let either = {
            let bit = terms.extract(any, 0, 0);
            terms.ite(bit, a, b)
        };
        let chosen = if least { terms.ite(less, a, b) } else { terms.ite(less, b, a) };
        let chosen = terms.ite(equal, either, chosen);
        let other = terms.ite(b_nan, a, chosen);
        let one = terms.ite(b_nan, some_nan, b);
        let result = terms.ite(a_nan, one, other);
        Ok(Value::of(result, &self.terms))
    }

    /// Rounds towards zero; what does not fit becomes the nearest that does, no number zero.
    pub(super) fn float_to_integer(
        &mut self,
        ty: &Type,
        value: &Value,
        width: u32,
        is_signed: bool,
    ) -> Result<Value, Stop> {
        let Some(bits) = value.as_int() else {
            return Err(unsupported("a conversion of a float of unknown value"));
        };
        let number = match float_width(ty)? {
            64 => f64::from_bits(bits as u64),
            _ => f64::from(f32::from_bits(bits as u32)),
        };
        Ok(if is_signed {
            let most = i128::MAX >> (128 - width);
            Value::int(width, (number as i128).clamp(-most - 1, most) as u128)
        } else {
            Value::int(width, (number as u128).min(super::value::mask(width, u128::MAX)))
        })
    }

    /// A function of a float that is exact for both widths when computed with the larger one.
    pub(super) fn float_function(
        &mut self,
        ty: &Type,
        value: &Value,
        function: fn(f64) -> f64,
    ) -> Result<Value, Stop> {
        let width = float_width(ty)?;
        let Some(bits) = value.as_int() else {
            return Err(unsupported("floating-point arithmetic on unknown numbers"));
        };
        // A square root that is rounded to f64 and then to f32 is rounded as if once.
        Ok(if width == 64 {
            Value::int(64, function(f64::from_bits(bits as u64)).to_bits().into())
        } else {
            let number = function(f64::from(f32::from_bits(bits as u32))) as f32;
            Value::int(32, number.to_bits().into())
        })
    }

    pub(super) fn float_arithmetic(
        &mut self,
        op: BinaryOp,
        ty: &Type,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stop> {
        let width = int_width(ty)?;
        let (Some(a), Some(b)) = (left.as_int(), right.as_int()) else {
            return Err(unsupported("floating-point arithmetic on unknown numbers"));
        };
        // The arithmetic of the host is that of IEEE 754, as is the target's.
        let bits = match width {
            64 => {
                let (a, b) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
                u128::from(compute(op, a, b)?.to_bits())
            }
            32 => {
                let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
                let result = match op {
                    BinaryOp::FAdd => a + b,
                    BinaryOp::FSub => a - b,
                    BinaryOp::FMul => a * b,
                    BinaryOp::FDiv => a / b,
                    BinaryOp::FRem => a % b,
                    other => return Err(unsupported(format!("{other:?} on floats"))),
                };
                u128::from(result.to_bits())
            }
            other => return Err(unsupported(format!("floats of {other} bits"))),
        };
        Ok(Value::int(width, bits))
    }

    pub(super) fn negate_float(&mut self, ty: &Type, value: &Value) -> Result<Value, Stop> {
        let width = int_width(ty)?;
        let sign = Value::int(width, 1 << (width - 1));
        self.binary(BinaryOp::Xor, &Type::Int(width), value, &sign)
    }

    pub(super) fn compare_floats(
        &mut self,
        predicate: FloatPredicate,
        ty: &Type,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stop> {
        let width = float_width(ty)?;
        let (Some(a), Some(b)) = (left.term(&mut self.terms), right.term(&mut self.terms)) else {
            return Ok(Value::Undefined);
        };
        let nan = {
            let (a, b) = (self.is_nan(a, width), self.is_nan(b, width));
            self.terms.or(a, b)
        };
        let ordered = self.terms.not(nan);
        let equal = self.floats_equal(a, b, width);
        let (less, greater) = (self.float_less(a, b, width), self.float_less(b, a, width));
        let terms = &mut self.terms;
        let (relation, unordered) = match predicate {
            FloatPredicate::False => return Ok(Value::bool(false)),
            FloatPredicate::True => return Ok(Value::bool(true)),
            FloatPredicate::Ord => return Ok(Value::of(ordered, terms)),
            FloatPredicate::Uno => return Ok(Value::of(nan, terms)),
            FloatPredicate::Oeq => (equal, false),
            FloatPredicate::Ueq => (equal, true),
            FloatPredicate::Olt => (less, false),
            FloatPredicate::Ult => (less, true),
            FloatPredicate::Ogt => (greater, false),
            FloatPredicate::Ugt => (greater, true),
            FloatPredicate::Ole => (terms.or(less, equal), false),
            FloatPredicate::Ule => (terms.or(less, equal), true),
            FloatPredicate::Oge => (terms.or(greater, equal), false),
            FloatPredicate::Uge => (terms.or(greater, equal), true),
            FloatPredicate::One => (terms.not(equal), false),
            FloatPredicate::Une => (terms.not(equal), true),
        };
        let result = if unordered { terms.or(relation, nan) } else { terms.and(relation, ordered) };
        Ok(Value::of(result, &self.terms))
    }

    fn magnitude(&mut self, value: Term, width: u32) -> Term {
        let low = self.terms.constant(width, (1 << (width - 1)) - 1);
        self.terms.and(value, low)
    }

    fn is_nan(&mut self, value: Term, width: u32) -> Term {
        let magnitude = self.magnitude(value, width);
        let infinity = if width == 64 {
            u128::from(f64::INFINITY.to_bits())
        } else {
            u128::from(f32::INFINITY.to_bits())
        };
        let infinity = self.terms.constant(width, infinity);
        self.terms.ult(infinity, magnitude)
    }

    /// Equal as numbers, NaN apart: the same bits, or both zero.
    fn floats_equal(&mut self, a: Term, b: Term, width: u32) -> Term {
        let same = self.terms.eq(a, b);
        let both = self.terms.or(a, b);
        let both = self.magnitude(both, width);
        let zero = self.terms.constant(width, 0);
        let zeros = self.terms.eq(both, zero);
        self.terms.or(same, zeros)
    }

    /// Less as numbers, NaN apart.
    fn float_less(&mut self, a: Term, b: Term, width: u32) -> Term {
        let zero = self.terms.constant(width, 0);
        let (a_negative, b_negative) = (self.terms.slt(a, zero), self.terms.slt(b, zero));
        let terms = &mut self.terms;
        // Of two of the same sign the bits order the magnitudes.
        let forward = terms.ult(a, b);
        let backward = terms.ult(b, a);
        let same_sign = terms.ite(a_negative, backward, forward);
        let differ = terms.xor(a_negative, b_negative);
        let equal = self.floats_equal(a, b, width);
        let terms = &mut self.terms;
        let unequal = terms.not(equal);
        let crossing = terms.and(a_negative, unequal);
        terms.ite(differ, crossing, same_sign)
    }

    pub(super) fn float_cast(
        &mut self,
        op: CastOp,
        from: u32,
        value: &Value,
        to: u32,
    ) -> Result<Value, Stop> {
        let Some(bits) = value.as_int() else {
            if *value == Value::Undefined {
                return Ok(Value::Undefined);
            }
            return Err(unsupported("a conversion between integers and floats of unknown value"));
        };
        let float = |width: u32, bits: u128| match width {
            64 => Ok(f64::from_bits(bits as u64)),
            32 => Ok(f64::from(f32::from_bits(bits as u32))),
            other => Err(unsupported(format!("floats of {other} bits"))),
        };
        let back = |width: u32, number: f64| match width {
            64 => Ok(Value::int(64, u128::from(number.to_bits()))),
            32 => Ok(Value::int(32, u128::from((number as f32).to_bits()))),
            other => Err(unsupported(format!("floats of {other} bits"))),
        };
        Ok(match op {
            CastOp::FpExt | CastOp::FpTrunc => back(to, float(from, bits)?)?,
            CastOp::FpToUi => Value::int(to, float(from, bits)? as u128),
            CastOp::FpToSi => Value::int(to, float(from, bits)? as i128 as u128),
            // Rounded once: through f64 an integer would be rounded twice on its way to f32.
            CastOp::UiToFp if to == 32 => Value::int(32, u128::from((bits as f32).to_bits())),
            CastOp::SiToFp if to == 32 => {
                Value::int(32, u128::from((signed(from, bits) as f32).to_bits()))
            }
            CastOp::UiToFp => back(to, bits as f64)?,
            CastOp::SiToFp => back(to, signed(from, bits) as f64)?,
            other => return Err(unsupported(format!("{other:?}"))),
        })
    }
}

fn float_width(ty: &Type) -> Result<u32, Stop> {
    match int_width(ty)? {
        width @ (32 | 64) => Ok(width),
        other => Err(unsupported(format!("floats of {other} bits"))),
    }
}

fn compute(op: BinaryOp, a: f64, b: f64) -> Result<f64, Stop> {
    Ok(match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        BinaryOp::FRem => a % b,
        other => return Err(unsupported(format!("{other:?} on floats"))),
    })
}
