//! Analysis of some moves only: *only this move*, *not this move*. What is asked belongs to one position and is
//! forgotten as soon as another one is analysed, so that no search is ever narrowed out of sight. What such a search
//! finds is shown with what was asked, and never kept as what the position is worth.

use tabia_chess::{Board, Move};
use tabia_engine::search::engine_id::EngineId;
use tabia_games::game::tree::NodeId;

/// What is asked about the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The position.
    pub node: NodeId,
    /// Its key, to notice when another has taken its place.
    pub(crate) key: u64,
    /// Only these are searched; empty: all.
    pub only: Vec<Move>,
    /// These are not.
    pub not: Vec<Move>,
    /// Tells what was asked before from what is asked now; never 0.
    pub(crate) number: u64,
    /// An engine that answered with another move; it is told once.
    pub(super) told: Option<EngineId>,
}

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskAction {
    /// Search only this move, and those asked for in this way before.
    Only(NodeId, Move),
    /// Search this move no longer.
    Not(NodeId, Move),
    /// Ask no longer about this move.
    Drop(Move),
    /// Search all moves again.
    All,
}

impl Asked {
    /// The moves that are searched, in the board's order.
    pub fn searched(&self, board: &Board) -> Vec<Move> {
        let only = |mv: &Move| self.only.is_empty() || self.only.contains(mv);
        let legal = board.legal_moves();
        legal.iter().copied().filter(|mv| only(mv) && !self.not.contains(mv)).collect()
    }
}
