//! The built-in engine, an alpha-beta search: its options, what its threads share and remember, and the
//! search itself. It prints nothing and owns no channel: the caller passes an observer and a stop signal.
//!
//! A principal-variation search with one file for each kind of question: `root` (iterations, windows, lines),
//! `search` (a node and its moves), `qsearch`, `prune`, `reduce` with extensions (one small rule a function), `reward`
//! (what a finished node teaches the histories), `smp` (threads); `thread` is the state of one searching thread,
//! `shared` what all of them have, `node` what is known of a node. Beside it lie what it reads: `order` (moves in
//! stages), `history`, `threats`, `repetition`, `tt`, `tb`, `params`.
//!
//! - **Every node returns by one function** with a `NodeResult`: cut by a rule with its reason, searched with a bound,
//!   or stopped. It is counted there and nowhere else, and cuts, searched and stopped nodes add up to all nodes
//!   (`tests/engine/tree.rs`). The search is generic over a `Recorder` that sees the same; `()` costs nothing,
//!   `TreeRecorder` writes the tree down ([`Engine::record`]).
//! - **Every rule has a name**, `PruneReason`: the observer counts by it, and `EngineOptions::rules` (a `RuleSet`)
//!   turns it off. `setoption name Rule NAME` does so over UCI; `tests/engine/search.rs` turns each off and finds its
//!   count at zero.
//! - **What is reported of a search is consistent** (`published`), in root list, snapshots, UCI stream and outcome;
//!   `src/app/tests/app/one_truth.rs` holds it at every event.
//! - **The table** is one mapping from the system, in huge pages where Linux has them. More memory than the system
//!   says it has left is refused with an error, since it would not be refused later but end the program.

pub mod bench;
pub mod handicap;
mod history;
pub mod inspection;
mod node;
pub mod options;
mod order;
pub mod params;
mod profile;
mod prune;
mod published;
mod qsearch;
mod reduce;
mod repetition;
mod reward;
mod root;
pub mod rule_set;
mod sampler;
mod search;
mod shared;
mod smp;
mod tb;
mod thread;
mod threats;
mod time;
pub mod tree;
pub mod tt;
pub mod value;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::clock::Deadline;
use crate::eval::nnue::{Network, file};
use tabia_chess::{Board, Color, SplitMix64};
use tabia_games::game::position::GamePosition;
use tabia_games::tablebase::Syzygy;

use crate::search::inspection::{InspectionRequest, SearchInspection};
use crate::search::limits::{Limits, StopSignal};
use crate::search::report::{SearchOutcome, StopReason};
use crate::search::score::Score;
use crate::search::thinker::{CommonOptions, SearchError, SearchObserver, Thinker};

use handicap::Handicap;
use history::Correction;
use options::{EngineOptions, EvalKind};
use profile::ProfileRecorder;
use reduce::Reductions;
use repetition::has_repeated;
use rule_set::RuleSet;
use sampler::Sampler;
use shared::{Evaluation, Lead, Shared, ThreadData};
use smp::{STACK_BYTES, ThreadRoom, has_room, search_with_helpers};
use tb::TbProbe;
use thread::Search;
use tree::{Recorder, SearchTree, Silent, TreeBudget, TreeRecorder};
use tt::{HashError, Table};
use value::{DRAW, Value, to_score};

/// An engine: its table, what its threads remember, its options. One search at a time.
///
/// ```
/// use tabia_chess::Board;
/// use tabia_engine::alphabeta::{Engine, options::EngineOptions};
/// use tabia_games::game::position::GamePosition;
/// use tabia_engine::search::limits::{Limits, StopSignal};
/// let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..Default::default() });
/// let position = GamePosition::new(Board::from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").unwrap());
/// let outcome = engine.go(&position, &Limits::depth(3), &StopSignal::never(), &mut ());
/// assert_eq!(outcome.score.unwrap().mate_in_moves(), Some(1));
/// ```
#[derive(Debug)]
pub struct Engine {
    options: EngineOptions,
    tt: Table,
    threads: Vec<ThreadData>,
    reductions: Reductions,
    network: Option<Arc<Network>>,
    tb: Option<Arc<Syzygy>>,
    /// What a draw was worth to White in the last search, centipawns: other values do not go with those in the table.
    drawn: Value,
    /// What a weak level misjudges in this game, and where the next games take theirs from.
    seed: u64,
    seeds: SplitMix64,
}

impl Engine {
    /// An engine with these options, brought inside their ranges. A table that finds no memory is
    /// smaller than asked, and threads that find none are fewer; [`Engine::set_options`] tells.
    pub fn new(options: &EngineOptions) -> Engine {
        let options = options.clamped();
        let threads = options.threads as usize;
        Engine {
            options,
            tt: Table::new(options.hash_mib, threads),
            threads: more_threads(Vec::new(), threads),
            reductions: Reductions::new(),
            network: file::built_in(),
            tb: None,
            drawn: DRAW,
            seed: fastrand::u64(..),
            seeds: SplitMix64::new(fastrand::u64(..)),
        }
    }

    /// From now on a weak level errs as it does after every call with this seed, this game and the next
    /// ones; without a call each game is another.
    pub fn set_seed(&mut self, seed: u64) {
        self.seeds = SplitMix64::new(seed);
        self.seed = self.seeds.next_u64();
    }

    /// Uses these options from now on. A change of strength, evaluation or table size forgets what was learnt.
    ///
    /// # Errors
    /// When there is no memory for the table or the threads asked for; the engine then goes on with less.
    pub fn set_options(&mut self, options: &EngineOptions) -> Result<(), Shortage> {
        let options = options.clamped();
        let threads = options.threads as usize;
        let old = &self.options;
        let forget = options.strength != old.strength || options.eval != old.eval;
        self.options = options;
        self.threads.truncate(threads);
        self.threads = more_threads(std::mem::take(&mut self.threads), threads);
        let resized = if self.tt.mib() == options.hash_mib {
            Ok(())
        } else {
            self.tt.resize(options.hash_mib, threads)
        };
        if forget {
            self.forget();
        }
        let (asked, got) = (threads, self.threads.len());
        if got < asked {
            return Err(Shortage::Threads { asked, got });
        }
        Ok(resized?)
    }

    /// Judges by this network wherever [`EvalKind::Network`] is asked for, or by the built-in one again, and
    /// forgets what another one found out.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network.or_else(file::built_in);
        self.forget();
    }

    /// From now on one of `every` positions that a search evaluates is sampled at random, by this seed; `None`:
    /// no more are.
    pub fn sample_tree(&mut self, every: Option<usize>, seed: u64) {
        for (thread, number) in self.threads.iter_mut().zip(0..) {
            thread.sampler = every.map(|every| Sampler::new(every, seed ^ number));
        }
    }

    /// The positions sampled since the last call, without their history.
    pub fn take_sampled(&mut self) -> Vec<Board> {
        let samplers = self.threads.iter_mut().filter_map(|thread| thread.sampler.as_mut());
        samplers.flat_map(Sampler::take).collect()
    }

    /// Asks these tablebases from now on, or none, and forgets what was found out without them.
    pub fn set_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        self.tb = tables;
        self.forget();
    }

    /// The options in use.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// The table's size as it came out, MiB.
    pub fn hash_mib(&self) -> u32 {
        self.tt.mib()
    }

    /// Forgets what was learnt from the last game. A weak level will misjudge other things.
    pub fn new_game(&mut self) {
        self.seed = self.seeds.next_u64();
        self.forget();
    }

    fn forget(&mut self) {
        self.tt.clear(self.threads.len());
        for thread in &mut self.threads {
            thread.forget();
        }
    }

    /// What the engine remembers about a position: hash table, move order, histories. Of several threads, the
    /// leading one's histories.
    pub fn inspect(&self, request: &InspectionRequest) -> Option<SearchInspection> {
        let data = self.threads.first()?;
        Some(inspection::inspect(request, &self.tt, self.options.rules, data))
    }

    /// Searches a position until a limit, the clock or the signal ends it. The answer is a legal
    /// move whenever there is one, however short the search.
    pub fn go(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        signal: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> SearchOutcome {
        if observer.wants_profile() {
            return self.run(position, limits, signal, observer, ProfileRecorder::new()).0;
        }
        if self.options.rules != RuleSet::ALL {
            return self.run(position, limits, signal, observer, Silent).0;
        }
        self.run(position, limits, signal, observer, ()).0
    }

    /// The same search with its tree written down, as far as the budget allows; of several threads, what the
    /// leading one searches. It finds what [`Engine::go`] finds, slower.
    pub fn record(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        signal: &StopSignal,
        observer: &mut dyn SearchObserver,
        budget: TreeBudget,
    ) -> (SearchOutcome, SearchTree) {
        let recorder = TreeRecorder::new(budget);
        let (outcome, recorder) = self.run(position, limits, signal, observer, recorder);
        let completed = outcome.depth.unwrap_or(0);
        (outcome, recorder.map_or_else(SearchTree::default, |tree| tree.finish(completed)))
    }

    /// What a draw is worth to each side in a search of this side's. A table filled by other values is emptied.
    fn draws(&mut self, limits: &Limits, root: Color) -> [Value; 2] {
        let analyses = limits.infinite || limits.mate.is_some();
        let full = self.options.strength.restraint().is_none();
        let contempt = if full && !analyses { self.options.contempt } else { 0 };
        let mut draws = [contempt; 2];
        draws[root.index()] = -contempt;
        let drawn = draws[Color::White.index()];
        if drawn != self.drawn {
            self.drawn = drawn;
            self.tt.clear(self.threads.len());
        }
        draws
    }

    fn run<R: Recorder>(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        signal: &StopSignal,
        observer: &mut dyn SearchObserver,
        recorder: R,
    ) -> (SearchOutcome, Option<R>) {
        let (board, keys) = (position.board(), position.keys());
        let handicap = self
            .options
            .strength
            .restraint()
            .map(|restraint| Handicap::new(restraint, self.seed ^ position.start.key()));
        let limits =
            &handicap.as_ref().map_or_else(|| limits.clone(), |h| h.limit(limits, board.key()));
        let helpers = if handicap.is_some() { 1 } else { self.threads.len() };
        let overhead = Duration::from_millis(u64::from(self.options.move_overhead_ms));
        let deadline = Deadline::new(limits, &board, overhead);
        let draws = self.draws(limits, board.stm());
        self.tt.new_search();
        #[cfg(feature = "tune")]
        {
            self.reductions = Reductions::new();
        }
        let mut shared = Shared::new(&self.tt, signal, limits, &self.reductions, deadline, helpers);
        shared.rules = self.options.rules;
        shared.draws = draws;
        if handicap.is_none() {
            shared.multi_pv = self.options.multi_pv as usize;
        }
        shared.handicap = handicap;
        if let (Some(syzygy), None) = (&self.tb, &shared.handicap)
            && let Some(tables) = TbProbe::new(syzygy, self.options.tables)
        {
            shared.use_tb(tables, &board, has_repeated(&keys, &board));
        }
        // A restrained strength is measured with the hand-crafted terms and misjudges by them.
        if shared.handicap.is_none() {
            shared.evaluation = evaluation(self.options.eval, self.network.as_deref());
        }
        let watched = observer.snapshot_every_ms().is_some();
        let lead = Lead::new(observer);
        let threads = &mut self.threads[..helpers];
        match search_with_helpers(&shared, &keys, &board, threads, lead, recorder) {
            Some(search) => (outcome(&search, &board, watched), Some(search.recorder)),
            None => (no_answer(&board), None),
        }
    }
}

/// Memory of one thread besides its stack, bytes, rounded up: history, accumulators, caches.
const THREAD_BYTES: usize = 16 << 20;

/// Why an engine has less than was asked for.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Shortage {
    /// The table is smaller.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// There are fewer threads.
    #[error("{}", tabia_text::t!("engine-few-threads", asked = *asked, got = *got))]
    Threads {
        /// Threads asked for.
        asked: usize,
        /// Threads there are.
        got: usize,
    },
}

/// Adds threads until there are `wanted`, or as long as there is memory for more; one there always is.
fn more_threads(mut threads: Vec<ThreadData>, wanted: usize) -> Vec<ThreadData> {
    // Each helper needs a stack of its own when it searches.
    let mut stacks = ThreadRoom::of(threads.len().saturating_sub(1), STACK_BYTES);
    while threads.len() < wanted
        && (threads.is_empty() || has_room(THREAD_BYTES) && stacks.add_thread())
    {
        let shared = threads.first().map(|first| first.correction.clone());
        threads.push(ThreadData::new(shared.unwrap_or_else(Correction::new)));
    }
    threads
}

/// What static evaluations come from, at full strength.
fn evaluation(kind: EvalKind, network: Option<&Network>) -> Evaluation<'_> {
    match (kind, network) {
        (EvalKind::Network, Some(network)) => Evaluation::Network(network),
        (EvalKind::Material, _) => Evaluation::Material,
        (EvalKind::Network, None) | (EvalKind::HandCrafted, _) => Evaluation::HandCrafted,
    }
}

/// What a finished search came to.
fn outcome<R: Recorder>(search: &Search<'_, R>, board: &Board, watched: bool) -> SearchOutcome {
    let Some(best) = search.lines.first() else { return no_answer(board) };
    let (nodes, time_ms) = search.effort();
    SearchOutcome {
        best: Some(best.mv),
        ponder: best.pv.get(1).copied().or_else(|| search.expected_reply(best.mv)),
        score: search.reported_value().map(to_score),
        depth: Some(search.completed as u32),
        nodes: Some(nodes),
        time_ms,
        reason: search.reason(),
        last: watched.then(|| search.snapshot()),
    }
}

/// The answer where there is no move: mated, or drawn.
fn no_answer(board: &Board) -> SearchOutcome {
    let mated = board.in_check() && !board.has_legal_move();
    SearchOutcome {
        best: None,
        ponder: None,
        score: Some(if mated { Score::Mate(0) } else { Score::EVEN }),
        depth: Some(0),
        nodes: Some(0),
        time_ms: 0,
        reason: StopReason::Forced,
        last: None,
    }
}

impl Thinker for Engine {
    fn name(&self) -> &'static str {
        concat!("Tabia ", env!("CARGO_PKG_VERSION"))
    }

    fn configure(&mut self, options: &CommonOptions) -> Result<(), SearchError> {
        let CommonOptions { threads, hash_mib, multi_pv } = *options;
        self.set_options(&EngineOptions { hash_mib, threads, multi_pv, ..*self.options() })?;
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), SearchError> {
        Engine::new_game(self);
        Ok(())
    }

    fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError> {
        Ok(self.go(position, limits, stop, observer))
    }
}

impl From<Shortage> for SearchError {
    fn from(error: Shortage) -> SearchError {
        SearchError::Reduced(error.to_string())
    }
}
