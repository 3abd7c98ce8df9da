//! Training data of the policy network: moves played, or visit counts of a search.

use arrayvec::ArrayVec;

use super::sample::PolicySample;
use crate::data::game::{GameResult, fnv_of_all};
use crate::data::packed;
use crate::data::packed::Packed;
use crate::data::visits::{VisitGame, WHOLE};
use tabia_chess::{Board, Move, MoveList, Square};
use tabia_engine::eval::nnue::features;
use tabia_engine::eval::nnue::features::Inputs;
use tabia_engine::eval::policy::BUCKETS;
use tabia_engine::eval::policy::rows::PositionFeatures;
use tabia_engine::puct::leaf_evaluator::CURVE;
use tabia_engine::search::score::Coefficients;

/// A position with the result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
struct VisitSample {
    position: Packed,
    result: GameResult,
    expected: u16,
    draw: u16,
    /// Index of its first share, and their number.
    first: u32,
    count: u8,
}

/// Positions with search results, and moves of older games, so that the network does not forget them.
#[derive(Debug, Default)]
pub(crate) struct MixedData {
    visits: Vec<VisitSample>,
    shares: Vec<(Move, u16)>,
    /// The older moves.
    pub old: Vec<PolicySample>,
}

impl MixedData {
    /// Adds the positions of a game. Positions with a single move are skipped.
    pub(crate) fn add(&mut self, game: &VisitGame) {
        game.for_each(|board, ply| {
            if ply.shares.is_empty() {
                return;
            }
            self.visits.push(VisitSample {
                position: packed::pack(board),
                result: game.result,
                expected: ply.expected,
                draw: ply.draw,
                first: self.shares.len() as u32,
                count: ply.shares.len() as u8,
            });
            self.shares.extend_from_slice(&ply.shares);
        });
    }

    /// Number of positions with search results.
    pub(crate) fn searched(&self) -> usize {
        self.visits.len()
    }

    /// Number of positions.
    pub(crate) fn count(&self) -> usize {
        self.visits.len() + self.old.len()
    }

    /// Checksum of all positions with what is learnt from them.
    pub(crate) fn checksum(&self) -> u64 {
        let visits = self.visits.iter().map(|sample| {
            let VisitSample { position, result, expected, draw, .. } = sample;
            let mut bytes = [&position[..], &[*result as u8]].concat();
            let shares = self.shares_of(sample).iter().flat_map(|(mv, share)| [mv.bits(), *share]);
            bytes.extend([*expected, *draw].into_iter().chain(shares).flat_map(u16::to_le_bytes));
            bytes
        });
        let old = self.old.iter().map(|sample| {
            let PolicySample { position, mv, score, result, source } = sample;
            let [low, high] = mv.bits().to_le_bytes();
            let [score_low, score_high] = score.to_le_bytes();
            [&position[..], &[low, high, score_low, score_high, *result as u8, *source as u8]]
                .concat()
        });
        fnv_of_all(visits.chain(old))
    }

    /// The moves of a position with their shares.
    fn shares_of(&self, sample: &VisitSample) -> &[(Move, u16)] {
        &self.shares[sample.first as usize..][..usize::from(sample.count)]
    }

    /// Prepares a position by index; false if it or its move is illegal.
    pub(crate) fn prepare(
        &self,
        number: usize,
        into: &mut Prepared,
        target: Target,
        curve: &Coefficients,
    ) -> bool {
        let Some(sample) = self.visits.get(number) else {
            let old = self.old.get(number - self.visits.len());
            return old.is_some_and(|sample| into.fill(sample, target, curve));
        };
        let Ok(board) = packed::unpack(&sample.position) else { return false };
        let shares = self.shares_of(sample);
        into.fill_shares(&board, shares, chances(sample, target.result_share), target.smoothing)
    }
}

impl From<Vec<PolicySample>> for MixedData {
    fn from(old: Vec<PolicySample>) -> MixedData {
        MixedData { old, ..MixedData::default() }
    }
}

/// Target WDL, side to move's view: the search's, mixed with the result.
fn chances(sample: &VisitSample, result_share: f32) -> [f32; 3] {
    let part = |share: u16| f32::from(share) / f32::from(WHOLE);
    let expected = part(sample.expected);
    let draw = part(sample.draw).min(2.0 * expected.min(1.0 - expected));
    let found = [expected - draw / 2.0, draw, 1.0 - expected - draw / 2.0];
    let mut chances = found.map(|chance| chance * (1.0 - result_share));
    let white = sample.result as usize;
    let outcome = if packed::is_black_to_move(&sample.position) { white } else { 2 - white };
    chances[outcome] += result_share;
    chances
}

// Samples as network inputs: indices of inputs, rows and biases, and the target.

/// Target of the loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Target {
    /// Label smoothing: share of the target spread evenly over all legal moves.
    pub smoothing: f32,
    /// Weight of the game's result in the value; the rest is the score.
    pub result_share: f32,
}

/// A move: indices of its rows and biases.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) to: u16,
    /// Index of its origin in [`Prepared::origins`].
    pub(super) origin: u8,
    pub(super) special: u8,
    pub(super) flags: u16,
}

/// A sample in the form of the network.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    pub(super) inputs: Inputs,
    pub(super) bucket: usize,
    pub(super) moves: ArrayVec<Choice, { MoveList::CAPACITY }>,
    pub(super) origins: ArrayVec<u16, { Square::COUNT }>,
    /// Index of the move played.
    pub(super) played: usize,
    /// Target probability of each legal move, adding up to 1.
    pub(super) wanted: ArrayVec<f32, { MoveList::CAPACITY }>,
    pub(super) chances: [f32; 3],
}

impl Prepared {
    /// Fills in a sample; false if the position or its move is illegal.
    pub(crate) fn fill(
        &mut self,
        sample: &PolicySample,
        target: Target,
        curve: &Coefficients,
    ) -> bool {
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

    /// Fills in a position with the visit shares of its moves and the target WDL; false if a move is illegal, or none
    /// has a share. `played` is the move with the largest share. Label smoothing applies as for a played move: without
    /// it, a move without visits would be taught never to get one.
    pub(super) fn fill_shares(
        &mut self,
        board: &Board,
        shares: &[(Move, u16)],
        chances: [f32; 3],
        smoothing: f32,
    ) -> bool {
        let moves = board.legal_moves();
        let sum: f32 = shares.iter().map(|&(_, share)| f32::from(share)).sum();
        let Some(&(played, _)) = shares.iter().max_by_key(|&&(_, share)| share) else {
            return false;
        };
        self.chances = chances;
        self.wanted.clear();
        self.wanted.extend(moves.iter().map(|_| smoothing / moves.len() as f32));
        for &(mv, share) in shares {
            let Some(at) = moves.iter().position(|&other| other == mv) else { return false };
            self.wanted[at] += (1.0 - smoothing) * f32::from(share) / sum.max(1.0);
        }
        self.played = moves.iter().position(|&mv| mv == played).unwrap_or(0);
        self.describe(board, &moves);
        sum > 0.0
    }

    fn describe(&mut self, board: &Board, moves: &MoveList) {
        let scene = PositionFeatures::new(board);
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

// File format for the GPU trainer (`training/train_policy.py`).
//
// ```text
// "TABIAPR1", then 64 bits each: positions n, inputs i of all, moves m of all; then lists:
// n x 8 bits       inputs of each position
// n x 8 bits       legal moves of each
// n x 8 bits       which of them was played
// n x 8 bits       set of weights of the value head
// n x 3 x float    chances of win, draw and loss to learn, 32 bits
// i x 16 bits      inputs
// m x 4 x 16 bits  row of the target, row of the origin, flags, special
// ```
//
// Little-endian.

/// The magic of such a file.
const MAGIC: &[u8; 8] = b"TABIAPR1";

/// The file of these samples. Samples with an illegal position or move are skipped.
pub(crate) fn bytes_of(samples: &[PolicySample], target: Target) -> Vec<u8> {
    let (mut prepared, curve) = (Prepared::default(), CURVE);
    let mut counts: [Vec<u8>; 4] = Default::default();
    let (mut chances, mut inputs, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    for sample in samples {
        if !prepared.fill(sample, target, &curve) {
            continue;
        }
        let sizes = [prepared.inputs.len(), prepared.moves.len(), prepared.played, prepared.bucket];
        // No position has 256 legal moves.
        counts.iter_mut().zip(sizes).for_each(|(list, size)| list.push(size as u8));
        chances.extend(prepared.chances.iter().flat_map(|chance| chance.to_le_bytes()));
        inputs.extend(prepared.inputs.iter().flat_map(|input| input.to_le_bytes()));
        for choice in &prepared.moves {
            let from = prepared.origins[usize::from(choice.origin)];
            let rows = [choice.to, from, choice.flags, u16::from(choice.special)];
            moves.extend(rows.iter().flat_map(|row| row.to_le_bytes()));
        }
    }
    let mut bytes = MAGIC.to_vec();
    for count in [counts[0].len(), inputs.len() / 2, moves.len() / 8] {
        bytes.extend((count as u64).to_le_bytes());
    }
    for list in counts.into_iter().chain([chances, inputs, moves]) {
        bytes.extend(list);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::sample::tests::samples;
    use super::*;
    use crate::data::game::Source;
    use crate::data::packed;
    use crate::data::visits::VisitPly;
    use tabia_chess::Board;
    use tabia_engine::puct::leaf_evaluator::CURVE;

    #[test]
    fn targets_are_from_the_side_to_moves_view() {
        let start = Board::start();
        let moves = start.legal_moves();
        let (first, second) = (moves[0], moves[1]);
        let mut after = start;
        after.make_move(first);
        let reply = after.legal_moves()[0];
        let ply = |mv, expected, shares| VisitPly { mv, expected, draw: 0, shares };
        let game = VisitGame {
            start,
            result: GameResult::WhiteWins,
            source: Source::Standard,
            plies: vec![
                ply(first, WHOLE, vec![(second, 16_384), (first, 49_151)]),
                ply(reply, 0, vec![(reply, WHOLE)]),
            ],
        };
        let mut samples = MixedData::default();
        samples.add(&game);
        assert_eq!((samples.count(), samples.searched()), (2, 2));
        let target = Target { smoothing: 0.2, result_share: 0.25 };
        let (mut prepared, curve) = (Prepared::default(), CURVE);
        assert!(samples.prepare(0, &mut prepared, target, &curve));
        // A fifth is spread over all twenty moves.
        for (at, wanted) in [0.61, 0.21, 0.01].into_iter().enumerate() {
            assert!((prepared.wanted[at] - wanted).abs() < 1e-3, "{:?}", prepared.wanted);
        }
        assert!((prepared.wanted.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(prepared.played, 0);
        assert!((prepared.chances[0] - 1.0).abs() < 1e-4, "{:?}", prepared.chances);
        assert!(samples.prepare(1, &mut prepared, target, &curve));
        assert!((prepared.chances[2] - 1.0).abs() < 1e-4, "{:?}", prepared.chances);
        assert!(!samples.prepare(2, &mut prepared, target, &curve));
    }

    #[test]
    fn the_lists_are_as_long_as_the_head_tells() {
        let samples = samples(50, 1);
        let bytes = bytes_of(&samples, Target { smoothing: 0.0, result_share: 1.0 });
        assert_eq!(&bytes[..8], MAGIC);
        let number = |at: usize| u64::from_le_bytes(*bytes[at..].first_chunk().unwrap()) as usize;
        let (positions, inputs, moves) = (number(8), number(16), number(24));
        assert_eq!(positions, 50);
        assert_eq!(bytes.len(), 32 + 16 * positions + 2 * inputs + 8 * moves);
        let sum = |list: &[u8]| list.iter().map(|&one| usize::from(one)).sum::<usize>();
        assert_eq!(sum(&bytes[32..82]), inputs);
        assert_eq!(sum(&bytes[82..132]), moves);
        for (number, sample) in samples.iter().enumerate() {
            let board = packed::unpack(&sample.position).unwrap();
            let legal = board.legal_moves();
            assert_eq!(usize::from(bytes[82 + number]), legal.len());
            assert_eq!(legal[usize::from(bytes[132 + number])], sample.mv);
        }
    }
}
