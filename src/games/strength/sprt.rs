//! When a match has shown enough: the sequential probability ratio test over pairs of games.
//!
//! The log-likelihood ratio is the generalised one: for each hypothesis the five results get the probabilities that
//! are the most likely among those with its difference in strength (Michel Van den Bergh, "Comparing the approximations
//! for the generalized log likelihood ratio of a multinomial distribution", proposition 1.1,
//! <https://www.cantate.be/Fishtest/comparing_approximations.pdf>; for normalised Elo section 4.1 of "Comments on
//! normalized Elo", <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>). The bounds are Wald's.

use serde::{Deserialize, Serialize};

use super::pentanomial::{NORMALISED, Pentanomial, SCORES};

/// What a result that never came counts as, pairs: its logarithm has to exist.
const NEVER: f64 = 1e-3;
/// Steps of the search for a multiplier: each halves the interval, and more would change nothing.
const HALVINGS: u32 = 200;
/// Rounds in which the spread of normalised Elo finds itself.
const ROUNDS: u32 = 10;
/// Less change of any probability than this ends them.
const SETTLED: f64 = 1e-6;

/// Probabilities of the five results of a pair.
type Chances = [f64; 5];

/// What the bounds of a test are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EloModel {
    /// Elo in units of a game's spread: how long a test takes does not depend on how many games are drawn.
    #[default]
    #[serde(rename = "normalized")]
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

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Rather `elo0`: not stronger.
    H0,
    /// Rather `elo1`: stronger.
    H1,
}

impl Sprt {
    /// A test with these chances of taking `elo0` for `elo1` (`alpha`) and `elo1` for `elo0` (`beta`).
    ///
    /// # Errors
    /// Where the numbers make no test.
    pub fn new(
        [elo0, elo1]: [f64; 2],
        [alpha, beta]: [f64; 2],
        model: EloModel,
    ) -> Result<Sprt, String> {
        let chance = |chance: f64| chance > 0.0 && chance < 0.5;
        if !(elo0 < elo1 && (-1_000.0..=1_000.0).contains(&elo0) && elo1 <= 1_000.0) {
            return Err(format!(
                "found {elo0} and {elo1}, expected two numbers from -1000 to 1000, the smaller first"
            ));
        }
        if !chance(alpha) || !chance(beta) {
            return Err(format!("found {alpha} and {beta}, expected chances between 0 and 0.5"));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The log-likelihood ratios below which `elo0` and above which `elo1` is taken.
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

    /// Whether that decides.
    pub fn decision(&self, pairs: &Pentanomial) -> Option<Decision> {
        let (llr, (low, high)) = (self.llr(pairs), self.bounds());
        if llr >= high { Some(Decision::H1) } else { (llr <= low).then_some(Decision::H0) }
    }

    /// How the test stands, for a person.
    pub fn words(&self, pairs: &Pentanomial) -> String {
        let (low, high) = self.bounds();
        let decided = match self.decision(pairs) {
            None => "",
            Some(Decision::H0) => ": H0, rather not stronger",
            Some(Decision::H1) => ": H1, stronger",
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

/// The probabilities nearest to what was seen whose mean is `mean`.
fn with_mean(seen: &Chances, mean: f64) -> Chances {
    tilted(seen, &SCORES.map(|score| score - mean))
}

/// The probabilities nearest to what was seen whose mean lies `t` standard deviations above a half. The condition is
/// not linear in them: it is made so around the last guess, until that stands still.
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

/// `seen[i] / (1 + x pull[i])` with the `x` for which the pulls add up to nothing: a sum that falls with `x` from above
/// to below zero between the two values where a term has no end.
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

    /// With nothing but won and lost pairs the most likely chances of a hypothesis are its score itself, so the ratio
    /// is that of two coins.
    #[test]
    fn a_match_without_draws_is_the_ratio_of_two_coins() {
        let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (s0, s1) = (score(0.0), score(40.0));
        let by_hand = 60.0 * (s1 / s0).ln() + 40.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        let found = llr([40, 0, 0, 0, 60], [0.0, 40.0], EloModel::Logistic);
        assert!((found - by_hand).abs() < 0.01, "{found} and {by_hand}");
    }

    /// Figures as the match manager fastchess tells them for the same results (its `sprt_test.cpp`).
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
        assert!(sprt.words(&won).ends_with("): H1, stronger"), "{}", sprt.words(&won));
    }

    #[test]
    fn numbers_that_make_no_test_are_refused() {
        let new = |elos, chances| Sprt::new(elos, chances, EloModel::default());
        assert!(new([5.0, 0.0], [0.05, 0.05]).is_err());
        assert!(new([0.0, f64::NAN], [0.05, 0.05]).is_err());
        assert!(new([0.0, 5.0], [0.0, 0.05]).unwrap_err().contains("between 0 and 0.5"));
        assert!(new([0.0, 5.0], [0.05, 0.7]).is_err());
    }
}
