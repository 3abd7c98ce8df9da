//! Castling: the two wings, and for each side and wing the rook that may still castle.

use super::color::Color;
use super::file::File;

/// A wing, named as in standard chess; in Chess960 "king side" is the h-file side of the king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Wing {
    /// Towards the h-file; the king ends on g, the rook on f.
    KingSide,
    /// Towards the a-file; the king ends on c, the rook on d.
    QueenSide,
}

impl Wing {
    /// Both wings, king side first, the order of FEN.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// 0 for the king side, 1 for the queen side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file on which the king ends.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        }
    }

    /// The file on which the rook ends.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        }
    }

    /// The file of the rook in standard chess.
    #[inline]
    pub const fn corner_file(self) -> File {
        match self {
            Self::KingSide => File::H,
            Self::QueenSide => File::A,
        }
    }
}

/// The rights, kept as the file of the rook, so that Chess960 is no special case. A right says
/// only that neither king nor rook has moved; whether the way is free is the move generator's affair.
///
/// ```
/// use tabia_chess::{Board, Color, File, Wing};
/// let rights = Board::start().castling();
/// assert_eq!(rights.rook(Color::White, Wing::KingSide), Some(File::H));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights {
    rooks: [[Option<File>; 2]; 2],
}

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: Self = Self { rooks: [[None; 2]; 2] };

    /// The file of the rook with which `color` may castle on this wing.
    #[inline]
    pub const fn rook(self, color: Color, wing: Wing) -> Option<File> {
        self.rooks[color.index()][wing.index()]
    }

    /// Gives (`Some`) or takes (`None`) one right.
    #[inline]
    pub const fn set(&mut self, color: Color, wing: Wing, rook: Option<File>) {
        self.rooks[color.index()][wing.index()] = rook;
    }

    /// Whether `color` has at least one right.
    #[inline]
    pub const fn any(self, color: Color) -> bool {
        self.rooks[color.index()][0].is_some() || self.rooks[color.index()][1].is_some()
    }

    /// Whether nobody may castle any more.
    #[inline]
    pub const fn is_empty(self) -> bool {
        !self.any(Color::White) && !self.any(Color::Black)
    }

    /// All rights that exist, as (colour, wing, file of the rook), in the order of FEN.
    pub fn iter(self) -> impl Iterator<Item = (Color, Wing, File)> {
        Color::ALL.into_iter().flat_map(move |color| {
            Wing::ALL
                .into_iter()
                .filter_map(move |wing| Some((color, wing, self.rook(color, wing)?)))
        })
    }
}
