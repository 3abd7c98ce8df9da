//! What a tree search by playouts alone has to tell: the numbers behind each root move, and how its tree fits into
//! its memory.

use crate::search::score::Score;
use tabia_chess::Move;

/// A root move. Values lie between 0 and 1, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuctMove {
    /// The move.
    pub mv: Move,
    /// Playouts through it.
    pub n: u32,
    /// What it is taken to be worth.
    pub q: f32,
    /// Prior probability.
    pub p: f32,
    /// The bonus for looking at it again; infinite where UCB1 never has.
    pub u: f32,
    /// What is proven of it.
    pub proof: Option<Score>,
}

/// The part of a snapshot that only such a search has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PuctDetail {
    /// Threads at work.
    pub threads: u32,
    /// Playouts of this search.
    pub playouts: u64,
    /// Visits of the root, those of searches before counted where their tree was kept.
    pub visits: u32,
    /// Mean length of a playout's line, plies.
    pub mean_depth: f32,
    /// Nodes of the tree.
    pub nodes: u64,
    /// Nodes thrown away because the tree did not fit into its memory.
    pub thrown: u64,
    /// The root's moves, the best to play first.
    pub moves: Vec<PuctMove>,
}

impl PuctDetail {
    /// The share of the playouts that went through a move with so many, 0 to 1; 0 before the first.
    pub fn share(&self, n: u32) -> f64 {
        let all: u64 = self.moves.iter().map(|told| u64::from(told.n)).sum();
        if all == 0 { 0.0 } else { f64::from(n) / all as f64 }
    }
}
