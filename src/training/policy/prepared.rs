//! Samples as the network takes them: inputs, rows and biases by number, and what is to be learnt.

use arrayvec::ArrayVec;

use crate::data::packed;
use tabia_chess::{Board, Move, MoveList, Square};
use tabia_engine::eval::nnue::features::{self, Inputs};
use tabia_engine::eval::policy::BUCKETS;
use tabia_engine::eval::policy::rows::Scene;
use tabia_engine::search::score::Coefficients;

use super::sample::PolicySample;

/// What the loss is counted against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Share of the played move's chance that is spread evenly over all legal moves.
    pub smoothing: f32,
    /// Share of the game's result in the value; the rest is the score's.
    pub result_share: f32,
}

/// A move as it is learnt from: rows and biases by number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) to: u16,
    /// Place of its origin in [`Prepared::origins`].
    pub(super) origin: u8,
    pub(super) special: u8,
    pub(super) flags: u16,
}

/// A sample as the network takes it.
#[derive(Debug, Default)]
pub struct Prepared {
    pub(super) inputs: Inputs,
    pub(super) bucket: usize,
    pub(super) moves: ArrayVec<Choice, { MoveList::CAPACITY }>,
    pub(super) origins: ArrayVec<u16, { Square::COUNT }>,
    /// The move that was played, by its place among the legal ones.
    pub(super) played: usize,
    /// The chance of each legal move that is to be learnt; they add up to 1.
    pub(super) wanted: ArrayVec<f32, { MoveList::CAPACITY }>,
    pub(super) chances: [f32; 3],
}

impl Prepared {
    /// Takes in a sample; false if it is none: no position, or its move not legal.
    pub fn fill(&mut self, sample: &PolicySample, target: Target, curve: &Coefficients) -> bool {
        let Ok(board) = packed::unpack(&sample.position) else { return false };
        self.chances = sample.chances(&board, target.result_share, curve);
        let moves = board.legal_moves();
        let Some(played) = moves.iter().position(|&mv| mv == sample.mv) else { return false };
        self.played = played;
        let even = target.smoothing / moves.len() as f32;
        self.wanted.clear();
        self.wanted.extend(moves.iter().map(|_| even));
        self.wanted[played] += 1.0 - target.smoothing;
        self.describe(&board, &moves);
        true
    }

    /// Takes in a position with the shares of its moves in the playouts of a search, and the chances of win, draw and
    /// loss to learn; false if a move is not legal, or none has a share. The greatest share is the move `played`. As
    /// much as of a played move's chance is spread over all: a move that got no playout would be taught never to get
    /// one again.
    pub(super) fn fill_shares(
        &mut self,
        board: &Board,
        shares: &[(Move, u16)],
        chances: [f32; 3],
        smoothing: f32,
    ) -> bool {
        let moves = board.legal_moves();
        let sum: f32 = shares.iter().map(|&(_, share)| f32::from(share)).sum();
        let Some(&(most, _)) = shares.iter().max_by_key(|&&(_, share)| share) else { return false };
        self.chances = chances;
        self.wanted.clear();
        self.wanted.extend(moves.iter().map(|_| smoothing / moves.len() as f32));
        for &(mv, share) in shares {
            let Some(at) = moves.iter().position(|&other| other == mv) else { return false };
            self.wanted[at] += (1.0 - smoothing) * f32::from(share) / sum.max(1.0);
        }
        self.played = moves.iter().position(|&mv| mv == most).unwrap_or(0);
        self.describe(board, &moves);
        sum > 0.0
    }

    fn describe(&mut self, board: &Board, moves: &MoveList) {
        let scene = Scene::new(board);
        scene.inputs(&mut self.inputs);
        self.bucket = features::bucket(BUCKETS, board.occupied().count() as usize);
        self.moves.clear();
        self.origins.clear();
        for &mv in moves {
            let rows = scene.rows(mv);
            let origin = self.origins.iter().position(|&from| from == rows.from);
            let origin = origin.unwrap_or_else(|| {
                self.origins.push(rows.from);
                self.origins.len() - 1
            });
            self.moves.push(Choice {
                to: rows.to,
                origin: origin as u8,
                special: rows.special as u8,
                flags: rows.flags,
            });
        }
    }
}
