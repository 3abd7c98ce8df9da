//! What a search tells about itself: finished iterations, snapshots between them, counters. Plain
//! data, owned, ready to cross a thread.

use crate::chess::color::Color;
use crate::chess::moves::Move;

use super::score::{Bound, Score};

/// One line of one iteration: finished, or (bound not exact) cut short by the aspiration window.
#[derive(Clone, Debug, PartialEq)]
pub struct IterationInfo {
    /// Nominal depth of the iteration, plies.
    pub depth: u32,
    /// Deepest ply reached, quiescence included.
    pub seldepth: u32,
    /// Which line this is, 1 the best.
    pub multi_pv: u32,
    /// Side to move at the root: the side the score is told from.
    pub stm: Color,
    /// Score of the line, mover's view.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes since the search began, all threads.
    pub nodes: u64,
    /// Time since the search began, ms.
    pub time_ms: u64,
    /// Use of the transposition table, per mille.
    pub hashfull: u32,
    /// Tablebase hits since the search began.
    pub tb_hits: u64,
    /// The line, starting at the root.
    pub pv: Vec<Move>,
}

impl IterationInfo {
    /// Nodes per second since the search began; 0 before the first millisecond.
    pub fn nps(&self) -> u64 {
        per_second(self.nodes, self.time_ms)
    }
}

/// `count` per second over `time_ms`; 0 when no time has passed.
pub fn per_second(count: u64, time_ms: u64) -> u64 {
    (count * 1000).checked_div(time_ms).unwrap_or(0)
}

/// A root move and the last the search said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its latest score, mover's view; `None` before it was first searched.
    pub score: Option<Score>,
    /// Whether that score is exact: for all but the searched lines it is a bound.
    pub bound: Bound,
    /// The iteration that score comes from, plies; 0 before the first.
    pub depth: u32,
    /// Nodes spent below this move since the search began (main thread).
    pub nodes: u64,
    /// The line behind it, starting with the move itself.
    pub pv: Vec<Move>,
}

/// Why a node or a move was not searched, or to another depth than usual: the rules of the search by
/// name. Each can be turned off (`RuleSet`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum PruneReason {
    /// The bounds left no room for anything better than a mate already found.
    MateDistance,
    /// The transposition table already knew enough.
    TableCutoff,
    /// Static evaluation so far above beta that a reply was not needed.
    ReverseFutility,
    /// Even passing the move kept the score above beta.
    NullMove,
    /// Static evaluation so far below alpha that only captures were tried.
    Razoring,
    /// A quiet move could not lift the evaluation to alpha.
    Futility,
    /// Too late in the move order at this depth.
    LateMove,
    /// The move loses material by static exchange.
    StaticExchange,
    /// The side to move was content to stand pat.
    StandPat,
    /// Quiescence: even winning the captured piece would not reach alpha.
    Delta,
    /// Quiet moves like this one have failed too often before.
    History,
    /// A capture held well above beta in a shallower search.
    ProbCut,
    /// Besides the table's move another one beat beta, too.
    MultiCut,
    /// The table had no move for the node: a ply less.
    IterativeReduction,
    /// A late move was searched less deeply first.
    LateReduction,
    /// The evaluation after a reduced move said that the reduction was too large or too small.
    Hindsight,
    /// No other move came near the table's: it was searched deeper.
    Singular,
    /// A move could bring a position of the line about again: a draw at least.
    UpcomingRepetition,
    /// The endgame tables know the result.
    Tablebase,
}

impl PruneReason {
    /// All reasons, in the order of their indices.
    pub const ALL: [PruneReason; 19] = [
        PruneReason::MateDistance,
        PruneReason::TableCutoff,
        PruneReason::ReverseFutility,
        PruneReason::NullMove,
        PruneReason::Razoring,
        PruneReason::Futility,
        PruneReason::LateMove,
        PruneReason::StaticExchange,
        PruneReason::StandPat,
        PruneReason::Delta,
        PruneReason::History,
        PruneReason::ProbCut,
        PruneReason::MultiCut,
        PruneReason::IterativeReduction,
        PruneReason::LateReduction,
        PruneReason::Hindsight,
        PruneReason::Singular,
        PruneReason::UpcomingRepetition,
        PruneReason::Tablebase,
    ];

    /// Position in [`PruneReason::ALL`] and in [`SearchCounts::pruned`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// The field's name for it.
    pub fn name(self) -> &'static str {
        match self {
            PruneReason::MateDistance => "Mate distance",
            PruneReason::TableCutoff => "Table cut-off",
            PruneReason::ReverseFutility => "Reverse futility",
            PruneReason::NullMove => "Null move",
            PruneReason::Razoring => "Razoring",
            PruneReason::Futility => "Futility",
            PruneReason::LateMove => "Late move",
            PruneReason::StaticExchange => "Static exchange",
            PruneReason::StandPat => "Stand pat",
            PruneReason::Delta => "Delta",
            PruneReason::History => "History",
            PruneReason::ProbCut => "ProbCut",
            PruneReason::MultiCut => "Multi-cut",
            PruneReason::IterativeReduction => "Iterative reduction",
            PruneReason::LateReduction => "Late-move reduction",
            PruneReason::Hindsight => "Hindsight",
            PruneReason::Singular => "Singular extension",
            PruneReason::UpcomingRepetition => "Upcoming repetition",
            PruneReason::Tablebase => "Endgame tables",
        }
    }
}

/// Counters of one search, all threads added up. Shares and rates are for the reader to divide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Nodes of the main search and quiescence together.
    pub nodes: u64,
    /// Nodes of quiescence.
    pub qnodes: u64,
    /// Look-ups in the transposition table.
    pub tt_probes: u64,
    /// Look-ups that found the position.
    pub tt_hits: u64,
    /// Nodes where a move failed high.
    pub beta_cutoffs: u64,
    /// Of those, where the first move tried did.
    pub first_move_cutoffs: u64,
    /// Moves searched with a late-move reduction.
    pub lmr_tries: u64,
    /// Of those, searched again at full depth.
    pub lmr_researches: u64,
    /// Null moves tried (those that cut are in `pruned`).
    pub null_tries: u64,
    /// Positions found in the endgame tables, the root and its moves included.
    pub tb_hits: u64,
    /// Aspiration windows that failed low.
    pub aspiration_low: u64,
    /// Aspiration windows that failed high.
    pub aspiration_high: u64,
    /// Nodes or moves not searched, by [`PruneReason::index`].
    pub pruned: [u64; PruneReason::ALL.len()],
}

impl std::ops::AddAssign for SearchCounts {
    fn add_assign(&mut self, o: SearchCounts) {
        self.nodes += o.nodes;
        self.qnodes += o.qnodes;
        self.tt_probes += o.tt_probes;
        self.tt_hits += o.tt_hits;
        self.beta_cutoffs += o.beta_cutoffs;
        self.first_move_cutoffs += o.first_move_cutoffs;
        self.lmr_tries += o.lmr_tries;
        self.lmr_researches += o.lmr_researches;
        self.null_tries += o.null_tries;
        self.tb_hits += o.tb_hits;
        self.aspiration_low += o.aspiration_low;
        self.aspiration_high += o.aspiration_high;
        for (a, b) in self.pruned.iter_mut().zip(o.pruned) {
            *a += b;
        }
    }
}

/// The state of a running search, taken a few times a second. Only the newest is worth keeping.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Iteration under way, plies.
    pub depth: u32,
    /// Deepest ply reached in it.
    pub seldepth: u32,
    /// Side to move at the root.
    pub stm: Color,
    /// Nodes so far, all threads.
    pub nodes: u64,
    /// Time so far, ms.
    pub time_ms: u64,
    /// Use of the transposition table, per mille.
    pub hashfull: u32,
    /// Tablebase hits so far.
    pub tb_hits: u64,
    /// Threads at work.
    pub threads: u32,
    /// Root move under search and its number, 1 the first.
    pub current: Option<(Move, u32)>,
    /// Every root move with what is known of it, in the search's present order.
    pub root_moves: Vec<RootMove>,
    /// Counters so far.
    pub counts: SearchCounts,
}

impl Snapshot {
    /// Nodes per second since the search began.
    pub fn nps(&self) -> u64 {
        per_second(self.nodes, self.time_ms)
    }
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
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOutcome {
    /// The move to play; `None` only where no legal move exists.
    pub best: Option<Move>,
    /// The reply expected, for pondering.
    pub ponder: Option<Move>,
    /// Score of the best move, mover's view.
    pub score: Score,
    /// Last finished iteration, plies.
    pub depth: u32,
    /// Nodes, all threads.
    pub nodes: u64,
    /// Time, ms.
    pub time_ms: u64,
    /// Why it ended.
    pub reason: StopReason,
    /// The last state, counters and root moves included.
    pub last: Option<Snapshot>,
}
