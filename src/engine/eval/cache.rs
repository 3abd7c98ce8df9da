//! Pawns and the numbers of pieces seldom change from one position to the next: what was found out
//! about them is kept. One per search thread; what it gives is exactly what would be computed.

use tabia_chess::{Bitboard, Color, Square};

use super::scene::Scene;
use super::shape::{self, Material};
use super::trace::{Packed, Sum};
use super::{pawns, pieces};

/// Entries for pawns, 56 bytes each.
const PAWNS: usize = 1 << 13;
/// Entries for numbers of pieces, 16 bytes each.
const MATERIALS: usize = 1 << 10;

/// What is known of one pawn structure. The empty one stands for a board without pawns, whose key
/// is zero and whose structure is worth nothing. The shelter is that of the kings where they stood last;
/// two kings on one square never stood.
#[derive(Clone, Copy, Debug)]
struct PawnEntry {
    key: u64,
    passed: [Bitboard; 2],
    white: Packed,
    kings: [Square; 2],
    shelter: Sum,
}

impl PawnEntry {
    const EMPTY: PawnEntry = PawnEntry {
        key: 0,
        passed: [Bitboard::EMPTY; 2],
        white: Packed::ZERO,
        kings: [Square::A1; 2],
        shelter: Sum::ZERO,
    };
}

/// What is known of one set of pieces. The empty one stands for bare kings.
#[derive(Clone, Copy, Debug, Default)]
struct MaterialEntry {
    key: u64,
    white: Packed,
}

/// Pawn structures and sets of pieces met lately.
#[derive(Clone, Debug)]
pub struct EvalCache {
    pawns: Box<[PawnEntry]>,
    materials: Box<[MaterialEntry]>,
}

impl Default for EvalCache {
    fn default() -> Self {
        EvalCache {
            pawns: vec![PawnEntry::EMPTY; PAWNS].into(),
            materials: vec![MaterialEntry::default(); MATERIALS].into(),
        }
    }
}

impl EvalCache {
    /// Adds what pawns, kings behind them and numbers of pieces are worth, and notes the passed pawns.
    #[inline]
    pub(super) fn static_terms(&mut self, scene: &mut Scene<'_>, sum: &mut Sum) {
        self.imbalance(scene, sum);
        self.structure(scene, sum);
    }

    #[inline]
    fn structure(&mut self, scene: &mut Scene<'_>, sum: &mut Sum) {
        let key = scene.board.pawn_key();
        let entry = &mut self.pawns[key as usize % PAWNS];
        if entry.key == key {
            scene.passed = entry.passed;
        } else {
            let mut pawns = Sum::default();
            for us in Color::ALL {
                pawns::structure(scene, us, &mut pawns);
            }
            let white = pawns.white();
            *entry = PawnEntry { key, passed: scene.passed, white, ..PawnEntry::EMPTY };
        }
        sum.add_white(entry.white);
        if entry.kings != scene.kings {
            entry.kings = scene.kings;
            entry.shelter = Sum::ZERO;
            for us in Color::ALL {
                pieces::shelter(scene, us, &mut entry.shelter);
            }
        }
        sum.add_sum(&entry.shelter);
    }

    #[inline]
    fn imbalance(&mut self, scene: &Scene<'_>, sum: &mut Sum) {
        let material = Material::of(scene.board);
        let key = material.key();
        // Spread by the golden ratio: the low bits of the key are Black's queens alone.
        let place = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54;
        let entry = &mut self.materials[place as usize % MATERIALS];
        if entry.key != key {
            let mut pairs = Sum::default();
            shape::imbalance(&material, &mut pairs, |_, _| Bitboard::EMPTY);
            *entry = MaterialEntry { key, white: pairs.white() };
        }
        sum.add_white(entry.white);
    }
}
