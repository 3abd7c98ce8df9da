//! One search as it is shown: its lines, its iterations, its curves.

use std::collections::VecDeque;
use std::sync::Arc;

use tabia_chess::{Color, Move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::live_tree::LiveNode;
use tabia_engine::search::race::{RootEntry, RootIteration, RootRace};
use tabia_engine::search::report::{
    IterationInfo, Progress, RootMove, Snapshot, StopReason, per_second,
};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::JobId;
use tabia_lab::branching::effective_branching_factor;
use tabia_lab::experiment::IterationEnd;

use crate::engines::state::{Job, Purpose};

/// Rows of history kept per search.
pub const MAX_ROWS: usize = 500;
/// Points of the series kept per search.
pub const MAX_POINTS: usize = 4_000;

/// One of the best lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the engine said: depth, score (mover's view), bound, nodes, PV.
    pub info: IterationInfo,
    /// It comes from an earlier search or iteration than the best line: greyed.
    pub stale: bool,
    /// It comes from the search under way (or the last one), not from one kept before.
    pub own: bool,
}

impl Line {
    /// Its score from a point of view.
    pub fn score(&self, pov: Pov) -> Score {
        self.info.score.seen_from(pov, self.info.stm)
    }

    /// Its bound from a point of view.
    pub fn bound(&self, pov: Pov) -> Bound {
        bound_seen_from(self.info.bound, pov, self.info.stm)
    }
}

/// A mover's-view bound told from a point of view.
pub fn bound_seen_from(bound: Bound, pov: Pov, stm: Color) -> Bound {
    if pov == Pov::White && stm == Color::Black { bound.flipped() } else { bound }
}

/// A point of the plots over one search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeriesPoint {
    /// Since the search began, ms.
    pub time_ms: u64,
    /// The iteration, plies.
    pub depth: u32,
    /// Deepest ply.
    pub seldepth: Option<u32>,
    /// Score of the best line, White's view.
    pub score: Score,
    /// What the score is worth, White's view.
    pub bound: Bound,
    /// Since the search began.
    pub nodes: Option<u64>,
    /// The first move of the line.
    pub mv: Option<Move>,
}

/// A point of the plot of nodes and depth from snapshots, a few a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PulsePoint {
    /// Since the search began, ms.
    pub time_ms: u64,
    /// The iteration under way, plies.
    pub depth: u32,
    /// Since the search began.
    pub nodes: u64,
}

/// The search of one engine, under way or its last one.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchView {
    pub engine: EngineId,
    pub job: JobId,
    pub purpose: Purpose,
    /// The position; while pondering the one before the expected move.
    pub node: NodeId,
    /// Key of the position searched.
    pub key: u64,
    /// Side to move there.
    pub stm: Color,
    /// How strong it plays.
    pub strength: Strength,
    /// Whether it plays below its strength: what it says is no evaluation.
    pub restrained: bool,
    /// The number of what was asked about the moves, 0 for nothing.
    pub asked: u64,
    /// The best lines, the best first. Until the search has its own they are those of the last search of
    /// this position, marked stale.
    pub lines: Vec<Line>,
    /// A bound on a move whose window is being searched again; the lines stay as they are until it is found.
    pub open: Option<IterationInfo>,
    /// Lines asked for.
    pub wanted: usize,
    /// One row per finished iteration, line or bound, newest last.
    pub history: VecDeque<IterationInfo>,
    /// Score, depth and nodes of the best line over time.
    pub series: VecDeque<SeriesPoint>,
    /// Depth and nodes between iterations.
    pub pulse: VecDeque<PulsePoint>,
    /// The newest snapshot.
    pub live: Option<Snapshot>,
    /// Why it ended, once it has.
    pub ended: Option<StopReason>,
    /// Iterations that could not be sent because the window was too slow.
    pub dropped: u32,
}

impl SearchView {
    pub(super) fn new(job: &Job, stm: Color, kept: &[Line]) -> SearchView {
        let old = |line: &Line| Line { stale: true, own: false, ..line.clone() };
        let most = job.options.multi_pv() as usize;
        SearchView {
            engine: job.engine,
            job: job.id,
            purpose: job.purpose,
            node: job.node,
            key: job.key,
            stm,
            strength: job.options.strength(),
            restrained: job.options.is_restrained(),
            asked: job.asked,
            lines: kept.iter().take(most).map(old).collect(),
            open: None,
            wanted: most,
            history: VecDeque::new(),
            series: VecDeque::new(),
            pulse: VecDeque::new(),
            live: None,
            ended: None,
            dropped: 0,
        }
    }

    /// The search as it was at the end of an iteration, with everything that was known then and nothing that came later.
    /// `at`: the iteration's index in its race. `None` if it is not kept.
    pub fn at_iteration(&self, at: usize) -> Option<SearchView> {
        let race = self.race()?;
        let iteration = race.iterations().get(at)?;
        let (depth, time_ms) = (iteration.depth, iteration.time_ms);
        let known = |info: &&IterationInfo| info.depth <= depth && info.time_ms <= time_ms;
        let live = if let Some(state) = &iteration.state {
            (**state).clone()
        } else {
            let live = self.live.as_ref()?;
            let mut progress = Progress::new(self.stm);
            (progress.time_ms, progress.nodes) = (time_ms, iteration.nodes);
            progress.depth = Some(depth);
            Snapshot { progress, detail: live.detail.clone() }
        };
        let mut past = SearchView {
            lines: Vec::new(),
            open: None,
            history: self.history.iter().filter(known).cloned().collect(),
            series: self.series.iter().filter(|of| of.time_ms <= time_ms).copied().collect(),
            pulse: self.pulse.iter().filter(|of| of.time_ms <= time_ms).copied().collect(),
            live: None,
            ended: Some(StopReason::Stopped),
            ..self.clone()
        };
        if live.progress.lines.is_empty() {
            for info in self.history.iter().filter(known) {
                past.take_line(info);
            }
        }
        let race = race.until(at);
        let progress = Progress { race, ..live.progress };
        past.end(StopReason::Stopped, Some(Snapshot { progress, ..live }), self.dropped);
        Some(past)
    }

    /// What it takes in memory, bytes, at least: the trees of its iterations are most of it.
    pub(super) fn bytes(&self) -> usize {
        let iterations = self.race().map_or(&[][..], |race| race.iterations());
        let tree = |iteration: &Arc<RootIteration>| {
            let tree = iteration.state.as_ref()?.progress.tree.as_ref()?;
            Some(tree.nodes.len() * size_of::<LiveNode>())
        };
        let trees: usize = iterations.iter().filter_map(tree).sum();
        let moves: usize = iterations.iter().map(|of| of.moves.len()).sum();
        trees
            + moves * (size_of::<RootEntry>() + size_of::<RootMove>())
            + self.history.len() * size_of::<IterationInfo>()
            + self.series.len() * size_of::<SeriesPoint>()
            + self.pulse.len() * size_of::<PulsePoint>()
    }

    /// The last finished iteration of the best line, exact or not.
    pub fn newest(&self) -> Option<&IterationInfo> {
        self.history.iter().rev().find(|info| info.multi_pv == 1)
    }

    /// What the newest snapshot says in the words of every engine.
    fn progress(&self) -> Option<&Progress> {
        self.live.as_ref().map(|live| &live.progress)
    }

    /// Deepest iteration begun, plies; 0 before the engine named one.
    pub fn depth(&self) -> u32 {
        let live = self.progress().and_then(|live| live.depth);
        live.max(self.newest().map(|info| info.depth)).unwrap_or(0)
    }

    /// Deepest ply reached.
    pub fn seldepth(&self) -> Option<u32> {
        let live = self.progress().and_then(|live| live.seldepth);
        live.max(self.newest().and_then(|info| info.seldepth))
    }

    /// Nodes so far.
    pub fn nodes(&self) -> Option<u64> {
        let live = self.progress().and_then(|live| live.nodes);
        live.max(self.history.back().and_then(|info| info.nodes))
    }

    /// Time so far as the engine last told it, ms.
    pub fn time_ms(&self) -> u64 {
        let live = self.progress().map_or(0, |live| live.time_ms);
        live.max(self.history.back().map_or(0, |info| info.time_ms))
    }

    /// Nodes per second as the engine last told them, else as nodes and time give them: its nodes may be older than
    /// the time.
    pub fn nps(&self) -> Option<u64> {
        let live = self.progress().and_then(|live| live.nps);
        live.or_else(|| self.nodes().and_then(|nodes| per_second(nodes, self.time_ms())))
    }

    /// Use of the transposition table, per mille, once it was told.
    pub fn hashfull(&self) -> Option<u32> {
        let reported = self.history.back().and_then(|info| info.hashfull);
        self.progress().and_then(|live| live.hashfull).or(reported)
    }

    /// The root moves in the search's order.
    pub fn root_moves(&self) -> &[RootMove] {
        self.progress().map_or(&[], |live| &live.root_moves)
    }

    /// How the root moves stood after each iteration; `None` before the search told its state.
    pub fn race(&self) -> Option<&RootRace> {
        self.progress().map(|live| &live.race)
    }

    /// See [`effective_branching_factor`].
    pub fn branching_factor(&self) -> Option<f64> {
        effective_branching_factor(&self.iteration_ends()?)
    }

    /// Depth and nodes of [`SearchView::iterations`].
    pub fn iteration_ends(&self) -> Option<Vec<(u32, u64)>> {
        let ends = self.iterations()?;
        Some(ends.into_iter().map(|end| (end.depth, end.nodes)).collect())
    }

    /// The end of each iteration; `None` where the engine does not count nodes. An iteration ends with the last of its
    /// lines: the newest does not count before it has as many as the one before.
    pub(crate) fn iterations(&self) -> Option<Vec<IterationEnd>> {
        // With each the highest number of a line.
        let mut ends: Vec<(IterationEnd, u32)> = Vec::new();
        // A bound is told within an iteration.
        for info in self.history.iter().filter(|info| info.bound == Bound::Exact) {
            let nodes = info.nodes?;
            match ends.last_mut() {
                Some((end, lines)) if end.depth == info.depth => {
                    (end.nodes, end.time_ms) =
                        (end.nodes.max(nodes), end.time_ms.max(info.time_ms));
                    *lines = (*lines).max(info.multi_pv);
                }
                Some((end, _)) if end.depth > info.depth => {}
                _ => {
                    let (depth, time_ms) = (info.depth, info.time_ms);
                    ends.push((IterationEnd { depth, nodes, time_ms }, info.multi_pv));
                }
            }
        }
        if let [.., (_, before), (_, newest)] = ends[..]
            && newest < before
        {
            ends.pop();
        }
        Some(ends.into_iter().map(|(end, _)| end).collect())
    }

    /// The bound on a move whose window is being searched again, while the search goes on. It stands beside the
    /// lines; a weak level's is no evaluation.
    pub fn open_bound(&self) -> Option<&IterationInfo> {
        self.open.as_ref().filter(|_| self.ended.is_none() && self.judges())
    }

    /// The newest iteration that any root move's score is of, plies.
    pub fn newest_root_depth(&self) -> Option<u32> {
        self.root_moves().iter().filter_map(|root| root.depth).max()
    }

    /// Whether what is known of a root move is of an earlier iteration than the newest.
    pub fn is_older(&self, root: &RootMove) -> bool {
        root.depth.is_some() && root.depth < self.newest_root_depth()
    }

    /// Whether its scores say how good a position is. A weak level misjudges on purpose.
    pub fn judges(&self) -> bool {
        !self.restrained
    }

    /// Whether it searches some moves only: what it says is no word on the position.
    pub fn is_partial(&self) -> bool {
        self.asked != 0
    }

    /// Whether its first line says what its position is worth: of all moves, at full strength, of the node itself.
    pub fn evaluates(&self) -> bool {
        let elsewhere = matches!(self.purpose, Purpose::Ponder(_) | Purpose::Threat);
        self.judges() && !self.is_partial() && !elsewhere
    }

    /// Whether what it says is kept for its node. Advice of a moment is not: one score in a game that has no others
    /// would tell of the help alone.
    pub(super) fn is_kept(&self) -> bool {
        self.evaluates() && !self.is_advice()
    }

    /// Whether it was asked for a move alone: nothing else of it is shown.
    pub(super) fn is_advice(&self) -> bool {
        matches!(self.purpose, Purpose::Hint | Purpose::PlayBest | Purpose::ConfirmResign)
    }

    /// Takes a line in. No two lines begin with the same move, the newest word on a move counts; a bound
    /// never takes the place of a line that is known whole.
    fn take_line(&mut self, info: &IterationInfo) {
        if info.bound != Bound::Exact && !self.lines.is_empty() {
            self.open = Some(info.clone());
            return;
        }
        let settles =
            |open: &IterationInfo| open.multi_pv == info.multi_pv || open.depth < info.depth;
        self.open = self.open.take().filter(|open| !settles(open));
        let first = info.pv.first();
        self.lines
            .retain(|known| known.info.multi_pv != info.multi_pv && known.info.pv.first() != first);
        self.lines.push(Line { info: info.clone(), stale: false, own: true });
        self.lines.sort_by_key(|line| line.info.multi_pv);
        self.lines.truncate(self.wanted.max(1));
        self.mark_stale();
    }

    /// Marks what is of an earlier search or iteration than the newest whole line.
    fn mark_stale(&mut self) {
        let whole = self.lines.iter().filter(|line| line.own && line.info.bound == Bound::Exact);
        let newest = whole.map(|line| line.info.depth).max();
        for line in &mut self.lines {
            line.stale = !line.own || Some(line.info.depth) < newest;
        }
    }

    /// The search was told to stop; nothing more of it counts.
    pub(super) fn stop(&mut self) {
        self.ended.get_or_insert(StopReason::Stopped);
        self.open = None;
    }

    /// The search has ended; its last state says how the lines stand.
    pub(super) fn end(&mut self, reason: StopReason, last: Option<Snapshot>, dropped: u32) {
        self.ended = Some(reason);
        self.dropped = dropped;
        self.open = None;
        let Some(last) = last else { return };
        let lines = &last.progress.lines;
        if !lines.is_empty() {
            let line = |info: &IterationInfo| Line { info: info.clone(), stale: false, own: true };
            self.lines = lines.iter().take(self.wanted.max(1)).map(line).collect();
            self.mark_stale();
        }
        self.take_snapshot(last);
    }

    pub(super) fn take_iteration(&mut self, info: &IterationInfo) {
        self.take_line(info);
        if info.multi_pv == 1 {
            let point = SeriesPoint {
                time_ms: info.time_ms,
                depth: info.depth,
                seldepth: info.seldepth,
                score: info.score.seen_from(Pov::White, info.stm),
                bound: bound_seen_from(info.bound, Pov::White, info.stm),
                nodes: info.nodes,
                mv: info.pv.first().copied(),
            };
            push_ring(&mut self.series, point, MAX_POINTS);
        }
        // A line that only has another place now is no news of an iteration: its row gets the new number, unless it is
        // one of an earlier iteration, whose numbers stand.
        let newest = self.history.back().map(|row| row.depth);
        let is_listed = |row: &&mut IterationInfo| {
            (row.depth, row.score, row.bound, &row.pv)
                == (info.depth, info.score, info.bound, &info.pv)
        };
        let mut recent = self.history.iter_mut().rev().take(2 * self.wanted.max(1));
        match recent.find(is_listed) {
            Some(row) if Some(row.depth) == newest => row.multi_pv = info.multi_pv,
            Some(_) => {}
            None => {
                // Some engines report a depth again and again while they work on it: the newest word on a move counts.
                let of = (info.depth, info.pv.first(), Bound::Exact);
                if info.bound == Bound::Exact {
                    self.history.retain(|row| (row.depth, row.pv.first(), row.bound) != of);
                }
                push_ring(&mut self.history, info.clone(), MAX_ROWS);
            }
        }
    }

    pub(super) fn take_snapshot(&mut self, snapshot: Snapshot) {
        let Progress { time_ms, depth, nodes, .. } = snapshot.progress;
        if self.pulse.len() == MAX_POINTS {
            // Half as many, over the same time: a long search keeps its beginning.
            let mut keep = false;
            self.pulse.retain(|_| {
                keep = !keep;
                keep
            });
        }
        if let (Some(depth), Some(nodes)) = (depth, nodes) {
            self.pulse.push_back(PulsePoint { time_ms, depth, nodes });
        }
        self.live = Some(snapshot);
    }
}

fn push_ring<T>(ring: &mut VecDeque<T>, item: T, most: usize) {
    if ring.len() == most {
        ring.pop_front();
    }
    ring.push_back(item);
}
