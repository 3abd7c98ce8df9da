//! Positions and moves as bits: twelve planes of 64, two ways to number the squares, a move in sixteen bits two ways.

use tabia_chess::{Bitboard, Board, Move, MoveKind, Piece, PieceType, Square};

/// Ones and zeros of the one-hot encoding of a position.
pub const ONE_HOT_BITS: usize = Piece::COUNT * Square::COUNT;

/// The one-hot encoding: a plane for each of the twelve pieces in the order of [`Piece::ALL`], in which a bit is
/// set where such a piece stands. On every square at most one plane has its bit set.
pub fn one_hot(board: &Board) -> [Bitboard; Piece::COUNT] {
    Piece::ALL.map(|piece| board.by(piece.color(), piece.kind()))
}

/// What stands where according to twelve planes.
///
/// # Errors
/// The first square on which two planes have a bit.
pub fn from_one_hot(
    planes: &[Bitboard; Piece::COUNT],
) -> Result<[Option<Piece>; Square::COUNT], Square> {
    let mut squares = [None; Square::COUNT];
    for (piece, plane) in Piece::ALL.into_iter().zip(planes) {
        for square in *plane {
            if squares[square.index()].replace(piece).is_some() {
                return Err(square);
            }
        }
    }
    Ok(squares)
}

/// Which bit stands for which square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mapping {
    /// Little-endian rank-file: a1 is bit 0, h8 bit 63. Tabia's own.
    #[default]
    A1,
    /// As one reads: a8 is bit 0, h1 bit 63.
    A8,
}

impl Mapping {
    /// Both.
    pub const ALL: [Mapping; 2] = [Mapping::A1, Mapping::A8];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Mapping::A1 => "a1 = 0 (LERF)",
            Mapping::A8 => "a8 = 0",
        }
    }

    /// The bit of a square, 0 to 63.
    pub fn bit(self, square: Square) -> usize {
        match self {
            Mapping::A1 => square.index(),
            Mapping::A8 => square.index() ^ 0o70,
        }
    }

    /// How the bit is worked out from file and rank, both counted from 0.
    pub fn formula(self) -> &'static str {
        match self {
            Mapping::A1 => "rank * 8 + file",
            Mapping::A8 => "(7 - rank) * 8 + file",
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
    /// What it is.
    pub name: &'static str,
    /// Its lowest bit.
    pub low: u32,
    /// How many bits it has.
    pub bits: u32,
    /// Its value.
    pub value: u16,
    /// What the value stands for.
    pub meaning: String,
}

fn field(word: u16, (name, low, bits): (&'static str, u32, u32), meaning: String) -> Field {
    Field { name, low, bits, value: word >> low & ((1 << bits) - 1), meaning }
}

/// Tabia's own move: six bits from, six bits to, four bits what else it does.
pub fn fields_664(mv: Move) -> Vec<Field> {
    let word = mv.bits();
    vec![
        field(word, ("from", 0, 6), mv.from().to_string()),
        field(word, ("to", 6, 6), mv.to().to_string()),
        field(word, ("kind", 12, 4), kind_words(mv.kind()).to_owned()),
    ]
}

/// A move kind in words.
pub fn kind_words(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Quiet => "quiet",
        MoveKind::DoublePush => "double push",
        MoveKind::CastleKingSide => "castles king side",
        MoveKind::CastleQueenSide => "castles queen side",
        MoveKind::Capture => "capture",
        MoveKind::EnPassant => "en passant",
        MoveKind::PromoteKnight => "promotes to a knight",
        MoveKind::PromoteBishop => "promotes to a bishop",
        MoveKind::PromoteRook => "promotes to a rook",
        MoveKind::PromoteQueen => "promotes to a queen",
        MoveKind::CapturePromoteKnight => "captures and promotes to a knight",
        MoveKind::CapturePromoteBishop => "captures and promotes to a bishop",
        MoveKind::CapturePromoteRook => "captures and promotes to a rook",
        MoveKind::CapturePromoteQueen => "captures and promotes to a queen",
    }
}

const NORMAL: u16 = 0;
const PROMOTION: u16 = 1;
const EN_PASSANT: u16 = 2;
const CASTLING: u16 = 3;

/// The other usual layout: six bits from, six bits to, two bits the new piece (knight 0 to queen 3), two bits what
/// is special (nothing, promotion, en passant, castling). What is taken, and whether a pawn steps twice, is not in
/// it: the board has to be asked. Castling is the king taking its own rook, as in [`Move`].
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
    let piece = mv.promotion().map_or("nothing promotes", |kind| kind.name()).to_lowercase();
    let special = ["nothing", "promotion", "en passant", "castling"][usize::from(word >> 14)];
    vec![
        field(word, ("from", 0, 6), mv.from().to_string()),
        field(word, ("to", 6, 6), mv.to().to_string()),
        field(word, ("piece", 12, 2), piece),
        field(word, ("special", 14, 2), special.to_owned()),
    ]
}

/// The move that a word packed by [`pack_6622`] stands for on this board; `None` where it stands for none.
pub fn unpack_6622(board: &Board, word: u16) -> Option<Move> {
    let from = Square::from_index(usize::from(word & 63))?;
    let to = Square::from_index(usize::from(word >> 6 & 63))?;
    let mover = board.piece_on(from).filter(|_| from != to)?;
    let capture = board.piece_on(to).is_some();
    let kind = match word >> 14 {
        PROMOTION => {
            let piece = PieceType::from_index(usize::from(word >> 12 & 3) + 1)?;
            MoveKind::promotion(piece, capture)?
        }
        EN_PASSANT => MoveKind::EnPassant,
        CASTLING if to.index() > from.index() => MoveKind::CastleKingSide,
        CASTLING => MoveKind::CastleQueenSide,
        _ if capture => MoveKind::Capture,
        _ => {
            let pawn = mover.kind() == PieceType::Pawn;
            let two = from.rank().index().abs_diff(to.rank().index()) == 2;
            if pawn && two { MoveKind::DoublePush } else { MoveKind::Quiet }
        }
    };
    Some(Move::new(from, to, kind))
}
