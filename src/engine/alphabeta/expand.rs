//! A node of a recorded tree searched once more, with everything below it written down.

use std::time::Duration;

use crate::clock::Deadline;
use crate::search::limits::Limits;
use crate::search::stop::StopSignal;
use tabia_chess::Move;
use tabia_games::game::position::GamePosition;

use super::Engine;
use super::shared::Shared;
use super::thread::Search;
use super::tree::{SearchTree, TreeBudget, TreeRecorder};
use super::value::{INFINITE, MAX_PLY, Value, Window};

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
