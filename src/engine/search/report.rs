//! Search reports: iterations and snapshots. Owned plain data that crosses threads. What an engine does not report is
//! `None`.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabia_chess::{Board, Color, Move};

use super::detail::Detail;
use super::live_tree::LiveTree;
use super::race::RootRace;
use super::score::{Bound, Score, Wdl};

/// A PV of an iteration, or a bound after a failed aspiration window.
#[derive(Clone, Debug, PartialEq)]
pub struct IterationInfo {
    /// Depth, plies.
    pub depth: u32,
    /// Selective depth: maximum ply including quiescence search.
    pub seldepth: Option<u32>,
    /// Line number, 1 the best.
    pub multi_pv: u32,
    /// Side to move at the root.
    pub stm: Color,
    /// Score of the line, side to move's view.
    pub score: Score,
    /// Exact or a bound.
    pub bound: Bound,
    /// WDL reported by the engine, side to move's view.
    pub wdl: Option<Wdl>,
    /// Nodes since the start of the search, all threads.
    pub nodes: Option<u64>,
    /// Time since the start of the search, ms.
    pub time_ms: u64,
    /// Nodes per second; `None` in the first millisecond.
    pub nps: Option<u64>,
    /// Hash table use, per mille.
    pub hashfull: Option<u32>,
    /// Tablebase hits since the start of the search.
    pub tb_hits: Option<u64>,
    /// Principal variation.
    pub pv: Vec<Move>,
}

impl IterationInfo {
    /// A first line with an exact score and no other data.
    pub fn new(depth: u32, stm: Color, score: Score, pv: Vec<Move>) -> IterationInfo {
        IterationInfo {
            depth,
            seldepth: None,
            multi_pv: 1,
            stm,
            score,
            bound: Bound::Exact,
            wdl: None,
            nodes: None,
            time_ms: 0,
            nps: None,
            hashfull: None,
            tb_hits: None,
            pv,
        }
    }
}

/// `count` per second; `None` if no time has passed. Another program may report any count.
pub fn per_second(count: u64, time_ms: u64) -> Option<u64> {
    count.saturating_mul(1000).checked_div(time_ms)
}

/// A root move with its latest result.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Latest score, side to move's view; `None` before its first search.
    pub score: Option<Score>,
    /// Exact or a bound; `None` without a score.
    pub bound: Option<Bound>,
    /// Depth of the score, plies.
    pub depth: Option<u32>,
    /// Nodes below it since the start of the search (main thread only).
    pub nodes: Option<u64>,
    /// Its PV, starting with the move itself.
    pub pv: Vec<Move>,
}

impl RootMove {
    /// A move without a result.
    pub fn new(mv: Move) -> RootMove {
        RootMove { mv, score: None, bound: None, depth: None, nodes: None, pv: vec![mv] }
    }
}

/// Progress of a search, as far as all engines report it.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Side to move at the root.
    pub stm: Color,
    /// Time so far, ms.
    pub time_ms: u64,
    /// Nodes so far, all threads.
    pub nodes: Option<u64>,
    /// Nodes per second so far.
    pub nps: Option<u64>,
    /// Current iteration, plies.
    pub depth: Option<u32>,
    /// Selective depth.
    pub seldepth: Option<u32>,
    /// Hash table use, per mille.
    pub hashfull: Option<u32>,
    /// Tablebase hits so far.
    pub tb_hits: Option<u64>,
    /// Current lines, the best first; no two begin with the same move.
    pub lines: Vec<IterationInfo>,
    /// Root moves, the best first; for an engine that reports only lines, their first moves.
    pub root_moves: Vec<RootMove>,
    /// Root moves after each iteration.
    pub race: RootRace,
    /// The top of the tree, if it was requested and the engine counts it.
    pub tree: Option<Arc<LiveTree>>,
}

impl Progress {
    /// A search without any report yet.
    pub fn new(stm: Color) -> Progress {
        Progress {
            stm,
            time_ms: 0,
            nodes: None,
            nps: None,
            depth: None,
            seldepth: None,
            hashfull: None,
            tb_hits: None,
            lines: Vec::new(),
            root_moves: Vec::new(),
            race: RootRace::default(),
            tree: None,
        }
    }
}

/// State of a running search, taken a few times a second. Only the latest one matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Common part.
    pub progress: Progress,
    /// Engine-specific part.
    pub detail: Detail,
}

/// The decision of the time management after an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeDecision {
    /// The finished iteration, plies.
    pub depth: u32,
    /// Time so far.
    pub elapsed: Duration,
    /// Soft bound.
    pub soft: Duration,
    /// The search ends after this time even within an iteration.
    pub hard: Option<Duration>,
    /// Factors: below 1 the longer the best move is the same; above 1 the more often it changed; above 1 if the score
    /// fell; below 1 if the best move took most of the nodes.
    pub factors: [f64; 4],
    /// The decision.
    pub verdict: TimeVerdict,
}

impl TimeDecision {
    /// The time after which the search ends with an iteration: the soft bound times all factors, at most the hard one.
    pub fn target(&self) -> Duration {
        let target = self.soft.mul_f64(self.factors.iter().product());
        self.hard.map_or(target, |hard| target.min(hard))
    }
}

/// Whether a search on a clock continues, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeVerdict {
    /// The target is not reached.
    GoOn,
    /// The target is reached.
    Enough,
    /// There is one move to search.
    Forced,
    /// A mate that will not get shorter.
    Mate,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// It was stopped.
    Stopped,
    /// Depth limit.
    Depth,
    /// The maximum depth of the engine, without a depth limit.
    MaxDepth,
    /// Node limit.
    Nodes,
    /// Time limit or time management.
    Time,
    /// The mate searched for was found, or one that will not get shorter.
    Mate,
    /// The result is proven: a tablebase result, a draw, or a loss.
    Proven,
    /// A single move to search, or no move.
    Forced,
    /// Not reported by the engine.
    Unspecified,
}

impl StopReason {
    /// The reason as text, to follow "ended by".
    pub fn words(self) -> &'static str {
        match self {
            StopReason::Stopped => "a stop",
            StopReason::Depth => "the depth limit",
            StopReason::MaxDepth => "the maximum depth of the engine",
            StopReason::Nodes => "the node limit",
            StopReason::Time => "the time limit or time management",
            StopReason::Mate => "a mate",
            StopReason::Proven => "a proven result",
            StopReason::Forced => "a single move to search",
            StopReason::Unspecified => "the engine",
        }
    }
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOutcome {
    /// Best move; `None` without legal moves, and if the search was stopped before it began.
    pub best: Option<Move>,
    /// Expected reply, for pondering.
    pub ponder: Option<Move>,
    /// Score of the best move, side to move's view.
    pub score: Option<Score>,
    /// Exact or a bound, as when the search ended while a better move was searched; exact without a score.
    pub bound: Bound,
    /// Depth of the score, plies: that of the last finished iteration, or of the one in which the best move changed. 0:
    /// no iteration was finished.
    pub depth: Option<u32>,
    /// Nodes, all threads.
    pub nodes: Option<u64>,
    /// Time, ms.
    pub time_ms: u64,
    /// Why the search ended.
    pub reason: StopReason,
    /// Last snapshot.
    pub last: Option<Snapshot>,
    /// How hard the choice was for a limited strength: entropy of its chances, tenths of a bit.
    pub hesitation: Option<u8>,
}

impl SearchOutcome {
    /// A search without a result.
    pub fn nothing(reason: StopReason) -> SearchOutcome {
        SearchOutcome {
            best: None,
            ponder: None,
            score: None,
            bound: Bound::Exact,
            depth: None,
            nodes: None,
            time_ms: 0,
            reason,
            last: None,
            hesitation: None,
        }
    }

    /// The outcome of a position without legal moves: checkmate or stalemate.
    pub fn of_finished_game(board: &Board) -> SearchOutcome {
        SearchOutcome {
            score: Some(if board.in_check() { Score::Mate(0) } else { Score::EVEN }),
            depth: Some(0),
            nodes: Some(0),
            ..SearchOutcome::nothing(StopReason::Forced)
        }
    }

    /// The score, unless only a bound is known.
    pub fn exact_score(&self) -> Option<Score> {
        self.score.filter(|_| self.bound == Bound::Exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_computed_from_any_numbers() {
        for (count, time_ms, expected) in
            [(5_000, 20, Some(250_000)), (5_000, 0, None), (1 << 63, 1_000, Some(u64::MAX / 1_000))]
        {
            assert_eq!(per_second(count, time_ms), expected, "{count} in {time_ms} ms");
        }
    }
}
