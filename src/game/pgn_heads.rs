//! A table of contents for a text of many games: their tags and where they stand. The moves are read when
//! a game is wanted.

use super::pgn_problem::Places;
use super::pgn_read::{PgnGame, PgnReader};
use super::pgn_token::{GameTokens, Kind};
use super::pgn_words::{GameResult, decode, read_tag};
use super::tags::Tags;

/// A game in a text of many: its tags, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnHead {
    /// The tag pairs.
    pub tags: Tags,
    /// The byte of the text where it begins.
    pub at: usize,
    /// The line it begins on, from 1.
    pub line: usize,
    /// The column it begins in, from 1.
    pub column: usize,
}

impl PgnHead {
    /// The game itself, from the text its head was found in.
    pub fn read(&self, text: &str) -> Option<PgnGame> {
        text.get(self.at..)?;
        PgnReader::at(text.as_bytes(), self.at, self.line, self.column).next()
    }
}

/// The tags of all games of a text and where the games stand, without reading their moves: many times
/// quicker than reading them.
pub fn heads(text: &str) -> Vec<PgnHead> {
    let bytes = text.as_bytes();
    let (mut heads, mut places, mut at) = (Vec::new(), Places::from(0, 1, 1), 0);
    while let Some(found) = scan(bytes, at) {
        let (line, column) = places.of(bytes, found.begin);
        heads.push(PgnHead { tags: found.tags(bytes), at: found.begin, line, column });
        at = found.end;
    }
    heads
}

/// A game as the quick scan finds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Its first byte.
    pub(super) begin: usize,
    /// The byte after its tags.
    tags_end: usize,
    /// The byte after it.
    pub(super) end: usize,
    /// More bytes behind the last one might belong to it.
    pub(super) hit_end: bool,
    /// How it ended, if it says so behind the moves.
    result: Option<GameResult>,
}

impl Found {
    /// The tags, from the bytes it was found in.
    pub(super) fn tags(&self, bytes: &[u8]) -> Tags {
        let mut tags = Tags::new();
        let head = bytes.get(..self.tags_end).unwrap_or_default();
        for token in GameTokens::new(head, self.begin) {
            if matches!(token.kind, Kind::Tag { .. })
                && let Some((name, value, _)) = read_tag(&decode(&bytes[token.from..token.to]))
            {
                tags.add(name, value);
            }
        }
        if let Some(result) = self.result.filter(|_| tags.get("Result").is_none()) {
            tags.set("Result", result.text());
        }
        tags
    }
}

/// Finds the game that begins at or after a byte.
pub(super) fn scan(bytes: &[u8], at: usize) -> Option<Found> {
    let mut tokens = GameTokens::new(bytes, at);
    let begin = tokens.skip_blank();
    if begin >= bytes.len() {
        return None;
    }
    let (mut tags_end, mut result) = (begin, None);
    while let Some(token) = tokens.next() {
        match token.kind {
            Kind::Tag { .. } => tags_end = tokens.position(),
            Kind::Result(found) => result = Some(found),
            _ => {}
        }
    }
    let end = tokens.position().max(begin + 1);
    Some(Found { begin, tags_end, end, hit_end: tokens.hit_end(), result })
}
