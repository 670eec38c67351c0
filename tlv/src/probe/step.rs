//! Single steps: one call on one object, with everything before and after it reported.
//!
//! A symbolic executor starts at the functions with the fixed names below and sees in one run all
//! that a call can do to any object; natively the same code replays what it found. A step therefore
//! depends on nothing but its arguments and the primitives, and it reports instead of returning.
//!
//! The functions are called in this order: `tlv_prepare` once, `tlv_make` or `tlv_construct` for an
//! object, `tlv_step` for each call on it. The executor first runs the constructors in the
//! module's `.init_array`, which register the types.

use super::features::Reporter;
use super::object::{Frame, Object, Phase, Unmade};
use super::primitive::{self, Report, keep};
use super::subject::{Abstraction, Operation, Parts, Registration};
use crate::Source;
use crate::wire::{NotMade, Outcome};

/// The steps of one type, whichever it is.
pub(super) trait Stepping {
    /// An object with any fields; null if it cannot be made.
    fn make(&self) -> *mut Erased;
    /// What the constructor at this position makes, reported; null if it makes none.
    fn construct(&self, constructor: usize) -> *mut Erased;
    /// Calls the method at this position.
    ///
    /// # Safety
    /// The object is one of this type's, and nobody else uses it.
    unsafe fn step(&self, object: *mut Erased, method: usize);
}

/// An `Object<S>` of a type that the caller does not know.
pub(super) struct Erased(());

/// What `tlv_prepare` gives, behind a thin pointer.
pub(super) struct Steps(Box<dyn Stepping>);

impl<S: Abstraction> Stepping for Parts<S> {
    fn make(&self) -> *mut Erased {
        leak(self.make_object().ok())
    }

    fn construct(&self, constructor: usize) -> *mut Erased {
        let mut object = Object::new();
        let mut frame = Frame::stepping(false);
        self.run(&self.constructors, constructor, &mut object, &mut frame);
        leak(object.value.is_some().then_some(object))
    }

    unsafe fn step(&self, object: *mut Erased, method: usize) {
        // SAFETY: as the caller promises.
        let object = unsafe { &mut *object.cast::<Object<S>>() };
        self.step_on(object, method, &mut Frame::stepping(false));
    }
}

/// The object for the caller to keep. Nobody drops it: with any values in its fields, its `Drop`
/// need not be able to cope.
fn leak<S>(object: Option<Object<S>>) -> *mut Erased {
    match object {
        Some(object) => Box::into_raw(Box::new(object)).cast(),
        None => std::ptr::null_mut(),
    }
}

impl<S: Abstraction> Parts<S> {
    /// An object with any fields.
    pub(super) fn make_object(&self) -> Result<Object<S>, NotMade> {
        let made = primitive::catch(|| S::make(&mut Source::root("self", true)));
        let why = match made {
            Some(Some(value)) => return Ok(Object::for_one_call(value)),
            Some(None) => NotMade::NoValue,
            None => NotMade::GaveUp,
        };
        primitive::report(Report::NotMade, 0, why as u64);
        Err(why)
    }

    /// Reports the object, calls the method, reports what it did.
    pub(super) fn step_on(&self, object: &mut Object<S>, method: usize, frame: &mut Frame) {
        if let Some(value) = &object.value {
            self.report_before(value);
        }
        self.run(&self.methods, method, object, frame);
    }

    /// Calls an operation and reports what it did.
    pub(super) fn run(
        &self,
        operations: &[Operation<S>],
        position: usize,
        object: &mut Object<S>,
        frame: &mut Frame,
    ) {
        let Some(operation) = operations.get(position) else {
            return primitive::report(Report::NotMade, 0, NotMade::NoValue as u64);
        };
        let constructs = object.value.is_none();
        let ended = primitive::catch(|| (operation.run)(object, frame));
        let outcome = match ended {
            Some(Ok(outcome)) => outcome,
            Some(Err(Unmade)) => {
                return primitive::report(Report::NotMade, 0, NotMade::NoValue as u64);
            }
            None if frame.phase == Phase::Preparing => {
                return primitive::report(Report::NotMade, 0, NotMade::GaveUp as u64);
            }
            None => Outcome::Panic,
        };
        primitive::report(Report::Outcome, 0, outcome as u64);
        match &object.value {
            _ if outcome == Outcome::Panic => primitive::report(Report::Fate, 0, DEAD),
            Some(value) => {
                primitive::report(Report::Fate, 0, ALIVE);
                self.report_after(value);
            }
            None if constructs => primitive::report(Report::Fate, 0, DEAD),
            None => primitive::report(Report::Fate, 0, TAKEN),
        }
    }

    pub(super) fn report_before(&self, object: &S) {
        self.report_invariants(object, Report::InvariantBefore);
        self.report_predicates(object, Report::PredicateBefore, Report::UnevaluableBefore);
        report_features(object, BEFORE);
    }

    fn report_after(&self, object: &S) {
        self.report_predicates(object, Report::PredicateAfter, Report::UnevaluableAfter);
        self.report_invariants(object, Report::InvariantAfter);
        report_features(object, AFTER);
    }

    fn report_predicates(&self, object: &S, holds: Report, unevaluable: Report) {
        for (index, predicate) in self.predicates.iter().enumerate() {
            match primitive::catch(|| (predicate.holds)(object)) {
                Some(value) => primitive::report(holds, index, u64::from(value)),
                None => {
                    primitive::report(unevaluable, index, 1);
                    primitive::report(holds, index, 0);
                }
            }
        }
    }

    fn report_invariants(&self, object: &S, holds: Report) {
        for (index, invariant) in self.invariants.iter().enumerate() {
            let value = primitive::catch(|| (invariant.holds)(object)).unwrap_or(false);
            primitive::report(holds, index, u64::from(value));
        }
    }
}

/// The values of [`Report::Fate`].
pub(super) const ALIVE: u64 = 0;
const DEAD: u64 = 1;
pub(super) const TAKEN: u64 = 2;

/// The moments of `tlv_feature`.
const BEFORE: u32 = 0;
const AFTER: u32 = 1;

fn report_features<S: Abstraction>(object: &S, when: u32) {
    // A hand-written `inspect` may panic: then the numbers shown before that are all there are.
    primitive::catch(|| Reporter::look(when, "self", |view| object.inspect(view)));
}

/// The steps of the type at this position of `wire::Reply::Subjects`; null if there is none.
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tlv_prepare(subject: usize) -> *mut Steps {
    match Registration::all().get(subject) {
        Some(registration) => Box::into_raw(Box::new(Steps(registration.steps()))),
        None => std::ptr::null_mut(),
    }
}

/// An object with any fields; null if it cannot be made.
///
/// # Safety
/// `steps` is from `tlv_prepare` and not null; so it is below.
#[unsafe(no_mangle)]
#[inline(never)]
unsafe extern "C" fn tlv_make(steps: *mut Steps) -> *mut Erased {
    // SAFETY: as the caller promises.
    unsafe { &*steps }.0.make()
}

/// What a constructor makes; null if it makes none. The constructor's call is reported.
///
/// # Safety
/// As for `tlv_make`.
#[unsafe(no_mangle)]
#[inline(never)]
unsafe extern "C" fn tlv_construct(steps: *mut Steps, constructor: usize) -> *mut Erased {
    // SAFETY: as the caller promises.
    unsafe { &*steps }.0.construct(constructor)
}

/// Calls a method and reports everything about it.
///
/// # Safety
/// As for `tlv_make`; `object` comes from there or from `tlv_construct`, and is not null.
#[unsafe(no_mangle)]
#[inline(never)]
unsafe extern "C" fn tlv_step(steps: *mut Steps, object: *mut Erased, method: usize) {
    // SAFETY: as the caller promises.
    unsafe { (*steps).0.step(object, method) };
}

/// Writes a text of three bytes in a buffer of 37. An executor that makes texts of its own learns from
/// it where a `String` keeps its capacity, its address and its length, which Rust leaves open.
///
/// # Safety
/// There is room for a `String`.
#[unsafe(no_mangle)]
#[inline(never)]
unsafe extern "C" fn tlv_text(to: *mut String) {
    let mut text = String::with_capacity(37);
    text.push_str("tlv");
    // SAFETY: as the caller promises.
    unsafe { to.write(text) };
}

keep! {
    tlv_text: unsafe extern "C" fn(*mut String);
    tlv_prepare: extern "C" fn(usize) -> *mut Steps;
    tlv_make: unsafe extern "C" fn(*mut Steps) -> *mut Erased;
    tlv_construct: unsafe extern "C" fn(*mut Steps, usize) -> *mut Erased;
    tlv_step: unsafe extern "C" fn(*mut Steps, *mut Erased, usize);
}
