//! What a search tells about itself: finished iterations and snapshots between them. Plain data, owned,
//! ready to cross a thread. What an engine may leave unsaid is an `Option`: nothing is made up for it.

use tabia_chess::{Color, Move};

use super::detail::Detail;
use super::race::RootRace;
use super::score::{Bound, Score, Wdl};

/// One line of one iteration: finished, or (bound not exact) cut short by the aspiration window.
#[derive(Clone, Debug, PartialEq)]
pub struct IterationInfo {
    /// Nominal depth of the iteration, plies.
    pub depth: u32,
    /// Deepest ply reached, quiescence included.
    pub seldepth: Option<u32>,
    /// Which line this is, 1 the best.
    pub multi_pv: u32,
    /// Side to move at the root: the side the score is told from.
    pub stm: Color,
    /// Score of the line, side to move's view.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Chances by the engine's own word, side to move's view; `None` where it tells scores alone.
    pub wdl: Option<Wdl>,
    /// Nodes since the search began, all threads.
    pub nodes: Option<u64>,
    /// Time since the search began, ms.
    pub time_ms: u64,
    /// Nodes per second; `None` too before the first millisecond.
    pub nps: Option<u64>,
    /// Use of the transposition table, per mille.
    pub hashfull: Option<u32>,
    /// Tablebase hits since the search began.
    pub tb_hits: Option<u64>,
    /// The line, starting at the root.
    pub pv: Vec<Move>,
}

impl IterationInfo {
    /// A first line with an exact score, and nothing else said.
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

/// `count` per second over `time_ms`; `None` when no time has passed.
pub fn per_second(count: u64, time_ms: u64) -> Option<u64> {
    (count * 1000).checked_div(time_ms)
}

/// A root move and the last the search said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its latest score, side to move's view; `None` before it was first searched.
    pub score: Option<Score>,
    /// Whether that score is exact: for all but the searched lines it is a bound. `None` without a score.
    pub bound: Option<Bound>,
    /// The iteration that score comes from, plies.
    pub depth: Option<u32>,
    /// Nodes spent below this move since the search began (by the main thread where there are several).
    pub nodes: Option<u64>,
    /// The line behind it, starting with the move itself.
    pub pv: Vec<Move>,
}

impl RootMove {
    /// A move nothing is known of yet.
    pub fn new(mv: Move) -> RootMove {
        RootMove { mv, score: None, bound: None, depth: None, nodes: None, pv: vec![mv] }
    }
}

/// How far a running search is, in the words that all engines share.
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
    /// Iteration under way, plies.
    pub depth: Option<u32>,
    /// Deepest ply reached in it.
    pub seldepth: Option<u32>,
    /// Use of the transposition table, per mille.
    pub hashfull: Option<u32>,
    /// Tablebase hits so far.
    pub tb_hits: Option<u64>,
    /// The lines as they stand, the best first; no two begin with the same move.
    pub lines: Vec<IterationInfo>,
    /// Root moves with what is known of each, the best first; of an engine that tells only its lines, their
    /// first moves.
    pub root_moves: Vec<RootMove>,
    /// How they stood after each iteration.
    pub race: RootRace,
}

impl Progress {
    /// A search of which nothing is known yet.
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
        }
    }
}

/// The state of a running search, taken a few times a second. Only the newest is worth keeping.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// What every engine tells.
    pub progress: Progress,
    /// What this kind of engine tells besides.
    pub detail: Detail,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// It was told to.
    Stopped,
    /// Its depth was reached.
    Depth,
    /// Its nodes were spent.
    Nodes,
    /// Its time was used, or more would not have been worth it.
    Time,
    /// The mate it looked for was found.
    Mate,
    /// Only one legal move, or nothing to search.
    Forced,
    /// The engine ended it without saying why.
    Unsaid,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOutcome {
    /// The move to play; `None` only where no legal move exists.
    pub best: Option<Move>,
    /// The reply expected, for pondering.
    pub ponder: Option<Move>,
    /// Score of the best move, side to move's view.
    pub score: Option<Score>,
    /// Last finished iteration, plies.
    pub depth: Option<u32>,
    /// Nodes, all threads.
    pub nodes: Option<u64>,
    /// Time, ms.
    pub time_ms: u64,
    /// Why it ended.
    pub reason: StopReason,
    /// The last state, counters and root moves included.
    pub last: Option<Snapshot>,
}

impl SearchOutcome {
    /// A search that found nothing out.
    pub fn nothing(reason: StopReason) -> SearchOutcome {
        SearchOutcome {
            best: None,
            ponder: None,
            score: None,
            depth: None,
            nodes: None,
            time_ms: 0,
            reason,
            last: None,
        }
    }
}
