//! LLVM's own functions.

use super::Worker;
use super::arith::int_width;
use super::state::{State, Stop};
use super::step::{lane, unsupported};
use super::value::{Value, mask, signed};
use crate::ir::{BinaryOp, Call, IntPredicate, Type};

/// A function of one float.
type FloatFunction = fn(f64) -> f64;

impl<'p> Worker<'p> {
    #[expect(clippy::too_many_lines, reason = "one arm for each intrinsic")]
    pub(super) fn intrinsic(
        &mut self,
        state: &mut State<'p>,
        name: &str,
        call: &Call,
    ) -> Result<Option<Value>, Stop> {
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        let family = |prefix: &str| {
            name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if [
            "lifetime.start",
            "lifetime.end",
            "assume",
            "experimental.noalias.scope.decl",
            "donothing",
            "invariant.start",
            "invariant.end",
            "sideeffect",
            "prefetch",
            "fake.use",
            "var.annotation",
        ]
        .iter()
        .any(|known| family(known))
            || name.starts_with("dbg.")
        {
            return Ok(None);
        }
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for (_, argument) in &call.arguments {
            arguments.push(self.operand(state, argument)?);
        }
        let ty = call.arguments.first().map(|(ty, _)| ty.clone());
        let argument = |index: usize| {
            arguments.get(index).ok_or_else(|| unsupported("an intrinsic without arguments"))
        };
        let first = || ty.clone().ok_or_else(|| unsupported("an intrinsic without arguments"));
        if family("memcpy") || family("memmove") || family("memcpy.inline") {
            self.copy(state, argument(0)?, argument(1)?, argument(2)?)?;
            return Ok(None);
        }
        if family("memset") || family("memset.inline") {
            self.fill(state, argument(0)?, argument(1)?, argument(2)?)?;
            return Ok(None);
        }
        if family("trap") || family("debugtrap") || family("ubsantrap") {
            return Err(Stop::Abort);
        }
        let overflow = [
            ("uadd.with.overflow", BinaryOp::Add, false),
            ("sadd.with.overflow", BinaryOp::Add, true),
            ("usub.with.overflow", BinaryOp::Sub, false),
            ("ssub.with.overflow", BinaryOp::Sub, true),
            ("umul.with.overflow", BinaryOp::Mul, false),
            ("smul.with.overflow", BinaryOp::Mul, true),
        ];
        if let Some((_, op, signed)) = overflow.iter().find(|(known, ..)| family(known)) {
            let ty = first()?;
            let (result, overflows) =
                self.with_overflow(*op, *signed, &ty, argument(0)?, argument(1)?)?;
            return Ok(Some(Value::Aggregate([result, overflows].into())));
        }
        let extremes = [
            ("umax", IntPredicate::Ugt),
            ("umin", IntPredicate::Ult),
            ("smax", IntPredicate::Sgt),
            ("smin", IntPredicate::Slt),
        ];
        if let Some((_, predicate)) = extremes.iter().find(|(known, _)| family(known)) {
            let ty = first()?;
            let value = self.lanes2(&ty, argument(0)?, argument(1)?, |worker, ty, a, b| {
                worker.extreme(ty, a, b, *predicate)
            })?;
            return Ok(Some(value));
        }
        let saturating = [
            ("uadd.sat", BinaryOp::Add, false),
            ("usub.sat", BinaryOp::Sub, false),
            ("sadd.sat", BinaryOp::Add, true),
            ("ssub.sat", BinaryOp::Sub, true),
        ];
        if let Some((_, op, signed)) = saturating.iter().find(|(known, ..)| family(known)) {
            let ty = first()?;
            let value = self.lanes2(&ty, argument(0)?, argument(1)?, |worker, ty, a, b| {
                worker.saturating(*op, *signed, ty, a, b)
            })?;
            return Ok(Some(value));
        }
        if family("ucmp") || family("scmp") {
            let ty = first()?;
            let less = if family("ucmp") { IntPredicate::Ult } else { IntPredicate::Slt };
            let width = int_width(&call.returns)?;
            let below = self.compare_ints(less, &ty, argument(0)?, argument(1)?)?;
            let above = self.compare_ints(less, &ty, argument(1)?, argument(0)?)?;
            let rest = self.choose(&above, &Value::Int(width, 1), &Value::Int(width, 0))?;
            return self.choose(&below, &Value::int(width, u128::MAX), &rest).map(Some);
        }
        if family("ctpop") || family("ctlz") || family("cttz") {
            let ty = first()?;
            let which = &name[..4];
            let value = self.lanes1(&ty, argument(0)?, |worker, ty, value| {
                worker.count_bits(which, ty, value)
            })?;
            return Ok(Some(value));
        }
        if family("bswap") || family("bitreverse") {
            let ty = first()?;
            let unit = if family("bswap") { 8 } else { 1 };
            let value = self
                .lanes1(&ty, argument(0)?, |worker, ty, value| worker.reverse(unit, ty, value))?;
            return Ok(Some(value));
        }
        if family("fshl") || family("fshr") {
            let ty = first()?;
            let left = family("fshl");
            return self
                .funnel_shift(left, &ty, argument(0)?, argument(1)?, argument(2)?)
                .map(Some);
        }
        if family("abs") {
            let ty = first()?;
            let value = self.lanes1(&ty, argument(0)?, |worker, ty, value| {
                let zero = Value::Int(int_width(ty)?, 0);
                let negated = worker.binary(BinaryOp::Sub, ty, &zero, value)?;
                let negative = worker.compare_ints(IntPredicate::Slt, ty, value, &zero)?;
                worker.choose(&negative, &negated, value)
            })?;
            return Ok(Some(value));
        }
        if family("is.constant") {
            return Ok(Some(Value::bool(false)));
        }
        if family("is.fpclass") {
            let classes = argument(1)?.as_int().ok_or_else(|| unsupported("an unknown class"))?;
            return self.float_class(&first()?, argument(0)?, classes).map(Some);
        }
        let float_extremes =
            [("minnum", true), ("minimumnum", true), ("maxnum", false), ("maximumnum", false)];
        if let Some((_, least)) = float_extremes.iter().find(|(known, _)| family(known)) {
            return self
                .float_extreme(state, &first()?, argument(0)?, argument(1)?, *least)
                .map(Some);
        }
        if family("fptosi.sat") || family("fptoui.sat") {
            let width = int_width(&call.returns)?;
            return self
                .float_to_integer(&first()?, argument(0)?, width, family("fptosi.sat"))
                .map(Some);
        }
        let roundings: [(&str, FloatFunction); 7] = [
            ("floor", f64::floor),
            ("ceil", f64::ceil),
            ("trunc", f64::trunc),
            ("round", f64::round),
            ("roundeven", f64::round_ties_even),
            ("rint", f64::round_ties_even),
            ("sqrt", f64::sqrt),
        ];
        if let Some((_, function)) = roundings.iter().find(|(known, _)| family(known)) {
            return self.float_function(&first()?, argument(0)?, *function).map(Some);
        }
        if family("threadlocal.address")
            || family("expect")
            || family("launder.invariant.group")
            || family("strip.invariant.group")
            || family("ssa.copy")
            || family("ptr.annotation")
        {
            return Ok(Some(argument(0)?.clone()));
        }
        if family("ptrmask") {
            let ty = Type::Int(64);
            return self.binary(BinaryOp::And, &ty, argument(0)?, argument(1)?).map(Some);
        }
        if family("objectsize") {
            // "Unknown": all ones, or zero if the smallest is asked for.
            let smallest = argument(1)?.as_int() == Some(1);
            let width = int_width(&call.returns)?;
            return Ok(Some(Value::int(width, if smallest { 0 } else { u128::MAX })));
        }
        if family("fabs") || family("copysign") {
            let ty = first()?;
            let width = int_width(&ty)?;
            let int = Type::Int(width);
            let sign = 1u128 << (width - 1);
            let magnitude =
                self.binary(BinaryOp::And, &int, argument(0)?, &Value::int(width, !sign))?;
            if family("fabs") {
                return Ok(Some(magnitude));
            }
            let sign = self.binary(BinaryOp::And, &int, argument(1)?, &Value::int(width, sign))?;
            return self.binary(BinaryOp::Or, &int, &magnitude, &sign).map(Some);
        }
        if name == "x86.sse2.pmovmskb.128" {
            let mut bits = Value::Int(32, 0);
            let word = Type::Int(32);
            for index in 0..16 {
                let byte = lane(argument(0)?, index)?;
                let byte = match byte {
                    Value::Undefined => Value::Int(8, 0),
                    other => other,
                };
                let seven = Value::Int(8, 7);
                let sign = self.binary(BinaryOp::LShr, &Type::Int(8), &byte, &seven)?;
                let sign = self.cast(crate::ir::CastOp::ZExt, &Type::Int(8), &sign, &word)?;
                let place = Value::Int(32, index as u128);
                let sign = self.binary(BinaryOp::Shl, &word, &sign, &place)?;
                bits = self.binary(BinaryOp::Or, &word, &bits, &sign)?;
            }
            return Ok(Some(bits));
        }
        if family("vector.reduce.or") || family("vector.reduce.and") || family("vector.reduce.add")
        {
            let Type::Vector(count, element) = first()? else {
                return Err(unsupported("a reduction of a number"));
            };
            let op = if family("vector.reduce.or") {
                BinaryOp::Or
            } else if family("vector.reduce.and") {
                BinaryOp::And
            } else {
                BinaryOp::Add
            };
            let mut result = lane(argument(0)?, 0)?;
            for index in 1..count as usize {
                let next = lane(argument(0)?, index)?;
                result = self.binary(op, &element, &result, &next)?;
            }
            return Ok(Some(result));
        }
        Err(unsupported(format!("the intrinsic `llvm.{name}`")))
    }

    fn with_overflow(
        &mut self,
        op: BinaryOp,
        is_signed: bool,
        ty: &Type,
        left: &Value,
        right: &Value,
    ) -> Result<(Value, Value), Stop> {
        let width = int_width(ty)?;
        let result = self.binary(op, ty, left, right)?;
        if let (Value::Int(_, a), Value::Int(_, b)) = (left, right) {
            let overflows = if is_signed {
                let (a, b) = (signed(width, *a), signed(width, *b));
                let exact = match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    _ => a.checked_mul(b),
                };
                exact.is_none_or(|exact| signed(width, mask(width, exact as u128)) != exact)
            } else {
                let exact = match op {
                    BinaryOp::Add => a.checked_add(*b),
                    BinaryOp::Sub => a.checked_sub(*b),
                    _ => a.checked_mul(*b),
                };
                exact.is_none_or(|exact| mask(width, exact) != exact)
            };
            return Ok((result, Value::bool(overflows)));
        }
        let (Some(a), Some(b)) = (left.term(&mut self.terms), right.term(&mut self.terms)) else {
            return Ok((Value::Undefined, Value::Undefined));
        };
        if self.fault == Some(super::Fault::NoOverflow) {
            return Ok((result, Value::bool(false)));
        }
        let sum = result.term(&mut self.terms).expect("two numbers give a number");
        let terms = &mut self.terms;
        let overflows = match (op, is_signed) {
            (BinaryOp::Add, false) => terms.ult(sum, a),
            (BinaryOp::Sub, false) => terms.ult(a, b),
            (BinaryOp::Mul, false) => terms.umul_overflows(a, b),
            (BinaryOp::Mul, _) => terms.smul_overflows(a, b),
            (op, _) => {
                // The sign of the result differs from that of the first, though the second has
                // the sign (for a difference, the other sign) with which it should not.
                let zero = terms.constant(width, 0);
                let changed = terms.xor(a, sum);
                let second = if op == BinaryOp::Add { terms.xor(b, sum) } else { terms.xor(a, b) };
                let both = terms.and(changed, second);
                terms.slt(both, zero)
            }
        };
        Ok((result, Value::of(overflows, &self.terms)))
    }

    fn saturating(
        &mut self,
        op: BinaryOp,
        is_signed: bool,
        ty: &Type,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stop> {
        let width = int_width(ty)?;
        let (result, overflows) = self.with_overflow(op, is_signed, ty, left, right)?;
        let limit = if is_signed {
            // Towards the sign of the first operand.
            let zero = Value::Int(width, 0);
            let negative = self.compare_ints(IntPredicate::Slt, ty, left, &zero)?;
            let least = Value::int(width, 1 << (width - 1));
            let most = Value::int(width, (1 << (width - 1)) - 1);
            self.choose(&negative, &least, &most)?
        } else if op == BinaryOp::Add {
            Value::int(width, u128::MAX)
        } else {
            Value::Int(width, 0)
        };
        self.choose(&overflows, &limit, &result)
    }

    fn count_bits(&mut self, which: &str, ty: &Type, value: &Value) -> Result<Value, Stop> {
        let width = int_width(ty)?;
        Ok(match value {
            Value::Int(_, bits) => {
                let count = match which {
                    "ctpo" => bits.count_ones(),
                    "ctlz" => bits.leading_zeros() - (128 - width),
                    _ => bits.trailing_zeros().min(width),
                };
                Value::int(width, u128::from(count))
            }
            Value::Term(term) => {
                let count = match which {
                    "ctpo" => self.terms.count_ones(*term),
                    "ctlz" => self.terms.leading_zeros(*term),
                    _ => self.terms.trailing_zeros(*term),
                };
                Value::of(count, &self.terms)
            }
            _ => Value::Undefined,
        })
    }

    /// The pieces of `unit` bits in the opposite order.
    fn reverse(&mut self, unit: u32, ty: &Type, value: &Value) -> Result<Value, Stop> {
        let width = int_width(ty)?;
        Ok(match value {
            Value::Int(_, bits) => {
                let mut result = 0u128;
                for piece in 0..width / unit {
                    let part = mask(unit, bits >> (piece * unit));
                    result |= part << (width - (piece + 1) * unit);
                }
                Value::int(width, result)
            }
            Value::Term(term) => {
                let mut result = None;
                for piece in 0..width / unit {
                    let part = self.terms.extract(*term, (piece + 1) * unit - 1, piece * unit);
                    result = Some(match result {
                        None => part,
                        Some(high) => self.terms.concat(high, part),
                    });
                }
                Value::of(result.expect("at least one piece"), &self.terms)
            }
            _ => Value::Undefined,
        })
    }

    fn funnel_shift(
        &mut self,
        left: bool,
        ty: &Type,
        high: &Value,
        low: &Value,
        amount: &Value,
    ) -> Result<Value, Stop> {
        let width = int_width(ty)?;
        let modulus = Value::int(width, u128::from(width));
        let amount = self.binary(BinaryOp::URem, ty, amount, &modulus)?;
        let rest = self.binary(BinaryOp::Sub, ty, &modulus, &amount)?;
        let (kept, moved) = if left {
            let kept = self.binary(BinaryOp::Shl, ty, high, &amount)?;
            (kept, self.binary(BinaryOp::LShr, ty, low, &rest)?)
        } else {
            let kept = self.binary(BinaryOp::LShr, ty, low, &amount)?;
            (kept, self.binary(BinaryOp::Shl, ty, high, &rest)?)
        };
        // Shifting by the whole width gives zero, so an amount of zero needs no case of its own.
        self.binary(BinaryOp::Or, ty, &kept, &moved)
    }
}
