//! One node of the main search: what is known of it, whether it can be cut, and its moves in order.
//! The rules that cut, reduce and extend live in `prune`, `reduce` and `extend`.

use super::history::{Scope, row_on};
use super::order::{Picker, QuietHints};
use super::params::{self as p, MAX_DEPTH, PLY};
use super::threats::Threats;
use super::tt::Entry;
use super::value::{DRAW, INFINITE, MAX_PLY, UNKNOWN, Value, is_decisive, mated_at};
use crate::chess::board::Board;
use crate::chess::moves::Move;
use crate::search::detail::alphabeta::PruneReason;
use crate::search::score::Bound;

use super::extend::Singular;
use super::reduce::doubtful_first;
use super::reward::Tried;
use super::thread::{Search, Window};

/// What is known of the node under search.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "four independent facts, each asked by its name")]
pub(super) struct Node<'b> {
    pub(super) board: &'b Board,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    /// Expected to fail high.
    pub(super) expects_cut: bool,
    pub(super) in_check: bool,
    pub(super) table: Option<Entry>,
    pub(super) table_move: Option<Move>,
    /// On or once on a principal variation.
    pub(super) table_pv: bool,
    /// Static evaluation, uncorrected.
    pub(super) raw: Value,
    /// Static evaluation, corrected.
    pub(super) eval: Value,
    /// How much of it is correction, centipawns without sign: the less, the surer it is.
    pub(super) correction: Value,
    /// Best guess of the value: the evaluation, or the table's value where its bound allows.
    pub(super) guess: Value,
    /// The evaluation has risen since this side's last move.
    pub(super) improving: bool,
    pub(super) excluded: Option<Move>,
    /// What the opponent attacks; known once the moves are to be tried.
    pub(super) threats: Threats,
    /// Best value so far.
    pub(super) best: Value,
    pub(super) best_move: Option<Move>,
    /// More than this it is not worth, the endgame tables say.
    pub(super) most: Value,
}

impl<'b> Node<'b> {
    /// A node of which nothing is known but what the table says.
    pub(super) fn new<const PV: bool>(
        board: &'b Board,
        ply: usize,
        depth: i32,
        window: Window,
        table: Option<Entry>,
    ) -> Node<'b> {
        Node {
            board,
            ply,
            depth,
            window,
            expects_cut: false,
            in_check: board.in_check(),
            table,
            table_move: table.and_then(|entry| entry.mv),
            table_pv: PV || table.is_some_and(|entry| entry.pv),
            raw: UNKNOWN,
            eval: UNKNOWN,
            correction: 0,
            guess: UNKNOWN,
            improving: false,
            excluded: None,
            threats: Threats::default(),
            best: -INFINITE,
            best_move: None,
            most: INFINITE,
        }
    }
}

impl Search<'_> {
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
        let window = match self.enter::<PV>(board, ply, window) {
            Ok(window) => window,
            Err(value) => return value,
        };
        let mut node = self.look::<PV>(board, ply, depth.min(MAX_DEPTH), window, cut_node);
        if !PV && let Some(value) = self.table_cutoff(&node) {
            return value;
        }
        if let Some(value) = self.table_result::<PV>(&mut node) {
            return value;
        }
        self.judge(&mut node);
        self.hindsight(&mut node);
        if !PV && let Some(value) = self.prune_node(&mut node) {
            return value;
        }
        self.reduce_unknown::<PV>(&mut node);
        self.search_moves::<PV>(&mut node)
    }

    /// The questions every node asks first. An error is the value of a node that needs no search.
    #[inline]
    pub(super) fn enter<const PV: bool>(
        &mut self,
        board: &Board,
        ply: usize,
        window: Window,
    ) -> Result<Window, Value> {
        debug_assert!(-INFINITE <= window.alpha && window.alpha < window.beta);
        debug_assert!(window.beta <= INFINITE && (PV || window.beta - window.alpha == 1));
        debug_assert_eq!(self.keys.last(), Some(&board.key()));
        if !self.count_node() {
            return Err(DRAW);
        }
        if PV {
            self.seldepth = self.seldepth.max(ply);
            self.data.stack[ply].pv.clear();
        }
        if self.is_draw(board) {
            return Err(DRAW);
        }
        if ply >= MAX_PLY - 1 {
            let raw = self.raw_eval(board, ply);
            return Err(if board.in_check() { DRAW } else { self.judged(board, raw).0 });
        }
        let window = self.mate_distance(ply, window)?;
        self.upcoming_repetition(board, window)
    }

    /// What the table and the stack know of a node.
    pub(super) fn look<'b, const PV: bool>(
        &mut self,
        board: &'b Board,
        ply: usize,
        depth: i32,
        window: Window,
        cut_node: bool,
    ) -> Node<'b> {
        let excluded = self.data.stack[ply].excluded;
        let table = if excluded.is_none() { self.probe(board, ply) } else { None };
        self.data.stack[ply + 2].cutoffs = 0;
        self.data.stack[ply + 1].killers = [None; 2];
        self.data.stack[ply].doubles = self.data.stack.back(ply, 1).doubles;
        let node = Node::new::<PV>(board, ply, depth, window, table);
        Node { expects_cut: cut_node, excluded, ..node }
    }

    /// Static evaluation and what follows from it.
    pub(super) fn judge(&mut self, node: &mut Node<'_>) {
        let ply = node.ply;
        if node.in_check {
            self.data.stack[ply].eval = UNKNOWN;
            return;
        }
        if node.excluded.is_some() {
            node.eval = self.data.stack[ply].eval;
            node.guess = node.eval;
        } else {
            let known = node.table.map(|entry| entry.eval).filter(|&eval| eval != UNKNOWN);
            node.raw = known.unwrap_or_else(|| self.raw_eval(node.board, ply));
            let (eval, correction) = self.judged(node.board, node.raw);
            node.eval = eval;
            node.guess = table_guess(node.table, node.eval);
            self.data.stack[ply].eval = node.eval;
            self.data.stack[ply].correction = correction.abs();
            self.reward_progress(node);
            if node.table.is_none() {
                self.store(node.board, ply, eval_only(node.raw, node.table_pv));
            }
        }
        node.correction = self.data.stack[ply].correction;
        let stack = &self.data.stack;
        let before = [2, 4].map(|back| stack.back(ply, back).eval);
        let before = before.into_iter().find(|&eval| eval != UNKNOWN);
        node.improving = before.is_some_and(|before| node.eval > before);
    }

    /// Finds out what the history of the moves here is filed under.
    pub(super) fn survey(&mut self, node: &mut Node<'_>) {
        node.threats = Threats::new(node.board);
        let rows = self.data.stack.rows(node.ply);
        self.data.stack[node.ply].scope = Scope::new(node.board, node.threats.all, rows);
    }

    /// Tries the moves of a node in order.
    fn search_moves<const PV: bool>(&mut self, node: &mut Node<'_>) -> Value {
        let first_alpha = node.window.alpha;
        self.survey(node);
        let mut picker = Picker::all(node.board, node.table_move, self.hints(node));
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
            if let Some(reason) = self.prune_move(node, mv, number, history) {
                self.pruned(reason);
                if reason == PruneReason::LateMove {
                    picker.skip_quiets();
                }
                continue;
            }
            let extension = match self.singular::<PV>(node, mv) {
                Singular::Extend(plies) => plies,
                Singular::Cut(value) => return value,
            };
            let value = self.try_move::<PV>(node, Try { mv, number, extension, history });
            if self.stopped {
                return DRAW;
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
            // What is no use to remember any more is left out.
            let _ = if mv.is_noisy() { noisies.try_push(mv) } else { quiets.try_push(mv) };
        }
        if number == 0 {
            return if overlooked { node.eval } else { no_moves(node) };
        }
        if PV {
            node.best = node.best.min(node.most);
        }
        if let Some(best) = node.best_move {
            self.reward(node, best, &quiets, &noisies);
        } else {
            self.reward_reply(node);
        }
        self.remember(node, first_alpha);
        node.best
    }

    fn count_cutoff(&mut self, ply: usize, number: usize) {
        self.counts.beta_cutoffs += 1;
        self.counts.first_move_cutoffs += u64::from(number == 1);
        self.data.stack[ply].cutoffs += 1;
    }

    /// What speaks for the quiet moves of a node; it must have been surveyed.
    pub(super) fn hints(&self, node: &Node<'_>) -> QuietHints {
        let frame = &self.data.stack[node.ply];
        QuietHints {
            killers: frame.killers,
            counter: self.data.history.counter(frame.scope.last_row()),
            scope: frame.scope,
            ply: node.ply,
            threats: node.threats,
        }
    }

    /// How a move fared before, by the table of its kind.
    #[inline]
    pub(super) fn history_of(&self, node: &Node<'_>, mv: Move) -> i32 {
        let (board, history) = (node.board, &self.data.history);
        if mv.is_noisy() {
            history.noisy(board, node.threats.all, mv)
        } else {
            history.quiet(&self.data.stack[node.ply].scope, mv, row_on(board, mv))
        }
    }

    /// Searches one move: late ones less deeply first, all but the first with a closed window first.
    pub(super) fn try_move<const PV: bool>(&mut self, node: &Node<'_>, attempt: Try) -> Value {
        let Try { mv, number, extension, .. } = attempt;
        let child = self.child(node.board, node.ply, mv);
        self.shared.table.prefetch(child.key());
        let depth = node.depth - 1 + extension;
        // Read before the step: afterwards the frame speaks of this move.
        let reduction = self.reduction::<PV>(node, attempt, &child);
        self.step(node.board, node.ply, mv, &child);
        let mut value = -INFINITE;
        let late = number > 1 + usize::from(PV);
        if let Some(reduction) = reduction.filter(|_| late) {
            value = self.search_reduced(node, attempt, &child, reduction);
        } else if !PV || number > 1 {
            let depth = depth - doubtful_first(node, reduction);
            let closed = node.window.above_alpha();
            value = -self.search::<false>(&child, node.ply + 1, depth, closed, !node.expects_cut);
        }
        if PV && (number == 1 || value > node.window.alpha) {
            let window = node.window.flipped();
            value = -self.search::<true>(&child, node.ply + 1, depth, window, false);
        }
        self.step_back();
        value
    }

    /// A late move: less deeply first and, if it turns out well, again.
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
            self.pruned(PruneReason::LateReduction);
        }
        self.data.stack[ply].reduction = less;
        let mut value =
            -self.search::<false>(child, ply + 1, reduced, closed, less > 0 || !node.expects_cut);
        self.data.stack[ply].reduction = 0;
        if value > node.window.alpha && less > 0 {
            self.counts.lmr_researches += 1;
            let deeper = i32::from(value > node.best + p::deeper_margin());
            let shallower = i32::from(value < node.best + depth);
            let again = depth + deeper - shallower;
            if again > reduced {
                value = -self.search::<false>(child, ply + 1, again, closed, !node.expects_cut);
            }
            self.reward_late(node, attempt.mv, value);
        }
        value
    }

    /// Writes what was found out into the table and into the corrections.
    fn remember(&mut self, node: &Node<'_>, first_alpha: Value) {
        if node.excluded.is_some() {
            return;
        }
        let bound = if node.best >= node.window.beta {
            Bound::Lower
        } else if node.best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            mv: node.best_move,
            value: node.best,
            eval: node.raw,
            depth: node.depth,
            bound: Some(bound),
            pv: node.table_pv,
        };
        self.store(node.board, node.ply, entry);
        let quiet = !node.in_check && node.best_move.is_none_or(|mv| !mv.is_noisy());
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => node.best > node.eval,
            Bound::Upper => node.best < node.eval,
        };
        if quiet && tells && !is_decisive(node.best) {
            self.data.correction.learn(node.board, node.best - node.eval, node.depth);
        }
    }
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Try {
    pub(super) mv: Move,
    /// Which in the order, 1 the first.
    pub(super) number: usize,
    /// Plies more, or less if negative.
    pub(super) extension: i32,
    /// How it fared before.
    pub(super) history: i32,
}

/// No move but the excluded one, or none at all: mate or stalemate.
fn no_moves(node: &Node<'_>) -> Value {
    if node.excluded.is_some() {
        node.window.alpha
    } else if node.in_check {
        mated_at(node.ply)
    } else {
        DRAW
    }
}

/// The value an entry gives for this window, if its bound says enough.
#[inline]
pub(super) fn table_value(entry: &Entry, window: Window) -> Option<Value> {
    let enough = match entry.bound? {
        Bound::Exact => true,
        Bound::Lower => entry.value >= window.beta,
        Bound::Upper => entry.value <= window.alpha,
    };
    (enough && entry.value != UNKNOWN).then_some(entry.value)
}

/// The evaluation, or the table's value where its bound says the truth lies on that side.
#[inline]
pub(super) fn table_guess(table: Option<Entry>, eval: Value) -> Value {
    let Some(entry) = table.filter(|entry| !is_decisive(entry.value)) else { return eval };
    let better = match entry.bound {
        None => false,
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.value > eval,
        Some(Bound::Upper) => entry.value < eval,
    };
    if better { entry.value } else { eval }
}

/// An entry that keeps an evaluation and nothing else.
#[inline]
pub(super) fn eval_only(raw: Value, pv: bool) -> Entry {
    Entry { mv: None, value: UNKNOWN, eval: raw, depth: 0, bound: None, pv }
}
