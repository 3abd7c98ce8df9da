//! The rules at a node of a game tree: repetitions, outcome, claims; and transpositions in the tree.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::position::GamePosition;
use super::tree::{GameTree, NodeId};
use tabia_chess::rules::{Claim, Outcome};
use tabia_chess::{Board, rules};

/// Maximum number of plies searched back for the same position. The 75-move rule ends a game much earlier, and an
/// endless line without captures and pawn moves must not cost more at every ply.
const MAX_PLIES_BACK: usize = 1000;

impl GameTree {
    /// The position at a node with the moves that led to it, from the start or from the last move after which nothing
    /// earlier can be repeated: a null move or, in long games, a capture or pawn move.
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

    /// How often the position at a node has occurred on the path to it, including this time. Searches back at most a
    /// thousand plies.
    pub fn repetitions(&self, id: NodeId) -> usize {
        let key = self.board(id).key();
        let mut count = 1;
        let mut at = id;
        for _ in 0..MAX_PLIES_BACK {
            // Positions before a capture or pawn move cannot recur, and those before a null move do not count.
            let Some(parent) = self.parent(at) else { break };
            if self.board(at).halfmove_clock() == 0 || self.is_null(at) {
                break;
            }
            count += usize::from(self.board(parent).key() == key);
            at = parent;
        }
        count
    }

    /// The outcome by the rules at a node, without claims or resignation.
    pub fn outcome(&self, id: NodeId) -> Option<Outcome> {
        let board = self.board(id);
        // Fivefold repetition takes at least sixteen plies; after 150 the game is drawn anyway.
        let counts = (16..150).contains(&board.halfmove_clock());
        rules::automatic_outcome(board, if counts { self.repetitions(id) } else { 1 })
    }

    /// The draw the side to move may claim at a node.
    pub fn claim(&self, id: NodeId) -> Option<Claim> {
        rules::claim(self.board(id), self.repetitions(id))
    }

    /// All nodes with the position of this key ([`Board::key`](tabia_chess::Board::key)), each after its parent.
    pub fn with_key(&self, key: u64) -> impl Iterator<Item = NodeId> + '_ {
        let known = self.marks.with_key(&self.boards, key);
        known.map(NodeId).filter(|&id| self.contains(id))
    }

    /// The other nodes with the position of this one, reached by other moves: transpositions and repetitions. An equal
    /// line in a second variation is left out.
    pub fn transpositions(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let others = self.with_key(self.board(id).key()).filter(move |&other| other != id);
        // The path to the position is only examined if there is another node.
        let mut twins = None;
        others.filter(move |other| {
            let twins: &Vec<NodeId> = twins.get_or_insert_with(|| self.twins(id));
            twins.binary_search(other).is_err()
        })
    }
}

/// The last number given to any tree.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Marks that no number has been requested since the last change.
const CHANGED: u64 = 0;

/// Derived data of a tree: the number of its current state, and the index of positions. They do not affect equality of
/// trees.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// `CHANGED` until it is requested, so that a change only costs a store.
    revision: AtomicU64,
    positions: Mutex<Positions>,
}

/// Node numbers by the key of their position. Nodes are only added, so it is updated by adding.
#[derive(Debug, Default)]
struct Positions {
    /// The first and the last node with a position.
    ends: HashMap<u64, (u32, u32)>,
    /// For each node the next one with its position; 0 if there is none.
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
        // The copy has the same number until one of them changes; it builds its own index on demand.
        Marks { revision: AtomicU64::new(self.revision()), positions: Mutex::default() }
    }
}

impl PartialEq for Marks {
    fn eq(&self, _: &Marks) -> bool {
        true
    }
}

impl Marks {
    /// Records a change of the tree.
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

    /// The nodes with the position of this key, ascending, including deleted ones. `boards` are those of the tree.
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
    fn positions_before_a_null_move_do_not_count() {
        let mut tree = GameTree::new(Board::start());
        let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let two = play(&mut tree, NodeId::ROOT, &round);
        let null = tree.add_null(two).unwrap();
        let again = tree.add_null(null).unwrap();
        assert_eq!(tree.board(again).key(), tree.board(two).key());
        assert_eq!((tree.repetitions(again), tree.claim(again)), (1, None));
        let shuffled = play(&mut tree, again, &round);
        assert_eq!(tree.repetitions(shuffled), 2);
        assert_eq!(tree.position(shuffled).repetitions(), 2, "as the engine will see it");
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
