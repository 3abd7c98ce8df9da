//! The parameters of an evaluation from scratch: its level of knowledge and its values. All values are centipawns.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use tabia_chess::{Color, PieceType, Square};
use tabia_text::{t, text};

/// Range of the values of pawn to queen, centipawns.
pub const MATERIAL_CP: RangeInclusive<i32> = 0..=2_000;
/// Range of the piece-square values, centipawns.
pub const SQUARE_CP: RangeInclusive<i32> = -300..=300;
/// Range of all other values, centipawns.
pub const TERM_CP: RangeInclusive<i32> = -100..=100;

/// How much an evaluation knows: each level adds one thing to the previous one.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Level {
    #[default]
    Material,
    /// Piece-square tables.
    Squares,
    /// Doubled, isolated, backward and passed pawns.
    Pawns,
    /// Mobility of the pieces.
    Mobility,
    /// Pawns ahead of the king, enemy pieces near it.
    King,
    /// Separate values for the endgame.
    Tapering,
}

impl Level {
    /// All levels, the least knowledge first.
    pub const ALL: [Level; 6] = [
        Level::Material,
        Level::Squares,
        Level::Pawns,
        Level::Mobility,
        Level::King,
        Level::Tapering,
    ];

    /// Its number, 1 to 6.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The level of this number; `None` outside 1 to 6.
    pub fn from_number(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.number() == number)
    }

    /// The level before it; `None` for the first.
    pub fn before(self) -> Option<Level> {
        Level::from_number(self.number() - 1)
    }

    /// A word for what it adds.
    pub fn name(self) -> &'static str {
        text(&format!("scratch-level-{}", self.number()))
    }

    /// A sentence about what it adds.
    pub fn adds(self) -> &'static str {
        text(&format!("scratch-level-{}.adds", self.number()))
    }
}

/// A value in the middlegame and in the endgame, centipawns. Below [`Level::Tapering`] only the first is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tapered {
    /// With all pieces on the board.
    pub mg: i32,
    /// With only kings and pawns.
    pub eg: i32,
}

/// A value from both numbers.
const fn tapered(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

/// A set of piece values that was published.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// The text key of its name.
    pub name: &'static str,
    /// Pawn, knight, bishop, rook, queen, centipawns.
    pub values: [i32; 5],
    /// The text key of its source.
    pub source: &'static str,
}

/// The two published sets: the usual one and a learnt one. Both are quoted by Swoyam Pokharel, "Techniques In Chess
/// Programming: A Comprehensive Review" (2025), section 4.1.1.
pub const PUBLISHED: [Published; 2] = [
    Published {
        name: "scratch-set-usual",
        values: [100, 320, 330, 550, 950],
        source: "scratch-set-usual.source",
    },
    Published {
        name: "scratch-set-learnt",
        values: [100, 270, 290, 430, 890],
        source: "scratch-set-learnt.source",
    },
];

/// A parameter of an evaluation besides material and piece-square tables. Its value counts per unit, for the side that
/// has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Knob {
    /// A pawn with another pawn of its side ahead of it on its file.
    Doubled,
    /// A pawn without a pawn of its side on an adjacent file.
    Isolated,
    /// A backward pawn.
    Backward,
    /// A passed pawn, for each rank above the first.
    Passed,
    /// A square of a knight's mobility above the usual number.
    KnightMobility,
    /// The same for a bishop.
    BishopMobility,
    /// The same for a rook.
    RookMobility,
    /// The same for a queen.
    QueenMobility,
    /// A pawn within two ranks ahead of the king, on its file or an adjacent one.
    Shield,
    /// Each step that a knight is nearer than seven to the enemy king.
    KnightTropism,
    /// The same for a bishop.
    BishopTropism,
    /// The same for a rook.
    RookTropism,
    /// The same for a queen.
    QueenTropism,
}

impl Knob {
    pub const ALL: [Knob; 13] = [
        Knob::Doubled,
        Knob::Isolated,
        Knob::Backward,
        Knob::Passed,
        Knob::KnightMobility,
        Knob::BishopMobility,
        Knob::RookMobility,
        Knob::QueenMobility,
        Knob::Shield,
        Knob::KnightTropism,
        Knob::BishopTropism,
        Knob::RookTropism,
        Knob::QueenTropism,
    ];

    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Knob::Doubled => t!("scratch-knob-doubled"),
            Knob::Isolated => t!("scratch-knob-isolated"),
            Knob::Backward => t!("scratch-knob-backward"),
            Knob::Passed => t!("scratch-knob-passed"),
            Knob::KnightMobility => t!("scratch-knob-knight-mobility"),
            Knob::BishopMobility => t!("scratch-knob-bishop-mobility"),
            Knob::RookMobility => t!("scratch-knob-rook-mobility"),
            Knob::QueenMobility => t!("scratch-knob-queen-mobility"),
            Knob::Shield => t!("scratch-knob-shield"),
            Knob::KnightTropism => t!("scratch-knob-knight-tropism"),
            Knob::BishopTropism => t!("scratch-knob-bishop-tropism"),
            Knob::RookTropism => t!("scratch-knob-rook-tropism"),
            Knob::QueenTropism => t!("scratch-knob-queen-tropism"),
        }
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Knob::Doubled => "Doubled pawn",
            Knob::Isolated => "Isolated pawn",
            Knob::Backward => "Backward pawn",
            Knob::Passed => "Passed pawn, per rank",
            Knob::KnightMobility => "Knight, per square",
            Knob::BishopMobility => "Bishop, per square",
            Knob::RookMobility => "Rook, per square",
            Knob::QueenMobility => "Queen, per square",
            Knob::Shield => "Shield, per pawn",
            Knob::KnightTropism => "Knight near the king, per step",
            Knob::BishopTropism => "Bishop near the king, per step",
            Knob::RookTropism => "Rook near the king, per step",
            Knob::QueenTropism => "Queen near the king, per step",
        }
    }

    /// The level that adds it.
    pub fn level(self) -> Level {
        match self {
            Knob::Doubled | Knob::Isolated | Knob::Backward | Knob::Passed => Level::Pawns,
            Knob::KnightMobility
            | Knob::BishopMobility
            | Knob::RookMobility
            | Knob::QueenMobility => Level::Mobility,
            Knob::Shield
            | Knob::KnightTropism
            | Knob::BishopTropism
            | Knob::RookTropism
            | Knob::QueenTropism => Level::King,
        }
    }
}

/// An evaluation: its level of knowledge and its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScratchEval {
    /// How much it knows.
    pub level: Level,
    /// Pawn, knight, bishop, rook, queen, [`MATERIAL_CP`].
    pub material: [i32; 5],
    /// The piece-square values, [`SQUARE_CP`].
    pub squares: PieceSquares,
    /// Everything else in the order of [`Knob::ALL`], [`TERM_CP`].
    pub knobs: [Tapered; 13],
}

impl Default for ScratchEval {
    fn default() -> Self {
        ScratchEval {
            level: Level::Material,
            material: PUBLISHED[0].values,
            squares: initial(),
            knobs: [
                tapered(-8, -18),
                tapered(-12, -14),
                tapered(-8, -10),
                tapered(6, 18),
                tapered(4, 4),
                tapered(5, 5),
                tapered(2, 4),
                tapered(1, 2),
                tapered(9, 0),
                tapered(3, 0),
                tapered(2, 0),
                tapered(2, 0),
                tapered(4, 1),
            ],
        }
    }
}

impl ScratchEval {
    /// The initial numbers at a level.
    pub fn at(level: Level) -> ScratchEval {
        ScratchEval { level, ..ScratchEval::default() }
    }

    /// The same numbers at another level.
    #[must_use]
    pub fn with_level(&self, level: Level) -> ScratchEval {
        ScratchEval { level, ..self.clone() }
    }

    /// The value of a parameter.
    pub fn knob(&self, knob: Knob) -> Tapered {
        self.knobs[knob as usize]
    }

    /// Mutable access to the value of a parameter.
    pub fn knob_mut(&mut self, knob: Knob) -> &mut Tapered {
        &mut self.knobs[knob as usize]
    }

    /// The value of a kind of piece; the king has none.
    pub fn value(&self, kind: PieceType) -> i32 {
        self.material.get(kind.index()).copied().unwrap_or(0)
    }

    /// The same with every number inside its range.
    #[must_use]
    pub fn clamped(mut self) -> ScratchEval {
        let within = |v: &mut i32, r: &RangeInclusive<i32>| *v = (*v).clamp(*r.start(), *r.end());
        self.material.iter_mut().for_each(|value| within(value, &MATERIAL_CP));
        let phases = [&mut self.squares.mg, &mut self.squares.eg];
        for value in phases.into_iter().flatten().flatten().flatten() {
            within(value, &SQUARE_CP);
        }
        for Tapered { mg, eg } in &mut self.knobs {
            within(mg, &TERM_CP);
            within(eg, &TERM_CP);
        }
        self
    }

    /// The name of an engine that plays with it.
    pub fn title(&self) -> String {
        format!("From scratch, level {}", self.level.number())
    }
}

// Piece-square tables: what each square is worth to each piece. The initial ones follow rules of thumb for the centre,
// advancing and safety; they are not tuned.

/// A table by rank, the first rank first, and file, centipawns, as White sees it.
pub type Table = [[i32; 8]; 8];

/// The tables of all pieces, pawn to king.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceSquares {
    /// For the middlegame; below [`Level::Tapering`] for the whole game.
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
    /// With only kings and pawns.
    Endgame,
}

impl PieceSquares {
    pub fn table(&self, part: Part, kind: PieceType) -> &Table {
        match part {
            Part::Middlegame => &self.mg[kind.index()],
            Part::Endgame => &self.eg[kind.index()],
        }
    }

    /// Mutable access to a table.
    pub fn table_mut(&mut self, part: Part, kind: PieceType) -> &mut Table {
        match part {
            Part::Middlegame => &mut self.mg[kind.index()],
            Part::Endgame => &mut self.eg[kind.index()],
        }
    }
}

/// The value of a square for a piece of this colour: Black's tables are White's mirrored vertically.
pub fn at(table: &Table, color: Color, square: Square) -> i32 {
    let square = square.relative(color);
    table[square.rank().index()][square.file().index()]
}

/// The files a to d of a table, the eighth rank first, as on a diagram; e to h mirror them.
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

/// The initial tables.
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
    fn levels_are_numbered_and_follow_each_other() {
        for (at, level) in Level::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(level.number()), at + 1);
            assert_eq!(Level::from_number(level.number()), Some(level));
            assert_eq!(level.before(), at.checked_sub(1).map(|at| Level::ALL[at]));
        }
        assert_eq!((Level::from_number(0), Level::from_number(7)), (None, None));
        for (at, knob) in Knob::ALL.into_iter().enumerate() {
            assert_eq!(knob as usize, at, "the order of the numbers");
        }
    }

    #[test]
    fn numbers_survive_a_round_trip_and_come_inside_their_ranges() {
        let mut eval = ScratchEval::at(Level::King);
        assert_eq!(eval.clone().clamped(), eval, "the initial numbers lie inside");
        let text = serde_json::to_string(&eval).unwrap();
        assert_eq!(serde_json::from_str::<ScratchEval>(&text).unwrap(), eval);
        eval.material[4] = i32::MAX;
        eval.squares.eg[0][7][7] = i32::MIN;
        eval.knob_mut(Knob::Passed).eg = 5_000;
        let eval = eval.clamped();
        assert_eq!(eval.material[4], 2_000);
        assert_eq!(eval.squares.eg[0][7][7], -300);
        assert_eq!(eval.knob(Knob::Passed).eg, 100);
        let part = serde_json::from_str::<ScratchEval>(r#"{"level":"Pawns"}"#).unwrap();
        assert_eq!(part, ScratchEval::at(Level::Pawns), "missing numbers are the initial ones");
    }

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
