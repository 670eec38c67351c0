//! The one place that prints: results to stdout, everything else to stderr.

use std::io::{ErrorKind, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::args::ColorWhen;
use crate::error::Error;

/// The width of output that does not go to a terminal, or to one that does not tell.
const DEFAULT_WIDTH: usize = 100;

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
const WARNING: Style = AnsiColor::BrightYellow.on_default().bold();
const HELP: Style = AnsiColor::BrightCyan.on_default().bold();

/// Both output streams, with or without colours.
#[derive(Debug, Clone, Copy)]
pub struct Terminal {
    choice: ColorChoice,
}

impl Terminal {
    /// With colours as `--color` says; `auto` looks at each stream, and at `NO_COLOR` and its kin.
    #[must_use]
    pub fn new(when: ColorWhen) -> Terminal {
        let choice = match when {
            ColorWhen::Auto => ColorChoice::Auto,
            ColorWhen::Always => ColorChoice::AlwaysAnsi,
            ColorWhen::Never => ColorChoice::Never,
        };
        Terminal { choice }
    }

    /// Prints results, which may have colours in them, to stdout.
    ///
    /// # Errors
    /// When stdout cannot be written. A reader that has seen enough and went away is no error.
    pub fn results(&self, text: &str) -> Result<(), Error> {
        let mut stream = AutoStream::new(std::io::stdout().lock(), self.choice);
        match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
            Err(source) if source.kind() != ErrorKind::BrokenPipe => Err(Error::Output { source }),
            _ => Ok(()),
        }
    }

    /// Prints an error to stderr: what other tools said about it, our line, what to do next.
    pub fn error(&self, error: &Error) {
        let mut text = String::new();
        if let Some(details) = error.details() {
            text.push_str(details.trim_end());
            text.push_str("\n\n");
        }
        text.push_str(&format!("{ERROR}error{ERROR:#}: {error}\n"));
        if let Some(help) = error.help() {
            text.push_str(&format!("  {HELP}help{HELP:#}: {help}\n"));
        }
        self.say(&text);
    }

    /// Prints a warning to stderr.
    pub fn warning(&self, text: &str) {
        self.say(&format!("{WARNING}warning{WARNING:#}: {text}\n"));
    }

    /// Prints text, which may have colours in it, to stderr.
    pub fn say(&self, text: &str) {
        let mut stream = AutoStream::new(std::io::stderr().lock(), self.choice);
        // There is nowhere left to tell that this failed.
        let _ = stream.write_all(text.as_bytes());
    }

    /// Prints what the command line's parser has to say, and returns the exit code it asks for.
    pub(crate) fn usage(error: &clap::Error) -> u8 {
        let terminal = Terminal::new(ColorWhen::Auto);
        let mut text = error.render().ansi().to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if error.use_stderr() {
            terminal.say(&text);
        } else if let Err(error) = terminal.results(&text) {
            return error.exit_code().number();
        }
        u8::try_from(error.exit_code()).unwrap_or(2)
    }

    /// How many columns results may take.
    #[must_use]
    pub fn width(&self) -> usize {
        terminal_size::terminal_size_of(std::io::stdout())
            .map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0))
    }
}
