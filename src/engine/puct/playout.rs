//! Random moves to the end of the game.

use crate::eval;
use tabia_chess::Board;
use tabia_chess::SplitMix64;

/// A game that is not over after so many plies is a draw.
const LONGEST: usize = 400;

/// Plays random legal moves until the game is over; the result for the side to move at first: 1, a half or 0.
/// Repetition is not looked for: the fifty-move rule ends such games too.
pub(super) fn random(start: &Board, rng: &mut SplitMix64) -> f32 {
    let mut board = *start;
    for _ in 0..LONGEST {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return match board.in_check() {
                false => 0.5,
                true if board.stm() == start.stm() => 0.0,
                true => 1.0,
            };
        }
        if board.halfmove_clock() >= 100 || eval::is_bare_draw(&board) {
            return 0.5;
        }
        board.make_move(moves[rng.below(moves.len())]);
    }
    0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_the_game_and_repeat_with_the_seed() {
        let mate = Board::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
        assert!(random(&mate, &mut SplitMix64::new(1)) < 0.25);
        // Many games, as both sides see them.
        let won = Board::from_fen("6k1/5ppp/8/8/8/8/8/Q3K3 w - - 0 1").unwrap();
        let mean = |board: &Board, seed| {
            let mut rng = SplitMix64::new(seed);
            (0..300).map(|_| random(board, &mut rng)).sum::<f32>() / 300.0
        };
        assert!(mean(&won, 3) > 0.5, "{}", mean(&won, 3));
        assert!((mean(&won, 3) - mean(&won, 3)).abs() < 1e-9, "the same seed, the same games");
        let mut passed = won;
        passed.make_null();
        assert!(mean(&passed, 3) < 0.5);
        let bare = Board::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert!((random(&bare, &mut SplitMix64::new(1)) - 0.5).abs() < 1e-6);
    }
}
