//! Sliding attacks by magic multiplication: works on every processor.
//!
//! A rook on d4 sees at most as far as the first piece in each direction, so its attacks depend on
//! the pieces standing on only ten or so *relevant* squares: 2^10 cases. They are worked out in advance,
//! and the question is how to turn the scattered relevant bits into a small table index. The
//! trick: multiply them by a suitable 64-bit number. The product is a sum of shifted copies of the
//! bits, and with a lucky factor the copies land so that the top ten bits of the product differ
//! whenever the attacks differ. Such a "magic" factor is found by trying random numbers with few
//! bits set. A look-up is then AND, multiply, shift, load.

use super::magic_numbers;
use super::rays::{self, BISHOP_ENTRIES, Lines, ROOK_ENTRIES};
use crate::bitboard::Bitboard;
use crate::square::Square;

/// What is needed to look up the attacks from one square.
#[derive(Clone, Copy)]
struct Entry {
    /// The relevant squares.
    mask: u64,
    /// Brings the relevant bits together at the top of the product.
    factor: u64,
    /// Where the attacks of this square begin in the common table.
    offset: u32,
    /// 64 minus the number of relevant squares.
    shift: u32,
}

impl Entry {
    const UNSET: Self = Self { mask: 0, factor: 0, offset: 0, shift: 0 };

    #[inline]
    const fn index(&self, occupied: u64) -> usize {
        self.offset as usize
            + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

/// One kind of slider: the 64 entries and their common attack table.
struct Magics<const N: usize> {
    entries: [Entry; 64],
    attacks: [Bitboard; N],
}

static ROOK: Magics<ROOK_ENTRIES> = build(true, &magic_numbers::ROOK);
static BISHOP: Magics<BISHOP_ENTRIES> = build(false, &magic_numbers::BISHOP);

const fn build<const N: usize>(rook: bool, factors: &[u64; 64]) -> Magics<N> {
    let mut built = Magics { entries: [Entry::UNSET; 64], attacks: [Bitboard::EMPTY; N] };
    let mut offset = 0;
    let mut index = 0;
    while index < 64 {
        let square = Square::wrap(index as u32);
        let lines = Lines::through(square);
        let mask = if rook { rays::rook_mask(lines) } else { rays::bishop_mask(lines) };
        let bits = mask.count_ones();
        let entry = Entry { mask, factor: factors[index], offset, shift: 64 - bits };
        built.entries[index] = entry;
        offset += 1 << bits;
        // All subsets of the mask: adding its complement makes a carry skip the gaps.
        let mut subset: u64 = 0;
        loop {
            let reached = if rook {
                rays::rook(lines, square, subset)
            } else {
                rays::bishop(lines, square, subset)
            };
            built.attacks[entry.index(subset)] = Bitboard(reached);
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
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK.attacks[ROOK.entries[square.index()].index(occupied.0)]
}

/// The squares a bishop attacks from `square` when these squares are occupied.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP.attacks[BISHOP.entries[square.index()].index(occupied.0)]
}

/// What a look-up by magic multiplication from one square is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicEntry {
    /// The squares whose occupation matters.
    pub mask: Bitboard,
    /// The magic number.
    pub factor: u64,
    /// Where the square's part of the table begins, entries.
    pub offset: usize,
    /// Bits the product is shifted to the right.
    pub shift: u32,
}

/// What a look-up from `square` is made of.
pub(super) fn entry(rook: bool, square: Square) -> MagicEntry {
    let entry = if rook { ROOK.entries[square.index()] } else { BISHOP.entries[square.index()] };
    let Entry { mask, factor, offset, shift } = entry;
    MagicEntry { mask: Bitboard(mask), factor, offset: offset as usize, shift }
}

/// What stands at an index of the table.
pub(super) fn attacks_at(rook: bool, index: usize) -> Option<Bitboard> {
    if rook { ROOK.attacks.get(index).copied() } else { BISHOP.attacks.get(index).copied() }
}
