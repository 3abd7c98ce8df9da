//! A position under construction, which may be invalid: for the position editor and the FEN parser.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, CastlingRights, PieceSets, Wing};
use super::fen_error::{EnPassantFault, FenProblem};
use super::piece::{Color, Piece, PieceType};
use super::square::{Rank, Square};
use super::zobrist::Keys;

/// A position that can be edited freely; [`build`](Self::build) validates it.
///
/// ```
/// use tabia_chess::{BoardBuilder, Piece, Square};
/// let mut builder = BoardBuilder::new();
/// builder.place(Square::E1, Piece::WhiteKing);
/// builder.place(Square::A7, Piece::WhitePawn);
/// assert_eq!(
///     builder.build().unwrap_err().to_string(),
///     "board: black king missing, expected exactly one",
/// );
/// builder.place(Square::E8, Piece::BlackKing);
/// assert_eq!(builder.build().unwrap().to_string(), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardBuilder {
    mailbox: [Option<Piece>; Square::COUNT],
    /// Whose turn it is.
    pub stm: Color,
    /// Castling rights; each needs its rook and a king on the first rank.
    pub castling: CastlingRights,
    /// The square a pawn has just jumped over. It may always be given; the board keeps it only if the capture is legal.
    pub ep_square: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Fullmove number, from 1.
    pub fullmove_number: u32,
}

impl BoardBuilder {
    /// Maximum halfmove clock: what a board holds. By the rules the game is over at 150, but not all games end there.
    pub const MAX_HALFMOVE_CLOCK: u32 = u16::MAX as u32;
    /// Maximum fullmove number: what a board holds.
    pub const MAX_FULLMOVE_NUMBER: u32 = u16::MAX as u32;

    /// An empty board, White to move.
    pub const fn new() -> Self {
        Self {
            mailbox: [None; Square::COUNT],
            stm: Color::White,
            castling: CastlingRights::NONE,
            ep_square: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// What stands on a square.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// Puts a piece on a square, replacing any other.
    pub const fn place(&mut self, square: Square, piece: Piece) {
        self.mailbox[square.index()] = Some(piece);
    }

    /// Empties a square.
    pub const fn remove(&mut self, square: Square) {
        self.mailbox[square.index()] = None;
    }

    /// The squares on which this piece stands.
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        Square::all().filter(|square| self.piece_on(*square) == Some(piece)).collect()
    }

    /// The board, if the position is legal; without a suggested repair.
    pub(super) fn try_build(&self) -> Result<Board, FenProblem> {
        let mut board = self.assemble();
        check_material(&board)?;
        check_kings(&board)?;
        self.check_castling(&board)?;
        board.castling_squares = self.castling_squares(&board);
        self.check_numbers()?;
        let found = board.checkers().count();
        if found > 2 {
            return Err(FenProblem::TooManyCheckers { found });
        }
        board.ep_square = self.checked_ep_square(&board)?;
        board.keys = Keys::from_scratch(&board);
        Ok(board)
    }

    /// Bitboards from the mailbox; nothing that requires a valid position.
    fn assemble(&self) -> Board {
        let mut board = Board {
            sets: PieceSets::EMPTY,
            castling_squares: Bitboard::EMPTY,
            keys: Keys::default(),
            mailbox: self.mailbox,
            ep_square: None,
            stm: self.stm,
            halfmove_clock: self.halfmove_clock.min(u32::from(u16::MAX)) as u16,
            fullmove_number: self.fullmove_number.min(u32::from(u16::MAX)) as u16,
        };
        for square in Square::all() {
            if let Some(piece) = self.piece_on(square) {
                board.sets.toggle(piece, Bitboard::from(square));
            }
        }
        board
    }

    /// The squares of the rooks and kings that have castling rights.
    fn castling_squares(&self, board: &Board) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for (color, _, file) in self.castling.iter() {
            squares.insert(Square::new(file, Rank::First.relative(color)));
            squares.insert(board.king(color));
        }
        squares
    }

    fn check_castling(&self, board: &Board) -> Result<(), FenProblem> {
        for (color, wing, file) in self.castling.iter() {
            let home = Rank::First.relative(color);
            let (king, rook) = (board.king(color), Square::new(file, home));
            let letter = castling_letter(color, file.letter());
            if king.rank() != home {
                return Err(FenProblem::CastlingKing { letter, king });
            }
            let right_side = match wing {
                Wing::KingSide => file > king.file(),
                Wing::QueenSide => file < king.file(),
            };
            if !right_side || self.piece_on(rook) != Some(Piece::new(color, PieceType::Rook)) {
                return Err(FenProblem::CastlingRook { letter, place: format!("on {rook}") });
            }
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), FenProblem> {
        use super::fen_error::FenField::{FullmoveNumber, HalfmoveClock};
        for (field, found, min, max) in [
            (HalfmoveClock, self.halfmove_clock, 0, Self::MAX_HALFMOVE_CLOCK),
            (FullmoveNumber, self.fullmove_number, 1, Self::MAX_FULLMOVE_NUMBER),
        ] {
            if found < min || found > max {
                return Err(FenProblem::Number { field, found: found.to_string(), min, max });
            }
        }
        Ok(())
    }

    /// The en passant square to store, after checking that a pawn can have jumped over it.
    fn checked_ep_square(&self, board: &Board) -> Result<Option<Square>, FenProblem> {
        let Some(square) = self.ep_square else { return Ok(None) };
        let fault = |why| Err(FenProblem::EnPassantSquare { square, why });
        let (us, them) = (self.stm, !self.stm);
        if square.rank() != Rank::Sixth.relative(us) {
            return fault(EnPassantFault::Rank {
                expected: Rank::Sixth.relative(us).index() as u8 + 1,
            });
        }
        let landed = Square::new(square.file(), Rank::Fifth.relative(us));
        let start = Square::new(square.file(), Rank::Seventh.relative(us));
        let expected = Piece::new(them, PieceType::Pawn);
        if board.piece_on(landed) != Some(expected) {
            return fault(EnPassantFault::Pawn { expected, on: landed });
        }
        if let Some(on) = [square, start].into_iter().find(|s| board.piece_on(*s).is_some()) {
            return fault(EnPassantFault::Blocked { on });
        }
        // Before the double push the king was not in check, so a checker is the pawn itself or was uncovered by it. (A
        // line through the jumped square cannot have been opened, but test positions have it, and the capture is a
        // sensible reply to that check.)
        let way = Bitboard::from(start) | Bitboard::from(square);
        let king = board.king(us);
        let explained =
            |checker| checker == landed || !attacks::between(king, checker).is_disjoint(way);
        if !board.checkers().into_iter().all(explained) {
            return fault(EnPassantFault::Check);
        }
        let takers = attacks::pawn(them, square) & board.by(us, PieceType::Pawn);
        let takeable = takers.into_iter().any(|from| board.en_passant_is_safe(from, square));
        Ok(takeable.then_some(square))
    }
}

impl Default for BoardBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl From<&Board> for BoardBuilder {
    fn from(board: &Board) -> Self {
        Self {
            mailbox: board.mailbox,
            stm: board.stm,
            castling: board.castling(),
            ep_square: board.ep_square,
            halfmove_clock: board.halfmove_clock(),
            fullmove_number: board.fullmove_number(),
        }
    }
}

/// A letter of the castling field: upper case for White, lower case for Black.
pub(super) const fn castling_letter(color: Color, letter: char) -> char {
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    }
}

fn check_material(board: &Board) -> Result<(), FenProblem> {
    for color in Color::ALL {
        let count = |kind| board.by(color, kind).count();
        match count(PieceType::King) {
            0 => return Err(FenProblem::KingMissing { color }),
            1 => {}
            found => return Err(FenProblem::TooManyKings { color, found }),
        }
        let found = board.colors(color).count();
        if found > 16 {
            return Err(FenProblem::TooManyPieces { color, found });
        }
        let pawns = count(PieceType::Pawn);
        if pawns > 8 {
            return Err(FenProblem::TooManyPawns { color, found: pawns });
        }
        let promoted = count(PieceType::Queen).saturating_sub(1)
            + [PieceType::Rook, PieceType::Bishop, PieceType::Knight]
                .map(|kind| count(kind).saturating_sub(2))
                .iter()
                .sum::<u32>();
        if promoted + pawns > 8 {
            return Err(FenProblem::TooManyPromoted { color, promoted, pawns });
        }
    }
    let last_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    match (board.pieces(PieceType::Pawn) & last_ranks).first() {
        Some(square) => Err(FenProblem::PawnOnLastRank { square }),
        None => Ok(()),
    }
}

fn check_kings(board: &Board) -> Result<(), FenProblem> {
    let (white, black) = (board.king(Color::White), board.king(Color::Black));
    if white.distance(black) < 2 {
        return Err(FenProblem::KingsTouch { white, black });
    }
    let to_move = board.stm;
    let attackers = board.attackers_to(board.king(!to_move), board.occupied());
    if attackers.is_disjoint(board.colors(to_move)) {
        Ok(())
    } else {
        Err(FenProblem::OpponentInCheck { to_move })
    }
}
