//! A table of contents for a text of many games: their tags and where they stand. The moves are read when
//! a game is wanted.

use super::pgn_read::{PgnGame, PgnReader};
use super::pgn_token::{Token, Tokens};
use super::pgn_words::{read_tag, result};
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
}

impl PgnHead {
    /// The game itself, from the text its head was found in.
    pub fn read(&self, text: &str) -> Option<PgnGame> {
        text.get(self.at..)?;
        PgnReader::at(text, self.at, self.line).next()
    }
}

/// The tags of all games of a text and where the games stand, without reading their moves: many times
/// quicker than reading them.
pub fn heads(text: &str) -> Vec<PgnHead> {
    let mut tokens = Tokens::new(text);
    let mut heads = Vec::new();
    while tokens.peek().is_some() {
        let (at, line) = (tokens.position(), tokens.line());
        let mut tags = Tags::new();
        while let Some(Token::Tag(inside)) = tokens.peek() {
            tokens.next();
            if let Some((name, value)) = read_tag(inside) {
                tags.set(name, value);
            }
        }
        let ending = skip_moves(&mut tokens);
        if let Some(ending) = ending.filter(|_| tags.get("Result").is_none()) {
            tags.set("Result", ending);
        }
        heads.push(PgnHead { tags, at, line });
    }
    heads
}

/// Goes to the end of a game and gives its result, if it has one.
fn skip_moves(tokens: &mut Tokens<'_>) -> Option<&'static str> {
    let mut depth = 0_usize;
    while let Some(token) = tokens.peek() {
        if matches!(token, Token::Tag(_)) {
            break;
        }
        tokens.next();
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Word(word) if depth == 0 => {
                if let Some(ending) = result(word) {
                    return Some(ending);
                }
            }
            _ => {}
        }
    }
    None
}
