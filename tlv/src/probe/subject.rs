//! What the macros say of a type: its predicates, blocks of methods, constants.

use std::any::{Any, TypeId, type_name};
use std::borrow::Cow;
use std::rc::Rc;

use super::chooser::Pools;
use super::object::{Frame, Object, Unmade};
use super::session::{Drive, Session};
use super::step::Stepping;
use crate::wire::{self, Event, Options, Origin, Outcome, Place, Property, Skipped};
use crate::{Shape, Source, View};

/// How often a call is repeated when no constant of the code suggests more.
const FEW_REPETITIONS: u32 = 8;

/// Constants above this are not taken for capacities: nothing is repeated that often.
const MANY_REPETITIONS: i128 = 4096;

/// A type annotated with `#[tlv::abstraction]`, or one instance of it.
pub trait Abstraction: Sized + 'static {
    /// Whether predicates are collected.
    const AUTO: bool;
    /// What the attribute and the declaration say.
    fn facts() -> Facts;
    /// The user's predicates.
    fn predicates() -> Vec<Predicate<Self>>;
    /// Predicates that the types of the fields suggest.
    fn field_predicates() -> Vec<Predicate<Self>>;
    /// The user's invariants.
    fn invariants() -> Vec<Invariant<Self>>;
    /// The blocks of methods.
    fn blocks() -> Vec<Block<Self>>;
    /// How to copy an object, if that is safe.
    fn copier() -> Option<fn(&Self) -> Self>;
    /// An object with any values in its fields, whether a constructor and methods can lead to it
    /// or not; `None` if a field cannot be made.
    fn make(source: &mut Source) -> Option<Self>;
    /// Shows the numbers in an object.
    fn inspect(&self, view: &mut View<'_>);
}

/// What the attribute and the declaration say, apart from code.
#[derive(Debug, Clone)]
pub struct Facts {
    /// `CARGO_PKG_NAME` of the declaring package.
    pub package: &'static str,
    /// The type as written.
    pub name: &'static str,
    /// The module it is declared in.
    pub module: &'static str,
    /// Where.
    pub place: Place,
    /// `property(…)`.
    pub properties: Vec<Property>,
    /// `state(…)`.
    pub states: Vec<(&'static str, &'static str)>,
    /// `failure(…)`.
    pub failures: Vec<Outcome>,
    /// `bound = …`.
    pub bound: Option<u32>,
    /// Fields that nobody can make.
    pub opaque_fields: Vec<&'static str>,
}

/// A predicate that can be evaluated.
pub struct Predicate<S> {
    /// Its name.
    pub name: Cow<'static, str>,
    /// As written.
    pub expr: Cow<'static, str>,
    /// Where it comes from.
    pub origin: Origin,
    /// Other ways to write it, by which it is recognised as the same.
    pub aliases: Vec<String>,
    /// Whether it holds.
    pub holds: Box<dyn Fn(&S) -> bool>,
}

/// An invariant that can be evaluated.
pub struct Invariant<S> {
    /// As written.
    pub expr: &'static str,
    /// Whether it holds.
    pub holds: fn(&S) -> bool,
}

/// A `#[tlv::methods]` block of one type, under whichever name its impl has for the type.
pub struct BlockRegistration {
    /// The type.
    pub of: fn() -> TypeId,
    /// Which of the crate's blocks it is.
    pub number: usize,
    /// The block, a `Block` of the type.
    pub block: fn() -> Box<dyn Any>,
}

inventory::collect!(BlockRegistration);

/// The registered blocks of a type in the order of the source, then those that were looked up.
#[must_use]
pub fn blocks<S: 'static>(found: Vec<Option<Block<S>>>) -> Vec<Block<S>> {
    let registered = inventory::iter::<BlockRegistration>();
    let mut own: Vec<&BlockRegistration> =
        registered.into_iter().filter(|block| (block.of)() == TypeId::of::<S>()).collect();
    own.sort_by_key(|block| block.number);
    let own = own.into_iter().filter_map(|block| (block.block)().downcast::<Block<S>>().ok());
    own.map(|block| *block).chain(found.into_iter().flatten()).collect()
}

/// The `K`-th `#[tlv::methods]` block of a generic type.
pub trait MethodsOf<const K: usize>: Sized {
    /// What is in it.
    fn block() -> Block<Self>;
}

/// What an impl block holds.
pub struct Block<S> {
    /// Its constructors and methods.
    pub operations: Vec<Operation<S>>,
    /// Predicates collected from it.
    pub predicates: Vec<Predicate<S>>,
    /// What is left out.
    pub skipped: Vec<Skipped>,
    /// The constants in its code. Evaluating them runs code of the user's.
    pub constants: fn() -> Constants,
}

/// What an operation is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Makes objects.
    Constructor,
    /// Is called on objects.
    Method,
    /// Neither: it only looked like a constructor.
    None,
}

/// A constructor or method that can be called.
pub struct Operation<S> {
    /// Which of the two.
    pub role: Role,
    /// Its signature, which costs more to make than a call may need.
    pub event: fn() -> Event,
    /// Parameters that can be made neither from a source nor from what other methods return.
    pub unmakeable: Vec<&'static str>,
    /// Makes the arguments and calls it.
    pub run: fn(&mut Object<S>, &mut Frame) -> Result<Outcome, Unmade>,
}

/// Constants of the user's code.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Constants {
    /// Integers, bytes.
    pub integers: Vec<i128>,
    /// Floating-point numbers.
    pub floats: Vec<f64>,
    /// Texts.
    pub strings: Vec<&'static str>,
    /// Characters.
    pub chars: Vec<char>,
}

impl Constants {
    /// None.
    #[must_use]
    pub fn new() -> Self {
        Constants::default()
    }

    /// Runs code that adds a constant; one whose evaluation panics is left out.
    pub fn try_add(&mut self, add: fn(&mut Constants)) {
        let mut added = Constants::default();
        let evaluated = std::panic::catch_unwind(move || {
            add(&mut added);
            added
        });
        if let Ok(added) = evaluated {
            self.extend(added);
        }
    }

    fn extend(&mut self, other: Constants) {
        self.integers.extend(other.integers);
        self.floats.extend(other.floats);
        self.strings.extend(other.strings);
        self.chars.extend(other.chars);
    }
}

/// The predicates that the type of a field suggests.
#[must_use]
pub fn field_predicates<S: 'static, T: 'static>(
    field: &'static str,
    get: fn(&S) -> &T,
    shape: (Shape, fn(&T) -> usize),
) -> Vec<Predicate<S>> {
    let (shape, tag) = shape;
    // Texts are put together without `format!`: a symbolic executor does not look into that.
    let predicate = |name: String, expr: String, holds: Box<dyn Fn(&S) -> bool>| Predicate {
        name: Cow::Owned(name),
        expr: Cow::Owned(expr),
        origin: Origin::Source,
        aliases: Vec::new(),
        holds,
    };
    let base = if field.starts_with(|char: char| char.is_ascii_digit()) {
        ["field_", field].concat()
    } else {
        field.to_owned()
    };
    match shape {
        Shape::Plain => Vec::new(),
        Shape::Option => vec![predicate(
            [&base, "_is_some"].concat(),
            ["self.", field, ".is_some()"].concat(),
            Box::new(move |object| tag(get(object)) == 1),
        )],
        Shape::Collection => vec![predicate(
            [&base, "_is_empty"].concat(),
            ["self.", field, ".is_empty()"].concat(),
            Box::new(move |object| tag(get(object)) == 0),
        )],
        Shape::Enum(variants) => {
            let type_name = type_name::<T>();
            let type_name = type_name.split('<').next().unwrap_or(type_name);
            let short = type_name.rsplit("::").next().unwrap_or(type_name);
            let of_variant = |(index, variant): (usize, &&'static str)| {
                let value = [short, "::", variant].concat();
                let matches = |pattern| ["matches!(self.", field, ", ", &value, pattern].concat();
                let patterns = [")", "(_))", "(..))", " { .. })"];
                let equal = ["self.", field, " == ", &value].concat();
                let holds = Box::new(move |object: &S| tag(get(object)) == index);
                let name = [&base, "_is_", &snake_case(variant)].concat();
                let aliases = patterns.into_iter().map(matches).chain([equal]).collect();
                Predicate { aliases, ..predicate(name, matches(" { .. })"), holds) }
            };
            variants.iter().enumerate().map(of_variant).collect()
        }
    }
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for (index, char) in name.chars().enumerate() {
        if char.is_uppercase() && index > 0 && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.extend(char.to_lowercase());
    }
    snake
}

/// What a type annotated with the macros submits to the registry.
pub struct Registration {
    package: &'static str,
    module: &'static str,
    name: &'static str,
    line: u32,
    subject: fn() -> Subject,
    steps: fn() -> Box<dyn Stepping>,
}

inventory::collect!(Registration);

impl Registration {
    /// Registers `S`, declared in that line of a module of a package under that name.
    #[must_use]
    pub const fn of<S: Abstraction>(
        package: &'static str,
        module: &'static str,
        name: &'static str,
        line: u32,
    ) -> Self {
        let steps = || -> Box<dyn Stepping> { Box::new(Parts::<S>::new()) };
        Registration { package, module, name, line, subject: Subject::of::<S>, steps }
    }

    /// All that were submitted, by package and path: in an order that does not depend on the
    /// linker, and that costs no descriptions.
    pub(super) fn all() -> Vec<&'static Registration> {
        fn path(registration: &Registration) -> impl Iterator<Item = u8> {
            let Registration { module, name, .. } = registration;
            module.bytes().chain(*b"::").chain(name.bytes())
        }
        let mut all: Vec<&'static Registration> = inventory::iter::<Registration>().collect();
        all.sort_by(|a, b| {
            let packages = a.package.cmp(b.package);
            packages.then_with(|| path(a).cmp(path(b))).then_with(|| a.line.cmp(&b.line))
        });
        all
    }

    /// The type, described and ready to be driven.
    pub(super) fn subject(&self) -> Subject {
        (self.subject)()
    }

    /// The type, ready for single steps.
    pub(super) fn steps(&self) -> Box<dyn Stepping> {
        (self.steps)()
    }
}

/// An annotated type, ready to be driven.
pub struct Subject {
    pub(super) description: wire::Subject,
    pub(super) open: fn(&Options) -> Box<dyn Drive>,
}

impl Subject {
    /// Puts together what the macros said of `S`.
    #[must_use]
    pub fn of<S: Abstraction>() -> Subject {
        let Assembly { description, .. } = Assembly::<S>::new();
        Subject {
            description,
            open: |options| Box::new(Session::<S>::new(Assembly::new(), options)),
        }
    }
}

/// What of `S` can be evaluated and called, in the order in which it is described.
///
/// A symbolic executor runs what makes it, so that is kept short: nothing is described here.
pub(super) struct Parts<S> {
    pub(super) predicates: Vec<Predicate<S>>,
    pub(super) invariants: Vec<Invariant<S>>,
    pub(super) constructors: Vec<Operation<S>>,
    pub(super) methods: Vec<Operation<S>>,
    left_out: Vec<LeftOut<S>>,
    constants: Vec<fn() -> Constants>,
}

/// What of a block is not called.
struct LeftOut<S> {
    skipped: Vec<Skipped>,
    /// As no value of a parameter can be made.
    uncallable: Vec<Operation<S>>,
}

impl<S: Abstraction> Parts<S> {
    pub(super) fn new() -> Self {
        let mut parts = Parts {
            predicates: S::predicates(),
            invariants: S::invariants(),
            constructors: Vec::new(),
            methods: Vec::new(),
            left_out: Vec::new(),
            constants: Vec::new(),
        };
        let (mut observers, mut others) = (Vec::new(), Vec::new());
        for block in S::blocks() {
            for predicate in block.predicates {
                let observer = predicate.origin == Origin::Observer;
                if observer { &mut observers } else { &mut others }.push(predicate);
            }
            parts.constants.push(block.constants);
            let mut uncallable = Vec::new();
            for operation in block.operations {
                match operation.role {
                    Role::None => {}
                    _ if !operation.unmakeable.is_empty() => uncallable.push(operation),
                    Role::Constructor => parts.constructors.push(operation),
                    Role::Method => parts.methods.push(operation),
                }
            }
            parts.left_out.push(LeftOut { skipped: block.skipped, uncallable });
        }
        if S::AUTO {
            // Observers first: their names are the user's own.
            let collected = observers.into_iter().chain(others).chain(S::field_predicates());
            for predicate in collected {
                parts.add_predicate(predicate);
            }
        }
        parts
    }

    /// Adds a collected predicate unless one says the same.
    fn add_predicate(&mut self, new: Predicate<S>) {
        let says_the_same =
            |old: &Predicate<S>| old.expr == new.expr || new.aliases.iter().any(|a| *a == old.expr);
        if !self.predicates.iter().any(says_the_same) {
            self.predicates.push(new);
        }
    }
}

/// Everything the macros said of `S`, in one place.
pub(super) struct Assembly<S> {
    pub(super) description: wire::Subject,
    pub(super) parts: Parts<S>,
    pub(super) pools: Rc<Pools>,
}

impl<S: Abstraction> Assembly<S> {
    pub(super) fn new() -> Self {
        let facts = S::facts();
        let mut parts = Parts::<S>::new();
        let has_methods = !parts.constants.is_empty();
        let mut constants = Constants::default();
        for add in &parts.constants {
            constants.extend(add());
        }
        let mut skipped = Vec::new();
        for block in std::mem::take(&mut parts.left_out) {
            skipped.extend(block.skipped);
            skipped.extend(block.uncallable.iter().map(|operation| {
                let parameter = operation.unmakeable.first().copied().unwrap_or_default();
                let reason = format!("no value of its parameter `{parameter}` can be made");
                Skipped { name: (operation.event)().name, reason }
            }));
        }
        let description = wire::Subject {
            package: facts.package.to_owned(),
            name: facts.name.to_owned(),
            path: format!("{}::{}", facts.module, facts.name),
            place: facts.place,
            predicates: described(&parts.predicates),
            invariants: parts
                .invariants
                .iter()
                .map(|invariant| invariant.expr.to_owned())
                .collect(),
            properties: facts.properties,
            states: facts
                .states
                .iter()
                .map(|(name, expr)| ((*name).into(), (*expr).into()))
                .collect(),
            failures: facts.failures,
            bound: facts.bound,
            constructors: events(&parts.constructors),
            methods: events(&parts.methods),
            skipped,
            opaque_fields: facts.opaque_fields.iter().map(|&field| field.to_owned()).collect(),
            snapshots: S::copier().is_some(),
            has_methods,
            repetitions: repetitions(&constants),
        };
        let pools = Rc::new(Pools::new(&constants));
        Assembly { description, parts, pools }
    }
}

/// The signatures, with unique names: several traits, or one with several arguments, may have
/// functions of the same name.
fn events<S>(operations: &[Operation<S>]) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::with_capacity(operations.len());
    for operation in operations {
        let event = (operation.event)();
        let name = free_name(event.name, |name| events.iter().any(|other| other.name == name));
        events.push(Event { name, ..event });
    }
    events
}

/// The predicates, with unique names.
fn described<S>(predicates: &[Predicate<S>]) -> Vec<wire::Predicate> {
    let mut all: Vec<wire::Predicate> = Vec::with_capacity(predicates.len());
    for Predicate { name, expr, origin, .. } in predicates {
        let name = free_name(name.to_string(), |name| all.iter().any(|old| old.name == name));
        all.push(wire::Predicate { name, expr: expr.to_string(), origin: *origin });
    }
    all
}

/// The name, with a number if it is taken.
fn free_name(name: String, taken: impl Fn(&str) -> bool) -> String {
    if !taken(&name) {
        return name;
    }
    let mut numbered = (2u32..).map(|number| format!("{name}_{number}"));
    numbered.find(|name| !taken(name)).expect("numbers do not run out")
}

/// The largest constant that looks like a capacity.
fn repetitions(constants: &Constants) -> u32 {
    let capacities = constants.integers.iter().filter(|&&int| int <= MANY_REPETITIONS);
    let largest = capacities.max().and_then(|largest| u32::try_from(*largest).ok());
    largest.unwrap_or(0).max(FEW_REPETITIONS)
}
