//! Collections: the length is drawn once, then each element from a source of its own.

use std::any::type_name;
use std::collections::{
    BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque, hash_map::RandomState,
};
use std::fmt;
use std::hash::{BuildHasher, Hash};

use super::{inspect_elements, text};
use crate::{Arbitrary, Shape, Source, View};

/// The elements of a collection, in a vector that has room for the longest one: where the length is
/// symbolic, growing would be one more path for each of its values. In a step, all elements that
/// there may be are made, and then as many are taken as the length says, which costs no path at all.
pub(super) fn elements<T>(source: &mut Source, mut make: impl FnMut(&mut Source) -> T) -> Vec<T> {
    if !source.is_stepping() {
        return exact_elements(source, make);
    }
    let (length, bound) = (source.length(), source.bound());
    let mut items = Vec::with_capacity(bound);
    if !source.has_no_elements() {
        items.extend((0..bound).map(|index| make(&mut source.element(index))));
        // SAFETY: a length is at most the bound, and so many elements have just been made. Those
        // beyond the length are never dropped, which is allowed, and happens once in a step.
        unsafe { items.set_len(length) };
    }
    items
}

/// The elements of a collection, one path for each number of them where that is symbolic: for types
/// that copy their elements or look at them one by one, to whom a symbolic length is of no use.
pub(super) fn exact_elements<T>(
    source: &mut Source,
    mut make: impl FnMut(&mut Source) -> T,
) -> Vec<T> {
    let length = source.length();
    let mut items = Vec::with_capacity(source.bound());
    items.extend((0..length).map(|index| make(&mut source.element(index))));
    items
}

/// In a step, gives up on elements of which one is not followed by one that is `wanted` after it.
fn assume_order<T>(source: &mut Source, items: &[T], wanted: impl Fn(&T, &T) -> bool) {
    if source.is_stepping() {
        for pair in items.windows(2) {
            source.assume(wanted(&pair[0], &pair[1]));
        }
    }
}

/// In a step, gives up on elements that are not all different. Nothing is lost: as a set or as keys
/// they are the same as fewer elements.
fn assume_distinct<T>(source: &mut Source, items: &[T], same: impl Fn(&T, &T) -> bool) {
    if source.is_stepping() {
        for (index, item) in items.iter().enumerate() {
            for earlier in &items[..index] {
                source.assume(!same(earlier, item));
            }
        }
    }
}

/// The elements of an ordered set, or the entries of an ordered map, which are compared by `key`.
/// In a step they are in ascending order, so that inserting them costs no path.
fn ascending<T: Arbitrary, K: Ord>(source: &mut Source, key: fn(&T) -> &K) -> Vec<T> {
    let items = exact_elements(source, Source::any);
    source.note_ascending();
    assume_order(source, &items, |item, next| key(item) < key(next));
    items
}

/// The elements of a heap. In a step they are in descending order, so that nothing is moved.
fn descending<T: Arbitrary + Ord>(source: &mut Source) -> Vec<T> {
    let items = exact_elements(source, Source::any);
    source.note_descending();
    assume_order(source, &items, |item, next| item >= next);
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
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        elements(source, Source::any)
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

/// Collections with an order of their elements, and how to make each.
macro_rules! sequences {
    ($($type:ident<T $(: $bound:ident)?>, |$source:ident| $make:expr;)*) => {$(
        impl<T: Arbitrary $(+ $bound)?> Arbitrary for $type<T> {
            const COMPLETE: bool = true;
            fn arbitrary($source: &mut Source) -> Self {
                $make
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
    VecDeque<T>, |source| {
        source.note_unwrapped();
        VecDeque::from(elements(source, Source::any))
    };
    LinkedList<T>, |source| LinkedList::from_iter(exact_elements(source, Source::any));
    BinaryHeap<T: Ord>, |source| BinaryHeap::from(descending(source));
    BTreeSet<T: Ord>, |source| extended(BTreeSet::new(), ascending(source, |item| item));
}

/// The collection after inserting the items one by one. Collecting into an ordered set or map
/// sorts first, which has far more paths than inserting.
fn extended<C: Extend<T>, T>(mut collection: C, items: Vec<T>) -> C {
    collection.extend(items);
    collection
}

impl<K: Arbitrary + Ord, V: Arbitrary> Arbitrary for BTreeMap<K, V> {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        extended(BTreeMap::new(), ascending(source, |(key, _): &(K, V)| key))
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
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        let entries: Vec<(K, V)> = exact_elements(source, Source::any);
        assume_distinct(source, &entries, |one, other| one.0 == other.0);
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
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        let items: Vec<T> = exact_elements(source, Source::any);
        assume_distinct(source, &items, PartialEq::eq);
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
