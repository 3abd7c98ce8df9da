//! How few leaves prove the value of a tree, computed in two ways.
//!
//! **Exactly** ([`minimal_leaves`]): the smallest part of this tree from which its value follows. No search that proves
//! the value visits fewer leaves, unless it remembers positions that occur again. The whole tree must be known, as for
//! minimax.
//!
//! **As an estimate** ([`Widths`]): W^ceil(D/2) + W^floor(D/2) - 1 in a tree where every position has W moves (Knuth
//! and Moore 1975). Chess positions differ in their number of moves, so W is replaced by the mean number at each ply,
//! and the two powers become products over the plies 0, 2, 4 .. and 1, 3, 5 .. That is what a uniform tree of these
//! widths would need. It is not a bound: if one side has few replies in the relevant lines, fewer leaves suffice.

use serde::{Deserialize, Serialize};

use super::game::Game;
use tabia_chess::{Board, SplitMix64, perft};
use tabia_engine::search::limits::StopSignal;

/// Number of random games from which widths are estimated if counting would take too long.
const GAMES: u32 = 10_000;
/// The seed of the random numbers, so that results are reproducible.
const SEED: u64 = 1975;

/// The mean number of legal moves at a ply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Width {
    /// Moves.
    pub mean: f64,
    /// Whether it was counted, not estimated.
    pub counted: bool,
}

/// The leaves that prove the value of a uniform tree with these widths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limit {
    pub leaves: f64,
    /// Whether all widths were counted; otherwise some were estimated from random games.
    pub counted: bool,
}

/// The widths of a tree, computed ply by ply on demand.
#[derive(Debug)]
pub struct Widths {
    root: Board,
    /// Maximum number of positions counted for one width.
    most: u64,
    known: Vec<Width>,
    /// Number of positions at the counted plies: 1 at the root.
    counts: Vec<u64>,
    /// Estimated positions by ply.
    estimates: Vec<f64>,
}

impl Widths {
    /// The widths of the tree below this position; at most `most` positions are counted for a ply.
    pub fn new(root: Board, most: u64) -> Widths {
        Widths { root, most, known: Vec::new(), counts: vec![1], estimates: Vec::new() }
    }

    /// The estimate for a search to this depth; `None` when stopped.
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

/// The number of positions at each ply, estimated from random games: each game is weighted by the number of choices
/// along it (Knuth, "Estimating the Efficiency of Backtrack Programs", 1975).
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

/// Positions between two checks of the stop signal.
const CHECK_EVERY: u64 = 1_024;

/// The number of leaves needed to prove a statement about a position; `None`: the statement is false.
type Leaves = Option<u64>;

/// The leaves needed to prove that a value is at least, at most and exactly the root's, from the side to move's view.
#[derive(Clone, Copy, Debug)]
struct Proofs {
    at_least: Leaves,
    at_most: Leaves,
    exact: Leaves,
}

impl Proofs {
    /// The same from the other side's view.
    fn flipped(self) -> Proofs {
        Proofs { at_least: self.at_most, at_most: self.at_least, exact: self.exact }
    }
}

/// The leaves of the smallest part of the tree to this depth that proves `value`, its value for the side to move;
/// `None` when stopped. A position reached in two ways counts twice, as in a search without a hash table.
pub(crate) fn minimal_leaves<G: Game>(
    game: &mut G,
    depth: u32,
    value: i32,
    stop: &StopSignal,
) -> Option<u64> {
    let mut nodes = 0;
    proofs(game, (depth, 0), value, &mut (stop, &mut nodes))?.exact
}

fn proofs<G: Game>(
    game: &mut G,
    (depth, ply): (u32, u32),
    value: i32,
    walk: &mut (&StopSignal, &mut u64),
) -> Option<Proofs> {
    *walk.1 += 1;
    if walk.1.is_multiple_of(CHECK_EVERY) && walk.0.is_stopped() {
        return None;
    }
    let moves = game.moves();
    let over = if moves.is_empty() {
        Some(game.value_at_end(ply))
    } else if game.is_drawn() {
        Some(0)
    } else if depth == 0 {
        Some(game.static_eval())
    } else {
        None
    };
    if let Some(leaf) = over {
        let proof = |holds: bool| holds.then_some(1);
        let [at_least, at_most, exact] = [leaf >= value, leaf <= value, leaf == value].map(proof);
        return Some(Proofs { at_least, at_most, exact });
    }
    // One move that reaches the value proves "at least"; "at most" must be proved for every move. For both together,
    // every move must be at most the value and one must be exactly that.
    let (mut at_least, mut at_most, mut extra) = (Leaves::None, Some(0), Option::<i64>::None);
    for mv in moves {
        game.make(mv);
        let below = proofs(game, (depth - 1, ply + 1), -value, walk);
        game.unmake();
        let below = below?.flipped();
        at_least = at_least.into_iter().chain(below.at_least).min();
        at_most = at_most.zip(below.at_most).map(|(all, one)| all + one);
        let more = below.exact.zip(below.at_most).map(|(exact, most)| exact as i64 - most as i64);
        extra = extra.into_iter().chain(more).min();
    }
    let exact = at_most.zip(extra).map(|(all, more)| (all as i64 + more) as u64);
    Some(Proofs { at_least, at_most, exact })
}
