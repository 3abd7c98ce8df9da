//! Slow work about engines: probing one of the user's engines, searching PATH, the system's file dialogs, and asking
//! the policy network what was expected in a game. Each runs on its own thread; the window calls `poll` once a frame.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crossbeam_channel::{Receiver, Sender, bounded};
use eframe::egui::Context;

use tabia_app::action::{Action, EngineAction};
use tabia_app::review::state::{ExpectNews, ExpectRequest, Played};
use tabia_engine::eval::policy::file;
use tabia_engine::search::limits::{StopSignal, StopToken};
use tabia_games::{printable, whole_file};
use tabia_host::external::discover::{discover, probe};
use tabia_host::external::log::ConversationLog;
use tabia_host::external::spec::{Timeouts, UciSpec};
use tabia_host::review::expected::Expectation;
use tabia_text::t;

use crate::gui::background::pick::{Pick, Picker};
use crate::gui::background::thread::{self, Answering, NotAsked};

/// Capacity of the queue of news.
const ROOM: usize = 16;

/// Threads working for the list of engines.
#[derive(Debug)]
pub(crate) struct EngineTasks {
    ctx: Context,
    send: Sender<Action>,
    picker: Picker,
    news: Receiver<Action>,
    /// Raised when the window closes, so that no engine being probed is left running.
    token: Arc<StopToken>,
}

impl EngineTasks {
    /// Starts with no task; `ctx` is woken when something arrives.
    pub(crate) fn new(ctx: Context, picker: Picker) -> EngineTasks {
        let (send, news) = bounded(ROOM);
        EngineTasks { ctx, send, picker, news, token: Arc::default() }
    }

    /// News, oldest first.
    pub(crate) fn poll(&self) -> Option<Action> {
        self.news.try_recv().ok()
    }

    /// Starts an engine once and asks what it is; the conversation goes into the log. The answer carries the number.
    pub(crate) fn probe(
        &self,
        spec: Arc<UciSpec>,
        log: Arc<ConversationLog>,
        number: u64,
    ) -> Result<(), String> {
        let stop = StopSignal::new(self.token.clone(), 1);
        let id = spec.id;
        let probed = move |result| Action::Engines(EngineAction::Probed { id, number, result });
        let work = move || {
            let identity = probe(&spec, Timeouts::default(), &log, &stop);
            Some(probed(identity.map_err(|error| error.to_string())))
        };
        self.start("engine-probe", work, move |error| probed(Err(error)))
    }

    /// Looks for well-known engines on PATH.
    pub(crate) fn find(&self) -> Result<(), String> {
        let work = || {
            let found = discover().into_iter().map(|found| (found.name, found.path)).collect();
            Some(Action::Engines(EngineAction::Discovered(found)))
        };
        self.start("engine-finder", work, Action::Failed)
    }

    /// Lets the user pick a program.
    pub(crate) fn pick(&self) -> Result<(), String> {
        let picker = self.picker.clone();
        let work = move || {
            let file = picker.pick(Pick::file(t!("library-dialog-engine")))?;
            Some(Action::Engines(EngineAction::AddFile(file)))
        };
        self.start("engine-dialog", work, Action::Failed)
    }

    /// Lets the user pick a file or folder for an option.
    pub(crate) fn pick_path(&self, id: u32, name: String, folder: bool) -> Result<(), String> {
        let picker = self.picker.clone();
        let work = move || {
            let title = name.as_str();
            let pick = if folder { Pick::folder(title) } else { Pick::file(title) };
            let picked = picker.pick(pick)?;
            Some(match picked.into_os_string().into_string() {
                Ok(value) => Action::Engines(EngineAction::SetOption { id, name, value }),
                Err(path) => {
                    let path = path.to_string_lossy().into_owned();
                    Action::Failed(t!("engines-option-not-unicode", name = name, path = path))
                }
            })
        };
        self.start("engine-dialog", work, Action::Failed)
    }

    /// Lets the user pick a file and writes a log there.
    pub(crate) fn save_log(&self, name: &str, log: Arc<ConversationLog>) -> Result<(), String> {
        let name = format!("{}.log.txt", printable::file_name(name));
        let picker = self.picker.clone();
        let work = move || {
            let path = picker.pick(Pick::new_file(t!("library-dialog-log"), name))?;
            Some(Action::Engines(EngineAction::LogSaved(write_log(&path, &log))))
        };
        self.start("engine-dialog", work, Action::Failed)
    }

    fn start(
        &self,
        name: &str,
        work: impl FnOnce() -> Option<Action> + Send + 'static,
        failed: impl FnOnce(String) -> Action + Send + 'static,
    ) -> Result<(), String> {
        thread::start(name, (self.send.clone(), self.ctx.clone()), work, failed)
    }
}

impl Drop for EngineTasks {
    fn drop(&mut self) {
        self.token.stop(u64::MAX);
    }
}

/// Writes a log and returns its path.
fn write_log(path: &Path, log: &ConversationLog) -> Result<PathBuf, String> {
    whole_file::write_private(path, log.to_text().as_bytes()).map(|()| path.to_owned()).map_err(
        |error| t!("error-write", error = error.to_string(), path = path.display().to_string()),
    )
}

/// File name extensions of games and books, which are never programs.
const GAMES: [&str; 6] = ["pgn", "fen", "epd", "txt", "bin", "zst"];
/// First bytes of programs: ELF, Mach-O in its forms, scripts.
const MAGIC: [&[u8]; 6] = [
    b"\x7fELF",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"#!",
];

/// Whether a file is a program and not a file of games. It is inspected, not started.
pub(crate) fn is_program(path: &Path) -> bool {
    let named = |names: &[&str]| {
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        names.iter().any(|name| name.eq_ignore_ascii_case(end))
    };
    if named(&GAMES) || !path.metadata().is_ok_and(|file| file.is_file() && can_run(&file)) {
        return false;
    }
    if cfg!(windows) {
        return named(&["exe", "com", "bat", "cmd"]);
    }
    let mut first = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read(&mut first)).unwrap_or(0);
    // A Windows program also runs elsewhere if the system knows how.
    let windows = named(&["exe"]) && first.starts_with(b"MZ");
    windows || MAGIC.iter().any(|magic| first[..read].starts_with(magic))
}

#[cfg(unix)]
fn can_run(file: &std::fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn can_run(_: &std::fs::Metadata) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use tabia_host::external::log::Side;

    use super::*;

    #[test]
    fn programs_are_distinguished_from_games() {
        let folder = tempfile::tempdir().unwrap();
        let made = |name: &str, bytes: &[u8], mode: u32| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            is_program(&path)
        };
        assert!(made("engine", b"\x7fELF\x02", 0o755));
        assert!(made("engine.sh", b"#!/bin/sh\n", 0o755));
        assert!(made("engine.exe", b"MZ\x90", 0o755));
        assert!(!made("not allowed", b"\x7fELF", 0o644));
        // Some file systems mark everything as executable.
        assert!(!made("games.pgn", b"[Event \"x\"]", 0o777));
        assert!(!made("book.bin", b"#!\0\0", 0o777));
        assert!(!made("notes", b"1. e4 e5", 0o777));
        assert!(!made("empty", b"", 0o777));
        assert!(!is_program(folder.path()), "a folder");
        assert!(!is_program(&folder.path().join("gone")));
    }

    #[test]
    fn a_log_is_written_whole_or_an_error_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let log = ConversationLog::default();
        log.push(Side::Sent, "uci");
        let path = folder.path().join("x.log.txt");
        assert_eq!(write_log(&path, &log), Ok(path.clone()));
        assert!(std::fs::read_to_string(&path).unwrap().ends_with(" > uci\n"));
        let error = write_log(folder.path(), &log).unwrap_err();
        assert!(error.contains(&folder.path().display().to_string()), "{error}");
    }
}

/// Processors and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Machine {
    /// Threads that can run at once.
    pub threads: u32,
    /// Memory of the computer, MiB; `None` if the system does not say.
    pub memory_mib: Option<u64>,
}

impl Machine {
    /// The computer this program runs on.
    pub(crate) fn here() -> Machine {
        static HERE: OnceLock<Machine> = OnceLock::new();
        *HERE.get_or_init(|| Machine {
            threads: std::thread::available_parallelism().map_or(1, |n| n.get() as u32),
            memory_mib: memory_mib(),
        })
    }

    /// What is requested beyond what the computer has, in a short form and as a sentence; `None`: there is enough.
    pub(crate) fn overload(self, threads: u32, hash_mib: u64) -> Option<[String; 2]> {
        let mut short = Vec::new();
        let mut whole = Vec::new();
        if threads > self.threads {
            short.push(t!("library-overload-threads", n = threads, has = self.threads));
            whole.push(t!("library-overload-threads.long", n = threads, has = self.threads));
        }
        if let Some(memory) = self.memory_mib.filter(|&memory| hash_mib > memory) {
            short.push(t!("library-overload-hash", hash = hash_mib, memory = memory));
            whole.push(t!("library-overload-hash.long", hash = hash_mib, memory = memory));
        }
        (!short.is_empty()).then(|| [short.join(", "), whole.join(". ")])
    }
}

/// Memory of the computer, MiB.
fn memory_mib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    total_mib(&text)
}

/// The line `MemTotal:  16384 kB` in MiB.
fn total_mib(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

// The thread that asks the policy network what was expected at every move of a game.

/// Capacity of the queues of questions and answers. The model asks once for each state of the game; only the last of
/// the waiting questions is answered.
const EXPECT_ROOM: usize = 64;

/// Handle of this thread. The thread starts with the first question and ends when this is dropped.
#[derive(Debug)]
pub(crate) struct ExpectTasks {
    ctx: Context,
    thread: Answering<ExpectRequest, ExpectNews>,
}

impl ExpectTasks {
    pub(crate) fn new(ctx: Context) -> ExpectTasks {
        ExpectTasks { ctx, thread: Answering::new() }
    }

    /// Asks what was expected in a game.
    pub(crate) fn ask(&mut self, request: ExpectRequest) -> Result<(), String> {
        let ctx = self.ctx.clone();
        let work = move |inbox: &Receiver<ExpectRequest>, outbox: &Sender<ExpectNews>| {
            while let Ok(mut request) = inbox.recv() {
                while let Ok(newer) = inbox.try_recv() {
                    request = newer;
                }
                if outbox.send(answer(&request)).is_err() {
                    break;
                }
                ctx.request_repaint();
            }
        };
        self.thread.ask(("expected", EXPECT_ROOM), request, work).map_err(|error| match error {
            NotAsked::NoThread(error) => t!("error-thread-expected", error = error.to_string()),
            NotAsked::Busy => t!("error-expected-busy").to_owned(),
        })
    }

    /// Answers to earlier questions.
    pub(crate) fn poll(&self) -> Option<ExpectNews> {
        self.thread.poll()
    }
}

/// What the network expected; nothing if the program was built without a valid network.
fn answer(request: &ExpectRequest) -> ExpectNews {
    let net = file::built_in();
    let of = |played: &Played| {
        let expectation = Expectation::of(net.as_ref()?, &played.board, played.mv)?;
        Some((played.node, expectation))
    };
    ExpectNews { of: request.of, found: request.moves.iter().filter_map(of).collect() }
}

#[cfg(test)]
mod machine_tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_reported_in_numbers() {
        let small = Machine { threads: 2, memory_mib: Some(1000) };
        assert_eq!(small.overload(2, 1000), None);
        let [short, whole] = small.overload(5, 1001).unwrap();
        let threads = t!("library-overload-threads", n = 5, has = 2);
        let hash = t!("library-overload-hash", hash = 1001, memory = 1000);
        assert_eq!(short, format!("{threads}, {hash}"));
        assert!(whole.contains(&t!("library-overload-threads.long", n = 5, has = 2)), "{whole}");
        let unknown = Machine { threads: 1, memory_mib: None };
        assert_eq!(unknown.overload(1, u64::MAX), None);
        let threads = t!("library-overload-threads", n = 2, has = 1);
        assert_eq!(unknown.overload(2, 0).unwrap()[0], threads);
        assert_eq!(total_mib("MemFree: 1 kB\nMemTotal:   4096 kB\n"), Some(4));
        assert_eq!(total_mib("MemTotal: much"), None);
    }
}
