//! A solver of its own process, spoken to in SMT-LIB 2: started when it is first needed, asked one
//! question after the other, killed at its time limit and begun anew after that or a crash.
//!
//! Nothing such a process says is taken on trust where that can be helped: a model is evaluated
//! before it counts. An answer that cannot be read is no answer.

#[cfg(all(test, unix))]
mod tests;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::tool::Tool;
use super::{Writer, name, values};
use crate::solve::{Answer, Budget, GaveUp, Solver};
use crate::term::{Term, Terms};

/// How often it is looked whether somebody wants to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// What a question may take when nobody says.
const PATIENCE: Duration = Duration::from_secs(3600);

/// A solver in a process of its own.
pub struct Smt {
    tool: Tool,
    program: PathBuf,
    running: Option<Running>,
    queries: u64,
    starts: u64,
}

/// A process with what it was told.
struct Running {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    writer: Writer,
}

impl Smt {
    /// A solver that is not started yet.
    #[must_use]
    pub fn new(tool: Tool, program: PathBuf) -> Self {
        Smt { tool, program, running: None, queries: 0, starts: 0 }
    }

    /// How often a process was started.
    #[must_use]
    pub fn starts(&self) -> u64 {
        self.starts
    }

    /// The process, started if there is none.
    fn running(&mut self) -> Result<&mut Running, GaveUp> {
        if self.running.is_none() {
            self.starts += 1;
            let started = Running::start(self.tool, &self.program);
            self.running = Some(started.map_err(|_| GaveUp::Failed)?);
        }
        self.running.as_mut().ok_or(GaveUp::Failed)
    }

    fn ask(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, GaveUp> {
        let end = budget.end().unwrap_or_else(|| Instant::now() + PATIENCE);
        let running = self.running()?;
        let mut text = String::new();
        // What is defined outside of `push` stays defined for the next question.
        running.writer.define(terms, assumptions, &mut text);
        text.push_str("(push 1)\n");
        for &assumption in assumptions {
            text.push_str(&format!("(assert {})\n", name(terms, assumption)));
        }
        text.push_str("(check-sat)\n");
        running.say(&text)?;
        let answer = match running.hear(end, budget)?.trim() {
            "unsat" => Answer::Unsatisfiable,
            "sat" => running.model(terms, assumptions, end, budget)?,
            // Its own limits ran out.
            "unknown" | "timeout" => return Err(GaveUp::Time),
            _ => return Err(GaveUp::Failed),
        };
        running.say("(pop 1)\n")?;
        Ok(answer)
    }
}

impl Solver for Smt {
    fn check(&mut self, terms: &Terms, assumptions: &[Term], budget: &Budget) -> Answer {
        self.queries += 1;
        let mut asked = Vec::with_capacity(assumptions.len());
        for &assumption in assumptions {
            match terms.as_constant(assumption) {
                Some(0) => return Answer::Unsatisfiable,
                Some(_) => {}
                None => asked.push(assumption),
            }
        }
        if asked.is_empty() {
            return Answer::Satisfiable(crate::term::Model::default());
        }
        let mut again = true;
        loop {
            match self.ask(terms, &asked, budget) {
                Ok(answer) => return answer,
                Err(why) => {
                    // Whatever it is doing now, it is not to answer the next question with it.
                    self.running = None;
                    if why != GaveUp::Failed || !std::mem::take(&mut again) {
                        return Answer::Unknown(why);
                    }
                }
            }
        }
    }

    fn queries(&self) -> u64 {
        self.queries
    }

    fn name(&self) -> &'static str {
        self.tool.name()
    }
}

impl Running {
    fn start(tool: Tool, program: &Path) -> std::io::Result<Running> {
        let mut child = Command::new(program)
            .args(tool.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("the solver has no input or output"));
        };
        let (lines, heard) = channel();
        // Ends with the process, whose output then ends.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if !line.is_ok_and(|line| lines.send(line).is_ok()) {
                    break;
                }
            }
        });
        let mut running = Running { child, input, output: heard, writer: Writer::new() };
        let begin = "(set-option :print-success false)\n(set-option :produce-models true)\n\
                     (set-logic QF_BV)\n";
        running.say(begin).map_err(|_| std::io::Error::other("the solver ended at once"))?;
        Ok(running)
    }

    fn say(&mut self, text: &str) -> Result<(), GaveUp> {
        let said = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        said.map_err(|_| GaveUp::Failed)
    }

    /// The next line that is not empty.
    fn hear(&mut self, end: Instant, budget: &Budget) -> Result<String, GaveUp> {
        loop {
            if budget.is_interrupted() {
                return Err(GaveUp::Interrupted);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(GaveUp::Time);
            }
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(GaveUp::Failed),
            }
        }
    }

    /// The model of the last answer, if all assumptions are true in it.
    fn model(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        end: Instant,
        budget: &Budget,
    ) -> Result<Answer, GaveUp> {
        let mut variables: Vec<Term> =
            assumptions.iter().flat_map(|&term| terms.variables_of(term)).collect();
        variables.sort_unstable();
        variables.dedup();
        let names: Vec<String> = variables.iter().map(|&term| name(terms, term)).collect();
        self.say(&format!("(get-value ({}))\n", names.join(" ")))?;
        // An answer may have several lines: it ends where its parentheses do.
        let mut answer = String::new();
        loop {
            answer.push_str(&self.hear(end, budget)?);
            answer.push('\n');
            if is_closed(&answer) {
                break;
            }
        }
        let model = values(terms, &variables, &answer).ok_or(GaveUp::Failed)?;
        let holds = terms.evaluate_all(assumptions, &model).iter().all(|value| *value == 1);
        if holds { Ok(Answer::Satisfiable(model)) } else { Err(GaveUp::Failed) }
    }
}

/// Whether all parentheses outside of quoted symbols are closed.
fn is_closed(text: &str) -> bool {
    let (mut depth, mut quoted) = (0_i64, false);
    for character in text.chars() {
        match character {
            '|' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    depth <= 0 && !quoted
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may be in the middle of a search that nobody waits for any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
