//! The search for states and edges that were not observed.
//!
//! Each pair of a state and a method is asked without invariants first. Only where that leaves
//! something that was not observed, and the inductive invariants exclude it, are those that are
//! needed for it assumed: so most verdicts rest on nothing but the method's own code.

use std::collections::{BTreeMap, BTreeSet};

use tlv_core::{After, Birth, Transition, Valuation};

use crate::prove::engine::{Ending, Engine, Invariant};
use crate::prove::invariants::{Goal, drop_redundant, needed};
use crate::prove::parallel::each;
use crate::prove::questions::Settled;
use crate::prove::replay::{self, Disagreement, Event, Native, Observation, Prediction, Seen};
use crate::prove::transitions::Successors;
use crate::prove::verdict::Doubt;
use crate::prove::{Feasible, Knowledge, Options, Prover};
use crate::solve::Budget;

/// What an engine says of a state.
#[derive(Debug, Clone)]
pub(crate) struct Answered {
    pub(crate) successors: Successors,
    /// Whether invariants were assumed.
    pub(crate) uses_invariants: bool,
}

/// The search for states and edges that were not observed.
pub(crate) struct Search<'a> {
    prover: &'a mut Prover,
    knowledge: &'a Knowledge,
    native: &'a mut dyn Native,
    options: &'a Options,
    /// What is inductive together.
    usable: Vec<Invariant>,
    /// The part of it that is needed so far, inductive as well.
    pub(crate) assumed: Vec<Invariant>,
    /// Those that are needed in any case.
    always: Vec<Invariant>,
    /// What the others are needed for, by engine.
    goals: Vec<(usize, Goal)>,
    /// States to look at, in order.
    waiting: BTreeSet<Valuation>,
    looked_at: BTreeSet<Valuation>,
    /// States there was no room for.
    pub(crate) left: BTreeSet<Valuation>,
    /// By state, none for constructors, and engine.
    pub(crate) answers: BTreeMap<(Option<Valuation>, usize), Answered>,
    pub(crate) births: BTreeMap<Birth, Feasible>,
    pub(crate) transitions: BTreeMap<Transition, Feasible>,
    /// What speaks against the engines' answers, by state and engine.
    pub(crate) disagreements: BTreeMap<(Option<Valuation>, usize), Vec<Doubt>>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        prover: &'a mut Prover,
        knowledge: &'a Knowledge,
        native: &'a mut dyn Native,
        options: &'a Options,
        usable: Vec<Invariant>,
        user: Vec<Invariant>,
    ) -> Self {
        // The user's invariants are reported, so what they need is reported as well.
        let always = if usable.is_empty() { Vec::new() } else { user };
        let assumed = needed(&mut prover.engines, &usable, always.clone(), &[], &options.budget);
        Search {
            prover,
            knowledge,
            native,
            options,
            usable,
            assumed,
            always,
            goals: Vec::new(),
            waiting: knowledge.states(),
            looked_at: BTreeSet::new(),
            left: BTreeSet::new(),
            answers: BTreeMap::new(),
            births: BTreeMap::new(),
            transitions: BTreeMap::new(),
            disagreements: BTreeMap::new(),
        }
    }

    /// Looks at constructors, then at states until there are no new ones.
    pub(crate) fn run(&mut self) {
        let Options { budget, jobs, .. } = self.options;
        let n_constructors = self.prover.n_constructors;
        let (constructors, _) = self.prover.engines.split_at_mut(n_constructors);
        let born = each(constructors, *jobs, |engine| engine.successors(None, &[], budget));
        for (index, successors) in born.into_iter().enumerate() {
            self.settle(None, index, Answered { successors, uses_invariants: false });
        }
        loop {
            let room = self.options.max_states.saturating_sub(self.looked_at.len());
            let batch: Vec<Valuation> = self.waiting.iter().copied().take(room).collect();
            if batch.is_empty() {
                break;
            }
            self.waiting.retain(|state| batch.binary_search(state).is_err());
            self.looked_at.extend(&batch);
            self.look_at(&batch);
        }
        self.left = std::mem::take(&mut self.waiting);
        // Answers that were given with more hold with less: the goals are what was in question.
        let (engines, assumed) = (&mut self.prover.engines, &mut self.assumed);
        drop_redundant(engines, assumed, &self.always, &self.goals, budget);
    }

    /// Asks all methods about the states.
    fn look_at(&mut self, batch: &[Valuation]) {
        let Options { budget, jobs, .. } = self.options;
        let n_constructors = self.prover.n_constructors;
        let (knowledge, usable) = (self.knowledge, &self.usable);
        let (_, methods) = self.prover.engines.split_at_mut(n_constructors);
        let plain = each(methods, *jobs, |engine| {
            let ask = |&state: &Valuation| engine.unaided(state, knowledge, usable, budget);
            batch.iter().map(ask).collect::<Vec<_>>()
        });
        let goals: Vec<(usize, Goal)> = plain
            .iter()
            .enumerate()
            .flat_map(|(method, answers)| {
                let goals = answers.iter().filter_map(|(_, goal)| goal.clone());
                goals.map(move |goal| (n_constructors + method, goal))
            })
            .collect();
        if !goals.is_empty() {
            let always = std::mem::take(&mut self.assumed);
            self.assumed = needed(&mut self.prover.engines, usable, always, &goals, budget);
            self.goals.extend(goals);
        }
        // Where invariants help, once more with those that do.
        let assumed = &self.assumed;
        let mut pairs: Vec<(&mut Engine, Vec<Unaided>)> =
            self.prover.engines[n_constructors..].iter_mut().zip(plain).collect();
        let answers = each(&mut pairs, *jobs, |(engine, answers)| {
            let finish = |(&state, (plain, goal)): (&Valuation, Unaided)| {
                let uses_invariants = goal.is_some();
                let mut successors = match goal {
                    None => plain,
                    Some(_) => engine.successors(Some(state), assumed, budget),
                };
                let observed = knowledge.endings(Some(state), engine.event);
                for found in &mut successors.found {
                    // What satisfies all invariants is more likely to be reached by calls.
                    if !usable.is_empty() && !observed.contains(&found.ending) {
                        let better = engine.witness(state, found.ending, usable, budget);
                        *found = better.unwrap_or_else(|| found.clone());
                    }
                }
                Answered { successors, uses_invariants }
            };
            batch.iter().zip(std::mem::take(answers)).map(finish).collect::<Vec<_>>()
        });
        for (method, answers) in answers.into_iter().enumerate() {
            for (state, answered) in batch.iter().zip(answers) {
                self.settle(Some(*state), n_constructors + method, answered);
            }
        }
    }

    /// Keeps an answer, and runs natively what it predicts and was not observed.
    fn settle(&mut self, state: Option<Valuation>, engine: usize, answered: Answered) {
        let event = self.prover.engines[engine].event;
        let observed = self.knowledge.endings(state, event);
        for prediction in &answered.successors.found {
            let is_new = !observed.contains(&prediction.ending);
            if !is_new && !self.options.replay_observed {
                continue;
            }
            let seen = self.prover.replay(prediction, self.native);
            let difference = replay::difference(prediction, &seen);
            if let Seen::Call(run) = &seen {
                let ending = Ending { outcome: run.outcome, after: run.after };
                let counts = difference.is_none() || self.counts(state, &answered, run);
                if !observed.contains(&ending) && counts {
                    self.add(event, state, prediction, run);
                }
            }
            if let Some(difference) = difference {
                // What the run met in place of an invention is another way to end; that the
                // predicted one exists is known already.
                if !is_new && prediction.invented && difference.is_later() {
                    continue;
                }
                let predicted = Box::new(prediction.clone());
                let disagreement = Disagreement { predicted, seen, difference };
                let doubts = self.disagreements.entry((state, engine)).or_default();
                doubts.push(Doubt::Replay(Box::new(disagreement)));
            }
        }
        if let Some(settled) = Settled::of(&answered, &self.assumed) {
            self.prover.settled.insert((state, engine), settled);
        }
        self.answers.insert((state, engine), answered);
    }

    /// Whether a run that was not as predicted shows an edge all the same: it started with an
    /// object of the state that satisfies what the answer assumes.
    fn counts(&self, state: Option<Valuation>, answered: &Answered, run: &Observation) -> bool {
        let assumed = if answered.uses_invariants { &self.assumed[..] } else { &[] };
        match (state, &run.before) {
            (None, _) => true,
            (Some(state), Some(before)) => {
                before.valuation == state && assumed.iter().all(|i| i.holds(before))
            }
            (Some(_), None) => false,
        }
    }

    /// A new edge, and perhaps a new state.
    fn add(
        &mut self,
        event: Event,
        state: Option<Valuation>,
        prediction: &Prediction,
        run: &Observation,
    ) {
        let Observation { outcome, after, .. } = *run;
        let feasible = Feasible { prediction: prediction.clone(), seen: run.clone() };
        match (event, state) {
            (Event::Constructor(constructor), _) => {
                self.births.entry(Birth { constructor, outcome, after }).or_insert(feasible);
            }
            (Event::Method(method), Some(from)) => {
                let transition = Transition { from, method, outcome, after };
                self.transitions.entry(transition).or_insert(feasible);
            }
            (Event::Method(_), None) => {}
        }
        if let After::Alive(valuation) = after {
            if !self.looked_at.contains(&valuation) {
                self.waiting.insert(valuation);
            }
        }
    }
}

/// What can happen without invariants, and what of it they exclude.
type Unaided = (Successors, Option<Goal>);

impl Engine {
    /// What can happen in the state, without invariants; and what of that was not observed and is
    /// excluded by them.
    pub(crate) fn unaided(
        &mut self,
        state: Valuation,
        knowledge: &Knowledge,
        usable: &[Invariant],
        budget: &Budget,
    ) -> Unaided {
        let successors = self.successors(Some(state), &[], budget);
        let observed = knowledge.endings(Some(state), self.event);
        let new: Vec<Ending> =
            successors.endings().filter(|ending| !observed.contains(ending)).collect();
        let goal = self.excluded(state, &new, &successors.gaps, usable, budget);
        (successors, goal)
    }
}
