//! Calls: of functions with a body, of the probe's primitives, of the allocator, of panics.

use super::memory::{Place, object_address, place_of};
use super::special::Special;
use super::state::{Assumption, Feature, PanicPlace, Report, State, Stop};
use super::step::unsupported;
use super::summarise::FATE;
use super::value::Value;
use super::{Fault, Flow, Input, Worker};
use crate::ir::{BlockId, Call, Callee, FunctionId, LocalId, Type};
use crate::term::{Term, Variable};

/// Calls inside calls, at most.
const MAX_DEPTH: usize = 400;

impl<'p> Worker<'p> {
    pub(super) fn call(
        &mut self,
        state: &mut State<'p>,
        call: &Call,
        result: Option<LocalId>,
        invoke: Option<(BlockId, BlockId)>,
    ) -> Result<Flow, Stop> {
        let id = match &call.callee {
            Callee::Function(id) => *id,
            Callee::Pointer(pointer) => {
                let pointer = self.operand(state, pointer)?;
                let address = self.concrete(state, &pointer)?;
                match place_of(address as u64) {
                    (Place::Function(id), 0) => id,
                    _ => return Err(unsupported("a call of something that is not a function")),
                }
            }
            Callee::Assembly(text) if text.is_empty() => {
                // What `black_box` becomes: an optimisation barrier without instructions.
                return self.finish_call(state, result, None, invoke);
            }
            Callee::Assembly(text) => {
                return Err(unsupported(format!("inline assembly `{text}`")));
            }
        };
        let special = match self.program.special(id) {
            // Before there are inputs there is one path, and its texts matter.
            Special::Format if self.preparing => Special::Body,
            // Elsewhere than in a table the very number may matter.
            Special::Hash if !self.hashes_for_a_table(state) => Special::Body,
            special => special,
        };
        if special == Special::Intrinsic {
            let name = &self.program.module().header(id).name;
            let value = self.intrinsic(state, name, call)?;
            return self.finish_call(state, result, value, invoke);
        }
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for (_, argument) in &call.arguments {
            arguments.push(self.operand(state, argument)?);
        }
        match special {
            Special::Body => self.enter_function(state, id, arguments, result, invoke, false),
            Special::Catch => {
                let address = self.concrete(state, &arguments[0])?;
                let (Place::Function(run), 0) = place_of(address as u64) else {
                    return Err(unsupported("`tlv_catch` of something that is not a function"));
                };
                let data = vec![arguments[1].clone()];
                self.enter_function(state, run, data, result, invoke, true)
            }
            special => {
                let value = self.special(state, special, call, &arguments)?;
                self.finish_call(state, result, value, invoke)
            }
        }
    }

    /// Whether the call that is being made is one of a hash table.
    fn hashes_for_a_table(&self, state: &State<'p>) -> bool {
        let module = self.program.module();
        let frame = state.frames.last().expect("running");
        let inlined = state.location.map(|location| module.source_lines(location));
        let innermost = inlined.and_then(|lines| lines.into_iter().next());
        match innermost {
            Some(line) => line.file.contains("hashbrown"),
            None => module.header(frame.id).path.contains("hashbrown::"),
        }
    }

    fn enter_function(
        &mut self,
        state: &mut State<'p>,
        id: FunctionId,
        arguments: Vec<Value>,
        result: Option<LocalId>,
        invoke: Option<(BlockId, BlockId)>,
        catches: bool,
    ) -> Result<Flow, Stop> {
        let header = self.program.module().header(id);
        if !header.defined {
            return Err(unsupported(format!("a call of `{}`, which is not Rust", header.path)));
        }
        if state.frames.len() >= MAX_DEPTH {
            return Err(unsupported(format!("more than {MAX_DEPTH} calls inside each other")));
        }
        if invoke.is_none() {
            state.frames.last_mut().expect("running").index += 1;
        }
        self.push_frame(state, id, arguments, result).map_err(unsupported)?;
        let frame = state.frames.last_mut().expect("just pushed");
        frame.normal = invoke.map(|(normal, _)| normal);
        frame.pad = invoke.map(|(_, pad)| pad);
        frame.catches = catches;
        Ok(Flow::Next)
    }

    fn finish_call(
        &mut self,
        state: &mut State<'p>,
        result: Option<LocalId>,
        value: Option<Value>,
        invoke: Option<(BlockId, BlockId)>,
    ) -> Result<Flow, Stop> {
        if invoke.is_none() {
            state.frames.last_mut().expect("running").index += 1;
        }
        self.give(state, result, value, invoke.map(|(normal, _)| normal))?;
        Ok(if invoke.is_some() { Flow::Arrived } else { Flow::Next })
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each special function")]
    fn special(
        &mut self,
        state: &mut State<'p>,
        special: Special,
        call: &Call,
        arguments: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let argument = |index: usize| {
            arguments
                .get(index)
                .ok_or_else(|| unsupported("a call with fewer arguments than it needs"))
        };
        Ok(match special {
            Special::Body | Special::Catch | Special::Intrinsic => unreachable!("handled before"),
            Special::Any { signed } => Some(self.any(
                state,
                &call.returns,
                argument(0)?,
                argument(1)?,
                argument(2)?,
                signed,
            )?),
            Special::AnyFloat => {
                let id = argument(0)?.as_int().ok_or_else(|| unsupported("an unknown input"))?;
                let width = super::arith::int_width(&call.returns)?;
                Some(Value::Term(self.input(state, id as u64, Input::Float { width })?))
            }
            Special::NoText => Some(match &call.returns {
                Type::Void => return Ok(None),
                ty => self
                    .program
                    .constant(&crate::ir::Constant::Zero(ty.clone()))
                    .map_err(unsupported)?,
            }),
            Special::Bound => Some(Value::address(self.limits.bound)),
            Special::Assume => {
                match argument(0)? {
                    Value::Int(_, 1) => {}
                    Value::Term(_) if self.fault == Some(Fault::LostAssumption) => {}
                    Value::Int(..) => return Err(Stop::Ignored),
                    Value::Term(term) => self.require(state, *term)?,
                    _ => return Err(unsupported("an assumption on undefined bits")),
                }
                None
            }
            Special::Report => {
                let what = self.concrete(state, argument(0)?)? as u32;
                let index = self.concrete(state, argument(1)?)? as u32;
                let mut value = argument(2)?.clone();
                if value == Value::Undefined {
                    return Err(unsupported("a report that depends on undefined bits"));
                }
                // What goes on with the object depends on it: one path, one fate.
                if what == FATE {
                    value = Value::int(64, self.concrete(state, &value)?);
                }
                state.reports.push((Report { what, index }, value));
                None
            }
            Special::Feature { float } => {
                let when = self.concrete(state, argument(0)?)? as u32;
                let id = self.concrete(state, argument(1)?)? as u64;
                let value = argument(2)?.clone();
                // Floats are not compared as integers: they are no features of a proof.
                if !float && value != Value::Undefined {
                    state.features.insert((when, id), Feature { value, exists: None });
                }
                None
            }
            Special::Note => {
                let kind = self.concrete(state, argument(0)?)? as u32;
                let amount = self.concrete(state, argument(1)?)? as u64;
                self.notes.insert((kind, amount));
                None
            }
            Special::Panic => {
                // The last one counts: one before it was caught.
                state.panic = arguments.last().and_then(|last| self.panic_place(state, last));
                return Err(Stop::Panic);
            }
            Special::PanicWithoutPlace => {
                state.panic = None;
                return Err(Stop::Panic);
            }
            Special::Abort => return Err(Stop::Abort),
            Special::Allocate { zeroed } => Some(self.allocate_for(state, argument(0)?, zeroed)?),
            Special::AllocateC { zeroed } => {
                let size = if zeroed {
                    self.binary(
                        crate::ir::BinaryOp::Mul,
                        &Type::Int(64),
                        argument(0)?,
                        argument(1)?,
                    )?
                } else {
                    argument(0)?.clone()
                };
                Some(self.allocate_for(state, &size, zeroed)?)
            }
            Special::Free => {
                let address = self.concrete(state, argument(0)?)?;
                if address != 0
                    && let (Place::Object(id), 0) = place_of(address as u64)
                {
                    state.objects.kill(id);
                }
                None
            }
            Special::Reallocate => Some(self.reallocate(state, argument(0)?, argument(3)?)?),
            Special::ReallocateC => Some(self.reallocate(state, argument(0)?, argument(1)?)?),
            Special::CompareBytes => {
                Some(self.compare_bytes(state, argument(0)?, argument(1)?, argument(2)?)?)
            }
            Special::CopyBytes => {
                self.copy(state, argument(0)?, argument(1)?, argument(2)?)?;
                Some(argument(0)?.clone())
            }
            Special::FillBytes => {
                let byte = self.cast(
                    crate::ir::CastOp::Trunc,
                    &Type::Int(32),
                    argument(1)?,
                    &Type::Int(8),
                )?;
                self.fill(state, argument(0)?, &byte, argument(2)?)?;
                Some(argument(0)?.clone())
            }
            Special::Environment => {
                return Err(unsupported("the arguments that the process was started with"));
            }
            Special::StringLength => return Err(unsupported("the length of a C string")),
            Special::Hash => {
                state.assumptions.insert(Assumption::Hashed);
                Some(Value::Int(64, 0))
            }
            Special::Format => {
                self.any_string(state, argument(0)?)?;
                None
            }
            Special::Print => {
                state.assumptions.insert(Assumption::Printed);
                None
            }
            Special::RandomKeys => {
                state.assumptions.insert(Assumption::Random);
                let one = self.havoc(state, 64, "a random key");
                let two = self.havoc(state, 64, "a random key");
                match &call.returns {
                    Type::Void => {
                        let to = argument(0)?.clone();
                        self.store(state, &Type::Int(64), &one, &to)?;
                        let next = self.offset_pointer(&to, 8)?;
                        self.store(state, &Type::Int(64), &two, &next)?;
                        None
                    }
                    _ => Some(Value::Aggregate([one, two].into())),
                }
            }
            Special::Nothing => match &call.returns {
                Type::Void => None,
                ty => Some(Value::int(super::arith::int_width(ty)?, 0)),
            },
            Special::Identity => return Err(unsupported("`black_box`")),
        })
    }

    /// An input of the current call.
    fn input(&mut self, state: &State<'p>, id: u64, input: Input) -> Result<Term, Stop> {
        let (Input::Integer { width, .. } | Input::Float { width }) = input;
        // Natively its value is told once, as one type and as the distance from one least value.
        let least = |input: Input| match input {
            Input::Integer { low, .. } => Some(low),
            Input::Float { .. } => None,
        };
        let own = (width, least(input));
        if *self.known_inputs.entry((state.call, id)).or_insert(own) != own {
            return Err(unsupported("one input that is read in two ways"));
        }
        let label = format!("input {id:x}");
        let variable = Variable { call: state.call, id, width, label };
        let term = self.terms.variable(variable);
        self.inputs.insert(term, input);
        Ok(term)
    }

    fn any(
        &mut self,
        state: &mut State<'p>,
        ty: &Type,
        id: &Value,
        low: &Value,
        high: &Value,
        signed: bool,
    ) -> Result<Value, Stop> {
        let id = self.concrete(state, id)? as u64;
        let width = super::arith::int_width(ty)?;
        let (Value::Int(_, least), Some(high)) = (low, high.term(&mut self.terms)) else {
            return Err(unsupported("an input between unknown bounds"));
        };
        let greatest = self.terms.as_constant(high);
        let term = self.input(state, id, Input::Integer { width, low: *least, high: greatest })?;
        let low = self.terms.constant(width, *least);
        let (above, below) = if signed {
            (self.terms.sle(low, term), self.terms.sle(term, high))
        } else {
            (self.terms.ule(low, term), self.terms.ule(term, high))
        };
        if self.fault != Some(Fault::LostBounds) {
            self.require(state, above)?;
            self.require(state, below)?;
        }
        if low == high {
            return Ok(Value::of(low, &self.terms));
        }
        Ok(Value::Term(term))
    }

    fn reallocate(
        &mut self,
        state: &mut State<'p>,
        old: &Value,
        size: &Value,
    ) -> Result<Value, Stop> {
        let address = self.concrete(state, old)?;
        let new = self.allocate_for(state, size, false)?;
        let to = new.as_int().expect("a new address") as u64;
        let (Place::Object(target), 0) = place_of(to) else {
            return Err(unsupported("a new object without an address"));
        };
        if address != 0 {
            let (Place::Object(id), 0) = place_of(address as u64) else {
                return Err(unsupported("a reallocation of something that was not allocated"));
            };
            let cells = match state.objects.get(id) {
                Some(object) => object.cells.clone(),
                None => return Err(unsupported("an address without an object")),
            };
            if let Some(object) = state.objects.get_mut(target) {
                let count = cells.len().min(object.cells.len());
                object.cells[..count].copy_from_slice(&cells[..count]);
            }
            state.objects.kill(id);
        }
        debug_assert_eq!(object_address(target), to);
        Ok(new)
    }

    /// Like `memcmp`: the sign of the first difference.
    pub(super) fn compare_bytes(
        &mut self,
        state: &mut State<'p>,
        left: &Value,
        right: &Value,
        length: &Value,
    ) -> Result<Value, Stop> {
        let length = self.concrete(state, length)?;
        if length > 4_096 {
            return Err(unsupported(format!("a comparison of {length} bytes")));
        }
        let mut bytes = Vec::with_capacity(length as usize);
        for offset in 0..length as u64 {
            let a = self.offset_pointer(left, offset)?;
            let b = self.offset_pointer(right, offset)?;
            bytes.push((self.load_bytes(state, &a, 1)?, self.load_bytes(state, &b, 1)?));
        }
        let mut result = Value::Int(32, 0);
        for (a, b) in bytes.iter().rev() {
            let byte = Type::Int(8);
            let equal = self.compare_ints(crate::ir::IntPredicate::Eq, &byte, a, b)?;
            let less = self.compare_ints(crate::ir::IntPredicate::Ult, &byte, a, b)?;
            let sign = self.choose(&less, &Value::int(32, u128::MAX), &Value::Int(32, 1))?;
            result = self.choose(&equal, &result, &sign)?;
            if result == Value::Undefined {
                return Err(unsupported("a comparison of undefined bytes"));
            }
        }
        Ok(result)
    }

    /// Reads a `core::panic::Location`: the file's text, line and column.
    fn panic_place(&mut self, state: &mut State<'p>, location: &Value) -> Option<PanicPlace> {
        let address = location.as_int()? as u64;
        let read = |worker: &mut Self, state: &mut State<'p>, offset: u64, bytes: u64| {
            let at = Value::address(address + offset);
            worker.load_bytes(state, &at, bytes).ok()?.as_int()
        };
        // The address of the text is the one word that points into a global; its length follows.
        let text = read(self, state, 0, 8)? as u64;
        let length = read(self, state, 8, 8)? as u64;
        let line = read(self, state, 16, 4)? as u32;
        let column = read(self, state, 20, 4)? as u32;
        if length > 4_096 {
            return None;
        }
        let mut file = Vec::new();
        for offset in 0..length {
            let at = Value::address(text + offset);
            file.push(self.load_bytes(state, &at, 1).ok()?.as_int()? as u8);
        }
        // A zero may follow the text and be counted with it.
        while file.last() == Some(&0) {
            file.pop();
        }
        let file = String::from_utf8(file).ok()?;
        Some(PanicPlace { file, line, column })
    }
}
