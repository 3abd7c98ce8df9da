//! From scores to chances, and from chances lost to accuracy. The formulas are those published at
//! <https://lichess.org/page/accuracy>, so that numbers can be compared.

use tabia_chess::{Board, Move};
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::search::score::Score;

/// Scores beyond this count as this for averages, centipawns: what a lost queen costs in a lost game says
/// nothing.
pub const CP_LIMIT: i32 = 1000;

/// Expected share of the points, per cent, of the side a score is told for:
/// `50 + 50 · (2 / (1 + exp(-0.00368208 · cp)) - 1)`, with `cp` held within ±1000; a forced mate is ±1000.
pub fn win_percent(score: Score) -> f64 {
    let cp = f64::from(capped_cp(score));
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * cp).exp()) - 1.0)
}

/// Centipawns within ±[`CP_LIMIT`]; a mate or a result by the endgame tables is the limit.
pub fn capped_cp(score: Score) -> i32 {
    score.clamped_cp(CP_LIMIT)
}

/// Accuracy of one move, 0 to 100, from the mover's win percentages before and after it:
/// `103.1668 · exp(-0.04354 · loss) - 3.1669`, one added for the doubt in the scores.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    let loss = (before - after).max(0.0);
    if loss == 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.043_54 * loss).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// Accuracy of one side over a game: the mean of two means of its moves. One weighs every move with how much
/// the chances moved about around it (the standard deviation of White's win percentage in a window of a
/// tenth of the game, 2 to 8 positions, held within 0.5 to 12); the other is the harmonic mean, in which bad
/// moves tell. `None` without a move.
///
/// `white_percents` are White's win percentages of all positions from the first on, `moves` the accuracies
/// of the side's moves with the ply of each, from 0.
pub fn game_accuracy(white_percents: &[f64], moves: &[(usize, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let window = (white_percents.len().saturating_sub(1) / 10).clamp(2, 8);
    let weight = |ply: usize| {
        let end = (ply + 2).max(window).min(white_percents.len());
        let part = &white_percents[end.saturating_sub(window)..end];
        deviation(part).clamp(0.5, 12.0)
    };
    let total: f64 = moves.iter().map(|&(ply, _)| weight(ply)).sum();
    let weighted = moves.iter().map(|&(ply, accuracy)| weight(ply) * accuracy).sum::<f64>() / total;
    let inverse: f64 = moves.iter().map(|&(_, accuracy)| 1.0 / accuracy.max(1.0)).sum();
    let harmonic = moves.len() as f64 / inverse;
    Some(f64::midpoint(weighted, harmonic))
}

/// Standard deviation.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// Centipawns a move lost, from the mover's scores before and after it, each within ±[`CP_LIMIT`]; never
/// less than 0.
pub fn centipawn_loss(before: Score, after: Score) -> u32 {
    (capped_cp(before) - capped_cp(after)).max(0).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_the_score() {
        assert!((win_percent(Score::Cp(0)) - 50.0).abs() < 1e-9);
        assert!((win_percent(Score::Cp(100)) - 59.1).abs() < 0.05);
        assert!((win_percent(Score::Mate(3)) - win_percent(Score::Cp(5000))).abs() < 1e-9);
        assert!((win_percent(Score::Cp(250)) + win_percent(Score::Cp(-250)) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn accuracy_falls_with_the_chances_lost() {
        assert!((move_accuracy(60.0, 60.0) - 100.0).abs() < 1e-9);
        assert!(
            (move_accuracy(40.0, 70.0) - 100.0).abs() < 1e-9,
            "better than thought is not worse"
        );
        assert!((move_accuracy(60.0, 50.0) - 64.58).abs() < 0.1);
        assert!(move_accuracy(100.0, 0.0) < 1.0);
    }

    #[test]
    fn a_game_is_as_good_as_its_moves() {
        let even = [50.0; 21];
        let perfect: Vec<_> = (0..10).map(|n| (2 * n, 100.0)).collect();
        assert!((game_accuracy(&even, &perfect).unwrap() - 100.0).abs() < 1e-9);
        let mut flawed = perfect;
        flawed[5].1 = 10.0;
        let accuracy = game_accuracy(&even, &flawed).unwrap();
        assert!((60.0..95.0).contains(&accuracy), "{accuracy}");
        assert_eq!(game_accuracy(&even, &[]), None);
    }

    #[test]
    fn losses_are_capped() {
        assert_eq!(centipawn_loss(Score::Cp(30), Score::Cp(-70)), 100);
        assert_eq!(centipawn_loss(Score::Cp(30), Score::Cp(70)), 0);
        assert_eq!(centipawn_loss(Score::Mate(5), Score::Cp(4000)), 0);
        assert_eq!(centipawn_loss(Score::Mate(5), Score::Mate(-4)), 2000);
    }
}

// What a strong player would be expected to play in a position, by the word of a policy network, and how much the move
// played was a surprise. It judges what is likely, not what is good.

/// Moves that are named as likely.
pub const LIKELY: usize = 3;
/// The least prior that is told apart from none: what is rarer surprises as much.
const RAREST: f32 = 1.0 / 65_536.0;

/// What was expected in a position where a move was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The move that was played.
    pub played: Move,
    /// Its prior probability, 0 to 1.
    pub prior: f32,
    /// Its place among all legal moves by their priors, from 1.
    pub place: usize,
    /// The likeliest moves with their priors, at most [`LIKELY`].
    pub likely: Vec<(Move, f32)>,
}

impl Expectation {
    /// What the network expected where this move was played; `None` where it is not legal.
    pub fn of(net: &PolicyNet, board: &Board, played: Move) -> Option<Expectation> {
        let moves = board.legal_moves();
        let mut priors = vec![0.0; moves.len()];
        net.evaluate(board, &moves, &mut priors);
        let mut list: Vec<(Move, f32)> = moves.iter().copied().zip(priors).collect();
        // Equal ones stay in the generator's order: the same answer each time.
        list.sort_by(|a, b| b.1.total_cmp(&a.1));
        let at = list.iter().position(|(mv, _)| *mv == played)?;
        let prior = list[at].1;
        list.truncate(LIKELY);
        Some(Expectation { played, prior, place: at + 1, likely: list })
    }

    /// How surprising the move was, bits: 0 for one that was certain, 1 for one chance in two, 5 for one in 32, 16 at
    /// most.
    ///
    /// ```
    /// use tabia_chess::{Board, uci_move};
    /// use tabia_engine::eval::policy::file;
    /// use tabia_host::review::accuracy::Expectation;
    /// let (net, board) = (file::built_in().unwrap(), Board::start());
    /// let of = |text| Expectation::of(&net, &board, uci_move::parse(&board, text).unwrap()).unwrap();
    /// assert!(of("e2e4").surprise() < of("a2a4").surprise());
    /// ```
    pub fn surprise(&self) -> f32 {
        -self.prior.clamp(RAREST, 1.0).log2()
    }
}

/// The expectations of one side's moves, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    /// Moves.
    pub moves: usize,
    /// Moves that were the likeliest of all.
    pub first: usize,
    /// Mean surprise, bits.
    pub surprise: f32,
}

impl Expected {
    /// Of these moves.
    pub fn of<'a>(list: impl Iterator<Item = &'a Expectation>) -> Expected {
        let mut sum = Expected::default();
        for one in list {
            sum.moves += 1;
            sum.first += usize::from(one.place == 1);
            sum.surprise += (one.surprise() - sum.surprise) / sum.moves as f32;
        }
        sum
    }
}

#[cfg(test)]
mod expected_tests {
    use super::*;
    use tabia_chess::uci_move;
    use tabia_engine::eval::policy::file;

    fn expectation(fen: &str, text: &str) -> Expectation {
        let board = Board::from_fen(fen).unwrap();
        let played = uci_move::parse(&board, text).unwrap();
        Expectation::of(&file::built_in().unwrap(), &board, played).unwrap()
    }

    #[test]
    fn a_recapture_is_expected_and_a_rook_pawn_is_not() {
        let recapture = "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";
        let (usual, odd) = (expectation(recapture, "d7c6"), expectation(recapture, "h7h5"));
        assert!(usual.place <= 2 && usual.surprise() < 2.0, "{usual:?}");
        assert!(odd.place > 5 && odd.surprise() > 6.0, "{odd:?}");
        assert_eq!(usual.likely, odd.likely, "the same position");
        assert!(usual.likely.is_sorted_by(|a, b| a.1 >= b.1) && usual.likely.len() == LIKELY);
        let sum = Expected::of([&usual, &odd].into_iter());
        assert_eq!((sum.moves, sum.first), (2, usize::from(usual.place == 1)));
        assert!((sum.surprise - f32::midpoint(usual.surprise(), odd.surprise())).abs() < 1e-4);
        assert_eq!(Expected::of(std::iter::empty()), Expected::default());
    }

    #[test]
    fn a_forced_move_is_no_surprise_and_an_illegal_one_has_none() {
        let forced = expectation("k7/8/8/8/8/8/6q1/7K w - - 0 1", "h1g2");
        assert!(forced.place == 1 && forced.surprise() < 0.01 && forced.likely.len() == 1);
        let start = Board::start();
        assert_eq!(Expectation::of(&file::built_in().unwrap(), &start, forced.played), None);
    }
}
