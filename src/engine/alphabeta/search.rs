//! One node of the main search: whether it can be cut off, and its moves in order. The rules that prune, reduce and
//! extend are in `prune` and `reduce`.

use super::history::{Scope, cont_index_of};
use super::order::{Picker, QuietHints};
use super::params::{self as p, MAX_DEPTH, PLY};
use super::threats::Threats;
use super::tt::Entry;
use super::value::{DRAW, INFINITE, MAX_PLY, UNKNOWN, Value, is_decisive, mated_at};
use crate::search::detail::PruneReason;
use crate::search::score::Bound;
use tabia_chess::{Board, Move};

use super::node::{Node, Try, eval_by_tt, eval_only};
use super::reduce::{Singular, first_move_reduction};
use super::reward::Tried;
use super::rule_set::Technique;
use super::thread::Search;
use super::tree::{Attempt, NodeEvent, NodeResult, Recorder};
use super::value::Window;

impl<R: Recorder> Search<'_, R> {
    /// The value of a position for the side to move, searched to `depth` plies.
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
        let leave = self.visit::<PV>(board, ply, depth, window, cut_node);
        self.leave(leave)
    }

    /// Searches a node until something ends it.
    #[inline]
    fn visit<const PV: bool>(
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
            Err(leave) => return leave,
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
        // Static evaluation, and the depth corrected by what it says of the reduction that led here
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

    /// What comes first at every node: the window that is left, or the result of the node.
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

    /// What the transposition table and the stack know of a node.
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

    /// Static evaluation and what follows from it.
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
            self.reward_progress(node);
            if node.tt_entry.is_none() {
                self.tt_store(node.board, ply, eval_only(node.raw_eval, node.tt_pv));
            }
        }
        self.recorder.static_eval(node.static_eval);
        node.correction = self.data.stack[ply].correction;
        let stack = &self.data.stack;
        let before = [2, 4].map(|back| stack.back(ply, back).static_eval);
        let before = before.into_iter().find(|&eval| eval != UNKNOWN);
        node.improving = before.is_some_and(|before| node.static_eval > before);
    }

    /// Computes the indices of the histories of the moves of a node.
    pub(super) fn set_history_scope(&mut self, node: &mut Node<'_>) {
        node.threats = Threats::new(node.board);
        let cont_indices = self.data.stack.cont_indices(node.ply);
        self.data.stack[node.ply].scope = Scope::new(node.board, node.threats.all, cont_indices);
    }

    /// Tries the moves of a node in order.
    fn search_moves<const PV: bool>(&mut self, node: &mut Node<'_>) -> NodeResult {
        let first_alpha = node.window.alpha;
        self.set_history_scope(node);
        let mut picker = Picker::all(node.board, node.tt_move, self.hints(node));
        picker.obey(self.rules());
        let (mut quiets, mut noisies) = (Tried::new(), Tried::new());
        let (mut number, mut overlooked) = (0, false);
        while let Some(mv) = picker.next(node.board, &self.data.history) {
            if node.excluded == Some(mv) {
                continue;
            }
            if self.overlooks(node.board, node.ply, mv) {
                overlooked = true;
                continue;
            }
            number += 1;
            let history = self.history_of(node, mv);
            // Shallow pruning: late moves, history, futility, static exchanges
            if let Some(reason) = self.prune_move(node, mv, number, history) {
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
            let value = self.try_move::<PV>(node, Try { mv, number, extension, history });
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
                        self.count_cutoff(node.ply, number);
                        break;
                    }
                    node.window.alpha = value;
                }
            }
            // Moves that no longer fit gain or lose no history.
            let _ = if mv.is_noisy() { noisies.try_push(mv) } else { quiets.try_push(mv) };
        }
        // Checkmate, stalemate
        if number == 0 {
            return if overlooked {
                NodeResult::Searched(node.static_eval, Bound::Exact)
            } else {
                self.no_moves(node)
            };
        }
        if PV {
            node.best = node.best.min(node.max_value);
        }
        // History updates
        if let Some(best) = node.best_move {
            self.reward(node, best, &quiets, &noisies);
        } else {
            self.reward_reply(node);
        }
        // Transposition table, correction history
        let bound = node.bound(first_alpha);
        self.remember(node, bound);
        NodeResult::Searched(node.best, bound)
    }

    fn count_cutoff(&mut self, ply: usize, number: usize) {
        self.counts.beta_cutoffs += 1;
        self.counts.first_move_cutoffs += u64::from(number == 1);
        self.data.stack[ply].cutoffs += 1;
    }

    /// What orders the quiet moves of a node. [`Search::set_history_scope`] must have been called for it.
    pub(super) fn hints(&self, node: &Node<'_>) -> QuietHints {
        let frame = &self.data.stack[node.ply];
        QuietHints {
            killers: frame.killers,
            counter: self.data.history.counter(frame.scope.last_cont_index()),
            scope: frame.scope,
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
            history.quiet(&self.data.stack[node.ply].scope, mv, cont_index_of(board, mv))
        }
    }

    /// Searches one move: late moves at a reduced depth first, all but the first with a null window first.
    pub(super) fn try_move<const PV: bool>(&mut self, node: &Node<'_>, attempt: Try) -> Value {
        let Try { mv, number, extension, .. } = attempt;
        let child = self.child(node.board, node.ply, mv);
        self.shared.tt.prefetch(child.key());
        let depth = node.depth - 1 + extension;
        // Computed before the move is made: afterwards the frame of the stack belongs to it.
        let reduction = self.reduction::<PV>(node, attempt, &child);
        self.step(node.board, node.ply, mv, &child);
        if PV && !self.rules().uses(Technique::NullWindow) {
            let window = node.window.flipped();
            self.recorder.attempt(Attempt { order: number, reduction: 0, extension });
            let value = -self.search::<true>(&child, node.ply + 1, depth, window, false);
            self.step_back();
            return value;
        }
        let mut value = -INFINITE;
        let recorded = Attempt { order: number, reduction: 0, extension };
        // Late move reductions, or a null window at full depth
        let late = number > 1 + usize::from(PV);
        if let Some(reduction) = reduction.filter(|_| late) {
            value = self.search_reduced(node, attempt, &child, reduction);
        } else if !PV || number > 1 {
            let less = first_move_reduction(node, reduction);
            let (depth, closed) = (depth - less, node.window.above_alpha());
            self.recorder.attempt(Attempt { reduction: less, ..recorded });
            value = -self.search::<false>(&child, node.ply + 1, depth, closed, !node.cut_node);
        }
        // Full window: the first move, and those that raise alpha
        if PV && (number == 1 || value > node.window.alpha) {
            let window = node.window.flipped();
            self.recorder.attempt(recorded);
            value = -self.search::<true>(&child, node.ply + 1, depth, window, false);
        }
        self.step_back();
        value
    }

    /// A late move: at a reduced depth first and, if it raises alpha, again.
    fn search_reduced(
        &mut self,
        node: &Node<'_>,
        attempt: Try,
        child: &Board,
        reduction: i32,
    ) -> Value {
        let (ply, closed) = (node.ply, node.window.above_alpha());
        let depth = node.depth - 1 + attempt.extension;
        let reduced =
            (depth - reduction / PLY).min(depth + p::lmr_deeper()).clamp(1, depth.max(1) + 1);
        let less = depth - reduced;
        if less > 0 {
            self.counts.lmr_tries += 1;
            self.adjusted(PruneReason::LateReduction);
        }
        self.data.stack[ply].reduction = less;
        let (order, extension) = (attempt.number, attempt.extension);
        self.recorder.attempt(Attempt { order, reduction: less, extension });
        let mut value =
            -self.search::<false>(child, ply + 1, reduced, closed, less > 0 || !node.cut_node);
        self.data.stack[ply].reduction = 0;
        if value > node.window.alpha && less > 0 {
            self.counts.lmr_researches += 1;
            let deeper = i32::from(value > node.best + p::deeper_margin());
            let shallower = i32::from(value < node.best + depth);
            let again = depth + deeper - shallower;
            if again > reduced {
                self.recorder.attempt(Attempt { order, reduction: depth - again, extension });
                value = -self.search::<false>(child, ply + 1, again, closed, !node.cut_node);
            }
            self.reward_late(node, attempt.mv, value);
        }
        value
    }

    /// Writes the result of a node into the transposition table and into the correction history.
    fn remember(&mut self, node: &Node<'_>, bound: Bound) {
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
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => node.best > node.static_eval,
            Bound::Upper => node.best < node.static_eval,
        };
        let learns = self.rules().uses(Technique::Correction);
        if learns && quiet && tells && !is_decisive(node.best) {
            self.data.correction.learn(node.board, node.best - node.static_eval, node.depth);
        }
    }

    /// The result of a node without moves to search: the excluded move was the only one, checkmate, or stalemate.
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
