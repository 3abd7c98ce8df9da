//! Questions about one given move: is it legal, does it give check? Cheaper than generating all.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, Checks};
use super::make_move::castling_wing;
use super::movegen::{Black, White};
use super::moves::{Move, MoveKind};
use super::piece::{Color, PieceType};
use super::square::{Rank, Square};

impl Board {
    /// Whether this is a legal move here. Any sixteen bits may be asked about, such as a move
    /// from a hash table that belongs to another position.
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

    /// Whether a piece other than the king may go from `from` to `to` as far as pins and checks go.
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

    /// Whether a legal move gives check, directly or by uncovering a slider.
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

    /// Whether a slider of the side to move, not on `moved`, sees the enemy king when these squares block.
    fn uncovers(&self, king: Square, occupied: Bitboard, moved: Bitboard) -> bool {
        let us = self.colors(self.stm()) - moved;
        let queens = self.pieces(PieceType::Queen);
        let diagonal = (self.pieces(PieceType::Bishop) | queens) & us;
        let straight = (self.pieces(PieceType::Rook) | queens) & us;
        !(attacks::bishop(king, occupied) & diagonal | attacks::rook(king, occupied) & straight)
            .is_empty()
    }
}

/// Whether the kind is one that pieces other than pawns have.
fn is_plain(mv: Move) -> bool {
    matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture)
}
