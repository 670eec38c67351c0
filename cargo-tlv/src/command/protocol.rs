//! What is known of a type, put together for reports: what testing saw, what a proof adds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tlv::wire;
use tlv_core::{
    After, BoolExpr, EventId, Evidence as Observation, Learned, NamedState, Note, Outcome, Stopped,
    Target, Valuation, Witness, state_names,
};
use tlv_symbolic::prove::{self, Doubt, Feasible, Holds, Proof};
use tlv_symbolic::summary::{PanicPlace, Restriction};

use super::describe;
use crate::driver::{self, Driver, Observed};
use crate::error::Error;
use crate::prove::Theorems;
use crate::report;
use crate::report::document::{
    Constructor, ConstructorOutcome, DEAD, END, Evidence, Invariant, InvariantOrigin, Obligation,
    Property, PropertyVerdict, State, Transition, Verdict,
};

/// The user's names for states.
pub(super) fn named_states(about: &wire::Subject) -> Result<Vec<NamedState>, Error> {
    let predicates: Vec<&str> = about.predicates.iter().map(|p| p.name.as_str()).collect();
    let named = about.states.iter().map(|(name, expr)| {
        let parsed = BoolExpr::parse(expr, &predicates).map_err(|problem| Error::Attribute {
            name: about.path.clone(),
            problem: format!("in `state({name} = {expr})`: {problem}"),
        })?;
        Ok(NamedState { name: name.clone(), expr: parsed })
    });
    named.collect()
}

/// All abstract states: those that were observed, then those that only a solver found.
pub(super) fn valuations(learned: &Learned, proof: Option<&Proof>) -> Vec<Valuation> {
    let mut all: Vec<Valuation> =
        learned.abstraction.states.iter().map(|state| state.valuation).collect();
    let births = proof.iter().flat_map(|proof| proof.births.keys().map(|birth| birth.after));
    let edges = proof.iter().flat_map(|proof| proof.transitions.keys().map(|edge| edge.after));
    let mut found = BTreeSet::new();
    for after in births.chain(edges) {
        if let After::Alive(valuation) = after
            && !all.contains(&valuation)
        {
            found.insert(valuation);
        }
    }
    all.extend(found);
    all
}

fn names(about: &wire::Subject, named: &[NamedState], valuations: &[Valuation]) -> Vec<String> {
    let predicates: Vec<&str> = about.predicates.iter().map(|p| p.name.as_str()).collect();
    state_names(&predicates, named, valuations)
}

/// What learning itself has to say.
pub(super) fn learned_notes(
    learned: &Learned,
    observed: &Observed,
    about: &wire::Subject,
) -> Vec<String> {
    let mut notes = Vec::new();
    for note in &learned.notes {
        match note {
            Note::NoObject if about.has_methods && !about.constructors.is_empty() => {
                notes.push("no constructor made an object".to_owned());
            }
            Note::NoObject => {}
            Note::GaveUp { method, outcome, .. } => {
                let method = &about.methods[method.index()].name;
                let what = match outcome {
                    Outcome::Timeout => {
                        format!("does not return within {} s", driver::CALL_TIMEOUT.as_secs())
                    }
                    _ => "ends the process".to_owned(),
                };
                let note = format!("`{method}` {what}: not tried further where it did");
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
    }
    if !learned.deterministic {
        notes.push("the same calls do not always end the same way".to_owned());
    }
    match learned.stopped {
        Stopped::Quiet => {}
        Stopped::CallLimit => {
            notes.push("learning ended at its limit of calls: more may be found".to_owned());
        }
        Stopped::Interrupted => {
            notes.push("incomplete: the time was up (see --timeout)".to_owned());
        }
    }
    let unevaluable = (0..about.predicates.len()).filter(|i| observed.unevaluable >> i & 1 == 1);
    for index in unevaluable {
        let name = &about.predicates[index].name;
        notes.push(format!("the predicate `{name}` panicked in some states: taken as false there"));
    }
    if observed.printed > 0 {
        notes.push(format!("the code printed {} bytes, which are not shown", observed.printed));
    }
    let unreproduced = learned.abstraction.edges.values().filter(|seen| !seen.reproduced).count();
    if unreproduced > 0 {
        notes.push(format!(
            "{unreproduced} of {} edges were seen once but not when their calls were repeated",
            learned.abstraction.edges.len()
        ));
    }
    notes
}

/// The witnesses as text.
pub(super) struct Texts {
    described: Vec<(Witness, Vec<String>, Option<report::document::Panic>)>,
    /// Of edges that only a solver found.
    feasible: BTreeMap<tlv_core::Transition, (Vec<String>, Option<report::document::Panic>)>,
}

impl Texts {
    pub(super) fn new(
        driver: &mut Driver,
        learned: &Learned,
        proved: Option<(&Proof, &Theorems)>,
        about: &wire::Subject,
        root: &Path,
    ) -> Result<Texts, driver::Error> {
        let fatal = |outcome: Outcome| matches!(outcome, Outcome::Abort | Outcome::Timeout);
        let abstraction = &learned.abstraction;
        let edges =
            abstraction.edges.iter().map(|(edge, seen)| (&seen.witness, fatal(edge.outcome)));
        let constructions = abstraction.constructions.iter();
        let constructions =
            constructions.map(|(construction, seen)| (&seen.witness, fatal(construction.outcome)));
        let broken = driver.observed().broken;
        let broken = broken.values().map(|witness| (witness, false));
        let wanted: Vec<(&Witness, bool)> = edges.chain(constructions).chain(broken).collect();
        let answers = driver.describe(&wanted)?;
        let described = wanted.iter().zip(answers).map(|((witness, _), answer)| {
            let panic = answer.steps.last().and_then(|step| step.panic.as_deref());
            let panic = panic.map(|panic| describe::panic(panic, root));
            ((*witness).clone(), call_texts(witness, &answer, about), panic)
        });
        let described = described.collect();
        let mut feasible = BTreeMap::new();
        if let Some((proof, theorems)) = proved {
            for (edge, found) in &proof.transitions {
                let text = feasible_text(driver, theorems, found, about, root)?;
                feasible.insert(*edge, text);
            }
        }
        Ok(Texts { described, feasible })
    }

    pub(super) fn calls(&self, witness: &Witness) -> Vec<String> {
        let found = self.described.iter().find(|(described, ..)| described == witness);
        found.map(|(_, calls, _)| calls.clone()).unwrap_or_default()
    }

    fn panic(&self, witness: &Witness) -> Option<report::document::Panic> {
        let found = self.described.iter().find(|(described, ..)| described == witness);
        found.and_then(|(.., panic)| panic.clone())
    }
}

/// How many numbers of an object are shown.
const NUMBERS_SHOWN: usize = 6;

/// The object and the call that show an edge that only a solver found.
fn feasible_text(
    driver: &mut Driver,
    theorems: &Theorems,
    found: &Feasible,
    about: &wire::Subject,
    root: &Path,
) -> Result<(Vec<String>, Option<report::document::Panic>), driver::Error> {
    let prove::Event::Method(method) = found.prediction.event else {
        return Ok((Vec::new(), None));
    };
    let event = &about.methods[method.index()];
    let seen = theorems.show(&found.prediction, driver)?;
    let call = seen.as_ref().and_then(|seen| seen.call.as_ref());
    let arguments = call.map(|call| call.arguments.join(", "));
    let call_text = match arguments {
        Some(arguments) => format!("{}({arguments})", event.name),
        None => format!("{}(…)", event.name),
    };
    let names: BTreeMap<u64, wire::Feature> =
        driver.features()?.into_iter().map(|feature| (feature.id, feature)).collect();
    let before = seen.as_ref().and_then(|seen| seen.before.as_ref());
    let numbers = before.map_or(&[][..], |sight| sight.features.as_slice());
    let mut shown: Vec<(u32, String)> = numbers
        .iter()
        .filter_map(|(id, number)| {
            let feature = names.get(id)?;
            let number = match number {
                wire::Number::Int(int) => int.to_string(),
                wire::Number::Float(float) => float.to_string(),
            };
            Some((feature.level, format!("{} = {number}", feature.name)))
        })
        .collect();
    shown.sort_by_key(|(level, _)| *level);
    let more = shown.len() > NUMBERS_SHOWN;
    let mut shown: Vec<String> =
        shown.into_iter().take(NUMBERS_SHOWN).map(|(_, text)| text).collect();
    if more {
        shown.push("…".to_owned());
    }
    let object = match shown.as_slice() {
        [] => "/* an object made from its fields */".to_owned(),
        shown => format!("/* {} */", shown.join(", ")),
    };
    let panic = call.and_then(|call| call.panic.as_ref());
    Ok((vec![object, call_text], panic.map(|panic| describe::panic(panic, root))))
}

/// The calls of a witness with their arguments; `…` where a run did not come so far again.
fn call_texts(witness: &Witness, answer: &wire::Answer, about: &wire::Subject) -> Vec<String> {
    let steps = answer.steps.iter().map(|step| step.detail.as_ref().map(|d| d.arguments.clone()));
    let mut arguments = steps.chain([answer.prepared.clone()]);
    let constructor = &about.constructors[witness.construct.event.index()];
    let methods = witness.calls.iter().map(|call| &about.methods[call.event.index()]);
    let events = std::iter::once(constructor).chain(methods);
    let call = |event: &wire::Event| match arguments.next().flatten() {
        Some(arguments) => format!("{}({})", event.name, arguments.join(", ")),
        None if event.params.is_empty() => format!("{}()", event.name),
        None => format!("{}(…)", event.name),
    };
    events.map(call).collect()
}

/// Puts together the parts of a report that speak of states.
pub(super) struct Builder<'a> {
    about: &'a wire::Subject,
    learned: &'a Learned,
    proof: Option<&'a Proof>,
    valuations: Vec<Valuation>,
    names: Vec<String>,
    texts: &'a Texts,
    root: &'a Path,
    /// What the proofs are made with.
    engine: &'static str,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        about: &'a wire::Subject,
        learned: &'a Learned,
        proof: Option<&'a Proof>,
        named: &[NamedState],
        texts: &'a Texts,
        root: &'a Path,
        engine: &'static str,
    ) -> Self {
        let valuations = valuations(learned, proof);
        let names = names(about, named, &valuations);
        Builder { about, learned, proof, valuations, names, texts, root, engine }
    }

    /// What the states are called.
    pub(super) fn state_names(&self) -> BTreeMap<Valuation, String> {
        self.valuations.iter().copied().zip(self.names.iter().cloned()).collect()
    }

    fn target(&self, target: Target) -> String {
        match target {
            Target::State(state) => self.names[state.index()].clone(),
            Target::Bottom => DEAD.to_owned(),
            Target::End => END.to_owned(),
        }
    }

    fn name(&self, valuation: Valuation) -> String {
        let position = self.valuations.iter().position(|known| *known == valuation);
        position.map_or_else(|| "?".to_owned(), |position| self.names[position].clone())
    }

    fn after(&self, after: After) -> String {
        match after {
            After::Alive(valuation) => self.name(valuation),
            After::Dead => DEAD.to_owned(),
            After::Ended => END.to_owned(),
        }
    }

    pub(super) fn states(&self) -> Vec<State> {
        let learned = &self.learned.abstraction.states;
        let born: BTreeSet<Valuation> = self
            .proof
            .iter()
            .flat_map(|proof| proof.births.keys())
            .filter_map(|birth| match birth.after {
                After::Alive(valuation) => Some(valuation),
                After::Dead | After::Ended => None,
            })
            .collect();
        let states = self.valuations.iter().zip(&self.names).enumerate();
        let predicates = || self.about.predicates.iter().enumerate();
        let state = |(index, (valuation, name)): (usize, (&Valuation, &String))| State {
            name: name.clone(),
            valuation: predicates()
                .map(|(index, predicate)| (predicate.name.clone(), valuation.holds(index)))
                .collect(),
            initial: learned.get(index).is_some_and(|state| state.initial)
                || born.contains(valuation),
        };
        states.map(state).collect()
    }

    pub(super) fn constructors(&self) -> Vec<Constructor> {
        let constructors = self.about.constructors.iter().enumerate();
        let constructor = |(index, constructor): (usize, &wire::Event)| {
            let own = self.learned.abstraction.constructions.iter();
            let own = own.filter(|(construction, _)| construction.constructor.index() == index);
            let outcomes = own.map(|(construction, seen)| ConstructorOutcome {
                outcome: construction.outcome.into(),
                to: self.target(construction.to),
                witness: self.texts.calls(&seen.witness),
                panic: self.texts.panic(&seen.witness),
            });
            let found = self.proof.iter().flat_map(|proof| proof.births.keys());
            let found = found.filter(|birth| birth.constructor.index() == index);
            let found = found.map(|birth| ConstructorOutcome {
                outcome: birth.outcome.into(),
                to: self.after(birth.after),
                witness: vec![format!("{}(…)", constructor.name)],
                panic: None,
            });
            Constructor {
                name: constructor.name.clone(),
                params: constructor.params.clone(),
                outcomes: outcomes.chain(found).collect(),
            }
        };
        constructors.map(constructor).collect()
    }

    pub(super) fn transitions(&self) -> Vec<Transition> {
        let edges = self.learned.abstraction.edges.iter();
        let transition = |(edge, seen): (&tlv_core::Edge, &Observation)| Transition {
            from: self.names[edge.from.index()].clone(),
            method: self.about.methods[edge.method.index()].name.clone(),
            outcome: edge.outcome.into(),
            to: self.target(edge.to),
            evidence: Evidence::Observed,
            witness: self.texts.calls(&seen.witness),
            unreproduced: !seen.reproduced,
            panic: self.texts.panic(&seen.witness),
            panics: self.panics(
                self.valuations[edge.from.index()],
                edge.method,
                edge.outcome == Outcome::Panic,
            ),
        };
        let found = self.proof.iter().flat_map(|proof| proof.transitions.keys());
        let feasible = |edge: &tlv_core::Transition| {
            let (witness, panic) = self.texts.feasible.get(edge).cloned().unwrap_or_default();
            Transition {
                from: self.name(edge.from),
                method: self.about.methods[edge.method.index()].name.clone(),
                outcome: edge.outcome.into(),
                to: self.after(edge.after),
                evidence: Evidence::Feasible,
                witness,
                unreproduced: false,
                panic,
                panics: self.panics(edge.from, edge.method, edge.outcome == Outcome::Panic),
            }
        };
        edges.map(transition).chain(found.map(feasible)).collect()
    }

    /// Where a call can panic, if this edge says that it can.
    fn panics(&self, from: Valuation, method: EventId, panics: bool) -> Vec<String> {
        let places = self.proof.and_then(|proof| proof.panics.get(&(from, method)));
        let places = places.into_iter().flatten().filter(|_| panics);
        let text = |place: &PanicPlace| {
            let file = describe::file(Path::new(&place.file), self.root);
            format!("{file}:{}:{}", place.line, place.column)
        };
        places.map(text).collect()
    }

    /// One for each state and method: what is proved of it, or how often it was tried.
    pub(super) fn obligations(&self) -> Vec<Obligation> {
        let mut obligations = Vec::new();
        for (&valuation, name) in self.valuations.iter().zip(&self.names) {
            for (index, method) in self.about.methods.iter().enumerate() {
                let event = EventId::from_index(index);
                let proved =
                    self.proof.and_then(|proof| proof.obligations.get(&(valuation, event)));
                let (verdict, detail, engine) = match proved {
                    Some(obligation) => {
                        let (verdict, detail) = proof_verdict(obligation);
                        let detail = detail.map(|text| self.with_short_paths(&text));
                        self.or_tested(verdict, detail, valuation, event)
                    }
                    None => {
                        let (verdict, detail) = self.test_verdict(valuation, event);
                        (verdict, Some(detail), "tests")
                    }
                };
                obligations.push(Obligation {
                    state: name.clone(),
                    method: method.name.clone(),
                    verdict,
                    detail,
                    engine: engine.to_owned(),
                });
            }
        }
        obligations
    }

    /// A text with the files of the workspace relative to it.
    fn with_short_paths(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.root.display()), "")
    }

    /// Where fields cannot be made and calls not followed, tests are the best there is.
    fn or_tested(
        &self,
        verdict: Verdict,
        detail: Option<String>,
        valuation: Valuation,
        event: EventId,
    ) -> (Verdict, Option<String>, &'static str) {
        let tests = self.test_verdict(valuation, event);
        match (verdict, tests) {
            (Verdict::Unknown, (Verdict::Tested, calls))
                if !self.about.opaque_fields.is_empty() =>
            {
                let reason = detail.unwrap_or_default();
                (Verdict::Tested, Some(format!("{calls}; not proved: {reason}")), "tests")
            }
            (verdict, _) => (verdict, detail, self.engine),
        }
    }

    fn test_verdict(&self, valuation: Valuation, event: EventId) -> (Verdict, String) {
        let given_up = self.learned.notes.iter().any(|note| {
            matches!(note, Note::GaveUp { from, method, .. } if (*from, *method) == (valuation, event))
        });
        let calls = self.learned.tested.get(&(valuation, event)).copied();
        match calls.unwrap_or(0) {
            0 => (Verdict::Unknown, self.never_called().to_owned()),
            calls if given_up => (Verdict::Tested, format!("{calls} calls, then given up")),
            1 => (Verdict::Tested, "1 call".to_owned()),
            calls => (Verdict::Tested, format!("{calls} calls")),
        }
    }

    /// Why a method was never called in a state, as far as that is known.
    fn never_called(&self) -> &'static str {
        match self.learned.stopped {
            Stopped::Quiet => "never called: no call with the arguments tried could be made",
            Stopped::CallLimit => "never called: learning ended at its limit of calls before",
            Stopped::Interrupted => "never called: the time was up before",
        }
    }

    pub(super) fn invariants(&self, observed: &Observed) -> Vec<Invariant> {
        let given = self.about.invariants.iter().enumerate();
        let invariant = |(index, expr): (usize, &String)| {
            let holds = self.proof.and_then(|proof| proof.invariants.get(index));
            let (verdict, detail) = match holds {
                _ if observed.broken.contains_key(&index) => (Verdict::Refuted, None),
                Some(holds) => invariant_verdict(holds),
                None => (Verdict::Tested, None),
            };
            Invariant { expr: expr.clone(), origin: InvariantOrigin::User, verdict, detail }
        };
        let inferred = self.proof.iter().flat_map(|proof| &proof.inferred).map(|inferred| {
            let (verdict, detail) = invariant_verdict(&inferred.holds);
            let origin = InvariantOrigin::Inferred;
            Invariant { expr: inferred.text.clone(), origin, verdict, detail }
        });
        given.map(invariant).chain(inferred).collect()
    }

    /// The properties, none of which testing can decide.
    pub(super) fn properties(&self) -> Vec<Property> {
        let property = |property: &wire::Property| Property {
            name: property.name.clone().unwrap_or_else(|| property.formula.clone()),
            formula: property.formula.clone(),
            verdict: PropertyVerdict::Unknown,
            counterexample: None,
        };
        self.about.properties.iter().map(property).collect()
    }
}

fn proof_verdict(obligation: &prove::Obligation) -> (Verdict, Option<String>) {
    match &obligation.verdict {
        prove::Verdict::Proved => (Verdict::Proved, None),
        prove::Verdict::Bounded(restrictions) => (Verdict::Bounded, Some(limits(restrictions))),
        prove::Verdict::Unknown(doubts) => (Verdict::Unknown, Some(reasons(doubts))),
    }
}

fn invariant_verdict(holds: &Holds) -> (Verdict, Option<String>) {
    match holds {
        Holds::Proved => (Verdict::Proved, None),
        Holds::Bounded(restrictions) => (Verdict::Bounded, Some(limits(restrictions))),
        Holds::Refuted(_) => (Verdict::Refuted, None),
        Holds::Unknown(doubts) => (Verdict::Unknown, Some(reasons(doubts))),
    }
}

fn limits(restrictions: &BTreeSet<Restriction>) -> String {
    let texts: Vec<String> = restrictions.iter().map(ToString::to_string).collect();
    format!("for {}", texts.join(", "))
}

/// Why, each reason once, and what to try.
fn reasons(doubts: &[Doubt]) -> String {
    let mut texts: Vec<String> = Vec::new();
    for doubt in doubts {
        let text = format!("{doubt} ({})", doubt.advice());
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join("; ")
}
