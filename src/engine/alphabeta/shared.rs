//! What the threads of one search share, what each keeps from one search to the next, and what only the
//! leading one has.

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

use super::handicap::Handicap;
use super::history::{Correction, History};
use super::node::Stack;
use super::params::{CHECK_AT_LEAST, CHECK_EVERY};
use super::reduce::Reductions;
use super::rule_set::RuleSet;
use super::sampler::Sampler;
use super::tb::{RankedMove, TbProbe};
use super::time::Clock;
use super::tt::Table;
use super::value::{DRAW, MAX_PLY, Value};

/// What a thread keeps from one search to the next; the corrections are those of all.
#[derive(Debug)]
pub(super) struct ThreadData {
    pub(super) history: History,
    pub(super) correction: Correction,
    pub(super) stack: Stack,
    pub(super) evals: EvalCache,
    pub(super) accumulators: Accumulators,
    /// Samples positions that are evaluated, if asked for.
    pub(super) sampler: Option<Sampler>,
}

impl ThreadData {
    /// With the corrections that all threads of an engine share.
    pub(super) fn new(correction: Correction) -> ThreadData {
        ThreadData {
            history: History::new(),
            correction,
            stack: Stack::new(),
            evals: EvalCache::default(),
            accumulators: Accumulators::new(MAX_PLY + 4),
            sampler: None,
        }
    }

    /// Forgets what was learnt.
    pub(super) fn forget(&mut self) {
        self.history.clear();
        self.correction.clear();
    }
}

/// The counters of one thread as the others may read them, on a cache line of their own.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Tally {
    pub(super) nodes: AtomicU64,
    pub(super) counts: Mutex<SearchCounts>,
}

/// Where the helpers wait until all of them are there: started one by one into the search, the first would
/// take the processors from the thread that starts the others.
#[derive(Debug, Default)]
pub(super) struct Gate {
    open: Mutex<bool>,
    bell: Condvar,
}

impl Gate {
    /// Lets everybody through from now on.
    pub(super) fn open(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.bell.notify_all();
    }

    /// Waits until it is open.
    pub(super) fn pass(&self) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.bell.wait_while(open, |open| !*open));
    }
}

/// Nodes from one look at the clock to the next: the fewer, the more threads share a processor, so that all
/// of them together notice the end as soon as one alone does.
fn check_every(threads: usize) -> u64 {
    static PROCESSORS: LazyLock<usize> =
        LazyLock::new(|| available_parallelism().map_or(1, usize::from));
    (CHECK_EVERY * *PROCESSORS as u64 / threads.max(1) as u64).clamp(CHECK_AT_LEAST, CHECK_EVERY)
}

/// What static evaluations come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Evaluation<'a> {
    /// The hand-crafted terms.
    HandCrafted,
    /// A network, but for endings that the terms know.
    Network(&'a Network),
    /// The pieces on the board alone.
    Material,
}

/// What all threads of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) tt: &'a Table,
    pub(super) signal: &'a StopSignal,
    pub(super) limits: &'a Limits,
    pub(super) reductions: &'a Reductions,
    pub(super) handicap: Option<Handicap>,
    /// What static evaluations come from.
    pub(super) evaluation: Evaluation<'a>,
    pub(super) multi_pv: usize,
    pub(super) rules: RuleSet,
    /// What a drawn position is worth to the side to move there, by that side.
    pub(super) draws: [Value; 2],
    /// Tablebases for positions of the tree.
    pub(super) tb: Option<TbProbe<'a>>,
    /// The root's moves as the tables rank them; empty where they do not know the root.
    pub(super) ranked: Vec<RankedMove>,
    pub(super) over: AtomicBool,
    pub(super) deadline: Deadline,
    /// Opened once all helpers are there.
    pub(super) gate: Gate,
    /// Threads that search, the leading one included.
    pub(super) at_work: AtomicUsize,
    /// Nodes from one look at the clock and the signals to the next.
    pub(super) check_every: u64,
    pub(super) tallies: Vec<Tally>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        tt: &'a Table,
        signal: &'a StopSignal,
        limits: &'a Limits,
        reductions: &'a Reductions,
        deadline: Deadline,
        threads: usize,
    ) -> Shared<'a> {
        Shared {
            tt,
            signal,
            limits,
            reductions,
            handicap: None,
            evaluation: Evaluation::HandCrafted,
            multi_pv: 1,
            rules: RuleSet::ALL,
            draws: [DRAW; 2],
            tb: None,
            ranked: Vec::new(),
            over: AtomicBool::new(false),
            deadline,
            gate: Gate::default(),
            at_work: AtomicUsize::new(1),
            check_every: check_every(threads),
            tallies: (0..threads).map(|_| Tally::default()).collect(),
        }
    }

    /// Uses tablebases, at the root before anything else.
    pub(super) fn use_tb(&mut self, mut tables: TbProbe<'a>, root: &Board, repeated: bool) {
        if self.rules.has(PruneReason::Tablebase) {
            self.ranked = tables.rank_root(root, repeated);
            self.tb = Some(tables);
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.nodes.load(Relaxed)).sum()
    }
}

/// What only the first thread does besides searching.
pub(super) struct Lead<'a> {
    pub(super) observer: &'a mut dyn SearchObserver,
    pub(super) clock: Clock,
    pub(super) reason: StopReason,
    pub(super) snapshot_every: Option<Duration>,
    pub(super) next_snapshot: Instant,
}

impl<'a> Lead<'a> {
    pub(super) fn new(observer: &'a mut dyn SearchObserver) -> Lead<'a> {
        let snapshot_every = observer.snapshot_every_ms().map(Duration::from_millis);
        let next_snapshot = Instant::now() + snapshot_every.unwrap_or_default();
        let clock = Clock::new();
        Lead { observer, clock, reason: StopReason::Depth, snapshot_every, next_snapshot }
    }
}
