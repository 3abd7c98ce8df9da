//! The searched tree, written down as far as a budget allows: every visit of a node with what was known of
//! it and how it ended. Plain data for whoever shows it.

use crate::search::detail::alphabeta::PruneReason;
use crate::search::score::Bound;
use tabia_chess::Move;

use super::recorder::{Attempt, Leave, Recorder, Visit};
use super::value::Value;

/// How much of a tree is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeBudget {
    /// Entries at most, moves that were not searched included; brought down to [`TreeBudget::MOST_NODES`].
    pub nodes: usize,
    /// Deepest ply kept, counted from the root.
    pub plies: usize,
}

impl TreeBudget {
    /// More entries than this are never kept: two iterations of as many take half a gigabyte.
    pub const MOST_NODES: usize = 4_000_000;
}

/// The tree of the last finished iteration, or of the first if none was finished.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchTree {
    /// Depth of the iteration, plies.
    pub depth: u32,
    /// The entries in the order of the search: a parent before its children. A root entry for every pass over
    /// the root moves: an aspiration window that fails, and each further line, makes another.
    pub nodes: Vec<TreeNode>,
    /// Nodes the search counted that are not among the entries: beyond the budget, or of other iterations.
    pub left_out: u64,
    /// Moves not searched that found no room.
    pub skips_left_out: u64,
}

impl SearchTree {
    /// Entries that the search counted as nodes: all but the passes over the root and the moves not searched.
    pub fn visits(&self) -> u64 {
        let counted =
            |node: &&TreeNode| node.step != Step::Root && !matches!(node.end, NodeEnd::Skipped(_));
        self.nodes.iter().filter(counted).count() as u64
    }
}

/// One visit of a node. Values are the search's own ([`Value`]), from the view of the side to move there;
/// `value::to_score` makes scores of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeNode {
    /// Its parent's place among the entries; `None` for a pass over the root.
    pub parent: Option<u32>,
    /// How it was reached.
    pub step: Step,
    /// Plies from the root.
    pub ply: u16,
    /// Plies left to search; 0 in quiescence.
    pub depth: i32,
    /// Lower end of the window.
    pub alpha: Value,
    /// Upper end of the window.
    pub beta: Value,
    /// Corrected static evaluation; `None` in check and where it was not needed.
    pub static_eval: Option<Value>,
    /// Found in the transposition table.
    pub tt_hit: bool,
    /// Which in the order of the parent's moves, 1 the first; 0 where the move was not tried in that order.
    pub order: u16,
    /// Plies by which it was searched less deeply.
    pub reduction: i32,
    /// Plies by which it was searched more deeply.
    pub extension: i32,
    /// Nodes searched in its subtree, itself among them, whether they are kept here or not.
    pub nodes: u64,
    /// How it ended.
    pub end: NodeEnd,
}

/// How a node was reached from its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A pass over the root moves.
    Root,
    /// By a move.
    Move(Move),
    /// By passing the move.
    Null,
    /// The same position once more: a verification, or quiescence asked first.
    Again,
}

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeEnd {
    /// It is still open.
    Open,
    /// A rule answered it with this value.
    Cut(PruneReason, Value),
    /// Its moves were searched.
    Searched(Value, Bound),
    /// The move was not searched at all.
    Skipped(PruneReason),
    /// The search was stopped.
    Stopped,
}

impl NodeEnd {
    /// The value it came to, if any.
    pub fn value(self) -> Option<Value> {
        match self {
            NodeEnd::Cut(_, value) | NodeEnd::Searched(value, _) => Some(value),
            NodeEnd::Open | NodeEnd::Skipped(_) | NodeEnd::Stopped => None,
        }
    }
}

/// A node entered and not left.
#[derive(Clone, Copy, Debug)]
struct OpenNode {
    /// Its place among the entries, if it has one.
    at: Option<u32>,
    ply: usize,
    /// Nodes entered before it.
    before: u64,
}

/// Writes the tree down.
#[derive(Debug)]
pub(super) struct TreeRecorder {
    budget: TreeBudget,
    current: SearchTree,
    previous: SearchTree,
    /// The nodes entered and not left.
    open: Vec<OpenNode>,
    attempt: Attempt,
    /// Nodes entered in all iterations.
    entered: u64,
}

impl TreeRecorder {
    pub(super) fn new(budget: TreeBudget) -> TreeRecorder {
        TreeRecorder {
            budget: TreeBudget { nodes: budget.nodes.min(TreeBudget::MOST_NODES), ..budget },
            current: SearchTree::default(),
            previous: SearchTree::default(),
            open: Vec::new(),
            attempt: Attempt::default(),
            entered: 0,
        }
    }

    /// Depth of the iteration written down at present, plies.
    pub(super) fn depth(&self) -> u32 {
        self.current.depth
    }

    /// The tree of the last iteration that was finished, `completed` plies deep.
    pub(super) fn finish(self, completed: u32) -> SearchTree {
        let finished = self.current.depth == completed || self.previous.nodes.is_empty();
        let mut tree = if finished { self.current } else { self.previous };
        tree.left_out = self.entered - tree.visits();
        tree
    }

    /// Keeps an entry if there is room for it.
    fn keep(&mut self, node: TreeNode) -> Option<u32> {
        let room = usize::from(node.ply) <= self.budget.plies
            && self.current.nodes.len() < self.budget.nodes;
        room.then(|| {
            self.current.nodes.push(node);
            self.current.nodes.len() as u32 - 1
        })
    }

    fn last(&mut self) -> Option<&mut TreeNode> {
        let at = self.open.last()?.at?;
        self.current.nodes.get_mut(at as usize)
    }
}

impl Recorder for TreeRecorder {
    const ON: bool = true;

    fn iteration(&mut self, depth: i32) {
        std::mem::swap(&mut self.current, &mut self.previous);
        self.current.nodes.clear();
        self.current.skips_left_out = 0;
        self.current.depth = depth.max(0) as u32;
    }

    fn attempt(&mut self, attempt: Attempt) {
        self.attempt = attempt;
    }

    fn enter(&mut self, visit: Visit) {
        let Attempt { order, reduction, extension } = std::mem::take(&mut self.attempt);
        let above = self.open.last().copied();
        let step = match (above, visit.mv) {
            (None, _) => Step::Root,
            (Some(above), _) if above.ply == visit.ply => Step::Again,
            (Some(_), Some(mv)) => Step::Move(mv),
            (Some(_), None) => Step::Null,
        };
        let before = self.entered;
        self.entered += u64::from(step != Step::Root);
        let parent = above.and_then(|above| above.at);
        let entry = TreeNode {
            parent,
            step,
            ply: visit.ply as u16,
            depth: visit.depth,
            alpha: visit.window.alpha,
            beta: visit.window.beta,
            static_eval: None,
            tt_hit: false,
            order: order as u16,
            reduction,
            extension,
            nodes: 0,
            end: NodeEnd::Open,
        };
        // Below a node that is not kept none is: its place in the tree would be lost.
        let at = if above.is_none() || parent.is_some() { self.keep(entry) } else { None };
        self.open.push(OpenNode { at, ply: visit.ply, before });
    }

    fn tt_hit(&mut self) {
        if let Some(node) = self.last() {
            node.tt_hit = true;
        }
    }

    fn static_eval(&mut self, value: Value) {
        if let Some(node) = self.last() {
            node.static_eval = Some(value);
        }
    }

    fn skip(&mut self, mv: Move, reason: PruneReason) {
        let Some(&OpenNode { at: Some(parent), ply, .. }) = self.open.last() else {
            self.current.skips_left_out += 1;
            return;
        };
        let above = self.current.nodes[parent as usize];
        let entry = TreeNode {
            parent: Some(parent),
            step: Step::Move(mv),
            ply: ply as u16 + 1,
            static_eval: None,
            tt_hit: false,
            order: 0,
            reduction: 0,
            extension: 0,
            nodes: 0,
            end: NodeEnd::Skipped(reason),
            ..above
        };
        self.current.skips_left_out += u64::from(self.keep(entry).is_none());
    }

    fn leave(&mut self, leave: Leave) {
        let entered = self.entered;
        let before = self.open.last().map_or(entered, |open| open.before);
        if let Some(node) = self.last() {
            node.nodes = entered - before;
            node.end = match leave {
                Leave::Cut(reason, value) => NodeEnd::Cut(reason, value),
                Leave::Searched(value, bound) => NodeEnd::Searched(value, bound),
                Leave::Stopped => NodeEnd::Stopped,
            };
        }
        self.open.pop();
    }
}
