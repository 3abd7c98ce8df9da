//! A move in 16 bits, and a move list on the stack. [`Board`](super::Board) checks legality.

use std::fmt;
use std::iter::Take;
use std::num::NonZeroU16;
use std::ops::{Deref, DerefMut};

use super::piece::PieceType;
use super::square::{File, Square};

/// Kind of move.
///
/// Bit 2 means capture, bit 3 means promotion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// None of the other kinds.
    Quiet = 0,
    /// Double pawn push.
    DoublePush = 1,
    /// Castling with the rook on the king's right as White sees it (`O-O`).
    CastleKingSide = 2,
    /// Castling with the rook on the king's left as White sees it (`O-O-O`).
    CastleQueenSide = 3,
    /// Capture.
    Capture = 4,
    /// En passant; the target square is empty.
    EnPassant = 5,
    /// Promotion to a knight.
    PromoteKnight = 8,
    /// Promotion to a bishop.
    PromoteBishop = 9,
    /// Promotion to a rook.
    PromoteRook = 10,
    /// Promotion to a queen.
    PromoteQueen = 11,
    /// Capture with promotion to a knight.
    CapturePromoteKnight = 12,
    /// Capture with promotion to a bishop.
    CapturePromoteBishop = 13,
    /// Capture with promotion to a rook.
    CapturePromoteRook = 14,
    /// Capture with promotion to a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// Kinds by the top four bits; two values are unused.
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
/// Castling is encoded as the king capturing its own rook, which is unambiguous in every Chess960 position; text
/// formats convert it.
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
    /// Creates a move. The squares must differ (debug-asserted).
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        debug_assert!(from.index() != to.index());
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // Only a1a1 would be zero, and that is not a move.
            None => Self(NonZeroU16::MAX),
        }
    }

    /// Origin square.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrap(self.0.get() as u32)
    }

    /// Target square; for castling, the square of the castling rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrap(self.0.get() as u32 >> 6)
    }

    /// Kind of move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::BY_BITS[(self.0.get() >> 12) as usize] {
            Some(kind) => kind,
            // `new` and `from_bits` never create such bits.
            None => MoveKind::Quiet,
        }
    }

    /// The promotion piece.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.is_promotion() {
            Some(PieceType::ALL[1 + (self.0.get() >> 12 & 3) as usize])
        } else {
            None
        }
    }

    /// Whether it is a capture, including en passant.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.get() & 0x4000 != 0
    }

    /// Whether it is castling.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0.get() >> 13 == 1
    }

    /// The square at which to draw the move's end on a board. For castling with a king on the e-file and a rook in the
    /// corner, it is where the king goes; for other castling it is the rook's square, which distinguishes castling from
    /// an ordinary king move.
    pub fn drawn_to(self) -> Square {
        let (from, to) = (self.from(), self.to());
        let file = match (self.is_castling() && from.file() == File::E, to.file()) {
            (true, File::H) => File::G,
            (true, File::A) => File::C,
            _ => return to,
        };
        Square::new(file, from.rank())
    }

    /// Whether it changes only its two squares and promotes nothing: not castling, en passant or promotion.
    #[inline]
    pub(super) const fn is_plain(self) -> bool {
        const PLAIN: u16 = 1 << MoveKind::Quiet as u16
            | 1 << MoveKind::DoublePush as u16
            | 1 << MoveKind::Capture as u16;
        PLAIN >> (self.0.get() >> 12) & 1 != 0
    }

    /// Whether it is en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0.get() >> 12 == MoveKind::EnPassant as u16
    }

    /// Whether it is a double pawn push.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.0.get() >> 12 == MoveKind::DoublePush as u16
    }

    /// Whether it is a promotion.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & 0x8000 != 0
    }

    /// Whether it is a capture or a promotion.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.0.get() & 0xC000 != 0
    }

    /// The 16 bits, for storage.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits. Zero, equal squares and the two unused kinds give `None`; every other pattern is
    /// *some* move, perhaps illegal in the current position: see [`Board::is_legal`](super::Board::is_legal).
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

/// The moves of one position. No legal position has more than
/// [218](https://lichess.org/@/Tobs40/blog/why-a-reachable-position-cant-have-more-than-218-playable-moves/a5xdxeqs),
/// so the capacity of 255 is sufficient. It is used as a slice: `list.len()`, `list.contains(&mv)`.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    /// An 8-bit index cannot exceed an array of 256, so accesses need no bounds check.
    len: u8,
}

impl MoveList {
    /// Upper bound of the length, for parallel arrays.
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
