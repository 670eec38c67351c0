//! What is going on, on stderr: a live line on a terminal, now and then a line elsewhere, nothing
//! with `-q`.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::terminal::Terminal;

/// How often a line is printed where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(10);

/// Shows phases and how far they are. Cheap to call often; can be shared between threads.
#[derive(Debug)]
pub struct Progress {
    terminal: Terminal,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Silent,
    Lines(Mutex<Lines>),
    Live(ProgressBar),
}

impl Progress {
    /// Silent if `quiet`, live if stderr is a terminal, else lines.
    #[must_use]
    pub fn new(terminal: Terminal, quiet: bool) -> Progress {
        let kind = if quiet {
            Kind::Silent
        } else if std::io::stderr().is_terminal() {
            Kind::Live(live())
        } else {
            Kind::Lines(Mutex::new(Lines::new(Instant::now())))
        };
        Progress { terminal, kind }
    }

    /// Starts a phase, such as `building` or `learning stack::Stack`.
    pub fn phase(&self, name: &str) {
        match &self.kind {
            Kind::Silent => {}
            Kind::Lines(lines) => self.print(lock(lines).phase(name, Instant::now())),
            Kind::Live(bar) => {
                bar.set_prefix(name.to_owned());
                bar.set_message("");
                bar.enable_steady_tick(Duration::from_millis(100));
            }
        }
    }

    /// Tells how far the phase is: how much is done, of how much if that is known, and what is
    /// being worked at.
    pub fn update(&self, done: usize, total: Option<usize>, detail: &str) {
        match &self.kind {
            Kind::Silent => {}
            Kind::Lines(lines) => {
                let line = lock(lines).update(done, total, detail, Instant::now());
                line.into_iter().for_each(|line| self.print(line));
            }
            Kind::Live(bar) => bar.set_message(counts(done, total, detail)),
        }
    }

    /// Prints a warning and keeps the live line intact. Silent with `-q`.
    pub fn warning(&self, text: &str) {
        match &self.kind {
            Kind::Silent => {}
            Kind::Lines(_) => self.terminal.warning(text),
            Kind::Live(bar) => bar.suspend(|| self.terminal.warning(text)),
        }
    }

    /// Prints a line that stays. Silent with `-q`.
    pub fn line(&self, text: &str) {
        match &self.kind {
            Kind::Silent => {}
            Kind::Lines(_) => self.print(text.to_owned()),
            Kind::Live(bar) => bar.suspend(|| self.print(text.to_owned())),
        }
    }

    /// Removes the live line; call it before printing results or errors.
    pub fn finish(&self) {
        if let Kind::Live(bar) = &self.kind {
            bar.disable_steady_tick();
            bar.finish_and_clear();
        }
    }

    fn print(&self, mut line: String) {
        line.push('\n');
        self.terminal.say(&line);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

fn live() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {prefix} {wide_msg} [{elapsed}]")
        .expect("the template is right");
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
}

/// The plain lines: a phase when it starts, then at most one line each interval.
#[derive(Debug)]
struct Lines {
    phase: String,
    start: Instant,
    last: Instant,
}

impl Lines {
    fn new(now: Instant) -> Lines {
        Lines { phase: String::new(), start: now, last: now }
    }

    fn phase(&mut self, name: &str, now: Instant) -> String {
        name.clone_into(&mut self.phase);
        (self.start, self.last) = (now, now);
        name.to_owned()
    }

    fn update(
        &mut self,
        done: usize,
        total: Option<usize>,
        detail: &str,
        now: Instant,
    ) -> Option<String> {
        if now.duration_since(self.last) < INTERVAL {
            return None;
        }
        self.last = now;
        let elapsed = now.duration_since(self.start).as_secs();
        Some(format!("{}: {} [{elapsed}s]", self.phase, counts(done, total, detail)))
    }
}

fn lock(lines: &Mutex<Lines>) -> std::sync::MutexGuard<'_, Lines> {
    // A thread that panicked while it held them left nothing inconsistent.
    lines.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn counts(done: usize, total: Option<usize>, detail: &str) -> String {
    let mut text = done.to_string();
    if let Some(total) = total {
        let _ = write!(text, "/{total}");
    }
    if !detail.is_empty() {
        let _ = write!(text, " {detail}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_now_and_then() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut lines = Lines::new(start);
        assert_eq!(lines.phase("building", at(1)), "building");
        assert_eq!(lines.update(1, Some(9), "serde", at(2)), None);
        let line = lines.update(2, Some(9), "syn", at(11));
        assert_eq!(line.as_deref(), Some("building: 2/9 syn [10s]"));
        assert_eq!(lines.update(3, Some(9), "quote", at(12)), None);
        lines.phase("learning a::B", at(13));
        assert_eq!(lines.update(70, None, "", at(14)), None);
        let line = lines.update(90, None, "", at(33));
        assert_eq!(line.as_deref(), Some("learning a::B: 90 [20s]"));
    }
}
