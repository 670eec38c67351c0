//! Reading and writing memory, at addresses that may depend on inputs.
//!
//! An address that depends on inputs is resolved by one value of it and one question: must it
//! be inside the object that value points into? If not, the state forks. Inside one object the
//! result is a choice among the places the address can be.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::arith::int_width;
use super::memory::{
    Cell, MAX_SIZE, Object, Place, base_of, narrowed, object_address, place_of, widened,
};
use super::program::bits_of;
use super::state::{Assumption, Branch, State, Stop};
use super::step::unsupported;
use super::value::Value;
use super::{Fault, Worker};
use crate::ir::{GlobalId, Operand, Type};
use crate::solve::Answer;
use crate::term::{Term, Variable};

/// Places in one object among which an unknown address chooses.
const MAX_PLACES: u64 = 4_096;

/// The values of a length or an address that are told apart.
const MAX_VALUES: usize = 40;

/// The size of statics whose content is taken for arbitrary.
const MAX_STATIC: u64 = 1024;

/// Set in the numbers of inputs that no source gave.
const HAVOC: u64 = 0x7fff_0000_0000_0000;

/// What is known of an address: `root + stride * index` for some index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Linear {
    root: u64,
    stride: u64,
    /// The index itself, if the address is exactly that.
    index: Option<Term>,
}

/// Where an access goes.
enum Target {
    At(Place, u64),
    /// One of several offsets of a place.
    Among(Place, Vec<Choice>, Option<Selector>),
}

/// A possible offset, and when it is the one.
struct Choice {
    offset: u64,
    condition: Term,
}

/// The number of the choice as a term.
struct Selector(Term);

impl<'p> Worker<'p> {
    /// Makes an object of so many bytes, none of them defined.
    pub(super) fn allocate(&mut self, state: &mut State<'p>, size: u128) -> Result<u32, Stop> {
        match u64::try_from(size) {
            Ok(size) if size <= MAX_SIZE => {
                Ok(state.objects.add(Object::new(size, Cell::Undefined)))
            }
            _ => Err(unsupported(format!("an object of {size} bytes"))),
        }
    }

    /// A number about which nothing is known, made by code that is not followed.
    pub(super) fn havoc(&mut self, state: &mut State<'p>, width: u32, label: &str) -> Value {
        state.havocs += 1;
        // The width is in the number, as the same count may have another width on another path.
        let id = HAVOC | u64::from(width) << 40 | u64::from(state.havocs);
        let label = format!("{label} {}", state.havocs);
        let variable = Variable { call: state.call, id, width, label };
        Value::Term(self.terms.variable(variable))
    }

    pub(super) fn object<'s>(
        &'s self,
        state: &'s State<'p>,
        place: Place,
    ) -> Result<&'s Arc<Object>, Stop> {
        match place {
            Place::Object(id) => {
                let object = state.objects.get(id);
                object.ok_or_else(|| unsupported("an address without an object"))
            }
            Place::Global(id) => match state.globals.get(&id) {
                Some(object) => Ok(object),
                None => self.program.global(id).map_err(unsupported),
            },
            Place::Function(_) => Err(unsupported("code read as data")),
            Place::Nowhere => Err(unsupported("an address that leads nowhere")),
        }
    }

    /// The size of what an access may go to.
    fn size_of(&self, state: &State<'p>, place: Place) -> Result<u64, Stop> {
        let object = self.object(state, place)?;
        if !object.alive {
            return Err(unsupported("an access to memory that was freed"));
        }
        Ok(object.size())
    }

    fn object_mut<'s>(
        &self,
        state: &'s mut State<'p>,
        place: Place,
    ) -> Result<&'s mut Object, Stop> {
        match place {
            Place::Object(id) => {
                let object = state.objects.get_mut(id);
                object.ok_or_else(|| unsupported("an address without an object"))
            }
            Place::Global(id) => {
                let object = match state.globals.entry(id) {
                    Entry::Occupied(written) => written.into_mut(),
                    Entry::Vacant(unwritten) => {
                        let object = self.program.global(id).map_err(unsupported)?;
                        if object.constant {
                            return Err(unsupported("a write to a constant"));
                        }
                        unwritten.insert(Arc::clone(object))
                    }
                };
                Ok(Arc::make_mut(object))
            }
            Place::Function(_) => Err(unsupported("a write to code")),
            Place::Nowhere => Err(unsupported("an address that leads nowhere")),
        }
    }

    /// Finds where `bytes` bytes at an address are.
    fn target(
        &mut self,
        state: &mut State<'p>,
        pointer: &Value,
        bytes: u64,
    ) -> Result<Target, Stop> {
        let target = self.find_target(state, pointer, bytes)?;
        let (Target::At(place, _) | Target::Among(place, ..)) = &target;
        if let Place::Global(id) = *place {
            self.forget_static(state, id)?;
        }
        Ok(target)
    }

    /// Makes a static that outlives the object hold any value, once: calls on other objects may
    /// have changed it, whatever it was at first.
    fn forget_static(&mut self, state: &mut State<'p>, id: GlobalId) -> Result<(), Stop> {
        // Before the first call it is what it was at first.
        if state.call == 0 || !self.program.outlives_calls(id) {
            return Ok(());
        }
        let place = Place::Global(id);
        let object = self.object(state, place)?;
        if object.forgotten || object.constant {
            return Ok(());
        }
        let size = object.size();
        let global = self.program.module().global(id);
        if has_pointers(&global.ty) || size > MAX_STATIC {
            let path = self.program.global_path(id);
            return Err(unsupported(format!("the static `{path}`, which other calls may change")));
        }
        let mut offset = 0;
        while offset < size {
            let bytes = (size - offset).min(8);
            let value = self.havoc(state, bytes as u32 * 8, "static");
            self.object_mut(state, place)?.store(offset, &value, bytes, &self.terms);
            offset += bytes;
        }
        self.object_mut(state, place)?.forgotten = true;
        state.assumptions.insert(Assumption::Shared);
        Ok(())
    }

    fn find_target(
        &mut self,
        state: &mut State<'p>,
        pointer: &Value,
        bytes: u64,
    ) -> Result<Target, Stop> {
        let term = match pointer {
            Value::Int(_, address) => {
                let (place, offset) = place_of(*address as u64);
                let size = self.size_of(state, place)?;
                if offset + bytes > size {
                    return Err(unsupported("an access beyond the end of an object"));
                }
                return Ok(Target::At(place, offset));
            }
            Value::Term(term) => *term,
            _ => return Err(unsupported("an undefined address")),
        };
        let now = self.evaluate(term, &state.model) as u64;
        let (place, offset) = place_of(now);
        let size = self.size_of(state, place)?;
        if offset + bytes > size {
            return Err(unsupported("an access beyond the end of an object"));
        }
        let base = base_of(place);
        let linear = self.linear.get(&term).copied();
        let (first, stride) = match linear {
            Some(Linear { root, stride, .. }) if stride > 0 => {
                let first = (root.wrapping_sub(base) as i64).rem_euclid(stride as i64);
                (first as u64, stride)
            }
            _ => (0, 1),
        };
        let count = if size - bytes < first { 0 } else { (size - bytes - first) / stride + 1 };
        let selector = match linear {
            Some(Linear { root, stride, index: Some(index) }) if stride > 0 && count > 0 => {
                let shift = (root.wrapping_sub(base).wrapping_sub(first) as i64) / stride as i64;
                let shift = self.terms.constant(64, shift as u128 & u128::from(u64::MAX));
                Some(Selector(self.terms.add(index, shift)))
            }
            _ => None,
        };
        let inside = match &selector {
            // Of the index, not of the address: a product could wrap around to an address that
            // is inside for an index that is not.
            Some(Selector(selector)) => {
                let count = self.terms.constant(64, u128::from(count));
                self.terms.ult(*selector, count)
            }
            None => {
                let base = self.terms.constant(64, u128::from(base));
                let relative = self.terms.sub(term, base);
                let last = self.terms.constant(64, u128::from(size - bytes));
                self.terms.ule(relative, last)
            }
        };
        // Forks if it may be elsewhere.
        if !self.decide(state, inside)? {
            return Err(unsupported("an address that is in no one object"));
        }
        if size == bytes {
            return Ok(Target::At(place, 0));
        }
        if count == 0 || count > MAX_PLACES {
            // Perhaps there are only a few after all.
            let address = self.concrete(state, pointer)?;
            let (place, offset) = place_of(address as u64);
            return Ok(Target::At(place, offset));
        }
        let mut choices = Vec::with_capacity(count as usize);
        for number in 0..count {
            let offset = first + number * stride;
            let condition = match &selector {
                Some(Selector(selector)) => {
                    let number = self.terms.constant(64, u128::from(number));
                    self.terms.eq(*selector, number)
                }
                None => {
                    let address = self.terms.constant(64, u128::from(base + offset));
                    self.terms.eq(term, address)
                }
            };
            if self.terms.as_constant(condition) == Some(0)
                || state.decided.get(&condition) == Some(&false)
            {
                if selector.is_some() {
                    choices.push(Choice { offset, condition });
                }
                continue;
            }
            choices.push(Choice { offset, condition });
        }
        Ok(Target::Among(place, choices, selector))
    }

    pub(super) fn load(
        &mut self,
        state: &mut State<'p>,
        ty: &Type,
        pointer: &Value,
    ) -> Result<Value, Stop> {
        if bits_of(ty).is_none() {
            return self.load_parts(state, ty, pointer);
        }
        let width = int_width(ty)?;
        let bytes = u64::from(width.div_ceil(8));
        let value = self.load_bytes(state, pointer, bytes)?;
        Ok(narrowed(value, width, &mut self.terms))
    }

    fn load_parts(
        &mut self,
        state: &mut State<'p>,
        ty: &Type,
        pointer: &Value,
    ) -> Result<Value, Stop> {
        let count = match ty {
            Type::Struct { fields, .. } => fields.len() as u64,
            Type::Array(count, _) => *count,
            // Lanes of less than a byte are packed; everything else is like an array.
            Type::Vector(count, element) if bits_of(element).is_some_and(|w| w % 8 == 0) => *count,
            other => return Err(unsupported(format!("a load of {other:?}"))),
        };
        let mut parts = Vec::with_capacity(count as usize);
        for index in 0..count {
            let (inner, offset) = self.program.part(ty, index).map_err(unsupported)?;
            let inner = inner.clone();
            let at = self.offset_pointer(pointer, offset)?;
            parts.push(self.load(state, &inner, &at)?);
        }
        Ok(Value::Aggregate(parts.into()))
    }

    /// `bytes` bytes as one number.
    pub(super) fn load_bytes(
        &mut self,
        state: &mut State<'p>,
        pointer: &Value,
        bytes: u64,
    ) -> Result<Value, Stop> {
        match self.target(state, pointer, bytes)? {
            Target::At(place, offset) => {
                let object = Arc::clone(self.object(state, place)?);
                Ok(object.load(offset, bytes, &mut self.terms))
            }
            Target::Among(place, choices, selector) => {
                let object = Arc::clone(self.object(state, place)?);
                let width = bytes as u32 * 8;
                let mut values = Vec::with_capacity(choices.len());
                let mut defined = false;
                for choice in &choices {
                    let value = object.load(choice.offset, bytes, &mut self.terms);
                    defined |= value != Value::Undefined;
                    values.push(value.term(&mut self.terms));
                }
                if !defined {
                    return Ok(Value::Undefined);
                }
                let result = match selector {
                    Some(Selector(selector)) if values.len() > 4 => {
                        let zero = self.terms.constant(width, 0);
                        let elements = values.into_iter().map(|v| v.unwrap_or(zero)).collect();
                        let table = self.terms.table(elements);
                        self.terms.select(table, selector)
                    }
                    _ => {
                        let pairs = choices.iter().zip(values).rev();
                        let mut result = None;
                        for (choice, value) in pairs {
                            let Some(value) = value else { continue };
                            result = Some(match result {
                                None => value,
                                Some(rest) => self.terms.ite(choice.condition, value, rest),
                            });
                        }
                        result.expect("one of them is defined")
                    }
                };
                Ok(Value::of(result, &self.terms))
            }
        }
    }

    pub(super) fn store(
        &mut self,
        state: &mut State<'p>,
        ty: &Type,
        value: &Value,
        pointer: &Value,
    ) -> Result<(), Stop> {
        if bits_of(ty).is_none() {
            return self.store_parts(state, ty, value, pointer);
        }
        let width = int_width(ty)?;
        let bytes = u64::from(width.div_ceil(8));
        let value = widened(value, width, &mut self.terms);
        self.store_bytes(state, pointer, &value, bytes)
    }

    fn store_parts(
        &mut self,
        state: &mut State<'p>,
        ty: &Type,
        value: &Value,
        pointer: &Value,
    ) -> Result<(), Stop> {
        let size = self.program.module().layout().size_of(ty);
        if size > 0 {
            self.target(state, pointer, size)?;
        }
        if matches!(pointer, Value::Int(..)) {
            return self.store_each(state, ty, value, pointer, size);
        }
        self.all_or_nothing(state, |worker, state| {
            worker.store_each(state, ty, value, pointer, size)
        })
    }

    /// Writes several times, or not at all if one of the writes has to be tried again: the
    /// instruction is then executed from its start.
    fn all_or_nothing(
        &mut self,
        state: &mut State<'p>,
        write: impl FnOnce(&mut Self, &mut State<'p>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let (objects, globals) = (state.objects.clone(), state.globals.clone());
        let written = write(self, state);
        if written.is_err() {
            (state.objects, state.globals) = (objects, globals);
        }
        written
    }

    fn store_each(
        &mut self,
        state: &mut State<'p>,
        ty: &Type,
        value: &Value,
        pointer: &Value,
        size: u64,
    ) -> Result<(), Stop> {
        match (ty, value) {
            (Type::Vector(_, element), _) if bits_of(element).is_none_or(|w| w % 8 != 0) => {
                return Err(unsupported(format!("a store of {ty:?}")));
            }
            (_, Value::Aggregate(parts)) => {
                for (index, part) in parts.iter().enumerate() {
                    let (inner, offset) =
                        self.program.part(ty, index as u64).map_err(unsupported)?;
                    let inner = inner.clone();
                    let at = self.offset_pointer(pointer, offset)?;
                    self.store(state, &inner, part, &at)?;
                }
            }
            (_, Value::Undefined) => {
                self.store_bytes(state, pointer, &Value::Undefined, size)?;
            }
            _ => return Err(unsupported("a number stored as an aggregate")),
        }
        Ok(())
    }

    pub(super) fn store_bytes(
        &mut self,
        state: &mut State<'p>,
        pointer: &Value,
        value: &Value,
        bytes: u64,
    ) -> Result<(), Stop> {
        match self.target(state, pointer, bytes)? {
            Target::At(place, offset) => {
                let lossy = self.fault == Some(Fault::LostWrite) && state.call > 1;
                let object = self.object_mut(state, place)?;
                let span = offset as usize..(offset + bytes) as usize;
                let unknown = |cell: &Cell| matches!(cell, Cell::Part(..));
                if lossy && object.cells[span].iter().all(unknown) {
                    return Ok(());
                }
                object.store(offset, value, bytes, &self.terms);
            }
            Target::Among(place, choices, _) => {
                if self.fault == Some(Fault::LostStore) {
                    return Ok(());
                }
                let mut object = self.object(state, place)?.as_ref().clone();
                let new = value.term(&mut self.terms);
                for Choice { offset, condition } in choices {
                    if self.terms.as_constant(condition) == Some(0) {
                        continue;
                    }
                    let Some(new) = new else { continue };
                    let old = object.load(offset, bytes, &mut self.terms);
                    let stored = match old.term(&mut self.terms) {
                        Some(old) => self.terms.ite(condition, new, old),
                        None => new,
                    };
                    let stored = Value::of(stored, &self.terms);
                    object.store(offset, &stored, bytes, &self.terms);
                }
                *self.object_mut(state, place)? = object;
            }
        }
        Ok(())
    }

    /// An address so many bytes further on.
    pub(super) fn offset_pointer(&mut self, pointer: &Value, offset: u64) -> Result<Value, Stop> {
        match pointer {
            Value::Int(_, address) => Ok(Value::int(64, address + u128::from(offset))),
            Value::Term(_) if offset == 0 => Ok(pointer.clone()),
            Value::Term(term) => {
                let by = self.terms.constant(64, u128::from(offset));
                let sum = self.terms.add(*term, by);
                if let Some(linear) = self.linear.get(term).copied() {
                    let root = linear.root.wrapping_add(offset);
                    self.linear.insert(sum, Linear { root, ..linear });
                }
                Ok(Value::of(sum, &self.terms))
            }
            _ => Err(unsupported("an undefined address")),
        }
    }

    pub(super) fn element_pointer(
        &mut self,
        state: &mut State<'p>,
        source: &Type,
        base: &Value,
        indices: &[(Type, Operand)],
    ) -> Result<Value, Stop> {
        let mut constant = 0u64;
        let mut unknown: Vec<(Term, u64)> = Vec::new();
        let mut ty = source.clone();
        for (position, (index_ty, operand)) in indices.iter().enumerate() {
            let value = self.operand(state, operand)?;
            let width = int_width(index_ty)?;
            if position > 0
                && let Type::Struct { .. } = ty
            {
                let index = value.as_int().ok_or_else(|| unsupported("an unknown field"))?;
                let (inner, offset) = self.program.part(&ty, index as u64).map_err(unsupported)?;
                constant = constant.wrapping_add(offset);
                ty = inner.clone();
                continue;
            }
            if position > 0 {
                ty = match &ty {
                    Type::Array(_, element) | Type::Vector(_, element) => (**element).clone(),
                    other => return Err(unsupported(format!("an element of {other:?}"))),
                };
            }
            let scale = self.program.module().layout().alloc_size_of(&ty);
            match value {
                Value::Int(_, bits) => {
                    let index = super::value::signed(width, bits) as u64;
                    constant = constant.wrapping_add(index.wrapping_mul(scale));
                }
                Value::Term(term) => {
                    let wide = if width < 64 { self.terms.sext(term, 64) } else { term };
                    unknown.push((wide, scale));
                }
                // Computed, then not chosen.
                _ => return Ok(Value::Undefined),
            }
        }
        if unknown.is_empty() {
            return self.offset_pointer_wrapping(base, constant);
        }
        let known = match base {
            Value::Int(_, address) => Linear { root: *address as u64, stride: 0, index: None },
            Value::Term(term) => match self.linear.get(term) {
                Some(linear) => *linear,
                None => Linear { root: 0, stride: 1, index: None },
            },
            _ => return Ok(Value::Undefined),
        };
        let fixed = matches!(base, Value::Int(..));
        let mut sum = base.term(&mut self.terms).expect("a number");
        let offset = self.terms.constant(64, u128::from(constant));
        sum = self.terms.add(sum, offset);
        let mut stride = known.stride;
        for (index, scale) in &unknown {
            let factor = self.terms.constant(64, u128::from(*scale));
            let part = self.terms.mul(*index, factor);
            sum = self.terms.add(sum, part);
            stride = greatest_common_divisor(stride, *scale);
        }
        let index = match unknown.as_slice() {
            [(index, _)] if fixed => Some(*index),
            // The same stride on top of an exact address: the indices add up.
            [(index, scale)] if *scale == known.stride && known.index.is_some() => {
                Some(self.terms.add(known.index.expect("checked"), *index))
            }
            _ => None,
        };
        let linear = Linear { root: known.root.wrapping_add(constant), stride, index };
        self.linear.entry(sum).or_insert(linear);
        Ok(Value::of(sum, &self.terms))
    }

    fn offset_pointer_wrapping(&mut self, base: &Value, offset: u64) -> Result<Value, Stop> {
        match base {
            Value::Int(_, address) => Ok(Value::address((*address as u64).wrapping_add(offset))),
            Value::Undefined => Ok(Value::Undefined),
            other => self.offset_pointer(other, offset),
        }
    }

    /// The one value a number has; forks into all it can have, if they are few.
    pub(super) fn concrete(&mut self, state: &mut State<'p>, value: &Value) -> Result<u128, Stop> {
        let term = match value {
            Value::Int(_, bits) => return Ok(*bits),
            Value::Term(term) => *term,
            _ => return Err(unsupported("a number that is undefined")),
        };
        let width = self.terms.width(term);
        let now = self.evaluate(term, &state.model);
        let here = self.terms.constant(width, now);
        let equal = self.terms.eq(term, here);
        if state.decided.get(&equal) == Some(&true) {
            return Ok(now);
        }
        let mut branches = vec![Branch { condition: equal, model: Some(Arc::clone(&state.model)) }];
        let mut others = vec![self.terms.not(equal)];
        loop {
            let further = self.terms.conjunction(&others);
            match self.ask(state, further) {
                Answer::Unsatisfiable => break,
                Answer::Unknown(_) => {
                    branches.push(Branch { condition: further, model: None });
                    break;
                }
                Answer::Satisfiable(model) => {
                    let value = self.terms.evaluate(term, &model);
                    let value = self.terms.constant(width, value);
                    let equal = self.terms.eq(term, value);
                    others.push(self.terms.not(equal));
                    branches.push(Branch { condition: equal, model: Some(Arc::new(model)) });
                    if branches.len() > MAX_VALUES {
                        return Err(unsupported(
                            "a length or an address with more values than can be told apart",
                        ));
                    }
                }
            }
        }
        if branches.len() == 1 {
            let negated = self.terms.not(equal);
            super::note_decided(state, equal, negated, true);
            return Ok(now);
        }
        Err(Stop::Fork(branches))
    }

    /// Copies bytes; both places may overlap.
    pub(super) fn copy(
        &mut self,
        state: &mut State<'p>,
        to: &Value,
        from: &Value,
        length: &Value,
    ) -> Result<(), Stop> {
        let length = self.concrete(state, length)?;
        let length = u64::try_from(length).map_err(|_| unsupported("a copy of that length"))?;
        if length == 0 {
            return Ok(());
        }
        let source = self.target(state, from, length)?;
        let target = self.target(state, to, length)?;
        match (source, target) {
            (Target::At(source, start), Target::At(target, at)) => {
                let (start, end) = (start as usize, (start + length) as usize);
                let cells: Vec<Cell> = self.object(state, source)?.cells[start..end].to_vec();
                let object = self.object_mut(state, target)?;
                object.cells[at as usize..(at + length) as usize].copy_from_slice(&cells);
            }
            _ if length <= 256 => {
                // Word by word: what is read is read before anything is written.
                let mut words = Vec::new();
                let mut offset = 0;
                while offset < length {
                    let bytes = (length - offset).min(8);
                    let at = self.offset_pointer(from, offset)?;
                    words.push((offset, bytes, self.load_bytes(state, &at, bytes)?));
                    offset += bytes;
                }
                self.all_or_nothing(state, |worker, state| {
                    for (offset, bytes, word) in words {
                        let at = worker.offset_pointer(to, offset)?;
                        worker.store_bytes(state, &at, &word, bytes)?;
                    }
                    Ok(())
                })?;
            }
            _ => {
                let from = self.concrete(state, from)?;
                let to = self.concrete(state, to)?;
                return self.copy(
                    state,
                    &Value::address(to as u64),
                    &Value::address(from as u64),
                    &Value::address(length),
                );
            }
        }
        Ok(())
    }

    pub(super) fn fill(
        &mut self,
        state: &mut State<'p>,
        to: &Value,
        byte: &Value,
        length: &Value,
    ) -> Result<(), Stop> {
        let length = self.concrete(state, length)?;
        if length == 0 {
            return Ok(());
        }
        let length = u64::try_from(length).map_err(|_| unsupported("a fill of that length"))?;
        let at = match self.target(state, to, length)? {
            Target::At(place, offset) => (place, offset),
            Target::Among(..) => place_of(self.concrete(state, to)? as u64),
        };
        let cell = match byte {
            Value::Int(_, byte) => Cell::Byte(*byte as u8),
            Value::Term(term) => Cell::Part(*term, 0),
            _ => Cell::Undefined,
        };
        let object = self.object_mut(state, at.0)?;
        object.cells[at.1 as usize..(at.1 + length) as usize].fill(cell);
        Ok(())
    }

    /// Allocates for the program. A size that depends on inputs is rounded up to the largest it
    /// can be: nothing can tell how much room there is behind what was asked for.
    pub(super) fn allocate_for(
        &mut self,
        state: &mut State<'p>,
        size: &Value,
        zeroed: bool,
    ) -> Result<Value, Stop> {
        let size = match size {
            Value::Int(_, size) => *size,
            Value::Term(term) => self.largest(state, *term)?,
            _ => return Err(unsupported("an allocation of undefined size")),
        };
        let id = self.allocate(state, size)?;
        if zeroed && let Some(object) = state.objects.get_mut(id) {
            object.cells.fill(Cell::Byte(0));
        }
        Ok(Value::address(object_address(id)))
    }

    /// A power of two that a number cannot exceed.
    fn largest(&mut self, state: &mut State<'p>, term: Term) -> Result<u128, Stop> {
        let width = self.terms.width(term);
        for bits in [6u32, 10, 14, 18] {
            let limit = self.terms.constant(width, 1 << bits);
            let within = self.terms.ule(term, limit);
            let beyond = self.terms.not(within);
            match self.ask(state, beyond) {
                Answer::Unsatisfiable => return Ok(1 << bits),
                Answer::Satisfiable(_) => {}
                Answer::Unknown(_) => return Err(Stop::Gap(super::Reason::Solver)),
            }
        }
        Err(unsupported("an allocation of unlimited size"))
    }

    /// A new string with any text: what a formatter gave.
    pub(super) fn any_string(&mut self, state: &mut State<'p>, to: &Value) -> Result<(), Stop> {
        /// Longer texts are not considered.
        const ROOM: u64 = 64;
        let Some(positions) = state.text_layout else {
            return Err(unsupported("formatted text in a program that does not show its layout"));
        };
        state.assumptions.insert(Assumption::Formatted);
        state.formatted += 1;
        let buffer = self.allocate(state, u128::from(ROOM))?;
        for offset in 0..ROOM {
            let byte = self.havoc(state, 8, "formatted text");
            let at = Value::address(object_address(buffer) + offset);
            self.store_bytes(state, &at, &byte, 1)?;
        }
        let length = self.havoc(state, 64, "length of formatted text");
        let Value::Term(term) = length else { return Err(unsupported("no length")) };
        let room = self.terms.constant(64, u128::from(ROOM));
        let fits = self.terms.ule(term, room);
        self.require(state, fits)?;
        let words = [Value::address(ROOM), Value::address(object_address(buffer)), length];
        for (position, word) in positions.into_iter().zip(&words) {
            let at = self.offset_pointer(to, position)?;
            self.store_bytes(state, &at, word, 8)?;
        }
        Ok(())
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Whether values of a type hold addresses, which cannot be just any number.
fn has_pointers(ty: &Type) -> bool {
    match ty {
        Type::Pointer => true,
        Type::Array(_, inner) | Type::Vector(_, inner) => has_pointers(inner),
        Type::Struct { fields, .. } => fields.iter().any(has_pointers),
        _ => false,
    }
}
