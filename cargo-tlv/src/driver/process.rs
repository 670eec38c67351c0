//! One driver process: started, asked, listened to with a time limit, and ended for certain.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tlv::wire::{self, Reply, Request};

use super::Error;

/// How much of what user code prints is kept for messages.
const TAIL: usize = 2048;

/// A running driver.
pub(super) struct Process {
    child: Child,
    requests: BufWriter<ChildStdin>,
    replies: Receiver<io::Result<Reply>>,
    output: Arc<Mutex<Output>>,
}

/// What user code printed.
#[derive(Default)]
struct Output {
    bytes: u64,
    tail: Vec<u8>,
}

/// What came, or did not.
pub(super) enum Received {
    Reply(Reply),
    /// Nothing within the time limit.
    Silence,
    /// The process has closed its channel.
    Gone,
    /// Something that is not in the format.
    Malformed(io::Error),
}

impl Process {
    /// Starts the executable and checks that it is a driver of our version.
    pub(super) fn start(executable: &Path, patience: Duration) -> Result<Process, Error> {
        let started = Command::new(executable)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A backtrace on each caught panic would cost more than the call.
            .env_remove("RUST_BACKTRACE")
            .spawn();
        let failed = |source| Error::Start { path: executable.to_owned(), source };
        let mut child = started.map_err(failed)?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            return Err(failed(io::Error::other("its streams are not connected")));
        };
        let output = Arc::new(Mutex::new(Output::default()));
        let collected = Arc::clone(&output);
        std::thread::spawn(move || collect(stderr, &collected));
        let (send_version, version) = mpsc::channel();
        let (send_reply, replies) = mpsc::channel();
        std::thread::spawn(move || listen(stdout, &send_version, &send_reply));
        let process = Process { child, requests: BufWriter::new(stdin), replies, output };
        match version.recv_timeout(patience) {
            Ok(Some(version)) if version == wire::VERSION => Ok(process),
            Ok(Some(found)) => Err(Error::Version { found }),
            Ok(None) => Err(process.lost("is not one of `tlv`'s".to_owned())),
            Err(_) => Err(process.lost("did not come up".to_owned())),
        }
    }

    /// Sends a request.
    pub(super) fn send(&mut self, request: &Request) -> io::Result<()> {
        wire::write(&mut self.requests, request)?;
        self.requests.flush()
    }

    /// Waits for a reply.
    pub(super) fn receive(&mut self, patience: Duration) -> Received {
        match self.replies.recv_timeout(patience) {
            Ok(Ok(reply)) => Received::Reply(reply),
            Ok(Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => Received::Gone,
            Ok(Err(error)) => Received::Malformed(error),
            Err(RecvTimeoutError::Timeout) => Received::Silence,
            Err(RecvTimeoutError::Disconnected) => Received::Gone,
        }
    }

    /// Asks something that involves no user code.
    pub(super) fn ask(&mut self, request: &Request, patience: Duration) -> Result<Reply, Error> {
        if let Err(error) = self.send(request) {
            return Err(self.lost(format!("cannot be asked: {error}")));
        }
        match self.receive(patience) {
            Received::Reply(reply) => Ok(reply),
            Received::Silence => Err(self.lost("does not answer".to_owned())),
            Received::Gone => Err(self.lost("ended before any call".to_owned())),
            Received::Malformed(error) => Err(self.lost(format!("cannot be understood: {error}"))),
        }
    }

    /// The error that says what the process did.
    pub(super) fn lost(&self, what: String) -> Error {
        let output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        Error::Lost { what, output: String::from_utf8_lossy(&output.tail).into_owned() }
    }

    /// How much processor time the process has used. Where the system does not tell, none: then
    /// only the time on the wall counts.
    pub(super) fn processor_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        stat.ok().and_then(|stat| processor_time(&stat)).unwrap_or_default()
    }

    /// How many bytes user code has printed.
    pub(super) fn printed(&self) -> u64 {
        self.output.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself: then there is nothing to kill, only to collect.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// User and system time in a line of `/proc/PID/stat`, in hundredths of a second as Linux gives
/// them to programs. The name, which may hold anything, ends at the last parenthesis.
fn processor_time(stat: &str) -> Option<Duration> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks()? + ticks()?).saturating_mul(10)))
}

/// Reads replies until the channel ends or makes no sense.
fn listen(
    stdout: ChildStdout,
    send_version: &mpsc::Sender<Option<u32>>,
    send_reply: &mpsc::Sender<io::Result<Reply>>,
) {
    let mut stdout = BufReader::new(stdout);
    let mut hello = [0; 12];
    let version = stdout.read_exact(&mut hello).ok().and_then(|()| wire::version_of(hello));
    // Nobody listening means that the process is not wanted any more.
    if send_version.send(version).is_err() || version.is_none() {
        return;
    }
    loop {
        let reply = wire::read::<Reply>(&mut stdout);
        let last = reply.is_err();
        if send_reply.send(reply).is_err() || last {
            return;
        }
    }
}

/// Drains what user code prints, so that it never blocks, and keeps the end of it.
fn collect(mut stderr: ChildStderr, output: &Mutex<Output>) {
    let mut buffer = [0; 8192];
    while let Ok(read) = stderr.read(&mut buffer) {
        if read == 0 {
            return;
        }
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        output.bytes += read as u64;
        output.tail.extend_from_slice(&buffer[..read]);
        let excess = output.tail.len().saturating_sub(TAIL);
        output.tail.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::processor_time;

    #[test]
    fn processor_time_is_read_behind_any_name() {
        let stat = "42 (a) (b c) R 1 42 42 0 -1 4194304 100 0 0 0 150 50 0 0 20 0 1 0 5 6 7";
        assert_eq!(processor_time(stat), Some(Duration::from_secs(2)));
        assert_eq!(processor_time("42 (a"), None);
    }
}
