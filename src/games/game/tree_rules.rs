//! What the rules say at a node of a game tree: repetitions, the end, claims; and where else in the tree
//! the same position stands.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::position::GamePosition;
use super::tree::{GameTree, NodeId};
use tabia_chess::rules::{Claim, Outcome};
use tabia_chess::{Board, rules};

/// Plies behind a position that are searched for the same one. The 75-move rule has ended a game long before, and a
/// line that goes on without captures and pawn moves for ever must not cost more at every ply.
const MAX_PLIES_BACK: usize = 1000;

impl GameTree {
    /// The position at a node with the moves that led to it, from the start or from the last move behind which
    /// nothing before can be repeated: a null move, or, in long games, a capture or pawn move.
    pub fn position(&self, id: NodeId) -> GamePosition {
        let mut moves = Vec::new();
        let mut at = id;
        while let (Some(parent), Some(mv)) = (self.parent(at), self.mv(at)) {
            let long = moves.len() >= MAX_PLIES_BACK;
            if long && (self.board(at).halfmove_clock() == 0 || moves.len() >= 2 * MAX_PLIES_BACK) {
                break;
            }
            moves.push(mv);
            at = parent;
        }
        moves.reverse();
        GamePosition { start: *self.board(at), moves }
    }

    /// How often the position at a node has occurred on the way to it, this time included. Looks back over a
    /// thousand plies at most.
    pub fn repetitions(&self, id: NodeId) -> usize {
        let key = self.board(id).key();
        let mut count = 1;
        let mut at = id;
        for _ in 0..MAX_PLIES_BACK {
            // Nothing before a capture or pawn move can come again.
            let Some(parent) = self.parent(at) else { break };
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
        let board = self.board(id);
        // Four returns to a position take sixteen plies; after 150 the game is drawn whatever was repeated.
        let counts = (16..150).contains(&board.halfmove_clock());
        rules::automatic_outcome(board, if counts { self.repetitions(id) } else { 1 })
    }

    /// The draw the side to move may claim at a node.
    pub fn claim(&self, id: NodeId) -> Option<Claim> {
        rules::claim(self.board(id), self.repetitions(id))
    }

    /// All nodes with the position of this key ([`Board::key`](tabia_chess::Board::key)), however it was
    /// reached, each after its parent.
    pub fn with_key(&self, key: u64) -> impl Iterator<Item = NodeId> + '_ {
        let known = self.marks.with_key(&self.boards, key);
        known.map(NodeId).filter(|&id| self.contains(id))
    }

    /// The other nodes at which the position of this one stands, reached by other moves: transpositions and
    /// repetitions. The same line in a second variation says nothing new and is left out.
    pub fn transpositions(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let others = self.with_key(self.board(id).key()).filter(move |&other| other != id);
        // The way to the position is gone through only where there is another one.
        let mut twins = None;
        others.filter(move |other| {
            let twins: &Vec<NodeId> = twins.get_or_insert_with(|| self.twins(id));
            twins.binary_search(other).is_err()
        })
    }
}

/// The last number given out, to any tree.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Marks no number has been asked for since the last change.
const CHANGED: u64 = 0;

/// What a tree knows about itself besides the game: the number of its present state, and which nodes have which
/// position. Neither is part of the game: two trees are equal without.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// `CHANGED` until somebody asks: a change then costs nothing but a store.
    revision: AtomicU64,
    positions: Mutex<Positions>,
}

/// Node numbers by the key of their position. Nodes are only ever added, so it is brought up to date by adding.
#[derive(Debug, Default)]
struct Positions {
    /// The first and the last node with a position.
    ends: HashMap<u64, (u32, u32)>,
    /// For each node the next one with its position; 0 where there is none.
    next: Vec<u32>,
}

impl Positions {
    fn catch_up(&mut self, boards: &[Board]) {
        let known = self.next.len();
        self.next.resize(boards.len(), 0);
        for (node, board) in (known as u32..).zip(boards.get(known..).unwrap_or_default()) {
            let ends = self.ends.entry(board.key()).or_insert((node, node));
            if ends.1 != node {
                self.next[ends.1 as usize] = node;
                ends.1 = node;
            }
        }
    }
}

impl Clone for Marks {
    fn clone(&self) -> Marks {
        // The copy is the same game until one of both changes; its index it makes when it is asked.
        Marks { revision: AtomicU64::new(self.revision()), positions: Mutex::default() }
    }
}

impl PartialEq for Marks {
    fn eq(&self, _: &Marks) -> bool {
        true
    }
}

impl Marks {
    /// The tree has changed.
    #[inline]
    pub(super) fn touch(&mut self) {
        *self.revision.get_mut() = CHANGED;
    }

    /// The number of the present state.
    pub(super) fn revision(&self) -> u64 {
        let known = self.revision.load(Ordering::Acquire);
        if known != CHANGED {
            return known;
        }
        let new = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        match self.revision.compare_exchange(CHANGED, new, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => new,
            Err(other) => other,
        }
    }

    /// The nodes with the position of this key, ascending, deleted ones among them. `boards` are those of the tree.
    pub(super) fn with_key(&self, boards: &[Board], key: u64) -> impl Iterator<Item = u32> + '_ {
        let first = {
            let mut positions = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
            positions.catch_up(boards);
            positions.ends.get(&key).map(|ends| ends.0)
        };
        std::iter::successors(first, |&node| {
            let positions = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
            positions.next.get(node as usize).copied().filter(|&next| next != 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::{Board, DrawReason};

    use super::super::tree::tests::play;
    use super::super::tree::{GameTree, NodeId};
    use super::*;

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
    fn endless_shuffling_costs_a_bounded_look_back() {
        let mut tree = GameTree::new(Board::start());
        let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let end = (0..750).fold(NodeId::ROOT, |at, _| play(&mut tree, at, &round));
        assert_eq!(tree.ply(end), 3000);
        assert_eq!(tree.repetitions(end), 1 + MAX_PLIES_BACK / 4);
        let position = tree.position(end);
        assert_eq!(position.moves.len(), 2 * MAX_PLIES_BACK);
        assert_eq!(position.board(), *tree.board(end));
        assert_eq!(tree.transpositions(end).count(), 750);
    }

    #[test]
    fn copies_of_a_tree_find_their_own_positions() {
        let mut tree = GameTree::new(Board::start());
        let e4 = play(&mut tree, NodeId::ROOT, &["e2e4"]);
        assert_eq!(tree.with_key(tree.board(e4).key()).count(), 1);
        let mut copy = tree.clone();
        let (here, there) = (play(&mut tree, e4, &["e7e5"]), play(&mut copy, e4, &["c7c5"]));
        assert_eq!(here, there, "the same number for another position");
        assert_eq!(tree.with_key(tree.board(here).key()).collect::<Vec<_>>(), [here]);
        assert_eq!(copy.with_key(copy.board(there).key()).collect::<Vec<_>>(), [there]);
        assert_eq!(copy.with_key(tree.board(here).key()).count(), 0);
        tree.delete(here);
        assert_eq!(tree.with_key(Board::start().key()).count(), 1);
    }

    #[test]
    fn transpositions_are_found_by_position() {
        let mut tree = GameTree::new(Board::start());
        let a = play(&mut tree, NodeId::ROOT, &["d2d4", "g8f6", "c2c4"]);
        let b = play(&mut tree, NodeId::ROOT, &["c2c4", "g8f6", "d2d4"]);
        let c = play(&mut tree, NodeId::ROOT, &["c2c4", "e7e5"]);
        assert_eq!(tree.transpositions(a).collect::<Vec<_>>(), [b]);
        assert_eq!(tree.transpositions(c).count(), 0);
        assert_eq!(tree.with_key(tree.board(b).key()).count(), 2);
    }

    #[test]
    fn the_number_changes_with_the_tree_and_belongs_to_one_state() {
        let mut tree = GameTree::new(Board::start());
        let empty = tree.revision();
        assert_eq!(tree.revision(), empty);
        let mut copy = tree.clone();
        assert_eq!(copy.revision(), empty);
        let e4 = play(&mut tree, NodeId::ROOT, &["e2e4"]);
        play(&mut copy, NodeId::ROOT, &["d2d4"]);
        let (here, there) = (tree.revision(), copy.revision());
        assert!(here != empty && there != empty && here != there);
        tree.notes_mut(e4).comment = "best".into();
        assert_ne!(tree.revision(), here);
        let noted = tree.revision();
        tree.delete(e4);
        assert_ne!(tree.revision(), noted);
    }
}
