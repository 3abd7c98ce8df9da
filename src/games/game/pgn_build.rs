//! Builds one game from its tokens: tags, start position, moves, variations, notes; and reports problems.
//!
//! No text is dropped. A line is read up to its first unreadable move; the rest is kept unchanged
//! ([`Notes::unread`](super::tree::Notes)). A word that does not make the line unreadable, such as an unknown glyph
//! number, becomes a comment. Lines that are not tags are kept with the tags.

use std::borrow::Cow;
use std::collections::HashSet;
use std::mem::take;
use std::sync::LazyLock;

use tabia_chess::{Board, Move, SanError, san, uci_move};
use tabia_text::t;

use super::annotation::{Nag, Shape};
use super::comment;
use super::engine_comment;
use super::pgn_read::{PgnFault, PgnProblem, Places};
use super::pgn_token::{Kind, Token, reaches_line_end, with_number};
use super::pgn_words::{
    ReadTag, decode, decode_lines, excerpt, is_null_move, is_our_chess, mended_start,
    position_sign, read_tag, result, split_signs, without_number,
};
use super::result::GameResult;
use super::tags::Tags;
use super::tree::{GameTree, NodeId};

/// Maximum number of warnings per game, the others are counted; a text that is not PGN would have one per word.
const MAX_WARNINGS: usize = 20;

/// Maximum number of moves per game, including variations. A move takes about 400 bytes.
const MAX_MOVES: usize = 1_000_000;

/// Initial capacity of a tree: the moves of most games.
const ROOM: usize = 160;

/// The standard start position, built once.
static START: LazyLock<Board> = LazyLock::new(Board::start);

/// A line being read. Every move of it becomes a new node, even if an equal one exists: a line must not change another
/// one.
#[derive(Debug)]
struct Level {
    /// The last node of the line; `None` after something unreadable.
    at: Option<NodeId>,
    /// The node before the first unreadable move, and the first byte of the text that is kept instead.
    unread: Option<(NodeId, usize)>,
    /// The byte after its opening bracket.
    from: usize,
    /// Whether no move of this line has been read yet.
    fresh: bool,
    /// Comments after the last node, unparsed. They are parsed together when the line continues, because a command may
    /// span several of them.
    words: String,
    /// Comments before the first move of a variation.
    lead: String,
    /// Glyphs before it, which some programs write.
    nags: Vec<Nag>,
}

impl Level {
    fn new(at: Option<NodeId>, from: usize) -> Level {
        Level {
            at,
            unread: None,
            from,
            fresh: true,
            words: String::new(),
            lead: String::new(),
            nags: Vec::new(),
        }
    }
}

/// One game being read.
#[derive(Debug)]
pub(super) struct GameBuilder<'a> {
    bytes: &'a [u8],
    places: &'a mut Places,
    tags: Tags,
    tree: GameTree,
    /// Maximum number of its moves; the others are kept as text.
    max_moves: usize,
    warnings: Vec<PgnProblem>,
    /// The line being read.
    level: Level,
    /// The enclosing lines.
    around: Vec<Level>,
    /// The first byte of the current token.
    at: usize,
    /// The byte after the inside of the previous token.
    passed: usize,
    /// The byte of the FEN tag.
    fen_at: usize,
    /// Whether the tags are complete and the start position is set up.
    begun: bool,
    /// Whether it is a variant with other rules: then only moves in exact SAN are accepted.
    foreign: bool,
    /// Words before the first move, such as a line with the players' names: their first byte, and the number of open
    /// brackets in them.
    header: Option<(usize, usize)>,
    /// Whether a comment of an unreadable line is not closed.
    open_comment: bool,
    /// Texts of unreadable lines: the node of each, and its first byte.
    unread: Vec<(NodeId, usize)>,
    /// Pieces of the text that are kept unchanged.
    kept: Vec<(usize, usize)>,
    /// The result after the moves, and its byte range.
    result: Option<(GameResult, usize, usize)>,
}

impl<'a> GameBuilder<'a> {
    /// A game in these bytes. `places` must be able to give the line of every byte of the game.
    pub(super) fn new(bytes: &'a [u8], begin: usize, places: &'a mut Places) -> GameBuilder<'a> {
        GameBuilder {
            bytes,
            places,
            tags: Tags::new(),
            tree: GameTree::with_room(*START, ROOM),
            max_moves: MAX_MOVES,
            warnings: Vec::new(),
            level: Level::new(Some(NodeId::ROOT), 0),
            around: Vec::new(),
            at: 0,
            passed: begin,
            fen_at: 0,
            begun: false,
            foreign: false,
            header: None,
            open_comment: false,
            unread: Vec::new(),
            kept: Vec::new(),
            result: None,
        }
    }

    /// Reads the next token of the game.
    #[inline]
    pub(super) fn take(&mut self, token: Token) {
        // Most tokens are moves in exact SAN.
        if token.kind == Kind::Word
            && self.begun
            && !self.foreign
            && self.header.is_none()
            && self.tree.len() <= self.max_moves
            && let Some(node) = self.level.at
            && let Some(mv) =
                san::parse_plain(self.tree.board(node), &self.bytes[token.from..token.to])
        {
            let next = self.tree.push_legal(node, mv);
            self.go_on(Some(next));
        } else {
            self.take_rare(token);
        }
        self.passed = token.to;
    }

    fn take_rare(&mut self, token: Token) {
        self.at = token.at;
        let inside = decode(self.bytes.get(token.from..token.to).unwrap_or_default());
        if !self.begun
            && !matches!(token.kind, Kind::Tag { .. } | Kind::Comment { .. } | Kind::Junk)
        {
            self.begin();
        }
        if let Some((from, open)) = self.header {
            return self.take_header(token, from, open);
        }
        if self.level.at.is_none() {
            return self.take_unread(token);
        }
        match token.kind {
            Kind::Tag { closed } => self.tag(&inside, closed),
            Kind::Comment { closed } => {
                if !closed {
                    self.warn_text("{", t!("error-pgn-closing-brace"));
                }
                self.comment(&inside);
            }
            Kind::Nag => self.nag(inside.parse().ok().map(Nag), &inside),
            Kind::Open => self.open(token.to),
            Kind::Close => self.close(),
            Kind::Result(result) if self.around.is_empty() => {
                self.result = Some((result, token.at, token.to));
            }
            // A result inside a variation does not end the game.
            Kind::Result(GameResult::Open) => {}
            Kind::Result(_) => self.comment(&inside),
            Kind::Stray { closed: true } => {
                self.odd_word(&format!("[{inside}]"), t!("error-pgn-tag-line"));
            }
            Kind::Stray { closed: false } => {
                self.odd_word(&inside, t!("error-pgn-closing-bracket"));
            }
            Kind::Junk => self.odd_word(&inside, t!("error-pgn-after-tag")),
            Kind::Word if is_null_move(&inside) => self.san(&inside),
            // A promotion in pieces, such as `a8= N`.
            Kind::Word if inside.contains(|c: char| c.is_ascii_whitespace()) => {
                self.word(&inside.split_ascii_whitespace().collect::<String>());
            }
            Kind::Word => self.word(without_number(&inside)),
        }
    }

    /// Reads a token after words before the first move. The words end, and become a comment, where a number and a legal
    /// move follow; otherwise everything is kept unchanged.
    fn take_header(&mut self, token: Token, from: usize, open: usize) {
        match token.kind {
            Kind::Open => self.header = Some((from, open + 1)),
            Kind::Close => self.header = Some((from, open.saturating_sub(1))),
            Kind::Result(result) if open == 0 => self.result = Some((result, token.at, token.to)),
            Kind::Comment { closed: false } => self.open_comment = true,
            Kind::Word if open == 0 && self.with_number(token.at) < token.at => {
                let word = decode(&self.bytes[token.from..token.to]);
                let (bare, _) = split_signs(&word);
                let board = self.tree.board(NodeId::ROOT);
                if san::parse(board, bare).is_ok() || coordinates(board, bare).is_some() {
                    let to = self.with_number(token.at);
                    self.kept.push((from, to));
                    let words = decode_lines(&self.bytes[from..to]);
                    if let Some(PgnProblem { fault: fault @ PgnFault::Move(_), .. }) =
                        self.warnings.last_mut()
                    {
                        let expected = t!("error-pgn-moves");
                        *fault = PgnFault::Text { found: excerpt(&words), expected };
                    }
                    self.comment(words.trim());
                    self.header = None;
                    self.take_rare(token);
                }
            }
            _ => {}
        }
    }

    /// Whether a word before the first move is neither a move nor numbered and does not look like a move.
    fn begins_header(&self, node: NodeId, text: &str) -> bool {
        node == NodeId::ROOT
            && self.tree.is_empty()
            && self.around.is_empty()
            && !self.foreign
            && self.with_number(self.at) == self.at
            && matches!(san::parse(self.tree.board(node), text), Err(SanError::Syntax { .. }))
    }

    /// Reads a token of an unreadable line.
    fn take_unread(&mut self, token: Token) {
        if let (Some((node, from)), Some((_, at, _))) = (self.level.unread, self.result)
            && from == at
        {
            // The line contained only a result, so what follows is an ordinary comment.
            (self.level.at, self.level.unread) = (Some(node), None);
            return self.take_rare(token);
        }
        match token.kind {
            Kind::Open => {
                let variation = Level::new(None, token.to);
                self.around.push(std::mem::replace(&mut self.level, variation));
            }
            Kind::Close if !self.around.is_empty() => self.close(),
            Kind::Result(result) if self.around.is_empty() => {
                self.result = Some((result, token.at, token.to));
            }
            Kind::Comment { closed: false } => self.open_comment = true,
            _ => {}
        }
    }

    /// Marks the line as unreadable from the current token on: stores the first byte of its text.
    fn stop_reading(&mut self, node: NodeId) {
        let from = if self.level.fresh && !self.around.is_empty() {
            // Including the text before the first move of a variation.
            (self.level.lead, self.level.nags) = (String::new(), Vec::new());
            let from = self.level.from;
            let inside = self.unread.iter().rev().take_while(|(of, at)| *of == node && *at >= from);
            let inside = inside.count();
            let texts = &mut self.tree.notes_mut(node).unread;
            texts.truncate(texts.len() - inside.min(texts.len()));
            from
        } else {
            self.with_number(self.at)
        };
        self.level.unread = Some((node, from));
    }

    /// See [`with_number`].
    fn with_number(&self, at: usize) -> usize {
        with_number(self.bytes, self.passed, at)
    }

    /// Keeps the text of an unreadable line up to a byte, with `more` appended. The closing bracket is included if the
    /// opening one is.
    fn keep_unread(&mut self, end: usize, more: &str) {
        let Some((node, from)) = self.level.unread.take() else { return };
        let bracketed = from < self.level.from;
        let inside = self.bytes.get(from + usize::from(bracketed)..end).unwrap_or_default();
        self.kept.push((from, end));
        let mut text = decode_lines(inside).trim().to_owned();
        let mut add = |more: &str| {
            // On a new line if a comment reaches to the end of the line; a brace closes an open comment.
            if !more.is_empty() && !more.starts_with('}') && reaches_line_end(&text) {
                text.push('\n');
            }
            text.push_str(more);
        };
        add(more);
        if bracketed {
            add(")");
            text.insert(0, '(');
        }
        if !matches!(text.as_str(), "" | "()") {
            self.tree.notes_mut(node).unread.push(text);
            self.unread.push((node, from));
        }
    }

    /// A meaningless word that does not make the line unreadable: it is kept as a comment.
    fn odd_word(&mut self, found: &str, expected: &'static str) {
        self.warn_text(found, expected);
        self.comment(found);
    }

    fn warn(&mut self, fault: PgnFault) {
        if let Some(PgnProblem { fault: PgnFault::More { n }, .. }) = self.warnings.last_mut() {
            *n += 1;
            return;
        }
        let (line, column) = self.places.of(self.bytes, self.at);
        let listed = self.warnings.len() < MAX_WARNINGS;
        let fault = if listed { fault } else { PgnFault::More { n: 1 } };
        self.warnings.push(PgnProblem { line, column, fault });
    }

    fn warn_text(&mut self, found: &str, expected: &'static str) {
        self.warn(PgnFault::Text { found: excerpt(found), expected });
    }

    fn tag(&mut self, inside: &str, closed: bool) {
        let Some(ReadTag { name, value, odd, rest }) = read_tag(inside) else {
            let line = format!("[{}]", inside.trim().replace("\r\n", "\n").replace('\r', "\n"));
            self.tags.add_line(line);
            return self.warn_text(inside, t!("error-pgn-tag"));
        };
        if !closed {
            self.warn_text(inside, t!("error-pgn-closing-bracket"));
        } else if let Some(expected) = odd {
            self.warn_text(inside, expected);
        }
        // Like text behind the bracket.
        self.comment(rest);
        if name == "FEN" {
            self.fen_at = self.at;
        }
        self.tags.add(name, value);
    }

    /// Sets up the start position after the tags.
    #[cold]
    fn begin(&mut self) {
        self.begun = true;
        if let Some(variant) = self.tags.known("Variant").filter(|name| !is_our_chess(name)) {
            let found = excerpt(variant);
            self.foreign = true;
            self.warn(PgnFault::Variant { found });
        }
        let Some(fen) = self.tags.known("FEN") else { return };
        let board = match Board::from_fen(fen.trim()) {
            Ok(board) => Some(board),
            Err(error) => {
                let mended = mended_start(&error);
                let at = std::mem::replace(&mut self.at, self.fen_at);
                self.warn(PgnFault::Start(error));
                self.at = at;
                mended
            }
        };
        if let Some(board) = board {
            // The old tree has no notes yet: the words before the first move are still pending.
            self.tree = GameTree::with_room(board, ROOM);
        } else {
            self.stop_reading(NodeId::ROOT);
            self.go_on(None);
        }
    }

    fn open(&mut self, inside: usize) {
        let Level { at, fresh, .. } = self.level;
        let before = at.and_then(|node| self.tree.parent(node)).filter(|_| !fresh);
        // Any depth is allowed: nothing that reads, writes, draws or changes a game is recursive.
        let mut variation = Level::new(before, inside);
        if let (Some(node), None) = (at, before) {
            self.warn_text("(", t!("error-pgn-move-before"));
            variation.unread = Some((node, self.at));
        }
        self.around.push(std::mem::replace(&mut self.level, variation));
    }

    fn close(&mut self) {
        self.keep_unread(self.at, "");
        match self.around.pop() {
            Some(level) => self.end_variation(level),
            None => self.odd_word(")", t!("error-pgn-open-bracket")),
        }
    }

    /// Returns to the enclosing line. A text before a move that never came belongs to that line and stays after its
    /// last move.
    fn end_variation(&mut self, around: Level) {
        self.read_words();
        let inner = std::mem::replace(&mut self.level, around);
        join(self.before_or_behind(), &inner.lead);
        for nag in inner.nags {
            self.odd_word(&format!("${}", nag.0), t!("error-pgn-move-with"));
        }
    }

    /// Continues the line with a node, or ends it with `None`.
    #[inline]
    fn go_on(&mut self, next: Option<NodeId>) {
        if self.level.fresh || !self.level.words.is_empty() {
            self.settle_texts(next);
        }
        self.level.at = next;
    }

    /// Attaches the texts before the move that has just been read.
    fn settle_texts(&mut self, next: Option<NodeId>) {
        self.read_words();
        self.level.fresh = false;
        // If the move is unreadable, they are treated as without a move.
        let Some(node) = next else { return };
        let (lead, nags) = (take(&mut self.level.lead), take(&mut self.level.nags));
        if !lead.is_empty() || !nags.is_empty() {
            let notes = self.tree.notes_mut(node);
            (notes.lead, notes.nags) = (comment::tidy(&lead), nags);
        }
    }

    /// Parses the comments after the last node of the line.
    fn read_words(&mut self) {
        if self.level.words.is_empty() {
            return;
        }
        let words = take(&mut self.level.words);
        if let Some(node) = self.level.at {
            self.add_comment(node, &words);
        }
    }

    fn comment(&mut self, text: &str) {
        // Braces can occur in a comment after a semicolon or be nested, but could not be written back.
        let mended = comment::without_braces(text);
        if matches!(mended, Cow::Owned(_)) {
            self.warn_text("}", t!("error-pgn-braces"));
        }
        join(self.before_or_behind(), &mended);
    }

    /// The buffer for a comment at this point: before the first move of a variation, or after a move.
    fn before_or_behind(&mut self) -> &mut String {
        let first = self.level.fresh && !self.around.is_empty();
        if first { &mut self.level.lead } else { &mut self.level.words }
    }

    /// Parses the comments after a node together, because a command may begin in one and end in the next.
    fn add_comment(&mut self, node: NodeId, text: &str) {
        let read = comment::parse(text);
        let notes = self.tree.notes_mut(node);
        notes.comment = read.comment;
        notes.clock_ms = read.clock_ms;
        notes.elapsed_ms = read.elapsed_ms;
        notes.eval = read.eval;
        notes.best = read.best;
        notes.shapes = read.shapes;
        // In the order of writing: circles first, without duplicates.
        let mut known = HashSet::new();
        notes.shapes.retain(|&shape| known.insert(shape));
        notes.shapes.sort_by_key(|shape| matches!(shape, Shape::Arrow { .. }));
    }

    fn nag(&mut self, nag: Option<Nag>, found: &str) {
        let Level { at, fresh, .. } = self.level;
        let Some(nag) = nag else {
            return self.odd_word(&format!("${found}"), t!("error-pgn-nag"));
        };
        let nags = match at {
            None => return,
            Some(_) if fresh && !self.around.is_empty() => &mut self.level.nags,
            Some(_) if fresh => {
                return self.odd_word(&format!("${}", nag.0), t!("error-pgn-move-before"));
            }
            Some(node) => &mut self.tree.notes_mut(node).nags,
        };
        if !nags.contains(&nag) {
            nags.push(nag);
        }
    }

    /// A word of the movetext that is neither a result nor exact SAN: perhaps a move with signs.
    fn word(&mut self, word: &str) {
        if word.is_empty() || word.trim_end_matches('.') == "e.p" {
            return;
        }
        let (bare, signs) = split_signs(word);
        if !bare.is_empty() {
            self.san(bare);
        }
        if self.level.at.is_some() && self.header.is_none() {
            for sign in signs {
                self.sign(sign);
            }
        }
    }

    fn sign(&mut self, sign: &str) {
        match Nag::from_sign(sign).or_else(|| position_sign(sign)) {
            Some(nag) => self.nag(Some(nag), sign),
            // A check sign says nothing that the move does not say.
            None if matches!(sign, "+" | "++" | "#") => {}
            None => self.odd_word(sign, t!("error-pgn-signs")),
        }
    }

    fn san(&mut self, text: &str) {
        let Some(node) = self.level.at else { return };
        if self.tree.len() > self.max_moves {
            let found = t!("error-pgn-big-game", n = self.max_moves);
            self.warn(PgnFault::Text { found, expected: t!("error-pgn-smaller-game") });
            self.stop_reading(node);
            return self.go_on(None);
        }
        let next = if is_null_move(text) {
            let null = self.tree.push_null(node);
            if null.is_none() {
                self.warn(PgnFault::NullMove { found: text.to_owned() });
            }
            null
        } else {
            self.read_move(node, text).map(|mv| self.tree.push_legal(node, mv))
        };
        if next.is_none() {
            if self.begins_header(node, text) {
                self.header = Some((self.at, 0));
                return;
            }
            self.stop_reading(node);
        }
        self.go_on(next);
    }

    /// A legal move in any notation: SAN, SAN with a corrected letter, or UCI.
    fn read_move(&mut self, node: NodeId, text: &str) -> Option<Move> {
        let board = *self.tree.board(node);
        if self.foreign {
            // It would be written back as another word.
            let same = san::parse(&board, text).ok().filter(|mv| san::write(&board, *mv) == text);
            if same.is_none() {
                self.warn_text(text, t!("error-pgn-standard"));
            }
            return same;
        }
        let error = match san::parse(&board, text) {
            Ok(mv) => return Some(mv),
            Err(error) => error,
        };
        if let Some(mv) = coordinates(&board, text) {
            return Some(mv);
        }
        let Some(mv) = error.repair(&board) else {
            self.warn(PgnFault::Move(error));
            return None;
        };
        // A text such as `nf3` cannot mean another move.
        if !matches!(error, SanError::Syntax { .. }) {
            self.warn(PgnFault::Repaired { error, read: san::write(&board, mv) });
        }
        Some(mv)
    }

    /// The game, at the end of its tokens, `end` being the byte after the last one.
    pub(super) fn finish(
        mut self,
        end: usize,
        escaped: impl Iterator<Item = (usize, usize)>,
    ) -> (Tags, GameTree, Vec<PgnProblem>) {
        self.at = end;
        if !self.begun {
            self.begin();
        }
        if !self.around.is_empty() {
            self.warn_text(t!("error-pgn-game-end"), t!("error-pgn-brackets"));
        }
        let (mut more, mut moves_end) = (String::new(), end);
        let mut brackets = String::new();
        if let Some((from, open)) = self.header.take() {
            self.level.unread = Some((NodeId::ROOT, from));
            self.go_on(None);
            brackets = ")".repeat(open);
        }
        if let Some((_, at, to)) = self.result {
            moves_end = at;
            if self.level.at.is_none() {
                // Comments after the result.
                let behind = decode_lines(self.bytes.get(to..end).unwrap_or_default());
                more = if behind.trim().is_empty() { more } else { " ".to_owned() + behind.trim() };
            }
        }
        // Closes whatever is open, so that other text can follow.
        more += if self.open_comment { "}" } else { "" };
        more += &brackets;
        while let Some(level) = self.around.pop() {
            let inside = self.level.at.is_none() && self.level.unread.is_none();
            self.keep_unread(end, &more);
            more = if inside { more + ")" } else { String::new() };
            self.end_variation(level);
        }
        self.settle_result(&mut more);
        self.keep_unread(moves_end, &more);
        self.read_words();
        self.mend_braces();
        let tag = self.tags.known("Result").and_then(|tag| result(tag.as_bytes()));
        engine_comment::read_game(&mut self.tree, tag);
        // Pieces inside kept text are already included.
        self.kept.sort_unstable();
        let mut kept = self.kept.iter().peekable();
        let mut reach = 0;
        for (from, to) in escaped {
            while let Some(piece) = kept.next_if(|piece| piece.0 <= from) {
                reach = reach.max(piece.1);
            }
            if from >= reach {
                self.tags.add_line(decode(&self.bytes[from..to]).into_owned());
            }
        }
        self.tree.shrink();
        (self.tags, self.tree, self.warnings)
    }

    /// If unreadable text has a closing brace before its opening one, an opening one in a comment would match it when the
    /// game is read again; so that one becomes a parenthesis.
    fn mend_braces(&mut self) {
        let closes_first = |text: &str| {
            let mut open = 0_i32;
            text.chars().any(|c| {
                open += i32::from(c == '{') - i32::from(c == '}');
                open < 0
            })
        };
        if !self.tree.all_unread().any(closes_first) {
            return;
        }
        let open = |text: &str| text.contains('{');
        let ids: Vec<NodeId> = self.tree.ids().collect();
        for id in ids {
            if open(self.tree.comment(id)) || open(self.tree.lead(id)) {
                let notes = self.tree.notes_mut(id);
                notes.comment = notes.comment.replace('{', "(");
                notes.lead = notes.lead.replace('{', "(");
            }
        }
    }

    /// Compares the result after the moves with that of the tags. `unread` is the text after the unreadable moves.
    fn settle_result(&mut self, unread: &mut String) {
        let tag = self.tags.known("Result");
        let known = tag.and_then(|tag| result(tag.trim().as_bytes()));
        match (self.result.map(|(result, ..)| result), tag, known) {
            // Another spelling of the same result, or no result after the moves.
            (None | Some(GameResult::Open), _, Some(known)) => {
                self.tags.set("Result", known.text());
            }
            (Some(found), _, Some(known)) if found == known => {
                self.tags.set("Result", known.text());
            }
            (Some(found), None, _) if found != GameResult::Open => {
                self.tags.set("Result", found.text());
            }
            (Some(found), _, Some(GameResult::Open)) => self.tags.set("Result", found.text()),
            (Some(found), Some(tag), known) if found != GameResult::Open => {
                self.at = self.result.map_or(self.at, |(_, at, _)| at);
                let (odd, expected) = if known.is_some() {
                    (found.text().to_owned(), t!("error-pgn-result"))
                } else {
                    (tag.to_owned(), t!("error-pgn-result-tag"))
                };
                self.tags.set("Result", known.unwrap_or(found).text());
                self.warn_text(&odd, expected);
                if self.level.at.is_some() {
                    self.comment(&odd);
                } else {
                    unread.extend([" {", &odd.replace('}', ")"), "}"]);
                }
            }
            _ => {}
        }
    }
}

/// A legal move given by its two squares, as in UCI or with a sign between: `c1-e3`, `e4xd5`, or castling as a
/// two-square king move, `Ke1-g1`.
fn coordinates(board: &Board, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['+', '#']);
    if text.len() > 8 {
        return None;
    }
    let bare = text.to_ascii_lowercase().replace(['-', 'x', ':', '='], "");
    let squares = if bare.len() == 5 { bare.strip_prefix('k').unwrap_or(&bare) } else { &bare };
    uci_move::parse(board, squares).ok()
}

/// Appends a text.
fn join(text: &mut String, more: &str) {
    if more.is_empty() {
        return;
    }
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::pgn_token::GameTokens;
    use crate::game::pgn_write;

    #[test]
    fn moves_beyond_the_limit_are_kept_as_text() {
        let read = |text: &str, max_moves: usize| {
            let mut places = Places::from(0, 1, 1);
            let mut tokens = GameTokens::new(text.as_bytes(), 0);
            let mut builder = GameBuilder::new(text.as_bytes(), 0, &mut places);
            builder.max_moves = max_moves;
            for token in tokens.by_ref() {
                builder.take(token);
            }
            builder.finish(tokens.position(), tokens.escaped())
        };
        let text = "1. e4 (1. d4 d5 2. -- a6) e5 2. Nf3 Nc6 {main} 1-0";
        let (_, tree, warnings) = read(text, 8);
        assert_eq!((tree.len(), warnings.len()), (9, 0));
        let (tags, tree, warnings) = read(text, 3);
        assert_eq!(tree.len(), 4, "the root, e4, d4 and d5");
        let fault = PgnFault::Text {
            found: t!("error-pgn-big-game", n = 3),
            expected: t!("error-pgn-smaller-game"),
        };
        let places: Vec<_> = warnings.iter().map(|warning| warning.column).collect();
        assert!(warnings.iter().all(|warning| warning.fault == fault), "{warnings:?}");
        assert_eq!(places, [20, 27]);
        let written = pgn_write::write(&tags, &tree);
        assert!(written.contains("2. -- a6") && written.contains("2. Nf3 Nc6 {main}"), "{written}");
        assert!(written.ends_with("1-0\n"), "{written}");
    }
}
