//! Ends engines that outlive the program. A program that is killed (`kill -9`, no memory left) cannot end its engines,
//! and an engine that does not heed the end of its input would stay for ever. So the first engine brings the watcher
//! along: this program once more, with nothing to do but read a pipe. It is told of every engine that starts and
//! ends. When the pipe ends, the program has: engines that are still there after a moment are killed, with their
//! group and what descends from them.
//!
//! What cannot be caught: a watcher that is killed too before the next engine is started or ended, an engine started
//! in the instant before the watcher is told of it, and a process that has left the engine's group and lost its
//! parent before. Outside Unix there is no watcher.

use std::io::{self, BufRead, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::platform::{self, Running};

/// The argument that makes the program a watcher.
pub const COMMAND: &str = "watch-engines";
/// How long engines have to leave by themselves when the program has ended.
const GRACE: Duration = Duration::from_secs(1);
/// How often it is looked whether they have.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The program's side.
struct Program {
    /// What is started as the watcher; `None`: there is to be none.
    path: Option<PathBuf>,
    watcher: Option<(Child, ChildStdin)>,
    engines: Vec<Running>,
}

static PROGRAM: Mutex<Program> =
    Mutex::new(Program { path: None, watcher: None, engines: Vec::new() });

/// From now on engines are watched, by this program started anew with [`COMMAND`]. Without this call, as in tests
/// of the library, they are not.
pub fn watch() {
    // Leads to this program even where its file has been replaced meanwhile.
    let own = PathBuf::from("/proc/self/exe");
    program().path = if own.exists() { Some(own) } else { std::env::current_exe().ok() };
}

fn program() -> MutexGuard<'static, Program> {
    // Nothing is left half done by a panic.
    PROGRAM.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An engine was started.
///
/// # Errors
/// Where no watcher can be had: the engine is not watched.
pub(super) fn started(pid: u32) -> io::Result<()> {
    let mut program = program();
    if program.path.is_none() {
        return Ok(());
    }
    let engine = Running::now(pid);
    let line = format!("+ {} {}\n", engine.pid, engine.began);
    program.engines.push(engine);
    program.notify_watcher(&line)
}

/// An engine has ended.
pub(super) fn ended(pid: u32) {
    let mut program = program();
    let before = program.engines.len();
    program.engines.retain(|engine| engine.pid != pid);
    if program.engines.len() < before {
        // A watcher that cannot be had is told of when an engine is started.
        let _ = program.notify_watcher(&format!("- {pid}\n"));
    }
}

impl Program {
    /// Tells the watcher, or another one in its place if it is gone, which is told of all engines.
    fn notify_watcher(&mut self, line: &str) -> io::Result<()> {
        if let Some((child, input)) = &mut self.watcher {
            if input.write_all(line.as_bytes()).is_ok() {
                return Ok(());
            }
            let _ = child.wait();
            self.watcher = None;
        }
        let Some(path) = &self.path else { return Ok(()) };
        let mut child = Command::new(path)
            .arg0("tabia")
            .arg(COMMAND)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let Some(mut input) = child.stdin.take() else { return Ok(()) };
        for engine in &self.engines {
            input.write_all(format!("+ {} {}\n", engine.pid, engine.began).as_bytes())?;
        }
        self.watcher = Some((child, input));
        Ok(())
    }
}

/// The watcher's life: reads of engines until the input ends.
pub fn run(input: impl BufRead) {
    // What ends all programs of a terminal must not end this one.
    platform::leave_terminal();
    let mut engines: Vec<Running> = Vec::new();
    for line in input.lines().map_while(Result::ok) {
        let mut words = line.split(' ');
        let (sign, pid) = (words.next(), words.next().and_then(|word| word.parse().ok()));
        match (sign, pid) {
            (Some("+"), Some(pid)) => {
                let began = words.next().unwrap_or_default().to_owned();
                engines.push(Running { pid, began });
            }
            (Some("-"), Some(pid)) => engines.retain(|engine| engine.pid != pid),
            _ => {}
        }
    }
    // Taken now: whoever loses a parent is told to descend from another.
    let descendants: Vec<_> =
        engines.iter().flat_map(|engine| platform::descendants(engine.pid)).collect();
    let until = Instant::now() + GRACE;
    while Instant::now() < until && engines.iter().any(Running::group_lives) {
        std::thread::sleep(POLL_INTERVAL);
    }
    for engine in engines.iter().filter(|engine| engine.group_lives()) {
        platform::kill_group_of(engine.pid);
    }
    platform::kill(&descendants);
}
