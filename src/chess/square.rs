//! The 64 squares, numbered along the ranks from a1 = 0 to h8 = 63, and the files and ranks they lie on.

use std::fmt;
use std::str::FromStr;

use super::piece::Color;

/// A square: `rank * 8 + file`, so that adding 8 goes one rank up and adding 1 one file right.
///
/// ```
/// use tabia_chess::{File, Rank, Square};
/// let e4 = Square::new(File::E, Rank::Fourth);
/// assert_eq!(e4, Square::E4);
/// assert_eq!(e4.to_string(), "e4");
/// assert_eq!("e4".parse(), Ok(e4));
/// assert_eq!(e4.index(), 28);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Gives each square its constant.
macro_rules! name_squares {
    ($($name:ident = $index:literal),* $(,)?) => {
        #[expect(missing_docs, reason = "the names say all there is to say")]
        impl Square {
            $(pub const $name: Self = Self($index);)*
        }
    };
}

#[rustfmt::skip]
name_squares! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 64;

    /// The square where this file and this rank meet.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank as u8 * 8 + file as u8)
    }

    /// 0 (a1) up to 63 (h8).
    #[inline]
    pub const fn index(self) -> usize {
        // The mask changes nothing, but shows the compiler that a table of 64 needs no bounds check.
        (self.0 & 63) as usize
    }

    /// The square with this [`index`](Self::index).
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square of the low six bits, for arithmetic that stays on the board.
    #[inline]
    pub(crate) const fn wrap(index: u32) -> Self {
        Self((index & 63) as u8)
    }

    /// The file it lies on.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[(self.0 & 7) as usize]
    }

    /// The rank it lies on.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.index() >> 3) & 7]
    }

    /// All squares, a1, b1, … h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The square from `color`'s view: unchanged for White, mirrored top to bottom for Black.
    #[must_use]
    #[inline]
    pub const fn relative(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }

    /// The square mirrored top to bottom: a1 becomes a8.
    #[must_use]
    #[inline]
    pub const fn flip_rank(self) -> Self {
        Self(self.0 ^ 0o70)
    }

    /// The square mirrored left to right: a1 becomes h1.
    #[must_use]
    #[inline]
    pub const fn flip_file(self) -> Self {
        Self(self.0 ^ 0o07)
    }

    /// The square this many files right and ranks up, if it is on the board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self.0 & 7) as i8 + files;
        let rank = (self.0 >> 3) as i8 + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// The number of king steps to `other` (Chebyshev distance), 0 to 7.
    #[inline]
    pub const fn distance(self, other: Self) -> u32 {
        let files = (self.0 & 7).abs_diff(other.0 & 7);
        let ranks = (self.0 >> 3).abs_diff(other.0 >> 3);
        if files > ranks { files as u32 } else { ranks as u32 }
    }

    /// Whether it is a light square (h1 and a8 are).
    #[inline]
    pub const fn is_light(self) -> bool {
        ((self.0 ^ (self.0 >> 3)) & 1) == 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseSquareError {
    /// The first 20 characters of the text.
    pub found: String,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "square: found \u{201c}{}\u{201d}, expected a file a-h and a rank 1-8, such as e4",
            self.found
        )
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut letters = text.chars();
        let file = letters.next().and_then(File::from_letter);
        let rank = letters.next().and_then(Rank::from_letter);
        match (file, rank, letters.next()) {
            (Some(file), Some(rank), None) => Ok(Self::new(file, rank)),
            _ => Err(ParseSquareError { found: text.chars().take(20).collect() }),
        }
    }
}

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

    /// The rank from `color`'s view: Black's first rank is the eighth.
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
