//! Second opinions: what a proof rests on is asked again, of every engine, and compared.
//!
//! A claim that two engines answer differently is a mistake in one of them, whichever it is: it is
//! saved with all that is needed to look into it, and the run fails.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tlv::wire;
use tlv_core::{After, Valuation};
use tlv_symbolic::prove::{Claim, Ending, Event, Question};
use tlv_symbolic::solve::smtlib::{self, Smt};
use tlv_symbolic::solve::{Answer, Budget, Builtin, GaveUp, Solver};
use tlv_symbolic::term::Terms;

use crate::engine::{BUILTIN, Found};
use crate::error::Error;
use crate::prove::{Theorems, in_parallel};
use crate::report::document;

/// How long an engine may think about one question. Some multiply numbers of 128 bits, which can take
/// any time.
const QUERY: Duration = Duration::from_secs(30);

/// How long it may take for all questions about one type.
const TYPE: Duration = Duration::from_secs(120);

/// What an engine says to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    Yes,
    No,
    Unknown(&'static str),
}

/// What one engine said, question by question.
#[derive(Debug)]
struct Opinion {
    engine: &'static str,
    version: Option<String>,
    answers: Vec<Said>,
    time: Duration,
}

/// The questions of a proof about a type, with what is needed to speak of them.
#[derive(Debug)]
pub struct Questions<'a> {
    /// What the macros say of the type.
    pub about: &'a wire::Subject,
    /// What its states are called.
    pub names: BTreeMap<Valuation, String>,
    /// The questions.
    pub all: Vec<Question>,
}

/// How engines are asked.
#[derive(Debug, Clone)]
pub struct Asking<'a> {
    /// Who, beside the built-in one.
    pub engines: &'a [Found],
    /// When everything has to be done.
    pub deadline: Instant,
    /// How many processes may run at once.
    pub jobs: usize,
    /// Where disagreements are saved.
    pub directory: &'a Path,
    /// The program that the questions are about.
    pub ir: &'a Path,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Comparison {
    /// A row for each engine.
    pub opinions: Vec<document::Opinion>,
    /// Where each disagreement was saved.
    pub disagreements: Vec<PathBuf>,
}

impl Asking<'_> {
    /// Asks all engines all questions.
    ///
    /// # Errors
    /// When a disagreement cannot be saved.
    pub fn compare(&self, theorems: &Theorems, of: &Questions<'_>) -> Result<Comparison, Error> {
        let mut opinions = vec![Opinion {
            engine: BUILTIN,
            version: None,
            ..self.opinion(theorems, &of.all, &|| Box::new(Builtin::new()))
        }];
        for Found { tool, program } in self.engines {
            let make = || -> Box<dyn Solver + Send> { Box::new(Smt::new(*tool, program.clone())) };
            opinions.push(Opinion {
                engine: tool.name(),
                version: tool.version(program),
                ..self.opinion(theorems, &of.all, &make)
            });
        }
        let mut comparison = Comparison::default();
        for (index, question) in of.all.iter().enumerate() {
            let claimed = question.claim.is_satisfiable();
            if opinions.iter().any(|opinion| opinion.answers[index].contradicts(claimed)) {
                let number = comparison.disagreements.len() + 1;
                let saved = self.save(theorems, of, question, number, &opinions, index)?;
                comparison.disagreements.push(saved);
            }
        }
        comparison.opinions = opinions.iter().map(|opinion| opinion.row(&of.all)).collect();
        Ok(comparison)
    }

    /// Asks solvers of one kind: one for each method, several at once.
    fn opinion(
        &self,
        theorems: &Theorems,
        questions: &[Question],
        make: &(dyn Fn() -> Box<dyn Solver + Send> + Sync),
    ) -> Opinion {
        let mut by_event: BTreeMap<Event, Vec<usize>> = BTreeMap::new();
        for (index, question) in questions.iter().enumerate() {
            by_event.entry(question.event).or_default().push(index);
        }
        let terms_of = |event: &Event| theorems.terms(*event);
        let events: Vec<(&Terms, &[usize])> = by_event
            .iter()
            .filter_map(|(event, indices)| Some((terms_of(event)?, indices.as_slice())))
            .collect();
        let started = Instant::now();
        let budget = Budget {
            deadline: Some(self.deadline.min(started + TYPE)),
            per_query: Some(QUERY),
            ..Budget::default()
        };
        let asked = in_parallel(&events, self.jobs, |(terms, indices)| {
            let mut solver = make();
            let mut ask = |index: &usize| {
                let answer = solver.check(terms, &[questions[*index].term], &budget);
                (*index, Said::of(&answer))
            };
            indices.iter().map(&mut ask).collect::<Vec<_>>()
        });
        let mut answers = vec![Said::Unknown("not asked"); questions.len()];
        for (index, said) in asked.into_iter().flatten() {
            answers[index] = said;
        }
        Opinion { engine: "", version: None, answers, time: started.elapsed() }
    }

    /// Writes down a question that was answered in two ways.
    fn save(
        &self,
        theorems: &Theorems,
        of: &Questions<'_>,
        question: &Question,
        number: usize,
        opinions: &[Opinion],
        index: usize,
    ) -> Result<PathBuf, Error> {
        let directory = self.directory.join(file_name(&format!("{} {number}", of.about.path)));
        let mut text = format!("{}: {}\n", of.about.path, of.claim(question));
        for invariant in &question.invariants {
            let _ = writeln!(text, "assumed: {invariant:?}");
        }
        for opinion in opinions {
            let answer = match &opinion.answers[index] {
                Said::Yes => "satisfiable",
                Said::No => "unsatisfiable",
                Said::Unknown(why) => why,
            };
            let version = opinion.version.as_deref().unwrap_or("");
            let _ = writeln!(text, "{} {version}: {answer}", opinion.engine);
        }
        write(&directory.join("claim.txt"), &text)?;
        write(&directory.join("question.smt2"), &of.script(theorems, question))?;
        // The program is large, and is not copied where it can be linked.
        let program = directory.join("program.ll");
        let _ = std::fs::remove_file(&program);
        if std::fs::hard_link(self.ir, &program).is_err() {
            let copied = std::fs::copy(self.ir, &program);
            copied.map_err(|source| Error::Write { path: program, source })?;
        }
        Ok(directory)
    }
}

impl Said {
    fn of(answer: &Answer) -> Said {
        match answer {
            Answer::Satisfiable(_) => Said::Yes,
            Answer::Unsatisfiable => Said::No,
            Answer::Unknown(GaveUp::Time) => Said::Unknown("time"),
            Answer::Unknown(GaveUp::Conflicts) => Said::Unknown("budget"),
            Answer::Unknown(GaveUp::Memory) => Said::Unknown("memory"),
            Answer::Unknown(GaveUp::Interrupted) => Said::Unknown("interrupted"),
            Answer::Unknown(GaveUp::Failed) => Said::Unknown("failed"),
        }
    }

    fn contradicts(&self, claimed: bool) -> bool {
        match self {
            Said::Yes => !claimed,
            Said::No => claimed,
            Said::Unknown(_) => false,
        }
    }
}

impl Opinion {
    fn row(&self, questions: &[Question]) -> document::Opinion {
        let mut unknown: BTreeMap<String, u64> = BTreeMap::new();
        let (mut answered, mut agreed) = (0, 0);
        for (said, question) in self.answers.iter().zip(questions) {
            match said {
                Said::Unknown(why) => *unknown.entry((*why).to_owned()).or_default() += 1,
                said => {
                    answered += 1;
                    agreed += u64::from(!said.contradicts(question.claim.is_satisfiable()));
                }
            }
        }
        document::Opinion {
            engine: self.engine.to_owned(),
            version: self.version.clone(),
            questions: questions.len() as u64,
            answered,
            agreed,
            unknown,
            ms: u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

impl Questions<'_> {
    /// What a question is about, in words.
    fn claim(&self, question: &Question) -> String {
        let method = self.method(question);
        match (question.claim, question.state) {
            (Claim::Keeps, _) => format!("{method} keeps the invariants"),
            (Claim::NothingElse, _) => {
                let endings: Vec<String> =
                    question.endings.iter().map(|ending| self.ending(ending)).collect();
                format!("{} ends only in: {}", self.call(question), endings.join("; "))
            }
            (Claim::Ends(ending), _) => {
                format!("{} can end in: {}", self.call(question), self.ending(&ending))
            }
        }
    }

    fn method(&self, question: &Question) -> &str {
        match question.event {
            Event::Constructor(id) => {
                self.about.constructors.get(id.index()).map_or("?", |own| own.name.as_str())
            }
            Event::Method(id) => {
                self.about.methods.get(id.index()).map_or("?", |own| own.name.as_str())
            }
        }
    }

    /// `Empty.push`, or the constructor.
    fn call(&self, question: &Question) -> String {
        let method = self.method(question);
        match question.state {
            Some(state) => format!("{}.{method}", self.state(state)),
            None => method.to_owned(),
        }
    }

    fn state(&self, valuation: Valuation) -> &str {
        self.names.get(&valuation).map_or("?", String::as_str)
    }

    fn ending(&self, ending: &Ending) -> String {
        let outcome = document::Outcome::from(ending.outcome).name();
        match ending.after {
            After::Alive(valuation) => format!("{outcome} -> {}", self.state(valuation)),
            After::Dead => outcome.to_owned(),
            After::Ended => format!("{outcome} -> {}", document::END),
        }
    }

    /// The question as a whole script, with what it is about.
    fn script(&self, theorems: &Theorems, question: &Question) -> String {
        let expected = if question.claim.is_satisfiable() { "sat" } else { "unsat" };
        let mut text = format!("; {}: {}\n", self.about.path, self.claim(question));
        let _ = writeln!(text, "(set-info :status {expected})");
        if let Some(terms) = theorems.terms(question.event) {
            text.push_str(&smtlib::script(terms, &[question.term]));
        }
        text
    }

    /// Writes each question as a file of its own.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn emit(&self, theorems: &Theorems, directory: &Path) -> Result<(), Error> {
        let directory = directory.join(file_name(&self.about.path));
        let mut used: BTreeMap<String, u32> = BTreeMap::new();
        for question in &self.all {
            let kind = match question.claim {
                Claim::NothingElse => "ends only so".to_owned(),
                Claim::Ends(ending) => format!("ends {}", self.ending(&ending)),
                Claim::Keeps => "keeps".to_owned(),
            };
            let mut name = file_name(&format!("{} {kind}", self.call(question)));
            // Two names may differ only in what files cannot be called.
            let count = used.entry(name.to_lowercase()).or_default();
            *count += 1;
            if *count > 1 {
                let _ = write!(name, "-{count}");
            }
            write(&directory.join(format!("{name}.smt2")), &self.script(theorems, question))?;
        }
        Ok(())
    }
}

/// A text as the name of a file on any system.
fn file_name(text: &str) -> String {
    let mut name = String::new();
    for character in text.chars() {
        match character {
            '⊥' => name.push_str("dead"),
            c if c.is_ascii_alphanumeric() || "._".contains(c) => name.push(c),
            _ if name.ends_with('-') => {}
            _ => name.push('-'),
        }
    }
    name.trim_matches('-').to_owned()
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    let failed = |source| Error::Write { path: path.to_owned(), source };
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    std::fs::write(path, text).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_have_nothing_that_a_system_refuses() {
        let check = |text: &str, expected: &str| assert_eq!(file_name(text), expected);
        check("Empty.push ends ok -> Partial", "Empty.push-ends-ok-Partial");
        check("stack::Stack<String, 2> 1", "stack-Stack-String-2-1");
        check("Full.push ends panic", "Full.push-ends-panic");
    }

    #[test]
    fn only_an_answer_contradicts() {
        assert!(Said::Yes.contradicts(false) && !Said::Yes.contradicts(true));
        assert!(Said::No.contradicts(true) && !Said::No.contradicts(false));
        let unknown = Said::Unknown("time");
        assert!(!unknown.contradicts(true) && !unknown.contradicts(false));
    }
}
