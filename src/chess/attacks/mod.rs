//! Attacks of pieces: constant tables for leapers, table look-ups for sliders.
//!
//! Sliders have two implementations, magic multiplication and PEXT; both are compiled on x86-64 and tested against each
//! other. One is selected at compile time: PEXT if the target has BMI2 (`-C target-cpu=native`), magics otherwise.
//! `RUSTFLAGS="--cfg tabia_magic -C target-cpu=native"` forces magics, which is better on AMD processors before Zen 3,
//! where PEXT is microcoded and slow.
//!
//! ```
//! use tabia_chess::{Bitboard, Color, Square, attacks};
//! assert_eq!(attacks::knight(Square::A1).count(), 2);
//! assert_eq!(attacks::rook(Square::A1, Bitboard::EMPTY).count(), 14);
//! let blocked = attacks::rook(Square::A1, Bitboard::from(Square::A3));
//! assert!(blocked.has(Square::A3) && !blocked.has(Square::A4));
//! assert!(attacks::pawn(Color::White, Square::E4).has(Square::D5));
//! ```

mod magic;
#[cfg(target_arch = "x86_64")]
mod pext;
mod rays;
pub mod slider_table;
#[cfg(test)]
mod tests;

use super::bitboard::Bitboard;
use super::piece::{Color, PieceType};
use super::square::Square;

/// Whether this build uses PEXT for sliders (else magic multiplication).
pub const USES_PEXT: bool =
    cfg!(all(target_arch = "x86_64", target_feature = "bmi2", not(tabia_magic)));

/// The squares a knight attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    rays::KNIGHT[square.index()]
}

/// The squares a king attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    rays::KING[square.index()]
}

/// The squares a pawn of this colour attacks (not its pushes).
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    rays::PAWN[color.index()][square.index()]
}

/// The squares a bishop attacks, including the first occupied one on each diagonal.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2", not(tabia_magic)))]
    {
        #[expect(
            unsafe_code,
            reason = "the intrinsic asks for it; counts moves 3 to 5 % faster than magics"
        )]
        // SAFETY: the cfg above guarantees that every processor this build runs on has BMI2.
        unsafe {
            pext::bishop(square, occupied)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2", not(tabia_magic))))]
    magic::bishop(square, occupied)
}

/// The squares a rook attacks, including the first occupied one on each line.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2", not(tabia_magic)))]
    {
        #[expect(
            unsafe_code,
            reason = "the intrinsic asks for it; counts moves 3 to 5 % faster than magics"
        )]
        // SAFETY: the cfg above guarantees that every processor this build runs on has BMI2.
        unsafe {
            pext::rook(square, occupied)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2", not(tabia_magic))))]
    magic::rook(square, occupied)
}

/// The squares a queen attacks.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares a piece of this kind attacks; colour matters only for pawns.
#[inline]
pub fn piece(kind: PieceType, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn(color, square),
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop(square, occupied),
        PieceType::Rook => rook(square, occupied),
        PieceType::Queen => queen(square, occupied),
        PieceType::King => king(square),
    }
}

/// The squares attacked by any of these pawns.
#[inline]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.west() | ahead.east()
}

/// The squares strictly between two squares on a common rank, file or diagonal; else empty.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    rays::BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two different squares; empty if there is none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    rays::LINE[a.index()][b.index()]
}

/// The squares a rook attacks on an empty board.
#[inline]
pub fn rook_rays(square: Square) -> Bitboard {
    rays::RAYS[square.index()][0]
}

/// The squares a bishop attacks on an empty board.
#[inline]
pub fn bishop_rays(square: Square) -> Bitboard {
    rays::RAYS[square.index()][1]
}

/// The two whole diagonals through a square: first the one in the direction a1-h8, then the one in
/// the direction a8-h1.
#[inline]
pub fn diagonals(square: Square) -> [Bitboard; 2] {
    rays::DIAGONALS[square.index()]
}
