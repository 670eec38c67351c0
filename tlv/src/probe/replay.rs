//! Steps made natively: the code that a symbolic executor runs, with values that it found.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::chooser;
use super::driver;
use super::object::{Frame, Object};
use super::primitive::Report;
use super::recorder::{self, Recorder};
use super::step::{ALIVE, TAKEN};
use super::subject::{Abstraction, Parts};
use crate::wire::{
    After, Choice, NotMade, Outcome, StepCall, StepQuery, StepSeen, StepStart, Stepped,
};

/// Makes a step. `announce` is told the position of what runs next, 0 for the object and then the
/// calls, and `None` once it has.
pub(super) fn step<S: Abstraction>(
    parts: &Parts<S>,
    query: &StepQuery,
    announce: &mut dyn FnMut(Option<u32>),
) -> Stepped {
    let mut position = 0;
    announce(Some(position));
    recorder::start();
    let (mut object, mut frame) = match &query.start {
        StepStart::Made(choice) => {
            begin(choice);
            match parts.make_object() {
                Ok(object) => (object, None),
                Err(why) => return not_made(position, why),
            }
        }
        StepStart::Constructed(call) => {
            begin(&call.choice);
            let (mut object, mut frame) = (Object::new(), Frame::stepping(true));
            parts.run(&parts.constructors, usize::from(call.event), &mut object, &mut frame);
            (object, Some(frame))
        }
    };
    let mut told = recorder::stop();
    for call in &query.calls {
        announce(None);
        if frame.is_some() && !lives(&told) {
            return ended_early(object, &told, position);
        }
        position += 1;
        announce(Some(position));
        recorder::start();
        begin(&call.choice);
        let mut next = Frame::stepping(true);
        parts.step_on(&mut object, usize::from(call.event), &mut next);
        frame = Some(next);
        let notes = told.notes();
        told = recorder::stop();
        notes.into_iter().for_each(|(kind, amount)| told.note(kind, amount));
    }
    let Some(frame) = frame else {
        // Only the object was asked for.
        recorder::start();
        if let Some(value) = &object.value {
            parts.report_before(value);
        }
        announce(None);
        let before = Some(recorder::stop().sight(false));
        std::mem::forget(object);
        let notes = told.notes();
        return Stepped::Seen(Box::new(StepSeen { before, call: None, after: None, notes }));
    };
    announce(None);
    let seen = seen(&told, frame, position > 0);
    release(object, &query.start);
    match seen {
        Some(seen) => Stepped::Seen(Box::new(seen)),
        None => not_made(position, why(&told)),
    }
}

/// Gets ready for the choices of one call.
fn begin(choice: &Choice) {
    chooser::with(|chooser| chooser.begin(choice, false));
}

fn lives(told: &Recorder) -> bool {
    told.value(Report::Fate) == Some(ALIVE)
}

/// What there is to say when the object cannot be called any more.
fn ended_early<S>(object: Object<S>, told: &Recorder, position: u32) -> Stepped {
    std::mem::forget(object);
    match told.value(Report::Outcome) {
        Some(_) => Stepped::Over { position },
        None => not_made(position, why(told)),
    }
}

fn not_made(position: u32, why: NotMade) -> Stepped {
    Stepped::NotMade { position, why }
}

fn why(told: &Recorder) -> NotMade {
    match told.value(Report::NotMade) {
        Some(value) if value == NotMade::GaveUp as u64 => NotMade::GaveUp,
        _ => NotMade::NoValue,
    }
}

/// What was told of a call; `None` if it was not made.
fn seen(told: &Recorder, frame: Frame, on_object: bool) -> Option<StepSeen> {
    let outcome = outcome(told.value(Report::Outcome)?)?;
    let before = on_object.then(|| told.sight(false));
    let after = lives(told).then(|| told.sight(true));
    let fate = match (&after, told.value(Report::Fate)) {
        (Some(sight), _) => After::Alive(sight.valuation),
        (None, Some(TAKEN)) => After::Ended,
        (None, _) => After::Dead,
    };
    let call = StepCall {
        required: told.value(Report::Required) == Some(1),
        outcome,
        after: fate,
        arguments: frame.texts.unwrap_or_default(),
        panic: (outcome == Outcome::Panic).then(driver::last_panic).flatten(),
    };
    Some(StepSeen { before, call: Some(call), after, notes: told.notes() })
}

/// The outcome that was told by its position.
fn outcome(told: u64) -> Option<Outcome> {
    let all = [
        Outcome::Ok,
        Outcome::Err,
        Outcome::Some,
        Outcome::None,
        Outcome::True,
        Outcome::False,
        Outcome::Panic,
    ];
    all.into_iter().find(|outcome| *outcome as u64 == told)
}

/// Lets go of the object. One with any values in its fields is never dropped: its `Drop` need not
/// be able to cope with them.
fn release<S>(object: Object<S>, start: &StepStart) {
    match start {
        StepStart::Made(_) => std::mem::forget(object),
        StepStart::Constructed(_) => {
            let _ = catch_unwind(AssertUnwindSafe(|| drop(object)));
        }
    }
}
