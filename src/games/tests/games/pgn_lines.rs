//! Variations do not affect other lines: games with variations that begin with the move they replace, read by Tabia and
//! by a small independent reader that uses shakmaty for the moves.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position as _};

use tabia_chess::uci_move;
use tabia_games::game::comment;
use tabia_games::game::edits::Edits;
use tabia_games::game::pgn_read::{PgnGame, read_all};
use tabia_games::game::pgn_write::write;
use tabia_games::game::saved::SavedTree;
use tabia_games::game::tree::{GameTree, NodeId, Notes};

const GAMES: &str = include_str!("../data/pgn/engine-lines.pgn");

/// A node: its parent, the move, the comments before and after it, its glyphs.
type Row = (usize, String, String, String, Vec<u8>);

/// The second reader: tags and moves of well-formed games without start positions.
struct Second<'a> {
    rest: &'a str,
    rows: Vec<Row>,
    boards: Vec<Chess>,
    /// The children of each row, in their order.
    after: Vec<Vec<usize>>,
}

/// Tag pairs in their order.
type Tags = Vec<(String, String)>;

impl<'a> Second<'a> {
    /// The tags and nodes of all games, these depth first.
    fn read(text: &'a str) -> Vec<(Tags, Vec<Row>)> {
        let (mut games, mut rest) = (Vec::new(), text.trim_start());
        while !rest.is_empty() {
            let mut tags = Vec::new();
            while let Some(tag) = rest.strip_prefix('[') {
                let (name, value) = tag.split_once(" \"").unwrap();
                let (value, behind) = value.split_once("\"]").unwrap();
                tags.push((name.to_owned(), value.to_owned()));
                rest = behind.trim_start();
            }
            let empty = (0, String::new(), String::new(), String::new(), Vec::new());
            let (rows, boards) = (vec![empty], vec![Chess::default()]);
            let mut game = Second { rest, rows, boards, after: vec![Vec::new()] };
            game.line(0, false);
            rest = game.rest.trim_start();
            games.push((tags, game.in_order()));
        }
        games
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Reads from a node to the end of the line.
    fn line(&mut self, from: usize, variation: bool) {
        let (mut at, mut fresh, mut lead) = (from, true, String::new());
        loop {
            self.rest = self.rest.trim_start();
            if let Some(text) = self.rest.strip_prefix('{') {
                let text = &text[..text.find('}').unwrap()];
                self.take(text.len() + 2);
                let into = if fresh && variation { &mut lead } else { &mut self.rows[at].3 };
                *into = [into.as_str(), text].join(" ");
            } else if self.rest.starts_with('(') {
                self.take(1);
                let before = self.rows[at].0;
                let words = self.rows.len();
                self.line(before, true);
                if self.rows.len() == words && !self.rest.is_empty() {
                    // Only a comment: it belongs to the move before it.
                    let text = std::mem::take(&mut self.rows[before].2);
                    self.rows[at].3 = [self.rows[at].3.as_str(), &text].join(" ");
                }
            } else if self.rest.starts_with(')') {
                self.take(1);
                if fresh {
                    self.rows[from].2 = lead;
                }
                return;
            } else {
                let end = self.rest.find([' ', '\n', ')', '(', '{']).unwrap_or(self.rest.len());
                let word = self.take(end);
                match word {
                    "1-0" | "0-1" | "1/2-1/2" | "*" => return,
                    _ if word.ends_with('.') => {}
                    _ if word.starts_with('$') => self.rows[at].4.push(word[1..].parse().unwrap()),
                    _ => {
                        at = self.add(at, word, std::mem::take(&mut lead));
                        fresh = false;
                    }
                }
            }
        }
    }

    fn add(&mut self, at: usize, word: &str, lead: String) -> usize {
        let bare = word.trim_end_matches(['!', '?']);
        let signs = ["", "!", "?", "!!", "??", "!?", "?!"];
        let sign = signs.iter().position(|&sign| sign == &word[bare.len()..]).unwrap();
        let san: SanPlus = bare.parse().unwrap();
        let mut board = self.boards[at].clone();
        let mv = san.san.to_move(&board).unwrap();
        let uci = mv.to_uci(CastlingMode::Standard).to_string();
        board.play_unchecked(mv);
        let nags = if sign > 0 { vec![sign as u8] } else { Vec::new() };
        let new = self.rows.len();
        self.rows.push((at, uci, lead, String::new(), nags));
        self.boards.push(board);
        self.after.push(Vec::new());
        self.after[at].push(new);
        new
    }

    fn in_order(&self) -> Vec<Row> {
        let (mut rows, mut waiting) = (Vec::new(), vec![(0, 0)]);
        while let Some((row, parent)) = waiting.pop() {
            let (_, uci, lead, words, nags) = self.rows[row].clone();
            let at = rows.len();
            rows.push((parent, uci, comment::tidy(&lead), comment::tidy(&words), nags));
            waiting.extend(self.after[row].iter().rev().map(|&child| (child, at)));
        }
        rows
    }
}

/// The rows of a [`GameTree`].
fn rows(tree: &GameTree) -> Vec<Row> {
    let (mut rows, mut waiting) = (Vec::new(), vec![(tree.root(), 0)]);
    while let Some((id, parent)) = waiting.pop() {
        let notes = tree.notes(id);
        let before = tree.board(tree.parent(id).unwrap_or(id));
        let uci = tree.mv(id).map_or_else(String::new, |mv| uci_move::write(before, mv, false));
        let nags = notes.nags.iter().map(|nag| nag.0).collect();
        let at = rows.len();
        // Where an engine wrote words, the file has no command for them.
        let eval = notes.eval.filter(|_| notes.words() == comment::shown(&notes.comment));
        let text = comment::render(&Notes { eval, ..notes.clone() });
        rows.push((parent, uci, notes.lead.clone(), text, nags));
        waiting.extend(tree.children(id).iter().rev().map(|&child| (child, at)));
    }
    rows
}

fn one(text: &str) -> PgnGame {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn movetext(game: &PgnGame) -> String {
    let text = write(&game.tags, &game.tree);
    text.split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
}

#[test]
fn two_readers_agree_about_every_node() {
    let (ours, theirs) = (read_all(GAMES), Second::read(GAMES));
    assert_eq!((ours.len(), theirs.len()), (4, 4));
    // Plies of the main line and nodes, as python-chess reads them.
    let figures = [(32, 171), (41, 243), (44, 250), (55, 288)];
    for ((game, (tags, rows_of_theirs)), (plies, nodes)) in ours.iter().zip(theirs).zip(figures) {
        assert_eq!(game.warnings, []);
        assert_eq!(
            game.tags.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect::<Vec<_>>(),
            tags
        );
        let tree = &game.tree;
        assert_eq!((tree.main_line().len() - 1, tree.len() - 1), (plies, nodes));
        for (ours, theirs) in rows(tree).iter().zip(&rows_of_theirs) {
            assert_eq!(ours, theirs);
        }
        assert_eq!(rows(tree).len(), rows_of_theirs.len());
        let again = one(&write(&game.tags, tree));
        assert_eq!((rows(&again.tree), again.warnings), (rows(tree), vec![]));
        let (saved, []) = SavedTree::of(tree, []);
        let text = serde_json::to_string(&saved).unwrap();
        let saved: SavedTree = serde_json::from_str(&text).unwrap();
        assert_eq!(rows(&saved.restore().unwrap()), rows(tree));
    }
}

#[test]
fn a_line_that_begins_like_the_game_changes_nothing_of_it() {
    for (text, written) in [
        ("1. d4 (d4 Nf6 c4 e6) d5 *", "1. d4 (1. d4 Nf6 2. c4 e6) 1... d5 *"),
        ("1. e4 e5 (1... e5 2. Nf3 Nc6) *", "1. e4 e5 (1... e5 2. Nf3 Nc6) *"),
        (
            "1. e4 {[%clk 0:02:00]} (1. e4 {[%clk 0:00:01] x} c5) e5 *",
            "1. e4 {[%clk 0:02:00]} (1. e4 {[%clk 0:00:01] x} 1... c5) 1... e5 *",
        ),
        ("1. e4 e5 (1... e5? 2. Bc4) 2. Nf3 *", "1. e4 e5 (1... e5 $2 2. Bc4) 2. Nf3 *"),
        ("1. e4 (1. e4) (1. e4) *", "1. e4 (1. e4) (1. e4) *"),
        ("1. e4 (1. d4 d5) (1. d4 f5) e5 *", "1. e4 (1. d4 d5) (1. d4 f5) 1... e5 *"),
        ("1. e4 -- (1... -- 2. d4) 2. Nf3 *", "1. e4 -- (1... -- 2. d4) 2. Nf3 *"),
        (
            "1. e4 (1. e4 e5 (1... e5 2. d4) 2. c4) c5 *",
            "1. e4 (1. e4 e5 (1... e5 2. d4) 2. c4) 1... c5 *",
        ),
        ("1. e4 ({x} 1. e4 $5 {y}) c5 *", "1. e4 ({x} 1. e4 $5 {y}) 1... c5 *"),
    ] {
        let game = one(text);
        assert_eq!((movetext(&game).as_str(), game.warnings.len()), (written, 0), "{text}");
        assert_eq!(movetext(&one(written)), written);
    }
}

#[test]
fn comments_stay_with_their_move() {
    for (text, written) in [
        ("1. e4 e5 ({only a comment}) 2. Nf3 *", "1. e4 e5 {only a comment} 2. Nf3 *"),
        (
            "1. e4 {a} e5 {b} (1... c5 ({in it})) ({c}) 2. Nf3 *",
            "1. e4 {a} 1... e5 {b c} (1... c5 {in it}) 2. Nf3 *",
        ),
        // A variation inside a variation without a move belongs to no move: it is kept unchanged.
        ("1. e4 ({x} ({y})) e5 *", "1. e4 {x} (({y})) 1... e5 *"),
        ("1. e4 ({good} 1. Qxz9 {bad}) e5 *", "1. e4 ({good} 1. Qxz9 {bad}) 1... e5 *"),
        ("1. e4 (1. d4 {[%clk 0:00:01} {2]}) e5 *", "1. e4 (1. d4 {[%clk 0:00:01 2]}) 1... e5 *"),
        // A glyph before the first move belongs to no move and stays as a word.
        ("{a} $1 {b} 1. e4 {c} $2 {d} e5 *", "{a $1 b} 1. e4 $2 {c d} 1... e5 *"),
        ("1. e4 e5 ($1 1... c5! $14) *", "1. e4 e5 (1... c5 $1 $14) *"),
        ("1. e4 e5 ({x} $42 1... c5) *", "1. e4 e5 ({x} 1... c5 $42) *"),
        ("1. e4 e5 ($1) *", "1. e4 e5 {$1} *"),
        (
            "1. e4 {[%eval 0.123] [%clk 0:01:00] [%clk 0:02:00]} *",
            "1. e4 {[%clk 0:01:00] [%eval 0.123] [%clk 0:02:00]} *",
        ),
    ] {
        let game = one(text);
        assert_eq!(movetext(&game), written, "{text}");
        assert_eq!(movetext(&one(written)), written);
    }
}

#[test]
fn edits_of_one_line_leave_an_equal_one_alone() {
    let text = "1. d4 {mine} (1. d4 {theirs} Nf6 2. c4) d5 2. Nf3 *";
    let mut tree = one(text).tree;
    let mut edits = Edits::default();
    let before = rows(&tree);
    let [d4, twin] = tree.children(NodeId::ROOT)[..] else { panic!("two moves") };
    let mv = tree.mv(d4).unwrap();
    assert_eq!(edits.add_move(&mut tree, NodeId::ROOT, mv), Ok(d4), "who plays goes to the game");
    assert!(edits.set_comment(&mut tree, twin, "other") && tree.comment(d4) == "mine");
    assert!(edits.promote(&mut tree, twin) && tree.children(NodeId::ROOT) == [twin, d4]);
    assert_eq!(edits.add_move(&mut tree, NodeId::ROOT, mv), Ok(twin));
    assert!(edits.demote(&mut tree, twin) && edits.delete(&mut tree, d4));
    assert_eq!(tree.children(NodeId::ROOT), [twin]);
    while edits.undo(&mut tree).is_some() {}
    assert_eq!(rows(&tree), before);
}

#[test]
fn merging_keeps_equal_lines_separate() {
    let text = "1. d4 {a} (1. d4 {b} Nf6 2. c4) d5 *";
    let other = one(text).tree;
    let mut edits = Edits::default();
    let mut ours = one("*").tree;
    assert_eq!(edits.merge(&mut ours, &other), Ok(5));
    assert_eq!(rows(&ours), rows(&other));
    assert_eq!(edits.merge(&mut ours, &other), Ok(0), "all of it is there");
    assert_eq!(rows(&ours), rows(&other));
    let mut ours = one("1. d4 {c} e6 *").tree;
    assert_eq!(edits.merge(&mut ours, &other), Ok(4));
    let game = PgnGame { tree: ours.clone(), ..PgnGame::empty() };
    assert_eq!(movetext(&game), "1. d4 {c / a} (1. d4 {b} 1... Nf6 2. c4) 1... e6 (1... d5) *");
    assert_eq!(edits.merge(&mut ours, &one("1. d4 Nf6 2. Nf3 *").tree), Ok(2), "behind the first");
    edits.undo(&mut ours);
    edits.undo(&mut ours);
    assert_eq!(movetext(&PgnGame { tree: ours, ..PgnGame::empty() }), "1. d4 {c} 1... e6 *");
}
