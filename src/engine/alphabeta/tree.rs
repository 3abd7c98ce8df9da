//! The searched tree, recorded as far as a budget allows: every visit of a node with what was known of it and how it
//! ended. The search is generic over a [`Recorder`]; a node of a recorded tree can be searched again to see more of it.

use std::time::Duration;

use super::Engine;
use super::shared::Shared;
use super::thread::Search;
use super::value::{DRAW, INFINITE, MAX_PLY, Value, Window};
use crate::clock::Deadline;
use crate::search::detail::{PruneReason, SearchCounts, SearchProfile};
use crate::search::limits::{Limits, StopSignal};
use crate::search::score::Bound;
use tabia_chess::Move;
use tabia_games::game::position::GamePosition;

/// How much of a tree is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeBudget {
    /// Entries at most, moves that were not searched included; brought down to [`TreeBudget::MAX_NODES`].
    pub nodes: usize,
    /// Deepest ply kept, counted from the root.
    pub plies: usize,
}

impl TreeBudget {
    /// More entries than this are never kept: two iterations of as many take half a gigabyte.
    pub const MAX_NODES: usize = 4_000_000;
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
            budget: TreeBudget { nodes: budget.nodes.min(TreeBudget::MAX_NODES), ..budget },
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

    fn enter(&mut self, visit: NodeEvent) {
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

    fn leave(&mut self, leave: NodeResult) {
        let entered = self.entered;
        let before = self.open.last().map_or(entered, |open| open.before);
        if let Some(node) = self.last() {
            node.nodes = entered - before;
            node.end = match leave {
                NodeResult::Cut(reason, value) => NodeEnd::Cut(reason, value),
                NodeResult::Searched(value, bound) => NodeEnd::Searched(value, bound),
                NodeResult::Stopped => NodeEnd::Stopped,
            };
        }
        self.open.pop();
    }
}

// How a node ends. Every node returns by one `NodeResult`, which is counted and recorded in one place.

/// How a node ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeResult {
    /// A rule answered it; its moves were not searched to the end.
    Cut(PruneReason, Value),
    /// Its moves were searched, or there were none: mate and stalemate are exact.
    Searched(Value, Bound),
    /// The whole search was stopped; the node has no value.
    Stopped,
}

impl From<(PruneReason, Value)> for NodeResult {
    fn from((reason, value): (PruneReason, Value)) -> NodeResult {
        NodeResult::Cut(reason, value)
    }
}

impl NodeResult {
    /// The value that goes up the tree. Nobody reads it where the search was stopped.
    #[inline]
    pub(super) fn value(self) -> Value {
        match self {
            NodeResult::Cut(_, value) | NodeResult::Searched(value, _) => value,
            NodeResult::Stopped => DRAW,
        }
    }

    /// Counts the node.
    #[inline]
    pub(super) fn count(self, counts: &mut SearchCounts) {
        match self {
            NodeResult::Cut(reason, _) => counts.pruned[reason.index()] += 1,
            NodeResult::Searched(..) => counts.searched += 1,
            NodeResult::Stopped => counts.interrupted += 1,
        }
    }
}

/// A node as the search comes to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeEvent {
    pub(super) ply: usize,
    /// Plies left to search; 0 in quiescence.
    pub(super) depth: i32,
    pub(super) window: Window,
    /// The move that led there; `None` for a null move and at the root.
    pub(super) mv: Option<Move>,
}

/// A move about to be searched, once or again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attempt {
    /// Which in the order, 1 the first.
    pub(super) order: usize,
    /// Plies less than the node's depth would give it.
    pub(super) reduction: i32,
    /// Plies more.
    pub(super) extension: i32,
}

/// Hears what becomes of each node; what it does not ask for goes by. The search is generic over it, so that `()`
/// costs nothing.
pub(super) trait Recorder {
    /// Whether anything is written down; what would only be computed for the recorder asks this first.
    const ON: bool;
    /// Whether rules may be off. Where none is, no node has to ask.
    const SWITCHED: bool = true;

    /// An iteration of this depth begins, plies.
    #[inline]
    fn iteration(&mut self, _depth: i32) {}
    /// The next node entered is reached by this attempt.
    #[inline]
    fn attempt(&mut self, _attempt: Attempt) {}
    /// A node begins, below the one entered last and not left yet.
    #[inline]
    fn enter(&mut self, _visit: NodeEvent) {}
    /// The node entered last was found in the transposition table.
    #[inline]
    fn tt_hit(&mut self) {}
    /// The corrected static evaluation of the node entered last.
    #[inline]
    fn static_eval(&mut self, _value: Value) {}
    /// A move of the node entered last is not searched.
    #[inline]
    fn skip(&mut self, _mv: Move, _reason: PruneReason) {}
    /// The node entered last ends.
    #[inline]
    fn leave(&mut self, _leave: NodeResult) {}
    /// Where the work went, if that is what it counts.
    fn profile(&self) -> Option<Box<SearchProfile>> {
        None
    }
}

/// Nothing is written down and every rule is on.
impl Recorder for () {
    const ON: bool = false;
    const SWITCHED: bool = false;
}

/// Nothing is written down either, but rules may be off.
#[derive(Debug)]
pub(super) struct Silent;

impl Recorder for Silent {
    const ON: bool = false;
}

/// The node to search again.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// The moves from the root to it.
    pub path: Vec<Move>,
    /// Depth it is searched to, plies; 0: quiescence.
    pub depth: i32,
    /// Lower end of its window.
    pub alpha: Value,
    /// Upper end of its window.
    pub beta: Value,
}

impl Engine {
    /// Searches a node of the tree below `root` again with its window, and writes down what happens. It knows
    /// what the table and the histories know by now, so it may come to another value than before. `None` where
    /// the path is not legal or too long, or the window is empty.
    pub fn expand(
        &mut self,
        root: &GamePosition,
        node: &Expansion,
        signal: &StopSignal,
        budget: TreeBudget,
    ) -> Option<SearchTree> {
        let (root_board, keys) = (root.board(), root.keys());
        let window = Window { alpha: node.alpha.max(-INFINITE), beta: node.beta.min(INFINITE) };
        if window.alpha >= window.beta || node.path.len() + 1 >= MAX_PLY {
            return None;
        }
        let limits = Limits::default();
        let deadline = Deadline::new(&limits, &root_board, Duration::ZERO);
        let mut shared = Shared::new(&self.tt, signal, &limits, &self.reductions, deadline, 1);
        shared.rules = self.options.rules;
        shared.evaluation = super::evaluation(self.options.eval, self.network.as_deref());
        let data = self.threads.first_mut()?;
        let recorder = TreeRecorder::new(budget);
        let mut search = Search::new(&shared, 0, keys, root_board, data, recorder);
        search.root_depth = node.path.len() as i32 + node.depth;
        let mut board = root_board;
        for (ply, &mv) in node.path.iter().enumerate() {
            if !board.is_legal(mv) {
                return None;
            }
            let child = search.child(&board, ply, mv);
            search.step(&board, ply, mv, &child);
            board = child;
        }
        let ply = node.path.len();
        if window.beta - window.alpha > 1 {
            search.search::<true>(&board, ply, node.depth, window, false);
        } else {
            search.search::<false>(&board, ply, node.depth, window, true);
        }
        let depth = search.recorder.depth();
        Some(search.recorder.finish(depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta::options::EngineOptions;
    use crate::alphabeta::tree::Step;
    use tabia_chess::Board;

    #[test]
    fn a_node_is_searched_again_below_its_path() {
        let options = EngineOptions { hash_mib: 4, ..EngineOptions::default() };
        let mut engine = Engine::new(&options);
        let root = GamePosition::new(Board::start());
        let budget = TreeBudget { nodes: 100_000, plies: 100 };
        let signal = StopSignal::never();
        let first = root.board().legal_moves()[0];
        let node = Expansion { path: vec![first], depth: 3, alpha: -INFINITE, beta: INFINITE };
        let tree = engine.expand(&root, &node, &signal, budget).unwrap();
        assert_eq!(
            (tree.nodes[0].step, tree.nodes[0].ply, tree.nodes[0].depth),
            (Step::Root, 1, 3)
        );
        assert!(tree.nodes.len() > 20 && tree.left_out == 0);
        let replies = tree.nodes.iter().filter(|node| node.parent == Some(0));
        assert!(replies.count() > 3, "its moves are searched");
        let bad = Expansion { path: vec![first, first], ..node.clone() };
        assert!(engine.expand(&root, &bad, &signal, budget).is_none());
        let empty = Expansion { alpha: 5, beta: 5, ..node };
        assert!(engine.expand(&root, &empty, &signal, budget).is_none());
    }
}
