//! What the rules say at a node of a game tree: repetitions, the end, claims; and where else in the tree
//! the same position stands.

use tabia_chess::rules::{self, Claim, Outcome};

use super::position::GamePosition;
use super::tree::{GameTree, NodeId};

/// Plies behind a position that are searched for the same one. The 75-move rule has ended a game long before, and a
/// line that goes on without captures and pawn moves for ever must not cost more at every ply.
const MOST_PLIES_BACK: usize = 1000;

impl GameTree {
    /// The position at a node with the moves that led to it, from the start or from the last move behind which
    /// nothing before can be repeated: a null move, or, in long games, a capture or pawn move.
    pub fn position(&self, id: NodeId) -> GamePosition {
        let mut moves = Vec::new();
        let mut at = id;
        while let (Some(parent), Some(mv)) = (self.parent(at), self.mv(at)) {
            let long = moves.len() >= MOST_PLIES_BACK;
            if long && (self.board(at).halfmove_clock() == 0 || moves.len() >= 2 * MOST_PLIES_BACK)
            {
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
        for _ in 0..MOST_PLIES_BACK {
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

#[cfg(test)]
mod tests {
    use super::super::tree::tests::play;
    use super::*;
    use tabia_chess::{Board, DrawReason};

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
        assert_eq!(tree.repetitions(end), 1 + MOST_PLIES_BACK / 4);
        let position = tree.position(end);
        assert_eq!(position.moves.len(), 2 * MOST_PLIES_BACK);
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
}
