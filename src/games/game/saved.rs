//! A tree as plain text for the session file: the start position as FEN and one short row per move. For
//! other programs there is PGN.

use serde::{Deserialize, Serialize};

use tabia_chess::{Board, FenError, FenStyle, Square, UciMoveError, uci_move};
use tabia_text::t;

use super::annotation::{BestMove, Brush, EvalValue, Nag, NodeEval, Shape};
use super::tree::{GameTree, NodeId, Notes};
use crate::words;

/// A saved tree. Rows are in the order of their numbers; row 0 is the start position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTree {
    /// The start position.
    start: String,
    rows: Vec<Row>,
}

/// One node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Row {
    /// Row of the parent; less than this row's number.
    #[serde(skip_serializing_if = "is_zero")]
    p: u32,
    /// The move, UCI, castling as king takes rook; `0000` for a null move, empty in row 0.
    #[serde(skip_serializing_if = "String::is_empty")]
    m: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    lead: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_ms: Option<u64>,
    /// Centipawns, White's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// Mate in moves, White's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<BestMove>,
    /// Like PGN's `[%cal]` and `[%csl]`: `Ge2e4`, `Re4`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<String>,
    /// Unreadable lines after the node.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// A null move in UCI.
const NULL: &str = "0000";

/// Why a saved tree could not be restored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SavedTreeError {
    /// The start position.
    #[error("{}", t!("error-pgn-start", error = words::fen_problem(_0.problem())))]
    Start(#[from] FenError),
    /// There is no row for the start position.
    #[error("{}", t!("error-saved-empty"))]
    Empty,
    /// A row's parent is not before it.
    #[error("{}", t!("error-saved-parent", row = row.to_string(), parent = parent.to_string()))]
    Parent {
        /// The row.
        row: usize,
        /// Its parent.
        parent: u32,
    },
    /// A move.
    #[error("{}", t!("error-saved-move", row = row.to_string(), error = words::uci_move_error(error)))]
    Move {
        /// The row.
        row: usize,
        /// The error.
        error: UciMoveError,
    },
    /// A null move in check.
    #[error("{}", t!("error-saved-null-move", row = row.to_string()))]
    NullMove {
        /// The row.
        row: usize,
    },
}

/// The rows of a tree's nodes in a [`SavedTree`].
#[derive(Clone, Debug)]
pub struct Rows(Vec<Option<u32>>);

impl Rows {
    /// The rows of a tree, in the order of writing.
    pub fn of(tree: &GameTree) -> Rows {
        let mut rows = vec![None; tree.ids().last().map_or(1, |id| id.index() + 1)];
        for (row, id) in order(tree).enumerate() {
            rows[id.index()] = Some(row as u32);
        }
        Rows(rows)
    }

    /// The row of a node.
    pub fn row(&self, id: NodeId) -> Option<u32> {
        self.0.get(id.index()).copied().flatten()
    }
}

/// The nodes of a tree, depth first and the main continuation first, so that children are in order.
fn order(tree: &GameTree) -> impl Iterator<Item = NodeId> {
    let mut waiting = vec![NodeId::ROOT];
    std::iter::from_fn(move || {
        let id = waiting.pop()?;
        waiting.extend(tree.children(id).iter().rev());
        Some(id)
    })
}

impl SavedTree {
    /// Saves a tree and returns the rows of the given nodes. Deleted nodes are left out, so rows can differ from node
    /// numbers.
    pub fn of<const N: usize>(tree: &GameTree, nodes: [NodeId; N]) -> (SavedTree, [u32; N]) {
        let numbers = Rows::of(tree);
        let number = |id: NodeId| numbers.row(id).unwrap_or(0);
        let row = |id| Row::of(tree, id, tree.parent(id).map_or(0, number));
        let rows = order(tree).map(row).collect();
        let start = tree.board(NodeId::ROOT).fen(FenStyle::Shredder);
        (SavedTree { start, rows }, nodes.map(number))
    }

    /// The tree, numbered as written.
    ///
    /// # Errors
    /// The first invalid row.
    pub fn restore(&self) -> Result<GameTree, SavedTreeError> {
        let mut tree = GameTree::new(Board::from_fen(&self.start)?);
        let (root, rows) = self.rows.split_first().ok_or(SavedTreeError::Empty)?;
        root.note(&mut tree, NodeId::ROOT);
        // Each row becomes a node with the same number; equal moves stay separate.
        for (i, row) in rows.iter().enumerate() {
            let at = i + 1;
            let parent = tree.numbered(row.p as usize);
            let parent = parent.ok_or(SavedTreeError::Parent { row: at, parent: row.p })?;
            let wrong = |error| SavedTreeError::Move { row: at, error };
            let id = if row.m == NULL {
                tree.push_null(parent).ok_or(SavedTreeError::NullMove { row: at })?
            } else {
                let mv = uci_move::parse(tree.board(parent), &row.m).map_err(wrong)?;
                tree.push_legal(parent, mv)
            };
            row.note(&mut tree, id);
        }
        // Older sessions have comments before moves at which a PGN file cannot have them.
        for row in rows.iter().filter(|row| !row.lead.is_empty()) {
            tree.settle_lead(NodeId(row.p));
        }
        Ok(tree)
    }

    /// Whether it has the moves of another one, each with the same number.
    pub fn has_moves_of(&self, other: &SavedTree) -> bool {
        let moves = |tree: &SavedTree| -> Vec<(u32, String)> {
            tree.rows.iter().map(|row| (row.p, row.m.clone())).collect()
        };
        self.start == other.start && moves(self) == moves(other)
    }

    /// Keeps only the first `rows` rows.
    pub fn truncate(&mut self, rows: usize) {
        self.rows.truncate(rows);
    }

    /// The node of a row in the restored tree, if there is one.
    pub fn node(&self, number: u32) -> Option<NodeId> {
        ((number as usize) < self.rows.len()).then_some(NodeId(number))
    }
}

impl Row {
    fn of(tree: &GameTree, id: NodeId, parent: u32) -> Row {
        let notes = tree.notes(id).clone();
        let before = tree.board(tree.parent(id).unwrap_or(id));
        let (cp, mate) = match notes.eval.map(|eval| eval.value) {
            Some(EvalValue::Cp(cp)) => (Some(cp), None),
            Some(EvalValue::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        Row {
            p: parent,
            m: match tree.mv(id) {
                Some(mv) => uci_move::write(before, mv, true),
                None if tree.is_null(id) => NULL.to_owned(),
                None => String::new(),
            },
            lead: notes.lead,
            comment: notes.comment,
            nags: notes.nags.iter().map(|nag| nag.0).collect(),
            clock_ms: notes.clock_ms,
            elapsed_ms: notes.elapsed_ms,
            cp,
            mate,
            depth: notes.eval.and_then(|eval| eval.depth),
            best: notes.best,
            shapes: notes.shapes.iter().map(|&shape| shape_text(shape)).collect(),
            unread: notes.unread,
        }
    }

    /// Stores the notes of the row; most rows have none.
    fn note(&self, tree: &mut GameTree, id: NodeId) {
        let notes = self.notes();
        if notes != Notes::default() {
            *tree.notes_mut(id) = notes;
        }
    }

    fn notes(&self) -> Notes {
        let value = self.cp.map(EvalValue::Cp).or(self.mate.map(EvalValue::Mate));
        Notes {
            lead: self.lead.clone(),
            comment: self.comment.clone(),
            nags: self.nags.iter().map(|&nag| Nag(nag)).collect(),
            clock_ms: self.clock_ms,
            elapsed_ms: self.elapsed_ms,
            eval: value.map(|value| NodeEval { value, depth: self.depth }),
            best: self.best,
            shapes: self.shapes.iter().filter_map(|text| parse_shape(text)).collect(),
            unread: self.unread.clone(),
        }
    }
}

/// A shape as in PGN comments: `Ge2e4`, `Re4`.
pub(crate) fn shape_text(shape: Shape) -> String {
    let brush = shape.brush().letter();
    match shape {
        Shape::Circle { at, .. } => format!("{brush}{at}"),
        Shape::Arrow { from, to, .. } => format!("{brush}{from}{to}"),
    }
}

/// Reads [`shape_text`].
pub(crate) fn parse_shape(text: &str) -> Option<Shape> {
    let mut chars = text.chars();
    let brush = Brush::from_letter(chars.next()?)?;
    let rest = chars.as_str();
    let square = |text: Option<&str>| text?.parse::<Square>().ok();
    match rest.len() {
        2 => Some(Shape::Circle { at: square(Some(rest))?, brush }),
        4 => {
            let (from, to) = (square(rest.get(..2))?, square(rest.get(2..))?);
            (from != to).then_some(Shape::Arrow { from, to, brush })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::play;
    use super::*;

    #[test]
    fn a_tree_survives_with_everything_noted() {
        let mut tree = GameTree::new(Board::start());
        let end = play(&mut tree, NodeId::ROOT, &["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"]);
        let castled = play(&mut tree, end, &["e1g1"]);
        let doomed = play(&mut tree, NodeId::ROOT, &["a2a3", "a7a6"]);
        let side = play(&mut tree, NodeId::ROOT, &["d2d4", "d7d5"]);
        tree.delete(tree.parent(doomed).unwrap());
        let head = tree.parent(side).unwrap();
        tree.notes_mut(head).lead = "or".into();
        let notes = tree.notes_mut(side);
        notes.comment = "solid".into();
        notes.nags = vec![Nag::GOOD, Nag(14)];
        notes.clock_ms = Some(12_345);
        notes.eval = Some(NodeEval { value: EvalValue::Mate(-3), depth: Some(20) });
        notes.shapes = ["Ge2e4", "Rd4"].into_iter().filter_map(parse_shape).collect();
        let (saved, [castled_no, side_no, head_no]) = SavedTree::of(&tree, [castled, side, head]);
        let text = serde_json::to_string(&saved).unwrap();
        let read: SavedTree = serde_json::from_str(&text).unwrap();
        let back = read.restore().unwrap();
        assert_eq!(back.len(), tree.len());
        assert_eq!(back.san(read.node(castled_no).unwrap()), "O-O");
        assert_eq!(back.notes(read.node(side_no).unwrap()), tree.notes(side));
        assert_eq!(back.lead(read.node(head_no).unwrap()), "or");
        assert_eq!(SavedTree::of(&back, []).0, saved, "writing it again changes nothing");
    }

    #[test]
    fn a_comment_before_a_move_that_begins_no_variation_is_moved_after_the_previous_move() {
        let text = r#"{"start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rows": [
            {"comment": "Intro."}, {"m": "e2e4", "lead": "First"}, {"p": 1, "m": "e7e5", "lead": "Then"},
            {"p": 1, "m": "c7c5", "lead": "Or"}]}"#;
        let tree = serde_json::from_str::<SavedTree>(text).unwrap().restore().unwrap();
        let texts = |number| [tree.lead(NodeId(number)), tree.comment(NodeId(number))];
        assert_eq!([0, 1, 2].map(texts), [["", "Intro. First"], ["", "Then"], ["", ""]]);
        assert_eq!(texts(3), ["Or", ""]);
    }

    #[test]
    fn a_damaged_tree_is_refused_with_the_row() {
        let (mut saved, []) = SavedTree::of(&GameTree::new(Board::start()), []);
        saved.rows.push(Row { p: 7, m: "e2e4".into(), ..Row::default() });
        assert_eq!(saved.restore(), Err(SavedTreeError::Parent { row: 1, parent: 7 }));
        saved.rows[1] = Row { m: "e2e5".into(), ..Row::default() };
        assert!(saved.restore().unwrap_err().to_string().starts_with("row 1: "));
        let check = "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1";
        saved = SavedTree { start: check.into(), ..saved };
        saved.rows[1] = Row { m: NULL.into(), ..Row::default() };
        assert_eq!(saved.restore(), Err(SavedTreeError::NullMove { row: 1 }));
        saved.rows.clear();
        assert_eq!(saved.restore(), Err(SavedTreeError::Empty));
    }

    #[test]
    fn equal_moves_stay_apart_and_keep_their_numbers() {
        let mut tree = GameTree::new(Board::start());
        let d5 = play(&mut tree, NodeId::ROOT, &["d2d4", "d7d5"]);
        let d4 = tree.mv(tree.parent(d5).unwrap()).unwrap();
        let twin = tree.add_variation(NodeId::ROOT, d4).unwrap();
        tree.notes_mut(twin).nags.push(Nag::GOOD);
        let reply = play(&mut tree, twin, &["g8f6", "c2c4"]);
        let null = tree.push_null(reply).unwrap();
        let other = tree.push_null(reply).unwrap();
        let (saved, numbers) = SavedTree::of(&tree, [d5, twin, reply, null, other]);
        assert_eq!(numbers, [2, 3, 5, 6, 7]);
        let back = saved.restore().unwrap();
        assert_eq!(back.children(NodeId::ROOT).len(), 2);
        assert_eq!(back.nags(saved.node(3).unwrap()), [Nag::GOOD]);
        assert_eq!(SavedTree::of(&back, []).0, saved);
    }

    #[test]
    fn shapes_are_read_as_written_and_nothing_else() {
        for text in ["Ge2e4", "Ya1", "Bh8h1", "Rd4"] {
            assert_eq!(parse_shape(text).map(shape_text).as_deref(), Some(text));
        }
        for text in ["", "G", "Gee", "Xe4", "Ge4e4", "Ge2e9", "Gé2"] {
            assert_eq!(parse_shape(text), None, "{text}");
        }
    }
}
