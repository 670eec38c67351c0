//! The probe's main loop: reads requests, runs user code, writes replies.
//!
//! User code may print, read, panic, exit or never return. The channel to the plugin is therefore
//! moved away from the standard streams before any of it runs; everything else is for the plugin
//! to notice.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::time::{Duration, Instant};

use super::session::Drive;
use super::subject::{Registration, Subject};
use crate::wire::{self, Panic, Place, Reply, Request, StepQuery};

/// An answer is not held back longer than this.
const FLUSH_AFTER: Duration = Duration::from_millis(50);

/// The most memory the driver may have for data: a runaway allocation ends the driver, not the machine.
#[cfg(unix)]
const MEMORY_LIMIT: u64 = 1 << 30;

/// The stack that user code runs on. Builds without optimisation copy a large object from frame to
/// frame, and a long list is looked at, copied and dropped by recursion; neither is to end the
/// driver, which would be taken for what a method does.
const STACK: usize = 64 << 20;

thread_local! {
    /// The panic that the hook saw last on this thread.
    static LAST_PANIC: RefCell<Option<Panic>> = const { RefCell::new(None) };
    /// Whether a panic came that our hook did not see: user code has set its own.
    static HOOK_LOST: Cell<bool> = const { Cell::new(false) };
}

/// What the probe's `main` calls.
pub fn main() {
    let (from_plugin, to_plugin) = match claim_channel() {
        Ok(channel) => channel,
        Err(error) => fail(&format!("cannot take over the standard streams: {error}")),
    };
    if let Err(error) = end_with_plugin(&to_plugin) {
        fail(&format!("cannot watch cargo tlv: {error}"));
    }
    limit_memory();
    watch_panics();
    let served = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        // An end of the channel is the plugin's way to say that it needs nothing more.
        match serve(&mut BufReader::new(from_plugin), &mut BufWriter::new(to_plugin)) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {}
            Err(error) => fail(&format!("cannot talk to cargo tlv: {error}")),
        }
    });
    match served.map(std::thread::JoinHandle::join) {
        Ok(Ok(())) => {}
        Ok(Err(_)) => fail("the driver itself panicked"),
        Err(error) => fail(&format!("cannot start a thread: {error}")),
    }
    // Threads that user code left behind do not keep the driver alive.
    std::process::exit(0);
}

#[expect(clippy::print_stderr, reason = "there is no other way left to say it")]
fn fail(message: &str) -> ! {
    eprintln!("tlv-probe: {message}; run it through `cargo tlv`");
    std::process::exit(3);
}

fn serve(from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
    to.write_all(&wire::hello())?;
    to.flush()?;
    let subjects: Vec<Subject> = collect_subjects();
    let mut session: Option<Box<dyn Drive>> = None;
    loop {
        match wire::read::<Request>(from)? {
            Request::Describe => {
                let descriptions = subjects.iter().map(|subject| subject.description.clone());
                wire::write(to, &Reply::Subjects(descriptions.collect()))?;
            }
            Request::Select { subject, options } => {
                let subject = subjects.get(subject as usize).ok_or_else(out_of_order)?;
                session = Some((subject.open)(&options));
                wire::write(to, &Reply::Ready)?;
            }
            Request::Restore(recipes) => {
                let session = session.as_mut().ok_or_else(out_of_order)?;
                recipes.into_iter().for_each(|recipe| session.restore(recipe));
                wire::write(to, &Reply::Ready)?;
            }
            Request::Run { queries, careful } => {
                let session = session.as_mut().ok_or_else(out_of_order)?;
                run(session.as_mut(), &queries, careful, to)?;
                wire::write(to, &Reply::Ready)?;
            }
            Request::Step(queries) => {
                let session = session.as_mut().ok_or_else(out_of_order)?;
                step(session.as_mut(), &queries, to)?;
                wire::write(to, &Reply::Ready)?;
            }
            Request::Features => {
                let session = session.as_ref().ok_or_else(out_of_order)?;
                wire::write(to, &Reply::Features(session.features()))?;
            }
        }
        to.flush()?;
    }
}

fn out_of_order() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "a request for a type that was not selected")
}

/// The registered types.
fn collect_subjects() -> Vec<Subject> {
    Registration::all().into_iter().map(Registration::subject).collect()
}

fn run(
    session: &mut dyn Drive,
    queries: &[wire::Query],
    careful: bool,
    to: &mut impl Write,
) -> io::Result<()> {
    let mut flushed = Instant::now();
    for (number, query) in queries.iter().enumerate() {
        if HOOK_LOST.take() {
            watch_panics();
        }
        let mut failed = None;
        let answer = session.run(query, &mut |step| {
            if careful && failed.is_none() {
                let query = u32::try_from(number).unwrap_or(u32::MAX);
                let told = wire::write(to, &Reply::Begin { query, step });
                failed = told.and_then(|()| to.flush()).err();
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        wire::write(to, &Reply::Answer(answer))?;
        if careful || flushed.elapsed() > FLUSH_AFTER {
            to.flush()?;
            flushed = Instant::now();
        }
    }
    Ok(())
}

fn step(session: &mut dyn Drive, queries: &[StepQuery], to: &mut impl Write) -> io::Result<()> {
    for (number, query) in queries.iter().enumerate() {
        // Steps are few: their panics are worth a hook of our own each time.
        watch_panics();
        let query_number = u32::try_from(number).unwrap_or(u32::MAX);
        let mut failed = None;
        let stepped = session.step(query, &mut |step| {
            if failed.is_none() {
                let told = wire::write(to, &Reply::Begin { query: query_number, step });
                failed = told.and_then(|()| to.flush()).err();
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        wire::write(to, &Reply::Stepped(stepped))?;
        to.flush()?;
    }
    Ok(())
}

/// The text of a panic; where its payload is not a text, what the default hook says then.
fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "Box<dyn Any>".to_owned())
}

/// The panic hook: says nothing, remembers everything.
fn record_panic(info: &PanicHookInfo<'_>) {
    let message = message_of(info.payload());
    let place = info.location().map(|location| Place {
        file: location.file().to_owned(),
        line: location.line(),
        column: location.column(),
    });
    // A thread that is being torn down has nobody left to tell.
    let _ = LAST_PANIC.try_with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            *last = Some(Panic { message, place });
        }
    });
}

/// Makes sure that the next panic is recorded, whatever user code did to the hook before.
pub(super) fn watch_panics() {
    panic::set_hook(Box::new(record_panic));
}

/// Forgets the panics that were caught by somebody else.
pub(super) fn forget_panics() {
    LAST_PANIC.take();
}

/// Takes what is known of a caught panic from its payload, if the hook did not see it.
pub(super) fn note_payload(payload: Box<dyn Any + Send>) {
    LAST_PANIC.with_borrow_mut(|last| {
        if last.is_none() {
            HOOK_LOST.set(true);
            *last = Some(Panic { message: message_of(&*payload), place: None });
        }
    });
    // Dropping a payload may panic in its turn.
    let _ = panic::catch_unwind(AssertUnwindSafe(|| drop(payload)));
}

/// The last panic; asked once.
pub(super) fn last_panic() -> Option<Panic> {
    LAST_PANIC.take()
}

/// Keeps the plugin's channel for the driver alone: user code reads nothing from standard input,
/// and what it prints goes to standard error, which the plugin reads separately.
#[cfg(unix)]
fn claim_channel() -> io::Result<(std::fs::File, std::fs::File)> {
    use std::fs::File;
    use std::os::fd::{AsFd, AsRawFd};

    let from_plugin = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let to_plugin = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let nothing = File::open("/dev/null")?;
    for (from, onto) in [(nothing.as_raw_fd(), 0), (io::stderr().as_raw_fd(), 1)] {
        // SAFETY: both are open descriptors of this process, and nothing has buffered input or
        // output on the standard streams yet.
        if unsafe { libc::dup2(from, onto) } < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok((from_plugin, to_plugin))
}

/// Elsewhere the standard streams stay shared: a type that prints disturbs the channel, which the
/// plugin reports as a driver that cannot be understood.
#[cfg(not(unix))]
fn claim_channel() -> io::Result<(io::Stdin, io::Stdout)> {
    Ok((io::stdin(), io::stdout()))
}

/// Ends the driver as soon as nobody reads its answers, whatever user code is doing: a plugin that
/// was killed cannot end it, and a call that never returns would keep it busy for ever.
#[cfg(unix)]
fn end_with_plugin(to_plugin: &std::fs::File) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    let to_plugin = to_plugin.try_clone()?;
    let watch = move || loop {
        // No event is asked for: the end of the other side is told anyway.
        let mut watched = libc::pollfd { fd: to_plugin.as_raw_fd(), events: 0, revents: 0 };
        // SAFETY: the structure lives until the call returns, and the descriptor until the end.
        if unsafe { libc::poll(&raw mut watched, 1, -1) } > 0 {
            // SAFETY: ends the process without running anything of user code.
            unsafe { libc::_exit(0) };
        }
    };
    std::thread::Builder::new().name("tlv-watch".to_owned()).spawn(watch).map(drop)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn end_with_plugin(_to_plugin: &io::Stdout) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn limit_memory() {
    let limit = MEMORY_LIMIT + STACK as u64;
    let limit = libc::rlimit { rlim_cur: limit, rlim_max: limit };
    // SAFETY: the structure lives until the call returns. A refusal leaves the limit as it was.
    unsafe { libc::setrlimit(libc::RLIMIT_DATA, &raw const limit) };
    let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: as above. An abort of user code is an observation, not something to dump.
    unsafe { libc::setrlimit(libc::RLIMIT_CORE, &raw const no_core) };
}

#[cfg(not(unix))]
fn limit_memory() {}
