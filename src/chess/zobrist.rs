//! Zobrist keys: a position as one 64-bit number.
//!
//! Every (piece, square) pair, castling right, en passant file and the side to move has a fixed random
//! number; a position's key is the XOR of those that apply (Albert Zobrist, 1970). Because
//! XOR undoes itself, a move changes the key with a handful of XORs, and positions that are reached in
//! different ways get the same key. Two different positions share one by accident about once in
//! 2^64 pairs.

use super::board::Board;
use super::color::Color;
use super::file::File;
use super::piece::Piece;
use super::piece_type::PieceType;
use super::rng::SplitMix64;
use super::square::Square;

/// The random numbers.
struct Table {
    /// The last row, for no piece, is zero.
    pieces: [[u64; Square::COUNT]; Piece::COUNT + 1],
    /// By colour and file of the rook.
    castling: [[u64; 8]; Color::COUNT],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static TABLE: Table = build();

const fn build() -> Table {
    let mut rng = SplitMix64::new(0x7AB1_A000);
    let mut table = Table {
        pieces: [[0; Square::COUNT]; Piece::COUNT + 1],
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

/// The number of the castling right of `color` with the rook on this file.
#[inline]
pub fn castling_right(color: Color, rook: File) -> u64 {
    TABLE.castling[color.index()][rook.index()]
}

/// The keys of a position: the full one, and partial ones for tables that learn about one aspect.
/// The partial keys know neither side to move nor rights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keys([u64; KINDS]);

/// How many keys there are, and which is which.
const KINDS: usize = 6;
const FULL: usize = 0;
const PAWN: usize = 1;
/// Of White; Black's follows.
const NONPAWN: usize = 2;
const MINOR: usize = 4;
const MAJOR: usize = 5;

/// For each piece all ones in the keys that know it, so that one masked XOR serves them all. The last
/// row, for no piece, is zero.
static MASKS: [[u64; KINDS]; Piece::COUNT + 1] = masks();

const fn masks() -> [[u64; KINDS]; Piece::COUNT + 1] {
    let mut masks = [[0; KINDS]; Piece::COUNT + 1];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        let mask = &mut masks[index];
        mask[FULL] = !0;
        match piece.kind() {
            PieceType::Pawn => mask[PAWN] = !0,
            PieceType::Knight | PieceType::Bishop => mask[MINOR] = !0,
            PieceType::Rook | PieceType::Queen => mask[MAJOR] = !0,
            PieceType::King => {
                mask[MINOR] = !0;
                mask[MAJOR] = !0;
            }
        }
        if !matches!(piece.kind(), PieceType::Pawn) {
            mask[NONPAWN + piece.color().index()] = !0;
        }
        index += 1;
    }
    masks
}

impl Keys {
    /// All pieces, side to move, castling rights, en passant file.
    #[inline]
    pub const fn full(&self) -> u64 {
        self.0[FULL]
    }

    /// The pawns of both sides.
    #[inline]
    pub const fn pawn(&self) -> u64 {
        self.0[PAWN]
    }

    /// Everything of one colour but its pawns, the king included.
    #[inline]
    pub const fn nonpawn(&self, color: Color) -> u64 {
        self.0[NONPAWN + color.index()]
    }

    /// Knights, bishops and kings of both sides.
    #[inline]
    pub const fn minor(&self) -> u64 {
        self.0[MINOR]
    }

    /// Rooks, queens and kings of both sides.
    #[inline]
    pub const fn major(&self) -> u64 {
        self.0[MAJOR]
    }

    /// Puts a piece on a square or takes it off again: with XOR that is the same.
    #[inline]
    pub(super) fn toggle(&mut self, what: Piece, square: Square) {
        self.apply(what.index(), piece(what, square));
    }

    /// Moves a piece.
    #[inline]
    pub(super) fn shift(&mut self, what: Piece, from: Square, to: Square) {
        self.apply(what.index(), piece(what, from) ^ piece(what, to));
    }

    /// Takes off what stands on a square, perhaps nothing.
    #[inline]
    pub(super) fn take_off(&mut self, what: Option<Piece>, square: Square) {
        let row = Piece::index_or_none(what);
        self.apply(row, TABLE.pieces[row][square.index()]);
    }

    /// XORs a number that is no piece's into the full key.
    #[inline]
    pub(super) const fn toggle_state(&mut self, number: u64) {
        self.0[FULL] ^= number;
    }

    #[inline]
    fn apply(&mut self, row: usize, number: u64) {
        for (key, mask) in self.0.iter_mut().zip(&MASKS[row]) {
            *key ^= number & mask;
        }
    }

    /// All keys worked out afresh: the truth for the incremental ones.
    pub fn from_scratch(board: &Board) -> Self {
        let mut keys = Self::default();
        for square in Square::all() {
            if let Some(found) = board.piece_on(square) {
                keys.toggle(found, square);
            }
        }
        for (color, _, rook) in board.castling().iter() {
            keys.toggle_state(castling_right(color, rook));
        }
        if let Some(square) = board.ep_square() {
            keys.toggle_state(en_passant(square));
        }
        if board.stm() == Color::Black {
            keys.toggle_state(black_to_move());
        }
        keys
    }
}
