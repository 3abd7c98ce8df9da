//! The tree of a game: all moves and variations with their notes. It knows the rules but no players, running clocks or
//! files.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::annotation::{BestMove, Nag, NodeEval, Shape};
use super::engine_comment;
use super::tree_rules::Marks;
use tabia_chess::{Board, Color, IllegalMove, Move, san};

/// Identifies a node of one [`GameTree`]. It is valid until the node is deleted, and numbers are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The start position of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// Its number; the root has 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Notes about a position or the move that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Comment before the move, as at the beginning of a variation.
    pub lead: String,
    /// Comment after the move.
    pub comment: String,
    /// Glyphs after the move.
    pub nags: Vec<Nag>,
    /// The mover's clock after the move, ms.
    pub clock_ms: Option<u64>,
    /// Time spent on the move, ms.
    pub elapsed_ms: Option<u64>,
    /// An evaluation written into the game.
    pub eval: Option<NodeEval>,
    /// The move was the first choice of the engine that evaluated the game.
    pub best: Option<BestMove>,
    /// Arrows and circles drawn on the position.
    pub shapes: Vec<Shape>,
    /// Unreadable lines from here, as they are in the file, each from its first unreadable move on. If the node has no
    /// children, the first one is the end of its line; the others are variations.
    pub unread: Vec<String>,
}

impl Notes {
    /// Whether PGN writes a comment after the move.
    pub fn has_text(&self) -> bool {
        !self.comment.is_empty()
            || self.clock_ms.is_some()
            || self.elapsed_ms.is_some()
            || self.eval.is_some()
            || self.best.is_some()
            || !self.shapes.is_empty()
    }

    /// The words of the comment for display ([`shown`](super::comment::shown)), without score, depth and time written
    /// by an engine if these are stored as notes.
    pub fn words(&self) -> Cow<'_, str> {
        engine_comment::shown(self)
    }
}

/// The notes of a node without any.
static NO_NOTES: Notes = Notes {
    lead: String::new(),
    comment: String::new(),
    nags: Vec::new(),
    clock_ms: None,
    elapsed_ms: None,
    eval: None,
    best: None,
    shapes: Vec::new(),
    unread: Vec::new(),
};

#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The move that led here; `None` at the root and after a null move.
    pub(super) mv: Option<Move>,
    pub(super) deleted: bool,
    pub(super) parent: Option<NodeId>,
    /// Moves from the root to here.
    pub(super) ply: u32,
    /// The SAN of the move, computed on demand, because large files are read without it.
    san: OnceLock<SanText>,
    /// The children; the first is the main continuation.
    pub(super) children: Children<NodeId>,
    /// Most moves have none.
    notes: Option<Box<Notes>>,
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        // The SAN follows from the move, and empty notes equal none.
        (self.mv, self.deleted, self.parent, &self.children)
            == (other.mv, other.deleted, other.parent, &other.children)
            && self.notes() == other.notes()
    }
}

impl Node {
    pub(super) const fn new(mv: Option<Move>, parent: Option<NodeId>) -> Node {
        Node {
            mv,
            deleted: false,
            parent,
            ply: 0,
            san: OnceLock::new(),
            children: Children::None,
            notes: None,
        }
    }

    fn notes(&self) -> &Notes {
        self.notes.as_deref().unwrap_or(&NO_NOTES)
    }
}

/// A game with its variations. The root is the start position; the first child of each node is the main continuation.
/// For a node that does not exist, methods use the root (debug-asserted).
///
/// # The same move twice
///
/// A file may contain a variation that begins with the same move as the main line: programs write their expected line
/// like this, `1. d4 (1. d4 Nf6 2. c4) d5`. It is kept as a separate sibling, and so is a second variation with an
/// equal first move: a line never lengthens, shortens or annotates another one. So nodes are distinguished by their
/// [`NodeId`], never by their move, and edits of a node ([promote], demote, delete, notes, undo of all of it) affect
/// only that sibling. *Playing* a move ([`add_move`], [`child`]) finds the first sibling with this move: the main
/// continuation before any variation. Only reading a file or a session adds a second one ([`add_variation`]). Two lines
/// of equal moves are not a [transposition] of each other.
///
/// [promote]: GameTree::promote
/// [`add_move`]: GameTree::add_move
/// [`child`]: GameTree::child
/// [`add_variation`]: GameTree::add_variation
/// [transposition]: GameTree::transpositions
///
/// ```
/// use tabia_chess::{Board, Square};
/// use tabia_games::game::tree::GameTree;
/// let mut tree = GameTree::new(Board::start());
/// let e4 = tree.board(tree.root()).find_move(Square::E2, Square::E4, None).unwrap();
/// let d4 = tree.board(tree.root()).find_move(Square::D2, Square::D4, None).unwrap();
/// let main = tree.add_move(tree.root(), e4).unwrap();
/// let side = tree.add_move(tree.root(), d4).unwrap();
/// assert_eq!(tree.main_line(), [tree.root(), main]);
/// assert_eq!(tree.san(side), "d4");
/// tree.promote(side);
/// assert_eq!(tree.main_line(), [tree.root(), side]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GameTree {
    pub(super) nodes: Vec<Node>,
    /// The position at each node.
    pub(super) boards: Vec<Board>,
    /// Nodes that are not deleted.
    pub(super) alive: usize,
    pub(super) marks: Marks,
}

impl GameTree {
    /// A tree with only a start position.
    pub fn new(start: Board) -> GameTree {
        GameTree::with_room(start, 1)
    }

    /// A tree with only a start position and capacity for this many nodes.
    pub(super) fn with_room(start: Board, nodes: usize) -> GameTree {
        let mut tree = GameTree {
            nodes: Vec::with_capacity(nodes),
            boards: Vec::with_capacity(nodes),
            alive: 1,
            marks: Marks::default(),
        };
        tree.nodes.push(Node::new(None, None));
        tree.boards.push(start);
        tree
    }

    /// Releases unused capacity, as of a game with few moves.
    pub(super) fn shrink(&mut self) {
        if self.nodes.len() < self.nodes.capacity() / 4 {
            self.nodes.shrink_to_fit();
            self.boards.shrink_to_fit();
        }
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        debug_assert!(self.contains(id), "{id:?} is no node of this tree");
        self.nodes.get(id.index()).unwrap_or(&self.nodes[0])
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        debug_assert!(self.contains(id), "{id:?} is no node of this tree");
        self.marks.touch();
        // Notes of a deleted node stay with it; the root is only used for numbers that never existed.
        let index = if id.index() < self.nodes.len() { id.index() } else { 0 };
        &mut self.nodes[index]
    }

    /// The start position.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// Number of nodes, including the root.
    pub fn len(&self) -> usize {
        self.alive
    }

    /// Whether no move has been played or read.
    pub fn is_empty(&self) -> bool {
        self.alive == 1
    }

    /// Whether this node exists and was not deleted.
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.get(id.index()).is_some_and(|node| !node.deleted)
    }

    /// The position at a node.
    pub fn board(&self, id: NodeId) -> &Board {
        debug_assert!(self.contains(id), "{id:?} is no node of this tree");
        self.boards.get(id.index()).unwrap_or(&self.boards[0])
    }

    /// The move that led to a node; `None` at the root and after a null move.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id).mv
    }

    /// Whether a node is reached by a null move, which only changes the side to move. PGN writes `--`.
    pub fn is_null(&self, id: NodeId) -> bool {
        let node = self.node(id);
        node.mv.is_none() && node.parent.is_some()
    }

    /// The move that led to a node in standard notation; `--` for a null move, empty at the root.
    pub fn san(&self, id: NodeId) -> &str {
        let node = self.node(id);
        node.san.get_or_init(|| match (node.mv, node.parent) {
            (Some(mv), Some(parent)) => SanText::of(self.board(parent), mv),
            (None, Some(_)) => SanText::NULL,
            (_, None) => SanText::EMPTY,
        })
    }

    /// The parent.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The children, the main continuation first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        self.node(id).children.as_slice()
    }

    /// The notes of a node.
    pub fn notes(&self, id: NodeId) -> &Notes {
        self.node(id).notes()
    }

    /// The notes of a node, mutable.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.node_mut(id).notes.get_or_insert_default()
    }

    /// The comment after the move.
    pub fn comment(&self, id: NodeId) -> &str {
        &self.notes(id).comment
    }

    /// The comment before the move, as at the beginning of a variation.
    pub fn lead(&self, id: NodeId) -> &str {
        &self.notes(id).lead
    }

    /// The glyphs after the move.
    pub fn nags(&self, id: NodeId) -> &[Nag] {
        &self.notes(id).nags
    }

    /// The mover's clock after the move, ms.
    pub fn clock_ms(&self, id: NodeId) -> Option<u64> {
        self.notes(id).clock_ms
    }

    /// The evaluation written into the game.
    pub fn eval(&self, id: NodeId) -> Option<NodeEval> {
        self.notes(id).eval
    }

    /// Arrows and circles drawn on the position.
    pub fn shapes(&self, id: NodeId) -> &[Shape] {
        &self.notes(id).shapes
    }

    /// The unreadable lines after a node, as they are in the file.
    pub fn unread(&self, id: NodeId) -> &[String] {
        &self.notes(id).unread
    }

    /// All unreadable lines of the tree.
    pub fn all_unread(&self) -> impl Iterator<Item = &str> {
        self.ids().flat_map(|id| self.unread(id)).map(String::as_str)
    }

    /// The time spent on the move, ms.
    pub fn elapsed_ms(&self, id: NodeId) -> Option<u64> {
        self.notes(id).elapsed_ms
    }

    /// The first node of the nearest variation this node belongs to; `None` on the main line.
    pub fn variation_head(&self, id: NodeId) -> Option<NodeId> {
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            if self.next(parent) != Some(at) {
                return Some(at);
            }
            at = parent;
        }
        None
    }

    /// Whether the move to a node begins a variation. Only there can a PGN file have a comment before a move.
    pub fn begins_variation(&self, id: NodeId) -> bool {
        self.parent(id).is_some_and(|parent| self.next(parent) != Some(id))
    }

    /// Whether a PGN file can have a comment before the move to a node: at the beginning of a variation, and at the
    /// beginning of the game, where it is the comment on the game.
    pub fn has_place_before(&self, id: NodeId) -> bool {
        self.begins_variation(id) || self.parent(id) == Some(NodeId::ROOT)
    }

    /// The main continuation.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.children(id).first().copied()
    }

    /// The sibling `step` places further, wrapping around at the end. `None` if there is no other.
    pub fn sibling(&self, id: NodeId, step: isize) -> Option<NodeId> {
        let siblings = self.children(self.parent(id)?);
        let place = siblings.iter().position(|&child| child == id)?;
        let other = (place as isize + step).rem_euclid(siblings.len() as isize) as usize;
        siblings.get(other).copied().filter(|&found| found != id)
    }

    /// The main line, from the root on.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_through(NodeId::ROOT)
    }

    /// The path from the root to a node, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        path
    }

    /// The path from the root to a node and on along its main continuation.
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        let mut at = id;
        while let Some(next) = self.next(at) {
            line.push(next);
            at = next;
        }
        line
    }

    /// Whether `ancestor` is on the path from the root to `id`, or is `id` itself.
    pub fn is_on_path(&self, ancestor: NodeId, id: NodeId) -> bool {
        let ply = self.ply(ancestor);
        let mut at = id;
        while self.ply(at) > ply {
            at = self.parent(at).unwrap_or(NodeId::ROOT);
        }
        at == ancestor
    }

    /// Moves from the root to a node.
    pub fn ply(&self, id: NodeId) -> usize {
        self.node(id).ply as usize
    }

    /// The side that made the move of a node; at the root the side not to move.
    pub fn mover(&self, id: NodeId) -> Color {
        !self.board(id).stm()
    }

    /// The last move of a side up to a node, if it made one.
    pub fn last_move_of(&self, side: Color, id: NodeId) -> Option<NodeId> {
        let mut at = id;
        while self.mover(at) != side || self.mv(at).is_none() {
            at = self.parent(at)?;
        }
        Some(at)
    }

    /// The number in front of the move of a node: 12 in both `12. e4` and `12… e5`.
    pub fn move_number(&self, id: NodeId) -> u32 {
        let board = self.board(id);
        board.fullmove_number()
            - u32::from(board.stm() == Color::White && board.fullmove_number() > 1)
    }

    /// A number that changes with every change of the tree and is shared only by copies of it: data derived from the
    /// tree is valid as long as the number is the same.
    pub fn revision(&self) -> u64 {
        self.marks.revision()
    }

    /// All nodes that are not deleted, each after its parent.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.nodes.len() as u32).map(NodeId).filter(|&id| self.contains(id))
    }
}

/// The children of a node in order, the main continuation first. Usually there is one, which needs no allocation.
#[derive(Clone, Debug, Default)]
pub(super) enum Children<T> {
    /// None.
    #[default]
    None,
    /// Only a main continuation.
    One(T),
    /// A main continuation and variations, or the rest of them.
    #[expect(clippy::box_collection, reason = "half the size of every node in the tree")]
    Many(Box<Vec<T>>),
}

impl<T: Copy + PartialEq> PartialEq for Children<T> {
    fn eq(&self, other: &Children<T>) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + PartialEq> Children<T> {
    /// All of them.
    pub(super) fn as_slice(&self) -> &[T] {
        match self {
            Children::None => &[],
            Children::One(only) => std::slice::from_ref(only),
            Children::Many(all) => all,
        }
    }

    /// All of them, mutable, for reordering.
    pub(super) fn as_mut_slice(&mut self) -> &mut [T] {
        match self {
            Children::None => &mut [],
            Children::One(only) => std::slice::from_mut(only),
            Children::Many(all) => all,
        }
    }

    /// Adds one at the end.
    #[inline]
    pub(super) fn push(&mut self, id: T) {
        match self {
            Children::None => *self = Children::One(id),
            _ => self.insert(usize::MAX, id),
        }
    }

    /// Adds one at a place, or at the end if the place is beyond it.
    pub(super) fn insert(&mut self, place: usize, id: T) {
        match self {
            Children::None => *self = Children::One(id),
            Children::One(only) => {
                let mut all = vec![*only];
                all.insert(place.min(1), id);
                *self = Children::Many(Box::new(all));
            }
            Children::Many(all) => all.insert(place.min(all.len()), id),
        }
    }

    /// Removes one and returns its place.
    pub(super) fn remove(&mut self, id: T) -> Option<usize> {
        // Searches from the end, because undo removes the last one each time.
        let place = self.as_slice().iter().rposition(|&child| child == id)?;
        match self {
            Children::Many(all) => drop(all.remove(place)),
            _ => *self = Children::None,
        }
        Some(place)
    }
}

/// A move in SAN, stored without allocation: at most seven letters, as in `Qa1xb2#`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct SanText {
    length: u8,
    letters: [u8; 7],
}

impl SanText {
    /// No move.
    pub(super) const EMPTY: SanText = SanText { length: 0, letters: [0; 7] };
    /// A null move.
    pub(super) const NULL: SanText = SanText { length: 2, letters: *b"--\0\0\0\0\0" };

    /// The text of a legal move.
    pub(super) fn of(board: &Board, mv: Move) -> SanText {
        let text = san::write(board, mv);
        debug_assert!(text.len() <= 7 && text.is_ascii(), "{text}");
        let mut letters = [0; 7];
        let length = text.len().min(7);
        letters[..length].copy_from_slice(&text.as_bytes()[..length]);
        SanText { length: length as u8, letters }
    }
}

impl Deref for SanText {
    type Target = str;

    fn deref(&self) -> &str {
        std::str::from_utf8(&self.letters[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl fmt::Debug for SanText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

// Adding and finding moves. Playing a move finds an existing one; reading a file always adds a node, even beside an
// equal move.
impl GameTree {
    /// The child reached by a move; the first of several, which is the main continuation if that has the move.
    pub fn child(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        self.children(id).iter().copied().find(|&child| self.mv(child) == Some(mv))
    }

    /// The node with this number ([`NodeId::index`]), if it is in the tree.
    pub fn numbered(&self, number: usize) -> Option<NodeId> {
        u32::try_from(number).ok().map(NodeId).filter(|&id| self.contains(id))
    }

    /// Adds a move after a node. If it already exists, returns that node, the first one of several.
    ///
    /// # Errors
    /// If the move is not legal there; the tree stays as it was.
    pub fn add_move(&mut self, id: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        match self.child(id, mv) {
            Some(known) => Ok(known),
            None => self.add_variation(id, mv),
        }
    }

    /// Adds a move after a node, after the existing children, even if one of them has the same move. This is how files
    /// are read; see [`GameTree`].
    ///
    /// # Errors
    /// If the move is not legal there; the tree stays as it was.
    ///
    /// ```
    /// use tabia_chess::{Board, Square};
    /// use tabia_games::game::tree::GameTree;
    /// let mut tree = GameTree::new(Board::start());
    /// let d4 = tree.board(tree.root()).find_move(Square::D2, Square::D4, None).unwrap();
    /// let played = tree.add_move(tree.root(), d4).unwrap();
    /// let expected = tree.add_variation(tree.root(), d4).unwrap();
    /// assert_eq!(tree.children(tree.root()), [played, expected]);
    /// assert_eq!(tree.add_move(tree.root(), d4).unwrap(), played);
    /// ```
    pub fn add_variation(&mut self, id: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if !self.board(id).is_legal(mv) {
            return Err(IllegalMove { mv, fen: self.board(id).to_string() });
        }
        Ok(self.push_legal(id, mv))
    }

    /// Adds a move that is known to be legal (debug-asserted), without looking for an existing one.
    #[inline]
    pub(super) fn push_legal(&mut self, id: NodeId, mv: Move) -> NodeId {
        let child = self.push(Some(mv), id);
        self.boards[child.index()].make_move(mv);
        child
    }

    /// Adds a null move after a node, or returns the first existing one. `None` in check.
    pub fn add_null(&mut self, id: NodeId) -> Option<NodeId> {
        let known = self.children(id).iter().copied().find(|&child| self.is_null(child));
        known.or_else(|| self.push_null(id))
    }

    /// Adds a null move after a node, without looking for an existing one; `None` in check.
    pub(super) fn push_null(&mut self, id: NodeId) -> Option<NodeId> {
        if self.board(id).in_check() {
            return None;
        }
        let child = self.push(None, id);
        self.boards[child.index()].make_null();
        Some(child)
    }

    /// Adds a node with the board of the one before it.
    #[inline]
    fn push(&mut self, mv: Option<Move>, parent: NodeId) -> NodeId {
        let child = NodeId(self.nodes.len() as u32);
        let parent = if self.contains(parent) { parent } else { NodeId::ROOT };
        let ply = self.nodes[parent.index()].ply + 1;
        self.marks.touch();
        // Filled in place: building it first and moving it here takes ten times as long.
        self.nodes.push(const { Node::new(None, None) });
        if let Some(node) = self.nodes.last_mut() {
            (node.mv, node.parent, node.ply) = (mv, Some(parent), ply);
        }
        self.boards.extend_from_within(parent.index()..=parent.index());
        self.nodes[parent.index()].children.push(child);
        self.alive += 1;
        child
    }

    /// The nodes reached by the same moves from the root as a node, including itself, in ascending order: more than one
    /// if a line occurs twice. Visits every node at most once.
    pub(super) fn twins(&self, id: NodeId) -> Vec<NodeId> {
        let mut twins = vec![NodeId::ROOT];
        for &node in self.path(id).iter().skip(1) {
            let (mv, before) = (self.mv(node), std::mem::take(&mut twins));
            let children = before.iter().flat_map(|&twin| self.children(twin));
            twins.extend(children.copied().filter(|&child| self.mv(child) == mv));
        }
        twins.sort_unstable();
        twins
    }
}

#[cfg(test)]
pub(super) mod tests {
    use tabia_chess::Board;
    use tabia_chess::uci_move;

    use super::*;

    /// Plays UCI moves after a node; returns the last node.
    pub(in crate::game) fn play(tree: &mut GameTree, from: NodeId, moves: &[&str]) -> NodeId {
        moves.iter().fold(from, |at, text| {
            let mv = uci_move::parse(tree.board(at), text).unwrap();
            tree.add_move(at, mv).unwrap()
        })
    }

    #[test]
    fn illegal_moves_stay_out_and_known_ones_are_found_again() {
        let mut tree = GameTree::new(Board::start());
        let e4 = play(&mut tree, NodeId::ROOT, &["e2e4"]);
        assert_eq!(play(&mut tree, NodeId::ROOT, &["e2e4"]), e4);
        let mv = tree.mv(e4).unwrap();
        assert!(tree.add_move(e4, mv).is_err());
        assert_eq!(tree.len(), 2);
    }

    #[test]
    fn moves_are_numbered_as_on_a_score_sheet() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 7").unwrap();
        let mut tree = GameTree::new(board);
        let black = play(&mut tree, NodeId::ROOT, &["e8d8"]);
        let white = play(&mut tree, black, &["e1d1"]);
        assert_eq!((tree.move_number(black), tree.mover(black)), (7, Color::Black));
        assert_eq!((tree.move_number(white), tree.mover(white)), (8, Color::White));
        assert_eq!(tree.ply(white), 2);
    }

    #[test]
    fn siblings_are_stepped_through_in_a_ring() {
        let mut tree = GameTree::new(Board::start());
        let first = play(&mut tree, NodeId::ROOT, &["e2e4"]);
        assert_eq!(tree.sibling(first, 1), None);
        let second = play(&mut tree, NodeId::ROOT, &["d2d4"]);
        assert_eq!(tree.sibling(first, 1), Some(second));
        assert_eq!(tree.sibling(first, -1), Some(second));
        assert_eq!(tree.sibling(NodeId::ROOT, 1), None);
    }

    #[test]
    fn a_null_move_passes_the_turn() {
        let mut tree = GameTree::new(Board::start());
        let e4 = play(&mut tree, NodeId::ROOT, &["e2e4"]);
        let null = tree.add_null(e4).unwrap();
        assert_eq!(tree.add_null(e4), Some(null));
        assert!(tree.is_null(null) && !tree.is_null(NodeId::ROOT) && !tree.is_null(e4));
        assert_eq!((tree.san(null), tree.mv(null)), ("--", None));
        let d4 = play(&mut tree, null, &["d2d4"]);
        assert_eq!(tree.move_number(d4), 2);
        assert_eq!(tree.position(d4).moves.len(), 1, "a search begins after the null move");
        assert_eq!(tree.position(d4).board(), *tree.board(d4));
        let check = play(&mut tree, d4, &["d7d5", "f1b5"]);
        assert_eq!(tree.add_null(check), None);
    }

    #[test]
    fn an_equal_move_is_a_sibling_only_where_it_is_added_as_one() {
        let mut tree = GameTree::new(Board::start());
        let d5 = play(&mut tree, NodeId::ROOT, &["d2d4", "d7d5"]);
        let d4 = tree.parent(d5).unwrap();
        let expected = tree.add_variation(NodeId::ROOT, tree.mv(d4).unwrap()).unwrap();
        let reply = play(&mut tree, expected, &["d7d5"]);
        assert_eq!(tree.children(NodeId::ROOT), [d4, expected]);
        assert_eq!(play(&mut tree, NodeId::ROOT, &["d2d4", "d7d5"]), d5, "the main line first");
        assert_eq!((tree.twins(d5), tree.twins(d4)), (vec![d5, reply], vec![d4, expected]));
        assert_eq!(tree.transpositions(d5).count(), 0, "the same line twice");
        let back = play(&mut tree, reply, &["g1f3", "g8f6", "f3g1", "f6g8"]);
        assert_eq!(tree.transpositions(d5).collect::<Vec<_>>(), [back]);
        assert!(tree.promote(expected) && tree.main_line() != [NodeId::ROOT, d4, d5]);
        assert_eq!(play(&mut tree, NodeId::ROOT, &["d2d4"]), expected, "it is the main line now");
        assert!(tree.add_variation(expected, tree.mv(d4).unwrap()).is_err());
        assert_eq!(tree.numbered(expected.index()), Some(expected));
        tree.delete(expected);
        assert_eq!((tree.numbered(expected.index()), tree.twins(d5)), (None, vec![d5]));
        assert_eq!(tree.numbered(usize::MAX), None);
    }

    #[test]
    fn null_moves_are_found_or_added_in_the_same_way() {
        let mut tree = GameTree::new(Board::start());
        let null = tree.add_null(NodeId::ROOT).unwrap();
        let other = tree.push_null(NodeId::ROOT).unwrap();
        assert_ne!(null, other);
        assert_eq!(
            (tree.add_null(NodeId::ROOT), tree.twins(null)),
            (Some(null), vec![null, other])
        );
    }
}
