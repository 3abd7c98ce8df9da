//! Recording of the search tree within a budget: every visit of a node with its data and result. The search is generic
//! over a [`Recorder`]; a node of a recorded tree can be searched again.

use std::time::Duration;

use super::Engine;
use super::shared::Shared;
use super::thread::Search;
use super::value::{DRAW, INFINITE, MAX_PLY, UNKNOWN, Value, Window};
use crate::clock::Deadline;
use crate::search::detail::{PruneReason, SearchCounts, SearchProfile};
use crate::search::limits::{Limits, StopSignal};
use crate::search::live_tree::LiveTree;
use crate::search::score::Bound;
use tabia_chess::Move;
use tabia_games::game::position::GamePosition;

/// Limits of a recorded tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeBudget {
    /// Maximum number of entries, skipped moves included; clamped to [`TreeBudget::MAX_NODES`].
    pub nodes: usize,
    /// Maximum ply, counted from the root.
    pub plies: usize,
}

impl TreeBudget {
    /// Upper limit of entries: two iterations of this size take half a gigabyte.
    pub const MAX_NODES: usize = 4_000_000;
}

/// Tree of the last finished iteration, or of the first if none finished.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchTree {
    /// Depth of the iteration, plies.
    pub depth: u32,
    /// Entries in search order, parents before children. Every pass over the root moves has a root entry: each failed
    /// aspiration window and each further line adds one.
    pub nodes: Vec<TreeNode>,
    /// Nodes counted by the search that are not recorded: beyond the budget, or of other iterations.
    pub left_out: u64,
    /// Skipped moves that are not recorded.
    pub skips_left_out: u64,
}

impl SearchTree {
    /// Entries that are nodes: all but passes over the root and skipped moves.
    pub fn visits(&self) -> u64 {
        let counted =
            |node: &&TreeNode| node.step != Step::Root && !matches!(node.end, NodeEnd::Skipped(_));
        self.nodes.iter().filter(counted).count() as u64
    }
}

/// One visit of a node. Values are internal ([`Value`]), from the side to move's view; `value::to_score` converts them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeNode {
    /// Index of the parent; `None` for a pass over the root.
    pub parent: Option<u32>,
    /// How the node was reached.
    pub step: Step,
    /// Plies from the root.
    pub ply: u16,
    /// Remaining depth; 0 in quiescence search.
    pub depth: i32,
    /// Alpha.
    pub alpha: Value,
    /// Beta.
    pub beta: Value,
    /// Static evaluation before scaling by the fifty-move rule and correction by correction history; `None` also in a
    /// singular search, which takes over the corrected evaluation.
    pub raw_eval: Option<Value>,
    /// Corrected static evaluation; `None` in check and where it was not needed.
    pub static_eval: Option<Value>,
    /// Found in the transposition table.
    pub tt_hit: bool,
    /// Move number in the parent, from 1; 0 where the move was not tried in that order.
    pub order: u16,
    /// Reduction, plies.
    pub reduction: i32,
    /// Extension, plies.
    pub extension: i32,
    /// Nodes in its subtree including itself, recorded or not.
    pub nodes: u64,
    /// How the node ended.
    pub end: NodeEnd,
}

impl TreeNode {
    /// The bound of its value, if it has one.
    pub fn bound(&self) -> Option<Bound> {
        match self.end {
            NodeEnd::Searched(_, bound) => Some(bound),
            NodeEnd::Cut(reason, value) => {
                let window = Window { alpha: self.alpha, beta: self.beta };
                Some(bound_of_cut(reason, value, window))
            }
            NodeEnd::Open | NodeEnd::Skipped(_) | NodeEnd::Stopped => None,
        }
    }
}

/// Bound of a value with which a rule cut a node. Where the game is drawn or the maximum ply is reached, it is exact.
/// Otherwise it is a lower bound from beta on and an upper bound up to alpha, because the rule had to show no more than
/// that.
pub(super) fn bound_of_cut(reason: PruneReason, value: Value, window: Window) -> Bound {
    use PruneReason::{BareDraw, FiftyMoves, MaxPly, Repetition};
    match reason {
        Repetition | FiftyMoves | BareDraw | MaxPly => Bound::Exact,
        _ if value >= window.beta => Bound::Lower,
        _ if value <= window.alpha => Bound::Upper,
        _ => Bound::Exact,
    }
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
    /// The same position again: a verification search, or quiescence search first.
    Again,
}

/// Result of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeEnd {
    /// Not finished.
    Open,
    /// A rule cut it with this value.
    Cut(PruneReason, Value),
    /// Its moves were searched.
    Searched(Value, Bound),
    /// The move was skipped.
    Skipped(PruneReason),
    /// The search was stopped.
    Stopped,
}

impl NodeEnd {
    /// Its value, if any.
    pub fn value(self) -> Option<Value> {
        match self {
            NodeEnd::Cut(_, value) | NodeEnd::Searched(value, _) => Some(value),
            NodeEnd::Open | NodeEnd::Skipped(_) | NodeEnd::Stopped => None,
        }
    }
}

/// A node that was entered and not left yet.
#[derive(Clone, Copy, Debug)]
struct OpenNode {
    /// Index of its entry, if recorded.
    at: Option<u32>,
    ply: usize,
    /// Nodes entered before it.
    before: u64,
}

/// Records the tree.
#[derive(Debug)]
pub(super) struct TreeRecorder {
    budget: TreeBudget,
    current: SearchTree,
    previous: SearchTree,
    /// Nodes entered and not left yet.
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

    /// Depth of the iteration being recorded, plies.
    pub(super) fn depth(&self) -> u32 {
        self.current.depth
    }

    /// Tree of the last finished iteration, `completed` plies deep.
    pub(super) fn finish(self, completed: u32) -> SearchTree {
        let finished = self.current.depth == completed || self.previous.nodes.is_empty();
        let mut tree = if finished { self.current } else { self.previous };
        tree.left_out = self.entered - tree.visits();
        tree
    }

    /// Adds an entry if there is room.
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

    fn enter(&mut self, event: NodeEvent) {
        let Attempt { order, reduction, extension } = std::mem::take(&mut self.attempt);
        let above = self.open.last().copied();
        let step = match (above, event.mv) {
            (None, _) => Step::Root,
            (Some(above), _) if above.ply == event.ply => Step::Again,
            (Some(_), Some(mv)) => Step::Move(mv),
            (Some(_), None) => Step::Null,
        };
        let before = self.entered;
        self.entered += u64::from(step != Step::Root);
        let parent = above.and_then(|above| above.at);
        let entry = TreeNode {
            parent,
            step,
            ply: event.ply as u16,
            depth: event.depth,
            alpha: event.window.alpha,
            beta: event.window.beta,
            raw_eval: None,
            static_eval: None,
            tt_hit: false,
            order: order as u16,
            reduction,
            extension,
            nodes: 0,
            end: NodeEnd::Open,
        };
        // Below an unrecorded node nothing is recorded, because the parent would be missing.
        let at = if above.is_none() || parent.is_some() { self.keep(entry) } else { None };
        self.open.push(OpenNode { at, ply: event.ply, before });
    }

    fn tt_hit(&mut self) {
        if let Some(node) = self.last() {
            node.tt_hit = true;
        }
    }

    fn static_eval(&mut self, raw: Value, corrected: Value) {
        if let Some(node) = self.last() {
            node.raw_eval = Some(raw).filter(|&raw| raw != UNKNOWN);
            node.static_eval = Some(corrected);
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
            raw_eval: None,
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

    fn leave(&mut self, result: NodeResult) {
        let entered = self.entered;
        let before = self.open.last().map_or(entered, |open| open.before);
        if let Some(node) = self.last() {
            node.nodes = entered - before;
            node.end = match result {
                NodeResult::Cut(reason, value) => NodeEnd::Cut(reason, value),
                NodeResult::Searched(value, bound) => NodeEnd::Searched(value, bound),
                NodeResult::Stopped => NodeEnd::Stopped,
            };
        }
        self.open.pop();
    }
}

// Result of a node. Every node returns one `NodeResult`, which is counted and recorded in one place.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeResult {
    /// A rule cut it; its moves were not all searched.
    Cut(PruneReason, Value),
    /// Its moves were searched. Checkmate and stalemate are exact.
    Searched(Value, Bound),
    /// The search was stopped; the node has no value.
    Stopped,
}

impl From<(PruneReason, Value)> for NodeResult {
    fn from((reason, value): (PruneReason, Value)) -> NodeResult {
        NodeResult::Cut(reason, value)
    }
}

impl NodeResult {
    /// The value returned to the parent; unused after a stop.
    #[inline]
    pub(super) fn value(self) -> Value {
        match self {
            NodeResult::Cut(_, value) | NodeResult::Searched(value, _) => value,
            NodeResult::Stopped => DRAW,
        }
    }

    #[inline]
    pub(super) fn count(self, counts: &mut SearchCounts) {
        match self {
            NodeResult::Cut(reason, _) => counts.pruned[reason.index()] += 1,
            NodeResult::Searched(..) => counts.searched += 1,
            NodeResult::Stopped => counts.interrupted += 1,
        }
    }
}

/// A node when it is entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeEvent {
    pub(super) ply: usize,
    /// Remaining depth; 0 in quiescence search.
    pub(super) depth: i32,
    pub(super) window: Window,
    /// The move that led to it; `None` for a null move and at the root.
    pub(super) mv: Option<Move>,
}

/// A search of a move; a re-search is a second one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attempt {
    /// Move number, from 1.
    pub(super) order: usize,
    /// Reduction, plies.
    pub(super) reduction: i32,
    /// Extension, plies.
    pub(super) extension: i32,
}

/// Receives the events of each node. The search is generic over it, so that `()` costs nothing.
pub(super) trait Recorder {
    /// Whether anything is recorded; data needed only for the recorder is computed if so.
    const ON: bool;
    /// Whether rules may be off. If not, the check is compiled out.
    const SWITCHED: bool = true;

    /// An iteration of this depth begins.
    #[inline]
    fn iteration(&mut self, _depth: i32) {}
    /// The next node is reached by this attempt.
    #[inline]
    fn attempt(&mut self, _attempt: Attempt) {}
    /// A node is entered, below the last one that is still open.
    #[inline]
    fn enter(&mut self, _event: NodeEvent) {}
    /// The last entered node has a TT entry.
    #[inline]
    fn tt_hit(&mut self) {}
    /// Static evaluation of the last entered node.
    #[inline]
    fn static_eval(&mut self, _raw: Value, _corrected: Value) {}
    /// A move of the last entered node is skipped.
    #[inline]
    fn skip(&mut self, _mv: Move, _reason: PruneReason) {}
    /// The last entered node is left.
    #[inline]
    fn leave(&mut self, _result: NodeResult) {}
    /// The profile, if this recorder counts one.
    fn profile(&self) -> Option<Box<SearchProfile>> {
        None
    }
    /// The top of the tree so far, if this recorder counts it, with the nodes of the principal variation.
    fn tree(&self, _pv: &[Move]) -> Option<LiveTree> {
        None
    }
}

/// The recorders used while a search runs: both, either or none.
impl<A: Recorder, B: Recorder> Recorder for (Option<A>, Option<B>) {
    const ON: bool = true;

    fn iteration(&mut self, depth: i32) {
        self.0.iter_mut().for_each(|first| first.iteration(depth));
        self.1.iter_mut().for_each(|second| second.iteration(depth));
    }

    #[inline]
    fn attempt(&mut self, attempt: Attempt) {
        self.0.iter_mut().for_each(|first| first.attempt(attempt));
        self.1.iter_mut().for_each(|second| second.attempt(attempt));
    }

    #[inline]
    fn enter(&mut self, event: NodeEvent) {
        self.0.iter_mut().for_each(|first| first.enter(event));
        self.1.iter_mut().for_each(|second| second.enter(event));
    }

    #[inline]
    fn leave(&mut self, result: NodeResult) {
        self.0.iter_mut().for_each(|first| first.leave(result));
        self.1.iter_mut().for_each(|second| second.leave(result));
    }

    fn profile(&self) -> Option<Box<SearchProfile>> {
        let first = self.0.as_ref().and_then(Recorder::profile);
        first.or_else(|| self.1.as_ref().and_then(Recorder::profile))
    }

    fn tree(&self, pv: &[Move]) -> Option<LiveTree> {
        let first = self.0.as_ref().and_then(|first| first.tree(pv));
        first.or_else(|| self.1.as_ref().and_then(|second| second.tree(pv)))
    }
}

/// Records nothing; all rules are on.
impl Recorder for () {
    const ON: bool = false;
    const SWITCHED: bool = false;
}

/// Records nothing; rules may be off.
#[derive(Debug)]
pub(super) struct Silent;

impl Recorder for Silent {
    const ON: bool = false;
}

/// A node to be searched again.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// Moves from the root to it.
    pub path: Vec<Move>,
    /// Search depth, plies; 0: quiescence search.
    pub depth: i32,
    /// Alpha.
    pub alpha: Value,
    /// Beta.
    pub beta: Value,
}

impl Engine {
    /// Searches a node below `root` again with its window, at full strength and without tablebases, and records the
    /// tree. Transposition table and histories have changed since, so the value may differ. `None` if the path is
    /// illegal or too long, or the window is empty.
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
        // It reads and writes the table filled by earlier searches.
        shared.draws = self.draws();
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
            let child = search.make_move(&board, ply, mv);
            search.push_move(&board, ply, mv, &child);
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
