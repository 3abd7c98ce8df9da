//! What a tree knows about itself besides the game: a number for its present state, and which nodes have which
//! position. Neither is part of the game: two trees are equal without.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tabia_chess::Board;

/// The last number given out, to any tree.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Marks no number has been asked for since the last change.
const CHANGED: u64 = 0;

/// The number of a tree's state and the index of its positions.
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
    use super::super::tree::tests::play;
    use super::super::tree::{GameTree, NodeId};
    use tabia_chess::Board;

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
