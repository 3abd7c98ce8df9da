//! Zobrist keys: 64-bit hashes of positions; and the random number generator behind them.
//!
//! Every (piece, square) pair, castling right, en passant file and the side to move has a fixed random
//! number; a position's key is the XOR of those that apply (Albert Zobrist, 1970). Because
//! XOR undoes itself, a move changes the key with a handful of XORs, and positions that are reached in
//! different ways get the same key. Two different positions share one by accident about once in
//! 2^64 pairs.

use std::hash::{BuildHasher as _, RandomState};

use super::piece::{Color, Piece, PieceType};
use super::square::{Rank, Square};

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

/// The number for Black to move.
#[inline]
pub fn black_to_move() -> u64 {
    TABLE.black_to_move
}

/// The number of the castling right with the rook on this square of the first or last rank.
#[inline]
pub fn castling_right(rook: Square) -> u64 {
    let color = if matches!(rook.rank(), Rank::First) { Color::White } else { Color::Black };
    TABLE.castling[color.index()][rook.file().index()]
}

/// The keys of a position. Four partial keys, for tables that depend on one aspect, and the remainder (side to move,
/// castling rights, en passant file) are stored; the others are XORs of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Keys {
    partial: [u64; KINDS],
    state: u64,
}

/// Number of partial keys, and their indices.
const KINDS: usize = 4;
const PAWN: usize = 0;
/// White's; Black's follows.
const NONPAWN: usize = 1;
const MINOR: usize = 3;

/// For each piece, all ones in its partial keys, so that one masked XOR updates them all. The last row, for no piece,
/// is zero.
static MASKS: [[u64; KINDS]; Piece::COUNT + 1] = masks();

const fn masks() -> [[u64; KINDS]; Piece::COUNT + 1] {
    let mut masks = [[0; KINDS]; Piece::COUNT + 1];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        let mask = &mut masks[index];
        match piece.kind() {
            PieceType::Pawn => mask[PAWN] = !0,
            PieceType::Knight | PieceType::Bishop | PieceType::King => mask[MINOR] = !0,
            PieceType::Rook | PieceType::Queen => {}
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
    pub(crate) const fn full(&self) -> u64 {
        self.pawn() ^ self.nonpawns() ^ self.state
    }

    /// The pawns of both sides.
    #[inline]
    pub(crate) const fn pawn(&self) -> u64 {
        self.partial[PAWN]
    }

    /// One colour's pieces without pawns, including the king.
    #[inline]
    pub(crate) const fn nonpawn(&self, color: Color) -> u64 {
        self.partial[NONPAWN + color.index()]
    }

    /// Everything but pawns.
    #[inline]
    pub(crate) const fn nonpawns(&self) -> u64 {
        self.nonpawn(Color::White) ^ self.nonpawn(Color::Black)
    }

    /// Knights, bishops and kings of both sides.
    #[inline]
    pub(crate) const fn minor(&self) -> u64 {
        self.partial[MINOR]
    }

    /// Adds or removes a piece: with XOR that is the same.
    #[inline]
    pub(super) fn toggle(&mut self, what: Piece, square: Square) {
        let number = piece(what, square);
        for (key, mask) in self.partial.iter_mut().zip(&MASKS[what.index()]) {
            *key ^= number & mask;
        }
    }

    /// The keys after `piece` has moved and captured `taken`, the piece on the target square. `None` changes nothing.
    #[inline]
    pub(super) fn shifted(
        &self,
        piece: Option<Piece>,
        from: Square,
        taken: Option<Piece>,
        to: Square,
    ) -> Self {
        let (mover, victim) = (Piece::index_or_none(piece), Piece::index_or_none(taken));
        let moved = TABLE.pieces[mover][from.index()] ^ TABLE.pieces[mover][to.index()];
        let gone = TABLE.pieces[victim][to.index()];
        let partial = std::array::from_fn(|i| {
            self.partial[i] ^ (moved & MASKS[mover][i]) ^ (gone & MASKS[victim][i])
        });
        Self { partial, state: self.state }
    }

    /// XORs a number that does not belong to a piece.
    #[inline]
    pub(super) const fn toggle_state(&mut self, number: u64) {
        self.state ^= number;
    }
}

/// `SplitMix64` (Steele, Lea, Flood 2014): a mixed counter. Good enough for hash keys and games, not for cryptography.
/// Keys, tests and seeded choices are reproducible.
///
/// ```
/// use tabia_chess::SplitMix64;
/// assert_eq!(SplitMix64::new(7).next_u64(), SplitMix64::new(7).next_u64());
/// assert!(SplitMix64::new(7).below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator; equal seeds give equal sequences.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator whose sequence differs in every run of the program.
    pub fn from_entropy() -> Self {
        // The keys of a `RandomState` come from the system.
        Self(RandomState::new().hash_one(0_u64))
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`; 0 when `bound` is 0. The bias is below `bound / 2^64`.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// A number at least 0 and below 1.
    pub const fn unit_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
