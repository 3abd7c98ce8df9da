//! One line from a user interface to one command. Words only: whether a move is legal or an option
//! exists is found out where the board and the options are.

use super::go::Go;
use super::position::PositionText;
use super::{expected, quoted};

/// What a user interface can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// Name yourself and your options.
    Uci,
    /// Say more on `info string`, or stop doing so.
    Debug(bool),
    /// Say `readyok` when everything before this is done.
    IsReady,
    /// `setoption name .. value ..`
    SetOption {
        /// The option's name, as it was written.
        name: String,
        /// What follows `value`; `None` for buttons.
        value: Option<String>,
    },
    /// Registration, which this program does not ask for.
    Register,
    /// What comes next belongs to another game.
    NewGame,
    /// The position to search next.
    Position(PositionText),
    /// A position to search next that could not be read: there is none until another comes.
    NoPosition,
    /// Search.
    Go(Go),
    /// End the search and answer.
    Stop,
    /// The move pondered on was played.
    PonderHit,
    /// Leave.
    Quit,
    /// Draw the board (not UCI).
    Display,
    /// Evaluate without searching (not UCI).
    Eval,
    /// Search the bench positions, to a depth if one is given (not UCI).
    Bench(Option<u32>),
}

/// A line read: the command in it, if any, and what was wrong with the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// `None` for an empty line and for one that cannot be obeyed; of a position that cannot be read it is
    /// known that there is none.
    pub command: Option<UciCommand>,
    /// For the person behind the interface: what was found and what was expected.
    pub notes: Vec<String>,
}

/// Reads a line. As the protocol asks, unknown words before a command are skipped: `joho debug on`
/// is `debug on`.
///
/// ```
/// use tabia_engine::uci::command::{UciCommand, parse};
/// assert_eq!(parse("  stop\r\n").command, Some(UciCommand::Stop));
/// assert_eq!(parse("joho debug on").command, Some(UciCommand::Debug(true)));
/// assert_eq!(parse("hello").notes, ["unknown command 'hello'"]);
/// ```
pub fn parse(line: &str) -> Parsed {
    let mut rest = line.trim();
    let mut notes = Vec::new();
    while !rest.is_empty() {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let after = after.trim_start();
        // Our own words count only in first place: `d` is too short to be looked for in rubbish.
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

/// What a line means of which only the start is known, because it was too long to be kept. A `go` is still
/// answered, by one ply, for its limits are not known. Anything but another command of the protocol was a position:
/// what is searched next must not be the one before.
pub fn parse_start(start: &str) -> Option<UciCommand> {
    let known = |word: &str| standard(word, "", &mut Vec::new());
    match start.split_whitespace().find_map(known) {
        None | Some(Ok(UciCommand::NoPosition)) => Some(UciCommand::NoPosition),
        Some(Ok(UciCommand::Go(_))) => Some(UciCommand::Go(Go { depth: Some(1), ..Go::default() })),
        Some(_) => None,
    }
}

/// The command beyond the protocol that begins with this word, if one does.
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

/// The command of the protocol that begins with this word, if one does.
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

/// `name <words> [value <words>]`. A name may hold spaces, and a value the word `value`.
fn set_option(rest: &str) -> Result<UciCommand, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let Some((&"name", words)) = words.split_first() else {
        return Err(expected("setoption", words.first().copied(), "name"));
    };
    let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    if end == 0 {
        return Err(expected("setoption name", words.first().copied(), "the name of an option"));
    }
    let value = words.get(end + 1..).map(|words| words.join(" "));
    Ok(UciCommand::SetOption { name: words[..end].join(" "), value })
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
    }

    #[test]
    fn what_cannot_be_obeyed_says_what_was_found_and_expected() {
        assert_eq!(note("debug"), "debug: found nothing, expected on or off");
        assert_eq!(note("debug joho on"), "debug: found 'joho', expected on or off");
        assert_eq!(note("setoption Hash 3"), "setoption: found 'Hash', expected name");
        assert_eq!(
            note("setoption name value 3"),
            "setoption name: found 'value', expected the name of an option"
        );
        assert_eq!(note("bench x"), "bench: found 'x', expected a depth in plies, 1 or more");
        assert_eq!(note("what is this"), "unknown command 'what'");
    }

    #[test]
    fn a_position_that_cannot_be_read_is_none() {
        let parsed = parse("position somewhere");
        assert_eq!(parsed.command, Some(UciCommand::NoPosition));
        assert_eq!(parsed.notes, ["position: found 'somewhere', expected startpos or fen"]);
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
        assert_eq!(parsed.notes, ["unknown command 'joho'"]);
        assert_eq!(parse("joho d").command, None);
    }
}
