//! The comparison: a summary against native runs on models of its paths and on random inputs, and
//! against the summary that is made without merging.

use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use cargo_tlv::driver::Driver;
use tlv_symbolic::exec::Inputs;
use tlv_symbolic::solve::{Answer, Budget};
use tlv_symbolic::summary::{Path, Summary};
use tlv_symbolic::term::{Model, Term, Terms};

use super::inputs::{Generator, Values, model_of, values_of};
use super::native::{Account, Shown, predicted, query, shown};
use super::{Event, Making, Subject, Summarised};

/// Models that are tried of each path.
const MODELS: usize = 3;

/// How long the solver may look for a model.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long to execute without merging: what is left is a gap, and not compared.
const UNMERGED: Duration = Duration::from_secs(5);

/// Terms that may be evaluated for the random inputs of a summary, roughly.
const EVALUATIONS: usize = 8_000_000;

/// Which check noticed something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// The summary could be made, and its paths can be taken.
    Making,
    /// A model of a path was run natively.
    Model,
    /// A random input was run natively.
    Random,
    /// Merging changed something.
    Merging,
}

/// Something that is not as it must be.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Who noticed.
    pub check: Check,
    /// The type and what was called.
    pub call: String,
    /// What was noticed.
    pub text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?}): {}", self.call, self.check, self.text)
    }
}

/// What was compared.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Constructors and methods with a summary.
    pub calls: usize,
    /// Those without.
    pub without: usize,
    /// Their paths.
    pub paths: usize,
    /// Their gaps.
    pub gaps: usize,
    /// Native runs of models.
    pub models: usize,
    /// Native runs of random inputs.
    pub random: usize,
    /// Runs that agreed with a path.
    pub agreed: usize,
    /// Runs in a gap.
    pub in_gaps: usize,
    /// Runs of which neither side knows an object or arguments.
    pub not_made: usize,
    /// Runs that showed nothing.
    pub nothing: usize,
    /// Inputs on which the summary without merging was compared.
    pub unmerged: usize,
    /// What is not as it must be.
    pub findings: Vec<Finding>,
}

impl Tally {
    /// Takes in another.
    pub fn add(&mut self, other: Tally) {
        self.calls += other.calls;
        self.without += other.without;
        self.paths += other.paths;
        self.gaps += other.gaps;
        self.models += other.models;
        self.random += other.random;
        self.agreed += other.agreed;
        self.in_gaps += other.in_gaps;
        self.not_made += other.not_made;
        self.nothing += other.nothing;
        self.unmerged += other.unmerged;
        self.findings.extend(other.findings);
    }
}

/// How much to compare.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Random inputs for each summary.
    pub random: usize,
    /// Whether to compare with the summary that is made without merging.
    pub unmerged: bool,
    /// Stop at the first finding.
    pub first: bool,
}

/// Checks all constructors and methods of a type.
///
/// # Errors
/// When there is no driver.
pub fn check(
    subject: Subject<'_>,
    making: Making,
    effort: Effort,
) -> Result<Tally, cargo_tlv::driver::Error> {
    let mut tally = Tally::default();
    let mut driver = subject.driver();
    for event in Event::all(subject.about) {
        let call = format!("{}::{}", subject.about.path, event.name(subject.about));
        let mut summarised = match subject.summarise(event, making) {
            Ok(summarised) => summarised,
            Err(why) => {
                // What cannot be made has no summary: the same must be so natively, or be said.
                tally.without += 1;
                let opaque = !subject.about.opaque_fields.is_empty();
                if !(opaque && matches!(event, Event::Method(_))) {
                    tally.findings.push(Finding { check: Check::Making, call, text: why });
                }
                continue;
            }
        };
        let mut checker =
            Checker { driver: &mut driver, call, tally: Tally::default(), impossible: Vec::new() };
        checker.check(&mut summarised, effort)?;
        let unmerged = Making { unmerged: true, time: Some(UNMERGED), ..making };
        if effort.unmerged
            && let Ok(unmerged) = subject.summarise(event, unmerged)
        {
            let terms = summarised.summary.terms.len() + unmerged.summary.terms.len();
            let count = effort.random.min(200).min(EVALUATIONS / terms.max(1)).max(20);
            checker.compare_unmerged(&summarised, &unmerged, count);
        }
        tally.add(checker.tally);
        if effort.first && !tally.findings.is_empty() {
            break;
        }
    }
    Ok(tally)
}

struct Checker<'a> {
    driver: &'a mut Driver,
    call: String,
    tally: Tally,
    impossible: Vec<Impossible>,
}

/// What the solver says cannot be on a path.
struct Impossible {
    path: usize,
    condition: Term,
}

/// Which paths an input takes, and whether it is in a gap.
struct Taken {
    paths: Vec<usize>,
    in_gap: bool,
}

impl Checker<'_> {
    fn found(&mut self, check: Check, text: String) {
        let call = self.call.clone();
        self.tally.findings.push(Finding { check, call, text });
    }

    fn check(
        &mut self,
        summarised: &mut Summarised,
        effort: Effort,
    ) -> Result<(), cargo_tlv::driver::Error> {
        self.tally.calls += 1;
        self.tally.paths += summarised.summary.paths.len();
        self.tally.gaps += summarised.summary.gaps.len();
        let seed = self
            .call
            .bytes()
            .fold(7, |hash: u64, byte| hash.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte));
        let inputs = summarised.inputs.clone();
        let mut generator = Generator::new(&summarised.summary, &inputs, seed);
        let (models, impossible) = self.models(summarised, &mut generator);
        self.impossible = impossible;
        let invented = invents(&summarised.summary, &inputs);
        let values: Vec<Values> = models.iter().map(|(_, values)| values.clone()).collect();
        let answers = self.run(summarised.event, &inputs, &values)?;
        self.tally.models += values.len();
        for ((path, values), shown) in models.iter().zip(answers) {
            let path = (!invented).then_some(*path);
            self.compare(Check::Model, summarised, path, values, &shown, invented);
            if effort.first && !self.tally.findings.is_empty() {
                return Ok(());
            }
        }
        // Where every input costs questions to the solver, few must do.
        let count = if invented { effort.random / 10 } else { effort.random };
        let count = count.min(EVALUATIONS / summarised.summary.terms.len().max(1)).max(20);
        let random: Vec<Values> = (0..count)
            .map(|n| match values.get(n / 2 % values.len().max(1)) {
                Some(model) if n % 2 == 0 => generator.near(model),
                _ => generator.any(),
            })
            .collect();
        let answers = self.run(summarised.event, &inputs, &random)?;
        self.tally.random += random.len();
        for (values, shown) in random.iter().zip(answers) {
            self.compare(Check::Random, summarised, None, values, &shown, invented);
            if effort.first && !self.tally.findings.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Models of the paths, by path, for everything that may be reported on them; and what the
    /// solver says is never reported.
    fn models(
        &mut self,
        summarised: &mut Summarised,
        generator: &mut Generator<'_>,
    ) -> (Vec<(usize, Values)>, Vec<Impossible>) {
        let (mut models, mut impossible) = (Vec::new(), Vec::new());
        let Summarised { summary, solver, inputs, .. } = summarised;
        for index in 0..summary.paths.len() {
            let condition = summary.paths[index].condition.clone();
            let variables: BTreeSet<Term> =
                condition.iter().flat_map(|term| summary.terms.variables_of(*term)).collect();
            let variables: Vec<Term> = variables.into_iter().collect();
            let mut further = vec![Vec::new()];
            for _ in 1..MODELS {
                further.push(generator.condition(&mut summary.terms, &variables));
            }
            let reported = reported(&mut summary.terms, &summary.paths[index]);
            let random = further.len();
            further.extend(reported.iter().map(|condition| vec![*condition]));
            for (nth, further) in further.into_iter().enumerate() {
                let all: Vec<Term> = condition.iter().chain(&further).copied().collect();
                let patience = if nth == 0 { PATIENCE } else { PATIENCE / 5 };
                let budget = Budget { per_query: Some(patience), ..Budget::default() };
                match solver.check(&summary.terms, &all, &budget) {
                    Answer::Satisfiable(model) => {
                        let values = summary.terms.evaluate_all(&all, &model);
                        if values.contains(&0) {
                            let text = format!("a model of path {index} is none: {model:x?}");
                            self.found(Check::Making, text);
                        }
                        models.push((index, values_of(&summary.terms, inputs, &model)));
                    }
                    Answer::Unsatisfiable if nth == 0 => {
                        self.found(Check::Making, format!("path {index} cannot be taken"));
                    }
                    Answer::Unsatisfiable if nth >= random => {
                        impossible.push(Impossible { path: index, condition: further[0] });
                    }
                    Answer::Unsatisfiable | Answer::Unknown(_) => {}
                }
            }
        }
        (models, impossible)
    }

    fn run(
        &mut self,
        event: Event,
        inputs: &Inputs,
        values: &[Values],
    ) -> Result<Vec<Shown>, cargo_tlv::driver::Error> {
        let queries: Vec<_> = values.iter().map(|values| query(event, inputs, values)).collect();
        let answers = self.driver.step(&queries)?;
        Ok(answers.iter().map(|answer| shown(answer, event)).collect())
    }

    /// Compares what a run showed with what the summary says; `path` is the one that was meant.
    fn compare(
        &mut self,
        check: Check,
        summarised: &mut Summarised,
        path: Option<usize>,
        values: &Values,
        shown: &Shown,
        invented: bool,
    ) {
        if invented {
            return self.compare_by_solver(check, summarised, values, shown);
        }
        let summary = &summarised.summary;
        let model = model_of(&summary.terms, values);
        let taken = taken(summary, &model);
        if let Some(path) = path
            && taken.paths != [path]
        {
            let text = format!("a model of path {path} takes {:?}: {values:x?}", taken.paths);
            return self.found(check, text);
        }
        if taken.paths.len() > 1 {
            let text = format!("{values:x?} takes the paths {:?}", taken.paths);
            return self.found(check, text);
        }
        let excluded = self.impossible.iter().find(|impossible| {
            taken.paths.contains(&impossible.path)
                && summary.terms.evaluate(impossible.condition, &model) == 1
        });
        if let Some(Impossible { path, condition }) = excluded {
            let condition = summary.terms.display(*condition).to_string();
            let text = format!("{condition} on path {path} is excluded, with {values:x?}");
            return self.found(check, text);
        }
        let path = taken.paths.first().map(|index| &summary.paths[*index]);
        match (shown, path) {
            (Shown::Call(native), Some(path)) => {
                let differences = predicted(&summary.terms, path, &model).differs_from(native);
                if differences.is_empty() {
                    self.tally.agreed += 1;
                } else {
                    let text = format!("{}; with {values:x?}", differences.join(", "));
                    self.found(check, text);
                }
            }
            (Shown::Call(_), None) if taken.in_gap => self.tally.in_gaps += 1,
            (Shown::Call(native), None) => {
                let unbounded = summarised.inputs.values().any(|input| {
                    matches!(input, tlv_symbolic::exec::Input::Integer { high: None, .. })
                });
                if unbounded {
                    // Out of a range that depends on other inputs; natively the nearest was taken.
                    self.tally.nothing += 1;
                } else {
                    self.found(check, format!("no path for {values:x?}, which gives {native:?}"));
                }
            }
            (Shown::NotMade, Some(_)) => {
                self.found(check, format!("{values:x?} cannot be made, but has a path"));
            }
            (Shown::NotMade, None) => self.tally.not_made += 1,
            (Shown::Nothing(_), None) if taken.in_gap => self.tally.in_gaps += 1,
            (Shown::Nothing(why), _) => {
                self.tally.nothing += 1;
                self.found(check, format!("{why} with {values:x?}, outside of all gaps"));
            }
        }
    }

    /// The same where the summary depends on values that no run can be told: there must be some
    /// with which a path says what the run showed.
    fn compare_by_solver(
        &mut self,
        check: Check,
        summarised: &mut Summarised,
        values: &Values,
        shown: &Shown,
    ) {
        let Summarised { summary, solver, .. } = summarised;
        let Summary { terms, paths, gaps, .. } = summary;
        let variables: Vec<(Term, (u32, u64))> =
            terms.variables().map(|(term, v)| (term, (v.call, v.id))).collect();
        let mut given = Vec::new();
        for (term, key) in variables {
            if let Some(bits) = values.get(&key) {
                let width = terms.width(term);
                let constant = terms.constant(width, *bits);
                given.push(terms.eq(term, constant));
            }
        }
        let budget = Budget { deadline: Some(Instant::now() + PATIENCE), ..Budget::default() };
        let mut ask = |terms: &Terms, further: &[Term]| {
            let all: Vec<Term> = given.iter().chain(further).copied().collect();
            solver.check(terms, &all, &budget)
        };
        let (mut taken, mut agreed) = (Vec::new(), false);
        for (index, path) in paths.iter().enumerate() {
            if matches!(ask(terms, &path.condition), Answer::Unsatisfiable) {
                continue;
            }
            taken.push(index);
            if let Shown::Call(native) = shown
                && let Some(same) = same(terms, path, native)
            {
                let all: Vec<Term> = path.condition.iter().copied().chain(same).collect();
                // That the solver gave up is no agreement.
                agreed |= matches!(ask(terms, &all), Answer::Satisfiable(_));
            }
        }
        let in_gap =
            gaps.iter().any(|gap| matches!(ask(terms, &gap.condition), Answer::Satisfiable(_)));
        match shown {
            _ if agreed => self.tally.agreed += 1,
            Shown::NotMade if taken.is_empty() => self.tally.not_made += 1,
            _ if in_gap => self.tally.in_gaps += 1,
            other => {
                let text = format!("{other:?} on none of the paths {taken:?} with {values:x?}");
                self.found(check, text);
            }
        }
    }

    /// Compares what two summaries say of the same inputs.
    fn compare_unmerged(&mut self, merged: &Summarised, unmerged: &Summarised, count: usize) {
        if [merged, unmerged].iter().any(|s| invents(&s.summary, &s.inputs)) {
            return;
        }
        let mut generator = Generator::new(&merged.summary, &merged.inputs, 11);
        let mut seen: Option<Values> = None;
        for n in 0..count {
            let values = match &seen {
                Some(values) if n % 2 == 0 => generator.near(values),
                _ => generator.any(),
            };
            let [one, other] = [merged, unmerged].map(|s| says(&s.summary, &values));
            if let (Some(one), Some(other)) = (&one, &other) {
                self.tally.unmerged += 1;
                if one != other {
                    let text = format!("merged {one:?}, unmerged {other:?} with {values:x?}");
                    self.found(Check::Merging, text);
                }
            }
            if one.is_some_and(|paths| !paths.is_empty()) {
                seen = Some(values);
            }
        }
    }
}

/// What a summary says of an input: what is seen on its paths; `None` if it is in a gap.
fn says(summary: &Summary, values: &Values) -> Option<Vec<Account>> {
    let model = model_of(&summary.terms, values);
    let taken = taken(summary, &model);
    let accounts =
        taken.paths.iter().map(|index| predicted(&summary.terms, &summary.paths[*index], &model));
    (!taken.in_gap).then(|| accounts.collect())
}

fn taken(summary: &Summary, model: &Model) -> Taken {
    let of_paths = summary.paths.iter().flat_map(|path| &path.condition);
    let of_gaps = summary.gaps.iter().flat_map(|gap| &gap.condition);
    let all: Vec<Term> = of_paths.chain(of_gaps).copied().collect();
    let mut values = summary.terms.evaluate_all(&all, model).into_iter();
    // Takes the values of all conditions, also after the first that does not hold.
    let mut hold =
        |count: usize| values.by_ref().take(count).fold(true, |all, bit| all & (bit == 1));
    let paths = summary.paths.iter().enumerate();
    let paths = paths.filter(|(_, path)| hold(path.condition.len())).map(|(index, _)| index);
    let paths = paths.collect();
    let in_gap = summary.gaps.iter().fold(false, |any, gap| any | hold(gap.condition.len()));
    Taken { paths, in_gap }
}

/// Whether a summary depends on something that is not an input.
fn invents(summary: &Summary, inputs: &Inputs) -> bool {
    let terms = &summary.terms;
    let of_paths = summary.paths.iter().flat_map(terms_of);
    let all = of_paths.chain(summary.gaps.iter().flat_map(|gap| gap.condition.clone()));
    let all: BTreeSet<Term> = all.collect();
    let is_input = |variable: &Term| {
        let variable = terms.as_variable(*variable).expect("it is a variable");
        inputs.contains_key(&(variable.call, variable.id))
    };
    all.into_iter().any(|term| !terms.variables_of(term).iter().all(is_input))
}

/// All that a path may report of an outcome, a predicate or an invariant after the call, each as a
/// condition. What is certain is left out.
fn reported(terms: &mut Terms, path: &Path) -> Vec<Term> {
    let mut conditions = Vec::new();
    if terms.as_constant(path.outcome).is_none() {
        for outcome in 0..7 {
            let outcome = terms.constant(8, outcome);
            conditions.push(terms.eq(path.outcome, outcome));
        }
    }
    if let Some(observed) = &path.after {
        for bit in observed.predicates.iter().chain(&observed.invariants).take(8) {
            conditions.extend([*bit, terms.not(*bit)]);
        }
    }
    conditions.retain(|condition| terms.as_constant(*condition).is_none());
    conditions
}

/// The condition of a path and all it reports.
fn terms_of(path: &Path) -> Vec<Term> {
    let mut all = path.condition.clone();
    all.push(path.outcome);
    all.extend(path.required);
    for observed in path.before.iter().chain(&path.after) {
        all.extend(observed.terms());
    }
    all
}

/// That a path reports what was seen, as terms; `None` if it cannot, whatever the values.
fn same(terms: &mut Terms, path: &Path, native: &Account) -> Option<Vec<Term>> {
    let mut all = Vec::new();
    let mut equal = |term: Term, value: u128| {
        let width = terms.width(term);
        let value = terms.constant(width, value);
        all.push(terms.eq(term, value));
    };
    equal(path.outcome, native.outcome.into());
    if let (Some(required), Some(native)) = (path.required, native.required) {
        equal(required, native.into());
    }
    if path.fate != native.fate {
        return None;
    }
    let place = path.panic.as_ref().map(|place| (&place.file, place.line, place.column));
    let seen = native.panic.as_ref().map(|(file, line, column)| (file, *line, *column));
    if place.is_some() && place != seen {
        return None;
    }
    for (observed, view) in [(&path.before, &native.before), (&path.after, &native.after)] {
        let (Some(observed), Some(view)) = (observed, view) else {
            if observed.is_some() != view.is_some() {
                return None;
            }
            continue;
        };
        for (index, term) in observed.predicates.iter().enumerate() {
            equal(*term, view.valuation >> index & 1);
        }
        for (index, term) in observed.invariants.iter().enumerate() {
            equal(*term, u128::from(view.broken >> index & 1 == 0));
        }
        let failed = observed.unevaluable.iter().enumerate();
        if failed.map(|(index, bit)| u128::from(*bit) << index).sum::<u128>() != view.unevaluable {
            return None;
        }
        let ids: BTreeSet<u64> = observed.features.iter().map(|feature| feature.id).collect();
        if !view.features.keys().all(|id| ids.contains(id)) {
            return None;
        }
        for feature in &observed.features {
            let number = view.features.get(&feature.id);
            equal(feature.exists, number.is_some().into());
            if let Some(number) = number {
                equal(feature.value, *number as u128);
            }
        }
    }
    Some(all)
}
