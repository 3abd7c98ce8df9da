//! Strength from the results of game pairs. Both games of a pair share an opening, so the pair with its five results
//! (0, 1/2, 1, 3/2, 2 points) is the sample, and the spread of pairs gives the error.
//!
//! Formulas: the mean of the pairs' points and its standard error from their variance; Elo by the logistic curve
//! `s = 1 / (1 + 10^(-elo / 400))`; normalised Elo `(s - 1/2) / sqrt(2 variance) * 800 / ln 10`, which measures the
//! difference in units of a game's spread (Michel Van den Bergh, "Comments on normalized Elo",
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>). The error of normalised Elo contains that of the
//! spread, by the delta method: with `t = (s - 1/2) / spread`, skewness `g` and kurtosis `k` of the pairs, `t` varies by
//! `(1 - t g + t^2 (k - 1) / 4) / pairs`.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::Z;
use super::sheet::{EloEstimate, Points, ScoreSheet, elo_of};

/// Points of a pair for the first side, by class, as a share of two.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Elo of one unit of spread, for normalised Elo.
pub(super) const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// Minimum number of pairs for an error bar. The spread of few values is unreliable: at 95 % and by Student's
/// distribution, the error of 4 pairs would have to be 62 % larger, that of 8 a fifth, of 30 a twentieth.
pub const MIN_PAIRS: u32 = 8;

/// Pairs of games by their points for the first side: 0, 1/2, 1, 3/2 and 2 of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u32; 5]);

impl Pentanomial {
    /// Counts a pair by its points in halves, 0 to 4.
    pub fn add(&mut self, halves: usize) {
        if let Some(count) = self.0.get_mut(halves) {
            *count += 1;
        }
    }

    /// Pairs counted.
    pub fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Points per game and their variance over pairs; `None` before the first pair.
    pub(crate) fn mean_and_variance(&self) -> Option<(f64, f64)> {
        let pairs = f64::from(self.pairs());
        if pairs == 0.0 {
            return None;
        }
        let share = |at: usize| f64::from(self.0[at]) / pairs;
        let mean: f64 = (0..5).map(|at| share(at) * SCORES[at]).sum();
        let variance = (0..5).map(|at| share(at) * (SCORES[at] - mean).powi(2)).sum();
        Some((mean, variance))
    }

    /// Standard error of the points per game; `None` if all pairs have the same result, and below [`MIN_PAIRS`].
    fn standard_error(&self) -> Option<f64> {
        let (_, variance) = self.mean_and_variance()?;
        let enough = variance > 0.0 && self.pairs() >= MIN_PAIRS;
        enough.then(|| (variance / f64::from(self.pairs())).sqrt())
    }

    /// The Elo difference with its 95 % error bar; `None` if one side has all points or no pair is complete.
    pub fn elo(&self) -> Option<EloEstimate> {
        self.elo_around(self.mean_and_variance()?.0)
    }

    fn elo_around(&self, mean: f64) -> Option<EloEstimate> {
        let end = |sign: f64| elo_of(mean + sign * Z * self.standard_error()?);
        Some(EloEstimate { elo: elo_of(mean)?, low: end(-1.0), high: end(1.0) })
    }

    /// The Elo difference by the score of all games, including unpaired ones, with the error of the pairs; `None` as in
    /// [`elo`](Pentanomial::elo) and if most games are unpaired.
    pub(super) fn elo_of_games(&self, games: f64, score: f64) -> Option<EloEstimate> {
        let paired = f64::from(2 * self.pairs());
        self.elo_around(score).filter(|_| 2.0 * paired > games)
    }

    /// The normalised Elo difference and half of its 95 % error bar; `None` if all pairs have the same result, and
    /// below [`MIN_PAIRS`].
    pub fn normalised_elo(&self) -> Option<(f64, f64)> {
        let ((mean, variance), _) = (self.mean_and_variance()?, self.standard_error()?);
        let (pairs, spread) = (f64::from(self.pairs()), variance.sqrt());
        let t = (mean - 0.5) / spread;
        let terms = self.0.iter().zip(SCORES).map(|(&count, score)| {
            let z = (score - mean) / spread;
            f64::from(count) / pairs * (z - t / 2.0 * (z * z - 1.0)).powi(2)
        });
        let error = (terms.sum::<f64>() / pairs).sqrt();
        let unit = NORMALISED / 2_f64.sqrt();
        Some((t * unit, Z * error * unit))
    }

    /// Likelihood that the first side is stronger, 0 to 1; `None` if all pairs have the same result, and below
    /// [`MIN_PAIRS`].
    pub fn superiority(&self) -> Option<f64> {
        let (mean, _) = self.mean_and_variance()?;
        Some(normal((mean - 0.5) / self.standard_error()?))
    }
}

/// The normal distribution function: Zelen and Severo's approximation 26.2.17 in Abramowitz and Stegun, "Handbook of
/// Mathematical Functions", exact to 7.5e-8.
fn normal(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let above = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum;
    if z < 0.0 { above } else { 1.0 - above }
}

/// The results of one pairing, for its first player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Single games.
    pub sheet: ScoreSheet,
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// Pairs drawn because each side won one game.
    pub split: u32,
    /// Rounds with only one game so far; in games without pairs, all of them.
    open: HashMap<u32, Points>,
}

impl Tally {
    /// Counts a game of this round.
    pub fn add(&mut self, round: u32, points: Points) {
        self.sheet.add(points);
        let Some(first) = self.open.remove(&round) else {
            self.open.insert(round, points);
            return;
        };
        self.pairs.add((first.halves() + points.halves()) as usize);
        self.split += u32::from(first != points && first != Points::Draw && points != Points::Draw);
    }

    /// Share of drawn games, 0 to 1; `None` before the first.
    pub fn draw_ratio(&self) -> Option<f64> {
        let games = self.sheet.games();
        (games > 0).then(|| f64::from(self.sheet.draws) / f64::from(games))
    }

    /// The Elo difference by all games: with the error of the pairs if most games are paired, else with that of single
    /// games, which needs as many games as [`MIN_PAIRS`] pairs have.
    pub fn elo(&self) -> Option<EloEstimate> {
        let games = self.sheet.games();
        self.pairs.elo_of_games(f64::from(games), self.sheet.score()?).or_else(|| {
            let enough = games >= 2 * MIN_PAIRS;
            let found = self.sheet.elo()?;
            Some(if enough { found } else { EloEstimate { low: None, high: None, ..found } })
        })
    }

    /// The current score as one line of text.
    pub fn words(&self) -> String {
        let ScoreSheet { wins, draws, losses } = self.sheet;
        let percent = |share: Option<f64>| {
            share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
        };
        let elo = match self.elo() {
            None => self.sheet.elo_text(),
            Some(found) => format!("{} Elo", found.text(1)),
        };
        let games = self.sheet.games();
        format!(
            "{games} game{}: +{wins} ={draws} -{losses} ({}), {elo}, LOS {}, draws {}, pairs {:?}",
            if games == 1 { "" } else { "s" },
            percent(self.sheet.score()),
            percent(self.pairs.superiority()),
            percent(self.draw_ratio()),
            self.pairs.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_text::t;

    fn close(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "found {found}, expected {expected}");
    }

    /// 100 pairs: 10 of 0, 20 of 1/2, 30 of 1, 20 of 3/2, 20 of 2 points.
    #[test]
    fn mean_error_and_elo_are_as_computed_by_hand() {
        let pairs = Pentanomial([10, 20, 30, 20, 20]);
        // Mean: 0.2*0.25 + 0.3*0.5 + 0.2*0.75 + 0.2 = 0.55.
        // Variance: 0.1*0.3025 + 0.2*0.09 + 0.3*0.0025 + 0.2*0.04 + 0.2*0.2025 = 0.0975.
        let (mean, variance) = pairs.mean_and_variance().unwrap();
        close(mean, 0.55, 1e-12);
        close(variance, 0.0975, 1e-12);
        // Standard error: sqrt(0.0975 / 100) = 0.031225; ends 0.48880 and 0.61120.
        let elo = pairs.elo().unwrap();
        close(elo.elo, 34.86, 0.01);
        close(elo.low.unwrap(), -7.78, 0.02);
        close(elo.high.unwrap(), 78.58, 0.01);
        // 0.05 / sqrt(0.195) * 347.4356 = 39.34.
        close(pairs.normalised_elo().unwrap().0, 39.34, 0.01);
        // 0.05 / 0.031225 = 1.6013 standard errors: 94.53 %.
        close(pairs.superiority().unwrap(), 0.9453, 0.0001);
    }

    /// The numbers of the match manager fastchess for the same results (its `elo_test.cpp`), without its error of
    /// normalised Elo, which ignores that of the spread.
    #[test]
    fn figures_are_those_of_another_match_manager() {
        for (pairs, nelo, elo, error, los) in [
            ([34, 54, 63, 64, 75], 57.94, 55.58, 27.65, 1.0),
            ([332, 433, 498, 333, 334], -9.17, -8.64, 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -19.01, -21.04, 2.95, 0.0),
        ] {
            let pairs = Pentanomial(pairs);
            close(pairs.normalised_elo().unwrap().0, nelo, 0.01);
            let found = pairs.elo().unwrap();
            close(found.elo, elo, 0.01);
            close((found.high.unwrap() - found.low.unwrap()) / 2.0, error, 0.01);
            close(pairs.superiority().unwrap(), los, 0.0001);
        }
    }

    /// The numbers of a Python script that draws 20,000 samples of pairs with replacement; of skewed results the error
    /// is that of their middle.
    #[test]
    fn the_error_of_normalised_elo_contains_that_of_the_spread() {
        for (pairs, error, tolerance) in [
            ([34, 54, 63, 64, 75], 29.3, 0.3),
            ([332, 433, 498, 333, 334], 11.0, 0.1),
            ([0, 0, 30, 10, 1], 49.4, 2.0),
            ([1, 0, 12, 8, 9], 118.0, 5.0),
            ([59, 4, 1, 0, 0], 941.0, 190.0),
        ] {
            close(Pentanomial(pairs).normalised_elo().unwrap().1, error, tolerance);
        }
    }

    #[test]
    fn the_normal_distribution_is_that_of_tables() {
        for (z, below) in [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (1.96, 0.975_002)] {
            close(normal(z), below, 1e-6);
        }
    }

    #[test]
    fn games_become_pairs_by_their_round_in_any_order() {
        let mut tally = Tally::default();
        for (round, points) in [
            (0, Points::Win),
            (1, Points::Loss),
            (0, Points::Loss),
            (2, Points::Draw),
            (1, Points::Draw),
            (2, Points::Draw),
            (3, Points::Win),
        ] {
            tally.add(round, points);
        }
        assert_eq!(tally.pairs, Pentanomial([0, 1, 2, 0, 0]));
        assert_eq!((tally.split, tally.sheet.games()), (1, 7));
        let words = tally.words();
        assert!(words.starts_with("7 games: +2 =3 -2 (50.0 %), "), "{words}");
        assert!(words.ends_with("draws 42.9 %, pairs [0, 1, 2, 0, 0]"), "{words}");
        assert!(words.contains(", 0.0 ± ? Elo, LOS"), "{words}");
    }

    #[test]
    fn an_open_pair_counts_for_the_elo() {
        let mut tally = Tally::default();
        tally.add(0, Points::Draw);
        tally.add(0, Points::Loss);
        tally.add(1, Points::Loss);
        close(tally.elo().unwrap().elo, elo_of(0.5 / 3.0).unwrap(), 1e-9);
        assert!(tally.words().contains(", −279.6 ± ? Elo, LOS"), "{}", tally.words());
        // Most games are unpaired, so the error is that of single games, once there are enough.
        (2..8).for_each(|round| tally.add(round, Points::Win));
        let few = tally.elo().unwrap();
        assert_eq!((Some(few.elo), few.low), (tally.sheet.elo().map(|elo| elo.elo), None));
        assert!(tally.words().contains(" ± ? Elo, LOS"), "{}", tally.words());
        (8..15).for_each(|round| tally.add(round, Points::Draw));
        assert_eq!((tally.elo(), tally.sheet.games()), (tally.sheet.elo(), 16));
    }

    #[test]
    fn values_that_cannot_be_estimated_are_missing() {
        assert_eq!(Pentanomial::default().elo(), None);
        let all = Pentanomial([0, 0, 0, 0, 3]);
        assert_eq!((all.elo(), all.normalised_elo(), all.superiority()), (None, None, None));
        let few = Pentanomial([0, 0, 1, 5, 1]);
        let elo = few.elo().unwrap();
        assert!((elo.low, elo.high, few.superiority()) == (None, None, None) && elo.elo > 0.0);
        assert!(Pentanomial([0, 0, 1, 6, 1]).superiority().is_some());
        assert!(Tally::default().words().contains(t!("library-elo-no-game")));
    }
}
