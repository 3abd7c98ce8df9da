//! Which moves a policy network expects a strong player to play in a position, and how surprising the move played was.
//! This is about likely moves, not good ones.

use tabia_chess::{Board, Move};
use tabia_engine::eval::policy::PolicyNet;

/// Number of moves named as likely.
pub(crate) const LIKELY: usize = 3;
/// The smallest prior that is distinguished: rarer moves are equally surprising.
const RAREST: f32 = 1.0 / 65_536.0;

/// What the network expected in a position, and the move played there.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    pub played: Move,
    /// The prior probability of the move played, 0 to 1.
    pub prior: f32,
    /// Its rank among all legal moves by prior, from 1.
    pub place: usize,
    /// The likeliest moves with their priors, at most [`LIKELY`].
    pub likely: Vec<(Move, f32)>,
}

impl Expectation {
    /// The network's expectation where this move was played; `None` if the move is not legal.
    pub fn of(net: &PolicyNet, board: &Board, played: Move) -> Option<Expectation> {
        let moves = board.legal_moves();
        let mut priors = vec![0.0; moves.len()];
        net.evaluate(board, &moves, &mut priors);
        let mut list: Vec<(Move, f32)> = moves.iter().copied().zip(priors).collect();
        // The sort is stable, so the result is always the same.
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
    /// use tabia_host::review::expected::Expectation;
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
    pub moves: usize,
    /// Number of moves that were the likeliest one.
    pub first: usize,
    /// Mean surprise, bits.
    pub surprise: f32,
}

impl Expected {
    /// The sums over these moves.
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
mod tests {
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
