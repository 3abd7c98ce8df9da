//! Root moves after each iteration and failed aspiration windows. Collected by the engine, so that nothing is lost
//! between two snapshots.

use std::collections::HashMap;
use std::sync::Arc;

use tabia_chess::Move;

use super::report::{IterationInfo, RootMove, Snapshot};
use super::score::{Bound, Score};

/// Iterations kept. Beyond that, every second older one is dropped.
pub(crate) const MAX_ITERATIONS: usize = 256;
/// Moves kept per iteration; no position has more.
pub const MAX_MOVES: usize = 256;
/// Failed windows kept, the latest ones.
pub(crate) const MAX_FAILS: usize = 512;

/// History of the root moves during a search. Cheap to clone: iterations are shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RootRace {
    iterations: Vec<Arc<RootIteration>>,
    fails: Vec<WindowFail>,
    left_out: u64,
    fails_left_out: u64,
}

/// The root moves at the end of an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct RootIteration {
    /// Nominal depth, plies.
    pub depth: u32,
    /// Time at its end since the start of the search, ms.
    pub time_ms: u64,
    /// Nodes since the start of the search, all threads.
    pub nodes: Option<u64>,
    /// Best move.
    pub best: Option<Move>,
    /// Root moves, the best first.
    pub moves: Vec<RootEntry>,
    /// The whole search at that time, without its race; `None` if the engine does not report it.
    pub state: Option<Arc<Snapshot>>,
}

/// A root move at the end of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootEntry {
    /// The move.
    pub mv: Move,
    /// Latest score, side to move's view; `None` before its first search.
    pub score: Option<Score>,
    /// Bound of the score; `None` without a score.
    pub bound: Option<Bound>,
    /// Depth of the score, plies.
    pub depth: Option<u32>,
    /// Nodes below it since the start of the search (main thread only).
    pub nodes: Option<u64>,
}

/// A failed aspiration window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowFail {
    /// Depth, plies.
    pub depth: u32,
    /// Time since the start of the search, ms.
    pub time_ms: u64,
    /// The move.
    pub mv: Move,
    /// Score at the bound, side to move's view.
    pub score: Score,
    /// `Lower`: fail high. `Upper`: fail low.
    pub bound: Bound,
}

impl From<&RootMove> for RootEntry {
    fn from(root: &RootMove) -> RootEntry {
        let RootMove { mv, score, bound, depth, nodes, .. } = *root;
        RootEntry { mv, score, bound, depth, nodes }
    }
}

impl RootIteration {
    /// The entry of a move.
    pub fn of(&self, mv: Move) -> Option<&RootEntry> {
        self.moves.iter().find(|entry| entry.mv == mv)
    }
}

impl RootRace {
    /// The iterations kept, by depth.
    pub fn iterations(&self) -> &[Arc<RootIteration>] {
        &self.iterations
    }

    /// The failed windows, by time.
    pub fn fails(&self) -> &[WindowFail] {
        &self.fails
    }

    /// Iterations and failed windows no longer kept.
    pub fn left_out(&self) -> u64 {
        self.left_out + self.fails_left_out
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.iterations.is_empty() && self.fails.is_empty()
    }

    /// Adds an iteration. One of the same depth is replaced; one of lower depth is ignored.
    pub fn finish(&mut self, mut iteration: RootIteration) {
        iteration.moves.truncate(MAX_MOVES);
        match self.iterations.last_mut() {
            Some(last) if last.depth == iteration.depth => *last = Arc::new(iteration),
            Some(last) if last.depth > iteration.depth => {}
            _ => self.push(iteration),
        }
    }

    /// Adds a failed window.
    pub fn fail(&mut self, fail: WindowFail) {
        if self.fails.len() >= MAX_FAILS {
            self.fails.remove(0);
            self.fails_left_out += 1;
        }
        self.fails.push(fail);
    }

    /// Adds a PV of an engine that reports nothing else; its other root moves are unknown.
    pub fn add_line(&mut self, line: &IterationInfo) {
        let IterationInfo { depth, time_ms, nodes, score, bound, multi_pv, .. } = *line;
        let Some(&mv) = line.pv.first() else { return };
        if bound != Bound::Exact {
            self.fail(WindowFail { depth, time_ms, mv, score, bound });
        }
        if self.iterations.last().is_none_or(|last| last.depth < depth) {
            self.push(RootIteration {
                depth,
                time_ms,
                nodes,
                best: None,
                moves: Vec::new(),
                state: None,
            });
        }
        let Some(last) = self.iterations.last_mut().filter(|last| last.depth == depth) else {
            return;
        };
        let last = Arc::make_mut(last);
        last.time_ms = last.time_ms.max(time_ms);
        last.nodes = nodes.max(last.nodes);
        let (score, depth) = (Some(score), Some(depth));
        let entry = RootEntry { mv, score, bound: Some(bound), depth, nodes: None };
        if let Some(known) = last.moves.iter_mut().find(|known| known.mv == mv) {
            // A bound does not replace an exact score of the same iteration.
            if known.bound != Some(Bound::Exact) || bound == Bound::Exact {
                *known = entry;
            }
        } else if last.moves.len() < MAX_MOVES {
            last.moves.push(entry);
        }
        if multi_pv == 1 && bound == Bound::Exact {
            last.best = Some(mv);
        }
    }

    fn push(&mut self, iteration: RootIteration) {
        if self.iterations.len() >= MAX_ITERATIONS {
            let before = self.iterations.len();
            let mut keep = false;
            self.iterations.retain(|_| {
                keep = !keep;
                keep
            });
            self.left_out += (before - self.iterations.len()) as u64;
        }
        self.iterations.push(Arc::new(iteration));
    }

    /// The race as it was at the end of an iteration. `at`: its index in [`RootRace::iterations`].
    #[must_use]
    pub fn until(&self, at: usize) -> RootRace {
        let iterations = &self.iterations[..self.iterations.len().min(at + 1)];
        let end = iterations.last().map_or(0, |iteration| iteration.time_ms);
        let depth = iterations.last().map_or(0, |iteration| iteration.depth);
        let before = |fail: &&WindowFail| fail.time_ms <= end && fail.depth <= depth;
        RootRace {
            iterations: iterations.to_vec(),
            fails: self.fails.iter().filter(before).copied().collect(),
            ..*self
        }
    }

    /// Whether the best move changed in an iteration. `at`: its index in [`RootRace::iterations`].
    pub fn changes_best(&self, at: usize) -> bool {
        let Some(now) = self.iterations.get(at).and_then(|iteration| iteration.best) else {
            return false;
        };
        let before = self.iterations[..at].iter().rev().find_map(|iteration| iteration.best);
        before.is_some_and(|before| before != now)
    }

    /// Nodes of an iteration by move; empty if the engine does not report them. `at`: its index in
    /// [`RootRace::iterations`].
    pub fn shares(&self, at: usize) -> Vec<RootShare> {
        let Some(now) = self.iterations.get(at) else { return Vec::new() };
        let before = at.checked_sub(1).map(|before| &self.iterations[before]);
        let before: HashMap<Move, u64> = before
            .into_iter()
            .flat_map(|before| &before.moves)
            .filter_map(|entry| Some((entry.mv, entry.nodes?)))
            .collect();
        let within = |entry: &RootEntry| {
            let nodes = entry.nodes?.saturating_sub(before.get(&entry.mv).copied().unwrap_or(0));
            Some((entry.mv, nodes))
        };
        let nodes: Vec<(Move, u64)> = now.moves.iter().filter_map(within).collect();
        let all: u64 = nodes.iter().map(|(_, nodes)| nodes).sum();
        if all == 0 {
            return Vec::new();
        }
        let share = |(mv, nodes)| RootShare { mv, nodes, share: nodes as f64 / all as f64 };
        nodes.into_iter().map(share).collect()
    }
}

/// Nodes of a move in one iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootShare {
    /// The move.
    pub mv: Move,
    /// Nodes below it in the iteration.
    pub nodes: u64,
    /// Share of the iteration's nodes, 0 to 1.
    pub share: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Board, Color, uci_move};

    fn mv(text: &str) -> Move {
        uci_move::parse(&Board::start(), text).unwrap()
    }

    fn entry(text: &str, cp: i32, nodes: u64) -> RootEntry {
        RootEntry {
            mv: mv(text),
            score: Some(Score::Cp(cp)),
            bound: Some(Bound::Exact),
            depth: Some(1),
            nodes: Some(nodes),
        }
    }

    fn iteration(depth: u32, moves: Vec<RootEntry>) -> RootIteration {
        let best = moves.first().map(|entry| entry.mv);
        RootIteration {
            depth,
            time_ms: u64::from(depth),
            nodes: Some(10),
            best,
            moves,
            state: None,
        }
    }

    fn line(depth: u32, number: u32, text: &str, cp: i32, bound: Bound) -> IterationInfo {
        let info = IterationInfo::new(depth, Color::White, Score::Cp(cp), vec![mv(text)]);
        IterationInfo { multi_pv: number, bound, ..info }
    }

    #[test]
    fn shares_are_those_of_the_iteration_and_changes_of_the_best_move_are_seen() {
        let mut race = RootRace::default();
        race.finish(iteration(1, vec![entry("e2e4", 20, 30), entry("d2d4", 10, 10)]));
        race.finish(iteration(2, vec![entry("d2d4", 25, 70), entry("e2e4", 20, 50)]));
        race.finish(iteration(1, vec![entry("a2a3", 0, 5)]));
        assert_eq!(race.iterations().len(), 2, "no way back to a lower depth");
        let shares = |at| -> Vec<(Move, u64, f64)> {
            race.shares(at).iter().map(|of| (of.mv, of.nodes, of.share)).collect()
        };
        let (e4, d4) = (mv("e2e4"), mv("d2d4"));
        assert_eq!(shares(0), [(e4, 30, 0.75), (d4, 10, 0.25)]);
        assert_eq!(shares(1), [(d4, 60, 0.75), (e4, 20, 0.25)]);
        assert!(shares(2).is_empty());
        assert_eq!([race.changes_best(0), race.changes_best(1)], [false, true]);
    }

    #[test]
    fn lines_make_the_iterations_of_an_engine_that_reports_no_more() {
        let mut race = RootRace::default();
        race.add_line(&line(5, 1, "e2e4", 30, Bound::Exact));
        race.add_line(&line(5, 2, "d2d4", 20, Bound::Exact));
        race.add_line(&line(5, 2, "d2d4", 40, Bound::Lower));
        race.add_line(&line(6, 1, "e2e4", 10, Bound::Upper));
        assert_eq!(race.fails().len(), 2);
        let [five, six] = race.iterations() else { panic!("{race:?}") };
        assert_eq!(five.best, Some(mv("e2e4")));
        assert_eq!(five.of(mv("d2d4")).unwrap().score, Some(Score::Cp(20)), "a bound is less");
        assert_eq!((six.best, six.moves[0].bound), (None, Some(Bound::Upper)));
        race.add_line(&line(6, 1, "d2d4", 15, Bound::Exact));
        assert!(race.changes_best(1) && race.shares(1).is_empty());
        // A late line does not start an iteration.
        race.add_line(&line(5, 1, "a2a3", 0, Bound::Exact));
        assert_eq!(race.iterations().len(), 2);
    }

    #[test]
    fn the_course_of_an_endless_search_stays_bounded() {
        let mut race = RootRace::default();
        for depth in 1..=5_000 {
            race.add_line(&line(depth, 1, "e2e4", 30, Bound::Upper));
        }
        assert!(race.iterations().len() <= MAX_ITERATIONS && race.fails().len() == MAX_FAILS);
        assert_eq!(race.iterations().last().unwrap().depth, 5_000);
        assert_eq!(race.iterations()[0].depth, 1, "the beginning stays");
        assert!(race.left_out() > 8_000);
    }
}
