//! The games of a file, as a list in memory: names, results, openings and the moves of every main line, made
//! in one pass. No file beside the file, no database: what is asked is answered by looking at all of them.
//!
//! It takes about 80 bytes a game, two a move, and each name once. Whatever is asked walks over all of it: a filter
//! looks a text up once in every name and then compares numbers, a position is found by playing the main lines
//! again, on all cores. Men and unmoved pawns only ever become fewer, so most games end early in that or are left
//! out at once by what is left at their end. A database file (`SQLite` was thought of) would need an index of every
//! position, hundreds of megabytes beside a file of 86, and a way to notice that the file has changed; here there
//! is nothing to go out of date. A list that would need more than 3 GiB is cut, and the window says so.
//!
//! Games are written by way of `whole_file` (`file`). Place, length and time of the file and a number made of the
//! game's bytes have to be those that were read, else nothing is written.
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

use entry::Names;
use entry::{Entry, GameResult, Setting};

/// Where most games begin.
static START: LazyLock<Board> = LazyLock::new(Board::start);

/// An opening of a collection: its code as the game's ECO tag says, else by the position reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// What the tag says, else `A00` to `E99`.
    pub eco: String,
    /// The name in English; empty where only the tag is known.
    pub name: &'static str,
}

/// The games of a file.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    entries: Vec<Entry>,
    names: Names,
    openings: Vec<NamedOpening>,
    /// The main lines of all games, one behind the other.
    moves: Vec<Move>,
    /// Start positions that are not the usual one.
    starts: Vec<Board>,
    /// What was odd about a game first, in words, by the game's number.
    problems: Vec<(u32, String)>,
    /// Games of the file that are not listed, since the list would need too much memory.
    left_out: bool,
    encoding: Encoding,
}

impl Collection {
    /// How many games there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What is known of a game without reading it. Games are numbered from 0, in the order of the file.
    pub fn entry(&self, game: u32) -> Option<&Entry> {
        self.entries.get(game as usize)
    }

    /// All of them, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// White's name; empty where it is not known.
    pub fn white(&self, game: u32) -> &str {
        self.name(game, |entry| entry.white)
    }

    /// Black's name; empty where it is not known.
    pub fn black(&self, game: u32) -> &str {
        self.name(game, |entry| entry.black)
    }

    /// The event; empty where it is not known.
    pub fn event(&self, game: u32) -> &str {
        self.name(game, |entry| entry.event)
    }

    /// The place; empty where it is not known.
    pub fn site(&self, game: u32) -> &str {
        self.name(game, |entry| entry.site)
    }

    fn name(&self, game: u32, field: impl Fn(&Entry) -> u32) -> &str {
        self.entry(game).map_or("", |entry| self.names.get(field(entry)))
    }

    /// The opening; `None` where neither the moves nor a tag tell it.
    pub fn opening(&self, game: u32) -> Option<&NamedOpening> {
        self.openings.get(usize::from(self.entry(game)?.opening?.get()) - 1)
    }

    /// Where a game begins.
    pub fn start(&self, game: u32) -> &Board {
        let start = self.entry(game).and_then(|entry| entry.start);
        start.and_then(|number| self.starts.get(number.get() as usize - 1)).unwrap_or(&START)
    }

    /// The moves of a game's main line, to the first null move or what could not be read.
    pub fn moves(&self, game: u32) -> &[Move] {
        let Some(entry) = self.entry(game) else { return &[] };
        let end = self.entry(game + 1).map_or(self.moves.len(), |next| next.moves_at as usize);
        self.moves.get(entry.moves_at as usize..end).unwrap_or_default()
    }

    /// Whether anything is known of a game: a move, a name, a day, a result, a start position.
    pub fn tells_something(&self, game: u32) -> bool {
        let Some(entry) = self.entry(game) else { return false };
        let named =
            [entry.white, entry.black, entry.event, entry.site].iter().any(|&name| name > 0);
        let ended = entry.result != GameResult::Open || !entry.date.is_unknown();
        let begun = entry.opening.is_some() || entry.marks.setting != Setting::Usual;
        named || ended || begun || !self.moves(game).is_empty()
    }

    /// Full moves of a game's main line: pairs of plies, a single last one counts.
    pub fn full_moves(&self, game: u32) -> u32 {
        self.moves(game).len().div_ceil(2) as u32
    }

    /// What was odd about a game first, in words.
    pub fn problem(&self, game: u32) -> Option<&str> {
        let found = self.problems.binary_search_by_key(&game, |problem| problem.0).ok()?;
        Some(&self.problems[found].1)
    }

    /// How the file is encoded.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Whether the file has more games than are listed here.
    pub fn is_cut(&self) -> bool {
        self.left_out
    }

    /// Memory that it takes, bytes, but for the names.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.moves.capacity() * size_of::<Move>()
            + self.starts.capacity() * size_of::<Board>()
    }
}
