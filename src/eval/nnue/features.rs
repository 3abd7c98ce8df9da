//! Which inputs of the network a position sets.

use crate::chess::color::Color;
use crate::chess::piece::Piece;
use crate::chess::square::Square;

/// Inputs of one side: own and enemy pieces, six kinds, 64 squares.
pub const INPUTS: usize = 768;

/// How many outputs a network may have.
pub const BUCKETS: [usize; 4] = [1, 2, 4, 8];

/// Which of its outputs a network uses with so many pieces on the board, kings counted: the few pieces
/// first. Of eight outputs each has four numbers of pieces, from 2 to 5 up to 30 to 32.
#[inline]
pub const fn bucket(buckets: usize, pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(2) * buckets / 32;
    if bucket < buckets { bucket } else { buckets - 1 }
}

/// Whether the board is mirrored for a side whose king is here: on files e to h.
#[inline]
pub const fn is_mirrored(king: Square) -> bool {
    king.index() & 4 != 0
}

/// The input that a piece on a square sets for a side whose board is mirrored or not.
#[inline]
pub const fn index(side: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let enemy = side.index() != piece.color().index();
    input(enemy, piece.kind().index(), turned(side, mirrored, square.index()))
}

/// A square as a side sees it: ranks from its own side, files from its king's.
#[inline]
pub const fn turned(side: Color, mirrored: bool, square: usize) -> usize {
    let ranks = match side {
        Color::White => 0,
        Color::Black => 56,
    };
    square ^ ranks ^ if mirrored { 7 } else { 0 }
}

/// The number of an input.
#[inline]
pub const fn input(enemy: bool, kind: usize, square: usize) -> usize {
    (enemy as usize) * 384 + kind * 64 + square
}
