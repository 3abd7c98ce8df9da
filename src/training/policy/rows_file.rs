//! Positions as the network takes them, for a trainer that knows no rules (`training/train_policy.py`).
//!
//! ```text
//! "TABIAPR1", then 64 bits each: positions n, inputs i of all, moves m of all; then lists:
//! n x 8 bits       inputs of each position
//! n x 8 bits       legal moves of each
//! n x 8 bits       which of them was played
//! n x 8 bits       set of weights of the value head
//! n x 3 x float    chances of win, draw and loss to learn, 32 bits
//! i x 16 bits      inputs
//! m x 4 x 16 bits  row of the target, row of the origin, flags, special
//! ```
//!
//! Little-endian.

use tabia_engine::puct::leaf_evaluator::CURVE;

use super::prepared::{Prepared, Target};
use super::sample::PolicySample;

/// How such a file begins.
const MAGIC: &[u8; 8] = b"TABIAPR1";

/// The file of these samples. Those that are no position, or whose move is not legal, are left out.
pub fn bytes_of(samples: &[PolicySample], target: Target) -> Vec<u8> {
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
    use crate::data::packed;

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
