//! The tree of a search, written down: a whole search, or a node of such a tree searched again.

use std::sync::Arc;

use tabia_chess::Move;
use tabia_engine::alphabeta::tree::Expansion;
use tabia_engine::alphabeta::tree::{SearchTree, TreeBudget};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::StopReason;
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;

use crate::experiment::{Bench, Experiment, Info, LabError};
use crate::tree_index;

/// See the module.
#[derive(Debug)]
pub struct Tree;

/// What is written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Depth of the search, plies; a node searched again has its own.
    pub depth: u32,
    /// How much is kept.
    pub budget: TreeBudget,
    /// A node of the tree of this position, to be searched again.
    pub node: Option<Expansion>,
}

impl Default for Request {
    /// Hundred megabytes at most.
    fn default() -> Request {
        Request { depth: 8, budget: TreeBudget { nodes: 500_000, plies: 240 }, node: None }
    }
}

/// A recorded search.
#[derive(Clone, Debug)]
pub struct RecordedTree {
    /// Its root.
    pub root: GamePosition,
    /// Moves from there to where the tree begins; empty but for a node searched again.
    pub path: Vec<Move>,
    /// The tree.
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

impl Experiment for Tree {
    const INFO: Info = Info::of_own_view("tree", "Record");
    type Request = Request;
    type Update = Arc<RecordedTree>;

    fn run(
        request: &Request,
        position: &GamePosition,
        bench: &mut Bench<'_>,
        report: &mut dyn FnMut(Arc<RecordedTree>) -> bool,
    ) -> Result<(), LabError> {
        let recorded = match &request.node {
            Some(node) => again(node, request.budget, position, bench),
            None => whole(request, position, bench),
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
    bench: &mut Bench<'_>,
) -> Result<RecordedTree, &'static str> {
    let limits = Limits::depth(request.depth);
    let (outcome, tree) =
        bench.engine.record(position, &limits, bench.stop, &mut (), request.budget);
    if outcome.reason == StopReason::Stopped && tree.nodes.is_empty() {
        return Err("stopped before anything was written down");
    }
    Ok(RecordedTree {
        keys: tree_index::keys(&tree, &position.board()),
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
    bench: &mut Bench<'_>,
) -> Result<RecordedTree, &'static str> {
    let tree = bench.engine.expand(root, node, bench.stop, budget);
    let tree = tree.ok_or("the way to this node cannot be played")?;
    let begin = node.path.iter().fold(root.board(), |board, &mv| board.after(mv));
    Ok(RecordedTree {
        keys: tree_index::keys(&tree, &begin),
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
    use tabia_engine::search::limits::StopSignal;

    #[test]
    fn a_tree_and_one_of_its_nodes() {
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let stop = StopSignal::never();
        let mut record = |request: Request| {
            let mut found = Vec::new();
            let position = GamePosition::new(Board::start());
            let mut bench = Bench { engine: &mut engine, stop: &stop };
            let mut report = |tree| {
                found.push(tree);
                true
            };
            Tree::run(&request, &position, &mut bench, &mut report).unwrap();
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
