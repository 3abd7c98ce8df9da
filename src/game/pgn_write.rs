//! Writes games as PGN: the seven tags, then the others, then the movetext with variations, comments and
//! glyphs in lines of at most 80 characters. What it writes, `pgn_read` reads back the same.
//!
//! ```
//! use tabia::game::{pgn_read, pgn_write};
//! let game = &pgn_read::read_all("1. e4 (1. d4 d5) e5 $1 {best} 1-0")[0];
//! let text = pgn_write::write(&game.tags, &game.tree);
//! assert!(text.ends_with("1. e4 (1. d4 d5) 1... e5 $1 {best} 1-0\n"), "{text}");
//! ```

use crate::chess::{Board, Color, FenStyle};

use super::comment;
use super::tags::{ROSTER, Tags};
use super::tree::{GameTree, NodeId};

/// Longest line of movetext.
const WIDTH: usize = 80;

/// The game as PGN text, ending with a line feed.
pub fn write(tags: &Tags, tree: &GameTree) -> String {
    let mut text = write_tags(tags, tree.board(tree.root()));
    text.push('\n');
    let mut movetext = Movetext { tree, words: Vec::new() };
    movetext.root();
    movetext.words.push(result(tags).to_owned());
    wrap(&movetext.words, &mut text);
    text
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

/// The words of the movetext, before they are put into lines. A word holds no blank but the glued ones of
/// comments are cut there.
struct Movetext<'a> {
    tree: &'a GameTree,
    words: Vec<String>,
}

impl Movetext<'_> {
    fn root(&mut self) {
        let root = self.tree.root();
        self.comment(&comment::render(self.tree.notes(root)));
        self.line(root, true);
    }

    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let mut words: Vec<String> = text.split(' ').map(ToOwned::to_owned).collect();
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        self.words.append(&mut words);
    }

    /// Everything after `from`: the main continuation, after its first move the variations to it.
    /// Variations are nested in calls as deeply as in the game, the moves of a line are not.
    fn line(&mut self, from: NodeId, mut numbered: bool) {
        let mut at = from;
        while let Some((&main, others)) = self.tree.children(at).split_first() {
            numbered = self.one_move(main, numbered);
            for &other in others {
                self.variation(other);
                numbered = true;
            }
            at = main;
        }
    }

    fn variation(&mut self, first: NodeId) {
        let begin = self.words.len();
        let numbered = self.one_move(first, true);
        self.line(first, numbered);
        if let Some(word) = self.words.get_mut(begin) {
            word.insert(0, '(');
        }
        if let Some(word) = self.words.last_mut() {
            word.push(')');
        }
    }

    /// A move with number, glyphs and comment. Says whether the next one needs its number again.
    fn one_move(&mut self, node: NodeId, numbered: bool) -> bool {
        let notes = self.tree.notes(node);
        let lead = comment::writable(&notes.lead);
        self.comment(&lead);
        let number = self.tree.move_number(node);
        if self.tree.mover(node) == Color::White {
            self.words.push(format!("{number}."));
        } else if numbered || !lead.is_empty() {
            self.words.push(format!("{number}..."));
        }
        self.words.push(self.tree.san(node).to_owned());
        self.words.extend(notes.nags.iter().map(|nag| format!("${}", nag.0)));
        let comment = comment::render(notes);
        self.comment(&comment);
        !comment.is_empty()
    }
}

/// Puts words into lines.
fn wrap(words: &[String], text: &mut String) {
    let mut used = 0;
    for word in words {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > WIDTH {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += length;
    }
    text.push('\n');
}
