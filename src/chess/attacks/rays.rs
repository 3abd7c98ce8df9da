//! Attacks computed directly, at compile time: leapers, lines and gaps between two squares for pins and checks, and
//! sliding attacks one line at a time, from which the fast tables are filled and against which they are tested.

use crate::bitboard::Bitboard;
use crate::square::Square;

/// File, rank and both diagonals through a square, without the square.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub(super) file: u64,
    pub(super) rank: u64,
    /// The diagonal in the direction a1-h8.
    pub(super) diagonal: u64,
    /// The diagonal in the direction a8-h1.
    pub(super) anti_diagonal: u64,
}

impl Lines {
    pub(super) const fn through(square: Square) -> Self {
        Self {
            file: walk(square, 0, 1) | walk(square, 0, -1),
            rank: walk(square, 1, 0) | walk(square, -1, 0),
            diagonal: walk(square, 1, 1) | walk(square, -1, -1),
            anti_diagonal: walk(square, 1, -1) | walk(square, -1, 1),
        }
    }
}

/// All squares from `square` to the edge in one direction, without `square`.
const fn walk(square: Square, files: i8, ranks: i8) -> u64 {
    let mut reached = 0;
    let mut at = square;
    while let Some(next) = at.offset(files, ranks) {
        reached |= Bitboard::of(next).0;
        at = next;
    }
    reached
}

/// Attacks of a slider along one line, including the first piece on either side.
///
/// Obstruction difference (Michael Hoffmann): subtracting the nearest blocker below from the blockers above makes the
/// borrow run to the nearest one above, and XOR extracts these squares.
const fn along(line: u64, square: u64, occupied: u64) -> u64 {
    let below = line & occupied & (square - 1);
    let above = line & occupied & !(square | (square - 1));
    let nearest_below = (1 << 63) >> (below | 1).leading_zeros();
    line & (above ^ above.wrapping_sub(nearest_below))
}

/// Attacks of a rook or a bishop with this occupancy.
pub(super) const fn slider(is_rook: bool, lines: Lines, square: Square, occupied: u64) -> u64 {
    let bit = Bitboard::of(square).0;
    if is_rook {
        along(lines.file, bit, occupied) | along(lines.rank, bit, occupied)
    } else {
        along(lines.diagonal, bit, occupied) | along(lines.anti_diagonal, bit, occupied)
    }
}

const RANK_ENDS: u64 = Bitboard::FILE_A.0 | Bitboard::FILE_H.0;
const FILE_ENDS: u64 = 0xFF00_0000_0000_00FF;

/// Relevant squares of a rook (10 to 12) or a bishop (5 to 9): its lines without the squares at the edge, because a
/// piece there hides nothing.
pub(super) const fn mask(is_rook: bool, lines: Lines) -> u64 {
    if is_rook {
        lines.file & !FILE_ENDS | lines.rank & !RANK_ENDS
    } else {
        (lines.diagonal | lines.anti_diagonal) & !(RANK_ENDS | FILE_ENDS)
    }
}

/// Size of the table of rook attacks: sum of `2^bits` over all rook masks.
pub(super) const ROOK_ENTRIES: usize = 102_400;
/// Size of the table of bishop attacks.
pub(super) const BISHOP_ENTRIES: usize = 5_248;

/// Attacks from each square.
type Leaps = [Bitboard; 64];

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

pub(super) static KNIGHT: Leaps = leaps(&KNIGHT_STEPS);
pub(super) static KING: Leaps = leaps(&KING_STEPS);
/// By colour.
pub(super) static PAWN: [Leaps; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

const fn leaps(steps: &[(i8, i8)]) -> Leaps {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::wrap(index as u32);
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = square.offset(steps[step].0, steps[step].1) {
                table[index].insert(to);
            }
            step += 1;
        }
        index += 1;
    }
    table
}

/// For pairs of squares.
type Pairs = [[Bitboard; 64]; 64];

pub(super) static BETWEEN: Pairs = build(false);
pub(super) static LINE: Pairs = build(true);

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
const fn build(whole_line: bool) -> Pairs {
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
                    // With only these two squares occupied, the common attacks are the gap between them.
                    let seen = slider(true, lines, from, other) & slider(true, there, to, one)
                        | slider(false, lines, from, other) & slider(false, there, to, one);
                    Bitboard(seen & each[line] & !one & !other)
                };
            }
            line += 1;
        }
        a += 1;
    }
    table
}
