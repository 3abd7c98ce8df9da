//! A board kept as sets of squares, 64 bits each: six kinds and two colours. Whole sets of pawns move by one shift;
//! what other pieces attack is looked up.

use std::marker::PhantomData;

use tabia_chess::{Board, Color, Square, attacks};

use super::mailbox::pawn_to;
use super::moves::{CASTLING, DOUBLE_PUSH, EN_PASSANT, Encoding, PLAIN};
use super::sliders::Sliders;
use super::state::{
    self, BISHOP, BLACK, EMPTY, KING, KNIGHT, NO_SQUARE, PAWN, QUEEN, ROOK, State, Undo, kind,
};
use super::{Moves, Representation, castling, values};

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// A board of bits with one of the ways to look sliders up.
#[derive(Clone, Copy, Debug)]
pub struct Bits<S: Sliders> {
    /// By kind, pawn to king.
    kinds: [u64; 6],
    /// White, Black.
    colors: [u64; 2],
    pub(super) state: State,
    sliders: PhantomData<S>,
}

/// The lowest square of a set that is not empty, taken out of it.
#[inline]
pub(super) fn pop(set: &mut u64) -> u8 {
    let square = set.trailing_zeros() as u8;
    *set &= *set - 1;
    square
}

#[inline]
pub(super) fn knight(square: u8) -> u64 {
    attacks::knight(state::on(square)).0
}

#[inline]
pub(super) fn king(square: u8) -> u64 {
    attacks::king(state::on(square)).0
}

/// What a pawn of a side attacks.
#[inline]
pub(super) fn pawn(side: u8, square: u8) -> u64 {
    let color = if side == 0 { Color::White } else { Color::Black };
    attacks::pawn(color, state::on(square)).0
}

impl<S: Sliders> Bits<S> {
    #[inline]
    pub(super) fn of(&self, kind: u8) -> u64 {
        self.kinds[usize::from(kind) - 1]
    }

    #[inline]
    pub(super) fn side(&self, side: u8) -> u64 {
        self.colors[usize::from(side)]
    }

    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// Puts a piece on an empty square, or takes it away from its own.
    #[inline]
    fn toggle(&mut self, piece: u8, square: u8) {
        let bit = 1 << square;
        self.kinds[usize::from(kind(piece)) - 1] ^= bit;
        self.colors[usize::from(state::color(piece))] ^= bit;
    }

    /// Pieces of a side that attack a square if exactly these squares are occupied.
    #[inline]
    pub(super) fn attackers(&self, square: u8, by: u8, occupied: u64) -> u64 {
        let queens = self.of(QUEEN);
        let found = pawn(by ^ 1, square) & self.of(PAWN)
            | knight(square) & self.of(KNIGHT)
            | king(square) & self.of(KING)
            | S::bishop(square, occupied) & (self.of(BISHOP) | queens)
            | S::rook(square, occupied) & (self.of(ROOK) | queens);
        found & self.side(by)
    }

    fn pawns<M: Encoding>(&self, moves: &mut Moves<M>) {
        let white = self.state.stm == 0;
        let ours = self.of(PAWN) & self.side(self.state.stm);
        let (empty, theirs) = (!self.occupied(), self.side(self.state.stm ^ 1));
        let ep = if self.state.ep == NO_SQUARE { 0 } else { 1 << self.state.ep };
        let ahead = |set: u64| if white { set << 8 } else { set >> 8 };
        let back: i8 = if white { -8 } else { 8 };
        let third = if white { 0xFF_0000 } else { 0xFF00_0000_0000 };
        let one = ahead(ours) & empty;
        let mut two = ahead(one & third) & empty;
        let mut one = one;
        while one != 0 {
            let to = pop(&mut one);
            pawn_to(to.wrapping_add_signed(back), to, moves);
        }
        while two != 0 {
            let to = pop(&mut two);
            moves.push(M::new(to.wrapping_add_signed(2 * back), to, DOUBLE_PUSH));
        }
        let east = (ahead(ours) << 1) & NOT_A;
        let west = (ahead(ours) >> 1) & NOT_H;
        for (mut reached, back) in [(east, back - 1), (west, back + 1)] {
            if reached & ep != 0 {
                moves.push(M::new(
                    self.state.ep.wrapping_add_signed(back),
                    self.state.ep,
                    EN_PASSANT,
                ));
            }
            reached &= theirs;
            while reached != 0 {
                let to = pop(&mut reached);
                pawn_to(to.wrapping_add_signed(back), to, moves);
            }
        }
    }

    #[inline]
    fn pieces<M: Encoding>(&self, kind: u8, attacks: impl Fn(u8) -> u64, moves: &mut Moves<M>) {
        let ours = self.side(self.state.stm);
        let mut from = self.of(kind) & ours;
        while from != 0 {
            let square = pop(&mut from);
            let mut targets = attacks(square) & !ours;
            while targets != 0 {
                moves.push(M::new(square, pop(&mut targets), PLAIN));
            }
        }
    }
}

impl<S: Sliders> Representation for Bits<S> {
    fn from_board(board: &Board) -> Self {
        let state = State::of(board);
        let mut bits = Bits { kinds: [0; 6], colors: [0; 2], state, sliders: PhantomData };
        for square in Square::all() {
            let piece = state::number(board.piece_on(square));
            if piece != EMPTY {
                bits.toggle(piece, square.index() as u8);
            }
        }
        bits
    }

    fn generate<M: Encoding>(&self, moves: &mut Moves<M>) {
        let occupied = self.occupied();
        self.pawns(moves);
        self.pieces(KNIGHT, knight, moves);
        self.pieces(BISHOP, |square| S::bishop(square, occupied), moves);
        self.pieces(ROOK, |square| S::rook(square, occupied), moves);
        let queen = |square| S::bishop(square, occupied) | S::rook(square, occupied);
        self.pieces(QUEEN, queen, moves);
        self.pieces(KING, king, moves);
        let them = self.state.stm ^ 1;
        let empty = |square: u8| occupied >> square & 1 == 0;
        let attacked = |square| self.attackers(square, them, occupied) != 0;
        castling::generate(&self.state, empty, attacked, moves);
    }

    fn make<M: Encoding>(&mut self, mv: M) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let moved = self.piece_on(from);
        let mut undo = Undo { captured: EMPTY, state: self.state };
        let mut king_to = to;
        self.toggle(moved, from);
        match mv.flag() {
            CASTLING => {
                let (king, rook) = castling::pair(self.state.stm);
                let goals = castling::goals(from, to);
                king_to = goals.0;
                self.toggle(rook, to);
                self.toggle(king, goals.0);
                self.toggle(rook, goals.1);
            }
            EN_PASSANT => {
                self.toggle(moved ^ BLACK, to ^ 8);
                self.toggle(moved, to);
            }
            _ => {
                undo.captured = self.piece_on(to);
                if undo.captured != EMPTY {
                    self.toggle(undo.captured, to);
                }
                let piece = mv.promotion().map_or(moved, |kind| kind + (moved & BLACK));
                self.toggle(piece, to);
            }
        }
        self.state.advance(mv, moved, king_to);
        undo
    }

    fn unmake<M: Encoding>(&mut self, mv: M, undo: Undo) {
        let (from, to) = (mv.from(), mv.to());
        self.state = undo.state;
        let us = self.state.stm * BLACK;
        match mv.flag() {
            CASTLING => {
                let (king, rook) = castling::pair(self.state.stm);
                let goals = castling::goals(from, to);
                self.toggle(king, goals.0);
                self.toggle(rook, goals.1);
                self.toggle(king, from);
                self.toggle(rook, to);
            }
            EN_PASSANT => {
                self.toggle(PAWN + us, to);
                self.toggle(PAWN + us, from);
                self.toggle(PAWN + (us ^ BLACK), to ^ 8);
            }
            _ => {
                let there = self.piece_on(to);
                self.toggle(there, to);
                if undo.captured != EMPTY {
                    self.toggle(undo.captured, to);
                }
                self.toggle(if mv.promotion().is_some() { PAWN + us } else { there }, from);
            }
        }
    }

    #[inline]
    fn is_illegal(&self) -> bool {
        let king = self.state.kings[usize::from(self.state.stm ^ 1)];
        self.attackers(king, self.state.stm, self.occupied()) != 0
    }

    #[inline]
    fn in_check(&self) -> bool {
        let king = self.state.kings[usize::from(self.state.stm)];
        self.attackers(king, self.state.stm ^ 1, self.occupied()) != 0
    }

    #[inline]
    fn piece_on(&self, square: u8) -> u8 {
        let bit = 1 << square;
        if self.occupied() & bit == 0 {
            return EMPTY;
        }
        let black = if self.colors[1] & bit != 0 { BLACK } else { 0 };
        let kind = (PAWN..KING).find(|&kind| self.of(kind) & bit != 0).unwrap_or(KING);
        kind + black
    }

    fn evaluate(&self) -> i32 {
        let mut white = 0;
        for side in 0..2 {
            for kind in PAWN..=KING {
                let mut set = self.of(kind) & self.side(side);
                while set != 0 {
                    white += values::of(kind + side * BLACK, pop(&mut set));
                }
            }
        }
        if self.state.stm == 0 { white } else { -white }
    }
}
