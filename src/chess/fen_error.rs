//! What can be wrong with a FEN or an edited position, said so that a player can put it right.

use std::fmt;

use super::color::Color;
use super::piece::Piece;
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
            Self::HalfmoveClock => "half-move clock",
            Self::FullmoveNumber => "move number",
            Self::End => "end",
        })
    }
}

/// Why a position is refused. The text names the field, what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenProblem {
    /// A field is not there at all.
    #[error("{field}: missing, expected {}", expectation(*.field))]
    Missing {
        /// Which.
        field: FenField,
    },
    /// The board has more or fewer than eight ranks.
    #[error("board: found {found} ranks, expected 8 with \u{201c}/\u{201d} between them")]
    RankCount {
        /// How many.
        found: usize,
    },
    /// A rank does not add up.
    #[error("board: rank {rank} has {found} squares, expected 8")]
    RankLength {
        /// 1 to 8.
        rank: usize,
        /// How many squares.
        found: usize,
    },
    /// A character that stands for no piece and no gap.
    #[error("board: rank {rank} has \u{201c}{found}\u{201d}, expected one of PNBRQKpnbrqk or 1-8")]
    BoardLetter {
        /// 1 to 8.
        rank: usize,
        /// The character.
        found: char,
    },
    /// No king of this colour.
    #[error("board: {} king missing, expected exactly one", lower(*.color))]
    KingMissing {
        /// Whose.
        color: Color,
    },
    /// More than one king of a colour.
    #[error("board: {found} {} kings, expected exactly one", lower(*.color))]
    TooManyKings {
        /// Whose.
        color: Color,
        /// How many.
        found: u32,
    },
    /// More than sixteen pieces of a colour.
    #[error("board: {found} {} pieces, expected at most 16", lower(*.color))]
    TooManyPieces {
        /// Whose.
        color: Color,
        /// How many.
        found: u32,
    },
    /// More than eight pawns of a colour.
    #[error("board: {found} {} pawns, expected at most 8", lower(*.color))]
    TooManyPawns {
        /// Whose.
        color: Color,
        /// How many.
        found: u32,
    },
    /// More promoted pieces than pawns are missing.
    #[error(
        "board: {} has {pawns} pawns and at least {promoted} promoted, expected at most 8 together",
        lower(*.color)
    )]
    TooManyPromoted {
        /// Whose.
        color: Color,
        /// Pieces beyond the first queen and two of each other kind.
        promoted: u32,
        /// Pawns still on the board.
        pawns: u32,
    },
    /// A pawn on the first or eighth rank.
    #[error("board: found a pawn on {square}, expected none on ranks 1 and 8")]
    PawnOnLastRank {
        /// Where.
        square: Square,
    },
    /// Kings side by side.
    #[error("board: the kings on {white} and {black} touch, expected a square between them")]
    KingsTouch {
        /// White's king.
        white: Square,
        /// Black's king.
        black: Square,
    },
    /// The king could be taken at once.
    #[error(
        "side to move: {} is in check but {} is to move, expected the side in check to move",
        lower(!*.to_move), lower(*.to_move)
    )]
    OpponentInCheck {
        /// Who is to move.
        to_move: Color,
    },
    /// A check no move can have given.
    #[error("board: {found} pieces give check at once, expected at most 2")]
    TooManyCheckers {
        /// How many.
        found: u32,
    },
    /// A side to move that is neither.
    #[error("side to move: found \u{201c}{found}\u{201d}, expected w or b")]
    SideToMove {
        /// The text.
        found: String,
    },
    /// A character that names no castling right.
    #[error(
        "castling: found \u{201c}{found}\u{201d}, expected -, letters of KQkq or rook files A-H, a-h"
    )]
    CastlingLetter {
        /// The character.
        found: char,
    },
    /// The same right twice.
    #[error("castling: right {letter} is given twice, expected once")]
    CastlingTwice {
        /// As written.
        letter: char,
    },
    /// A right of a king that is not on its first rank.
    #[error("castling: right {letter} with the king on {king}, expected it on its first rank")]
    CastlingKing {
        /// As written.
        letter: char,
        /// Where the king is.
        king: Square,
    },
    /// A right with no rook to castle with.
    #[error("castling: right {letter} without a rook {place}, expected one on the king's rank")]
    CastlingRook {
        /// As written.
        letter: char,
        /// Where it was looked for, such as "on the h-side".
        place: String,
    },
    /// No square and no `-`.
    #[error("en passant: found \u{201c}{found}\u{201d}, expected - or a square such as e3")]
    EnPassantText {
        /// The text.
        found: String,
    },
    /// A square over which no pawn can have jumped last.
    #[error("en passant: found {square}, {why}")]
    EnPassantSquare {
        /// The square.
        square: Square,
        /// What is missing.
        why: EnPassantFault,
    },
    /// A clock that is no number in range.
    #[error("{field}: found \u{201c}{found}\u{201d}, expected a number from {least} to {most}")]
    Number {
        /// Which.
        field: FenField,
        /// The text.
        found: String,
        /// Least allowed.
        least: u32,
        /// Greatest allowed.
        most: u32,
    },
    /// Something behind the sixth field.
    #[error("end: found \u{201c}{found}\u{201d}, expected nothing after the move number")]
    Trailing {
        /// The text.
        found: String,
    },
}

/// What is wrong with an en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassantFault {
    /// Not the third rank of the side that has just moved.
    Rank {
        /// The rank it should be on, 3 or 6.
        expected: u8,
    },
    /// Nothing jumped: the pawn that should stand in front of it is not there.
    Pawn {
        /// The pawn that should be there.
        expected: Piece,
        /// Where.
        on: Square,
    },
    /// A piece stands on the square or where the pawn came from.
    Blocked {
        /// The occupied square.
        on: Square,
    },
    /// The side to move is in a check that the double step cannot have left or given.
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

/// A refused position: the problem and, where one is obvious, a repair.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct FenError {
    problem: FenProblem,
    repair: Option<String>,
}

impl FenError {
    pub(super) const fn new(problem: FenProblem, repair: Option<String>) -> Self {
        Self { problem, repair }
    }

    /// What is wrong; the first thing, if there are several.
    pub const fn problem(&self) -> &FenProblem {
        &self.problem
    }

    /// The field to look at.
    pub const fn field(&self) -> FenField {
        self.problem.field()
    }

    /// A FEN close to the refused one that is accepted, if one suggests itself.
    pub fn repair(&self) -> Option<String> {
        self.repair.clone()
    }
}

impl FenProblem {
    /// The field to look at.
    pub const fn field(&self) -> FenField {
        match self {
            Self::Missing { field } | Self::Number { field, .. } => *field,
            Self::SideToMove { .. } | Self::OpponentInCheck { .. } => FenField::SideToMove,
            Self::CastlingLetter { .. }
            | Self::CastlingTwice { .. }
            | Self::CastlingKing { .. }
            | Self::CastlingRook { .. } => FenField::Castling,
            Self::EnPassantText { .. } | Self::EnPassantSquare { .. } => FenField::EnPassant,
            Self::Trailing { .. } => FenField::End,
            _ => FenField::Board,
        }
    }
}

/// What belongs into a field.
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
