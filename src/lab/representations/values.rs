//! A small evaluation for the race: material and the place of each piece, made from two plain rules (pieces like the
//! centre, pawns like to advance), so that every representation has the same and nothing of it is kept in between.

use super::state::{BLACK, EMPTY, KING, PAWN};

/// Pawn to king, centipawns (Björnsson and Marsland, 2000).
const MATERIAL: [i32; 6] = [100, 320, 330, 550, 950, 0];
/// What a step towards the centre is worth, pawn to king; the king keeps away.
const CENTRE: [i32; 6] = [2, 8, 5, 2, 2, -6];
/// What a step forward is worth to a pawn.
const ADVANCE: i32 = 4;

/// By piece number and square: White's view.
static VALUES: [[i32; 64]; 16] = build();

const fn build() -> [[i32; 64]; 16] {
    let mut values = [[0; 64]; 16];
    let mut kind = PAWN as usize;
    while kind <= KING as usize {
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let towards = steps(file) + steps(rank);
            let mut value = MATERIAL[kind - 1] + CENTRE[kind - 1] * towards;
            if kind == PAWN as usize {
                value += ADVANCE * (rank as i32 - 1);
            }
            values[kind][square] = value;
            values[kind + BLACK as usize][square ^ 0x38] = -value;
            square += 1;
        }
        kind += 1;
    }
    values
}

/// Steps from the edge, 0 to 3.
const fn steps(at: usize) -> i32 {
    if at < 4 { at as i32 } else { 7 - at as i32 }
}

/// What a piece is worth on a square, White's view; 0 for an empty square.
#[inline]
pub fn of(piece: u8, square: u8) -> i32 {
    debug_assert!(piece == EMPTY || piece & 7 <= KING);
    VALUES[usize::from(piece & 15)][usize::from(square & 63)]
}
