//! The observation table of TLV's Algorithm 1: traces and the abstract states they may reach.

use std::collections::{BTreeMap, BTreeSet};

use crate::{After, EventId};

/// A trace: a constructor, then methods.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Word {
    /// The constructor.
    pub(super) constructor: EventId,
    /// The methods called after it.
    pub(super) methods: Vec<EventId>,
}

impl Word {
    /// This trace with more calls.
    pub(super) fn then(&self, methods: impl IntoIterator<Item = EventId>) -> Word {
        let mut longer = self.clone();
        longer.methods.extend(methods);
        longer
    }
}

/// TLV's (P, E, T): T maps each trace of P to the set of results it may have, for arguments and
/// nondeterminism may lead the same trace to different states.
#[derive(Debug, Default)]
pub(super) struct ObservationTable {
    rows: BTreeMap<Word, BTreeSet<After>>,
}

impl ObservationTable {
    /// `obs + (word ↦ after)`.
    pub(super) fn insert(&mut self, word: Word, after: After) {
        self.rows.entry(word).or_default().insert(after);
    }

    /// How many traces there are.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Valuation;

    #[test]
    fn a_trace_gathers_all_its_results() {
        let mut table = ObservationTable::default();
        let word = Word { constructor: EventId::from_index(0), methods: Vec::new() };
        let longer = word.then([EventId::from_index(1)]);
        table.insert(longer.clone(), After::Dead);
        table.insert(longer.clone(), After::Alive(Valuation::from_bits(1)));
        table.insert(longer.clone(), After::Dead);
        table.insert(word, After::Alive(Valuation::from_bits(1)));
        assert_eq!(table.len(), 2);
        assert_eq!(table.rows[&longer].len(), 2);
    }
}
