//! The engine as a child process: started exactly as its entry says, with threads that read and write its pipes.
//! Dropping it ends the engine and everything in its process group.

use std::fmt;
use std::io::{self, BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, SendTimeoutError, Sender, bounded};

use tabia_engine::uci::answer::parse;
use tabia_engine::uci::lines::{self, Line};
use tabia_games::printable;
use tabia_text::t;

use super::error::UciError;
use super::inbox::Inbox;
use super::log::{ConversationLog, Side};
use super::platform;
use super::spec::UciSpec;
#[cfg(unix)]
use super::watcher;

/// Maximum number of lines waiting to be written.
const WRITE_ROOM: usize = 256;
/// How long to wait for a killed process before a thread takes over the waiting.
const REAPING: Duration = Duration::from_secs(2);
/// How often to check whether a process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(3);

/// A started engine.
pub(super) struct Process {
    child: Option<Child>,
    /// `None` once there is nothing more to send.
    lines: Option<Sender<String>>,
    pub(super) inbox: Arc<Inbox>,
    log: Arc<ConversationLog>,
    /// Tells the threads to end.
    done: Arc<AtomicBool>,
    /// Standard error has been read to its end.
    errors_read: Arc<AtomicBool>,
    /// The number of the log's line at which it was started.
    pub(super) since: u64,
}

impl Process {
    /// Starts the program of an entry.
    pub(super) fn start(spec: &UciSpec, log: &Arc<ConversationLog>) -> Result<Process, UciError> {
        let refused =
            |reason: String| UciError::NotStarted { command: spec.command.clone(), reason };
        check(spec).map_err(refused)?;
        let since = log.logged();
        log.push(Side::Note, &format!("starting {}", spec.command_line()));
        let mut child = command(spec)
            .spawn()
            .map_err(|error| refused(t!("engine-cannot-start", error = error.to_string())))?;
        #[cfg(unix)]
        if let Err(error) = watcher::started(child.id()) {
            log.push(Side::Note, &format!("it will not be ended should Tabia be killed: {error}"));
        }
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, receiver) = bounded(WRITE_ROOM);
        // From here on, dropping `process` ends the child.
        let process = Process {
            child: Some(child),
            lines: Some(sender),
            inbox: Arc::default(),
            log: log.clone(),
            done: Arc::default(),
            errors_read: Arc::default(),
            since,
        };
        let thread = |name: &str, work: Box<dyn FnOnce() + Send>| {
            Builder::new().name(name.into()).spawn(work).map(drop)
        };
        let no_thread =
            |error: io::Error| refused(t!("engine-no-thread", error = error.to_string()));
        let (inbox, log, done) = (process.inbox.clone(), process.log.clone(), process.done.clone());
        thread(
            "engine-out",
            Box::new(move || {
                if let Some(stdout) = stdout {
                    read(stdout, &done, |line| receive(line, &log, &inbox));
                }
                inbox.close();
            }),
        )
        .map_err(no_thread)?;
        let (log, done) = (process.log.clone(), process.done.clone());
        let errors_read = process.errors_read.clone();
        thread(
            "engine-err",
            Box::new(move || {
                if let Some(stderr) = stderr {
                    read(stderr, &done, |line| log.push(Side::Error, &text(&line)));
                }
                errors_read.store(true, Ordering::Release);
            }),
        )
        .map_err(no_thread)?;
        let done = process.done.clone();
        thread(
            "engine-in",
            Box::new(move || {
                if let Some(stdin) = stdin {
                    write(stdin, &receiver, &done);
                }
            }),
        )
        .map_err(no_thread)?;
        Ok(process)
    }

    /// Its process id.
    pub(super) fn pid(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Sends a line, waiting for room at most `timeout`. Returns `false` if there was no room.
    pub(super) fn send(&self, line: &str, timeout: Duration) -> bool {
        let Some(lines) = &self.lines else { return false };
        self.log.push(Side::Sent, line);
        match lines.send_timeout(format!("{line}\n"), timeout) {
            // An engine that has closed its input is about to end; its output will show that.
            Ok(()) | Err(SendTimeoutError::Disconnected(_)) => true,
            Err(SendTimeoutError::Timeout(_)) => false,
        }
    }

    pub(super) fn has_ended(&mut self) -> bool {
        self.child.as_mut().is_none_or(platform::has_ended)
    }

    /// Waits until it has ended, at most this long.
    pub(super) fn wait(&mut self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        while !self.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        true
    }

    /// Waits until all of its standard error is in the log, at most this long.
    pub(super) fn wait_for_stderr(&self, timeout: Duration) {
        let until = Instant::now() + timeout;
        while !self.errors_read.load(Ordering::Acquire) && Instant::now() < until {
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    /// Ends it: it has `grace` to end by itself, then it and its whole group are killed. Returns its exit status, if
    /// that is known.
    pub(super) fn end(&mut self, grace: Duration) -> Option<ExitStatus> {
        // Collected while it lives: a process that loses its parent gets another one.
        let descendants = self.child.as_ref().map(|child| platform::descendants(child.id()));
        if !grace.is_zero() && self.send("quit", Duration::ZERO) {
            // Closes its input after the lines already queued.
            self.lines = None;
            self.wait(grace);
        }
        self.lines = None;
        self.done.store(true, Ordering::Release);
        let mut child = self.child.take()?;
        let by_itself = platform::has_ended(&mut child);
        // Before it is reaped: see `kill_group`. Processes it left behind are killed too.
        platform::kill_group(&mut child, &descendants?);
        let until = Instant::now() + REAPING;
        #[cfg(unix)]
        let pid = child.id();
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < until => std::thread::sleep(POLL_INTERVAL),
                Ok(None) | Err(_) => break None,
            }
        };
        #[cfg(unix)]
        if status.is_some() {
            watcher::ended(pid);
        }
        match status {
            Some(status) if by_itself => self.log.push(Side::Note, &format!("ended ({status})")),
            Some(_) => self.log.push(Side::Note, "it did not leave and was ended"),
            // It is in a system call that cannot be interrupted.
            None => {
                self.log.push(Side::Note, "it was told to end but is still held by the system");
                let wait = move || drop(child.wait());
                let _ = Builder::new().name("engine-reaper".into()).spawn(wait);
            }
        }
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process").field("child", &self.child).finish_non_exhaustive()
    }
}

/// Finds errors before starting anything, to report them more clearly than the system does.
fn check(spec: &UciSpec) -> Result<(), String> {
    if let Some(folder) = &spec.folder
        && !Path::new(folder).is_dir()
    {
        return Err(t!("engine-folder-missing", folder = folder.as_str()));
    }
    let path = Path::new(&spec.command);
    if path.components().count() < 2 {
        // The system looks for a bare name in PATH.
        return Ok(());
    }
    match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(t!("engine-no-file").into()),
        Err(error) => Err(t!("engine-cannot-start", error = error.to_string())),
        Ok(file) if file.is_dir() => Err(t!("engine-is-folder").into()),
        Ok(file) if !file.is_file() => Err(t!("engine-not-ordinary").into()),
        Ok(file) if !platform::can_be_run(&file) => Err(t!("engine-not-executable").into()),
        Ok(_) => Ok(()),
    }
}

fn command(spec: &UciSpec) -> Command {
    let path = Path::new(&spec.command);
    // A path is relative to Tabia's folder, not to the one the engine is started in.
    let program = match std::path::absolute(path) {
        Ok(absolute) if path.components().count() > 1 => absolute,
        _ => path.to_owned(),
    };
    let mut command = Command::new(program);
    command
        .args(&spec.arguments)
        .envs(&spec.environment)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(folder) = &spec.folder {
        command.current_dir(folder);
    }
    platform::own_group(&mut command);
    command
}

/// A pipe whose reader can be told to end.
struct CancellableReader<'a, P> {
    pipe: P,
    done: &'a AtomicBool,
}

#[cfg(unix)]
impl<P: Read + std::os::fd::AsFd> Read for CancellableReader<'_, P> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if platform::wait_readable(&self.pipe, self.done) { self.pipe.read(into) } else { Ok(0) }
    }
}

#[cfg(not(unix))]
impl<P: Read> Read for CancellableReader<'_, P> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if platform::wait_readable(&self.pipe, self.done) { self.pipe.read(into) } else { Ok(0) }
    }
}

fn read<'a, P>(pipe: P, done: &'a AtomicBool, mut take: impl FnMut(Line))
where
    CancellableReader<'a, P>: Read,
{
    let mut input = BufReader::with_capacity(64 * 1024, CancellableReader { pipe, done });
    while let Ok(Some(line)) = lines::next(&mut input, lines::MAX_LINE_BYTES) {
        take(line);
    }
}

fn text(line: &Line) -> std::borrow::Cow<'_, str> {
    match line {
        Line::Text(text) => text.into(),
        Line::TooLong { bytes, start } => format!(
            "{start} … (a line of {bytes} bytes, at most {} are read)",
            lines::MAX_LINE_BYTES
        )
        .into(),
    }
}

fn receive(line: Line, log: &ConversationLog, inbox: &Inbox) {
    log.push(Side::Received, &text(&line));
    if let Line::Text(text) = line {
        // Its name and output may be shown and written into games.
        inbox.put(parse(&printable::line(&text)));
    }
}

fn write(mut pipe: ChildStdin, lines: &Receiver<String>, done: &AtomicBool) {
    while let Ok(line) = lines.recv() {
        for part in line.as_bytes().chunks(platform::WRITE_PART) {
            if !platform::wait_writable(&pipe, done) || pipe.write_all(part).is_err() {
                return;
            }
        }
    }
}
