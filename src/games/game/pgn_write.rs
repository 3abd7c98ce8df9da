//! Writes games as PGN: the seven tags, then the others, then the movetext with variations, comments and glyphs in
//! lines of at most 80 characters. `pgn_read` reads its output back unchanged. Unreadable lines are written as they
//! were in the file.
//!
//! ```
//! use tabia_games::game::{pgn_read, pgn_write};
//! let game = &pgn_read::read_all("1. e4 (1. d4 d5) e5 $1 {best} 1-0")[0];
//! let text = pgn_write::write(&game.tags, &game.tree);
//! assert!(text.ends_with("1. e4 (1. d4 d5) 1... e5 $1 {best} 1-0\n"), "{text}");
//! ```

use std::collections::HashMap;

use tabia_chess::{Board, Color, FenStyle};

use super::comment;
use super::engine_comment;
use super::pgn_token::{ends_game, reaches_line_end};
use super::pgn_words::{blank_line_begin, start_of};
use super::tags::{ROSTER, Tags};
use super::tree::{GameTree, NodeId, Notes};

/// Longest line of movetext.
const WIDTH: usize = 80;

/// The game as PGN text, ending with a line feed.
pub fn write(tags: &Tags, tree: &GameTree) -> String {
    let mut text = write_tags(tags, tree.board(tree.root()));
    text.push('\n');
    let in_words = engine_comment::in_words(tree, tags.result());
    let (before, word) = (String::new(), String::new());
    let mut movetext = Movetext { tree, in_words, text, used: 0, before, word };
    movetext.game();
    movetext.word(tags.result().text());
    movetext.end()
}

fn write_tags(tags: &Tags, start: &Board) -> String {
    let mut all = tags.clone();
    for (name, unknown) in Tags::roster().iter() {
        if tags.get(name).is_none() {
            all.set(name, unknown);
        }
    }
    if tags.known("Result").is_none() {
        all.set("Result", "*");
    }
    // The file's own FEN stays as written if it gives this start position or is invalid.
    let usual = *start == Board::start();
    let tagged = tags.known("FEN").map(start_of);
    let same = tagged == Some(Some(*start));
    if !same && (!usual || tagged != Some(None)) {
        all.remove("SetUp");
        all.remove("FEN");
    }
    if !usual {
        if start.is_chess960() && all.known("Variant").is_none() {
            all.set("Variant", "Chess960");
        }
        all.set("SetUp", "1");
        if !same {
            all.set("FEN", start.fen(FenStyle::XFen));
        }
    }
    let rank = |name: &str| ROSTER.iter().position(|&known| known == name).unwrap_or(ROSTER.len());
    let mut pairs: Vec<(&str, &str)> = all.iter().collect();
    pairs.sort_by_key(|(name, _)| rank(name));
    let text = pairs
        .iter()
        .fold(String::new(), |text, (name, value)| text + &tag_line(name, value) + "\n");
    tags.lines().iter().fold(text, |text, line| text + line + "\n")
}

/// A tag as it is written, without a line feed.
pub fn tag_line(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]", escaped(value))
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ")
}

/// Whether movetext would begin with a tag at the beginning of a line.
fn begins_tag(text: &str) -> bool {
    text.find('[').is_some_and(|at| blank_line_begin(text.as_bytes(), at) == Some(0))
}

/// Movetext being written, wrapped at word boundaries. A word contains no blank; comments are split at blanks.
struct Movetext<'a> {
    tree: &'a GameTree,
    /// The nodes whose evaluation is in the words of the comment, and whether their time is too.
    in_words: HashMap<NodeId, bool>,
    text: String,
    /// Characters on the last line.
    used: usize,
    /// Signs to be joined to the next word.
    before: String,
    /// The last word; a bracket may still be appended to it.
    word: String,
}

/// A part still to be written.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// The moves after a node: the main continuation, with its variations after its first move.
    Line(NodeId, bool),
    /// A variation from its first move on.
    Variation(NodeId),
    /// An unreadable variation, by the node before it and its index there.
    Unread(NodeId, usize),
    /// The closing bracket of a variation.
    Close,
}

impl Movetext<'_> {
    fn game(&mut self) {
        let root = self.tree.root();
        self.comment(&self.comment_of(root));
        // Variations may be nested to any depth, so this is not recursive.
        let mut waiting = vec![Task::Line(root, true)];
        while let Some(task) = waiting.pop() {
            match task {
                Task::Line(from, numbered) => self.line(from, numbered, &mut waiting),
                Task::Variation(first) => {
                    self.before.push('(');
                    let numbered = self.one_move(first, true);
                    waiting.extend([Task::Close, Task::Line(first, numbered)]);
                }
                Task::Unread(node, number) => self.unread(&self.tree.unread(node)[number], true),
                Task::Close => self.word.push(')'),
            }
        }
    }

    /// The moves of a line up to the first that has variations; these and the rest wait.
    fn line(&mut self, from: NodeId, mut numbered: bool, waiting: &mut Vec<Task>) {
        let mut at = from;
        while let Some((&main, others)) = self.tree.children(at).split_first() {
            numbered = self.one_move(main, numbered);
            let unread = self.tree.unread(at).len();
            if !others.is_empty() || unread > 0 {
                waiting.push(Task::Line(main, true));
                waiting.extend((0..unread).rev().map(|number| Task::Unread(at, number)));
                waiting.extend(others.iter().rev().map(|&other| Task::Variation(other)));
                return;
            }
            at = main;
        }
        // A result ends the game only in the main line, when nothing is pending.
        let main = waiting.is_empty();
        let texts = self.tree.unread(at).iter();
        // Before the first move there is nothing to vary from, so a variation keeps its brackets.
        let (own, lines): (Vec<_>, Vec<_>) =
            texts.partition(|text| at == NodeId::ROOT && text.starts_with('('));
        for text in own {
            self.unread(text, false);
        }
        for (number, text) in lines.into_iter().enumerate() {
            self.unread(text, number > 0 || begins_tag(text) || main && ends_game(text));
        }
    }

    /// An unreadable line as it was in the file; in brackets if it is a variation or would otherwise be misread.
    fn unread(&mut self, text: &str, bracketed: bool) {
        // Something that reaches to the end of its line, such as a comment after a semicolon, must not extend further.
        let to_line_end = reaches_line_end(text);
        let (open, close) = match (bracketed, to_line_end) {
            (true, true) => ("(", "\n)"),
            (true, false) => ("(", ")"),
            // At the beginning of a line a percent sign has another meaning.
            (false, _) if text.starts_with('%') => (" ", ""),
            (false, _) => ("", ""),
        };
        let piece = format!("{open}{text}{close}");
        if !piece.contains('\n') && !to_line_end {
            return self.word(&piece);
        }
        self.word(piece.lines().next().unwrap_or_default());
        self.settle();
        self.word.clear();
        for line in piece.lines().skip(1) {
            self.text.push('\n');
            self.text.push_str(line);
            self.used = line.chars().count();
        }
        if to_line_end && !bracketed {
            self.text.push('\n');
            self.used = 0;
        }
    }

    /// The comment after a move, without commands for what its words contain.
    fn comment_of(&self, node: NodeId) -> String {
        let notes = self.tree.notes(node);
        let Some(&elapsed_in_words) = self.in_words.get(&node) else {
            return comment::render(notes);
        };
        let elapsed_ms = notes.elapsed_ms.filter(|_| !elapsed_in_words);
        comment::render(&Notes { eval: None, elapsed_ms, ..notes.clone() })
    }

    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.before.push('{');
        // Commands stay in one line: many tools look for `[%clk 1` line by line.
        let mut command = String::new();
        for word in text.split(' ') {
            if !command.is_empty() || word.starts_with("[%") && !word.contains(']') {
                command = if command.is_empty() { word.to_owned() } else { command + " " + word };
                if word.contains(']') || command.len() > WIDTH {
                    self.word(&std::mem::take(&mut command));
                }
            } else {
                self.word(word);
            }
        }
        if !command.is_empty() {
            self.word(&command);
        }
        self.word.push('}');
    }

    /// A move with number, glyphs and comment. Returns whether the next one needs its number.
    fn one_move(&mut self, node: NodeId, numbered: bool) -> bool {
        let notes = self.tree.notes(node);
        let lead = comment::writable(&notes.lead);
        self.comment(&lead);
        let number = self.tree.move_number(node);
        if self.tree.mover(node) == Color::White {
            self.word(&format!("{number}."));
        } else if numbered || !lead.is_empty() {
            self.word(&format!("{number}..."));
        }
        self.word(self.tree.san(node));
        for nag in &notes.nags {
            self.word(&format!("${}", nag.0));
        }
        let comment = self.comment_of(node);
        self.comment(&comment);
        !comment.is_empty()
    }

    /// Adds a word.
    fn word(&mut self, word: &str) {
        self.settle();
        self.word.clone_from(&self.before);
        self.before.clear();
        self.word.push_str(word);
    }

    /// Writes the last word on its line or on a new one.
    fn settle(&mut self) {
        let length = self.word.chars().count();
        if length == 0 {
            return;
        }
        if self.used > 0 && self.used + 1 + length > WIDTH {
            self.text.push('\n');
            self.used = 0;
        } else if self.used > 0 {
            self.text.push(' ');
            self.used += 1;
        }
        self.text.push_str(&self.word);
        self.used += length;
    }

    fn end(mut self) -> String {
        self.settle();
        self.text.push('\n');
        self.text
    }
}
