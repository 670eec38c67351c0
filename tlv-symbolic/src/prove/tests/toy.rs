//! Toy programs: a struct of numbers with guarded commands, run both by an interpreter on native
//! integers and by a translation to summaries.

use std::collections::{BTreeMap, BTreeSet};

use tlv_core::{After, Birth, EventId, Outcome, Transition, Valuation};

use crate::prove::{
    Event, Facts, Feature, FeatureKind, Knowledge, Native, Observation, Seen, Semantics, Value,
};
use crate::summary::{self, Fate, Observed, Path, Summary};
use crate::term::{Term, Terms, Variable};

/// A number of the program's width.
#[derive(Debug, Clone)]
pub(crate) enum Num {
    Field(usize),
    Param(usize),
    Const(u64),
    Add(Box<Num>, Box<Num>),
    Sub(Box<Num>, Box<Num>),
    Mul(Box<Num>, Box<Num>),
    Xor(Box<Num>, Box<Num>),
    Rem(Box<Num>, Box<Num>),
    If(Box<Cond>, Box<Num>, Box<Num>),
}

/// A truth value.
#[derive(Debug, Clone)]
pub(crate) enum Cond {
    True,
    Eq(Num, Num),
    Less(Num, Num),
    SignedLess(Num, Num),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
}

/// One way through a method: the first whose guard holds is taken.
#[derive(Debug, Clone)]
pub(crate) struct Branch {
    pub(crate) guard: Cond,
    pub(crate) updates: Vec<(usize, Num)>,
    pub(crate) outcome: Outcome,
    pub(crate) fate: Fate,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Toy {
    pub(crate) width: u32,
    pub(crate) fields: Vec<&'static str>,
    pub(crate) n_params: usize,
    pub(crate) predicates: Vec<Cond>,
    pub(crate) invariants: Vec<Cond>,
    /// Constructors start with all fields 0.
    pub(crate) constructors: Vec<Vec<Branch>>,
    pub(crate) methods: Vec<Vec<Branch>>,
}

pub(crate) fn field(index: usize) -> Num {
    Num::Field(index)
}

pub(crate) fn param(index: usize) -> Num {
    Num::Param(index)
}

pub(crate) fn number(value: u64) -> Num {
    Num::Const(value)
}

pub(crate) fn add(a: Num, b: Num) -> Num {
    Num::Add(Box::new(a), Box::new(b))
}

pub(crate) fn sub(a: Num, b: Num) -> Num {
    Num::Sub(Box::new(a), Box::new(b))
}

pub(crate) fn eq(a: Num, b: Num) -> Cond {
    Cond::Eq(a, b)
}

pub(crate) fn less(a: Num, b: Num) -> Cond {
    Cond::Less(a, b)
}

pub(crate) fn not(a: Cond) -> Cond {
    Cond::Not(Box::new(a))
}

pub(crate) fn and(a: Cond, b: Cond) -> Cond {
    Cond::And(Box::new(a), Box::new(b))
}

/// `if guard { updates; return ok }`.
pub(crate) fn ok<const N: usize>(guard: Cond, updates: [(usize, Num); N]) -> Branch {
    Branch { guard, updates: updates.to_vec(), outcome: Outcome::Ok, fate: Fate::Alive }
}

/// `if guard { return err }`.
pub(crate) fn err(guard: Cond) -> Branch {
    Branch { guard, updates: Vec::new(), outcome: Outcome::Err, fate: Fate::Alive }
}

/// `if guard { panic }`.
pub(crate) fn panic(guard: Cond) -> Branch {
    Branch { guard, updates: Vec::new(), outcome: Outcome::Panic, fate: Fate::Dead }
}

const FIELD: u64 = 100;
const PARAM: u64 = 200;

/// Concrete fields and parameters.
pub(crate) type State = Vec<u64>;

impl Toy {
    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    fn num(&self, num: &Num, fields: &State, params: &State) -> u64 {
        let of = |num: &Num| self.num(num, fields, params);
        let value = match num {
            Num::Field(index) => fields[*index],
            Num::Param(index) => params[*index],
            Num::Const(value) => *value,
            Num::Add(a, b) => of(a).wrapping_add(of(b)),
            Num::Sub(a, b) => of(a).wrapping_sub(of(b)),
            Num::Mul(a, b) => of(a).wrapping_mul(of(b)),
            Num::Xor(a, b) => of(a) ^ of(b),
            Num::Rem(a, b) => of(a).checked_rem(of(b)).unwrap_or_else(|| of(a)),
            Num::If(c, a, b) => of(if self.cond(c, fields, params) { a } else { b }),
        };
        value & self.mask()
    }

    pub(crate) fn cond(&self, cond: &Cond, fields: &State, params: &State) -> bool {
        let of = |num: &Num| self.num(num, fields, params);
        let signed = |num: &Num| ((of(num) << (64 - self.width)) as i64) >> (64 - self.width);
        match cond {
            Cond::True => true,
            Cond::Eq(a, b) => of(a) == of(b),
            Cond::Less(a, b) => of(a) < of(b),
            Cond::SignedLess(a, b) => signed(a) < signed(b),
            Cond::Not(a) => !self.cond(a, fields, params),
            Cond::And(a, b) => self.cond(a, fields, params) && self.cond(b, fields, params),
        }
    }

    pub(crate) fn facts(&self, fields: &State) -> Facts {
        let holds = |cond: &Cond| self.cond(cond, fields, &Vec::new());
        let bits = self.predicates.iter().enumerate();
        let bits = bits.fold(0, |bits, (i, cond)| bits | u128::from(holds(cond)) << i);
        Facts {
            valuation: Valuation::from_bits(bits),
            invariants: self.invariants.iter().map(holds).collect(),
            numbers: fields
                .iter()
                .enumerate()
                .map(|(i, value)| (FIELD + i as u64, i128::from(*value)))
                .collect(),
        }
    }

    /// The branch taken, and the fields it leaves.
    pub(crate) fn call(
        &self,
        branches: &[Branch],
        fields: &State,
        params: &State,
    ) -> (Outcome, Fate, State) {
        let taken = branches.iter().find(|branch| self.cond(&branch.guard, fields, params));
        let branch = taken.expect("the last guard is true");
        let mut after = fields.clone();
        for (index, num) in &branch.updates {
            after[*index] = self.num(num, fields, params);
        }
        (branch.outcome, branch.fate, after)
    }

    fn observe(
        &self,
        branches: &[Branch],
        fields: &State,
        params: &State,
        made: bool,
    ) -> Observation {
        let (outcome, fate, left) = self.call(branches, fields, params);
        let facts = (fate == Fate::Alive).then(|| self.facts(&left));
        let after = match (fate, &facts) {
            (Fate::Alive, Some(facts)) => After::Alive(facts.valuation),
            (Fate::Ended, _) => After::Ended,
            _ => After::Dead,
        };
        Observation { before: made.then(|| self.facts(fields)), outcome, after, facts }
    }

    fn branches(&self, event: Event) -> &[Branch] {
        match event {
            Event::Constructor(id) => &self.constructors[id.index()],
            Event::Method(id) => &self.methods[id.index()],
        }
    }

    /// All combinations of so many numbers.
    pub(crate) fn all(&self, n: usize) -> impl Iterator<Item = State> + use<> {
        let width = self.width;
        assert!(n as u32 * width <= 20, "too many to enumerate");
        let mask = self.mask();
        (0..1_u64 << (n as u32 * width))
            .map(move |bits| (0..n).map(|i| bits >> (i as u32 * width) & mask).collect())
    }

    /// What every object does, or every reachable one, by running all of them.
    pub(crate) fn enumerate(
        &self,
        semantics: Semantics,
    ) -> (BTreeSet<Birth>, BTreeSet<Transition>) {
        let params: Vec<State> = self.all(self.n_params).collect();
        let mut births = BTreeSet::new();
        let mut waiting = BTreeSet::new();
        let zero = vec![0; self.fields.len()];
        for (index, branches) in self.constructors.iter().enumerate() {
            for params in &params {
                let run = self.observe(branches, &zero, params, false);
                births.insert(Birth {
                    constructor: EventId::from_index(index),
                    outcome: run.outcome,
                    after: run.after,
                });
                if let (_, Fate::Alive, fields) = self.call(branches, &zero, params) {
                    waiting.insert(fields);
                }
            }
        }
        if semantics == Semantics::Any {
            waiting = self.all(self.fields.len()).collect();
        }
        let mut transitions = BTreeSet::new();
        let mut met = waiting.clone();
        while let Some(fields) = waiting.pop_first() {
            for (index, branches) in self.methods.iter().enumerate() {
                for params in &params {
                    let run = self.observe(branches, &fields, params, true);
                    transitions.insert(Transition {
                        from: self.facts(&fields).valuation,
                        method: EventId::from_index(index),
                        outcome: run.outcome,
                        after: run.after,
                    });
                    if let (_, Fate::Alive, after) = self.call(branches, &fields, params) {
                        if met.insert(after.clone()) {
                            waiting.insert(after);
                        }
                    }
                }
            }
        }
        (births, transitions)
    }

    /// The objects that calls reach.
    pub(crate) fn reachable(&self) -> BTreeSet<State> {
        let params: Vec<State> = self.all(self.n_params).collect();
        let zero = vec![0; self.fields.len()];
        let mut waiting: Vec<State> = vec![];
        let mut met = BTreeSet::new();
        let starts = self.constructors.iter().map(|branches| (branches, zero.clone()));
        let mut todo: Vec<(&Vec<Branch>, State)> = starts.collect();
        loop {
            for (branches, fields) in todo.drain(..) {
                for params in &params {
                    if let (_, Fate::Alive, after) = self.call(branches, &fields, params) {
                        if met.insert(after.clone()) {
                            waiting.push(after);
                        }
                    }
                }
            }
            let Some(fields) = waiting.pop() else { return met };
            todo.extend(self.methods.iter().map(|branches| (branches, fields.clone())));
        }
    }

    /// What random calls show.
    pub(crate) fn learn(&self, walks: usize, length: usize, random: &mut Random) -> Knowledge {
        let mut knowledge = Knowledge { features: self.features(), ..Knowledge::default() };
        let zero = vec![0; self.fields.len()];
        for _ in 0..walks {
            let constructor = random.below(self.constructors.len() as u64) as usize;
            let params = self.params(random);
            let branches = &self.constructors[constructor];
            let run = self.observe(branches, &zero, &params, false);
            let constructor = EventId::from_index(constructor);
            let birth = Birth { constructor, outcome: run.outcome, after: run.after };
            knowledge.births.insert(birth);
            let (_, mut fate, mut fields) = self.call(branches, &zero, &params);
            for _ in 0..length {
                if fate != Fate::Alive {
                    break;
                }
                let facts = self.facts(&fields);
                knowledge.samples.push(facts.numbers.clone());
                let broken = facts.invariants.iter().enumerate().filter(|(_, holds)| !**holds);
                knowledge.broken.extend(broken.map(|(index, _)| index));
                let method = random.below(self.methods.len() as u64) as usize;
                let params = self.params(random);
                let run = self.observe(&self.methods[method], &fields, &params, true);
                knowledge.transitions.insert(Transition {
                    from: facts.valuation,
                    method: EventId::from_index(method),
                    outcome: run.outcome,
                    after: run.after,
                });
                (_, fate, fields) = self.call(&self.methods[method], &fields, &params);
            }
        }
        knowledge
    }

    fn params(&self, random: &mut Random) -> State {
        let small = |random: &mut Random| match random.below(4) {
            0 => random.next() & self.mask(),
            _ => random.below(4) & self.mask(),
        };
        (0..self.n_params).map(|_| small(random)).collect()
    }

    pub(crate) fn features(&self) -> Vec<Feature> {
        let feature = |(index, name): (usize, &&str)| Feature {
            id: FIELD + index as u64,
            name: format!("self.{name}"),
            kind: FeatureKind::Number,
        };
        self.fields.iter().enumerate().map(feature).collect()
    }
}

impl Native for Toy {
    fn replay(&mut self, event: Event, _: &[u32], values: &[Value]) -> Seen {
        let values: BTreeMap<u64, u64> =
            values.iter().map(|value| (value.id, value.bits as u64)).collect();
        let get = |id: u64| values.get(&id).copied().unwrap_or(0);
        let made = matches!(event, Event::Method(_));
        let fields = (0..self.fields.len() as u64).map(|i| if made { get(FIELD + i) } else { 0 });
        let fields: State = fields.collect();
        let params: State = (0..self.n_params as u64).map(|i| get(PARAM + i)).collect();
        Seen::Call(self.observe(self.branches(event), &fields, &params, made))
    }
}

/// The symbolic twin of the interpreter.
struct Symbolic<'a> {
    toy: &'a Toy,
    terms: Terms,
    fields: Vec<Term>,
    params: Vec<Term>,
}

impl Symbolic<'_> {
    fn num(&mut self, num: &Num, fields: &[Term]) -> Term {
        let pair = |this: &mut Self, a: &Num, b: &Num| (this.num(a, fields), this.num(b, fields));
        match num {
            Num::Field(index) => fields[*index],
            Num::Param(index) => self.params[*index],
            Num::Const(value) => self.terms.constant(self.toy.width, u128::from(*value)),
            Num::Add(a, b) => {
                let (a, b) = pair(self, a, b);
                self.terms.add(a, b)
            }
            Num::Sub(a, b) => {
                let (a, b) = pair(self, a, b);
                self.terms.sub(a, b)
            }
            Num::Mul(a, b) => {
                let (a, b) = pair(self, a, b);
                self.terms.mul(a, b)
            }
            Num::Xor(a, b) => {
                let (a, b) = pair(self, a, b);
                self.terms.xor(a, b)
            }
            Num::Rem(a, b) => {
                let (a, b) = pair(self, a, b);
                self.terms.urem(a, b)
            }
            Num::If(c, a, b) => {
                let c = self.cond(c, fields);
                let (a, b) = pair(self, a, b);
                self.terms.ite(c, a, b)
            }
        }
    }

    fn cond(&mut self, cond: &Cond, fields: &[Term]) -> Term {
        match cond {
            Cond::True => self.terms.bool(true),
            Cond::Eq(a, b) => {
                let (a, b) = (self.num(a, fields), self.num(b, fields));
                self.terms.eq(a, b)
            }
            Cond::Less(a, b) => {
                let (a, b) = (self.num(a, fields), self.num(b, fields));
                self.terms.ult(a, b)
            }
            Cond::SignedLess(a, b) => {
                let (a, b) = (self.num(a, fields), self.num(b, fields));
                self.terms.slt(a, b)
            }
            Cond::Not(a) => {
                let a = self.cond(a, fields);
                self.terms.not(a)
            }
            Cond::And(a, b) => {
                let (a, b) = (self.cond(a, fields), self.cond(b, fields));
                self.terms.and(a, b)
            }
        }
    }

    fn observed(&mut self, fields: &[Term]) -> Observed {
        let toy = self.toy;
        let features = fields.iter().enumerate();
        Observed {
            predicates: toy.predicates.iter().map(|cond| self.cond(cond, fields)).collect(),
            unevaluable: Vec::new(),
            invariants: toy.invariants.iter().map(|cond| self.cond(cond, fields)).collect(),
            features: features
                .map(|(i, &term)| summary::Feature {
                    id: FIELD + i as u64,
                    value: self.terms.zext(term, 128),
                    exists: self.terms.bool(true),
                })
                .collect(),
        }
    }
}

impl Toy {
    /// What the executor would make of a constructor or a method.
    pub(crate) fn summary(&self, event: Event) -> Summary {
        let made = matches!(event, Event::Method(_));
        let mut terms = Terms::new();
        let width = self.width;
        let mut variable = |id: u64, label: &str| {
            terms.variable(Variable { call: 0, id, width, label: label.to_owned() })
        };
        let fields: Vec<Term> = if made {
            self.fields
                .iter()
                .enumerate()
                .map(|(i, name)| variable(FIELD + i as u64, name))
                .collect()
        } else {
            Vec::new()
        };
        let params = (0..self.n_params as u64).map(|i| variable(PARAM + i, "argument")).collect();
        let fields = if made {
            fields
        } else {
            let zero = terms.constant(width, 0);
            vec![zero; self.fields.len()]
        };
        let mut symbolic = Symbolic { toy: self, terms, fields, params };
        let mut paths = Vec::new();
        let mut earlier: Vec<Term> = Vec::new();
        for branch in self.branches(event) {
            let fields = symbolic.fields.clone();
            let guard = symbolic.cond(&branch.guard, &fields);
            let mut condition = earlier.clone();
            condition.push(guard);
            let unguarded = symbolic.terms.not(guard);
            earlier.push(unguarded);
            let mut left = fields.clone();
            for (index, num) in &branch.updates {
                left[*index] = symbolic.num(num, &fields);
            }
            let code = crate::prove::engine::code(branch.outcome);
            paths.push(Path {
                condition,
                before: made.then(|| symbolic.observed(&fields)),
                outcome: symbolic.terms.constant(8, code),
                fate: branch.fate,
                after: (branch.fate == Fate::Alive).then(|| symbolic.observed(&left)),
                required: None,
                panic: None,
                restrictions: BTreeSet::new(),
                assumed: Vec::new(),
                history: Vec::new(),
            });
        }
        Summary { terms: symbolic.terms, paths, gaps: Vec::new(), restrictions: BTreeSet::new() }
    }

    /// All summaries: constructors, methods.
    pub(crate) fn summaries(&self) -> (Vec<Summary>, Vec<Summary>) {
        let ids = |n: usize| (0..n).map(EventId::from_index);
        (
            ids(self.constructors.len()).map(|id| self.summary(Event::Constructor(id))).collect(),
            ids(self.methods.len()).map(|id| self.summary(Event::Method(id))).collect(),
        )
    }
}

/// A small generator of numbers, the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}
