//! The fewest leaves alpha-beta can see: W^ceil(D/2) + W^floor(D/2) - 1 in a tree where every position has W moves
//! (Knuth and Moore 1975). Positions of chess differ in their number of moves; in place of W stands the mean number
//! at each ply, so that the two powers become products: over the plies 0, 2, 4 .. and over 1, 3, 5 ..

use serde::{Deserialize, Serialize};

use tabia_chess::{Board, SplitMix64, perft};
use tabia_engine::search::limits::StopSignal;

/// Random games from which widths are estimated where counting would take too long.
const GAMES: u32 = 10_000;
/// Where the random numbers begin, so that the same is found every time.
const SEED: u64 = 1975;

/// The mean number of legal moves at a ply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Width {
    /// Moves.
    pub mean: f64,
    /// Counted, not estimated.
    pub counted: bool,
}

/// The least number of leaves of a search to some depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limit {
    pub leaves: f64,
    /// All widths were counted; else some were estimated from random games.
    pub counted: bool,
}

/// The widths of a tree, ply by ply, as far as they have been asked for.
#[derive(Debug)]
pub struct Widths {
    root: Board,
    /// Positions counted at most for one width.
    most: u64,
    known: Vec<Width>,
    /// Positions at the first plies, as far as they were counted: 1 at the root.
    counts: Vec<u64>,
    /// Estimated positions by ply.
    estimates: Vec<f64>,
}

impl Widths {
    /// Of the tree below this position; no more than `most` positions are counted for a ply.
    pub fn new(root: Board, most: u64) -> Widths {
        Widths { root, most, known: Vec::new(), counts: vec![1], estimates: Vec::new() }
    }

    /// The limit of a search to this depth; `None` when stopped.
    pub fn limit(&mut self, depth: u32, stop: &StopSignal) -> Option<Limit> {
        while self.known.len() < depth as usize {
            let width = self.next(stop)?;
            self.known.push(width);
        }
        let widths = &self.known[..depth as usize];
        let product =
            |from: usize| -> f64 { widths.iter().skip(from).step_by(2).map(|w| w.mean).product() };
        // A game that is over has one leaf.
        let leaves = (product(0) + product(1) - 1.0).max(1.0);
        Some(Limit { leaves, counted: widths.iter().all(|width| width.counted) })
    }

    /// The widths known so far, the root's first.
    pub fn known(&self) -> &[Width] {
        &self.known
    }

    /// The width of the next ply.
    fn next(&mut self, stop: &StopSignal) -> Option<Width> {
        let ply = self.known.len();
        if let Some(&here) = self.counts.get(ply) {
            let last = self.known.last().map_or(40.0, |width| width.mean);
            if here as f64 * last <= self.most as f64 {
                let below = positions(&self.root, ply as u32 + 1, stop)?;
                self.counts.push(below);
                return Some(Width { mean: ratio(below as f64, here as f64), counted: true });
            }
        }
        if self.estimates.len() < ply + 2 {
            self.estimates = estimates(&self.root, ply as u32 + 8, stop)?;
        }
        let (here, below) = (self.estimates[ply], self.estimates[ply + 1]);
        Some(Width { mean: ratio(below, here), counted: false })
    }
}

fn ratio(below: f64, here: f64) -> f64 {
    if here > 0.0 { below / here } else { 0.0 }
}

/// Positions `depth` plies from here, checking the stop signal every few thousand.
fn positions(board: &Board, depth: u32, stop: &StopSignal) -> Option<u64> {
    if stop.is_stopped() {
        return None;
    }
    if depth <= 3 {
        return Some(perft::perft(board, depth));
    }
    board.legal_moves().iter().map(|&mv| positions(&board.after(mv), depth - 1, stop)).sum()
}

/// How many positions each ply has, estimated from random games: each game stands for as many as there were ways to
/// choose (Knuth, "Estimating the Efficiency of Backtrack Programs", 1975).
fn estimates(root: &Board, plies: u32, stop: &StopSignal) -> Option<Vec<f64>> {
    let mut rng = SplitMix64::new(SEED);
    let mut sums = vec![0.0; plies as usize + 1];
    for _ in 0..GAMES {
        if stop.is_stopped() {
            return None;
        }
        let (mut board, mut weight) = (*root, 1.0);
        for sum in &mut sums {
            *sum += weight / f64::from(GAMES);
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            weight *= moves.len() as f64;
            board.make_move(moves[rng.below(moves.len())]);
        }
    }
    Some(sums)
}
