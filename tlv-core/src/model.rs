//! What was learned: abstract states, the edges between them, and the evidence for each.
//!
//! States are in breadth-first order from the initial ones, so that the same set of observations
//! gives the same numbering whatever the order in which they were made.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::{After, Call, EventId, Outcome, Valuation};

/// The position of a state in [`Abstraction::states`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateIndex(u32);

impl StateIndex {
    /// From the position in the list.
    ///
    /// # Panics
    /// When there are more than 2³² states.
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        StateIndex(u32::try_from(index).expect("more states than an index can count"))
    }

    /// The position in the list.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An abstract state: all objects of which the same predicates hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// Which predicates hold.
    pub valuation: Valuation,
    /// Whether a constructor makes such an object.
    pub initial: bool,
}

/// Where an edge leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A living object.
    State(StateIndex),
    /// ⊥: the object's life was cut short, or there never was one.
    Bottom,
    /// The call took the object by value.
    End,
}

/// One way in which a method may end when called in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The state of the object before the call.
    pub from: StateIndex,
    /// What is called.
    pub method: EventId,
    /// How the call ends.
    pub outcome: Outcome,
    /// What becomes of the object.
    pub to: Target,
}

/// One way in which a constructor may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Construction {
    /// What is called.
    pub constructor: EventId,
    /// How the call ends.
    pub outcome: Outcome,
    /// The object it makes.
    pub to: Target,
}

/// An edge in terms of valuations: an [`Edge`] before states are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transition {
    /// The valuation before the call.
    pub from: Valuation,
    /// What is called.
    pub method: EventId,
    /// How the call ends.
    pub outcome: Outcome,
    /// What becomes of the object.
    pub after: After,
}

/// A [`Construction`] before states are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Birth {
    /// What is called.
    pub constructor: EventId,
    /// How the call ends.
    pub outcome: Outcome,
    /// The object it makes.
    pub after: After,
}

/// A sequence of calls on a new object; the last one shows what it is a witness of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Witness {
    /// The constructor.
    pub construct: Call,
    /// The methods, in order; none if the constructor itself is the point.
    pub calls: Vec<Call>,
}

/// Why an edge is believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// How to see it.
    pub witness: Witness,
    /// How often it was seen.
    pub count: u64,
    /// Whether running the witness from its constructor showed the edge again.
    pub reproduced: bool,
    /// Whether the witness is known to be 1-minimal: without any one of its calls before the last,
    /// the last no longer shows the edge. `false` when the budget ended before that was known.
    pub minimal: bool,
}

/// A predicate abstraction: a labelled Kripke structure with evidence.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Abstraction {
    /// The abstract states that were reached.
    pub states: Vec<State>,
    /// What the methods do.
    pub edges: BTreeMap<Edge, Evidence>,
    /// What the constructors do.
    pub constructions: BTreeMap<Construction, Evidence>,
}

impl Abstraction {
    /// Numbers the states of what was seen.
    #[must_use]
    pub fn new(
        births: BTreeMap<Birth, Evidence>,
        transitions: BTreeMap<Transition, Evidence>,
    ) -> Self {
        let order = breadth_first(&births, &transitions);
        let initial: BTreeSet<Valuation> = births.keys().filter_map(|b| alive(b.after)).collect();
        let number: BTreeMap<Valuation, StateIndex> =
            order.iter().enumerate().map(|(i, &v)| (v, StateIndex::from_index(i))).collect();
        let target = |after| match after {
            After::Alive(valuation) => Target::State(number[&valuation]),
            After::Dead => Target::Bottom,
            After::Ended => Target::End,
        };
        let edge = |t: &Transition| Edge {
            from: number[&t.from],
            method: t.method,
            outcome: t.outcome,
            to: target(t.after),
        };
        let construction = |b: &Birth| Construction {
            constructor: b.constructor,
            outcome: b.outcome,
            to: target(b.after),
        };
        let states = order.iter().map(|v| State { valuation: *v, initial: initial.contains(v) });
        Abstraction {
            states: states.collect(),
            edges: transitions.into_iter().map(|(t, e)| (edge(&t), e)).collect(),
            constructions: births.into_iter().map(|(b, e)| (construction(&b), e)).collect(),
        }
    }

    /// The state with this valuation, if it was reached.
    #[must_use]
    pub fn find(&self, valuation: Valuation) -> Option<StateIndex> {
        self.states.iter().position(|s| s.valuation == valuation).map(StateIndex::from_index)
    }

    /// The edges that leave a state, by method, outcome and target.
    pub fn edges_from(&self, from: StateIndex) -> impl Iterator<Item = (&Edge, &Evidence)> {
        let first = EventId::from_index(0);
        let low = Edge { from, method: first, outcome: Outcome::Ok, to: LOWEST };
        self.edges.range(low..).take_while(move |(edge, _)| edge.from == from)
    }

    /// The ways in which a method may end in a state.
    pub fn edges_of(
        &self,
        from: StateIndex,
        method: EventId,
    ) -> impl Iterator<Item = (&Edge, &Evidence)> {
        let low = Edge { from, method, outcome: Outcome::Ok, to: LOWEST };
        self.edges
            .range(low..)
            .take_while(move |(edge, _)| (edge.from, edge.method) == (from, method))
    }

    /// An edge in terms of valuations.
    ///
    /// # Panics
    /// When the edge is not of this abstraction.
    #[must_use]
    pub fn transition(&self, edge: &Edge) -> Transition {
        let from = self.states[edge.from.index()].valuation;
        Transition { from, method: edge.method, outcome: edge.outcome, after: self.after(edge.to) }
    }

    /// A construction in terms of valuations.
    ///
    /// # Panics
    /// When the construction is not of this abstraction.
    #[must_use]
    pub fn birth(&self, construction: &Construction) -> Birth {
        let Construction { constructor, outcome, to } = *construction;
        Birth { constructor, outcome, after: self.after(to) }
    }

    fn after(&self, to: Target) -> After {
        match to {
            Target::State(state) => After::Alive(self.states[state.index()].valuation),
            Target::Bottom => After::Dead,
            Target::End => After::Ended,
        }
    }
}

/// The least target in the derived order.
const LOWEST: Target = Target::State(StateIndex(0));

/// The valuation of a living object.
pub(crate) fn alive(after: After) -> Option<Valuation> {
    match after {
        After::Alive(valuation) => Some(valuation),
        After::Dead | After::Ended => None,
    }
}

/// All valuations: the initial ones, what is reachable from them, then the rest.
fn breadth_first(
    births: &BTreeMap<Birth, Evidence>,
    transitions: &BTreeMap<Transition, Evidence>,
) -> Vec<Valuation> {
    let mut successors: BTreeMap<Valuation, Vec<Valuation>> = BTreeMap::new();
    for transition in transitions.keys() {
        successors.entry(transition.from).or_default().extend(alive(transition.after));
    }
    let roots = births.keys().filter_map(|b| alive(b.after)).chain(successors.keys().copied());
    let mut found = BTreeSet::new();
    let mut order = Vec::new();
    for root in roots {
        let mut queue: VecDeque<Valuation> = VecDeque::from([root]);
        while let Some(valuation) = queue.pop_front() {
            if found.insert(valuation) {
                order.push(valuation);
                queue.extend(successors.get(&valuation).into_iter().flatten());
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;

    fn evidence() -> Evidence {
        let construct = Call { event: EventId::from_index(0), choice: Choice::Nth(0) };
        let witness = Witness { construct, calls: Vec::new() };
        Evidence { witness, count: 1, reproduced: true, minimal: true }
    }

    fn transition(from: u128, method: usize, after: After) -> Transition {
        let method = EventId::from_index(method);
        Transition { from: Valuation::from_bits(from), method, outcome: Outcome::Ok, after }
    }

    fn abstraction() -> Abstraction {
        let to = |bits| After::Alive(Valuation::from_bits(bits));
        let birth =
            Birth { constructor: EventId::from_index(0), outcome: Outcome::Ok, after: to(7) };
        let transitions = [
            transition(7, 1, to(3)),
            transition(7, 0, to(5)),
            transition(3, 0, After::Dead),
            transition(1, 0, to(7)),
        ];
        Abstraction::new(
            BTreeMap::from([(birth, evidence())]),
            transitions.map(|t| (t, evidence())).into(),
        )
    }

    #[test]
    fn states_are_numbered_breadth_first_and_the_unreached_come_last() {
        let bits: Vec<u128> = abstraction().states.iter().map(|s| s.valuation.bits()).collect();
        assert_eq!(bits, [7, 5, 3, 1]);
        assert_eq!(
            abstraction().states.iter().map(|s| s.initial).collect::<Vec<_>>(),
            [true, false, false, false]
        );
    }

    #[test]
    fn edges_are_found_by_state_and_method() {
        let abstraction = abstraction();
        let initial = StateIndex::from_index(0);
        assert_eq!(abstraction.edges_from(initial).count(), 2);
        let (edge, _) = abstraction.edges_of(initial, EventId::from_index(1)).next().unwrap();
        assert_eq!(edge.to, Target::State(StateIndex::from_index(2)));
        assert_eq!(abstraction.edges_from(StateIndex::from_index(1)).count(), 0);
        assert_eq!(abstraction.find(Valuation::from_bits(3)), Some(StateIndex::from_index(2)));
    }

    #[test]
    fn edges_and_transitions_are_two_views_of_the_same() {
        let abstraction = abstraction();
        for edge in abstraction.edges.keys() {
            let transition = abstraction.transition(edge);
            assert_eq!(abstraction.find(transition.from), Some(edge.from));
        }
        let dead = abstraction.edges.keys().find(|e| e.to == Target::Bottom).unwrap();
        assert_eq!(abstraction.transition(dead).after, After::Dead);
    }
}
