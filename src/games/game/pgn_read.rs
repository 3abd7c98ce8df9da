//! Reads games from PGN text, tolerating what people and programs write: any line ends, a byte order mark, comments of
//! both kinds, nested variations, `$n` and `!?`, `0-0`, `e.p.`, null moves, UCI moves, missing results, tags without
//! quotes, move lists without tags, FEN and Chess960. Unreadable text is reported with line, column, what was found and
//! what was expected, and kept; then reading continues.
//!
//! The main line is the game played: nothing in brackets lengthens, shortens or annotates it, whatever it begins with.
//! A comment alone in brackets stays after its move.
//!
//! ```
//! use tabia_games::game::pgn_read;
//! let games = pgn_read::read_all("1. e4 e5 (1... c5 {Sicilian}) 2. Nf3! *");
//! let tree = &games[0].tree;
//! assert_eq!(tree.len(), 5);
//! assert_eq!(tree.san(*tree.main_line().last().unwrap()), "Nf3");
//! assert!(games[0].warnings.is_empty());
//! ```

use super::pgn_build::GameBuilder;
use super::pgn_token::GameTokens;
use super::pgn_words::{ends_line, is_our_chess};
use super::tags::Tags;
use super::tree::GameTree;
use crate::words;
use tabia_chess::{Board, FenError, SanError};
use tabia_text::t;

/// A game as read.
#[derive(Clone, Debug, PartialEq)]
pub struct PgnGame {
    /// The tag pairs.
    pub tags: Tags,
    /// The moves with their variations and notes.
    pub tree: GameTree,
    /// Problems that were repaired or skipped, in order.
    pub warnings: Vec<PgnProblem>,
}

impl PgnGame {
    /// A game without tags and moves.
    pub fn empty() -> PgnGame {
        let tree = GameTree::new(Board::start());
        PgnGame { tags: Tags::new(), tree, warnings: Vec::new() }
    }

    /// Whether it is of a variant with other rules, by its tag.
    pub fn is_variant(&self) -> bool {
        self.tags.known("Variant").is_some_and(|name| !is_our_chess(name))
    }

    /// Whether it is not a game but text between games: it has no tags and no legal move. A result after words counts
    /// as a tag.
    pub fn is_text(&self) -> bool {
        self.tree.is_empty() && self.tags.iter().all(|(name, _)| name == "Result")
    }
}

/// All games of a text. Text without any game returns none, or one with only warnings.
pub fn read_all(text: &str) -> Vec<PgnGame> {
    PgnReader::new(text).collect()
}

/// The game that begins at a byte of a text, at this line and column. The text before it may be omitted except for the
/// last byte: a percent sign has another meaning at the beginning of a line.
pub(crate) fn read_at(bytes: &[u8], at: usize, line: usize, column: usize) -> Option<PgnGame> {
    PgnReader::at(bytes, at, line, column).next()
}

/// Reads the games of a text one by one.
#[derive(Clone, Debug)]
pub struct PgnReader<'a> {
    bytes: &'a [u8],
    at: usize,
    places: Places,
}

impl<'a> PgnReader<'a> {
    /// A reader at the beginning of a text.
    pub fn new(text: &'a str) -> PgnReader<'a> {
        PgnReader::at(text.as_bytes(), 0, 1, 1)
    }

    /// A reader at a byte of a text, at this line and column.
    pub(super) fn at(bytes: &'a [u8], at: usize, line: usize, column: usize) -> PgnReader<'a> {
        PgnReader { bytes, at, places: Places::from(at, line, column) }
    }
}

impl Iterator for PgnReader<'_> {
    type Item = PgnGame;

    fn next(&mut self) -> Option<PgnGame> {
        let read = read_one(self.bytes, self.at, &mut self.places)?;
        self.at = read.end;
        Some(read.game)
    }
}

/// A game with the results of reading it.
#[derive(Debug)]
pub(super) struct ReadGame {
    pub(super) game: PgnGame,
    /// Its first byte.
    pub(super) begin: usize,
    /// The byte after it.
    pub(super) end: usize,
    /// Whether bytes after the end of the buffer might belong to it.
    pub(super) hit_end: bool,
    /// The range of its result after the moves.
    pub(super) result: Option<(usize, usize)>,
}

/// Reads the game that begins at or after a byte; `None` at the end. Text is decoded as UTF-8, else Windows-1252.
pub(super) fn read_one(bytes: &[u8], at: usize, places: &mut Places) -> Option<ReadGame> {
    let mut tokens = GameTokens::new(bytes, at);
    let begin = tokens.skip_blank();
    if begin >= bytes.len() {
        return None;
    }
    let mut builder = GameBuilder::new(bytes, at, places);
    for token in tokens.by_ref() {
        builder.take(token);
    }
    let (tags, tree, warnings) = builder.finish(tokens.position(), tokens.escaped());
    let game = PgnGame { tags, tree, warnings };
    // A token is never empty, so reading always makes progress.
    let end = tokens.position().max(begin + 1);
    Some(ReadGame { game, begin, end, hit_end: tokens.hit_end(), result: tokens.result() })
}

/// A problem in a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", t!(
    "error-pgn-place",
    line = line.to_string(),
    column = column.to_string(),
    fault = fault.to_string()
))]
pub struct PgnProblem {
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The problem.
    pub fault: PgnFault,
}

/// The kinds of problems in a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnFault {
    /// A word is not a legal move; the rest of its line is kept as text.
    #[error("{}", t!("error-pgn-move", error = words::san_error(_0)))]
    Move(SanError),
    /// A word is not a legal move and was read as one that is probably meant.
    #[error("{}", t!("error-pgn-repaired", error = words::san_error(error), read = read.as_str()))]
    Repaired {
        /// Why it is not a legal move.
        error: SanError,
        /// The move in SAN.
        read: String,
    },
    /// A null move in check.
    #[error("{}", t!("error-pgn-null-move", found = found.as_str()))]
    NullMove {
        /// As written.
        found: String,
    },
    /// The FEN tag is invalid; its repair is used if there is one, else no move can be read.
    #[error("{}", t!("error-pgn-start", error = words::fen_problem(_0.problem())))]
    Start(FenError),
    /// A variant with other rules.
    #[error("{}", t!("error-pgn-variant", found = found.as_str()))]
    Variant {
        /// The variant's name.
        found: String,
    },
    /// Anything else.
    #[error("{}", t!("error-pgn-text", found = found.as_str(), expected = *expected))]
    Text {
        /// The text found.
        found: String,
        /// The text expected.
        expected: &'static str,
    },
    /// Further problems, not listed one by one.
    #[error("{}", t!("error-pgn-more", n = *n))]
    More {
        /// Their number.
        n: usize,
    },
}

/// Number of problems in a list, including those that it only counts.
pub fn number_of(problems: &[PgnProblem]) -> usize {
    let of_one = |problem: &PgnProblem| match problem.fault {
        PgnFault::More { n } => n,
        _ => 1,
    };
    problems.iter().map(of_one).sum()
}

/// Counts lines and columns up to a byte. With increasing positions every byte is examined once.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The byte where counting begins, and its line and column.
    from: (usize, usize, usize),
    at: usize,
    line: usize,
    /// Column of `at`.
    column: usize,
}

impl Places {
    /// Counts from a byte at this line and column.
    pub(super) fn from(at: usize, line: usize, column: usize) -> Places {
        Places { from: (at, line, column), at, line, column }
    }

    /// The line and column of a byte.
    pub(super) fn of(&mut self, bytes: &[u8], at: usize) -> (usize, usize) {
        if at < self.at {
            (self.at, self.line, self.column) = self.from;
        }
        let Some(passed) = bytes.get(self.at..at) else { return (self.line, self.column) };
        let (feeds, returns) = (count(passed, b'\n'), count(passed, b'\r'));
        let pairs = if returns == 0 { 0 } else { pairs(passed) };
        // The second half of a line end whose first half was already counted.
        let torn = passed.first() == Some(&b'\n') && self.at > 0 && bytes[self.at - 1] == b'\r';
        self.line += feeds + returns - pairs - usize::from(torn);
        let line_begin = passed.iter().rposition(|&byte| ends_line(byte));
        let tail = line_begin.map_or(passed, |end| &passed[end + 1..]);
        let column = if line_begin.is_some() { 1 } else { self.column };
        self.column = column + tail.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.at = self.at.max(at);
        (self.line, self.column)
    }
}

/// How often a byte occurs.
#[expect(clippy::naive_bytecount, reason = "the compiler does it 32 bytes at a time")]
fn count(bytes: &[u8], wanted: u8) -> usize {
    bytes.iter().filter(|&&byte| byte == wanted).count()
}

/// Line ends of two bytes.
fn pairs(bytes: &[u8]) -> usize {
    bytes.windows(2).filter(|pair| *pair == b"\r\n").count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_in_every_style() {
        for text in ["a\nb\n\nc d", "a\r\nb\r\n\r\nc d", "a\rb\r\rc d"] {
            let mut places = Places::from(0, 1, 1);
            assert_eq!(places.of(text.as_bytes(), 0), (1, 1));
            assert_eq!(places.of(text.as_bytes(), text.len() - 1), (4, 3), "{text:?}");
            assert_eq!(places.of(text.as_bytes(), text.find('b').unwrap()), (2, 1), "{text:?}");
        }
        let text = "\u{e9}\u{e9} x";
        assert_eq!(Places::from(0, 7, 5).of(text.as_bytes(), 5), (7, 8), "characters, not bytes");
    }
}
