//! What the engines reported about their searches, stored for panels and plots, and the last result of each for every
//! position of the game. Only numbers sent by an engine, and their ratios.

mod search_view;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};

use tabia_chess::{Board, Color, Move, Outcome};
use tabia_engine::puct::leaf_evaluator::CURVE;
use tabia_engine::search::race::RootRace;
use tabia_engine::search::report::{IterationInfo, Snapshot, StopReason};
use tabia_engine::search::score::{Bound, Pov, Score, Wdl, material};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_host::worker::protocol::JobId;
use tabia_lab::experiment::{IterationEnd, SearchGrowth};
use tabia_text::t;

use super::state::{Job, Purpose};

pub use crate::engines::telemetry::search_view::{
    Line, MAX_POINTS, MAX_ROWS, PulsePoint, SearchView, SeriesPoint, bound_seen_from,
};

/// Chances of win, draw and loss of a score, from its view: by the curve from which PUCT makes its scores, or the model
/// fitted to the games of alpha-beta. `None` for other engines.
pub fn modelled_chances(id: EngineId, score: Score, board: &Board) -> Option<Wdl> {
    let puct = || (id == EngineId::PUCT).then(|| CURVE.wdl(score, material(board)));
    if id.is_tabia() { Some(Wdl::of(score, material(board))) } else { puct() }
}

/// Chances of win, draw and loss of an engine's line, side to move's view: its own if it reports them, else
/// [`modelled_chances`].
pub fn chances(id: EngineId, info: &IterationInfo, board: &Board) -> Option<Wdl> {
    info.wdl.or_else(|| modelled_chances(id, info.score, board))
}

/// The best result so far for one position.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeAnalysis {
    /// Key of the position, to notice when another has replaced it at the node.
    pub key: u64,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
    /// It was found with another evaluation or other parameters of the search: any new result replaces it.
    pub outdated: bool,
}

impl NodeAnalysis {
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    /// The depth, by which two results are compared.
    fn depth(&self) -> u32 {
        self.best().map_or(0, |line| line.info.depth)
    }
}

/// The source of an evaluation of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalSource {
    /// An engine at full strength, at this depth.
    Engine {
        id: EngineId,
        /// Plies.
        depth: u32,
    },
    /// The file, with the depth if that was given.
    File {
        /// Plies.
        depth: Option<u32>,
    },
    /// The game ends here by the rules. Shown as text; the score only places the point: White is mated (`Mate(0)`),
    /// Black is mated (`Mate(1)`), drawn (0).
    Rules(Outcome),
}

/// A point of the plot over the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GamePoint {
    /// Plies from the start position.
    pub ply: usize,
    pub node: NodeId,
    /// White's view.
    pub score: Score,
    /// Whether the score is exact or a bound, White's view.
    pub bound: Bound,
    pub source: EvalSource,
}

/// The best result of each engine for each position of a game.
type GameAnalyses = HashMap<NodeId, BTreeMap<EngineId, NodeAnalysis>>;

/// Everything the engines reported.
#[derive(Clone, Debug, Default)]
pub struct Telemetry {
    /// The current or last search of each engine.
    searches: BTreeMap<EngineId, SearchView>,
    /// Searches in the background: only their results are stored.
    background: BTreeMap<EngineId, SearchView>,
    /// The best result of each engine for each position.
    kept: GameAnalyses,
    /// The same for games that were on the board before, by serial number, the newest last: undo and redo restore
    /// them.
    games: VecDeque<(u64, GameAnalyses)>,
    /// The state number of all of it.
    number: u64,
    /// Searches as they were at earlier iterations, shown in place of their newest states.
    past: BTreeMap<JobId, (usize, SearchView)>,
    /// Earlier searches of positions of the game with all their iterations, the newest last.
    earlier: VecDeque<SearchView>,
    /// How the last searches grew, newest first.
    recent: VecDeque<RecentSearch>,
}

/// Memory for earlier searches, bytes, as [`SearchView::bytes`] estimates them.
const MAX_EARLIER_BYTES: usize = 64 << 20;
/// Games whose results are stored while another is on the board.
const MAX_GAMES: usize = 8;
/// Searches whose growth is remembered.
const MAX_RECENT: usize = 10;

/// How a search grew that is no longer shown.
#[derive(Clone, Debug)]
struct RecentSearch {
    engine: EngineId,
    /// Key of the position that was searched.
    key: u64,
    iterations: Vec<IterationEnd>,
}

/// How a search grew, if it had at least two iterations. Playouts have no iterations in which the tree grows.
fn grown(search: &SearchView) -> Option<Vec<IterationEnd>> {
    let ends = search.iterations().filter(|_| search.engine != EngineId::PUCT)?;
    (ends.len() > 1).then_some(ends)
}

/// A number that was never returned before: users of numbered states see by it that they have changed.
pub(crate) fn next_number() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

impl Telemetry {
    /// A search was requested; `only` are its moves, empty for all.
    pub(super) fn begin(&mut self, job: &Job, stm: Color, only: &[Move]) {
        let same = |old: &SearchView| {
            old.node == job.node && old.key == job.key && old.judges() && !old.is_partial()
        };
        let before = self.searches.remove(&job.engine);
        self.remember(before.iter());
        let before = match before {
            Some(before) if same(&before) => Some(before),
            Some(before) => {
                self.put_by(before);
                None
            }
            None => None,
        };
        let kept = self.kept.get(&job.node).and_then(|of| of.get(&job.engine));
        let kept = kept.filter(|kept| kept.key == job.key);
        let lines = match (&before, kept) {
            _ if job.options.is_restrained() => &[],
            (Some(before), _) if !before.lines.is_empty() => &before.lines[..],
            (_, Some(kept)) => &kept.lines[..],
            _ => &[],
        };
        let asked = |line: &&Line| {
            only.is_empty() || line.info.pv.first().is_some_and(|mv| only.contains(mv))
        };
        let lines: Vec<Line> = lines.iter().filter(asked).cloned().collect();
        self.searches.insert(job.engine, SearchView::new(job, stm, &lines));
        self.number = next_number();
    }

    /// Stores a search whose engine begins another one, unless there is a deeper one of its position; the oldest are
    /// dropped when together they take too much memory.
    fn put_by(&mut self, search: SearchView) {
        let whole = search.is_kept() && !search.is_partial();
        if !whole || search.race().is_none_or(RootRace::is_empty) {
            return;
        }
        let same = |of: &SearchView| {
            (of.node, of.key, of.engine) == (search.node, search.key, search.engine)
        };
        if self.earlier.iter().any(|of| same(of) && of.depth() > search.depth()) {
            return;
        }
        self.earlier.retain(|of| !same(of));
        self.earlier.push_back(search);
        let mut bytes: usize = self.earlier.iter().map(SearchView::bytes).sum();
        while bytes > MAX_EARLIER_BYTES
            && let Some(oldest) = self.earlier.pop_front()
        {
            bytes -= oldest.bytes();
        }
    }

    /// Remembers the growth of searches that are no longer shown.
    fn remember<'a>(&mut self, searches: impl Iterator<Item = &'a SearchView>) {
        for search in searches {
            if let Some(iterations) = grown(search) {
                let SearchView { engine, key, .. } = *search;
                self.recent.truncate(MAX_RECENT - 1);
                self.recent.push_front(RecentSearch { engine, key, iterations });
            }
        }
    }

    /// How the search of a position by the engine in focus grew, and earlier ones of the position, newest first:
    /// positions branch so differently that only searches of the same one can be compared.
    pub(crate) fn growths(
        &self,
        focus: EngineId,
        key: u64,
        name: &dyn Fn(EngineId) -> String,
    ) -> Vec<SearchGrowth> {
        let shown = self.search(focus).filter(|search| search.key == key).and_then(grown);
        let shown = shown.map(|iterations| SearchGrowth {
            name: t!("engines-growth-shown", name = name(focus)),
            iterations,
        });
        let earlier = self.recent.iter().filter(|search| search.key == key);
        let earlier = earlier.enumerate().map(|(at, search)| {
            let name = t!("engines-growth-before", name = name(search.engine), n = at + 1);
            SearchGrowth { name, iterations: search.iterations.clone() }
        });
        shown.into_iter().chain(earlier).collect()
    }

    /// Drops the searches restricted to some moves: their question is no longer asked.
    pub(super) fn forget_partial(&mut self) {
        self.searches.retain(|_, search| !search.is_partial());
        self.number = next_number();
    }

    /// A search in the background was requested.
    pub(crate) fn begin_in_background(&mut self, job: &Job, stm: Color) {
        self.background.insert(job.engine, SearchView::new(job, stm, &[]));
    }

    fn search_by(&mut self, job: JobId) -> Option<&mut SearchView> {
        let all = self.searches.values_mut().chain(self.background.values_mut());
        all.into_iter().find(|search| search.job == job)
    }

    /// The expected move was played: the pondering becomes the search of this node.
    pub(super) fn ponder_hit(&mut self, engine: EngineId, node: NodeId) {
        if let Some(search) = self.searches.get_mut(&engine) {
            search.node = node;
            search.purpose = Purpose::Play;
            self.number = next_number();
        }
    }

    /// Adds a reported line. One of a weak level is no evaluation and is not stored.
    pub(super) fn iteration(&mut self, job: JobId, info: &IterationInfo) {
        let Some(search) = self.search_by(job) else { return };
        search.take_iteration(info);
        // What is shown of a position changes with its search, even if a deeper result is stored.
        self.number = next_number();
        if info.bound == Bound::Exact {
            self.keep(job);
        }
    }

    /// Stores the result of a search as the value of its position, unless a better one is known.
    fn keep(&mut self, job: JobId) {
        let Some(search) = self.search_by(job).filter(|search| search.is_kept()) else { return };
        let own = search.lines.iter().filter(|line| line.own);
        let (key, lines) = (search.key, own.cloned().collect());
        let result = NodeAnalysis { key, lines, outdated: false };
        let (node, engine) = (search.node, search.engine);
        // More lines are stored although their depth is lower: they were requested after the fewer. A review always
        // requests two.
        let asks_more = search.purpose != Purpose::Review;
        let better = |kept: &NodeAnalysis| {
            kept.outdated
                || kept.key != result.key
                || kept.depth() <= result.depth()
                || asks_more && kept.lines.len() < result.lines.len()
        };
        let of_node = self.kept.entry(node).or_default();
        if of_node.get(&engine).is_none_or(better) && !result.lines.is_empty() {
            of_node.insert(engine, result);
        }
    }

    /// A snapshot came in.
    pub(super) fn snapshot(&mut self, job: JobId, snapshot: Snapshot) {
        if let Some(search) = self.search_by(job) {
            search.take_snapshot(snapshot);
        }
    }

    /// The search ended.
    pub(super) fn end(&mut self, job: JobId, reason: StopReason, last: Option<Snapshot>) {
        if let Some(search) = self.search_by(job) {
            search.end(reason, last);
            let whole = search.lines.iter().all(|line| line.info.bound == Bound::Exact);
            self.number = next_number();
            if whole {
                self.keep(job);
            }
        }
    }

    /// Another game is on the board, by its serial number: the stored results belong to the one before. A game that
    /// returns gets its results back.
    pub(crate) fn turn_to(&mut self, game: u64, before: u64) {
        let searches = std::mem::take(&mut self.searches);
        self.remember(searches.values());
        self.background.clear();
        let at = self.games.iter().position(|(serial, _)| *serial == game);
        let back = at.and_then(|at| self.games.remove(at)).map(|(_, kept)| kept);
        let kept = std::mem::replace(&mut self.kept, back.unwrap_or_default());
        if !kept.is_empty() {
            self.put_aside(before, kept);
        }
        self.earlier.clear();
        self.past.clear();
        self.number = next_number();
    }

    /// Stores the results of a game that is not on the board.
    fn put_aside(&mut self, game: u64, kept: GameAnalyses) {
        self.games.push_back((game, kept));
        while self.games.len() > MAX_GAMES {
            self.games.pop_front();
        }
    }

    /// An engine was ended: its results stay, its search is over.
    pub(super) fn end_search(&mut self, engine: EngineId) {
        self.background.remove(&engine);
        if let Some(search) = self.searches.get_mut(&engine) {
            search.stop();
        }
    }

    /// A search was stopped and nothing more is expected from it: its results stay.
    pub(super) fn stopped(&mut self, job: JobId) {
        if let Some(search) = self.search_by(job) {
            search.stop();
        }
    }

    /// The engine searches with another evaluation or other parameters: its next results replace those so far, however
    /// deep they are.
    pub(crate) fn outdate(&mut self, engine: EngineId) {
        let games = self.games.iter_mut().map(|(_, kept)| kept);
        let all = games.chain([&mut self.kept]).flat_map(HashMap::values_mut);
        for kept in all.filter_map(|of_node| of_node.get_mut(&engine)) {
            kept.outdated = true;
        }
    }

    /// The engine is another program: the results so far are not its own.
    pub(super) fn forget_engine(&mut self, engine: EngineId) {
        self.searches.remove(&engine);
        self.background.remove(&engine);
        self.earlier.retain(|search| search.engine != engine);
        self.past.retain(|_, (_, search)| search.engine != engine);
        self.recent.retain(|search| search.engine != engine);
        let games = self.games.iter_mut().map(|(_, kept)| kept);
        for of_node in games.chain([&mut self.kept]).flat_map(HashMap::values_mut) {
            of_node.remove(&engine);
        }
        self.number = next_number();
    }

    /// A number that changes whenever the information on any position changes.
    pub fn state_number(&self) -> u64 {
        self.number
    }

    /// The current or last search of an engine, at the earlier iteration chosen by the user if there is one. A search
    /// for advice is left out: it gives a move and neither score nor line.
    pub fn search(&self, engine: EngineId) -> Option<&SearchView> {
        let newest = self.newest(engine).filter(|search| !search.is_advice());
        newest.map(|newest| self.as_looked_at(newest))
    }

    /// A search at the iteration chosen by the user.
    fn as_looked_at<'a>(&'a self, newest: &'a SearchView) -> &'a SearchView {
        self.past.get(&newest.job).map_or(newest, |(_, past)| past)
    }

    /// The newest state of a known search: a current one, the last of an engine, or an earlier one.
    pub fn newest_of(&self, job: JobId) -> Option<&SearchView> {
        self.searches.values().chain(&self.earlier).find(|search| search.job == job)
    }

    /// The current or last search of an engine, in its newest state.
    pub fn newest(&self, engine: EngineId) -> Option<&SearchView> {
        self.searches.get(&engine)
    }

    /// Shows these searches as they were at the ends of iterations, given by their indices in the race; all others as
    /// they are now.
    pub fn look_back(&mut self, to: impl IntoIterator<Item = (JobId, usize)>) {
        let past = |(job, at)| Some((job, (at, self.newest_of(job)?.at_iteration(at)?)));
        self.past = to.into_iter().filter_map(past).collect();
        self.number = next_number();
    }

    /// The iteration of a search shown in place of its newest state: its index in the race.
    pub fn looks_back(&self, job: JobId) -> Option<usize> {
        self.past.get(&job).map(|(at, _)| *at)
    }

    /// The searches of all engines, by seat.
    pub fn searches(&self) -> impl Iterator<Item = &SearchView> {
        self.searches.values()
    }

    /// The best result of an engine for a node so far.
    pub fn kept(&self, tree: &GameTree, node: NodeId, engine: EngineId) -> Option<&NodeAnalysis> {
        let key = tree.board(node).key();
        self.kept.get(&node)?.get(&engine).filter(|kept| kept.key == key)
    }

    /// The best results of all engines for all positions, unordered: for the stored game with this serial number, or
    /// for the one on the board.
    pub(crate) fn all_kept<'a>(
        &'a self,
        aside: Option<u64>,
    ) -> impl Iterator<Item = (NodeId, EngineId, &'a NodeAnalysis)> {
        let kept = match aside {
            None => Some(&self.kept),
            Some(game) => {
                self.games.iter().find(|(serial, _)| *serial == game).map(|(_, kept)| kept)
            }
        };
        let of_node = |(&node, of): (&NodeId, &'a BTreeMap<EngineId, NodeAnalysis>)| {
            of.iter().map(move |(&id, kept)| (node, id, kept))
        };
        kept.into_iter().flatten().flat_map(of_node)
    }

    /// Adds a result of an earlier run, unless there is a newer one.
    pub(crate) fn restore(&mut self, node: NodeId, engine: EngineId, kept: NodeAnalysis) {
        self.kept.entry(node).or_default().entry(engine).or_insert(kept);
        self.number = next_number();
    }

    /// The result to use for a node: of the preferred engine, else of the first seat that has one. The depths of
    /// different engines cannot be compared, so the deepest is not chosen.
    pub(crate) fn best_kept(
        &self,
        tree: &GameTree,
        node: NodeId,
        preferred: EngineId,
    ) -> Option<(EngineId, &NodeAnalysis)> {
        let of_node = self.kept.get(&node)?;
        let key = tree.board(node).key();
        let others = of_node.keys().copied();
        std::iter::once(preferred)
            .chain(others)
            .filter_map(|id| Some((id, of_node.get(&id)?)))
            .find(|(_, kept)| kept.key == key)
    }

    /// The search of an engine, if it is of this node.
    pub fn search_of(
        &self,
        tree: &GameTree,
        node: NodeId,
        engine: EngineId,
    ) -> Option<&SearchView> {
        let key = tree.board(node).key();
        self.search(engine).filter(|search| search.node == node && search.key == key)
    }

    /// An engine's search of this node: the last one, else the deepest of the stored ones.
    pub fn search_or_earlier(
        &self,
        tree: &GameTree,
        node: NodeId,
        engine: EngineId,
    ) -> Option<&SearchView> {
        let key = tree.board(node).key();
        let earlier = || {
            let of = |of: &&SearchView| (of.node, of.key, of.engine) == (node, key, engine);
            self.earlier.iter().find(of).map(|search| self.as_looked_at(search))
        };
        self.search_of(tree, node, engine).or_else(earlier)
    }

    /// An engine's searches of positions of the game, one per position, in the order of the game.
    pub fn of_game(&self, tree: &GameTree, engine: EngineId) -> Vec<&SearchView> {
        let newest = self
            .newest(engine)
            .filter(|search| search.judges() && !search.is_partial() && !search.is_advice());
        let kept = self.earlier.iter().filter(|search| search.engine == engine);
        let other = kept.filter(|search| newest.is_none_or(|newest| newest.node != search.node));
        let here = |search: &&SearchView| {
            tree.contains(search.node) && tree.board(search.node).key() == search.key
        };
        let mut found: Vec<&SearchView> = newest.into_iter().chain(other).filter(here).collect();
        found.sort_by_key(|search| tree.ply(search.node));
        found
    }

    /// An engine's lines to show for a node: from its search if that is the current or last one, else the stored ones
    /// (all marked stale, because no search is working on them). All are of full strength.
    pub fn lines(&self, tree: &GameTree, node: NodeId, engine: EngineId) -> Vec<Line> {
        let (lines, stored) = self.shown_lines(tree, node, engine);
        lines.iter().map(|line| Line { stale: stored || line.stale, ..line.clone() }).collect()
    }

    /// Whether an engine has lines to show for a node.
    pub fn has_lines(&self, tree: &GameTree, node: NodeId, engine: EngineId) -> bool {
        !self.shown_lines(tree, node, engine).0.is_empty()
    }

    /// The lines of [`Telemetry::lines`], and whether they are the stored ones.
    fn shown_lines(&self, tree: &GameTree, node: NodeId, engine: EngineId) -> (&[Line], bool) {
        let own = self.search_of(tree, node, engine).filter(|search| search.judges());
        // Lines for all moves do not answer a question about some.
        if let Some(search) = own.filter(|search| !search.lines.is_empty() || search.is_partial()) {
            return (&search.lines, false);
        }
        (self.kept(tree, node, engine).map_or(&[], |kept| &kept.lines), true)
    }

    /// The first line an engine shows for a node, as in [`Telemetry::lines`], if it is for all moves: it gives the
    /// value of the position.
    pub fn first_line(&self, tree: &GameTree, node: NodeId, engine: EngineId) -> Option<&Line> {
        let own = self.search_of(tree, node, engine).filter(|search| search.evaluates());
        let shown = own.and_then(|search| search.lines.first());
        shown.or_else(|| self.kept(tree, node, engine)?.best())
    }

    /// The best move an engine has for a node.
    pub fn best_move(&self, tree: &GameTree, node: NodeId, engine: EngineId) -> Option<Move> {
        let kept = self.kept(tree, node, engine).and_then(NodeAnalysis::best);
        let mv = *kept?.info.pv.first()?;
        tree.board(node).is_legal(mv).then_some(mv)
    }

    /// The evaluation of a node: from the rules, the preferred engine, another engine, the file, in this order.
    pub fn evaluation(
        &self,
        tree: &GameTree,
        node: NodeId,
        preferred: EngineId,
    ) -> Option<GamePoint> {
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
        let of_engine = |id: EngineId| {
            let best = self.first_line(tree, node, id)?;
            let source = EvalSource::Engine { id, depth: best.info.depth };
            point(best.score(Pov::White), best.bound(Pov::White), source)
        };
        let other = || self.best_kept(tree, node, preferred).and_then(|(id, _)| of_engine(id));
        of_engine(preferred).or_else(other).or_else(|| self.in_file(tree, node))
    }

    /// The evaluation of a node in the file.
    pub fn in_file(&self, tree: &GameTree, node: NodeId) -> Option<GamePoint> {
        let noted = tree.eval(node)?;
        let source = EvalSource::File { depth: noted.depth };
        let score = Score::of_eval(noted.value, tree.board(node).stm());
        Some(GamePoint { ply: tree.ply(node), node, score, bound: Bound::Exact, source })
    }

    /// The evaluation over a line, where it is known.
    pub fn over_line(
        &self,
        tree: &GameTree,
        line: &[NodeId],
        preferred: EngineId,
    ) -> Vec<GamePoint> {
        line.iter().filter_map(|&node| self.evaluation(tree, node, preferred)).collect()
    }
}
