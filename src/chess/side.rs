//! The side to move as a type. Code generic over [`Side`] is compiled once for White and once for
//! Black, so that "forward" and "my back rank" are constants in each and no branch asks for them.

use super::bitboard::Bitboard;
use super::color::Color;
use super::rank::Rank;

/// A colour known at compile time.
pub(super) trait Side {
    /// Which colour it is.
    const COLOR: Color;
    /// The index step of a pawn that goes ahead.
    const UP: i32;
    /// The other side.
    type Them: Side<Them = Self>;

    /// The first rank as this side counts.
    const BACK_RANK: Rank = Rank::First.relative(Self::COLOR);
    /// Where pawns stand that promote with the next step.
    const SEVENTH: Bitboard = Bitboard::rank(Rank::Seventh.relative(Self::COLOR));
    /// Where a pawn arrives that has stepped once from its home.
    const THIRD: Bitboard = Bitboard::rank(Rank::Third.relative(Self::COLOR));

    /// One rank ahead.
    #[inline]
    fn up(set: Bitboard) -> Bitboard {
        set.forward(Self::COLOR)
    }
}

/// White to move.
pub(super) struct White;

/// Black to move.
pub(super) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    const UP: i32 = 8;
    type Them = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    const UP: i32 = -8;
    type Them = White;
}
