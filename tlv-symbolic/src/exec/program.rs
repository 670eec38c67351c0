//! The module as it is executed: what is known of each function before it runs, and the memory
//! that constants occupy. Shared by all workers and never changed by an execution.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::memory::{Cell, Object, function_address, global_address};
use super::special::Special;
use super::value::Value;
use crate::ir::{
    BinaryOp, BlockId, CastOp, Constant, Function, FunctionId, GlobalId, Instruction, Kind,
    LocalId, Module, Operand, Terminator, Type,
};

/// A module ready to be executed.
#[derive(Debug)]
pub struct Program {
    module: Module,
    specials: Vec<OnceLock<Special>>,
    analyses: Vec<OnceLock<Analysis>>,
    globals: Vec<OnceLock<Result<Arc<Object>, String>>>,
}

/// What merging states needs to know of a function.
#[derive(Debug)]
pub(super) struct Analysis {
    /// The position of each block in an order in which, loops apart, a block comes after those that
    /// lead to it.
    pub(super) order: Vec<u32>,
    /// Which locals are still needed at the start of each block, after its phis.
    pub(super) live: Vec<Vec<LocalId>>,
    /// Whether more than one way leads to each block.
    pub(super) joins: Vec<bool>,
}

/// What a landing pad does with a panic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pad {
    /// Cleans up and lets it go on.
    Cleans,
    /// Cleans up with code that may itself panic, which would end the process.
    MayPanic,
    /// Ends the process.
    Terminates,
    /// Catches it.
    Catches,
}

impl Program {
    /// Prepares a module.
    #[must_use]
    pub fn new(module: Module) -> Self {
        let n_functions = module.functions().count();
        let n_globals = module.globals().count();
        Program {
            module,
            specials: (0..n_functions).map(|_| OnceLock::new()).collect(),
            analyses: (0..n_functions).map(|_| OnceLock::new()).collect(),
            globals: (0..n_globals).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The module.
    #[must_use]
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// How calls of a function are executed.
    pub(super) fn special(&self, id: FunctionId) -> Special {
        *self.specials[id.0 as usize].get_or_init(|| Special::of(self.module.header(id)))
    }

    pub(super) fn analysis(&self, id: FunctionId, function: &Function) -> &Analysis {
        self.analyses[id.0 as usize].get_or_init(|| Analysis::new(function))
    }

    /// What a landing pad of a function does.
    pub(super) fn pad(&self, function: &Function, pad: BlockId) -> Pad {
        let block = |id: u32| &function.blocks[id as usize];
        let catches = block(pad.0)
            .instructions
            .iter()
            .any(|i| matches!(i.kind, Kind::LandingPad { catches: true, .. }));
        if catches {
            return if self.aborts(block(pad.0)) { Pad::Terminates } else { Pad::Catches };
        }
        let mut seen = vec![false; function.blocks.len()];
        let mut todo = vec![pad.0];
        while let Some(id) = todo.pop() {
            if std::mem::replace(&mut seen[id as usize], true) {
                continue;
            }
            // The compiler gives what it knows not to panic no pad; a second look finds more.
            if let Terminator::Invoke { call, unwind, .. } = &block(id).terminator
                && self.aborts(block(unwind.0))
                && self.may_panic(call)
            {
                return Pad::MayPanic;
            }
            todo.extend(successors(&block(id).terminator));
        }
        Pad::Cleans
    }

    /// Whether a call may lead to a panic or to the end of the process.
    fn may_panic(&self, call: &crate::ir::Call) -> bool {
        let callee = |call: &crate::ir::Call| match &call.callee {
            crate::ir::Callee::Function(id) => Ok(Some(*id)),
            crate::ir::Callee::Assembly(text) if text.is_empty() => Ok(None),
            _ => Err(()),
        };
        let mut seen = BTreeSet::new();
        let mut todo = Vec::new();
        match callee(call) {
            Ok(first) => todo.extend(first),
            Err(()) => return true,
        }
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.special(id) {
                Special::Body => {}
                Special::Panic
                | Special::PanicWithoutPlace
                | Special::Abort
                | Special::Assume
                | Special::Catch => return true,
                _ => continue,
            }
            let Ok(function) = self.module.body(id) else { return true };
            if function.blocks.is_empty() {
                return true;
            }
            // Without a panic, no landing pad is entered.
            let mut entered = vec![false; function.blocks.len()];
            let mut blocks = vec![0];
            while let Some(index) = blocks.pop() {
                if std::mem::replace(&mut entered[index as usize], true) {
                    continue;
                }
                let block = &function.blocks[index as usize];
                match &block.terminator {
                    Terminator::Invoke { normal, .. } => blocks.push(normal.0),
                    other => blocks.extend(successors(other)),
                }
                let inner = block.instructions.iter().filter_map(|i| match &i.kind {
                    Kind::Call(call) => Some(call),
                    _ => None,
                });
                let last = match &block.terminator {
                    Terminator::Invoke { call, .. } => Some(call),
                    _ => None,
                };
                for call in inner.chain(last) {
                    match callee(call) {
                        Ok(next) => todo.extend(next),
                        Err(()) => return true,
                    }
                }
            }
        }
        false
    }

    /// Whether a block ends the process.
    fn aborts(&self, block: &crate::ir::Block) -> bool {
        block.instructions.iter().any(|instruction| match &instruction.kind {
            Kind::Call(call) => match &call.callee {
                crate::ir::Callee::Function(id) => self.special(*id) == Special::Abort,
                _ => false,
            },
            _ => false,
        })
    }

    /// The name of a global, for people.
    pub(super) fn global_path(&self, id: GlobalId) -> String {
        let name = &self.module.global(id).name;
        rustc_demangle::try_demangle(name).map_or_else(|_| name.clone(), |path| format!("{path:#}"))
    }

    /// Whether a global is a static that code of the user, or of what the user depends on, changes
    /// from call to call. Those of std and of the probe serve purposes that no call depends on.
    pub(super) fn outlives_calls(&self, id: GlobalId) -> bool {
        let global = self.module.global(id);
        if global.constant && !global.thread_local {
            return false;
        }
        let path = self.global_path(id);
        let path = path.trim_start_matches('<');
        let own =
            ["std::", "core::", "alloc::", "tlv::", "inventory::", "_rust_extern_with_linkage"];
        !own.iter().any(|prefix| path.starts_with(prefix))
    }

    /// What a global holds at first.
    pub(super) fn global(&self, id: GlobalId) -> Result<&Arc<Object>, String> {
        let slot = self
            .globals
            .get(id.0 as usize)
            .ok_or_else(|| format!("there is no global number {}", id.0))?;
        let made = slot.get_or_init(|| self.make_global(id).map(Arc::new));
        made.as_ref().map_err(Clone::clone)
    }

    fn make_global(&self, id: GlobalId) -> Result<Object, String> {
        let global = self.module.global(id);
        let Some(initializer) = &global.initializer else {
            return Err(format!("`{}` is not defined in the program", global.name));
        };
        let size = self.module.layout().alloc_size_of(&global.ty);
        if size > super::memory::MAX_SIZE {
            return Err(format!("`{}` has {size} bytes", global.name));
        }
        let mut object = Object::new(size, Cell::Byte(0));
        self.write(&mut object, 0, &global.ty, initializer)?;
        object.constant = global.constant && !global.thread_local;
        Ok(object)
    }

    fn write(
        &self,
        object: &mut Object,
        offset: u64,
        ty: &Type,
        constant: &Constant,
    ) -> Result<(), String> {
        let put = |object: &mut Object, bytes: u64, bits: u128| {
            for index in 0..bytes {
                let byte = if index < 16 { (bits >> (8 * index)) as u8 } else { 0 };
                object.cells[(offset + index) as usize] = Cell::Byte(byte);
            }
        };
        match constant {
            Constant::Zero(_) => put(object, self.module.layout().size_of(ty), 0),
            Constant::Undef(_) => {
                let size = self.module.layout().size_of(ty) as usize;
                object.cells[offset as usize..offset as usize + size].fill(Cell::Undefined);
            }
            Constant::Bytes(bytes) => {
                for (index, byte) in bytes.iter().enumerate() {
                    object.cells[offset as usize + index] = Cell::Byte(*byte);
                }
            }
            Constant::Aggregate(ty, elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let (inner, at) = self.part(ty, index as u64)?;
                    self.write(object, offset + at, inner, element)?;
                }
            }
            scalar => match self.constant(scalar)? {
                Value::Int(width, bits) => put(object, u64::from(width.div_ceil(8)), bits),
                Value::Undefined => {}
                other => return Err(format!("a global holds {other:?}")),
            },
        }
        Ok(())
    }

    /// The type and offset of a field or element.
    pub(super) fn part<'t>(&self, ty: &'t Type, index: u64) -> Result<(&'t Type, u64), String> {
        match ty {
            Type::Struct { fields, .. } => {
                let field = fields.get(index as usize).ok_or("there is no such field")?;
                let offset = self.module.layout().field_offset(ty, index);
                Ok((field, offset.ok_or("there is no such field")?))
            }
            Type::Array(_, element) | Type::Vector(_, element) => {
                Ok((element, index * self.module.layout().alloc_size_of(element)))
            }
            other => Err(format!("{other:?} has no parts")),
        }
    }

    /// A constant as a value.
    pub(super) fn constant(&self, constant: &Constant) -> Result<Value, String> {
        Ok(match constant {
            Constant::Int { width, value } => Value::int(*width, *value),
            Constant::Float { width, bits } => Value::int(*width, u128::from(*bits)),
            Constant::Null => Value::Int(64, 0),
            Constant::Undef(ty) => undefined(ty),
            Constant::Zero(ty) => self.zero(ty)?,
            Constant::Global(id) => Value::address(global_address(*id)),
            Constant::Function(id) => Value::address(function_address(*id)),
            Constant::Bytes(bytes) => Value::Aggregate(
                bytes.iter().map(|byte| Value::Int(8, u128::from(*byte))).collect(),
            ),
            Constant::Aggregate(_, elements) => {
                let elements: Result<Vec<Value>, String> =
                    elements.iter().map(|element| self.constant(element)).collect();
                Value::Aggregate(elements?.into())
            }
            Constant::GetElementPtr { source, base, indices } => {
                let base = self.number(base)?;
                let mut offset = 0u128;
                let mut ty = source;
                for (position, (index_ty, index)) in indices.iter().enumerate() {
                    let Type::Int(width) = index_ty else {
                        return Err("an index that is not an integer".to_owned());
                    };
                    let index = super::value::signed(*width, self.number(index)?);
                    if position == 0 {
                        let size = i128::from(self.module.layout().alloc_size_of(ty));
                        offset = offset.wrapping_add((index * size) as u128);
                    } else {
                        let count = u64::try_from(index).map_err(|_| "a negative index")?;
                        let (inner, at) = self.part(ty, count)?;
                        offset = offset.wrapping_add(u128::from(at));
                        ty = inner;
                    }
                }
                Value::int(64, base.wrapping_add(offset))
            }
            Constant::Cast { op, from, value, to } => {
                let bits = self.number(value)?;
                let width = bits_of(to).ok_or("a cast to an aggregate")?;
                match op {
                    CastOp::SExt => {
                        let from = bits_of(from).ok_or("a cast of an aggregate")?;
                        Value::int(width, super::value::signed(from, bits) as u128)
                    }
                    CastOp::Trunc
                    | CastOp::ZExt
                    | CastOp::PtrToInt
                    | CastOp::IntToPtr
                    | CastOp::AddrSpaceCast
                    | CastOp::BitCast => Value::int(width, bits),
                    other => return Err(format!("the constant expression {other:?}")),
                }
            }
            Constant::Binary { op, ty, left, right } => {
                let width = bits_of(ty).ok_or("arithmetic on an aggregate")?;
                let (left, right) = (self.number(left)?, self.number(right)?);
                Value::int(
                    width,
                    match op {
                        BinaryOp::Add => left.wrapping_add(right),
                        BinaryOp::Sub => left.wrapping_sub(right),
                        BinaryOp::Mul => left.wrapping_mul(right),
                        BinaryOp::And => left & right,
                        BinaryOp::Or => left | right,
                        BinaryOp::Xor => left ^ right,
                        other => return Err(format!("the constant expression {other:?}")),
                    },
                )
            }
            Constant::Unsupported(text) => return Err(format!("the constant `{text}`")),
        })
    }

    fn number(&self, constant: &Constant) -> Result<u128, String> {
        self.constant(constant)?
            .as_int()
            .ok_or_else(|| "a constant that is not a number".to_owned())
    }

    fn zero(&self, ty: &Type) -> Result<Value, String> {
        if let Some(width) = bits_of(ty) {
            return Ok(Value::Int(width, 0));
        }
        Ok(match ty {
            Type::Array(count, element) | Type::Vector(count, element) => {
                let zero = self.zero(element)?;
                Value::Aggregate(vec![zero; *count as usize].into())
            }
            Type::Struct { fields, .. } => {
                let zeros: Result<Vec<Value>, String> =
                    fields.iter().map(|field| self.zero(field)).collect();
                Value::Aggregate(zeros?.into())
            }
            other => return Err(format!("a zero of type {other:?}")),
        })
    }

    /// The functions that run before `main`, in order.
    pub(super) fn initializers(&self) -> Vec<FunctionId> {
        let mut found = Vec::new();
        for id in self.module.globals() {
            let global = self.module.global(id);
            // Those of std have a priority in the section's name and only note the arguments.
            if global.section.as_deref() == Some(".init_array")
                && let Some(Constant::Function(function)) = &global.initializer
            {
                found.push(*function);
            }
        }
        found
    }
}

/// The width of a value that is one number.
pub(super) fn bits_of(ty: &Type) -> Option<u32> {
    match ty {
        Type::Int(width) | Type::Float(width) => Some(*width),
        Type::Pointer => Some(64),
        _ => None,
    }
}

/// A value of which nothing is known, in the shape of the type.
pub(super) fn undefined(ty: &Type) -> Value {
    match ty {
        Type::Array(count, element) | Type::Vector(count, element) => {
            Value::Aggregate(vec![undefined(element); *count as usize].into())
        }
        Type::Struct { fields, .. } => Value::Aggregate(fields.iter().map(undefined).collect()),
        _ => Value::Undefined,
    }
}

impl Analysis {
    fn new(function: &Function) -> Self {
        let n = function.blocks.len();
        let successors: Vec<Vec<u32>> =
            function.blocks.iter().map(|block| successors(&block.terminator)).collect();
        let mut predecessors = vec![0u32; n];
        for successor in successors.iter().flatten() {
            predecessors[*successor as usize] += 1;
        }
        Analysis {
            order: reverse_post_order(&successors),
            live: live_locals(function, &successors),
            joins: predecessors.iter().map(|count| *count > 1).collect(),
        }
    }
}

fn successors(terminator: &Terminator) -> Vec<u32> {
    match terminator {
        Terminator::Branch(block) => vec![block.0],
        Terminator::Conditional { then, other, .. } => vec![then.0, other.0],
        Terminator::Switch { default, cases, .. } => {
            let mut blocks: Vec<u32> = cases.iter().map(|(_, block)| block.0).collect();
            blocks.push(default.0);
            blocks.sort_unstable();
            blocks.dedup();
            blocks
        }
        Terminator::Invoke { normal, unwind, .. } => vec![normal.0, unwind.0],
        Terminator::Return(_)
        | Terminator::Resume { .. }
        | Terminator::Unreachable
        | Terminator::Unsupported(_) => Vec::new(),
    }
}

fn reverse_post_order(successors: &[Vec<u32>]) -> Vec<u32> {
    let n = successors.len();
    let mut order = vec![u32::MAX; n];
    let mut seen = vec![false; n];
    let mut finished = Vec::with_capacity(n);
    let mut stack: Vec<(usize, usize)> = vec![(0, 0)];
    if let Some(first) = seen.first_mut() {
        *first = true;
    }
    while let Some((block, next)) = stack.last_mut() {
        if let Some(successor) = successors.get(*block).and_then(|all| all.get(*next)) {
            *next += 1;
            let successor = *successor as usize;
            if !seen[successor] {
                seen[successor] = true;
                stack.push((successor, 0));
            }
        } else {
            finished.push(*block);
            stack.pop();
        }
    }
    for (position, block) in finished.into_iter().rev().enumerate() {
        if let Some(slot) = order.get_mut(block) {
            *slot = position as u32;
        }
    }
    order
}

/// What each block needs from before, its phis' results included.
fn live_locals(function: &Function, successors: &[Vec<u32>]) -> Vec<Vec<LocalId>> {
    let n = function.blocks.len();
    let words = (function.locals as usize).div_ceil(64);
    let set = |bits: &mut [u64], local: LocalId| bits[local.0 as usize / 64] |= 1 << (local.0 % 64);
    let mut used = vec![vec![0u64; words]; n];
    let mut defined = vec![vec![0u64; words]; n];
    // What a phi takes is used at the end of the block it comes from.
    let mut passed = vec![vec![0u64; words]; n];
    for (index, block) in function.blocks.iter().enumerate() {
        let note = |used: &mut Vec<u64>, defined: &[u64], operand: &Operand| {
            if let Operand::Local(local) = operand
                && defined[local.0 as usize / 64] >> (local.0 % 64) & 1 == 0
            {
                set(used, *local);
            }
        };
        for instruction in &block.instructions {
            if let Kind::Phi { incoming, .. } = &instruction.kind {
                for (BlockId(from), operand) in incoming {
                    if let Operand::Local(local) = operand {
                        set(&mut passed[*from as usize], *local);
                    }
                }
            } else {
                for_each_operand(instruction, &mut |operand| {
                    note(&mut used[index], &defined[index], operand);
                });
                if let Some(result) = instruction.result {
                    set(&mut defined[index], result);
                }
            }
        }
        for_each_terminator_operand(&block.terminator, &mut |operand| {
            note(&mut used[index], &defined[index], operand);
        });
        if let Terminator::Invoke { result: Some(result), .. } = &block.terminator {
            set(&mut defined[index], *result);
        }
    }
    let mut live = used.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..n).rev() {
            let mut out = passed[index].clone();
            for successor in &successors[index] {
                // A phi's own result is made on the way into its block.
                let phis = &function.blocks[*successor as usize].instructions;
                let mut inner = live[*successor as usize].clone();
                for phi in phis.iter().take_while(|i| matches!(i.kind, Kind::Phi { .. })) {
                    if let Some(result) = phi.result {
                        inner[result.0 as usize / 64] &= !(1 << (result.0 % 64));
                    }
                }
                for (word, bits) in out.iter_mut().zip(inner) {
                    *word |= bits;
                }
            }
            for word in 0..words {
                let new = live[index][word] | (out[word] & !defined[index][word]);
                if new != live[index][word] {
                    live[index][word] = new;
                    changed = true;
                }
            }
        }
    }
    let locals = |bits: &Vec<u64>| {
        (0..function.locals)
            .filter(|local| bits[*local as usize / 64] >> (local % 64) & 1 == 1)
            .map(LocalId)
            .collect()
    };
    live.iter().map(locals).collect()
}

fn for_each_call_operand(call: &crate::ir::Call, visit: &mut impl FnMut(&Operand)) {
    if let crate::ir::Callee::Pointer(pointer) = &call.callee {
        visit(pointer);
    }
    for (_, argument) in &call.arguments {
        visit(argument);
    }
}

fn for_each_operand(instruction: &Instruction, visit: &mut impl FnMut(&Operand)) {
    match &instruction.kind {
        Kind::Binary { left, right, .. }
        | Kind::ICmp { left, right, .. }
        | Kind::FCmp { left, right, .. }
        | Kind::ShuffleVector { left, right, .. } => {
            visit(left);
            visit(right);
        }
        Kind::FNeg { value, .. } | Kind::Cast { value, .. } | Kind::Freeze { value, .. } => {
            visit(value);
        }
        Kind::Select { condition, then, other, .. } => {
            visit(condition);
            visit(then);
            visit(other);
        }
        Kind::Phi { .. } | Kind::Fence | Kind::LandingPad { .. } | Kind::Unsupported(_) => {}
        Kind::Alloca { count, .. } => {
            if let Some((_, count)) = count {
                visit(count);
            }
        }
        Kind::Load { pointer, .. } => visit(pointer),
        Kind::Store { value, pointer, .. } | Kind::AtomicRmw { pointer, value, .. } => {
            visit(pointer);
            visit(value);
        }
        Kind::GetElementPtr { base, indices, .. } => {
            visit(base);
            for (_, index) in indices {
                visit(index);
            }
        }
        Kind::ExtractValue { aggregate, .. } => visit(aggregate),
        Kind::InsertValue { aggregate, element, .. } => {
            visit(aggregate);
            visit(element);
        }
        Kind::ExtractElement { vector, index, .. } => {
            visit(vector);
            visit(index);
        }
        Kind::InsertElement { vector, element, index, .. } => {
            visit(vector);
            visit(element);
            visit(index);
        }
        Kind::CmpXchg { pointer, expected, new, .. } => {
            visit(pointer);
            visit(expected);
            visit(new);
        }
        Kind::Call(call) => for_each_call_operand(call, visit),
    }
}

fn for_each_terminator_operand(terminator: &Terminator, visit: &mut impl FnMut(&Operand)) {
    match terminator {
        Terminator::Return(Some((_, value)))
        | Terminator::Resume { value, .. }
        | Terminator::Switch { value, .. } => visit(value),
        Terminator::Conditional { condition, .. } => visit(condition),
        Terminator::Invoke { call, .. } => for_each_call_operand(call, visit),
        Terminator::Return(None)
        | Terminator::Branch(_)
        | Terminator::Unreachable
        | Terminator::Unsupported(_) => {}
    }
}
