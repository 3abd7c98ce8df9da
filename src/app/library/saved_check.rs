//! Whether the game on the board is still as it was saved, without writing it out at every action: small games are
//! compared as they would be written, large ones only by whether anything was done to them.

use tabia_games::game::tags::Tags;
use tabia_games::game::tree::GameTree;

/// Games of more than so many nodes are large, and so are those with more than that many texts of a line.
const LARGE: usize = 4_000;
/// Bytes of text that count as much as a node.
const LINE: usize = 64;

/// A game as it was when it was last compared with what was saved.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checked {
    serial: u64,
    revision: u64,
    tags: Tags,
    /// The number of what was saved, and whether the game was the same.
    pub(crate) kept: u32,
    pub(crate) same: bool,
}

impl Checked {
    /// What was found for the game with this number and these tags.
    pub(crate) fn of(serial: u64, tree: &GameTree, tags: Tags, kept: u32, same: bool) -> Checked {
        Checked { serial, revision: tree.revision(), tags, kept, same }
    }

    /// Whether it is of the same game, compared with the same, and nothing has happened since.
    pub(crate) fn holds(&self, serial: u64, tree: &GameTree, tags: &Tags, kept: u32) -> bool {
        self.is_of(serial, kept) && self.revision == tree.revision() && self.tags == *tags
    }

    /// Whether it is of the same game, compared with the same.
    pub(crate) fn is_of(&self, serial: u64, kept: u32) -> bool {
        self.serial == serial && self.kept == kept
    }
}

/// What a game weighs: its nodes and texts, in nodes.
pub fn weight(tree: &GameTree, tags: &Tags) -> usize {
    let texts: usize = tree.ids().map(|id| tree.comment(id).len() + tree.lead(id).len()).sum();
    let tags: usize = tags.iter().map(|(name, value)| name.len() + value.len()).sum();
    tree.len() + (texts + tags) / LINE
}

/// Whether a game is too large to be written out at every action.
pub(crate) fn is_large(tree: &GameTree, tags: &Tags) -> bool {
    tree.len() > LARGE || weight(tree, tags) > LARGE
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Board;
    use tabia_games::game::tree::NodeId;

    #[test]
    fn long_texts_weigh_as_much_as_many_moves() {
        let (mut tree, mut tags) = (GameTree::new(Board::start()), Tags::roster());
        assert!(!is_large(&tree, &tags));
        tags.set("Event", "x".repeat(LARGE * LINE));
        assert!(is_large(&tree, &tags));
        tree.notes_mut(NodeId::ROOT).comment = "x".repeat(LARGE * LINE);
        assert!(is_large(&tree, &Tags::roster()));
    }
}
