//! The built-in evaluation along a line of a few plies.

use crate::eval;
use crate::eval::nnue::Network;
use crate::eval::nnue::accumulator::Accumulators;
use tabia_chess::Board;

/// The built-in network, or without one the hand-crafted terms.
#[derive(Debug)]
pub(super) struct Evaluator<'a> {
    pub(super) network: Option<&'a Network>,
    pub(super) accumulators: &'a mut Accumulators,
}

impl Evaluator<'_> {
    /// A move leads to this ply.
    pub(super) fn begin(&mut self, ply: usize) {
        self.accumulators.begin(ply);
    }

    /// Centipawns, mover's view, the smaller the nearer the fifty-move rule is.
    pub(super) fn evaluate(&mut self, board: &Board, ply: usize) -> i32 {
        let raw = match self.network {
            Some(network) if !eval::is_known(board) => {
                self.accumulators.evaluate(network, board, ply)
            }
            _ => eval::evaluate(board),
        };
        raw * (200 - board.halfmove_clock().min(200) as i32) / 200
    }
}
