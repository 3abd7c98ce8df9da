//! Piece-square tables: what each square is worth to each piece. The initial ones are our own: centre, advance and
//! safety by rules of thumb, not tuned.

use serde::{Deserialize, Serialize};

use tabia_chess::{Color, PieceType, Square};

/// A table by rank, the first rank first, and file, centipawns, as White sees it.
pub type Table = [[i32; 8]; 8];

/// The tables of all pieces, pawn to king.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceSquares {
    /// For the middlegame; below the level that tapers, for all of the game.
    pub mg: [Table; 6],
    /// For the endgame.
    pub eg: [Table; 6],
}

/// The part of the game a table is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Part {
    /// With all pieces on the board.
    #[default]
    Middlegame,
    /// With none but kings and pawns.
    Endgame,
}

impl PieceSquares {
    /// The table of a piece.
    pub fn table(&self, part: Part, kind: PieceType) -> &Table {
        match part {
            Part::Middlegame => &self.mg[kind.index()],
            Part::Endgame => &self.eg[kind.index()],
        }
    }

    /// The same to be changed.
    pub fn table_mut(&mut self, part: Part, kind: PieceType) -> &mut Table {
        match part {
            Part::Middlegame => &mut self.mg[kind.index()],
            Part::Endgame => &mut self.eg[kind.index()],
        }
    }
}

/// What a square is worth to a piece of this colour: Black's tables are White's mirrored top to bottom.
pub fn at(table: &Table, color: Color, square: Square) -> i32 {
    let square = square.relative(color);
    table[square.rank().index()][square.file().index()]
}

/// The files a to d of a table, the eighth rank first, as one looks at a board; e to h mirror them.
type Half = [[i32; 4]; 8];

const fn whole(half: &Half) -> Table {
    let mut table = [[0; 8]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut file = 0;
        while file < 4 {
            table[7 - rank][file] = half[rank][file];
            table[7 - rank][7 - file] = half[rank][file];
            file += 1;
        }
        rank += 1;
    }
    table
}

/// The tables to begin with.
pub const fn initial() -> PieceSquares {
    PieceSquares {
        mg: [
            whole(&PAWN_MG),
            whole(&KNIGHT_MG),
            whole(&BISHOP_MG),
            whole(&ROOK_MG),
            whole(&QUEEN_MG),
            whole(&KING_MG),
        ],
        eg: [
            whole(&PAWN_EG),
            whole(&KNIGHT_EG),
            whole(&BISHOP_EG),
            whole(&ROOK_EG),
            whole(&QUEEN_EG),
            whole(&KING_EG),
        ],
    }
}

#[rustfmt::skip]
const PAWN_MG: Half = [
    [  0,   0,   0,   0],
    [ 42,  45,  48,  52],
    [ 16,  20,  26,  34],
    [  4,   8,  15,  26],
    [ -3,   1,  12,  23],
    [ -2,   2,   3,  10],
    [ -2,   3,   1, -14],
    [  0,   0,   0,   0],
];
#[rustfmt::skip]
const KNIGHT_MG: Half = [
    [-46, -28, -18, -14],
    [-24, -10,   6,  10],
    [-12,   8,  18,  24],
    [ -8,   8,  20,  27],
    [-10,   6,  18,  24],
    [-16,   4,  15,  14],
    [-26, -12,   2,   6],
    [-46, -22, -18, -14],
];
#[rustfmt::skip]
const BISHOP_MG: Half = [
    [-16, -10,  -8,  -8],
    [ -8,   2,   2,   2],
    [ -4,   6,   8,   9],
    [ -2,   8,   9,  16],
    [ -2,   6,  13,  16],
    [  2,  11,   9,  10],
    [  0,  15,   7,   6],
    [-14,  -6, -12, -10],
];
#[rustfmt::skip]
const ROOK_MG: Half = [
    [  6,   6,   8,  10],
    [ 14,  16,  18,  20],
    [  0,   2,   4,   6],
    [ -4,   0,   2,   4],
    [ -6,   0,   0,   4],
    [ -8,   0,   0,   4],
    [-10,  -2,   0,   5],
    [ -4,  -3,   4,   9],
];
#[rustfmt::skip]
const QUEEN_MG: Half = [
    [ -8,  -4,   0,   2],
    [ -6,  -8,   0,   2],
    [ -4,   0,   4,   5],
    [ -4,   0,   3,   5],
    [ -3,   0,   2,   4],
    [ -5,   2,   2,   2],
    [ -8,  -2,   2,   3],
    [-12, -10,  -6,   2],
];
#[rustfmt::skip]
const KING_MG: Half = [
    [-50, -55, -60, -65],
    [-45, -50, -55, -60],
    [-40, -45, -50, -58],
    [-35, -40, -48, -55],
    [-25, -32, -42, -50],
    [-12, -18, -26, -34],
    [ 12,  10,  -6, -16],
    [ 22,  32,  12, -10],
];
#[rustfmt::skip]
const PAWN_EG: Half = [
    [  0,   0,   0,   0],
    [ 60,  58,  54,  52],
    [ 36,  35,  32,  30],
    [ 18,  17,  15,  14],
    [  8,   7,   5,   5],
    [  2,   2,   2,   2],
    [  0,   0,   0,   0],
    [  0,   0,   0,   0],
];
#[rustfmt::skip]
const KNIGHT_EG: Half = [
    [-36, -24, -14, -10],
    [-22, -10,   0,   4],
    [-12,   2,  10,  14],
    [ -8,   5,  14,  18],
    [ -8,   5,  14,  18],
    [-12,   2,  10,  14],
    [-22, -10,   0,   4],
    [-36, -24, -14, -10],
];
#[rustfmt::skip]
const BISHOP_EG: Half = [
    [-12,  -8,  -6,  -4],
    [ -6,  -2,   1,   2],
    [ -3,   3,   6,   7],
    [ -1,   5,   8,  11],
    [ -1,   5,   8,  11],
    [ -3,   3,   6,   7],
    [ -6,  -2,   1,   2],
    [-12,  -8,  -6,  -4],
];
#[rustfmt::skip]
const ROOK_EG: Half = [
    [  8,   9,  10,  10],
    [ 10,  11,  12,  12],
    [  4,   5,   5,   5],
    [  2,   3,   3,   3],
    [  0,   1,   1,   1],
    [ -2,   0,   0,   0],
    [ -4,  -2,  -1,  -1],
    [ -4,  -3,  -1,   0],
];
#[rustfmt::skip]
const QUEEN_EG: Half = [
    [-10,  -4,   0,   3],
    [ -6,   2,   7,  10],
    [ -3,   6,  12,  16],
    [  0,   9,  15,  20],
    [  0,   8,  14,  19],
    [ -5,   3,   9,  12],
    [-10,  -4,   2,   4],
    [-16, -12,  -8,  -4],
];
#[rustfmt::skip]
const KING_EG: Half = [
    [-40, -26, -16, -10],
    [-20,  -4,   8,  12],
    [ -8,  10,  22,  26],
    [ -6,  14,  28,  34],
    [-10,  10,  26,  32],
    [-16,   2,  14,  20],
    [-28, -10,   0,   4],
    [-46, -32, -22, -18],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_white_s_view_and_mirrored_for_black() {
        let squares = initial();
        let pawns = squares.table(Part::Middlegame, PieceType::Pawn);
        assert_eq!(at(pawns, Color::White, Square::D4), 23);
        assert_eq!(at(pawns, Color::Black, Square::E5), 23);
        assert_eq!(at(pawns, Color::White, Square::H7), 42);
        assert_eq!(at(pawns, Color::Black, Square::A2), 42);
        for part in [Part::Middlegame, Part::Endgame] {
            for kind in PieceType::ALL {
                let table = squares.table(part, kind);
                for square in Square::all() {
                    let here = at(table, Color::White, square);
                    assert_eq!(here, at(table, Color::White, square.flip_file()), "{kind:?}");
                    assert_eq!(here, at(table, Color::Black, square.flip_rank()), "{kind:?}");
                }
            }
        }
    }
}
