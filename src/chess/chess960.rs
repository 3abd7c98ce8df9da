//! Start positions: standard, the 960 of Chess960, and double Chess960 with a different one for each side.

use super::board::{Board, Wing};
use super::builder::BoardBuilder;
use super::piece::{Color, Piece, PieceType};
use super::square::{File, Rank, Square};

/// The number of Chess960 start positions.
pub const COUNT: usize = 960;
/// The number of the standard start position.
pub const STANDARD: usize = 518;

impl Board {
    /// Chess960 start position `number`, 0 to 959 in Scharnagl's numbering (518 is standard chess).
    ///
    /// ```
    /// use tabia_chess::Board;
    /// assert_eq!(Board::chess960(518), Some(Board::start()));
    /// assert_eq!(Board::chess960(0).unwrap().to_string(),
    ///     "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// assert_eq!(Board::chess960(960), None);
    /// ```
    pub fn chess960(number: usize) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// A start position with a different arrangement for each side, 0 to 959.
    pub fn double_chess960(white: usize, black: usize) -> Option<Self> {
        if white >= COUNT || black >= COUNT {
            return None;
        }
        builder([back_rank(white), back_rank(black)]).try_build().ok()
    }
}

/// The start position; here because it is number 518.
pub(super) fn standard_start() -> Board {
    match builder([back_rank(STANDARD); 2]).try_build() {
        Ok(board) => board,
        // Every arrangement of `back_rank` is valid; a test builds all of them.
        Err(_) => unreachable!(),
    }
}

/// The pieces from the a- to the h-file. The number encodes: light-squared bishop (4 files), dark-squared bishop (4),
/// queen (6 remaining files), the two knights (10 pairs of the remaining five files); rook, king and rook take the
/// rest, so the king is always between them.
pub(super) const fn back_rank(number: usize) -> [PieceType; 8] {
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let mut rank: [Option<PieceType>; 8] = [None; 8];
    rank[number % 4 * 2 + 1] = Some(PieceType::Bishop);
    rank[number / 4 % 4 * 2] = Some(PieceType::Bishop);
    let (first, second) = KNIGHTS[number / 96 % 10];
    // Knight indices count the files without the queen; both are counted before any knight is placed.
    rank[nth_empty(rank, number / 16 % 6)] = Some(PieceType::Queen);
    let (first, second) = (nth_empty(rank, first), nth_empty(rank, second));
    rank[first] = Some(PieceType::Knight);
    rank[second] = Some(PieceType::Knight);
    rank[nth_empty(rank, 0)] = Some(PieceType::Rook);
    rank[nth_empty(rank, 0)] = Some(PieceType::King);
    let mut full = [PieceType::Rook; 8];
    let mut file = 0;
    while file < 8 {
        if let Some(piece) = rank[file] {
            full[file] = piece;
        }
        file += 1;
    }
    full
}

/// The index of the empty place that has `skip` empty places before it.
const fn nth_empty(rank: [Option<PieceType>; 8], skip: usize) -> usize {
    let mut left = skip;
    let mut file = 0;
    while file < 7 && (rank[file].is_some() || left > 0) {
        if rank[file].is_none() {
            left -= 1;
        }
        file += 1;
    }
    file
}

/// Pieces, pawns and rights of a start position, by colour.
fn builder(back_ranks: [[PieceType; 8]; 2]) -> BoardBuilder {
    let mut builder = BoardBuilder::new();
    for color in Color::ALL {
        let pieces = back_ranks[color.index()];
        let mut rooks = Vec::with_capacity(2);
        for file in File::ALL {
            let kind = pieces[file.index()];
            let place = |rank: Rank| Square::new(file, rank.relative(color));
            builder.place(place(Rank::First), Piece::new(color, kind));
            builder.place(place(Rank::Second), Piece::new(color, PieceType::Pawn));
            if kind == PieceType::Rook {
                rooks.push(file);
            }
        }
        builder.castling.set(color, Wing::QueenSide, rooks.first().copied());
        builder.castling.set(color, Wing::KingSide, rooks.last().copied());
    }
    builder
}

#[cfg(test)]
mod tests {
    use crate::bitboard::Bitboard;
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_start_positions_are_different_and_sound() {
        let mut seen = HashSet::new();
        for number in 0..COUNT {
            let board = Board::chess960(number).unwrap();
            assert!(seen.insert(back_rank(number)), "{number}");
            let bishops = board.by(Color::White, PieceType::Bishop);
            assert!((bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any());
            assert_eq!(board.castling().iter().count(), 4, "{number}");
            let king = board.king(Color::White).file();
            assert!(board.castling().rook(Color::White, Wing::QueenSide).unwrap() < king);
            assert!(board.castling().rook(Color::White, Wing::KingSide).unwrap() > king);
        }
        assert_eq!(seen.len(), 960);
    }

    #[test]
    fn known_numbers() {
        let rank = |number| back_rank(number).map(PieceType::letter).iter().collect::<String>();
        assert_eq!(rank(518), "rnbqkbnr");
        assert_eq!(rank(0), "bbqnnrkr");
        assert_eq!(rank(959), "rkrnnqbb");
    }

    #[test]
    fn each_side_may_have_its_own() {
        let board = Board::double_chess960(518, 0).unwrap();
        let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(board.to_string(), fen);
        assert_eq!(Board::double_chess960(0, 960), None);
    }
}
