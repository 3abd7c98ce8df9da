//! A move in sixteen bits, and a list of moves on the stack. Whether a move is legal is a question to the
//! [`Board`](super::Board).

use std::fmt;
use std::iter::Take;
use std::num::NonZeroU16;
use std::ops::{Deref, DerefMut};

use super::piece::PieceType;
use super::square::Square;

/// What a move does besides going from one square to another.
///
/// The numbers make two questions one bit each: bit 2 says "captures", bit 3 says "promotes".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Anything that is none of the others.
    Quiet = 0,
    /// A pawn's two steps.
    DoublePush = 1,
    /// Castling with the rook on the king's right as White sees it (`O-O`).
    CastleKingSide = 2,
    /// Castling with the rook on the king's left as White sees it (`O-O-O`).
    CastleQueenSide = 3,
    /// Takes what stands on the target square.
    Capture = 4,
    /// Takes the pawn that has just passed by; the target square is empty.
    EnPassant = 5,
    /// A pawn steps to the last rank and becomes a knight.
    PromoteKnight = 8,
    /// A pawn steps to the last rank and becomes a bishop.
    PromoteBishop = 9,
    /// A pawn steps to the last rank and becomes a rook.
    PromoteRook = 10,
    /// A pawn steps to the last rank and becomes a queen.
    PromoteQueen = 11,
    /// A pawn takes on the last rank and becomes a knight.
    CapturePromoteKnight = 12,
    /// A pawn takes on the last rank and becomes a bishop.
    CapturePromoteBishop = 13,
    /// A pawn takes on the last rank and becomes a rook.
    CapturePromoteRook = 14,
    /// A pawn takes on the last rank and becomes a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// By the top four bits of a move; the two gaps stand for no kind.
    const BY_BITS: [Option<Self>; 16] = [
        Some(Self::Quiet),
        Some(Self::DoublePush),
        Some(Self::CastleKingSide),
        Some(Self::CastleQueenSide),
        Some(Self::Capture),
        Some(Self::EnPassant),
        None,
        None,
        Some(Self::PromoteKnight),
        Some(Self::PromoteBishop),
        Some(Self::PromoteRook),
        Some(Self::PromoteQueen),
        Some(Self::CapturePromoteKnight),
        Some(Self::CapturePromoteBishop),
        Some(Self::CapturePromoteRook),
        Some(Self::CapturePromoteQueen),
    ];

    /// The kind for a promotion to `piece`, with or without a capture. A pawn or king gives `None`.
    #[inline]
    pub const fn promotion(piece: PieceType, capture: bool) -> Option<Self> {
        match piece {
            PieceType::Pawn | PieceType::King => None,
            _ => Self::BY_BITS[8 + (capture as usize) * 4 + piece.index() - 1],
        }
    }
}

/// A move: six bits from, six bits to, four bits [`MoveKind`]. Never zero, so that
/// `Option<Move>` is two bytes as well.
///
/// Castling is written as "the king takes its own rook", the one form that is unambiguous for
/// every Chess960 position; the text formats translate.
///
/// ```
/// use tabia_chess::{Move, MoveKind, Square};
/// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
/// assert_eq!(mv.from(), Square::E2);
/// assert!(!mv.is_capture());
/// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// Puts a move together. The squares must differ (debug-asserted).
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        debug_assert!(from.index() != to.index());
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // Only a1a1 is zero, and that is no move.
            None => Self(NonZeroU16::MAX),
        }
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrap(self.0.get() as u32)
    }

    /// Where it goes; for castling the square of the own rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrap(self.0.get() as u32 >> 6)
    }

    /// What else it does.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::BY_BITS[(self.0.get() >> 12) as usize] {
            Some(kind) => kind,
            // Neither `new` nor `from_bits` lets such bits in.
            None => MoveKind::Quiet,
        }
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.is_promotion() {
            Some(PieceType::ALL[1 + (self.0.get() >> 12 & 3) as usize])
        } else {
            None
        }
    }

    /// Whether it takes something, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.get() & 0x4000 != 0
    }

    /// Whether it is one of the two castlings.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0.get() >> 13 == 1
    }

    /// Whether it changes no other squares than the two it names, and no piece but one it takes: not
    /// castling, en passant or promotion.
    #[inline]
    pub(super) const fn is_plain(self) -> bool {
        const PLAIN: u16 = 1 << MoveKind::Quiet as u16
            | 1 << MoveKind::DoublePush as u16
            | 1 << MoveKind::Capture as u16;
        PLAIN >> (self.0.get() >> 12) & 1 != 0
    }

    /// Whether it takes a pawn in passing.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0.get() >> 12 == MoveKind::EnPassant as u16
    }

    /// Whether a pawn steps two squares.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.0.get() >> 12 == MoveKind::DoublePush as u16
    }

    /// Whether a pawn becomes a piece.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & 0x8000 != 0
    }

    /// Whether it changes the material: a capture or a promotion.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.0.get() & 0xC000 != 0
    }

    /// The sixteen bits, for tables that store moves.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits. Zero, two equal squares and the two unused kinds give `None`;
    /// every other pattern is *some* move, which may be nonsense in the position at hand: ask
    /// [`Board::is_legal`](super::Board::is_legal).
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits & 63 == bits >> 6 & 63 || MoveKind::BY_BITS[(bits >> 12) as usize].is_none() {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }
}

impl fmt::Debug for Move {
    /// From, to and promotion, castling as king takes rook: `e7e8q`, `e1h1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |piece| write!(f, "{}", piece.letter()))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_moves_or_nothing() {
        assert_eq!(size_of::<Option<Move>>(), 2);
        let mut moves = 0;
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                moves += 1;
                assert_eq!(mv.bits(), bits);
                assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
                assert_eq!(mv.is_noisy(), mv.is_capture() || mv.is_promotion());
                let kind = mv.promotion().and_then(|p| MoveKind::promotion(p, mv.is_capture()));
                assert_eq!(mv.is_promotion().then_some(mv.kind()), kind);
            }
        }
        assert_eq!(moves, 14 * 64 * 63);
    }
}
