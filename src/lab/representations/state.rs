//! What belongs to a position besides the pieces, and the numbers of the pieces.

use tabia_chess::{Board, Color, Piece, Square, Wing};

use super::moves::{CASTLING, DOUBLE_PUSH, Encoding};

/// An empty square. A piece is its kind, 1 (pawn) to 6 (king), plus [`BLACK`] for a black one.
pub const EMPTY: u8 = 0;
/// Added to a kind for a black piece.
pub const BLACK: u8 = 8;
/// The kinds.
pub const PAWN: u8 = 1;
/// Knight.
pub const KNIGHT: u8 = 2;
/// Bishop.
pub const BISHOP: u8 = 3;
/// Rook.
pub const ROOK: u8 = 4;
/// Queen.
pub const QUEEN: u8 = 5;
/// King.
pub const KING: u8 = 6;
/// No square.
pub const NO_SQUARE: u8 = 64;

/// The kind of a piece, 1 to 6; 0 of an empty square.
#[inline]
pub const fn kind(piece: u8) -> u8 {
    piece & 7
}

/// The colour of a piece: 0 White, 1 Black.
#[inline]
pub const fn color(piece: u8) -> u8 {
    piece >> 3
}

/// The square of the rules with this number, 0 to 63.
#[inline]
pub(super) fn on(square: u8) -> Square {
    // Six bits are always a square.
    Square::from_index(usize::from(square & 63)).unwrap_or(Square::A1)
}

/// The number of a piece of the rules.
pub fn number(piece: Option<Piece>) -> u8 {
    let black = |piece: Piece| if piece.color() == Color::Black { BLACK } else { 0 };
    piece.map_or(EMPTY, |piece| piece.kind().index() as u8 + 1 + black(piece))
}

/// Side to move, en passant and castling rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// 0 White, 1 Black.
    pub stm: u8,
    /// The square a pawn has just jumped over; else [`NO_SQUARE`].
    pub ep: u8,
    /// The rooks that may castle: White's on the king's side and the queen's, Black's; else [`NO_SQUARE`].
    pub rooks: [u8; 4],
    /// Where the kings stand, White's first.
    pub kings: [u8; 2],
}

/// What a move forgets.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// What was taken where the move went; not a pawn taken in passing.
    pub captured: u8,
    /// The state before.
    pub state: State,
}

impl State {
    /// The state of a position.
    pub fn of(board: &Board) -> State {
        let square = |square: Option<Square>| square.map_or(NO_SQUARE, |s| s.index() as u8);
        let rook = |color, wing| square(board.castling_rook(color, wing));
        State {
            stm: board.stm().index() as u8,
            ep: square(board.ep_square()),
            rooks: [
                rook(Color::White, Wing::KingSide),
                rook(Color::White, Wing::QueenSide),
                rook(Color::Black, Wing::KingSide),
                rook(Color::Black, Wing::QueenSide),
            ],
            kings: [Color::White, Color::Black].map(|color| board.king(color).index() as u8),
        }
    }

    /// The state after a move of this piece; castling has put the king where `king_to` says.
    #[inline]
    pub fn advance<M: Encoding>(&mut self, mv: M, moved: u8, king_to: u8) {
        let (from, to) = (mv.from(), mv.to());
        self.ep = if mv.flag() == DOUBLE_PUSH { u8::midpoint(from, to) } else { NO_SQUARE };
        let us = usize::from(self.stm);
        if kind(moved) == KING {
            self.kings[us] = if mv.flag() == CASTLING { king_to } else { to };
            self.rooks[2 * us] = NO_SQUARE;
            self.rooks[2 * us + 1] = NO_SQUARE;
        }
        for rook in &mut self.rooks {
            if *rook == from || *rook == to {
                *rook = NO_SQUARE;
            }
        }
        self.stm ^= 1;
    }
}
