//! A board stored as bitboards: six kinds and two colours. All pawns move by one shift; attacks of other pieces are
//! looked up.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::mailbox::pawn_to;
use super::state::{
    BISHOP, BLACK, CASTLING, DOUBLE_PUSH, EMPTY, EN_PASSANT, Encoding, KING, KNIGHT, NO_SQUARE,
    PAWN, PLAIN, QUEEN, ROOK, State, Undo, kind,
};
use super::{Moves, Representation, state};
use tabia_chess::{Bitboard, Board, Color, Square, attacks};

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// A bitboard board with one of the methods for slider attacks.
#[derive(Clone, Copy, Debug)]
pub struct Bits<S: Sliders> {
    /// By kind, pawn to king.
    kinds: [u64; 6],
    /// White, Black.
    colors: [u64; 2],
    pub(super) state: State,
    sliders: PhantomData<S>,
}

/// Removes the lowest square of a non-empty set and returns it.
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

    /// Puts a piece on an empty square, or removes it from its square.
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
        state::generate(&self.state, empty, attacked, moves);
    }

    fn make<M: Encoding>(&mut self, mv: M) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let moved = self.piece_on(from);
        let mut undo = Undo { captured: EMPTY, state: self.state };
        let mut king_to = to;
        self.toggle(moved, from);
        match mv.flag() {
            CASTLING => {
                let (king, rook) = state::pair(self.state.stm);
                let goals = state::goals(from, to);
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
                let (king, rook) = state::pair(self.state.stm);
                let goals = state::goals(from, to);
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
                    white += state::of(kind + side * BLACK, pop(&mut set));
                }
            }
        }
        if self.state.stm == 0 { white } else { -white }
    }
}

// Legal move generation: checkers and pinned pieces are computed once, and no move has to be made to see whether it is
// legal.

/// What limits the moves of the side to move.
struct Limits {
    king: u8,
    checkers: u64,
    /// Own pinned pieces.
    pinned: u64,
    /// The target squares of moves other than the king's: the checker or the squares between.
    targets: u64,
}

fn line(a: u8, b: u8) -> u64 {
    attacks::line(state::on(a), state::on(b)).0
}

fn between(a: u8, b: u8) -> u64 {
    attacks::between(state::on(a), state::on(b)).0
}

impl<S: Sliders> Bits<S> {
    pub(crate) fn generate_legal<M: Encoding>(&self, moves: &mut Moves<M>) {
        self.generate(moves);
        let limits = self.limits();
        moves.retain(|mv| self.is_legal(*mv, &limits));
    }

    fn limits(&self) -> Limits {
        let (us, them) = (self.state.stm, self.state.stm ^ 1);
        let (king, occupied) = (self.state.kings[usize::from(us)], self.occupied());
        let checkers = self.attackers(king, them, occupied);
        let targets = match checkers.count_ones() {
            0 => !0,
            1 => checkers | between(king, checkers.trailing_zeros() as u8),
            _ => 0,
        };
        let queens = self.of(QUEEN);
        let mut snipers = self.side(them)
            & (S::bishop(king, 0) & (self.of(BISHOP) | queens)
                | S::rook(king, 0) & (self.of(ROOK) | queens));
        let mut pinned = 0;
        while snipers != 0 {
            let sniper = pop(&mut snipers);
            let blockers = between(king, sniper) & occupied;
            if blockers.is_power_of_two() {
                pinned |= blockers & self.side(us);
            }
        }
        Limits { king, checkers, pinned, targets }
    }

    /// Whether a pseudo-legal move is legal.
    #[inline]
    fn is_legal<M: Encoding>(&self, mv: M, limits: &Limits) -> bool {
        let (from, to) = (mv.from(), mv.to());
        match mv.flag() {
            // These are rare and change three or four squares, so they are tested by playing them.
            CASTLING | EN_PASSANT => {
                let mut after = *self;
                after.make(mv);
                !after.is_illegal()
            }
            _ if from == limits.king => {
                // Without the king, because it does not block the slider it moves away from.
                let occupied = self.occupied() & !(1 << from);
                self.attackers(to, self.state.stm ^ 1, occupied) == 0
            }
            _ => {
                let answers = limits.checkers == 0 || limits.targets >> to & 1 != 0;
                let free = limits.pinned >> from & 1 == 0;
                answers && (free || line(limits.king, from) >> to & 1 != 0)
            }
        }
    }
}

// Slider attacks in three ways.

/// A method for slider attacks.
pub trait Sliders: Copy + Debug {
    /// The attacks of a bishop, up to and including the first piece on each line.
    fn bishop(square: u8, occupied: u64) -> u64;
    /// The attacks of a rook.
    fn rook(square: u8, occupied: u64) -> u64;
}

/// Walks along each line, one shift for each square, until it reaches a piece.
#[derive(Clone, Copy, Debug)]
pub struct Rays;

/// One line: shifted left by `LEFT` and right by `RIGHT`, only over squares of `mask`, to prevent wrapping around.
#[inline]
fn scan<const LEFT: u32, const RIGHT: u32>(square: u8, occupied: u64, mask: u64) -> u64 {
    let (mut reached, mut at) = (0, 1 << square);
    loop {
        at = (at << LEFT >> RIGHT) & mask;
        reached |= at;
        if at & !occupied == 0 {
            return reached;
        }
    }
}

impl Sliders for Rays {
    #[inline]
    fn bishop(square: u8, occupied: u64) -> u64 {
        scan::<9, 0>(square, occupied, NOT_A)
            | scan::<7, 0>(square, occupied, NOT_H)
            | scan::<0, 7>(square, occupied, NOT_A)
            | scan::<0, 9>(square, occupied, NOT_H)
    }

    #[inline]
    fn rook(square: u8, occupied: u64) -> u64 {
        scan::<8, 0>(square, occupied, !0)
            | scan::<0, 8>(square, occupied, !0)
            | scan::<1, 0>(square, occupied, NOT_A)
            | scan::<0, 1>(square, occupied, NOT_H)
    }
}

/// Magic multiplication, with the rules' own tables.
#[derive(Clone, Copy, Debug)]
pub struct Magic;

impl Sliders for Magic {
    #[inline]
    fn bishop(square: u8, occupied: u64) -> u64 {
        attacks::slider_table::magic_bishop(state::on(square), Bitboard(occupied)).0
    }

    #[inline]
    fn rook(square: u8, occupied: u64) -> u64 {
        attacks::slider_table::magic_rook(state::on(square), Bitboard(occupied)).0
    }
}

/// PEXT, with the rules' own tables. They use it if the program was built for a processor that has it; otherwise
/// ([`attacks::USES_PEXT`]) this is the same as magic and does not take part in the race.
#[derive(Clone, Copy, Debug)]
pub struct Pext;

impl Sliders for Pext {
    #[inline]
    fn bishop(square: u8, occupied: u64) -> u64 {
        attacks::bishop(state::on(square), Bitboard(occupied)).0
    }

    #[inline]
    fn rook(square: u8, occupied: u64) -> u64 {
        attacks::rook(state::on(square), Bitboard(occupied)).0
    }
}
