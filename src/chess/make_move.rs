//! How a move changes a board. The board is copied before, so nothing here can be taken back.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::castling::CastlingRights;
use super::color::Color;
use super::moves::{Move, MoveKind};
use super::observer::BoardObserver;
use super::piece::Piece;
use super::piece_type::PieceType;
use super::side::{Black, Side, White};
use super::square::Square;
use super::wing::Wing;
use super::zobrist::{self, Keys};

/// A move that the rules do not allow in this position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move: {mv:?} is not legal in {fen}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The position.
    pub fen: String,
}

impl Board {
    /// Makes a move, which must be legal here (debug-asserted). With an illegal one the board is
    /// nonsense afterwards; for moves from outside there is [`try_make`](Self::try_make).
    #[inline]
    pub fn make_move(&mut self, mv: Move) {
        self.make_move_observed(mv, &mut ());
    }

    /// The board after a legal move.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.make_move(mv);
        next
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// If it is not; the board stays as it was.
    pub fn try_make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove { mv, fen: self.to_string() });
        }
        self.make_move(mv);
        Ok(())
    }

    /// Makes a legal move and tells `observer` which pieces come, go and move.
    #[inline]
    pub fn make_move_observed(&mut self, mv: Move, observer: &mut impl BoardObserver) {
        debug_assert!(self.is_legal(mv), "{mv:?} in {self}");
        match self.stm {
            Color::White => self.make::<White, _, true>(mv, observer),
            Color::Black => self.make::<Black, _, true>(mv, observer),
        }
        debug_assert_eq!(self.keys, Keys::from_scratch(self), "after {mv:?}: {self}");
    }

    /// Passes the turn, as a search does to ask "what if I did nothing?". The side to move must
    /// not be in check (debug-asserted).
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check());
        self.clear_en_passant();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(self.stm.index() as u16);
        self.stm = !self.stm;
        self.keys.full ^= zobrist::black_to_move();
        self.find_checks();
    }

    /// The work of a move. `KEYS` says whether the keys are kept; counting needs none.
    #[inline]
    pub(super) fn make<S: Side, O: BoardObserver, const KEYS: bool>(
        &mut self,
        mv: Move,
        observer: &mut O,
    ) {
        let (from, to) = (mv.from(), mv.to());
        let king_moves = from == self.king(S::COLOR);
        self.clear_en_passant();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if S::COLOR == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        if mv.is_castling() {
            self.castle::<S, O, KEYS>(mv, observer);
        } else if let Some(piece) = self.mailbox[from.index()] {
            if mv.is_capture() {
                self.halfmove_clock = 0;
                let taken =
                    if mv.is_en_passant() { Square::wrap(to.index() as u32 ^ 8) } else { to };
                self.take_off::<S, O, KEYS>(taken, observer);
            }
            if piece.kind() == PieceType::Pawn {
                self.halfmove_clock = 0;
            }
            match mv.promotion() {
                None => self.shift::<S, O, KEYS>(piece, from, to, observer),
                Some(kind) => self.promote::<S, O, KEYS>(kind, from, to, observer),
            }
        }
        let touched = Bitboard::from(from) | Bitboard::from(to);
        if !touched.is_disjoint(self.castling_squares) {
            self.lose_castling_rights::<S>(touched, king_moves);
        }
        self.stm = S::Them::COLOR;
        if KEYS {
            self.keys.full ^= zobrist::black_to_move();
        }
        self.find_checks_of::<S::Them>();
        if mv.is_double_push() {
            self.offer_en_passant::<S>(Square::wrap((to.index() as i32 - S::UP) as u32));
        }
    }

    /// Moves a piece to an empty square.
    #[inline]
    fn shift<S: Side, O: BoardObserver, const KEYS: bool>(
        &mut self,
        piece: Piece,
        from: Square,
        to: Square,
        observer: &mut O,
    ) {
        let both = Bitboard::from(from) | Bitboard::from(to);
        self.pieces[piece.kind().index()] ^= both;
        self.colors[S::COLOR.index()] ^= both;
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = Some(piece);
        if KEYS {
            self.keys.apply(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
        }
        observer.piece_moved(piece, from, to);
    }

    /// Removes an enemy piece.
    #[inline]
    fn take_off<S: Side, O: BoardObserver, const KEYS: bool>(
        &mut self,
        square: Square,
        observer: &mut O,
    ) {
        if let Some(piece) = self.mailbox[square.index()] {
            let bit = Bitboard::from(square);
            self.pieces[piece.kind().index()] ^= bit;
            self.colors[S::Them::COLOR.index()] ^= bit;
            self.mailbox[square.index()] = None;
            if KEYS {
                self.keys.toggle(piece, square);
            }
            observer.piece_removed(piece, square);
        }
    }

    /// Replaces a pawn by the piece it becomes.
    #[inline]
    fn promote<S: Side, O: BoardObserver, const KEYS: bool>(
        &mut self,
        kind: PieceType,
        from: Square,
        to: Square,
        observer: &mut O,
    ) {
        let (pawn, piece) = (Piece::new(S::COLOR, PieceType::Pawn), Piece::new(S::COLOR, kind));
        let (start, end) = (Bitboard::from(from), Bitboard::from(to));
        self.pieces[PieceType::Pawn.index()] ^= start;
        self.pieces[kind.index()] ^= end;
        self.colors[S::COLOR.index()] ^= start | end;
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = Some(piece);
        if KEYS {
            self.keys.toggle(pawn, from);
            self.keys.toggle(piece, to);
        }
        observer.piece_removed(pawn, from);
        observer.piece_added(piece, to);
    }

    /// Moves king and rook. Either may end where the other one stood, so both leave before they
    /// arrive.
    fn castle<S: Side, O: BoardObserver, const KEYS: bool>(&mut self, mv: Move, observer: &mut O) {
        let wing = castling_wing(mv);
        let (king_from, rook_from) = (mv.from(), mv.to());
        let king_to = Square::new(wing.king_file(), S::BACK_RANK);
        let rook_to = Square::new(wing.rook_file(), S::BACK_RANK);
        let king = Piece::new(S::COLOR, PieceType::King);
        let rook = Piece::new(S::COLOR, PieceType::Rook);
        let kings = Bitboard::from(king_from) ^ Bitboard::from(king_to);
        let rooks = Bitboard::from(rook_from) ^ Bitboard::from(rook_to);
        self.pieces[PieceType::King.index()] ^= kings;
        self.pieces[PieceType::Rook.index()] ^= rooks;
        self.colors[S::COLOR.index()] ^= kings ^ rooks;
        self.mailbox[king_from.index()] = None;
        self.mailbox[rook_from.index()] = None;
        self.mailbox[king_to.index()] = Some(king);
        self.mailbox[rook_to.index()] = Some(rook);
        if KEYS {
            self.keys.toggle(king, king_from);
            self.keys.toggle(king, king_to);
            self.keys.toggle(rook, rook_from);
            self.keys.toggle(rook, rook_to);
        }
        observer.piece_moved(king, king_from, king_to);
        observer.piece_moved(rook, rook_from, rook_to);
    }

    #[inline]
    fn clear_en_passant(&mut self) {
        if let Some(square) = self.ep_square.take() {
            self.keys.full ^= zobrist::en_passant(square);
        }
    }

    /// Takes the rights of rooks that have moved or were taken, and of a king that has moved.
    fn lose_castling_rights<S: Side>(&mut self, touched: Bitboard, king_moved: bool) {
        let before = self.castling;
        for (color, wing, _) in before.iter() {
            let rook = self.castling_rook(color, wing).map_or(Bitboard::EMPTY, Bitboard::from);
            if (king_moved && color == S::COLOR) || !rook.is_disjoint(touched) {
                self.castling.set(color, wing, None);
            }
        }
        self.keys.full ^= zobrist::castling(before) ^ zobrist::castling(self.castling);
        self.castling_squares = self.squares_with_rights(self.castling);
    }

    /// The squares of the rooks and kings that have these rights.
    pub(super) fn squares_with_rights(&self, rights: CastlingRights) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for (color, wing, _) in rights.iter() {
            squares.insert(self.king(color));
            if let Some(rook) = self.castling_rook(color, wing) {
                squares.insert(rook);
            }
        }
        squares
    }

    /// Works out who gives check and who is pinned.
    pub(super) fn find_checks(&mut self) {
        match self.stm {
            Color::White => self.find_checks_of::<White>(),
            Color::Black => self.find_checks_of::<Black>(),
        }
    }

    /// The same for a side known at compile time. For each enemy slider on a line with the king
    /// count what stands between: nothing, then it gives check; one piece, then that is pinned.
    #[inline]
    fn find_checks_of<S: Side>(&mut self) {
        let king = self.king(S::COLOR);
        let them = self.colors(S::Them::COLOR);
        let occupied = self.occupied();
        let mut checkers = them
            & (attacks::knight(king) & self.pieces(PieceType::Knight)
                | attacks::pawn(S::COLOR, king) & self.pieces(PieceType::Pawn));
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king) & them {
            let between = attacks::between(king, sniper) & occupied;
            if between.is_empty() {
                checkers.insert(sniper);
            } else if !between.many() {
                pinned |= between;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned & self.colors(S::COLOR);
    }

    /// After a double step of `S`: notes the square jumped over if a pawn may legally take there.
    #[inline]
    fn offer_en_passant<S: Side>(&mut self, square: Square) {
        let takers = attacks::pawn(S::COLOR, square) & self.by(S::Them::COLOR, PieceType::Pawn);
        for taker in takers {
            if self.en_passant_is_safe(taker, square) {
                self.ep_square = Some(square);
                self.keys.full ^= zobrist::en_passant(square);
                return;
            }
        }
    }

    /// Whether the king of the side to move is safe after its pawn on `from` takes in passing on `to`. Two
    /// pawns leave the rank at once, so neither pins nor checks tell; look at the board after it.
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
