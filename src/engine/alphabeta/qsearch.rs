//! Quiescence search: captures, promotions and evasions until the position is quiet.

use super::history::captured;
use super::order::{MovePicker, QuietHints};
use super::params as p;
use super::rule_set::{RuleSet, Technique};
use super::threats::Threats;
use super::tt::Entry;
use super::value::{DRAW, TB_WIN_IN_MAX_PLY, UNKNOWN, Value, is_decisive, mated_at};
use crate::eval::PIECE_VALUE;
use crate::search::detail::PruneReason;
use crate::search::score::Bound;
use tabia_chess::{Board, Move, see};

use super::node::{Node, eval_by_tt, eval_only, tt_value};
use super::prune::Cut;
use super::thread::Search;
use super::tree::{Attempt, NodeResult, Recorder};
use super::value::Window;

impl<R: Recorder> Search<'_, R> {
    /// Quiescence search of a position.
    pub(super) fn qsearch<const PV: bool>(
        &mut self,
        board: &Board,
        ply: usize,
        window: Window,
    ) -> Value {
        if self.stopped {
            return DRAW;
        }
        let result = if self.rules().uses(Technique::Quiescence) {
            self.qsearch_node::<PV>(board, ply, window)
        } else {
            self.evaluate_node::<PV>(board, ply, window)
        };
        self.finish_node(result)
    }

    /// Searches a quiescence node.
    #[inline]
    fn qsearch_node<const PV: bool>(
        &mut self,
        board: &Board,
        ply: usize,
        window: Window,
    ) -> NodeResult {
        self.counts.qnodes += 1;
        let window = match self.enter::<PV>(board, ply, 0, window) {
            Ok(window) => window,
            Err(result) => return result,
        };
        let tt_entry = self.tt_probe(board, ply);
        let mut node = Node::new::<PV>(board, ply, 0, window, tt_entry);
        let first_alpha = node.window.alpha;
        if !PV && let Some(cut) = self.qsearch_tt_cutoff(&node) {
            return cut.into();
        }
        if let Some(cut) = self.stand_pat(&mut node) {
            return cut.into();
        }
        self.search_noisy::<PV>(&mut node, first_alpha)
    }

    /// Node at depth 0 with quiescence search turned off: the static evaluation.
    #[cold]
    fn evaluate_node<const PV: bool>(
        &mut self,
        board: &Board,
        ply: usize,
        window: Window,
    ) -> NodeResult {
        match self.enter::<PV>(board, ply, 0, window) {
            Err(result) => result,
            Ok(_) if board.in_check() && !board.has_legal_move() => {
                NodeResult::Searched(mated_at(ply), Bound::Exact)
            }
            Ok(_) => {
                let raw = self.raw_eval(board, ply);
                let eval = self.corrected_eval(board, raw).0;
                self.recorder.static_eval(raw, eval);
                NodeResult::Cut(PruneReason::StandPat, eval)
            }
        }
    }

    /// TT cutoff: every entry is deep enough for quiescence search.
    #[inline]
    fn qsearch_tt_cutoff(&self, node: &Node<'_>) -> Cut {
        let value = node.tt_entry.and_then(|entry| tt_value(&entry, node.window))?;
        self.rules().has(PruneReason::TtCutoff).then_some((PruneReason::TtCutoff, value))
    }

    /// Stand pat: a side that is not in check need not capture.
    fn stand_pat(&mut self, node: &mut Node<'_>) -> Cut {
        if node.in_check {
            return None;
        }
        let known = node.tt_entry.map(|entry| entry.eval).filter(|&eval| eval != UNKNOWN);
        node.raw_eval = known.unwrap_or_else(|| self.raw_eval(node.board, node.ply));
        node.static_eval = self.corrected_eval(node.board, node.raw_eval).0;
        self.recorder.static_eval(node.raw_eval, node.static_eval);
        node.eval = eval_by_tt(node.tt_entry, node.static_eval);
        node.best = node.eval;
        if node.eval >= node.window.beta {
            if node.tt_entry.is_none() {
                self.tt_store(node.board, node.ply, eval_only(node.raw_eval, node.tt_pv));
            }
            return Some((PruneReason::StandPat, node.eval));
        }
        node.window.alpha = node.window.alpha.max(node.eval);
        None
    }

    /// Searches the moves. `first_alpha`: alpha before stand pat.
    fn search_noisy<const PV: bool>(
        &mut self,
        node: &mut Node<'_>,
        first_alpha: Value,
    ) -> NodeResult {
        let (board, ply) = (node.board, node.ply);
        let mut picker = if node.in_check {
            MovePicker::all(board, node.tt_move, self.quiet_hints(node))
        } else {
            MovePicker::noisy(board, node.tt_move, p::qs_see())
        };
        picker.set_rules(self.rules());
        let mut move_count = 0;
        while let Some(mv) = picker.next(board, &self.data.history) {
            move_count += 1;
            if node.best > -TB_WIN_IN_MAX_PLY {
                if node.in_check {
                    // Once one evasion does not lose by force, only good captures are tried.
                    picker.skip_quiets();
                    if !mv.is_noisy() || picker.is_bad_noisy(board, mv) {
                        continue;
                    }
                } else if let Some((reason, futility_value)) =
                    delta_pruning(self.rules(), node, mv, move_count)
                {
                    self.skip(mv, reason);
                    // The skipped move may reach this value, so a lower one would not be an upper bound.
                    node.best = node.best.max(futility_value);
                    continue;
                }
            }
            let child = self.make_move(board, ply, mv);
            self.push_move(board, ply, mv, &child);
            self.recorder.attempt(Attempt { order: move_count, ..Attempt::default() });
            let value = -self.qsearch::<PV>(&child, ply + 1, node.window.flipped());
            self.pop_move();
            if self.stopped {
                return NodeResult::Stopped;
            }
            if value > node.best {
                node.best = value;
                if value > node.window.alpha {
                    node.best_move = Some(mv);
                    if PV {
                        self.data.stack.set_pv(ply, mv);
                    }
                    if value >= node.window.beta {
                        self.counts.beta_cutoffs += 1;
                        self.counts.first_move_cutoffs += u64::from(move_count == 1);
                        break;
                    }
                    node.window.alpha = value;
                }
            }
        }
        if node.in_check && move_count == 0 {
            return NodeResult::Searched(mated_at(ply), Bound::Exact);
        }
        let bound = node.bound(first_alpha);
        // Without a best move an exact value is the stand pat. It is stored as an upper bound, as in other engines, so
        // that it does not cause a fail high by itself.
        let stored = match bound {
            Bound::Exact if node.best_move.is_none() => Bound::Upper,
            bound => bound,
        };
        self.store_qsearch_result(node, stored);
        NodeResult::Searched(node.best, bound)
    }

    /// Data for scoring quiet evasions.
    fn quiet_hints(&self, node: &Node<'_>) -> QuietHints {
        QuietHints::replies(
            node.board,
            Threats::new(node.board),
            self.data.stack.cont_indices(node.ply),
        )
    }

    fn store_qsearch_result(&self, node: &Node<'_>, bound: Bound) {
        let entry = Entry {
            mv: node.best_move,
            value: node.best,
            eval: node.raw_eval,
            depth: 0,
            bound: Some(bound),
            pv: node.tt_pv,
        };
        self.tt_store(node.board, node.ply, entry);
    }
}

/// Delta pruning: winning the piece for free would not reach alpha, or the capture loses material, or enough captures
/// have been tried. Returns a value for the node without the move: an upper estimate of the move's value, or the best
/// value so far if enough captures have been tried.
#[inline]
fn delta_pruning(
    rules: RuleSet,
    node: &Node<'_>,
    mv: Move,
    move_count: usize,
) -> Option<(PruneReason, Value)> {
    if is_decisive(node.window.alpha) || mv.is_promotion() || node.board.gives_check(mv) {
        return None;
    }
    if move_count > p::qs_moves() as usize && rules.has(PruneReason::LateMove) {
        return Some((PruneReason::LateMove, node.best));
    }
    let alpha = node.window.alpha;
    let base = node.static_eval + p::delta_margin();
    let victim = captured(node.board, mv).map_or(0, |kind| PIECE_VALUE[kind.index()]);
    let futility_value = if base + victim <= alpha {
        base + victim
    } else if base <= alpha && !see::at_least(node.board, mv, 1) {
        base
    } else {
        return None;
    };
    rules.has(PruneReason::Delta).then_some((PruneReason::Delta, futility_value))
}
