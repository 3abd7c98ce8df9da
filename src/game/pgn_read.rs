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

use super::comment;
use super::nag::Nag;
use super::pgn_token::{Token, Tokens};
use super::tags::Tags;
use super::tree::{GameTree, NodeId};

/// Warnings kept per game; a text that is no PGN at all would have one per word.
const MOST_WARNINGS: usize = 20;

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
        self.levels.push(Level { at: before, fresh: true });
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
        let word = without_number(word);
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
            join(&mut self.tree.notes_mut(next).lead, &lead);
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

/// Name and value of a tag, with or without quotes.
fn read_tag(inside: &str) -> Option<(String, String)> {
    let inside = inside.trim();
    let end = inside.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(inside.len());
    let (name, value) = inside.split_at(end);
    let legal = |c: char| c.is_alphanumeric() || "_+#=:-".contains(c);
    if name.is_empty() || !name.chars().all(legal) {
        return None;
    }
    let value = value.trim();
    let value = value.strip_prefix('"').unwrap_or(value);
    let value =
        if value.ends_with("\\\"") { value } else { value.strip_suffix('"').unwrap_or(value) };
    let mut clean = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        let kept = if c == '\\' { chars.next().unwrap_or(c) } else { c };
        clean.push(if kept.is_control() { ' ' } else { kept });
    }
    Some((name.to_owned(), clean))
}

/// The result a word stands for.
fn result(word: &str) -> Option<&'static str> {
    Some(match word {
        "1-0" | "1:0" | "1\u{2013}0" => "1-0",
        "0-1" | "0:1" | "0\u{2013}1" => "0-1",
        "1/2-1/2"
        | "1/2"
        | "\u{bd}-\u{bd}"
        | "\u{bd}"
        | "1/2\u{2013}1/2"
        | "\u{bd}\u{2013}\u{bd}" => "1/2-1/2",
        "*" => "*",
        _ => return None,
    })
}

/// A word without the move number in front: `12.e4`, `12...`, `12`, `…e5`.
fn without_number(word: &str) -> &str {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let rest = &word[digits..];
    let dots = |c| c == '.' || c == '\u{2026}';
    if rest.is_empty() || rest.starts_with(dots) { rest.trim_start_matches(dots) } else { word }
}

/// Signs that judge a position and stand where a move could.
fn position_sign(word: &str) -> Option<Nag> {
    Some(Nag(match word {
        "=" => 10,
        "+=" | "+/=" | "\u{2a72}" => 14,
        "=+" | "=/+" | "\u{2a71}" => 15,
        "+/-" | "\u{b1}" => 16,
        "-/+" | "\u{2213}" => 17,
        "+-" | "+\u{2212}" => 18,
        "-+" | "\u{2212}+" => 19,
        "\u{221e}" => 13,
        "N" => 146,
        _ => return None,
    }))
}

fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "null" | "NULL" | "@@@@" | "0000" | "pass" | "<>")
}

/// Names under which standard chess and Chess960 go.
fn is_our_chess(variant: &str) -> bool {
    let name: String = variant.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    matches!(
        name.as_str(),
        "" | "standard"
            | "chess"
            | "normal"
            | "regular"
            | "fromposition"
            | "chess960"
            | "fischerandom"
            | "fischerrandom"
            | "960"
            | "frc"
            | "dfrc"
            | "double960"
    )
}

/// The beginning of a text, for messages.
fn excerpt(text: &str) -> String {
    const MOST: usize = 30;
    let mut short: String =
        text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('\u{2026}');
    }
    short
}
