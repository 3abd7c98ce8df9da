//! The Elo scale of limited strength: the weights of the choice for an Elo number and a clock.

use std::ops::RangeInclusive;

use super::{Choice, DEPTHS};

/// Elo numbers that can be set.
pub const ELO: RangeInclusive<u16> = 600..=2400;

/// Measured Elo of some ratings, by matches against each other and against Stockfish 15.1 at limited strength
/// (`benches/measurements/opponents.md`). The ratings are those of people on lichess, extrapolated beyond 2600.
const SCALE: [(f64, f64); 15] = [
    (410.0, -600.0),
    (560.0, -300.0),
    (680.0, -100.0),
    (785.0, 200.0),
    (845.0, 600.0),
    (955.0, 1100.0),
    (1085.0, 1400.0),
    (1165.0, 1700.0),
    (1255.0, 2000.0),
    (1380.0, 2300.0),
    (1640.0, 2600.0),
    (1985.0, 2900.0),
    (2150.0, 3200.0),
    (2280.0, 3600.0),
    (2400.0, 3720.0),
];

/// The human rating that plays at an Elo number.
pub fn rating(elo: u16) -> f64 {
    let elo = f64::from(elo);
    let above = SCALE.iter().position(|&(point, _)| point >= elo).unwrap_or(SCALE.len() - 1).max(1);
    let ((low, from), (high, to)) = (SCALE[above - 1], SCALE[above]);
    from + (to - from) * (elo - low) / (high - low)
}

/// The coefficients of a parameter: a constant, the rating above 1500 in units of 500, the logarithm of the time left
/// as a share of five minutes.
type Weights = [f64; 3];

const INSTINCT: Weights = [0.886, 0.138, 0.112];
const PRIOR: Weights = [0.639, -0.002, -0.072];
const VALUE: Weights = [0.853, 0.472, 0.072];
const MATE: Weights = [0.053, 0.167, -0.236];
const SHARES: [Weights; DEPTHS] = [
    [0.0, 0.0, 0.0],
    [0.093, -0.197, 0.055],
    [-0.390, -0.069, 0.332],
    [-0.378, -0.177, 0.276],
    [-0.450, -0.214, 0.278],
    [0.002, -0.055, 0.515],
    [-0.066, 0.159, 0.315],
    [0.215, 0.288, 0.271],
];

/// The logit of the share played from memory: a constant, the rating above 1500 in units of 500, the move number in
/// tens.
const MEMORY: Weights = [-2.201, 0.490, -0.558];
/// Exponent of the weights of the book.
const RECALL: f64 = 0.052;

/// Time that counts as enough, s.
const ENOUGH_S: f64 = 300.0;
/// Time below which less makes no difference, s.
const MIN_S: f64 = 3.0;

/// From this rating on, searches of few plies become rarer and searches deeper.
const BEYOND: f64 = 2300.0;
/// Searches of fewer plies than this are shallow.
const SHALLOW_DEPTHS: usize = 3;
/// Rating difference over which the weight of searches of few plies falls to 1/e.
const FEWER_SHALLOW: f64 = 200.0;
/// Rating difference that makes a search a ply deeper.
const PLY_DEEPER: f64 = 300.0;
/// From this rating on, the best moves of a search are searched again, deeper.
const SEARCHED_AGAIN: f64 = 3600.0;
/// Rating difference that makes the second search a ply deeper.
const PLY_AGAIN: f64 = 200.0;

/// Below this rating, moves without a search become more frequent.
const BELOW: f64 = 200.0;
/// Rating difference over which the weight of moves without a search grows by e.
const MORE_UNSEARCHED: f64 = 250.0;

/// Least exponent of the policy: below the ratings it was fitted to, even a hanging queen would be overlooked too often.
const MIN_INSTINCT: f64 = 0.6;

/// The choice at this Elo number with this much time left, s (`None`: enough), at this move number.
pub fn choice(elo: u16, left_s: Option<f64>, move_number: u32) -> Choice {
    let people = rating(elo);
    let rating = (people - 1500.0) / 500.0;
    let time = (left_s.unwrap_or(ENOUGH_S).clamp(MIN_S, ENOUGH_S) / ENOUGH_S).ln();
    let at =
        |[constant, by_rating, by_time]: Weights| constant + by_rating * rating + by_time * time;
    let mut shares = SHARES.map(|weights| at(weights).exp());
    // The fit includes no people above 2900: from 2300 on, searches of few plies become rarer and searches deeper.
    let beyond = (people - BEYOND).max(0.0);
    for share in &mut shares[..SHALLOW_DEPTHS] {
        *share *= (-beyond / FEWER_SHALLOW).exp();
    }
    // It also includes too few beginners: below 200, more moves are played without a search.
    shares[0] *= ((BELOW - people).max(0.0) / MORE_UNSEARCHED).exp();
    let sum: f64 = shares.iter().sum();
    let [constant, by_rating, by_number] = MEMORY;
    let memory = constant + by_rating * rating + by_number * f64::from(move_number) / 10.0;
    Choice {
        memory: 1.0 / (1.0 + (-memory).exp()),
        recall: RECALL,
        instinct: at(INSTINCT).max(MIN_INSTINCT),
        prior: at(PRIOR),
        value: at(VALUE).exp(),
        mate: at(MATE).exp(),
        shares: shares.map(|share| share / sum),
        deeper: (beyond / PLY_DEEPER) as u32,
        again: ((people - SEARCHED_AGAIN).max(0.0) / PLY_AGAIN).ceil() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_elo_weights_the_search_more() {
        for pair in SCALE.windows(2) {
            assert!(pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1);
        }
        let choices: Vec<Choice> = ELO.step_by(100).map(|elo| choice(elo, None, 20)).collect();
        for pair in choices.windows(2) {
            assert!(pair[0].value < pair[1].value && pair[0].deeper <= pair[1].deeper);
        }
        for one in &choices {
            assert!((one.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        assert!((rating(1255) - 2000.0).abs() < 1e-9 && (rating(1380) - 2300.0).abs() < 1e-9);
    }

    #[test]
    fn in_time_trouble_more_moves_are_played_without_a_search() {
        let unsearched = |left_s| choice(1200, left_s, 20).shares[0];
        assert!(unsearched(Some(5.0)) > 1.5 * unsearched(None));
        assert!((unsearched(Some(300.0)) - unsearched(None)).abs() < 1e-9);
    }
}
