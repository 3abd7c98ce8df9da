//! Plays like a person of a given strength: draws a move at random from what people play and what they calculate.
//!
//! A person calculates to some depth, which a shallow search stands for, and sometimes not at all. The policy network
//! predicts what people play, and the search evaluates the moves:
//!
//! ```text
//! P(move) = memory * book(move) + (1 - memory) * sum over depths d of share(d) * softmax(
//!               prior * ln policy(move) + value * v_d(move) + mate * m_d(move))
//! v_d = sign(cp) ln(1 + |cp| / 100)     the score of a search of d plies, side to move's view
//! m_d = 1, 0 or -1                      that search found a forced mate, none, or to be mated
//! d = 0                                 no search: softmax(instinct * ln policy(move))
//! book                                  the weights of the built-in book, to the power `recall`; memory = 0 where it
//!                                       knows no move
//! ```
//!
//! The weights were fitted to the moves of people of 400 to 2900 with their clocks (`training/fit_people.py`,
//! `benches/measurements/opponents.md`). They depend on the person's rating and on the time left: in time trouble more
//! moves are played after a shallow search. How much of the opening is remembered depends on the rating and the move
//! number. A [`style::Style`] adds to the logits. Everything random is a function of the game's seed and the position,
//! so the same position gets the same move in one game, unless the engine's memory is cleared during it.
//!
//! Two extensions of the scale are not fitted: below the weakest people more moves are played without a search, and far
//! above the strongest the best moves of a search are searched again, deeper (`scale.rs`).

use tabia_chess::{Board, Move, SplitMix64};
use tabia_games::book;

use crate::search::score::Score;

pub mod characters;
pub mod scale;
pub mod style;

/// Number of possible depths of a search, beginning with 0 plies.
const DEPTHS: usize = 8;

/// The parameters of the choice for a rating and a clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Share of moves played from memory if the built-in book knows the position.
    pub memory: f64,
    /// Exponent of the weights of the book.
    pub recall: f64,
    /// Exponent of the policy without a search.
    pub instinct: f64,
    /// Exponent of the policy with a search.
    pub prior: f64,
    /// Weight of the value.
    pub value: f64,
    /// Weight of a mate.
    pub mate: f64,
    /// Share of moves by depth of the search, beginning with 0; adds up to 1.
    pub shares: [f64; DEPTHS],
    /// Plies added to each depth except 0.
    pub deeper: u32,
    /// Plies by which the best moves of a search are searched deeper; 0: they are not searched again.
    pub again: u32,
}

/// The score of each move by a search of some depth; `None`: the move has no score.
pub type Values<'a> = &'a [Option<Score>];

impl Choice {
    /// The depth of a search, chosen by a random number from 0 to 1.
    pub fn depth(&self, random: f64) -> u32 {
        let mut left = random;
        for (depth, share) in self.shares.iter().enumerate() {
            left -= share;
            if left < 0.0 {
                return if depth == 0 { 0 } else { depth as u32 + self.deeper };
            }
        }
        DEPTHS as u32 - 1 + self.deeper
    }

    /// The probability of each move after a search of this depth. Without values only the policy counts.
    pub fn chances(&self, priors: &[f32], values: Option<Values<'_>>, style: &[f64]) -> Vec<f64> {
        // A search stopped before it scored any move does not count.
        let worst = values.and_then(|values| {
            values.iter().flatten().map(|&score| worth(score).0).reduce(f64::min)
        });
        let logit = |at: usize| {
            let policy = f64::from(priors[at].max(1e-6)).ln();
            let seen = match (values, worst) {
                (Some(values), Some(worst)) => {
                    let (value, mate) = values[at].map_or((worst, 0.0), worth);
                    self.prior * policy + self.value * value + self.mate * mate
                }
                _ => self.instinct * policy,
            };
            seen + style.get(at).copied().unwrap_or(0.0)
        };
        let logits: Vec<f64> = (0..priors.len()).map(logit).collect();
        let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logits.iter().map(|logit| (logit - most).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }
}

/// The probability of each of these moves if one is played from memory, by the weights of the built-in book; `None` if
/// the book has none of them.
pub(crate) fn remembered(
    board: &Board,
    moves: &[Move],
    recall: f64,
    style: &[f64],
) -> Option<Vec<f64>> {
    let mut chances = vec![0.0; moves.len()];
    for known in book::built_in().moves(board) {
        if let Some(at) = moves.iter().position(|&mv| mv == known.mv) {
            let liked = style.get(at).map_or(1.0, |style| style.exp());
            chances[at] = f64::from(known.weight).powf(recall) * liked;
        }
    }
    let sum: f64 = chances.iter().sum();
    (sum > 0.0).then(|| chances.iter().map(|chance| chance / sum).collect())
}

/// Value and mate of a score.
fn worth(score: Score) -> (f64, f64) {
    let cp = f64::from(score.clamped_cp(DECIDED_CP));
    let value = cp.signum() * (cp.abs() / 100.0).ln_1p();
    let mate = match score {
        Score::Cp(_) => 0.0,
        Score::Mate(_) | Score::Tablebase(_) => cp.signum(),
    };
    (value, mate)
}

/// Score of a mate or a tablebase win, centipawns.
const DECIDED_CP: i32 = 3_000;

/// Entropy of these chances, bits.
pub(crate) fn entropy_bits(chances: &[f64]) -> f64 {
    let known = chances.iter().filter(|&&chance| chance > 0.0);
    known.map(|chance| -chance * chance.log2()).sum()
}

/// Index of one of these chances, chosen by a random number from 0 to 1.
pub(crate) fn draw(chances: &[f64], random: f64) -> usize {
    debug_assert!(chances.iter().all(|chance| chance.is_finite()), "{chances:?}");
    let mut left = random;
    let found = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    found.unwrap_or(chances.len().saturating_sub(1))
}

/// The random numbers of a position in a game, which decide the depth, the move, and whether the repertoire and the
/// book are remembered.
pub(crate) fn numbers(seed: u64, board: &Board) -> [f64; 4] {
    let mut rng = SplitMix64::new(board.key() ^ seed);
    [rng.unit_f64(), rng.unit_f64(), rng.unit_f64(), rng.unit_f64()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use scale::choice;

    const PRIORS: [f32; 3] = [0.6, 0.3, 0.1];

    #[test]
    fn without_a_search_the_policy_decides() {
        let chances = choice(1500, None, 20).chances(&PRIORS, None, &[]);
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(chances[0] > chances[1] && chances[1] > chances[2]);
    }

    #[test]
    fn a_search_without_scores_does_not_count() {
        let choice = choice(1500, None, 20);
        assert_eq!(
            choice.chances(&PRIORS, Some(&[None; 3]), &[]),
            choice.chances(&PRIORS, None, &[])
        );
    }

    #[test]
    fn a_losing_move_is_rare_and_a_mate_is_found() {
        let seen = |last| [Some(Score::Cp(20)), Some(Score::Cp(-900)), Some(last)];
        let of = |elo, last| choice(elo, None, 20).chances(&PRIORS, Some(&seen(last)), &[]);
        let (weak, strong) = (of(800, Score::Cp(10)), of(2000, Score::Cp(10)));
        assert!(strong[1] < weak[1] && strong[1] < 0.001 && weak[1] < 0.1, "{weak:?} {strong:?}");
        assert!(of(800, Score::Mate(1))[2] > 0.85, "{:?}", of(800, Score::Mate(1)));
    }

    #[test]
    fn taste_adds_to_the_odds() {
        let choice = choice(1500, None, 20);
        let plain = choice.chances(&PRIORS, None, &[]);
        let liked = choice.chances(&PRIORS, None, &[0.0, 0.0, 1.0]);
        let odds = |chances: &[f64]| chances[2] / chances[0];
        assert!((odds(&liked) / odds(&plain) - 1_f64.exp()).abs() < 1e-9);
    }

    #[test]
    fn draws_follow_the_chances() {
        assert_eq!([0.0, 0.49, 0.5, 0.99].map(|random| draw(&[0.5, 0.5], random)), [0, 0, 1, 1]);
        assert!((entropy_bits(&[0.25; 4]) - 2.0).abs() < 1e-9);
        assert!(entropy_bits(&[1.0, 0.0]).abs() < 1e-9);
    }
}
