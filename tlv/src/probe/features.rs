//! The numbers in an object, by path and level, and the fingerprint they give.

use std::collections::HashMap;

use super::primitive;
use crate::wire::{self, Feature, FeatureKind};
use crate::{Arbitrary, Number, Shape, View, path};

/// How many elements of a collection are looked at.
pub(crate) const ELEMENTS_SHOWN: usize = 8;

/// Deeper than this nothing is looked at: recursive types end here.
const MAX_LEVEL: u32 = 6;

/// Into enums that lie deeper than this a reporter does not look.
const DEEPEST_VARIANT: u32 = 1;

/// How much deeper the elements of a collection lie than the collection.
const ELEMENT_DEPTH: u32 = 2;

/// Who looks into an object.
#[derive(Debug)]
pub(crate) enum Observer<'a> {
    /// Sees everything, and knows what it is called.
    Inspector(&'a mut Inspector),
    /// Reports what can be told without a branch.
    Reporter(&'a mut Reporter),
}

impl Observer<'_> {
    pub(crate) fn number(&mut self, number: Number) {
        match self {
            Observer::Inspector(inspector) => inspector.number(number),
            Observer::Reporter(reporter) => reporter.number(number),
        }
    }

    pub(crate) fn field<T: Arbitrary>(&mut self, name: &'static str, value: &T) {
        match self {
            Observer::Inspector(inspector) => inspector.field(name, value),
            Observer::Reporter(reporter) => reporter.field(name, value),
        }
    }

    pub(crate) fn variant(
        &mut self,
        index: usize,
        name: &'static str,
        payload: impl FnOnce(&mut View<'_>),
    ) {
        match self {
            Observer::Inspector(inspector) => inspector.variant(index, name, payload),
            Observer::Reporter(reporter) => reporter.variant(index, name, payload),
        }
    }

    pub(crate) fn length(&mut self, length: usize) {
        match self {
            Observer::Inspector(inspector) => inspector.length(length),
            Observer::Reporter(reporter) => reporter.length(length),
        }
    }

    pub(crate) fn element<T: Arbitrary>(&mut self, index: usize, value: &T) {
        match self {
            Observer::Inspector(inspector) => inspector.element(index, value),
            Observer::Reporter(reporter) => reporter.element(index, value),
        }
    }

    pub(crate) fn elements_shown(&self) -> usize {
        match self {
            Observer::Inspector(_) => ELEMENTS_SHOWN,
            Observer::Reporter(_) => 0,
        }
    }
}

/// Reports the numbers in an object under the hashes of their paths.
///
/// It does not look at the elements of a collection, whose number may be symbolic, and not into
/// enums inside of enums: each would be one more branch for a symbolic executor.
#[derive(Debug)]
pub(crate) struct Reporter {
    when: u32,
    path: u64,
    level: u32,
    /// Whether the path is the object's own.
    at_root: bool,
    /// Whether the variant that the value is has been told.
    tag_told: bool,
    /// Whether the value lies in a variant of an enum.
    in_variant: bool,
}

impl Reporter {
    /// Reports what `show` shows of the object called `root`.
    pub(crate) fn look(when: u32, root: &'static str, show: impl FnOnce(&mut View<'_>)) {
        let mut reporter = Reporter {
            when,
            path: path::root(root),
            level: 0,
            at_root: true,
            tag_told: false,
            in_variant: false,
        };
        show(&mut View { to: Observer::Reporter(&mut reporter) });
    }

    fn number(&mut self, number: Number) {
        match number {
            Number::Int(int) => primitive::feature(self.when, self.path, int),
            Number::Bool(bool) => primitive::feature(self.when, self.path, i128::from(bool)),
            Number::Float(float) => primitive::feature_float(self.when, self.path, float),
        }
    }

    fn field<T: Arbitrary>(&mut self, name: &'static str, value: &T) {
        let path = path::field(self.path, name);
        self.below(path, u32::from(!self.at_root), value);
    }

    fn variant(&mut self, index: usize, name: &'static str, payload: impl FnOnce(&mut View<'_>)) {
        if !self.tag_told {
            self.number(Number::Int(index as i128));
        }
        if !self.in_variant {
            let path = path::field(self.path, name);
            let mut inner = Reporter { path, at_root: false, in_variant: true, ..*self };
            payload(&mut View { to: Observer::Reporter(&mut inner) });
        }
    }

    fn length(&mut self, length: usize) {
        let path = path::field(self.path, "len");
        primitive::feature(self.when, path, length as i128);
    }

    fn element<T: Arbitrary>(&mut self, index: usize, value: &T) {
        if index < ELEMENTS_SHOWN {
            let path = path::element(self.path, index);
            self.below(path, ELEMENT_DEPTH, value);
        }
    }

    /// Reports a part: by its tag, if it has one, which takes no branch to find out, and then what
    /// lies in the variant that it is.
    fn below<T: Arbitrary>(&mut self, path: u64, deeper: u32, value: &T) {
        let level = self.level + deeper;
        if level > MAX_LEVEL {
            return;
        }
        let mut inner = Reporter { path, level, at_root: false, tag_told: false, ..*self };
        match T::shape() {
            Shape::Plain => value.inspect(&mut View { to: Observer::Reporter(&mut inner) }),
            Shape::Option | Shape::Enum(_) => {
                inner.number(Number::Int(value.tag() as i128));
                inner.tag_told = true;
                if !inner.in_variant && level <= DEEPEST_VARIANT {
                    value.inspect(&mut View { to: Observer::Reporter(&mut inner) });
                }
            }
            Shape::Collection => inner.length(value.tag()),
        }
    }
}

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
        show(&mut View { to: Observer::Inspector(self) });
        (self.fingerprint, self.numbers.take().unwrap_or_default())
    }

    /// What the features met so far are called.
    pub(crate) fn features(&self) -> &[Feature] {
        &self.names.features
    }

    pub(crate) fn number(&mut self, number: Number) {
        let kind = match number {
            Number::Bool(_) => FeatureKind::Boolean,
            Number::Int(_) | Number::Float(_) => FeatureKind::Number,
        };
        self.note(number, kind);
    }

    fn note(&mut self, number: Number, kind: FeatureKind) {
        let (bits, number) = match number {
            #[expect(clippy::cast_sign_loss, reason = "only the bits matter for the hash")]
            Number::Int(int) => (int as u128, wire::Number::Int(int)),
            Number::Bool(bool) => (u128::from(bool), wire::Number::Int(i128::from(bool))),
            Number::Float(float) => (u128::from(float.to_bits()), wire::Number::Float(float)),
        };
        #[expect(clippy::cast_possible_truncation, reason = "folds 128 bits into 64")]
        let folded = (bits ^ (bits >> 64)) as u64;
        self.fingerprint = mix(self.fingerprint ^ self.path.rotate_left(17) ^ mix(folded));
        if self.numbers.is_some() {
            let feature = self.feature(kind);
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
        let variant = vec![(index as u32, name.to_owned())];
        self.note(Number::Int(index as i128), FeatureKind::Variant(variant));
        let path = path::field(self.path, name);
        self.below(Segment::Name(name), path, 0, payload);
    }

    pub(crate) fn length(&mut self, length: usize) {
        let path = path::field(self.path, "len");
        self.below(Segment::Name("len()"), path, 0, |view| {
            view.number(Number::Int(length as i128));
        });
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
        show(&mut View { to: Observer::Inspector(self) });
        self.level -= deeper;
        self.segments.pop();
        self.path = outer;
    }

    /// The number of the feature at the current path; its name is made when it is first met.
    fn feature(&mut self, kind: FeatureKind) -> u32 {
        let Names { by_path, features } = &mut self.names;
        if let (Some(known), FeatureKind::Variant(new)) = (by_path.get(&self.path), &kind) {
            // Variants become known as they are met.
            if let FeatureKind::Variant(names) = &mut features[*known as usize].kind {
                names.extend(
                    new.iter().filter(|new| !names.contains(new)).cloned().collect::<Vec<_>>(),
                );
            }
        }
        *by_path.entry(self.path).or_insert_with(|| {
            let mut name = String::new();
            for segment in &self.segments {
                match segment {
                    Segment::Name(text) if name.is_empty() => name.push_str(text),
                    Segment::Name(text) => name.extend([".", text]),
                    Segment::Index(index) => name.push_str(&format!("[{index}]")),
                }
            }
            features.push(Feature { name, level: self.level, id: self.path, kind });
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
