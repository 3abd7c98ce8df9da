//! Writes games as PGN: the seven tags, then the others, then the movetext with variations, comments and
//! glyphs in lines of at most 80 characters. What it writes, `pgn_read` reads back the same.
//!
//! ```
//! use tabia_games::game::{pgn_read, pgn_write};
//! let game = &pgn_read::read_all("1. e4 (1. d4 d5) e5 $1 {best} 1-0")[0];
//! let text = pgn_write::write(&game.tags, &game.tree);
//! assert!(text.ends_with("1. e4 (1. d4 d5) 1... e5 $1 {best} 1-0\n"), "{text}");
//! ```

use tabia_chess::{Board, Color, FenStyle};

use super::comment;
use super::tags::{ROSTER, Tags};
use super::tree::{GameTree, NodeId};

/// Longest line of movetext.
const WIDTH: usize = 80;

/// The game as PGN text, ending with a line feed.
pub fn write(tags: &Tags, tree: &GameTree) -> String {
    let mut text = write_tags(tags, tree.board(tree.root()));
    text.push('\n');
    let mut movetext = Movetext { tree, text, used: 0, before: String::new(), word: String::new() };
    movetext.game();
    movetext.word(result(tags));
    movetext.end()
}

/// The game's result; a tag that holds anything else says it is not known.
fn result(tags: &Tags) -> &str {
    tags.get("Result").filter(|r| ["1-0", "0-1", "1/2-1/2"].contains(r)).unwrap_or("*")
}

fn write_tags(tags: &Tags, start: &Board) -> String {
    let mut all = Tags::roster();
    for (name, value) in tags.iter() {
        all.set(name, value);
    }
    all.set("Result", result(tags));
    for name in ["SetUp", "FEN"] {
        all.remove(name);
    }
    if *start != Board::start() {
        if start.is_chess960() && all.known("Variant").is_none() {
            all.set("Variant", "Chess960");
        }
        all.set("SetUp", "1");
        all.set("FEN", start.fen(FenStyle::XFen));
    }
    let rank = |name: &str| ROSTER.iter().position(|&known| known == name).unwrap_or(ROSTER.len());
    let mut pairs: Vec<(&str, &str)> = all.iter().collect();
    pairs.sort_by_key(|(name, _)| rank(name));
    pairs.iter().fold(String::new(), |text, (name, value)| {
        text + "[" + name + " \"" + &escaped(value) + "\"]\n"
    })
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ")
}

/// Movetext being written: words are put into lines as they come. A word holds no blank; comments are cut there.
struct Movetext<'a> {
    tree: &'a GameTree,
    text: String,
    /// Characters on the last line.
    used: usize,
    /// Signs to be glued before the next word.
    before: String,
    /// The last word: a bracket may still be glued behind it.
    word: String,
}

/// What is still to be written.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// What follows a node: the main continuation, after its first move the variations to it.
    Line(NodeId, bool),
    /// A variation from its first move on.
    Variation(NodeId),
    /// The bracket behind a variation.
    Close,
}

impl Movetext<'_> {
    fn game(&mut self) {
        let root = self.tree.root();
        self.comment(&comment::render(self.tree.notes(root)));
        // Variations may be nested as deeply as anybody likes: no call for each.
        let mut waiting = vec![Task::Line(root, true)];
        while let Some(task) = waiting.pop() {
            match task {
                Task::Line(from, numbered) => self.line(from, numbered, &mut waiting),
                Task::Variation(first) => {
                    self.before.push('(');
                    let numbered = self.one_move(first, true);
                    waiting.extend([Task::Close, Task::Line(first, numbered)]);
                }
                Task::Close => self.word.push(')'),
            }
        }
    }

    /// The moves of a line up to the first that has variations; these and the rest wait.
    fn line(&mut self, from: NodeId, mut numbered: bool, waiting: &mut Vec<Task>) {
        let mut at = from;
        while let Some((&main, others)) = self.tree.children(at).split_first() {
            numbered = self.one_move(main, numbered);
            if !others.is_empty() {
                waiting.push(Task::Line(main, true));
                waiting.extend(others.iter().rev().map(|&other| Task::Variation(other)));
                return;
            }
            at = main;
        }
    }

    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.before.push('{');
        text.split(' ').for_each(|word| self.word(word));
        self.word.push('}');
    }

    /// A move with number, glyphs and comment. Says whether the next one needs its number again.
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
        let comment = comment::render(notes);
        self.comment(&comment);
        !comment.is_empty()
    }

    /// Another word.
    fn word(&mut self, word: &str) {
        self.settle();
        self.word.clone_from(&self.before);
        self.before.clear();
        self.word.push_str(word);
    }

    /// Puts the last word into its line, or into a new one.
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
