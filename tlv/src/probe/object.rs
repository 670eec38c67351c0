//! The object under test, and what happens around one call on it.

use std::any::{Any, TypeId};
use std::panic::resume_unwind;
use std::rc::Rc;

use super::primitive::{self, Report};
use crate::Source;

/// How many earlier results of one type are remembered as arguments.
const RESULTS_KEPT: usize = 3;

/// The object, with the values its methods have returned so far.
#[derive(Debug)]
pub struct Object<S> {
    /// The value itself; `None` before it is made and after it was taken.
    pub value: Option<S>,
    /// What its methods have returned so far.
    pub results: Results,
}

impl<S> Object<S> {
    pub(super) fn new() -> Self {
        Object { value: None, results: Results::default() }
    }

    /// An object that only one call is made on: what that returns serves nobody.
    pub(super) fn for_one_call(value: S) -> Self {
        let results = Results { closed: true, ..Results::default() };
        Object { value: Some(value), results }
    }
}

/// Values returned by earlier calls, which later calls may take as arguments.
#[derive(Clone, Default)]
pub struct Results {
    remembered: Vec<Returned>,
    /// How many values each method has returned, remembered or not.
    counts: Vec<(&'static str, usize)>,
    /// Whether nothing is to be remembered.
    closed: bool,
}

#[derive(Clone)]
struct Returned {
    type_id: TypeId,
    from: &'static str,
    /// Which of the values of that method it is, counted from 1.
    nth: usize,
    copy: Rc<dyn Fn() -> Box<dyn Any>>,
}

impl std::fmt::Debug for Results {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.remembered.iter().map(|returned| returned.from)).finish()
    }
}

impl Results {
    /// Whether values are to be remembered: copying them is not free of consequences.
    pub(super) fn is_open(&self) -> bool {
        !self.closed
    }

    /// Remembers a value that the method `from` returned.
    pub(super) fn offer<T: Clone + 'static>(&mut self, from: &'static str, value: T) {
        let type_id = TypeId::of::<T>();
        let copy = Rc::new(move || Box::new(value.clone()) as Box<dyn Any>);
        let nth = self.count_one(from);
        self.remembered.push(Returned { type_id, from, nth, copy });
        let all = || self.remembered.iter().enumerate();
        let same = || all().filter(|(_, old)| old.type_id == type_id);
        if same().count() > RESULTS_KEPT {
            let oldest = same().next().map(|(index, _)| index);
            self.remembered.remove(oldest.expect("there are several"));
        }
    }

    fn count_one(&mut self, from: &'static str) -> usize {
        match self.counts.iter_mut().find(|(method, _)| *method == from) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.counts.push((from, 1));
                1
            }
        }
    }

    /// How many values of this type are remembered.
    pub(super) fn count<T: 'static>(&self) -> usize {
        self.of_type::<T>().count()
    }

    /// A copy of the `nth` value of this type that is remembered, the method that returned it, and
    /// which of the values of that method it is, counted from 1.
    pub(super) fn take<T: 'static>(&self, nth: usize) -> Option<(T, &'static str, usize)> {
        let returned = self.of_type::<T>().nth(nth)?;
        let value = (returned.copy)().downcast::<T>().ok()?;
        Some((*value, returned.from, returned.nth))
    }

    fn of_type<T: 'static>(&self) -> impl Iterator<Item = &Returned> {
        self.remembered.iter().filter(|returned| returned.type_id == TypeId::of::<T>())
    }
}

/// How far a call has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Its arguments are being made.
    Preparing,
    /// The user's method runs.
    Calling,
}

/// One call in the making.
#[derive(Debug)]
pub struct Frame {
    pub(super) phase: Phase,
    /// The arguments as Rust, if somebody wants to read them.
    pub(super) texts: Option<Vec<String>>,
    /// Whether the method's `requires(…)` holds.
    pub(super) required: bool,
    /// Whether the call is not to be made once its arguments are.
    pub(super) dry: bool,
    /// Whether this is a step of [`super::step`], which may be symbolic.
    pub(super) stepping: bool,
}

impl Frame {
    pub(super) fn new(with_texts: bool) -> Self {
        let texts = with_texts.then(Vec::new);
        Frame { phase: Phase::Preparing, texts, required: true, dry: false, stepping: false }
    }

    /// The frame of a step.
    pub(super) fn stepping(with_texts: bool) -> Self {
        Frame { stepping: true, ..Frame::new(with_texts) }
    }

    /// The source of the argument called `name`.
    pub(super) fn source(&self, name: &str) -> Source {
        Source::root(name, self.stepping)
    }

    /// Notes an argument's text.
    pub(super) fn say(&mut self, text: impl FnOnce() -> String) {
        if let Some(texts) = &mut self.texts {
            texts.push(text());
        }
    }

    /// Puts the last argument's text into the form in which it is passed.
    pub fn pass(&mut self, as_passed: fn(String) -> String) {
        if let Some(last) = self.texts.as_mut().and_then(|texts| texts.pop()) {
            self.say(|| as_passed(last));
        }
    }

    /// Notes that there is nothing to make for an argument.
    pub fn unit(&mut self) {
        self.say(|| "()".to_owned());
    }

    /// Puts the last argument's text between what stands around the value a closure returns.
    pub fn pass_closure(&mut self, before: &str, after: &str) {
        if let Some(last) = self.texts.as_mut().and_then(|texts| texts.pop()) {
            self.say(|| format!("{before}{last}{after}"));
        }
    }

    /// Notes whether the method may be called as far as its author says.
    pub fn requires(&mut self, condition: bool) {
        self.required &= condition;
    }

    /// Says that from here on the user's own method runs.
    ///
    /// # Errors
    /// When the arguments are not to be considered, or another number stands for them.
    pub fn calling(&mut self, assumed: bool) -> Result<(), Unmade> {
        if self.stepping {
            // Without a branch: a symbolic executor need not follow what is not assumed.
            primitive::assume(assumed);
            primitive::report(Report::Required, 0, u64::from(self.required));
            self.phase = Phase::Calling;
            return Ok(());
        }
        if self.dry || !assumed || super::chooser::with(|chooser| chooser.space().1) {
            return Err(Unmade);
        }
        self.phase = Phase::Calling;
        Ok(())
    }
}

/// The arguments of a call could not be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unmade;

/// What unwinds out of a value that gave up on itself.
struct GaveUp;

/// Leaves the making of a value; not a panic, so no hook hears of it.
pub(super) fn give_up() -> ! {
    resume_unwind(Box::new(GaveUp))
}

/// An argument that is passed as a reference: `&` before its text.
#[must_use]
pub fn by_reference(text: String) -> String {
    format!("&{text}")
}

/// An argument that is passed as a unique reference.
#[must_use]
pub fn by_unique_reference(text: String) -> String {
    format!("&mut {text}")
}

/// A `String` that is passed as a `&str`: the literal alone.
#[must_use]
pub fn as_str(text: String) -> String {
    match text.strip_prefix("String::from(").and_then(|text| text.strip_suffix(')')) {
        Some(literal) => literal.to_owned(),
        None if text == "String::new()" => "\"\"".to_owned(),
        None => text,
    }
}

/// A `Vec` that is passed as a slice: an array.
#[must_use]
pub fn as_slice(text: String) -> String {
    match text.strip_prefix("vec!") {
        Some(array) => format!("&{array}"),
        None if text == "Vec::new()" => "&[]".to_owned(),
        None => format!("&{text}"),
    }
}

/// An `Option` that is passed as one of a reference.
#[must_use]
pub fn by_optional_reference(text: String) -> String {
    inside_some(text, by_reference)
}

/// An `Option<String>` that is passed as an `Option<&str>`.
#[must_use]
pub fn as_optional_str(text: String) -> String {
    inside_some(text, as_str)
}

/// An `Option` of a `Vec` that is passed as one of a slice.
#[must_use]
pub fn as_optional_slice(text: String) -> String {
    inside_some(text, as_slice)
}

/// Changes what stands in `Some(…)`; `None` stays.
fn inside_some(text: String, change: fn(String) -> String) -> String {
    match text.strip_prefix("Some(").and_then(|text| text.strip_suffix(')')) {
        Some(inner) => format!("Some({})", change(inner.to_owned())),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Frame, Results, as_optional_slice, as_optional_str, as_slice, as_str, by_optional_reference,
    };

    #[test]
    fn only_the_last_results_of_a_type_are_remembered() {
        let mut results = Results::default();
        for number in 0..5u32 {
            results.offer("next", number);
        }
        results.offer("name", "x");
        assert_eq!(results.count::<u32>(), 3);
        assert_eq!(results.take::<u32>(0), Some((2, "next", 3)));
        assert_eq!(results.take::<u32>(3), None);
        assert_eq!(results.take::<&str>(0), Some(("x", "name", 1)));
    }

    #[test]
    fn borrowed_arguments_read_as_they_are_passed() {
        assert_eq!(as_str("String::from(\"a)\")".to_owned()), "\"a)\"");
        assert_eq!(as_slice("vec![1, 2]".to_owned()), "&[1, 2]");
        assert_eq!(as_slice("Vec::new()".to_owned()), "&[]");
        assert_eq!(as_optional_str("Some(String::from(\"a\"))".to_owned()), "Some(\"a\")");
        assert_eq!(as_optional_str("None".to_owned()), "None");
        assert_eq!(as_optional_slice("Some(vec![(1, 2)])".to_owned()), "Some(&[(1, 2)])");
        assert_eq!(by_optional_reference("Some(7)".to_owned()), "Some(&7)");
    }

    #[test]
    fn a_closure_reads_as_what_it_always_returns() {
        let mut frame = Frame::new(true);
        frame.unit();
        frame.pass_closure("|_| ", "");
        frame.say(|| "7".to_owned());
        frame.pass_closure("Box::new(|_, _| ", ")");
        assert_eq!(frame.texts.unwrap(), ["|_| ()", "Box::new(|_, _| 7)"]);
    }
}
