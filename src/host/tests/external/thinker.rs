//! UCI engines as the worker uses them: through the trait [`Thinker`].

use std::sync::Arc;
use std::time::Instant;
use tabia_text::t;

use tabia_engine::search::detail::Detail;
use tabia_engine::search::limits::{Limits, StopSignal, StopToken};
use tabia_engine::search::report::{IterationInfo, Snapshot, StopReason};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::{CommonOptions, SearchError, SearchObserver, Thinker};

use super::lab::{
    BOUND, aside, assert_gone, engine, engine_of, ms, shell, spec, start, test_timeouts, wait_for,
};

#[derive(Default)]
struct Notes {
    lines: Vec<IterationInfo>,
    snapshots: Vec<Snapshot>,
}

impl SearchObserver for Notes {
    fn on_iteration(&mut self, info: &IterationInfo) {
        self.lines.push(info.clone());
    }

    fn snapshot_every_ms(&self) -> Option<u64> {
        Some(20)
    }

    fn on_snapshot(&mut self, snapshot: Snapshot) {
        self.snapshots.push(snapshot);
    }
}

#[test]
fn an_outcome_and_its_snapshots_hold_what_the_engine_sent() {
    let mut engine = engine("twice");
    let thinker: &mut dyn Thinker = &mut engine;
    let mut notes = Notes::default();
    thinker.new_game().unwrap();
    let stop = StopSignal::never();
    for _ in 0..2 {
        let outcome = thinker.search(&start(), &Limits::depth(5), &stop, &mut notes).unwrap();
        assert_eq!((outcome.score, outcome.depth), (Some(Score::Cp(50)), Some(5)));
        assert_eq!((outcome.nodes, outcome.reason), (Some(500), StopReason::Unspecified));
        let last = outcome.last.unwrap();
        assert_eq!(last.progress.lines.len(), 1);
        let Detail::Uci(detail) = last.detail else { panic!("of another kind") };
        notes.snapshots.clear();
        if notes.lines.len() == 10 {
            assert_eq!(
                detail.notes.len(),
                1,
                "the second best move of the first search: {detail:?}"
            );
        }
    }
    assert_eq!(notes.lines.len(), 10);
}

#[test]
fn a_state_is_shown_even_if_the_engine_sends_nothing_more() {
    // Two lines at once, then silence: the second must be shown, too.
    let script = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
        go*) echo info depth 1 score cp 1 pv e2e4; echo info depth 2 score cp 2 pv d2d4;; \
        stop) echo bestmove d2d4;; quit) exit;; esac; done";
    let mut engine = engine_of(shell(script), test_timeouts());
    let token = Arc::new(StopToken::default());
    let signal = StopSignal::new(token.clone(), 1);
    let log = engine.log().clone();
    let stopper = aside(move || {
        wait_for(&log, "depth 2");
        std::thread::sleep(ms(400));
        token.stop(1);
    });
    let mut notes = Notes::default();
    let outcome =
        Thinker::search(&mut engine, &start(), &Limits::infinite(), &signal, &mut notes).unwrap();
    stopper.join().unwrap();
    assert_eq!(outcome.reason, StopReason::Stopped);
    let shown = notes.snapshots.last().unwrap();
    assert_eq!(shown.progress.lines[0].depth, 2);
    assert!(notes.snapshots.len() <= 4, "nothing new, nothing shown: {}", notes.snapshots.len());
}

#[test]
fn options_that_cannot_be_applied_are_reported_and_the_engine_goes_on() {
    let mut engine = engine("good");
    engine.start(&StopSignal::never()).unwrap();
    let options = CommonOptions { threads: 64, hash_mib: 32, multi_pv: 2 };
    let error = Thinker::configure(&mut engine, &options).unwrap_err();
    let wrong = "Fake: option Threads: found “64”, expected 1 to 4";
    assert_eq!(error, SearchError::Reduced(wrong.into()));
    Thinker::configure(&mut engine, &CommonOptions { threads: 4, ..options }).unwrap();
    assert_eq!(engine.log().find("string heard setoption name Hash value 32", 9).len(), 1);
}

#[test]
fn a_failure_says_what_can_be_done() {
    let mut engine = engine("dies-thinking");
    let stop = StopSignal::never();
    let error =
        Thinker::search(&mut engine, &start(), &Limits::depth(1), &stop, &mut ()).unwrap_err();
    let SearchError::Failed { message, advice, usable } = error else { panic!("{error}") };
    assert!(message.starts_with("Fake exited while thinking"), "{message}");
    assert_eq!((advice, usable), (t!("engine-advice-restart"), false));
}

#[test]
fn a_worker_that_closes_waits_for_no_answer() {
    let token = Arc::new(StopToken::default());
    let abandoned = StopSignal::new(token.clone(), 1);
    let mut engine = engine_of(spec("no-readyok"), test_timeouts()).abandoned_with(abandoned);
    engine.start(&StopSignal::never()).unwrap();
    let pid = engine.pid().unwrap();
    let closing = aside(move || {
        std::thread::sleep(ms(100));
        token.stop(u64::MAX);
        Instant::now()
    });
    let error = Thinker::new_game(&mut engine).unwrap_err();
    assert_eq!(error.to_string(), "Fake was stopped while getting ready");
    assert!(closing.join().unwrap().elapsed() < BOUND / 4);
    assert_gone(pid);
}

#[test]
fn a_score_without_moves_is_that_of_the_best_move() {
    let mut engine = engine("no-pv");
    let thinker: &mut dyn Thinker = &mut engine;
    let stop = StopSignal::never();
    let outcome = thinker.search(&start(), &Limits::depth(4), &stop, &mut ()).unwrap();
    assert_eq!((outcome.score, outcome.depth), (Some(Score::Cp(5)), Some(4)));
}
