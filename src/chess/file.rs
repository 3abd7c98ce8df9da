//! The eight columns of the board, a to h.

use std::fmt;

/// A file (column), `a` on White's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all there is to say")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// How many files there are.
    pub const COUNT: usize = 8;
    /// All files, a to h.
    pub const ALL: [Self; Self::COUNT] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// 0 for a up to 7 for h.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file with this [`index`](Self::index).
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self::ALL[index]) } else { None }
    }

    /// The lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file with this lower-case letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Self::from_index(letter as usize - 'a' as usize),
            _ => None,
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
