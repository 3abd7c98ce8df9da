//! The quick scan: where a game begins and ends, and its tags, without reading its moves. Many times quicker
//! than reading them.

use super::pgn_token::{GameTokens, Kind};
use super::pgn_words::{GameResult, decode, read_tag};
use super::tags::Tags;

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
    /// Whether it begins with a tag that can be read and is not that of the result, in the bytes it was found in.
    pub(super) fn has_tags(&self, bytes: &[u8]) -> bool {
        let head = bytes.get(..self.tags_end).unwrap_or_default();
        GameTokens::new(head, self.begin).any(|token| {
            matches!(token.kind, Kind::Tag { .. })
                && read_tag(&decode(&bytes[token.from..token.to]))
                    .is_some_and(|tag| tag.0 != "Result")
        })
    }

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
