//! The search: playouts by one or several threads until a limit, the clock, the signal or a proof ends it, and its
//! reports.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder};

use crate::clock::Deadline;
use crate::search::detail::{Detail, PuctDetail};
use crate::search::limits::{Limits, StopSignal};
use crate::search::race::{RootEntry, RootIteration, RootRace};
use crate::search::report::{
    IterationInfo, Progress, RootMove, SearchOutcome, Snapshot, StopReason, per_second,
};
use crate::search::score::{Bound, Score};
use crate::search::thinker::SearchObserver;
use crate::thread_memory::{Ballast, ThreadMemory};
use tabia_chess::Color;
use tabia_text::t;

use super::arena::Edge;
use super::leaf_evaluator::MethodEvaluator;
use super::playout::{Playout, locked};
use super::tree::{Root, Tree};
use super::view::{self, PvLine, TbMove};

/// Stack of a helper thread, bytes: what the standard library gives by default.
const STACK_BYTES: usize = 2 << 20;
/// Playouts between two checks of the clock.
const CLOCK_EVERY: u64 = 8;
/// Time between reports in which only numbers changed, ms.
const REPORT_EVERY_MS: u64 = 1_000;
/// Minimum time between reports, ms, so that close best moves that alternate do not flood the output. Lines are not
/// computed more often either.
const REPORT_GAP_MS: u64 = 50;
/// Playouts for a single move to search on the clock: enough for a score and a line to show.
const FORCED_PLAYOUTS: u64 = 200;
/// Factor of the soft bound. Most searches stop before it, because no other move can catch up with the best one; without
/// the factor the time they save would never be used (`benches/measurements/puct.md`, *The time of a move*).
const SOFT_FACTOR: f64 = 2.6;
/// Further factor if the most visited move does not have the best Q.
const DOUBT_FACTOR: f64 = 1.6;
/// A depth limit also ends after this many playouts times the cube of the depth, because lines that end by rule never
/// get longer.
const PLAYOUTS_PER_DEPTH: u64 = 1_000;

/// Data shared by all threads of a search.
pub(super) struct Shared<'a> {
    pub(super) tree: &'a Mutex<Tree>,
    pub(super) root: &'a Root<'a>,
    pub(super) limits: &'a Limits,
    pub(super) signal: &'a StopSignal,
    pub(super) deadline: Deadline,
    pub(super) multi_pv: usize,
    /// Tablebase results of the root moves; empty if the root is not in the tablebases.
    pub(super) by_tables: &'a [TbMove],
    /// Playouts of this search.
    pub(super) playouts: AtomicU64,
    /// Sum of the lengths of their lines, plies.
    pub(super) plies: AtomicU64,
    /// Length of the longest line.
    pub(super) longest: AtomicU32,
    pub(super) done: AtomicBool,
}

impl Shared<'_> {
    fn count(&self, plies: usize) {
        self.playouts.fetch_add(1, Ordering::Relaxed);
        self.plies.fetch_add(plies as u64, Ordering::Relaxed);
        self.longest.fetch_max(plies as u32, Ordering::Relaxed);
    }

    /// Whether the node limit is reached. Every thread checks this, because the main thread may be waiting for a
    /// processor.
    fn node_limit_reached(&self) -> bool {
        self.limits
            .node_target()
            .is_some_and(|limit| self.playouts.load(Ordering::Relaxed) >= limit)
    }

    fn mean_depth(&self) -> f32 {
        let playouts = self.playouts.load(Ordering::Relaxed).max(1);
        self.plies.load(Ordering::Relaxed) as f32 / playouts as f32
    }

    /// Reported depth: mean length of a playout's line, plies, at least 1.
    fn depth(&self) -> u32 {
        (self.mean_depth().round() as u32).max(1)
    }
}

/// Data of one thread.
pub(super) struct Worker {
    pub(super) leaf_evaluator: MethodEvaluator,
    pub(super) playout: Playout,
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
    locked(shared.tree).create_root(shared.root, &mut first.leaf_evaluator);
    thread::scope(|scope| {
        let stops_helpers = StopHelpersOnDrop(shared);
        let asked = helpers.len();
        // All memory is reserved first, so that allocations of one thread do not take another thread's stack.
        let mut thread_memory = ThreadMemory::of(asked, STACK_BYTES);
        let _ballast = Ballast::of(thread_memory.threads());
        let mut started = 0;
        for (number, helper) in helpers.iter_mut().enumerate() {
            if !thread_memory.release_one() {
                break;
            }
            let builder = Builder::new().name(format!("puct-{}", number + 1));
            let builder = builder.stack_size(STACK_BYTES);
            let spawned = builder.spawn_scoped(scope, || help(shared, helper));
            started += usize::from(spawned.is_ok());
        }
        if started < asked {
            let (got, asked) = (1 + started, 1 + asked);
            observer.on_note(&t!("engine-threads-note", got = got, asked = asked));
        }
        let mut main_thread = MainThread::new(shared, observer, 1 + started as u32);
        let reason = main_thread.search(first);
        drop(stops_helpers);
        main_thread.finish(reason)
    })
}

/// Stops the helper threads when the main thread leaves the search, even by a panic: the scope waits for them.
struct StopHelpersOnDrop<'a>(&'a Shared<'a>);

impl Drop for StopHelpersOnDrop<'_> {
    fn drop(&mut self) {
        self.0.done.store(true, Ordering::Release);
    }
}

/// The two most visited edges that are not proven lost; of equals the first.
pub(super) fn leading_edges(edges: &[Edge]) -> [Option<&Edge>; 2] {
    let [mut first, mut second]: [Option<&Edge>; 2] = [None; 2];
    for edge in edges.iter().filter(|edge| !edge.proof.is_loss()) {
        let more = |other: Option<&Edge>| other.is_none_or(|other| edge.visits > other.visits);
        if more(first) {
            (first, second) = (Some(edge), first);
        } else if more(second) {
            second = Some(edge);
        }
    }
    [first, second]
}

/// Main function of a helper thread.
fn help(shared: &Shared<'_>, worker: &mut Worker) {
    while !shared.done.load(Ordering::Acquire) && !shared.node_limit_reached() {
        match worker.playout.run(shared.tree, shared.root, &mut worker.leaf_evaluator) {
            Some(plies) => shared.count(plies),
            None => thread::yield_now(),
        }
    }
}

/// The main thread: it decides when to stop and reports.
struct MainThread<'a> {
    shared: &'a Shared<'a>,
    observer: &'a mut dyn SearchObserver,
    /// Searching threads, this one included.
    threads: u32,
    snapshot_ms: Option<u64>,
    wants_tree: bool,
    /// The root moves at the end of each depth, if the tree is wanted.
    race: RootRace,
    /// Last report: best move, depth, time.
    reported: Option<(tabia_chess::Move, u32, u64)>,
    /// When the lines are next computed to see whether they have changed, ms.
    next_lines: u64,
    /// Largest depth reported; it never decreases.
    depth: u32,
    next_snapshot: u64,
    /// Nodes discarded before this search.
    discarded: u64,
}

impl<'a> MainThread<'a> {
    fn new(
        shared: &'a Shared<'a>,
        observer: &'a mut dyn SearchObserver,
        threads: u32,
    ) -> MainThread<'a> {
        let snapshot_ms = observer.snapshot_every_ms();
        let wants_tree = observer.wants_tree();
        let discarded = locked(shared.tree).arena().discarded();
        MainThread {
            shared,
            observer,
            threads,
            snapshot_ms,
            wants_tree,
            race: RootRace::default(),
            reported: None,
            next_lines: 0,
            depth: 0,
            next_snapshot: 0,
            discarded,
        }
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
        loop {
            if let Some(reason) = self.stop_reason(tried.is_multiple_of(CLOCK_EVERY)) {
                return reason;
            }
            tried += 1;
            match worker.playout.run(shared.tree, shared.root, &mut worker.leaf_evaluator) {
                Some(plies) => shared.count(plies),
                None => thread::yield_now(),
            }
            if tried.is_multiple_of(CLOCK_EVERY) {
                self.report(false);
            }
        }
    }

    /// Why the search must stop, if it must.
    fn stop_reason(&self, look_at_clock: bool) -> Option<StopReason> {
        let Shared { limits, signal, deadline, .. } = self.shared;
        let playouts = self.shared.playouts.load(Ordering::Relaxed);
        if signal.is_stopped() {
            return Some(StopReason::Stopped);
        }
        if self.shared.node_limit_reached() {
            return Some(StopReason::Nodes);
        }
        if !look_at_clock {
            return None;
        }
        if deadline.must_stop(signal) {
            return Some(StopReason::Time);
        }
        let reached = |depth: u32| {
            let limit = PLAYOUTS_PER_DEPTH.saturating_mul(u64::from(depth).saturating_pow(3));
            playouts > 0 && (self.shared.depth() >= depth || playouts >= limit)
        };
        if limits.depth.is_some_and(reached) {
            return Some(StopReason::Depth);
        }
        self.decided().or_else(|| self.can_stop_early(playouts))
    }

    /// Whether the result of the root is proven, and by what.
    fn decided(&self) -> Option<StopReason> {
        let tree = locked(self.shared.tree);
        let (node, edges) = (tree.arena().node(tree.root()), tree.arena().edges(tree.root()));
        let mate = node.proof.score().and_then(Score::mate_in_moves).filter(|&moves| moves > 0);
        let quick = |limit: u32| mate.is_some_and(|moves| moves <= limit as i32);
        let all = edges.iter().all(|edge| edge.proof.is_known());
        // A search for a mate in a number of moves goes on after a longer one.
        let single = node.proof.is_win() && self.shared.multi_pv <= 1;
        let proven = all || self.shared.limits.mate.map_or(single, quick);
        proven.then_some(if mate.is_some() { StopReason::Mate } else { StopReason::Proven })
    }

    /// Whether and why to stop before the clock requires it: a single move to search, or a best move whose lead no
    /// other move can catch up.
    fn can_stop_early(&self, playouts: u64) -> Option<StopReason> {
        let Shared { deadline, signal, root, .. } = self.shared;
        let soft = deadline.soft().filter(|_| !deadline.is_pondering(signal))?;
        if root.moves.len() == 1 && playouts >= FORCED_PLAYOUTS {
            return Some(StopReason::Forced);
        }
        let elapsed = deadline.elapsed();
        let tree = locked(self.shared.tree);
        let [best, second] = leading_edges(tree.arena().edges(tree.root()));
        let Some(best) = best else { return Some(StopReason::Forced) };
        let doubtful = second.is_some_and(|second| second.visits > 8 && second.q > best.q);
        let soft = soft.mul_f64(if doubtful { SOFT_FACTOR * DOUBT_FACTOR } else { SOFT_FACTOR });
        if elapsed >= soft {
            return Some(StopReason::Time);
        }
        let left = soft.saturating_sub(elapsed).as_secs_f64();
        let rate = playouts as f64 / elapsed.as_secs_f64().max(1e-3);
        let lead = best.visits - second.map_or(0, |second| second.visits);
        let caught_up = f64::from(lead) <= left * rate;
        (playouts > FORCED_PLAYOUTS && !caught_up).then_some(StopReason::Time)
    }

    /// Reports the lines if they changed, and sends a snapshot when due.
    fn report(&mut self, last: bool) {
        let now = self.elapsed_ms();
        let depth = self.shared.depth();
        if depth > self.depth && self.depth > 0 && self.wants_tree {
            self.record_depth();
        }
        self.depth = self.depth.max(depth);
        if now >= self.next_lines || last {
            self.next_lines = now + REPORT_GAP_MS;
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

    /// Records the search at the end of a depth.
    fn record_depth(&mut self) {
        let mut state = self.snapshot();
        state.progress.race = RootRace::default();
        self.race.finish(RootIteration {
            depth: self.depth,
            time_ms: state.progress.time_ms,
            nodes: state.progress.nodes,
            best: state.progress.root_moves.first().map(|root| root.mv),
            moves: state.progress.root_moves.iter().map(RootEntry::from).collect(),
            state: Some(Arc::new(state)),
        });
    }

    fn lines(&self) -> Vec<PvLine> {
        self.lines_of(&locked(self.shared.tree), self.shared.multi_pv)
    }

    fn lines_of(&self, tree: &Tree, count: usize) -> Vec<PvLine> {
        view::lines(tree, &self.shared.root.board, self.shared.by_tables, count)
    }

    /// Maximum ply of the playouts and of these lines, which a kept tree may have from before.
    fn seldepth(&self, lines: &[PvLine]) -> u32 {
        let longest = self.shared.longest.load(Ordering::Relaxed);
        lines.iter().map(|line| line.pv.len() as u32).fold(longest, u32::max)
    }

    fn infos(&self, lines: &[PvLine], now: u64) -> Vec<IterationInfo> {
        let nodes = self.shared.playouts.load(Ordering::Relaxed);
        let hashfull = locked(self.shared.tree).hashfull();
        let seldepth = self.seldepth(lines);
        let info = |(number, line): (u32, &PvLine)| IterationInfo {
            wdl: Some(line.wdl),
            seldepth: Some(seldepth),
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
        let all = self.lines_of(&tree, usize::MAX);
        let depth = self.depth.max(1);
        let known = |line: &PvLine| RootMove {
            mv: line.pv[0],
            score: line.is_evaluated.then_some(line.score),
            bound: line.is_evaluated.then_some(Bound::Exact),
            depth: line.is_evaluated.then_some(depth),
            nodes: Some(u64::from(line.visits)),
            pv: line.pv.clone(),
        };
        let moves = view::moves(&tree, self.shared.by_tables);
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
            seldepth: Some(self.seldepth(&lines)),
            hashfull: Some(tree.hashfull()),
            tb_hits: Some(self.tb_hits()),
            tree: self.wants_tree.then(|| {
                let pv = lines.first().map_or(&[][..], |line| &line.pv);
                let mut live = view::live_tree(&tree, &self.shared.root.board, pv);
                // The root and its moves have their tablebase results.
                let known = live.nodes.iter_mut().filter(|node| node.ply <= 1);
                for node in known.filter(|_| !self.shared.by_tables.is_empty()) {
                    let same = |line: &&PvLine| node.mv.is_none_or(|mv| line.pv[0] == mv);
                    node.score = all.iter().find(same).map(|line| line.score);
                }
                Arc::new(live)
            }),
            lines: infos,
            root_moves,
            race: self.race.clone(),
            ..Progress::new(self.stm())
        };
        let detail = PuctDetail {
            threads: self.threads,
            playouts: nodes,
            visits: tree.arena().node(tree.root()).visits,
            mean_depth: self.shared.mean_depth(),
            nodes: tree.arena().len() as u64,
            discarded: tree.arena().discarded(),
            moves,
        };
        Snapshot { progress, detail: Detail::Puct(Box::new(detail)) }
    }

    fn finish(mut self, reason: StopReason) -> SearchOutcome {
        self.report(true);
        let discarded = locked(self.shared.tree).arena().discarded().saturating_sub(self.discarded);
        if discarded > 0 {
            self.observer.on_note(&t!("engine-tree-note", n = discarded));
        }
        let last = self.snapshot_ms.map(|_| self.snapshot());
        let lines = self.lines();
        let best = lines.first();
        SearchOutcome {
            best: best.and_then(|line| line.pv.first().copied()),
            ponder: best.and_then(|line| line.pv.get(1).copied()),
            score: best.map(|line| line.score),
            bound: Bound::Exact,
            depth: Some(self.depth.max(1)),
            nodes: Some(self.shared.playouts.load(Ordering::Relaxed)),
            time_ms: self.elapsed_ms(),
            reason,
            last,
            hesitation: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puct::arena::Arena;
    use crate::puct::proof::Proof;
    use tabia_chess::Board;

    #[test]
    fn a_lost_favourite_does_not_lead() {
        let mut arena = Arena::new(1 << 20).unwrap();
        let id = arena.add_node().unwrap();
        let moves: Vec<_> =
            Board::start().legal_moves()[..4].iter().map(|&mv| (mv, 0.25)).collect();
        arena.expand(id, &moves).unwrap();
        let leading = |arena: &Arena| {
            leading_edges(arena.edges(id)).map(|edge| edge.map(|edge| (edge.mv, edge.visits)))
        };
        let at = |index: usize, visits: u32| Some((moves[index].0, visits));
        assert_eq!(leading(&arena), [at(0, 0), at(1, 0)]);
        for (edge, visits) in arena.edges_mut(id).iter_mut().zip([40, 90, 60, 40]) {
            edge.visits = visits;
        }
        assert_eq!(leading(&arena), [at(1, 90), at(2, 60)]);
        // The search must not stop because of the lead of a move it will not play.
        arena.edges_mut(id)[1].proof = Proof::TB_LOSS;
        assert_eq!(leading(&arena), [at(2, 60), at(0, 40)]);
        arena.edges_mut(id).iter_mut().for_each(|edge| edge.proof = Proof::TB_LOSS);
        assert_eq!(leading(&arena), [None; 2]);
    }
}
