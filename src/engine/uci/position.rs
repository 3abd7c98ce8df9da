//! `position startpos|fen .. moves ..`: the words, and the position they mean.

use thiserror::Error;

use tabia_chess::uci_move::{self, UciMoveError};
use tabia_chess::{Board, FenError};
use tabia_games::game::position::GamePosition;

use super::expected;

/// The words of a `position` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The FEN, or `None` for the usual start.
    pub fen: Option<String>,
    /// The moves, as they were written.
    pub moves: Vec<String>,
}

/// Why a `position` command means no position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// The FEN is refused.
    #[error("position: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error("position, move {number}: {}", error.to_string().trim_start_matches("move: "))]
    Move {
        /// Its place in the list, 1 the first.
        number: usize,
        /// What is wrong with it.
        error: UciMoveError,
    },
}

impl PositionText {
    /// Reads what follows the word `position`.
    pub(super) fn parse(rest: &str) -> Result<PositionText, String> {
        let mut words = rest.split_whitespace().peekable();
        let fen = match words.next() {
            Some("startpos") => None,
            Some("fen") => {
                let mut fields = Vec::new();
                while let Some(field) = words.next_if(|&word| word != "moves") {
                    fields.push(field);
                }
                if fields.is_empty() {
                    return Err(expected("position fen", words.next(), "a FEN"));
                }
                Some(fields.join(" "))
            }
            other => return Err(expected("position", other, "startpos or fen")),
        };
        match words.next() {
            None | Some("moves") => {}
            other => return Err(expected("position", other, "moves")),
        }
        Ok(PositionText { fen, moves: words.map(str::to_owned).collect() })
    }

    /// The position meant, every move checked.
    ///
    /// # Errors
    /// Where the FEN is refused or a move is illegal: then the whole command means nothing.
    pub fn resolve(&self) -> Result<GamePosition, PositionError> {
        let start = match &self.fen {
            Some(fen) => Board::from_fen(fen)?,
            None => Board::start(),
        };
        let mut board = start;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (text, number) in self.moves.iter().zip(1..) {
            let mv = uci_move::parse(&board, text)
                .map_err(|error| PositionError::Move { number, error })?;
            board.make_move(mv);
            moves.push(mv);
        }
        Ok(GamePosition { start, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(rest: &str) -> Result<GamePosition, String> {
        PositionText::parse(rest)?.resolve().map_err(|error| error.to_string())
    }

    #[test]
    fn start_fen_and_moves_are_read() {
        let position = resolve("startpos moves e2e4 e7e5").unwrap();
        assert_eq!(position.moves.len(), 2);
        assert_eq!(
            position.board().to_string(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        );
        assert_eq!(resolve("startpos").unwrap(), resolve("startpos moves").unwrap());
        // Clocks may be missing.
        let position = resolve("fen 8/8/8/8/8/2k5/2p5/2K5 w - - moves").unwrap();
        assert_eq!(position.board().to_string(), "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1");
    }

    #[test]
    fn both_ways_to_write_castling_are_read() {
        let fen = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
        let short = resolve(&format!("{fen} e1g1 e8c8")).unwrap();
        assert_eq!(short, resolve(&format!("{fen} e1h1 e8a8")).unwrap());
        assert_eq!(short.board().to_string(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    }

    #[test]
    fn a_bad_word_a_bad_fen_and_a_bad_move_are_refused_with_their_place() {
        assert_eq!(resolve("startpos e2e4").unwrap_err(), "position: found 'e2e4', expected moves");
        assert_eq!(
            resolve("fen moves").unwrap_err(),
            "position fen: found 'moves', expected a FEN"
        );
        assert!(resolve("fen 8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err().contains("king"));
        let error = resolve("startpos moves e2e4 e7e4").unwrap_err();
        assert!(
            error.starts_with("position, move 2: found “e7e4”, expected a legal move"),
            "{error}"
        );
        assert!(resolve("startpos moves \u{1f600}").is_err());
    }
}
