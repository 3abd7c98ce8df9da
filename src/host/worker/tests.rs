//! The worker with engines that misbehave: they flood, hang, answer too early and panic. `tests/host/worker.rs` tests
//! it with the real engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::protocol::{Command, Event, JobId, Watch};
use super::run::Build;
use super::{COMMAND_ROOM, EVENT_ROOM, Handle, Wake};
use crate::kinds::{Backend, SeatOptions};
use tabia_chess::{Board, Color};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::detail::{Detail, UciDetail};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{IterationInfo, Progress, SearchOutcome, Snapshot, StopReason};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::{CommonOptions, SearchError, SearchObserver, Thinker};
use tabia_games::game::position::GamePosition;

/// Longest time a step may take; generous, because the machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Node limit that makes the engine panic.
const PANIC: u64 = 1;
/// Node limit that makes it report endlessly until it is stopped.
const FLOOD: u64 = 2;
/// Node limit that makes it report ten thousand times and end.
const BURST: u64 = 3;
/// Node limit that makes it return an error.
const ERROR: u64 = 4;

/// An engine whose behaviour depends on the node limit; with any other limit it answers at once.
struct Rogue {
    searches: u64,
}

impl Backend for Rogue {
    fn set_options(&mut self, options: &SeatOptions) -> Result<(), SearchError> {
        let few = !matches!(options, SeatOptions::BuiltIn(options) if options.hash_mib > 1000);
        few.then_some(()).ok_or_else(|| SearchError::Reduced("no room".into()))
    }
}

impl Thinker for Rogue {
    fn name(&self) -> &'static str {
        "Rogue"
    }

    fn configure(&mut self, _: &CommonOptions) -> Result<(), SearchError> {
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), SearchError> {
        self.searches = 0;
        Ok(())
    }

    fn search(
        &mut self,
        _: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError> {
        self.searches += 1;
        let mut reports = 0;
        let mut report = || {
            reports += 1;
            observer.on_iteration(&iteration(reports));
            if observer.snapshot_every_ms().is_some() {
                observer.on_snapshot(snapshot(u64::from(reports)));
            }
        };
        match limits.nodes {
            Some(PANIC) => panic!("a planted fault"),
            Some(FLOOD) => {
                while !stop.is_stopped() {
                    report();
                }
            }
            Some(ERROR) => {
                let (message, advice) =
                    ("Rogue: no bestmove came in time".to_owned(), "Restart it");
                return Err(SearchError::Failed { message, advice, usable: false });
            }
            Some(BURST) => (0..10_000).for_each(|_| report()),
            _ => report(),
        }
        Ok(SearchOutcome {
            best: None,
            ponder: None,
            score: None,
            bound: Bound::Exact,
            depth: limits.depth,
            // The number of searches of this engine instance: 1 for a new one.
            nodes: Some(self.searches),
            time_ms: 0,
            reason: StopReason::Stopped,
            last: None,
            hesitation: None,
        })
    }
}

fn iteration(depth: u32) -> IterationInfo {
    IterationInfo::new(depth, Color::White, Score::EVEN, Vec::new())
}

fn snapshot(nodes: u64) -> Snapshot {
    Snapshot {
        progress: Progress { nodes: Some(nodes), ..Progress::new(Color::White) },
        detail: Detail::Uci(UciDetail::default()),
    }
}

fn silent() -> Wake {
    Arc::new(|_| ())
}

fn build() -> Build {
    Box::new(|_| Box::new(Rogue { searches: 0 }))
}

fn rogue() -> Handle {
    Handle::spawn_with("rogue", build(), silent()).unwrap()
}

fn search(handle: &Handle, job: u64, limits: Limits) {
    let command = Command::Search {
        job: JobId(job),
        position: GamePosition::new(Board::start()),
        limits,
        watch: Watch { snapshot_every_ms: Some(1), profile: false, tree: false },
    };
    handle.try_send(command).unwrap();
}

/// The next event that is neither `Started` nor an iteration.
fn answer(handle: &Handle) -> Event {
    loop {
        match handle.recv_timeout(TIMEOUT).unwrap() {
            Event::Started { .. } | Event::Iteration { .. } => {}
            event => return event,
        }
    }
}

/// Waits until the job has begun.
fn begun(handle: &Handle, wanted: u64) {
    loop {
        if let Event::Started { job: JobId(job) } = handle.recv_timeout(TIMEOUT).unwrap()
            && job == wanted
        {
            return;
        }
    }
}

fn is_silent(handle: &Handle) -> bool {
    let until = Instant::now() + Duration::from_millis(50);
    while let Some(left) = until.checked_duration_since(Instant::now()) {
        if matches!(handle.recv_timeout(left), Ok(Event::Finished { .. } | Event::Failed { .. })) {
            return false;
        }
    }
    true
}

#[test]
fn commands_are_obeyed_in_order() {
    let handle = rogue();
    search(&handle, 1, Limits::depth(4));
    handle.try_send(Command::Ping).unwrap();
    search(&handle, 2, Limits::depth(5));
    handle.try_send(Command::Ping).unwrap();
    assert!(matches!(answer(&handle), Event::Finished { job: JobId(1), .. }));
    assert!(matches!(answer(&handle), Event::Ready));
    assert!(matches!(answer(&handle), Event::Finished { job: JobId(2), .. }));
    assert!(matches!(answer(&handle), Event::Ready));
}

#[test]
fn options_that_cannot_be_applied_are_reported() {
    let handle = rogue();
    let options = EngineOptions { hash_mib: 2000, ..EngineOptions::default() };
    handle.try_send(Command::SetOptions(SeatOptions::BuiltIn(options))).unwrap();
    search(&handle, 1, Limits::depth(1));
    let Event::Reduced { text } = answer(&handle) else { panic!("nothing told") };
    assert_eq!(text, "no room");
    assert!(matches!(answer(&handle), Event::Finished { job: JobId(1), .. }));
}

#[test]
fn a_panic_is_reported_and_the_next_search_runs_on_a_fresh_engine() {
    let handle = rogue();
    for job in 1..=3 {
        search(&handle, job, Limits::depth(1));
        let Event::Finished { outcome, .. } = answer(&handle) else { panic!("no answer") };
        assert_eq!(outcome.nodes, Some(job));
    }
    search(&handle, 4, Limits::nodes(PANIC));
    search(&handle, 5, Limits::depth(1));
    let Event::Failed { job, error, .. } = answer(&handle) else { panic!("no failure") };
    assert_eq!(job, Some(JobId(4)));
    assert!(error.contains("a planted fault"), "{error}");
    let Event::Finished { job, outcome, .. } = answer(&handle) else { panic!("no answer") };
    assert_eq!(
        (job, outcome.nodes),
        (JobId(5), Some(1)),
        "the engine after the panic is a new one"
    );
}

#[test]
fn an_error_of_the_engine_answers_its_job_and_the_next_search_runs() {
    let handle = rogue();
    search(&handle, 1, Limits::nodes(ERROR));
    search(&handle, 2, Limits::depth(1));
    let Event::Failed { job, error, advice } = answer(&handle) else { panic!("no failure") };
    assert_eq!((job, &*error), (Some(JobId(1)), "Rogue: no bestmove came in time"));
    assert_eq!(advice, Some("Restart it"));
    let Event::Finished { job, outcome, .. } = answer(&handle) else { panic!("no answer") };
    assert_eq!((job, outcome.nodes), (JobId(2), Some(2)), "the engine is the same");
}

#[test]
fn a_flood_fills_the_lanes_and_no_more() {
    let handle = rogue();
    search(&handle, 1, Limits::nodes(BURST));
    // No one reads while ten thousand reports come; `Finished` then waits for room.
    let until = Instant::now() + TIMEOUT;
    while handle.take_live().is_none_or(|live| live.snapshot.progress.nodes < Some(10_000)) {
        assert!(Instant::now() < until, "the burst never ended");
    }
    let mut iterations = 0;
    let dropped = loop {
        match handle.recv_timeout(TIMEOUT).unwrap() {
            Event::Iteration { .. } => iterations += 1,
            Event::Finished { dropped, .. } => break dropped,
            _ => {}
        }
    };
    assert_eq!(iterations + dropped, 10_000, "every iteration was sent or counted");
    assert!(iterations as usize <= EVENT_ROOM);
    assert!(handle.take_live().is_none(), "the second lane holds one snapshot at most");
}

#[test]
fn dropping_the_handle_ends_a_flood_with_a_full_lane() {
    let handle = rogue();
    search(&handle, 1, Limits::nodes(FLOOD));
    for job in 2..10 {
        search(&handle, job, Limits::nodes(FLOOD));
    }
    std::thread::sleep(Duration::from_millis(20));
    let begin = Instant::now();
    drop(handle);
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

#[test]
fn dropping_the_handle_ends_a_worker_that_waits_for_room() {
    let handle = rogue();
    // The lane is full and the end of the search has no room.
    search(&handle, 1, Limits::nodes(BURST));
    std::thread::sleep(Duration::from_millis(20));
    let begin = Instant::now();
    drop(handle);
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

#[test]
fn a_stop_hits_every_job_up_to_its_own_and_each_is_answered_once() {
    let handle = rogue();
    for job in 1..=5 {
        search(&handle, job, Limits { depth: Some(30), ..Limits::nodes(FLOOD) });
    }
    handle.stop(JobId(4));
    for job in 1..=4 {
        let Event::Finished { job: JobId(ended), outcome, .. } = answer(&handle) else { panic!() };
        assert_eq!(ended, job);
        if job > 1 {
            assert_eq!(outcome.depth, Some(1), "a job stopped before it began gets one ply");
        }
    }
    assert!(is_silent(&handle), "job 5 was not stopped");
    handle.stop(JobId(5));
    assert!(matches!(answer(&handle), Event::Finished { job: JobId(5), .. }));
}

#[test]
fn an_infinite_search_answers_only_when_stopped() {
    let handle = rogue();
    search(&handle, 1, Limits::infinite());
    assert!(is_silent(&handle));
    // A stop of a job that does not exist yet must not be taken for this one's, nor a ponder hit.
    handle.ponder_hit(JobId(1));
    handle.stop(JobId(0));
    assert!(is_silent(&handle));
    handle.stop(JobId(1));
    assert!(matches!(answer(&handle), Event::Finished { job: JobId(1), .. }));
}

#[test]
fn an_analysis_answers_when_nothing_is_left_to_search() {
    let handle = rogue();
    search(&handle, 1, Limits::analysis());
    assert!(matches!(answer(&handle), Event::Finished { job: JobId(1), .. }));
}

#[test]
fn a_ponder_search_answers_after_the_hit_or_a_stop() {
    let handle = rogue();
    let ponder = || Limits { ponder: true, ..Limits::depth(3) };
    search(&handle, 1, ponder());
    assert!(is_silent(&handle));
    handle.ponder_hit(JobId(1));
    assert!(matches!(answer(&handle), Event::Finished { job: JobId(1), .. }));
    search(&handle, 2, ponder());
    begun(&handle, 2);
    assert!(is_silent(&handle), "the hit belonged to job 1");
    handle.stop(JobId(2));
    assert!(matches!(answer(&handle), Event::Finished { job: JobId(2), .. }));
}

#[test]
fn a_full_command_queue_gives_the_command_back() {
    let handle = rogue();
    search(&handle, 1, Limits::infinite());
    begun(&handle, 1);
    for _ in 0..COMMAND_ROOM {
        handle.try_send(Command::Ping).unwrap();
    }
    let back = handle.try_send(Command::NewGame).unwrap_err();
    assert!(back.is_full());
    assert!(matches!(back.into_inner(), Command::NewGame));
}

#[test]
fn every_event_wakes_the_front_end() {
    let woken = Arc::new(AtomicUsize::new(0));
    let counter = woken.clone();
    let wake: Wake = Arc::new(move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
    });
    let handle = Handle::spawn_with("rogue", build(), wake).unwrap();
    search(&handle, 1, Limits::depth(1));
    assert!(matches!(answer(&handle), Event::Finished { .. }));
    drop(handle);
    // Started, the iteration, its snapshot, Finished.
    assert_eq!(woken.load(Ordering::SeqCst), 4);
}

#[test]
fn a_panicking_wake_does_not_end_the_worker() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = calls.clone();
    let wake: Wake = Arc::new(move |_| {
        assert!(counter.fetch_add(1, Ordering::SeqCst) != 1, "a wake that fails once");
    });
    let handle = Handle::spawn_with("rogue", build(), wake).unwrap();
    search(&handle, 1, Limits::depth(1));
    assert!(matches!(answer(&handle), Event::Failed { job: Some(JobId(1)), .. }));
    search(&handle, 2, Limits::depth(1));
    assert!(matches!(answer(&handle), Event::Finished { job: JobId(2), .. }));
}
