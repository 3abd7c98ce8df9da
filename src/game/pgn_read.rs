//! Reads games from PGN text, forgiving what people and programs write: any line ends, a byte order mark,
//! comments of both kinds, nested variations, `$n` and `!?`, `0-0`, `e.p.`, missing results, tags without
//! quotes, move lists without tags, FEN and Chess960. What it could not read it says, with line, what was
//! found and what was expected, and goes on.
//!
//! ```
//! use tabia::game::pgn_read;
//! let games = pgn_read::read_all("1. e4 e5 (1... c5 {Sicilian}) 2. Nf3! *");
//! let tree = &games[0].tree;
//! assert_eq!(tree.len(), 5);
//! assert_eq!(tree.san(*tree.main_line().last().unwrap()), "Nf3");
//! assert!(games[0].warnings.is_empty());
//! ```

use crate::chess::{Board, FenError, SanError, san};

use super::annotation::Shape;
use super::comment;
use super::nag::Nag;
use super::pgn_token::{Token, Tokens};
use super::pgn_words::{
    excerpt, is_null_move, is_our_chess, position_sign, read_tag, result, without_number,
};
use super::tags::Tags;
use super::tree::{GameTree, NodeId};

/// Warnings kept per game; a text that is no PGN at all would have one per word.
const MOST_WARNINGS: usize = 20;

/// Variations nested deeper are left out; nobody writes them, and they would have to be written, drawn and
/// stepped through.
const DEEPEST: usize = 200;

/// A game as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct PgnGame {
    /// The tag pairs.
    pub tags: Tags,
    /// The moves with their variations and notes.
    pub tree: GameTree,
    /// What was odd about it but could be mended or passed over.
    pub warnings: Vec<PgnProblem>,
}

/// Something in a PGN text that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct PgnProblem {
    /// The line it stands on, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: PgnFault,
}

/// What can be wrong in a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnFault {
    /// A word that is no legal move; the rest of its line is left out.
    #[error("{0}; the rest of this line is left out")]
    Move(SanError),
    /// A null move; the rest of its line is left out.
    #[error("move: found the null move \u{201c}{found}\u{201d}; the rest of this line is left out")]
    NullMove {
        /// As written.
        found: String,
    },
    /// The FEN tag; its repair is used if there is one, else no move can be read.
    #[error("start position: {0}")]
    Start(FenError),
    /// Rules this program does not know.
    #[error("variant: found \u{201c}{found}\u{201d}, expected standard chess or Chess960")]
    Variant {
        /// The variant's name.
        found: String,
    },
    /// Anything else.
    #[error("found \u{201c}{found}\u{201d}, expected {expected}")]
    Text {
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
}

/// All games of a text. Text without any game gives none, or one that has nothing but warnings.
pub fn read_all(text: &str) -> Vec<PgnGame> {
    PgnReader::new(text).collect()
}

/// Reads the games of a text one by one.
#[derive(Clone, Debug)]
pub struct PgnReader<'a> {
    tokens: Tokens<'a>,
}

impl<'a> PgnReader<'a> {
    /// A reader at the beginning of a text.
    pub fn new(text: &'a str) -> PgnReader<'a> {
        PgnReader { tokens: Tokens::new(text) }
    }

    /// A reader at a byte of a text, which stands on this line.
    pub(super) fn at(text: &'a str, at: usize, line: usize) -> PgnReader<'a> {
        PgnReader { tokens: Tokens::at(text, at, line) }
    }
}

impl Iterator for PgnReader<'_> {
    type Item = PgnGame;

    fn next(&mut self) -> Option<PgnGame> {
        self.tokens.peek()?;
        let mut game = OneGame::default();
        game.read_tags(&mut self.tokens);
        game.read_moves(&mut self.tokens);
        Some(game.finish())
    }
}

/// A line being read.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The last node of the line; `None` after something unreadable.
    at: Option<NodeId>,
    /// No move of this line has been read yet.
    fresh: bool,
}

/// One game being read.
#[derive(Debug)]
struct OneGame {
    tags: Tags,
    tree: GameTree,
    warnings: Vec<PgnProblem>,
    /// The line being read and those around it.
    levels: Vec<Level>,
    /// A comment before the next move.
    lead: String,
    line: usize,
    result: Option<&'static str>,
}

impl Default for OneGame {
    fn default() -> Self {
        OneGame {
            tags: Tags::new(),
            tree: GameTree::new(Board::start()),
            warnings: Vec::new(),
            levels: vec![Level { at: Some(NodeId::ROOT), fresh: true }],
            lead: String::new(),
            line: 1,
            result: None,
        }
    }
}

impl OneGame {
    fn warn(&mut self, fault: PgnFault) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(PgnProblem { line: self.line, fault });
        }
    }

    fn read_tags(&mut self, tokens: &mut Tokens<'_>) {
        let mut fen_line = 1;
        while let Some(Token::Tag(inside)) = tokens.peek() {
            tokens.next();
            self.line = tokens.line();
            match read_tag(inside) {
                Some((name, value)) => {
                    if name == "FEN" {
                        fen_line = self.line;
                    }
                    self.tags.set(name, value);
                }
                None => self.warn(PgnFault::Text {
                    found: excerpt(inside),
                    expected: "a tag such as [White \"Morphy\"]",
                }),
            }
        }
        self.line = fen_line;
        self.set_up();
    }

    /// The start position, from the tags.
    fn set_up(&mut self) {
        if let Some(variant) = self.tags.known("Variant").filter(|name| !is_our_chess(name)) {
            let found = excerpt(variant);
            self.warn(PgnFault::Variant { found });
        }
        let Some(fen) = self.tags.known("FEN") else { return };
        match Board::from_fen(fen.trim()) {
            Ok(board) => self.tree = GameTree::new(board),
            Err(error) => {
                let mended = error.repair().and_then(|fen| Board::from_fen(&fen).ok());
                match mended {
                    Some(board) => self.tree = GameTree::new(board),
                    None => self.levels[0].at = None,
                }
                self.warn(PgnFault::Start(error));
            }
        }
    }

    /// Reads to the end of the game: its result, the tags of the next one, or the end of the text.
    fn read_moves(&mut self, tokens: &mut Tokens<'_>) {
        while let Some(token) = tokens.peek() {
            if matches!(token, Token::Tag(_)) {
                break;
            }
            tokens.next();
            self.line = tokens.line();
            match token {
                Token::Comment(text) => self.comment(text),
                Token::Nag(digits) => self.nag(digits.parse().ok().map(Nag), digits),
                Token::Open => self.open(),
                Token::Close => self.close(),
                Token::Word(word) => {
                    if let Some(result) = result(word) {
                        if self.levels.len() == 1 {
                            self.result = Some(result);
                            break;
                        }
                    } else {
                        self.word(word);
                    }
                }
                Token::Tag(_) => {}
            }
        }
        if let Some(line) = tokens.unclosed.take() {
            self.line = line;
            self.warn(PgnFault::Text { found: "{".to_owned(), expected: "a } that closes it" });
        }
        if self.levels.len() > 1 {
            self.warn(PgnFault::Text {
                found: "the end of the game".to_owned(),
                expected: "a ) for every (",
            });
        }
    }

    fn level(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn open(&mut self) {
        let Level { at, fresh } = *self.level();
        let before = at.and_then(|node| self.tree.parent(node)).filter(|_| !fresh);
        if at.is_some() && before.is_none() {
            self.warn(PgnFault::Text { found: "(".to_owned(), expected: "a move before it" });
        }
        self.lead.clear();
        let too_deep = self.levels.len() > DEEPEST;
        if too_deep && at.is_some() {
            self.warn(PgnFault::Text {
                found: "(".to_owned(),
                expected: "fewer variations in variations",
            });
        }
        self.levels.push(Level { at: before.filter(|_| !too_deep), fresh: true });
    }

    fn close(&mut self) {
        self.lead.clear();
        if self.levels.len() > 1 {
            self.levels.pop();
        } else {
            self.warn(PgnFault::Text { found: ")".to_owned(), expected: "a ( before it" });
        }
    }

    fn comment(&mut self, text: &str) {
        let Level { at, fresh } = *self.level();
        let Some(node) = at else { return };
        // A brace can stand in a comment of the other kind, but could never be written again.
        let text = &text.replace('}', ")");
        if fresh && (node != NodeId::ROOT || self.levels.len() > 1) {
            join(&mut self.lead, &comment::tidy(text));
            return;
        }
        let read = comment::parse(text);
        let notes = self.tree.notes_mut(node);
        join(&mut notes.comment, &read.comment);
        notes.clock_ms = read.clock_ms.or(notes.clock_ms);
        notes.eval = read.eval.or(notes.eval);
        for shape in read.shapes {
            if !notes.shapes.contains(&shape) {
                notes.shapes.push(shape);
            }
        }
        // As they are written: circles first.
        notes.shapes.sort_by_key(|shape| matches!(shape, Shape::Arrow { .. }));
    }

    fn nag(&mut self, nag: Option<Nag>, found: &str) {
        let Level { at, fresh } = *self.level();
        let Some(nag) = nag else {
            let found = format!("${found}");
            return self.warn(PgnFault::Text { found, expected: "a number from 0 to 255" });
        };
        if let Some(node) = at.filter(|_| !fresh) {
            let nags = &mut self.tree.notes_mut(node).nags;
            if !nags.contains(&nag) {
                nags.push(nag);
            }
        }
    }

    /// A word of the movetext that is no result: perhaps a number, then perhaps a move and its signs.
    fn word(&mut self, word: &str) {
        let word = without_number(word).trim_end_matches('\u{2026}');
        if word.is_empty() || word.trim_end_matches('.') == "e.p" {
            return;
        }
        let bare = word.trim_end_matches(['!', '?']);
        let signs = &word[bare.len()..];
        if bare.is_empty() {
            return self.nag_sign(signs);
        }
        if let Some(nag) = position_sign(word) {
            return self.nag(Some(nag), word);
        }
        self.san(bare);
        if !signs.is_empty() {
            self.nag_sign(signs);
        }
    }

    fn nag_sign(&mut self, signs: &str) {
        match Nag::from_sign(signs) {
            Some(nag) => self.nag(Some(nag), signs),
            None => self
                .warn(PgnFault::Text { found: excerpt(signs), expected: "one of ! ? !! ?? !? ?!" }),
        }
    }

    fn san(&mut self, text: &str) {
        let Some(node) = self.level().at else { return };
        if is_null_move(text) {
            self.level().at = None;
            return self.warn(PgnFault::NullMove { found: text.to_owned() });
        }
        let board = *self.tree.board(node);
        let mv = san::parse(&board, text).or_else(|error| error.repair(&board).ok_or(error));
        let next = match mv {
            Ok(mv) => self.tree.add_move(node, mv).ok(),
            Err(error) => {
                self.warn(PgnFault::Move(error));
                None
            }
        };
        *self.level() = Level { at: next, fresh: false };
        let lead = std::mem::take(&mut self.lead);
        if let Some(next) = next
            && !lead.is_empty()
        {
            // Before the main continuation there is no room for a text but behind the move before it.
            if self.tree.next(node) == Some(next) {
                join(&mut self.tree.notes_mut(node).comment, &lead);
            } else {
                join(&mut self.tree.notes_mut(next).lead, &lead);
            }
        }
    }

    fn finish(mut self) -> PgnGame {
        if let Some(result) = self.result
            && (self.tags.known("Result").is_none_or(|known| known == "*") && result != "*")
        {
            self.tags.set("Result", result);
        }
        PgnGame { tags: self.tags, tree: self.tree, warnings: self.warnings }
    }
}

/// Puts a second text behind a first one.
fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}
