//! Counts the nodes of each subtree near the root while the search runs: the alphabeta side of [`LiveTree`].
//!
//! Only the first plies are tracked, and there only nodes whose parent has a visible share, so that nearly all nodes
//! cost only a counter.

use arrayvec::ArrayVec;

use super::tree::{NodeEvent, NodeResult, Recorder, bound_of_cut};
use super::value::{Value, Window, to_score};
use crate::search::detail::PruneReason;
use crate::search::live_tree::{LiveNode, LiveTree};
use crate::search::score::Bound;
use tabia_chess::Move;

/// Only nodes with at least one in this many of all nodes get tracked children. Those of smaller nodes would not be
/// visible.
const TRACKED: u64 = LiveTree::SEEN;
/// With more nodes than this, small ones are dropped before the next iteration.
const CROWDED: usize = 1 << 13;
/// Maximum number of tracked nodes, some 12 MB; new ones then wait for the next iteration.
const FULL: usize = 1 << 18;
/// No node.
const NONE: u32 = u32::MAX;

/// A tracked node.
#[derive(Clone, Copy, Debug)]
struct Tracked {
    mv: Option<Move>,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    /// Nodes of its finished visits, itself included.
    nodes: u64,
    /// Latest value, side to move's view.
    value: Option<Value>,
    bound: Bound,
    depth: i16,
    iteration: u16,
    cut: Option<PruneReason>,
}

impl Tracked {
    fn new(mv: Option<Move>) -> Tracked {
        Tracked {
            mv,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            nodes: 0,
            value: None,
            bound: Bound::Exact,
            depth: 0,
            iteration: 0,
            cut: None,
        }
    }
}

/// A tracked node that was entered and not left yet.
#[derive(Clone, Copy, Debug)]
struct OpenNode {
    at: u32,
    ply: usize,
    depth: i32,
    window: Window,
    /// Nodes entered before it.
    before: u64,
    /// Nodes of its finished visits.
    nodes: u64,
    /// Whether this is a search of the same node within another one, such as a singular search. Only the outer one
    /// counts it.
    within: bool,
}

/// Records a [`LiveTree`].
#[derive(Debug)]
pub(super) struct LiveTreeRecorder {
    /// The first is the root.
    nodes: Vec<Tracked>,
    /// At most three per ply: the node, a search within it, and one within that.
    open: ArrayVec<OpenNode, { 3 * (LiveTree::PLIES + 1) }>,
    /// Nodes entered and not left yet below the last of `open`.
    deeper: usize,
    /// Nodes entered since the start of the search.
    entered: u64,
    iteration: u16,
}

impl LiveTreeRecorder {
    pub(super) fn new() -> LiveTreeRecorder {
        LiveTreeRecorder {
            nodes: vec![Tracked::new(None)],
            open: ArrayVec::new(),
            deeper: 0,
            entered: 0,
            iteration: 0,
        }
    }

    fn children(&self, at: u32) -> impl Iterator<Item = u32> {
        let first = self.nodes[at as usize].first_child;
        let real = |at: u32| (at != NONE).then_some(at);
        std::iter::successors(real(first), move |&at| real(self.nodes[at as usize].next_sibling))
    }

    /// The child of the last open node by this move; created if the node is large enough.
    fn child(&mut self, mv: Option<Move>) -> Option<u32> {
        let above = *self.open.last()?;
        if (above.nodes + (self.entered - above.before)) * TRACKED < self.entered {
            return None;
        }
        let known = self.children(above.at).find(|&child| self.nodes[child as usize].mv == mv);
        known.or_else(|| self.add_child(above.at, Tracked::new(mv)))
    }

    /// Adds a child behind the others if there is room.
    fn add_child(&mut self, parent: u32, node: Tracked) -> Option<u32> {
        if self.nodes.len() >= FULL {
            return None;
        }
        let child = self.nodes.len() as u32;
        self.nodes.push(node);
        let last = std::mem::replace(&mut self.nodes[parent as usize].last_child, child);
        match self.nodes.get_mut(last as usize) {
            Some(last) => last.next_sibling = child,
            None => self.nodes[parent as usize].first_child = child,
        }
        Some(child)
    }

    /// Drops subtrees that have become too small to be seen. No node may be open.
    fn drop_small(&mut self) {
        let old = std::mem::replace(self, LiveTreeRecorder::new());
        (self.entered, self.iteration) = (old.entered, old.iteration);
        let bare = |node: Tracked| Tracked {
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            ..node
        };
        self.nodes[0] = bare(old.nodes[0]);
        let mut stack = vec![(0, 0)];
        while let Some((from, to)) = stack.pop() {
            for child in old.children(from) {
                let node = old.nodes[child as usize];
                if node.nodes * LiveTree::SEEN * 2 < old.entered {
                    continue;
                }
                let Some(copy) = self.add_child(to, bare(node)) else { continue };
                stack.push((child, copy));
            }
        }
    }
}

impl Recorder for LiveTreeRecorder {
    const ON: bool = true;

    fn iteration(&mut self, depth: i32) {
        self.iteration = depth.max(0) as u16;
        if self.nodes.len() > CROWDED && self.open.is_empty() {
            self.drop_small();
        }
    }

    #[inline]
    fn enter(&mut self, event: NodeEvent) {
        let before = self.entered;
        let above = self.open.last().copied();
        // A pass over the root moves is not a node.
        self.entered += u64::from(above.is_some());
        if self.deeper > 0 || event.ply > LiveTree::PLIES {
            self.deeper += 1;
            return;
        }
        let within = above.is_some_and(|above| above.ply == event.ply);
        let at = match above {
            None => Some(0),
            Some(above) if within => Some(above.at),
            Some(_) => self.child(event.mv),
        };
        let open = |at| OpenNode {
            at,
            ply: event.ply,
            depth: event.depth,
            window: event.window,
            before,
            nodes: self.nodes[at as usize].nodes,
            within,
        };
        if at.is_none_or(|at| self.open.try_push(open(at)).is_err()) {
            self.deeper += 1;
        }
    }

    #[inline]
    fn leave(&mut self, result: NodeResult) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let Some(open) = self.open.pop().filter(|open| !open.within) else { return };
        let node = &mut self.nodes[open.at as usize];
        node.nodes += self.entered - open.before;
        let (cut, bound) = match result {
            NodeResult::Cut(reason, value) => {
                (Some(reason), bound_of_cut(reason, value, open.window))
            }
            NodeResult::Searched(_, bound) => (None, bound),
            NodeResult::Stopped => return,
        };
        (node.cut, node.bound, node.value) = (cut, bound, Some(result.value()));
        (node.depth, node.iteration) = (open.depth as i16, self.iteration);
    }

    fn tree(&self, pv: &[Move]) -> Option<LiveTree> {
        let mut tree = LiveTree::default();
        // By ply: the node being searched, and the nodes its unfinished search has entered.
        let mut unfinished = [(NONE, 0); LiveTree::PLIES + 1];
        for open in self.open.iter().filter(|open| !open.within) {
            unfinished[open.ply] = (open.at, self.entered - open.before);
        }
        let nodes_of = |at: u32, ply: usize| {
            let (open, entered) = unfinished[ply];
            self.nodes[at as usize].nodes + if open == at { entered } else { 0 }
        };
        let total = nodes_of(0, 0).max(1);
        // Node, parent in the new tree, ply, and whether the principal variation leads to it.
        let mut stack = vec![(0, 0, 0_usize, true)];
        while let Some((at, parent, ply, on_pv)) = stack.pop() {
            let (node, nodes) = (&self.nodes[at as usize], nodes_of(at, ply));
            let mine = ply.is_multiple_of(2);
            let copy = tree.nodes.len() as u32;
            tree.nodes.push(LiveNode {
                parent,
                mv: node.mv,
                ply: ply as u8,
                nodes,
                score: node.value.map(|value| to_score(if mine { value } else { -value })),
                bound: if mine { node.bound } else { node.bound.flipped() },
                depth: node.depth,
                iteration: node.iteration,
                cut: node.cut,
            });
            let first = stack.len();
            for child in self.children(at) {
                let mv = self.nodes[child as usize].mv;
                let on_pv = on_pv && mv.is_some() && pv.get(ply).copied() == mv;
                if on_pv || nodes_of(child, ply + 1) * LiveTree::SEEN >= total {
                    stack.push((child, copy, ply + 1, on_pv));
                }
            }
            stack[first..].reverse();
        }
        Some(tree)
    }
}
