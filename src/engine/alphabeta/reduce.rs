//! Depth adjustments: late move reductions, internal iterative reductions, singular extensions. One function per rule;
//! move reductions are in 1024ths of a ply.

use super::node::{CandidateMove, Node};
use super::params::{self as p, PLY};
use super::rule_set::Technique;
use super::thread::Search;
use super::tree::Recorder;
use super::value::{UNKNOWN, Value, Window, is_decisive};
use crate::search::detail::PruneReason;
use crate::search::score::Bound;
use tabia_chess::{Board, Move};

/// Late moves are reduced more if more than this many nodes of the next ply have failed high (`Frame::cutoffs`).
const MANY_CUTOFFS: u32 = 3;

impl<R: Recorder> Search<'_, R> {
    /// Late move reductions: promising moves are reduced less; `None` where the rule does not apply.
    #[inline]
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node<'_>,
        candidate: CandidateMove,
        child: &Board,
    ) -> Option<i32> {
        if node.depth < p::lmr_depth() || !self.rules().has(PruneReason::LateReduction) {
            return None;
        }
        let (mv, stack) = (candidate.mv, &self.data.stack);
        let mut reduction = if mv.is_noisy() {
            self.shared.reductions.noisy(node.depth, candidate.move_count)
        } else {
            self.shared.reductions.quiet(node.depth, candidate.move_count)
        };
        let add = |applies: bool, amount: i32| if applies { amount } else { 0 };
        reduction -= add(PV, p::lmr_pv());
        reduction -= add(node.tt_pv, p::lmr_tt_pv());
        reduction += add(node.cut_node, p::lmr_cut());
        reduction += add(!node.improving, p::lmr_not_improving());
        reduction -= add(child.in_check(), p::lmr_check());
        reduction -= add(stack[node.ply].killers.contains(&Some(mv)), p::lmr_killer());
        reduction += add(node.tt_move.is_some_and(Move::is_noisy), p::lmr_noisy_tt_move());
        reduction += add(stack[node.ply + 1].cutoffs > MANY_CUTOFFS, p::lmr_cutoffs());
        reduction -= node.correction * p::lmr_correction();
        Some(reduction - candidate.history * p::lmr_history() / 1024)
    }

    /// Internal iterative reductions: a node without a TT move is searched one ply less deep. If it matters, the next
    /// iteration will have a move.
    pub(super) fn internal_iterative_reduction<const PV: bool>(&mut self, node: &mut Node<'_>) {
        let pv_or_cut = PV || node.cut_node;
        // With the table turned off no node has a TT move.
        let unknown = node.tt_move.is_none()
            && node.excluded.is_none()
            && self.rules().uses(Technique::TranspositionTable);
        if pv_or_cut
            && unknown
            && node.depth >= p::iir_depth()
            && self.rules().has(PruneReason::IterativeReduction)
        {
            node.depth -= 1;
            self.adjusted(PruneReason::IterativeReduction);
        }
    }

    /// Hindsight depth adjustment after a reduced move: one ply more if the evaluation improved for the side that made
    /// the move, one ply less if the two evaluations show that the move lost more than a margin.
    pub(super) fn hindsight(&mut self, node: &mut Node<'_>) {
        if node.ply == 0 || node.excluded.is_some() || !self.rules().has(PruneReason::Hindsight) {
            return;
        }
        let before = &mut self.data.stack[node.ply - 1];
        let reduction = std::mem::take(&mut before.reduction);
        if node.in_check || before.static_eval == UNKNOWN || reduction < 2 {
            return;
        }
        // Both evaluations are from the side to move's view, so their sum is what the opponent's last move has lost.
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

/// Reduction of the first move, plies: 1 if there is no TT move and its late move reduction would be large.
#[inline]
pub(super) fn first_move_reduction(node: &Node<'_>, reduction: Option<i32>) -> i32 {
    let reduce_first =
        node.tt_move.is_none() && reduction.is_some_and(|reduction| reduction > p::lmr_first());
    i32::from(reduce_first)
}

// Late move reductions by depth and move number before adjustments, in 1024ths of a ply.

/// Size of the table; larger depths and move numbers use the last entry.
const SIZE: usize = 64;

/// Reductions by depth and move number, computed once.
#[derive(Debug)]
pub(super) struct Reductions {
    quiet: [[i32; SIZE]; SIZE],
    noisy: [[i32; SIZE]; SIZE],
}

impl Reductions {
    pub(super) fn new() -> Reductions {
        let table = |base: i32, divisor: i32| {
            let (base, divisor) = (f64::from(base) / 100.0, f64::from(divisor) / 100.0);
            let mut table = [[0; SIZE]; SIZE];
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (move_count, cell) in row.iter_mut().enumerate().skip(1) {
                    let plies = base + (depth as f64).ln() * (move_count as f64).ln() / divisor;
                    *cell = (plies * f64::from(PLY)) as i32;
                }
            }
            table
        };
        Reductions {
            quiet: table(p::lmr_quiet_base(), p::lmr_quiet_divisor()),
            noisy: table(p::lmr_noisy_base(), p::lmr_noisy_divisor()),
        }
    }

    /// Reduction of a quiet move before adjustments.
    #[inline]
    pub(super) fn quiet(&self, depth: i32, move_count: usize) -> i32 {
        self.quiet[(depth.max(0) as usize).min(SIZE - 1)][move_count.min(SIZE - 1)]
    }

    /// Reduction of a capture before adjustments.
    #[inline]
    pub(super) fn noisy(&self, depth: i32, move_count: usize) -> i32 {
        self.noisy[(depth.max(0) as usize).min(SIZE - 1)][move_count.min(SIZE - 1)]
    }
}

// Singular extensions: a TT move that is much better than all others is searched deeper.

/// The result of the singular search of a TT move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Singular {
    /// Search it this many plies deeper (or shallower).
    Extend(i32),
    /// Multi-cut: several moves beat beta.
    Cut(Value),
}

impl<R: Recorder> Search<'_, R> {
    /// Singular search: searches the node without its TT move at half the depth. If all other moves fail low against a
    /// margin below its value, the TT move is extended; if another one also beats beta, the node is cut.
    #[inline]
    pub(super) fn singular<const PV: bool>(&mut self, node: &Node<'_>, mv: Move) -> Singular {
        let Some(entry) = node.tt_entry.filter(|entry| entry.mv == Some(mv)) else {
            return Singular::Extend(0);
        };
        let candidate = node.ply > 0
            && node.ply < 2 * self.root_depth as usize
            && node.depth >= p::singular_depth()
            && node.excluded.is_none()
            && entry.depth >= node.depth - p::singular_tt_depth_margin()
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !is_decisive(entry.value)
            && self.rules().has(PruneReason::Singular);
        if candidate {
            self.test_singular::<PV>(node, mv, entry.value)
        } else {
            Singular::Extend(0)
        }
    }

    fn test_singular<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        tt_value: Value,
    ) -> Singular {
        let ply = node.ply;
        let beta = tt_value - p::singular_margin() * node.depth / 16;
        let window = Window { alpha: beta - 1, beta };
        let doubles = self.data.stack[ply].doubles;
        self.data.stack[ply].excluded = Some(mv);
        let depth = (node.depth - 1) / 2;
        let value = self.search::<false>(node.board, ply, depth, window, node.cut_node);
        self.data.stack[ply].excluded = None;
        self.data.stack[ply].doubles = doubles;
        if value < beta {
            let plies = if PV { 1 } else { extension(mv, beta - value, doubles) };
            self.data.stack[ply].doubles += i32::from(plies > 1);
            self.adjusted(PruneReason::Singular);
            Singular::Extend(plies)
        } else if value >= node.window.beta && !PV && self.allows_multi_cut(value) {
            Singular::Cut(value)
        } else if tt_value >= node.window.beta {
            Singular::Extend(-1 - i32::from(!PV))
        } else if node.cut_node {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }

    fn allows_multi_cut(&self, value: Value) -> bool {
        !is_decisive(value) && self.rules().has(PruneReason::MultiCut)
    }
}

/// Extension of a singular move, plies. It grows with the distance of the other moves; double extensions per line are
/// limited.
fn extension(mv: Move, below: Value, doubles: i32) -> i32 {
    if below <= p::double_margin() || doubles >= p::double_max() {
        1
    } else if below <= p::triple_margin() || mv.is_noisy() {
        2
    } else {
        3
    }
}
