//! Makes moves by copying the board; there is no unmake.

#![expect(
    clippy::inline_always,
    reason = "left to the compiler, parts stay out of line and pass facts through memory: 20 % slower"
)]

use std::fmt;

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, Wing};
use super::movegen::{Black, Side, White};
use super::moves::{Move, MoveKind};
use super::piece::{Color, Piece, PieceType};
use super::square::{Rank, Square};
use super::zobrist::{self, Keys, SplitMix64};

/// A move that is illegal in this position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say all there is to say")]
pub struct IllegalMove {
    pub mv: Move,
    pub fen: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move: {:?} is not legal in {}", self.mv, self.fen)
    }
}

impl std::error::Error for IllegalMove {}

impl Board {
    /// Makes a legal move (debug-asserted). An illegal one makes the board invalid; use [`try_make`](Self::try_make)
    /// for moves from outside.
    #[inline]
    pub fn make_move(&mut self, mv: Move) {
        let before = *self;
        self.set_after(&before, mv);
    }

    /// The board after a legal move (debug-asserted).
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.set_after(self, mv);
        next
    }

    /// Makes a legal move drawn at random and returns it; `None` if there is none.
    pub fn make_random_move(&mut self, rng: &mut SplitMix64) -> Option<Move> {
        let moves = self.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let mv = moves[rng.below(moves.len())];
        self.make_move(mv);
        Some(mv)
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// If it is illegal; the board is then unchanged.
    pub fn try_make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove { mv, fen: self.to_string() });
        }
        self.make_move(mv);
        Ok(())
    }

    /// Sets the board to the position after a legal move on `before`, for a search with one board per ply.
    #[inline]
    pub fn set_after(&mut self, before: &Self, mv: Move) {
        match before.stm {
            Color::White => self.become_after::<White, true>(before, mv),
            Color::Black => self.become_after::<Black, true>(before, mv),
        }
    }

    /// Makes a move of `S`. `KEYS`: whether the keys are updated; perft needs none.
    #[inline(always)]
    pub(super) fn become_after<S: Side, const KEYS: bool>(&mut self, before: &Self, mv: Move) {
        debug_assert!(before.is_legal(mv), "{mv:?} in {before}");
        if mv.is_plain() {
            self.shift::<S, KEYS>(before, mv);
        } else {
            self.make_special::<S>(before, mv);
        }
        let touched = Bitboard::from(mv.from()) | Bitboard::from(mv.to());
        if !touched.is_disjoint(before.castling_squares) {
            self.lose_castling_rights(before, touched);
        }
        debug_assert!(!KEYS || self.keys == Keys::from_scratch(self), "after {mv:?}: {self}");
    }

    /// Moves a piece, with or without a capture.
    ///
    /// Every field is read from the old board and written once: changing a copy afterwards would wait for its own
    /// writes.
    #[inline(always)]
    fn shift<S: Side, const KEYS: bool>(&mut self, before: &Self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        // Without a capture nothing changes in sets and keys; testing for one would be an unpredictable branch.
        let (piece, taken) = (before.mailbox[from.index()], before.mailbox[to.index()]);
        self.sets = before.sets.shifted(piece, from, taken, to);
        if KEYS {
            self.keys = before.keys.shifted(piece, from, taken, to);
            self.keys.toggle_state(zobrist::black_to_move() ^ before.en_passant_key());
        }
        self.mailbox = before.mailbox;
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = piece;
        let pawn = piece == Some(Piece::new(S::COLOR, PieceType::Pawn));
        let zeroing = pawn | taken.is_some();
        self.halfmove_clock = before.halfmove_clock.saturating_add(1) * u16::from(!zeroing);
        self.pass_turn::<S>(before);
        if mv.is_double_push() & before.has_neighbour::<S::Them>(to) {
            self.offer_en_passant::<S>(to);
        }
    }

    /// Updates side to move and clocks after a move of `S`.
    #[inline(always)]
    fn pass_turn<S: Side>(&mut self, before: &Self) {
        self.castling_squares = before.castling_squares;
        self.ep_square = None;
        self.stm = S::Them::COLOR;
        self.fullmove_number = before.fullmove_number.saturating_add(S::COLOR.index() as u16);
    }

    /// Moves that change other squares than their two. They are rare.
    #[cold]
    #[inline(never)]
    fn make_special<S: Side>(&mut self, before: &Self, mv: Move) {
        *self = *before;
        self.keys.toggle_state(zobrist::black_to_move() ^ before.en_passant_key());
        self.pass_turn::<S>(before);
        self.halfmove_clock = 0;
        match mv.kind() {
            MoveKind::EnPassant => self.make_en_passant::<S>(mv),
            MoveKind::CastleKingSide | MoveKind::CastleQueenSide => {
                self.halfmove_clock = before.halfmove_clock.saturating_add(1);
                self.castle::<S>(mv);
            }
            _ => self.promote::<S>(mv),
        }
    }

    fn make_en_passant<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let captured_square = Square::wrap(to.index() as u32 ^ 8);
        let ours = Piece::new(S::COLOR, PieceType::Pawn);
        let theirs = Piece::new(S::Them::COLOR, PieceType::Pawn);
        self.remove_piece(theirs, captured_square);
        self.remove_piece(ours, from);
        self.put_piece(ours, to);
    }

    /// Replaces a pawn by the promoted piece, with or without a capture.
    fn promote<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = mv.promotion() else { return };
        let (pawn, piece) = (Piece::new(S::COLOR, PieceType::Pawn), Piece::new(S::COLOR, kind));
        if let Some(taken) = self.piece_on(to) {
            self.remove_piece(taken, to);
        }
        self.remove_piece(pawn, from);
        self.put_piece(piece, to);
    }

    /// Moves king and rook. Either may end where the other one stood, so both are removed first.
    fn castle<S: Side>(&mut self, mv: Move) {
        let wing = castling_wing(mv);
        let (king_from, rook_from) = (mv.from(), mv.to());
        let king_to = Square::new(wing.king_file(), S::BACK_RANK);
        let rook_to = Square::new(wing.rook_file(), S::BACK_RANK);
        let king = Piece::new(S::COLOR, PieceType::King);
        let rook = Piece::new(S::COLOR, PieceType::Rook);
        self.remove_piece(king, king_from);
        self.remove_piece(rook, rook_from);
        self.put_piece(king, king_to);
        self.put_piece(rook, rook_to);
    }

    /// Puts a piece on an empty square.
    fn put_piece(&mut self, piece: Piece, square: Square) {
        self.sets.toggle(piece, Bitboard::from(square));
        self.keys.toggle(piece, square);
        self.mailbox[square.index()] = Some(piece);
    }

    /// Removes a piece.
    fn remove_piece(&mut self, piece: Piece, square: Square) {
        self.sets.toggle(piece, Bitboard::from(square));
        self.keys.toggle(piece, square);
        self.mailbox[square.index()] = None;
    }

    /// Makes a null move. The side to move must not be in check (debug-asserted).
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check());
        self.keys.toggle_state(zobrist::black_to_move() ^ self.en_passant_key());
        self.ep_square = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(self.stm.index() as u16);
        self.stm = !self.stm;
        debug_assert!(!self.in_check());
    }

    /// The en passant part of the key.
    #[inline(always)]
    fn en_passant_key(&self) -> u64 {
        self.ep_square.map_or(0, zobrist::en_passant)
    }

    /// Removes the castling rights of moved or captured rooks and of a moved king.
    #[cold]
    #[inline(never)]
    fn lose_castling_rights(&mut self, before: &Self, touched: Bitboard) {
        let mut kept = before.castling_squares - touched;
        for color in Color::ALL {
            let home = Bitboard::rank(Rank::First.relative(color));
            let king = Bitboard::from(before.king(color));
            // Rights need the king and a rook.
            if kept.is_disjoint(king) || (kept & (home - king)).is_empty() {
                kept -= home;
            }
        }
        self.castling_squares = kept;
        for rook in (before.castling_squares - kept) & before.pieces(PieceType::Rook) {
            self.keys.toggle_state(zobrist::castling_right(rook));
        }
    }

    /// Whether a pawn of `S` stands on the previous or the next square by index, even across the edge of the board.
    #[inline(always)]
    fn has_neighbour<S: Side>(&self, square: Square) -> bool {
        let pawn = Some(Piece::new(S::COLOR, PieceType::Pawn));
        let at = |index: usize| self.mailbox[index % Square::COUNT] == pawn;
        at(square.index() + 1) | at(square.index() + Square::COUNT - 1)
    }

    /// Sets the en passant square after a double push to `to`, if the capture is legal.
    #[cold]
    #[inline(never)]
    fn offer_en_passant<S: Side>(&mut self, to: Square) {
        let square = Square::wrap((to.index() as i32 - S::UP) as u32);
        let takers = attacks::pawn(S::COLOR, square) & self.by(S::Them::COLOR, PieceType::Pawn);
        if takers.into_iter().any(|taker| self.en_passant_is_safe(taker, square)) {
            self.ep_square = Some(square);
            self.keys.toggle_state(zobrist::en_passant(square));
        }
    }

    /// Whether the king of the side to move is safe after an en passant capture from `from` to `to`. Two pawns leave
    /// the rank at once, so pins and checkers are not sufficient; the resulting occupancy is tested.
    pub(super) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.stm;
        let taken = Bitboard::from(Square::wrap(to.index() as u32 ^ 8));
        let occupied = (self.occupied() ^ Bitboard::from(from) ^ taken) | Bitboard::from(to);
        let enemies = self.colors(!us) - taken;
        self.attackers_to(self.king(us), occupied).is_disjoint(enemies)
    }
}

/// The wing of a castling move.
#[inline]
pub(super) fn castling_wing(mv: Move) -> Wing {
    if mv.kind() == MoveKind::CastleKingSide { Wing::KingSide } else { Wing::QueenSide }
}
