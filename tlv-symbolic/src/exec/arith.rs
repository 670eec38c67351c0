//! Integer arithmetic, comparisons and conversions: on constants directly, else as terms.

use super::program::bits_of;
use super::state::Stop;
use super::step::{lane, unsupported};
use super::value::{Value, mask, signed};
use super::{Fault, Worker};
use crate::ir::{AtomicOp, BinaryOp, CastOp, IntPredicate, Type};

impl Worker<'_> {
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        ty: &Type,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stop> {
        if matches!(ty, Type::Float(_)) {
            return self.float_arithmetic(op, ty, left, right);
        }
        let width = int_width(ty)?;
        if let (Value::Int(_, a), Value::Int(_, b)) = (left, right)
            && let Some(result) = constant(op, width, *a, *b)
        {
            return Ok(Value::int(width, result));
        }
        let (Some(a), Some(b)) = (left.term(&mut self.terms), right.term(&mut self.terms)) else {
            return self.partly_undefined(op, width, left, right);
        };
        let terms = &mut self.terms;
        let result = match op {
            BinaryOp::Add if self.fault == Some(Fault::Addition) => {
                let sum = terms.add(a, b);
                let one = terms.constant(width, 1);
                terms.add(sum, one)
            }
            BinaryOp::Add => terms.add(a, b),
            BinaryOp::Sub => terms.sub(a, b),
            BinaryOp::Mul => terms.mul(a, b),
            BinaryOp::UDiv => terms.udiv(a, b),
            BinaryOp::SDiv if self.fault == Some(Fault::UnsignedDivision) => terms.udiv(a, b),
            BinaryOp::SDiv => terms.sdiv(a, b),
            BinaryOp::URem => terms.urem(a, b),
            BinaryOp::SRem => terms.srem(a, b),
            BinaryOp::Shl => terms.shl(a, b),
            BinaryOp::LShr => terms.lshr(a, b),
            BinaryOp::AShr => terms.ashr(a, b),
            BinaryOp::And => terms.and(a, b),
            BinaryOp::Or => terms.or(a, b),
            BinaryOp::Xor => terms.xor(a, b),
            other => return Err(unsupported(format!("{other:?} on integers"))),
        };
        Ok(Value::of(result, &self.terms))
    }

    /// What an operation gives whatever the undefined side is.
    fn partly_undefined(
        &mut self,
        op: BinaryOp,
        width: u32,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stop> {
        let all_ones = mask(width, u128::MAX);
        Ok(match (op, left.as_int(), right.as_int()) {
            (BinaryOp::And, Some(0), _) | (BinaryOp::And, _, Some(0)) => Value::Int(width, 0),
            (BinaryOp::Or, Some(ones), _) | (BinaryOp::Or, _, Some(ones)) if ones == all_ones => {
                Value::Int(width, all_ones)
            }
            _ => Value::Undefined,
        })
    }

    pub(super) fn compare_ints(
        &mut self,
        predicate: IntPredicate,
        ty: &Type,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stop> {
        let width = int_width(ty)?;
        if let (Value::Int(_, a), Value::Int(_, b)) = (left, right) {
            let (a, b) = (*a, *b);
            let (x, y) = (signed(width, a), signed(width, b));
            return Ok(Value::bool(match predicate {
                IntPredicate::Eq => a == b,
                IntPredicate::Ne => a != b,
                IntPredicate::Ugt => a > b,
                IntPredicate::Uge => a >= b,
                IntPredicate::Ult => a < b,
                IntPredicate::Ule => a <= b,
                IntPredicate::Sgt => x > y,
                IntPredicate::Sge => x >= y,
                IntPredicate::Slt => x < y,
                IntPredicate::Sle => x <= y,
            }));
        }
        let (Some(a), Some(b)) = (left.term(&mut self.terms), right.term(&mut self.terms)) else {
            return Ok(Value::Undefined);
        };
        let wrong = self.fault == Some(Fault::Comparison);
        let terms = &mut self.terms;
        let result = match predicate {
            IntPredicate::Eq => terms.eq(a, b),
            IntPredicate::Ne => {
                let equal = terms.eq(a, b);
                terms.not(equal)
            }
            IntPredicate::Ult if wrong => terms.ule(a, b),
            IntPredicate::Ugt => terms.ult(b, a),
            IntPredicate::Uge => terms.ule(b, a),
            IntPredicate::Ult => terms.ult(a, b),
            IntPredicate::Ule => terms.ule(a, b),
            IntPredicate::Sgt => terms.slt(b, a),
            IntPredicate::Sge => terms.sle(b, a),
            IntPredicate::Slt => terms.slt(a, b),
            IntPredicate::Sle => terms.sle(a, b),
        };
        Ok(Value::of(result, &self.terms))
    }

    pub(super) fn cast(
        &mut self,
        op: CastOp,
        from: &Type,
        value: &Value,
        to: &Type,
    ) -> Result<Value, Stop> {
        if op == CastOp::BitCast && (is_vector(from) || is_vector(to)) {
            return self.bit_cast(from, value, to);
        }
        if let (Type::Vector(count, from), Type::Vector(_, to)) = (from, to) {
            let lanes: Result<Vec<Value>, Stop> = (0..*count as usize)
                .map(|index| self.cast(op, from, &lane(value, index)?, to))
                .collect();
            return Ok(Value::Aggregate(lanes?.into()));
        }
        let (from_width, to_width) = (int_width(from)?, int_width(to)?);
        if matches!(
            op,
            CastOp::FpTrunc
                | CastOp::FpExt
                | CastOp::FpToUi
                | CastOp::FpToSi
                | CastOp::UiToFp
                | CastOp::SiToFp
        ) {
            return self.float_cast(op, from_width, value, to_width);
        }
        Ok(match value {
            Value::Int(_, bits) => match op {
                CastOp::SExt => Value::int(to_width, signed(from_width, *bits) as u128),
                _ => Value::int(to_width, *bits),
            },
            Value::Term(term) => {
                let wrong = self.fault == Some(Fault::ZeroExtension);
                let terms = &mut self.terms;
                let result = match op {
                    CastOp::SExt if !wrong => terms.sext(*term, to_width),
                    _ if to_width > from_width => terms.zext(*term, to_width),
                    _ if to_width < from_width => terms.extract(*term, to_width - 1, 0),
                    _ => *term,
                };
                Value::of(result, &self.terms)
            }
            Value::Undefined => Value::Undefined,
            Value::Aggregate(_) => return Err(unsupported("a conversion of an aggregate")),
        })
    }

    /// The same bits in another shape: vectors are taken apart, lowest lane first.
    fn bit_cast(&mut self, from: &Type, value: &Value, to: &Type) -> Result<Value, Stop> {
        let mut pieces: Vec<(u32, Value)> = Vec::new();
        match from {
            Type::Vector(count, element) => {
                for index in 0..*count as usize {
                    pieces.push((int_width(element)?, lane(value, index)?));
                }
            }
            scalar => pieces.push((int_width(scalar)?, value.clone())),
        }
        let total: u32 = pieces.iter().map(|(width, _)| width).sum();
        let targets = match to {
            Type::Vector(count, element) => vec![int_width(element)?; *count as usize],
            scalar => vec![int_width(scalar)?],
        };
        if targets.iter().sum::<u32>() != total {
            return Err(unsupported("a conversion between different sizes"));
        }
        let mut lanes = Vec::with_capacity(targets.len());
        let (mut piece, mut within) = (0, 0);
        for target in targets {
            let mut parts: Vec<(u32, Value)> = Vec::new();
            let mut missing = target;
            while missing > 0 {
                let (width, value) = &pieces[piece];
                let taken = missing.min(width - within);
                parts.push((taken, self.bits(value, within, taken)));
                missing -= taken;
                within += taken;
                if within == *width {
                    piece += 1;
                    within = 0;
                }
            }
            lanes.push(self.join_bits(&parts)?);
        }
        Ok(match to {
            Type::Vector(..) => Value::Aggregate(lanes.into()),
            _ => lanes.pop().expect("one lane"),
        })
    }

    /// `width` bits of a value from `low` on.
    fn bits(&mut self, value: &Value, low: u32, width: u32) -> Value {
        match value {
            Value::Int(_, bits) => Value::int(width, bits >> low),
            Value::Term(term) if low == 0 && self.terms.width(*term) == width => value.clone(),
            Value::Term(term) => {
                let part = self.terms.extract(*term, low + width - 1, low);
                Value::of(part, &self.terms)
            }
            _ => Value::Undefined,
        }
    }

    /// Values side by side, the lowest first.
    fn join_bits(&mut self, parts: &[(u32, Value)]) -> Result<Value, Stop> {
        if let [(_, single)] = parts {
            return Ok(single.clone());
        }
        if parts.iter().all(|(_, part)| *part == Value::Undefined) {
            return Ok(Value::Undefined);
        }
        let width: u32 = parts.iter().map(|(width, _)| width).sum();
        if width > 128 {
            return Err(unsupported("a number of more than 128 bits"));
        }
        let mut low = 0;
        let mut known = 0u128;
        if parts.iter().all(|(_, part)| !matches!(part, Value::Term(_))) {
            for (width, part) in parts {
                known |= part.as_int().unwrap_or(0) << low;
                low += width;
            }
            return Ok(Value::int(width, known));
        }
        let mut result = None;
        for (width, part) in parts {
            let part = match part {
                Value::Undefined => self.terms.constant(*width, 0),
                other => other.term(&mut self.terms).expect("a number"),
            };
            result = Some(match result {
                None => part,
                Some(low) => self.terms.concat(part, low),
            });
        }
        Ok(Value::of(result.expect("at least one part"), &self.terms))
    }

    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        ty: &Type,
        old: &Value,
        value: Value,
    ) -> Result<Value, Stop> {
        let binary = match op {
            AtomicOp::Xchg => return Ok(value),
            AtomicOp::Add => BinaryOp::Add,
            AtomicOp::Sub => BinaryOp::Sub,
            AtomicOp::And => BinaryOp::And,
            AtomicOp::Or => BinaryOp::Or,
            AtomicOp::Xor => BinaryOp::Xor,
            AtomicOp::Nand => {
                let both = self.binary(BinaryOp::And, ty, old, &value)?;
                let ones = Value::int(int_width(ty)?, u128::MAX);
                return self.binary(BinaryOp::Xor, ty, &both, &ones);
            }
            AtomicOp::Max => return self.extreme(ty, old, &value, IntPredicate::Sgt),
            AtomicOp::Min => return self.extreme(ty, old, &value, IntPredicate::Slt),
            AtomicOp::UMax => return self.extreme(ty, old, &value, IntPredicate::Ugt),
            AtomicOp::UMin => return self.extreme(ty, old, &value, IntPredicate::Ult),
        };
        self.binary(binary, ty, old, &value)
    }

    /// The one of two numbers that compares so with the other.
    pub(super) fn extreme(
        &mut self,
        ty: &Type,
        left: &Value,
        right: &Value,
        predicate: IntPredicate,
    ) -> Result<Value, Stop> {
        let wins = self.compare_ints(predicate, ty, left, right)?;
        self.choose(&wins, left, right)
    }

    /// One of two numbers, as a number.
    pub(super) fn choose(
        &mut self,
        condition: &Value,
        then: &Value,
        other: &Value,
    ) -> Result<Value, Stop> {
        match condition {
            Value::Int(_, bit) => Ok(if *bit == 1 { then.clone() } else { other.clone() }),
            Value::Term(condition) => {
                let (Some(then), Some(other)) =
                    (then.term(&mut self.terms), other.term(&mut self.terms))
                else {
                    return Ok(Value::Undefined);
                };
                let chosen = self.terms.ite(*condition, then, other);
                Ok(Value::of(chosen, &self.terms))
            }
            _ => Ok(Value::Undefined),
        }
    }
}

fn is_vector(ty: &Type) -> bool {
    matches!(ty, Type::Vector(..))
}

/// The width of a type of numbers that fits into a term.
pub(super) fn int_width(ty: &Type) -> Result<u32, Stop> {
    match bits_of(ty) {
        Some(width) if width <= 128 => Ok(width),
        Some(width) => Err(unsupported(format!("a number of {width} bits"))),
        None => Err(unsupported(format!("arithmetic on {ty:?}"))),
    }
}

/// The result on constants; `None` where there is none and the term decides.
fn constant(op: BinaryOp, width: u32, a: u128, b: u128) -> Option<u128> {
    let (x, y) = (signed(width, a), signed(width, b));
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv => x.checked_div(y)? as u128,
        BinaryOp::SRem => x.checked_rem(y)? as u128,
        BinaryOp::Shl => {
            if b < u128::from(width) {
                a << b
            } else {
                0
            }
        }
        BinaryOp::LShr => {
            if b < u128::from(width) {
                a >> b
            } else {
                0
            }
        }
        BinaryOp::AShr => (x >> b.min(u128::from(width) - 1)) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => return None,
    })
}
