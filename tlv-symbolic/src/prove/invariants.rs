//! Which invariants are inductive together, and which of them are needed.
//!
//! The user's invariants and the inferred candidates go through Houdini (Flanagan and Leino, FME
//! 2001) as one set: what a constructor does not establish, or a method does not keep for objects of
//! which the whole set holds, is dropped, until nothing more is. What remains is the greatest
//! inductive subset, whatever the order of the questions. So an invariant of the user's that is not
//! shown inductive is never assumed, and neither is what was shown only with its help.
//!
//! A gap that objects satisfying the set can enter may break everything, so then nothing remains.

use std::collections::BTreeMap;

use tlv_core::Valuation;

use crate::prove::condition::{Atom, Condition, Expression, Operand, Relation};
use crate::prove::engine::{Ask, AssumedId, Ending, Engine, Invariant};
use crate::prove::parallel::each;
use crate::prove::replay::Prediction;
use crate::prove::verdict::Doubt;
use crate::solve::{Answer, Budget};
use crate::term::Term;

/// The result of Houdini.
#[derive(Debug, Default)]
pub(crate) struct Inductive {
    /// What is inductive together, in the order given.
    pub(crate) kept: Vec<Invariant>,
    /// Why each of the others was dropped first.
    pub(crate) dropped: BTreeMap<Invariant, Cause>,
}

impl Inductive {
    /// Whether nothing was tried yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.kept.is_empty() && self.dropped.is_empty()
    }
}

/// Why an invariant was dropped.
#[derive(Debug, Clone)]
pub(crate) enum Cause {
    /// This call breaks it, on an object that satisfied all that was not dropped by then.
    Broken(Box<Prediction>),
    /// It was not shown to be kept.
    Doubt(Doubt),
}

/// So many questions may be given up before all that is left is dropped.
const ATTEMPTS: usize = 8;

/// Drops what is not inductive.
pub(crate) fn houdini(
    engines: &mut [Engine],
    pool: Vec<Invariant>,
    budget: &Budget,
    jobs: usize,
) -> Inductive {
    let mut result = Inductive { kept: pool, dropped: BTreeMap::new() };
    loop {
        let kept = &result.kept;
        let rounds = each(engines, jobs, |engine| engine.drop_broken(kept, budget));
        let before = result.kept.len();
        // In the order of the engines: the same causes whatever thread was first.
        for (invariant, cause) in rounds.into_iter().flatten() {
            result.dropped.entry(invariant).or_insert(cause);
        }
        let dropped = &result.dropped;
        result.kept.retain(|invariant| !dropped.contains_key(invariant));
        if result.kept.len() == before {
            break;
        }
    }
    if !result.kept.is_empty() {
        let kept = &result.kept;
        let gaps = each(engines, jobs, |engine| {
            let (entered, _) = engine.entered_gaps(Ask::Tentatively, None, kept, budget);
            entered.first().map(|gap| engine.doubt(*gap))
        });
        if let Some(doubt) = gaps.into_iter().flatten().next() {
            for invariant in result.kept.drain(..) {
                result.dropped.insert(invariant, Cause::Doubt(doubt.clone()));
            }
        }
    }
    without_looser_bounds(&mut result.kept);
    result
}

impl Engine {
    /// The doubt a gap raises.
    pub(crate) fn doubt(&self, gap: usize) -> Doubt {
        let gap = &self.gaps[gap];
        Doubt::Gap { reason: gap.reason.clone(), place: gap.place.clone() }
    }

    /// What this call breaks, assuming all that it does not.
    fn drop_broken(&mut self, pool: &[Invariant], budget: &Budget) -> Vec<(Invariant, Cause)> {
        let mut holding = Holding::new(self, pool);
        let mut causes: BTreeMap<usize, Cause> = BTreeMap::new();
        let mut failures = 0;
        // Parts of the pool still to be shown; a part that is too hard is halved.
        let mut parts: Vec<Vec<usize>> = vec![(0..pool.len()).collect()];
        while let Some(mut part) = parts.pop() {
            part.retain(|invariant| !causes.contains_key(invariant));
            if part.is_empty() {
                continue;
            }
            let questions = holding.questions(self, &part);
            match self.ask(Ask::Tentatively, &questions, budget) {
                Answer::Unsatisfiable => continue,
                Answer::Satisfiable(model) => {
                    let path = self.first_true(&questions, &model);
                    let path = path.map(|question| holding.paths[question].index);
                    let prediction = path.and_then(|path| self.prediction(path, &model));
                    let lost: Vec<usize> = match prediction.as_ref().and_then(|p| p.after.as_ref())
                    {
                        Some(facts) => (0..pool.len())
                            .filter(|&i| !causes.contains_key(&i) && !pool[i].holds(facts))
                            .collect(),
                        None => Vec::new(),
                    };
                    match prediction {
                        Some(prediction) if lost.iter().any(|i| part.contains(i)) => {
                            let cause = Cause::Broken(Box::new(prediction));
                            causes.extend(lost.into_iter().map(|i| (i, cause.clone())));
                        }
                        // A model that does not break what it was asked to break.
                        _ => {
                            let cause = Cause::Doubt(Doubt::Nonsense);
                            causes.extend(part.iter().map(|&i| (i, cause.clone())));
                        }
                    }
                }
                Answer::Unknown(reason) => {
                    failures += 1;
                    if part.len() > 1 && failures <= ATTEMPTS {
                        let second = part.split_off(part.len() / 2);
                        parts.extend([second, part]);
                        continue;
                    }
                    let cause = Cause::Doubt(Doubt::Solver(reason));
                    causes.extend(part.iter().map(|&i| (i, cause.clone())));
                }
            }
            holding.drop(&causes);
            parts.push(part);
        }
        causes.into_iter().map(|(index, cause)| (pool[index].clone(), cause)).collect()
    }

    /// One question for each path: is it taken with all of the pool, and breaks one of the part?
    pub(crate) fn breaking(&mut self, pool: AssumedId, part: &[Invariant]) -> Vec<Term> {
        let mut questions = Vec::with_capacity(self.paths.len());
        for path in 0..self.paths.len() {
            let broken: Vec<Term> =
                part.iter().map(|invariant| self.breaks(path, invariant)).collect();
            let broken = self.disjunction(&broken);
            let question = if self.terms.as_constant(broken) == Some(0) {
                broken
            } else {
                let taken = self.taken(path, None, pool);
                self.terms.and(taken, broken)
            };
            questions.push(question);
        }
        questions
    }
}

/// A pool of invariants on the paths that leave a living object, as terms that are made once.
struct Holding {
    paths: Vec<HoldingPath>,
}

struct HoldingPath {
    /// The position of the path in the engine.
    index: usize,
    /// Each invariant, by its position in the pool, before and broken after; dropped ones are
    /// assumed no longer.
    before: Vec<Option<Term>>,
    broken: Vec<Term>,
}

impl Holding {
    fn new(engine: &mut Engine, pool: &[Invariant]) -> Self {
        let mut paths = Vec::new();
        for index in 0..engine.paths.len() {
            let broken: Vec<Term> =
                pool.iter().map(|invariant| engine.breaks(index, invariant)).collect();
            if broken.iter().all(|&term| engine.terms.as_constant(term) == Some(0)) {
                continue;
            }
            let before =
                pool.iter().map(|invariant| Some(engine.before(index, invariant))).collect();
            paths.push(HoldingPath { index, before, broken });
        }
        Holding { paths }
    }

    /// One question for each path: is it taken with all of the pool, and breaks one of the part?
    fn questions(&self, engine: &mut Engine, part: &[usize]) -> Vec<Term> {
        let mut questions = Vec::with_capacity(self.paths.len());
        for path in &self.paths {
            let broken: Vec<Term> = part.iter().map(|&i| path.broken[i]).collect();
            let broken = engine.disjunction(&broken);
            let assumed: Vec<Term> = path.before.iter().flatten().copied().collect();
            let assumed = engine.terms.conjunction(&assumed);
            questions.push(engine.terms.conjunction(&[
                engine.conditions[path.index],
                assumed,
                broken,
            ]));
        }
        questions
    }

    /// Assumes the dropped ones no longer.
    fn drop(&mut self, dropped: &BTreeMap<usize, Cause>) {
        for path in &mut self.paths {
            for &index in dropped.keys() {
                path.before[index] = None;
            }
        }
    }
}

/// Drops bounds that a tighter one of the same expression implies: the set says the same.
fn without_looser_bounds(invariants: &mut Vec<Invariant>) {
    let mut tightest: BTreeMap<(Option<Atom>, Expression, Relation), i128> = BTreeMap::new();
    for invariant in invariants.iter() {
        if let Some((key, bound)) = bound_of(invariant) {
            let best = tightest.entry((key.0.cloned(), key.1, key.2)).or_insert(bound);
            *best = if key.2 == Relation::AtMost { bound.min(*best) } else { bound.max(*best) };
        }
    }
    invariants.retain(|invariant| {
        bound_of(invariant)
            .is_none_or(|(key, bound)| tightest[&(key.0.cloned(), key.1, key.2)] == bound)
    });
}

/// What an invariant bounds from which side under which premise, and the bound.
#[expect(clippy::type_complexity, reason = "used only above")]
fn bound_of(invariant: &Invariant) -> Option<((Option<&Atom>, Expression, Relation), i128)> {
    let Invariant::Inferred(Condition { when, then }) = invariant else { return None };
    match then {
        Atom::Compare(
            expression,
            relation @ (Relation::AtMost | Relation::AtLeast),
            Operand::Constant(bound),
        ) => Some(((when.as_ref(), *expression, *relation), *bound)),
        _ => None,
    }
}

/// Something that invariants exclude.
#[derive(Debug, Clone)]
pub(crate) enum Goal {
    /// None of these endings and none of these gaps is possible in the state.
    Never { state: Valuation, endings: Vec<Ending>, gaps: Vec<usize> },
    /// These are kept, and no gap is entered.
    Keeps(Vec<Invariant>),
}

impl Goal {
    /// How many endings and gaps are excluded.
    pub(crate) fn size(&self) -> usize {
        match self {
            Goal::Never { endings, gaps, .. } => endings.len() + gaps.len(),
            Goal::Keeps(_) => 0,
        }
    }
}

impl Engine {
    /// What of these endings and gaps the invariants exclude in the state.
    pub(crate) fn excluded(
        &mut self,
        state: Valuation,
        endings: &[Ending],
        gaps: &[usize],
        invariants: &[Invariant],
        budget: &Budget,
    ) -> Option<Goal> {
        let never = |endings: &[Ending], gaps: &[usize]| Goal::Never {
            state,
            endings: endings.to_vec(),
            gaps: gaps.to_vec(),
        };
        if invariants.is_empty() || endings.is_empty() && gaps.is_empty() {
            return None;
        }
        let all = never(endings, gaps);
        if self.reaches(&all, invariants, budget) {
            return Some(all);
        }
        let endings: Vec<Ending> = endings
            .iter()
            .filter(|ending| self.reaches(&never(&[**ending], &[]), invariants, budget))
            .copied()
            .collect();
        let gaps: Vec<usize> = gaps
            .iter()
            .filter(|gap| self.reaches(&never(&[], &[**gap]), invariants, budget))
            .copied()
            .collect();
        (!endings.is_empty() || !gaps.is_empty()).then(|| never(&endings, &gaps))
    }

    /// Whether the invariants are enough for the goal; no if the solver gives up.
    fn reaches(&mut self, goal: &Goal, invariants: &[Invariant], budget: &Budget) -> bool {
        let mut questions = Vec::new();
        let assumed = self.assume(invariants);
        match goal {
            Goal::Never { state, endings, gaps } => {
                for path in 0..self.paths.len() {
                    let ends: Vec<Term> =
                        endings.iter().map(|ending| self.ends(path, *ending)).collect();
                    let ends = self.disjunction(&ends);
                    if self.terms.as_constant(ends) != Some(0) {
                        let taken = self.taken(path, Some(*state), assumed);
                        questions.push(self.terms.and(taken, ends));
                    }
                }
                for &gap in gaps {
                    questions.push(self.entered(gap, Some(*state), assumed));
                }
            }
            Goal::Keeps(kept) => {
                questions = self.breaking(assumed, kept);
                for gap in 0..self.gaps.len() {
                    questions.push(self.entered(gap, None, assumed));
                }
            }
        }
        let answer = self.ask(Ask::Tentatively, &questions, budget);
        matches!(answer, Answer::Unsatisfiable)
    }

    /// The fewest of `more`, earlier ones preferred, that together with `have` are enough for the
    /// goal: QuickXplain (Junker, AAAI 2004). None if all of them are not enough.
    fn explain(
        &mut self,
        goal: &Goal,
        have: &[Invariant],
        more: &[Invariant],
        budget: &Budget,
    ) -> Option<Vec<Invariant>> {
        if self.reaches(goal, have, budget) {
            return Some(Vec::new());
        }
        let all: Vec<Invariant> = have.iter().chain(more).cloned().collect();
        if more.is_empty() || !self.reaches(goal, &all, budget) {
            return None;
        }
        Some(self.conflict(goal, have.to_vec(), false, more, budget))
    }

    fn conflict(
        &mut self,
        goal: &Goal,
        have: Vec<Invariant>,
        grown: bool,
        more: &[Invariant],
        budget: &Budget,
    ) -> Vec<Invariant> {
        if grown && self.reaches(goal, &have, budget) {
            return Vec::new();
        }
        if more.len() == 1 {
            return more.to_vec();
        }
        let (first, second) = more.split_at(more.len() / 2);
        let with_first = [&have[..], first].concat();
        let from_second = self.conflict(goal, with_first, true, second, budget);
        let with_second = [&have[..], &from_second[..]].concat();
        let grown = !from_second.is_empty();
        let mut from_first = self.conflict(goal, with_second, grown, first, budget);
        from_first.extend(from_second);
        from_first
    }
}

/// The part of an inductive set that is needed: all of `always`, what the goals need (each with the
/// index of its engine), and what those need to be inductive. The whole set if the solver gives up.
/// In the order of the set.
pub(crate) fn needed(
    engines: &mut [Engine],
    inductive: &[Invariant],
    always: Vec<Invariant>,
    goals: &[(usize, Goal)],
    budget: &Budget,
) -> Vec<Invariant> {
    let mut chosen = always;
    let rest = |chosen: &[Invariant]| -> Vec<Invariant> {
        inductive.iter().filter(|invariant| !chosen.contains(invariant)).cloned().collect()
    };
    for (index, goal) in goals {
        match engines[*index].explain(goal, &chosen, &rest(&chosen), budget) {
            Some(more) => chosen.extend(more),
            None => return inductive.to_vec(),
        }
    }
    loop {
        let before = chosen.len();
        for engine in engines.iter_mut() {
            if chosen.is_empty() {
                break;
            }
            let goal = Goal::Keeps(chosen.clone());
            match engine.explain(&goal, &chosen, &rest(&chosen), budget) {
                Some(more) => chosen.extend(more),
                None => return inductive.to_vec(),
            }
        }
        if chosen.len() == before {
            break;
        }
    }
    chosen.sort_by_key(|invariant| inductive.iter().position(|other| other == invariant));
    chosen
}

/// Drops invariants that the goals are reached without and the others are inductive without; never
/// those of `always`. The least preferred, which are last, go first.
pub(crate) fn drop_redundant(
    engines: &mut [Engine],
    chosen: &mut Vec<Invariant>,
    always: &[Invariant],
    goals: &[(usize, Goal)],
    budget: &Budget,
) {
    for index in (0..chosen.len()).rev() {
        if always.contains(&chosen[index]) {
            continue;
        }
        let mut rest = chosen.clone();
        rest.remove(index);
        let keeps = Goal::Keeps(rest.clone());
        let enough =
            goals.iter().all(|(engine, goal)| engines[*engine].reaches(goal, &rest, budget))
                && engines.iter_mut().all(|engine| engine.reaches(&keeps, &rest, budget));
        if enough {
            *chosen = rest;
        }
    }
}
