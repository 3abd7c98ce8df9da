//! Wins, draws and losses, and the Elo they imply.

use super::Z;
use tabia_text::{number, signed, t};

/// The score of a match, from the first side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreSheet {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// A difference in strength with its error bar, Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The difference.
    pub elo: f64,
    /// Lower end of the error bar; `None`: unbounded.
    pub low: Option<f64>,
    /// Upper end of the error bar; `None`: unbounded.
    pub high: Option<f64>,
}

/// A bar is given as `±` up to this ratio of its longer half to its shorter one, by its ends beyond.
const MAX_SKEW: f64 = 1.1;

impl EloEstimate {
    /// The difference with its error bar, with this many decimals: `+35 ± 12`, with its ends if the halves of the bar
    /// differ clearly (`−648 [−1034, −533]`), with the only end of a bar unbounded at the other (`+648 (> +533)`), or
    /// `+35 ± ?` without a bar.
    pub fn text(&self, decimals: usize) -> String {
        format!("{} {}", signed(self.elo, decimals), self.bar_text(decimals))
    }

    /// The error bar of [`text`](EloEstimate::text).
    pub fn bar_text(&self, decimals: usize) -> String {
        let end = |elo: f64| signed(elo, decimals);
        match (self.low, self.high) {
            (Some(low), Some(high)) => match self.half_width() {
                Some(half) => format!("± {}", number(half, decimals)),
                None => format!("[{}, {}]", end(low), end(high)),
            },
            (Some(low), None) => format!("(> {})", end(low)),
            (None, Some(high)) => format!("(< {})", end(high)),
            (None, None) => "± ?".to_owned(),
        }
    }

    /// Half of the error bar, Elo; `None` if its halves differ clearly, it is unbounded at an end, or there is none.
    pub fn half_width(&self) -> Option<f64> {
        let (low, high) = self.low.zip(self.high)?;
        let (below, above) = (self.elo - low, high - self.elo);
        let even = below.max(above) <= MAX_SKEW * below.min(above);
        even.then_some((high - low) / 2.0)
    }

    /// The estimate with all numbers multiplied by a positive factor.
    #[must_use]
    pub(super) fn scaled(self, by: f64) -> EloEstimate {
        let end = |end: Option<f64>| end.map(|elo| by * elo);
        EloEstimate { elo: by * self.elo, low: end(self.low), high: end(self.high) }
    }

    /// The estimate from the other side's view.
    #[must_use]
    pub(super) fn reversed(self) -> EloEstimate {
        let end = |end: Option<f64>| end.map(|elo| 0.0 - elo);
        EloEstimate { elo: 0.0 - self.elo, low: end(self.high), high: end(self.low) }
    }

    /// The estimate around another difference.
    #[must_use]
    pub fn shifted(self, by: f64) -> EloEstimate {
        let end = |end: Option<f64>| end.map(|elo| elo + by);
        EloEstimate { elo: self.elo + by, low: end(self.low), high: end(self.high) }
    }
}

/// How a game ended for the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Points {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl Points {
    /// `win`, `draw` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Points::Win => "win",
            Points::Draw => "draw",
            Points::Loss => "loss",
        }
    }

    /// Points in halves: 2, 1 or 0.
    pub fn halves(self) -> u32 {
        match self {
            Points::Win => 2,
            Points::Draw => 1,
            Points::Loss => 0,
        }
    }

    /// The points of the other side.
    #[must_use]
    pub fn reversed(self) -> Points {
        match self {
            Points::Win => Points::Loss,
            Points::Draw => Points::Draw,
            Points::Loss => Points::Win,
        }
    }
}

impl ScoreSheet {
    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Counts a game.
    pub fn add(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// Points per game, 0 to 1; `None` before the first.
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games))
    }

    /// Standard error of the points per game, from the spread of the results. The games of an opening are treated as
    /// independent, which makes the error rather too wide.
    pub(crate) fn standard_error(&self) -> Option<f64> {
        let mean = self.score()?;
        let games = f64::from(self.games());
        let part = |count: u32, points: f64| f64::from(count) * (points - mean).powi(2);
        let spread = part(self.wins, 1.0) + part(self.draws, 0.5) + part(self.losses, 0.0);
        let error = (spread / games / games).sqrt();
        (error > 0.0).then_some(error)
    }

    /// The Elo difference. `None` if one side has all the points, when there is only a bound, or no game was played.
    pub fn elo(&self) -> Option<EloEstimate> {
        let mean = self.score()?;
        let elo = elo_of(mean)?;
        let end =
            |sign: f64| self.standard_error().and_then(|error| elo_of(mean + sign * Z * error));
        Some(EloEstimate { elo, low: end(-1.0), high: end(1.0) })
    }

    /// `+35 ± 12 Elo`, as far as known.
    pub fn elo_text(&self) -> String {
        let Some(found) = self.elo() else {
            return match self.score() {
                None => t!("library-elo-no-game").to_owned(),
                Some(score) if score > 0.5 => t!("library-elo-all").to_owned(),
                Some(_) => t!("library-elo-none").to_owned(),
            };
        };
        match (found.low, found.high) {
            (None, None) => t!("library-elo-few", elo = signed(found.elo, 0)),
            _ => format!("{} Elo", found.text(0)),
        }
    }
}

/// The difference in Elo that makes this score likely; `None` for 0 and 1 and beyond.
pub(crate) fn elo_of(score: f64) -> Option<f64> {
    // The addition avoids a negative zero for an even score.
    (score > 0.0 && score < 1.0).then(|| 0.0 - 400.0 * (1.0 / score - 1.0).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_bar_is_as_computed_by_hand() {
        let sheet = ScoreSheet { wins: 60, draws: 20, losses: 20 };
        assert_eq!(sheet.games(), 100);
        assert!((sheet.score().unwrap() - 0.7).abs() < 1e-12);
        // (60 * 0.3^2 + 20 * 0.2^2 + 20 * 0.7^2) / 100 = 0.16; its root over ten: 0.04.
        assert!((sheet.standard_error().unwrap() - 0.04).abs() < 1e-12);
        let found = sheet.elo().unwrap();
        assert!((found.elo - 147.19).abs() < 0.01, "{found:?}");
        // 0.7 ± 0.0784: 0.6216 and 0.7784.
        assert!((found.low.unwrap() - 86.21).abs() < 0.05, "{found:?}");
        assert!((found.high.unwrap() - 218.3).abs() < 0.2, "{found:?}");
        let turned = ScoreSheet { wins: 20, draws: 20, losses: 60 }.elo().unwrap();
        assert!((turned.elo + found.elo).abs() < 1e-9);
        assert!((turned.low.unwrap() + found.high.unwrap()).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_estimated_is_left_out() {
        let mut sheet = ScoreSheet::default();
        assert_eq!((sheet.score(), sheet.elo()), (None, None));
        sheet.add(Points::Win);
        assert_eq!(sheet.elo(), None);
        assert_eq!(sheet.elo_text(), t!("library-elo-all"));
        let even = ScoreSheet { wins: 0, draws: 4, losses: 0 };
        assert_eq!(even.elo(), Some(EloEstimate { elo: 0.0, low: None, high: None }));
        assert_eq!(even.elo_text(), t!("library-elo-few", elo = "0"));
        let wide = ScoreSheet { wins: 3, draws: 0, losses: 1 };
        assert_eq!(wide.elo().unwrap().high, None, "beyond all points");
        let low = signed(wide.elo().unwrap().low.unwrap(), 0);
        assert_eq!(wide.elo_text(), format!("+191 (> {low}) Elo"));
    }

    #[test]
    fn the_text_of_an_estimate_shows_its_ends_if_they_differ() {
        let text = |low, high| EloEstimate { elo: -100.0, low, high }.text(0);
        assert_eq!(text(Some(-204.0), Some(-4.0)), "−100 ± 100");
        assert_eq!(text(Some(-220.0), Some(5.0)), "−100 [−220, +5]");
        assert_eq!(text(Some(-150.0), None), "−100 (> −150)");
        assert_eq!(text(None, Some(-50.0)), "−100 (< −50)");
        assert_eq!(text(None, None), "−100 ± ?");
    }
}
