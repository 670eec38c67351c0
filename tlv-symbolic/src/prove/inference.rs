//! Finds invariants: candidates, kept if they are inductive, in stages.
//!
//! A later stage costs more and is tried only when the earlier ones leave something unexplained in
//! the states that were observed.

use std::collections::BTreeSet;

use crate::prove::candidates::Ground;
use crate::prove::condition::{Condition, Feature};
use crate::prove::engine::{Engine, Invariant};
use crate::prove::harvest::harvest;
use crate::prove::invariants::{Cause, Inductive, houdini};
use crate::prove::parallel::each;
use crate::prove::verdict::Doubt;
use crate::prove::{Knowledge, Options, Prover, Semantics};
use crate::solve::Budget;

/// A candidate that is harder than this is given up: another will do, or none.
const CONFLICTS: u64 = 20_000;

impl Prover {
    /// What is inductive together, of the user's invariants and of the candidates.
    pub(crate) fn infer(&mut self, knowledge: &Knowledge, options: &Options) -> Inductive {
        let user = (0..self.shape.n_invariants).filter(|index| !knowledge.broken.contains(index));
        let user: Vec<Invariant> = user.map(Invariant::User).collect();
        let ground = self.ground(knowledge);
        let mut result = Inductive::default();
        let mut pool = user.clone();
        for stage in [Ground::plain, Ground::conditional, Ground::sums_and_differences] {
            let conditions: Vec<Condition> = stage(&ground);
            if conditions.is_empty() && !result.is_fresh() {
                continue;
            }
            // What was dropped gets another chance: with more it may be inductive.
            pool.extend(conditions.into_iter().map(Invariant::Inferred));
            result = self.inductive(pool.clone(), options);
            if self.is_explained(knowledge, &user, &result, options) {
                break;
            }
        }
        result
    }

    /// Houdini, with little patience for candidates and all the budget for the user's invariants.
    fn inductive(&mut self, pool: Vec<Invariant>, options: &Options) -> Inductive {
        let few = options.budget.conflicts.map_or(CONFLICTS, |conflicts| conflicts.min(CONFLICTS));
        let impatient = Budget { conflicts: Some(few), ..options.budget.clone() };
        let mut result = houdini(&mut self.engines, pool, &impatient, options.jobs);
        let given_up: Vec<Invariant> = result
            .dropped
            .iter()
            .filter(|(_, cause)| matches!(cause, Cause::Doubt(Doubt::Solver(_))))
            .map(|(invariant, _)| invariant.clone())
            .filter(|invariant| matches!(invariant, Invariant::User(_)))
            .collect();
        if !given_up.is_empty() {
            let pool = given_up.into_iter().chain(std::mem::take(&mut result.kept)).collect();
            let again = houdini(&mut self.engines, pool, &options.budget, options.jobs);
            result.dropped.retain(|invariant, _| !again.kept.contains(invariant));
            result.dropped.extend(again.dropped);
            result.kept = again.kept;
        }
        self.engines.iter_mut().for_each(Engine::forget_attempts);
        result
    }

    /// Whether every way to end in the observed states was observed or is excluded, no gap can be
    /// entered from them, and the user's invariants are inductive.
    fn is_explained(
        &mut self,
        knowledge: &Knowledge,
        user: &[Invariant],
        inductive: &Inductive,
        options: &Options,
    ) -> bool {
        if user.iter().any(|invariant| !inductive.kept.contains(invariant)) {
            return false;
        }
        if options.semantics == Semantics::Any {
            return true;
        }
        let states = knowledge.states();
        let kept = &inductive.kept;
        let n_constructors = self.n_constructors;
        let explained = each(&mut self.engines[n_constructors..], options.jobs, |engine| {
            states.iter().all(|&state| {
                let (successors, goal) = engine.unaided(state, knowledge, kept, &options.budget);
                let observed = knowledge.endings(Some(state), engine.event);
                let unexplained = successors.endings().filter(|e| !observed.contains(e)).count()
                    + successors.gaps.len();
                successors.gave_up.is_none() && goal.map_or(0, |goal| goal.size()) == unexplained
            })
        });
        explained.into_iter().all(|explained| explained)
    }

    /// What candidates are made from.
    fn ground<'a>(&self, knowledge: &'a Knowledge) -> Ground<'a> {
        let reported: BTreeSet<u64> = self
            .engines
            .iter()
            .flat_map(|engine| &engine.paths)
            .flat_map(|path| path.before.iter().chain(&path.after))
            .flat_map(|observed| observed.features.iter().map(|feature| feature.id))
            .collect();
        let features: Vec<&Feature> =
            knowledge.features.iter().filter(|feature| reported.contains(&feature.id)).collect();
        let mut constants = harvest(&self.engines);
        for feature in &features {
            let known = knowledge.constants.iter().copied();
            constants.entry(feature.id).or_default().extend(known.chain([0, 1]));
        }
        Ground { samples: &knowledge.samples, features, constants }
    }
}
