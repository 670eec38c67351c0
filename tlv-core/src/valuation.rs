//! Valuations: which predicates hold. An abstract state is one valuation.

use std::fmt;

/// The most predicates an abstraction may have.
pub const MAX_PREDICATES: usize = 128;

/// The truth of each predicate, by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Valuation(u128);

impl Valuation {
    /// From a bit mask: bit `i` says whether predicate `i` holds.
    #[must_use]
    pub fn from_bits(bits: u128) -> Self {
        Valuation(bits)
    }

    /// As a bit mask.
    #[must_use]
    pub fn bits(self) -> u128 {
        self.0
    }

    /// Whether predicate `index` holds.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_PREDICATES`].
    #[must_use]
    pub fn holds(self, index: usize) -> bool {
        assert!(index < MAX_PREDICATES, "predicate index {index} is out of range");
        self.0 >> index & 1 == 1
    }
}

impl fmt::Debug for Valuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Valuation({:#b})", self.0)
    }
}
