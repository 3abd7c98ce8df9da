//! Pawn structure seldom changes from one position to the next: what was found out about it is kept.
//! One per search thread; what it gives is exactly what would be computed.

use crate::chess::bitboard::Bitboard;
use crate::chess::color::Color;

use super::packed::Packed;
use super::pawns;
use super::scene::Scene;
use super::trace::Sum;

/// Entries, 32 bytes each.
const SIZE: usize = 1 << 14;

/// What is known of one pawn structure. The empty one stands for a board without pawns, whose key
/// is zero and whose structure is worth nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    white: Packed,
    passed: [Bitboard; 2],
}

/// Pawn structures met lately.
#[derive(Clone, Debug)]
pub struct PawnCache(Box<[Entry]>);

impl Default for PawnCache {
    fn default() -> Self {
        PawnCache(vec![Entry::default(); SIZE].into())
    }
}

impl PawnCache {
    /// Adds both sides' pawn structure and notes the passed pawns.
    #[inline]
    pub(super) fn structure(&mut self, scene: &mut Scene<'_>, sum: &mut Sum) {
        let key = scene.board.pawn_key();
        let entry = &mut self.0[key as usize % SIZE];
        if entry.key == key {
            scene.passed = entry.passed;
        } else {
            let mut pawns = Sum::default();
            for us in Color::ALL {
                pawns::structure(scene, us, &mut pawns);
            }
            *entry = Entry { key, white: pawns.white(), passed: scene.passed };
        }
        sum.add_white(entry.white);
    }
}
