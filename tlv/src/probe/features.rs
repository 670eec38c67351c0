//! The numbers in an object, by path and level, and the fingerprint they give.

use std::collections::HashMap;

use crate::wire::{self, Feature};
use crate::{Arbitrary, Number, View, path};

/// How many elements of a collection are looked at.
pub(crate) const ELEMENTS_SHOWN: usize = 8;

/// Deeper than this nothing is looked at: recursive types end here.
const MAX_LEVEL: u32 = 6;

/// How much deeper the elements of a collection lie than the collection.
const ELEMENT_DEPTH: u32 = 2;

/// One step of a path.
#[derive(Debug, Clone, Copy)]
enum Segment {
    Name(&'static str),
    Index(usize),
}

/// Looks into an object.
#[derive(Debug, Default)]
pub(crate) struct Inspector {
    /// The path looked at, and its hash.
    segments: Vec<Segment>,
    path: u64,
    /// The level of the fields of the value looked at.
    level: u32,
    fingerprint: u64,
    /// The numbers, if they are wanted and not only their hash.
    numbers: Option<Vec<(u32, wire::Number)>>,
    names: Names,
}

/// Features by number.
#[derive(Debug, Default)]
struct Names {
    by_path: HashMap<u64, u32>,
    features: Vec<Feature>,
}

impl Inspector {
    /// Looks into the object called `root`; `show` is to show its parts. Returns the fingerprint
    /// and, if wanted, the numbers.
    pub(crate) fn look(
        &mut self,
        root: &'static str,
        wanted: bool,
        show: impl FnOnce(&mut View<'_>),
    ) -> (u64, Vec<(u32, wire::Number)>) {
        self.segments.clear();
        self.segments.push(Segment::Name(root));
        self.path = path::root(root);
        self.level = 0;
        self.fingerprint = 0;
        self.numbers = wanted.then(Vec::new);
        show(&mut View { inspector: self });
        (self.fingerprint, self.numbers.take().unwrap_or_default())
    }

    /// What the features met so far are called.
    pub(crate) fn features(&self) -> &[Feature] {
        &self.names.features
    }

    pub(crate) fn number(&mut self, number: Number) {
        let (bits, number) = match number {
            #[expect(clippy::cast_sign_loss, reason = "only the bits matter for the hash")]
            Number::Int(int) => (int as u128, wire::Number::Int(int)),
            Number::Float(float) => (u128::from(float.to_bits()), wire::Number::Float(float)),
        };
        #[expect(clippy::cast_possible_truncation, reason = "folds 128 bits into 64")]
        let folded = (bits ^ (bits >> 64)) as u64;
        self.fingerprint = mix(self.fingerprint ^ self.path.rotate_left(17) ^ mix(folded));
        if self.numbers.is_some() {
            let feature = self.feature();
            self.numbers.get_or_insert_default().push((feature, number));
        }
    }

    pub(crate) fn field<T: Arbitrary>(&mut self, name: &'static str, value: &T) {
        let path = path::field(self.path, name);
        // The fields of the object itself are at level 0: only what is below a field is deeper.
        let deeper = u32::from(self.segments.len() > 1);
        self.below(Segment::Name(name), path, deeper, |view| value.inspect(view));
    }

    pub(crate) fn variant(
        &mut self,
        index: usize,
        name: &'static str,
        payload: impl FnOnce(&mut View<'_>),
    ) {
        self.number(Number::Int(index as i128));
        let path = path::field(self.path, name);
        self.below(Segment::Name(name), path, 0, payload);
    }

    pub(crate) fn length(&mut self, length: usize) {
        let path = path::field(self.path, "len");
        self.below(Segment::Name("len"), path, 0, |view| view.number(Number::Int(length as i128)));
    }

    pub(crate) fn element<T: Arbitrary>(&mut self, index: usize, value: &T) {
        if index < ELEMENTS_SHOWN {
            let path = path::element(self.path, index);
            self.below(Segment::Index(index), path, ELEMENT_DEPTH, |view| value.inspect(view));
        }
    }

    fn below(
        &mut self,
        segment: Segment,
        path: u64,
        deeper: u32,
        show: impl FnOnce(&mut View<'_>),
    ) {
        if self.level + deeper > MAX_LEVEL {
            return;
        }
        let outer = std::mem::replace(&mut self.path, path);
        self.segments.push(segment);
        self.level += deeper;
        show(&mut View { inspector: self });
        self.level -= deeper;
        self.segments.pop();
        self.path = outer;
    }

    /// The number of the feature at the current path; its name is made when it is first met.
    fn feature(&mut self) -> u32 {
        let Names { by_path, features } = &mut self.names;
        *by_path.entry(self.path).or_insert_with(|| {
            let mut name = String::new();
            for segment in &self.segments {
                match segment {
                    Segment::Name(text) if name.is_empty() => name.push_str(text),
                    Segment::Name(text) => name.extend([".", text]),
                    Segment::Index(index) => name.push_str(&format!("[{index}]")),
                }
            }
            features.push(Feature { name, level: self.level });
            u32::try_from(features.len() - 1).unwrap_or(u32::MAX)
        })
    }
}

/// Spreads the bits of a number: the finaliser of a well-known 64-bit generator.
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
