//! Engines that behave: what is sent to them and what is read.

use std::sync::Arc;
use std::time::{Duration, Instant};
use tabia_text::t;

use tabia_chess::Board;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::limits::{Limits, StopSignal, StopToken};
use tabia_engine::search::score::{Bound, Score};
use tabia_games::game::position::GamePosition;
use tabia_host::external::discover::probe;
use tabia_host::external::log::{ConversationLog, Side};
use tabia_host::external::option::{OptionKind, UciOption};
use tabia_host::external::requested_options::RequestedOptions;
use tabia_host::kinds::{Backend, SeatOptions};

use super::lab::{
    BOUND, aside, assert_gone, engine, engine_of, is_running, ms, search, spec, start,
    test_timeouts, wait_for,
};

#[test]
fn a_search_reports_what_the_engine_sent_and_nothing_else() {
    let mut engine = engine("good");
    let mut lines = Vec::new();
    let mut on_info = |line: &_| lines.push(Clone::clone(line));
    let stop = StopSignal::never();
    let found = engine.search(&start(), &Limits::depth(5), &stop, &mut on_info).unwrap();
    assert_eq!(found.best.map(|mv| mv.to().to_string()).as_deref(), Some("e4"));
    assert_eq!(found.ponder.map(|mv| mv.to().to_string()).as_deref(), Some("e5"));
    assert_eq!((found.stopped, found.dropped, found.notes), (false, 0, Vec::new()));
    assert_eq!(lines.len(), 5);
    let last = lines.last().unwrap();
    assert_eq!((last.depth, last.seldepth, last.nodes), (Some(5), Some(7), Some(500)));
    assert_eq!((last.score, last.bound), (Some(Score::Cp(50)), Some(Bound::Exact)));
    assert_eq!((last.hashfull, last.tb_hits, last.currmove), (None, None, None), "not said");
    assert_eq!((last.multi_pv, last.pv.len()), (Some(1), 2));
    let name = engine.identity().and_then(|identity| identity.name.clone());
    assert_eq!(name.as_deref(), Some("Fake 1.0"));
    assert_eq!(engine.name(), "Fake", "the user's name for it goes first");
}

#[test]
fn the_log_holds_both_directions() {
    let mut engine = engine("good");
    search(&mut engine, &Limits::depth(3)).unwrap();
    let log = engine.log().clone();
    let sent: Vec<String> = log
        .find("", usize::MAX)
        .into_iter()
        .filter(|entry| entry.side == Side::Sent)
        .map(|entry| entry.text.to_string())
        .collect();
    assert_eq!(sent, ["uci", "isready", "position startpos", "go depth 3"]);
    assert_eq!(log.find("BESTMOVE", 9).len(), 1);
    assert!(log.to_text().contains("< id author Nobody\n"));
}

#[test]
fn a_stop_is_obeyed_soon_and_a_ponder_hit_passed_on() {
    let mut engine = engine("good");
    engine.start(&StopSignal::never()).unwrap();
    let token = Arc::new(StopToken::default());
    let signal = |ticket| StopSignal::new(token.clone(), ticket);
    let other = token.clone();
    let raised = aside(move || {
        std::thread::sleep(ms(100));
        other.stop(1);
        Instant::now()
    });
    let found = engine.search(&start(), &Limits::infinite(), &signal(1), &mut |_| ()).unwrap();
    let late = raised.join().unwrap().elapsed();
    assert!(found.stopped && found.best.is_some());
    assert!(late < Duration::from_secs(5), "stopped after {late:?}");
    let ponder = Limits { ponder: true, ..Limits::depth(3) };
    token.ponder_hit(2);
    let found = engine.search(&start(), &ponder, &signal(2), &mut |_| ()).unwrap();
    assert!(!found.stopped);
    assert_eq!(engine.log().find("ponderhit heard", 9).len(), 1);
}

#[test]
fn options_are_set_before_the_next_search_and_only_where_they_differ() {
    let mut entry = spec("good");
    entry.options.insert("Style".into(), "Wild".into());
    entry.options.insert("Hash".into(), "1000".into());
    let mut engine = engine_of(entry, test_timeouts());
    engine.configure(RequestedOptions {
        multi_pv: Some(3),
        threads: Some(9),
        ..RequestedOptions::default()
    });
    let found = search(&mut engine, &Limits::depth(1)).unwrap();
    let received =
        |part: &str| engine.log().find(&format!("string heard setoption name {part}"), 9).len();
    assert_eq!(
        (received("MultiPV value 3"), received("Threads value 4"), received("Style value Wild")),
        (1, 1, 1)
    );
    assert_eq!(found.notes.len(), 2, "{:?}", found.notes);
    assert!(found.notes[0].contains("Hash: found “1000”, expected 1 to 64"), "{:?}", found.notes);
    assert_eq!(found.notes[1], "Threads: wanted 9, it takes 4");
    let again = search(&mut engine, &Limits::depth(1)).unwrap();
    assert_eq!(again.notes, Vec::<String>::new(), "told once");
    engine.press("Clear").unwrap();
    engine.press("Hash").unwrap();
    engine.configure(RequestedOptions {
        strength: Some(Strength::Elo(1500)),
        ..RequestedOptions::default()
    });
    let found = search(&mut engine, &Limits::depth(1)).unwrap();
    let received =
        |part: &str| engine.log().find(&format!("string heard setoption {part}"), 9).len();
    assert_eq!(
        (received("name Clear"), received("name MultiPV value 1"), received("name Hash")),
        (1, 1, 0)
    );
    assert!(found.notes.iter().any(|note| note.contains("UCI_Elo")), "{:?}", found.notes);
}

#[test]
fn pondering_is_announced_by_the_option() {
    let mut engine = engine("good");
    for (ponder, value) in [(true, "true"), (false, "false")] {
        let options =
            SeatOptions::External(RequestedOptions { ponder, ..RequestedOptions::default() });
        Backend::set_options(&mut engine, &options).unwrap();
        search(&mut engine, &Limits::depth(1)).unwrap();
        let line = format!("string heard setoption name Ponder value {value}");
        assert_eq!(engine.log().find(&line, 9).len(), 1);
    }
}

#[test]
fn chess960_needs_an_engine_that_plays_it() {
    let board =
        Board::from_fen("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
            .unwrap();
    let position = GamePosition::new(board);
    assert!(board.is_chess960());
    let never = StopSignal::never();
    let mut plain = engine("good");
    let error = plain.search(&position, &Limits::depth(1), &never, &mut |_| ()).unwrap_err();
    assert_eq!(error.to_string(), t!("engine-no-chess960", name = "Fake"));
    assert!(plain.pid().is_some(), "it may go on with other games");
    search(&mut plain, &Limits::depth(1)).unwrap();
    let mut able = engine("grants-everything");
    let _ = able.search(&position, &Limits::depth(1), &never, &mut |_| ());
    assert_eq!(able.log().find("UCI_Chess960 value true", 9).len(), 2, "said and heard");
}

#[test]
fn nothing_is_asked_where_the_game_is_over() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let position = GamePosition::new(Board::from_fen(mated).unwrap());
    let mut engine = engine("good");
    let never = StopSignal::never();
    let found = engine.search(&position, &Limits::depth(1), &never, &mut |_| ()).unwrap();
    assert_eq!((found.best, engine.pid()), (None, None));
}

#[test]
fn a_probe_reads_what_the_engine_is_and_sends_it_away() {
    let log = Arc::new(ConversationLog::default());
    let began = Instant::now();
    let identity =
        probe(&spec("bad-options"), test_timeouts(), &log, &StopSignal::never()).unwrap();
    assert!(began.elapsed() < BOUND);
    assert_eq!(
        (identity.name.as_deref(), identity.author.as_deref()),
        (Some("Fake 1.0"), Some("Nobody"))
    );
    assert_eq!(identity.option("hash").and_then(UciOption::default_value).as_deref(), Some("16"));
    // Options that do not parse are kept and named.
    let unreadable: Vec<&str> = identity
        .options
        .iter()
        .filter(|option| matches!(option.kind, OptionKind::Unreadable { .. }))
        .map(|option| option.name.as_str())
        .collect();
    assert_eq!(unreadable, ["Broken", t!("engine-option-no-name"), "Range"]);
    assert_eq!(identity.options.len(), 9);
    assert_eq!(log.find("ended (exit status: 0)", 1).len(), 1, "{}", log.to_text());
}

#[test]
fn dropping_the_engine_sends_it_away() {
    let mut engine = engine("good");
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    assert!(is_running(pid));
    drop(engine);
    assert_gone(pid);
}

#[test]
fn an_abandoned_wait_ends_at_once() {
    let mut engine = engine("hangs-thinking");
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    let token = Arc::new(StopToken::default());
    let signal = StopSignal::new(token.clone(), 1);
    let log = engine.log().clone();
    let closing = aside(move || {
        wait_for(&log, "go infinite");
        token.stop(u64::MAX);
        Instant::now()
    });
    let error = engine.search(&start(), &Limits::infinite(), &signal, &mut |_| ()).unwrap_err();
    let late = closing.join().unwrap().elapsed();
    assert_eq!(error.to_string(), "Fake was stopped while stopping");
    assert!(late < Duration::from_secs(4), "{late:?}");
    assert_gone(pid);
}
