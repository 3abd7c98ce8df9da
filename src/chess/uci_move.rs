//! Moves in UCI format: origin, target, promotion letter, such as `e2e4`, `e7e8q`.
//!
//! Castling is the king's move in standard chess (`e1g1`) and "king takes rook" in Chess960 (`e1h1`). Both are accepted
//! in every position; the caller chooses which one is written.
//!
//! ```
//! use tabia_chess::{Board, uci_move};
//! let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
//! let castles = uci_move::parse(&board, "e1g1").unwrap();
//! assert_eq!(uci_move::parse(&board, "e1h1"), Ok(castles));
//! assert_eq!(uci_move::write(&board, castles, false), "e1g1");
//! assert_eq!(uci_move::write(&board, castles, true), "e1h1");
//! ```

use std::fmt;

use super::board::Board;
use super::fen::excerpt;
use super::make_move::castling_wing;
use super::moves::Move;
use super::piece::PieceType;
use super::square::Square;

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "`found` is the text, `fen` the position")]
pub enum UciMoveError {
    /// It does not have the form of a move.
    Syntax { found: String },
    /// It has the form of a move, but is not legal.
    Illegal { found: String, fen: String },
    /// The promotion piece is missing.
    PromotionMissing { found: String },
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { found } => write!(
                f,
                "move: found \u{201c}{found}\u{201d}, expected two squares and perhaps a letter, as in e2e4 or e7e8q"
            ),
            Self::Illegal { found, fen } => {
                write!(f, "move: found \u{201c}{found}\u{201d}, expected a legal move in {fen}")
            }
            Self::PromotionMissing { found } => write!(
                f,
                "move: found \u{201c}{found}\u{201d}, expected the new piece too, as in {found}q"
            ),
        }
    }
}

impl std::error::Error for UciMoveError {}

impl UciMoveError {
    /// The probable text: a queen for a missing promotion piece.
    pub fn repair(&self) -> Option<String> {
        match self {
            Self::PromotionMissing { found } => Some(format!("{found}q")),
            Self::Syntax { .. } | Self::Illegal { .. } => None,
        }
    }
}

/// Writes a legal move. `chess960` selects king-takes-rook castling, which is also used where standard notation is
/// ambiguous.
pub fn write(board: &Board, mv: Move, chess960: bool) -> String {
    if mv.is_castling() && !chess960 && !board.is_chess960() {
        let to = Square::new(castling_wing(mv).king_file(), mv.to().rank());
        return format!("{}{to}", mv.from());
    }
    let promotion = mv.promotion().map(PieceType::letter);
    promotion.map_or_else(
        || format!("{}{}", mv.from(), mv.to()),
        |letter| format!("{}{}{letter}", mv.from(), mv.to()),
    )
}

/// Reads a move that is legal on `board`.
///
/// # Errors
/// Invalid text, and illegal moves.
pub fn parse(board: &Board, text: &str) -> Result<Move, UciMoveError> {
    let found = || excerpt(text);
    let (from, to, promotion) =
        read(text).ok_or_else(|| UciMoveError::Syntax { found: found() })?;
    board.find_move(from, to, promotion).ok_or_else(|| {
        if promotion.is_none() && board.find_move(from, to, Some(PieceType::Queen)).is_some() {
            UciMoveError::PromotionMissing { found: found() }
        } else {
            UciMoveError::Illegal { found: found(), fen: board.to_string() }
        }
    })
}

/// Writes a line up to its first illegal move; see [`write()`].
pub fn write_line(start: &Board, line: &[Move], chess960: bool) -> Vec<String> {
    let mut board = *start;
    let written = line.iter().map_while(|&mv| {
        let text = board.is_legal(mv).then(|| write(&board, mv, chess960))?;
        board.make_move(mv);
        Some(text)
    });
    written.collect()
}

/// Reads a line: its moves up to the first text that is no legal move, and what is wrong with that one.
///
/// ```
/// use tabia_chess::{Board, uci_move};
/// let (moves, error) = uci_move::parse_line(&Board::start(), "e2e4 e7e5 e4e5".split(' '));
/// assert_eq!(uci_move::write_line(&Board::start(), &moves, false), ["e2e4", "e7e5"]);
/// assert!(error.is_some());
/// ```
pub fn parse_line<'a>(
    start: &Board,
    texts: impl IntoIterator<Item = &'a str>,
) -> (Vec<Move>, Option<UciMoveError>) {
    let (mut board, mut moves) = (*start, Vec::new());
    for text in texts {
        match parse(&board, text) {
            Ok(mv) => {
                board.make_move(mv);
                moves.push(mv);
            }
            Err(error) => return (moves, Some(error)),
        }
    }
    (moves, None)
}

/// Parses the format only.
fn read(text: &str) -> Option<(Square, Square, Option<PieceType>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        None => None,
        Some(letter) => Some(PieceType::from_letter(letter)?),
    };
    rest.next().is_none().then_some((from, to, promotion))
}
