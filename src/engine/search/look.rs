//! A look into the memory of an alpha-beta search: what its hash table knows of a position, in which order it
//! would try the moves there, and what its histories believe. Plain data; nothing of it changes the search.

use tabia_chess::Move;
use tabia_chess::Piece;
use tabia_games::game::position::GamePosition;

use super::score::{Bound, Score};

/// Where to look.
#[derive(Clone, Debug)]
pub struct LookRequest {
    /// The position, with the moves that led to it: what was played before is what continuation history is
    /// filed under.
    pub position: GamePosition,
    /// Plies from the root of the search to this position; 0 the root itself. Killers and the history near the
    /// root are those of this ply.
    pub ply: usize,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Zobrist key of the position looked at.
    pub key: u64,
    /// The hash table.
    pub table: TtView,
    /// The order of the moves.
    pub order: OrderView,
    /// The histories.
    pub history: HistoryView,
}

/// The hash table around one position.
#[derive(Clone, Debug, PartialEq)]
pub struct TtView {
    /// The entry of the position.
    pub entry: Option<TtEntryView>,
    /// Every legal move with the entry of the position behind it.
    pub successors: Vec<(Move, Option<TtEntryView>)>,
    /// The moves of the entries from here on, one after the other.
    pub chain: Vec<TtLink>,
    /// Why the chain stops.
    pub chain_end: ChainEnd,
    /// What a sample of the whole table holds.
    pub survey: TtSurvey,
}

/// A step along the moves of the entries.
#[derive(Clone, Debug, PartialEq)]
pub struct TtLink {
    /// The entry's move.
    pub mv: Move,
    /// The entry it stands in.
    pub entry: TtEntryView,
}

/// Why a chain of table moves stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainEnd {
    /// The table has no entry for the position.
    NotFound,
    /// The entry has no move: every move failed low, or only the evaluation is known.
    NoMove,
    /// The move is not legal here: the entry belongs to another position with the same index and tag.
    NotLegal,
    /// The position has been on the chain before.
    Repetition,
    /// The game is over.
    GameOver,
    /// Longer chains are not followed.
    Long,
}

impl ChainEnd {
    /// In a few words.
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

/// An entry of the hash table, as it is meant and as it lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntryView {
    /// Best move, or the one that cut.
    pub mv: Option<Move>,
    /// Score for the side to move at the entry's position, mates counted from there; `None` where only the
    /// evaluation is known.
    pub score: Option<Score>,
    /// What the score says; `None`: nothing.
    pub bound: Option<Bound>,
    /// Raw static evaluation, centipawns for the side to move; `None` in check.
    pub eval_cp: Option<i32>,
    /// Plies searched below it.
    pub depth: i32,
    /// Was once part of a principal variation.
    pub pv: bool,
    /// Searches ago that it was written; 0 the present one.
    pub age: u8,
    /// Its cluster, counted from 0.
    pub cluster: u64,
    /// Which of the cluster's three entries, 0 the first.
    pub way: u8,
    /// The part of the key that is kept, mixed with the data: 21 bits.
    pub tag: u32,
    /// The data word as it lies in memory.
    pub data: u64,
}

/// What a sample of the table holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TtSurvey {
    /// Entries there is room for.
    pub capacity: u64,
    /// Entries looked at, evenly spread over the table.
    pub sampled: u64,
    /// Of those, empty.
    pub empty: u64,
    /// Filled ones by age, searches ago.
    pub by_age: Vec<u64>,
    /// Filled ones by depth, plies.
    pub by_depth: Vec<u64>,
    /// Filled ones with no bound, upper, lower, exact.
    pub by_bound: [u64; 4],
}

/// The moves of a position as the move picker would hand them out.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderView {
    /// The first first.
    pub moves: Vec<OrderedMove>,
    /// The best move by the hash table, if it has one: which guess was right.
    pub best: Option<(Move, i32)>,
    /// Where that move would stand if the table did not know it, and the stage that would hand it out: what the
    /// other guesses were worth. 1 the first.
    pub best_without: Option<(usize, OrderStage)>,
}

/// A move, its stage, and what its place is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderedMove {
    /// The move.
    pub mv: Move,
    /// The stage that hands it out.
    pub stage: OrderStage,
    /// What it is ordered by within its stage, history units; the sum of `parts`. 0 for the table's move.
    pub score: i32,
    /// The parts by name. Those that are 0 are left out.
    pub parts: Vec<(&'static str, i32)>,
    /// Static exchange of a capture or promotion, centipawns.
    pub see_cp: Option<i32>,
}

/// The stages of the move picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OrderStage {
    /// The move of the hash table.
    TtMove,
    /// Captures and promotions that lose nothing.
    GoodNoisy,
    /// Killers and the counter move, which come first among the quiet ones.
    Refutation,
    /// Other quiet moves.
    Quiet,
    /// Captures that lose material.
    BadNoisy,
    /// As generated: move ordering is off.
    Generated,
}

impl OrderStage {
    /// The field's name for it.
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

/// What the histories of the leading thread believe about the moves of the side to move, history units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryView {
    /// Butterfly history by from and to (`from * 64 + to`), the strongest of its four entries by threat.
    pub butterfly: Vec<i16>,
    /// Pawn history of the present structure by piece and square (`piece * 64 + to`).
    pub pawns: Vec<i16>,
    /// Continuation history after the last move, by piece and square; empty where there was none.
    pub continuation: Vec<i16>,
    /// Capture history by capturing piece and square, the strongest over what is captured.
    pub captures: Vec<i16>,
    /// The last move's piece, if there was a last move.
    pub after: Option<(Piece, Move)>,
}
