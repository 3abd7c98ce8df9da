//! The root: iterative deepening, aspiration windows, `MultiPV`, reports.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::history::History;
use super::node::{CandidateMove, Node};
use super::order::{MovePicker, QuietHints};
use super::params::{self as p, MAX_DEPTH, REPORT_FAILS_AFTER_MS};
use super::pv_lines::PvLine;
use super::rule_set::Technique;
use super::shared::Shared;
use super::smp::Vote;
use super::tb::RankedMove;
use super::thread::Search;
use super::threats::Threats;
use super::tree::{NodeEvent, NodeResult, Recorder};
use super::tt::Entry;
use super::value::{INFINITE, MATE, MATE_FOUND, Value, Window, is_mate, to_score};
use crate::search::detail::SearchCounts;
use crate::search::race::{RootEntry, RootIteration, RootRace, WindowFail};
use crate::search::report::{IterationInfo, RootMove, StopReason, TimeVerdict, per_second};
use crate::search::score::Bound;
use tabia_chess::{Board, Move};

impl<R: Recorder> Search<'_, R> {
    /// Iterative deepening.
    pub(super) fn iterate(&mut self) {
        if self.lines.is_empty() {
            return;
        }
        let wanted = self.shared.limits.depth.map_or(MAX_DEPTH, |d| d.min(MAX_DEPTH as u32) as i32);
        let lines = self.shared.multi_pv.clamp(1, self.lines.len().max(1));
        for depth in 1..=wanted.max(1) {
            self.root_depth = depth;
            self.recorder.iteration(depth);
            for line in &mut self.lines {
                line.previous = line.sort;
            }
            let before = self.lines[0].mv;
            for line in 0..lines {
                self.line = line;
                self.seldepth = 0;
                self.aspiration_search(depth);
                self.lines[..=line].sort_by_key(RootLine::sort_key);
                if self.stopped {
                    break;
                }
                self.pv_lines.finish(&self.lines[..=line], lines);
                if line + 1 < lines && self.elapsed_ms() >= REPORT_FAILS_AFTER_MS {
                    self.report();
                }
            }
            if self.stopped {
                break;
            }
            self.completed = depth;
            self.publish_counts();
            self.report();
            self.record_iteration();
            if self.main_thread.is_some() && self.is_enough(before) {
                break;
            }
        }
        // An interrupted iteration may have changed the order or left a window open.
        if self.stopped && self.completed > 0 {
            self.pv_lines.end(&self.lines, lines);
            self.report();
        }
        self.publish_counts();
    }

    /// This thread's vote for the best move.
    pub(super) fn vote(&self) -> Option<Vote> {
        let line = self.lines.first()?;
        let value = line.value.filter(|_| self.completed > 0)?;
        Some(Vote { line: line.clone(), value, depth: self.completed })
    }

    /// Takes over the best move of another thread and reports it if it is another move.
    pub(super) fn use_vote(&mut self, vote: &Vote) {
        let Some(at) = self.lines.iter().position(|line| line.mv == vote.line.mv) else {
            return;
        };
        if at > 0 {
            let nodes = self.lines[at].nodes;
            self.lines[at] = RootLine { nodes, ..vote.line.clone() };
            self.lines[..=at].rotate_right(1);
            self.completed = vote.depth;
            self.pv_lines.end(&self.lines, self.shared.multi_pv.max(1));
            self.report();
        }
    }

    /// Searches one line with an aspiration window.
    fn aspiration_search(&mut self, depth: i32) {
        let last = self.lines[self.line].previous;
        let mut delta = p::aspiration_delta() + last.abs().min(2000) / 50;
        let mut window = Window { alpha: -INFINITE, beta: INFINITE };
        if depth >= p::aspiration_from()
            && last > -INFINITE
            && self.rules().uses(Technique::Aspiration)
        {
            window.alpha = (last - delta).max(-INFINITE);
            window.beta = (last + delta).min(INFINITE);
        }
        let mut reduction = 0;
        loop {
            let value = self.search_root((depth - reduction).max(1), window);
            self.lines[self.line..].sort_by_key(RootLine::sort_key);
            if self.stopped {
                return;
            }
            if value <= window.alpha && window.alpha > -INFINITE {
                self.counts.aspiration_low += 1;
                if self.main_thread.is_some() {
                    // The best move may be worse than the decision to end on a ponder hit assumed.
                    self.shared.ends_on_hit.store(false, Relaxed);
                }
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = widened(value, -delta);
                reduction = 0;
            } else if value >= window.beta && window.beta < INFINITE {
                self.counts.aspiration_high += 1;
                window.beta = widened(value, delta);
                reduction =
                    if is_mate(value) { 0 } else { (reduction + 1).min(p::MAX_ROOT_REDUCTION) };
            } else {
                return;
            }
            self.report_fail();
            delta += (delta * p::aspiration_growth() / 100).max(1);
        }
    }

    /// One pass over the root moves that do not begin a better PV line (`MultiPV`).
    fn search_root(&mut self, depth: i32, window: Window) -> Value {
        if R::ON {
            self.recorder.enter(NodeEvent { ply: 0, depth, window, mv: None });
        }
        let value = self.search_root_moves(depth, window);
        if R::ON {
            let bound = bound_in(value, window);
            let result =
                if self.stopped { NodeResult::Stopped } else { NodeResult::Searched(value, bound) };
            self.recorder.leave(result);
        }
        value
    }

    fn search_root_moves(&mut self, depth: i32, window: Window) -> Value {
        let board = self.board;
        let mut node = self.probe::<true>(&board, 0, depth, window, false);
        self.static_eval(&mut node);
        self.set_history_context(&mut node);
        self.data.stack[0].pv.clear();
        let rank = self.lines[self.line].rank;
        for at in self.line..self.lines.len() {
            if self.lines[at].rank != rank {
                break;
            }
            let mv = self.lines[at].mv;
            let move_count = at - self.line + 1;
            self.current = Some((mv, at as u32 + 1));
            let nodes = self.counts.nodes;
            self.data.stack[1].pv.clear();
            let history = self.history_of(&node, mv);
            let value = self
                .try_move::<true>(&node, CandidateMove { mv, move_count, extension: 0, history });
            self.lines[at].nodes += self.counts.nodes - nodes;
            if self.stopped {
                return value;
            }
            self.update_root_move(at, move_count, value, node.window);
            if value > node.best {
                node.best = value;
                if value > node.window.alpha {
                    node.best_move = Some(mv);
                    if value >= node.window.beta {
                        break;
                    }
                    node.window.alpha = value;
                }
            }
        }
        self.store_root_result(&node, window);
        node.best
    }

    /// Stores the result of a root move.
    fn update_root_move(&mut self, at: usize, move_count: usize, value: Value, window: Window) {
        let raised = value > window.alpha;
        let line = &mut self.lines[at];
        line.value = Some(value);
        line.depth = self.root_depth;
        line.seldepth = self.seldepth;
        line.bound = bound_in(value, window);
        if move_count == 1 || raised {
            line.sort = value;
            line.pv.clear();
            line.pv.push(line.mv);
            line.pv.extend(self.data.stack[1].pv.iter().copied());
        } else {
            line.sort = -INFINITE;
        }
    }

    fn store_root_result(&mut self, node: &Node<'_>, window: Window) {
        if self.line > 0 || node.best == -INFINITE || !self.shared.limits.search_moves.is_empty() {
            return;
        }
        let bound = bound_in(node.best, window);
        let entry = Entry {
            mv: node.best_move,
            value: node.best,
            eval: node.raw_eval,
            depth: node.depth,
            bound: Some(bound),
            pv: true,
        };
        self.tt_store(node.board, 0, entry);
    }

    /// Whether snapshots of the search are wanted.
    pub(super) fn is_watched(&self) -> bool {
        self.main_thread.as_ref().is_some_and(|main_thread| main_thread.snapshot_every.is_some())
    }

    /// Records the root moves at the end of an iteration.
    fn record_iteration(&mut self) {
        if !self.is_watched() {
            return;
        }
        let mut state = self.snapshot();
        state.progress.race = RootRace::default();
        self.race.finish(RootIteration {
            depth: self.completed.max(0) as u32,
            time_ms: self.elapsed_ms(),
            nodes: Some(self.all_counts().nodes),
            best: self.lines.first().map(|line| line.mv),
            moves: state.progress.root_moves.iter().map(RootEntry::from).collect(),
            // Earlier states are only kept while the tree is watched.
            state: state.progress.tree.is_some().then(|| Arc::new(state)),
        });
    }

    /// Records a failed aspiration window.
    fn record_fail(&mut self) {
        let line = &self.lines[self.line];
        let Some(value) = line.value.filter(|_| self.is_watched()) else { return };
        self.race.fail(WindowFail {
            depth: self.root_depth.max(0) as u32,
            time_ms: self.elapsed_ms(),
            mv: line.mv,
            score: to_score(value),
            bound: line.bound,
        });
    }

    /// Reports a failed window once the search has run long enough.
    fn report_fail(&mut self) {
        self.record_fail();
        if self.main_thread.is_some() && self.elapsed_ms() >= REPORT_FAILS_AFTER_MS {
            self.pv_lines.fail(self.line, &self.lines[self.line]);
            self.report();
        }
    }

    /// Reports the lines that have changed.
    fn report(&mut self) {
        if self.main_thread.is_none() {
            return;
        }
        let counts = self.all_counts();
        for (number, row) in self.pv_lines.changes() {
            let info = self.line_info(number, &row, &counts);
            if let Some(main_thread) = &mut self.main_thread {
                main_thread.observer.on_iteration(&info);
            }
        }
    }

    /// A line as `IterationInfo`. `number`: 0 the best.
    pub(super) fn line_info(
        &self,
        number: usize,
        row: &PvLine,
        counts: &SearchCounts,
    ) -> IterationInfo {
        let time_ms = self.elapsed_ms();
        IterationInfo {
            depth: row.depth as u32,
            seldepth: Some(row.seldepth as u32),
            multi_pv: number as u32 + 1,
            stm: self.board.stm(),
            score: to_score(row.value),
            bound: row.bound,
            wdl: None,
            nodes: Some(counts.nodes),
            time_ms,
            nps: per_second(counts.nodes, time_ms),
            hashfull: Some(self.shared.tt.hashfull()),
            tb_hits: Some(counts.tb_hits),
            pv: row.pv.clone(),
        }
    }

    /// Whether to stop after the finished iteration.
    fn is_enough(&mut self, best_before: Move) -> bool {
        let best = &self.lines[0];
        let value = best.sort;
        let share = best.nodes as f64 / self.counts.nodes.max(1) as f64;
        let changed = best.mv != best_before;
        let moves = self.lines.len();
        let Shared { deadline, signal, .. } = self.shared;
        let Some(main_thread) = &mut self.main_thread else { return false };
        main_thread.time_manager.add_iteration(value, changed, share);
        let mate_wanted = self.shared.limits.mate;
        if mate_wanted
            .is_some_and(|moves| value >= MATE_FOUND && (MATE - value + 1) / 2 <= moves as i32)
        {
            self.end(StopReason::Mate);
            return true;
        }
        if self.shared.limits.soft_nodes.is_some_and(|soft| self.shared.nodes() >= soft) {
            self.end(StopReason::Nodes);
            return true;
        }
        let manager = &main_thread.time_manager;
        let decision = manager.decide(deadline, self.completed, moves, value);
        let Some(mut decision) = decision else { return false };
        if deadline.is_pondering(signal) {
            // Not before the hit, but then at once.
            self.shared.ends_on_hit.store(decision.verdict != TimeVerdict::GoOn, Relaxed);
            decision.verdict = TimeVerdict::GoOn;
        }
        main_thread.observer.on_time(&decision);
        let reason = match decision.verdict {
            TimeVerdict::GoOn => return false,
            TimeVerdict::Enough => StopReason::Time,
            TimeVerdict::Forced => StopReason::Forced,
            TimeVerdict::Mate => StopReason::Mate,
        };
        self.end(reason);
        true
    }
}

/// Bound of a value searched with this window.
fn bound_in(value: Value, window: Window) -> Bound {
    if value >= window.beta {
        Bound::Lower
    } else if value > window.alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// Moves a bound past a failed value by `delta`; for large values it becomes infinite at once.
fn widened(value: Value, delta: Value) -> Value {
    let bound = value + delta;
    if bound.abs() > 3000 { delta.signum() * INFINITE } else { bound }
}

/// A root move and its results.
#[derive(Clone, Debug)]
pub(super) struct RootLine {
    pub(super) mv: Move,
    /// Latest value, a bound included; `None` before the first search.
    pub(super) value: Option<Value>,
    pub(super) bound: Bound,
    /// Tablebase rank; moves of a lower rank are not searched while one of a higher rank exists.
    pub(super) rank: i32,
    pub(super) tb_value: Option<Value>,
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    pub(super) nodes: u64,
    /// The variation, starting with the move itself.
    pub(super) pv: Vec<Move>,
    /// Sort key: the exact value or lower bound, else `-INFINITE`.
    pub(super) sort: Value,
    /// `sort` in the previous iteration.
    pub(super) previous: Value,
}

impl RootLine {
    pub(super) fn new(mv: Move) -> RootLine {
        RootLine {
            mv,
            value: None,
            bound: Bound::Exact,
            rank: 0,
            tb_value: None,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            pv: vec![mv],
            sort: -INFINITE,
            previous: -INFINITE,
        }
    }

    /// Adds the tablebase result.
    pub(super) fn ranked(self, ranked: &[RankedMove]) -> RootLine {
        match ranked.iter().find(|found| found.mv == self.mv) {
            Some(found) => RootLine { rank: found.rank, tb_value: Some(found.value), ..self },
            None => self,
        }
    }

    /// Whether the tablebase result is reported instead of the search value; a mate overrides it.
    pub(super) fn is_tb_result(&self) -> bool {
        self.tb_value.is_some() && !self.value.is_some_and(is_mate)
    }

    /// The value to report.
    pub(super) fn reported_value(&self) -> Option<Value> {
        let value = self.value?;
        Some(self.tb_value.filter(|_| self.is_tb_result()).unwrap_or(value))
    }

    /// The bound of that value.
    pub(super) fn reported_bound(&self) -> Bound {
        if self.is_tb_result() { Bound::Exact } else { self.bound }
    }

    /// Sort key of the root moves, the best first.
    pub(super) fn sort_key(&self) -> (i32, Value) {
        (-self.rank, -self.sort)
    }

    pub(super) fn report(&self) -> RootMove {
        RootMove {
            mv: self.mv,
            score: self.reported_value().map(to_score),
            bound: self.value.map(|_| self.reported_bound()),
            depth: self.value.map(|_| self.depth as u32),
            nodes: Some(self.nodes),
            pv: self.pv.clone(),
        }
    }
}

/// The root moves in their initial order.
pub(super) fn root_lines(board: &Board, shared: &Shared<'_>, history: &History) -> Vec<RootLine> {
    let table = shared.rules.uses(Technique::TranspositionTable);
    let tt_entry = if table { shared.tt.probe(board.key()) } else { None };
    let tt_move = tt_entry.and_then(|entry| entry.mv);
    let hints = QuietHints::none(board, Threats::new(board));
    let mut picker = MovePicker::all(board, tt_move, hints);
    picker.set_rules(shared.rules);
    let wanted = shared.limits.root_moves(board);
    let mut lines: Vec<RootLine> = std::iter::from_fn(|| picker.next(board, history))
        .filter(|mv| wanted.contains(mv))
        .map(|mv| RootLine::new(mv).ranked(&shared.ranked))
        .collect();
    lines.sort_by_key(|line| -line.rank);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_opens_away_from_the_value_that_failed() {
        assert_eq!((widened(40, 12), widened(40, -12)), (52, 28));
        // A large value opens the window completely in its direction.
        assert_eq!((widened(-4000, 12), widened(-4000, -12)), (INFINITE, -INFINITE));
        assert_eq!((widened(4000, 12), widened(4000, -12)), (INFINITE, -INFINITE));
    }
}
