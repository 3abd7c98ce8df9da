//! An index of a recorded tree: children, paths, positions, and searches among its entries.

use std::sync::Arc;

use crate::experiment::{Experiment, Info, LabContext, LabError};
use tabia_chess::{Board, Move};
use tabia_engine::alphabeta::tree::{Expansion, NodeEnd, SearchTree, Step, TreeBudget, TreeNode};
use tabia_engine::search::detail::PruneReason;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::StopReason;
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;
use tabia_text::t;

/// The children of every entry, in the order of the search. Built once for each tree.
#[derive(Clone, Debug, Default)]
pub struct TreeIndex {
    /// The offset of each entry's children in `children`; one more than there are entries.
    first: Vec<u32>,
    children: Vec<u32>,
    roots: Vec<u32>,
    deepest: u16,
    skipped: usize,
}

impl TreeIndex {
    /// Reads a tree once.
    pub fn new(tree: &SearchTree) -> TreeIndex {
        let count = tree.nodes.len();
        let mut first = vec![0_u32; count + 1];
        let mut roots = Vec::new();
        for (at, node) in tree.nodes.iter().enumerate() {
            match node.parent {
                Some(parent) => first[parent as usize + 1] += 1,
                None => roots.push(at as u32),
            }
        }
        for at in 0..count {
            first[at + 1] += first[at];
        }
        let mut next = first.clone();
        let mut children = vec![0; count - roots.len()];
        for (at, node) in tree.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                let place = &mut next[parent as usize];
                children[*place as usize] = at as u32;
                *place += 1;
            }
        }
        let deepest = tree.nodes.iter().map(|node| node.ply).max().unwrap_or(0);
        let skips = |node: &&TreeNode| matches!(node.end, NodeEnd::Skipped(_));
        let skipped = tree.nodes.iter().filter(skips).count();
        TreeIndex { first, children, roots, deepest, skipped }
    }

    /// The deepest ply of any entry.
    pub fn deepest(&self) -> u16 {
        self.deepest
    }

    /// How many entries are nodes that the search counts, and how many are moves skipped without a node. Passes over
    /// the root are neither.
    pub fn visits_and_skips(&self) -> [usize; 2] {
        [self.children.len() - self.skipped, self.skipped]
    }

    /// The passes over the root.
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// The children of an entry, including moves that were not searched.
    pub fn children(&self, at: u32) -> &[u32] {
        let at = at as usize;
        match (self.first.get(at), self.first.get(at + 1)) {
            (Some(&from), Some(&to)) => &self.children[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// The entries from the root down to one, both included.
pub fn path_to(tree: &SearchTree, at: u32) -> Vec<u32> {
    let mut path = vec![at];
    let mut here = at;
    while let Some(parent) = tree.nodes.get(here as usize).and_then(|node| node.parent) {
        path.push(parent);
        here = parent;
    }
    path.reverse();
    path
}

/// The moves from the root to an entry; `None` if the path contains a null move.
pub fn moves_to(tree: &SearchTree, at: u32) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for at in path_to(tree, at) {
        match tree.nodes.get(at as usize)?.step {
            Step::Root | Step::Again => {}
            Step::Move(mv) => moves.push(mv),
            Step::Null => return None,
        }
    }
    Some(moves)
}

/// The position of an entry, passed moves included.
pub fn board_at(tree: &SearchTree, root: &Board, at: u32) -> Option<Board> {
    let mut board = *root;
    for at in path_to(tree, at) {
        match tree.nodes.get(at as usize)?.step {
            Step::Root | Step::Again => {}
            Step::Move(mv) if board.is_legal(mv) => board = board.after(mv),
            Step::Move(_) => return None,
            Step::Null => board.make_null(),
        }
    }
    Some(board)
}

/// The entries of the principal variation of the last pass over the root: at each node the last child searched with an
/// open window whose negated value equals the node's.
pub fn principal_variation(tree: &SearchTree, index: &TreeIndex) -> Vec<u32> {
    let Some(&root) = index.roots().last() else { return Vec::new() };
    let mut line = vec![root];
    let mut here = root;
    while let Some(value) = tree.nodes[here as usize].end.value() {
        let fits = |&&child: &&u32| {
            let node = &tree.nodes[child as usize];
            matches!(node.step, Step::Move(_))
                && node.beta - node.alpha > 1
                && node.end.value() == Some(-value)
        };
        let Some(&next) = index.children(here).iter().rev().find(fits) else { break };
        line.push(next);
        here = next;
    }
    line
}

/// Entries that ended for this reason, in the order of the search.
pub fn ended_by(tree: &SearchTree, reason: PruneReason) -> impl Iterator<Item = u32> + '_ {
    let is = move |node: &TreeNode| match node.end {
        NodeEnd::Cut(why, _) | NodeEnd::Skipped(why) => why == reason,
        NodeEnd::Open | NodeEnd::Searched(..) | NodeEnd::Stopped => false,
    };
    tree.nodes.iter().zip(0..).filter(move |(node, _)| is(node)).map(|(_, at)| at)
}

/// The Zobrist key of every entry's position; for a move that was not searched, the key after it. Positions are played
/// from the root once, entry by entry.
pub fn keys(tree: &SearchTree, root: &Board) -> Vec<u64> {
    let mut boards: Vec<Board> = Vec::new();
    let mut depth_of: Vec<usize> = Vec::with_capacity(tree.nodes.len());
    let key = |node: &TreeNode| {
        // Entries are in the order of the search, so the boards on the path to the parent are available.
        let depth = node.parent.map_or(0, |parent| depth_of[parent as usize] + 1);
        depth_of.push(depth);
        boards.truncate(depth);
        let mut board = boards.last().copied().unwrap_or(*root);
        match node.step {
            Step::Move(mv) if board.is_legal(mv) => board = board.after(mv),
            Step::Root | Step::Again | Step::Move(_) => {}
            Step::Null => board.make_null(),
        }
        boards.push(board);
        board.key()
    };
    tree.nodes.iter().map(key).collect()
}

/// Entries whose position has this key: the same one and its transpositions, in the order of the search. Repeated
/// searches of the same node and moves that were not searched do not count. `keys`: those of [`keys`].
pub fn with_key(tree: &SearchTree, keys: &[u64], key: u64) -> Vec<u32> {
    let counts =
        |node: &TreeNode| node.step != Step::Again && !matches!(node.end, NodeEnd::Skipped(_));
    let all = tree.nodes.iter().zip(keys).zip(0..);
    all.filter(|((node, of), _)| **of == key && counts(node)).map(|(_, at)| at).collect()
}

// The experiment: the tree of a whole search, or of a node of such a tree searched again.

/// See the module documentation.
#[derive(Debug)]
pub struct Tree;

/// What is recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Depth of the search, plies; a node searched again has its own.
    pub depth: u32,
    /// The size limit of the recording.
    pub budget: TreeBudget,
    /// A node of the tree of this position, to be searched again.
    pub node: Option<Expansion>,
}

impl Default for Request {
    /// At most a hundred megabytes.
    fn default() -> Request {
        Request { depth: 8, budget: TreeBudget { nodes: 500_000, plies: 240 }, node: None }
    }
}

/// A recorded search.
#[derive(Clone, Debug)]
pub struct RecordedTree {
    pub root: GamePosition,
    /// Moves from there to the root of the tree; empty except for a node searched again.
    pub path: Vec<Move>,
    pub tree: SearchTree,
    /// The Zobrist key of every entry's position.
    pub keys: Vec<u64>,
    /// The move found; `None` for a node searched again.
    pub best: Option<Move>,
    /// Its score, view of the side to move.
    pub score: Option<Score>,
    /// Nodes of the whole search.
    pub nodes: u64,
    /// Time it took, ms.
    pub time_ms: u64,
}

impl RecordedTree {
    /// The position at the root of the tree.
    pub fn begin(&self) -> Board {
        self.path.iter().fold(self.root.board(), |board, &mv| board.after(mv))
    }
}

impl Experiment for Tree {
    const INFO: Info = Info::of_own_view("tree", "tree-record");
    type Request = Request;
    type Update = Arc<RecordedTree>;

    fn run(
        request: &Request,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(Arc<RecordedTree>) -> bool,
    ) -> Result<(), LabError> {
        let recorded = match &request.node {
            Some(node) => again(node, request.budget, position, context),
            None => whole(request, position, context),
        };
        report(Arc::new(recorded.map_err(|why| LabError::Failed(why.to_owned()))?));
        Ok(())
    }

    fn example() -> Request {
        Request { depth: 5, ..Request::default() }
    }
}

fn whole(
    request: &Request,
    position: &GamePosition,
    context: &mut LabContext<'_>,
) -> Result<RecordedTree, &'static str> {
    let limits = Limits::depth(request.depth);
    // With an earlier search's hash table the tree would be smaller and differ each time.
    context.engine.new_game();
    let (outcome, tree) =
        context.engine.record(position, &limits, context.stop, &mut (), request.budget);
    if outcome.reason == StopReason::Stopped && tree.nodes.is_empty() {
        return Err(t!("tree-nothing-recorded"));
    }
    Ok(RecordedTree {
        keys: keys(&tree, &position.board()),
        root: position.clone(),
        path: Vec::new(),
        best: outcome.best,
        score: outcome.score,
        nodes: outcome.nodes.unwrap_or(0),
        time_ms: outcome.time_ms,
        tree,
    })
}

fn again(
    node: &Expansion,
    budget: TreeBudget,
    root: &GamePosition,
    context: &mut LabContext<'_>,
) -> Result<RecordedTree, &'static str> {
    let tree = context.engine.expand(root, node, context.stop, budget);
    let tree = tree.ok_or_else(|| t!("tree-no-way"))?;
    let begin = node.path.iter().fold(root.board(), |board, &mv| board.after(mv));
    Ok(RecordedTree {
        keys: keys(&tree, &begin),
        root: root.clone(),
        path: node.path.clone(),
        best: None,
        score: None,
        nodes: tree.visits() + tree.left_out,
        time_ms: 0,
        tree,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Board;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::alphabeta::tree::TreeBudget;
    use tabia_engine::search::limits::{Limits, StopSignal};
    use tabia_games::game::position::GamePosition;

    fn recorded(depth: u32) -> (SearchTree, Option<Move>) {
        let options = EngineOptions { hash_mib: 4, ..EngineOptions::default() };
        let root = GamePosition::new(Board::start());
        let budget = TreeBudget { nodes: 200_000, plies: 200 };
        let (outcome, tree) = Engine::new(&options).record(
            &root,
            &Limits::depth(depth),
            &StopSignal::never(),
            &mut (),
            budget,
        );
        (tree, outcome.best)
    }

    #[test]
    fn every_entry_is_the_child_of_its_parent_only() {
        let (tree, _) = recorded(6);
        let index = TreeIndex::new(&tree);
        let mut seen = vec![false; tree.nodes.len()];
        for &root in index.roots() {
            seen[root as usize] = true;
        }
        for at in 0..tree.nodes.len() as u32 {
            for &child in index.children(at) {
                assert_eq!(tree.nodes[child as usize].parent, Some(at));
                assert!(!std::mem::replace(&mut seen[child as usize], true));
            }
        }
        assert!(seen.iter().all(|&seen| seen));
        assert!(index.children(u32::MAX - 1).is_empty());
    }

    #[test]
    fn a_node_holds_the_nodes_of_its_children() {
        let (tree, _) = recorded(6);
        let index = TreeIndex::new(&tree);
        assert_eq!(tree.skips_left_out, 0);
        for (at, node) in tree.nodes.iter().enumerate() {
            let below: u64 = index
                .children(at as u32)
                .iter()
                .map(|&child| tree.nodes[child as usize].nodes)
                .sum();
            let own = match (node.step, node.end) {
                (Step::Root, _) | (_, NodeEnd::Skipped(_)) => 0,
                _ => 1,
            };
            assert_eq!(node.nodes, below + own, "entry {at}");
        }
    }

    #[test]
    fn the_principal_variation_begins_with_the_move_played() {
        let (tree, best) = recorded(7);
        let index = TreeIndex::new(&tree);
        let line = principal_variation(&tree, &index);
        let moves = moves_to(&tree, *line.last().unwrap()).unwrap();
        assert_eq!(moves.first().copied(), best);
        assert!(board_at(&tree, &Board::start(), *line.last().unwrap()).is_some());
    }

    #[test]
    fn entries_are_found_by_reason_and_by_position() {
        let (tree, best) = recorded(7);
        let index = TreeIndex::new(&tree);
        let cut: Vec<u32> = ended_by(&tree, PruneReason::StandPat).collect();
        assert!(!cut.is_empty());
        let key = Board::start().after(best.unwrap()).key();
        let keys = keys(&tree, &Board::start());
        let found = with_key(&tree, &keys, key);
        assert!(!found.is_empty());
        for at in found {
            assert_eq!(board_at(&tree, &Board::start(), at).unwrap().key(), key);
        }
        let roots = with_key(&tree, &keys, Board::start().key());
        assert!(index.roots().iter().all(|root| roots.contains(root)));
    }

    /// Two knights out in both orders: `Nf3 Nf6 Nc3` and `Nc3 Nf6 Nf3` meet; the second way is the better one.
    ///
    /// ```text
    /// 0 root          +10
    /// 1   Nf3         -5   (upper bound for White: null window)
    /// 2     Nf6
    /// 3       Nc3     left out by late-move pruning
    /// 4       Nc3     the position
    /// 5         again the same, looked at once more
    /// 6   Nc3         -10
    /// 7     Nf6       +10
    /// 8       Nf3     -10, the position
    /// ```
    fn two_knights() -> SearchTree {
        let mut nodes = Vec::new();
        let mut add = |parent: Option<u32>, step: Option<&str>, end: NodeEnd, open: bool| {
            let mut board = Board::start();
            let mut way = Vec::new();
            let mut at = parent;
            while let Some(here) = at {
                let node: &TreeNode = &nodes[here as usize];
                way.push(node.step);
                at = node.parent;
            }
            for step in way.into_iter().rev() {
                if let Step::Move(mv) = step {
                    board = board.after(mv);
                }
            }
            let step = match (parent, step) {
                (None, _) => Step::Root,
                (_, Some(text)) => Step::Move(tabia_chess::uci_move::parse(&board, text).unwrap()),
                _ => Step::Again,
            };
            nodes.push(TreeNode {
                parent,
                step,
                ply: 0,
                depth: 3,
                alpha: if open { -100 } else { 9 },
                beta: if open { 100 } else { 10 },
                raw_eval: None,
                static_eval: None,
                tt_hit: false,
                order: 1,
                reduction: 0,
                extension: 0,
                nodes: 1,
                end,
            });
        };
        let exact = |value| NodeEnd::Searched(value, tabia_engine::search::score::Bound::Exact);
        add(None, None, exact(10), true);
        add(Some(0), Some("g1f3"), exact(-5), false);
        add(Some(1), Some("g8f6"), exact(5), false);
        add(Some(2), Some("b1c3"), NodeEnd::Skipped(PruneReason::LateMove), false);
        add(Some(2), Some("b1c3"), NodeEnd::Cut(PruneReason::TtCutoff, -5), false);
        add(Some(4), None, exact(-5), false);
        add(Some(0), Some("b1c3"), exact(-10), true);
        add(Some(6), Some("g8f6"), exact(10), true);
        add(Some(7), Some("g1f3"), exact(-10), true);
        SearchTree { depth: 3, nodes, left_out: 0, skips_left_out: 0 }
    }

    #[test]
    fn a_small_tree_counted_by_hand() {
        let tree = two_knights();
        let index = TreeIndex::new(&tree);
        assert_eq!(principal_variation(&tree, &index), [0, 6, 7, 8]);
        let keys = keys(&tree, &Board::start());
        let board = board_at(&tree, &Board::start(), 8).unwrap();
        assert_eq!(board_at(&tree, &Board::start(), 4).unwrap().key(), board.key());
        assert_eq!(
            with_key(&tree, &keys, board.key()),
            [4, 8],
            "one left out, one looked at again"
        );
        assert_eq!(with_key(&tree, &keys, Board::start().key()), [0]);
        assert!(with_key(&tree, &keys, 1).is_empty());
        let ended = |reason| ended_by(&tree, reason).collect::<Vec<_>>();
        assert_eq!(ended(PruneReason::LateMove), [3]);
        assert_eq!(ended(PruneReason::TtCutoff), [4]);
        assert!(ended(PruneReason::StandPat).is_empty());
        assert_eq!(path_to(&tree, 5), [0, 1, 2, 4, 5]);
    }

    #[test]
    fn a_tree_and_one_of_its_nodes() {
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let stop = StopSignal::never();
        let mut record = |request: Request| {
            let mut found = Vec::new();
            let position = GamePosition::new(Board::start());
            let mut context = LabContext { engine: &mut engine, stop: &stop };
            let mut report = |tree| {
                found.push(tree);
                true
            };
            Tree::run(&request, &position, &mut context, &mut report).unwrap();
            assert_eq!(found.len(), 1);
            found.remove(0)
        };
        let recorded = record(Request { depth: 5, ..Request::default() });
        assert_eq!(recorded.tree.depth, 5);
        let path = vec![recorded.best.unwrap()];
        let node = Expansion { path: path.clone(), depth: 3, alpha: -300, beta: 300 };
        let expanded = record(Request { node: Some(node), ..Request::default() });
        assert_eq!(expanded.path, path);
        assert!(expanded.nodes > 0);
    }
}
