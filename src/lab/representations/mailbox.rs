//! A board stored square by square: the moves of a piece are found by walking from square to square. There is no piece
//! list; the 64 squares are scanned.

use std::fmt;

use tabia_chess::{Board, Square};

use super::state::{
    self, BISHOP, BLACK, CASTLING, DOUBLE_PUSH, EMPTY, EN_PASSANT, Encoding, Geometry, KING,
    KNIGHT, PAWN, PLAIN, PROMOTION, QUEEN, ROOK, State, Undo, color, kind,
};
use super::{Moves, Representation};

/// A board in one of the geometries.
#[derive(Clone, Copy)]
pub struct Squares<G: Geometry> {
    cells: G::Cells,
    state: State,
}

impl<G: Geometry> fmt::Debug for Squares<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Squares").field("state", &self.state).finish_non_exhaustive()
    }
}

impl<G: Geometry> Squares<G> {
    #[inline]
    fn at(&self, place: usize) -> u8 {
        self.cells.as_ref()[place]
    }

    #[inline]
    fn put(&mut self, square: u8, piece: u8) {
        self.cells.as_mut()[G::place(square)] = piece;
    }

    /// Whether a side attacks a square.
    fn is_attacked(&self, square: u8, by: u8) -> bool {
        let (place, theirs) = (G::place(square), by * BLACK);
        let finds = |step, piece| {
            G::step(&self.cells, place, step).is_some_and(|(_, found)| found == piece)
        };
        // A pawn attacks forward, so an attacking pawn stands behind the square: south for White.
        let behind = if by == 0 { [G::KING[6], G::KING[7]] } else { [G::KING[4], G::KING[5]] };
        if behind.into_iter().any(|step| finds(step, PAWN + theirs))
            || G::KNIGHT.into_iter().any(|step| finds(step, KNIGHT + theirs))
        {
            return true;
        }
        for (number, step) in G::KING.into_iter().enumerate() {
            let slider = if number < 4 { ROOK } else { BISHOP } + theirs;
            let mut next = G::step(&self.cells, place, step);
            if next.is_some_and(|(_, found)| found == KING + theirs) {
                return true;
            }
            while let Some((at, found)) = next {
                if found != EMPTY {
                    if found == slider || found == QUEEN + theirs {
                        return true;
                    }
                    break;
                }
                next = G::step(&self.cells, at, step);
            }
        }
        false
    }

    fn pawn<M: Encoding>(&self, from: u8, moves: &mut Moves<M>) {
        let white = self.state.stm == 0;
        let (ahead, takes) = if white {
            (G::KING[0], [G::KING[4], G::KING[5]])
        } else {
            (G::KING[1], [G::KING[6], G::KING[7]])
        };
        let place = G::place(from);
        if let Some((one, EMPTY)) = G::step(&self.cells, place, ahead) {
            pawn_to(from, G::square(one), moves);
            let home = if white { 1 } else { 6 };
            if from >> 3 == home
                && let Some((two, EMPTY)) = G::step(&self.cells, one, ahead)
            {
                moves.push(M::new(from, G::square(two), DOUBLE_PUSH));
            }
        }
        for step in takes {
            let Some((at, found)) = G::step(&self.cells, place, step) else { continue };
            let to = G::square(at);
            if found != EMPTY && color(found) != self.state.stm {
                pawn_to(from, to, moves);
            } else if to == self.state.ep {
                moves.push(M::new(from, to, EN_PASSANT));
            }
        }
    }

    /// Moves by single steps, or along the line for sliders.
    #[inline]
    fn walk<M: Encoding>(&self, from: u8, steps: &[G::Step], slides: bool, moves: &mut Moves<M>) {
        for &step in steps {
            let mut next = G::step(&self.cells, G::place(from), step);
            while let Some((at, found)) = next {
                if found == EMPTY || color(found) != self.state.stm {
                    moves.push(M::new(from, G::square(at), PLAIN));
                }
                if found != EMPTY || !slides {
                    break;
                }
                next = G::step(&self.cells, at, step);
            }
        }
    }
}

/// A pawn's step or capture, with the four promotions on the last rank.
#[inline]
pub(super) fn pawn_to<M: Encoding>(from: u8, to: u8, moves: &mut Moves<M>) {
    if to >> 3 == 0 || to >> 3 == 7 {
        for piece in (0..4).rev() {
            moves.push(M::new(from, to, PROMOTION + piece));
        }
    } else {
        moves.push(M::new(from, to, PLAIN));
    }
}

impl<G: Geometry> Representation for Squares<G> {
    fn from_board(board: &Board) -> Self {
        let mut squares = Squares { cells: G::empty(), state: State::of(board) };
        for square in Square::all() {
            squares.put(square.index() as u8, state::number(board.piece_on(square)));
        }
        squares
    }

    fn generate<M: Encoding>(&self, moves: &mut Moves<M>) {
        for from in 0..64 {
            let piece = self.at(G::place(from));
            if piece == EMPTY || color(piece) != self.state.stm {
                continue;
            }
            match kind(piece) {
                PAWN => self.pawn(from, moves),
                KNIGHT => self.walk(from, &G::KNIGHT, false, moves),
                BISHOP => self.walk(from, &G::KING[4..], true, moves),
                ROOK => self.walk(from, &G::KING[..4], true, moves),
                QUEEN => self.walk(from, &G::KING, true, moves),
                _ => self.walk(from, &G::KING, false, moves),
            }
        }
        let them = self.state.stm ^ 1;
        let empty = |square| self.at(G::place(square)) == EMPTY;
        state::generate(&self.state, empty, |square| self.is_attacked(square, them), moves);
    }

    fn make<M: Encoding>(&mut self, mv: M) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let moved = self.at(G::place(from));
        let mut undo = Undo { captured: EMPTY, state: self.state };
        let mut king_to = to;
        self.put(from, EMPTY);
        match mv.flag() {
            CASTLING => {
                let (king, rook) = state::pair(self.state.stm);
                let goals = state::goals(from, to);
                king_to = goals.0;
                self.put(to, EMPTY);
                self.put(goals.0, king);
                self.put(goals.1, rook);
            }
            EN_PASSANT => {
                self.put(to ^ 8, EMPTY);
                self.put(to, moved);
            }
            _ => {
                undo.captured = self.at(G::place(to));
                let piece = mv.promotion().map_or(moved, |kind| kind + (moved & BLACK));
                self.put(to, piece);
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
                self.put(goals.0, EMPTY);
                self.put(goals.1, EMPTY);
                self.put(from, king);
                self.put(to, rook);
            }
            EN_PASSANT => {
                self.put(to, EMPTY);
                self.put(from, PAWN + us);
                self.put(to ^ 8, PAWN + (us ^ BLACK));
            }
            _ => {
                let moved =
                    if mv.promotion().is_some() { PAWN + us } else { self.at(G::place(to)) };
                self.put(to, undo.captured);
                self.put(from, moved);
            }
        }
    }

    #[inline]
    fn is_illegal(&self) -> bool {
        let moved = self.state.stm ^ 1;
        self.is_attacked(self.state.kings[usize::from(moved)], self.state.stm)
    }

    #[inline]
    fn in_check(&self) -> bool {
        let stm = self.state.stm;
        self.is_attacked(self.state.kings[usize::from(stm)], stm ^ 1)
    }

    #[inline]
    fn piece_on(&self, square: u8) -> u8 {
        self.at(G::place(square))
    }

    fn evaluate(&self) -> i32 {
        let mut white = 0;
        for square in 0..64 {
            white += state::of(self.at(G::place(square)), square);
        }
        if self.state.stm == 0 { white } else { -white }
    }
}
