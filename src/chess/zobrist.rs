//! Zobrist keys: a position as one 64-bit number.
//!
//! Every (piece, square) pair, castling right, en passant file and the side to move has a fixed random
//! number; a position's key is the XOR of those that apply (Albert Zobrist, 1970). Because
//! XOR undoes itself, a move changes the key with a handful of XORs, and positions that are reached in
//! different ways get the same key. Two different positions share one by accident about once in
//! 2^64 pairs.

use super::board::Board;
use super::castling::CastlingRights;
use super::color::Color;
use super::piece::Piece;
use super::piece_type::PieceType;
use super::rng::SplitMix64;
use super::square::Square;

/// The random numbers.
struct Table {
    pieces: [[u64; Square::COUNT]; Piece::COUNT],
    /// By colour and file of the rook.
    castling: [[u64; 8]; Color::COUNT],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static TABLE: Table = build();

const fn build() -> Table {
    let mut rng = SplitMix64::new(0x7AB1_A000);
    let mut table = Table {
        pieces: [[0; Square::COUNT]; Piece::COUNT],
        castling: [[0; 8]; Color::COUNT],
        en_passant: [0; 8],
        black_to_move: rng.next_u64(),
    };
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            table.pieces[piece][square] = rng.next_u64();
            square += 1;
        }
        piece += 1;
    }
    let mut file = 0;
    while file < 8 {
        table.castling[0][file] = rng.next_u64();
        table.castling[1][file] = rng.next_u64();
        table.en_passant[file] = rng.next_u64();
        file += 1;
    }
    table
}

/// The number of a piece on a square.
#[inline]
pub fn piece(piece: Piece, square: Square) -> u64 {
    TABLE.pieces[piece.index()][square.index()]
}

/// The number of an en passant square (only its file counts).
#[inline]
pub fn en_passant(square: Square) -> u64 {
    TABLE.en_passant[square.file().index()]
}

/// The number that is in the key when Black is to move.
#[inline]
pub fn black_to_move() -> u64 {
    TABLE.black_to_move
}

/// All castling rights together.
#[inline]
pub fn castling(rights: CastlingRights) -> u64 {
    rights.iter().fold(0, |key, (color, _, file)| key ^ TABLE.castling[color.index()][file.index()])
}

/// The keys of a position: the full one, and partial ones for tables that learn about one aspect.
/// The partial keys know neither side to move nor rights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keys {
    /// All pieces, side to move, castling rights, en passant file.
    pub full: u64,
    /// The pawns of both sides.
    pub pawn: u64,
    /// By colour: everything but pawns, the king included.
    pub nonpawn: [u64; Color::COUNT],
    /// Knights, bishops and kings of both sides.
    pub minor: u64,
    /// Rooks, queens and kings of both sides.
    pub major: u64,
}

impl Keys {
    /// Puts a piece on a square or takes it off again: with XOR that is the same.
    #[inline]
    pub fn toggle(&mut self, what: Piece, square: Square) {
        self.apply(what, piece(what, square));
    }

    /// XORs `number`, which belongs to `what`, into all keys that know such a piece.
    #[inline]
    pub(super) fn apply(&mut self, what: Piece, number: u64) {
        self.full ^= number;
        match what.kind() {
            PieceType::Pawn => {
                self.pawn ^= number;
                return;
            }
            PieceType::Knight | PieceType::Bishop => self.minor ^= number,
            PieceType::Rook | PieceType::Queen => self.major ^= number,
            PieceType::King => {
                self.minor ^= number;
                self.major ^= number;
            }
        }
        self.nonpawn[what.color().index()] ^= number;
    }

    /// All keys worked out afresh: the truth for the incremental ones.
    pub fn from_scratch(board: &Board) -> Self {
        let mut keys = Self::default();
        for square in Square::all() {
            if let Some(found) = board.piece_on(square) {
                keys.toggle(found, square);
            }
        }
        keys.full ^= castling(board.castling());
        if let Some(square) = board.ep_square() {
            keys.full ^= en_passant(square);
        }
        if board.stm() == Color::Black {
            keys.full ^= black_to_move();
        }
        keys
    }
}
