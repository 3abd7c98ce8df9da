//! The alpha-beta search: the state of one search thread, and the looks it takes at the clock, the
//! stop signal and its observer. The tree itself is searched in `root`, `node` and `qsearch`.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::eval;
use crate::search::detail::{AlphaBetaDetail, Detail, PruneReason, SearchCounts};
use crate::search::race::RootRace;
use crate::search::report::{Progress, Snapshot, StopReason, per_second};
use tabia_chess::{Board, Move};
use tabia_text::t;

use super::history::{NO_CONT_INDEX, cont_index};
use super::inspection::inspect;
use super::params;
use super::published::Published;
use super::repetition::{can_repeat, is_repetition};
use super::root::{RootLine, root_lines};
use super::rule_set::{RuleSet, Technique};
use super::shared::{Evaluation, Lead, Shared, ThreadData};
use super::tree::{NodeResult, Recorder};
use super::tt::Entry;
use super::value::{EVAL_MAX, Value, value_from_tt, value_to_tt};

/// One thread's search.
pub(super) struct Search<'a, R = ()> {
    pub(super) recorder: R,
    pub(super) shared: &'a Shared<'a>,
    pub(super) id: usize,
    pub(super) lead: Option<Lead<'a>>,
    pub(super) board: Board,
    /// Keys of the game and of the line under search; the last is the position at hand.
    pub(super) keys: Vec<u64>,
    /// Where in `keys` the root is.
    pub(super) root_key: usize,
    pub(super) data: &'a mut ThreadData,
    pub(super) counts: SearchCounts,
    pub(super) next_check: u64,
    pub(super) stopped: bool,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    /// Last iteration finished, plies.
    pub(super) completed: i32,
    /// Root moves, the best first.
    pub(super) lines: Vec<RootLine>,
    /// What is told of them.
    pub(super) published: Published,
    /// How the root moves stood after each iteration, where snapshots are wanted.
    pub(super) race: RootRace,
    /// Which of them is being searched for: 0 the best.
    pub(super) line: usize,
    pub(super) current: Option<(Move, u32)>,
    /// No null move before this ply, while one is being verified.
    pub(super) null_from: usize,
    /// Where in `keys` the line begins as far as repetition goes: behind the last null move.
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
        // The root was looked up once for all threads.
        let tb_hits = if id == 0 { shared.ranked.len() as u64 } else { 0 };
        Search {
            recorder,
            shared,
            id,
            lead: None,
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
            published: Published::default(),
            race: RootRace::default(),
            line: 0,
            current: None,
            null_from: 0,
            line_key: 0,
            rules: shared.rules,
        }
    }

    /// The rules and techniques that are on; without a switch in sight, known to the compiler.
    #[inline]
    pub(super) fn rules(&self) -> RuleSet {
        if R::SWITCHED { self.rules } else { RuleSet::ALL }
    }

    pub(super) fn lead_by(mut self, lead: Lead<'a>) -> Search<'a, R> {
        self.lead = Some(lead);
        self
    }

    /// Ends the search of all threads.
    pub(super) fn end(&mut self, reason: StopReason) {
        if let Some(lead) = &mut self.lead {
            lead.reason = reason;
        }
        self.stopped = true;
        self.shared.over.store(true, Relaxed);
    }

    /// Nothing is left to find out, but the answer may not be given yet: waits for the word to stop
    /// or, when pondering, for the expected move.
    pub(super) fn wait_for_leave(&mut self) {
        let Some(lead) = &mut self.lead else { return };
        while self.shared.deadline.must_wait(self.shared.signal) && !self.shared.signal.is_stopped()
        {
            std::thread::sleep(params::WAIT);
        }
        if !self.stopped && self.shared.signal.is_stopped() {
            lead.reason = StopReason::Stopped;
        }
    }

    /// Tells that fewer threads search than were asked for.
    pub(super) fn note_few_threads(&mut self, got: usize, asked: usize) {
        if let Some(lead) = &mut self.lead {
            lead.observer.on_note(&t!("engine-threads-note", got = got, asked = asked));
        }
    }

    /// Why the search ended.
    pub(super) fn reason(&self) -> StopReason {
        self.lead.as_ref().map_or(StopReason::Stopped, |lead| lead.reason)
    }

    /// The best reply to the best move, by the transposition table.
    pub(super) fn expected_reply(&self, best: Move) -> Option<Move> {
        if !self.rules().uses(Technique::TranspositionTable) {
            return None;
        }
        let child = self.board.after(best);
        let entry = self.shared.tt.probe(child.key())?;
        entry.mv.filter(|&mv| child.is_legal(mv))
    }

    /// Nodes of all threads and time since the search began, ms.
    pub(super) fn effort(&self) -> (u64, u64) {
        (self.all_counts().nodes, self.elapsed_ms())
    }

    /// Counts a node, and now and then looks at the clock and the signals. Whether to go on.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        self.counts.nodes += 1;
        if self.counts.nodes >= self.next_check {
            self.check_limits();
        }
        !self.stopped
    }

    /// Tells the others how far this thread is, and looks at the clock and the signals.
    #[cold]
    pub(super) fn check_limits(&mut self) {
        self.publish();
        self.next_check = self.counts.nodes + self.shared.check_every;
        if let (Some(limit), 1) = (self.shared.limits.nodes, self.shared.tallies.len()) {
            self.next_check = self.next_check.min(limit.max(self.counts.nodes + 1));
        }
        if self.shared.over.load(Relaxed) {
            self.stopped = true;
        }
        if let Some(reason) = self.must_end() {
            self.end(reason);
        }
        let due =
            |lead: &Lead<'_>| lead.snapshot_every.is_some() && Instant::now() >= lead.next_snapshot;
        if self.lead.as_ref().is_some_and(due) {
            self.send_snapshot();
        }
    }

    pub(super) fn publish(&self) {
        let tally = &self.shared.tallies[self.id];
        tally.nodes.store(self.counts.nodes, Relaxed);
        if let Ok(mut counts) = tally.counts.lock() {
            *counts = self.counts;
        }
    }

    /// Why the search must end at once, if it must. Every thread asks: where there are more threads than
    /// processors the leading one may be asleep when the time comes.
    pub(super) fn must_end(&self) -> Option<StopReason> {
        let Shared { signal, limits, deadline, .. } = self.shared;
        if signal.is_stopped() {
            return Some(StopReason::Stopped);
        }
        if self.lead.is_some() && limits.nodes.is_some_and(|limit| self.shared.nodes() >= limit) {
            return Some(StopReason::Nodes);
        }
        deadline.must_stop(signal).then_some(StopReason::Time)
    }

    pub(super) fn send_snapshot(&mut self) {
        let snapshot = self.snapshot();
        if let Some(lead) = &mut self.lead {
            if let Some(request) = lead.observer.wants_inspection() {
                let seen = inspect(&request, self.shared.tt, self.rules, self.data);
                lead.observer.on_inspection(seen);
            }
            lead.next_snapshot = Instant::now() + lead.snapshot_every.unwrap_or_default();
            lead.observer.on_snapshot(snapshot);
        }
    }

    /// The value told of the move that would be played: of its line, where that is known.
    pub(super) fn reported_value(&self) -> Option<Value> {
        let line = self.lines.first()?;
        let row = self.published.best().filter(|row| row.mv == line.mv);
        row.map(|row| row.value).or_else(|| line.reported_value())
    }

    /// Counters of all threads.
    pub(super) fn all_counts(&self) -> SearchCounts {
        let mut sum = self.counts;
        for (id, tally) in self.shared.tallies.iter().enumerate() {
            if id != self.id
                && let Ok(counts) = tally.counts.lock()
            {
                sum += *counts;
            }
        }
        sum
    }

    /// The state of the search now.
    pub(super) fn snapshot(&self) -> Snapshot {
        let (counts, time_ms) = (self.all_counts(), self.elapsed_ms());
        let rows = self.published.lines().iter().enumerate();
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
            root_moves: self.published.root_moves(&self.lines),
            race: self.race.clone(),
        };
        let threads = self.shared.at_work.load(Relaxed) as u32;
        let (current, line) = (self.current, self.line as u32 + 1);
        let profile = self.recorder.profile();
        let detail = AlphaBetaDetail { threads, current, line, counts, profile };
        Snapshot { progress, detail: Detail::AlphaBeta(Box::new(detail)) }
    }

    pub(super) fn elapsed_ms(&self) -> u64 {
        self.shared.deadline.elapsed().as_millis() as u64
    }

    /// The one door of every node: counts how it ended and gives its value.
    #[inline]
    pub(super) fn leave(&mut self, leave: NodeResult) -> Value {
        leave.count(&mut self.counts);
        self.recorder.leave(leave);
        leave.value()
    }

    /// A move of the node is not searched.
    #[inline]
    pub(super) fn skip(&mut self, mv: Move, reason: PruneReason) {
        self.counts.pruned[reason.index()] += 1;
        self.recorder.skip(mv, reason);
    }

    /// A node or a move is searched to another depth than usual.
    #[inline]
    pub(super) fn adjusted(&mut self, reason: PruneReason) {
        self.counts.pruned[reason.index()] += 1;
    }

    /// Probes the transposition table; mates in the value come back counted from the root.
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

    /// Static evaluation as the evaluation gives it, with the misjudgement of a weak level.
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
        match &self.shared.handicap {
            None => value,
            Some(handicap) => handicap.misjudge(board, value),
        }
        .clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// The evaluation the search goes by, the smaller the nearer the fifty-move rule is and corrected
    /// by experience; and the correction alone.
    #[inline]
    pub(super) fn corrected_eval(&self, board: &Board, raw: Value) -> (Value, Value) {
        let faded = raw * (200 - board.halfmove_clock() as Value) / 200;
        // What is known needs no experience: it would blur the way to the mate.
        let known = eval::is_known(board);
        let correction = if known { 0 } else { self.data.correction.of(board) };
        ((faded + correction).clamp(-EVAL_MAX, EVAL_MAX), correction)
    }

    /// The board after a move, of which the accumulators are told.
    #[inline]
    pub(super) fn child(&mut self, board: &Board, ply: usize, mv: Move) -> Board {
        let mut child = *board;
        child.set_after(board, mv);
        self.data.accumulators.begin(ply + 1);
        child
    }

    /// Steps to a child: remembers its key and the move that led there.
    #[inline]
    pub(super) fn step(&mut self, board: &Board, ply: usize, mv: Move, child: &Board) {
        self.shared.tt.prefetch(child.key());
        self.keys.push(child.key());
        let index = board.piece_on(mv.from()).map_or(NO_CONT_INDEX, |piece| cont_index(piece, mv));
        let frame = &mut self.data.stack[ply];
        frame.mv = Some(mv);
        frame.cont_index = index;
    }

    #[inline]
    pub(super) fn step_back(&mut self) {
        self.keys.pop();
    }

    /// Whether a restrained strength fails to see this move.
    #[inline]
    pub(super) fn overlooks(&self, board: &Board, ply: usize, mv: Move) -> bool {
        let Some(handicap) = &self.shared.handicap else { return false };
        let last_to = self.data.stack.back(ply, 1).mv.map(Move::to);
        handicap.overlooks(board, ply, mv, last_to)
    }

    /// How far back the position can have occurred, plies: up to the last irreversible move, in the
    /// line up to the last null move, after which other rules hold.
    #[inline]
    pub(super) fn reach(&self, board: &Board) -> usize {
        (board.halfmove_clock() as usize).min(self.keys.len() - 1 - self.line_key)
    }

    /// Whether a move can bring a position of this line about again.
    #[inline]
    pub(super) fn can_repeat(&self, board: &Board) -> bool {
        board.halfmove_clock() >= 3
            && can_repeat(board, &self.keys, self.root_key, self.reach(board))
    }

    /// What a draw is worth to the side to move: nothing, but for contempt.
    #[inline]
    pub(super) fn draw_value(&self, board: &Board) -> Value {
        self.shared.draws[board.stm().index()]
    }

    /// Why the position is drawn by the rules, if it is.
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
