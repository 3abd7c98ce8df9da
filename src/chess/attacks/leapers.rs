//! Attacks of the pieces that do not slide: one constant set per square.

use crate::bitboard::Bitboard;
use crate::square::Square;

type Table = [Bitboard; 64];

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

pub(super) static KNIGHT: Table = leaps(&KNIGHT_STEPS);
pub(super) static KING: Table = leaps(&KING_STEPS);
/// By colour.
pub(super) static PAWN: [Table; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

const fn leaps(steps: &[(i8, i8)]) -> Table {
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
