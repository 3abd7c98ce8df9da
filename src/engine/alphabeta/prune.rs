//! What need not be searched: one small rule a function, each with its reason.

use crate::chess::color::Color;
use crate::chess::moves::Move;
use crate::chess::piece_type::PieceType;
use crate::chess::see;
use crate::engine::history::NO_ROW;
use crate::engine::order::Picker;
use crate::engine::report::PruneReason;
use crate::engine::score::Bound;
use crate::engine::tt::Entry;
use crate::engine::value::{EVAL_MAX, MATE_FOUND, Value, is_mate};

use super::node::Node;
use super::params::{
    FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, FUTILITY_PER_HISTORY, HISTORY_DEPTH,
    HISTORY_MARGIN, IIR_DEPTH, LMP_BASE, LMP_DEPTH, LMR_ONE, NMP_BASE, NMP_DEPTH, NMP_EVAL_MAX,
    NMP_PER_DEPTH, NMP_PER_EVAL, NMP_VERIFY_DEPTH, PROBCUT_DEPTH, PROBCUT_MARGIN,
    PROBCUT_REDUCTION, RAZOR_BASE, RAZOR_DEPTH, RAZOR_SQUARE, RFP_DEPTH, RFP_IMPROVING, RFP_MARGIN,
    SEE_DEPTH, SEE_NOISY, SEE_QUIET,
};
use super::{Search, Window};

/// A node answered without searching its moves.
type Cut = Option<(PruneReason, Value)>;

impl Search<'_> {
    /// The rules that answer a whole node, in the order of their cost. Not asked in a principal
    /// variation.
    pub(super) fn prune_node(&mut self, node: &mut Node<'_>) -> Option<Value> {
        if node.in_check || node.excluded.is_some() {
            return None;
        }
        let cut = reverse_futility(node)
            .or_else(|| self.razoring(node))
            .or_else(|| self.null_move(node))
            .or_else(|| self.probcut(node));
        let (reason, value) = cut?;
        self.pruned(reason);
        Some(value)
    }

    /// So far below alpha that only captures could help: they are asked, and if they do not, that
    /// is the answer.
    fn razoring(&mut self, node: &Node<'_>) -> Cut {
        let depth = node.depth;
        let alpha = node.window.alpha;
        if depth > RAZOR_DEPTH || node.guess + RAZOR_BASE + RAZOR_SQUARE * depth * depth >= alpha {
            return None;
        }
        let window = Window { alpha, beta: alpha + 1 };
        let value = self.qsearch::<false>(node.board, node.ply, window);
        (value <= alpha && !is_mate(value)).then_some((PruneReason::Razoring, value))
    }

    /// Passing the move and still above beta: a real move will be, too. Not in endings of pawns,
    /// where having to move may be the trouble, and verified by a real search at great depth.
    fn null_move(&mut self, node: &Node<'_>) -> Cut {
        let (board, ply, depth) = (node.board, node.ply, node.depth);
        let beta = node.window.beta;
        let allowed = depth >= NMP_DEPTH
            && ply >= self.null_from
            && node.guess >= beta
            && node.eval + 20 * depth >= beta + 120
            && beta > -MATE_FOUND
            && self.data.stack.back(ply, 1).mv.is_some()
            && has_pieces(node);
        if !allowed {
            return None;
        }
        self.counts.null_tries += 1;
        let extra = ((node.guess - beta) / NMP_PER_EVAL).min(NMP_EVAL_MAX);
        let reduced = depth - (NMP_BASE + depth / NMP_PER_DEPTH + extra);
        let mut child = *board;
        child.make_null();
        self.shared.table.prefetch(child.key());
        self.keys.push(child.key());
        let frame = &mut self.data.stack[ply];
        (frame.mv, frame.row) = (None, NO_ROW);
        let window = Window { alpha: -beta, beta: 1 - beta };
        let mut value = -self.search::<false>(&child, ply + 1, reduced, window, !node.expects_cut);
        self.step_back();
        if value < beta || self.stopped {
            return None;
        }
        if value >= MATE_FOUND {
            value = beta;
        }
        if depth >= NMP_VERIFY_DEPTH && self.null_from == 0 {
            self.null_from = ply + (reduced.max(0) as usize) * 3 / 4;
            let window = Window { alpha: beta - 1, beta };
            let verified = self.search::<false>(board, ply, reduced, window, false);
            self.null_from = 0;
            if verified < beta {
                return None;
            }
        }
        Some((PruneReason::NullMove, value))
    }

    /// A capture that holds well above beta in a shallow search will hold beta in a deep one.
    fn probcut(&mut self, node: &Node<'_>) -> Cut {
        let (board, ply) = (node.board, node.ply);
        let beta = node.window.beta + PROBCUT_MARGIN;
        let depth = node.depth - PROBCUT_REDUCTION;
        let table_says_no = node.table.is_some_and(|entry| {
            entry.bound.is_some() && entry.depth >= depth && entry.value < beta
        });
        if node.depth < PROBCUT_DEPTH || node.window.beta.abs() >= EVAL_MAX / 2 || table_says_no {
            return None;
        }
        let mut picker = Picker::noisy(board, node.table_move, beta - node.eval);
        let window = Window { alpha: -beta, beta: 1 - beta };
        while let Some(mv) = picker.next(board, &self.data.history) {
            let child = board.after(mv);
            self.step(board, ply, mv, &child);
            let mut value = -self.qsearch::<false>(&child, ply + 1, window);
            if value >= beta {
                value = -self.search::<false>(&child, ply + 1, depth, window, !node.expects_cut);
            }
            self.step_back();
            if self.stopped {
                return None;
            }
            if value >= beta {
                let entry = Entry {
                    mv: Some(mv),
                    value,
                    eval: node.raw,
                    depth: depth + 1,
                    bound: Some(Bound::Lower),
                    pv: node.table_pv,
                };
                self.store(board, ply, entry);
                return Some((PruneReason::ProbCut, value));
            }
        }
        None
    }

    /// Why this move need not be searched, if it need not. Never asked while being mated is all
    /// there is.
    #[inline]
    pub(super) fn prune_move<const PV: bool>(
        &self,
        node: &Node<'_>,
        mv: Move,
        number: usize,
    ) -> Option<PruneReason> {
        if node.ply == 0 || node.best <= -MATE_FOUND || !has_pieces(node) {
            return None;
        }
        if mv.is_noisy() {
            return losing_capture(node, mv);
        }
        if late_move(node, number) {
            return Some(PruneReason::LateMove);
        }
        let base = self.shared.reductions.quiet(node.depth, number);
        let lmr_depth = (node.depth - base / LMR_ONE).max(0);
        let history = node.board.piece_on(mv.from()).map_or(0, |piece| {
            let rows = self.data.stack.rows(node.ply);
            self.data.history.quiet(node.board.stm(), piece, mv, rows)
        });
        if lmr_depth <= HISTORY_DEPTH && history < HISTORY_MARGIN * node.depth {
            return Some(PruneReason::History);
        }
        futile(node, mv, lmr_depth, history).or_else(|| losing_quiet(node, mv, lmr_depth))
    }
}

/// A node the table has no move for is not worth its full depth: if it matters, the next iteration
/// comes back with a move.
pub(super) fn reduce_unknown<const PV: bool>(node: &mut Node<'_>) {
    let expects_much = PV || node.expects_cut;
    let unknown = node.table_move.is_none() && node.excluded.is_none();
    if expects_much && unknown && node.depth >= IIR_DEPTH {
        node.depth -= 1;
    }
}

/// Whether the side to move has more than pawns.
#[inline]
fn has_pieces(node: &Node<'_>) -> bool {
    let us: Color = node.board.stm();
    let pawns_and_king = node.board.by(us, PieceType::Pawn) | node.board.by(us, PieceType::King);
    (node.board.colors(us) - pawns_and_king).any()
}

/// So far above beta that the opponent's best reply will not bring it below.
fn reverse_futility(node: &Node<'_>) -> Cut {
    let beta = node.window.beta;
    let margin = RFP_MARGIN * node.depth - if node.improving { RFP_IMPROVING } else { 0 };
    let quiet_table = node.table_move.is_none_or(Move::is_noisy);
    let holds = node.depth <= RFP_DEPTH
        && !node.table_pv
        && quiet_table
        && node.guess - margin >= beta
        && node.guess < MATE_FOUND
        && beta > -MATE_FOUND;
    holds.then_some((PruneReason::ReverseFutility, i32::midpoint(node.guess, beta)))
}

/// So many moves have been tried at so little depth that the rest are not worth it.
#[inline]
fn late_move(node: &Node<'_>, number: usize) -> bool {
    let moves = LMP_BASE + node.depth * node.depth;
    let moves = if node.improving { moves } else { moves / 2 };
    node.depth <= LMP_DEPTH && number as i32 > moves
}

/// A quiet move that cannot lift the evaluation to alpha.
#[inline]
fn futile(node: &Node<'_>, mv: Move, lmr_depth: i32, history: i32) -> Option<PruneReason> {
    let reach =
        node.eval + FUTILITY_BASE + FUTILITY_MARGIN * lmr_depth + history / FUTILITY_PER_HISTORY;
    let futile = !node.in_check
        && lmr_depth <= FUTILITY_DEPTH
        && reach <= node.window.alpha
        && !node.board.gives_check(mv);
    futile.then_some(PruneReason::Futility)
}

/// A quiet move that puts a piece where it is lost.
#[inline]
fn losing_quiet(node: &Node<'_>, mv: Move, lmr_depth: i32) -> Option<PruneReason> {
    let floor = SEE_QUIET * lmr_depth * lmr_depth;
    let loses = node.depth <= SEE_DEPTH && !see::at_least(node.board, mv, floor);
    loses.then_some(PruneReason::StaticExchange)
}

/// A capture that gives more than it takes.
#[inline]
fn losing_capture(node: &Node<'_>, mv: Move) -> Option<PruneReason> {
    let loses = node.depth <= SEE_DEPTH && !see::at_least(node.board, mv, SEE_NOISY * node.depth);
    loses.then_some(PruneReason::StaticExchange)
}
