//! Pruning: nodes and moves that are not searched. One function per rule.

use super::history::{NO_CONT_INDEX, captured};
use super::order::MovePicker;
use super::params::{self as p, MAX_DEPTH, PLY};
use super::rule_set::RuleSet;
use super::tb::TbProbe;
use super::tt::Entry;
use super::value::{EVAL_MAX, TB_WIN_IN_MAX_PLY, UNKNOWN, Value, is_decisive, mate_at, mated_at};
use crate::eval::PIECE_VALUE;
use crate::search::detail::PruneReason;
use crate::search::score::Bound;
use tabia_chess::{Board, Color, Move, PieceType, see};

use super::node::{Node, eval_only, tt_value};
use super::thread::Search;
use super::tree::{NodeResult, Recorder};
use super::value::Window;

/// The rule that cuts a node, and the value it returns.
pub(super) type Cut = Option<(PruneReason, Value)>;

/// Plies added to a node's depth when its tablebase result is stored.
const TB_DEPTH: i32 = 6;

impl<R: Recorder> Search<'_, R> {
    /// Mate distance pruning: narrows the window to the nearest possible mates of both sides. An empty window ends the
    /// node.
    #[inline]
    pub(super) fn mate_distance(&self, ply: usize, window: Window) -> Result<Window, NodeResult> {
        if !self.rules().has(PruneReason::MateDistance) {
            return Ok(window);
        }
        let alpha = window.alpha.max(mated_at(ply));
        let beta = window.beta.min(mate_at(ply + 1));
        if alpha >= beta {
            return Err(NodeResult::Cut(PruneReason::MateDistance, alpha));
        }
        Ok(Window { alpha, beta })
    }

    /// Upcoming repetitions: a side that can repeat a position of this line has at least a draw.
    #[inline]
    pub(super) fn upcoming_repetition(
        &self,
        board: &Board,
        window: Window,
    ) -> Result<Window, NodeResult> {
        let draw = self.draw_value(board);
        if window.alpha >= draw
            || !self.can_repeat(board)
            || !self.rules().has(PruneReason::UpcomingRepetition)
        {
            return Ok(window);
        }
        if window.beta <= draw {
            return Err(NodeResult::Cut(PruneReason::UpcomingRepetition, draw));
        }
        Ok(Window { alpha: draw, ..window })
    }

    /// Transposition table cutoff: the entry is deep enough and its bound lies outside the window.
    pub(super) fn tt_cutoff(&mut self, node: &Node<'_>) -> Cut {
        let entry = node.tt_entry?;
        let value = tt_value(&entry, node.window)?;
        // Entries do not store the halfmove clock, so they are not used near the fifty-move rule.
        if entry.depth < node.depth
            || node.board.halfmove_clock() >= 90
            || !self.rules().has(PruneReason::TtCutoff)
        {
            return None;
        }
        if let Some(mv) = entry.mv.filter(|mv| value >= node.window.beta && !mv.is_noisy()) {
            self.update_tt_move_history(node, mv);
        }
        Some((PruneReason::TtCutoff, value))
    }

    /// Tablebase cutoff. A PV node may still find a mate, so there the result only bounds the value.
    #[inline]
    pub(super) fn tb_cutoff<const PV: bool>(&mut self, node: &mut Node<'_>) -> Cut {
        let should_probe = |tables: &&TbProbe<'_>| tables.should_probe(node.board, node.depth);
        let tables = self.shared.tb.as_ref().filter(should_probe)?;
        if node.excluded.is_some() {
            return None;
        }
        let draw = self.draw_value(node.board);
        let (value, bound) = tables.value(node.board, node.ply, draw)?;
        self.counts.tb_hits += 1;
        let entry = Entry { bound: Some(bound), value, ..eval_only(UNKNOWN, node.tt_pv) };
        if tt_value(&entry, node.window).is_some() {
            let depth = (node.depth + TB_DEPTH).min(MAX_DEPTH);
            self.tt_store(node.board, node.ply, Entry { depth, ..entry });
            return Some((PruneReason::Tablebase, value));
        }
        if PV && bound == Bound::Lower {
            node.best = value;
            node.window.alpha = node.window.alpha.max(value);
        } else if PV {
            node.max_value = value;
        }
        None
    }

    /// Rules that cut a whole node, the cheapest first. Not used in PV nodes.
    pub(super) fn prune_node(&mut self, node: &Node<'_>) -> Cut {
        if node.in_check || node.excluded.is_some() {
            return None;
        }
        reverse_futility(self.rules(), node)
            .or_else(|| self.razoring(node))
            .or_else(|| self.null_move(node))
            .or_else(|| self.probcut(node))
    }

    /// Razoring: far below alpha, quiescence search decides. If it fails low too, its value is returned.
    fn razoring(&mut self, node: &Node<'_>) -> Cut {
        let depth = node.depth;
        let alpha = node.window.alpha;
        let futility_value = node.eval + p::razor_base() + p::razor_square() * depth * depth;
        if depth > p::razor_depth()
            || futility_value >= alpha
            || !self.rules().has(PruneReason::Razoring)
        {
            return None;
        }
        let window = Window { alpha, beta: alpha + 1 };
        let value = self.qsearch::<false>(node.board, node.ply, window);
        (value <= alpha && !is_decisive(value)).then_some((PruneReason::Razoring, value))
    }

    /// Null move pruning: if passing still fails high, a real move will fail high too. It is not used in pawn endings,
    /// where zugzwang is common; at high depth a search without null moves verifies the cutoff.
    fn null_move(&mut self, node: &Node<'_>) -> Cut {
        let beta = node.window.beta;
        if !self.can_try_null_move(node) {
            return None;
        }
        self.counts.null_tries += 1;
        let extra = ((node.eval - beta) / p::nmp_per_eval()).min(p::nmp_eval_max());
        let reduced = node.depth - (p::nmp_base() + node.depth / p::nmp_per_depth() + extra);
        let value = self.search_null_move(node, reduced);
        if value < beta || self.stopped {
            return None;
        }
        if node.depth >= p::nmp_verify_depth() && self.nmp_min_ply == 0 {
            self.nmp_min_ply = node.ply + (reduced.max(0) as usize) * 3 / 4;
            let window = Window { alpha: beta - 1, beta };
            let verified = self.search::<false>(node.board, node.ply, reduced, window, false);
            self.nmp_min_ply = 0;
            if verified < beta {
                return None;
            }
        }
        Some((PruneReason::NullMove, if value >= TB_WIN_IN_MAX_PLY { beta } else { value }))
    }

    /// Whether a null move may be tried.
    fn can_try_null_move(&self, node: &Node<'_>) -> bool {
        let (ply, depth, beta) = (node.ply, node.depth, node.window.beta);
        depth >= p::nmp_depth()
            && ply >= self.nmp_min_ply
            && node.eval >= beta
            && node.static_eval + p::nmp_slope() * depth >= beta + p::nmp_margin()
            && beta > -TB_WIN_IN_MAX_PLY
            && self.data.stack.back(ply, 1).mv.is_some()
            && has_pieces(node)
            && self.rules().has(PruneReason::NullMove)
    }

    /// The value after a null move.
    fn search_null_move(&mut self, node: &Node<'_>, depth: i32) -> Value {
        let beta = node.window.beta;
        let mut child = *node.board;
        child.make_null();
        self.data.accumulators.begin(node.ply + 1);
        self.shared.tt.prefetch(child.key());
        self.keys.push(child.key());
        let line_key = std::mem::replace(&mut self.line_key, self.keys.len() - 1);
        let frame = &mut self.data.stack[node.ply];
        (frame.mv, frame.cont_index) = (None, NO_CONT_INDEX);
        let window = Window { alpha: -beta, beta: 1 - beta };
        let value = -self.search::<false>(&child, node.ply + 1, depth, window, !node.cut_node);
        self.line_key = line_key;
        self.pop_move();
        value
    }

    /// `ProbCut`: a capture that beats beta by a margin in a shallow search will probably beat beta in a deep one.
    fn probcut(&mut self, node: &Node<'_>) -> Cut {
        let beta = node.window.beta + p::probcut_margin();
        let depth = node.depth - p::probcut_reduction();
        let tt_denies = node.tt_entry.is_some_and(|entry| {
            entry.bound.is_some() && entry.depth >= depth && entry.value < beta
        });
        if node.depth < p::probcut_depth()
            || node.window.beta.abs() >= EVAL_MAX / 2
            || !self.rules().has(PruneReason::ProbCut)
        {
            return None;
        }
        if let Some(cut) = probcut_by_tt(node) {
            return Some(cut);
        }
        if tt_denies {
            return None;
        }
        let mut picker = MovePicker::noisy(node.board, node.tt_move, beta - node.static_eval);
        picker.set_rules(self.rules());
        while let Some(mv) = picker.next(node.board, &self.data.history) {
            let value = self.try_probcut(node, mv, beta, depth);
            if self.stopped {
                return None;
            }
            if value >= beta {
                let entry = Entry {
                    mv: Some(mv),
                    value,
                    eval: node.raw_eval,
                    depth: depth + 1,
                    bound: Some(Bound::Lower),
                    pv: node.tt_pv,
                };
                self.tt_store(node.board, node.ply, entry);
                return Some((PruneReason::ProbCut, value));
            }
        }
        None
    }

    /// `ProbCut` search of one capture, quiescence search first.
    fn try_probcut(&mut self, node: &Node<'_>, mv: Move, beta: Value, depth: i32) -> Value {
        let (board, ply) = (node.board, node.ply);
        let window = Window { alpha: -beta, beta: 1 - beta };
        let child = self.make_move(board, ply, mv);
        self.push_move(board, ply, mv, &child);
        let mut value = -self.qsearch::<false>(&child, ply + 1, window);
        if value >= beta && depth > 0 {
            value = -self.search::<false>(&child, ply + 1, depth, window, !node.cut_node);
        }
        self.pop_move();
        value
    }

    /// The rule that prunes this move, if any; `None` until a move has been found that does not lose by force.
    #[inline]
    pub(super) fn prune_move(
        &self,
        node: &Node<'_>,
        mv: Move,
        move_count: usize,
        history: i32,
    ) -> Option<PruneReason> {
        if node.ply == 0 || node.best <= -TB_WIN_IN_MAX_PLY || !has_pieces(node) {
            return None;
        }
        let rules = self.rules();
        let base = self.shared.reductions.quiet(node.depth, move_count);
        let lmr_depth = (node.depth - base / PLY).max(0);
        if mv.is_noisy() {
            return futility_pruning_noisy(rules, node, mv, lmr_depth)
                .or_else(|| see_pruning_noisy(rules, node, mv));
        }
        late_move_pruning(rules, node, move_count)
            .or_else(|| history_pruning(rules, node, lmr_depth, history))
            .or_else(|| futility_pruning(rules, node, mv, lmr_depth, history))
            .or_else(|| see_pruning_quiet(rules, node, mv, lmr_depth))
    }
}

/// Whether the side to move has pieces other than pawns and king.
#[inline]
fn has_pieces(node: &Node<'_>) -> bool {
    let us: Color = node.board.stm();
    let pawns_and_king = node.board.by(us, PieceType::Pawn) | node.board.by(us, PieceType::King);
    (node.board.colors(us) - pawns_and_king).any()
}

/// Reverse futility pruning: the evaluation is so far above beta that no reply will bring the value below it.
fn reverse_futility(rules: RuleSet, node: &Node<'_>) -> Cut {
    let beta = node.window.beta;
    let improving = if node.improving { p::rfp_improving() } else { 0 };
    let margin = p::rfp_margin() * node.depth - improving;
    let quiet_tt_move = node.tt_move.is_none_or(Move::is_noisy);
    let holds = node.depth <= p::rfp_depth()
        && !node.tt_pv
        && quiet_tt_move
        && node.eval - margin >= beta
        && node.eval < TB_WIN_IN_MAX_PLY
        && beta > -TB_WIN_IN_MAX_PLY
        && rules.has(PruneReason::ReverseFutility);
    holds.then_some((PruneReason::ReverseFutility, i32::midpoint(node.eval, beta)))
}

/// Small `ProbCut`: the TT value is far above beta at almost the required depth.
fn probcut_by_tt(node: &Node<'_>) -> Cut {
    let beta = node.window.beta + p::probcut_tt_margin();
    let entry = node.tt_entry?;
    let holds = matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
        && entry.depth >= node.depth - p::probcut_reduction()
        && entry.value >= beta
        && !is_decisive(entry.value);
    holds.then_some((PruneReason::ProbCut, beta))
}

/// Late move pruning: at low depth late quiet moves are skipped.
#[inline]
fn late_move_pruning(rules: RuleSet, node: &Node<'_>, move_count: usize) -> Option<PruneReason> {
    let moves = p::lmp_base() + node.depth * node.depth;
    let moves = if node.improving { moves } else { moves / 2 };
    let late = node.depth <= p::lmp_depth()
        && move_count as i32 > moves
        && rules.has(PruneReason::LateMove);
    late.then_some(PruneReason::LateMove)
}

/// History pruning: quiet moves with a bad history are skipped.
#[inline]
fn history_pruning(
    rules: RuleSet,
    node: &Node<'_>,
    lmr_depth: i32,
    history: i32,
) -> Option<PruneReason> {
    let history_pruning = lmr_depth <= p::history_depth()
        && history < -p::history_margin() * node.depth
        && rules.has(PruneReason::History);
    history_pruning.then_some(PruneReason::History)
}

/// Futility pruning: the quiet move cannot raise the evaluation to alpha.
#[inline]
fn futility_pruning(
    rules: RuleSet,
    node: &Node<'_>,
    mv: Move,
    lmr_depth: i32,
    history: i32,
) -> Option<PruneReason> {
    let futility_value = node.static_eval
        + p::futility_base()
        + p::futility_margin() * lmr_depth
        + history / p::futility_per_history();
    let futile = !node.in_check
        && lmr_depth <= p::futility_depth()
        && futility_value <= node.window.alpha
        && rules.has(PruneReason::Futility)
        && !node.board.gives_check(mv);
    futile.then_some(PruneReason::Futility)
}

/// Futility pruning of captures: winning the captured piece for free does not raise the evaluation to alpha.
#[inline]
fn futility_pruning_noisy(
    rules: RuleSet,
    node: &Node<'_>,
    mv: Move,
    lmr_depth: i32,
) -> Option<PruneReason> {
    let victim_value = captured(node.board, mv).map_or(0, |kind| PIECE_VALUE[kind.index()]);
    let futility_value = node.static_eval
        + p::noisy_futility_base()
        + p::noisy_futility_margin() * lmr_depth
        + victim_value;
    let futile = !node.in_check
        && lmr_depth < p::noisy_futility_depth()
        && !mv.is_promotion()
        && futility_value <= node.window.alpha
        && rules.has(PruneReason::Futility)
        && !node.board.gives_check(mv);
    futile.then_some(PruneReason::Futility)
}

/// SEE pruning of a quiet move that loses the moved piece.
#[inline]
fn see_pruning_quiet(
    rules: RuleSet,
    node: &Node<'_>,
    mv: Move,
    lmr_depth: i32,
) -> Option<PruneReason> {
    let floor = -p::see_quiet() * lmr_depth * lmr_depth;
    let loses = node.depth <= p::see_depth()
        && rules.has(PruneReason::StaticExchange)
        && !see::at_least(node.board, mv, floor);
    loses.then_some(PruneReason::StaticExchange)
}

/// SEE pruning of a capture that loses material.
#[inline]
fn see_pruning_noisy(rules: RuleSet, node: &Node<'_>, mv: Move) -> Option<PruneReason> {
    let floor = -p::see_noisy() * node.depth;
    let loses = node.depth <= p::see_depth()
        && rules.has(PruneReason::StaticExchange)
        && !see::at_least(node.board, mv, floor);
    loses.then_some(PruneReason::StaticExchange)
}
