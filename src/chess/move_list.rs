//! A list of moves that lives on the stack.

use std::iter::Take;
use std::ops::{Deref, DerefMut};

use super::moves::{Move, MoveKind};
use super::square::Square;

/// The moves of one position. No position with a lawful set of pieces has more than
/// [218](https://lichess.org/@/Tobs40/blog/why-a-reachable-position-cant-have-more-than-218-playable-moves/a5xdxeqs),
/// so the room for 255 never runs out. It is used as a slice: `list.len()`, `list.contains(&mv)`.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    /// An index of eight bits cannot miss an array of 256, so no access needs a check.
    len: u8,
}

impl MoveList {
    /// An upper bound of the length, for arrays that run beside the list.
    pub const CAPACITY: usize = 256;

    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        const FILLER: Move = Move::new(Square::A1, Square::B1, MoveKind::Quiet);
        Self { moves: [FILLER; Self::CAPACITY], len: 0 }
    }

    /// Adds a move at the end.
    #[inline]
    pub const fn push(&mut self, mv: Move) {
        self.moves[self.len as usize] = mv;
        debug_assert!(self.len < u8::MAX);
        self.len = self.len.wrapping_add(1);
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len as usize]
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len as usize]
    }
}

impl std::fmt::Debug for MoveList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&**self).finish()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Take<std::array::IntoIter<Move, { MoveList::CAPACITY }>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len as usize)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
