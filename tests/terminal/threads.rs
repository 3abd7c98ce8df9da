//! More threads than the machine has processors, or memory for: the answer still comes in time, and missing threads are
//! reported.

use std::time::{Duration, Instant};

use tabia_chess::Board;
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_games::game::position::GamePosition;

/// How long a search with this time limit and this number of threads takes, and its number of nodes.
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
    let mut measured = Vec::new();
    // Compared with one thread, because the machine may be busy, and again if it becomes busy in between.
    let is_soon = (0..3).any(|_| {
        let (one, _) = search(1, time);
        let (many, nodes) = search(256, time);
        assert!(nodes > Some(256), "{nodes:?} nodes: the helpers search too");
        measured.push((one, many));
        many < one * 2 + Duration::from_millis(500)
    });
    assert!(is_soon, "one thread and 256: {measured:?}");
}

/// The program's output with this limit on its memory, KiB.
#[cfg(target_os = "linux")]
#[expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
fn limited(kib: Option<u32>, script: &str) -> String {
    use std::io::{Read as _, Write as _};
    use std::process::{Command, Stdio};

    let limit = kib.map_or(String::new(), |kib| format!("ulimit -v {kib} && "));
    let mut child = Command::new("sh")
        .args(["-c", &format!("{limit}exec \"$0\" uci"), env!("CARGO_BIN_EXE_tabia")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(script.as_bytes()).unwrap();
    drop(input);
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success(), "{kib:?}: {text}");
    text
}

#[cfg(target_os = "linux")]
#[test]
fn threads_without_memory_are_reported_and_the_others_search() {
    let script = "setoption name Threads value 256\nisready\ngo depth 6\n";
    for kib in [700_000, 880_000, 980_000, 1_060_000, 1_300_000, 1_500_000] {
        let text = limited(Some(kib), script);
        assert!(text.contains("readyok") && text.contains("\nbestmove "), "{text}");
        let warning = text.lines().find_map(|line| {
            line.strip_prefix("info string Threads: not enough memory for 256, using ")
        });
        let words = warning.unwrap_or_else(|| panic!("{kib}: nothing told: {text}"));
        let search: usize = words.split(' ').next().unwrap().parse().unwrap();
        // Each thread takes about 22 MiB, and the program without them less than 400 MiB.
        assert!(search > (kib as usize / 1024).saturating_sub(400) / 32, "{kib}: {words}");
        // Most of the expected threads start; other memory use of the program costs some.
        let few = text.lines().find_map(|line| {
            line.strip_suffix(" threads search: no more could be started")?
                .strip_prefix("info string ")
        });
        let found = few.map_or(search, |few| few.split(' ').next().unwrap().parse().unwrap());
        assert!(2 * found >= search, "{kib}: {text}");
    }
    let text = limited(None, script);
    assert!(text.contains("\nbestmove ") && !text.contains("info string"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_missing_at_the_start_of_a_search_only_costs_threads() {
    // The hash table takes the memory reserved for stacks.
    let script = "setoption name Hash value 1\nsetoption name Threads value 256\n\
                  setoption name Hash value 400\nisready\ngo depth 6\ngo depth 5\n";
    let text = limited(Some(900_000), script);
    assert_eq!(text.matches("\nbestmove ").count(), 2, "{text}");
    assert!(text.contains("info string "), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_a_search_without_time_does_not_need_are_not_missed() {
    let text = limited(None, "setoption name Threads value 2\ngo movetime 0\n");
    assert!(text.contains("bestmove ") && !text.contains("threads search"), "{text}");
}
