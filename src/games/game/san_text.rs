//! The text of a move, kept beside it without memory of its own.

use std::fmt;
use std::ops::Deref;

use tabia_chess::{Board, Move, san};

/// A move in standard notation: at most seven letters, as in `Qa1xb2#`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct SanText {
    length: u8,
    letters: [u8; 7],
}

impl SanText {
    /// No move.
    pub(super) const EMPTY: SanText = SanText { length: 0, letters: [0; 7] };
    /// A null move.
    pub(super) const NULL: SanText = SanText { length: 2, letters: *b"--\0\0\0\0\0" };

    /// The text of a legal move.
    pub(super) fn of(board: &Board, mv: Move) -> SanText {
        let text = san::write(board, mv);
        debug_assert!(text.len() <= 7 && text.is_ascii(), "{text}");
        let mut letters = [0; 7];
        let length = text.len().min(7);
        letters[..length].copy_from_slice(&text.as_bytes()[..length]);
        SanText { length: length as u8, letters }
    }
}

impl Deref for SanText {
    type Target = str;

    fn deref(&self) -> &str {
        std::str::from_utf8(&self.letters[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl fmt::Debug for SanText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
