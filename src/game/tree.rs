//! The tree of a game: every move played or looked at, with what was noted about it. It knows the rules
//! but not who plays, no clock that runs and no file.

use serde::{Deserialize, Serialize};

use crate::chess::rules::{self, Claim, Outcome};
use crate::chess::{Board, Color, IllegalMove, Move, san};

use super::annotation::{NodeEval, Shape};
use super::nag::Nag;
use super::position::GamePosition;

/// Names a node of one [`GameTree`]. It stays valid as long as the node is not deleted, and a number
/// is never given twice.
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

/// What was noted about a position or the move that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Text before the move, as at the beginning of a variation.
    pub lead: String,
    /// Text behind the move.
    pub comment: String,
    /// Glyphs behind the move.
    pub nags: Vec<Nag>,
    /// The mover's clock after the move, ms.
    pub clock_ms: Option<u64>,
    /// An evaluation written into the game.
    pub eval: Option<NodeEval>,
    /// Arrows and circles drawn on the position.
    pub shapes: Vec<Shape>,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    /// The move that led here; `None` at the root only.
    mv: Option<Move>,
    /// Its text, kept because a move list shows it in every frame.
    san: Box<str>,
    board: Board,
    parent: Option<NodeId>,
    /// The first is the main continuation.
    children: Vec<NodeId>,
    notes: Notes,
    deleted: bool,
}

/// A game with its variations. The root is the start position; the first child of each node is the main
/// continuation. Asked about a node that does not exist, it answers for the root (debug-asserted).
///
/// ```
/// use tabia::chess::{Board, Square};
/// use tabia::game::tree::GameTree;
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
    nodes: Vec<Node>,
    /// Nodes that are not deleted.
    alive: usize,
}

impl GameTree {
    /// A tree of nothing but a start position.
    pub fn new(start: Board) -> GameTree {
        let root = Node {
            mv: None,
            san: Box::default(),
            board: start,
            parent: None,
            children: Vec::new(),
            notes: Notes::default(),
            deleted: false,
        };
        GameTree { nodes: vec![root], alive: 1 }
    }

    fn node(&self, id: NodeId) -> &Node {
        debug_assert!(self.contains(id), "{id:?} is no node of this tree");
        self.nodes.get(id.index()).unwrap_or(&self.nodes[0])
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let index = if self.contains(id) { id.index() } else { 0 };
        &mut self.nodes[index]
    }

    /// The start position.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// How many nodes there are, the root included.
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
        &self.node(id).board
    }

    /// The move that led to a node; `None` at the root.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id).mv
    }

    /// The move that led to a node in standard notation; empty at the root.
    pub fn san(&self, id: NodeId) -> &str {
        &self.node(id).san
    }

    /// The node before.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The nodes after, the main continuation first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// Everything noted about a node.
    pub fn notes(&self, id: NodeId) -> &Notes {
        &self.node(id).notes
    }

    /// Everything noted about a node, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        &mut self.node_mut(id).notes
    }

    /// The text behind the move.
    pub fn comment(&self, id: NodeId) -> &str {
        &self.node(id).notes.comment
    }

    /// The text before the move, as at the beginning of a variation.
    pub fn lead(&self, id: NodeId) -> &str {
        &self.node(id).notes.lead
    }

    /// The glyphs behind the move.
    pub fn nags(&self, id: NodeId) -> &[Nag] {
        &self.node(id).notes.nags
    }

    /// The mover's clock after the move, ms.
    pub fn clock_ms(&self, id: NodeId) -> Option<u64> {
        self.node(id).notes.clock_ms
    }

    /// The evaluation written into the game.
    pub fn eval(&self, id: NodeId) -> Option<NodeEval> {
        self.node(id).notes.eval
    }

    /// Arrows and circles drawn on the position.
    pub fn shapes(&self, id: NodeId) -> &[Shape] {
        &self.node(id).notes.shapes
    }

    /// The child reached by a move.
    pub fn child(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        self.children(id).iter().copied().find(|&child| self.mv(child) == Some(mv))
    }

    /// Adds a move after a node. If it is already there, that node is given back.
    ///
    /// # Errors
    /// If the move is not legal there; the tree stays as it was.
    pub fn add_move(&mut self, id: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if let Some(child) = self.child(id, mv) {
            return Ok(child);
        }
        let before = *self.board(id);
        let mut board = before;
        board.try_make(mv)?;
        let child = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            mv: Some(mv),
            san: san::write(&before, mv).into(),
            board,
            parent: Some(id),
            children: Vec::new(),
            notes: Notes::default(),
            deleted: false,
        });
        self.node_mut(id).children.push(child);
        self.alive += 1;
        Ok(child)
    }

    /// Makes the line of a node the more important one: the nearest variation it belongs to becomes the
    /// main continuation at its branching point. Says whether anything changed.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(head) = self.variation_head(id) else { return false };
        let Some(parent) = self.parent(head) else { return false };
        let siblings = &mut self.node_mut(parent).children;
        let Some(place) = siblings.iter().position(|&child| child == head) else { return false };
        siblings[..=place].rotate_right(1);
        true
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

    /// Removes a node and everything after it. Gives the node before it, or `None` (and does nothing) for
    /// the root.
    pub fn delete(&mut self, id: NodeId) -> Option<NodeId> {
        if !self.contains(id) {
            return None;
        }
        let parent = self.parent(id)?;
        self.node_mut(parent).children.retain(|&child| child != id);
        let mut doomed = vec![id];
        while let Some(next) = doomed.pop() {
            if let Some(node) = self.nodes.get_mut(next.index()) {
                node.deleted = true;
                doomed.append(&mut node.children);
                self.alive -= 1;
            }
        }
        Some(parent)
    }

    /// The main continuation.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.children(id).first().copied()
    }

    /// The node before; another name for [`GameTree::parent`] where one steps through a game.
    pub fn prev(&self, id: NodeId) -> Option<NodeId> {
        self.parent(id)
    }

    /// The end of the line that goes on from a node.
    pub fn last_of_line(&self, id: NodeId) -> NodeId {
        let mut at = id;
        while let Some(next) = self.next(at) {
            at = next;
        }
        at
    }

    /// The variation `step` places further among the moves that could stand here, around the end.
    /// `None` where there is no other.
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

    /// The way from the root to a node, both included.
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

    /// The way from the root to a node and on along its main continuation.
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        let mut at = id;
        while let Some(next) = self.next(at) {
            line.push(next);
            at = next;
        }
        line
    }

    /// Whether `ancestor` is on the way from the root to `id`, or is `id` itself.
    pub fn is_on_path(&self, ancestor: NodeId, id: NodeId) -> bool {
        let mut at = Some(id);
        while let Some(here) = at {
            if here == ancestor {
                return true;
            }
            at = self.parent(here);
        }
        false
    }

    /// Moves from the root to a node.
    pub fn ply(&self, id: NodeId) -> usize {
        let mut plies = 0;
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            plies += 1;
            at = parent;
        }
        plies
    }

    /// The side that made the move of a node; at the root the side that would have.
    pub fn mover(&self, id: NodeId) -> Color {
        !self.board(id).stm()
    }

    /// The number in front of the move of a node: 12 in both `12. e4` and `12… e5`.
    pub fn move_number(&self, id: NodeId) -> u32 {
        let board = self.board(id);
        board.fullmove_number()
            - u32::from(board.stm() == Color::White && board.fullmove_number() > 1)
    }

    /// The position at a node with the moves that led to it.
    pub fn position(&self, id: NodeId) -> GamePosition {
        let moves = self.path(id).into_iter().filter_map(|node| self.mv(node)).collect();
        GamePosition { start: self.nodes[0].board, moves }
    }

    /// How often the position at a node has occurred on the way to it, this time included.
    pub fn repetitions(&self, id: NodeId) -> usize {
        let key = self.board(id).key();
        let mut count = 1;
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            // Nothing before a capture or pawn move can come again.
            if self.board(at).halfmove_clock() == 0 {
                break;
            }
            count += usize::from(self.board(parent).key() == key);
            at = parent;
        }
        count
    }

    /// How the rules end the game at a node, with nobody claiming or resigning.
    pub fn outcome(&self, id: NodeId) -> Option<Outcome> {
        rules::automatic_outcome(self.board(id), self.repetitions(id))
    }

    /// The draw the side to move may claim at a node.
    pub fn claim(&self, id: NodeId) -> Option<Claim> {
        rules::claim(self.board(id), self.repetitions(id))
    }

    /// All nodes that are not deleted, each after its parent.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.nodes.len() as u32).map(NodeId).filter(|&id| self.contains(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{DrawReason, uci_move};

    fn play(tree: &mut GameTree, from: NodeId, moves: &[&str]) -> NodeId {
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
    fn repetitions_are_counted_along_the_way_that_led_there() {
        let mut tree = GameTree::new(Board::start());
        let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let two = play(&mut tree, NodeId::ROOT, &round);
        let three = play(&mut tree, two, &round);
        let side = play(&mut tree, two, &["b1c3", "b8c6", "c3b1", "c6b8"]);
        assert_eq!((tree.repetitions(two), tree.repetitions(three)), (2, 3));
        assert_eq!(tree.repetitions(side), 3, "the other variation does not count");
        assert_eq!(tree.claim(three), Some(Claim::Threefold));
        assert_eq!(tree.outcome(three), None);
        let five = play(&mut tree, three, &[round, round].concat());
        assert_eq!(tree.outcome(five), Some(Outcome::Draw(DrawReason::Fivefold)));
        let pawn = play(&mut tree, three, &["e2e4", "e7e5"]);
        assert_eq!(tree.repetitions(pawn), 1);
        assert_eq!(tree.position(three).repetitions(), 3, "as the engine will see it");
    }

    #[test]
    fn promoting_goes_up_one_branching_point_at_a_time() {
        let mut tree = GameTree::new(Board::start());
        play(&mut tree, NodeId::ROOT, &["e2e4", "e7e5"]);
        let d5 = play(&mut tree, NodeId::ROOT, &["d2d4", "d7d5"]);
        let d4 = tree.parent(d5).unwrap();
        let f5 = play(&mut tree, d4, &["f7f5", "c2c4"]);
        assert!(tree.promote(f5));
        assert_eq!(tree.san(tree.next(d4).unwrap()), "f5");
        assert_eq!(tree.san(tree.main_line()[1]), "e4", "not the main line yet");
        assert!(tree.promote(f5));
        assert_eq!(tree.main_line().last(), Some(&f5));
        assert!(!tree.promote(f5));
    }

    #[test]
    fn deleting_takes_all_that_follows_and_no_number_comes_back() {
        let mut tree = GameTree::new(Board::start());
        let e4 = play(&mut tree, NodeId::ROOT, &["e2e4"]);
        let e5 = play(&mut tree, e4, &["e7e5", "g1f3"]);
        assert_eq!(tree.delete(NodeId::ROOT), None);
        assert_eq!(tree.delete(e4), Some(NodeId::ROOT));
        assert_eq!(tree.delete(e4), None);
        assert!(!tree.contains(e5) && tree.is_empty());
        assert_ne!(play(&mut tree, NodeId::ROOT, &["e2e4"]), e4);
        assert_eq!(tree.ids().count(), tree.len());
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
}
