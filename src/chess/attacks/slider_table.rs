//! Data of slider look-ups, for display. Move generation does not use this.

pub use super::magic::{MagicEntry, bishop as magic_bishop, rook as magic_rook};
use super::{magic, rays};
use crate::bitboard::Bitboard;
use crate::square::Square;

/// The two kinds of tables; a queen needs both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliderPart {
    /// Ranks and files.
    Rook,
    /// Diagonals.
    Bishop,
}

/// The magic data of a square.
pub fn magic_entry(part: SliderPart, square: Square) -> MagicEntry {
    magic::entry(part == SliderPart::Rook, square)
}

/// The entry at an index of the magic table; `None` beyond its end.
pub fn magic_attacks(part: SliderPart, index: usize) -> Option<Bitboard> {
    magic::attacks_at(part == SliderPart::Rook, index)
}

/// The entry at an index of the PEXT table; `None` beyond its end and on targets without PEXT.
pub fn pext_attacks(part: SliderPart, index: usize) -> Option<Bitboard> {
    #[cfg(target_arch = "x86_64")]
    {
        super::pext::attacks_at(part == SliderPart::Rook, index)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (part, index);
        None
    }
}

/// Size of a table: the sum of `2^bits` over all squares.
pub const fn entries(part: SliderPart) -> usize {
    match part {
        SliderPart::Rook => rays::ROOK_ENTRIES,
        SliderPart::Bishop => rays::BISHOP_ENTRIES,
    }
}

/// The bits of `value` under `mask`, packed by the PEXT instruction; `None` if this processor does not have it.
pub fn extract_by_instruction(value: u64, mask: u64) -> Option<u64> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi2") {
        #[expect(unsafe_code, reason = "the instruction is what is to be shown")]
        // SAFETY: BMI2 was detected just above.
        return Some(unsafe { super::pext::extract(value, mask) });
    }
    let _ = (value, mask);
    None
}
