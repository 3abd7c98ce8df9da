//! The formulas of the ladder, each a function of plain numbers: what is drawn beside a node and what the
//! search goes by are the same code. Values `q` lie between 0 (lost) and 1 (won), seen by the side to move.

/// UCB1 (Auer, Cesa-Bianchi, Fischer 2002): the bonus `c * sqrt(ln N / n)` for a move that had `visits` of the
/// `parent` visits of its node; infinite before the first.
///
/// ```
/// use tabia_engine::puct::formula::ucb1;
/// assert!((ucb1(1.0, 100, 4) - (100.0_f32.ln() / 4.0).sqrt()).abs() < 1e-6);
/// assert_eq!(ucb1(1.0, 100, 0), f32::INFINITY);
/// ```
#[inline]
pub fn ucb1(c: f32, parent: u32, visits: u32) -> f32 {
    if visits == 0 {
        return f32::INFINITY;
    }
    c * ((parent.max(1) as f32).ln() / visits as f32).sqrt()
}

/// PUCT (Rosin 2011, in the form of `AlphaZero`): the bonus `c * P * sqrt(N) / (1 + n)` for a move of prior
/// probability `prior`; `root` is the square root of the node's visits.
///
/// ```
/// use tabia_engine::puct::formula::puct;
/// assert_eq!(puct(1.5, 0.2, 10.0, 4), 0.6);
/// ```
#[inline]
pub fn puct(c: f32, prior: f32, root: f32, visits: u32) -> f32 {
    c * prior * root / (1.0 + visits as f32)
}

/// How the constant of PUCT grows with the visits of a node: `c * (1 + ln((N + base) / base))`.
///
/// ```
/// use tabia_engine::puct::formula::grown;
/// assert_eq!(grown(0.9, 0, 5_000.0), 0.9);
/// assert!((grown(0.9, 5_000, 5_000.0) - 0.9 * (1.0 + 2.0_f32.ln())).abs() < 1e-6);
/// ```
#[inline]
pub fn grown(c: f32, visits: u32, base: f32) -> f32 {
    c * (1.0 + ((visits as f32 + base) / base).ln())
}

/// The standard deviation of values that is taken as usual.
pub const USUAL_SPREAD: f32 = 0.15;

/// How much more (above 1) or less a node is explored whose values lie further apart than usual, or closer:
/// `1 + share * (sigma / usual - 1)`, kept within a half and two. `mean` and `square`: of its values and of their
/// squares. Below two visits nothing is known of the spread.
///
/// ```
/// use tabia_engine::puct::formula::{spread, USUAL_SPREAD};
/// let square = 0.25 + USUAL_SPREAD * USUAL_SPREAD;
/// assert!((spread(0.5, 9, 0.5, square) - 1.0).abs() < 1e-5);
/// assert!((spread(0.5, 9, 0.5, 0.25) - 0.5).abs() < 1e-5, "no spread at all");
/// assert_eq!(spread(0.5, 1, 0.5, 0.5), 1.0);
/// ```
#[inline]
pub fn spread(share: f32, visits: u32, mean: f32, square: f32) -> f32 {
    if visits < 2 || share == 0.0 {
        return 1.0;
    }
    let sigma = (square - mean * mean).max(0.0).sqrt();
    (1.0 + share * (sigma / USUAL_SPREAD - 1.0)).clamp(0.5, 2.0)
}

/// First-play urgency: what a move not yet visited is taken to be worth. The value of its node less
/// `reduction * sqrt(visited)`, `visited` being the prior of the moves that have been visited: the more of the
/// likely moves are known, the less is expected of the rest.
///
/// ```
/// use tabia_engine::puct::formula::first_play;
/// assert_eq!(first_play(0.5, 0.2, 0.25), 0.4);
/// assert_eq!(first_play(0.05, 0.2, 1.0), 0.0, "never below lost");
/// ```
#[inline]
pub fn first_play(q: f32, reduction: f32, visited: f32) -> f32 {
    (q - reduction * visited.max(0.0).sqrt()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn cases_counted_by_hand() {
        // 1000 visits of the node, 10 of the move: sqrt(6.9078 / 10) = 0.83113.
        assert!(close(ucb1(1.0, 1_000, 10), 0.83113));
        assert!(close(ucb1(0.5, 1_000, 10), 0.41557));
        assert!(close(ucb1(1.0, 1, 1), 0.0), "a single visit explores nothing");
        // 0.9 * 0.3 * sqrt(400) / (1 + 26) = 0.2.
        assert!(close(puct(0.9, 0.3, 20.0, 26), 0.2));
        assert!(close(puct(0.9, 0.0, 20.0, 3), 0.0));
        // 1 + ln(2) with as many visits as the base, 1 + ln(11) with ten times as many.
        assert!(close(grown(1.0, 50_000, 5_000.0), 3.3979));
        // Values 0 and 1 half and half: sigma 0.5, 3.33 times the usual.
        assert!(close(spread(0.3, 10, 0.5, 0.5), 1.7));
        assert!(close(spread(0.9, 10, 0.5, 0.5), 2.0), "within a half and two");
    }

    #[test]
    fn every_bonus_falls_with_visits_of_the_move_and_grows_with_those_of_the_node() {
        for n in 1..200 {
            assert!(ucb1(1.0, 500, n) > ucb1(1.0, 500, n + 1));
            assert!(puct(1.0, 0.1, 20.0, n) > puct(1.0, 0.1, 20.0, n + 1));
            assert!(ucb1(1.0, 500 + n, 7) < ucb1(1.0, 501 + n, 7));
            assert!(grown(1.0, n, 100.0) < grown(1.0, n + 1, 100.0));
        }
    }
}
