//! One instruction.

use super::memory::{Place, place_of};
use super::program::{bits_of, undefined};
use super::state::{Branch, Reason, State, Stop};
use super::value::{Value, mask};
use super::{Fault, Flow, Worker};
use crate::ir::{BlockId, Instruction, IntPredicate, Kind, LocalId, Operand, Terminator, Type};
use crate::solve::Answer;
use std::sync::Arc;

pub(super) fn unsupported(text: impl Into<String>) -> Stop {
    Stop::Gap(Reason::Unsupported(text.into()))
}

impl<'p> Worker<'p> {
    /// Executes the next instruction of a state.
    pub(super) fn step(&mut self, state: &mut State<'p>) -> Result<Flow, Stop> {
        state.instructions += 1;
        self.cost.instructions += 1;
        let frame = state.frames.last_mut().expect("a state that runs has a frame");
        let function = frame.function;
        let block = &function.blocks[frame.block as usize];
        let Some(instruction) = block.instructions.get(frame.index) else {
            if block.terminator_location.is_some() {
                state.location = block.terminator_location;
            }
            return self.terminate(state, &block.terminator);
        };
        if instruction.location.is_some() {
            state.location = instruction.location;
        }
        if let Kind::Call(call) = &instruction.kind {
            return self.call(state, call, instruction.result, None);
        }
        let value = self.compute(state, instruction)?;
        let frame = state.frames.last_mut().expect("still there");
        if let (Some(result), Some(value)) = (instruction.result, value) {
            frame.locals[result.0 as usize] = value;
        }
        frame.index += 1;
        Ok(Flow::Next)
    }

    pub(super) fn operand(&self, state: &State<'p>, operand: &Operand) -> Result<Value, Stop> {
        match operand {
            Operand::Local(LocalId(index)) => {
                let frame = state.frames.last().expect("a state that runs has a frame");
                Ok(frame.locals[*index as usize].clone())
            }
            Operand::Constant(constant) => self.program.constant(constant).map_err(unsupported),
        }
    }

    fn compute(
        &mut self,
        state: &mut State<'p>,
        instruction: &Instruction,
    ) -> Result<Option<Value>, Stop> {
        Ok(Some(match &instruction.kind {
            Kind::Binary { op, ty, left, right } => {
                let (a, b) = (self.operand(state, left)?, self.operand(state, right)?);
                self.lanes2(ty, &a, &b, |worker, ty, a, b| worker.binary(*op, ty, a, b))?
            }
            Kind::ICmp { predicate, ty, left, right } => {
                let (a, b) = (self.operand(state, left)?, self.operand(state, right)?);
                if *ty == Type::Pointer && orders_objects(*predicate, &a, &b) {
                    return Err(unsupported("the order of the addresses of two objects"));
                }
                self.lanes2(ty, &a, &b, |worker, ty, a, b| {
                    worker.compare_ints(*predicate, ty, a, b)
                })?
            }
            Kind::FCmp { predicate, ty, left, right } => {
                let (a, b) = (self.operand(state, left)?, self.operand(state, right)?);
                self.lanes2(ty, &a, &b, |worker, ty, a, b| {
                    worker.compare_floats(*predicate, ty, a, b)
                })?
            }
            Kind::FNeg { ty, value } => {
                let value = self.operand(state, value)?;
                self.lanes1(ty, &value, |worker, ty, value| worker.negate_float(ty, value))?
            }
            Kind::Cast { op, from, value, to } => {
                let value = self.operand(state, value)?;
                self.cast(*op, from, &value, to)?
            }
            Kind::Select { condition_ty, condition, then, other, .. } => {
                let condition = self.operand(state, condition)?;
                let (then, other) = (self.operand(state, then)?, self.operand(state, other)?);
                if matches!(condition_ty, Type::Vector(..)) {
                    self.select_lanes(state, &condition, &then, &other)?
                } else {
                    self.select(state, &condition, then, other)?
                }
            }
            Kind::Freeze { ty, value } => {
                let value = self.operand(state, value)?;
                self.freeze(state, ty, value)
            }
            Kind::Phi { .. } => return Err(unsupported("a phi in the middle of a block")),
            Kind::Alloca { ty, count, .. } => {
                let count = match count {
                    None => 1,
                    Some((_, count)) => {
                        let count = self.operand(state, count)?;
                        count.as_int().ok_or_else(|| unsupported("an alloca of unknown size"))?
                    }
                };
                let size = u128::from(self.program.module().layout().alloc_size_of(ty)) * count;
                let id = self.allocate(state, size)?;
                state.frames.last_mut().expect("running").allocas.push(id);
                Value::address(super::memory::object_address(id))
            }
            Kind::Load { ty, pointer } => {
                let pointer = self.operand(state, pointer)?;
                self.load(state, ty, &pointer)?
            }
            Kind::Store { ty, value, pointer } => {
                let (value, pointer) = (self.operand(state, value)?, self.operand(state, pointer)?);
                self.store(state, ty, &value, &pointer)?;
                return Ok(None);
            }
            Kind::GetElementPtr { source, base, indices } => {
                let base = self.operand(state, base)?;
                self.element_pointer(state, source, &base, indices)?
            }
            Kind::ExtractValue { aggregate, indices, .. } => {
                let mut value = self.operand(state, aggregate)?;
                for index in indices {
                    value = match &value {
                        Value::Aggregate(parts) => parts
                            .get(*index as usize)
                            .cloned()
                            .ok_or_else(|| unsupported("a field that is not there"))?,
                        Value::Undefined => Value::Undefined,
                        _ => return Err(unsupported("a field of a number")),
                    };
                }
                value
            }
            Kind::InsertValue { ty, aggregate, element, indices, .. } => {
                let aggregate = self.operand(state, aggregate)?;
                let element = self.operand(state, element)?;
                insert(ty, aggregate, element, indices)?
            }
            Kind::ExtractElement { vector, index, .. } => {
                let (vector, index) = (self.operand(state, vector)?, self.operand(state, index)?);
                let index = index.as_int().ok_or_else(|| unsupported("an unknown vector lane"))?;
                lane(&vector, index as usize)?
            }
            Kind::InsertElement { ty, vector, element, index, .. } => {
                let (vector, index) = (self.operand(state, vector)?, self.operand(state, index)?);
                let element = self.operand(state, element)?;
                let index = index.as_int().ok_or_else(|| unsupported("an unknown vector lane"))?;
                insert(ty, vector, element, &[index as u32])?
            }
            Kind::ShuffleVector { ty, left, right, mask } => {
                let (left, right) = (self.operand(state, left)?, self.operand(state, right)?);
                let Type::Vector(count, _) = ty else {
                    return Err(unsupported("a shuffle of something else than vectors"));
                };
                let pick = |index: &Option<u32>| match index {
                    None => Ok(Value::Undefined),
                    Some(index) if u64::from(*index) < *count => lane(&left, *index as usize),
                    Some(index) => lane(&right, (u64::from(*index) - count) as usize),
                };
                let lanes: Result<Vec<Value>, Stop> = mask.iter().map(pick).collect();
                Value::Aggregate(lanes?.into())
            }
            Kind::AtomicRmw { op, ty, pointer, value } => {
                let (pointer, value) = (self.operand(state, pointer)?, self.operand(state, value)?);
                let old = self.load(state, ty, &pointer)?;
                let new = self.atomic(*op, ty, &old, value)?;
                self.store(state, ty, &new, &pointer)?;
                old
            }
            Kind::CmpXchg { ty, pointer, expected, new } => {
                let pointer = self.operand(state, pointer)?;
                let (expected, new) = (self.operand(state, expected)?, self.operand(state, new)?);
                let old = self.load(state, ty, &pointer)?;
                let equal = self.compare_ints(crate::ir::IntPredicate::Eq, ty, &old, &expected)?;
                let stored = self.select(state, &equal, new, old.clone())?;
                self.store(state, ty, &stored, &pointer)?;
                Value::Aggregate([old, equal].into())
            }
            Kind::Fence => return Ok(None),
            Kind::LandingPad { .. } => return Err(unsupported("a landing pad")),
            Kind::Call(_) => unreachable!("calls are executed by `call`"),
            Kind::Unsupported(text) => {
                return Err(unsupported(format!("the instruction `{text}`")));
            }
        }))
    }

    /// An operation on numbers, or on each lane of vectors.
    pub(super) fn lanes2(
        &mut self,
        ty: &Type,
        left: &Value,
        right: &Value,
        mut operation: impl FnMut(&mut Self, &Type, &Value, &Value) -> Result<Value, Stop>,
    ) -> Result<Value, Stop> {
        let Type::Vector(count, element) = ty else { return operation(self, ty, left, right) };
        let mut lanes = Vec::with_capacity(*count as usize);
        for index in 0..*count as usize {
            let (a, b) = (lane(left, index)?, lane(right, index)?);
            lanes.push(operation(self, element, &a, &b)?);
        }
        Ok(Value::Aggregate(lanes.into()))
    }

    pub(super) fn lanes1(
        &mut self,
        ty: &Type,
        value: &Value,
        mut operation: impl FnMut(&mut Self, &Type, &Value) -> Result<Value, Stop>,
    ) -> Result<Value, Stop> {
        self.lanes2(ty, value, value, |worker, ty, a, _| operation(worker, ty, a))
    }

    fn select_lanes(
        &mut self,
        state: &mut State<'p>,
        condition: &Value,
        then: &Value,
        other: &Value,
    ) -> Result<Value, Stop> {
        let Value::Aggregate(conditions) = condition else {
            return Ok(Value::Undefined);
        };
        let mut lanes = Vec::with_capacity(conditions.len());
        for (index, condition) in conditions.iter().enumerate() {
            lanes.push(self.select(state, condition, lane(then, index)?, lane(other, index)?)?);
        }
        Ok(Value::Aggregate(lanes.into()))
    }

    /// One of two values. Addresses are not mixed: the state forks instead.
    fn select(
        &mut self,
        state: &mut State<'p>,
        condition: &Value,
        then: Value,
        other: Value,
    ) -> Result<Value, Stop> {
        let condition = match condition {
            Value::Int(_, bit) => return Ok(if *bit == 1 { then } else { other }),
            Value::Term(term) => *term,
            _ if then == other => return Ok(then),
            _ => return Err(unsupported("a choice that depends on undefined bits")),
        };
        if let Some(known) = state.decided.get(&condition) {
            return Ok(if *known { then } else { other });
        }
        let (then, other) = match self.fault {
            Some(Fault::SwappedSelection) => (other, then),
            _ => (then, other),
        };
        match super::memory::merge_values(condition, &then, &other, &mut self.terms) {
            Some(merged) => Ok(merged),
            None => Ok(if self.decide(state, condition)? { then } else { other }),
        }
    }

    fn freeze(&mut self, state: &mut State<'p>, ty: &Type, value: Value) -> Value {
        match value {
            Value::Undefined => match bits_of(ty) {
                Some(width) => self.havoc(state, width, "undefined bits"),
                None => Value::Undefined,
            },
            Value::Aggregate(parts) => {
                let inner = |index: usize| match ty {
                    Type::Array(_, element) | Type::Vector(_, element) => Some((**element).clone()),
                    Type::Struct { fields, .. } => fields.get(index).cloned(),
                    _ => None,
                };
                let parts = parts.iter().enumerate().map(|(index, part)| match inner(index) {
                    Some(ty) => self.freeze(state, &ty, part.clone()),
                    None => part.clone(),
                });
                Value::Aggregate(parts.collect::<Vec<_>>().into())
            }
            other => other,
        }
    }

    fn terminate(&mut self, state: &mut State<'p>, terminator: &Terminator) -> Result<Flow, Stop> {
        match terminator {
            Terminator::Branch(block) => self.jump(state, *block),
            Terminator::Conditional { condition, then, other } => {
                let taken = match self.operand(state, condition)? {
                    Value::Int(_, bit) => bit == 1,
                    Value::Term(term) => self.decide(state, term)?,
                    _ => return Err(unsupported("a branch that depends on undefined bits")),
                };
                self.jump(state, if taken { *then } else { *other })
            }
            Terminator::Switch { ty, value, default, cases } => {
                let value = self.operand(state, value)?;
                let block = self.switch(state, ty, &value, *default, cases)?;
                self.jump(state, block)
            }
            Terminator::Return(value) => {
                let value = match value {
                    Some((_, operand)) => Some(self.operand(state, operand)?),
                    None => None,
                };
                self.leave(state, value)
            }
            Terminator::Invoke { call, result, normal, unwind } => {
                self.call(state, call, *result, Some((*normal, *unwind)))
            }
            Terminator::Unreachable => Err(unsupported("code marked as unreachable")),
            Terminator::Resume { .. } => Err(unsupported("unwinding")),
            Terminator::Unsupported(text) => Err(unsupported(format!("the instruction `{text}`"))),
        }
    }

    fn switch(
        &mut self,
        state: &mut State<'p>,
        ty: &Type,
        value: &Value,
        default: BlockId,
        cases: &[(u128, BlockId)],
    ) -> Result<BlockId, Stop> {
        let term = match value {
            Value::Int(_, bits) => {
                let case = cases.iter().find(|(case, _)| case == bits);
                return Ok(case.map_or(default, |(_, block)| *block));
            }
            Value::Term(term) => *term,
            _ => return Err(unsupported("a branch that depends on undefined bits")),
        };
        let width = bits_of(ty).ok_or_else(|| unsupported("a switch on an aggregate"))?;
        let mut others = Vec::with_capacity(cases.len());
        let mut ways = Vec::with_capacity(cases.len() + 1);
        let cases = match cases {
            [others @ .., _] if self.fault == Some(Fault::LostCase) => others,
            _ => cases,
        };
        for (case, block) in cases {
            let case = self.terms.constant(width, mask(width, *case));
            let equal = self.terms.eq(term, case);
            others.push(self.terms.not(equal));
            ways.push((equal, *block));
        }
        ways.push((self.terms.conjunction(&others), default));
        if let Some((_, block)) = ways.iter().find(|(way, _)| state.decided.get(way) == Some(&true))
        {
            return Ok(*block);
        }
        let now = ways
            .iter()
            .position(|(way, _)| self.evaluate(*way, &state.model) == 1)
            .expect("one case always applies");
        let mut branches =
            vec![Branch { condition: ways[now].0, model: Some(Arc::clone(&state.model)) }];
        for (index, (way, _)) in ways.iter().enumerate() {
            if index == now
                || self.terms.as_constant(*way) == Some(0)
                || state.decided.get(way) == Some(&false)
            {
                continue;
            }
            match self.ask(state, *way) {
                Answer::Unsatisfiable => {}
                Answer::Satisfiable(model) => {
                    branches.push(Branch { condition: *way, model: Some(Arc::new(model)) });
                }
                Answer::Unknown(_) => branches.push(Branch { condition: *way, model: None }),
            }
        }
        if branches.len() == 1 {
            return Ok(ways[now].1);
        }
        Err(Stop::Fork(branches))
    }

    /// Goes to a block, and says so if others may come there too.
    fn jump(&mut self, state: &mut State<'p>, block: BlockId) -> Result<Flow, Stop> {
        self.enter(state, block)?;
        let frame = state.frames.last().expect("running");
        let analysis = self.program.analysis(frame.id, frame.function);
        Ok(if analysis.joins[block.0 as usize] { Flow::Arrived } else { Flow::Next })
    }

    /// Goes to a block; its phis take their values at once.
    pub(super) fn enter(&mut self, state: &mut State<'p>, block: BlockId) -> Result<(), Stop> {
        let frame = state.frames.last().expect("running");
        let from = BlockId(frame.block);
        let target = &frame.function.blocks[block.0 as usize];
        let mut values = Vec::new();
        for instruction in &target.instructions {
            let Kind::Phi { incoming, .. } = &instruction.kind else { break };
            let operand = incoming
                .iter()
                .find(|(source, _)| *source == from || self.fault == Some(Fault::StalePhi))
                .map(|(_, operand)| operand)
                .ok_or_else(|| unsupported("a phi without a value for its origin"))?;
            values.push((instruction.result, self.operand(state, operand)?));
        }
        let count = values.len();
        let frame = state.frames.last_mut().expect("running");
        for (result, value) in values {
            if let Some(result) = result {
                frame.locals[result.0 as usize] = value;
            }
        }
        frame.block = block.0;
        frame.index = count;
        Ok(())
    }

    /// Returns from the function.
    pub(super) fn leave(
        &mut self,
        state: &mut State<'p>,
        mut value: Option<Value>,
    ) -> Result<Flow, Stop> {
        if state.frames.len() == 1
            && let Some(address) = &mut value
        {
            // Whoever called from outside wants one address.
            *address = Value::int(64, self.concrete(state, address)?);
        }
        let frame = state.frames.pop().expect("running");
        for object in &frame.allocas {
            state.objects.kill(*object);
        }
        if state.frames.is_empty() {
            let address = value.and_then(|value| value.as_int());
            return Ok(Flow::Returned(address.and_then(|address| u64::try_from(address).ok())));
        }
        let value = if frame.catches { Some(Value::bool(false)) } else { value };
        self.give(state, frame.result, value, frame.normal)?;
        Ok(Flow::Arrived)
    }

    /// Hands the result of a call to the frame that made it.
    pub(super) fn give(
        &mut self,
        state: &mut State<'p>,
        result: Option<LocalId>,
        value: Option<Value>,
        normal: Option<BlockId>,
    ) -> Result<(), Stop> {
        let frame = state.frames.last_mut().expect("a caller");
        if let (Some(result), Some(value)) = (result, value) {
            frame.locals[result.0 as usize] = value;
        }
        match normal {
            Some(normal) => self.enter(state, normal),
            None => Ok(()),
        }
    }
}

/// Whether a comparison asks which of two objects comes first in memory, which is not ours to say.
fn orders_objects(predicate: IntPredicate, left: &Value, right: &Value) -> bool {
    let place = |value: &Value| {
        let (place, _) = place_of(value.as_int()? as u64);
        (place != Place::Nowhere).then_some(place)
    };
    !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne)
        && matches!((place(left), place(right)), (Some(a), Some(b)) if a != b)
}

/// A lane of a vector.
pub(super) fn lane(vector: &Value, index: usize) -> Result<Value, Stop> {
    match vector {
        Value::Aggregate(lanes) => {
            lanes.get(index).cloned().ok_or_else(|| unsupported("a vector lane that is not there"))
        }
        Value::Undefined => Ok(Value::Undefined),
        _ => Err(unsupported("a lane of a number")),
    }
}

fn insert(ty: &Type, aggregate: Value, element: Value, indices: &[u32]) -> Result<Value, Stop> {
    let [index, rest @ ..] = indices else { return Ok(element) };
    let parts = match aggregate {
        Value::Aggregate(parts) => parts,
        Value::Undefined => match undefined(ty) {
            Value::Aggregate(parts) => parts,
            _ => return Err(unsupported("a field of a number")),
        },
        _ => return Err(unsupported("a field of a number")),
    };
    let inner = match ty {
        Type::Struct { fields, .. } => fields.get(*index as usize),
        Type::Array(_, element) | Type::Vector(_, element) => Some(&**element),
        _ => None,
    };
    let inner = inner.ok_or_else(|| unsupported("a field that is not there"))?;
    let mut parts = parts.to_vec();
    let slot =
        parts.get_mut(*index as usize).ok_or_else(|| unsupported("a field that is not there"))?;
    let old = std::mem::replace(slot, Value::Undefined);
    *slot = insert(inner, old, element, rest)?;
    Ok(Value::Aggregate(parts.into()))
}
