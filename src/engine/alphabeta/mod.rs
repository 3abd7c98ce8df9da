//! The built-in engine, an alpha-beta search: options, memory shared by its threads, and the search itself. It prints
//! nothing and owns no channel: the caller passes an observer and a stop signal.
//!
//! Principal variation search. `root` has iterations, aspiration windows and `MultiPV`, `search` a node and its moves;
//! then `qsearch`, `prune`, `reduce` with extensions (one small function per rule), `update_histories` and `smp`
//! (threads). `thread` is the state of one search thread, `shared` what all threads share, `node` the data of one node.
//! The search reads `order` (staged move picker), `history`, `threats`, `repetition`, `tt`, `tb` and `params`.
//!
//! - **Every node returns through one function** with a `NodeResult`: cut by a rule, searched with a bound, or stopped.
//!   Nodes are counted when they are entered, results there; `tests/engine/tree.rs` checks that they add up. The search
//!   is generic over a `Recorder`; `()` costs nothing, `TreeRecorder` records the tree ([`Engine::record`]).
//! - **Every rule has a name**, `PruneReason`: the counters are indexed by it, and `EngineOptions::rules` (a `RuleSet`)
//!   turns it off, as does `setoption name Rule NAME` over UCI. `tests/engine/search.rs` turns each rule off and checks
//!   that its count is zero.
//! - **All reports of a search are consistent** (`pv_lines`): root moves, snapshots, UCI output and outcome.
//!   `src/app/tests/app/one_truth.rs` checks this at every event.
//! - **The transposition table** is one mapping from the system, in huge pages where Linux has them. A table larger
//!   than the free memory is refused with an error, because the system would end the program later instead.

pub mod bench;
mod history;
pub mod inspection;
mod limited;
mod live_tree;
mod node;
pub mod options;
mod order;
pub mod params;
mod profile;
mod prune;
mod pv_lines;
mod qsearch;
mod reduce;
mod repetition;
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
mod update_histories;
pub mod value;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::clock::Deadline;
use crate::eval;
use crate::eval::nnue::{Network, file};
use tabia_chess::{Board, Color, MoveList, SplitMix64};
use tabia_games::game::position::GamePosition;
use tabia_games::tablebase::Syzygy;

use crate::search::inspection::{InspectionRequest, SearchInspection};
use crate::search::limits::{Limits, StopSignal};
use crate::search::report::SearchOutcome;
use crate::search::score::Bound;
use crate::search::thinker::{CommonOptions, SearchError, SearchObserver, Thinker};

use crate::thread_memory::{ThreadMemory, has_memory};
use history::CorrectionHistory;
use limited::limited_table;
use live_tree::LiveTreeRecorder;
use options::{EngineOptions, EvalKind, GAMBLER_CONTEMPT, Strength};
use profile::ProfileRecorder;
use reduce::Reductions;
use repetition::has_repeated;
use rule_set::RuleSet;
use sampler::Sampler;
use shared::{Evaluation, MainThread, Shared, ThreadData};
pub use smp::search_thread;
use smp::{STACK_BYTES, search_with_helpers};
use tb::TbProbe;
use thread::Search;
use tree::{Recorder, SearchTree, Silent, TreeBudget, TreeRecorder};
use tt::{HashError, TranspositionTable};
use value::{DRAW, Value, to_score};

/// An alpha-beta engine: transposition table, thread memory, options. It runs one search at a time.
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
    tt: TranspositionTable,
    /// Size of the table last asked for by [`Engine::set_options`], MiB; before that its real size.
    hash_asked: u32,
    threads: Vec<ThreadData>,
    /// The table of limited strength, cleared before every move: clearing the large one would take longer than the
    /// search.
    limited_table: Option<TranspositionTable>,
    /// Whether the last search used that table; an inspection then reads it too.
    last_was_limited: bool,
    reductions: Reductions,
    network: Option<Arc<Network>>,
    tb: Option<Arc<Syzygy>>,
    /// Value of a draw for White in the last search, centipawns. Entries stored with another draw value are invalid.
    drawn: Value,
    /// Seed of the errors of a weak level in this game, and the generator of the seeds of the next games.
    seed: u64,
    seeds: SplitMix64,
}

impl Engine {
    /// An engine with these options, clamped to their ranges. Without enough memory the table is smaller and there are
    /// fewer threads; [`Engine::set_options`] reports that.
    pub fn new(options: &EngineOptions) -> Engine {
        let options = options.clamped();
        let threads = options.threads as usize;
        let tt = TranspositionTable::new(options.hash_mib, threads);
        let mut seeds = SplitMix64::from_entropy();
        Engine {
            options,
            hash_asked: tt.mib(),
            tt,
            threads: more_threads(Vec::new(), threads),
            limited_table: limited_table(options.strength),
            last_was_limited: false,
            reductions: Reductions::new(),
            network: file::built_in(),
            tb: None,
            drawn: DRAW,
            seed: seeds.next_u64(),
            seeds,
        }
    }

    /// Makes the errors of a weak level reproducible, in this game and the following ones. Without a call every game
    /// gets a random seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.seeds = SplitMix64::new(seed);
        self.seed = self.seeds.next_u64();
    }

    /// Sets the options. A change of strength, evaluation or use of the tablebases clears all memory, a change of the
    /// table's size the table. A size that did not fit is reported once and not tried again.
    ///
    /// # Errors
    /// When there is not enough memory for the table or the threads; the engine then continues with less.
    pub fn set_options(&mut self, options: &EngineOptions) -> Result<(), OutOfMemory> {
        let options = options.clamped();
        let threads = options.threads as usize;
        let old = std::mem::replace(&mut self.options, options);
        // Stored tablebase scores depend on the old options.
        let forget = options.strength != old.strength
            || options.eval != old.eval
            || options.tables != old.tables;
        if options.strength != old.strength {
            self.limited_table = limited_table(options.strength);
        }
        self.threads.truncate(threads);
        self.threads = more_threads(std::mem::take(&mut self.threads), threads);
        let resized = if options.hash_mib == self.hash_asked {
            Ok(())
        } else {
            self.hash_asked = options.hash_mib;
            self.tt.resize(options.hash_mib, threads)
        };
        if forget {
            self.forget();
        }
        let (asked, got) = (threads, self.threads.len());
        if got < asked {
            return Err(OutOfMemory::Threads { asked, got });
        }
        Ok(resized?)
    }

    /// Uses this network for [`EvalKind::Network`], or the built-in one for `None`, and clears all memory.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network.or_else(file::built_in);
        self.forget();
    }

    /// Samples one of `every` evaluated positions at random from now on; `None` stops sampling.
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

    /// Sets the tablebases and clears all memory.
    pub fn set_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        self.tb = tables;
        self.forget();
    }

    /// The current options.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Clears all memory for a new game. A weak level gets a new seed.
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

    /// Inspects the engine's memory for a position: transposition table, move order, histories of the main thread.
    pub fn inspect(&self, request: &InspectionRequest) -> Option<SearchInspection> {
        let data = self.threads.first()?;
        let tt = self.limited_table.as_ref().filter(|_| self.last_was_limited).unwrap_or(&self.tt);
        Some(inspection::inspect(request, tt, self.options.rules, data))
    }

    /// Searches until a limit, the clock or the signal ends it. The outcome has a legal move whenever there is one,
    /// however short the search.
    pub fn go(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        signal: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> SearchOutcome {
        if let Some(elo) = self.limited_elo(limits) {
            return self.go_limited(elo, position, limits, signal, observer);
        }
        let profile = observer.wants_profile().then(ProfileRecorder::new);
        let tree = observer.wants_tree().then(LiveTreeRecorder::new);
        if profile.is_some() || tree.is_some() {
            return self.run(position, limits, signal, observer, (profile, tree)).0;
        }
        if self.options.rules != RuleSet::ALL {
            return self.run(position, limits, signal, observer, Silent).0;
        }
        self.run(position, limits, signal, observer, ()).0
    }

    /// The same search, recording the main thread's tree within the budget. It finds the same result as [`Engine::go`],
    /// more slowly. At limited strength it records one search to the limits and plays its best move, where
    /// [`Engine::go`] draws a move.
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
        let tree = recorder.map(|(recorder, completed)| recorder.finish(completed));
        (outcome, tree.unwrap_or_default())
    }

    /// Sets the value of a draw at full strength, from contempt. Clears a table filled with another one.
    fn set_drawn(&mut self, limits: &Limits, root: Color) {
        let contempt = match self.options.strength {
            _ if limits.infinite || limits.mate.is_some() => 0,
            Strength::Gambler => GAMBLER_CONTEMPT,
            _ => self.options.contempt,
        };
        let drawn = if root == Color::White { -contempt } else { contempt };
        if drawn != self.drawn {
            self.drawn = drawn;
            self.tt.clear(self.threads.len());
        }
    }

    /// Values of a draw by color in the large table.
    fn draws(&self) -> [Value; 2] {
        [self.drawn, -self.drawn]
    }

    /// Searches; returns also the recorder and the last finished depth, plies.
    fn run<R: Recorder>(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        signal: &StopSignal,
        observer: &mut dyn SearchObserver,
        recorder: R,
    ) -> (SearchOutcome, Option<(R, u32)>) {
        let (board, keys) = (position.board(), position.keys());
        let limited = self.limited_elo(limits).is_some();
        let helpers = if limited { 1 } else { self.threads.len() };
        let overhead = Duration::from_millis(u64::from(self.options.move_overhead_ms));
        let deadline = Deadline::new(limits, &board, overhead);
        self.last_was_limited = limited;
        if !limited {
            self.set_drawn(limits, board.stm());
        }
        let draws = if limited { [DRAW; 2] } else { self.draws() };
        let tt = match &mut self.limited_table {
            Some(table) if limited => table,
            _ => &mut self.tt,
        };
        tt.new_search();
        #[cfg(feature = "tune")]
        {
            self.reductions = Reductions::new();
        }
        let built_in = if limited { file::built_in() } else { None };
        let mut shared = Shared::new(tt, signal, limits, &self.reductions, deadline, helpers);
        shared.rules = if limited { RuleSet::ALL } else { self.options.rules };
        shared.note_tt_depth(&board);
        shared.draws = draws;
        // Limited strength searches every move, without tablebases, with the evaluation and rules that it was measured
        // with.
        shared.multi_pv = if limited { MoveList::CAPACITY } else { self.options.multi_pv as usize };
        if let Some(syzygy) = self.tb.as_ref().filter(|_| !limited)
            && let Some(tables) = TbProbe::new(syzygy, self.options.tables)
        {
            shared.use_tb(tables, &board, has_repeated(&keys, &board));
        }
        shared.evaluation = match &built_in {
            Some(network) => Evaluation::Network(network),
            None => evaluation(self.options.eval, self.network.as_deref()),
        };
        let watched = observer.snapshot_every_ms().is_some();
        let main_thread = MainThread::new(observer, limits);
        let threads = &mut self.threads[..helpers];
        match search_with_helpers(&shared, &keys, &board, threads, main_thread, recorder) {
            Some(search) => {
                let completed = search.completed as u32;
                (outcome(&search, &board, watched), Some((search.recorder, completed)))
            }
            None => (SearchOutcome::of_finished_game(&board), None),
        }
    }
}

/// Memory of one thread besides its stack, bytes, rounded up: histories, accumulators, caches.
const THREAD_BYTES: usize = 16 << 20;

/// The engine has less memory than its options ask for.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum OutOfMemory {
    /// The transposition table is smaller.
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

/// Adds threads up to `wanted` or until memory runs out; there is always at least one.
fn more_threads(mut threads: Vec<ThreadData>, wanted: usize) -> Vec<ThreadData> {
    // Every helper thread needs its own stack during a search.
    let mut stacks = ThreadMemory::of(threads.len().saturating_sub(1), STACK_BYTES);
    while threads.len() < wanted
        && (threads.is_empty() || has_memory(THREAD_BYTES) && stacks.add_thread())
    {
        let shared = threads.first().map(|first| first.correction.clone());
        threads.push(ThreadData::new(shared.unwrap_or_else(CorrectionHistory::new)));
    }
    threads
}

/// Source of static evaluations at full strength.
fn evaluation(kind: EvalKind, network: Option<&Network>) -> Evaluation<'_> {
    match (kind, network) {
        (EvalKind::Network, Some(network)) => Evaluation::Network(network),
        (EvalKind::Material, _) => Evaluation::Material,
        (EvalKind::Network, None) | (EvalKind::HandCrafted, _) => Evaluation::HandCrafted,
    }
}

/// The static evaluation that a search begins with, side to move's view, centipawns: without correction history.
pub fn static_eval(kind: EvalKind, board: &Board) -> i32 {
    let network = file::built_in();
    match evaluation(kind, network.as_deref()) {
        Evaluation::Network(network) if !eval::is_known(board) => network.evaluate(board),
        Evaluation::Material => eval::material(board),
        Evaluation::Network(_) | Evaluation::HandCrafted => eval::evaluate(board),
    }
}

/// Outcome of a finished search.
fn outcome<R: Recorder>(search: &Search<'_, R>, board: &Board, watched: bool) -> SearchOutcome {
    let Some(best) = search.lines.first() else {
        return SearchOutcome::of_finished_game(board);
    };
    let (nodes, time_ms) = search.nodes_and_time();
    let reported = search.reported_value();
    SearchOutcome {
        best: Some(best.mv),
        ponder: best.pv.get(1).copied().or_else(|| search.expected_reply(best.mv)),
        score: reported.map(|(value, ..)| to_score(value)),
        bound: reported.map_or(Bound::Exact, |(_, bound, _)| bound),
        depth: Some(reported.map_or(search.completed, |(.., depth)| depth) as u32),
        nodes: Some(nodes),
        time_ms,
        reason: search.reason(),
        last: watched.then(|| search.snapshot()),
        hesitation: None,
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

impl From<OutOfMemory> for SearchError {
    fn from(error: OutOfMemory) -> SearchError {
        SearchError::Reduced(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_did_not_fit_is_kept_and_its_size_not_tried_again() {
        let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
        let position = GamePosition::new(Board::start());
        engine.go(&position, &Limits::depth(4), &StopSignal::never(), &mut ());
        // The state after a refused request.
        let hash_mib = 65_536;
        engine.hash_asked = hash_mib;
        let options = EngineOptions { hash_mib, multi_pv: 2, ..EngineOptions::default() };
        assert_eq!(engine.set_options(&options), Ok(()));
        assert_eq!(engine.tt.mib(), 1);
        assert!(engine.tt.probe(Board::start().key()).is_some());
    }

    #[test]
    fn a_node_searched_again_sees_draws_as_the_search_did() {
        let options = EngineOptions { hash_mib: 1, contempt: 50, ..EngineOptions::default() };
        let mut engine = Engine::new(&options);
        // White captures the pawn, and two bare kings are a draw, which White's contempt avoids.
        let board = Board::from_fen("7k/8/8/8/8/8/7p/7K w - - 0 1").expect("a position");
        let position = GamePosition::new(board);
        let signal = StopSignal::never();
        engine.go(&position, &Limits::depth(3), &signal, &mut ());
        let budget = TreeBudget { nodes: 100, plies: 10 };
        let takes = board.legal_moves().iter().copied().find(|mv| mv.is_capture());
        let path = vec![takes.expect("the pawn can be taken")];
        let node = tree::Expansion { path, depth: 1, alpha: -1_000, beta: 1_000 };
        let again = engine.expand(&position, &node, &signal, budget).expect("a tree");
        assert_eq!(again.nodes[0].end.value(), Some(50), "a draw, as Black sees it");
    }
}
