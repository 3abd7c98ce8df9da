//! More threads than the machine has processors, or memory for: the answer still comes in time, and what is
//! missing is told.

use std::time::{Duration, Instant};

use tabia::alphabeta::Engine;
use tabia::alphabeta::options::EngineOptions;
use tabia::chess::board::Board;
use tabia::game::position::GamePosition;
use tabia::search::limits::Limits;
use tabia::search::stop::StopSignal;

/// How long a search of this time takes with so many threads, and how many nodes it makes.
fn search(threads: u32, time: Duration) -> (Duration, Option<u64>) {
    let mut engine = Engine::new(&EngineOptions { hash_mib: 8, threads, ..Default::default() });
    let position = GamePosition::new(Board::start());
    let begin = Instant::now();
    let limits = Limits::movetime(time);
    let outcome = engine.go(&position, &limits, &StopSignal::never(), &mut ());
    assert!(outcome.best.is_some());
    (begin.elapsed(), outcome.nodes)
}

#[test]
fn very_many_threads_answer_about_as_soon_as_one() {
    let time = Duration::from_millis(500);
    let (one, _) = search(1, time);
    let (many, nodes) = search(256, time);
    // Measured beside one thread: the machine may be busy.
    assert!(many < one * 2 + Duration::from_millis(500), "{many:?}, one thread {one:?}");
    assert!(nodes > Some(256), "{nodes:?} nodes: the helpers search too");
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_find_no_memory_are_told_and_the_others_search() {
    use std::io::{Read as _, Write as _};
    use std::process::{Command, Stdio};

    // A little more than the program needs with one thread.
    let limited = "ulimit -v 900000 && exec \"$0\" uci";
    let mut child = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_tabia")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"setoption name Threads value 256\nisready\ngo depth 6\n").unwrap();
    drop(input);
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success(), "{text}");
    assert!(text.contains("readyok") && text.contains("\nbestmove "), "{text}");
    assert!(text.contains("info string Threads: found no memory for 256, "), "{text}");
}
