//! Texts for the outcome of a game and for invalid positions and moves, in the language of the user interface. The
//! rules themselves (`tabia-chess`) only have English texts.

use tabia_chess::san::CastlingFault;
use tabia_chess::{
    Color, DrawReason, EnPassantFault, FenField, FenProblem, Outcome, SanError, UciMoveError,
    WinReason,
};
use tabia_text::t;

/// White or Black.
pub fn side(side: Color) -> &'static str {
    match side {
        Color::White => t!("white"),
        Color::Black => t!("black"),
    }
}

/// A side as the selector of messages.
pub fn color_id(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The outcome of a game: `White wins by checkmate`.
pub fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { winner, reason } => {
            let side = color_id(winner);
            match reason {
                WinReason::Checkmate => t!("outcome-checkmate", side = side),
                WinReason::Resignation => t!("outcome-resignation", side = side),
                WinReason::Time => t!("outcome-time", side = side),
            }
        }
        Outcome::Draw(reason) => match reason {
            DrawReason::Stalemate => t!("outcome-stalemate"),
            DrawReason::DeadPosition => t!("outcome-dead-position"),
            DrawReason::Fivefold => t!("outcome-fivefold"),
            DrawReason::SeventyFiveMoves => t!("outcome-75-moves"),
            DrawReason::Threefold => t!("outcome-threefold"),
            DrawReason::FiftyMoves => t!("outcome-50-moves"),
            DrawReason::Agreement => t!("outcome-agreement"),
            DrawReason::TimeVsInsufficient => t!("outcome-time-no-mate"),
        }
        .to_owned(),
    }
}

/// What is wrong with a FEN: `rank 7 has 9 squares, expected 8`.
pub fn fen_problem(problem: &FenProblem) -> String {
    match problem {
        FenProblem::Missing { field } => t!("error-fen-missing", field = field_name(*field)),
        FenProblem::RankCount { found } => t!("error-fen-ranks", n = *found),
        FenProblem::RankLength { rank, found } => {
            t!("error-fen-rank-length", rank = rank.to_string(), n = *found)
        }
        FenProblem::BoardLetter { rank, found } => {
            t!("error-fen-letter", rank = rank.to_string(), found = found.to_string())
        }
        FenProblem::KingMissing { color: side } => t!("error-fen-no-king", side = color_id(*side)),
        FenProblem::TooManyKings { color: side, found } => {
            t!("error-fen-kings", side = color_id(*side), n = *found)
        }
        FenProblem::TooManyPieces { color: side, found } => {
            t!("error-fen-pieces", side = color_id(*side), n = *found)
        }
        FenProblem::TooManyPawns { color: side, found } => {
            t!("error-fen-pawns", side = color_id(*side), n = *found)
        }
        FenProblem::TooManyPromoted { color: side, promoted, pawns } => {
            t!("error-fen-promoted", side = color_id(*side), pawns = *pawns, promoted = *promoted)
        }
        FenProblem::PawnOnLastRank { square } => {
            t!("error-fen-last-rank", square = square.to_string())
        }
        FenProblem::KingsTouch { white, black } => {
            t!("error-fen-kings-touch", white = white.to_string(), black = black.to_string())
        }
        FenProblem::OpponentInCheck { to_move } => {
            t!("error-fen-in-check", side = color_id(*to_move))
        }
        FenProblem::TooManyCheckers { found } => t!("error-fen-checkers", n = *found),
        FenProblem::SideToMove { found } => t!("error-fen-side", found = found.as_str()),
        FenProblem::CastlingLetter { found } => {
            t!("error-fen-castling-letter", found = found.to_string())
        }
        FenProblem::CastlingTwice { letter } => {
            t!("error-fen-castling-twice", letter = letter.to_string())
        }
        FenProblem::CastlingSameSide { letters: [first, second], wing, king } => t!(
            "error-fen-castling-same-side",
            first = first.to_string(),
            second = second.to_string(),
            wing = wing.corner_file().to_string(),
            king = king.to_string()
        ),
        FenProblem::CastlingKing { letter, king } => {
            t!("error-fen-castling-king", letter = letter.to_string(), king = king.to_string())
        }
        FenProblem::CastlingRook { letter, .. } => {
            t!("error-fen-castling-rook", letter = letter.to_string())
        }
        FenProblem::EnPassantText { found } => {
            t!("error-fen-en-passant-text", found = found.as_str())
        }
        FenProblem::EnPassantSquare { square, why } => en_passant(&square.to_string(), *why),
        FenProblem::Number { field, found, min, max } => t!(
            "error-fen-number",
            field = field_name(*field),
            found = found.as_str(),
            least = *min,
            most = *max
        ),
        FenProblem::Trailing { found } => t!("error-fen-trailing", found = found.as_str()),
        // Problems of a later version.
        other => other.to_string(),
    }
}

fn en_passant(square: &str, why: EnPassantFault) -> String {
    match why {
        EnPassantFault::Rank { expected } => {
            t!("error-fen-en-passant-rank", square = square, rank = expected.to_string())
        }
        EnPassantFault::Pawn { expected, on } => t!(
            "error-fen-en-passant-pawn",
            square = square,
            side = color_id(expected.color()),
            on = on.to_string()
        ),
        EnPassantFault::Blocked { on } => {
            t!("error-fen-en-passant-blocked", square = square, on = on.to_string())
        }
        EnPassantFault::Check => t!("error-fen-en-passant-check", square = square),
    }
}

/// The name of a field in the arguments of a message.
fn field_name(field: FenField) -> &'static str {
    match field {
        FenField::Board => "board",
        FenField::SideToMove => "side",
        FenField::Castling => "castling",
        FenField::EnPassant => "enpassant",
        FenField::HalfmoveClock => "halfmove",
        FenField::FullmoveNumber => "fullmove",
        FenField::End => "end",
    }
}

/// Why a text is not a move in a position.
pub(crate) fn san_error(error: &SanError) -> String {
    match error {
        SanError::Syntax { found } => t!("error-san-syntax", found = found.as_str()),
        SanError::NoSuchMove { found, piece, origin, to } => {
            let (side, kind) = (color_id(piece.color()), piece.kind().name());
            let (found, to) = (found.as_str(), to.to_string());
            if origin.is_empty() {
                t!("error-san-no-move", found = found, side = side, piece = kind, to = to)
            } else {
                t!("error-san-no-move-from", found = found, side = side, piece = kind, to = to)
            }
        }
        SanError::Ambiguous { found, candidates } => {
            t!("error-san-ambiguous", found = found.as_str(), candidates = candidates.as_str())
        }
        SanError::PromotionMissing { found } => {
            t!("error-san-promotion", found = found.as_str())
        }
        SanError::Castling { found, color: side, why } => {
            let (found, side) = (found.as_str(), color_id(*side));
            match why {
                CastlingFault::RightGone => {
                    t!("error-san-castling-right", found = found, side = side)
                }
                CastlingFault::InCheck => {
                    t!("error-san-castling-check", found = found, side = side)
                }
                CastlingFault::Blocked => {
                    t!("error-san-castling-blocked", found = found, side = side)
                }
            }
        }
        // Errors of a later version.
        other => other.to_string(),
    }
}

/// Why a text is not a UCI move.
pub fn uci_move_error(error: &UciMoveError) -> String {
    match error {
        UciMoveError::Syntax { found } => t!("error-uci-syntax", found = found.as_str()),
        UciMoveError::Illegal { found, fen } => {
            t!("error-uci-illegal", found = found.as_str(), fen = fen.as_str())
        }
        UciMoveError::PromotionMissing { found } => {
            t!("error-uci-promotion", found = found.as_str())
        }
        // Errors of a later version.
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Board, san};
    use tabia_text::Language;

    #[test]
    fn errors_are_in_the_language_of_the_window() {
        let error = Board::from_fen("8/ppppppppp/8/8/8/8/8/8 w - - 0 1").unwrap_err();
        let move_error = san::parse(&Board::start(), "Nd4").unwrap_err();
        let english = (fen_problem(error.problem()), san_error(&move_error));
        assert_eq!(english.0, t!("error-fen-rank-length", rank = "7", n = 9));
        let _german = Language::by_id("de").unwrap().on_this_thread();
        let german = (fen_problem(error.problem()), san_error(&move_error));
        assert_eq!(german.0, t!("error-fen-rank-length", rank = "7", n = 9));
        assert_ne!(english, german);
        assert!(german.1.contains("Nd4") && german.1.contains("Springer"), "{}", german.1);
    }
}
