//! When an alpha-beta search on the clock has thought enough. Its clock plan is `clock`'s.

use crate::clock::Deadline;
use crate::search::limits::StopSignal;

use super::value::{MATE, MATE_FOUND, Value};

/// A forced move is answered after this many plies: enough for a score and a line to show.
const FORCED_DEPTH: i32 = 8;

/// How the iterations went, which says how much of its time a search is worth.
#[derive(Debug)]
pub(super) struct Clock {
    /// Iterations the best move has stayed the same.
    stable: u32,
    /// Changes of the best move, each worth half as much an iteration later.
    changes: f64,
    /// Smoothed value of the last iterations.
    average: Option<f64>,
    /// By how much the soft bound is stretched now.
    stretch: f64,
}

impl Clock {
    /// Before the first iteration.
    pub(super) fn new() -> Clock {
        Clock { stable: 0, changes: 0.0, average: None, stretch: 1.0 }
    }

    /// Takes note of a finished iteration: its value, whether the best move changed, and the share
    /// of all nodes the best move got.
    pub(super) fn iteration_done(&mut self, value: Value, changed: bool, share: f64) {
        self.stable = if changed { 0 } else { (self.stable + 1).min(10) };
        self.changes = self.changes / 2.0 + if changed { 1.0 } else { 0.0 };
        let value = f64::from(value.clamp(-1500, 1500));
        let average = self.average.unwrap_or(value);
        self.average = Some(average.mul_add(0.7, value * 0.3));
        let settled = 1.25 - 0.05 * f64::from(self.stable);
        let falling = (1.0 + (average - value) / 160.0).clamp(0.8, 1.5);
        let unsettled = 0.95 + 0.25 * self.changes;
        let contested = (2.1 - 1.5 * share).clamp(0.5, 2.1);
        self.stretch = settled * unsettled * falling * contested;
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
        let Some(soft) = deadline.soft() else { return false };
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
    fn thought_is_stretched_by_doubt_and_shrunk_by_agreement() {
        let mut clock = Clock::new();
        // Value, whether the move changed, its share of the nodes, and the stretch that comes of it.
        for (value, changed, share, stretch) in [
            (100, false, 0.5, 1.2 * 0.95 * 1.35),
            (60, true, 0.2, 1.25 * 1.2 * 1.25 * 1.8),
            (88, false, 1.0, 1.2 * 1.075 * 0.6),
            (2_000, false, 0.9, 1.15 * 1.0125 * 0.8 * 0.75),
            (-2_000, true, 0.0, 1.25 * 1.23125 * 1.5 * 2.1),
        ] {
            clock.iteration_done(value, changed, share);
            assert!((clock.stretch - stretch).abs() < 1e-9, "{value}: {clock:?}");
        }
        for _ in 0..30 {
            clock.iteration_done(-1_500, false, 0.9);
        }
        assert!((clock.stretch - 0.75 * 0.95 * 0.75).abs() < 0.01, "{clock:?}");
    }

    #[test]
    fn enough_is_one_move_a_sure_mate_or_the_time() {
        let never = StopSignal::never();
        let enough = |ago, soft, pondering, depth, moves, value| {
            let deadline = Deadline::begun(ago, pondering, soft, None);
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
        let deadline = Deadline::begun(60_000, false, soft, None);
        assert!(!doubtful.is_enough(&deadline, 5, 20, 0, &never), "{doubtful:?}");
    }
}
