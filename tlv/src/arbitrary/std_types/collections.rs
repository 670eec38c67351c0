//! Collections: the length is drawn once, then each element from a source of its own.

use std::any::type_name;
use std::collections::{
    BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque, hash_map::RandomState,
};
use std::fmt;
use std::hash::{BuildHasher, Hash};

use super::{inspect_elements, text};
use crate::{Arbitrary, Shape, Source, View};

/// The elements of a collection, in a vector that already has room for the longest one: where the
/// length is symbolic, growing would be one more path for each of its values.
pub(super) fn elements<T>(source: &mut Source, mut make: impl FnMut(&mut Source) -> T) -> Vec<T> {
    let length = source.length();
    let mut items = Vec::with_capacity(source.bound());
    items.extend((0..length).map(|index| make(&mut source.element(index))));
    items
}

/// Shows the length and the elements worth showing.
pub(super) fn inspect_sequence<'a, T: Arbitrary + 'a>(
    sequence: impl ExactSizeIterator<Item = &'a T>,
    view: &mut View<'_>,
) {
    view.length(sequence.len());
    inspect_elements(sequence, view);
}

impl<T: Arbitrary> Arbitrary for Vec<T> {
    fn arbitrary(source: &mut Source) -> Self {
        elements(source, T::arbitrary)
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.is_empty() {
            return out.write_str("Vec::new()");
        }
        out.write_str("vec![")?;
        text::list(out, self)?;
        out.write_char(']')
    }
    fn inspect(&self, view: &mut View<'_>) {
        inspect_sequence(self.iter(), view);
    }
    fn shape() -> Shape {
        Shape::Collection
    }
    fn tag(&self) -> usize {
        self.len()
    }
}

/// Collections with an order of their elements, and how to make each from a vector.
macro_rules! sequences {
    ($($type:ident<T $(: $bound:ident)?>, $make:expr;)*) => {$(
        impl<T: Arbitrary $(+ $bound)?> Arbitrary for $type<T> {
            fn arbitrary(source: &mut Source) -> Self {
                $make(elements(source, T::arbitrary))
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                out.write_str(concat!("std::collections::", stringify!($type)))?;
                if self.is_empty() {
                    return out.write_str("::new()");
                }
                out.write_str("::from([")?;
                text::list(out, self)?;
                out.write_str("])")
            }
            fn inspect(&self, view: &mut View<'_>) {
                inspect_sequence(self.iter(), view);
            }
            fn shape() -> Shape {
                Shape::Collection
            }
            fn tag(&self) -> usize {
                self.len()
            }
        }
    )*};
}

sequences! {
    VecDeque<T>, VecDeque::from;
    LinkedList<T>, LinkedList::from_iter;
    BinaryHeap<T: Ord>, BinaryHeap::from;
    BTreeSet<T: Ord>, |items| extended(BTreeSet::new(), items);
}

/// The collection after inserting the items one by one. Collecting into an ordered set or map
/// sorts first, which has far more paths than inserting.
fn extended<C: Extend<T>, T>(mut collection: C, items: Vec<T>) -> C {
    collection.extend(items);
    collection
}

impl<K: Arbitrary + Ord, V: Arbitrary> Arbitrary for BTreeMap<K, V> {
    fn arbitrary(source: &mut Source) -> Self {
        extended(BTreeMap::new(), elements(source, <(K, V)>::arbitrary))
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.is_empty() {
            return out.write_str("std::collections::BTreeMap::new()");
        }
        out.write_str("std::collections::BTreeMap::from([")?;
        for (index, (key, value)) in self.iter().enumerate() {
            if index > 0 {
                out.write_str(", ")?;
            }
            entry(out, key, value)?;
        }
        out.write_str("])")
    }
    fn inspect(&self, view: &mut View<'_>) {
        inspect_sequence(self.values(), view);
    }
    fn shape() -> Shape {
        Shape::Collection
    }
    fn tag(&self) -> usize {
        self.len()
    }
}

/// Only its length is inspected: the order of the entries differs from map to map.
impl<K, V, S> Arbitrary for HashMap<K, V, S>
where
    K: Arbitrary + Eq + Hash,
    V: Arbitrary,
    S: BuildHasher + Default,
{
    fn arbitrary(source: &mut Source) -> Self {
        let entries = elements(source, <(K, V)>::arbitrary);
        extended(HashMap::with_capacity_and_hasher(source.bound(), S::default()), entries)
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let entries = self.iter().map(|(key, value)| printed(|out| entry(out, key, value)));
        hashed::<S>(out, "std::collections::HashMap", "<_, _, _>", entries.collect())
    }
    fn inspect(&self, view: &mut View<'_>) {
        view.length(self.len());
    }
    fn shape() -> Shape {
        Shape::Collection
    }
    fn tag(&self) -> usize {
        self.len()
    }
}

/// Only its length is inspected: the order of the elements differs from set to set.
impl<T: Arbitrary + Eq + Hash, S: BuildHasher + Default> Arbitrary for HashSet<T, S> {
    fn arbitrary(source: &mut Source) -> Self {
        let items = elements(source, T::arbitrary);
        extended(HashSet::with_capacity_and_hasher(source.bound(), S::default()), items)
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let items = self.iter().map(|item| printed(|out| item.fmt_rust(out)));
        hashed::<S>(out, "std::collections::HashSet", "<_, _>", items.collect())
    }
    fn inspect(&self, view: &mut View<'_>) {
        view.length(self.len());
    }
    fn shape() -> Shape {
        Shape::Collection
    }
    fn tag(&self) -> usize {
        self.len()
    }
}

fn entry<K: Arbitrary, V: Arbitrary>(out: &mut dyn fmt::Write, key: &K, value: &V) -> fmt::Result {
    out.write_char('(')?;
    key.fmt_rust(out)?;
    out.write_str(", ")?;
    value.fmt_rust(out)?;
    out.write_char(')')
}

/// What `write` writes.
fn printed(write: impl Fn(&mut dyn fmt::Write) -> fmt::Result) -> Result<String, fmt::Error> {
    let mut text = String::new();
    write(&mut text)?;
    Ok(text)
}

/// A hashed collection of items printed before, in the order of their texts: the same value is
/// the same text each time.
fn hashed<S>(
    out: &mut dyn fmt::Write,
    path: &str,
    parameters: &str,
    items: Result<Vec<String>, fmt::Error>,
) -> fmt::Result {
    let mut items = items?;
    items.sort_unstable();
    // `new` and `from` exist for the default hasher only; a wrong guess costs readability alone.
    match (type_name::<S>() == type_name::<RandomState>(), items.is_empty()) {
        (true, true) => write!(out, "{path}::new()"),
        (true, false) => write!(out, "{path}::from([{}])", items.join(", ")),
        (false, true) => write!(out, "{path}::default()"),
        // The trait is not in the prelude of every edition.
        (false, false) => write!(
            out,
            "<{path}{parameters} as std::iter::FromIterator<_>>::from_iter([{}])",
            items.join(", ")
        ),
    }
}
