//! Where the pieces stand: one set per kind and one per colour, updated together.

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::Piece;
use super::piece_type::PieceType;
use super::square::Square;

/// Six sets of kinds and two of colours, 64 bytes side by side. The twelve sets of chess programs
/// are intersections of these: the white pawns are the pawns that are white.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PieceSets([Bitboard; SETS]);

const SETS: usize = PieceType::COUNT + Color::COUNT;

/// For each piece all ones in its two sets. The last row, for no piece, is zero. With it, moving a
/// piece is one masked XOR over all eight sets, which is a vector instruction or two and no branch.
static MASKS: [[u64; SETS]; Piece::COUNT + 1] = masks();

const fn masks() -> [[u64; SETS]; Piece::COUNT + 1] {
    let mut masks = [[0; SETS]; Piece::COUNT + 1];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        masks[index][piece.kind().index()] = !0;
        masks[index][PieceType::COUNT + piece.color().index()] = !0;
        index += 1;
    }
    masks
}

impl PieceSets {
    /// An empty board.
    pub(super) const EMPTY: Self = Self([Bitboard::EMPTY; SETS]);

    #[inline]
    pub(super) const fn kind(&self, kind: PieceType) -> Bitboard {
        self.0[kind.index()]
    }

    #[inline]
    pub(super) const fn color(&self, color: Color) -> Bitboard {
        self.0[PieceType::COUNT + color.index()]
    }

    /// The sets of all kinds, pawns to kings.
    #[inline]
    pub(super) const fn kinds(&self) -> [Bitboard; PieceType::COUNT] {
        let [pawns, knights, bishops, rooks, queens, kings, ..] = self.0;
        [pawns, knights, bishops, rooks, queens, kings]
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.color(Color::White) | self.color(Color::Black)
    }

    /// Puts `piece` on each of `squares` on which it is not, and takes it off the others.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        for (set, mask) in self.0.iter_mut().zip(&MASKS[piece.index()]) {
            *set ^= Bitboard(squares.0 & mask);
        }
    }

    /// The sets after `piece` has gone from one square to another and taken what stood there. No
    /// piece changes nothing.
    #[inline]
    pub(super) fn shifted(
        &self,
        piece: Option<Piece>,
        from: Square,
        taken: Option<Piece>,
        to: Square,
    ) -> Self {
        let mover = &MASKS[Piece::index_or_none(piece)];
        let victim = &MASKS[Piece::index_or_none(taken)];
        let target = Bitboard::from(to).0;
        let way = Bitboard::from(from).0 | target;
        Self(std::array::from_fn(|i| {
            Bitboard(self.0[i].0 ^ (way & mover[i]) ^ (target & victim[i]))
        }))
    }
}
