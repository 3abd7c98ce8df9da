//! Pruning: nodes and moves that are not searched. One rule a function, each with its reason.

use super::history::{NO_CONT_INDEX, captured};
use super::order::Picker;
use super::params::{self as p, MAX_DEPTH, PLY};
use super::rule_set::RuleSet;
use super::tb::TbProbe;
use super::tt::Entry;
use super::value::{EVAL_MAX, TB_WIN_IN_MAX_PLY, UNKNOWN, Value, is_decisive, mate_at, mated_at};
use crate::search::detail::PruneReason;
use crate::search::score::Bound;
use tabia_chess::{Board, Color, Move, PieceType, see};

use super::node::{Node, eval_only, tt_value};
use super::thread::Search;
use super::tree::{NodeResult, Recorder};
use super::value::Window;

/// The value a rule gives to a node without searching its moves, and which rule it is.
pub(super) type Cut = Option<(PruneReason, Value)>;

/// What a captured piece is worth in futility pruning, centipawns.
const VICTIM_VALUE: [Value; 6] = [100, 320, 330, 500, 950, 0];

/// A tablebase result is stored as if searched this much deeper than the node, plies.
const TB_DEPTH: i32 = 6;

impl<R: Recorder> Search<'_, R> {
    /// Mate distance pruning: the window is narrowed to what the nearest possible mates of both sides allow. An empty
    /// window ends the node.
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
        // Entries know no halfmove clock, so they are not trusted near the fifty-move rule.
        if entry.depth < node.depth
            || node.board.halfmove_clock() >= 90
            || !self.rules().has(PruneReason::TtCutoff)
        {
            return None;
        }
        if let Some(mv) = entry.mv.filter(|mv| value >= node.window.beta && !mv.is_noisy()) {
            self.reward_tt_move(node, mv);
        }
        Some((PruneReason::TtCutoff, value))
    }

    /// Tablebase cutoff. In a PV node the search may still find a mate, so there the result only bounds the value.
    #[inline]
    pub(super) fn tb_cutoff<const PV: bool>(&mut self, node: &mut Node<'_>) -> Cut {
        let asks = |tables: &&TbProbe<'_>| tables.asks(node.board, node.depth);
        let tables = self.shared.tb.as_ref().filter(asks)?;
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

    /// The rules that cut a whole node, the cheapest first. Not for PV nodes.
    pub(super) fn prune_node(&mut self, node: &Node<'_>) -> Cut {
        if node.in_check || node.excluded.is_some() {
            return None;
        }
        reverse_futility(self.rules(), node)
            .or_else(|| self.razoring(node))
            .or_else(|| self.null_move(node))
            .or_else(|| self.probcut(node))
    }

    /// Razoring: so far below alpha that only captures could help. If quiescence agrees, its value is returned.
    fn razoring(&mut self, node: &Node<'_>) -> Cut {
        let depth = node.depth;
        let alpha = node.window.alpha;
        let hope = node.eval + p::razor_base() + p::razor_square() * depth * depth;
        if depth > p::razor_depth() || hope >= alpha || !self.rules().has(PruneReason::Razoring) {
            return None;
        }
        let window = Window { alpha, beta: alpha + 1 };
        let value = self.qsearch::<false>(node.board, node.ply, window);
        (value <= alpha && !is_decisive(value)).then_some((PruneReason::Razoring, value))
    }

    /// Null move pruning: if passing still fails high, a real move will, too. Not in pawn endings, where zugzwang is
    /// common; at great depth a search without null moves verifies the cutoff.
    fn null_move(&mut self, node: &Node<'_>) -> Cut {
        let beta = node.window.beta;
        if !self.may_pass(node) {
            return None;
        }
        self.counts.null_tries += 1;
        let extra = ((node.eval - beta) / p::nmp_per_eval()).min(p::nmp_eval_max());
        let reduced = node.depth - (p::nmp_base() + node.depth / p::nmp_per_depth() + extra);
        let value = self.pass(node, reduced);
        if value < beta || self.stopped {
            return None;
        }
        if node.depth >= p::nmp_verify_depth() && self.null_from == 0 {
            self.null_from = node.ply + (reduced.max(0) as usize) * 3 / 4;
            let window = Window { alpha: beta - 1, beta };
            let verified = self.search::<false>(node.board, node.ply, reduced, window, false);
            self.null_from = 0;
            if verified < beta {
                return None;
            }
        }
        Some((PruneReason::NullMove, if value >= TB_WIN_IN_MAX_PLY { beta } else { value }))
    }

    /// Whether a null move may be tried.
    fn may_pass(&self, node: &Node<'_>) -> bool {
        let (ply, depth, beta) = (node.ply, node.depth, node.window.beta);
        depth >= p::nmp_depth()
            && ply >= self.null_from
            && (node.cut_node || p::nmp_cut_only() == 0)
            && node.eval >= beta
            && node.static_eval + p::nmp_slope() * depth >= beta + p::nmp_margin()
            && beta > -TB_WIN_IN_MAX_PLY
            && self.data.stack.back(ply, 1).mv.is_some()
            && has_pieces(node)
            && self.rules().has(PruneReason::NullMove)
    }

    /// The value after a null move.
    fn pass(&mut self, node: &Node<'_>, depth: i32) -> Value {
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
        self.step_back();
        value
    }

    /// `ProbCut`: a capture that beats beta by a margin in a shallow search will beat beta in a deep one.
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
        let mut picker = Picker::noisy(node.board, node.tt_move, beta - node.static_eval);
        picker.obey(self.rules());
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

    /// The value of a capture; quiescence comes first.
    fn try_probcut(&mut self, node: &Node<'_>, mv: Move, beta: Value, depth: i32) -> Value {
        let (board, ply) = (node.board, node.ply);
        let window = Window { alpha: -beta, beta: 1 - beta };
        let child = self.child(board, ply, mv);
        self.step(board, ply, mv, &child);
        let mut value = -self.qsearch::<false>(&child, ply + 1, window);
        if value >= beta && depth > 0 {
            value = -self.search::<false>(&child, ply + 1, depth, window, !node.cut_node);
        }
        self.step_back();
        value
    }

    /// Which rule prunes this move, if any. Not asked before some move is known that does not lose by force.
    #[inline]
    pub(super) fn prune_move(
        &self,
        node: &Node<'_>,
        mv: Move,
        number: usize,
        history: i32,
    ) -> Option<PruneReason> {
        if node.ply == 0 || node.best <= -TB_WIN_IN_MAX_PLY || !has_pieces(node) {
            return None;
        }
        let rules = self.rules();
        let base = self.shared.reductions.quiet(node.depth, number);
        let lmr_depth = (node.depth - base / PLY).max(0);
        if mv.is_noisy() {
            return futility_pruning_noisy(rules, node, mv, lmr_depth)
                .or_else(|| see_pruning_noisy(rules, node, mv, history));
        }
        late_move_pruning(rules, node, number)
            .or_else(|| history_pruning(rules, node, lmr_depth, history))
            .or_else(|| futility_pruning(rules, node, mv, lmr_depth, history))
            .or_else(|| see_pruning_quiet(rules, node, mv, lmr_depth))
    }
}

/// Whether the side to move has more than pawns.
#[inline]
fn has_pieces(node: &Node<'_>) -> bool {
    let us: Color = node.board.stm();
    let pawns_and_king = node.board.by(us, PieceType::Pawn) | node.board.by(us, PieceType::King);
    (node.board.colors(us) - pawns_and_king).any()
}

/// Reverse futility pruning: so far above beta that no reply will bring the value below it.
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

/// Small `ProbCut`: the entry of the transposition table lies far above beta at nearly the depth wanted.
fn probcut_by_tt(node: &Node<'_>) -> Cut {
    let beta = node.window.beta + p::probcut_table_margin();
    let entry = node.tt_entry?;
    let holds = matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
        && entry.depth >= node.depth - p::probcut_reduction()
        && entry.value >= beta
        && !is_decisive(entry.value);
    holds.then_some((PruneReason::ProbCut, beta))
}

/// Late move pruning: the later quiet moves are not searched at low depth.
#[inline]
fn late_move_pruning(rules: RuleSet, node: &Node<'_>, number: usize) -> Option<PruneReason> {
    let moves = p::lmp_base() + node.depth * node.depth;
    let moves = if node.improving { moves } else { moves / 2 };
    let late =
        node.depth <= p::lmp_depth() && number as i32 > moves && rules.has(PruneReason::LateMove);
    late.then_some(PruneReason::LateMove)
}

/// History pruning: quiet moves like this one have failed too often.
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

/// Futility pruning: a quiet move that cannot raise the evaluation to alpha.
#[inline]
fn futility_pruning(
    rules: RuleSet,
    node: &Node<'_>,
    mv: Move,
    lmr_depth: i32,
    history: i32,
) -> Option<PruneReason> {
    let reach = node.static_eval
        + p::futility_base()
        + p::futility_margin() * lmr_depth
        + history / p::futility_per_history();
    let futile = !node.in_check
        && lmr_depth <= p::futility_depth()
        && reach <= node.window.alpha
        && rules.has(PruneReason::Futility)
        && !node.board.gives_check(mv);
    futile.then_some(PruneReason::Futility)
}

/// Futility pruning of captures: even winning the captured piece for nothing does not raise the evaluation to alpha.
#[inline]
fn futility_pruning_noisy(
    rules: RuleSet,
    node: &Node<'_>,
    mv: Move,
    lmr_depth: i32,
) -> Option<PruneReason> {
    let victim_value = captured(node.board, mv).map_or(0, |kind| VICTIM_VALUE[kind.index()]);
    let reach = node.static_eval
        + p::noisy_futility_base()
        + p::noisy_futility_margin() * lmr_depth
        + victim_value;
    let futile = !node.in_check
        && lmr_depth < p::noisy_futility_depth()
        && !mv.is_promotion()
        && reach <= node.window.alpha
        && rules.has(PruneReason::Futility)
        && !node.board.gives_check(mv);
    futile.then_some(PruneReason::Futility)
}

/// SEE pruning: a quiet move that puts a piece where it is lost.
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

/// SEE pruning: a capture that loses material.
#[inline]
fn see_pruning_noisy(
    rules: RuleSet,
    node: &Node<'_>,
    mv: Move,
    history: i32,
) -> Option<PruneReason> {
    let trust = history.checked_div(p::see_history()).unwrap_or(0);
    let floor = -(p::see_noisy() * node.depth + trust).max(0);
    let loses = node.depth <= p::see_depth()
        && rules.has(PruneReason::StaticExchange)
        && !see::at_least(node.board, mv, floor);
    loses.then_some(PruneReason::StaticExchange)
}
