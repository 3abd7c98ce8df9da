//! Pieces, a kind and a colour in one byte; kinds and colours.

use std::fmt;
use std::ops::Not;

/// One of the twelve pieces. `Option<Piece>` is one byte too, so the mailbox of a [`Board`](super::Board) has 64 bytes.
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
        // Compiles to a subtraction without a table.
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

    /// [`index`](Self::index), or 12 for no piece: a table row of zeros avoids a branch.
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

/// A kind of piece, in order of value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceType {
    /// Steps forward, captures diagonally, promotes.
    Pawn,
    /// Leaps two by one.
    Knight,
    /// Slides on diagonals.
    Bishop,
    /// Slides on ranks and files.
    Rook,
    /// Slides in all eight directions.
    Queen,
    /// Steps one square; the piece that must not be lost.
    King,
}

impl PieceType {
    /// How many kinds there are.
    pub const COUNT: usize = 6;
    /// All kinds, pawn to king.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// Promotion pieces, the queen first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// 0 for a pawn up to 5 for a king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this [`index`](Self::index).
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self::ALL[index]) } else { None }
    }

    /// The English letter in lower case, as in UCI promotions: `p n b r q k`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The kind with this English letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }

    /// The conventional value in pawns: 1, 3, 3, 5, 9; 0 for a king.
    ///
    /// ```
    /// use tabia_chess::PieceType;
    /// assert_eq!(PieceType::ALL.map(PieceType::points), [1, 3, 3, 5, 9, 0]);
    /// ```
    pub const fn points(self) -> u32 {
        match self {
            Self::Pawn => 1,
            Self::Knight | Self::Bishop => 3,
            Self::Rook => 5,
            Self::Queen => 9,
            Self::King => 0,
        }
    }

    /// The English name in lower case, `"pawn"` to `"king"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A side: White moves first in a fresh game.
///
/// ```
/// use tabia_chess::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.name(), "Black");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that starts on ranks 1 and 2.
    White,
    /// The side that starts on ranks 7 and 8.
    Black,
}

impl Color {
    /// How many colours there are.
    pub const COUNT: usize = 2;
    /// Both colours, White first.
    pub const ALL: [Self; Self::COUNT] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side, usable in constants (elsewhere `!color` reads better).
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The English name, `"White"` or `"Black"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// The letter of FEN's second field, `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
