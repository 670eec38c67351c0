//! Asking the system, and what its answers add to what is known.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::observation_table::Word;
use super::pool::{Key, Origin, Representative, RepresentativeId, Root};
use super::{Discovery, Found, Learner, Note};
use crate::model::alive;
use crate::{
    After, Answer, Birth, Call, Evidence, Outcome, Query, Start, Step, Stop, System, Transition,
    Valuation, Witness,
};

/// A query, and what it is asked for.
#[derive(Debug)]
pub(super) struct Question {
    /// What its start is to the learner.
    pub(super) root: Root,
    pub(super) query: Query,
    pub(super) purpose: Purpose,
}

/// Why a query is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To extend a representative by one call.
    Membership,
    /// To repeat a call.
    Repetition,
    /// To check the candidate.
    Candidate,
}

/// How far from a kept state a state may be that is a representative without being kept: it is
/// made again by that many calls whenever it is used.
const LONGEST_APPROACH: usize = 4;

impl<S: System> Learner<'_, S> {
    /// A question that makes calls on a representative.
    pub(super) fn question(
        &self,
        at: RepresentativeId,
        calls: impl IntoIterator<Item = Call>,
        purpose: Purpose,
    ) -> Question {
        self.question_via(Root::Representative(at), calls, purpose)
    }

    /// A question that makes calls on a representative or on a new object.
    pub(super) fn question_via(
        &self,
        root: Root,
        calls: impl IntoIterator<Item = Call>,
        purpose: Purpose,
    ) -> Question {
        let (root, start, mut all) = match root {
            Root::Construct(call) => (root, Start::Construct(call), Vec::new()),
            Root::Representative(id) => self.pool.approach(id),
        };
        // A query leaves its first abstract state already on the way to a state that is not kept.
        let until_left = purpose == Purpose::Repetition && all.is_empty();
        all.extend(calls);
        Question { root, query: Query { start, calls: all, keep: true, until_left }, purpose }
    }

    /// A question that makes calls on a new object.
    pub(super) fn question_from_new(
        construct: Call,
        calls: Vec<Call>,
        purpose: Purpose,
    ) -> Question {
        let start = Start::Construct(construct);
        let query = Query { start, calls, keep: true, until_left: false };
        Question { root: Root::Construct(construct), query, purpose }
    }

    /// Asks all questions at once and learns from the answers, which are returned as well.
    pub(super) fn ask(&mut self, questions: Vec<Question>) -> Result<Vec<Answer>, S::Error> {
        let (asked, queries): (Vec<_>, Vec<_>) =
            questions.into_iter().map(|q| ((q.root, q.purpose), q.query)).unzip();
        let answers = self.system.run(&queries)?;
        for (((root, purpose), query), answer) in asked.into_iter().zip(&queries).zip(&answers) {
            match purpose {
                Purpose::Candidate => self.stats.candidate_queries += 1,
                Purpose::Membership | Purpose::Repetition => self.stats.membership_queries += 1,
            }
            self.observe(root, purpose, query, answer);
        }
        Ok(answers)
    }

    fn observe(&mut self, root: Root, purpose: Purpose, query: &Query, answer: &Answer) {
        if answer.stop == Stop::Diverged {
            self.deterministic = false;
            if let Root::Representative(id) = root {
                self.pool.diverged(id);
            }
        }
        let mut steps = answer.steps.iter();
        let mut run = match root {
            Root::Construct(call) => {
                let Some(step) = steps.next() else { return };
                match self.observe_birth(call, step) {
                    Some(run) => run,
                    None => return,
                }
            }
            Root::Representative(id) => Run::from(id, self.pool.get(id)),
        };
        for (position, step) in steps.enumerate() {
            let before = &query.calls[..=position];
            self.observe_call(&mut run, root, purpose, before, step);
            let Some(valuation) = alive(step.after) else { return };
            run.key = Key { valuation, fingerprint: step.fingerprint };
        }
        let n_made = answer.steps.len() - usize::from(matches!(root, Root::Construct(_)));
        if answer.stop == Stop::Rejected
            && let Some(call) = query.calls.get(n_made)
        {
            self.tallies.entry((run.key.valuation, call.event)).or_default().rejected += 1;
        }
    }

    fn observe_birth(&mut self, call: Call, step: &Step) -> Option<Run> {
        self.stats.constructor_calls += 1;
        let space = &mut self.spaces.constructors[call.event.index()];
        *space = step.space.max(*space);
        let birth = Birth { constructor: call.event, outcome: step.outcome, after: step.after };
        let witness = || Witness { construct: call, calls: Vec::new() };
        let new = record(&mut self.births, birth, 0, witness);
        let word = Word { constructor: call.event, methods: Vec::new() };
        self.table.insert(word, step.after);
        if new {
            self.discover(Found::Birth(birth));
        }
        let valuation = alive(step.after)?;
        let mut run = Run {
            key: Key { valuation, fingerprint: step.fingerprint },
            here: None,
            path: BTreeSet::new(),
            depth: 0,
        };
        let origin = || Origin { from: Root::Construct(call), calls: Vec::new() };
        self.arrive(&mut run, step, 0, origin);
        Some(run)
    }

    /// Learns from the last of `calls`, which was made where `run` is.
    fn observe_call(
        &mut self,
        run: &mut Run,
        root: Root,
        purpose: Purpose,
        calls: &[Call],
        step: &Step,
    ) {
        let call = calls[calls.len() - 1];
        let from = run.key;
        self.stats.calls += 1;
        let space = &mut self.spaces.methods[call.event.index()];
        *space = step.space.max(*space);
        self.count(from, call, step);

        let transition = Transition {
            from: from.valuation,
            method: call.event,
            outcome: step.outcome,
            after: step.after,
        };
        let pool = &self.pool;
        let witness = || {
            let mut witness = match root {
                Root::Construct(construct) => Witness { construct, calls: Vec::new() },
                Root::Representative(id) => pool.witness(id),
            };
            witness.calls.extend(calls);
            witness
        };
        run.depth += 1;
        if record(&mut self.transitions, transition, run.depth, witness) {
            self.discover(Found::Transition(transition));
            self.note_counterexample(root, calls, step.after);
        }
        let at = run.here;
        if let Some(here) = at {
            let word = self.pool.get(here).word.then([call.event]);
            self.table.insert(word, step.after);
            if !self.has_choices(call.event) {
                self.pool.mark_tried(here, call.event);
            }
        }
        let Some(valuation) = alive(step.after) else { return };
        run.key = Key { valuation, fingerprint: step.fingerprint };
        let origin = || Origin { from: root, calls: calls.to_vec() };
        self.arrive(run, step, calls.len(), origin);
        let progress = from.valuation == valuation && from.fingerprint != step.fingerprint;
        if progress && purpose != Purpose::Repetition {
            let kept = [run.here, at].into_iter().flatten().find(|&id| self.pool.is_kept(id));
            if let Some(id) = kept {
                self.repetitions.offer(valuation, id, call);
            }
        }
    }

    /// Finds or makes the representative of the state a run has reached.
    fn arrive(&mut self, run: &mut Run, step: &Step, n_calls: usize, origin: impl Fn() -> Origin) {
        let key = run.key;
        if self.pool.n_members(key.valuation) == 0 {
            self.discover(Found::State(key.valuation));
        }
        let known = self.pool.find(key);
        let gains = match (known, step.kept) {
            (Some(id), Some(_)) => !self.pool.is_kept(id),
            (Some(_), None) => false,
            (None, Some(_)) => true,
            (None, None) => {
                let n_members = self.pool.n_members(key.valuation);
                n_members == 0
                    || n_calls <= LONGEST_APPROACH && n_members < self.limits.representatives
            }
        };
        run.here =
            if gains { Some(self.pool.add(key, step.kept, origin(), &run.path)) } else { known };
        if run.here.is_none() && n_calls <= self.limits.walk_length {
            self.pool.glimpse(key, origin);
        }
        run.path.insert(key.valuation);
    }

    fn count(&mut self, from: Key, call: Call, step: &Step) {
        if matches!(step.outcome, Outcome::Abort | Outcome::Timeout) {
            self.costly[call.event.index()] = true;
        }
        let tally = self.tallies.entry((from.valuation, call.event)).or_default();
        tally.calls += 1;
        tally.over += u64::from(!matches!(step.after, After::Alive(_)));
        let too_many = match step.outcome {
            Outcome::Abort => {
                tally.aborts += 1;
                tally.aborts >= self.limits.aborts
            }
            Outcome::Timeout => {
                tally.timeouts += 1;
                tally.timeouts >= self.limits.timeouts
            }
            _ => false,
        };
        if too_many && !tally.given_up {
            tally.given_up = true;
            let outcome = step.outcome;
            self.notes.push(Note::GaveUp { from: from.valuation, method: call.event, outcome });
        }
    }

    /// A counterexample to the candidate: its trace belongs in the table (Algorithm 1, line 16).
    fn note_counterexample(&mut self, root: Root, calls: &[Call], after: After) {
        let word = match root {
            Root::Construct(call) => Word { constructor: call.event, methods: Vec::new() },
            Root::Representative(id) => self.pool.get(id).word.clone(),
        };
        self.table.insert(word.then(calls.iter().map(|call| call.event)), after);
    }

    fn discover(&mut self, found: Found) {
        self.discoveries.push(Discovery { calls: self.stats.calls, found });
    }
}

/// Where an answer has got to.
struct Run {
    key: Key,
    /// The representative of the state, if it has one.
    here: Option<RepresentativeId>,
    /// The valuations on the way from the constructor.
    path: BTreeSet<Valuation>,
    /// The number of methods called since the constructor.
    depth: usize,
}

impl Run {
    fn from(id: RepresentativeId, representative: &Representative) -> Run {
        Run {
            key: representative.key,
            here: Some(id),
            path: representative.path.clone(),
            depth: representative.word.methods.len(),
        }
    }
}

/// Counts what was seen, keeps the shortest witness, and says whether it is new.
fn record<K: Ord>(
    seen: &mut BTreeMap<K, Evidence>,
    what: K,
    length: usize,
    witness: impl Fn() -> Witness,
) -> bool {
    match seen.entry(what) {
        Entry::Vacant(entry) => {
            let witness = witness();
            entry.insert(Evidence { witness, count: 1, reproduced: false, minimal: false });
            true
        }
        Entry::Occupied(mut entry) => {
            let evidence = entry.get_mut();
            evidence.count += 1;
            if length < evidence.witness.calls.len() {
                evidence.witness = witness();
            }
            false
        }
    }
}
