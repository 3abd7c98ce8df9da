//! Caches for pawn structure and material, which seldom change from one position to the next. One per search thread; a
//! cached value is exactly the computed one.

use tabia_chess::{Bitboard, Color, Square};

use super::info::EvalInfo;
use super::shape::{self, Material};
use super::trace::{Packed, Sum};
use super::{pawns, pieces};

/// Entries of the pawn cache, 56 bytes each.
const PAWNS: usize = 1 << 13;
/// Entries of the material cache, 16 bytes each.
const MATERIALS: usize = 1 << 10;

/// Cached pawn structure. The default entry is a board without pawns: key zero, value zero. The shelter belongs to the
/// king squares it was computed for; two kings on one square mean none yet.
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

/// Cached material. The default entry is two bare kings.
#[derive(Clone, Copy, Debug, Default)]
struct MaterialEntry {
    key: u64,
    white: Packed,
}

/// Pawn cache and material cache.
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
    /// Adds pawn structure, shelter and material imbalance, and sets the passed pawns.
    #[inline]
    pub(super) fn static_terms(&mut self, info: &mut EvalInfo<'_>, sum: &mut Sum) {
        self.imbalance(info, sum);
        self.structure(info, sum);
    }

    #[inline]
    fn structure(&mut self, info: &mut EvalInfo<'_>, sum: &mut Sum) {
        let key = info.board.pawn_key();
        let entry = &mut self.pawns[key as usize % PAWNS];
        if entry.key == key {
            info.passed = entry.passed;
        } else {
            let mut pawns = Sum::default();
            for us in Color::ALL {
                pawns::structure(info, us, &mut pawns);
            }
            let white = pawns.white();
            *entry = PawnEntry { key, passed: info.passed, white, ..PawnEntry::EMPTY };
        }
        sum.add_white(entry.white);
        if entry.kings != info.kings {
            entry.kings = info.kings;
            entry.shelter = Sum::ZERO;
            for us in Color::ALL {
                pieces::shelter(info, us, &mut entry.shelter);
            }
        }
        sum.add_sum(&entry.shelter);
    }

    #[inline]
    fn imbalance(&mut self, info: &EvalInfo<'_>, sum: &mut Sum) {
        let material = Material::of(info.board);
        let key = material.key();
        // Multiplied by the golden ratio, because the low bits of the key hold only Black's queens.
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
