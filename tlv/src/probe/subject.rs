//! What the macros say of a type: its predicates, blocks of methods, constants.

use std::any::{Any, TypeId, type_name};
use std::rc::Rc;

use super::chooser::Pools;
use super::object::{Frame, Object, Unmade};
use super::session::{Drive, Session};
use crate::wire::{self, Event, Options, Origin, Outcome, Place, Property, Skipped};
use crate::{Shape, View};

/// How often a call is repeated when no constant of the code suggests more.
const FEW_REPETITIONS: u32 = 8;

/// Constants above this are not taken for capacities: nothing is repeated that often.
const MANY_REPETITIONS: i128 = 4096;

/// A type annotated with `#[tlv::abstraction]`, or one instance of it.
pub trait Abstraction: Sized + 'static {
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
    /// Whether predicates are collected.
    pub auto: bool,
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
    pub name: String,
    /// As written.
    pub expr: String,
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
    /// The constants in its code.
    pub constants: Constants,
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
    /// Its signature.
    pub event: Event,
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
    let predicate = |name: String, expr: String, holds: Box<dyn Fn(&S) -> bool>| Predicate {
        name,
        expr,
        origin: Origin::Source,
        aliases: Vec::new(),
        holds,
    };
    let base = if field.starts_with(|char: char| char.is_ascii_digit()) {
        format!("field_{field}")
    } else {
        field.to_owned()
    };
    match shape {
        Shape::Plain => Vec::new(),
        Shape::Option => vec![predicate(
            format!("{base}_is_some"),
            format!("self.{field}.is_some()"),
            Box::new(move |object| tag(get(object)) == 1),
        )],
        Shape::Collection => vec![predicate(
            format!("{base}_is_empty"),
            format!("self.{field}.is_empty()"),
            Box::new(move |object| tag(get(object)) == 0),
        )],
        Shape::Enum(variants) => {
            let type_name = type_name::<T>();
            let type_name = type_name.split('<').next().unwrap_or(type_name);
            let short = type_name.rsplit("::").next().unwrap_or(type_name);
            let of_variant = |(index, variant): (usize, &&'static str)| {
                let value = format!("{short}::{variant}");
                let patterns = ["", "(_)", "(..)", " { .. }"];
                let matched = patterns.map(|p| format!("matches!(self.{field}, {value}{p})"));
                let equal = format!("self.{field} == {value}");
                let holds = Box::new(move |object: &S| tag(get(object)) == index);
                let name = format!("{base}_is_{}", snake_case(variant));
                let aliases = matched.into_iter().chain([equal]).collect();
                let expr = format!("matches!(self.{field}, {value} {{ .. }})");
                Predicate { aliases, ..predicate(name, expr, holds) }
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
pub struct Registration(pub fn() -> Subject);

inventory::collect!(Registration);

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

/// Everything the macros said of `S`, in one place.
pub(super) struct Assembly<S> {
    pub(super) description: wire::Subject,
    pub(super) predicates: Vec<Predicate<S>>,
    pub(super) invariants: Vec<Invariant<S>>,
    pub(super) constructors: Vec<Operation<S>>,
    pub(super) methods: Vec<Operation<S>>,
    pub(super) pools: Rc<Pools>,
}

impl<S: Abstraction> Assembly<S> {
    fn new() -> Self {
        let facts = S::facts();
        let blocks = S::blocks();
        let has_methods = !blocks.is_empty();
        let mut collected = Vec::new();
        let mut skipped = Vec::new();
        let mut constants = Constants::default();
        let (mut constructors, mut methods) = (Vec::new(), Vec::new());
        for block in blocks {
            collected.extend(block.predicates);
            skipped.extend(block.skipped);
            constants.extend(block.constants);
            for operation in block.operations {
                if operation.role == Role::None {
                    continue;
                }
                if let Some(parameter) = operation.unmakeable.first() {
                    let reason = format!("no value of its parameter `{parameter}` can be made");
                    skipped.push(Skipped { name: operation.event.name, reason });
                } else if operation.role == Role::Constructor {
                    constructors.push(operation);
                } else {
                    methods.push(operation);
                }
            }
        }
        name_apart(&mut constructors);
        name_apart(&mut methods);
        let mut predicates = S::predicates();
        if facts.auto {
            // Observers first: their names are the user's own.
            collected.sort_by_key(|predicate| predicate.origin != Origin::Observer);
            for predicate in collected.into_iter().chain(S::field_predicates()) {
                add_predicate(&mut predicates, predicate);
            }
        }
        let description = wire::Subject {
            package: facts.package.to_owned(),
            name: facts.name.to_owned(),
            path: format!("{}::{}", facts.module, facts.name),
            place: facts.place,
            predicates: predicates.iter().map(described).collect(),
            invariants: S::invariants().iter().map(|invariant| invariant.expr.to_owned()).collect(),
            properties: facts.properties,
            states: facts
                .states
                .iter()
                .map(|(name, expr)| ((*name).into(), (*expr).into()))
                .collect(),
            failures: facts.failures,
            bound: facts.bound,
            constructors: constructors
                .iter()
                .map(|constructor| constructor.event.clone())
                .collect(),
            methods: methods.iter().map(|method| method.event.clone()).collect(),
            skipped,
            opaque_fields: facts.opaque_fields.iter().map(|&field| field.to_owned()).collect(),
            snapshots: S::copier().is_some(),
            has_methods,
            repetitions: repetitions(&constants),
        };
        let pools = Rc::new(Pools::new(&constants));
        Assembly {
            description,
            predicates,
            invariants: S::invariants(),
            constructors,
            methods,
            pools,
        }
    }
}

/// Makes the names unique: several traits, or one with several arguments, may have the same.
fn name_apart<S>(operations: &mut [Operation<S>]) {
    for index in 1..operations.len() {
        let (before, rest) = operations.split_at_mut(index);
        let taken = |name: &str| before.iter().any(|other| other.event.name == name);
        let name = &mut rest[0].event.name;
        if taken(name) {
            let numbered = (2..).map(|number: u32| format!("{name}_{number}"));
            *name = numbered.into_iter().find(|name| !taken(name)).expect("there is always one");
        }
    }
}

fn described<S>(predicate: &Predicate<S>) -> wire::Predicate {
    let Predicate { name, expr, origin, .. } = predicate;
    wire::Predicate { name: name.clone(), expr: expr.clone(), origin: *origin }
}

/// Adds a collected predicate unless one says the same; its name is made unique.
fn add_predicate<S>(predicates: &mut Vec<Predicate<S>>, mut new: Predicate<S>) {
    if predicates.iter().any(|old| old.expr == new.expr || new.aliases.contains(&old.expr)) {
        return;
    }
    let taken = |name: &str| predicates.iter().any(|old| old.name == name);
    if taken(&new.name) {
        let numbered = |number: u32| format!("{}_{number}", new.name);
        let free = (2..).map(numbered).find(|name| !taken(name));
        new.name = free.expect("numbers do not run out");
    }
    predicates.push(new);
}

/// The largest constant that looks like a capacity.
fn repetitions(constants: &Constants) -> u32 {
    let capacities = constants.integers.iter().filter(|&&int| int <= MANY_REPETITIONS);
    let largest = capacities.max().and_then(|largest| u32::try_from(*largest).ok());
    largest.unwrap_or(0).max(FEW_REPETITIONS)
}
