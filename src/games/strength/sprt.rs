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
/// Bisection steps of the search for a multiplier; more would change nothing.
const HALVINGS: u32 = 200;
/// Maximum number of iterations for the spread of normalised Elo.
const ROUNDS: u32 = 10;
/// They end when no probability changes by more than this.
const SETTLED: f64 = 1e-6;

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
        format!(
            "SPRT [{}, {}] {kind}: LLR {:.2} ({low:.2}, {high:.2}){decided}",
            self.elo0,
            self.elo1,
            self.llr(pairs)
        )
    }
}

/// The probabilities nearest to the observed ones with this mean.
fn with_mean(seen: &Chances, mean: f64) -> Chances {
    tilted(seen, &SCORES.map(|score| score - mean))
}

/// The probabilities nearest to the observed ones whose mean is `t` standard deviations above a half. The condition is
/// not linear in them, so it is linearised around the last estimate until that converges.
fn with_spread(seen: &Chances, t: f64) -> Chances {
    let mut guess = [0.2; 5];
    for _ in 0..ROUNDS {
        let mean: f64 = (0..5).map(|at| guess[at] * SCORES[at]).sum();
        let variance: f64 = (0..5).map(|at| guess[at] * (SCORES[at] - mean).powi(2)).sum();
        let sigma = variance.sqrt();
        let pull =
            |score: f64| score - 0.5 - 0.5 * t * sigma * (1.0 + ((score - mean) / sigma).powi(2));
        let next = tilted(seen, &SCORES.map(pull));
        let change = (0..5).map(|at| (next[at] - guess[at]).abs()).fold(0.0, f64::max);
        guess = next;
        if change < SETTLED {
            break;
        }
    }
    guess
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
