//! Memory: objects of bytes at addresses that never overlap.
//!
//! Every object has a slot of its own in the address space, so that an address alone says which
//! object it is in, and an offset can never run from one object into the next. Addresses are plain
//! numbers to the program: niches, vtables and pointers stored in integers need no special cases.
//!
//! A byte remembers the term it is a part of. A value that is stored and loaded again is therefore
//! the same term, not a concatenation of extracts.

use std::sync::Arc;

use super::value::{Value, mask};
use crate::ir::{FunctionId, GlobalId};
use crate::term::{Term, Terms};

/// The size of a slot: no object is larger.
const SLOT_BITS: u32 = 28;
const SLOT: u64 = 1 << SLOT_BITS;

/// Where slots of each kind start. Functions have no contents, only addresses.
const FUNCTIONS: u64 = 0x0001_0000;
const FUNCTION_STEP: u64 = 16;
const GLOBALS: u64 = 1 << 40;
const OBJECTS: u64 = 1 << 46;

/// How many objects are copied together when one of them changes.
const CHUNK: usize = 32;

/// One byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// Never written.
    Undefined,
    /// Known.
    Byte(u8),
    /// The byte of this number (the lowest is 0) of a term.
    Part(Term, u8),
}

/// A piece of memory.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) cells: Vec<Cell>,
    pub(super) alive: bool,
    pub(super) constant: bool,
    /// Whether it is a static whose content was replaced by any.
    pub(super) forgotten: bool,
}

/// What an address points into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Place {
    Global(GlobalId),
    Object(u32),
    Function(FunctionId),
    Nowhere,
}

pub(super) fn global_address(id: GlobalId) -> u64 {
    GLOBALS + u64::from(id.0) * SLOT
}

pub(super) fn object_address(id: u32) -> u64 {
    OBJECTS + u64::from(id) * SLOT
}

pub(super) fn function_address(id: FunctionId) -> u64 {
    FUNCTIONS + u64::from(id.0) * FUNCTION_STEP
}

/// Whether a number looks like an address: those are not merged into one value.
pub(super) fn looks_like_address(value: u128) -> bool {
    value >= u128::from(GLOBALS) && value < u128::from(OBJECTS) * 4
        || value >= u128::from(FUNCTIONS)
            && value < u128::from(GLOBALS)
            && value % u128::from(FUNCTION_STEP) == 0
            && value < 0x0100_0000
}

/// What is at an address, and how far into it.
pub(super) fn place_of(address: u64) -> (Place, u64) {
    if address >= OBJECTS {
        let slot = (address - OBJECTS) >> SLOT_BITS;
        let place = u32::try_from(slot).map_or(Place::Nowhere, Place::Object);
        (place, address & (SLOT - 1))
    } else if address >= GLOBALS {
        let slot = (address - GLOBALS) >> SLOT_BITS;
        let place = u32::try_from(slot).map_or(Place::Nowhere, |id| Place::Global(GlobalId(id)));
        (place, address & (SLOT - 1))
    } else if address >= FUNCTIONS {
        let step = (address - FUNCTIONS) / FUNCTION_STEP;
        let place =
            u32::try_from(step).map_or(Place::Nowhere, |id| Place::Function(FunctionId(id)));
        (place, (address - FUNCTIONS) % FUNCTION_STEP)
    } else {
        (Place::Nowhere, 0)
    }
}

/// The address at which a place starts.
pub(super) fn base_of(place: Place) -> u64 {
    match place {
        Place::Global(id) => global_address(id),
        Place::Object(id) => object_address(id),
        Place::Function(id) => function_address(id),
        Place::Nowhere => 0,
    }
}

/// The largest object there can be.
pub(super) const MAX_SIZE: u64 = SLOT / 2;

impl Object {
    pub(super) fn new(size: u64, cell: Cell) -> Self {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        Object { cells: vec![cell; size], alive: true, constant: false, forgotten: false }
    }

    pub(super) fn size(&self) -> u64 {
        self.cells.len() as u64
    }

    /// The `bytes` bytes at `offset` as bits; the caller knows that they are there.
    ///
    /// Bytes that were never written count as zero beside others that were: safe code cannot
    /// depend on them, and padding is copied along with what it pads.
    pub(super) fn load(&self, offset: u64, bytes: u64, terms: &mut Terms) -> Value {
        let start = offset as usize;
        let cells = &self.cells[start..start + bytes as usize];
        let width = bytes as u32 * 8;
        let mut value = 0u128;
        let mut known = true;
        let mut defined = false;
        for (index, cell) in cells.iter().enumerate() {
            match cell {
                Cell::Byte(byte) => {
                    value |= u128::from(*byte) << (8 * index);
                    defined = true;
                }
                Cell::Undefined => {}
                Cell::Part(..) => {
                    known = false;
                    break;
                }
            }
        }
        if known {
            return if defined || bytes == 0 { Value::Int(width, value) } else { Value::Undefined };
        }
        if let Cell::Part(term, 0) = cells[0]
            && terms.width(term) == width
            && cells.iter().enumerate().all(|(i, c)| *c == Cell::Part(term, i as u8))
        {
            return Value::Term(term);
        }
        let mut result: Option<Term> = None;
        let mut index = 0;
        while index < cells.len() {
            let (piece, length) = self.piece(start + index, cells.len() - index, terms);
            result = Some(match result {
                None => piece,
                Some(low) => terms.concat(piece, low),
            });
            index += length;
        }
        let result = result.expect("there is at least one byte");
        Value::of(result, terms)
    }

    /// The longest run of bytes from `start` that belong together, as a term.
    fn piece(&self, start: usize, at_most: usize, terms: &mut Terms) -> (Term, usize) {
        let byte = |cell: Cell| match cell {
            Cell::Byte(byte) => Some(byte),
            Cell::Undefined => Some(0),
            Cell::Part(..) => None,
        };
        let cells = &self.cells[start..start + at_most];
        match cells[0] {
            Cell::Part(term, first) => {
                let same = |(i, cell): &(usize, &Cell)| {
                    **cell == Cell::Part(term, first.wrapping_add(*i as u8))
                };
                let length = cells.iter().enumerate().take_while(same).count();
                let low = u32::from(first) * 8;
                let high = low + length as u32 * 8 - 1;
                let width = terms.width(term);
                let piece = if low == 0 && high + 1 == width {
                    term
                } else {
                    terms.extract(term, high, low)
                };
                (piece, length)
            }
            _ => {
                let bytes = cells.iter().map_while(|cell| byte(*cell));
                let (mut value, mut length) = (0u128, 0);
                for byte in bytes.take(16) {
                    value |= u128::from(byte) << (8 * length);
                    length += 1;
                }
                (terms.constant(length as u32 * 8, value), length)
            }
        }
    }

    /// Writes bits, whose width is a multiple of eight, at an offset that is there.
    pub(super) fn store(&mut self, offset: u64, value: &Value, bytes: u64, terms: &Terms) {
        let start = offset as usize;
        let cells = &mut self.cells[start..start + bytes as usize];
        match value {
            Value::Int(_, bits) => {
                for (index, cell) in cells.iter_mut().enumerate() {
                    *cell = Cell::Byte((bits >> (8 * index)) as u8);
                }
            }
            Value::Term(term) => {
                debug_assert_eq!(u64::from(terms.width(*term)), bytes * 8);
                for (index, cell) in cells.iter_mut().enumerate() {
                    *cell = Cell::Part(*term, index as u8);
                }
            }
            Value::Undefined | Value::Aggregate(_) => cells.fill(Cell::Undefined),
        }
    }
}

/// All objects of a state that were made while it ran, copied on write.
#[derive(Debug, Clone, Default)]
pub(super) struct Objects {
    chunks: Vec<Arc<Vec<Arc<Object>>>>,
    count: u32,
}

impl Objects {
    pub(super) fn add(&mut self, object: Object) -> u32 {
        let id = self.count;
        if id as usize % CHUNK == 0 {
            self.chunks.push(Arc::default());
        }
        let chunk = self.chunks.last_mut().expect("one was just added");
        Arc::make_mut(chunk).push(Arc::new(object));
        self.count += 1;
        id
    }

    pub(super) fn get(&self, id: u32) -> Option<&Arc<Object>> {
        self.chunks.get(id as usize / CHUNK)?.get(id as usize % CHUNK)
    }

    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut Object> {
        let chunk = self.chunks.get_mut(id as usize / CHUNK)?;
        let object = Arc::make_mut(chunk).get_mut(id as usize % CHUNK)?;
        Some(Arc::make_mut(object))
    }

    /// Ends an object's life. What it held goes: nothing may look at it any more.
    pub(super) fn kill(&mut self, id: u32) {
        let Some(chunk) = self.chunks.get_mut(id as usize / CHUNK) else { return };
        if let Some(object) = Arc::make_mut(chunk).get_mut(id as usize % CHUNK) {
            *object = Arc::new(Object {
                cells: Vec::new(),
                alive: false,
                constant: false,
                forgotten: false,
            });
        }
    }

    pub(super) fn len(&self) -> u32 {
        self.count
    }

    /// The objects that are not the very same in both, by number; only those that both have.
    pub(super) fn differing(&self, other: &Objects) -> Vec<u32> {
        let mut differing = Vec::new();
        for (index, (left, right)) in self.chunks.iter().zip(&other.chunks).enumerate() {
            if Arc::ptr_eq(left, right) {
                continue;
            }
            for (within, (a, b)) in left.iter().zip(right.iter()).enumerate() {
                if !Arc::ptr_eq(a, b) {
                    differing.push((index * CHUNK + within) as u32);
                }
            }
        }
        differing
    }
}

/// Two objects of the same size as one: `condition` says which. `None` if what differs are addresses,
/// or there is too much of it.
pub(super) fn merge(
    condition: Term,
    left: &Object,
    right: &Object,
    terms: &mut Terms,
    budget: &mut usize,
) -> Option<Object> {
    // On the side where it is dead nothing looks at it.
    if !left.alive {
        return Some(right.clone());
    }
    if !right.alive {
        return Some(left.clone());
    }
    if left.cells.len() != right.cells.len() {
        return None;
    }
    let mut merged = left.clone();
    let size = left.cells.len();
    let mut index = 0;
    while index < size {
        let (a, b) = (left.cells[index], right.cells[index]);
        if a == b {
            index += 1;
            continue;
        }
        match (a, b) {
            (Cell::Undefined, _) => {
                merged.cells[index] = b;
                index += 1;
                continue;
            }
            (_, Cell::Undefined) => {
                index += 1;
                continue;
            }
            _ => {}
        }
        *budget = budget.checked_sub(1)?;
        let length = run_length(&left.cells[index..], &right.cells[index..], index, terms);
        let bytes = length as u64;
        let a = left.load(index as u64, bytes, terms);
        let b = right.load(index as u64, bytes, terms);
        let value = merge_values(condition, &a, &b, terms)?;
        merged.store(index as u64, &value, bytes, terms);
        index += length;
    }
    Some(merged)
}

/// How many bytes from here on are best merged together: a whole term that starts here in either,
/// else a run of differing bytes up to an aligned word.
fn run_length(left: &[Cell], right: &[Cell], offset: usize, terms: &Terms) -> usize {
    let whole = |cells: &[Cell]| match cells[0] {
        Cell::Part(term, 0) => {
            let bytes = terms.width(term) as usize / 8;
            let fits = bytes <= cells.len().min(16)
                && (0..bytes).all(|i| cells[i] == Cell::Part(term, i as u8));
            fits.then_some(bytes)
        }
        _ => None,
    };
    let defined = |cells: &[Cell], length: usize| {
        cells.len() >= length && !cells[..length].contains(&Cell::Undefined)
    };
    let candidate = whole(left).into_iter().chain(whole(right)).max();
    if let Some(length) = candidate
        && defined(left, length)
        && defined(right, length)
    {
        return length;
    }
    // Pointers and numbers alike are aligned: a word that differs is taken whole.
    for length in [8usize, 4, 2] {
        if offset % length == 0
            && left.len() >= length
            && defined(left, length)
            && defined(right, length)
        {
            return length;
        }
    }
    1
}

/// Two values as one; `None` if that would make an address symbolic.
pub(super) fn merge_values(
    condition: Term,
    left: &Value,
    right: &Value,
    terms: &mut Terms,
) -> Option<Value> {
    if left == right {
        return Some(left.clone());
    }
    match (left, right) {
        (Value::Undefined, other) | (other, Value::Undefined) => Some(other.clone()),
        (Value::Aggregate(left), Value::Aggregate(right)) if left.len() == right.len() => {
            let parts = left.iter().zip(right.iter());
            let merged: Option<Vec<Value>> =
                parts.map(|(a, b)| merge_values(condition, a, b, terms)).collect();
            Some(Value::Aggregate(merged?.into()))
        }
        (Value::Int(width, a), Value::Int(_, b))
            if *width == 64 && (looks_like_address(*a) || looks_like_address(*b)) =>
        {
            None
        }
        (Value::Aggregate(_), _) | (_, Value::Aggregate(_)) => None,
        (a, b) => {
            let (a, b) = (a.term(terms)?, b.term(terms)?);
            let merged = terms.ite(condition, a, b);
            Some(Value::of(merged, terms))
        }
    }
}

/// The bits of a value that is stored as bytes: `i1` and the like are widened.
pub(super) fn widened(value: &Value, width: u32, terms: &mut Terms) -> Value {
    let full = width.div_ceil(8) * 8;
    if full == width {
        return value.clone();
    }
    match value {
        Value::Int(_, bits) => Value::Int(full, mask(width, *bits)),
        Value::Term(term) => {
            let wide = terms.zext(*term, full);
            Value::of(wide, terms)
        }
        other => other.clone(),
    }
}

/// The reverse of [`widened`].
pub(super) fn narrowed(value: Value, width: u32, terms: &mut Terms) -> Value {
    if width % 8 == 0 {
        return value;
    }
    match value {
        Value::Int(_, bits) => Value::int(width, bits),
        Value::Term(term) => {
            let narrow = terms.extract(term, width - 1, 0);
            Value::of(narrow, terms)
        }
        other => other,
    }
}
