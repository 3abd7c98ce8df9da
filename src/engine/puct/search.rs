//! The search: playouts by one thread or several until a limit, the clock, the signal or a proof ends it, and what
//! is told on the way.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::thread::{self, Builder};
use std::time::Duration;

use crate::clock::Deadline;
use crate::search::detail::{Detail, PuctDetail};
use crate::search::limits::{Limits, StopSignal};
use crate::search::report::{
    IterationInfo, Progress, RootMove, SearchOutcome, Snapshot, StopReason, per_second,
};
use crate::search::score::{Bound, Score, Wdl, material};
use crate::search::thinker::SearchObserver;
use tabia_chess::Color;
use tabia_text::t;

use super::leaf_evaluator::MethodEvaluator;
use super::proof::Proof;
use super::tree::{Root, Tree};
use super::view::{self, PvLine};
use super::walk::{Walker, locked};

/// Playouts between two looks at the clock.
const CLOCK_EVERY: u64 = 8;
/// Time between two lines told where nothing but numbers has changed, ms.
const REPORT_EVERY_MS: u64 = 1_000;
/// Time between two lines told at least, ms: a move that wins by a hair now and then would flood who listens.
const REPORT_GAP_MS: u64 = 50;
/// Playouts that the only legal move gets on the clock: enough for a score and a line to show.
const FORCED_PLAYOUTS: u64 = 200;
/// A search to a depth ends after this many playouts times the third power of the depth, however short its lines
/// are: where most of them end by rule they never grow.
const PLAYOUTS_PER_DEPTH: u64 = 1_000;

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) tree: &'a Mutex<Tree>,
    pub(super) root: &'a Root<'a>,
    pub(super) limits: &'a Limits,
    pub(super) signal: &'a StopSignal,
    pub(super) deadline: Deadline,
    pub(super) multi_pv: usize,
    pub(super) threads: u32,
    /// What the tables say of the root.
    pub(super) verdict: Option<Score>,
    /// Playouts of this search.
    pub(super) playouts: AtomicU64,
    /// Plies of their lines added up.
    pub(super) plies: AtomicU64,
    /// The longest of them.
    pub(super) longest: AtomicU32,
    pub(super) done: AtomicBool,
}

impl Shared<'_> {
    fn count(&self, plies: usize) {
        self.playouts.fetch_add(1, Ordering::Relaxed);
        self.plies.fetch_add(plies as u64, Ordering::Relaxed);
        self.longest.fetch_max(plies as u32, Ordering::Relaxed);
    }

    /// Whether as many playouts were made as were asked for. Every thread looks: the others go on where the one that
    /// leads is not given a processor.
    fn has_spent_its_nodes(&self) -> bool {
        let most = self.limits.nodes.into_iter().chain(self.limits.soft_nodes).min();
        most.is_some_and(|most| self.playouts.load(Ordering::Relaxed) >= most)
    }

    fn mean_depth(&self) -> f32 {
        let playouts = self.playouts.load(Ordering::Relaxed).max(1);
        self.plies.load(Ordering::Relaxed) as f32 / playouts as f32
    }

    /// The depth told: the mean length of a playout's line, plies, at least 1.
    fn depth(&self) -> u32 {
        (self.mean_depth().round() as u32).max(1)
    }
}

/// What a thread searches with.
pub(super) struct Worker {
    pub(super) leaf_evaluator: MethodEvaluator,
    pub(super) walker: Walker,
}

/// Searches with all these workers, the first of them on this thread.
pub(super) fn run(
    shared: &Shared<'_>,
    workers: &mut [Worker],
    observer: &mut dyn SearchObserver,
) -> SearchOutcome {
    let Some((first, helpers)) = workers.split_first_mut() else {
        return SearchOutcome::nothing(StopReason::Forced);
    };
    locked(shared.tree).plant(shared.root, &mut first.leaf_evaluator);
    thread::scope(|scope| {
        for (number, helper) in helpers.iter_mut().enumerate() {
            let builder = Builder::new().name(format!("puct-{}", number + 1));
            // Without a thread fewer search.
            drop(builder.spawn_scoped(scope, || help(shared, helper)));
        }
        let mut lead = Lead::new(shared, observer);
        let reason = lead.search(first);
        shared.done.store(true, Ordering::Release);
        lead.finish(reason)
    })
}

/// A helper's part: playouts until the search is over.
fn help(shared: &Shared<'_>, worker: &mut Worker) {
    while !shared.done.load(Ordering::Acquire) && !shared.has_spent_its_nodes() {
        match worker.walker.playout(shared.tree, shared.root, &mut worker.leaf_evaluator) {
            Some(plies) => shared.count(plies),
            None => thread::yield_now(),
        }
    }
}

/// The thread that decides when it is over, and tells.
struct Lead<'a> {
    shared: &'a Shared<'a>,
    observer: &'a mut dyn SearchObserver,
    snapshot_ms: Option<u64>,
    /// The line told last: its move, its depth, and when.
    reported: Option<(tabia_chess::Move, u32, u64)>,
    /// Greatest depth told: it never falls.
    depth: u32,
    next_snapshot: u64,
    /// Nodes thrown away before this search.
    thrown: u64,
}

impl<'a> Lead<'a> {
    fn new(shared: &'a Shared<'a>, observer: &'a mut dyn SearchObserver) -> Lead<'a> {
        let snapshot_ms = observer.snapshot_every_ms();
        let thrown = locked(shared.tree).arena().thrown();
        Lead { shared, observer, snapshot_ms, reported: None, depth: 0, next_snapshot: 0, thrown }
    }

    fn stm(&self) -> Color {
        self.shared.root.board.stm()
    }

    fn tb_hits(&self) -> u64 {
        self.shared.root.tb_hits.load(Ordering::Relaxed)
    }

    fn elapsed_ms(&self) -> u64 {
        self.shared.deadline.elapsed().as_millis() as u64
    }

    fn search(&mut self, worker: &mut Worker) -> StopReason {
        let shared = self.shared;
        let mut tried = 0_u64;
        let reason = loop {
            if let Some(reason) = self.over(tried.is_multiple_of(CLOCK_EVERY)) {
                break reason;
            }
            tried += 1;
            match worker.walker.playout(shared.tree, shared.root, &mut worker.leaf_evaluator) {
                Some(plies) => shared.count(plies),
                None => thread::yield_now(),
            }
            if tried.is_multiple_of(CLOCK_EVERY) {
                self.report(false);
            }
        };
        // An answer that may not be given yet waits.
        while reason != StopReason::Stopped
            && shared.deadline.must_wait(shared.signal)
            && !shared.signal.is_stopped()
        {
            thread::sleep(Duration::from_millis(1));
        }
        reason
    }

    /// Why the search is over, if it is.
    fn over(&self, look_at_clock: bool) -> Option<StopReason> {
        let Shared { limits, signal, deadline, .. } = self.shared;
        let playouts = self.shared.playouts.load(Ordering::Relaxed);
        if signal.is_stopped() {
            return Some(StopReason::Stopped);
        }
        if self.shared.has_spent_its_nodes() {
            return Some(StopReason::Nodes);
        }
        if !look_at_clock {
            return None;
        }
        if deadline.must_stop(signal) {
            return Some(StopReason::Time);
        }
        let reached = |depth: u32| {
            let most = PLAYOUTS_PER_DEPTH.saturating_mul(u64::from(depth).saturating_pow(3));
            playouts > 0 && (self.shared.depth() >= depth || playouts >= most)
        };
        if limits.depth.is_some_and(reached) {
            return Some(StopReason::Depth);
        }
        self.decided().or_else(|| self.enough(playouts).then_some(StopReason::Time))
    }

    /// Whether nothing is left to find out.
    fn decided(&self) -> Option<StopReason> {
        let tree = locked(self.shared.tree);
        let (node, edges) = (tree.arena().node(tree.root()), tree.arena().edges(tree.root()));
        if edges.iter().all(|edge| edge.proof.is_known()) {
            return Some(if node.proof.is_win() { StopReason::Mate } else { StopReason::Forced });
        }
        let quick = |most: u32| match node.proof.score().and_then(Score::mate_in_moves) {
            Some(moves) => (1..=most as i32).contains(&moves),
            None => false,
        };
        let single = node.proof.is_win() && self.shared.multi_pv <= 1;
        (single || self.shared.limits.mate.is_some_and(quick)).then_some(StopReason::Mate)
    }

    /// Whether, on the clock, more thought would not be worth its time: the only move, or one so far ahead in
    /// playouts that no other can catch up.
    fn enough(&self, playouts: u64) -> bool {
        let Shared { deadline, signal, root, .. } = self.shared;
        let Some(soft) = deadline.soft().filter(|_| !deadline.still_pondering(signal)) else {
            return false;
        };
        if root.moves.len() == 1 && playouts >= FORCED_PLAYOUTS {
            return true;
        }
        let elapsed = deadline.elapsed();
        let tree = locked(self.shared.tree);
        let edges = tree.arena().edges(tree.root());
        let [mut first, mut second] = [0_usize, 0];
        let visits = |at: usize| edges.get(at).map_or(0, |edge| edge.visits);
        let mut runner_up = 0;
        for at in 0..edges.len() {
            if visits(at) > visits(first) || at == 0 {
                (second, runner_up) = (first, if at == 0 { 0 } else { visits(first) });
                first = at;
            } else if visits(at) > runner_up {
                (second, runner_up) = (at, visits(at));
            }
        }
        let Some(best) = edges.get(first) else { return true };
        // Whoever has most playouts but not the best result gets more time to settle it.
        let doubtful = second != first && edges[second].visits > 8 && edges[second].q > best.q;
        let soft = if doubtful { soft.mul_f64(1.6) } else { soft };
        if elapsed >= soft {
            return true;
        }
        let left = soft.saturating_sub(elapsed).as_secs_f64();
        let rate = playouts as f64 / elapsed.as_secs_f64().max(1e-3);
        playouts > FORCED_PLAYOUTS && f64::from(best.visits - runner_up) > left * rate
    }

    /// Tells the lines where they are news, and makes a snapshot where one is due.
    fn report(&mut self, last: bool) {
        let now = self.elapsed_ms();
        self.depth = self.depth.max(self.shared.depth());
        let due = self.reported.is_none_or(|(_, _, at)| now >= at + REPORT_GAP_MS);
        if due || last {
            let lines = self.lines();
            let first = lines.first().and_then(|line| line.pv.first().copied());
            let news = match (self.reported, first) {
                (_, None) => false,
                (None, _) => true,
                (Some((mv, depth, at)), Some(first)) => {
                    last || mv != first || depth != self.depth || now >= at + REPORT_EVERY_MS
                }
            };
            if let Some(first) = first.filter(|_| news) {
                self.reported = Some((first, self.depth, now));
                for info in self.infos(&lines, now) {
                    self.observer.on_iteration(&info);
                }
            }
        }
        if let Some(every) = self.snapshot_ms
            && (now >= self.next_snapshot || last)
        {
            self.next_snapshot = now + every;
            let snapshot = self.snapshot();
            self.observer.on_snapshot(snapshot);
        }
    }

    fn lines(&self) -> Vec<PvLine> {
        let tree = locked(self.shared.tree);
        let mut lines = view::lines(&tree, &self.shared.root.board, self.shared.multi_pv);
        // The tables know the root; a mate found says more.
        if let Some(verdict) = self.shared.verdict {
            for line in lines.iter_mut().filter(|line| line.score.cp().is_some()) {
                line.score = verdict;
            }
        }
        lines
    }

    fn infos(&self, lines: &[PvLine], now: u64) -> Vec<IterationInfo> {
        let nodes = self.shared.playouts.load(Ordering::Relaxed);
        let hashfull = locked(self.shared.tree).hashfull();
        let material = material(&self.shared.root.board);
        // Of what is proven there is nothing to foretell.
        let chances = |score: Score| score.cp().map(|_| Wdl::of(score, material));
        let info = |(number, line): (u32, &PvLine)| IterationInfo {
            wdl: chances(line.score),
            seldepth: Some(self.shared.longest.load(Ordering::Relaxed)),
            multi_pv: number,
            nodes: Some(nodes),
            time_ms: now,
            nps: per_second(nodes, now),
            hashfull: Some(hashfull),
            tb_hits: Some(self.tb_hits()),
            ..IterationInfo::new(self.depth.max(1), self.stm(), line.score, line.pv.clone())
        };
        (1..).zip(lines).map(info).collect()
    }

    fn snapshot(&self) -> Snapshot {
        let now = self.elapsed_ms();
        let lines = self.lines();
        let infos = self.infos(&lines, now);
        let nodes = self.shared.playouts.load(Ordering::Relaxed);
        let tree = locked(self.shared.tree);
        let all = view::lines(&tree, &self.shared.root.board, usize::MAX);
        let depth = self.depth.max(1);
        let known = |line: &PvLine| RootMove {
            mv: line.pv[0],
            score: (line.visits > 0).then_some(line.score),
            bound: (line.visits > 0).then_some(Bound::Exact),
            depth: (line.visits > 0).then_some(depth),
            nodes: Some(u64::from(line.visits)),
            pv: line.pv.clone(),
        };
        let moves = view::moves(&tree);
        let mut root_moves: Vec<RootMove> = all.iter().map(known).collect();
        let unvisited = moves.iter().filter(|reported| reported.n == 0);
        let rest: Vec<RootMove> = unvisited
            .map(|reported| reported.mv)
            .filter(|mv| root_moves.iter().all(|root| root.mv != *mv))
            .map(RootMove::new)
            .collect();
        root_moves.extend(rest);
        let progress = Progress {
            time_ms: now,
            nodes: Some(nodes),
            nps: per_second(nodes, now),
            depth: Some(depth),
            seldepth: Some(self.shared.longest.load(Ordering::Relaxed)),
            hashfull: Some(tree.hashfull()),
            tb_hits: Some(self.tb_hits()),
            lines: infos,
            root_moves,
            ..Progress::new(self.stm())
        };
        let detail = PuctDetail {
            threads: self.shared.threads,
            playouts: nodes,
            visits: tree.arena().node(tree.root()).visits,
            mean_depth: self.shared.mean_depth(),
            nodes: tree.arena().len() as u64,
            thrown: tree.arena().thrown(),
            moves,
        };
        Snapshot { progress, detail: Detail::Puct(Box::new(detail)) }
    }

    fn finish(mut self, reason: StopReason) -> SearchOutcome {
        self.report(true);
        let thrown = locked(self.shared.tree).arena().thrown().saturating_sub(self.thrown);
        if thrown > 0 {
            self.observer.on_note(&t!("engine-tree-note", n = thrown));
        }
        let last = self.snapshot_ms.map(|_| self.snapshot());
        let lines = self.lines();
        let best = lines.first();
        SearchOutcome {
            best: best.and_then(|line| line.pv.first().copied()),
            ponder: best.and_then(|line| line.pv.get(1).copied()),
            score: best.map(|line| line.score),
            depth: Some(self.depth.max(1)),
            nodes: Some(self.shared.playouts.load(Ordering::Relaxed)),
            time_ms: self.elapsed_ms(),
            reason,
            last,
        }
    }
}

/// What the tables' word for the root is worth telling; a draw is what the search finds by itself.
pub(super) fn verdict(proof: Proof, plies: i32) -> Option<Score> {
    if proof.is_win() {
        Some(Score::Table(plies.max(1)))
    } else if proof.is_loss() {
        Some(Score::Table(-plies.max(1)))
    } else {
        None
    }
}
