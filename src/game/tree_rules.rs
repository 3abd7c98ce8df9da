//! What the rules say at a node of a game tree: repetitions, the end, claims; and where else in the tree
//! the same position stands.

use crate::chess::rules::{self, Claim, Outcome};

use super::position::GamePosition;
use super::tree::{GameTree, NodeId};

impl GameTree {
    /// The position at a node with the moves that led to it, from the start or from the last null move:
    /// before one of those nothing can be repeated in a game.
    pub fn position(&self, id: NodeId) -> GamePosition {
        let path = self.path(id);
        let begin = path.iter().rposition(|&node| self.is_null(node)).unwrap_or(0);
        let moves = path[begin..].iter().skip(1).filter_map(|&node| self.mv(node)).collect();
        GamePosition { start: *self.board(path[begin]), moves }
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

    /// All nodes with the position of this key ([`Board::key`](crate::chess::Board::key)), however it was
    /// reached, each after its parent.
    pub fn with_key(&self, key: u64) -> impl Iterator<Item = NodeId> + '_ {
        self.ids().filter(move |&id| self.board(id).key() == key)
    }

    /// The other nodes at which the position of this one stands, reached by other moves: transpositions and
    /// repetitions. The same line in a second variation says nothing new and is left out.
    pub fn transpositions(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let twins = self.twins(id);
        self.with_key(self.board(id).key()).filter(move |other| twins.binary_search(other).is_err())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::play;
    use super::*;
    use crate::chess::{Board, DrawReason};

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
    fn transpositions_are_found_by_position() {
        let mut tree = GameTree::new(Board::start());
        let a = play(&mut tree, NodeId::ROOT, &["d2d4", "g8f6", "c2c4"]);
        let b = play(&mut tree, NodeId::ROOT, &["c2c4", "g8f6", "d2d4"]);
        let c = play(&mut tree, NodeId::ROOT, &["c2c4", "e7e5"]);
        assert_eq!(tree.transpositions(a).collect::<Vec<_>>(), [b]);
        assert_eq!(tree.transpositions(c).count(), 0);
        assert_eq!(tree.with_key(tree.board(b).key()).count(), 2);
    }
}
