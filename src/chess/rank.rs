//! The eight rows of the board, 1 to 8.

use std::fmt;

use super::color::Color;

/// A rank (row), the first on White's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all there is to say")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// How many ranks there are.
    pub const COUNT: usize = 8;
    /// All ranks, first to eighth.
    pub const ALL: [Self; Self::COUNT] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
    ];

    /// 0 for the first up to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this [`index`](Self::index).
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self::ALL[index]) } else { None }
    }

    /// The digit, `'1'` to `'8'`.
    pub const fn letter(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank with this digit.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            '1'..='8' => Self::from_index(letter as usize - '1' as usize),
            _ => None,
        }
    }

    /// The same rank as `color` counts it: Black's first rank is the eighth.
    #[must_use]
    #[inline]
    pub const fn relative(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self.index()],
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
