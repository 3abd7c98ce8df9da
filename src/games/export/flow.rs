//! The moves of a game as paragraphs of a page: the main line in bold, each variation in a paragraph of its own,
//! what is nested deeper in brackets, and diagrams where they are wanted.

use std::fmt::Write as _;

use crate::game::tree::{GameTree, NodeId, Notes};
use tabia_chess::Color;

use super::diagram::{self, Diagram, Style};
use super::escape::{escaped, isolated};

/// Diagrams on one page; more are left out, and the page says so.
pub(super) const MOST_DIAGRAMS: usize = 1000;

/// Where diagrams stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moments {
    /// After moves with a glyph, a comment, arrows or circles.
    pub annotated: bool,
    /// Where a line ends: the game's and each variation's.
    pub ends: bool,
    /// After every so many moves of the main line; 0 is never.
    pub every: u32,
}

impl Moments {
    /// Whether a diagram stands after a move. `main`: it is one of the main line.
    fn have(self, tree: &GameTree, node: NodeId, main: bool) -> bool {
        let notes = tree.notes(node);
        let said = is_annotated(notes);
        let end = tree.children(node).is_empty();
        let number = tree.move_number(node);
        let turn = main && self.every > 0 && tree.mover(node) == Color::Black;
        self.annotated && said || self.ends && end || turn && number.is_multiple_of(self.every)
    }
}

/// Whether somebody has said something about a position; clocks and evaluations come by themselves.
fn is_annotated(notes: &Notes) -> bool {
    !(notes.comment.is_empty() && notes.nags.is_empty() && notes.shapes.is_empty())
}

/// What is still to be written.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// What follows a node; whether the next move needs its number; how deep it is nested.
    Line(NodeId, bool, usize),
    /// A variation from its first move on.
    Variation(NodeId, usize),
    /// The bracket behind a variation.
    Close(usize),
}

/// Paragraphs being written.
pub(super) struct Flow<'a> {
    tree: &'a GameTree,
    moments: Moments,
    style: &'a Style<'a>,
    out: String,
    /// The class of the paragraph that is open.
    open: Option<&'static str>,
    /// A bracket to be put before the next word.
    bracket: bool,
    diagrams: usize,
    /// Diagrams that were not drawn.
    left_out: usize,
}

impl<'a> Flow<'a> {
    /// The paragraphs of a game, and how many diagrams were left out.
    pub(super) fn of(
        tree: &'a GameTree,
        moments: Moments,
        style: &'a Style<'a>,
    ) -> (String, usize) {
        let out = String::new();
        let mut flow = Flow {
            tree,
            moments,
            style,
            out,
            open: None,
            bracket: false,
            diagrams: 0,
            left_out: 0,
        };
        flow.game();
        flow.end_paragraph();
        (flow.out, flow.left_out)
    }

    fn game(&mut self) {
        let root = self.tree.root();
        self.comment(&self.tree.notes(root).comment, 0);
        let set_up = *self.tree.board(root) != tabia_chess::Board::start();
        let drawn = !self.tree.shapes(root).is_empty() && self.moments.annotated;
        if set_up || drawn {
            self.figure(root, "The start position");
        }
        // Variations may be nested as deeply as anybody likes: no call for each.
        let mut waiting = vec![Task::Line(root, true, 0)];
        while let Some(task) = waiting.pop() {
            match task {
                Task::Line(from, numbered, depth) => self.line(from, numbered, depth, &mut waiting),
                Task::Variation(first, depth) => {
                    if depth == 1 {
                        self.end_paragraph();
                    } else {
                        self.bracket = true;
                    }
                    let numbered = self.one_move(first, true, depth);
                    waiting.extend([Task::Close(depth), Task::Line(first, numbered, depth)]);
                }
                Task::Close(1) => self.end_paragraph(),
                Task::Close(_) => self.out.push(')'),
            }
        }
    }

    /// The moves of a line up to the first that has variations; these and the rest wait.
    fn line(&mut self, from: NodeId, mut numbered: bool, depth: usize, waiting: &mut Vec<Task>) {
        let mut at = from;
        while let Some((&main, others)) = self.tree.children(at).split_first() {
            numbered = self.one_move(main, numbered, depth);
            if !others.is_empty() {
                waiting.push(Task::Line(main, true, depth));
                let variation = |&other: &NodeId| Task::Variation(other, depth + 1);
                waiting.extend(others.iter().rev().map(variation));
                return;
            }
            at = main;
        }
    }

    /// A move with number, glyphs, comment and diagram. Says whether the next one needs its number again.
    fn one_move(&mut self, node: NodeId, numbered: bool, depth: usize) -> bool {
        let tree = self.tree;
        let notes = tree.notes(node);
        self.comment(&notes.lead, depth);
        let mut word = String::new();
        let white = tree.mover(node) == Color::White;
        if white || numbered || !notes.lead.is_empty() {
            let dots = if white { "." } else { "…" };
            let _ = write!(word, "<span class=\"n\">{}{dots}</span>&nbsp;", tree.move_number(node));
        }
        let mut san = escaped(tree.san(node));
        for nag in &notes.nags {
            san += &escaped(&nag.to_string());
        }
        let _ = if depth == 0 { write!(word, "<b>{san}</b>") } else { write!(word, "{san}") };
        self.word(&word, depth);
        self.comment(&notes.comment, depth);
        let figure = self.moments.have(tree, node, depth == 0);
        if figure {
            let dots = if white { "." } else { "…" };
            let caption = format!("After {}{dots}\u{a0}{san}", tree.move_number(node));
            self.figure(node, &caption);
        }
        figure || !notes.comment.is_empty()
    }

    fn comment(&mut self, text: &str, depth: usize) {
        if !text.is_empty() {
            self.word(&format!("<span class=\"c\">{}</span>", isolated(text)), depth);
        }
    }

    /// Another word, harmless already, in a paragraph that suits the depth.
    fn word(&mut self, word: &str, depth: usize) {
        let class = if depth == 0 { "main" } else { "var" };
        if self.open == Some(class) {
            self.out.push(' ');
        } else {
            self.end_paragraph();
            let _ = write!(self.out, "<p class=\"{class}\">");
            self.open = Some(class);
        }
        if std::mem::take(&mut self.bracket) {
            self.out.push('(');
        }
        self.out.push_str(word);
    }

    fn end_paragraph(&mut self) {
        if self.open.take().is_some() {
            self.out.push_str("</p>\n");
        }
    }

    /// A diagram. `caption` is harmless already.
    fn figure(&mut self, node: NodeId, caption: &str) {
        if self.diagrams == MOST_DIAGRAMS {
            self.left_out += 1;
            return;
        }
        self.diagrams += 1;
        self.end_paragraph();
        let svg = diagram::inline(&Diagram::at(self.tree, node), self.style, caption);
        let _ = writeln!(self.out, "<figure>{svg}<figcaption>{caption}</figcaption></figure>");
    }
}
