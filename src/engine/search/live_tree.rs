//! The top of a running search's tree: the distribution of the nodes over the lines, and the latest result of each.
//! Plain data that crosses threads with a snapshot.

use tabia_chess::Move;

use super::detail::PruneReason;
use super::report::IterationInfo;
use super::score::{Bound, Score};

/// The top of a search tree. Parents come before their children, children in the order in which they were first
/// searched; the first node is the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveTree {
    /// The nodes that are large enough to be visible, and those of the principal variation.
    pub nodes: Vec<LiveNode>,
}

/// A position below the root, reached by one sequence of moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiveNode {
    /// Index of the parent; the root is its own.
    pub parent: u32,
    /// The move that leads to it; `None` at the root and for a null move.
    pub mv: Option<Move>,
    /// Plies from the root.
    pub ply: u8,
    /// Nodes of the search in this subtree since the start of the search, itself included (main thread only). For PUCT:
    /// playouts through it, including those of earlier searches that are still in the tree.
    pub nodes: u64,
    /// Latest score, view of the side to move at the root; `None` before the first result.
    pub score: Option<Score>,
    /// Bound of the score, same view.
    pub bound: Bound,
    /// Remaining depth of that result, plies; 0 in quiescence search and for PUCT.
    pub depth: i16,
    /// Iteration of that result, plies; 0 for PUCT.
    pub iteration: u16,
    /// The rule that ended it; `None` if its moves were searched.
    pub cut: Option<PruneReason>,
}

/// Adds the node that these lines share after `ply` moves, with its subtree.
fn add_lines(tree: &mut LiveTree, lines: &[&IterationInfo], parent: u32, ply: usize) {
    let Some(best) = lines.first() else { return };
    let at = tree.nodes.len() as u32;
    tree.nodes.push(LiveNode {
        parent,
        mv: ply.checked_sub(1).and_then(|last| best.pv.get(last).copied()),
        ply: ply as u8,
        nodes: lines.len() as u64,
        score: Some(best.score),
        bound: best.bound,
        depth: (best.depth as i16).saturating_sub(ply as i16).max(0),
        iteration: best.depth as u16,
        cut: None,
    });
    if ply == LiveTree::PLIES {
        return;
    }
    let mut left: Vec<&IterationInfo> =
        lines.iter().filter(|line| line.pv.len() > ply).copied().collect();
    while let Some(mv) = left.first().map(|line| line.pv[ply]) {
        let (same, others): (Vec<_>, Vec<_>) = left.iter().partition(|line| line.pv[ply] == mv);
        add_lines(tree, &same, at, ply + 1);
        left = others;
    }
}

impl LiveTree {
    /// Plies shown below the root.
    pub const PLIES: usize = 7;
    /// A node is part of the tree if it has at least one of this many of all nodes. Smaller ones would be less than a
    /// third of a point wide in a picture of 800 points.
    pub const SEEN: u64 = 2_400;

    /// A tree of principal variations, the best first, for a search that reports nothing else: nodes are counted in
    /// lines, so all lines are equally wide. Every node has the score of the best line through it.
    pub fn of_lines(lines: &[&IterationInfo]) -> LiveTree {
        let mut tree = LiveTree::default();
        add_lines(&mut tree, lines, 0, 0);
        tree
    }

    /// Nodes of the whole tree.
    pub fn total(&self) -> u64 {
        self.nodes.first().map_or(0, |root| root.nodes)
    }

    /// The children of a node, in order.
    pub fn children(&self, at: u32) -> impl Iterator<Item = u32> {
        let ply = self.nodes.get(at as usize).map_or(0, |node| node.ply);
        // In pre-order the descendants of a node follow it.
        let after = self.nodes.iter().enumerate().skip(at as usize + 1);
        let descendants = after.take_while(move |(_, node)| node.ply > ply);
        descendants.filter(move |(_, node)| node.parent == at).map(|(at, _)| at as u32)
    }

    /// The child of a node by a move.
    pub fn child(&self, at: u32, mv: Move) -> Option<u32> {
        self.children(at).find(|&child| self.nodes[child as usize].mv == Some(mv))
    }

    /// The nodes of a line from the root on, the root included, as far as they are in the tree.
    pub fn line(&self, moves: &[Move]) -> Vec<u32> {
        let mut line = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        for &mv in moves {
            let Some(child) = line.last().and_then(|&at| self.child(at, mv)) else { break };
            line.push(child);
        }
        line
    }

    /// The moves from the root to a node; `None` stands for a null move.
    pub fn path(&self, at: u32) -> Vec<Option<Move>> {
        let mut path = Vec::new();
        let mut at = at as usize;
        while let Some(node) = self.nodes.get(at).filter(|node| node.ply > 0) {
            path.push(node.mv);
            at = node.parent as usize;
        }
        path.reverse();
        path
    }
}
