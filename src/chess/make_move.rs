//! How a move changes a board. The board is copied before, so nothing here can be taken back.

#![expect(
    clippy::inline_always,
    reason = "left to the compiler, parts stay out of line and pass facts through memory: 20 % slower"
)]

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
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

    /// The board after a legal move. Convenient; where nanoseconds count there is
    /// [`set_after`](Self::set_after).
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.set_after(self, mv);
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
            Color::White => self.make::<White, _, true>(mv, self.facts::<White>(mv), observer),
            Color::Black => self.make::<Black, _, true>(mv, self.facts::<Black>(mv), observer),
        }
        debug_assert_eq!(self.keys, Keys::from_scratch(self), "after {mv:?}: {self}");
    }

    /// Becomes the board after a legal move on `before`, whatever it was: the copy and the move of a
    /// search that keeps one board per ply.
    ///
    /// A fifth faster than a copy and then `make_move`, for what the move needs to know is read from
    /// the old board, while the copy is still on its way to memory.
    #[inline]
    pub fn set_after(&mut self, before: &Self, mv: Move) {
        self.set_after_observed(before, mv, &mut ());
    }

    /// [`set_after`](Self::set_after) that tells `observer` which pieces come, go and move.
    #[inline]
    pub fn set_after_observed(
        &mut self,
        before: &Self,
        mv: Move,
        observer: &mut impl BoardObserver,
    ) {
        match before.stm {
            Color::White => self.become_after::<White, _>(before, mv, observer),
            Color::Black => self.become_after::<Black, _>(before, mv, observer),
        }
    }

    #[inline(always)]
    pub(super) fn become_after<S: Side, O: BoardObserver>(
        &mut self,
        before: &Self,
        mv: Move,
        observer: &mut O,
    ) {
        debug_assert!(before.is_legal(mv), "{mv:?} in {before}");
        let facts = before.facts::<S>(mv);
        *self = *before;
        self.make::<S, O, true>(mv, facts, observer);
        debug_assert_eq!(self.keys, Keys::from_scratch(self), "after {mv:?}: {self}");
    }

    /// Makes a legal move without keeping the keys, for counting. Out of line, because the generator
    /// it is called from runs faster without it.
    #[inline(never)]
    pub(super) fn make_for_count<S: Side>(&mut self, mv: Move) {
        self.make::<S, _, false>(mv, self.facts::<S>(mv), &mut ());
    }

    /// Passes the turn, as a search does to ask "what if I did nothing?". The side to move must
    /// not be in check (debug-asserted).
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check());
        self.clear_en_passant();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(self.stm.index() as u16);
        self.stm = !self.stm;
        self.keys.toggle_state(zobrist::black_to_move());
        self.find_checks();
    }

    /// What a move needs to know of the board before it.
    #[inline(always)]
    fn facts<S: Side>(&self, mv: Move) -> Facts {
        let (from, to) = (mv.from(), mv.to());
        let touched = Bitboard::from(from) | Bitboard::from(to);
        let prey = Square::wrap(to.index() as u32 ^ u32::from(mv.is_en_passant()) << 3);
        Facts {
            piece: self.mailbox[from.index()],
            prey,
            taken: self.mailbox[prey.index()],
            king_moves: from == self.king(S::COLOR),
            touches_rights: !touched.is_disjoint(self.castling_squares),
            their_king: self.king(S::Them::COLOR),
        }
    }

    /// The work of a move. `KEYS` says whether the keys are kept; counting needs none.
    #[inline(always)]
    fn make<S: Side, O: BoardObserver, const KEYS: bool>(
        &mut self,
        mv: Move,
        facts: Facts,
        observer: &mut O,
    ) {
        self.clear_en_passant();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if S::COLOR == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        if mv.is_castling() {
            self.castle::<S, O, KEYS>(mv, observer);
        } else {
            self.shift::<S, O, KEYS>(mv, facts, observer);
        }
        if facts.touches_rights {
            self.lose_castling_rights::<S>(mv, facts.king_moves);
        }
        self.stm = S::Them::COLOR;
        if KEYS {
            self.keys.toggle_state(zobrist::black_to_move());
        }
        self.find_checks_of::<S::Them>(facts.their_king);
        self.offer_en_passant::<S>(mv);
    }

    /// Any move but castling.
    #[inline(always)]
    fn shift<S: Side, O: BoardObserver, const KEYS: bool>(
        &mut self,
        mv: Move,
        facts: Facts,
        observer: &mut O,
    ) {
        let Facts { piece, prey, taken, .. } = facts;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = piece else { return };
        // What is taken may be nothing: that changes no set and no key, and asking first would be
        // a branch that is hard to foresee.
        self.sets.toggle(taken, Bitboard::from(prey));
        self.mailbox[prey.index()] = None;
        if KEYS {
            self.keys.take_off(taken, prey);
        }
        if let Some(taken) = taken {
            observer.piece_removed(taken, prey);
        }
        if taken.is_some() || piece == Piece::new(S::COLOR, PieceType::Pawn) {
            self.halfmove_clock = 0;
        }
        if let Some(kind) = mv.promotion() {
            return self.promote::<S, O, KEYS>(kind, from, to, observer);
        }
        self.sets.toggle(Some(piece), Bitboard::from(from) | Bitboard::from(to));
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = Some(piece);
        if KEYS {
            self.keys.shift(piece, from, to);
        }
        observer.piece_moved(piece, from, to);
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
        self.sets.toggle(Some(pawn), Bitboard::from(from));
        self.sets.toggle(Some(piece), Bitboard::from(to));
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
        self.sets.toggle(Some(king), Bitboard::from(king_from) ^ Bitboard::from(king_to));
        self.sets.toggle(Some(rook), Bitboard::from(rook_from) ^ Bitboard::from(rook_to));
        self.mailbox[king_from.index()] = None;
        self.mailbox[rook_from.index()] = None;
        self.mailbox[king_to.index()] = Some(king);
        self.mailbox[rook_to.index()] = Some(rook);
        if KEYS {
            self.keys.shift(king, king_from, king_to);
            self.keys.shift(rook, rook_from, rook_to);
        }
        observer.piece_moved(king, king_from, king_to);
        observer.piece_moved(rook, rook_from, rook_to);
    }

    #[inline]
    fn clear_en_passant(&mut self) {
        if let Some(square) = self.ep_square.take() {
            self.keys.toggle_state(zobrist::en_passant(square));
        }
    }

    /// Takes the rights of rooks that have moved or were taken, and of a king that has moved.
    fn lose_castling_rights<S: Side>(&mut self, mv: Move, king_moved: bool) {
        let touched = Bitboard::from(mv.from()) | Bitboard::from(mv.to());
        self.lose_rights_of::<S>(if king_moved { Bitboard::FULL } else { touched });
        self.lose_rights_of::<S::Them>(touched);
    }

    #[inline]
    fn lose_rights_of<S: Side>(&mut self, rooks: Bitboard) {
        for wing in Wing::ALL {
            if let Some(file) = self.castling.rook(S::COLOR, wing)
                && rooks.has(Square::new(file, S::BACK_RANK))
            {
                self.castling.set(S::COLOR, wing, None);
                self.castling_squares.remove(Square::new(file, S::BACK_RANK));
                self.keys.toggle_state(zobrist::castling_right(S::COLOR, file));
            }
        }
        if !self.castling.any(S::COLOR) {
            self.castling_squares -= Bitboard::rank(S::BACK_RANK);
        }
    }

    /// The squares of the rooks and kings that have castling rights.
    pub(super) fn squares_with_rights(&self) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for color in Color::ALL {
            for wing in Wing::ALL {
                if let Some(rook) = self.castling_rook(color, wing) {
                    squares.insert(rook);
                    squares.insert(self.king(color));
                }
            }
        }
        squares
    }

    /// Works out who gives check and who is pinned.
    pub(super) fn find_checks(&mut self) {
        let king = self.king(self.stm);
        match self.stm {
            Color::White => self.find_checks_of::<White>(king),
            Color::Black => self.find_checks_of::<Black>(king),
        }
    }

    /// The same for a side and king known already. For each enemy slider on a line with the king
    /// count what stands between: nothing, then it gives check; one piece, then that is pinned.
    #[inline(always)]
    fn find_checks_of<S: Side>(&mut self, king: Square) {
        let them = self.colors(S::Them::COLOR);
        let occupied = self.occupied();
        let mut checkers = them
            & (attacks::knight(king) & self.pieces(PieceType::Knight)
                | attacks::pawn(S::COLOR, king) & self.pieces(PieceType::Pawn));
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king) & them {
            let between = attacks::between(king, sniper) & occupied;
            // No branches: which of the two it is cannot be foreseen, the masks are all or nothing.
            let (clear, single) = (between.is_empty(), !between.many());
            checkers |= Bitboard(Bitboard::from(sniper).0 * u64::from(clear));
            pinned |= Bitboard(between.0 * u64::from(single));
        }
        self.checkers = checkers;
        self.pinned = pinned & self.colors(S::COLOR);
    }

    /// After a double step of `S`: notes the square jumped over if a pawn may legally take there.
    #[inline(always)]
    fn offer_en_passant<S: Side>(&mut self, mv: Move) {
        let square = Square::wrap((mv.to().index() as i32 - S::UP) as u32);
        let takers = attacks::pawn(S::COLOR, square) & self.by(S::Them::COLOR, PieceType::Pawn);
        if mv.is_double_push() & takers.any() {
            self.offer_to::<S>(takers, square);
        }
    }

    #[cold]
    fn offer_to<S: Side>(&mut self, takers: Bitboard, square: Square) {
        if takers.into_iter().any(|taker| self.en_passant_is_safe(taker, square)) {
            self.ep_square = Some(square);
            self.keys.toggle_state(zobrist::en_passant(square));
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

/// What a move needs to know of the board before it, read before anything is written.
#[derive(Clone, Copy)]
struct Facts {
    /// What moves.
    piece: Option<Piece>,
    /// Where something would be taken: the target, or the pawn that is passed by.
    prey: Square,
    /// What is taken.
    taken: Option<Piece>,
    king_moves: bool,
    /// Whether a rook or king with castling rights is involved.
    touches_rights: bool,
    their_king: Square,
}

/// The wing of a castling move.
#[inline]
pub(super) fn castling_wing(mv: Move) -> Wing {
    if mv.kind() == MoveKind::CastleKingSide { Wing::KingSide } else { Wing::QueenSide }
}
