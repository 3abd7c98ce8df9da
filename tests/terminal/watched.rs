//! The real program as a child process with limits on time and memory. The result says how it ended.
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use std::ffi::OsStr;
use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use crate::programs::program_of;

/// Memory limit of a child, bytes. The engine's tables are a small part of it.
pub(crate) const MAX_MEMORY: u64 = 1 << 30;

/// How a child ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Its exit status; `None` if it had to be killed.
    pub(crate) status: Option<ExitStatus>,
    /// Its output.
    pub(crate) stdout: String,
    /// Its error output.
    pub(crate) stderr: String,
    /// Its highest measured memory use, bytes.
    #[expect(dead_code, reason = "printed when a test fails")]
    pub(crate) memory: u64,
    /// How long it ran.
    #[expect(dead_code, reason = "printed when a test fails")]
    pub(crate) time: Duration,
}

/// The kinds of end that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It ended by itself, with any status.
    Survived,
    /// It was ended by a signal or a panic.
    Died,
    /// It took too long or too much memory.
    Hung,
}

impl Ended {
    /// The kind of its end.
    pub(crate) fn fate(&self) -> Fate {
        match self.status {
            None => Fate::Hung,
            Some(status) if status.code().is_none() || self.stderr.contains("panicked at") => {
                Fate::Died
            }
            Some(_) => Fate::Survived,
        }
    }

    /// Whether it ended with the exit status of commands that fail.
    pub(crate) fn refused(&self) -> bool {
        self.fate() == Fate::Survived && self.status.and_then(|s| s.code()) == Some(1)
    }
}

/// A command of the program, without a display or the user's home folder.
pub(crate) fn tabia<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let args: Vec<S> = args.into_iter().collect();
    let name = args.first().and_then(|word| word.as_ref().to_str());
    let program = name.map_or(env!("CARGO_BIN_EXE_tabia"), program_of);
    let mut command = Command::new(program);
    command.args(args);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(name);
    }
    command
}

/// Runs a command to its end, or until `timeout` or [`MAX_MEMORY`] is used up.
pub(crate) fn run(command: &mut Command, input: &[u8], timeout: Duration) -> Ended {
    watch(&mut started(command, input), timeout)
}

/// Starts a command and gives it its input, which then ends.
pub(crate) fn started(command: &mut Command, input: &[u8]) -> Child {
    let piped = || Stdio::piped();
    let mut child =
        command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // A child that does not read must not block the test.
    let writer = move || drop(stdin.write_all(&input));
    drop(Builder::new().name("input".into()).spawn(writer).expect("a thread"));
    child
}

/// The same for a running child.
pub(crate) fn watch(child: &mut Child, timeout: Duration) -> Ended {
    watch_within(child, timeout, MAX_MEMORY)
}

/// The same with a memory limit, bytes.
pub(crate) fn watch_within(child: &mut Child, timeout: Duration, most_memory: u64) -> Ended {
    let stdout = child.stdout.take().map(collect);
    let stderr = child.stderr.take().map(collect);
    let begin = Instant::now();
    let mut memory = 0;
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child can be asked") {
            break Some(status);
        }
        memory = memory.max(memory_of(child));
        if begin.elapsed() > timeout || memory > most_memory {
            drop(child.kill());
            drop(child.wait());
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let joined = |reader: Option<JoinHandle<Vec<u8>>>| {
        reader.map_or(Vec::new(), |reader| reader.join().expect("a thread that reads"))
    };
    Ended {
        status,
        stdout: String::from_utf8_lossy(&joined(stdout)).into_owned(),
        stderr: String::from_utf8_lossy(&joined(stderr)).into_owned(),
        memory,
        time: begin.elapsed(),
    }
}

fn collect(mut from: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    let read = move || {
        let mut bytes = Vec::new();
        drop(from.read_to_end(&mut bytes));
        bytes
    };
    Builder::new().name("output".into()).spawn(read).expect("a thread")
}

/// Current memory use of a process, bytes; 0 if the system does not report it.
pub(crate) fn memory_of(child: &Child) -> u64 {
    let path = Path::new("/proc").join(child.id().to_string()).join("status");
    let status = std::fs::read_to_string(path).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}
