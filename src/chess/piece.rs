//! A piece as it stands on the board: a kind and a colour in one byte.

use std::fmt;

use super::color::Color;
use super::piece_type::PieceType;

/// One of the twelve pieces. `Option<Piece>` is one byte too, which keeps the mailbox of a
/// [`Board`](super::Board) at 64 bytes.
///
/// ```
/// use tabia_chess::{Color, Piece, PieceType};
/// let knight = Piece::new(Color::Black, PieceType::Knight);
/// assert_eq!(knight.fen_char(), 'n');
/// assert_eq!(Piece::from_fen_char('n'), Some(knight));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all there is to say")]
pub enum Piece {
    WhitePawn,
    WhiteKnight,
    WhiteBishop,
    WhiteRook,
    WhiteQueen,
    WhiteKing,
    BlackPawn,
    BlackKnight,
    BlackBishop,
    BlackRook,
    BlackQueen,
    BlackKing,
}

impl Piece {
    /// How many pieces there are.
    pub const COUNT: usize = 12;
    /// All pieces, White's pawn to king, then Black's.
    pub const ALL: [Self; Self::COUNT] = [
        Self::WhitePawn,
        Self::WhiteKnight,
        Self::WhiteBishop,
        Self::WhiteRook,
        Self::WhiteQueen,
        Self::WhiteKing,
        Self::BlackPawn,
        Self::BlackKnight,
        Self::BlackBishop,
        Self::BlackRook,
        Self::BlackQueen,
        Self::BlackKing,
    ];

    /// The piece of this colour and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self::ALL[color.index() * PieceType::COUNT + kind.index()]
    }

    /// Whose piece it is.
    #[inline]
    pub const fn color(self) -> Color {
        if (self as u8) < PieceType::COUNT as u8 { Color::White } else { Color::Black }
    }

    /// What kind it is.
    #[inline]
    pub const fn kind(self) -> PieceType {
        let index = self as u8;
        // Written so that it compiles to a subtraction and no table.
        match if index < 6 { index } else { index - 6 } {
            0 => PieceType::Pawn,
            1 => PieceType::Knight,
            2 => PieceType::Bishop,
            3 => PieceType::Rook,
            4 => PieceType::Queen,
            _ => PieceType::King,
        }
    }

    /// 0 (White's pawn) up to 11 (Black's king): `color * 6 + kind`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// [`index`](Self::index) with 12 for an empty square: a row of zeros there spares a branch.
    #[inline]
    pub(super) fn index_or_none(piece: Option<Self>) -> usize {
        piece.map_or(Self::COUNT, Self::index)
    }

    /// The letter of FEN: upper case for White, lower case for Black.
    pub const fn fen_char(self) -> char {
        let letter = self.kind().letter();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// The piece with this FEN letter.
    pub const fn from_fen_char(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(letter) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    /// In words: `"white knight"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color() {
            Color::White => "white",
            Color::Black => "black",
        };
        write!(f, "{color} {}", self.kind())
    }
}
