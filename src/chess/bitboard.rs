//! Sets of squares in one machine word: bit `n` stands for the square with index `n`.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::piece::Color;
use super::square::{File, Rank, Square};

/// A set of squares. Union, intersection and difference of whole sets cost one instruction each, which is why chess
/// programs use them: "all white pawns that can capture to the left" is a shift and two ANDs for all eight pawns
/// together.
///
/// Bit 0 is a1, bit 7 is h1, bit 63 is h8 (little-endian rank-file mapping).
///
/// ```
/// use tabia_chess::{Bitboard, File, Rank, Square};
/// let cross = Bitboard::file(File::E) | Bitboard::rank(Rank::Fourth);
/// assert_eq!(cross.count(), 15);
/// assert!(cross.has(Square::E4) && !cross.has(Square::A1));
/// assert_eq!(cross.first(), Some(Square::E1));
/// assert_eq!((cross - Bitboard::file(File::E)).into_iter().next(), Some(Square::A4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const FULL: Self = Self(!0);
    /// The light squares (h1 and a8 among them).
    pub const LIGHT: Self = Self(0x55AA_55AA_55AA_55AA);
    /// The dark squares (a1 and h8 among them).
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);
    /// The a-file, the western edge.
    pub const FILE_A: Self = Self::file(File::A);
    /// The h-file, the eastern edge.
    pub const FILE_H: Self = Self::file(File::H);

    /// All squares of a file.
    #[inline]
    pub const fn file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file.index())
    }

    /// All squares of a rank.
    #[inline]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xFF << (8 * rank.index()))
    }

    /// The set of one square as a constant expression (elsewhere `Bitboard::from(square)`).
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Whether the square belongs to the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// How many squares it holds, 0 to 64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds at least one square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether it holds two squares or more (cheaper than a count).
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrap(self.0.trailing_zeros())) }
    }

    /// The square with the highest index.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrap(self.0.ilog2())) }
    }

    /// Takes the square with the lowest index out of the set.
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= Self::of(square).0;
    }

    /// Takes a square out, if it was there.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !Self::of(square).0;
    }

    /// Whether every square of it is also in `other`.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether it shares no square with `other`.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Every square moved one rank up; the eighth rank falls off.
    #[must_use]
    #[inline]
    pub const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// Every square moved one rank down; the first rank falls off.
    #[must_use]
    #[inline]
    pub const fn south(self) -> Self {
        Self(self.0 >> 8)
    }

    /// Every square moved one file to the right; the h-file falls off.
    #[must_use]
    #[inline]
    pub const fn east(self) -> Self {
        Self((self.0 & !Self::FILE_H.0) << 1)
    }

    /// Every square moved one file to the left; the a-file falls off.
    #[must_use]
    #[inline]
    pub const fn west(self) -> Self {
        Self((self.0 & !Self::FILE_A.0) >> 1)
    }

    /// Every square moved one rank forward from `color`'s view.
    #[must_use]
    #[inline]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => self.north(),
            Color::Black => self.south(),
        }
    }

    /// The set mirrored top to bottom.
    #[must_use]
    #[inline]
    pub const fn flip_rank(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// All squares in front of the set on the same files, from `color`'s view, without the set itself.
    #[must_use]
    #[inline]
    pub const fn front_span(self, color: Color) -> Self {
        let mut span = self.forward(color).0;
        match color {
            Color::White => {
                span |= span << 8;
                span |= span << 16;
                span |= span << 32;
            }
            Color::Black => {
                span |= span >> 8;
                span |= span >> 16;
                span |= span >> 32;
            }
        }
        Self(span)
    }

    /// All squares of every file the set touches.
    #[must_use]
    #[inline]
    pub const fn file_fill(self) -> Self {
        let up = self.0 | self.front_span(Color::White).0;
        Self(up | self.front_span(Color::Black).0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

/// Defines the operators.
macro_rules! operators {
    ($($op:ident $method:ident $assign_op:ident $assign:ident: |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl $op for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }
        impl $assign_op for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                let ($a, $b) = (self.0, other.0);
                self.0 = $result;
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign: |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign: |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign: |a, b| a ^ b;
    Sub sub SubAssign sub_assign: |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Display for Bitboard {
    /// Eight lines, the eighth rank on top, `x` for a member and `.` for other squares.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.has(Square::new(file, rank)) { 'x' } else { '.' };
                let gap = if file == File::H { "" } else { " " };
                write!(f, "{mark}{gap}")?;
            }
            if rank != Rank::First {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_do_not_wrap_around() {
        assert_eq!(Bitboard::FILE_H.east(), Bitboard::EMPTY);
        assert_eq!(Bitboard::FILE_A.west(), Bitboard::EMPTY);
        assert_eq!(Bitboard::rank(Rank::Eighth).north(), Bitboard::EMPTY);
        assert_eq!(Bitboard::rank(Rank::First).south(), Bitboard::EMPTY);
        assert_eq!(Bitboard::FILE_A.east(), Bitboard::file(File::B));
        for color in Color::ALL {
            let ahead = Bitboard::of(Square::E4.relative(color)).front_span(color);
            let file = Bitboard::file(File::E);
            let expected = (Rank::Fifth.index()..8)
                .map(|rank| Bitboard::rank(Rank::ALL[rank].relative(color)) & file)
                .fold(Bitboard::EMPTY, |set, square| set | square);
            assert_eq!(ahead, expected);
        }
    }

    #[test]
    fn members_come_in_order() {
        let set: Bitboard = [Square::H8, Square::A1, Square::D4].into_iter().collect();
        let members: Vec<Square> = set.into_iter().collect();
        assert_eq!(members, [Square::A1, Square::D4, Square::H8]);
        assert_eq!((set.first(), set.last(), set.count()), (Some(Square::A1), Some(Square::H8), 3));
        assert_eq!(Bitboard::EMPTY.first(), None);
        assert!(set.many() && !Bitboard::of(Square::A1).many() && !Bitboard::EMPTY.many());
        assert_eq!(Bitboard::of(Square::C3).file_fill(), Bitboard::file(File::C));
        assert_eq!(Bitboard::LIGHT | Bitboard::DARK, Bitboard::FULL);
        assert!(Square::all().all(|square| square.is_light() == Bitboard::LIGHT.has(square)));
    }

    #[test]
    fn draws_itself_with_the_eighth_rank_on_top() {
        let text = Bitboard::of(Square::A8).to_string();
        assert!(text.starts_with("x . . .") && text.lines().count() == 8);
    }
}
