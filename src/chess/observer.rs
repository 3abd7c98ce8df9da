//! Who wants to know what a move changes on the board: the seam for an incremental evaluation.

use super::piece::Piece;
use super::square::Square;

/// Is told of every change of a piece while a move is made, so that, say, a neural network's accumulator
/// keeps up without the board knowing about networks. The methods do nothing by default; for
/// `()`, the observer that looks away, the calls vanish in compilation.
pub trait BoardObserver {
    /// `piece` appears on `square` (promotion).
    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        let _ = (piece, square);
    }

    /// `piece` leaves the board from `square` (capture, or the pawn that promotes).
    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        let _ = (piece, square);
    }

    /// `piece` goes from one square to another. In castling the king is told first, and one of the
    /// squares may still hold the other piece.
    #[inline]
    fn piece_moved(&mut self, piece: Piece, from: Square, to: Square) {
        let _ = (piece, from, to);
    }
}

impl BoardObserver for () {}
