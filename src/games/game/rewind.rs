//! The steps back to an earlier state of a tree; every undoable change returns them. Their cost depends on the changes,
//! not on the size of the tree.

use super::edits::Step;
use super::tree::{GameTree, NodeId};

/// A state of the nodes of one tree. Between [`Rewind::of`] and [`Rewind::turn`] any number of nodes may be added and
/// removed; notes stay as they are.
#[derive(Clone, Debug, Default)]
pub struct Rewind {
    /// Nodes from this number on did not exist; `None`: newer nodes stay.
    nodes: Option<usize>,
    /// The steps for the other nodes, in order.
    steps: Vec<Step>,
}

impl Rewind {
    /// The present state.
    pub fn of(tree: &GameTree) -> Rewind {
        Rewind { nodes: Some(tree.nodes.len()), steps: Vec::new() }
    }

    /// The state that these steps lead to, one by one.
    pub(super) fn by(steps: Vec<Step>) -> Rewind {
        Rewind { nodes: None, steps }
    }

    /// The node, if only its notes change.
    pub(super) fn only_notes(&self) -> Option<NodeId> {
        match (self.nodes, &*self.steps) {
            (None, [Step::Notes(node, _)]) => Some(*node),
            _ => None,
        }
    }

    /// Makes the path to a node the main line; returning to this state undoes that too.
    pub fn promote_to_main(&mut self, tree: &mut GameTree, node: NodeId) {
        let first = self.nodes.unwrap_or(tree.nodes.len());
        let mut back = tree.promote_to_main(node);
        // Newer nodes are removed anyway and restored at their places.
        back.retain(|step| !matches!(step, Step::Place(id, _) if id.index() >= first));
        back.append(&mut self.steps);
        self.steps = back;
    }

    /// Deletes a node from the tree and returns the state before. `None` if it cannot be deleted.
    pub fn deleting(tree: &mut GameTree, node: NodeId) -> Option<Rewind> {
        let nodes = Some(tree.nodes.len());
        let parent = tree.parent(node).filter(|_| tree.contains(node))?;
        let mut steps = vec![tree.step(Step::Detach(node))];
        steps.extend(tree.settle_lead(parent));
        Some(Rewind { nodes, steps })
    }

    /// Brings the tree into this state and returns the way back.
    #[must_use]
    pub fn turn(self, tree: &mut GameTree) -> Rewind {
        let now = tree.nodes.len();
        let first = self.nodes.unwrap_or(now);
        let mut back = Vec::new();
        for index in first..now {
            let id = NodeId(index as u32);
            // Children of a newer node are removed with it.
            let parent = tree.nodes[index].parent.map_or(0, NodeId::index);
            if parent < first && tree.contains(id) {
                back.push(tree.step(Step::Detach(id)));
            }
        }
        back.extend(self.steps.into_iter().map(|step| tree.step(step)));
        back.reverse();
        Rewind { nodes: self.nodes.map(|_| now), steps: back }
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::Board;

    use super::super::tree::tests::play;
    use super::*;

    fn lines(tree: &GameTree) -> Vec<String> {
        tree.ids().map(|id| format!("{}{}", tree.ply(id), tree.san(id))).collect()
    }

    #[test]
    fn a_rewound_tree_has_the_nodes_it_had_and_comes_back() {
        let mut tree = GameTree::new(Board::start());
        let e4 = play(&mut tree, NodeId::ROOT, &["e2e4"]);
        let e5 = play(&mut tree, e4, &["e7e5", "g1f3"]);
        let before = lines(&tree);
        let back = Rewind::of(&tree);
        play(&mut tree, e4, &["c7c5", "d2d4"]);
        play(&mut tree, e5, &["b8c6"]);
        let after = lines(&tree);
        let again = back.turn(&mut tree);
        assert_eq!(lines(&tree), before);
        // Another move is played before returning forward.
        let other = play(&mut tree, e4, &["e7e6"]);
        let back = again.turn(&mut tree);
        assert_eq!(lines(&tree), after);
        assert!(!tree.contains(other));
        let again = back.turn(&mut tree);
        assert!(tree.contains(other) && lines(&tree).len() == before.len() + 1);
        let _ = again.turn(&mut tree);
        assert_eq!(lines(&tree), after);
    }

    #[test]
    fn a_deletion_is_taken_back_with_all_that_followed() {
        let mut tree = GameTree::new(Board::start());
        let e4 = play(&mut tree, NodeId::ROOT, &["e2e4"]);
        let nf3 = play(&mut tree, e4, &["e7e5", "g1f3"]);
        let e5 = tree.parent(nf3).unwrap();
        let before = lines(&tree);
        let back = Rewind::deleting(&mut tree, e5).unwrap();
        play(&mut tree, e4, &["c7c5"]);
        let after = lines(&tree);
        let again = back.turn(&mut tree);
        assert_eq!(lines(&tree), before);
        let back = again.turn(&mut tree);
        assert_eq!(lines(&tree), after);
        let _ = back.turn(&mut tree);
        assert_eq!(lines(&tree), before);
        assert!(Rewind::deleting(&mut tree, NodeId::ROOT).is_none());
    }
}
