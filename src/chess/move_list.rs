//! A list of moves that lives on the stack.

use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use super::moves::Move;

/// The moves of one position. No position with a lawful set of pieces has more than
/// [218](https://lichess.org/@/Tobs40/blog/why-a-reachable-position-cant-have-more-than-218-playable-moves/a5xdxeqs),
/// so the room for 256 never runs out. It is used as a slice: `list.len()`, `list.contains(&mv)`.
#[derive(Clone, Debug, Default)]
pub struct MoveList(ArrayVec<Move, { MoveList::CAPACITY }>);

impl MoveList {
    /// The greatest number of moves it takes.
    pub const CAPACITY: usize = 256;

    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Adds a move at the end.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, { MoveList::CAPACITY }>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
