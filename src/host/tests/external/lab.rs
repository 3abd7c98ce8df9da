//! Shared by the tests of external engines: starts the scripted engine and checks which processes are left.

use std::fs;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use tabia_chess::Board;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_games::game::position::GamePosition;
use tabia_host::external::engine::UciEngine;
use tabia_host::external::error::UciError;
use tabia_host::external::log::ConversationLog;
use tabia_host::external::search_session::UciSearchResult;
use tabia_host::external::spec::{Timeouts, UciSpec};

/// The variable that makes the test binary an engine.
pub(crate) const BEHAVIOUR: &str = "TABIA_TEST_ENGINE";

/// The longest anything here may take; generous, because the machine may be busy.
pub(crate) const BOUND: Duration = Duration::from_secs(30);

pub(crate) fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Runs `work` on another thread.
pub(crate) fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    Builder::new().spawn(work).unwrap()
}

/// Waits until a line is in the log.
pub(crate) fn wait_for(log: &ConversationLog, line: &str) {
    let until = Instant::now() + BOUND;
    while log.find(line, 1).is_empty() {
        assert!(Instant::now() < until, "no {line} in the log");
        std::thread::sleep(ms(5));
    }
}

/// The entry of the scripted engine.
pub(crate) fn spec(behaviour: &str) -> UciSpec {
    let program = std::env::current_exe().unwrap();
    let arguments = ["fake_engine_of_the_other_tests", "--exact", "--quiet", "--nocapture"];
    let arguments = arguments.map(str::to_owned).to_vec();
    let mut spec = UciSpec::new(1, program.to_str().unwrap(), arguments);
    spec.name = "Fake".into();
    spec.environment.insert(BEHAVIOUR.into(), behaviour.into());
    spec
}

/// A shell that is an engine.
pub(crate) fn shell(script: &str) -> UciSpec {
    let mut spec = UciSpec::new(1, "sh", vec!["-c".into(), script.into()]);
    spec.name = "Fake".into();
    spec
}

/// Timeouts for tests in which the engine answers.
pub(crate) fn test_timeouts() -> Timeouts {
    Timeouts { handshake: BOUND, ready: BOUND, stop: BOUND, ..Timeouts::default() }
}

pub(crate) fn engine_of(spec: UciSpec, timeouts: Timeouts) -> UciEngine {
    UciEngine::new(Arc::new(spec), timeouts, Arc::default())
}

pub(crate) fn engine(behaviour: &str) -> UciEngine {
    engine_of(spec(behaviour), test_timeouts())
}

pub(crate) fn start() -> GamePosition {
    GamePosition::new(Board::start())
}

/// A search of the start position; its `info` lines are dropped.
pub(crate) fn search(engine: &mut UciEngine, limits: &Limits) -> Result<UciSearchResult, UciError> {
    engine.search(&start(), limits, &StopSignal::never(), &mut |_| ())
}

/// The error of a search of the start position, which must end in bounded time and leave no process.
pub(crate) fn failure(engine: &mut UciEngine) -> String {
    let began = Instant::now();
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    let error = search(engine, &Limits::depth(5)).unwrap_err();
    assert!(began.elapsed() < BOUND, "{error} after {:?}", began.elapsed());
    if !error.leaves_it_running() {
        assert_gone(pid);
        assert_eq!(engine.pid(), None);
    }
    assert!(!engine.log().find(&error.to_string(), 1).is_empty(), "{error} is not in the log");
    error.to_string()
}

/// The processes of a group that run, or are zombie children of this process.
fn remains(group: u32) -> Vec<String> {
    let ours = std::process::id().to_string();
    let stats = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| {
        entry.file_name().to_str()?.parse::<u32>().ok()?;
        fs::read_to_string(entry.path().join("stat")).ok()
    });
    stats
        .filter(|stat| {
            // After the name in parentheses: state, parent, group.
            let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
            let mut words = rest.split_whitespace();
            let state = words.next().unwrap_or_default();
            let parent = words.next().unwrap_or_default();
            let its_group = words.next().unwrap_or_default();
            its_group == group.to_string() && (state != "Z" || parent == ours)
        })
        .collect()
}

/// Checks that no process of the group is left. Killed processes may take a moment to disappear.
pub(crate) fn assert_gone(group: u32) {
    if !std::path::Path::new("/proc/self/stat").exists() {
        return;
    }
    let until = Instant::now() + Duration::from_secs(5);
    while !remains(group).is_empty() {
        assert!(Instant::now() < until, "left behind: {:?}", remains(group));
        std::thread::sleep(ms(5));
    }
}

/// The number of processes in the group.
pub(crate) fn size(group: u32) -> usize {
    remains(group).len()
}

/// Whether a process runs.
pub(crate) fn lives(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().next());
    state.is_some_and(|state| state != "Z")
}

/// Whether a process of the group runs.
pub(crate) fn is_running(group: u32) -> bool {
    !remains(group).is_empty()
}

/// Memory of this process, bytes.
pub(crate) fn memory() -> u64 {
    let text = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}
