//! Engines that break the rules. Each test checks the error message, the time, and that no process is left.

use std::os::unix::fs::PermissionsExt as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tabia_engine::search::limits::{Limits, StopSignal, StopToken};
use tabia_host::external::engine::UciEngine;
use tabia_host::external::log::{MAX_BYTES, MAX_LINES};
use tabia_host::external::spec::{Timeouts, UciSpec};
use tabia_text::t;

use super::lab::{
    BOUND, aside, assert_gone, engine, engine_of, failure, lives, memory, ms, search, shell, size,
    spec, start, test_timeouts, wait_for,
};

/// Held by a test that measures the memory of the process, so that it does not measure that of another such test.
static MEMORY: Mutex<()> = Mutex::new(());

/// The error of an engine that cannot be started.
fn start_error(spec: UciSpec, timeouts: Timeouts) -> String {
    let began = Instant::now();
    let error = engine_of(spec, timeouts).start(&StopSignal::never()).unwrap_err();
    assert!(began.elapsed() < BOUND, "{error} after {:?}", began.elapsed());
    assert!(!error.advice().is_empty());
    error.to_string()
}

/// After a failure it is not started again.
fn assert_stays_down(engine: &mut UciEngine) {
    let down = search(engine, &Limits::depth(1)).unwrap_err().to_string();
    assert!(down.starts_with("Fake is not running: "), "{down}");
    assert_eq!(engine.pid(), None);
}

#[test]
fn dies_at_start() {
    let message = start_error(spec("dies-at-start"), test_timeouts());
    let expected =
        "Fake exited while starting (exit status: 3); its last output: “no network file”";
    assert_eq!(message, expected);
}

#[test]
fn hangs_at_start() {
    let timeouts = Timeouts { handshake: ms(300), ..test_timeouts() };
    assert_eq!(
        start_error(spec("mute"), timeouts),
        "Fake: no uciok within 0.3 s; it was terminated. Tabia supports UCI engines only; this may be an XBoard engine"
    );
}

#[test]
fn dies_while_thinking() {
    let mut engine = engine("dies-thinking");
    assert_eq!(
        failure(&mut engine),
        "Fake exited while thinking (exit status: 7); its last output: “assertion failed: ply < MAX_PLY”"
    );
    assert_stays_down(&mut engine);
}

#[test]
fn is_killed_by_a_signal() {
    let message = failure(&mut engine("crashes-thinking"));
    assert!(message.starts_with("Fake exited while thinking (signal: 6 (SIGABRT)"), "{message}");
}

#[test]
fn is_killed_from_outside_while_thinking() {
    let mut engine = engine("good");
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    let log = engine.log().clone();
    let killer = aside(move || {
        wait_for(&log, "depth 5");
        std::process::Command::new("sh").args(["-c", &format!("kill -9 {pid}")]).status().unwrap();
    });
    let error = search(&mut engine, &Limits::infinite()).unwrap_err().to_string();
    killer.join().unwrap();
    assert_eq!(error, "Fake exited while thinking (signal: 9 (SIGKILL))");
    assert_gone(pid);
    assert_stays_down(&mut engine);
}

#[test]
fn never_answers_a_stop() {
    let timeouts = Timeouts { stop: ms(200), ..test_timeouts() };
    let mut engine = engine_of(spec("hangs-thinking"), timeouts);
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    let token = Arc::new(StopToken::default());
    token.stop(1);
    let signal = StopSignal::new(token, 1);
    let error = engine.search(&start(), &Limits::infinite(), &signal, &mut |_| ()).unwrap_err();
    assert_eq!(error.to_string(), "Fake: no bestmove after stop within 0.2 s; it was terminated");
    assert_gone(pid);
    assert_stays_down(&mut engine);
}

#[test]
fn thinks_longer_than_it_was_given() {
    let timeouts = Timeouts { overtime: ms(100), stop: ms(100), ..test_timeouts() };
    let mut hanging = engine_of(spec("hangs-thinking"), timeouts);
    let error = search(&mut hanging, &Limits::movetime(ms(50))).unwrap_err().to_string();
    assert_eq!(error, "Fake: no bestmove after stop within 0.1 s; it was terminated");
    // An engine that obeys the stop keeps running, with a note.
    let timeouts = Timeouts { longest: Some(ms(50)), ..test_timeouts() };
    let mut slow = engine_of(spec("good"), timeouts);
    let ponder = Limits { ponder: true, ..Limits::default() };
    let token = Arc::new(StopToken::default());
    token.ponder_hit(1);
    let never = StopSignal::new(token, 1);
    slow.search(&start(), &ponder, &never, &mut |_| ()).unwrap();
    assert!(slow.pid().is_some());
}

#[test]
fn knows_no_limit_of_nodes_or_depth() {
    let script = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
                  go*) echo info depth 9 nodes 900000 score cp 1 pv e2e4;; \
                  stop) echo bestmove e2e4;; quit) exit;; esac; done";
    let mut engine = engine_of(shell(script), test_timeouts());
    let notes = [t!("engine-note-nodes", n = 1000), t!("engine-note-depth", depth = 3)];
    for (limits, note) in [Limits::nodes(1000), Limits::depth(3)].into_iter().zip(notes) {
        let found = search(&mut engine, &limits).unwrap();
        assert!(found.stopped && found.best.is_some());
        assert_eq!(found.notes, [note]);
    }
}

#[test]
fn floods_with_a_million_lines() {
    let mut engine = engine("floods");
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    let _alone = MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
    let (before, began) = (memory(), Instant::now());
    let token = Arc::new(StopToken::default());
    let signal = StopSignal::new(token.clone(), 1);
    let log = engine.log().clone();
    let searching = aside(move || {
        let (mut received, mut second) = (0_u64, false);
        let found = engine.search(&start(), &Limits::infinite(), &signal, &mut |info| {
            received += 1;
            second |= info.multi_pv == Some(2);
        });
        (engine, found.unwrap(), received, second)
    });
    // The listener is never kept waiting.
    let mut longest = Duration::ZERO;
    while log.logged() < 1_000_000 {
        let look = Instant::now();
        let _ = log.find("depth 77", 10);
        longest = longest.max(look.elapsed());
        // Only detects hanging: a busy machine may take minutes for this much.
        assert!(began.elapsed() < 20 * BOUND, "{} lines", log.logged());
        std::thread::sleep(ms(10));
    }
    token.stop(1);
    let (engine, found, received, second) = searching.join().unwrap();
    assert!(found.stopped && found.best.is_some() && second);
    assert_eq!(received + found.dropped, 1_000_001, "each line was heard or counted");
    assert!(longest < BOUND, "{longest:?} to look into the log");
    assert!(log.dropped() > 900_000 && log.find("", usize::MAX).len() <= MAX_LINES);
    let grown = memory().saturating_sub(before);
    assert!(grown < 64 << 20, "{grown} bytes more");
    drop(engine);
    assert_gone(pid);
}

#[test]
fn floods_for_ever_and_ignores_the_stop() {
    let timeouts = Timeouts { stop: ms(300), ..test_timeouts() };
    let mut engine = engine_of(spec("floods-for-ever"), timeouts);
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    let token = Arc::new(StopToken::default());
    let signal = StopSignal::new(token.clone(), 1);
    let mut raised = None;
    let error = engine
        .search(&start(), &Limits::infinite(), &signal, &mut |_| {
            if raised.is_none() {
                token.stop(1);
                raised = Some(Instant::now());
            }
        })
        .unwrap_err();
    let late = raised.unwrap().elapsed();
    assert_eq!(error.to_string(), "Fake: no bestmove after stop within 0.3 s; it was terminated");
    assert!(late < Duration::from_secs(10), "{late:?}");
    assert_gone(pid);
}

#[test]
fn says_a_line_of_a_hundred_megabytes() {
    let mut engine = engine("long-line");
    let _alone = MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
    let before = memory();
    let found = search(&mut engine, &Limits::depth(5)).unwrap();
    assert!(found.best.is_some());
    let grown = memory().saturating_sub(before);
    assert!(grown < 50 << 20, "{grown} bytes more");
    let cut = engine.log().find("a line of 100000012 bytes", 2);
    assert_eq!(cut.len(), 1);
    assert!(cut[0].text.len() < 400 && MAX_BYTES < 50 << 20);
}

#[test]
fn says_garbage() {
    let mut engine = engine("garbage");
    let found = search(&mut engine, &Limits::depth(5)).unwrap();
    assert!(found.best.is_some());
    assert!(!engine.log().find("\u{fffd}", 1).is_empty(), "shown as far as it can be");
}

#[test]
fn says_best_moves_that_are_none() {
    let board = start().board();
    for (behaviour, best) in [
        ("illegal", "“e2e5”"),
        ("malformed", "“Nf3!?”"),
        ("no-move-named", "“”"),
        ("no-move", "“(none) (no move)”"),
    ] {
        let mut engine = engine(behaviour);
        let expected = format!(
            "Fake: found bestmove {best}, expected a legal move in UCI notation in {board}"
        );
        assert_eq!(failure(&mut engine), expected);
        // It has lost its game but still answers.
        assert!(engine.pid().is_some());
        assert_eq!(failure(&mut engine), expected, "and can be asked again");
    }
}

#[test]
fn says_bestmove_twice_or_unasked() {
    let mut twice = engine("twice");
    assert_eq!(search(&mut twice, &Limits::depth(1)).unwrap().notes, Vec::<String>::new());
    let next = search(&mut twice, &Limits::depth(1)).unwrap();
    assert_eq!(next.best.map(|mv| mv.from().to_string()).as_deref(), Some("e2"), "not the second");
    let note = t!("engine-note-unasked", found = "d2d4");
    assert_eq!(next.notes, [note.as_str()]);
    let mut unasked = engine("unasked");
    unasked.new_game(&StopSignal::never()).unwrap();
    let found = search(&mut unasked, &Limits::depth(1)).unwrap();
    assert_eq!(found.best.map(|mv| mv.from().to_string()).as_deref(), Some("e2"));
    assert_eq!(found.notes, [note]);
}

#[test]
fn says_other_things_while_it_thinks() {
    let mut engine = engine("chatters");
    let found = search(&mut engine, &Limits::depth(1)).unwrap();
    assert!(found.best.is_some());
    assert_eq!(found.notes.len(), 3, "{:?}", found.notes);
    assert!(found.notes[0].ends_with("during a search, expected bestmove"));
    assert_eq!(
        engine.identity().and_then(|identity| identity.name.clone()).as_deref(),
        Some("Fake 1.0")
    );
}

#[test]
fn says_lines_and_replies_that_are_not_legal() {
    let mut engine = engine("bad-pv");
    let mut longest = 0;
    let never = StopSignal::never();
    let found = engine
        .search(&start(), &Limits::depth(4), &never, &mut |info| {
            longest = longest.max(info.pv.len());
        })
        .unwrap();
    assert_eq!(longest, 2, "cut before the move that is not legal");
    assert_eq!(
        found.notes,
        ["pv: found “e4e5” as move 3, expected a legal one; the line was cut there"]
    );
    let found = search(&mut super::lab::engine("bad-ponder"), &Limits::depth(4)).unwrap();
    assert!(found.best.is_some() && found.ponder.is_none());
    assert_eq!(found.notes, ["found ponder “e2e4”, expected a legal reply"]);
}

#[test]
fn claims_options_that_do_not_parse() {
    let mut engine = engine("bad-options");
    assert!(search(&mut engine, &Limits::depth(1)).unwrap().best.is_some());
    assert!(engine.identity().unwrap().option("Broken").is_some());
}

#[test]
fn refuses_to_quit() {
    let mut engine = engine("refuses-quit");
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    let began = Instant::now();
    engine.quit();
    assert!(began.elapsed() >= test_timeouts().farewell, "it had its time");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_gone(pid);
    assert_eq!(engine.log().find("it did not leave and was ended", 1).len(), 1);
}

#[test]
fn forks_a_child_and_leaves_it() {
    let mut engine = engine("forks");
    search(&mut engine, &Limits::depth(1)).unwrap();
    let pid = engine.pid().unwrap();
    assert_eq!(size(pid), 2);
    engine.quit();
    assert_gone(pid);
}

#[test]
#[cfg(target_os = "linux")]
fn forks_a_child_that_leaves_its_group() {
    let script = "setsid sleep 1000 & echo info string $!; while read line; do case $line in \
                  uci) echo uciok;; isready) echo readyok;; go*) echo bestmove e2e4;; esac; done";
    let mut engine = engine_of(shell(script), test_timeouts());
    search(&mut engine, &Limits::depth(1)).unwrap();
    let lines = engine.log().find("info string ", 1);
    let child: u32 = lines[0].text.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(lives(child));
    engine.quit();
    let until = Instant::now() + Duration::from_secs(5);
    while lives(child) {
        assert!(Instant::now() < until, "the child lives on");
        std::thread::sleep(ms(5));
    }
}

#[test]
fn dies_while_its_child_holds_its_output() {
    let message = failure(&mut engine("dies-while-its-child-lives"));
    assert_eq!(
        message,
        "Fake exited while thinking (exit status: 9); its last output: “left a child”"
    );
}

#[test]
fn is_a_folder_or_no_program() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let message =
        |command: &str| start_error(UciSpec::new(1, command, Vec::new()), test_timeouts());
    let folder = dir.path().to_str().unwrap();
    assert_eq!(message(folder), format!("{folder}: found a folder, expected a program"));
    let missing = path("missing");
    assert_eq!(message(&missing), format!("{missing}: file not found, expected a program"));
    let plain = path("plain");
    std::fs::write(&plain, "not a program").unwrap();
    let wanted = format!("{plain}: found a file that is not executable, expected a program");
    assert_eq!(message(&plain), wanted);
    // Executable, but nothing the system can run.
    std::fs::set_permissions(&plain, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::write(&plain, b"\x7fELF rubbish").unwrap();
    let rubbish = message(&plain);
    assert!(rubbish.starts_with(&format!("{plain}: cannot be started: ")), "{rubbish}");
    let nowhere = message("no-such-engine-on-path");
    assert!(nowhere.starts_with("no-such-engine-on-path: cannot be started: "), "{nowhere}");
    let mut astray = spec("good");
    astray.folder = Some(missing.clone());
    let message = start_error(astray, test_timeouts());
    assert!(message.ends_with(&format!("its folder {missing} does not exist")), "{message}");
}

#[test]
fn is_a_program_that_is_no_engine() {
    let message = start_error(UciSpec::new(1, "true", Vec::new()), test_timeouts());
    assert_eq!(message, "true exited while starting (exit status: 0)");
    let timeouts = Timeouts { handshake: ms(200), ..test_timeouts() };
    let message = start_error(UciSpec::new(1, "cat", Vec::new()), timeouts);
    assert!(message.starts_with("cat: no uciok within 0.2 s; it was terminated. "), "{message}");
}

#[test]
fn closes_its_output() {
    let message = start_error(shell("exec 1>&-; sleep 1000"), test_timeouts());
    assert_eq!(message, "Fake closed its output while starting; it was terminated");
    let script = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
                  go*) echo oops >&2; exec 1>&-;; esac; done";
    let message = failure(&mut engine_of(shell(script), test_timeouts()));
    assert_eq!(
        message,
        "Fake closed its output while thinking; it was terminated; its last output: “oops”"
    );
}

#[test]
fn says_readyok_late_or_never() {
    let mut late = engine("late-readyok");
    assert!(search(&mut late, &Limits::depth(1)).unwrap().best.is_some());
    let timeouts = Timeouts { ready: ms(200), ..test_timeouts() };
    let message = failure(&mut engine_of(spec("no-readyok"), timeouts));
    assert_eq!(message, "Fake: no readyok within 0.2 s; it was terminated");
}

#[test]
fn does_not_read_its_input() {
    let timeouts = Timeouts { longest: Some(ms(200)), stop: ms(300), ..test_timeouts() };
    let mut engine = engine_of(spec("deaf"), timeouts);
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    let began = Instant::now();
    // Far more than fits into a pipe.
    let (mut position, mut board) = (start(), start().start);
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(20_000) {
        let mv = tabia_chess::uci_move::parse(&board, text).unwrap();
        board.make_move(mv);
        position.moves.push(mv);
    }
    let never = StopSignal::never();
    let error = engine.search(&position, &Limits::depth(1), &never, &mut |_| ()).unwrap_err();
    assert_eq!(error.to_string(), "Fake: no bestmove after stop within 0.3 s; it was terminated");
    assert!(began.elapsed() < BOUND);
    assert_gone(pid);
}

#[test]
fn does_not_read_its_input_until_no_more_can_wait() {
    let timeouts = Timeouts { write: ms(300), ..test_timeouts() };
    let mut engine = engine_of(spec("deaf"), timeouts);
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    let error = (0..10_000).find_map(|_| engine.press("Clear").err()).unwrap();
    assert_eq!(error.to_string(), "Fake did not read its input for 0.3 s; it was terminated");
    assert_gone(pid);
}
