//! Positions and moves as bits: twelve planes of 64, two numberings of the squares, and two encodings of a move in
//! sixteen bits.

use tabia_chess::{Bitboard, Board, Move, MoveKind, Piece, Square};
use tabia_text::t;

use super::bitboards::kind_name;

/// Ones and zeros of the one-hot encoding of a position.
pub const ONE_HOT_BITS: usize = Piece::COUNT * Square::COUNT;

/// The one-hot encoding: a plane for each of the twelve pieces in the order of [`Piece::ALL`], in which a bit is
/// set where such a piece stands. On every square at most one plane has its bit set.
pub fn one_hot(board: &Board) -> [Bitboard; Piece::COUNT] {
    Piece::ALL.map(|piece| board.by(piece.color(), piece.kind()))
}

/// Which bit stands for which square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mapping {
    /// Little-endian rank-file: a1 is bit 0, h8 bit 63. Tabia uses this one.
    #[default]
    A1,
    /// In reading order: a8 is bit 0, h1 bit 63.
    A8,
}

impl Mapping {
    /// Both mappings.
    pub const ALL: [Mapping; 2] = [Mapping::A1, Mapping::A8];

    pub fn name(self) -> &'static str {
        match self {
            Mapping::A1 => t!("bits-mapping-a1"),
            Mapping::A8 => t!("bits-mapping-a8"),
        }
    }

    /// The bit of a square, 0 to 63.
    pub fn bit(self, square: Square) -> usize {
        match self {
            Mapping::A1 => square.index(),
            Mapping::A8 => square.index() ^ 0o70,
        }
    }

    /// How the bit is computed from file and rank, both counted from 0.
    pub fn formula(self) -> &'static str {
        match self {
            Mapping::A1 => t!("bits-mapping-a1.formula"),
            Mapping::A8 => t!("bits-mapping-a8.formula"),
        }
    }

    /// The set as a number under this mapping.
    pub fn number(self, set: Bitboard) -> u64 {
        match self {
            Mapping::A1 => set.0,
            Mapping::A8 => set.0.swap_bytes(),
        }
    }
}

/// A field of a packed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    /// Its lowest bit.
    pub low: u32,
    /// How many bits it has.
    pub bits: u32,
    pub value: u16,
    /// The meaning of the value.
    pub meaning: String,
}

fn field(word: u16, (name, low, bits): (&'static str, u32, u32), meaning: String) -> Field {
    Field { name, low, bits, value: word >> low & ((1 << bits) - 1), meaning }
}

/// Tabia's own move format: six bits from, six bits to, four bits for the kind of move.
pub fn fields_664(mv: Move) -> Vec<Field> {
    let word = mv.bits();
    vec![
        field(word, (t!("bits-field-from"), 0, 6), mv.from().to_string()),
        field(word, (t!("bits-field-to"), 6, 6), mv.to().to_string()),
        field(word, (t!("bits-field-kind"), 12, 4), kind_words(mv.kind()).to_owned()),
    ]
}

fn kind_words(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Quiet => t!("bits-kind-quiet"),
        MoveKind::DoublePush => t!("bits-kind-double-push"),
        MoveKind::CastleKingSide => t!("bits-kind-castles-king-side"),
        MoveKind::CastleQueenSide => t!("bits-kind-castles-queen-side"),
        MoveKind::Capture => t!("bits-kind-capture"),
        MoveKind::EnPassant => t!("bits-kind-en-passant"),
        MoveKind::PromoteKnight => t!("bits-kind-promotes-knight"),
        MoveKind::PromoteBishop => t!("bits-kind-promotes-bishop"),
        MoveKind::PromoteRook => t!("bits-kind-promotes-rook"),
        MoveKind::PromoteQueen => t!("bits-kind-promotes-queen"),
        MoveKind::CapturePromoteKnight => t!("bits-kind-captures-promotes-knight"),
        MoveKind::CapturePromoteBishop => t!("bits-kind-captures-promotes-bishop"),
        MoveKind::CapturePromoteRook => t!("bits-kind-captures-promotes-rook"),
        MoveKind::CapturePromoteQueen => t!("bits-kind-captures-promotes-queen"),
    }
}

const NORMAL: u16 = 0;
const PROMOTION: u16 = 1;
const EN_PASSANT: u16 = 2;
const CASTLING: u16 = 3;

/// The other usual layout: six bits from, six bits to, two bits for the promotion piece (knight 0 to queen 3), two bits
/// for what is special (nothing, promotion, en passant, castling). The captured piece and a pawn's double step are not
/// encoded; they follow from the board. Castling is the king taking its own rook, as in [`Move`].
pub fn pack_6622(mv: Move) -> u16 {
    let piece = mv.promotion().map_or(0, |kind| kind.index() as u16 - 1);
    let special = if mv.is_promotion() {
        PROMOTION
    } else if mv.is_en_passant() {
        EN_PASSANT
    } else if mv.is_castling() {
        CASTLING
    } else {
        NORMAL
    };
    mv.from().index() as u16 | (mv.to().index() as u16) << 6 | piece << 12 | special << 14
}

/// The fields of a move packed by [`pack_6622`].
pub fn fields_6622(mv: Move) -> Vec<Field> {
    let word = pack_6622(mv);
    let piece = match mv.promotion() {
        None => t!("bits-no-promotion"),
        Some(kind) => kind_name(kind),
    };
    let special = match word >> 14 {
        PROMOTION => t!("bits-special-promotion"),
        EN_PASSANT => t!("bits-special-en-passant"),
        CASTLING => t!("bits-special-castling"),
        _ => t!("bits-special-none"),
    };
    vec![
        field(word, (t!("bits-field-from"), 0, 6), mv.from().to_string()),
        field(word, (t!("bits-field-to"), 6, 6), mv.to().to_string()),
        field(word, (t!("bits-field-piece"), 12, 2), piece.to_owned()),
        field(word, (t!("bits-field-special"), 14, 2), special.to_owned()),
    ]
}
