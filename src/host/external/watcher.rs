//! Ends engines that outlive the program. A program that is killed (`kill -9`, no memory left) cannot end its engines,
//! and an engine that ignores the end of its input would run forever. So the watcher is started with the first engine:
//! a second process of this program that only reads a pipe. It is told of every engine that starts and ends. When the
//! pipe closes, the program has ended: engines that still run after a moment are killed, with their groups and
//! descendants.
//!
//! It cannot catch three cases: the watcher is killed too, before another engine is started or ended; the program is
//! killed between starting an engine and telling the watcher; and a process has left the engine's group and lost its
//! parent. There is a watcher only on Unix.

use std::io::{self, BufRead, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::platform::{self, Running};

/// The argument that makes the program a watcher.
pub const COMMAND: &str = "watch-engines";
/// How long engines have to end by themselves after the program has ended.
const GRACE: Duration = Duration::from_secs(1);
/// How often to check whether they have.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The program's side.
struct Program {
    /// The program to start as the watcher; `None`: no watcher is wanted.
    path: Option<PathBuf>,
    watcher: Option<(Child, ChildStdin)>,
    engines: Vec<Running>,
}

static PROGRAM: Mutex<Program> =
    Mutex::new(Program { path: None, watcher: None, engines: Vec::new() });

/// Watches engines from now on, by starting this program with [`COMMAND`]. Without this call, as in tests of the
/// library, they are not watched.
pub fn watch() {
    // Leads to this program even if its file has been replaced.
    let own = PathBuf::from("/proc/self/exe");
    program().path = if own.exists() { Some(own) } else { std::env::current_exe().ok() };
}

fn program() -> MutexGuard<'static, Program> {
    // A panic cannot leave it in a bad state.
    PROGRAM.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An engine was started.
///
/// # Errors
/// If no watcher can be started: the engine is not watched.
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
        // That no watcher can be started is reported when an engine starts.
        let _ = program.notify_watcher(&format!("- {pid}\n"));
    }
}

impl Program {
    /// Sends a line to the watcher. If it is gone, starts another one and tells it of all engines.
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

/// The watcher's main loop: reads about engines until the input ends.
pub fn run(input: impl BufRead) {
    // A signal to all programs of the terminal must not end the watcher.
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
    // Collected now: a process that loses its parent gets another one.
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
