//! Where a piece could be told to go before it is its turn: geometry only, for the position it will
//! be played in is not known yet.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::piece::Piece;
use crate::chess::piece_type::PieceType;
use crate::chess::rank::Rank;
use crate::chess::square::Square;
use crate::chess::wing::Wing;

/// All squares the piece may be sent to: the lines of an empty board, both pawn captures, castling
/// while the right to it lasts. Own pieces do not stand in the way, they may be recaptured on.
pub(super) fn dests(board: &Board, piece: Piece, from: Square) -> Bitboard {
    let empty = Bitboard::EMPTY;
    match piece.kind() {
        PieceType::Pawn => pawn_dests(piece, from),
        PieceType::King => attacks::king(from) | castling_dests(board, piece, from),
        kind => attacks::piece(kind, piece.color(), from, empty),
    }
}

fn pawn_dests(piece: Piece, from: Square) -> Bitboard {
    let color = piece.color();
    let one = Bitboard::of(from).forward(color);
    let home = from.rank() == Rank::Second.relative(color);
    let two = if home { one.forward(color) } else { Bitboard::EMPTY };
    attacks::pawn(color, from) | one | two
}

fn castling_dests(board: &Board, piece: Piece, from: Square) -> Bitboard {
    let color = piece.color();
    let mut dests = Bitboard::EMPTY;
    for wing in Wing::ALL {
        if let Some(rook) = board.castling_rook(color, wing) {
            dests.insert(rook);
            dests.insert(Square::new(wing.king_file(), from.rank()));
        }
    }
    dests.remove(from);
    dests
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &Board, from: Square) -> String {
        let piece = board.piece_on(from).unwrap();
        dests(board, piece, from).into_iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn premoves_reach_over_pieces() {
        let board = Board::start();
        assert_eq!(names(&board, Square::E7), "e5 d6 e6 f6");
        assert_eq!(names(&board, Square::E8), "d7 e7 f7 a8 c8 d8 f8 g8 h8");
        assert_eq!(names(&board, Square::B8), "a6 c6 d7");
        assert_eq!(dests(&board, Piece::BlackRook, Square::A8).count(), 14);
    }
}
