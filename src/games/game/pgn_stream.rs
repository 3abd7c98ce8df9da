//! Reads PGN files of any size in bounded memory: finds the games and returns them one by one, to read only the tags or
//! the whole game.
//!
//! ```
//! use tabia_games::game::pgn_stream::PgnStream;
//! let mut stream = PgnStream::new(&b"[White \"R\xe9ti\"]\n\n1. Nf3 *\n\n1. e4 e5 1-0"[..]);
//! let first = stream.next_game()?.unwrap();
//! assert_eq!(first.tags().get("White"), Some("Réti"));
//! let second = stream.next_game()?.unwrap();
//! assert_eq!((second.line, second.read().tree.len()), (5, 3));
//! assert!(stream.next_game()?.is_none());
//! # Ok::<(), std::io::Error>(())
//! ```

use std::io;
use std::io::Read;

use tabia_text::t;

use super::pgn_encoding::{Encoding, Utf8Reader};
use super::pgn_read::{PgnFault, PgnGame, PgnProblem, Places, ReadGame, read_one};
use super::pgn_token::{GameTokens, Kind, with_number};
use super::pgn_words::{decode, decode_lines, read_tag, result};
use super::result::GameResult;
use super::tags::Tags;

/// Number of bytes read at a time.
const CHUNK: usize = 1 << 20;

/// Longest game, bytes. A longer one is read in pieces, and the first piece says so.
pub const MAX_BYTES: usize = 64 << 20;

/// Maximum number of problems reported for a text between two games, of which every word is one.
const MAX_BETWEEN: usize = 3;

/// Maximum number of pieces of one game; after them the input is considered endless.
const MAX_PIECES: usize = 3;

/// The games of a file, one after the other.
#[derive(Debug)]
pub struct PgnStream<R> {
    input: Utf8Reader<R>,
    buffer: Vec<u8>,
    /// The position in the buffer at which the next game is searched.
    at: usize,
    /// Number of bytes in the buffer.
    filled: usize,
    /// Whether the input is at its end.
    ended: bool,
    /// Bytes of the file before the buffer.
    passed: u64,
    places: Places,
    /// Number of consecutive pieces of one game read last.
    pieces: usize,
    between: Between,
}

/// The text between two games: comments, escaped lines, words that are not a game.
#[derive(Clone, Debug, Default)]
pub struct Between {
    /// Its text, including blanks.
    pub bytes: Vec<u8>,
    /// Problems: everything except comments and escaped lines.
    pub problems: Vec<PgnProblem>,
}

impl Between {
    /// Whether it contains anything but blanks.
    pub fn says_something(&self) -> bool {
        let text = self.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.bytes);
        text.iter().any(|&byte| byte > b' ')
    }

    /// The text without blanks around it.
    pub fn text(&self) -> String {
        decode_lines(&self.bytes).trim_start_matches('\u{feff}').trim().to_owned()
    }

    fn add(&mut self, bytes: &[u8], problems: Vec<PgnProblem>) {
        self.bytes.extend_from_slice(bytes);
        let room = MAX_BETWEEN.saturating_sub(self.problems.len());
        self.problems.extend(problems.into_iter().take(room));
    }
}

/// A game in a file, not read yet.
#[derive(Debug)]
pub struct RawGame<'a> {
    buffer: &'a [u8],
    found: GameSpan,
    /// The byte of the file where it begins.
    pub offset: u64,
    /// The line it begins on, from 1.
    pub line: usize,
    /// The column it begins in, from 1.
    pub column: usize,
    /// Whether it is longer than [`MAX_BYTES`] and continues as another game.
    cut: bool,
}

/// A game that was read, with its place in the file.
#[derive(Debug)]
pub struct PlacedGame<'a> {
    /// The game.
    pub game: PgnGame,
    /// Its text in the file.
    pub bytes: &'a [u8],
    /// Its result after the moves, as written in the file.
    pub result: Option<&'a [u8]>,
    /// The byte of the file where it begins.
    pub offset: u64,
    /// The line it begins on, from 1.
    pub line: usize,
    /// The column it begins in, from 1.
    pub column: usize,
}

impl RawGame<'_> {
    /// Its text in the file.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.found.begin..self.found.end]
    }

    /// Its result after the moves, as written in the file.
    pub fn result(&self) -> Option<&[u8]> {
        self.found.result.map(|(from, to)| &self.buffer[from..to])
    }

    /// Its tags. The result is in its standard spelling, and the one after the moves replaces an unknown one.
    pub fn tags(&self) -> Tags {
        self.found.tags(self.buffer)
    }

    /// The whole game.
    pub fn read(&self) -> PgnGame {
        // With the text before it, because a percent sign has another meaning at the beginning of a line.
        let GameSpan { begin, end, .. } = self.found;
        let mut places = Places::from(begin, self.line, self.column);
        let read = read_one(&self.buffer[..end], begin, &mut places);
        let game = read.map_or_else(PgnGame::empty, |read| read.game);
        if self.cut { with_cut(game, self.line, self.column) } else { game }
    }
}

/// The error for endless input that is not a file of games.
fn no_game() -> io::Error {
    let what = t!("error-pgn-no-game", n = MAX_BYTES >> 20);
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The error for an endless game.
fn no_end(pieces: usize) -> io::Error {
    let what = t!("error-pgn-no-end", n = pieces * (MAX_BYTES >> 20));
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Adds a warning that a game is only a piece of one.
fn with_cut(mut game: PgnGame, line: usize, column: usize) -> PgnGame {
    let found = t!("error-pgn-long-game", n = MAX_BYTES);
    let fault = PgnFault::Text { found, expected: t!("error-pgn-shorter-game") };
    game.warnings.push(PgnProblem { line, column, fault });
    game
}

impl<R: Read> PgnStream<R> {
    /// A stream at the beginning of a file.
    pub fn new(input: R) -> PgnStream<R> {
        PgnStream {
            input: Utf8Reader::new(input),
            buffer: Vec::new(),
            at: 0,
            filled: 0,
            ended: false,
            passed: 0,
            places: Places::from(0, 1, 1),
            pieces: 0,
            between: Between::default(),
        }
    }

    /// The text before the game returned last, or after the last game at the end.
    pub fn between(&self) -> &Between {
        &self.between
    }

    /// How the text is encoded, as far as it was read.
    pub fn encoding(&self) -> Encoding {
        self.input.encoding()
    }

    /// The next game; `None` at the end of the file.
    ///
    /// # Errors
    /// If the input cannot be read, or continues endlessly without a game or without the end of one.
    pub fn next_game(&mut self) -> io::Result<Option<RawGame<'_>>> {
        self.between = Between::default();
        let (found, cut) = loop {
            let bytes = &self.buffer[..self.filled];
            let found = scan(bytes, self.at);
            let full = self.filled - self.at >= MAX_BYTES;
            match found {
                Some(found) if !found.hit_end || self.ended || full => {
                    let cut = self.is_piece(found.hit_end)?;
                    if found.has_tags(&self.buffer[..self.filled]) || !self.skip_text(cut)? {
                        break (found, cut);
                    }
                }
                None if self.ended => return Ok(None),
                None if full => return Err(no_game()),
                _ => self.read_more()?,
            }
        };
        self.at = found.end;
        let bytes = &self.buffer[..self.filled];
        let (line, column) = self.places.of(bytes, found.begin);
        let offset = self.passed + found.begin as u64;
        Ok(Some(RawGame { buffer: bytes, found, offset, line, column, cut }))
    }

    /// Reads the next game in one pass, which is faster than finding it first. Returns it with its first line.
    ///
    /// # Errors
    /// If the input cannot be read, or continues endlessly without a game or without the end of one.
    pub fn read_game(&mut self) -> io::Result<Option<(PgnGame, usize)>> {
        Ok(self.read_placed()?.map(|placed| (placed.game, placed.line)))
    }

    /// Reads the next game in one pass, with its place and text.
    ///
    /// # Errors
    /// If the input cannot be read, or continues endlessly without a game or without the end of one.
    pub fn read_placed(&mut self) -> io::Result<Option<PlacedGame<'_>>> {
        self.between = Between::default();
        let (read, cut) = loop {
            let bytes = &self.buffer[..self.filled];
            let mut places = self.places.clone();
            let full = self.filled - self.at >= MAX_BYTES;
            match read_one(bytes, self.at, &mut places) {
                Some(read) if !read.hit_end || self.ended || full => {
                    let cut = self.is_piece(read.hit_end)?;
                    if !read.game.is_text() {
                        break (read, cut);
                    }
                    self.pass_text(read, cut)?;
                }
                None if self.ended => {
                    self.between.add(&self.buffer[self.at..self.filled], Vec::new());
                    return Ok(None);
                }
                None if full => return Err(no_game()),
                _ => self.read_more()?,
            }
        };
        let before = std::mem::replace(&mut self.at, read.end);
        let bytes = &self.buffer[..self.filled];
        let begin = with_number(bytes, before, read.begin);
        self.between.add(&bytes[before..begin], Vec::new());
        let (line, column) = self.places.of(bytes, begin);
        let game = if cut { with_cut(read.game, line, column) } else { read.game };
        let offset = self.passed + begin as u64;
        let result = read.result.map(|(from, to)| &bytes[from..to]);
        let bytes = &bytes[begin..read.end];
        Ok(Some(PlacedGame { game, bytes, result, offset, line, column }))
    }

    /// Skips the text that begins here if it is not a game. Returns whether it was skipped.
    fn skip_text(&mut self, cut: bool) -> io::Result<bool> {
        let mut places = self.places.clone();
        let read = read_one(&self.buffer[..self.filled], self.at, &mut places);
        match read.filter(|read| read.game.is_text()) {
            Some(read) => self.pass_text(read, cut).map(|()| true),
            None => Ok(false),
        }
    }

    /// Skips text that is not a game.
    ///
    /// # Errors
    /// If there is too much of it.
    fn pass_text(&mut self, read: ReadGame, cut: bool) -> io::Result<()> {
        self.between.add(&self.buffer[self.at..read.end], read.game.warnings);
        self.at = read.end;
        if cut || self.between.bytes.len() > MAX_BYTES {
            return Err(no_game());
        }
        Ok(())
    }

    /// Whether the text found is only a piece of a game that is too long.
    ///
    /// # Errors
    /// After too many pieces in a row.
    fn is_piece(&mut self, hit_end: bool) -> io::Result<bool> {
        let cut = hit_end && !self.ended;
        self.pieces = if cut { self.pieces + 1 } else { 0 };
        if self.pieces > MAX_PIECES { Err(no_end(self.pieces)) } else { Ok(cut) }
    }

    /// Moves the unprocessed bytes to the front of the buffer and reads more after them.
    fn read_more(&mut self) -> io::Result<()> {
        let (line, column) = self.places.of(&self.buffer, self.at);
        // A two-byte line end must not be split, or it would count twice.
        let keep = self.at.saturating_sub(1);
        self.places = Places::from(self.at - keep, line, column);
        self.buffer.copy_within(keep..self.filled, 0);
        self.passed += keep as u64;
        (self.at, self.filled) = (self.at - keep, self.filled - keep);
        // The size doubles each time, so that a long game is not rescanned too often.
        let room = (self.filled + CHUNK).max(2 * self.filled).min(self.filled + MAX_BYTES);
        self.buffer.resize(room.max(self.buffer.len()), 0);
        while self.filled < self.buffer.len() {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(0) => {
                    self.ended = true;
                    break;
                }
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// A game as found by the quick scan: its range and its tags. Much faster than reading its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameSpan {
    /// Its first byte.
    pub(super) begin: usize,
    /// The byte after its tags.
    tags_end: usize,
    /// The byte after it.
    pub(super) end: usize,
    /// Whether bytes after the last one might belong to it.
    pub(super) hit_end: bool,
    /// The range of its result after the moves.
    result: Option<(usize, usize)>,
}

impl GameSpan {
    /// Whether it begins with a readable tag other than the result, in the bytes it was found in.
    pub(super) fn has_tags(&self, bytes: &[u8]) -> bool {
        let head = bytes.get(..self.tags_end).unwrap_or_default();
        GameTokens::new(head, self.begin).any(|token| {
            matches!(token.kind, Kind::Tag { .. })
                && read_tag(&decode(&bytes[token.from..token.to]))
                    .is_some_and(|tag| tag.name != "Result")
        })
    }

    /// The tags, from the bytes it was found in.
    pub(super) fn tags(&self, bytes: &[u8]) -> Tags {
        let mut tags = Tags::new();
        let head = bytes.get(..self.tags_end).unwrap_or_default();
        for token in GameTokens::new(head, self.begin) {
            if matches!(token.kind, Kind::Tag { .. })
                && let Some(tag) = read_tag(&decode(&bytes[token.from..token.to]))
            {
                tags.add(tag.name, tag.value);
            }
        }
        // As in the whole game: in one spelling, and the result after the moves replaces an unknown one.
        let tag = tags.get("Result").and_then(|tag| result(tag.trim().as_bytes()));
        let has_tag = tags.get("Result").is_some();
        let behind = || {
            let (from, to) = self.result?;
            result(&bytes[from..to]).filter(|&result| !has_tag || result != GameResult::Open)
        };
        let known = tag.filter(|&tag| tag != GameResult::Open).or_else(behind).or(tag);
        if let Some(known) = known {
            tags.set("Result", known.text());
        }
        tags
    }
}

/// Finds the game that begins at or after a byte.
pub(super) fn scan(bytes: &[u8], at: usize) -> Option<GameSpan> {
    let mut tokens = GameTokens::new(bytes, at);
    let begin = tokens.skip_blank();
    if begin >= bytes.len() {
        return None;
    }
    let mut tags_end = begin;
    while let Some(token) = tokens.next() {
        if matches!(token.kind, Kind::Tag { .. }) {
            tags_end = tokens.position();
        }
    }
    let end = tokens.position().max(begin + 1);
    let (hit_end, result) = (tokens.hit_end(), tokens.result());
    Some(GameSpan { begin, tags_end, end, hit_end, result })
}
