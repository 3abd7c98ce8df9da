//! Sliding attacks by PEXT: one BMI2 instruction gathers the relevant bits into the table index.
//!
//! PEXT (parallel bit extract) does in hardware what a magic factor does: it packs the bits under a mask. It is fast on
//! Intel since Haswell (2013), on AMD since Zen 3 (2020).

use std::arch::x86_64::_pext_u64;

use super::rays::{self, BISHOP_ENTRIES, Lines, ROOK_ENTRIES};
use crate::bitboard::Bitboard;
use crate::square::Square;

/// PEXT data of one square.
#[derive(Clone, Copy)]
struct Entry {
    /// The relevant squares.
    mask: u64,
    /// Start of this square's attacks in the common table.
    offset: usize,
}

/// One kind of slider: the 64 entries and their common attack table.
struct Pexts<const N: usize> {
    entries: [Entry; 64],
    attacks: [Bitboard; N],
}

static ROOK: Pexts<ROOK_ENTRIES> = build(true);
static BISHOP: Pexts<BISHOP_ENTRIES> = build(false);

const fn build<const N: usize>(rook: bool) -> Pexts<N> {
    let mut built =
        Pexts { entries: [Entry { mask: 0, offset: 0 }; 64], attacks: [Bitboard::EMPTY; N] };
    let mut next = 0;
    let mut index = 0;
    while index < 64 {
        let square = Square::wrap(index as u32);
        let lines = Lines::through(square);
        let mask = rays::mask(rook, lines);
        built.entries[index] = Entry { mask, offset: next };
        // This enumeration of subsets is in the order of their extracted bits, so the entries are consecutive.
        let mut subset: u64 = 0;
        loop {
            let reached = rays::slider(rook, lines, square, subset);
            built.attacks[next] = Bitboard(reached);
            next += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        index += 1;
    }
    built
}

/// The squares a rook attacks from `square` when these squares are occupied.
///
/// # Safety
/// The processor must have BMI2, unless the caller is compiled for it.
#[cfg_attr(
    not(any(test, all(target_feature = "bmi2", not(tabia_magic)))),
    expect(dead_code, reason = "magics are used instead, and only tests compare")
)]
#[target_feature(enable = "bmi2")]
#[inline]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = ROOK.entries[square.index()];
    ROOK.attacks[entry.offset + _pext_u64(occupied.0, entry.mask) as usize]
}

/// The squares a bishop attacks from `square` when these squares are occupied.
///
/// # Safety
/// The processor must have BMI2, unless the caller is compiled for it.
#[cfg_attr(
    not(any(test, all(target_feature = "bmi2", not(tabia_magic)))),
    expect(dead_code, reason = "magics are used instead, and only tests compare")
)]
#[target_feature(enable = "bmi2")]
#[inline]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = BISHOP.entries[square.index()];
    BISHOP.attacks[entry.offset + _pext_u64(occupied.0, entry.mask) as usize]
}

/// The table entry at an index.
pub(super) fn attacks_at(rook: bool, index: usize) -> Option<Bitboard> {
    if rook { ROOK.attacks.get(index).copied() } else { BISHOP.attacks.get(index).copied() }
}

/// The instruction itself.
///
/// # Safety
/// The processor must have BMI2, unless the caller is compiled for it.
#[target_feature(enable = "bmi2")]
#[inline]
pub(super) fn extract(value: u64, mask: u64) -> u64 {
    _pext_u64(value, mask)
}
