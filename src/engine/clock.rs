//! Time bounds of one search, for any engine: the soft bound is a target, the hard bound a limit. Each search decides
//! when to stop between them.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::search::limits::{ClockLimits, Limits, StopSignal};
use tabia_chess::{Board, Color};

/// Expected number of moves to the end of the game without `movestogo`: at the start, decrease per move played, and
/// minimum. Openings are known better than what follows them. Measured in one match together with a factor of the time
/// management (`benches/measurements/search.md`, *Time*).
const MOVES_LEFT_AT_START: f64 = 36.0;
const MOVES_LEFT_STEP: f64 = 0.5;
const MIN_MOVES_LEFT: f64 = 24.0;
/// Hard bound: this many times the soft bound, and at most this share of the time left. No measurement of these is
/// recorded.
const HARD_FACTOR: f64 = 4.5;
const HARD_SHARE: f64 = 0.6;
/// The share if the next move reaches the time control.
const HARD_SHARE_LAST: f64 = 0.85;
/// Share of the time left that the overhead of this move never takes, and share of the rest that the overhead of later
/// moves never takes.
const BUDGET_SHARE: f64 = 0.1;

/// Soft and hard bound of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Target.
    pub soft: Duration,
    /// Limit.
    pub hard: Duration,
}

/// Divides the time left and the expected increments, less the overhead of each move, by the moves to go. On a short
/// clock with a small increment this keeps a reserve of several hundred milliseconds, which a busy system needs. The
/// overhead of this move leaves at least a tenth of the time, and that of the later moves at least a tenth of the rest,
/// so that a great overhead does not end all thinking. `move_number` counts from 1.
pub fn plan(clock: &ClockLimits, stm: Color, move_number: u32, overhead: Duration) -> Plan {
    let (time, overhead) = (clock.time[stm.index()], overhead.as_secs_f64());
    let time = time.as_secs_f64();
    let left = (time - overhead).max(time * BUDGET_SHARE).max(0.001);
    let increment = clock.increment[stm.index()].as_secs_f64();
    let to_go = clock.moves_to_go.map(f64::from);
    let moves_left =
        MOVES_LEFT_AT_START - MOVES_LEFT_STEP * f64::from(move_number.saturating_sub(1));
    let moves = to_go
        .map_or(moves_left.max(MIN_MOVES_LEFT), |moves| (moves + 1.0).clamp(1.5, MIN_MOVES_LEFT));
    let share = if to_go == Some(1.0) { HARD_SHARE_LAST } else { HARD_SHARE };
    let hard_max = left * share;
    let least = (left * BUDGET_SHARE).max(0.001);
    let budget = (left + (increment - overhead) * (moves - 1.0)).max(least);
    let soft = (budget / moves).min(hard_max);
    let hard = (soft * HARD_FACTOR).min(hard_max);
    Plan { soft: Duration::from_secs_f64(soft), hard: Duration::from_secs_f64(hard) }
}

/// Deadline of a search, checked by every thread.
#[derive(Debug)]
pub struct Deadline {
    started: Instant,
    pondering: bool,
    /// Time of `ponderhit`, as the first thread noticed it.
    hit: OnceLock<Instant>,
    until_stopped: bool,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Deadline {
    /// Computes the bounds for these limits. The search starts now.
    pub fn new(limits: &Limits, board: &Board, overhead: Duration) -> Deadline {
        let move_number = board.fullmove_number();
        let plan =
            limits.clock.as_ref().map(|clock| plan(clock, board.stm(), move_number, overhead));
        let soft = plan.map(|plan| plan.soft);
        let hard = [plan.map(|plan| plan.hard), limits.movetime].into_iter().flatten().min();
        Deadline {
            started: Instant::now(),
            pondering: limits.ponder,
            hit: OnceLock::new(),
            until_stopped: limits.is_until_stopped(),
            soft: soft.filter(|_| !limits.infinite),
            hard: hard.filter(|_| !limits.infinite),
        }
    }

    /// A search started some milliseconds ago with these bounds, in milliseconds, for tests.
    #[cfg(test)]
    pub(crate) fn begun(
        ago: u64,
        pondering: bool,
        soft: Option<u64>,
        hard: Option<u64>,
    ) -> Deadline {
        Deadline {
            started: Instant::now().checked_sub(Duration::from_millis(ago)).expect("a clock"),
            pondering,
            hit: OnceLock::new(),
            until_stopped: false,
            soft: soft.map(Duration::from_millis),
            hard: hard.map(Duration::from_millis),
        }
    }

    /// The soft bound; `None` without a clock.
    pub fn soft(&self) -> Option<Duration> {
        self.soft
    }

    /// The hard bound; `None` without one.
    pub fn hard(&self) -> Option<Duration> {
        self.hard
    }

    /// Time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search is still pondering. Notices a `ponderhit`.
    pub(crate) fn is_pondering(&self, signal: &StopSignal) -> bool {
        if self.pondering && signal.is_ponder_hit() {
            self.hit.get_or_init(Instant::now);
        }
        self.pondering && self.hit.get().is_none()
    }

    /// Whether the search must stop now.
    pub(crate) fn must_stop(&self, signal: &StopSignal) -> bool {
        if self.is_pondering(signal) {
            return false;
        }
        // On a clock, pondering counts like time after the hit; a fixed time for the move begins with the hit.
        let from = self.hit.get().filter(|_| self.soft.is_none()).unwrap_or(&self.started);
        self.hard.is_some_and(|hard| from.elapsed() >= hard)
    }

    /// Whether a finished search must wait before it answers.
    pub(crate) fn must_wait(&self, signal: &StopSignal) -> bool {
        self.until_stopped || self.is_pondering(signal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A late move number, for which the minimum applies.
    fn clock(time_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Plan {
        clock_at(60, time_ms, increment_ms, moves_to_go)
    }

    fn clock_at(
        move_number: u32,
        time_ms: u64,
        increment_ms: u64,
        moves_to_go: Option<u32>,
    ) -> Plan {
        let limits = ClockLimits {
            time: [Duration::from_millis(time_ms); 2],
            increment: [Duration::from_millis(increment_ms); 2],
            moves_to_go,
        };
        plan(&limits, Color::White, move_number, Duration::from_millis(20))
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
    fn a_great_overhead_leaves_time_to_think() {
        // Time, increment, overhead; what is divided by 24 moves, computed by hand, in milliseconds.
        for (time, increment, overhead, budget) in [
            // A tenth of the rest.
            (300, 0, 20, 28.0),
            (4_000, 0, 200, 380.0),
            (60_000, 0, 5_000, 5_500.0),
            // The overhead alone exceeds the time, of which a tenth is left.
            (4_900, 5_000, 5_000, 490.0),
            (900, 1_000, 1_000, 90.0),
            (4_900, 0, 5_000, 49.0),
        ] {
            let limits = ClockLimits {
                time: [Duration::from_millis(time); 2],
                increment: [Duration::from_millis(increment); 2],
                moves_to_go: None,
            };
            let plan = plan(&limits, Color::White, 30, Duration::from_millis(overhead));
            let soft = budget / 24.0 / 1000.0;
            assert!((plan.soft.as_secs_f64() - soft).abs() < 1e-6, "{time} {overhead}: {plan:?}");
        }
    }

    #[test]
    fn more_time_on_the_clock_gives_more_time_for_the_move() {
        assert!(clock(60_000, 0, None).soft < clock(120_000, 0, None).soft);
        assert!(clock(60_000, 0, None).soft < clock(60_000, 1_000, None).soft);
        assert!(clock(60_000, 0, Some(40)).soft <= clock(60_000, 0, Some(5)).soft);
    }

    #[test]
    fn plans_are_those_of_the_formula() {
        // Time, increment, moves to go; soft and hard bound in milliseconds, computed by hand.
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
        let [white, black] = Color::ALL.map(|color| plan(&limits, color, 60, Duration::ZERO));
        assert!(black.soft > white.soft * 9, "each side has its own clock");
    }

    #[test]
    fn the_opening_gets_less_and_a_control_says_how_many_moves_are_left() {
        let soft = |move_number, to_go| clock_at(move_number, 60_000, 0, to_go).soft.as_secs_f64();
        // 59.98 seconds less 20 milliseconds a move, divided by 36, 30 and 24 moves.
        for (move_number, seconds) in [(1, 59.28 / 36.0), (13, 59.4 / 30.0), (25, 2.48), (90, 2.48)]
        {
            assert!((soft(move_number, None) - seconds).abs() < 1e-4, "move {move_number}");
        }
        assert_eq!(soft(1, Some(40)).to_bits(), soft(60, Some(40)).to_bits());
        assert_eq!(soft(0, None).to_bits(), soft(1, None).to_bits(), "move 0 of a FEN");
    }

    #[test]
    fn a_search_stops_at_its_hard_bound_and_pondering_counts_on_a_clock() {
        let never = StopSignal::never();
        let token = std::sync::Arc::new(crate::search::limits::StopToken::default());
        token.ponder_hit(1);
        let hit = StopSignal::new(token, 1);
        for (ago, pondering, soft, hard, signal, stops) in [
            (0, false, None, None, &never, false),
            (60_000, false, None, None, &never, false),
            (60_000, false, None, Some(50_000), &never, true),
            (40_000, false, None, Some(50_000), &never, false),
            // Without a ponder hit the soft bound stops nothing.
            (60_000, false, Some(1_000), Some(90_000), &never, false),
            (60_000, false, Some(1_000), Some(90_000), &hit, false),
            (60_000, true, Some(1_000), Some(50_000), &never, false),
            // After a hit a fixed time begins, and of a clock the time spent pondering is taken off.
            (60_000, true, None, Some(50_000), &hit, false),
            (60_000, true, None, Some(0), &hit, true),
            (60_000, true, Some(20_000), Some(50_000), &hit, true),
            (60_000, true, Some(20_000), Some(70_000), &hit, false),
        ] {
            let deadline = Deadline::begun(ago, pondering, soft, hard);
            assert_eq!(deadline.must_stop(signal), stops, "{deadline:?}");
            let ponders = pondering && std::ptr::eq(signal, &raw const never);
            assert_eq!(deadline.is_pondering(signal), ponders, "{deadline:?}");
            assert_eq!(deadline.must_wait(signal), ponders, "{deadline:?}");
            let endless = Deadline { until_stopped: true, ..deadline };
            assert!(endless.must_wait(signal));
        }
    }
}
