//! Builds one game from its tokens: tags, start position, moves, variations, notes; and says what is odd.

use std::sync::LazyLock;

use crate::chess::{Board, Move, san, uci_move};

use super::annotation::Shape;
use super::comment;
use super::nag::Nag;
use super::pgn_problem::{PgnFault, PgnProblem, Places};
use super::pgn_read::PgnGame;
use super::pgn_token::{Kind, Token};
use super::pgn_words::{
    GameResult, decode, excerpt, is_null_move, is_our_chess, position_sign, read_tag,
    without_number,
};
use super::tags::Tags;
use super::tree::{GameTree, NodeId};

/// Warnings kept per game; a text that is no PGN at all would have one per word.
const MOST_WARNINGS: usize = 20;

/// Variations nested deeper are left out; nobody writes them, and they would have to be written, drawn and
/// stepped through.
const DEEPEST: usize = 200;

/// Nodes a new tree has room for: the moves of most games.
const ROOM: usize = 160;

/// Where most games begin: put together once, not once a game.
static START: LazyLock<Board> = LazyLock::new(Board::start);

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
pub(super) struct GameBuilder<'a> {
    bytes: &'a [u8],
    places: &'a mut Places,
    tags: Tags,
    tree: GameTree,
    warnings: Vec<PgnProblem>,
    /// The line being read.
    level: Level,
    /// The lines it is a variation of.
    around: Vec<Level>,
    /// A comment before the next move.
    lead: String,
    /// The byte where the token being read begins.
    at: usize,
    /// The byte of the FEN tag.
    fen_at: usize,
    /// The tags are over and the start position is set up.
    begun: bool,
    result: Option<GameResult>,
}

impl<'a> GameBuilder<'a> {
    /// A game in these bytes. `places` has to know the line of any byte of the game.
    pub(super) fn new(bytes: &'a [u8], places: &'a mut Places) -> GameBuilder<'a> {
        GameBuilder {
            bytes,
            places,
            tags: Tags::new(),
            tree: GameTree::with_room(*START, ROOM),
            warnings: Vec::new(),
            level: Level { at: Some(NodeId::ROOT), fresh: true },
            around: Vec::new(),
            lead: String::new(),
            at: 0,
            fen_at: 0,
            begun: false,
            result: None,
        }
    }

    /// Reads the next token of the game.
    #[inline]
    pub(super) fn take(&mut self, token: Token) {
        // Most tokens are moves as the standard wants them.
        if token.kind == Kind::Word
            && self.begun
            && let Level { at: Some(node), fresh } = self.level
            && let Some(mv) =
                san::parse_plain(self.tree.board(node), &self.bytes[token.from..token.to])
        {
            let next = self.tree.add_legal(node, mv);
            self.level = Level { at: Some(next), fresh: false };
            if fresh && !self.lead.is_empty() {
                self.settle_lead(node, next);
            }
            return;
        }
        self.take_rare(token);
    }

    fn take_rare(&mut self, token: Token) {
        self.at = token.at;
        let inside = decode(self.bytes.get(token.from..token.to).unwrap_or_default());
        if !self.begun && !matches!(token.kind, Kind::Tag { .. } | Kind::Comment { .. }) {
            self.begin();
        }
        match token.kind {
            Kind::Tag { closed } => self.tag(&inside, closed),
            Kind::Comment { closed } => {
                if !closed {
                    self.warn_text("{", "a } that closes it");
                }
                self.comment(&inside);
            }
            Kind::Nag => self.nag(inside.parse().ok().map(Nag), &inside),
            Kind::Open => self.open(),
            Kind::Close => self.close(),
            // One inside a variation ends nothing.
            Kind::Result(result) if self.around.is_empty() => self.result = Some(result),
            Kind::Result(_) => {}
            Kind::Stray => {
                self.warn_text(&format!("[{inside}]"), "tags at the beginning of a line");
            }
            Kind::Word if is_null_move(&inside) => self.san(&inside),
            Kind::Word => self.word(without_number(&inside)),
        }
    }

    fn warn(&mut self, fault: PgnFault) {
        if self.warnings.len() < MOST_WARNINGS {
            let (line, column) = self.places.of(self.bytes, self.at);
            self.warnings.push(PgnProblem { line, column, fault });
        }
    }

    fn warn_text(&mut self, found: &str, expected: &'static str) {
        self.warn(PgnFault::Text { found: excerpt(found), expected });
    }

    fn tag(&mut self, inside: &str, closed: bool) {
        let Some((name, value, odd)) = read_tag(inside) else {
            return self.warn_text(inside, "a tag such as [White \"Morphy\"]");
        };
        if !closed {
            self.warn_text(inside, "a ] that closes the tag");
        } else if let Some(expected) = odd {
            self.warn_text(inside, expected);
        }
        if name == "FEN" {
            self.fen_at = self.at;
        }
        self.tags.add(name, value);
    }

    /// The tags are over: sets up the start position they tell.
    #[cold]
    fn begin(&mut self) {
        self.begun = true;
        if let Some(variant) = self.tags.known("Variant").filter(|name| !is_our_chess(name)) {
            let found = excerpt(variant);
            self.warn(PgnFault::Variant { found });
        }
        let Some(fen) = self.tags.known("FEN") else { return };
        let board = match Board::from_fen(fen.trim()) {
            Ok(board) => Some(board),
            Err(error) => {
                let mended = error.repair().and_then(|fen| Board::from_fen(&fen).ok());
                let at = std::mem::replace(&mut self.at, self.fen_at);
                self.warn(PgnFault::Start(error));
                self.at = at;
                mended
            }
        };
        self.level.at = board.map(|_| NodeId::ROOT);
        if let Some(board) = board {
            let notes = std::mem::take(self.tree.notes_mut(NodeId::ROOT));
            self.tree = GameTree::with_room(board, ROOM);
            *self.tree.notes_mut(NodeId::ROOT) = notes;
        }
    }

    fn open(&mut self) {
        let Level { at, fresh } = self.level;
        let before = at.and_then(|node| self.tree.parent(node)).filter(|_| !fresh);
        if at.is_some() && before.is_none() {
            self.warn_text("(", "a move before it");
        }
        self.end_lead();
        let too_deep = self.around.len() >= DEEPEST;
        if too_deep && at.is_some() {
            self.warn_text("(", "fewer variations in variations");
        }
        let variation = Level { at: before.filter(|_| !too_deep), fresh: true };
        self.around.push(std::mem::replace(&mut self.level, variation));
    }

    fn close(&mut self) {
        self.end_lead();
        match self.around.pop() {
            Some(level) => self.level = level,
            None => self.warn_text(")", "a ( before it"),
        }
    }

    /// A text before a move that never came is put behind the move before it.
    fn end_lead(&mut self) {
        let lead = std::mem::take(&mut self.lead);
        if let Some(node) = self.level.at.filter(|_| !lead.is_empty()) {
            self.add_comment(node, &lead);
        }
    }

    fn comment(&mut self, text: &str) {
        let Level { at, fresh } = self.level;
        let Some(node) = at else { return };
        // Braces can stand in a comment of the other kind or be nested, but could not be written again.
        let mended = text.contains('}').then(|| text.replace('{', "(").replace('}', ")"));
        let text = mended.as_deref().unwrap_or(text);
        if fresh && !self.around.is_empty() {
            join(&mut self.lead, &comment::tidy(text));
            return;
        }
        self.add_comment(node, text);
    }

    /// Puts a text behind what stands behind a move, and reads the commands in both: one may have begun in
    /// the first and end in the second.
    fn add_comment(&mut self, node: NodeId, text: &str) {
        let notes = self.tree.notes_mut(node);
        let mut all = std::mem::take(&mut notes.comment);
        join(&mut all, text);
        let read = comment::parse(&all);
        notes.comment = read.comment;
        notes.clock_ms = read.clock_ms.or(notes.clock_ms);
        notes.elapsed_ms = read.elapsed_ms.or(notes.elapsed_ms);
        notes.eval = read.eval.or(notes.eval);
        if read.shapes.is_empty() {
            return;
        }
        for shape in read.shapes {
            if !notes.shapes.contains(&shape) {
                notes.shapes.push(shape);
            }
        }
        // As they are written: circles first.
        notes.shapes.sort_by_key(|shape| matches!(shape, Shape::Arrow { .. }));
    }

    fn nag(&mut self, nag: Option<Nag>, found: &str) {
        let Level { at, fresh } = self.level;
        let Some(nag) = nag else {
            return self.warn_text(&format!("${found}"), "a number from 0 to 255");
        };
        if let Some(node) = at.filter(|_| !fresh) {
            let nags = &mut self.tree.notes_mut(node).nags;
            if !nags.contains(&nag) {
                nags.push(nag);
            }
        }
    }

    /// A word of the movetext that is no result and no plain move: perhaps a move and its signs.
    fn word(&mut self, word: &str) {
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
            None => self.warn_text(signs, "one of ! ? !! ?? !? ?!"),
        }
    }

    fn san(&mut self, text: &str) {
        let Some(node) = self.level.at else { return };
        let next = if is_null_move(text) {
            let null = self.tree.add_null(node);
            if null.is_none() {
                self.warn(PgnFault::NullMove { found: text.to_owned() });
            }
            null
        } else {
            self.read_move(node, text).map(|mv| self.tree.add_legal(node, mv))
        };
        let fresh = std::mem::replace(&mut self.level, Level { at: next, fresh: false }).fresh;
        if let Some(next) = next.filter(|_| fresh) {
            self.settle_lead(node, next);
        }
    }

    /// A legal move in any notation: standard, with a wrong letter mended, or as UCI writes it.
    fn read_move(&mut self, node: NodeId, text: &str) -> Option<Move> {
        let board = *self.tree.board(node);
        let error = match san::parse(&board, text) {
            Ok(mv) => return Some(mv),
            Err(error) => error,
        };
        let uci = text.to_ascii_lowercase();
        let found = uci_move::parse(&board, &uci).ok().or_else(|| error.repair(&board));
        if found.is_none() {
            self.warn(PgnFault::Move(error));
        }
        found
    }

    /// Finds a place for the text before a move that has now been read.
    fn settle_lead(&mut self, before: NodeId, node: NodeId) {
        let lead = std::mem::take(&mut self.lead);
        // Before the main continuation there is no room for a text but behind the move before it.
        if self.tree.next(before) == Some(node) {
            self.add_comment(before, &lead);
        } else {
            join(&mut self.tree.notes_mut(node).lead, &lead);
        }
    }

    /// The game, at the end of its tokens.
    pub(super) fn finish(mut self) -> PgnGame {
        if !self.begun {
            self.begin();
        }
        if !self.around.is_empty() {
            self.warn_text("the end of the game", "a ) for every (");
        }
        if let Some(result) = self.result
            && (self.tags.known("Result").is_none_or(|known| known == "*")
                && result != GameResult::Open)
        {
            self.tags.set("Result", result.text());
        }
        PgnGame { tags: self.tags, tree: self.tree, warnings: self.warnings }
    }
}

/// Puts a second text behind a first one.
fn join(text: &mut String, more: &str) {
    if more.is_empty() {
        return;
    }
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}
