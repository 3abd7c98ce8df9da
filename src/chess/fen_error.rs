//! Problems of a FEN or an edited position, in words that help a player to fix them.

use std::fmt;

use super::board::Wing;
use super::piece::{Color, Piece};
use super::square::Square;

/// A field of a FEN, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenField {
    /// The pieces, rank 8 first.
    Board,
    /// `w` or `b`.
    SideToMove,
    /// `KQkq`, file letters or `-`.
    Castling,
    /// A square or `-`.
    EnPassant,
    /// Plies since the last capture or pawn move.
    HalfmoveClock,
    /// From 1.
    FullmoveNumber,
    /// Text after the last field.
    End,
}

impl FenField {
    /// The position in the text, 0 to 6.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "halfmove clock",
            Self::FullmoveNumber => "fullmove number",
            Self::End => "end",
        })
    }
}

/// Why a position is refused. The text names the field, what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the text of each error says what its values are")]
pub enum FenProblem {
    Missing {
        field: FenField,
    },
    RankCount {
        found: usize,
    },
    /// `rank` is 1 to 8.
    RankLength {
        rank: usize,
        found: usize,
    },
    /// A character that is neither a piece nor a digit; `rank` is 1 to 8.
    BoardLetter {
        rank: usize,
        found: char,
    },
    KingMissing {
        color: Color,
    },
    TooManyKings {
        color: Color,
        found: u32,
    },
    TooManyPieces {
        color: Color,
        found: u32,
    },
    TooManyPawns {
        color: Color,
        found: u32,
    },
    /// More promoted pieces than missing pawns. `promoted` counts pieces beyond the first queen and two of each other
    /// kind.
    TooManyPromoted {
        color: Color,
        promoted: u32,
        pawns: u32,
    },
    PawnOnLastRank {
        square: Square,
    },
    KingsTouch {
        white: Square,
        black: Square,
    },
    /// The side not to move is in check.
    OpponentInCheck {
        to_move: Color,
    },
    /// A check that no move can have given.
    TooManyCheckers {
        found: u32,
    },
    SideToMove {
        found: String,
    },
    CastlingLetter {
        found: char,
    },
    CastlingTwice {
        letter: char,
    },
    /// Two different castling rights towards the same side of the king.
    CastlingSameSide {
        letters: [char; 2],
        wing: Wing,
        king: Square,
    },
    /// A castling right of a king that is on `king` instead of its first rank.
    CastlingKing {
        letter: char,
        king: Square,
    },
    /// A castling right without a rook; `place` is where it was expected, such as "on the h-side".
    CastlingRook {
        letter: char,
        place: String,
    },
    /// Neither a square nor `-`.
    EnPassantText {
        found: String,
    },
    /// A square that no pawn can have jumped over with the last move.
    EnPassantSquare {
        square: Square,
        why: EnPassantFault,
    },
    /// A clock that is not a number from `min` to `max`.
    Number {
        field: FenField,
        found: String,
        min: u32,
        max: u32,
    },
    /// Text after the sixth field.
    Trailing {
        found: String,
    },
}

#[expect(clippy::too_many_lines, reason = "one match, a text for each problem")]
impl fmt::Display for FenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { field } => {
                write!(f, "{field}: missing, expected {}", expectation(*field))
            }
            Self::RankCount { found } => write!(
                f,
                "board: found {found} rank{}, expected 8 with \u{201c}/\u{201d} between them",
                if *found == 1 { "" } else { "s" }
            ),
            Self::RankLength { rank, found } => {
                write!(f, "board: rank {rank} has {found} squares, expected 8")
            }
            Self::BoardLetter { rank, found } => write!(
                f,
                "board: rank {rank} has \u{201c}{found}\u{201d}, expected one of PNBRQKpnbrqk or 1-8"
            ),
            Self::KingMissing { color } => {
                write!(f, "board: {} king missing, expected exactly one", lower(*color))
            }
            Self::TooManyKings { color, found } => {
                write!(f, "board: {found} {} kings, expected exactly one", lower(*color))
            }
            Self::TooManyPieces { color, found } => {
                write!(f, "board: {found} {} pieces, expected at most 16", lower(*color))
            }
            Self::TooManyPawns { color, found } => {
                write!(f, "board: {found} {} pawns, expected at most 8", lower(*color))
            }
            Self::TooManyPromoted { color, promoted, pawns } => write!(
                f,
                "board: {} has {pawns} pawns and at least {promoted} promoted, expected at most 8 together",
                lower(*color)
            ),
            Self::PawnOnLastRank { square } => {
                write!(f, "board: found a pawn on {square}, expected none on ranks 1 and 8")
            }
            Self::KingsTouch { white, black } => write!(
                f,
                "board: the kings on {white} and {black} touch, expected a square between them"
            ),
            Self::OpponentInCheck { to_move } => write!(
                f,
                "side to move: {} is in check but {} is to move, expected the side in check to move",
                lower(!*to_move),
                lower(*to_move)
            ),
            Self::TooManyCheckers { found } => {
                write!(f, "board: {found} pieces give check at once, expected at most 2")
            }
            Self::SideToMove { found } => {
                write!(f, "side to move: found \u{201c}{found}\u{201d}, expected w or b")
            }
            Self::CastlingLetter { found } => write!(
                f,
                "castling: found \u{201c}{found}\u{201d}, expected -, letters of KQkq or rook files A-H, a-h"
            ),
            Self::CastlingTwice { letter } => {
                write!(f, "castling: right {letter} is given twice, expected once")
            }
            Self::CastlingSameSide { letters: [first, second], wing, king } => write!(
                f,
                "castling: rights {first} and {second} are both on the {}-side of the king on {king}, expected one",
                wing.corner_file()
            ),
            Self::CastlingKing { letter, king } => write!(
                f,
                "castling: right {letter} with the king on {king}, expected it on its first rank"
            ),
            Self::CastlingRook { letter, place } => write!(
                f,
                "castling: right {letter} without a rook {place}, expected one on the king's rank"
            ),
            Self::EnPassantText { found } => write!(
                f,
                "en passant: found \u{201c}{found}\u{201d}, expected - or a square such as e3"
            ),
            Self::EnPassantSquare { square, why } => {
                write!(f, "en passant: found {square}, {why}")
            }
            Self::Number { field, found, min, max } => write!(
                f,
                "{field}: found \u{201c}{found}\u{201d}, expected a number from {min} to {max}"
            ),
            Self::Trailing { found } => write!(
                f,
                "end: found \u{201c}{found}\u{201d}, expected nothing after the fullmove number"
            ),
        }
    }
}

/// What is wrong with an en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its values are")]
pub enum EnPassantFault {
    /// Not the sixth rank from the side to move's view: `expected` is 3 or 6.
    Rank { expected: u8 },
    /// The pawn that should have made the double push, `expected`, is not on the square behind it, `on`.
    Pawn { expected: Piece, on: Square },
    /// A piece stands on the square itself or where the pawn came from.
    Blocked { on: Square },
    /// The side to move is in a check that the double push can neither have given nor uncovered.
    Check,
}

impl fmt::Display for EnPassantFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank { expected } => write!(f, "expected a square on rank {expected}"),
            Self::Pawn { expected, on } => write!(f, "expected a {expected} on {on}"),
            Self::Blocked { on } => write!(f, "expected {on} to be empty"),
            Self::Check => f.write_str("expected no check but one that step gave or opened"),
        }
    }
}

/// A refused position: the problem and, if one is obvious, a repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    problem: FenProblem,
    repair: Option<String>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for FenError {}

impl FenError {
    pub(super) const fn new(problem: FenProblem, repair: Option<String>) -> Self {
        Self { problem, repair }
    }

    /// The problem; the first one if there are several.
    pub const fn problem(&self) -> &FenProblem {
        &self.problem
    }

    /// The field of the problem.
    pub const fn field(&self) -> FenField {
        self.problem.field()
    }

    /// A similar FEN that is accepted, if there is an obvious one.
    pub fn repair(&self) -> Option<String> {
        self.repair.clone()
    }
}

impl FenProblem {
    /// The field of the problem.
    pub const fn field(&self) -> FenField {
        match self {
            Self::Missing { field } | Self::Number { field, .. } => *field,
            Self::SideToMove { .. } | Self::OpponentInCheck { .. } => FenField::SideToMove,
            Self::CastlingLetter { .. }
            | Self::CastlingTwice { .. }
            | Self::CastlingSameSide { .. }
            | Self::CastlingKing { .. }
            | Self::CastlingRook { .. } => FenField::Castling,
            Self::EnPassantText { .. } | Self::EnPassantSquare { .. } => FenField::EnPassant,
            Self::Trailing { .. } => FenField::End,
            _ => FenField::Board,
        }
    }
}

/// What a field should contain.
const fn expectation(field: FenField) -> &'static str {
    match field {
        FenField::Board => "eight ranks of pieces",
        FenField::SideToMove => "w or b",
        FenField::Castling => "-, letters of KQkq or rook files",
        FenField::EnPassant => "- or a square",
        FenField::HalfmoveClock | FenField::FullmoveNumber => "a number",
        FenField::End => "nothing",
    }
}

const fn lower(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
