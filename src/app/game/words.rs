//! Chess in the words of the window: colours, how games end, what is wrong with a FEN or a position.

use tabia_chess::{
    Color, DrawReason, EnPassantFault, FenError, FenField, FenProblem, Outcome, WinReason,
};
use tabia_text::t;

/// The name of a side.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => t!("white"),
        Color::Black => t!("black"),
    }
}

/// Whose turn it is.
pub fn side_to_move(color: Color) -> &'static str {
    match color {
        Color::White => t!("white-to-move"),
        Color::Black => t!("black-to-move"),
    }
}

/// A side as messages choose between their variants.
pub fn color_id(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// How a game ended: `White wins by checkmate`.
pub fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win { winner, reason } => match (reason, winner) {
            (WinReason::Checkmate, Color::White) => t!("ended-white-mates"),
            (WinReason::Checkmate, Color::Black) => t!("ended-black-mates"),
            (WinReason::Resignation, Color::White) => t!("ended-black-resigned"),
            (WinReason::Resignation, Color::Black) => t!("ended-white-resigned"),
            (WinReason::Time, Color::White) => t!("ended-black-flagged"),
            (WinReason::Time, Color::Black) => t!("ended-white-flagged"),
        },
        Outcome::Draw(reason) => match reason {
            DrawReason::Stalemate => t!("ended-stalemate"),
            DrawReason::DeadPosition => t!("ended-dead"),
            DrawReason::Fivefold => t!("ended-fivefold"),
            DrawReason::SeventyFiveMoves => t!("ended-seventy-five"),
            DrawReason::Threefold => t!("ended-threefold"),
            DrawReason::FiftyMoves => t!("ended-fifty"),
            DrawReason::Agreement => t!("ended-agreement"),
            DrawReason::TimeVsInsufficient => t!("ended-time-insufficient"),
        },
    }
}

/// How a game ended for one of its players, or for both where `human` is `None`: `You won by checkmate on move 21`.
pub(super) fn end_text(outcome: Outcome, human: Option<Color>, move_number: u32) -> String {
    let number = move_number.to_string();
    let (winner, reason) = match outcome {
        Outcome::Win { winner, reason } => (winner, reason),
        Outcome::Draw(reason) => {
            let why = match reason {
                DrawReason::Stalemate => "stalemate",
                DrawReason::DeadPosition => "dead",
                DrawReason::Fivefold => "fivefold",
                DrawReason::SeventyFiveMoves => "seventy-five",
                DrawReason::Threefold => "threefold",
                DrawReason::FiftyMoves => "fifty",
                DrawReason::Agreement => "agreement",
                DrawReason::TimeVsInsufficient => "time-insufficient",
            };
            return t!("end-draw", why = why, move = number);
        }
    };
    let who = match human {
        Some(human) if human == winner => "you",
        Some(_) => "opponent",
        None => color_id(winner),
    };
    match reason {
        WinReason::Checkmate => t!("end-checkmate", who = who, move = number),
        WinReason::Resignation => t!("end-resignation", who = who, move = number),
        WinReason::Time => t!("end-time", who = who, move = number),
    }
}

/// Why a FEN or a position is refused.
pub fn fen_text(error: &FenError) -> String {
    match error.problem() {
        FenProblem::Missing { field } => t!("fen-missing", field = field_id(*field)),
        FenProblem::RankCount { found } => t!("fen-rank-count", found = *found),
        FenProblem::RankLength { rank, found } => {
            t!("fen-rank-length", rank = *rank, found = *found)
        }
        FenProblem::BoardLetter { rank, found } => {
            t!("fen-board-letter", rank = *rank, found = found.to_string())
        }
        FenProblem::SideToMove { found } => t!("fen-side", found = found.as_str()),
        FenProblem::CastlingLetter { found } => {
            t!("fen-castling-letter", found = found.to_string())
        }
        FenProblem::CastlingTwice { letter } => {
            t!("fen-castling-twice", letter = letter.to_string())
        }
        FenProblem::EnPassantText { found } => t!("fen-en-passant", found = found.as_str()),
        FenProblem::Number { field, found, least, most } => {
            let (field, found) = (field_id(*field), found.as_str());
            let (least, most) = (least.to_string(), most.to_string());
            t!("fen-number", field = field, found = found, least = least, most = most)
        }
        FenProblem::Trailing { found } => t!("fen-trailing", found = found.as_str()),
        problem => position_text(problem),
    }
}

/// Why a position is refused that is written as it should be.
fn position_text(problem: &FenProblem) -> String {
    match problem {
        FenProblem::KingMissing { color } => {
            t!("position-king-missing", color = color_id(*color))
        }
        FenProblem::TooManyKings { color, found } => {
            t!("position-kings", color = color_id(*color), found = *found)
        }
        FenProblem::TooManyPieces { color, found } => {
            t!("position-pieces", color = color_id(*color), found = *found)
        }
        FenProblem::TooManyPawns { color, found } => {
            t!("position-pawns", color = color_id(*color), found = *found)
        }
        FenProblem::TooManyPromoted { color, promoted, pawns } => {
            let color = color_id(*color);
            t!("position-promoted", color = color, promoted = *promoted, pawns = *pawns)
        }
        FenProblem::PawnOnLastRank { square } => {
            t!("position-pawn-on-last-rank", square = square.to_string())
        }
        FenProblem::KingsTouch { white, black } => {
            t!("position-kings-touch", white = white.to_string(), black = black.to_string())
        }
        FenProblem::OpponentInCheck { to_move } => {
            t!("position-opponent-in-check", color = color_id(*to_move))
        }
        FenProblem::TooManyCheckers { found } => t!("position-checkers", found = *found),
        FenProblem::CastlingKing { letter, king } => {
            t!("position-castling-king", letter = letter.to_string(), king = king.to_string())
        }
        FenProblem::CastlingRook { letter, .. } => {
            t!("position-castling-rook", letter = letter.to_string())
        }
        FenProblem::EnPassantSquare { square, why } => {
            let square = square.to_string();
            match why {
                EnPassantFault::Rank { expected } => {
                    t!("position-en-passant-rank", square = square, rank = *expected)
                }
                EnPassantFault::Pawn { expected, on } => {
                    let color = color_id(expected.color());
                    let on = on.to_string();
                    t!("position-en-passant-pawn", square = square, color = color, on = on)
                }
                EnPassantFault::Blocked { on } => {
                    t!("position-en-passant-blocked", square = square, on = on.to_string())
                }
                EnPassantFault::Check => t!("position-en-passant-check", square = square),
            }
        }
        // A problem that is new to this program.
        other => t!("fen-other", why = other.to_string()),
    }
}

fn field_id(field: FenField) -> &'static str {
    match field {
        FenField::Board => "board",
        FenField::SideToMove => "side",
        FenField::Castling => "castling",
        FenField::EnPassant => "en-passant",
        FenField::HalfmoveClock => "halfmove",
        FenField::FullmoveNumber | FenField::End => "fullmove",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Board;

    #[test]
    fn a_refused_fen_is_explained_in_a_sentence() {
        let text = |fen: &str| fen_text(&Board::from_fen(fen).unwrap_err());
        assert_eq!(
            text("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            "Invalid FEN: rank 7 has 9 squares, needs 8"
        );
        let kings = text("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
        assert_eq!(kings, "Invalid position: the black king is missing");
    }
}
