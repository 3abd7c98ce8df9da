//! Chess in the language of the window: colours, how games end, what is wrong with a FEN or a position.

use tabia_chess::{Color, DrawReason, FenError, FenProblem, Outcome, WinReason};
use tabia_games::words::{self, color_id};
use tabia_text::t;

/// The side to move, as text.
pub fn side_to_move(color: Color) -> &'static str {
    match color {
        Color::White => t!("white-to-move"),
        Color::Black => t!("black-to-move"),
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

/// Why a FEN or its position is refused.
pub fn fen_text(error: &FenError) -> String {
    let problem = words::fen_problem(error.problem());
    match error.problem() {
        FenProblem::KingMissing { .. }
        | FenProblem::TooManyKings { .. }
        | FenProblem::TooManyPieces { .. }
        | FenProblem::TooManyPawns { .. }
        | FenProblem::TooManyPromoted { .. }
        | FenProblem::PawnOnLastRank { .. }
        | FenProblem::KingsTouch { .. }
        | FenProblem::OpponentInCheck { .. }
        | FenProblem::TooManyCheckers { .. }
        | FenProblem::CastlingKing { .. }
        | FenProblem::CastlingRook { .. }
        | FenProblem::EnPassantSquare { .. } => t!("position-invalid", why = problem),
        _ => t!("fen-invalid", why = problem),
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
            "Invalid FEN: rank 7 has 9 squares, expected 8"
        );
        let kings = text("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
        assert_eq!(kings, "Invalid position: Black has no king, expected one");
    }
}
