//! What the engine told about its search, kept for panels and plots, and the last result for every
//! position of the game. Only numbers that the engine sent, and their ratios.

use std::collections::{HashMap, VecDeque};

use crate::alphabeta::options::Strength;
use crate::chess::rules::Outcome;
use crate::chess::{Color, Move};
use crate::game::annotation::EvalValue;
use crate::game::tree::{GameTree, NodeId};
use crate::search::report::{IterationInfo, Progress, RootMove, Snapshot, StopReason, per_second};
use crate::search::score::{Bound, Pov, Score};
use crate::worker::protocol::JobId;

use super::engine_state::{Job, Purpose};

/// Rows of history kept per search.
pub const MOST_ROWS: usize = 500;
/// Points of the series kept per search.
pub const MOST_POINTS: usize = 4_000;

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

/// The search under way or the last one.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchView {
    /// Its number.
    pub job: JobId,
    /// What it is for.
    pub purpose: Purpose,
    /// The position; while pondering the one before the expected move.
    pub node: NodeId,
    /// Key of the position searched.
    pub key: u64,
    /// Side to move there.
    pub stm: Color,
    /// How strong it plays.
    pub strength: Strength,
    /// The best lines, the best first. Until the search has its own they are those of the last search of
    /// this position, marked stale.
    pub lines: Vec<Line>,
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
    fn new(job: &Job, stm: Color, kept: &[Line]) -> SearchView {
        let old = |line: &Line| Line { stale: true, own: false, ..line.clone() };
        let most = job.options.multi_pv as usize;
        SearchView {
            job: job.id,
            purpose: job.purpose,
            node: job.node,
            key: job.key,
            stm,
            strength: job.options.strength,
            lines: kept.iter().take(most).map(old).collect(),
            history: VecDeque::new(),
            series: VecDeque::new(),
            pulse: VecDeque::new(),
            live: None,
            ended: None,
            dropped: 0,
        }
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

    /// Nodes per second so far.
    pub fn nps(&self) -> Option<u64> {
        let said = || self.progress()?.nps.or(self.history.back()?.nps);
        self.nodes().and_then(|nodes| per_second(nodes, self.time_ms())).or_else(said)
    }

    /// Use of the transposition table, per mille, once it was told.
    pub fn hashfull(&self) -> Option<u32> {
        let told = self.history.back().and_then(|info| info.hashfull);
        self.progress().and_then(|live| live.hashfull).or(told)
    }

    /// The root moves in the search's order.
    pub fn root_moves(&self) -> &[RootMove] {
        self.progress().map_or(&[], |live| &live.root_moves)
    }

    /// Share of all root nodes spent below a root move, 0 to 1; `None` before any were counted.
    pub fn node_share(&self, mv: &RootMove) -> Option<f64> {
        let all: u64 = self.root_moves().iter().filter_map(|root| root.nodes).sum();
        mv.nodes.filter(|_| all > 0).map(|nodes| nodes as f64 / all as f64)
    }

    /// Effective branching factor: how many times more nodes an iteration took than the one before, geometric
    /// mean over the last finished iterations of the best line (at most four ratios). `None` before
    /// there are two iterations that each took any nodes.
    pub fn branching_factor(&self) -> Option<f64> {
        let mut ends: Vec<(u32, u64)> = Vec::new();
        for info in self.history.iter().filter(|info| info.multi_pv == 1) {
            let nodes = info.nodes?;
            match ends.last_mut() {
                Some(last) if last.0 == info.depth => last.1 = nodes,
                _ => ends.push((info.depth, nodes)),
            }
        }
        let costs: Vec<f64> =
            ends.windows(2).map(|w| w[1].1.saturating_sub(w[0].1) as f64).collect();
        let tail = costs.get(costs.len().saturating_sub(5)..)?;
        let (first, last) = (*tail.first()?, *tail.last()?);
        let ratios = tail.len() - 1;
        (ratios > 0 && first > 0.0 && last > 0.0).then(|| (last / first).powf(1.0 / ratios as f64))
    }

    /// Whether its scores say how good a position is. A weak level misjudges on purpose.
    pub fn judges(&self) -> bool {
        self.strength.elo().is_none()
    }

    fn take_line(&mut self, info: &IterationInfo) {
        let slot = info.multi_pv.max(1) as usize - 1;
        let line = Line { info: info.clone(), stale: false, own: true };
        match self.lines.get_mut(slot) {
            Some(place) => *place = line,
            None => self.lines.push(line),
        }
        let depth = info.depth;
        for other in &mut self.lines {
            other.stale |= other.info.depth < depth || !other.own;
        }
    }

    fn take_iteration(&mut self, info: &IterationInfo) {
        self.take_line(info);
        if info.multi_pv == 1 {
            let point = SeriesPoint {
                time_ms: info.time_ms,
                depth: info.depth,
                seldepth: info.seldepth,
                score: info.score.seen_from(Pov::White, info.stm),
                bound: bound_seen_from(info.bound, Pov::White, info.stm),
                nodes: info.nodes,
            };
            push_ring(&mut self.series, point, MOST_POINTS);
        }
        push_ring(&mut self.history, info.clone(), MOST_ROWS);
    }

    fn take_snapshot(&mut self, snapshot: Snapshot) {
        let Progress { time_ms, depth, nodes, .. } = snapshot.progress;
        if self.pulse.len() == MOST_POINTS {
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

/// The best result so far for one position.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeAnalysis {
    /// Key of the position, to notice when another has taken the node's place.
    pub key: u64,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
}

impl NodeAnalysis {
    /// The best line.
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    /// What decides which of two results is kept.
    fn depth(&self) -> u32 {
        self.best().map_or(0, |line| line.info.depth)
    }
}

/// Where a value over the game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalSource {
    /// Our engine at full strength, at this depth.
    Engine {
        /// Plies.
        depth: u32,
    },
    /// It stood in the file, with the depth if that was given.
    File {
        /// Plies.
        depth: Option<u32>,
    },
    /// The game ends here by the rules. To be shown in words; the score only places the point: White is
    /// mated (`Mate(0)`), Black is mated (`Mate(1)`), drawn (0).
    Rules(Outcome),
}

/// A point of the plot over the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GamePoint {
    /// Plies from the start position.
    pub ply: usize,
    /// The node.
    pub node: NodeId,
    /// White's view.
    pub score: Score,
    /// What the score is worth, White's view.
    pub bound: Bound,
    /// Who said so.
    pub source: EvalSource,
}

/// Everything the engine told.
#[derive(Clone, Debug, Default)]
pub struct Telemetry {
    /// The search under way or the last one.
    pub search: Option<SearchView>,
    /// A search in the background: only its results are kept.
    background: Option<SearchView>,
    kept: HashMap<NodeId, NodeAnalysis>,
}

impl Telemetry {
    /// A search was asked for.
    pub(super) fn begin(&mut self, job: &Job, stm: Color) {
        let same = |old: &SearchView| old.node == job.node && old.key == job.key && old.judges();
        let before = self.search.take().filter(same);
        let kept = self.kept.get(&job.node).filter(|kept| kept.key == job.key);
        let lines = match (&before, kept) {
            _ if job.options.strength.elo().is_some() => &[],
            (Some(before), _) if !before.lines.is_empty() => &before.lines[..],
            (_, Some(kept)) => &kept.lines[..],
            _ => &[],
        };
        self.search = Some(SearchView::new(job, stm, lines));
    }

    /// A search was asked for that goes on beside what is shown.
    pub(super) fn begin_in_background(&mut self, job: &Job, stm: Color) {
        self.background = Some(SearchView::new(job, stm, &[]));
    }

    /// The search with this number.
    fn search_by(&mut self, job: JobId) -> Option<&mut SearchView> {
        let both = [self.search.as_mut(), self.background.as_mut()];
        both.into_iter().flatten().find(|search| search.job == job)
    }

    /// The expected move was played: what was pondered is the search of this node now.
    pub(super) fn ponder_hit(&mut self, node: NodeId) {
        if let Some(search) = &mut self.search {
            search.node = node;
            search.purpose = Purpose::Play;
        }
    }

    /// A line came in. What a weak level says is its opinion and kept nowhere.
    pub(super) fn iteration(&mut self, job: JobId, info: &IterationInfo) {
        let Some(search) = self.search_by(job) else { return };
        search.take_iteration(info);
        if !search.judges() || matches!(search.purpose, Purpose::Ponder(_)) {
            return;
        }
        let own: Vec<Line> = search.lines.iter().filter(|line| line.own).cloned().collect();
        let (node, result) = (search.node, NodeAnalysis { key: search.key, lines: own });
        let better = self
            .kept
            .get(&node)
            .is_none_or(|kept| kept.key != result.key || kept.depth() <= result.depth());
        if better && !result.lines.is_empty() && info.bound == Bound::Exact {
            self.kept.insert(node, result);
        }
    }

    /// A snapshot came in.
    pub(super) fn snapshot(&mut self, job: JobId, snapshot: Snapshot) {
        if let Some(search) = self.search_by(job) {
            search.take_snapshot(snapshot);
        }
    }

    /// The search ended.
    pub(super) fn end(
        &mut self,
        job: JobId,
        reason: StopReason,
        last: Option<Snapshot>,
        dropped: u32,
    ) {
        if let Some(search) = self.search_by(job) {
            if let Some(last) = last {
                search.take_snapshot(last);
            }
            search.ended = Some(reason);
            search.dropped = dropped;
        }
    }

    /// Another game is on the board: nothing kept belongs to it.
    pub(super) fn forget(&mut self) {
        self.search = None;
        self.background = None;
        self.kept.clear();
    }

    /// The result for a position is no longer what was asked for (other options): the next one replaces it.
    pub(super) fn forget_node(&mut self, node: NodeId) {
        self.kept.remove(&node);
    }

    /// The best result so far for a node.
    pub fn kept(&self, tree: &GameTree, node: NodeId) -> Option<&NodeAnalysis> {
        let key = tree.board(node).key();
        self.kept.get(&node).filter(|kept| kept.key == key)
    }

    /// The search if it is of this node.
    pub fn search_of(&self, tree: &GameTree, node: NodeId) -> Option<&SearchView> {
        let key = tree.board(node).key();
        self.search.as_ref().filter(|search| search.node == node && search.key == key)
    }

    /// The lines to show for a node: of its search while that runs or was the last, else those kept (all
    /// marked stale, for nobody works on them). All are of full strength.
    pub fn lines(&self, tree: &GameTree, node: NodeId) -> Vec<Line> {
        let own = self.search_of(tree, node).filter(|search| search.judges());
        if let Some(search) = own.filter(|search| !search.lines.is_empty()) {
            return search.lines.clone();
        }
        let kept = self.kept(tree, node).map(|kept| kept.lines.clone()).unwrap_or_default();
        kept.into_iter().map(|line| Line { stale: true, ..line }).collect()
    }

    /// The best move known for a node.
    pub fn best_move(&self, tree: &GameTree, node: NodeId) -> Option<Move> {
        let kept = self.kept(tree, node).and_then(NodeAnalysis::best);
        let mv = *kept?.info.pv.first()?;
        tree.board(node).is_legal(mv).then_some(mv)
    }

    /// What is known about how good a node is: the rules, our engine, the file, in this order.
    pub fn evaluation(&self, tree: &GameTree, node: NodeId) -> Option<GamePoint> {
        let point = |score, bound, source| {
            Some(GamePoint { ply: tree.ply(node), node, score, bound, source })
        };
        if let Some(outcome) = tree.outcome(node) {
            let score = match outcome.winner() {
                Some(Color::White) => Score::Mate(1),
                Some(Color::Black) => Score::Mate(0),
                None => Score::EVEN,
            };
            return point(score, Bound::Exact, EvalSource::Rules(outcome));
        }
        if let Some(kept) = self.kept(tree, node)
            && let Some(best) = kept.best()
        {
            let source = EvalSource::Engine { depth: best.info.depth };
            return point(best.score(Pov::White), best.bound(Pov::White), source);
        }
        let noted = tree.eval(node)?;
        let score = match noted.value {
            EvalValue::Cp(cp) => Score::Cp(cp),
            EvalValue::Mate(moves) if moves > 0 => Score::Mate(moves * 2 - 1),
            EvalValue::Mate(moves) => Score::Mate(moves * 2),
        };
        point(score, Bound::Exact, EvalSource::File { depth: noted.depth })
    }

    /// The evaluation over a line, where it is known.
    pub fn over_line(&self, tree: &GameTree, line: &[NodeId]) -> Vec<GamePoint> {
        line.iter().filter_map(|&node| self.evaluation(tree, node)).collect()
    }
}
