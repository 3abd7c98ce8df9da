//! State of one search thread, and its checks of the clock, the stop signal and the observer.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::eval;
use crate::search::detail::{AlphaBetaDetail, Detail, PruneReason, SearchCounts};
use crate::search::race::RootRace;
use crate::search::report::{Progress, Snapshot, StopReason, per_second};
use crate::search::score::Bound;
use tabia_chess::{Board, Move};
use tabia_text::t;

use super::history::{CorrectionHistory, NO_CONT_INDEX, cont_index};
use super::inspection::inspect;
use super::params;
use super::pv_lines::PvLines;
use super::repetition::can_repeat;
use super::root::{RootLine, root_lines};
use super::rule_set::{RuleSet, Technique};
use super::shared::{Evaluation, MainThread, Shared, ThreadData};
use super::tree::{NodeResult, Recorder};
use super::tt::Entry;
use super::value::{EVAL_MAX, Value, value_from_tt, value_to_tt};
use crate::search::is_repetition;

/// Search of one thread.
pub(super) struct Search<'a, R = ()> {
    pub(super) recorder: R,
    pub(super) shared: &'a Shared<'a>,
    pub(super) id: usize,
    pub(super) main_thread: Option<MainThread<'a>>,
    pub(super) board: Board,
    /// Keys of the game and of the current line; the last is the current position.
    pub(super) keys: Vec<u64>,
    /// Index of the root in `keys`.
    pub(super) root_key: usize,
    pub(super) data: &'a mut ThreadData,
    pub(super) counts: SearchCounts,
    pub(super) next_check: u64,
    pub(super) stopped: bool,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    /// Last finished iteration, plies.
    pub(super) completed: i32,
    /// Root moves, the best first.
    pub(super) lines: Vec<RootLine>,
    /// The lines as reported.
    pub(super) pv_lines: PvLines,
    /// Root moves after each iteration, if snapshots are wanted.
    pub(super) race: RootRace,
    /// Index of the line being searched, for `MultiPV`: 0 the best.
    pub(super) line: usize,
    pub(super) current: Option<(Move, u32)>,
    /// No null move before this ply while one is being verified.
    pub(super) nmp_min_ply: usize,
    /// Index in `keys` where the current line begins for repetitions: after the last null move.
    pub(super) line_key: usize,
    rules: RuleSet,
}

impl<'a, R: Recorder> Search<'a, R> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        id: usize,
        keys: Vec<u64>,
        board: Board,
        data: &'a mut ThreadData,
        recorder: R,
    ) -> Search<'a, R> {
        data.stack.clear();
        data.history.new_search();
        if let Evaluation::Network(network) = shared.evaluation {
            data.accumulators.reset(network);
        }
        let lines = root_lines(&board, shared, &data.history);
        // The root is probed once for all threads.
        let tb_hits = if id == 0 { shared.ranked.len() as u64 } else { 0 };
        Search {
            recorder,
            shared,
            id,
            main_thread: None,
            board,
            root_key: keys.len() - 1,
            keys,
            data,
            counts: SearchCounts { tb_hits, ..SearchCounts::default() },
            next_check: 0,
            stopped: false,
            seldepth: 0,
            root_depth: 0,
            completed: 0,
            lines,
            pv_lines: PvLines::default(),
            race: RootRace::default(),
            line: 0,
            current: None,
            nmp_min_ply: 0,
            line_key: 0,
            rules: shared.rules,
        }
    }

    /// Rules and techniques that are on. For the usual recorder this is a constant.
    #[inline]
    pub(super) fn rules(&self) -> RuleSet {
        if R::SWITCHED { self.rules } else { RuleSet::ALL }
    }

    pub(super) fn with_main_thread(mut self, main_thread: MainThread<'a>) -> Search<'a, R> {
        self.main_thread = Some(main_thread);
        self
    }

    /// Ends the search of all threads.
    pub(super) fn end(&mut self, reason: StopReason) {
        if let Some(main_thread) = &mut self.main_thread {
            main_thread.reason = reason;
        }
        self.stopped = true;
        self.shared.stop_all.store(true, Relaxed);
    }

    /// Waits for `stop` or `ponderhit` after the search has finished, because a ponder or infinite search may not
    /// answer earlier. The worker would also hold the answer back, but only the search can answer inspections in the
    /// meantime. First sends a last snapshot, which after a short search may be the only one.
    pub(super) fn wait_for_stop(&mut self) {
        let Shared { deadline, signal, .. } = self.shared;
        let waits = || deadline.must_wait(signal) && !signal.is_stopped();
        if self.is_watched() && waits() {
            self.send_snapshot();
        }
        while waits() {
            self.answer_inspection();
            std::thread::sleep(params::WAIT);
        }
        let Some(main_thread) = &mut self.main_thread else { return };
        if !self.stopped && self.shared.signal.is_stopped() {
            main_thread.reason = StopReason::Stopped;
        }
    }

    /// Reports that fewer threads search than configured.
    pub(super) fn note_few_threads(&mut self, got: usize, asked: usize) {
        if let Some(main_thread) = &mut self.main_thread {
            main_thread.observer.on_note(&t!("engine-threads-note", got = got, asked = asked));
        }
    }

    /// Why the search ended.
    pub(super) fn reason(&self) -> StopReason {
        self.main_thread.as_ref().map_or(StopReason::Stopped, |main_thread| main_thread.reason)
    }

    /// The TT move after the best move.
    pub(super) fn expected_reply(&self, best: Move) -> Option<Move> {
        if !self.rules().uses(Technique::TranspositionTable) {
            return None;
        }
        let child = self.board.after(best);
        let entry = self.shared.tt.probe(child.key())?;
        entry.mv.filter(|&mv| child.is_legal(mv))
    }

    /// Nodes of all threads and elapsed time in ms.
    pub(super) fn nodes_and_time(&self) -> (u64, u64) {
        (self.all_counts().nodes, self.elapsed_ms())
    }

    /// Counts a node and checks the limits from time to time. Returns whether to continue.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        self.counts.nodes += 1;
        if self.counts.nodes >= self.next_check {
            self.check_limits();
        }
        !self.stopped
    }

    /// Publishes the counters of this thread, and checks the limits.
    #[cold]
    pub(super) fn check_limits(&mut self) {
        self.publish_counts();
        self.next_check = self.counts.nodes + self.shared.check_every;
        if let Some(limit) = self.shared.limits.nodes {
            // Exact with one thread; with more, each takes its share of what is left.
            let left = limit.saturating_sub(self.shared.nodes());
            let share = left / self.shared.thread_counts.len() as u64;
            self.next_check = self.next_check.min(self.counts.nodes + share.max(1));
        }
        if self.shared.stop_all.load(Relaxed) {
            self.stopped = true;
        }
        if let Some(reason) = self.must_end() {
            self.end(reason);
        }
        let due = |main_thread: &MainThread<'_>| {
            main_thread.snapshot_every.is_some() && Instant::now() >= main_thread.next_snapshot
        };
        if self.main_thread.as_ref().is_some_and(due) {
            self.send_snapshot();
        }
    }

    pub(super) fn publish_counts(&self) {
        let shared_counts = &self.shared.thread_counts[self.id];
        shared_counts.nodes.store(self.counts.nodes, Relaxed);
        if let Ok(mut counts) = shared_counts.counts.lock() {
            *counts = self.counts;
        }
    }

    /// Why the search must stop now, if it must. Every thread checks this, because with more threads than processors
    /// the main thread may be asleep.
    pub(super) fn must_end(&self) -> Option<StopReason> {
        let Shared { signal, limits, deadline, .. } = self.shared;
        if signal.is_stopped() {
            return Some(StopReason::Stopped);
        }
        if limits.nodes.is_some_and(|limit| self.shared.nodes() >= limit) {
            return Some(StopReason::Nodes);
        }
        let is_hit = || self.shared.ends_on_hit.load(Relaxed) && !deadline.is_pondering(signal);
        // The first iteration is short, and no move is chosen without it.
        let is_late = self.completed > 0 && (deadline.must_stop(signal) || is_hit());
        is_late.then_some(StopReason::Time)
    }

    pub(super) fn send_snapshot(&mut self) {
        self.answer_inspection();
        let snapshot = self.snapshot();
        if let Some(main_thread) = &mut self.main_thread {
            main_thread.next_snapshot =
                Instant::now() + main_thread.snapshot_every.unwrap_or_default();
            main_thread.observer.on_snapshot(snapshot);
        }
    }

    fn answer_inspection(&mut self) {
        if let Some(main_thread) = &mut self.main_thread
            && let Some(request) = main_thread.observer.wants_inspection()
        {
            let seen = inspect(&request, self.shared.tt, self.rules, self.data);
            main_thread.observer.on_inspection(seen);
        }
    }

    /// The reported value of the best move with its bound and depth, all of one line.
    pub(super) fn reported_value(&self) -> Option<(Value, Bound, i32)> {
        let line = self.lines.first()?;
        let row = self.pv_lines.best().filter(|row| row.mv == line.mv);
        // Without a reported line, no iteration was finished.
        row.map(|row| (row.value, row.bound, row.depth))
            .or_else(|| Some((line.reported_value()?, line.reported_bound(), self.completed)))
    }

    /// Sum of the counters of all threads.
    pub(super) fn all_counts(&self) -> SearchCounts {
        let mut sum = self.counts;
        for (id, shared_counts) in self.shared.thread_counts.iter().enumerate() {
            if id != self.id
                && let Ok(counts) = shared_counts.counts.lock()
            {
                sum += *counts;
            }
        }
        sum
    }

    /// The current state of the search.
    pub(super) fn snapshot(&self) -> Snapshot {
        let (counts, time_ms) = (self.all_counts(), self.elapsed_ms());
        let rows = self.pv_lines.lines().iter().enumerate();
        let pv = self.pv_lines.best().map_or(&[][..], |best| &best.pv);
        let progress = Progress {
            stm: self.board.stm(),
            time_ms,
            nodes: Some(counts.nodes),
            nps: per_second(counts.nodes, time_ms),
            depth: Some(self.root_depth.max(0) as u32),
            seldepth: Some(self.seldepth as u32),
            hashfull: Some(self.shared.tt.hashfull()),
            tb_hits: Some(counts.tb_hits),
            lines: rows.map(|(number, row)| self.line_info(number, row, &counts)).collect(),
            root_moves: self.pv_lines.root_moves(&self.lines),
            race: self.race.clone(),
            tree: self.recorder.tree(pv).map(Arc::new),
        };
        let threads = self.shared.active_threads.load(Relaxed) as u32;
        let (current, line) = (self.current, self.line as u32 + 1);
        let profile = self.recorder.profile();
        let tt_depth = self.shared.tt_depth;
        let detail = AlphaBetaDetail { threads, current, line, tt_depth, counts, profile };
        Snapshot { progress, detail: Detail::AlphaBeta(Box::new(detail)) }
    }

    pub(super) fn elapsed_ms(&self) -> u64 {
        self.shared.deadline.elapsed().as_millis() as u64
    }

    /// Every node returns through here: counts and records the result and returns its value.
    #[inline]
    pub(super) fn finish_node(&mut self, result: NodeResult) -> Value {
        result.count(&mut self.counts);
        self.recorder.leave(result);
        result.value()
    }

    /// Counts and records a skipped move.
    #[inline]
    pub(super) fn skip(&mut self, mv: Move, reason: PruneReason) {
        self.counts.pruned[reason.index()] += 1;
        self.recorder.skip(mv, reason);
    }

    /// Counts a depth adjustment.
    #[inline]
    pub(super) fn adjusted(&mut self, reason: PruneReason) {
        self.counts.pruned[reason.index()] += 1;
    }

    /// Probes the transposition table; mate values are adjusted to the root.
    #[inline]
    pub(super) fn tt_probe(&mut self, board: &Board, ply: usize) -> Option<Entry> {
        if !self.rules().uses(Technique::TranspositionTable) {
            return None;
        }
        self.counts.tt_probes += 1;
        let mut entry = self.shared.tt.probe(board.key())?;
        self.counts.tt_hits += 1;
        self.recorder.tt_hit();
        entry.value = value_from_tt(entry.value, ply, board.halfmove_clock());
        Some(entry)
    }

    #[inline]
    pub(super) fn tt_store(&self, board: &Board, ply: usize, mut entry: Entry) {
        if !self.rules().uses(Technique::TranspositionTable) {
            return;
        }
        entry.value = value_to_tt(entry.value, ply);
        self.shared.tt.store(board.key(), entry);
    }

    /// Static evaluation without correction history.
    #[inline]
    pub(super) fn raw_eval(&mut self, board: &Board, ply: usize) -> Value {
        if let Some(sampler) = &mut self.data.sampler {
            sampler.see(board);
        }
        let value = match self.shared.evaluation {
            Evaluation::Network(network) if !eval::is_known(board) => {
                self.data.accumulators.evaluate(network, board, ply)
            }
            Evaluation::Material => eval::material(board),
            Evaluation::Network(_) | Evaluation::HandCrafted => {
                eval::evaluate_with(board, &mut self.data.evals)
            }
        };
        value.clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// Static evaluation scaled down near the fifty-move rule and corrected by correction history, and the correction.
    #[inline]
    pub(super) fn corrected_eval(&self, board: &Board, raw: Value) -> (Value, Value) {
        let correction = correction(&self.data.correction, board);
        (corrected(board, raw, correction), correction)
    }

    /// The board after a move. Also prefetches its hash table entry and marks the accumulators of the next ply as
    /// outdated.
    #[inline]
    pub(super) fn make_move(&mut self, board: &Board, ply: usize, mv: Move) -> Board {
        let mut child = *board;
        child.set_after(board, mv);
        self.shared.tt.prefetch(child.key());
        self.data.accumulators.begin(ply + 1);
        child
    }

    /// Pushes a move on the stack and its key on `keys`.
    #[inline]
    pub(super) fn push_move(&mut self, board: &Board, ply: usize, mv: Move, child: &Board) {
        self.keys.push(child.key());
        let index = board.piece_on(mv.from()).map_or(NO_CONT_INDEX, |piece| cont_index(piece, mv));
        let frame = &mut self.data.stack[ply];
        frame.mv = Some(mv);
        frame.cont_index = index;
    }

    #[inline]
    pub(super) fn pop_move(&mut self) {
        self.keys.pop();
    }

    /// How many plies back a repetition may be: to the last irreversible move or the last null move.
    #[inline]
    pub(super) fn reach(&self, board: &Board) -> usize {
        (board.halfmove_clock() as usize).min(self.keys.len() - 1 - self.line_key)
    }

    /// Whether a move can repeat a position of the current line.
    #[inline]
    pub(super) fn can_repeat(&self, board: &Board) -> bool {
        board.halfmove_clock() >= 3
            && can_repeat(board, &self.keys, self.root_key, self.reach(board))
    }

    /// Value of a draw for the side to move, from contempt.
    #[inline]
    pub(super) fn draw_value(&self, board: &Board) -> Value {
        self.shared.draws[board.stm().index()]
    }

    /// Why the position is a draw by rule, if it is.
    #[inline]
    pub(super) fn draw(&self, board: &Board) -> Option<PruneReason> {
        let clock = board.halfmove_clock();
        if clock >= 100 && (!board.in_check() || board.has_legal_move()) {
            Some(PruneReason::FiftyMoves)
        } else if clock >= 4 && is_repetition(&self.keys, self.root_key, self.reach(board)) {
            Some(PruneReason::Repetition)
        } else if eval::is_bare_draw(board) {
            Some(PruneReason::BareDraw)
        } else {
            None
        }
    }
}

/// A static evaluation scaled down for the moves without capture or pawn move.
#[inline]
pub(super) fn scaled(board: &Board, raw: Value) -> Value {
    raw * (200 - board.halfmove_clock().min(200) as Value) / 200
}

/// The correction from correction history. Known endings are not corrected; a correction would hide the way to the
/// mate.
#[inline]
pub(super) fn correction(history: &CorrectionHistory, board: &Board) -> Value {
    if eval::is_known(board) { 0 } else { history.value(board) }
}

/// The static evaluation that the search uses.
#[inline]
pub(super) fn corrected(board: &Board, raw: Value, correction: Value) -> Value {
    (scaled(board, raw) + correction).clamp(-EVAL_MAX, EVAL_MAX)
}
