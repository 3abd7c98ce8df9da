//! Legality and check test of a single move. Cheaper than generating all moves.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, Checks};
use super::make_move::castling_wing;
use super::movegen::{Black, White};
use super::moves::{Move, MoveKind};
use super::piece::{Color, PieceType};
use super::square::{Rank, Square};

impl Board {
    /// Whether the move is legal. Any 16 bits are allowed, such as a TT move of another position.
    pub fn is_legal(&self, mv: Move) -> bool {
        let (us, from, to) = (self.stm(), mv.from(), mv.to());
        let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        if mv.is_castling() {
            return self.is_legal_castling(mv);
        }
        if self.colors(us).has(to)
            || (mv.is_capture() && !mv.is_en_passant()) != self.colors(!us).has(to)
        {
            return false;
        }
        match piece.kind() {
            PieceType::King => {
                is_plain(mv) && attacks::king(from).has(to) && self.king_is_safe_on(to)
            }
            PieceType::Pawn => self.is_legal_pawn_move(mv),
            kind => {
                is_plain(mv)
                    && attacks::piece(kind, us, from, self.occupied()).has(to)
                    && self.keeps_king_safe(from, to)
            }
        }
    }

    fn is_legal_castling(&self, mv: Move) -> bool {
        let (us, wing) = (self.stm(), castling_wing(mv));
        let named = mv.from() == self.king(us) && self.castling_rook(us, wing) == Some(mv.to());
        named
            && match us {
                Color::White => self.can_castle::<White>(wing),
                Color::Black => self.can_castle::<Black>(wing),
            }
    }

    fn king_is_safe_on(&self, to: Square) -> bool {
        let us = self.stm();
        let occupied = self.occupied() - Bitboard::from(self.king(us));
        self.attackers_to(to, occupied).is_disjoint(self.colors(!us))
    }

    /// Whether a piece other than the king may move from `from` to `to`, considering pins and checks.
    #[inline]
    pub(super) fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.stm());
        let Checks { checkers, pinned } = match self.stm() {
            Color::White => self.checks::<White>(),
            Color::Black => self.checks::<Black>(),
        };
        if pinned.has(from) && !attacks::line(king, from).has(to) {
            return false;
        }
        match checkers.first() {
            None => true,
            Some(_) if checkers.many() => false,
            Some(checker) => checker == to || attacks::between(king, checker).has(to),
        }
    }

    fn is_legal_pawn_move(&self, mv: Move) -> bool {
        let (us, from, to) = (self.stm(), mv.from(), mv.to());
        if (to.rank().relative(us) == Rank::Eighth) != mv.is_promotion() {
            return false;
        }
        let ahead = Bitboard::from(from).forward(us);
        let reaches = match mv.kind() {
            MoveKind::EnPassant => {
                return self.ep_square() == Some(to)
                    && attacks::pawn(us, from).has(to)
                    && self.en_passant_is_safe(from, to);
            }
            MoveKind::DoublePush => {
                from.rank().relative(us) == Rank::Second
                    && ahead.is_disjoint(self.occupied())
                    && ahead.forward(us).has(to)
            }
            _ if mv.is_capture() => attacks::pawn(us, from).has(to),
            _ => ahead.has(to),
        };
        reaches && self.keeps_king_safe(from, to)
    }

    /// Whether a legal move gives check, directly or by discovery.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (us, from, to) = (self.stm(), mv.from(), mv.to());
        let king = self.king(!us);
        let (start, end) = (Bitboard::from(from), Bitboard::from(to));
        if mv.is_castling() {
            let (wing, rank) = (castling_wing(mv), from.rank());
            let rook = Bitboard::from(Square::new(wing.rook_file(), rank));
            let occupied = (self.occupied() - start - end)
                | rook
                | Bitboard::from(Square::new(wing.king_file(), rank));
            return !(attacks::rook(king, occupied) & rook).is_empty();
        }
        let mut occupied = (self.occupied() - start) | end;
        if mv.is_en_passant() {
            occupied.remove(Square::wrap(to.index() as u32 ^ 8));
        }
        let kind = mv.promotion().or_else(|| self.piece_on(from).map(super::Piece::kind));
        let direct = match kind {
            None | Some(PieceType::King) => false,
            Some(kind) => attacks::piece(kind, us, to, occupied).has(king),
        };
        direct || self.uncovers(king, occupied, start)
    }

    /// Whether a slider of the side to move other than `moved` attacks the enemy king with this occupancy.
    fn uncovers(&self, king: Square, occupied: Bitboard, moved: Bitboard) -> bool {
        let us = self.colors(self.stm()) - moved;
        let queens = self.pieces(PieceType::Queen);
        let diagonal = (self.pieces(PieceType::Bishop) | queens) & us;
        let straight = (self.pieces(PieceType::Rook) | queens) & us;
        !(attacks::bishop(king, occupied) & diagonal | attacks::rook(king, occupied) & straight)
            .is_empty()
    }
}

/// Whether pieces other than pawns can make this kind of move.
fn is_plain(mv: Move) -> bool {
    matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture)
}
