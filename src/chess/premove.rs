//! Squares for premoves: everything a piece could reach after a suitable reply. Legality is checked when the premove is
//! played.

use super::{Bitboard, Board, PieceType, Rank, Square, Wing, attacks};

/// Squares a piece on `from` could reach after some reply. Own pieces do not block: they may be captured and
/// recaptured.
pub fn reach(board: &Board, from: Square) -> Bitboard {
    let Some(piece) = board.piece_on(from) else { return Bitboard::EMPTY };
    let side = piece.color();
    match piece.kind() {
        PieceType::Pawn => {
            let one = Bitboard::from(from).forward(side);
            let home = from.rank() == Rank::Second.relative(side);
            let two = if home { one.forward(side) } else { Bitboard::EMPTY };
            one | two | attacks::pawn(side, from)
        }
        PieceType::Knight => attacks::knight(from),
        PieceType::Bishop => attacks::bishop(from, Bitboard::EMPTY),
        PieceType::Rook => attacks::rook(from, Bitboard::EMPTY),
        PieceType::Queen => attacks::queen(from, Bitboard::EMPTY),
        PieceType::King => {
            let mut squares = attacks::king(from);
            for wing in Wing::ALL {
                if let Some(rook) = board.castling_rook(side, wing) {
                    squares.insert(rook);
                    squares.insert(Square::new(wing.king_file(), from.rank()));
                }
            }
            squares.remove(from);
            squares
        }
    }
}

/// Whether such a premove would promote a pawn.
pub fn promotes(board: &Board, from: Square, to: Square) -> bool {
    board.piece_on(from).is_some_and(|piece| {
        piece.kind() == PieceType::Pawn && to.rank() == Rank::Eighth.relative(piece.color())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_premove_sees_through_pieces_but_not_beyond_the_way_they_move() {
        let board = Board::start();
        assert_eq!(reach(&board, Square::G8).count(), 3, "f6, h6 and e7 after a recapture");
        assert!(reach(&board, Square::A8).has(Square::A1));
        assert!(!reach(&board, Square::A8).has(Square::B7));
        let pawn = reach(&board, Square::E7);
        assert_eq!(pawn.count(), 4, "one, two, and both captures");
        assert!(reach(&board, Square::E8).has(Square::G8), "castling by the king");
        assert!(reach(&board, Square::E8).has(Square::H8), "castling by the rook");
        assert_eq!(reach(&board, Square::E4), Bitboard::EMPTY);
    }
}
