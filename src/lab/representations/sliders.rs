//! Three ways to find what a slider attacks on a board of bits.

use std::fmt::Debug;

use tabia_chess::{Bitboard, attacks};

use super::state;

/// A way to look sliders up.
pub trait Sliders: Copy + Debug {
    /// What a bishop attacks, up to and with the first piece on each line.
    fn bishop(square: u8, occupied: u64) -> u64;
    /// What a rook attacks.
    fn rook(square: u8, occupied: u64) -> u64;
}

/// Walks along each line, a shift a square, until it meets a piece.
#[derive(Clone, Copy, Debug)]
pub struct Rays;

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// One line: shifted left by `LEFT` and right by `RIGHT`, over squares of `mask` alone (no wrapping round).
#[inline]
fn scan<const LEFT: u32, const RIGHT: u32>(square: u8, occupied: u64, mask: u64) -> u64 {
    let (mut reached, mut at) = (0, 1 << square);
    loop {
        at = (at << LEFT >> RIGHT) & mask;
        reached |= at;
        if at & !occupied == 0 {
            return reached;
        }
    }
}

impl Sliders for Rays {
    #[inline]
    fn bishop(square: u8, occupied: u64) -> u64 {
        scan::<9, 0>(square, occupied, NOT_A)
            | scan::<7, 0>(square, occupied, NOT_H)
            | scan::<0, 7>(square, occupied, NOT_A)
            | scan::<0, 9>(square, occupied, NOT_H)
    }

    #[inline]
    fn rook(square: u8, occupied: u64) -> u64 {
        scan::<8, 0>(square, occupied, !0)
            | scan::<0, 8>(square, occupied, !0)
            | scan::<1, 0>(square, occupied, NOT_A)
            | scan::<0, 1>(square, occupied, NOT_H)
    }
}

/// Magic multiplication, with the rules' own tables.
#[derive(Clone, Copy, Debug)]
pub struct Magic;

impl Sliders for Magic {
    #[inline]
    fn bishop(square: u8, occupied: u64) -> u64 {
        attacks::slider_table::magic_bishop(state::on(square), Bitboard(occupied)).0
    }

    #[inline]
    fn rook(square: u8, occupied: u64) -> u64 {
        attacks::slider_table::magic_rook(state::on(square), Bitboard(occupied)).0
    }
}

/// PEXT, with the rules' own tables. They use it where the program was built for a processor that has it; elsewhere
/// ([`attacks::USES_PEXT`]) this is magic again and takes no part in the race.
#[derive(Clone, Copy, Debug)]
pub struct Pext;

impl Sliders for Pext {
    #[inline]
    fn bishop(square: u8, occupied: u64) -> u64 {
        attacks::bishop(state::on(square), Bitboard(occupied)).0
    }

    #[inline]
    fn rook(square: u8, occupied: u64) -> u64 {
        attacks::rook(state::on(square), Bitboard(occupied)).0
    }
}
