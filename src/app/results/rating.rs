//! The user's rating: Glicko-2 over the games against opponents with a known Elo. All games of a day with the same
//! time class are one period; days without games are none, so that a pause alone changes nothing. A game without a
//! date is a period of its own.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use tabia_games::collection::entry::Date;
use tabia_games::strength::sheet::Points;

/// Uncertainty of an opponent's Elo, Elo: it was measured among engines.
const OPPONENT_DEVIATION: f64 = 80.0;

/// A rating and its history.
#[derive(Clone, Debug, PartialEq)]
pub struct UserRating {
    pub value: f64,
    /// The strength is within this distance of the value with a probability of 95 %: two deviations.
    pub error: f64,
    /// The number of games it is based on.
    pub games: u32,
    /// The rating after each period.
    pub course: Vec<RatingPoint>,
}

/// The rating after a period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    pub date: Date,
    /// The number of games so far.
    pub games: u32,
    pub value: f64,
    /// See [`UserRating::error`].
    pub error: f64,
}

/// A game to be rated: its day, the opponent's Elo, and how it ended.
pub type RatedGame = (Date, u16, Points);

/// The rating after these games in order; `None` without games.
pub fn rating(games: &[RatedGame]) -> Option<UserRating> {
    let mut user = Glicko2Rating::new();
    let same_day = |one: &RatedGame, other: &RatedGame| one.0 == other.0 && !one.0.is_unknown();
    let (mut course, mut so_far) = (Vec::new(), 0);
    for period in games.chunk_by(same_day) {
        let results: Vec<_> = period.iter().map(|&(_, elo, result)| against(elo, result)).collect();
        user = glicko2_rating_period(&user, &results, &Glicko2Config::new());
        // No strength is less certain than that of a beginner.
        user.deviation = user.deviation.min(Glicko2Rating::new().deviation);
        let (value, error) = (user.rating, 2.0 * user.deviation);
        so_far += period.len() as u32;
        course.push(RatingPoint { date: period[0].0, games: so_far, value, error });
    }
    let last = course.last()?;
    Some(UserRating { value: last.value, error: last.error, games: games.len() as u32, course })
}

fn against(elo: u16, result: Points) -> (Glicko2Rating, Outcomes) {
    let rating = f64::from(elo);
    let opponent = Glicko2Rating { rating, deviation: OPPONENT_DEVIATION, ..Glicko2Rating::new() };
    let outcome = match result {
        Points::Win => Outcomes::WIN,
        Points::Draw => Outcomes::DRAW,
        Points::Loss => Outcomes::LOSS,
    };
    (opponent, outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One period of Glicko-2 exactly as in Glickman's paper, step by step, for a new player.
    fn by_the_paper(games: &[RatedGame]) -> (f64, f64) {
        const SCALE: f64 = 173.717_8;
        let (phi, sigma, tau) = (350.0 / SCALE, 0.06_f64, 0.5_f64);
        let g = |deviation: f64| {
            1.0 / (1.0 + 3.0 * deviation.powi(2) / std::f64::consts::PI.powi(2)).sqrt()
        };
        let weight = g(OPPONENT_DEVIATION / SCALE);
        let expected = |elo: u16| 1.0 / (1.0 + (weight * (f64::from(elo) - 1500.0) / SCALE).exp());
        let information: f64 = games
            .iter()
            .map(|&(_, elo, _)| weight.powi(2) * expected(elo) * (1.0 - expected(elo)))
            .sum();
        let surplus: f64 = games
            .iter()
            .map(|&(_, elo, result)| {
                let points = f64::from(result.halves()) / 2.0;
                weight * (points - expected(elo))
            })
            .sum();
        let v = 1.0 / information;
        let delta = v * surplus;
        // Step 5 by bisection instead of the Illinois algorithm.
        let a = sigma.powi(2).ln();
        let f = |x: f64| {
            let e = x.exp();
            let sum = phi.powi(2) + v + e;
            e * (delta.powi(2) - sum) / (2.0 * sum.powi(2)) - (x - a) / tau.powi(2)
        };
        let (mut low, mut high) = (a - 10.0, a + 10.0);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if f(middle) > 0.0 { low = middle } else { high = middle }
        }
        let sigma = (low / 2.0).exp();
        let before = (phi.powi(2) + sigma.powi(2)).sqrt();
        let phi = 1.0 / (1.0 / before.powi(2) + information).sqrt();
        (1500.0 + SCALE * phi.powi(2) * surplus, 2.0 * SCALE * phi)
    }

    #[test]
    fn a_period_is_rated_as_in_the_paper() {
        let day = Date::new(2026, 3, 1);
        let games = [
            (day, 1400, Points::Win),
            (day, 1550, Points::Loss),
            (day, 1700, Points::Loss),
            (day, 1500, Points::Draw),
        ];
        let found = rating(&games).unwrap();
        let (value, error) = by_the_paper(&games);
        assert!((found.value - value).abs() < 0.01, "{} instead of {value}", found.value);
        assert!((found.error - error).abs() < 0.01, "{} instead of {error}", found.error);
        assert_eq!((found.games, found.course.len()), (4, 1));
    }

    #[test]
    fn days_are_periods_and_games_without_a_date_are_their_own() {
        let (first, second) = (Date::new(2026, 3, 1), Date::new(2026, 3, 9));
        let game = |date| (date, 1500, Points::Win);
        let days: Vec<RatedGame> = [first, first, second].map(game).to_vec();
        let course = rating(&days).unwrap().course;
        assert_eq!(course.iter().map(|point| point.date).collect::<Vec<_>>(), [first, second]);
        assert!(course[1].value > course[0].value && course[1].error < course[0].error);
        let unknown = vec![game(Date::UNKNOWN); 3];
        assert_eq!(rating(&unknown).unwrap().course.len(), 3);
        assert_eq!(rating(&[]), None);
    }

    #[test]
    fn no_series_of_results_breaks_the_numbers() {
        for result in [Points::Win, Points::Loss] {
            for elo in [100, 4_000] {
                let day = |n: u32| Date::new(2000 + n / 300, n / 25 % 12 + 1, n % 25 + 1);
                let games: Vec<_> = (0..3_000).map(|n| (day(n), elo, result)).collect();
                let found = rating(&games).unwrap();
                let sound = found.value.is_finite() && (0.0..=700.0).contains(&found.error);
                assert!(sound, "{result:?} against {elo}: {} ± {}", found.value, found.error);
            }
        }
    }
}
