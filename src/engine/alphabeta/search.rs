//! One node of the main search. The rules that prune, reduce and extend are in `prune` and `reduce`.

use super::history::{HistoryContext, cont_index_of};
use super::order::{MovePicker, QuietHints};
use super::params::{self as p, MAX_DEPTH, PLY};
use super::threats::Threats;
use super::tt::Entry;
use super::value::{DRAW, INFINITE, MAX_PLY, UNKNOWN, Value, is_decisive, mated_at};
use crate::search::detail::PruneReason;
use crate::search::score::Bound;
use tabia_chess::{Board, Move};

use super::node::{CandidateMove, Node, eval_by_tt, eval_only};
use super::reduce::{Singular, first_move_reduction};
use super::rule_set::Technique;
use super::thread::Search;
use super::tree::{Attempt, NodeEvent, NodeResult, Recorder};
use super::update_histories::Tried;
use super::value::Window;

impl<R: Recorder> Search<'_, R> {
    /// Searches a position to `depth` plies; the value is for the side to move.
    pub(super) fn search<const PV: bool>(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        window: Window,
        cut_node: bool,
    ) -> Value {
        if depth <= 0 {
            return self.qsearch::<PV>(board, ply, window);
        }
        if self.stopped {
            return DRAW;
        }
        let result = self.search_node::<PV>(board, ply, depth, window, cut_node);
        self.finish_node(result)
    }

    #[inline]
    fn search_node<const PV: bool>(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        window: Window,
        cut_node: bool,
    ) -> NodeResult {
        // Draws, maximum ply, mate distance pruning, upcoming repetitions
        let window = match self.enter::<PV>(board, ply, depth, window) {
            Ok(window) => window,
            Err(result) => return result,
        };
        // Transposition table cutoff
        let mut node = self.probe::<PV>(board, ply, depth.min(MAX_DEPTH), window, cut_node);
        if !PV && let Some(cut) = self.tt_cutoff(&node) {
            return cut.into();
        }
        // Tablebase cutoff
        if let Some(cut) = self.tb_cutoff::<PV>(&mut node) {
            return cut.into();
        }
        // Static evaluation and hindsight depth adjustment
        self.static_eval(&mut node);
        self.hindsight(&mut node);
        // Reverse futility pruning, razoring, null move pruning, ProbCut
        if !PV && let Some(cut) = self.prune_node(&node) {
            return cut.into();
        }
        // Internal iterative reductions
        self.internal_iterative_reduction::<PV>(&mut node);
        self.search_moves::<PV>(&mut node)
    }

    /// Checks at the start of every node: the narrowed window, or the result of the node.
    #[inline]
    pub(super) fn enter<const PV: bool>(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> Result<Window, NodeResult> {
        debug_assert!(-INFINITE <= window.alpha && window.alpha < window.beta);
        debug_assert!(window.beta <= INFINITE && (PV || window.beta - window.alpha == 1));
        debug_assert_eq!(self.keys.last(), Some(&board.key()));
        if R::ON {
            let mv = self.data.stack.back(ply, 1).mv;
            self.recorder.enter(NodeEvent { ply, depth, window, mv });
        }
        if !self.count_node() {
            return Err(NodeResult::Stopped);
        }
        if PV {
            self.seldepth = self.seldepth.max(ply);
            self.data.stack[ply].pv.clear();
        }
        if let Some(reason) = self.draw(board) {
            return Err(NodeResult::Cut(reason, self.draw_value(board)));
        }
        if ply >= MAX_PLY - 1 {
            let raw = self.raw_eval(board, ply);
            let value = if board.in_check() { DRAW } else { self.corrected_eval(board, raw).0 };
            return Err(NodeResult::Cut(PruneReason::MaxPly, value));
        }
        let window = self.mate_distance(ply, window)?;
        self.upcoming_repetition(board, window)
    }

    /// Probes the transposition table and resets the stack for the children.
    pub(super) fn probe<'b, const PV: bool>(
        &mut self,
        board: &'b Board,
        ply: usize,
        depth: i32,
        window: Window,
        cut_node: bool,
    ) -> Node<'b> {
        let excluded = self.data.stack[ply].excluded;
        let tt_entry = if excluded.is_none() { self.tt_probe(board, ply) } else { None };
        self.data.stack[ply + 2].cutoffs = 0;
        self.data.stack[ply + 1].killers = [None; 2];
        self.data.stack[ply].doubles = self.data.stack.back(ply, 1).doubles;
        let node = Node::new::<PV>(board, ply, depth, window, tt_entry);
        Node { cut_node, excluded, ..node }
    }

    /// Sets the static evaluation, `improving` and the correction.
    pub(super) fn static_eval(&mut self, node: &mut Node<'_>) {
        let ply = node.ply;
        if node.in_check {
            self.data.stack[ply].static_eval = UNKNOWN;
            return;
        }
        if node.excluded.is_some() {
            node.static_eval = self.data.stack[ply].static_eval;
            node.eval = node.static_eval;
        } else {
            let known = node.tt_entry.map(|entry| entry.eval).filter(|&eval| eval != UNKNOWN);
            node.raw_eval = known.unwrap_or_else(|| self.raw_eval(node.board, ply));
            let (eval, correction) = self.corrected_eval(node.board, node.raw_eval);
            node.static_eval = eval;
            node.eval = eval_by_tt(node.tt_entry, node.static_eval);
            self.data.stack[ply].static_eval = node.static_eval;
            self.data.stack[ply].correction = correction.abs();
            self.update_history_by_eval_change(node);
            if node.tt_entry.is_none() {
                self.tt_store(node.board, ply, eval_only(node.raw_eval, node.tt_pv));
            }
        }
        self.recorder.static_eval(node.raw_eval, node.static_eval);
        node.correction = self.data.stack[ply].correction;
        let stack = &self.data.stack;
        let before = [2, 4].map(|back| stack.back(ply, back).static_eval);
        let before = before.into_iter().find(|&eval| eval != UNKNOWN);
        node.improving = before.is_some_and(|before| node.static_eval > before);
    }

    /// Sets the threats and the indices into the histories.
    pub(super) fn set_history_context(&mut self, node: &mut Node<'_>) {
        node.threats = Threats::new(node.board);
        let cont_indices = self.data.stack.cont_indices(node.ply);
        self.data.stack[node.ply].context =
            HistoryContext::new(node.board, node.threats.all, cont_indices);
    }

    fn search_moves<const PV: bool>(&mut self, node: &mut Node<'_>) -> NodeResult {
        let original_alpha = node.window.alpha;
        self.set_history_context(node);
        let mut picker = MovePicker::all(node.board, node.tt_move, self.hints(node));
        picker.set_rules(self.rules());
        let (mut quiets, mut noisies) = (Tried::new(), Tried::new());
        let mut move_count = 0;
        while let Some(mv) = picker.next(node.board, &self.data.history) {
            if node.excluded == Some(mv) {
                continue;
            }
            move_count += 1;
            let history = self.history_of(node, mv);
            // Shallow pruning: late moves, history, futility, static exchanges
            if let Some(reason) = self.prune_move(node, mv, move_count, history) {
                self.skip(mv, reason);
                if reason == PruneReason::LateMove {
                    picker.skip_quiets();
                }
                continue;
            }
            // Singular extensions, multi-cut
            let extension = match self.singular::<PV>(node, mv) {
                Singular::Extend(plies) => plies,
                Singular::Cut(value) => return NodeResult::Cut(PruneReason::MultiCut, value),
            };
            // Late move reductions, principal variation search
            let value =
                self.try_move::<PV>(node, CandidateMove { mv, move_count, extension, history });
            if self.stopped {
                return NodeResult::Stopped;
            }
            if value > node.best {
                node.best = value;
                if value > node.window.alpha {
                    node.best_move = Some(mv);
                    if PV {
                        self.data.stack.set_pv(node.ply, mv);
                    }
                    if value >= node.window.beta {
                        self.count_cutoff(node.ply, move_count);
                        break;
                    }
                    node.window.alpha = value;
                }
            }
            // Moves beyond the capacity get no history update.
            let _ = if mv.is_noisy() { noisies.try_push(mv) } else { quiets.try_push(mv) };
        }
        // Checkmate, stalemate
        if move_count == 0 {
            return self.no_moves(node);
        }
        if PV {
            node.best = node.best.min(node.max_value);
        }
        // History updates
        if let Some(best) = node.best_move {
            self.update_histories(node, best, &quiets, &noisies);
        } else {
            self.update_prior_move_history(node);
        }
        // Transposition table, correction history
        let bound = node.bound(original_alpha);
        self.store_result(node, bound);
        NodeResult::Searched(node.best, bound)
    }

    fn count_cutoff(&mut self, ply: usize, move_count: usize) {
        self.counts.beta_cutoffs += 1;
        self.counts.first_move_cutoffs += u64::from(move_count == 1);
        self.data.stack[ply].cutoffs += 1;
    }

    /// Data for scoring the quiet moves. [`Search::set_history_context`] must have been called.
    pub(super) fn hints(&self, node: &Node<'_>) -> QuietHints {
        let frame = &self.data.stack[node.ply];
        QuietHints {
            killers: frame.killers,
            counter: self.data.history.counter(frame.context.last_cont_index()),
            context: frame.context,
            ply: node.ply,
            threats: node.threats,
        }
    }

    /// The history score of a move.
    #[inline]
    pub(super) fn history_of(&self, node: &Node<'_>, mv: Move) -> i32 {
        let (board, history) = (node.board, &self.data.history);
        if mv.is_noisy() {
            history.noisy(board, node.threats.all, mv)
        } else {
            history.quiet(&self.data.stack[node.ply].context, mv, cont_index_of(board, mv))
        }
    }

    /// Searches one move: late moves with a reduction, all but the first with a null window.
    pub(super) fn try_move<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        candidate: CandidateMove,
    ) -> Value {
        let CandidateMove { mv, move_count, extension, .. } = candidate;
        let child = self.make_move(node.board, node.ply, mv);
        let depth = node.depth - 1 + extension;
        // Computed before the move is made, because the stack frame changes then.
        let reduction = self.reduction::<PV>(node, candidate, &child);
        self.push_move(node.board, node.ply, mv, &child);
        if PV && !self.rules().uses(Technique::NullWindow) {
            let window = node.window.flipped();
            self.recorder.attempt(Attempt { order: move_count, reduction: 0, extension });
            let value = -self.search::<true>(&child, node.ply + 1, depth, window, false);
            self.pop_move();
            return value;
        }
        let mut value = -INFINITE;
        let recorded = Attempt { order: move_count, reduction: 0, extension };
        // Late move reductions, or a null window at full depth
        let late = move_count > 1 + usize::from(PV);
        if let Some(reduction) = reduction.filter(|_| late) {
            value = self.search_reduced(node, candidate, &child, reduction);
        } else if !PV || move_count > 1 {
            let first_reduction = first_move_reduction(node, reduction);
            let (depth, null_window) = (depth - first_reduction, node.window.above_alpha());
            self.recorder.attempt(Attempt { reduction: first_reduction, ..recorded });
            value = -self.search::<false>(&child, node.ply + 1, depth, null_window, !node.cut_node);
        }
        // Full window: the first move, and those that raise alpha
        if PV && (move_count == 1 || value > node.window.alpha) {
            let window = node.window.flipped();
            self.recorder.attempt(recorded);
            value = -self.search::<true>(&child, node.ply + 1, depth, window, false);
        }
        self.pop_move();
        value
    }

    /// Late move reduction with a deeper re-search if the move raises alpha.
    fn search_reduced(
        &mut self,
        node: &Node<'_>,
        candidate: CandidateMove,
        child: &Board,
        reduction: i32,
    ) -> Value {
        let (ply, null_window) = (node.ply, node.window.above_alpha());
        let depth = node.depth - 1 + candidate.extension;
        let reduced = (depth - reduction / PLY).min(depth).max(1);
        let lmr_plies = depth - reduced;
        if lmr_plies > 0 {
            self.counts.lmr_tries += 1;
            self.adjusted(PruneReason::LateReduction);
        }
        self.data.stack[ply].reduction = lmr_plies;
        let (order, extension) = (candidate.move_count, candidate.extension);
        self.recorder.attempt(Attempt { order, reduction: lmr_plies, extension });
        let mut value = -self.search::<false>(
            child,
            ply + 1,
            reduced,
            null_window,
            lmr_plies > 0 || !node.cut_node,
        );
        self.data.stack[ply].reduction = 0;
        if value > node.window.alpha && lmr_plies > 0 {
            let deeper = i32::from(value > node.best + p::deeper_margin());
            let shallower = i32::from(value < node.best + depth);
            let research_depth = depth + deeper - shallower;
            if research_depth > reduced {
                self.counts.lmr_researches += 1;
                self.recorder.attempt(Attempt {
                    order,
                    reduction: depth - research_depth,
                    extension,
                });
                value = -self.search::<false>(
                    child,
                    ply + 1,
                    research_depth,
                    null_window,
                    !node.cut_node,
                );
            }
        }
        value
    }

    /// Stores the result in the transposition table and updates correction history.
    fn store_result(&mut self, node: &Node<'_>, bound: Bound) {
        if node.excluded.is_some() {
            return;
        }
        let entry = Entry {
            mv: node.best_move,
            value: node.best,
            eval: node.raw_eval,
            depth: node.depth,
            bound: Some(bound),
            pv: node.tt_pv,
        };
        self.tt_store(node.board, node.ply, entry);
        let quiet = !node.in_check && node.best_move.is_none_or(|mv| !mv.is_noisy());
        let informative = match bound {
            Bound::Exact => true,
            Bound::Lower => node.best > node.static_eval,
            Bound::Upper => node.best < node.static_eval,
        };
        let uses_correction = self.rules().uses(Technique::CorrectionHistory);
        if uses_correction && quiet && informative && !is_decisive(node.best) {
            self.data.correction.update(node.board, node.best - node.static_eval, node.depth);
        }
    }

    /// Result of a node without moves: the excluded move was the only one, checkmate, or stalemate.
    fn no_moves(&self, node: &Node<'_>) -> NodeResult {
        if node.excluded.is_some() {
            NodeResult::Searched(node.window.alpha, Bound::Upper)
        } else if node.in_check {
            NodeResult::Searched(mated_at(node.ply), Bound::Exact)
        } else {
            NodeResult::Searched(self.draw_value(node.board), Bound::Exact)
        }
    }
}
