//! Reads games from PGN text, forgiving what people and programs write: any line ends, a byte order mark,
//! comments of both kinds, nested variations, `$n` and `!?`, `0-0`, `e.p.`, null moves, moves as UCI writes
//! them, missing results, tags without quotes, move lists without tags, FEN and Chess960. What it could
//! not read it says, with line, column, what was found and what was expected, keeps as text, and goes on.
//!
//! The main line is what was played: nothing in brackets lengthens, shortens or annotates it, whatever it begins
//! with. A comment alone in brackets stays behind the move it stands behind.
//!
//! ```
//! use tabia_games::game::pgn_read;
//! let games = pgn_read::read_all("1. e4 e5 (1... c5 {Sicilian}) 2. Nf3! *");
//! let tree = &games[0].tree;
//! assert_eq!(tree.len(), 5);
//! assert_eq!(tree.san(*tree.main_line().last().unwrap()), "Nf3");
//! assert!(games[0].warnings.is_empty());
//! ```

use tabia_chess::Board;

use super::pgn_build::GameBuilder;
use super::pgn_problem::Places;
pub use super::pgn_problem::{PgnFault, PgnProblem};
use super::pgn_token::GameTokens;
use super::tags::Tags;
use super::tree::GameTree;

/// A game as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct PgnGame {
    /// The tag pairs.
    pub tags: Tags,
    /// The moves with their variations and notes.
    pub tree: GameTree,
    /// What was odd about it but could be mended or passed over, in the order in which it stands there.
    pub warnings: Vec<PgnProblem>,
}

impl PgnGame {
    /// A game without tags and moves.
    pub fn empty() -> PgnGame {
        let tree = GameTree::new(Board::start());
        PgnGame { tags: Tags::new(), tree, warnings: Vec::new() }
    }

    /// Whether it is no game, but text between games: it has no tags and no legal move. A result behind words stands
    /// among the tags.
    pub fn is_text(&self) -> bool {
        self.tree.is_empty() && self.tags.iter().all(|(name, _)| name == "Result")
    }
}

/// All games of a text. Text without any game gives none, or one that has nothing but warnings.
pub fn read_all(text: &str) -> Vec<PgnGame> {
    PgnReader::new(text).collect()
}

/// The game that begins at a byte of a text, which stands on this line and in this column. What stands before
/// it may be left out but for the last byte: a percent sign means something else at the beginning of a line.
pub fn read_at(bytes: &[u8], at: usize, line: usize, column: usize) -> Option<PgnGame> {
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

    /// A reader at a byte of a text, which stands on this line and in this column.
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

/// A game and what the reading of it told.
#[derive(Debug)]
pub(super) struct ReadGame {
    pub(super) game: PgnGame,
    /// Its first byte.
    pub(super) begin: usize,
    /// The byte after it.
    pub(super) end: usize,
    /// More bytes behind the last one might belong to it.
    pub(super) hit_end: bool,
}

/// Reads the game that begins at or after a byte; `None` if there is nothing more. Pieces of text are UTF-8,
/// else Windows-1252.
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
    // A token is never empty, so this gets on even where the text means nothing.
    let end = tokens.position().max(begin + 1);
    Some(ReadGame { game, begin, end, hit_end: tokens.hit_end() })
}
