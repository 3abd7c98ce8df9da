//! Two encodings of a move: sixteen bits, and a structure of whole words as one writes it first.

/// A move to an empty square or a capture there.
pub const PLAIN: u8 = 0;
/// A pawn's two steps.
pub const DOUBLE_PUSH: u8 = 1;
/// A pawn takes one that has just passed.
pub const EN_PASSANT: u8 = 2;
/// King takes own rook: castling.
pub const CASTLING: u8 = 3;
/// A pawn becomes a knight, bishop, rook or queen: this plus 0 to 3.
pub const PROMOTION: u8 = 4;

/// A way to write a move down.
pub trait Encoding: Copy + Eq {
    /// Puts a move together: squares 0 to 63, one of the flags.
    fn new(from: u8, to: u8, flag: u8) -> Self;
    /// Where it comes from.
    fn from(self) -> u8;
    /// Where it goes; for castling the own rook's square.
    fn to(self) -> u8;
    /// What else it does.
    fn flag(self) -> u8;

    /// What a pawn becomes, 2 (knight) to 5 (queen).
    #[inline]
    fn promotion(self) -> Option<u8> {
        (self.flag() >= PROMOTION).then(|| self.flag() - PROMOTION + 2)
    }
}

/// Six bits from, six to, four flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed(u16);

impl Encoding for Packed {
    #[inline]
    fn new(from: u8, to: u8, flag: u8) -> Self {
        Packed(u16::from(from) | u16::from(to) << 6 | u16::from(flag) << 12)
    }

    #[inline]
    fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    #[inline]
    fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    #[inline]
    fn flag(self) -> u8 {
        (self.0 >> 12) as u8
    }
}

/// Three numbers of 32 bits: twelve bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide {
    from: u32,
    to: u32,
    flag: u32,
}

impl Encoding for Wide {
    #[inline]
    fn new(from: u8, to: u8, flag: u8) -> Self {
        Wide { from: u32::from(from), to: u32::from(to), flag: u32::from(flag) }
    }

    #[inline]
    fn from(self) -> u8 {
        self.from as u8
    }

    #[inline]
    fn to(self) -> u8 {
        self.to as u8
    }

    #[inline]
    fn flag(self) -> u8 {
        self.flag as u8
    }
}
