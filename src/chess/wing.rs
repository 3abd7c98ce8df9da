//! The two ways to castle.

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
