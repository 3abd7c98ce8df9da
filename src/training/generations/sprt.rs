//! The sequential probability ratio test (Wald 1945) of a match: games are played until they say, with errors of 5 %
//! either way, that the difference in strength is the lower bound or the upper one.
//!
//! Counted are pairs of games from the same opening with both colours, by their points: 0, a half, 1, 1.5 or 2. Their
//! mean is taken as normally distributed (the generalised test), with the spread that the pairs show.

use serde::{Deserialize, Serialize};

/// Both errors: that of keeping what is no better, and that of dropping what is.
const ERROR: f64 = 0.05;
/// Pairs that are counted as seen with each number of points before the first, so that the spread is never none.
const PRIOR: f64 = 1e-3;
/// Standard errors to either side that hold the true value in 95 of 100 cases.
const Z: f64 = 1.959_964;

/// The two differences that are told apart, Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// No better than this.
    pub elo0: f64,
    /// At least so much better.
    pub elo1: f64,
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// Nothing yet.
    Open,
    /// The lower bound: it is no better.
    Lower,
    /// The upper bound: it is better.
    Upper,
}

/// Pairs of games by their points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sprt {
    /// How many had 0, a half, 1, 1.5 and 2 points.
    pub pairs: [u32; 5],
}

/// Points of a game that a difference in Elo makes likely.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The way back; `None` for 0 and 1 and beyond.
fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

impl Sprt {
    /// Counts a pair by its points in halves, 0 to 4.
    pub fn add(&mut self, halves: usize) {
        if let Some(count) = self.pairs.get_mut(halves) {
            *count += 1;
        }
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        2 * self.pairs.iter().sum::<u32>()
    }

    /// How many pairs, the mean of their points per game, and its variance, `prior` pairs of each kind added.
    fn moments(&self, prior: f64) -> (f64, f64, f64) {
        let count = |count: u32| f64::from(count) + prior;
        let sum: f64 = self.pairs.iter().map(|&pairs| count(pairs)).sum();
        let points = |halves: usize| halves as f64 / 4.0;
        let all = || self.pairs.iter().enumerate();
        let mean = all().map(|(halves, &pairs)| points(halves) * count(pairs)).sum::<f64>() / sum;
        let spread =
            |(halves, &pairs): (usize, &u32)| (points(halves) - mean).powi(2) * count(pairs);
        (sum, mean, all().map(spread).sum::<f64>() / sum)
    }

    /// The logarithm of how much likelier the games are by the upper bound than by the lower.
    pub fn ratio(&self, bounds: Bounds) -> f64 {
        let (pairs, mean, variance) = self.moments(PRIOR);
        let [low, high] = [bounds.elo0, bounds.elo1].map(score_of);
        pairs * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// What is decided.
    pub fn standing(&self, bounds: Bounds) -> Standing {
        let limit = ((1.0 - ERROR) / ERROR).ln();
        match self.ratio(bounds) {
            ratio if self.games() > 0 && ratio >= limit => Standing::Upper,
            ratio if self.games() > 0 && ratio <= -limit => Standing::Lower,
            _ => Standing::Open,
        }
    }

    /// The difference in Elo with the ends of its error bar (95 %); `None` where it has no end.
    pub fn elo(&self) -> [Option<f64>; 3] {
        if self.games() == 0 {
            return [None; 3];
        }
        let (pairs, mean, variance) = self.moments(0.0);
        let error = Z * (variance / pairs).sqrt();
        [mean, mean - error, mean + error].map(elo_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { elo0: 0.0, elo1: 10.0 };

    #[test]
    fn a_case_counted_by_hand() {
        let sprt = Sprt { pairs: [10, 20, 40, 50, 30] };
        assert_eq!(sprt.games(), 300);
        // (0*10 + 1*20 + 2*40 + 3*50 + 4*30) / (4*150) = 370/600 = 0.61667.
        let [elo, low, high] = sprt.elo().map(Option::unwrap);
        assert!((elo - 82.59).abs() < 0.05, "{elo}");
        // Second moment (20 + 160 + 450 + 480) / 16 / 150 = 0.46250, less 0.38028: 0.08222; error 0.02341 * 1.96.
        assert!((low - 49.7).abs() < 0.3 && (high - 117.3).abs() < 0.5, "{low} {high}");
        // 150 * 0.014387 * (1.233333 - 1.014387) / (2 * 0.08222) = 2.873.
        assert!((sprt.ratio(BOUNDS) - 2.873).abs() < 0.01, "{}", sprt.ratio(BOUNDS));
        assert_eq!(sprt.standing(BOUNDS), Standing::Open);
    }

    #[test]
    fn clear_matches_are_decided_and_the_other_way_round() {
        let better = Sprt { pairs: [10, 20, 60, 90, 60] };
        assert_eq!(better.standing(BOUNDS), Standing::Upper);
        let worse = Sprt { pairs: [60, 90, 60, 20, 10] };
        assert_eq!(worse.standing(BOUNDS), Standing::Lower);
        let even = Sprt { pairs: [200, 1000, 2600, 1000, 200] };
        assert_eq!(even.standing(BOUNDS), Standing::Lower, "long and even: no better");
        assert_eq!(Sprt::default().standing(BOUNDS), Standing::Open);
        assert_eq!(Sprt::default().elo(), [None; 3]);
        let mut all = Sprt::default();
        all.add(4);
        assert_eq!((all.pairs, all.elo()[0]), ([0, 0, 0, 0, 1], None));
    }
}
