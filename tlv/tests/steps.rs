//! Single steps with scripted values: the same as calling by hand, and every value can be made.
#![cfg(feature = "probe")]
#![expect(unreachable_pub, reason = "only public functions are events")]

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;

use tlv::probe::testing::{choice_id, description, object_features, step};
use tlv::wire::{
    After, Call, Choice, NotMade, Number, Outcome, Sight, StepCall, StepQuery, StepSeen, StepStart,
    Stepped,
};

/// What the primitives choose, by part of the object or argument.
fn script(values: &[(&[&str], u128)]) -> Choice {
    Choice::Script(values.iter().map(|(path, value)| (choice_id(path, 0), *value)).collect())
}

fn call(event: u16, values: &[(&[&str], u128)]) -> Call {
    Call { event, choice: script(values) }
}

fn on_made(fields: &[(&[&str], u128)], calls: Vec<Call>) -> StepQuery {
    StepQuery { start: StepStart::Made(script(fields)), calls }
}

#[track_caller]
fn seen<S: tlv::probe::Abstraction>(query: &StepQuery) -> StepSeen {
    match step::<S>(query) {
        Stepped::Seen(seen) => *seen,
        other => panic!("{query:?} gave {other:?}"),
    }
}

#[track_caller]
fn called(seen: &StepSeen) -> &StepCall {
    seen.call.as_ref().expect("a call was asked for")
}

/// The position of a method in the description.
fn method<S: tlv::probe::Abstraction>(name: &str) -> u16 {
    let methods = description::<S>().methods;
    let position = methods.iter().position(|method| method.name == name);
    u16::try_from(position.expect("it is a method")).unwrap()
}

mod stack {
    #[tlv::abstraction(
        predicates(empty = self.len == 0, full = self.len == 4),
        invariant(self.len <= 4)
    )]
    #[derive(Clone, Debug)]
    pub struct Stack {
        pub len: usize,
        pub items: [i8; 4],
    }

    #[tlv::methods]
    impl Stack {
        pub fn new() -> Self {
            Stack { len: 0, items: [0; 4] }
        }

        pub fn with(len: usize) -> Result<Self, ()> {
            if len > 4 { Err(()) } else { Ok(Stack { len, items: [7; 4] }) }
        }

        #[tlv(requires(self.len < 4 || item == 0))]
        pub fn push(&mut self, item: i8) {
            self.items[self.len] = item;
            self.len += 1;
        }

        pub fn pop(&mut self) -> Option<i8> {
            self.len = self.len.checked_sub(1)?;
            Some(self.items[self.len])
        }

        #[tlv(assume(count < 3))]
        pub fn cut(&mut self, count: usize) -> Result<(), usize> {
            match self.len.checked_sub(count) {
                Some(len) => {
                    self.len = len;
                    Ok(())
                }
                None => Err(count),
            }
        }

        pub fn finish(self) -> usize {
            self.len
        }
    }
}
use stack::Stack;

/// What is to be seen of a stack.
fn look(stack: &Stack) -> (u128, u64) {
    let bits = [stack.len == 0, stack.len == 4].map(u128::from);
    (bits[0] | bits[1] << 1, u64::from(stack.len > 4))
}

fn shown(sight: &Sight) -> (u128, u64) {
    (sight.valuation, sight.broken)
}

#[test]
fn a_step_sees_what_calling_by_hand_shows() {
    for len in 0..7u8 {
        for item in [0u8, 1, 200] {
            // A value is an offset from the least one of its type.
            let fields: &[(&[&str], u128)] =
                &[(&["self", "len"], len.into()), (&["self", "items", "[0]"], 128 + 5)];
            let push = call(method::<Stack>("push"), &[(&["item"], item.into())]);
            let seen = seen::<Stack>(&on_made(fields, vec![push]));
            let mut stack = Stack { len: len.into(), items: [5, -128, -128, -128] };
            assert_eq!(seen.before.as_ref().map(shown), Some(look(&stack)), "{stack:?}");
            let given = i8::from_ne_bytes([item.wrapping_sub(128)]);
            let StepCall { required, outcome, after, arguments, panic } = called(&seen);
            assert_eq!(*required, len < 4 || given == 0);
            assert_eq!(*arguments, [given.to_string()]);
            if len >= 4 {
                assert_eq!((*outcome, *after), (Outcome::Panic, After::Dead));
                let panic = panic.as_ref().expect("it says where");
                assert!(panic.message.contains("index out of bounds"), "{panic:?}");
                assert_eq!(seen.after, None);
            } else {
                stack.push(given);
                let after_it = seen.after.as_ref().expect("it lives");
                assert_eq!(*outcome, Outcome::Ok);
                assert_eq!(*after, After::Alive(look(&stack).0));
                assert_eq!(shown(after_it), look(&stack));
                assert_eq!(after_it.features, numbers(&stack));
            }
        }
    }
}

/// All numbers of the object, by their identities.
fn numbers<S: tlv::probe::Abstraction>(object: &S) -> Vec<(u64, Number)> {
    object_features(object).into_iter().map(|(_, id, number)| (id, number)).collect()
}

#[test]
fn each_outcome_is_told() {
    let outcome = |len: u128, name: &str, arguments: &[(&[&str], u128)]| {
        let fields: &[(&[&str], u128)] = &[(&["self", "len"], len)];
        let calls = vec![call(method::<Stack>(name), arguments)];
        let seen = seen::<Stack>(&on_made(fields, calls));
        (called(&seen).outcome, called(&seen).after)
    };
    assert_eq!(outcome(0, "pop", &[]), (Outcome::None, After::Alive(1)));
    assert_eq!(outcome(1, "pop", &[]), (Outcome::Some, After::Alive(1)));
    assert_eq!(outcome(1, "cut", &[(&["count"], 2)]), (Outcome::Err, After::Alive(0)));
    assert_eq!(outcome(2, "cut", &[(&["count"], 2)]), (Outcome::Ok, After::Alive(1)));
    assert_eq!(outcome(9, "finish", &[]), (Outcome::Ok, After::Ended));
}

#[test]
fn what_is_not_assumed_is_not_called() {
    let cut = call(method::<Stack>("cut"), &[(&["count"], 3)]);
    let expected = Stepped::NotMade { position: 1, why: NotMade::GaveUp };
    assert_eq!(step::<Stack>(&on_made(&[], vec![cut])), expected);
}

#[test]
fn a_constructor_is_a_step_of_its_own() {
    let with = |len| StepQuery {
        start: StepStart::Constructed(call(1, &[(&["len"], len)])),
        calls: Vec::new(),
    };
    let made = seen::<Stack>(&with(4));
    assert_eq!(made.before, None);
    assert_eq!((called(&made).outcome, called(&made).after), (Outcome::Ok, After::Alive(2)));
    assert_eq!(made.after.unwrap().features, numbers(&Stack { len: 4, items: [7; 4] }));
    let refused = seen::<Stack>(&with(5));
    assert_eq!((called(&refused).outcome, called(&refused).after), (Outcome::Err, After::Dead));
    let pop = call(method::<Stack>("pop"), &[]);
    let over = StepQuery { calls: vec![pop], ..with(5) };
    assert_eq!(step::<Stack>(&over), Stepped::Over { position: 0 });
}

#[test]
fn only_the_last_of_several_calls_is_seen() {
    let push = |item| call(method::<Stack>("push"), &[(&["item"], item)]);
    let calls = vec![push(128 + 1), push(128 + 2), call(method::<Stack>("pop"), &[])];
    let start = StepStart::Constructed(call(0, &[]));
    let last = seen::<Stack>(&StepQuery { start: start.clone(), calls });
    let before = Stack { len: 2, items: [1, 2, 0, 0] };
    assert_eq!(last.before.unwrap().features, numbers(&before));
    assert_eq!(last.after.unwrap().features, numbers(&Stack { len: 1, ..before }));
    let finish = || call(method::<Stack>("finish"), &[]);
    let twice = StepQuery { start, calls: vec![finish(), finish()] };
    assert_eq!(step::<Stack>(&twice), Stepped::Over { position: 1 });
}

#[test]
fn an_object_alone_can_be_looked_at() {
    let seen = seen::<Stack>(&on_made(&[(&["self", "len"], 4)], Vec::new()));
    assert_eq!(seen.call, None);
    assert_eq!(seen.before.unwrap().valuation, 2);
}

mod shapes {
    use std::marker::PhantomData;

    #[tlv::abstraction(predicates(positive = self.0 > 0))]
    pub struct Tuple(pub i16, pub bool, pub PhantomData<String>);
    #[tlv::methods]
    impl Tuple {
        pub fn new() -> Self {
            Tuple(0, false, PhantomData)
        }
        pub fn flip(&mut self) -> bool {
            self.1 = !self.1;
            self.1
        }
    }

    #[tlv::abstraction(predicates(always = true))]
    pub struct Unit;
    #[tlv::methods]
    impl Unit {
        pub fn new() -> Self {
            Unit
        }
        pub fn call(&self) {}
    }

    #[tlv::abstraction(
        instance(Pair<u8, 2>),
        predicates(equal = self.left[0] == self.right)
    )]
    pub struct Pair<T: Copy + PartialEq, const N: usize> {
        left: [T; N],
        right: T,
        #[cfg(any())]
        gone: NoSuchType,
        #[tlv(range = 3..=5)]
        level: u8,
        #[tlv(with = even)]
        even: u32,
    }
    fn even(source: &mut tlv::Source) -> u32 {
        source.u32() & !1
    }
    #[tlv::methods]
    impl<T: Copy + PartialEq, const N: usize> Pair<T, N> {
        pub fn new(value: T) -> Self {
            Pair { left: [value; N], right: value, level: 3, even: 0 }
        }
        pub fn swap(&mut self) {
            std::mem::swap(&mut self.left[0], &mut self.right);
        }
    }

    pub struct Foreign;
    #[tlv::abstraction(predicates(zero = self.number == 0))]
    pub struct Opaque {
        number: u8,
        foreign: Foreign,
    }
    #[tlv::methods]
    impl Opaque {
        pub fn new() -> Self {
            Opaque { number: 0, foreign: Foreign }
        }
        pub fn bump(&mut self) {
            let _ = &self.foreign;
            self.number += 1;
        }
    }

    #[tlv::abstraction(predicates(zero = 0 == { self.number }))]
    #[repr(Rust, packed)]
    pub struct Packed {
        number: u32,
    }
    #[tlv::methods]
    impl Packed {
        pub fn new() -> Self {
            Packed { number: 0 }
        }
        pub fn bump(&mut self) {
            self.number += 1;
        }
    }
}

#[test]
fn every_shape_of_struct_is_made_field_by_field() {
    let fields: &[(&[&str], u128)] = &[(&["self", "0"], 32768 + 9), (&["self", "1"], 1)];
    let tuple = seen::<shapes::Tuple>(&on_made(fields, vec![call(0, &[])]));
    let expected = shapes::Tuple(9, true, PhantomData);
    assert_eq!(tuple.before.unwrap().features, numbers(&expected));
    assert_eq!(tuple.call.unwrap().outcome, Outcome::False);

    let unit = seen::<shapes::Unit>(&on_made(&[], vec![call(0, &[])]));
    assert_eq!(unit.before.unwrap().valuation, 1);

    let fields: &[(&[&str], u128)] = &[
        (&["self", "left", "[0]"], 8),
        (&["self", "left", "[1]"], 9),
        (&["self", "right"], 8),
        (&["self", "level"], 2),
        (&["self", "even"], 7),
    ];
    let pair = seen::<shapes::Pair<u8, 2>>(&on_made(fields, Vec::new()));
    let before = pair.before.unwrap();
    let ints: Vec<i128> = before.features.iter().map(|(_, number)| int(number)).collect();
    assert_eq!((before.valuation, ints), (1, vec![8, 9, 8, 5, 6]));
    assert!(pair.notes.contains(&(8, 0)), "{:?}", pair.notes);
}

fn int(number: &Number) -> i128 {
    match number {
        Number::Int(int) => *int,
        Number::Float(float) => panic!("{float} is no integer"),
    }
}

#[test]
fn what_has_a_field_that_nobody_can_make_is_not_made_but_constructed() {
    let expected = Stepped::NotMade { position: 0, why: NotMade::NoValue };
    assert_eq!(step::<shapes::Opaque>(&on_made(&[], vec![call(0, &[])])), expected);
    assert_eq!(step::<shapes::Packed>(&on_made(&[], vec![call(0, &[])])), expected);
    let start = StepStart::Constructed(call(0, &[]));
    let seen = seen::<shapes::Opaque>(&StepQuery { start, calls: vec![call(0, &[])] });
    assert_eq!(seen.before.unwrap().valuation, 1);
    assert_eq!(seen.after.unwrap().valuation, 0);
}

mod values {
    use super::*;

    #[derive(tlv::Arbitrary, Clone, Debug, PartialEq)]
    pub enum Mode {
        Off,
        Level(u8),
    }

    pub struct Odd(pub u8);
    impl tlv::Arbitrary for Odd {
        fn arbitrary(source: &mut tlv::Source) -> Self {
            Odd(source.u8() | 1)
        }
    }

    #[derive(tlv::Arbitrary, Debug)]
    pub struct Tree {
        pub children: Vec<Tree>,
    }

    #[tlv::abstraction(predicates(
        none = self.list.is_empty(),
        bad = self.list[0] == 0,
        deep = self.tree.children.iter().any(|child| !child.children.is_empty()),
    ))]
    pub struct All {
        pub list: Vec<u8>,
        pub text: String,
        pub boxed: Box<[u16]>,
        pub shared: std::rc::Rc<str>,
        pub deque: VecDeque<u8>,
        pub linked: LinkedList<u8>,
        pub heap: BinaryHeap<u8>,
        pub set: BTreeSet<u8>,
        pub map: BTreeMap<u8, bool>,
        pub hashed: HashMap<u8, u8>,
        pub hash_set: HashSet<u8>,
        pub mode: Mode,
        pub maybe: Option<Box<u8>>,
        pub odd: Odd,
        pub tree: Tree,
        pub cell: std::cell::RefCell<Option<f32>>,
    }

    #[tlv::methods]
    impl All {
        pub fn new() -> Self {
            panic!("the fields are made one by one here")
        }
        /// Everything as text, to be read in a panic.
        pub fn tell(&self) {
            let All { list, text, boxed, shared, deque, linked, set, map, mode, maybe, .. } = self;
            let heap = self.heap.clone().into_sorted_vec();
            let mut hashed: Vec<_> = self.hashed.iter().collect();
            hashed.sort();
            let mut hash_set: Vec<_> = self.hash_set.iter().collect();
            hash_set.sort();
            let (odd, cell) = (self.odd.0, &self.cell);
            panic!(
                "{list:?} {text} {boxed:?} {shared} {deque:?} {linked:?} {heap:?} {set:?} {map:?} \
                 {hashed:?} {hash_set:?} {mode:?} {maybe:?} {odd} {cell:?}"
            );
        }
    }
}
use values::All;

/// The names of the collections, and what is drawn for their first three elements.
const COLLECTIONS: [&str; 9] =
    ["list", "text", "boxed", "shared", "deque", "linked", "heap", "set", "hash_set"];

fn told(length: u128, more: &[(&[&str], u128)]) -> Stepped {
    let mut values: Vec<(u64, u128)> = Vec::new();
    for name in COLLECTIONS {
        values.push((choice_id(&["self", name], 0), length));
        for (index, element) in ["[0]", "[1]", "[2]"].into_iter().enumerate() {
            let index = index as u128;
            let value = if name == "heap" { 9 - index } else { 33 + index };
            values.push((choice_id(&["self", name, element], 0), value));
        }
    }
    for name in ["map", "hashed"] {
        values.push((choice_id(&["self", name], 0), length));
        for (index, element) in ["[0]", "[1]", "[2]"].into_iter().enumerate() {
            let index = index as u128;
            values.push((choice_id(&["self", name, element, "0"], 0), 1 + index));
            values.push((choice_id(&["self", name, element, "1"], 0), index % 2));
        }
    }
    values.extend(more.iter().map(|(path, value)| (choice_id(path, 0), *value)));
    let start = StepStart::Made(Choice::Script(values));
    step::<All>(&StepQuery { start, calls: vec![call(0, &[])] })
}

#[track_caller]
fn text_of(stepped: Stepped) -> (String, StepSeen) {
    let Stepped::Seen(seen) = stepped else { panic!("{stepped:?}") };
    (called(&seen).panic.as_ref().expect("it panics").message.clone(), *seen)
}

#[test]
fn collections_of_each_length_are_made() {
    let rest = "Off None 1 RefCell { value: None }";
    for (length, expected) in [
        (0, "[]  []  [] [] [] {} {} [] []"),
        (1, "[33] A [33] A [33] [33] [9] {33} {1: false} [(1, 0)] [33]"),
        (
            2,
            "[33, 34] AB [33, 34] AB [33, 34] [33, 34] [8, 9] {33, 34} {1: false, 2: true} [(1, 0), (2, 1)] [33, 34]",
        ),
        (
            3,
            "[33, 34, 35] ABC [33, 34, 35] ABC [33, 34, 35] [33, 34, 35] [7, 8, 9] {33, 34, 35} {1: false, 2: true, 3: false} [(1, 0), (2, 1), (3, 0)] [33, 34, 35]",
        ),
    ] {
        let (text, seen) = text_of(told(length, &[]));
        assert_eq!(text, format!("{expected} {rest}"));
        let before = seen.before.unwrap();
        assert_eq!(before.valuation & 1 == 1, length == 0);
        // The second predicate looks at the first element, which need not be there.
        assert_eq!(before.unevaluable, if length == 0 { 2 } else { 0 });
    }
}

#[test]
fn payloads_are_made_and_reported_after_their_tags() {
    let more: &[(&[&str], u128)] = &[
        (&["self", "mode"], 1),
        (&["self", "mode", "Level", "0"], 77),
        (&["self", "maybe"], 1),
        (&["self", "maybe", "Some"], 5),
        (&["self", "odd"], 6),
        (&["self", "cell"], 1),
        (&["self", "cell", "Some"], u128::from(1.5f64.to_bits())),
    ];
    let (text, seen) = text_of(told(2, more));
    assert!(text.ends_with("Level(77) Some(5) 7 RefCell { value: Some(1.5) }"), "{text}");
    let before = seen.before.unwrap();
    let seen = before.features.iter().map(|(_, number)| *number);
    let int = Number::Int;
    // Eleven lengths; then the tag and payload of `mode` and `maybe`, the length in `tree`, the tag and
    // payload of `cell`. What is made by hand is shown by hand.
    let expected = std::iter::repeat_n(int(2), 11).chain([1, 77, 1, 5, 0, 1].map(int));
    assert!(seen.eq(expected.chain([Number::Float(1.5)])), "{:?}", before.features);
}

#[test]
fn what_is_reported_has_the_identity_that_has_a_name() {
    let all = All {
        list: vec![1, 2],
        text: "ab".into(),
        boxed: [1].into(),
        shared: "x".into(),
        deque: VecDeque::from([1]),
        linked: LinkedList::from([1]),
        heap: BinaryHeap::from([1]),
        set: BTreeSet::from([1]),
        map: BTreeMap::from([(1, true)]),
        hashed: HashMap::from([(1, 1)]),
        hash_set: HashSet::from([1]),
        mode: values::Mode::Level(7),
        maybe: Some(Box::new(4)),
        odd: values::Odd(3),
        tree: values::Tree { children: Vec::new() },
        cell: Some(1.5).into(),
    };
    let named: HashMap<u64, String> =
        object_features(&all).into_iter().map(|(name, id, _)| (id, name)).collect();
    let (_, seen) = text_of(told(1, &[]));
    let before = seen.before.unwrap().features;
    let names: Vec<&str> = before.iter().map(|(id, _)| named[id].as_str()).collect();
    let lengths = [
        "list", "text", "boxed", "shared", "deque", "linked", "heap", "set", "map", "hashed",
        "hash_set",
    ];
    let mut expected: Vec<String> =
        lengths.iter().map(|name| format!("self.{name}.len()")).collect();
    expected.extend(
        ["self.mode", "self.maybe", "self.tree.children.len()", "self.cell"].map(String::from),
    );
    assert_eq!(names, expected);
}

#[test]
fn what_is_left_out_is_noted() {
    let (_, seen) = text_of(told(1, &[]));
    let mut kinds: Vec<u32> = seen.notes.iter().map(|(kind, _)| *kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    // Bound, depth (of the tree), ASCII, ascending, unwrapped, descending, by hand.
    assert_eq!(kinds, [1, 2, 3, 4, 5, 7, 9]);
    assert!(seen.notes.contains(&(1, 3)), "{:?}", seen.notes);
    let plain = self::seen::<Stack>(&on_made(&[], vec![call(0, &[])]));
    assert_eq!(plain.notes, []);
}

#[test]
fn values_out_of_order_are_given_up() {
    let swapped: &[(&[&str], u128)] = &[(&["self", "set", "[1]"], 5)];
    let expected = Stepped::NotMade { position: 0, why: NotMade::GaveUp };
    assert_eq!(told(2, swapped), expected);
    let twice: &[(&[&str], u128)] = &[(&["self", "hashed", "[1]", "0"], 1)];
    assert_eq!(told(2, twice), expected);
    // Beyond the length nothing is compared.
    assert!(matches!(told(1, swapped), Stepped::Seen(_)));
}

#[test]
fn recursive_values_have_a_size_that_can_be_borne() {
    let grow: &[(&[&str], u128)] = &[
        (&["self", "tree", "children"], 3),
        (&["self", "tree", "children", "[2]", "children"], 2),
    ];
    let (_, seen) = text_of(told(0, grow));
    assert_eq!(seen.before.unwrap().valuation & 4, 4);
}

mod tokens {
    /// Nobody can make one but the bank.
    #[derive(Clone)]
    pub struct Token(());

    pub struct Colour(pub u8);

    #[tlv::abstraction(predicates(idle = self.given == 0))]
    pub struct Bank {
        pub given: u8,
    }

    #[tlv::methods]
    impl Bank {
        pub fn new() -> Self {
            Bank { given: 0 }
        }
        pub fn give(&mut self) -> Option<Token> {
            self.given += 1;
            Some(Token(()))
        }
        pub fn take(&mut self, token: Token) {
            let Token(()) = token;
            self.given -= 1;
        }
        #[tlv(values(colour = [Colour(3), Colour(4)]))]
        pub fn paint(&mut self, colour: Colour) {
            self.given = colour.0;
        }
        #[tlv(values(number = [100]))]
        pub fn set(&mut self, number: u8) {
            self.given = number;
        }
    }
}
use tokens::Bank;

#[test]
fn results_serve_as_arguments_on_the_object_that_gave_them() {
    let take = || call(method::<Bank>("take"), &[]);
    let expected = Stepped::NotMade { position: 1, why: NotMade::NoValue };
    assert_eq!(step::<Bank>(&on_made(&[], vec![take()])), expected);
    let start = StepStart::Constructed(call(0, &[]));
    let calls = vec![call(method::<Bank>("give"), &[]), take()];
    let seen = seen::<Bank>(&StepQuery { start, calls });
    assert_eq!(called(&seen).outcome, Outcome::Ok);
    assert_eq!(called(&seen).after, After::Alive(1));
}

#[test]
fn an_argument_that_can_only_come_from_earlier_calls_is_noted() {
    let start = StepStart::Constructed(call(0, &[]));
    let give = call(method::<Bank>("give"), &[]);
    let take = call(method::<Bank>("take"), &[]);
    let seen = seen::<Bank>(&StepQuery { start, calls: vec![give, take] });
    assert_eq!(seen.notes, [(6, 1)]);
}

#[test]
fn listed_values_are_chosen_only_where_nothing_can_be_made() {
    let paint = |value| {
        let choice = Choice::Script(vec![(!root("colour"), value)]);
        let calls = vec![Call { event: method::<Bank>("paint"), choice }];
        let seen = seen::<Bank>(&on_made(&[], calls));
        (int(&seen.after.as_ref().unwrap().features[0].1), seen.notes)
    };
    assert_eq!(paint(0), (3, vec![(6, 2)]));
    assert_eq!(paint(1), (4, vec![(6, 2)]));
    for number in [0, 77, 100] {
        let set = call(method::<Bank>("set"), &[(&["number"], number)]);
        let seen = seen::<Bank>(&on_made(&[], vec![set]));
        assert_eq!(int(&seen.after.unwrap().features[0].1), number as i128);
        assert_eq!(seen.notes, []);
    }
}

/// The hash of the path of a whole value, as it is defined.
fn root(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
