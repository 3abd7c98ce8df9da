//! What pieces are worth beside each other, on either side: each pair of kinds has its weight.

use tabia_chess::{Bitboard, Board, Color, PieceType};

use super::layout::{OTHER_PAIR, OWN_PAIR};
use super::trace::Tally;

/// More pieces of a kind than this, pawn to queen, count as so many.
const MOST: [u32; 5] = [8, 3, 3, 3, 2];

/// The numbers of pieces on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Material {
    /// By side, pawn to queen.
    counts: [[u8; 5]; 2],
}

impl Material {
    #[inline]
    pub(super) fn of(board: &Board) -> Material {
        let count = |us, kind: usize| board.by(us, PieceType::ALL[kind]).count() as u8;
        Material { counts: Color::ALL.map(|us| std::array::from_fn(|kind| count(us, kind))) }
    }

    /// The numbers in one word, four bits each: no two sets of pieces share it.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.counts.iter().flatten().fold(0, |key, &count| key << 4 | u64::from(count))
    }
}

/// All pairs of pieces. What a pair is worth is told of its greater piece; `at` says where the pieces of a kind are.
pub(super) fn imbalance(
    material: &Material,
    tally: &mut impl Tally,
    at: impl Fn(Color, PieceType) -> Bitboard,
) {
    for us in Color::ALL {
        let count = |side: Color, kind: usize| {
            i32::from(material.counts[side.index()][kind]).min(MOST[kind] as i32)
        };
        let (mut own_pair, mut other_pair) = (OWN_PAIR, OTHER_PAIR);
        for kind in 0..MOST.len() {
            let here = count(us, kind);
            let squares = at(us, PieceType::ALL[kind]);
            for lesser in 0..kind {
                tally.add(us, own_pair, here * count(us, lesser), squares);
                tally.add(us, other_pair, here * count(us.other(), lesser), squares);
                (own_pair, other_pair) = (own_pair + 1, other_pair + 1);
            }
            tally.add(us, own_pair, here * (here - 1) / 2, squares);
            own_pair += 1;
        }
    }
}
