//! Edits of a game tree that can be taken back. Every edit is a list of small steps; doing a step gives the
//! step that undoes it, so an undone edit is an edit like any other. Which edits were made, and undo and
//! redo of them, is in `edits`.

use super::tree::{GameTree, NodeId, Notes};

/// One change of the tree.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Takes a node and all that follows out of the tree. The nodes keep their numbers.
    Detach(NodeId),
    /// Puts a detached node back, at this place among the moves it competes with.
    Attach(NodeId, usize),
    /// Moves a node to this place among the moves it competes with.
    Place(NodeId, usize),
    /// Replaces all that was noted about a node.
    Notes(NodeId, Box<Notes>),
}

impl GameTree {
    /// Does one step and gives the one that undoes it. A step that does not fit the tree changes nothing and
    /// gives itself back.
    pub(super) fn step(&mut self, step: Step) -> Step {
        match step {
            Step::Detach(id) if self.contains(id) => match self.detach(id) {
                Some(place) => Step::Attach(id, place),
                None => step,
            },
            Step::Attach(id, place) if !self.contains(id) => {
                self.attach(id, place);
                Step::Detach(id)
            }
            Step::Place(id, place) => match self.place(id, place) {
                Some(old) => Step::Place(id, old),
                None => step,
            },
            Step::Notes(id, mut notes) if self.contains(id) => {
                std::mem::swap(self.notes_mut(id), &mut notes);
                Step::Notes(id, notes)
            }
            _ => step,
        }
    }

    fn detach(&mut self, id: NodeId) -> Option<usize> {
        let parent = self.parent(id)?;
        let place = self.node_mut(parent).children.remove(id)?;
        self.mark(id, true);
        Some(place)
    }

    fn attach(&mut self, id: NodeId, place: usize) {
        let Some(parent) = self.nodes.get(id.index()).and_then(|node| node.parent) else { return };
        self.mark(id, false);
        self.node_mut(parent).children.insert(place, id);
    }

    /// Marks a node and all that follows as deleted or not. What was deleted from below it before hangs on
    /// no list of children and stays as it is.
    fn mark(&mut self, id: NodeId, deleted: bool) {
        let mut waiting = vec![id];
        self.marks.touch();
        while let Some(next) = waiting.pop() {
            let Some(node) = self.nodes.get_mut(next.index()) else { continue };
            node.deleted = deleted;
            waiting.extend(node.children.as_slice());
            self.alive = if deleted { self.alive - 1 } else { self.alive + 1 };
        }
    }

    fn place(&mut self, id: NodeId, place: usize) -> Option<usize> {
        let parent = self.parent(id)?;
        let siblings = self.node_mut(parent).children.as_mut_slice();
        let old = siblings.iter().position(|&child| child == id)?;
        let place = place.min(siblings.len() - 1);
        if place < old {
            siblings[place..=old].rotate_right(1);
        } else {
            siblings[old..=place].rotate_left(1);
        }
        Some(old)
    }

    /// Makes the line of a node the more important one: the nearest variation it belongs to becomes the
    /// main continuation at its branching point. Says whether anything changed.
    pub fn promote(&mut self, id: NodeId) -> bool {
        self.variation_head(id).is_some_and(|head| self.place(head, 0).is_some())
    }

    /// Removes a node and everything after it. Gives the node before it, or `None` (and does nothing) for
    /// the root.
    pub fn delete(&mut self, id: NodeId) -> Option<NodeId> {
        if !self.contains(id) {
            return None;
        }
        let parent = self.parent(id)?;
        self.detach(id)?;
        Some(parent)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::play;
    use super::*;
    use tabia_chess::Board;

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
}
