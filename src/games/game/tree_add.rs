//! How moves come into a game tree and are found in it. Whoever plays a move finds the one that is there;
//! whoever reads a file adds what stands in it, an equal move beside another one too.

use tabia_chess::{IllegalMove, Move};

use super::tree::{GameTree, Node, NodeId};

impl GameTree {
    /// The child reached by a move. Of several the first: the main continuation, if it is one of them.
    pub fn child(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        self.children(id).iter().copied().find(|&child| self.mv(child) == Some(mv))
    }

    /// The node with this number ([`NodeId::index`]), if it is in the tree.
    pub fn numbered(&self, number: usize) -> Option<NodeId> {
        u32::try_from(number).ok().map(NodeId).filter(|&id| self.contains(id))
    }

    /// Adds a move after a node. If it is already there, that node is given back, the first one of several.
    ///
    /// # Errors
    /// If the move is not legal there; the tree stays as it was.
    pub fn add_move(&mut self, id: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        match self.child(id, mv) {
            Some(known) => Ok(known),
            None => self.add_variation(id, mv),
        }
    }

    /// Adds a move after a node, behind the moves that are there, also where one of them is the same move. This
    /// is how files are read; see [`GameTree`].
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

    /// Adds a move that is known to be legal (debug-asserted), whatever stands there.
    #[inline]
    pub(super) fn push_legal(&mut self, id: NodeId, mv: Move) -> NodeId {
        let child = self.push(Some(mv), id);
        self.boards[child.index()].make_move(mv);
        child
    }

    /// Adds a null move after a node, or gives the first one that is there: the other side moves next. `None` in
    /// check, where nobody can pass.
    pub fn add_null(&mut self, id: NodeId) -> Option<NodeId> {
        let known = self.children(id).iter().copied().find(|&child| self.is_null(child));
        known.or_else(|| self.push_null(id))
    }

    /// Adds a null move after a node, whatever stands there; `None` in check.
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
        // Filled in where it lies: put together first and moved here, it takes ten times as long.
        self.nodes.push(const { Node::new(None, None) });
        if let Some(node) = self.nodes.last_mut() {
            (node.mv, node.parent, node.ply) = (mv, Some(parent), ply);
        }
        self.boards.extend_from_within(parent.index()..=parent.index());
        self.nodes[parent.index()].children.push(child);
        self.alive += 1;
        child
    }

    /// The nodes that the moves of a node lead to from the root, itself among them, in rising order: more than
    /// one where a line stands in the game twice. Every node is looked at once at most.
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
mod tests {
    use super::super::tree::tests::play;
    use super::*;
    use tabia_chess::Board;

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
