//! What each piece is worth where it stands: the score less what it is without the piece, by the same definition for
//! both evaluations.

use tabia_chess::{Board, BoardBuilder, Color, Piece, PieceType, Rank, Square};
use tabia_engine::eval;
use tabia_engine::eval::nnue::inside::NetworkBreakdown;

/// A piece and what the score loses without it, centipawns, White's view: below zero for a piece that is good for
/// Black. Everything that changes with it is in it: attacks, passed pawns, the phase, the output in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceWorth {
    /// Where it stands.
    pub square: Square,
    /// The piece; never a king.
    pub piece: Piece,
    /// By the hand-crafted evaluation; `None` where chess could not have the position without the piece, because the
    /// king of the side that has just moved would stand in check.
    pub terms_cp: Option<i32>,
    /// By the network, which asks nothing of a position; `None` where there is none.
    pub network_cp: Option<i32>,
}

impl PieceWorth {
    /// The network's worth less the hand-crafted one, where both are known.
    pub fn difference_cp(&self) -> Option<i32> {
        Some(self.network_cp? - self.terms_cp?)
    }
}

/// The pieces but the kings.
pub(super) fn pieces(
    board: &Board,
    score_cp: i32,
    said: Option<&NetworkBreakdown>,
) -> Vec<PieceWorth> {
    let worth = |square: Square| {
        let piece = board.piece_on(square).filter(|piece| piece.kind() != PieceType::King)?;
        let rest = without(board, square);
        let by_network = said.and_then(|said| said.pieces.iter().find(|p| p.square == square));
        Some(PieceWorth {
            square,
            piece,
            terms_cp: rest.map(|rest| score_cp - white(&rest)),
            network_cp: by_network.map(|share| share.contribution_cp),
        })
    };
    board.occupied().into_iter().filter_map(worth).collect()
}

/// The hand-crafted evaluation, White's view.
fn white(board: &Board) -> i32 {
    let score = eval::evaluate(board);
    if board.stm() == Color::White { score } else { -score }
}

/// The position without the piece on a square, the same side to move, if chess could have it. With a rook its right
/// to castle goes; a pawn that has just jumped can no longer be taken.
pub fn without(board: &Board, square: Square) -> Option<Board> {
    let mut builder = BoardBuilder::from(board);
    builder.remove(square);
    builder.ep_square = None;
    for (color, wing, file) in board.castling().iter() {
        if Square::new(file, Rank::First.relative(color)) == square {
            builder.castling.set(color, wing, None);
        }
    }
    builder.build().ok()
}
