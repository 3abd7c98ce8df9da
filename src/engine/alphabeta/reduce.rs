//! How much less deeply late moves are searched, in 1024ths of a ply.

use crate::chess::board::Board;
use crate::chess::moves::Move;

use super::Search;
use super::node::Node;
use super::params::{
    LMR_CHECK, LMR_CUT, LMR_CUTOFFS, LMR_HISTORY, LMR_KILLER, LMR_NOISY_BASE, LMR_NOISY_DIVISOR,
    LMR_NOISY_TABLE, LMR_NOT_IMPROVING, LMR_ONE, LMR_PV, LMR_QUIET_BASE, LMR_QUIET_DIVISOR,
    LMR_TABLE_PV,
};
use crate::engine::history::captured;

/// Depths and move numbers beyond this count as this.
const SIZE: usize = 64;

/// Reductions by depth and move number, computed once.
#[derive(Debug)]
pub(in crate::engine) struct Reductions {
    quiet: [[i32; SIZE]; SIZE],
    noisy: [[i32; SIZE]; SIZE],
}

impl Reductions {
    pub(in crate::engine) fn new() -> Reductions {
        let table = |base: f64, divisor: f64| {
            let mut table = [[0; SIZE]; SIZE];
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, cell) in row.iter_mut().enumerate().skip(1) {
                    let plies = base + (depth as f64).ln() * (number as f64).ln() / divisor;
                    *cell = (plies * f64::from(LMR_ONE)) as i32;
                }
            }
            table
        };
        Reductions {
            quiet: table(LMR_QUIET_BASE, LMR_QUIET_DIVISOR),
            noisy: table(LMR_NOISY_BASE, LMR_NOISY_DIVISOR),
        }
    }

    /// Reduction of a quiet move before adjustments.
    #[inline]
    pub(super) fn quiet(&self, depth: i32, number: usize) -> i32 {
        self.quiet[(depth.max(0) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }

    /// Reduction of a capture before adjustments.
    #[inline]
    fn noisy(&self, depth: i32, number: usize) -> i32 {
        self.noisy[(depth.max(0) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }
}

impl Search<'_> {
    /// The reduction of a late move, 1024ths of a ply; the less the more it promises.
    #[inline]
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node<'_>,
        mv: Move,
        number: usize,
        child: &Board,
    ) -> i32 {
        let (table, ply) = (self.shared.reductions, node.ply);
        let piece = node.board.piece_on(mv.from());
        let (mut reduction, history) = if mv.is_noisy() {
            let history = piece
                .map_or(0, |piece| self.data.history.noisy(piece, mv, captured(node.board, mv)));
            (table.noisy(node.depth, number), history)
        } else {
            let rows = self.data.stack.rows(ply);
            let history =
                piece.map_or(0, |piece| self.data.history.quiet(node.board.stm(), piece, mv, rows));
            (table.quiet(node.depth, number), history)
        };
        let add = |applies: bool, amount: i32| if applies { amount } else { 0 };
        reduction -= add(PV, LMR_PV);
        reduction -= add(node.table_pv, LMR_TABLE_PV);
        reduction += add(node.expects_cut, LMR_CUT);
        reduction += add(!node.improving, LMR_NOT_IMPROVING);
        reduction -= add(child.in_check(), LMR_CHECK);
        reduction -= add(self.data.stack[ply].killers.contains(&Some(mv)), LMR_KILLER);
        reduction += add(node.table_move.is_some_and(Move::is_noisy), LMR_NOISY_TABLE);
        reduction += add(self.data.stack[ply + 1].cutoffs > 3, LMR_CUTOFFS);
        reduction - history * LMR_ONE / (LMR_HISTORY * 1024)
    }
}
