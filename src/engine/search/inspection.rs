//! Inspection of an alpha-beta engine's memory for one position: transposition table, move order, histories. Plain
//! data; the search is not affected.

use tabia_chess::{Move, Piece};
use tabia_games::game::position::GamePosition;

use super::score::{Bound, Score};

/// What to inspect.
#[derive(Clone, Debug)]
pub struct InspectionRequest {
    /// The position with its game. The order of moves is that of a node of a search that led here by these moves, without
    /// killers and low-ply history, which belong to a ply; the root of a search ignores the moves before it.
    pub position: GamePosition,
}

/// Result of an inspection.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInspection {
    /// Zobrist key of the inspected position.
    pub key: u64,
    /// The hash table.
    pub table: TtView,
    /// The order of the moves.
    pub order: OrderView,
    /// The histories.
    pub history: HistoryView,
    /// The steps of the static evaluation.
    pub evaluation: EvaluationView,
}

/// The steps from the raw static evaluation to the one the search uses, centipawns, side to move's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluationView {
    /// As stored in the hash table; `None` in check and without an entry.
    pub raw_cp: Option<i32>,
    /// Scaled down for the moves without capture or pawn move.
    pub scaled_cp: Option<i32>,
    /// The contribution of each table of the correction history.
    pub corrections: [(CorrectionTable, f64); 5],
    /// Their sum, as the search adds it: whole centipawns, rounded towards zero; 0 in a known ending.
    pub correction_cp: i32,
    /// The evaluation that the search uses.
    pub corrected_cp: Option<i32>,
}

/// A table of the correction history, named by the part of the position that indexes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CorrectionTable {
    /// Pawns of both sides.
    #[default]
    Pawns,
    /// Knights, bishops and kings.
    Minors,
    /// Rooks, queens and kings.
    Majors,
    /// White's pieces except pawns.
    White,
    /// Black's pieces except pawns.
    Black,
}

/// The transposition table around a position.
#[derive(Clone, Debug, PartialEq)]
pub struct TtView {
    /// The entry of the position.
    pub entry: Option<TtEntryView>,
    /// Every legal move with the entry of its successor.
    pub successors: Vec<(Move, Option<TtEntryView>)>,
    /// The chain of TT moves from the position.
    pub chain: Vec<TtLink>,
    /// Why the chain ends.
    pub chain_end: ChainEnd,
    /// Statistics of a sample of the table.
    pub survey: TtSurvey,
}

/// A step along the chain of TT moves.
#[derive(Clone, Debug, PartialEq)]
pub struct TtLink {
    /// The entry's move.
    pub mv: Move,
    /// Its entry.
    pub entry: TtEntryView,
}

/// Why a chain of TT moves ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainEnd {
    /// No entry.
    NotFound,
    /// The entry has no move: all moves failed low, or only the evaluation is stored.
    NoMove,
    /// The move is illegal: an index collision.
    NotLegal,
    /// A position repeats.
    Repetition,
    /// The game is over.
    GameOver,
    /// Maximum length reached.
    Long,
}

impl ChainEnd {
    /// The reason as text.
    pub fn words(self) -> &'static str {
        match self {
            ChainEnd::NotFound => "no entry for the next position",
            ChainEnd::NoMove => "the last entry has no move",
            ChainEnd::NotLegal => "the entry's move is not legal here: a collision",
            ChainEnd::Repetition => "the position has been on the line before",
            ChainEnd::GameOver => "the game is over",
            ChainEnd::Long => "not followed any further",
        }
    }
}

/// A TT entry, decoded and raw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntryView {
    /// Best move, or the move that caused a cutoff.
    pub mv: Option<Move>,
    /// Score, side to move's view, mates counted from the position; `None` if only the evaluation is stored.
    pub score: Option<Score>,
    /// Bound of the score; `None` without a score.
    pub bound: Option<Bound>,
    /// Static evaluation without correction, centipawns, side to move's view; `None` in check.
    pub eval_cp: Option<i32>,
    /// Depth, plies.
    pub depth: i32,
    /// Was once a PV node.
    pub pv: bool,
    /// Age in searches; 0 for the current one.
    pub age: u8,
    /// Index of the cluster.
    pub cluster: u64,
    /// Index in the cluster.
    pub way: u8,
    /// Tag: 21 bits of the key, mixed with the data.
    pub tag: u32,
    /// Data word.
    pub data: u64,
}

/// Statistics of a sample of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TtSurvey {
    /// Capacity in entries.
    pub capacity: u64,
    /// Entries sampled, evenly spread.
    pub sampled: u64,
    /// Empty ones.
    pub empty: u64,
    /// Used ones by age.
    pub by_age: Vec<u64>,
    /// Used ones by depth.
    pub by_depth: Vec<u64>,
    /// Used ones by bound: none, upper, lower, exact.
    pub by_bound: [u64; 4],
}

/// Move order of a position by the move picker.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderView {
    /// Moves in order.
    pub moves: Vec<OrderedMove>,
    /// The TT move and its depth, if there is one.
    pub best: Option<(Move, i32)>,
    /// Number of that move in the order without the TT, from 1, and its stage there.
    pub best_without: Option<(usize, OrderStage)>,
}

/// A move with its stage and score.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderedMove {
    /// The move.
    pub mv: Move,
    /// Its stage.
    pub stage: OrderStage,
    /// Score within the stage, history units: the sum of `parts`. 0 for the TT move.
    pub score: i32,
    /// Non-zero parts of the score by name.
    pub parts: Vec<(&'static str, i32)>,
    /// SEE of a capture or promotion, centipawns.
    pub see_cp: Option<i32>,
}

/// Stages of the move picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OrderStage {
    /// TT move.
    TtMove,
    /// Good captures and promotions.
    GoodNoisy,
    /// Killers and counter move, the first quiet moves.
    Refutation,
    /// Other quiet moves.
    Quiet,
    /// Bad captures.
    BadNoisy,
    /// Generation order, with move ordering off.
    Generated,
}

impl OrderStage {
    /// Its usual name.
    pub fn name(self) -> &'static str {
        match self {
            OrderStage::TtMove => "TT move",
            OrderStage::GoodNoisy => "Good capture",
            OrderStage::Refutation => "Killer or counter",
            OrderStage::Quiet => "Quiet",
            OrderStage::BadNoisy => "Bad capture",
            OrderStage::Generated => "As generated",
        }
    }
}

/// The main thread's histories of the side to move, history units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryView {
    /// Butterfly history by from and to (`from * 64 + to`), the mean of those of its four entries by threats that have
    /// been written.
    pub butterfly: Vec<i16>,
    /// Pawn history of the current structure by piece and square (`piece * 64 + to`).
    pub pawns: Vec<i16>,
    /// Continuation history after the last move, by piece and square; empty without one.
    pub continuation: Vec<i16>,
    /// Capture history by capturing piece and square, the mean over the captured kinds that have an entry.
    pub captures: Vec<i16>,
    /// Last move and its piece, if any.
    pub after: Option<(Piece, Move)>,
}
