//! A position in 28 bytes.
//!
//! ```text
//!  0..8   the occupied squares, a bit each, a1 the lowest; little-endian
//!  8..24  the piece on each occupied square in that order, four bits each, the low half first:
//!         0 pawn .. 5 king, 6 a rook that may still castle; 8 more for Black
//! 24      square of an en passant capture or 64 for none; 128 more with Black to move
//! 25      plies since the last capture or pawn move
//! 26..28  move number, little-endian
//! ```

use tabia_chess::{Bitboard, Board, BoardBuilder, Color, Piece, PieceType, Rank, Square, Wing};

/// Size of a packed position.
pub const BYTES: usize = 28;

/// Maximum number of pieces.
pub const PIECES_MAX: u32 = 32;

/// Nibble of a rook with a castling right.
const CASTLING_ROOK: u8 = 6;
/// Added for Black's pieces.
const BLACK: u8 = 8;
/// No en passant square.
const NO_SQUARE: u8 = 64;
const BLACK_TO_MOVE: u8 = 128;

/// A packed position.
pub type Packed = [u8; BYTES];

/// Packs a position. A halfmove clock above 150, at which the game is over, becomes 150.
pub fn pack(board: &Board) -> Packed {
    let mut bytes = [0; BYTES];
    let rooks = castling_rooks(board);
    let mut occupied = 0_u64;
    for (number, square) in board.occupied().into_iter().take(PIECES_MAX as usize).enumerate() {
        let Some(piece) = board.piece_on(square) else { continue };
        occupied |= 1 << square.index();
        let kind = if rooks.has(square) { CASTLING_ROOK } else { piece.kind().index() as u8 };
        let nibble = kind | if piece.color() == Color::Black { BLACK } else { 0 };
        bytes[8 + number / 2] |= nibble << (number % 2 * 4);
    }
    bytes[..8].copy_from_slice(&occupied.to_le_bytes());
    let turn = if board.stm() == Color::Black { BLACK_TO_MOVE } else { 0 };
    bytes[24] = board.ep_square().map_or(NO_SQUARE, |square| square.index() as u8) | turn;
    bytes[25] = board.halfmove_clock().min(150) as u8;
    bytes[26..28].copy_from_slice(&(board.fullmove_number() as u16).to_le_bytes());
    bytes
}

/// Unpacks a position.
///
/// # Errors
/// If the bytes are not a legal position; says what was found.
pub fn unpack(bytes: &Packed) -> Result<Board, String> {
    let mut builder = BoardBuilder::new();
    let mut rooks = Bitboard::EMPTY;
    for (square, nibble) in pieces(bytes)? {
        let kind = if nibble & 7 == CASTLING_ROOK {
            rooks.insert(square);
            PieceType::Rook
        } else {
            PieceType::from_index(usize::from(nibble & 7))
                .ok_or_else(|| format!("piece code {nibble} on {square}, expected 0 to 6"))?
        };
        let color = if nibble & BLACK == 0 { Color::White } else { Color::Black };
        builder.place(square, Piece::new(color, kind));
    }
    for rook in rooks {
        give_right(&mut builder, rook)?;
    }
    builder.stm = if is_black_to_move(bytes) { Color::Black } else { Color::White };
    let ep_square = bytes[24] & (BLACK_TO_MOVE - 1);
    if ep_square > NO_SQUARE {
        return Err(format!("en passant square {ep_square}, expected 0 to 63, or 64 for none"));
    }
    builder.ep_square = Square::from_index(usize::from(ep_square));
    builder.halfmove_clock = u32::from(bytes[25]);
    builder.fullmove_number = u32::from(u16::from_le_bytes([bytes[26], bytes[27]]));
    builder.build().map_err(|error| error.to_string())
}

/// Whether Black is to move in a packed position.
#[inline]
pub const fn is_black_to_move(bytes: &Packed) -> bool {
    bytes[24] & BLACK_TO_MOVE != 0
}

/// The occupied squares of a packed position.
#[inline]
pub fn occupied(bytes: &Packed) -> u64 {
    bytes.first_chunk().map_or(0, |squares| u64::from_le_bytes(*squares))
}

/// Colour and kind of the piece with this index in a packed position: `color * 6 + kind`, 0 to 11. Invalid codes give
/// some number in that range.
#[inline]
pub const fn piece_at(bytes: &Packed, number: usize) -> usize {
    const PIECES: [u8; 16] = [0, 1, 2, 3, 4, 5, 3, 0, 6, 7, 8, 9, 10, 11, 9, 6];
    let nibble = bytes[8 + (number & 31) / 2] >> (number % 2 * 4) & 15;
    PIECES[nibble as usize] as usize
}

/// Squares and nibbles of the pieces.
fn pieces(bytes: &Packed) -> Result<impl Iterator<Item = (Square, u8)>, String> {
    let occupied = Bitboard(occupied(bytes));
    let count = occupied.count();
    if count > PIECES_MAX {
        return Err(format!("{count} pieces, expected {PIECES_MAX} at most"));
    }
    let nibble = |number: usize| bytes[8 + number / 2] >> (number % 2 * 4) & 15;
    Ok(occupied.into_iter().enumerate().map(move |(number, square)| (square, nibble(number))))
}

fn castling_rooks(board: &Board) -> Bitboard {
    let rights = board.castling().iter();
    rights.filter_map(|(color, wing, _)| board.castling_rook(color, wing)).collect()
}

/// The castling right of a rook: the wing by its side of the king.
fn give_right(builder: &mut BoardBuilder, rook: Square) -> Result<(), String> {
    let Some(piece) = builder.piece_on(rook) else { return Ok(()) };
    let color = piece.color();
    let home = Rank::First.relative(color);
    let king = builder.squares_of(Piece::new(color, PieceType::King)).into_iter().next();
    let Some(king) = king.filter(|king| king.rank() == home && rook.rank() == home) else {
        return Err(format!("a castling rook on {rook}, expected it and its king on {home}"));
    };
    let wing = if rook.file() > king.file() { Wing::KingSide } else { Wing::QueenSide };
    builder.castling.set(color, wing, Some(rook.file()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::SplitMix64;

    #[test]
    fn every_position_of_random_games_comes_back() {
        let mut rng = SplitMix64::new(5);
        for game in 0..120 {
            let mut board = match game % 3 {
                0 => Board::start(),
                1 => Board::chess960(rng.below(960)).unwrap(),
                _ => Board::double_chess960(rng.below(960), rng.below(960)).unwrap(),
            };
            for _ in 0..200 {
                let bytes = pack(&board);
                assert_eq!(unpack(&bytes), Ok(board), "{board}");
                assert_eq!(is_black_to_move(&bytes), board.stm() == Color::Black);
                for (number, square) in board.occupied().into_iter().enumerate() {
                    let piece = board.piece_on(square).unwrap();
                    assert_eq!(piece_at(&bytes, number), piece.index());
                }
                if board.halfmove_clock() >= 150 || board.make_random_move(&mut rng).is_none() {
                    break;
                }
            }
        }
    }

    #[test]
    fn a_game_that_went_on_is_packed_as_one_that_ends() {
        let mut board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 149 120").unwrap();
        for _ in 0..8 {
            board.make_move(board.legal_moves()[0]);
            assert_eq!(unpack(&pack(&board)).unwrap().halfmove_clock(), 150, "{board}");
        }
    }

    #[test]
    fn any_bytes_are_a_position_or_an_error() {
        let mut rng = SplitMix64::new(6);
        let start = pack(&Board::start());
        let (mut refused, mut taken) = (0, 0);
        for _ in 0..20_000 {
            let mut bytes = start;
            for _ in 0..=rng.below(3) {
                bytes[rng.below(BYTES)] ^= 1 << rng.below(8);
            }
            match unpack(&bytes) {
                Ok(board) => {
                    taken += 1;
                    assert_eq!(unpack(&pack(&board)), Ok(board));
                }
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 10_000 && taken > 100, "{refused} refused, {taken} taken");
    }
}
