//! What can be wrong with a move in SAN: its form, or its place in this position.

use super::color::Color;
use super::piece::Piece;
use super::square::Square;

/// Why a text is not a legal move here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SanError {
    /// It does not look like a move.
    #[error(
        "move: found \u{201c}{found}\u{201d}, expected a move such as e4, Nf3, exd5, e8=Q or O-O"
    )]
    Syntax {
        /// The text.
        found: String,
    },
    /// A move in form, but no such piece can go there.
    #[error("move: found \u{201c}{found}\u{201d}, but no {piece}{origin} can go to {to}")]
    NoSuchMove {
        /// The text.
        found: String,
        /// The piece it names.
        piece: Piece,
        /// The origin it names, as words with a space in front; may be empty.
        origin: String,
        /// Where to.
        to: Square,
    },
    /// More than one move fits.
    #[error("move: found \u{201c}{found}\u{201d}, expected one of {candidates}")]
    Ambiguous {
        /// The text.
        found: String,
        /// The moves it may mean.
        candidates: String,
    },
    /// A pawn reaches the last rank and nothing is said about what it becomes.
    #[error("move: found \u{201c}{found}\u{201d}, expected the new piece too, as in {found}=Q")]
    PromotionMissing {
        /// The text.
        found: String,
    },
    /// Castling that is not possible now.
    #[error("move: found \u{201c}{found}\u{201d}, but {color} cannot castle there: {why}")]
    Castling {
        /// The text.
        found: String,
        /// Who.
        color: Color,
        /// Why not.
        why: &'static str,
    },
}
