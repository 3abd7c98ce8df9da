//! The even match: an opponent that gets stronger with the user's wins and weaker with the losses, so that each side
//! gets about half of the points.
//!
//! Its strength moves by a step after each game, up after the user's win, down after a loss, and stays after a draw.
//! The steps become smaller with the number of games (a staircase by Robbins and Monro, *A stochastic approximation
//! method*, 1951), but not smaller than [`MIN_STEP`], so that it also follows a user who improves.

use serde::{Deserialize, Serialize};

use tabia_engine::alphabeta::options::Strength;
use tabia_engine::human::scale::ELO;

/// Elo for the first game of a user without a rating.
const FIRST: u16 = 1000;
/// Step after the first game, Elo.
const FIRST_STEP: f64 = 200.0;
/// The smallest step, Elo.
const MIN_STEP: f64 = 40.0;

/// Number of games that are remembered.
const COUNTED: usize = 8;

/// The state of the even match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EvenMatch {
    /// Strength of the opponent in the next game.
    pub elo: u16,
    /// Number of games that changed the strength.
    pub games: u32,
    /// The last of them (`GameState::id`), newest first: if one ends again after undo or a takeback, it does not count
    /// again.
    pub(super) counted: [u64; COUNTED],
}

impl Default for EvenMatch {
    fn default() -> Self {
        EvenMatch { elo: FIRST, games: 0, counted: [0; COUNTED] }
    }
}

impl EvenMatch {
    /// A match that starts at this rating.
    pub(crate) fn at(rating: f64) -> EvenMatch {
        EvenMatch { elo: rating.round() as u16, ..EvenMatch::default() }.clamped()
    }

    /// The match limited to the scale of limited strength.
    pub(crate) fn clamped(self) -> EvenMatch {
        EvenMatch { elo: self.elo.clamp(*ELO.start(), *ELO.end()), ..self }
    }

    /// The opponent's strength.
    pub fn strength(self) -> Strength {
        Strength::Elo(self.elo)
    }

    /// Whether the result of a game (`GameState::id`) has changed the strength.
    pub(crate) fn has_counted(&self, game: u64) -> bool {
        self.counted.contains(&game)
    }

    /// The match after this game (`GameState::id`), in which the user scored this many points, 0 to 1.
    #[must_use]
    pub(crate) fn after(self, game: u64, points: f64) -> EvenMatch {
        let step = (FIRST_STEP / (f64::from(self.games) + 1.0).sqrt()).max(MIN_STEP);
        let elo = f64::from(self.elo) + 2.0 * (points - 0.5) * step;
        let games = self.games.saturating_add(1);
        let mut counted = self.counted;
        counted.rotate_right(1);
        counted[0] = game;
        EvenMatch { elo: elo.round() as u16, games, counted }.clamped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::SplitMix64;

    #[test]
    fn any_number_of_games_gives_a_finite_step() {
        let even = EvenMatch { games: u32::MAX, ..EvenMatch::default() };
        assert!(even.elo.abs_diff(even.after(1, 1.0).elo) <= MIN_STEP.ceil() as u16);
    }

    /// The share of points in the last forty of seventy games, for a user of this Elo.
    fn share_of_points(user: f64, seed: u64) -> f64 {
        let (mut even, mut rng) = (EvenMatch::default(), SplitMix64::new(seed));
        let mut points = 0.0;
        for game in 0..70 {
            let expected = 1.0 / (1.0 + 10f64.powf((f64::from(even.elo) - user) / 400.0));
            let won = f64::from(u8::from(rng.unit_f64() < expected));
            points += if game < 30 { 0.0 } else { won };
            even = even.after(1, won);
        }
        points / 40.0
    }

    #[test]
    fn whoever_plays_gets_about_half_of_the_points() {
        for user in [700.0, 1000.0, 1400.0, 1900.0, 2300.0] {
            let mean = (0..50).map(|seed| share_of_points(user, seed)).sum::<f64>() / 50.0;
            assert!((0.45..0.55).contains(&mean), "{user}: {mean}");
        }
    }

    #[test]
    fn the_last_games_are_known_to_have_counted() {
        let even = (1..=10).fold(EvenMatch::default(), |even, game| even.after(game, 0.5));
        let known = [1, 2, 3, 10, 11].map(|game| even.has_counted(game));
        assert_eq!(known, [false, false, true, true, false]);
    }

    #[test]
    fn it_stays_on_the_scale() {
        let even_at = |elo| EvenMatch { elo, games: 3, ..EvenMatch::default() };
        let mut even = EvenMatch { elo: 610, games: 400, ..EvenMatch::default() };
        for _ in 0..10 {
            even = even.after(1, 0.0);
        }
        assert_eq!((even.elo, even.games), (*ELO.start(), 410));
        assert_eq!(EvenMatch { elo: 9_999, ..EvenMatch::default() }.clamped().elo, *ELO.end());
        assert_eq!(even_at(1500).after(1, 0.5).elo, 1500);
    }
}
