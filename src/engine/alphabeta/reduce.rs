//! How much less deeply moves and nodes are searched that promise little: one small rule a function,
//! reductions of moves in 1024ths of a ply.

use super::params as p;
use super::value::UNKNOWN;
use crate::search::detail::alphabeta::PruneReason;
use tabia_chess::Board;
use tabia_chess::Move;

use super::node::{Node, Try};
use super::recorder::Recorder;
use super::technique::Technique;
use super::thread::Search;

impl<R: Recorder> Search<'_, R> {
    /// The late-move reduction, the less the more the move promises; `None` where the rule does not
    /// apply.
    #[inline]
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node<'_>,
        attempt: Try,
        child: &Board,
    ) -> Option<i32> {
        if node.depth < p::lmr_depth() || !self.rules().has(PruneReason::LateReduction) {
            return None;
        }
        let (mv, stack) = (attempt.mv, &self.data.stack);
        let mut reduction = if mv.is_noisy() {
            self.shared.reductions.noisy(node.depth, attempt.number)
        } else {
            self.shared.reductions.quiet(node.depth, attempt.number)
        };
        let add = |applies: bool, amount: i32| if applies { amount } else { 0 };
        reduction -= add(PV, p::lmr_pv());
        reduction -= add(node.tt_pv, p::lmr_table_pv());
        reduction += add(node.cut_node, p::lmr_cut());
        reduction += add(!node.improving, p::lmr_not_improving());
        reduction -= add(child.in_check(), p::lmr_check());
        reduction -= add(stack[node.ply].killers.contains(&Some(mv)), p::lmr_killer());
        reduction += add(node.tt_move.is_some_and(Move::is_noisy), p::lmr_noisy_table());
        reduction += add(stack[node.ply + 1].cutoffs > 3, p::lmr_cutoffs());
        reduction -= node.correction * p::lmr_correction();
        Some(reduction - attempt.history * p::lmr_history() / 1024)
    }

    /// A node without a TT move is not worth its full depth: if it matters, the next
    /// iteration comes back with a move.
    pub(super) fn internal_iterative_reduction<const PV: bool>(&mut self, node: &mut Node<'_>) {
        let pv_or_cut = PV || node.cut_node;
        // Without a table no node has a move from it, and that says nothing of the node.
        let unknown = node.tt_move.is_none()
            && node.excluded.is_none()
            && self.rules().uses(Technique::Table);
        if pv_or_cut
            && unknown
            && node.depth >= p::iir_depth()
            && self.rules().has(PruneReason::IterativeReduction)
        {
            node.depth -= 1;
            self.adjusted(PruneReason::IterativeReduction);
        }
    }

    /// The move to this node was reduced. If the evaluation now says that it was a better one than
    /// thought, the node is searched a ply deeper; if both sides' evaluations agree that it was not,
    /// a ply less.
    pub(super) fn hindsight(&mut self, node: &mut Node<'_>) {
        if node.ply == 0 || node.excluded.is_some() || !self.rules().has(PruneReason::Hindsight) {
            return;
        }
        let before = &mut self.data.stack[node.ply - 1];
        let reduction = std::mem::take(&mut before.reduction);
        if node.in_check || before.static_eval == UNKNOWN || reduction < 2 {
            return;
        }
        // Both from their mover's side: the sum is what the opponent thinks it has lost.
        let lost = before.static_eval + node.static_eval;
        if reduction >= 3 && lost <= 0 {
            node.depth += 1;
            self.adjusted(PruneReason::Hindsight);
        } else if lost > p::hindsight_margin() && node.depth >= 2 {
            node.depth -= 1;
            self.adjusted(PruneReason::Hindsight);
        }
    }
}

/// The first move of a node is searched in full; unless there was no TT move and everything else speaks
/// for a large reduction. Plies less.
#[inline]
pub(super) fn doubtful_first(node: &Node<'_>, reduction: Option<i32>) -> i32 {
    let doubtful =
        node.tt_move.is_none() && reduction.is_some_and(|reduction| reduction > p::lmr_first());
    i32::from(doubtful)
}
