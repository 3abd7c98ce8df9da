//! Squares the opponent attacks and squares that give check, computed once per node for move ordering and history
//! indices.

use crate::eval::nnue::features::Attacked;
use tabia_chess::{Bitboard, Board, PieceType, Square, attacks};

/// Squares attacked by the opponent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threats {
    /// By any piece.
    pub(super) all: Bitboard,
    /// By pieces less valuable than this kind; empty for pawns and kings.
    by_lesser: [Bitboard; PieceType::COUNT],
}

impl Threats {
    pub(super) fn new(board: &Board) -> Threats {
        let them = !board.stm();
        let pieces = PieceType::ALL.map(|kind| board.by(them, kind));
        let Attacked { pawns, minors, rooks, all } = Attacked::by(&pieces, them, board.occupied());
        let none = Bitboard::EMPTY;
        Threats { all, by_lesser: [none, pawns, pawns, minors, rooks, none] }
    }

    /// Squares attacked by pieces less valuable than this kind.
    #[inline]
    pub(super) fn by_lesser(&self, kind: PieceType) -> Bitboard {
        self.by_lesser[kind.index()]
    }
}

/// This square, if the opponent attacks it.
#[inline]
pub(super) fn threat_to(board: &Board, square: Square) -> Bitboard {
    let attackers = board.attackers_to(square, board.occupied()) & board.colors(!board.stm());
    if attackers.any() { Bitboard::from(square) } else { Bitboard::EMPTY }
}

/// Squares from which a piece of each kind would attack the opponent's king.
#[inline]
pub(super) fn check_squares(board: &Board) -> [Bitboard; PieceType::COUNT] {
    let (king, occupied) = (board.king(!board.stm()), board.occupied());
    let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
    let pawn = attacks::pawn(!board.stm(), king);
    [pawn, attacks::knight(king), bishop, rook, bishop | rook, Bitboard::EMPTY]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::SplitMix64;

    #[test]
    fn threats_are_the_attacks_of_the_other_side() {
        let mut rng = SplitMix64::new(5);
        let mut board = Board::start();
        for _ in 0..400 {
            if board.make_random_move(&mut rng).is_none() {
                board = Board::start();
                continue;
            }
            let threats = Threats::new(&board);
            let them = board.colors(!board.stm());
            for square in Square::all() {
                let attackers = board.attackers_to(square, board.occupied()) & them;
                assert_eq!(threats.all.has(square), attackers.any(), "{board} {square}");
                assert_eq!(threat_to(&board, square), threats.all & Bitboard::from(square));
                let pawns = attackers & board.pieces(PieceType::Pawn);
                assert_eq!(threats.by_lesser(PieceType::Knight).has(square), pawns.any());
                let lesser =
                    attackers - board.pieces(PieceType::Queen) - board.pieces(PieceType::King);
                assert_eq!(threats.by_lesser(PieceType::Queen).has(square), lesser.any());
            }
            let checks = check_squares(&board);
            for mv in &board.legal_moves() {
                if let (false, false, Some(piece)) =
                    (mv.is_castling(), mv.is_promotion(), board.piece_on(mv.from()))
                    && checks[piece.kind().index()].has(mv.to())
                {
                    assert!(board.gives_check(*mv), "{board} {mv:?}");
                }
            }
        }
    }
}
