//! Text format of an archive of engine games: each move with the evaluation of the engine that played it.
//!
//! ```text
//! start FEN|result|white|black|date|event|round       a game begins
//! move eval depth move move ...                       a ply: the move played, pawns from White's view,
//!                                                     depth, and the line expected after the move
//!                                                     (an empty line, or the next head: the game ends)
//! ```
//!
//! Moves are UCI moves with castling as the king taking its rook. `-` stands for no evaluation, `M12` for a mate by
//! White and `-M12` for one by Black.

use std::io::{self, BufRead};

use thiserror::Error;

use tabia_chess::{Board, Color};

use super::game::GameResult;

/// Why an archive could not be read.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// An invalid line.
    #[error("line {line}: {what}")]
    Line {
        /// From 1.
        line: usize,
        /// What was found and what was expected.
        what: String,
    },
}

/// Evaluation of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArchiveEval {
    /// None, or not a number.
    Nothing,
    /// Pawns, White's view; finite.
    Pawns(f64),
    /// A mate by this side.
    Mate(Color),
}

impl ArchiveEval {
    fn parse(text: &str) -> ArchiveEval {
        match text.parse::<f64>() {
            Ok(pawns) if pawns.is_finite() => ArchiveEval::Pawns(pawns),
            _ if text.starts_with('M') => ArchiveEval::Mate(Color::White),
            _ if text.starts_with("-M") => ArchiveEval::Mate(Color::Black),
            _ => ArchiveEval::Nothing,
        }
    }
}

/// A ply as text. The reader checks whether its moves are legal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ply<'a> {
    /// Line number, from 1.
    pub line: usize,
    /// The move played.
    pub mv: &'a str,
    pub eval: ArchiveEval,
    /// The expected variation, separated by spaces.
    pub variation: &'a str,
}

/// A game as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Game<'a> {
    /// The position it begins from.
    pub start: Board,
    /// Result; `None` for `*`.
    pub result: Option<GameResult>,
    /// Engines of White and Black: first word of the name, and the year. Versions of one year share a scale.
    pub engines: [String; 2],
    /// Its moves.
    pub plies: Vec<Ply<'a>>,
}

/// Calls `visit` for each game or invalid header; only one game is in memory at a time.
///
/// # Errors
/// The input cannot be read, or an error of `visit`.
pub fn read<E: From<io::Error>>(
    mut input: impl BufRead,
    mut visit: impl FnMut(Result<Game<'_>, ArchiveError>) -> Result<(), E>,
) -> Result<(), E> {
    let (mut block, mut first) = (String::new(), 1);
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let at_end = input.read_line(&mut line)? == 0;
        let is_blank = line.trim().is_empty();
        if (is_blank || line.contains('|')) && !block.is_empty() {
            visit(game(&block, first))?;
            block.clear();
        }
        if at_end {
            break;
        }
        if !is_blank {
            if block.is_empty() {
                first = number;
            }
            block.push_str(&line);
        }
    }
    Ok(())
}

/// Parses the lines of a game; `first` is the number of the first line.
fn game(block: &str, first: usize) -> Result<Game<'_>, ArchiveError> {
    let mut lines = block.lines();
    let head = lines.next().unwrap_or_default();
    let (start, result, engines) =
        head_of(head).map_err(|what| ArchiveError::Line { line: first, what })?;
    let plies = lines.zip(first + 1..).map(|(line, number)| ply(line, number)).collect();
    Ok(Game { start, result, engines, plies })
}

/// Start position, result and engines.
fn head_of(line: &str) -> Result<(Board, Option<GameResult>, [String; 2]), String> {
    let fields: Vec<&str> = line.split('|').collect();
    let [fen, result, white, black, date, ..] = fields[..] else {
        return Err(format!("{} fields, expected FEN|result|white|black|date", fields.len()));
    };
    let start = Board::from_fen(fen).map_err(|error| error.to_string())?;
    let result = match result {
        "1-0" => Some(GameResult::WhiteWins),
        "0-1" => Some(GameResult::BlackWins),
        "1/2-1/2" => Some(GameResult::Draw),
        "*" => None,
        _ => return Err(format!("result {result}, expected 1-0, 0-1, 1/2-1/2 or *")),
    };
    let year = date.split('.').next().unwrap_or_default();
    let engine = |name: &str| {
        let word = name.split([' ', '_', '-']).next().unwrap_or_default();
        format!("{} {year}", word.to_lowercase())
    };
    Ok((start, result, [engine(white), engine(black)]))
}

fn ply(line: &str, number: usize) -> Ply<'_> {
    let mut fields = line.splitn(4, ' ');
    let mut field = || fields.next().unwrap_or_default();
    let (mv, eval, _depth, variation) = (field(), ArchiveEval::parse(field()), field(), field());
    Ply { line: number, mv, eval, variation }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 40";

    /// Every game, or its error.
    fn games(text: &str) -> Vec<Result<String, String>> {
        let mut out = Vec::new();
        let read: Result<(), io::Error> = read(text.as_bytes(), |game| {
            out.push(match game {
                Ok(game) => Ok(format!("{:?} {:?}", game.engines, game.plies)),
                Err(error) => Err(error.to_string()),
            });
            Ok(())
        });
        read.unwrap();
        out
    }

    #[test]
    fn games_end_at_an_empty_line_a_head_or_the_end() {
        let text = format!(
            "\n\n{KINGS}|1-0|Alpha_1.0|Beta-2 x64|2020.01.01|E|1\r\ne2e4 0.30 20 e8e7 e4e5\r\n\n\
             {KINGS}|*|A|B|2021\n{KINGS}|0-1|A|B|2021\ne2e3 -M3\ne8e7 nan 4"
        );
        let ply = |line: usize, mv: &str, eval: &str, variation: &str| {
            format!("Ply {{ line: {line}, mv: {mv:?}, eval: {eval}, variation: {variation:?} }}")
        };
        let expected = [
            format!(
                r#"["alpha 2020", "beta 2020"] [{}]"#,
                ply(4, "e2e4", "Pawns(0.3)", "e8e7 e4e5")
            ),
            r#"["a 2021", "b 2021"] []"#.to_owned(),
            format!(
                r#"["a 2021", "b 2021"] [{}, {}]"#,
                ply(8, "e2e3", "Mate(Black)", ""),
                ply(9, "e8e7", "Nothing", "")
            ),
        ];
        assert_eq!(games(&text), expected.map(Ok));
    }

    #[test]
    fn an_invalid_header_is_reported_once_and_the_next_game_is_read() {
        let text =
            format!("x|y\ne2e4 0.1 3\ne7e5 - -\n\n{KINGS}|won|A|B|2021\n\n{KINGS}|1-0|A|B|2021\n");
        let found = games(&text);
        assert_eq!(
            found[0],
            Err("line 1: 2 fields, expected FEN|result|white|black|date".to_owned())
        );
        assert_eq!(found[1], Err("line 5: result won, expected 1-0, 0-1, 1/2-1/2 or *".to_owned()));
        assert_eq!(found[2..], [Ok(r#"["a 2021", "b 2021"] []"#.to_owned())]);
        assert_eq!(games("\n \n"), []);
    }
}
