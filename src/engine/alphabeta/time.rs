//! Time management between iterations. `clock` computes the soft and hard bounds.

use crate::clock::Deadline;
use crate::search::report::{TimeDecision, TimeVerdict};

use super::value::{MATE, MATE_FOUND, Value};

/// A forced move is played after this depth, plies: enough for a score and a line to show.
const FORCED_DEPTH: i32 = 8;

// Factors of the soft bound. The factor for changes of the best move was measured in one match together with the number
// of moves that `clock` expects (`benches/measurements/search.md`, *Time*); the others have no measurement of their
// own.

/// Stability: the factor after a change of the best move, its decrease per iteration without one, and the iterations that
/// count.
const STABILITY: (f64, f64, u32) = (1.25, 0.05, 10);
/// Instability: the factor without changes, and its increase per recent change.
const INSTABILITY: (f64, f64) = (0.95, 0.25);
/// Falling evaluation: the fall below the average that adds one to the factor, centipawns, and the range of the factor.
const FALL: (f64, f64, f64) = (160.0, 0.8, 1.5);
/// Values beyond this do not count as rising or falling, centipawns.
const FALL_MAX: Value = 1500;
/// Weight of the newest value in the average.
const NEWEST: f64 = 0.3;
/// Node effort: the factor if the best move has no share of the nodes, its decrease with the share, and the minimum.
const EFFORT: (f64, f64, f64) = (2.1, 1.5, 0.5);

/// Statistics of the iterations that scale the soft bound.
#[derive(Debug)]
pub(super) struct TimeManager {
    /// Iterations without a change of the best move.
    stable: u32,
    /// Changes of the best move, halved every iteration.
    changes: f64,
    /// Moving average of the value.
    average: Option<f64>,
    /// Factors of the soft bound, see [`TimeDecision::factors`].
    factors: [f64; 4],
}

impl TimeManager {
    pub(super) fn new() -> TimeManager {
        TimeManager { stable: 0, changes: 0.0, average: None, factors: [1.0; 4] }
    }

    /// Adds a finished iteration: its value, whether the best move changed, and the best move's share of all nodes.
    pub(super) fn add_iteration(&mut self, value: Value, changed: bool, share: f64) {
        let (start, step, most) = STABILITY;
        self.stable = if changed { 0 } else { (self.stable + 1).min(most) };
        let stability = start - step * f64::from(self.stable);
        self.changes = self.changes / 2.0 + if changed { 1.0 } else { 0.0 };
        let (start, step) = INSTABILITY;
        let instability = start + step * self.changes;
        let value = f64::from(value.clamp(-FALL_MAX, FALL_MAX));
        let average = self.average.unwrap_or(value);
        self.average = Some(average.mul_add(1.0 - NEWEST, value * NEWEST));
        let (fall, least, most) = FALL;
        let falling_eval = (1.0 + (average - value) / fall).clamp(least, most);
        let (start, step, least) = EFFORT;
        let node_effort = (start - step * share).clamp(least, start);
        self.factors = [stability, instability, falling_eval, node_effort];
    }

    /// Whether to stop after an iteration of this depth, as if not pondering; `None` without a clock.
    pub(super) fn decide(
        &self,
        deadline: &Deadline,
        depth: i32,
        moves: usize,
        value: Value,
    ) -> Option<TimeDecision> {
        let soft = deadline.soft()?;
        let mut decision = TimeDecision {
            depth: depth.max(0) as u32,
            elapsed: deadline.elapsed(),
            soft,
            hard: deadline.hard(),
            factors: self.factors,
            verdict: TimeVerdict::GoOn,
        };
        // A mate found at twice its depth will not get shorter.
        let mate = value.abs() >= MATE_FOUND && depth > 2 * (MATE - value.abs());
        decision.verdict = if moves == 1 && depth >= FORCED_DEPTH {
            TimeVerdict::Forced
        } else if mate {
            TimeVerdict::Mate
        } else if decision.elapsed >= decision.target() {
            TimeVerdict::Enough
        } else {
            TimeVerdict::GoOn
        };
        Some(decision)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Factor of the soft bound.
    fn stretch(manager: &TimeManager) -> f64 {
        manager.factors.iter().product()
    }

    #[test]
    fn a_stable_best_move_takes_less_time_than_an_unstable_one() {
        let (mut stability, mut doubtful) = (TimeManager::new(), TimeManager::new());
        for n in 0..10 {
            stability.add_iteration(30, false, 0.9);
            doubtful.add_iteration(30 - 20 * n, n % 2 == 0, 0.3);
        }
        assert!(stretch(&stability) < 0.7 && stretch(&doubtful) > 1.5);
    }

    #[test]
    fn unstable_best_moves_extend_the_time_and_stable_ones_shorten_it() {
        let mut clock = TimeManager::new();
        // Value, whether the best move changed, its share of the nodes, expected factor.
        for (value, changed, share, expected) in [
            (100, false, 0.5, 1.2 * 0.95 * 1.35),
            (60, true, 0.2, 1.25 * 1.2 * 1.25 * 1.8),
            (88, false, 1.0, 1.2 * 1.075 * 0.6),
            (2_000, false, 0.9, 1.15 * 1.0125 * 0.8 * 0.75),
            (-2_000, true, 0.0, 1.25 * 1.23125 * 1.5 * 2.1),
        ] {
            clock.add_iteration(value, changed, share);
            assert!((stretch(&clock) - expected).abs() < 1e-9, "{value}: {clock:?}");
        }
        for _ in 0..30 {
            clock.add_iteration(-1_500, false, 0.9);
        }
        assert!((stretch(&clock) - 0.75 * 0.95 * 0.75).abs() < 0.01, "{clock:?}");
    }

    #[test]
    fn the_search_stops_for_a_single_move_a_sure_mate_or_the_time() {
        let enough = |ago, soft, depth, moves, value| {
            let deadline = Deadline::begun(ago, false, soft, None);
            let decision = TimeManager::new().decide(&deadline, depth, moves, value);
            decision.is_some_and(|decision| decision.verdict != TimeVerdict::GoOn)
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
            assert_eq!(enough(0, soft, depth, moves, value), expected, "{depth} {value}");
            assert!(!enough(0, None, depth, moves, value), "nothing was bounded");
        }
        assert!(enough(60_000, soft, 5, 20, 0) && !enough(40_000, soft, 5, 20, 0));
        let mut doubtful = TimeManager::new();
        doubtful.add_iteration(0, true, 0.4);
        let deadline = Deadline::begun(60_000, false, soft, None);
        let decision = doubtful.decide(&deadline, 5, 20, 0).unwrap();
        assert_eq!(decision.verdict, TimeVerdict::GoOn, "{doubtful:?}");
        assert!(decision.target() > decision.soft && decision.elapsed < decision.target());
        // The search ends at the hard bound in any case.
        let deadline = Deadline::begun(60_000, false, soft, Some(55_000));
        let decision = doubtful.decide(&deadline, 5, 20, 0).unwrap();
        assert_eq!(decision.target(), Duration::from_secs(55));
        assert_eq!(decision.verdict, TimeVerdict::Enough);
        let verdict = |depth, moves, value| {
            let decision = TimeManager::new().decide(&deadline, depth, moves, value);
            decision.unwrap().verdict
        };
        assert_eq!(verdict(9, 1, 0), TimeVerdict::Forced);
        assert_eq!(verdict(21, 2, MATE - 10), TimeVerdict::Mate);
        assert_eq!(verdict(5, 20, 0), TimeVerdict::Enough);
    }
}
