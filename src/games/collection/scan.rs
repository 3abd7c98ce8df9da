//! Makes the list of a file's games in one pass over any reader.

use std::collections::HashMap;
use std::io::{self, Read};
use std::num::{NonZeroU16, NonZeroU32};

use crate::game::pgn_read::{self, PgnGame};
use crate::game::pgn_stream::{PgnStream, PlacedGame};
use crate::game::tags::Tags;
use crate::openings::{self, Opening};
use tabia_chess::{Board, Color, Move};

use super::entry::{Date, Entry, Marks, Remains, Setting, fingerprint_of};
use super::file::Place;
use super::{Collection, NamedOpening, START};

/// Maximum memory of a list, bytes: about ten million games.
pub const MAX_BYTES: usize = 3 << 30;

/// Maximum number of problem texts kept; further games are only marked.
const MAX_PROBLEMS: usize = 20_000;

/// Bytes between two progress reports.
const PIECE: u64 = 1 << 20;

impl Collection {
    /// The games of a text.
    pub fn of_text(text: &str) -> Collection {
        // Reading from memory cannot fail and is not cancelled.
        read(text.as_bytes(), &mut |_| true).ok().flatten().unwrap_or_default()
    }
}

/// Makes the list of all games of a file. `go_on` is called about every megabyte with the bytes done and returns
/// whether to continue; `None` if it was cancelled.
///
/// # Errors
/// If the input cannot be read.
pub fn read(
    input: impl Read,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> io::Result<Option<Collection>> {
    read_within(input, MAX_BYTES, go_on)
}

/// As [`read`], with another limit of memory, bytes.
///
/// # Errors
/// If the input cannot be read.
pub fn read_within(
    input: impl Read,
    most_bytes: usize,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> io::Result<Option<Collection>> {
    let (mut stream, mut builder) = (PgnStream::new(input), Builder::default());
    let mut reported = 0;
    while let Some(game) = stream.read_placed()? {
        let done = game.offset + game.bytes.len() as u64;
        if builder.collection.bytes() > most_bytes {
            builder.collection.left_out = true;
            break;
        }
        builder.put(&game);
        if done - reported >= PIECE {
            reported = done;
            if !go_on(done) {
                return Ok(None);
            }
        }
    }
    builder.collection.encoding = stream.encoding();
    Ok(Some(builder.finish()))
}

/// A list with one more game at its end, with this text and place.
pub(super) fn with_game(list: &Collection, place: &Place, text: &str) -> Collection {
    let number = |(opening, number): (&NamedOpening, u16)| {
        Some(((opening.eco.clone(), opening.name), NonZeroU16::new(number)?))
    };
    let openings = list.openings.iter().zip(1..).filter_map(number).collect();
    let mut builder = Builder { collection: list.clone(), openings };
    let at = (place.line as usize, place.column as usize);
    let game = pgn_read::read_at(text.as_bytes(), 0, at.0, at.1).unwrap_or_else(PgnGame::empty);
    let offset = place.offset;
    let read = PlacedGame { game, bytes: &[], result: None, offset, line: at.0, column: at.1 };
    builder.put(&read);
    let mut list = builder.finish();
    if let Some(entry) = list.entries.last_mut() {
        (entry.length, entry.fingerprint) = (place.length, place.fingerprint);
    }
    list
}

/// A collection that grows.
#[derive(Debug, Default)]
struct Builder {
    collection: Collection,
    /// Numbers of openings by code and name.
    openings: HashMap<(String, &'static str), NonZeroU16>,
}

impl Builder {
    fn put(&mut self, placed: &PlacedGame<'_>) {
        let game = &placed.game;
        let number = self.collection.entries.len() as u32;
        let start = *game.tree.board(game.tree.root());
        let moves_at = self.collection.moves.len() as u32;
        let (end, opening) = self.line(game, &start);
        let opening = self.opening(opening, &game.tags);
        if let Some(problem) = game.warnings.first()
            && self.collection.problems.len() < MAX_PROBLEMS
        {
            self.collection.problems.push((number, problem.to_string()));
        }
        let names = &mut self.collection.names;
        let mut name = |tag| names.add(game.tags.known(tag).unwrap_or_default());
        let entry = Entry {
            offset: placed.offset,
            length: placed.bytes.len() as u32,
            line: placed.line as u32,
            column: placed.column as u32,
            fingerprint: fingerprint_of(placed.bytes),
            white: name("White"),
            black: name("Black"),
            event: name("Event"),
            site: name("Site"),
            moves_at,
            start: self.start(start),
            opening,
            date: Date::parse(game.tags.known("Date").or(game.tags.known("UTCDate")).unwrap_or("")),
            white_elo: game.tags.elo(Color::White).unwrap_or(0),
            black_elo: game.tags.elo(Color::Black).unwrap_or(0),
            result: game.tags.result(),
            marks: marks(game, &start),
            end,
        };
        self.collection.entries.push(entry);
    }

    /// Stores the moves of the main line; returns the men left at its end and the last opening on the way.
    fn line(&mut self, game: &PgnGame, start: &Board) -> (Remains, Option<Opening>) {
        let tree = &game.tree;
        let mut at = tree.root();
        let mut men = start.occupied().count();
        let mut opening = openings::of(start);
        // After a null move the line is not a played game.
        while let Some((next, mv)) = tree.next(at).and_then(|next| Some((next, tree.mv(next)?))) {
            at = next;
            men -= u32::from(mv.is_capture());
            if men >= openings::MIN_MEN {
                opening = openings::of(tree.board(at)).or(opening);
            }
            self.collection.moves.push(mv);
        }
        (Remains::of(tree.board(at)), opening)
    }

    fn start(&mut self, start: Board) -> Option<NonZeroU32> {
        if start == *START {
            return None;
        }
        self.collection.starts.push(start);
        NonZeroU32::new(self.collection.starts.len() as u32)
    }

    fn opening(&mut self, found: Option<Opening>, tags: &Tags) -> Option<NonZeroU16> {
        let name = found.map_or("", |opening| opening.name);
        let eco = tags.known("ECO").or(found.map(|opening| opening.eco))?.to_owned();
        let openings = &mut self.collection.openings;
        let next = NonZeroU16::new(u16::try_from(openings.len() + 1).unwrap_or(u16::MAX))?;
        let number = *self.openings.entry((eco, name)).or_insert_with_key(|(eco, name)| {
            if next.get() < u16::MAX {
                openings.push(NamedOpening { eco: eco.clone(), name });
            }
            next
        });
        Some(number).filter(|number| usize::from(number.get()) <= openings.len())
    }

    fn finish(mut self) -> Collection {
        self.collection.names.rank();
        self.collection
    }
}

fn marks(game: &PgnGame, start: &Board) -> Marks {
    let tree = &game.tree;
    let main = tree.main_line();
    let notes = || main.iter().any(|&node| !tree.comment(node).is_empty());
    let variant = game.tags.known("Variant").unwrap_or_default().to_lowercase();
    let setting = if start.is_chess960() || variant.contains("960") || variant.contains("fischer") {
        Setting::Chess960
    } else if *start == *START {
        Setting::Usual
    } else {
        Setting::SetUp
    };
    let annotated = tree.len() > main.len() || notes();
    Marks { broken: !game.warnings.is_empty(), annotated, setting }
}

/// The stored line of a game as a sequence of legal moves.
pub(super) fn line_of(collection: &Collection, game: u32) -> (Board, &[Move]) {
    (*collection.start(game), collection.moves(game))
}
