//! The sequential probability ratio test (SPRT) over game pairs.
//!
//! The log-likelihood ratio is the generalised one: for each hypothesis the five results get the probabilities that
//! are the most likely among those with its difference in strength (Michel Van den Bergh, "Comparing the approximations
//! for the generalized log likelihood ratio of a multinomial distribution", proposition 1.1,
//! <https://www.cantate.be/Fishtest/comparing_approximations.pdf>; for normalised Elo section 4.1 of "Comments on
//! normalized Elo", <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>). The bounds are Wald's.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::pentanomial::{NORMALISED, Pentanomial, SCORES};

/// Count of a result that never occurred, pairs, so that its logarithm exists.
const NEVER: f64 = 1e-3;
/// Bisection steps of a search; more would change nothing.
const HALVINGS: u32 = 100;
/// Parts of an interval of spreads that are searched for a solution each.
const PARTS: u32 = 64;

/// Probabilities of the five results of a pair.
type Chances = [f64; 5];

/// The Elo model of a test's bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EloModel {
    /// Elo in units of a game's spread, so that the length of a test does not depend on the draw rate.
    #[default]
    #[serde(rename = "normalized", alias = "normalised")]
    Normalised,
    /// Elo by the logistic curve.
    Logistic,
}

/// A test of two hypotheses: the first side is stronger by `elo0`, or by `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Numbers that make no test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The differences in strength of the two hypotheses, Elo.
    #[error("found {0} and {1}, expected two numbers from -1000 to 1000, the smaller first")]
    Elo(f64, f64),
    /// The error probabilities.
    #[error("found {0} and {1}, expected error probabilities above 0 and below 0.5")]
    Errors(f64, f64),
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// H0 is accepted: `elo0` fits the games better.
    H0,
    /// H1 is accepted: `elo1` fits the games better.
    H1,
}

impl Sprt {
    /// A test with these error probabilities: accepting H1 when H0 is true (`alpha`), and H0 when H1 is true (`beta`).
    ///
    /// # Errors
    /// If the numbers are invalid.
    pub fn new(
        [elo0, elo1]: [f64; 2],
        [alpha, beta]: [f64; 2],
        model: EloModel,
    ) -> Result<Sprt, SprtError> {
        let chance = |chance: f64| chance > 0.0 && chance < 0.5;
        if !(elo0 < elo1 && (-1_000.0..=1_000.0).contains(&elo0) && elo1 <= 1_000.0) {
            return Err(SprtError::Elo(elo0, elo1));
        }
        if !chance(alpha) || !chance(beta) {
            return Err(SprtError::Errors(alpha, beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The log-likelihood ratios below which H0 and above which H1 is accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of these results; 0 before the first pair.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| f64::from(count).max(NEVER));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => with_mean(&seen, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))),
            EloModel::Normalised => with_spread(&seen, 2_f64.sqrt() * elo / NORMALISED),
        };
        let [p0, p1] = [self.elo0, self.elo1].map(likeliest);
        total * (0..5).map(|at| seen[at] * (p1[at] / p0[at]).ln()).sum::<f64>()
    }

    /// The decision, if it is reached.
    pub fn decision(&self, pairs: &Pentanomial) -> Option<Decision> {
        let (llr, (low, high)) = (self.llr(pairs), self.bounds());
        if llr >= high { Some(Decision::H1) } else { (llr <= low).then_some(Decision::H0) }
    }

    /// The state of the test as text.
    pub fn words(&self, pairs: &Pentanomial) -> String {
        let (low, high) = self.bounds();
        let decided = match self.decision(pairs) {
            None => "",
            Some(Decision::H0) => ": H0 accepted",
            Some(Decision::H1) => ": H1 accepted",
        };
        let kind = match self.model {
            EloModel::Normalised => "normalised",
            EloModel::Logistic => "logistic",
        };
        // Adding zero turns -0 into 0.
        let llr = (self.llr(pairs) * 100.0).round() / 100.0 + 0.0;
        format!(
            "SPRT [{}, {}] {kind}: LLR {llr:.2} ({low:.2}, {high:.2}){decided}",
            self.elo0, self.elo1
        )
    }
}

/// The probabilities nearest to the observed ones with this mean.
fn with_mean(seen: &Chances, mean: f64) -> Chances {
    tilted(seen, &SCORES.map(|score| score - mean))
}

/// The probabilities nearest to the observed ones whose mean is `t` standard deviations above a half. The condition is
/// not linear in them, but it is for a known standard deviation `sigma`: then they are [`tilted`] by `pull`. So `sigma`
/// is searched for at which the tilted probabilities have that deviation. There can be several; the likeliest counts.
fn with_spread(seen: &Chances, t: f64) -> Chances {
    if t == 0.0 {
        return with_mean(seen, 0.5);
    }
    if t < 0.0 {
        let mut mirrored = *seen;
        mirrored.reverse();
        let mut chances = with_spread(&mirrored, -t);
        chances.reverse();
        return chances;
    }
    let tilt = |sigma: f64| {
        let mean = 0.5 + t * sigma;
        let pull = |score: f64| score - 0.5 - 0.5 * t * (sigma + (score - mean).powi(2) / sigma);
        tilted(seen, &SCORES.map(pull))
    };
    let is_wider = |sigma: f64| {
        let (chances, mean) = (tilt(sigma), 0.5 + t * sigma);
        let variance: f64 = (0..5).map(|at| chances[at] * (SCORES[at] - mean).powi(2)).sum();
        variance > sigma * sigma
    };
    // Where the result `0.5 + u` has a positive pull, for `u` of a quarter and of a half. All other pulls but these two
    // are negative. At the lower end of an interval the tilted probabilities are wider than `sigma`, at the upper end
    // narrower.
    let reach = 1.0 / t.hypot(1.0);
    let [quarter, half] =
        [0.25, 0.5].map(|u| [u * (1.0 - reach) / t, (u * (1.0 + reach) / t).min(0.5)]);
    let intervals = if quarter[1] > half[0] {
        vec![[quarter[0], half[1].max(quarter[1])]]
    } else {
        vec![quarter, half]
    };
    let mut best = (f64::NEG_INFINITY, *seen);
    for [from, to] in intervals {
        // Closer together towards the ends.
        let place = |part: u32| {
            let angle = std::f64::consts::PI * f64::from(part) / f64::from(PARTS);
            from + (to - from) * (1.0 - angle.cos()) / 2.0
        };
        let mut wider = true;
        for part in 1..=PARTS {
            let was_wider = std::mem::replace(&mut wider, part < PARTS && is_wider(place(part)));
            if !was_wider || wider {
                continue;
            }
            let (mut low, mut high) = (place(part - 1), place(part));
            for _ in 0..HALVINGS {
                let sigma = f64::midpoint(low, high);
                if is_wider(sigma) { low = sigma } else { high = sigma }
            }
            let chances = tilt(f64::midpoint(low, high));
            let likelihood = (0..5).map(|at| seen[at] * chances[at].ln()).sum();
            if likelihood > best.0 {
                best = (likelihood, chances);
            }
        }
    }
    best.1
}

/// `seen[i] / (1 + x pull[i])` with the `x` for which the weighted pulls sum to zero. The sum falls monotonically with
/// `x` between the two poles.
fn tilted(seen: &Chances, pull: &[f64; 5]) -> Chances {
    let least = pull.iter().copied().fold(f64::INFINITY, f64::min);
    let most = pull.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let x = f64::midpoint(low, high);
        let sum: f64 = (0..5).map(|at| seen[at] * pull[at] / (1.0 + x * pull[at])).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    let mut chances = [0.0; 5];
    for at in 0..5 {
        chances[at] = seen[at] / (1.0 + x * pull[at]);
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(pairs: [u32; 5], elos: [f64; 2], model: EloModel) -> f64 {
        Sprt::new(elos, [0.05, 0.05], model).unwrap().llr(&Pentanomial(pairs))
    }

    /// With only won and lost pairs the most likely probabilities of a hypothesis are its score itself, so the ratio is
    /// that of two coins.
    #[test]
    fn a_match_without_draws_is_the_ratio_of_two_coins() {
        let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (s0, s1) = (score(0.0), score(40.0));
        let by_hand = 60.0 * (s1 / s0).ln() + 40.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        let found = llr([40, 0, 0, 0, 60], [0.0, 40.0], EloModel::Logistic);
        assert!((found - by_hand).abs() < 0.01, "{found} and {by_hand}");
    }

    /// The numbers of the match manager fastchess for the same results (its `sprt_test.cpp`).
    #[test]
    fn figures_are_those_of_another_match_manager() {
        use EloModel::{Logistic, Normalised};
        for (pairs, elos, model, expected) in [
            ([365, 16_618, 36_229, 16_974, 390], [0.0, 2.0], Normalised, 2.25),
            ([127, 4_883, 10_712, 5_150, 104], [-1.75, 0.25], Normalised, 3.01),
            ([0, 0, 0, 0, 5_550], [0.0, 5.0], Normalised, 111.82),
            ([223, 9_863, 21_279, 10_037, 246], [0.5, 2.5], Logistic, -3.07),
            ([871, 26_175, 55_983, 26_678, 821], [0.0, 2.0], Logistic, -4.98),
        ] {
            let found = llr(pairs, elos, model);
            assert!((found - expected).abs() < 0.01 * expected.abs(), "{found} for {expected}");
        }
    }

    /// Maxima found by a general solver (SLSQP from many starts).
    #[test]
    fn distant_bounds_of_normalised_elo_have_a_ratio_too() {
        for (pairs, elos, expected) in [
            ([1, 3, 10, 6, 2], [0.0, 240.0], -4.604_180_8),
            ([1, 3, 10, 6, 2], [900.0, 1_000.0], -3.130_360_7),
            ([0, 1, 5, 12, 20], [0.0, 400.0], 18.017_170_8),
            ([0, 1, 5, 12, 20], [-300.0, -200.0], 17.274_786_2),
            ([2, 10, 76, 20, 4], [0.0, 400.0], -87.816_286_8),
            ([0, 0, 0, 0, 12], [-1_000.0, 1_000.0], 50.684_755_3),
            ([12, 0, 0, 0, 0], [0.0, 400.0], -22.939_082_8),
            ([0, 0, 40, 0, 0], [0.0, 400.0], -51.792_905_2),
        ] {
            let found = llr(pairs, elos, EloModel::Normalised);
            assert!((found - expected).abs() < 1e-5, "{found} for {expected}");
        }
        let bounds: Vec<f64> = (-40..=40).map(|at| f64::from(at) * 25.0).collect();
        for pairs in [
            [0, 0, 0, 0, 12],
            [100_000, 0, 0, 0, 0],
            [0, 0, 40, 0, 0],
            [0, 1, 0, 0, 0],
            [6, 0, 0, 0, 6],
            [2, 10, 76, 20, 4],
        ] {
            for elos in bounds.windows(2) {
                for model in [EloModel::Normalised, EloModel::Logistic] {
                    let found = llr(pairs, [elos[0], elos[1]], model);
                    assert!(found.is_finite(), "{found}: {pairs:?} {elos:?}");
                }
            }
        }
        let test = Sprt::new([0.0, 5.0], [0.05, 0.05], EloModel::Normalised).unwrap();
        let words = test.words(&Pentanomial([6, 0, 0, 0, 6]));
        assert!(words.contains("LLR 0.00 "), "{words}");
    }

    #[test]
    fn the_test_decides_at_its_bounds_and_both_ways() {
        let sprt = Sprt::new([0.0, 10.0], [0.05, 0.1], EloModel::Logistic).unwrap();
        let (low, high) = sprt.bounds();
        assert!((low - (0.1_f64 / 0.95).ln()).abs() < 1e-12);
        assert!((high - (0.9_f64 / 0.05).ln()).abs() < 1e-12);
        let [lost, even, won] =
            [[90, 20, 90, 20, 10], [5, 20, 50, 20, 5], [10, 20, 90, 20, 90]].map(Pentanomial);
        assert_eq!(sprt.decision(&lost), Some(Decision::H0));
        assert_eq!(sprt.decision(&even), None);
        assert_eq!(sprt.decision(&won), Some(Decision::H1));
        assert_eq!(sprt.decision(&Pentanomial::default()), None);
        assert!(sprt.words(&won).ends_with("): H1 accepted"), "{}", sprt.words(&won));
    }

    #[test]
    fn invalid_numbers_are_refused() {
        let new = |elos, chances| Sprt::new(elos, chances, EloModel::default());
        assert!(new([5.0, 0.0], [0.05, 0.05]).is_err());
        assert!(new([0.0, f64::NAN], [0.05, 0.05]).is_err());
        assert_eq!(new([0.0, 5.0], [0.0, 0.05]), Err(SprtError::Errors(0.0, 0.05)));
        assert_eq!(new([0.0, 5.0], [0.05, 0.7]), Err(SprtError::Errors(0.05, 0.7)));
    }
}
