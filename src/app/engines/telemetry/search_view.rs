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
use tabia_engine::search::score::{Bound, Pov, Score, Wdl};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::JobId;
use tabia_lab::branching::effective_branching_factor;
use tabia_lab::experiment::IterationEnd;

use crate::engines::state::{Job, Purpose};

/// Maximum rows of history per search.
pub const MAX_ROWS: usize = 500;
/// Maximum points of a series per search.
pub const MAX_POINTS: usize = 4_000;

/// One of the best lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The engine's report: depth, score (side to move's view), bound, nodes, PV.
    pub info: IterationInfo,
    /// It comes from an earlier search or iteration than the best line; shown in grey.
    pub stale: bool,
    /// It comes from the current or last search, not from a stored one.
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

/// Converts a bound from the side to move's view to a point of view.
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
    /// Whether the score is exact or a bound, White's view.
    pub bound: Bound,
    /// The chances that the engine reports, White's view.
    pub wdl: Option<Wdl>,
    /// Nodes since the search began.
    pub nodes: Option<u64>,
    /// The first move of the line.
    pub mv: Option<Move>,
}

/// A point of the plot of nodes and depth, from a snapshot, a few a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PulsePoint {
    /// Since the search began, ms.
    pub time_ms: u64,
    /// The current iteration, plies.
    pub depth: u32,
    /// Nodes since the search began.
    pub nodes: u64,
}

/// The current or last search of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchView {
    pub engine: EngineId,
    pub job: JobId,
    pub purpose: Purpose,
    /// The position; while pondering, the one before the expected move.
    pub node: NodeId,
    /// Key of the position searched.
    pub key: u64,
    /// The side to move there.
    pub stm: Color,
    /// The strength the engine plays at.
    pub strength: Strength,
    /// Whether the engine plays below its full strength: its scores are no evaluation.
    pub restrained: bool,
    /// The number of the question about moves, 0 for none.
    pub asked: u64,
    /// The best lines, the best first. Until the search has its own, they are those of the last search of this
    /// position, marked stale.
    pub lines: Vec<Line>,
    /// A bound on a move that is being re-searched; the lines stay as they are until its score is known.
    pub open: Option<IterationInfo>,
    /// Number of lines requested.
    pub wanted: usize,
    /// One row per finished iteration, line or bound, newest last.
    pub history: VecDeque<IterationInfo>,
    /// Score, depth and nodes of the best line over time.
    pub series: VecDeque<SeriesPoint>,
    /// Depth and nodes between iterations.
    pub pulse: VecDeque<PulsePoint>,
    /// The newest snapshot.
    pub live: Option<Snapshot>,
    /// The reason why it ended, once it has.
    pub ended: Option<StopReason>,
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
        }
    }

    /// The search as it was at the end of an iteration, with everything known then and nothing that came later. `at`:
    /// the iteration's index in its race. `None` if it is not stored.
    pub(crate) fn at_iteration(&self, at: usize) -> Option<SearchView> {
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
        past.end(StopReason::Stopped, Some(Snapshot { progress, ..live }));
        Some(past)
    }

    /// A lower bound of its memory, bytes: most of it is used by the trees of its iterations.
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

    /// The newest snapshot's progress, in the form common to all engines.
    fn progress(&self) -> Option<&Progress> {
        self.live.as_ref().map(|live| &live.progress)
    }

    /// The deepest iteration begun, plies; 0 before the engine reported one.
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

    /// Time so far, as last reported by the engine, ms.
    pub fn time_ms(&self) -> u64 {
        let live = self.progress().map_or(0, |live| live.time_ms);
        live.max(self.history.back().map_or(0, |info| info.time_ms))
    }

    /// Nodes per second as last reported by the engine; if it reports none, computed from nodes and time. The report
    /// is preferred because the nodes may be older than the time.
    pub fn nps(&self) -> Option<u64> {
        let live = self.progress().and_then(|live| live.nps);
        live.or_else(|| self.nodes().and_then(|nodes| per_second(nodes, self.time_ms())))
    }

    /// Use of the transposition table, per mille, once reported.
    pub fn hashfull(&self) -> Option<u32> {
        let reported = self.history.back().and_then(|info| info.hashfull);
        self.progress().and_then(|live| live.hashfull).or(reported)
    }

    /// The root moves in the search's order.
    pub fn root_moves(&self) -> &[RootMove] {
        self.progress().map_or(&[], |live| &live.root_moves)
    }

    /// The ranking of the root moves after each iteration; `None` before the search reported its state.
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

    /// The end of each iteration; `None` if the engine does not count nodes. An iteration ends with the last of its
    /// lines: the newest does not count before it has as many as the one before.
    pub(crate) fn iterations(&self) -> Option<Vec<IterationEnd>> {
        // Each with the highest line number so far.
        let mut ends: Vec<(IterationEnd, u32)> = Vec::new();
        // Bounds are reported within an iteration.
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

    /// The bound on a move that is being re-searched, while the search runs. It is shown beside the lines; one of a
    /// weak level is no evaluation.
    pub fn open_bound(&self) -> Option<&IterationInfo> {
        self.open.as_ref().filter(|_| self.ended.is_none() && self.judges())
    }

    /// The newest iteration in which any root move got its score, plies.
    pub fn newest_root_depth(&self) -> Option<u32> {
        self.root_moves().iter().filter_map(|root| root.depth).max()
    }

    /// Whether the information on a root move is from an earlier iteration than the newest.
    pub fn is_older(&self, root: &RootMove) -> bool {
        root.depth.is_some() && root.depth < self.newest_root_depth()
    }

    /// Whether its scores are evaluations of a position. A weak level misjudges on purpose.
    pub fn judges(&self) -> bool {
        !self.restrained
    }

    /// Whether it searches only some of the moves: its score is not that of the position.
    pub(crate) fn is_partial(&self) -> bool {
        self.asked != 0
    }

    /// Whether its first line gives the value of its position: all moves, full strength, the node itself.
    pub(crate) fn evaluates(&self) -> bool {
        let elsewhere = matches!(self.purpose, Purpose::Ponder(_) | Purpose::Threat);
        self.judges() && !self.is_partial() && !elsewhere
    }

    /// Whether its result is stored for its node. That of a short search for advice is not: a single score in a game
    /// without others would only reveal the help.
    pub(super) fn is_kept(&self) -> bool {
        self.evaluates() && !self.is_advice()
    }

    /// Whether it was a request for a move only: nothing else of it is shown.
    pub(super) fn is_advice(&self) -> bool {
        matches!(self.purpose, Purpose::Hint | Purpose::PlayBest | Purpose::ConfirmResign)
    }

    /// Adds a line. No two lines begin with the same move, the newest report on a move counts; a bound never replaces
    /// a complete line.
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

    /// Marks the lines from an earlier search or iteration than the newest complete line.
    fn mark_stale(&mut self) {
        let whole = self.lines.iter().filter(|line| line.own && line.info.bound == Bound::Exact);
        let newest = whole.map(|line| line.info.depth).max();
        for line in &mut self.lines {
            line.stale = !line.own || Some(line.info.depth) < newest;
        }
    }

    /// The search was stopped; any further report is ignored.
    pub(super) fn stop(&mut self) {
        self.ended.get_or_insert(StopReason::Stopped);
        self.open = None;
    }

    /// The search has ended; its last snapshot gives the final order of the lines, and those of its last iteration that
    /// were too fast to be sent.
    pub(super) fn end(&mut self, reason: StopReason, last: Option<Snapshot>) {
        self.ended = Some(reason);
        let lines = last.as_ref().map_or(&[][..], |last| &last.progress.lines);
        let deepest = self.history.back().map_or(0, |row| row.depth);
        for info in lines.iter().filter(|info| info.depth >= deepest) {
            let of = (info.depth, info.multi_pv);
            if !self.history.iter().any(|row| (row.depth, row.multi_pv) == of) {
                self.take_iteration(info);
            }
        }
        self.open = None;
        if !lines.is_empty() {
            let line = |info: &IterationInfo| Line { info: info.clone(), stale: false, own: true };
            self.lines = lines.iter().take(self.wanted.max(1)).map(line).collect();
            self.mark_stale();
        }
        if let Some(last) = last {
            self.take_snapshot(last);
        }
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
                wdl: info.wdl.map(|wdl| wdl.seen_from(Pov::White, info.stm)),
                nodes: info.nodes,
                mv: info.pv.first().copied(),
            };
            push_ring(&mut self.series, point, MAX_POINTS);
        }
        // A line that only changed its rank is no new iteration: its row gets the new number, unless the row is from
        // an earlier iteration, whose numbers stay.
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
                // Some engines report the same depth repeatedly while they work on it: the newest report on a move
                // counts.
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
            // Halve the number of points over the same time, so that a long search keeps its beginning.
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
