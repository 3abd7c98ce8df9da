//! The clock plan of one search: how long it should think, how long it may, and when it has thought
//! enough.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::chess::color::Color;

use super::value::{MATE, MATE_FOUND, Value};
use crate::search::limits::{ClockLimits, Limits};
use crate::search::stop::StopSignal;

/// Moves the rest of the game is taken to last when the control does not say.
const HORIZON: f64 = 24.0;
/// The hard bound is this many times the soft one, and at most this share of what is left.
const HARD_FACTOR: f64 = 4.5;
const HARD_SHARE: f64 = 0.6;
/// The same share when the next move reaches the time control.
const HARD_SHARE_LAST: f64 = 0.85;
/// A forced move is answered after this many plies: enough for a score and a line to show.
const FORCED_DEPTH: i32 = 8;

/// Bounds on the thinking time of a move on the clock.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plan {
    soft: Duration,
    hard: Duration,
}

/// Shares out the clock: what is left and what the moves to come will add, less the overhead of each of
/// them, over the moves it has to last for. On a short clock with a small increment this keeps a reserve
/// of several hundred milliseconds, which a busy system needs.
fn plan(clock: &ClockLimits, stm: Color, overhead: Duration) -> Plan {
    let (time, overhead) = (clock.time[stm.index()], overhead.as_secs_f64());
    let left = (time.as_secs_f64() - overhead).max(0.001);
    let increment = clock.increment[stm.index()].as_secs_f64();
    let to_go = clock.moves_to_go.map(f64::from);
    let moves = to_go.map_or(HORIZON, |moves| (moves + 1.0).clamp(1.5, HORIZON));
    let share = if to_go == Some(1.0) { HARD_SHARE_LAST } else { HARD_SHARE };
    let hard_max = left * share;
    let budget = (left + (increment - overhead) * (moves - 1.0)).max(0.001);
    let soft = (budget / moves).min(hard_max);
    let hard = (soft * HARD_FACTOR).min(hard_max);
    Plan { soft: Duration::from_secs_f64(soft), hard: Duration::from_secs_f64(hard) }
}

/// When one search has to end, for every thread to look at: whichever is awake first ends it for all.
#[derive(Debug)]
pub(super) struct Deadline {
    started: Instant,
    pondering: bool,
    /// When the expected move was played, if the search began as pondering; as the first thread noticed.
    hit: OnceLock<Instant>,
    infinite: bool,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Deadline {
    /// The plan for these limits, `stm` to move. The search begins now.
    pub(super) fn new(limits: &Limits, stm: Color, overhead: Duration) -> Deadline {
        let plan = limits.clock.as_ref().map(|clock| plan(clock, stm, overhead));
        let soft = plan.map(|plan| plan.soft);
        let hard = [plan.map(|plan| plan.hard), limits.movetime].into_iter().flatten().min();
        Deadline {
            started: Instant::now(),
            pondering: limits.ponder,
            hit: OnceLock::new(),
            infinite: limits.infinite,
            soft: soft.filter(|_| !limits.infinite),
            hard: hard.filter(|_| !limits.infinite),
        }
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Notices the end of pondering. Whether it still goes on.
    fn still_pondering(&self, signal: &StopSignal) -> bool {
        if self.pondering && signal.is_ponder_hit() {
            self.hit.get_or_init(Instant::now);
        }
        self.pondering && self.hit.get().is_none()
    }

    /// Whether the search has to stop at once.
    pub(super) fn must_stop(&self, signal: &StopSignal) -> bool {
        if self.still_pondering(signal) {
            return false;
        }
        let hit = self.hit.get();
        // Time on the own clock: pondering was free.
        let hard = self.hard.is_some_and(|hard| hit.unwrap_or(&self.started).elapsed() >= hard);
        // What was thought on the opponent's time counts as thought.
        let pondered = hit.is_some() && self.soft.is_some_and(|soft| self.elapsed() >= soft * 2);
        hard || pondered
    }

    /// Whether the answer has to wait although nothing is left to search.
    pub(super) fn must_wait(&self, signal: &StopSignal) -> bool {
        self.infinite || self.still_pondering(signal)
    }
}

/// How the iterations went, which says how much of its time a search is worth.
#[derive(Debug)]
pub(super) struct Clock {
    /// Iterations the best move has stayed the same.
    stable: u32,
    /// Smoothed value of the last iterations.
    average: Option<f64>,
    /// By how much the soft bound is stretched now.
    stretch: f64,
}

impl Clock {
    /// Before the first iteration.
    pub(super) fn new() -> Clock {
        Clock { stable: 0, average: None, stretch: 1.0 }
    }

    /// Takes note of a finished iteration: its value, whether the best move changed, and the share
    /// of all nodes the best move got.
    pub(super) fn iteration_done(&mut self, value: Value, changed: bool, share: f64) {
        self.stable = if changed { 0 } else { (self.stable + 1).min(10) };
        let value = f64::from(value.clamp(-1500, 1500));
        let average = self.average.unwrap_or(value);
        self.average = Some(average.mul_add(0.7, value * 0.3));
        let settled = 1.25 - 0.05 * f64::from(self.stable);
        let falling = (1.0 + (average - value) / 160.0).clamp(0.8, 1.5);
        let contested = (2.1 - 1.5 * share).clamp(0.5, 2.1);
        self.stretch = settled * falling * contested;
    }

    /// Whether, after an iteration of this depth, more thought would not be worth its time.
    pub(super) fn is_enough(
        &self,
        deadline: &Deadline,
        depth: i32,
        moves: usize,
        value: Value,
        signal: &StopSignal,
    ) -> bool {
        let Some(soft) = deadline.soft else { return false };
        if deadline.still_pondering(signal) {
            return false;
        }
        let forced = moves == 1 && depth >= FORCED_DEPTH;
        // A mate seen twice as deep as it is long is not going to get shorter.
        let mate = value.abs() >= MATE_FOUND && depth > 2 * (MATE - value.abs());
        forced || mate || deadline.elapsed() >= soft.mul_f64(self.stretch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Plan {
        let limits = ClockLimits {
            time: [Duration::from_millis(time_ms); 2],
            increment: [Duration::from_millis(increment_ms); 2],
            moves_to_go,
        };
        plan(&limits, Color::White, Duration::from_millis(20))
    }

    #[test]
    fn no_plan_outlasts_the_clock() {
        for time in [1, 5, 30, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 30_000] {
                for to_go in [None, Some(1), Some(2), Some(40)] {
                    let plan = clock(time, increment, to_go);
                    assert!(plan.soft <= plan.hard, "{time} {increment} {to_go:?}");
                    let left = Duration::from_millis(time.saturating_sub(20).max(1));
                    assert!(plan.hard <= left, "{time} {increment} {to_go:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_is_more_thought() {
        assert!(clock(60_000, 0, None).soft < clock(120_000, 0, None).soft);
        assert!(clock(60_000, 0, None).soft < clock(60_000, 1_000, None).soft);
        assert!(clock(60_000, 0, Some(40)).soft <= clock(60_000, 0, Some(5)).soft);
    }

    #[test]
    fn a_settled_move_takes_less_time_than_a_doubtful_one() {
        let (mut settled, mut doubtful) = (Clock::new(), Clock::new());
        for n in 0..10 {
            settled.iteration_done(30, false, 0.9);
            doubtful.iteration_done(30 - 20 * n, n % 2 == 0, 0.3);
        }
        assert!(settled.stretch < 0.7 && doubtful.stretch > 1.5);
    }

    #[test]
    fn plans_are_those_of_the_formula() {
        // Time, increment, moves to go; soft and hard bound in milliseconds, worked out by hand.
        for (time, increment, to_go, soft, hard) in [
            (60_000, 0, None, 2_480.0, 11_160.0),
            (60_000, 1_000, None, 3_438.333, 15_472.5),
            (60_000, 0, Some(40), 2_480.0, 11_160.0),
            (60_000, 0, Some(5), 9_980.0, 35_988.0),
            (60_000, 0, Some(1), 29_980.0, 50_983.0),
            (100, 0, Some(1), 30.0, 68.0),
            (1_000, 10_000, None, 588.0, 588.0),
            (10, 0, None, 0.042, 0.188),
        ] {
            let plan = clock(time, increment, to_go);
            for (found, expected) in [(plan.soft, soft), (plan.hard, hard)] {
                let found = found.as_secs_f64() * 1000.0;
                assert!((found - expected).abs() < 0.01, "{time} {increment} {to_go:?}: {found}");
            }
        }
        let limits = ClockLimits {
            time: [Duration::from_secs(10), Duration::from_secs(100)],
            increment: [Duration::ZERO, Duration::from_secs(1)],
            moves_to_go: None,
        };
        let [white, black] = Color::ALL.map(|color| plan(&limits, color, Duration::ZERO));
        assert!(black.soft > white.soft * 9, "each side has its own clock");
    }

    /// A search that began some milliseconds ago with these bounds, in milliseconds.
    fn deadline(ago: u64, pondering: bool, soft: Option<u64>, hard: Option<u64>) -> Deadline {
        Deadline {
            started: Instant::now().checked_sub(Duration::from_millis(ago)).expect("a clock"),
            pondering,
            hit: OnceLock::new(),
            infinite: false,
            soft: soft.map(Duration::from_millis),
            hard: hard.map(Duration::from_millis),
        }
    }

    #[test]
    fn a_search_stops_at_its_hard_bound_and_pondering_is_free() {
        let never = StopSignal::never();
        let token = std::sync::Arc::new(crate::search::stop::StopToken::default());
        token.ponder_hit(1);
        let hit = StopSignal::new(token, 1);
        for (ago, pondering, soft, hard, signal, stops) in [
            (0, false, None, None, &never, false),
            (60_000, false, None, None, &never, false),
            (60_000, false, None, Some(50_000), &never, true),
            (40_000, false, None, Some(50_000), &never, false),
            // Without a ponder hit the soft bound alone stops nothing.
            (60_000, false, Some(1_000), Some(90_000), &never, false),
            (60_000, false, Some(1_000), Some(90_000), &hit, false),
            (60_000, true, Some(1_000), Some(50_000), &never, false),
            // After a hit the own clock begins, and twice the soft bound was thought in all.
            (60_000, true, None, Some(50_000), &hit, false),
            (60_000, true, Some(20_000), Some(50_000), &hit, true),
            (60_000, true, Some(40_000), Some(50_000), &hit, false),
            (60_000, true, Some(40_000), Some(0), &hit, true),
        ] {
            let deadline = deadline(ago, pondering, soft, hard);
            assert_eq!(deadline.must_stop(signal), stops, "{deadline:?}");
            let ponders = pondering && std::ptr::eq(signal, &raw const never);
            assert_eq!(deadline.still_pondering(signal), ponders, "{deadline:?}");
            assert_eq!(deadline.must_wait(signal), ponders, "{deadline:?}");
            let endless = Deadline { infinite: true, ..deadline };
            assert!(endless.must_wait(signal));
        }
    }

    #[test]
    fn thought_is_stretched_by_doubt_and_shrunk_by_agreement() {
        let mut clock = Clock::new();
        // Value, whether the move changed, its share of the nodes, and the stretch that comes of it.
        for (value, changed, share, stretch) in [
            (100, false, 0.5, 1.2 * 1.35),
            (60, true, 0.2, 1.25 * 1.25 * 1.8),
            (88, false, 1.0, 1.2 * 0.6),
            (2_000, false, 0.9, 1.15 * 0.8 * 0.75),
            (-2_000, true, 0.0, 1.25 * 1.5 * 2.1),
        ] {
            clock.iteration_done(value, changed, share);
            assert!((clock.stretch - stretch).abs() < 1e-9, "{value}: {clock:?}");
        }
        for _ in 0..30 {
            clock.iteration_done(-1_500, false, 0.9);
        }
        assert!((clock.stretch - 0.75 * 0.75).abs() < 0.01, "{clock:?}");
    }

    #[test]
    fn enough_is_one_move_a_sure_mate_or_the_time() {
        let never = StopSignal::never();
        let enough = |ago, soft, pondering, depth, moves, value| {
            let deadline = deadline(ago, pondering, soft, None);
            Clock::new().is_enough(&deadline, depth, moves, value, &never)
        };
        let soft = Some(50_000);
        for (depth, moves, value, expected) in [
            (7, 1, 0, false),
            (8, 1, 0, true),
            (9, 1, 0, true),
            (60, 2, 0, false),
            (20, 2, MATE - 10, false),
            (21, 2, MATE - 10, true),
            (20, 2, 10 - MATE, false),
            (21, 2, 10 - MATE, true),
            (200, 2, MATE_FOUND - 1, false),
        ] {
            assert_eq!(enough(0, soft, false, depth, moves, value), expected, "{depth} {value}");
            assert!(!enough(0, soft, true, depth, moves, value), "pondering goes on");
            assert!(!enough(0, None, false, depth, moves, value), "nothing was bounded");
        }
        assert!(enough(60_000, soft, false, 5, 20, 0) && !enough(40_000, soft, false, 5, 20, 0));
        assert!(!enough(60_000, soft, true, 5, 20, 0));
        let mut doubtful = Clock::new();
        doubtful.iteration_done(0, true, 0.4);
        let deadline = deadline(60_000, false, soft, None);
        assert!(!doubtful.is_enough(&deadline, 5, 20, 0, &never), "{doubtful:?}");
    }
}
