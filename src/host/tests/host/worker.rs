//! The worker with the real engine: stops, replaced searches, dropped handles, pondering. With engines
//! that misbehave it is tested in `src/host/worker/tests.rs`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tabia_chess::{Board, uci_move};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::inspection::InspectionRequest;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{SearchOutcome, StopReason};
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;
use tabia_host::kinds::SeatOptions;
use tabia_host::worker::protocol::{Command, Event, JobId, Watch};
use tabia_host::worker::{EVENT_ROOM, Handle};

/// Longest time a step may take; generous, because the machine may be busy.
const TIMEOUT: Duration = Duration::from_mins(1);

const MIDDLEGAMES: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/4bppp/p1np1n2/1pp1p3/4P3/2P2N1P/PPBPBPP1/R2QRNK1 b - - 4 13",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 50",
];

fn spawn(threads: u32) -> Handle {
    let options = EngineOptions { hash_mib: 16, threads, ..EngineOptions::default() };
    Handle::spawn(options, Arc::new(|_| ())).unwrap()
}

fn position(fen: &str) -> GamePosition {
    GamePosition::new(Board::from_fen(fen).unwrap())
}

fn search_at(handle: &Handle, job: u64, position: GamePosition, limits: Limits, watch: Watch) {
    handle.try_send(Command::Search { job: JobId(job), position, limits, watch }).unwrap();
}

fn search(handle: &Handle, job: u64, limits: Limits) {
    search_at(handle, job, position(MIDDLEGAMES[1]), limits, Watch::default());
}

/// Waits for the end of a job; no other job may end before it.
fn finished(handle: &Handle, job: u64) -> SearchOutcome {
    loop {
        match handle.recv_timeout(TIMEOUT).unwrap() {
            Event::Finished { job: JobId(ended), outcome, .. } => {
                assert_eq!(ended, job);
                return outcome;
            }
            Event::Failed { error, .. } => panic!("{error}"),
            _ => {}
        }
    }
}

/// Time from the stop to the answer.
fn stop_time(handle: &Handle, job: u64) -> Duration {
    let begin = Instant::now();
    handle.stop(JobId(job));
    finished(handle, job);
    begin.elapsed()
}

#[test]
fn a_finite_search_reports_each_depth_and_ends() {
    let handle = spawn(1);
    search(&handle, 1, Limits::depth(6));
    let mut depths = Vec::new();
    let outcome = loop {
        match handle.recv_timeout(TIMEOUT).unwrap() {
            Event::Iteration { job, info } => {
                assert_eq!(job, JobId(1));
                depths.push(info.depth);
            }
            Event::Finished { outcome, .. } => break outcome,
            _ => {}
        }
    };
    depths.dedup();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    assert_eq!(outcome.reason, StopReason::Depth);
    assert!(position(MIDDLEGAMES[1]).board().is_legal(outcome.best.unwrap()));
}

#[test]
fn a_stop_is_answered_at_any_depth() {
    for threads in [1, 2] {
        let handle = spawn(threads);
        for (job, fen) in (1..).zip(MIDDLEGAMES.iter().cycle().take(8)) {
            search_at(&handle, job, position(fen), Limits::infinite(), Watch::default());
            std::thread::sleep(Duration::from_millis(30));
            // `stop_latency` measures how soon.
            stop_time(&handle, job);
        }
    }
}

/// The figures: `cargo test --release --test host worker:: -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, for a quiet machine"]
fn stop_latency() {
    for threads in [1, 2] {
        let handle = spawn(threads);
        let mut times: Vec<Duration> = (1..=400)
            .map(|job| {
                let fen = MIDDLEGAMES[job as usize % MIDDLEGAMES.len()];
                let watch = Watch { snapshot_every_ms: Some(100), profile: false, tree: false };
                search_at(&handle, job, position(fen), Limits::infinite(), watch);
                // From the first iterations to depths reached after half a second.
                std::thread::sleep(Duration::from_millis(job * 37 % 500));
                stop_time(&handle, job)
            })
            .collect();
        times.sort();
        let at = |permille: usize| times[(times.len() - 1) * permille / 1000];
        println!(
            "{threads} threads, {} stops: median {:?}, 99 % {:?}, longest {:?}",
            times.len(),
            at(500),
            at(990),
            at(1000)
        );
    }
}

#[test]
fn a_new_search_replaces_the_old_one() {
    let handle = spawn(1);
    for job in 1..=20 {
        search(&handle, job, Limits::infinite());
        handle.stop(JobId(job - 1));
    }
    // Each is answered, in order, and all but the last without a stop of their own.
    for job in 1..=19 {
        assert!(finished(&handle, job).best.is_some(), "job {job}");
    }
    handle.stop(JobId(20));
    assert!(finished(&handle, 20).best.is_some());
}

#[test]
fn a_dropped_handle_ends_a_deep_search_of_many_threads() {
    for threads in [1, 4] {
        let handle = spawn(threads);
        let watch = Watch { snapshot_every_ms: Some(1), profile: false, tree: false };
        search_at(&handle, 1, position(MIDDLEGAMES[1]), Limits::infinite(), watch);
        // No one reads, so the lane may be full.
        std::thread::sleep(Duration::from_millis(200));
        let begin = Instant::now();
        drop(handle);
        assert!(begin.elapsed() < TIMEOUT, "{threads}: {:?}", begin.elapsed());
    }
}

#[test]
fn a_full_lane_holds_nothing_up_and_grows_nothing() {
    let handle = spawn(1);
    // Each of these reports its iterations; no one reads until all are done or the lane is full.
    for job in 1..=60 {
        search(&handle, job, Limits::depth(6));
    }
    let mut iterations = 0;
    let mut dropped_in_all = 0;
    std::thread::sleep(Duration::from_millis(300));
    for job in 1..=60 {
        loop {
            match handle.recv_timeout(TIMEOUT).unwrap() {
                Event::Iteration { .. } => iterations += 1,
                Event::Finished { job: JobId(ended), dropped, .. } => {
                    assert_eq!(ended, job);
                    dropped_in_all += dropped;
                    break;
                }
                _ => {}
            }
        }
    }
    assert!(iterations + dropped_in_all >= 60 * 6);
    assert!(iterations as usize > EVENT_ROOM / 2);
}

#[test]
fn snapshots_come_on_the_second_lane() {
    let handle = spawn(1);
    let watch = Watch { snapshot_every_ms: Some(10), profile: false, tree: false };
    search_at(&handle, 1, position(MIDDLEGAMES[1]), Limits::infinite(), watch);
    let until = Instant::now() + TIMEOUT;
    let live = loop {
        if let Some(live) = handle.take_live() {
            break live;
        }
        assert!(Instant::now() < until, "no snapshot came");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(live.job, JobId(1));
    assert_eq!(live.snapshot.progress.root_moves.len(), 48);
    let counts = live.snapshot.detail.alphabeta().unwrap().counts;
    assert!(live.snapshot.progress.nodes > Some(0) && counts.nodes > 0);
    stop_time(&handle, 1);
}

#[test]
fn an_infinite_search_waits_for_a_stop_even_if_nothing_is_left_to_search() {
    let handle = spawn(1);
    // One legal move, and mate in one: an engine might answer both at once.
    for (job, fen) in
        [(1, "7k/8/6Q1/8/8/8/8/K7 b - - 0 1"), (2, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")]
    {
        search_at(&handle, job, position(fen), Limits::infinite(), Watch::default());
        let until = Instant::now() + Duration::from_millis(300);
        while let Some(left) = until.checked_duration_since(Instant::now()) {
            let event = handle.recv_timeout(left);
            assert!(!matches!(event, Ok(Event::Finished { .. })), "{fen}: answered too early");
        }
        handle.stop(JobId(job));
        let outcome = finished(&handle, job);
        assert_eq!(outcome.best.is_some(), job == 2);
    }
}

#[test]
fn a_search_whose_result_is_held_back_shows_its_last_state_and_its_memory() {
    let handle = spawn(1);
    // The search is complete after a few milliseconds, before the first snapshot is due.
    let watch = Watch { snapshot_every_ms: Some(60_000), profile: false, tree: true };
    for (job, fen) in
        [(1, "k7/8/1K6/8/8/8/8/7R w - - 0 1"), (2, "4k3/8/4K3/4P3/8/8/8/8 w - - 99 120")]
    {
        let position = position(fen);
        search_at(&handle, job, position.clone(), Limits::infinite(), watch);
        let until = Instant::now() + TIMEOUT;
        let live = loop {
            if let Some(live) = handle.take_live() {
                break live;
            }
            assert!(Instant::now() < until, "{fen}: no snapshot came");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(live.job, JobId(job));
        assert!(live.snapshot.progress.tree.is_some() && !live.snapshot.progress.race.is_empty());
        handle.inspect(InspectionRequest { position: position.clone() });
        let seen = loop {
            match handle.recv_timeout(TIMEOUT).unwrap() {
                Event::Inspection(seen) => break seen,
                Event::Finished { .. } => panic!("{fen}: answered too early"),
                _ => {}
            }
        };
        assert_eq!(seen.key, position.board().key());
        handle.stop(JobId(job));
        finished(&handle, job);
    }
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let handle = spawn(1);
    let ponder = || Limits { ponder: true, ..Limits::movetime(Duration::from_millis(100)) };
    search(&handle, 1, ponder());
    std::thread::sleep(Duration::from_millis(300));
    while let Ok(event) = handle.try_recv() {
        assert!(!matches!(event, Event::Finished { .. }), "it pondered on its own clock");
    }
    handle.ponder_hit(JobId(1));
    let begin = Instant::now();
    assert!(finished(&handle, 1).best.is_some());
    assert!(begin.elapsed() < Duration::from_secs(5));
    // A miss: the stop ends it.
    search(&handle, 2, ponder());
    handle.stop(JobId(2));
    assert!(finished(&handle, 2).best.is_some());
}

#[test]
fn options_and_ready_come_in_order() {
    let handle = spawn(1);
    search(&handle, 1, Limits::depth(5));
    let options =
        EngineOptions { hash_mib: 1, threads: 2, multi_pv: 3, ..EngineOptions::default() };
    handle.try_send(Command::SetOptions(SeatOptions::BuiltIn(options))).unwrap();
    handle.try_send(Command::NewGame).unwrap();
    handle.try_send(Command::Ping).unwrap();
    search(&handle, 2, Limits::depth(4));
    finished(&handle, 1);
    assert!(matches!(handle.recv_timeout(TIMEOUT), Ok(Event::Ready)));
    let mut lines = 0;
    loop {
        match handle.recv_timeout(TIMEOUT).unwrap() {
            Event::Iteration { info, .. } => lines = lines.max(info.multi_pv),
            Event::Finished { .. } => break,
            _ => {}
        }
    }
    assert_eq!(lines, 3);
}

#[test]
fn a_panic_in_the_middle_of_a_search_ends_its_helpers_too() {
    // Only the wake function can make a search panic from outside: this one panics once, deep in a search.
    let calls = Arc::new(AtomicU32::new(0));
    let counter = calls.clone();
    let wake = Arc::new(move |_| {
        assert!(counter.fetch_add(1, Ordering::SeqCst) != 5, "a wake that fails once");
    });
    let options = EngineOptions { hash_mib: 16, threads: 3, ..EngineOptions::default() };
    let handle = Handle::spawn(options, wake).unwrap();
    search(&handle, 1, Limits::infinite());
    let error = loop {
        match handle.recv_timeout(TIMEOUT).expect("the search's helpers went on without it") {
            Event::Failed { job: Some(JobId(1)), error, .. } => break error,
            Event::Finished { .. } => panic!("nothing failed"),
            _ => {}
        }
    };
    assert!(error.contains("a wake that fails once"), "{error}");
    search(&handle, 2, Limits::depth(4));
    assert!(finished(&handle, 2).best.is_some());
}

#[test]
fn repetition_is_seen_through_the_history() {
    // White is a queen down; only the third repetition of the start position saves the game.
    let start = Board::from_fen("7k/8/8/8/8/q7/6PP/6K1 b - - 0 1").unwrap();
    let mut game = GamePosition::new(start);
    let mut board = start;
    for text in ["a3a1", "g1f2", "a1a3", "f2g1", "a3a1", "g1f2", "a1a3"] {
        let mv = uci_move::parse(&board, text).unwrap();
        board.make_move(mv);
        game.moves.push(mv);
    }
    let repetition = uci_move::parse(&board, "f2g1").unwrap();
    let answer = |game| {
        let handle = spawn(1);
        search_at(&handle, 1, game, Limits::depth(6), Watch::default());
        finished(&handle, 1)
    };
    let outcome = answer(game);
    assert_eq!((outcome.best, outcome.score), (Some(repetition), Some(Score::EVEN)));
    let alone = answer(GamePosition::new(board)).score.unwrap();
    assert!(alone.clamped_cp(10_000) < 0, "without the history: {alone:?}");
}
