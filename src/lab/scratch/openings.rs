//! Balanced openings: random moves until the position is about equal.

use tabia_chess::{Board, Move, SplitMix64};
use tabia_engine::search::limits::StopSignal;

use super::search::{Budget, Root, search};
use super::values::{Level, ScratchEval};

/// Plies played at random before a game.
const OPENING_PLIES: usize = 8;
/// An opening is kept if the position is about equal: within this, centipawns
const BALANCED_CP: i32 = 60;
/// by a search of this many nodes with all knowledge.
const BALANCE_NODES: u64 = 1_500;
/// Openings drawn until one is balanced; the last is taken as it is.
const MAX_OPENING_TRIES: usize = 50;

/// The opening of a pair of games for this seed, as moves from the start position. `None`: stopped.
pub fn balanced_opening(seed: u64, pair: u32, stop: &StopSignal) -> Option<Vec<Move>> {
    let eval = ScratchEval::at(Level::Tapering);
    let mut rng = SplitMix64::new(seed ^ SplitMix64::new(u64::from(pair)).next_u64());
    let mut line = Vec::new();
    for _ in 0..MAX_OPENING_TRIES {
        line.clear();
        let mut board = Board::start();
        for _ in 0..OPENING_PLIES {
            let Some(mv) = board.make_random_move(&mut rng) else { break };
            line.push(mv);
        }
        let root = Root { board: &board, keys: &[board.key()], moves: &board.legal_moves() };
        let budget = &Budget::nodes(BALANCE_NODES);
        let found = search(&eval, &root, budget, stop, &mut |_, _| None);
        if stop.is_stopped() {
            return None;
        }
        let score = found.and_then(|found| found.score?.cp());
        if score.is_some_and(|cp| cp.abs() <= BALANCED_CP) {
            break;
        }
    }
    Some(line)
}
