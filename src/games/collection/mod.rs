//! The games of a file, as a list in memory: names, results, openings and the moves of every main line, made in one
//! pass. There is no index file and no database: queries scan all games.
//!
//! It takes about 80 bytes a game, two a move, and each name once. A filter searches every name once and then compares
//! numbers; a position is found by replaying the main lines on all cores. The numbers of men and of unmoved pawns only
//! decrease, so most games are left early in the replay or skipped by their final position. A database (such as
//! `SQLite`) would need an index of every position, hundreds of megabytes for a file of 86, and would have to notice
//! changes of the file; here nothing can become outdated. A list that would need more than 3 GiB, names not counted, is
//! truncated, and the window says so.
//!
//! Games are written by way of `whole_file` (`file`). Nothing is written unless the file's length and time and the
//! place and hash of the game are those that were read.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use tabia_chess::{Board, san};
//! use tabia_games::collection::{Collection, explore};
//! let text = "[White \"Réti\"]\n\n1. Nf3 d5 1-0\n\n[White \"Bird\"]\n\n1. f4 d5 0-1\n";
//! let collection = Collection::of_text(text);
//! assert_eq!((collection.len(), collection.white(0)), (2, "Réti"));
//! let found = explore::explore(&collection, &Board::start(), &AtomicBool::new(false)).unwrap();
//! assert_eq!(found.moves.len(), 2);
//! assert_eq!(san::write(&Board::start(), found.moves[0].mv), "Nf3");
//! assert_eq!(found.moves[0].tally.white, 1);
//! ```

pub mod append;
pub mod changes;
pub mod duplicates;
pub mod entry;
pub mod explore;
pub mod file;
pub mod filter;
pub mod keep;
pub mod listing;
pub mod scan;
pub mod search;

use std::sync::LazyLock;

use tabia_chess::{Board, Move};

use crate::game::pgn_encoding::Encoding;
use crate::game::result::GameResult;

use append::FileEnd;
use entry::Names;
use entry::{Entry, Setting};

/// Where most games begin.
static START: LazyLock<Board> = LazyLock::new(Board::start);

/// An opening in a collection, with the code of the game's ECO tag, else by the position reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// The tag's value, else `A00` to `E99`.
    pub eco: String,
    /// The name in English; empty if only the tag is known.
    pub name: &'static str,
}

/// The games of a file.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    entries: Vec<Entry>,
    names: Names,
    openings: Vec<NamedOpening>,
    /// The main lines of all games, concatenated.
    moves: Vec<Move>,
    /// Start positions that are not the usual one.
    starts: Vec<Board>,
    /// The first problem of each game, as text, by the game's number.
    problems: Vec<(u32, String)>,
    /// Whether games were left out because the list would need too much memory.
    left_out: bool,
    encoding: Encoding,
}

impl Collection {
    /// Number of games.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry of a game. Games are numbered from 0, in the order of the file.
    pub fn entry(&self, game: u32) -> Option<&Entry> {
        self.entries.get(game as usize)
    }

    /// All of them, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// White's name; empty if unknown.
    pub fn white(&self, game: u32) -> &str {
        self.name(game, |entry| entry.white)
    }

    /// Black's name; empty if unknown.
    pub fn black(&self, game: u32) -> &str {
        self.name(game, |entry| entry.black)
    }

    /// The event; empty if unknown.
    pub fn event(&self, game: u32) -> &str {
        self.name(game, |entry| entry.event)
    }

    /// The site; empty if unknown.
    pub fn site(&self, game: u32) -> &str {
        self.name(game, |entry| entry.site)
    }

    fn name(&self, game: u32, field: impl Fn(&Entry) -> u32) -> &str {
        self.entry(game).map_or("", |entry| self.names.get(field(entry)))
    }

    /// The opening, if the moves or a tag show it.
    pub fn opening(&self, game: u32) -> Option<&NamedOpening> {
        self.openings.get(usize::from(self.entry(game)?.opening?.get()) - 1)
    }

    /// Where a game begins.
    pub fn start(&self, game: u32) -> &Board {
        let start = self.entry(game).and_then(|entry| entry.start);
        start.and_then(|number| self.starts.get(number.get() as usize - 1)).unwrap_or(&START)
    }

    /// The moves of a game's main line, up to the first null move or unreadable move.
    pub fn moves(&self, game: u32) -> &[Move] {
        let Some(entry) = self.entry(game) else { return &[] };
        let end = self.entry(game + 1).map_or(self.moves.len(), |next| next.moves_at as usize);
        self.moves.get(entry.moves_at as usize..end).unwrap_or_default()
    }

    /// Whether anything is known about a game: a move, a name, a date, a result, a start position.
    pub fn tells_something(&self, game: u32) -> bool {
        let Some(entry) = self.entry(game) else { return false };
        let named =
            [entry.white, entry.black, entry.event, entry.site].iter().any(|&name| name > 0);
        let ended = entry.result != GameResult::Open || !entry.date.is_unknown();
        let begun = entry.opening.is_some() || entry.marks.setting != Setting::Usual;
        named || ended || begun || !self.moves(game).is_empty()
    }

    /// Full moves of a game's main line; a single last ply counts as one.
    pub fn full_moves(&self, game: u32) -> u32 {
        self.moves(game).len().div_ceil(2) as u32
    }

    /// The first problem of a game, as text.
    pub fn problem(&self, game: u32) -> Option<&str> {
        let found = self.problems.binary_search_by_key(&game, |problem| problem.0).ok()?;
        Some(&self.problems[found].1)
    }

    /// The encoding of the file.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// What its file ends with; `None` if not all of its games are listed.
    pub fn end(&self) -> Option<FileEnd> {
        let last_at = self.entries.last().map_or(0, |entry| entry.offset);
        (!self.left_out).then_some(FileEnd { games: self.len() as u32, last_at })
    }

    /// Whether the file has more games than are listed here.
    pub fn is_cut(&self) -> bool {
        self.left_out
    }

    /// Memory in use, bytes, without the names.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.moves.capacity() * size_of::<Move>()
            + self.starts.capacity() * size_of::<Board>()
    }
}
