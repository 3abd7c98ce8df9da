//! The seats: each searches and is stopped independently, and has its own queue of commands.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use tabia_chess::Board;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::position::GamePosition;
use tabia_host::worker::pool::{Pool, SeatNews};
use tabia_host::worker::protocol::{Command, Event, JobId, Watch};

/// Longest time a step may take; generous, because the machine may be busy.
const TIMEOUT: Duration = Duration::from_mins(1);

const ONE: EngineId = EngineId(0);
const TWO: EngineId = EngineId(7);

fn pool() -> Pool {
    let mut pool = Pool::new(Arc::new(|_| ()));
    let options = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
    for seat in [ONE, TWO] {
        pool.seat(seat, options).unwrap();
    }
    pool
}

fn search(job: u64, limits: Limits) -> Command {
    let position = GamePosition::new(Board::start());
    Command::Search { job: JobId(job), position, limits, watch: Watch::default() }
}

fn endless() -> Limits {
    Limits { infinite: true, ..Limits::default() }
}

/// The jobs of a seat in the order in which they end, until `count` have ended.
fn ended(pool: &mut Pool, seat: EngineId, count: usize) -> Vec<u64> {
    let (begin, mut jobs) = (Instant::now(), Vec::new());
    while jobs.len() < count {
        assert!(begin.elapsed() < TIMEOUT, "{jobs:?}");
        pool.flush();
        match pool.next(seat) {
            Some(SeatNews::Event(Event::Finished { job, .. })) => jobs.push(job.0),
            Some(SeatNews::Event(Event::Failed { error, .. })) => panic!("{error}"),
            Some(SeatNews::Gone) => panic!("gone"),
            Some(_) => {}
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }
    jobs
}

#[test]
fn every_seat_searches_for_itself() {
    let mut pool = pool();
    assert_eq!(pool.ids(), [ONE, TWO]);
    pool.send(ONE, search(1, endless()));
    pool.send(TWO, search(2, Limits::depth(3)));
    assert_eq!(ended(&mut pool, TWO, 1), [2], "the other goes on");
    pool.stop(TWO, JobId(9));
    std::thread::sleep(Duration::from_millis(20));
    pool.stop(ONE, JobId(1));
    assert_eq!(ended(&mut pool, ONE, 1), [1]);
    assert!(pool.flush(), "all has been sent");
    // This seat is empty.
    let nobody = EngineId(5);
    pool.send(nobody, search(3, endless()));
    pool.stop(nobody, JobId(3));
    assert!(pool.next(nobody).is_none() && format!("{pool:?}").contains('7'));
}

#[test]
fn commands_without_room_wait_and_keep_their_order() {
    let mut pool = pool();
    pool.send(ONE, search(1, endless()));
    for job in 2..=200 {
        pool.send(ONE, search(job, Limits::depth(1)));
    }
    assert!(!pool.flush(), "the worker is busy and its lane is full");
    pool.stop(ONE, JobId(1));
    let all = ended(&mut pool, ONE, 200);
    assert_eq!(all, (1..=200).collect::<Vec<u64>>());
    assert!(pool.flush());
}

#[test]
fn a_ponder_hit_reaches_its_seat() {
    let mut pool = pool();
    let movetime = Some(Duration::from_millis(5));
    pool.send(ONE, search(1, Limits { ponder: true, movetime, ..Limits::default() }));
    std::thread::sleep(Duration::from_millis(50));
    let mut finished = false;
    while let Some(news) = pool.next(ONE) {
        finished |= matches!(news, SeatNews::Event(Event::Finished { .. }));
    }
    assert!(!finished, "it ponders until it is told");
    pool.ponder_hit(ONE, JobId(1));
    assert_eq!(ended(&mut pool, ONE, 1), [1]);
}

#[test]
fn an_engine_that_leaves_its_seat_is_stopped_and_sends_nothing_more() {
    let mut pool = pool();
    pool.send(ONE, search(1, endless()));
    pool.leave(ONE);
    pool.leave(ONE);
    assert_eq!(pool.ids(), [TWO]);
    assert!(pool.next(ONE).is_none());
    // The seat can be taken again.
    let options = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
    pool.seat(ONE, options).unwrap();
    pool.send(ONE, search(2, Limits::depth(1)));
    assert_eq!(ended(&mut pool, ONE, 1), [2]);
}
