//! A game as a page to print or send: one self-contained HTML file without scripts or network access, in the current
//! language. The main line is bold, each variation has its own paragraph, deeper variations are in brackets, and
//! diagrams are where the options ask for them.

use std::fmt::Write as _;

use super::diagram;
use super::diagram::{Diagram, Style, escaped, isolated};
use crate::game::comment;
use crate::game::piece_letters::{LETTERS, rewritten};
use crate::game::tags::Tags;
use crate::game::tree::{GameTree, NodeId, Notes};
use crate::openings;
use crate::words;
use tabia_chess::Color;
use tabia_text::{Language, t};

/// The page's style sheet.
const CSS: &str = include_str!("page.css");
/// Maximum length of the title, characters.
const MAX_TITLE: usize = 120;

/// The page of a game. `letters`: those of the pieces in moves and comments, in the order of [`LETTERS`].
pub fn page(
    tags: &Tags,
    tree: &GameTree,
    moments: Moments,
    style: &Style<'_>,
    letters: &str,
) -> String {
    let names = [("White", Color::White), ("Black", Color::Black)]
        .map(|(tag, side)| tags.known(tag).unwrap_or(words::side(side)));
    let title: String = format!("{} – {}", names[0], names[1]).chars().take(MAX_TITLE).collect();
    let (flow, left_out) = Flow::of(tree, moments, style, letters);
    let mut out = String::with_capacity(flow.len() + (64 << 10));
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n",
        escaped(Language::current().id()),
        escaped(&title)
    );
    out.push_str(&diagram::symbols(style.pieces));
    head(&mut out, tags, tree, names);
    out.push_str("<hr>\n");
    out.push_str(&flow);
    let _ = writeln!(out, "<p class=\"result\">{}</p>", tags.result().shown());
    if left_out > 0 {
        let text = escaped(&t!("export-page-left-out", n = left_out));
        let _ = writeln!(out, "<p class=\"meta\">{text}</p>");
    }
    let _ = writeln!(out, "<footer>{}</footer>\n</body>\n</html>", escaped(t!("page-made")));
    out
}

/// Who played, where and when, and the opening.
fn head(out: &mut String, tags: &Tags, tree: &GameTree, names: [&str; 2]) {
    let side = |name: &str, tag: &str, class: &str| {
        let elo = tags.known(&format!("{tag}Elo")).map_or_else(String::new, |elo| {
            format!(" <span class=\"elo\">({})</span>", escaped(elo))
        });
        format!("<span class=\"side {class}\"></span>{}{elo}", isolated(name))
    };
    let _ = writeln!(
        out,
        "<h1>{} – {}</h1>",
        side(names[0], "White", "white"),
        side(names[1], "Black", "black")
    );
    let known = |names: &[&str]| -> Vec<String> {
        names.iter().filter_map(|name| tags.known(name)).map(isolated).collect()
    };
    let round = tags.known("Round").filter(|&round| round != "-");
    let mut place = known(&["Event", "Site", "Date"]);
    place.extend(round.map(|round| isolated(&t!("export-page-round", round = round))));
    let main = tree.main_line();
    let opening = main.iter().rev().find_map(|&node| openings::of(tree.board(node)));
    let opening = match opening {
        Some(opening) => vec![escaped(opening.eco), escaped(opening.name)],
        None => known(&["ECO", "Opening"]),
    };
    for line in [place, opening].iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(out, "<p class=\"meta\">{}</p>", line.join(" · "));
    }
}

/// Maximum number of diagrams on a page; further ones are left out, and the page says so.
pub(super) const MAX_DIAGRAMS: usize = 1000;

/// Where diagrams are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moments {
    /// After moves with a glyph, a comment, arrows or circles.
    pub annotated: bool,
    /// At the end of a line: the game's and each variation's.
    pub ends: bool,
    /// After every this many moves of the main line; 0 is never.
    pub every: u32,
}

impl Moments {
    /// Whether a diagram follows a move. `main`: the move is in the main line.
    fn have(self, tree: &GameTree, node: NodeId, main: bool) -> bool {
        let notes = tree.notes(node);
        let has_notes = is_annotated(notes);
        let end = tree.children(node).is_empty();
        let number = tree.move_number(node);
        let turn = main && self.every > 0 && tree.mover(node) == Color::Black;
        self.annotated && has_notes || self.ends && end || turn && number.is_multiple_of(self.every)
    }
}

/// Whether a position has annotations by a person; clocks and evaluations do not count.
fn is_annotated(notes: &Notes) -> bool {
    !(notes.words().is_empty() && notes.nags.is_empty() && notes.shapes.is_empty())
}

/// A part still to be written.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// The moves after a node; whether the next move needs its number; the nesting depth.
    Line(NodeId, bool, usize),
    /// A variation from its first move on.
    Variation(NodeId, usize),
    /// An unreadable variation: the node before it, its index there, and its nesting depth.
    Unread(NodeId, usize, usize),
    /// The closing bracket of a variation.
    Close(usize),
}

/// Paragraphs being written.
pub(super) struct Flow<'a> {
    tree: &'a GameTree,
    moments: Moments,
    style: &'a Style<'a>,
    /// The letters of the pieces.
    letters: &'a str,
    out: String,
    /// The class of the paragraph that is open.
    open: Option<&'static str>,
    /// Whether an opening bracket is due before the next word.
    bracket: bool,
    /// A diagram to draw when the paragraph ends, with its caption: closing brackets still belong before it.
    due: Option<(NodeId, String)>,
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
        letters: &'a str,
    ) -> (String, usize) {
        let out = String::new();
        let mut flow = Flow {
            tree,
            moments,
            style,
            letters,
            out,
            open: None,
            bracket: false,
            due: None,
            diagrams: 0,
            left_out: 0,
        };
        flow.game();
        flow.end_paragraph();
        (flow.out, flow.left_out)
    }

    fn game(&mut self) {
        let root = self.tree.root();
        self.comment(&self.tree.notes(root).words(), 0);
        let set_up = *self.tree.board(root) != tabia_chess::Board::start();
        let drawn = !self.tree.shapes(root).is_empty() && self.moments.annotated;
        if set_up || drawn {
            self.figure(root, escaped(t!("export-page-start")));
        }
        // Variations may be nested to any depth, so this is not recursive.
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
                Task::Unread(node, number, depth) => {
                    if depth == 1 {
                        self.end_paragraph();
                    } else {
                        self.bracket = true;
                    }
                    self.word(&isolated(&self.tree.unread(node)[number]), depth);
                    waiting.push(Task::Close(depth));
                }
                Task::Close(1) => self.end_paragraph(),
                // The paragraph of the variation is still open: a diagram after its last move is drawn later.
                Task::Close(_) => self.out.push(')'),
            }
        }
    }

    /// The moves of a line up to the first that has variations; these and the rest wait.
    fn line(&mut self, from: NodeId, mut numbered: bool, depth: usize, waiting: &mut Vec<Task>) {
        let mut at = from;
        while let Some((&main, others)) = self.tree.children(at).split_first() {
            numbered = self.one_move(main, numbered, depth);
            let unread = self.tree.unread(at).len();
            if !others.is_empty() || unread > 0 {
                waiting.push(Task::Line(main, true, depth));
                let text = |number| Task::Unread(at, number, depth + 1);
                waiting.extend((0..unread).rev().map(text));
                let variation = |&other: &NodeId| Task::Variation(other, depth + 1);
                waiting.extend(others.iter().rev().map(variation));
                return;
            }
            at = main;
        }
        for text in self.tree.unread(at) {
            self.word(&isolated(text), depth);
        }
    }

    /// A move with number, glyphs, comment and diagram. Returns whether the next one needs its number.
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
        let mut san = escaped(&rewritten(tree.san(node), LETTERS, self.letters));
        for (at, nag) in notes.nags.iter().enumerate() {
            // Glyphs for the move directly follow it if they are signs.
            if at > 0 || !nag.judges_move() || nag.sign().is_none() {
                san.push(' ');
            }
            san += &escaped(&nag.to_string());
        }
        let _ = if depth == 0 { write!(word, "<b>{san}</b>") } else { write!(word, "{san}") };
        self.word(&word, depth);
        let comment = notes.words();
        self.comment(&comment, depth);
        let figure = self.moments.have(tree, node, depth == 0);
        if figure {
            let dots = if white { "." } else { "…" };
            let after = format!("{}{dots}\u{a0}{san}", tree.move_number(node));
            self.figure(node, t!("export-page-after", played = after));
        }
        figure || !comment.is_empty()
    }

    fn comment(&mut self, text: &str, depth: usize) {
        let text = rewritten(&comment::shown(text), LETTERS, self.letters);
        if !text.is_empty() {
            self.word(&format!("<span class=\"c\">{}</span>", isolated(&text)), depth);
        }
    }

    /// Adds a word, already escaped, in a paragraph for this depth.
    fn word(&mut self, word: &str, depth: usize) {
        let class = if depth == 0 { "main" } else { "var" };
        if self.open == Some(class) && self.due.is_none() {
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

    /// Ends the paragraph and draws the diagram that is due after it.
    fn end_paragraph(&mut self) {
        if self.open.take().is_some() {
            self.out.push_str("</p>\n");
        }
        let Some((node, caption)) = self.due.take() else { return };
        let svg = diagram::inline(&Diagram::at(self.tree, node), self.style, &caption);
        let _ = writeln!(self.out, "<figure>{svg}<figcaption>{caption}</figcaption></figure>");
    }

    /// A diagram after the words so far. `caption` is already escaped.
    fn figure(&mut self, node: NodeId, caption: String) {
        if self.diagrams == MAX_DIAGRAMS {
            self.left_out += 1;
            return;
        }
        self.diagrams += 1;
        if self.due.is_some() {
            self.end_paragraph();
        }
        self.due = Some((node, caption));
    }
}

#[cfg(test)]
mod tests {
    use crate::export::page::MAX_DIAGRAMS;
    use crate::game::pgn_read;

    use super::*;

    const NONE: Moments = Moments { annotated: false, ends: false, every: 0 };

    fn page_of(pgn: &str, moments: Moments) -> String {
        let game = pgn_read::read_all(pgn).remove(0);
        page(&game.tags, &game.tree, moments, &Style::default(), LETTERS)
    }

    fn words(page: &str) -> String {
        // The text between tags, without the style and the pieces.
        let body = page.split("<hr>").nth(1).unwrap();
        let mut text = String::new();
        let mut inside = false;
        for c in body.chars() {
            match c {
                '<' => inside = true,
                '>' => inside = false,
                c if !inside => text.push(c),
                _ => {}
            }
        }
        text.replace("&nbsp;", " ").replace('\n', " | ")
    }

    #[test]
    fn moves_and_variations_stand_in_their_order() {
        let pgn = "[Result \"1-0\"]\n\n{first} 1. e4 $1 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) 1... e5 \
            {a reply} 2. Nf3 1-0";
        let text = words(&page_of(pgn, NONE));
        assert_eq!(
            text,
            " | first 1. e4! | 1. d4 d5 (1… Nf6 2. c4 (2. Nf3)) 2. c4 | 1… e5 a reply 2. Nf3 | 1-0 | \
             Made with Tabia |  |  | "
        );
    }

    #[test]
    fn only_signs_for_the_move_follow_it_without_a_space() {
        let text = words(&page_of("1. Nf3 $6 $140 $255 e5 $9 2. d4 $13 *", NONE));
        for word in ["Nf3?! ∆ $255", "e5 (worst move)", "d4 ∞"] {
            assert!(text.contains(word), "{word}: {text}");
        }
    }

    #[test]
    fn a_bracket_closes_in_its_paragraph_before_the_diagram_of_the_last_move() {
        let pgn = "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3 $1)) 2. c4) 1... e5 *";
        let page = page_of(pgn, Moments { annotated: true, ..NONE });
        let (before, after) = page.split_once("<figure>").unwrap();
        assert!(before.ends_with("Nf3!))</p>\n"), "{before}");
        assert!(
            after.contains("</figure>\n<p class=\"var\"><span class=\"n\">2.</span>&nbsp;c4</p>")
        );
    }

    #[test]
    fn the_page_is_in_the_current_language() {
        let _german = Language::by_id("de").unwrap().on_this_thread();
        let pgn = "[Round \"3\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
        let page = page_of(pgn, Moments { ends: true, ..NONE });
        assert!(page.contains("<html lang=\"de\">"));
        for text in ["<title>Weiß – Schwarz</title>", "Runde 3", "Ausgangsstellung", "Nach 1."] {
            assert!(page.contains(text), "{text}");
        }
        for text in ["White", "Round", "After", "start position", "Made with"] {
            assert!(!words(&page).contains(text), "{text}");
        }
    }

    #[test]
    fn moves_and_comments_are_in_the_letters_chosen() {
        let game = pgn_read::read_all("1. Nf3 {not Bad c3, but Nc3} d5 1/2-1/2").remove(0);
        let moments = Moments { every: 1, ..NONE };
        let page = page(&game.tags, &game.tree, moments, &Style::default(), "KDTLS");
        let text = words(&page);
        assert!(text.starts_with(" | 1. Sf3 not Bad c3, but Sc3 1… d5 | "), "{text}");
        assert!(text.contains(" | ½-½ | "), "{text}");
    }

    #[test]
    fn hostile_texts_stay_texts() {
        let name = "<script>alert(1)</script>\\\" onload='x' & \u{202e}x";
        let pgn = format!(
            "[White \"{name}\"]\n[Event \"</title><b>\"]\n[WhiteElo \"<i>\"]\n\n\
            1. e4 {{</p><img src=x onerror=y> \u{5d0}\u{5d1}}} e5 *"
        );
        let page = page_of(&pgn, Moments { annotated: true, ends: true, every: 1 });
        assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("<i>"));
        assert_eq!(page.matches("</title>").count(), 1);
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        // All elements are closed.
        for tag in ["p", "figure", "svg", "span", "bdi", "b", "h1", "symbol", "g"] {
            let open = page.matches(&format!("<{tag}>")).count()
                + page.matches(&format!("<{tag} ")).count();
            assert_eq!(open, page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
        let long = "x".repeat(100_000);
        let page = page_of(&format!("[White \"{long}\"]\n\n*"), NONE);
        assert!(page.contains(&long) && page.contains("<p class=\"result\">*</p>"));
    }

    #[test]
    fn diagrams_stand_where_they_are_wanted() {
        let pgn = "1. e4 e5 2. Nf3 $1 Nc6 (2... d6 3. d4) 3. Bb5 a6 {[%eval 0.2] [%clk 0:01:00]} 4. Ba4 *";
        let count = |moments| page_of(pgn, moments).matches("<figure>").count();
        assert_eq!(count(NONE), 0);
        assert_eq!(count(Moments { annotated: true, ..NONE }), 1, "evaluations are no words");
        assert_eq!(count(Moments { ends: true, ..NONE }), 2);
        assert_eq!(count(Moments { every: 1, ..NONE }), 3);
        assert_eq!(count(Moments { every: 2, ..NONE }), 1);
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
        assert_eq!(page_of(fen, NONE).matches("<figure>").count(), 1, "where it begins");
        let page = page_of(pgn, Moments { every: 1, ..NONE });
        assert!(page.contains("<figcaption>After 3…\u{a0}a6</figcaption>"), "{page}");
    }

    #[test]
    fn comments_of_engines_alone_have_no_diagram() {
        let pgn = "1. e4 {+1.20/12 0.3s} e5 {-1.10/11 0.3s} 2. Nf3 {a good move} *";
        let page = page_of(pgn, Moments { annotated: true, ..NONE });
        assert_eq!(page.matches("<figure>").count(), 1, "{page}");
    }

    #[test]
    fn unreadable_text_stands_where_the_file_has_it() {
        let text = |pgn| words(&page_of(pgn, NONE));
        assert!(
            text("1. e4 e5 2. Ke4 <b> Nc6 *").starts_with(" | 1. e4 e5 2. Ke4 &lt;b&gt; Nc6 | *")
        );
        let variation = text("1. e4 (1. Ke7 d5) 1... e5 2. Nf3 *");
        assert!(variation.starts_with(" | 1. e4 | 1. Ke7 d5 | 1… e5 2. Nf3 | *"), "{variation}");
        let inner = text("1. e4 (1. d4 d5 (1... Ke4 2. c4) 2. c4) e5 *");
        assert!(
            inner.starts_with(" | 1. e4 | 1. d4 d5 (1... Ke4 2. c4) 2. c4 | 1… e5 | *"),
            "{inner}"
        );
        assert!(text("1. Ke4 e5 *").contains("1. Ke4 e5"), "nothing can be read");
    }

    #[test]
    fn a_long_or_deep_game_makes_a_page() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(1200);
        let page =
            page_of(&format!("{moves} *"), Moments { annotated: true, ends: true, every: 1 });
        assert_eq!(page.matches("<figure>").count(), MAX_DIAGRAMS);
        assert!(page.contains("1,400 more diagrams are left out"), "one is the end, too");
        let deep = format!("1. e4 {}{} *", "(1. d4 ".repeat(5000), ")".repeat(5000));
        let page = page_of(&deep, Moments { ends: true, ..NONE });
        assert!(page.ends_with("</html>\n"));
        let chess960 =
            "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1RK4R w HB - 0 1\"]\n\n1. O-O *";
        let page = page_of(chess960, NONE);
        assert!(page.contains("<figure>") && page.contains("<b>O-O</b>"));
    }
}
