//! Data shared by all threads of a search, data a thread keeps between searches, and data of the main thread.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use crate::clock::Deadline;
use crate::eval::cache::EvalCache;
use crate::eval::nnue::Network;
use crate::eval::nnue::accumulator::Accumulators;
use crate::search::detail::{PruneReason, SearchCounts};
use crate::search::limits::{Limits, StopSignal};
use crate::search::report::StopReason;
use crate::search::thinker::SearchObserver;
use tabia_chess::Board;

use super::history::{CorrectionHistory, History};
use super::node::Stack;
use super::params::{CHECK_AT_LEAST, CHECK_EVERY};
use super::reduce::Reductions;
use super::rule_set::{RuleSet, Technique};
use super::sampler::Sampler;
use super::tb::{RankedMove, TbProbe};
use super::time::TimeManager;
use super::tt::TranspositionTable;
use super::value::{DRAW, MAX_PLY, Value};

/// Data a thread keeps between searches. Correction history is shared by all threads.
#[derive(Debug)]
pub(super) struct ThreadData {
    pub(super) history: History,
    pub(super) correction: CorrectionHistory,
    pub(super) stack: Stack,
    pub(super) evals: EvalCache,
    pub(super) accumulators: Accumulators,
    /// Samples evaluated positions, if enabled.
    pub(super) sampler: Option<Sampler>,
}

impl ThreadData {
    /// `correction` is shared by all threads of an engine.
    pub(super) fn new(correction: CorrectionHistory) -> ThreadData {
        ThreadData {
            history: History::new(),
            correction,
            stack: Stack::new(),
            evals: EvalCache::default(),
            accumulators: Accumulators::new(MAX_PLY + 4),
            sampler: None,
        }
    }

    pub(super) fn forget(&mut self) {
        self.history.clear();
        self.correction.clear();
    }
}

/// Counters of one thread that other threads may read, on their own cache line.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct ThreadCounts {
    pub(super) nodes: AtomicU64,
    pub(super) counts: Mutex<SearchCounts>,
}

/// Helper threads wait here until all are started; otherwise the first ones would slow down the thread that starts the
/// others.
#[derive(Debug, Default)]
pub(super) struct Gate {
    open: Mutex<bool>,
    condvar: Condvar,
}

impl Gate {
    /// Lets all threads pass from now on.
    pub(super) fn open(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.condvar.notify_all();
    }

    /// Waits until the gate is open.
    pub(super) fn wait(&self) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.condvar.wait_while(open, |open| !*open));
    }
}

/// Nodes between two checks of the clock. With more threads than processors each checks more often, so that the search
/// still stops in time.
fn check_every(threads: usize) -> u64 {
    static PROCESSORS: LazyLock<usize> =
        LazyLock::new(|| available_parallelism().map_or(1, usize::from));
    (CHECK_EVERY * *PROCESSORS as u64 / threads.max(1) as u64).clamp(CHECK_AT_LEAST, CHECK_EVERY)
}

/// Source of static evaluations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Evaluation<'a> {
    /// The hand-crafted terms.
    HandCrafted,
    /// A network, except in known endings.
    Network(&'a Network),
    /// Material only.
    Material,
}

/// Data shared by all threads of a search.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) tt: &'a TranspositionTable,
    /// Depth of the root's entry when the search began, plies; `None` without one.
    pub(super) tt_depth: Option<u32>,
    pub(super) signal: &'a StopSignal,
    pub(super) limits: &'a Limits,
    pub(super) reductions: &'a Reductions,
    pub(super) evaluation: Evaluation<'a>,
    pub(super) multi_pv: usize,
    pub(super) rules: RuleSet,
    /// Value of a draw by side to move.
    pub(super) draws: [Value; 2],
    /// Tablebases for positions in the tree.
    pub(super) tb: Option<TbProbe<'a>>,
    /// Root moves ranked by tablebases; empty where they do not know the root.
    pub(super) ranked: Vec<RankedMove>,
    pub(super) stop_all: AtomicBool,
    pub(super) deadline: Deadline,
    /// A ponder hit ends the search: the last finished iteration would have ended it.
    pub(super) ends_on_hit: AtomicBool,
    /// Opened when all helper threads are started.
    pub(super) gate: Gate,
    /// Searching threads, including the main thread.
    pub(super) active_threads: AtomicUsize,
    /// Nodes between two checks of the clock and the signals.
    pub(super) check_every: u64,
    pub(super) thread_counts: Vec<ThreadCounts>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        tt: &'a TranspositionTable,
        signal: &'a StopSignal,
        limits: &'a Limits,
        reductions: &'a Reductions,
        deadline: Deadline,
        threads: usize,
    ) -> Shared<'a> {
        Shared {
            tt,
            tt_depth: None,
            signal,
            limits,
            reductions,
            evaluation: Evaluation::HandCrafted,
            multi_pv: 1,
            rules: RuleSet::ALL,
            draws: [DRAW; 2],
            tb: None,
            ranked: Vec::new(),
            stop_all: AtomicBool::new(false),
            deadline,
            ends_on_hit: AtomicBool::new(false),
            gate: Gate::default(),
            active_threads: AtomicUsize::new(1),
            check_every: check_every(threads),
            thread_counts: (0..threads).map(|_| ThreadCounts::default()).collect(),
        }
    }

    /// Whether the search was stopped or its time is over.
    pub(super) fn is_over(&self) -> bool {
        self.signal.is_stopped() || self.deadline.must_stop(self.signal)
    }

    /// Notes how deeply the transposition table knows the root already.
    pub(super) fn note_tt_depth(&mut self, root: &Board) {
        let entry = self.tt.probe(root.key());
        let entry = entry.filter(|_| self.rules.uses(Technique::TranspositionTable));
        let depth = entry.and_then(|entry| u32::try_from(entry.depth).ok());
        self.tt_depth = depth.filter(|&depth| depth > 0);
    }

    /// Ranks the root moves and enables tablebase probes.
    pub(super) fn use_tb(&mut self, mut tables: TbProbe<'a>, root: &Board, repeated: bool) {
        if self.rules.has(PruneReason::Tablebase) {
            self.ranked = tables.rank_root(root, repeated);
            self.tb = Some(tables);
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.thread_counts.iter().map(|shared_counts| shared_counts.nodes.load(Relaxed)).sum()
    }
}

/// Data of the main thread.
pub(super) struct MainThread<'a> {
    pub(super) observer: &'a mut dyn SearchObserver,
    pub(super) time_manager: TimeManager,
    pub(super) reason: StopReason,
    pub(super) snapshot_every: Option<Duration>,
    pub(super) next_snapshot: Instant,
}

impl<'a> MainThread<'a> {
    pub(super) fn new(observer: &'a mut dyn SearchObserver, limits: &Limits) -> MainThread<'a> {
        let snapshot_every = observer.snapshot_every_ms().map(Duration::from_millis);
        let next_snapshot = Instant::now() + snapshot_every.unwrap_or_default();
        let time_manager = TimeManager::new();
        MainThread {
            observer,
            time_manager,
            // Unless something ends the search before its last iteration.
            reason: limits.depth.map_or(StopReason::MaxDepth, |_| StopReason::Depth),
            snapshot_every,
            next_snapshot,
        }
    }
}
