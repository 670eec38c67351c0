//! The concrete states that stand for the abstract ones.
//!
//! A representative is a concrete state together with the calls that lead to it. Two concrete
//! states with the same valuation and fingerprint are taken for one, which saves calls and may
//! hide a difference that the fingerprint does not show; random walks are the remedy.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use super::observation_table::Word;
use crate::{Call, EventId, Start, StateId, Valuation, Witness};

/// The position of a representative in the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RepresentativeId(usize);

/// What tells concrete states apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) valuation: Valuation,
    pub(super) fingerprint: u64,
}

/// The calls that led to a representative.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    /// Where they started: at a constructor or at another representative.
    pub(super) from: Root,
    /// The methods called from there.
    pub(super) calls: Vec<Call>,
}

/// Where the calls of an [`Origin`] or of a question start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    Construct(Call),
    Representative(RepresentativeId),
}

/// A concrete state.
#[derive(Debug)]
pub(super) struct Representative {
    pub(super) key: Key,
    /// The trace of its calls.
    pub(super) word: Word,
    /// The valuations on the way to it, its own included.
    pub(super) path: BTreeSet<Valuation>,
    /// Set if the system keeps the state; otherwise it is made again from its origin.
    kept: Option<StateId>,
    origin: Origin,
    /// How often the system could not make the kept state again.
    divergences: u32,
    /// Methods without arguments that were called on it.
    tried: BTreeSet<EventId>,
}

/// The representatives of one abstract state.
#[derive(Debug, Default)]
struct Class {
    members: Vec<RepresentativeId>,
    /// Not yet extended, and the first on their traces to reach this abstract state.
    fresh: VecDeque<RepresentativeId>,
    /// Not yet extended, and on their traces the abstract state was reached before.
    revisits: VecDeque<RepresentativeId>,
    /// How many were extended by every method.
    extended: usize,
    /// How many of these each trace led to.
    extended_by_word: BTreeMap<Word, usize>,
}

impl Class {
    /// Takes a waiting representative whose trace was extended least often, the oldest of those:
    /// other arguments to the same calls tell less than other calls do.
    fn pop(&mut self, fresh: bool, representatives: &[Representative]) -> Option<RepresentativeId> {
        let waiting = if fresh { &mut self.fresh } else { &mut self.revisits };
        let word = |id: &RepresentativeId| &representatives[id.0].word;
        let times = |id: &RepresentativeId| self.extended_by_word.get(word(id)).copied();
        let (position, _) =
            waiting.iter().enumerate().min_by_key(|(_, id)| times(id).unwrap_or(0))?;
        let id = waiting.remove(position)?;
        *self.extended_by_word.entry(word(&id).clone()).or_default() += 1;
        self.extended += 1;
        Some(id)
    }
}

/// All representatives.
#[derive(Debug, Default)]
pub(super) struct Pool {
    representatives: Vec<Representative>,
    by_key: HashMap<Key, RepresentativeId>,
    classes: BTreeMap<Valuation, Class>,
    /// States that were seen and are no representatives, with the calls that led there.
    glimpses: Vec<(Valuation, Origin)>,
    glimpsed: HashSet<Key>,
}

/// The most states remembered that are no representatives.
const MOST_GLIMPSED: usize = 10_000;

/// How a divergence may be answered before a kept state is given up.
const DIVERGENCES_BORNE: u32 = 2;

impl Pool {
    pub(super) fn get(&self, id: RepresentativeId) -> &Representative {
        &self.representatives[id.0]
    }

    /// The representative of a concrete state.
    pub(super) fn find(&self, key: Key) -> Option<RepresentativeId> {
        self.by_key.get(&key).copied()
    }

    /// Whether the system keeps the state.
    pub(super) fn is_kept(&self, id: RepresentativeId) -> bool {
        self.get(id).kept.is_some()
    }

    /// How many representatives an abstract state has.
    pub(super) fn n_members(&self, valuation: Valuation) -> usize {
        self.classes.get(&valuation).map_or(0, |class| class.members.len())
    }

    /// The abstract states.
    pub(super) fn valuations(&self) -> impl ExactSizeIterator<Item = Valuation> {
        self.classes.keys().copied()
    }

    /// The representatives of an abstract state.
    pub(super) fn members(&self, valuation: Valuation) -> &[RepresentativeId] {
        self.classes.get(&valuation).map_or(&[], |class| &class.members)
    }

    /// Adds a concrete state. If it was known but not kept and now is, the new entry takes over.
    pub(super) fn add(
        &mut self,
        key: Key,
        kept: Option<StateId>,
        origin: Origin,
        before: &BTreeSet<Valuation>,
    ) -> RepresentativeId {
        let id = RepresentativeId(self.representatives.len());
        let word = match origin.from {
            Root::Construct(call) => Word { constructor: call.event, methods: Vec::new() },
            Root::Representative(parent) => self.get(parent).word.clone(),
        };
        let word = word.then(origin.calls.iter().map(|call| call.event));
        let fresh = !before.contains(&key.valuation);
        let mut path = before.clone();
        path.insert(key.valuation);
        let class = self.classes.entry(key.valuation).or_default();
        let tried = match self.by_key.insert(key, id) {
            Some(earlier) => {
                let queued = class.fresh.iter_mut().chain(&mut class.revisits);
                queued.chain(&mut class.members).for_each(|member| {
                    if *member == earlier {
                        *member = id;
                    }
                });
                self.representatives[earlier.0].tried.clone()
            }
            None => {
                class.members.push(id);
                if fresh {
                    class.fresh.push_back(id)
                } else {
                    class.revisits.push_back(id)
                }
                BTreeSet::new()
            }
        };
        let entry = Representative { key, word, path, kept, origin, divergences: 0, tried };
        self.representatives.push(entry);
        id
    }

    /// Remembers a state that is no representative, as a place to walk from once.
    pub(super) fn glimpse(&mut self, key: Key, origin: impl Fn() -> Origin) {
        if self.glimpsed.len() < MOST_GLIMPSED && self.glimpsed.insert(key) {
            self.glimpses.push((key.valuation, origin()));
        }
    }

    /// Takes one of the states that are no representatives.
    pub(super) fn take_glimpse(&mut self, rng: &mut fastrand::Rng) -> Option<(Valuation, Origin)> {
        if self.glimpses.is_empty() {
            return None;
        }
        Some(self.glimpses.swap_remove(rng.usize(..self.glimpses.len())))
    }

    /// Notes that a method without arguments was called on a representative.
    pub(super) fn mark_tried(&mut self, id: RepresentativeId, method: EventId) {
        self.representatives[id.0].tried.insert(method);
    }

    /// Whether a method without arguments was called on a representative.
    pub(super) fn was_tried(&self, id: RepresentativeId, method: EventId) -> bool {
        self.get(id).tried.contains(&method)
    }

    /// Notes that the kept state could not be made again; after a few times it is given up, and
    /// the representative is then reached by its calls.
    pub(super) fn diverged(&mut self, id: RepresentativeId) {
        let representative = &mut self.representatives[id.0];
        representative.divergences += 1;
        if representative.divergences >= DIVERGENCES_BORNE {
            representative.kept = None;
        }
    }

    /// From where to make a representative with the fewest calls, and those calls.
    pub(super) fn approach(&self, id: RepresentativeId) -> (Root, Start, Vec<Call>) {
        let mut pieces = Vec::new();
        let mut at = id;
        let (root, start) = loop {
            let representative = self.get(at);
            if let Some(kept) = representative.kept {
                break (Root::Representative(at), Start::Kept(kept));
            }
            pieces.push(&representative.origin.calls);
            match representative.origin.from {
                Root::Construct(call) => break (Root::Construct(call), Start::Construct(call)),
                Root::Representative(parent) => at = parent,
            }
        };
        (root, start, pieces.into_iter().rev().flatten().copied().collect())
    }

    /// The calls from a constructor to a representative.
    pub(super) fn witness(&self, id: RepresentativeId) -> Witness {
        let mut pieces = Vec::new();
        let mut at = id;
        let construct = loop {
            let origin = &self.get(at).origin;
            pieces.push(&origin.calls);
            match origin.from {
                Root::Construct(call) => break call,
                Root::Representative(parent) => at = parent,
            }
        };
        Witness { construct, calls: pieces.into_iter().rev().flatten().copied().collect() }
    }

    /// Takes a representative of an abstract state of which none was extended yet.
    pub(super) fn take_unextended(&mut self) -> Option<RepresentativeId> {
        let class = self.classes.values_mut().find(|class| class.extended == 0)?;
        let representatives = &self.representatives;
        class.pop(true, representatives).or_else(|| class.pop(false, representatives))
    }

    /// Takes a representative that was the first on its trace to reach its abstract state, while
    /// fewer than `most` of that state were extended.
    pub(super) fn take_fresh(&mut self, most: usize) -> Option<RepresentativeId> {
        let class = least_extended(&mut self.classes, most, |class| !class.fresh.is_empty())?;
        class.pop(true, &self.representatives)
    }

    /// Takes any representative, while fewer than `most` of its state were extended.
    pub(super) fn take_revisit(&mut self, most: usize) -> Option<RepresentativeId> {
        let class = least_extended(&mut self.classes, most, |class| !class.revisits.is_empty())?;
        class.pop(false, &self.representatives)
    }

    /// Gives back the turn of a representative whose extension asked nothing.
    pub(super) fn cost_nothing(&mut self, id: RepresentativeId) {
        let valuation = self.get(id).key.valuation;
        if let Some(class) = self.classes.get_mut(&valuation) {
            // The first one stays counted: it says that the abstract state is closed.
            class.extended = class.extended.saturating_sub(1).max(1);
        }
    }

    /// The position among those of its abstract state that were extended.
    pub(super) fn n_extended(&self, valuation: Valuation) -> usize {
        self.classes.get(&valuation).map_or(0, |class| class.extended)
    }
}

fn least_extended(
    classes: &mut BTreeMap<Valuation, Class>,
    most: usize,
    waiting: impl Fn(&Class) -> bool,
) -> Option<&mut Class> {
    let candidates = classes.values_mut();
    candidates.filter(|c| c.extended < most && waiting(c)).min_by_key(|c| c.extended)
}
