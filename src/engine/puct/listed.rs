//! What a node is expanded by, found out without the tree.

use arrayvec::ArrayVec;

use tabia_chess::Board;
use tabia_chess::Move;

use super::judge::Judge;

/// The moves of a position with their priors, the greatest first: what an unexpanded node is expanded by.
#[derive(Debug)]
pub struct Listed {
    pub(super) moves: ArrayVec<(Move, f32), 256>,
    /// The place of one that mates.
    pub(super) mating: Option<usize>,
}

impl Listed {
    /// Those of these legal moves. It takes the greater part of a playout and needs no tree.
    pub(super) fn of(board: &Board, moves: &[Move], judge: &mut impl Judge) -> Listed {
        let mut priors = [0.0; 256];
        let priors = &mut priors[..moves.len().min(256)];
        judge.priors(board, moves, priors);
        let mut moves: ArrayVec<(Move, f32), 256> =
            moves.iter().copied().zip(priors.iter().copied()).collect();
        // The order of equal moves is that of the generator: the same tree each time.
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mates = |mv: Move| board.gives_check(mv) && !board.after(mv).has_legal_move();
        let mating = moves.iter().position(|&(mv, _)| mates(mv));
        Listed { moves, mating }
    }
}
