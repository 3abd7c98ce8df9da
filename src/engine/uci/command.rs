//! Parser for one line from a GUI, and the position of `position`. Options are validated where they are defined.

use thiserror::Error;

use super::go::Go;
use super::{expected, quoted};
use tabia_chess::uci_move::UciMoveError;
use tabia_chess::{Board, FenError, uci_move};
use tabia_games::game::position::GamePosition;

/// A command from a GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// Identify yourself and list the options.
    Uci,
    /// Turn debug output on `info string` on or off.
    Debug(bool),
    /// Answer `readyok` when all earlier commands are done.
    IsReady,
    /// `setoption name .. value ..`
    SetOption {
        /// The option's name, as it was written.
        name: String,
        /// What follows `value`; `None` for buttons.
        value: Option<String>,
    },
    /// Registration, which this program does not need.
    Register,
    /// The next position is from another game.
    NewGame,
    /// The position to search next.
    Position(PositionText),
    /// A position that could not be parsed: there is no position until the next `position` command.
    NoPosition,
    /// Search.
    Go(Go),
    /// Stop the search and answer.
    Stop,
    /// The opponent played the ponder move.
    PonderHit,
    /// Leave.
    Quit,
    /// Draw the board (not UCI).
    Display,
    /// Evaluate without searching (not UCI).
    Eval,
    /// Run the bench, to a depth if one is given (not UCI).
    Bench(Option<u32>),
}

/// A parsed line: its command, if any, and messages about errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// `None` for an empty or invalid line. An invalid position gives [`UciCommand::NoPosition`].
    pub command: Option<UciCommand>,
    /// Messages for the user: what was found and what was expected.
    pub notes: Vec<String>,
}

/// Parses a line. As the protocol requires, unknown words before a command are skipped: `joho debug on` is `debug on`.
///
/// ```
/// use tabia_engine::uci::command::{UciCommand, parse};
/// assert_eq!(parse("  stop\r\n").command, Some(UciCommand::Stop));
/// assert_eq!(parse("joho debug on").command, Some(UciCommand::Debug(true)));
/// assert_eq!(parse("hello").notes, ["unknown command “hello”"]);
/// ```
pub fn parse(line: &str) -> Parsed {
    let mut rest = line.trim();
    let mut notes = Vec::new();
    while !rest.is_empty() {
        let (word, after) = first_word(rest);
        let after = after.trim_start();
        // Commands beyond the protocol count only as the first word: `d` is too short to be searched for in garbage.
        let found = match own(word, after).filter(|_| notes.is_empty()) {
            None => standard(word, after, &mut notes),
            found => found,
        };
        match found {
            Some(Ok(command)) => return Parsed { command: Some(command), notes },
            Some(Err(note)) => {
                notes.push(note);
                return Parsed { command: None, notes };
            }
            None => rest = after,
        }
        if notes.is_empty() {
            notes.push(format!("unknown command {}", quoted(word)));
        }
    }
    Parsed { command: None, notes }
}

/// Parses a line that was too long, from its start. A `go` is still answered, by a search of one ply, because its
/// limits are unknown. A line without a protocol command is treated as a position, so that the previous position is not
/// searched.
pub fn parse_start(start: &str) -> Option<UciCommand> {
    let known = |word: &str| standard(word, "", &mut Vec::new());
    match start.split_whitespace().find_map(known) {
        None | Some(Ok(UciCommand::NoPosition)) => Some(UciCommand::NoPosition),
        Some(Ok(UciCommand::Go(_))) => Some(UciCommand::Go(Go { depth: Some(1), ..Go::default() })),
        Some(_) => None,
    }
}

/// The first word and what follows it.
fn first_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// The command beyond the protocol that starts with this word.
fn own(word: &str, rest: &str) -> Option<Result<UciCommand, String>> {
    let first = rest.split_whitespace().next();
    Some(match word {
        "d" => Ok(UciCommand::Display),
        "eval" => Ok(UciCommand::Eval),
        "bench" => match first.map(str::parse) {
            None => Ok(UciCommand::Bench(None)),
            Some(Ok(depth)) if depth > 0 => Ok(UciCommand::Bench(Some(depth))),
            Some(_) => Err(expected("bench", first, "a depth in plies, 1 or more")),
        },
        _ => return None,
    })
}

/// The protocol command that starts with this word.
fn standard(word: &str, rest: &str, notes: &mut Vec<String>) -> Option<Result<UciCommand, String>> {
    Some(Ok(match word {
        "uci" => UciCommand::Uci,
        "isready" => UciCommand::IsReady,
        "register" => UciCommand::Register,
        "ucinewgame" => UciCommand::NewGame,
        "stop" => UciCommand::Stop,
        "ponderhit" => UciCommand::PonderHit,
        "quit" => UciCommand::Quit,
        "debug" => match rest.split_whitespace().next() {
            Some("on") => UciCommand::Debug(true),
            Some("off") => UciCommand::Debug(false),
            other => return Some(Err(expected("debug", other, "on or off"))),
        },
        "setoption" => return Some(set_option(rest)),
        "position" => match PositionText::parse(rest) {
            Ok(text) => UciCommand::Position(text),
            Err(note) => {
                notes.push(note);
                UciCommand::NoPosition
            }
        },
        "go" => UciCommand::Go(Go::parse(rest, notes)),
        _ => return None,
    }))
}

/// `name <words> [value <text>]`. A name may contain spaces, and a value the word `value` and several spaces in a row.
fn set_option(rest: &str) -> Result<UciCommand, String> {
    let (first, mut rest) = first_word(rest);
    if first != "name" {
        return Err(expected("setoption", Some(first).filter(|word| !word.is_empty()), "name"));
    }
    let (mut name, mut value) = (Vec::new(), None);
    while value.is_none() && !rest.is_empty() {
        let (word, after) = first_word(rest.trim_start());
        match word {
            "value" => value = Some(after.trim().to_owned()),
            _ => name.push(word),
        }
        rest = after;
    }
    if name.is_empty() {
        let found = value.is_some().then_some("value");
        return Err(expected("setoption name", found, "the name of an option"));
    }
    Ok(UciCommand::SetOption { name: name.join(" "), value })
}

// `position startpos|fen .. moves ..`

/// Text of a `position` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The FEN, or `None` for the start position.
    pub fen: Option<String>,
    /// The moves as text.
    pub moves: Vec<String>,
}

/// Why a `position` command is invalid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// The FEN is invalid.
    #[error("position: {0}")]
    Fen(#[from] FenError),
    /// A move is illegal.
    #[error("position, move {number}: {}", error.to_string().trim_start_matches("move: "))]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with the move.
        error: UciMoveError,
    },
}

impl PositionText {
    /// Parses the text after `position`.
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

    /// The position, with every move checked. A FEN whose pieces and side to move are sound is repaired in its other
    /// fields, because many programs write these with mistakes; `notes` then says what was used.
    ///
    /// # Errors
    /// When the FEN is invalid or a move is illegal; the whole command is then invalid.
    pub fn resolve(&self, notes: &mut Vec<String>) -> Result<GamePosition, PositionError> {
        let start = match &self.fen {
            Some(fen) => match Board::from_fen(fen) {
                Ok(board) => board,
                Err(error) => {
                    let Some(board) = sound_repair(fen, &error) else { return Err(error.into()) };
                    notes.push(format!("position: {error}; taken as {board}"));
                    board
                }
            },
            None => Board::start(),
        };
        match uci_move::parse_line(&start, self.moves.iter().map(String::as_str)) {
            (moves, None) => Ok(GamePosition { start, moves }),
            (moves, Some(error)) => Err(PositionError::Move { number: moves.len() + 1, error }),
        }
    }
}

/// The repaired position of a refused FEN, if it has the same pieces and the same side to move.
fn sound_repair(fen: &str, error: &FenError) -> Option<Board> {
    let repair = error.repair()?;
    let placed = |text: &str| text.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    (placed(fen) == placed(&repair)).then(|| Board::from_fen(&repair).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> UciCommand {
        let parsed = parse(line);
        assert!(parsed.notes.is_empty(), "{line}: {:?}", parsed.notes);
        parsed.command.unwrap()
    }

    fn note(line: &str) -> String {
        let parsed = parse(line);
        assert_eq!(parsed.command, None, "{line}");
        parsed.notes.join("; ")
    }

    #[test]
    fn every_command_has_its_word() {
        assert_eq!(command("uci"), UciCommand::Uci);
        assert_eq!(command("\tisready "), UciCommand::IsReady);
        assert_eq!(command("ucinewgame"), UciCommand::NewGame);
        assert_eq!(command("debug off"), UciCommand::Debug(false));
        assert_eq!(command("ponderhit"), UciCommand::PonderHit);
        assert_eq!(command("register later"), UciCommand::Register);
        assert_eq!(command("quit"), UciCommand::Quit);
        assert_eq!(command("d"), UciCommand::Display);
        assert_eq!(command("eval"), UciCommand::Eval);
        assert_eq!(command("bench"), UciCommand::Bench(None));
        assert_eq!(command("bench 9"), UciCommand::Bench(Some(9)));
        assert_eq!(parse("").command, None);
        assert_eq!(parse(" \t ").notes, Vec::<String>::new());
    }

    #[test]
    fn options_may_have_spaces_in_name_and_value() {
        let option = |name: &str, value: Option<&str>| UciCommand::SetOption {
            name: name.into(),
            value: value.map(Into::into),
        };
        assert_eq!(command("setoption name Clear Hash"), option("Clear Hash", None));
        assert_eq!(command("setoption name  Hash  value 32"), option("Hash", Some("32")));
        assert_eq!(
            command("setoption name Nalimov Path value c:\\a b\\value x"),
            option("Nalimov Path", Some("c:\\a b\\value x"))
        );
        assert_eq!(command("setoption name Empty value"), option("Empty", Some("")));
        assert_eq!(
            command("setoption name  Debug  Log File value  /a  b/c \r"),
            option("Debug Log File", Some("/a  b/c"))
        );
    }

    #[test]
    fn invalid_commands_state_what_was_found_and_expected() {
        assert_eq!(note("debug"), "debug: found nothing, expected on or off");
        assert_eq!(note("debug joho on"), "debug: found “joho”, expected on or off");
        assert_eq!(note("setoption Hash 3"), "setoption: found “Hash”, expected name");
        assert_eq!(
            note("setoption name value 3"),
            "setoption name: found “value”, expected the name of an option"
        );
        assert_eq!(note("bench x"), "bench: found “x”, expected a depth in plies, 1 or more");
        assert_eq!(note("what is this"), "unknown command “what”");
    }

    #[test]
    fn a_position_that_cannot_be_read_is_none() {
        let parsed = parse("position somewhere");
        assert_eq!(parsed.command, Some(UciCommand::NoPosition));
        assert_eq!(parsed.notes, ["position: found “somewhere”, expected startpos or fen"]);
        for start in ["position startpos moves e2e4", " joho position fen", "xxxxxxx", ""] {
            assert_eq!(parse_start(start), Some(UciCommand::NoPosition), "{start}");
        }
        let one_ply = Go { depth: Some(1), ..Go::default() };
        assert_eq!(parse_start("go searchmoves e2e4"), Some(UciCommand::Go(one_ply)));
        assert_eq!(parse_start("setoption name Position value position"), None);
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        let parsed = parse("joho debug on");
        assert_eq!(parsed.command, Some(UciCommand::Debug(true)));
        assert_eq!(parsed.notes, ["unknown command “joho”"]);
        assert_eq!(parse("joho d").command, None);
    }

    fn resolve(rest: &str) -> Result<GamePosition, String> {
        PositionText::parse(rest)?.resolve(&mut Vec::new()).map_err(|error| error.to_string())
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
    fn a_fen_is_repaired_behind_the_side_to_move_and_nowhere_else() {
        let repaired = |fen: &str| {
            let mut notes = Vec::new();
            let text = PositionText::parse(&format!("fen {fen}")).unwrap();
            let position = text.resolve(&mut notes).ok()?;
            assert_eq!(notes.is_empty(), Board::from_fen(fen).is_ok(), "{notes:?}");
            Some(position.start.to_string())
        };
        for (found, taken) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 w -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 w KQkq - 3 5", "4k3/8/8/8/8/8/8/4K3 w - - 3 5"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 99999 1", "4k3/8/8/8/8/8/8/4K3 w - - 65535 1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ] {
            assert_eq!(repaired(found).as_deref(), Some(taken), "{found}");
        }
        // The side to move and the pieces are not guessed.
        for fen in
            ["4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4R2K w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"]
        {
            assert_eq!(repaired(fen), None, "{fen}");
        }
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
        assert_eq!(resolve("startpos e2e4").unwrap_err(), "position: found “e2e4”, expected moves");
        assert_eq!(
            resolve("fen moves").unwrap_err(),
            "position fen: found “moves”, expected a FEN"
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
