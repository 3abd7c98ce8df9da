//! Argument types that several commands share, and the check that no output overwrites an input.

use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::Failure;
use tabia_chess::san::SanError;
use tabia_chess::uci_move::UciMoveError;
use tabia_chess::{Board, Move, Square, san, uci_move};
use tabia_engine::puct::options::{Method, PuctConfig, PuctOptions};
use tabia_engine::puct::words;
use tabia_games::game::position::GamePosition;
use tabia_games::regular_file;

/// A position. Quotes may be omitted.
#[derive(Debug, Args)]
pub struct FenArg {
    /// The position; `startpos` for the start position
    #[arg(value_name = "FEN", required = true)]
    fen: Vec<String>,
}

impl FenArg {
    pub fn board(&self) -> Result<Board, Failure> {
        board(&self.fen.join(" "))
    }
}

/// Parses a FEN, or the word `startpos`.
pub fn board(text: &str) -> Result<Board, Failure> {
    if text.trim() == "startpos" {
        return Ok(Board::start());
    }
    Board::from_fen(text).map_err(|error| Failure::fen(&error))
}

/// Parses a FEN, or the word `startpos`, and moves from there.
pub fn position(fen: &str, moves: Option<&str>) -> Result<GamePosition, Failure> {
    let mut position = GamePosition::new(board(fen)?);
    let mut board = position.start;
    for text in moves.unwrap_or_default().split_whitespace() {
        let mv = legal_move(&board, text)?;
        board.make_move(mv);
        position.moves.push(mv);
    }
    Ok(position)
}

/// Parses a move in UCI or SAN. If there is no such move, the message says what moves there are.
pub(crate) fn legal_move(board: &Board, text: &str) -> Result<Move, Failure> {
    let text = text.trim();
    let by_uci = match uci_move::parse(board, text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let by_san = match san::parse(board, text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    if !board.has_legal_move() {
        let end = if board.in_check() { "checkmate" } else { "stalemate" };
        return Err(Failure::Refused(format!("move: there is none in this position, it is {end}")));
    }
    let message = match by_uci {
        UciMoveError::Illegal { .. } => not_legal(board, text),
        UciMoveError::Syntax { .. } => match (by_san.repair(board), &by_san) {
            (Some(mv), _) => format!("{by_san}; did you mean {}?", san::write(board, mv)),
            (None, SanError::Syntax { .. }) => format!("{by_san}, or two squares as in e2e4"),
            (None, _) => by_san.to_string(),
        },
        _ => by_uci.to_string(),
    };
    let check = if board.in_check() { "; the king is in check" } else { "" };
    Err(Failure::Refused(format!("{message}{check}")))
}

/// The problem with a move given by two squares, and what its piece can do instead.
fn not_legal(board: &Board, text: &str) -> String {
    let found = format!("move: found \u{201c}{text}\u{201d}");
    let from = text.get(..2).and_then(|square| square.parse::<Square>().ok());
    let Some((from, piece)) = from.map(|from| (from, board.piece_on(from))) else {
        return format!("{found}, expected a legal move");
    };
    let Some(piece) = piece else { return format!("{found}, but there is no piece on {from}") };
    if piece.color() != board.stm() {
        return format!(
            "{found}, but there is a {piece} on {from}, and {} is to move",
            board.stm()
        );
    }
    let moves = board.legal_moves();
    let own: Vec<String> = moves
        .iter()
        .filter(|mv| mv.from() == from)
        .map(|&mv| uci_move::write(board, mv, board.is_chess960()))
        .collect();
    match &own[..] {
        [] => format!("{found}, but the {piece} on {from} has no legal move"),
        [only] => format!("{found}, but the only legal move of the {piece} on {from} is {only}"),
        _ => format!("{found}, but the {piece} on {from} can only play {}", own.join(", ")),
    }
}

/// An output file. `-` is refused: it would become a file of that name.
pub(crate) fn output_file() -> impl clap::builder::TypedValueParser<Value = PathBuf> {
    use clap::builder::TypedValueParser as _;
    clap::builder::PathBufValueParser::new().try_map(|path| {
        let refused = "standard output is not written to; name a file (./- for one called -)";
        if path == Path::new("-") { Err(refused) } else { Ok(path) }
    })
}

pub fn spin(range: &std::ops::RangeInclusive<u32>) -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(*range.start())..=i64::from(*range.end()))
}

pub fn count(min: u32, max: u32) -> impl clap::builder::TypedValueParser<Value = usize> {
    use clap::builder::TypedValueParser as _;
    clap::value_parser!(u32).range(i64::from(min)..=i64::from(max)).map(|count| count as usize)
}

pub fn positive(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|number| (0.001..=10_000.0).contains(number))
        .ok_or_else(|| "expected a number from 0.001 to 10000".into())
}

pub fn percent(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 100".into())
}

// Arguments for PUCT.

/// Kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Searcher {
    AlphaBeta,
    Puct(Method),
}

/// Parses a kind of search: `alphabeta`, `puct`, or a method.
pub(super) fn searcher(word: &str) -> Result<Searcher, String> {
    let word = word.to_ascii_lowercase();
    let (name, changes) = word.split_once(',').unwrap_or((&word, ""));
    match name {
        "alphabeta" if word == name => Ok(Searcher::AlphaBeta),
        "alphabeta" => Err(format!(
            "found “{changes}” after alphabeta, expected nothing; `tabia lab ab` compares its rules"
        )),
        "puct" => {
            let strongest = word.replacen(name, PuctConfig::STRONGEST.word(), 1);
            words::method(&strongest).map(Searcher::Puct)
        }
        _ => words::method(&word)
            .map(Searcher::Puct)
            .map_err(|error| format!("{error}; or alphabeta, or puct for the strongest")),
    }
}

impl Searcher {
    /// The PUCT options, if it is a PUCT search.
    pub(super) fn options(self) -> Option<PuctOptions> {
        match self {
            Searcher::AlphaBeta => None,
            Searcher::Puct(method) => Some(PuctOptions { method, ..PuctOptions::default() }),
        }
    }
}

/// Refuses to overwrite an input file or another output file, under any name: the user sees two names and would lose
/// the one file they both name. `-` among the inputs is standard input.
pub fn refuse_own_input<I: AsRef<Path>, T: AsRef<Path>>(
    inputs: impl IntoIterator<Item = I>,
    targets: impl IntoIterator<Item = T>,
) -> Result<(), Failure> {
    let targets: Vec<T> = targets.into_iter().collect();
    let refuse = |target: &Path, other: &Path, role: &str| {
        Err(Failure::Refused(format!(
            "{} is the same file as {}, which is {role}: name another file to write to",
            target.display(),
            other.display()
        )))
    };
    for (place, target) in targets.iter().map(T::as_ref).enumerate() {
        let twin = |other: &&T| {
            let other = other.as_ref();
            regular_file::same(other, target) || regular_file::same_name(other, target)
        };
        if let Some(other) = targets[..place].iter().find(twin) {
            return refuse(target, other.as_ref(), "written too");
        }
    }
    for input in inputs {
        let input = input.as_ref();
        if let Some(target) = targets.iter().find(|target| is_read(input, target.as_ref())) {
            return refuse(target.as_ref(), input, "read");
        }
    }
    Ok(())
}

/// Whether an output is the input file under the same name. `-` as the input is standard input.
pub fn is_itself(input: &Path, target: &Path) -> bool {
    input.as_os_str() != "-" && regular_file::same_name(input, target)
}

/// Whether a file is an input, or in an input folder.
fn is_read(input: &Path, file: &Path) -> bool {
    if input.as_os_str() == "-" {
        return cfg!(unix) && regular_file::same(Path::new("/dev/stdin"), file);
    }
    // A folder stands for the files in it.
    if let Ok(entries) = input.read_dir() {
        return entries.flatten().any(|entry| regular_file::same(&entry.path(), file));
    }
    regular_file::same(input, file)
}

#[cfg(test)]
mod puct_args_tests {
    use super::*;

    #[test]
    fn searchers_are_parsed_and_errors_list_all_of_them() {
        assert_eq!(searcher("AlphaBeta"), Ok(Searcher::AlphaBeta));
        assert_eq!(searcher("puct"), Ok(Searcher::Puct(PuctConfig::STRONGEST.method())));
        assert_eq!(searcher("uct"), Ok(Searcher::Puct(PuctConfig::Uct.method())));
        let changed =
            words::method(&format!("{},cpuct=500", PuctConfig::STRONGEST.word())).unwrap();
        assert_eq!(searcher("PUCT,cpuct=500"), Ok(Searcher::Puct(changed)));
        assert!(searcher("alphabeta,no-null-move").unwrap_err().contains("expected nothing"));
        assert!(searcher("mcts").unwrap_err().starts_with("found “mcts”, expected flat, uct, "));
        assert_eq!(Searcher::AlphaBeta.options(), None);
    }
}
