//! For two squares: the line they share and the squares between them. Pins and checks need both.

use super::rays::{self, Lines};
use crate::bitboard::Bitboard;
use crate::square::Square;

type Table = [[Bitboard; 64]; 64];

pub(super) static BETWEEN: Table = build(false);
pub(super) static LINE: Table = build(true);

/// Rook and bishop attacks on the empty board.
pub(super) static RAYS: [[Bitboard; 2]; 64] = empty_board();

const fn empty_board() -> [[Bitboard; 2]; 64] {
    let mut table = [[Bitboard::EMPTY; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let lines = Lines::through(Square::wrap(index as u32));
        table[index] =
            [Bitboard(lines.file | lines.rank), Bitboard(lines.diagonal | lines.anti_diagonal)];
        index += 1;
    }
    table
}

/// Both diagonals through each square.
pub(super) static DIAGONALS: [[Bitboard; 2]; 64] = diagonals();

const fn diagonals() -> [[Bitboard; 2]; 64] {
    let mut table = [[Bitboard::EMPTY; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::wrap(index as u32);
        let (lines, own) = (Lines::through(square), Bitboard::of(square).0);
        table[index] = [Bitboard(lines.diagonal | own), Bitboard(lines.anti_diagonal | own)];
        index += 1;
    }
    table
}

#[expect(clippy::large_stack_arrays, reason = "worked out by the compiler, on no stack of ours")]
const fn build(whole_line: bool) -> Table {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let from = Square::wrap(a as u32);
        let lines = Lines::through(from);
        let each = [lines.file, lines.rank, lines.diagonal, lines.anti_diagonal];
        let mut line = 0;
        while line < 4 {
            let mut rest = Bitboard(each[line]);
            while let Some(to) = rest.pop_first() {
                let (one, other) = (Bitboard::of(from).0, Bitboard::of(to).0);
                table[a][to.index()] = if whole_line {
                    Bitboard(each[line] | one)
                } else {
                    let there = Lines::through(to);
                    // With only the two squares occupied, both see exactly the gap between them.
                    let seen = rays::rook(lines, from, other) & rays::rook(there, to, one)
                        | rays::bishop(lines, from, other) & rays::bishop(there, to, one);
                    Bitboard(seen & each[line] & !one & !other)
                };
            }
            line += 1;
        }
        a += 1;
    }
    table
}
