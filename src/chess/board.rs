//! A position: where the pieces stand and everything else the rules depend on. How moves change it
//! is in `make_move`, which moves there are in `movegen`.

use std::fmt;

use super::attacks;
use super::bitboard::Bitboard;
use super::castling::CastlingRights;
use super::color::Color;
use super::fen::FenStyle;
use super::piece::Piece;
use super::piece_sets::PieceSets;
use super::piece_type::PieceType;
use super::square::Square;
use super::wing::Wing;
use super::zobrist::Keys;

/// A legal chess position.
///
/// It is small (four cache lines, and aligned to them: copies that straddled lines cost a tenth of the
/// speed of a move) and meant to be copied: to look at a move, copy the board, make the
/// move on the copy and drop it afterwards. There is no `unmake`. Every `Board` that exists is sound:
/// one king a side, the side not to move not in check, no pawn on a last rank.
///
/// Pieces are kept twice: as sets (which squares hold knights?) for generating moves, and as a
/// mailbox (what stands on e4?) for look-ups.
///
/// ```
/// use tabia::chess::{Board, Color, PieceType, Square};
/// let mut board = Board::start();
/// assert_eq!(board.legal_moves().len(), 20);
/// let e4 = board.find_move(Square::E2, Square::E4, None).unwrap();
/// board.make_move(e4);
/// assert_eq!(board.stm(), Color::Black);
/// assert!(board.by(Color::White, PieceType::Pawn).has(Square::E4));
/// assert_eq!(board.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Board {
    pub(super) sets: PieceSets,
    /// Enemy pieces that give check to the side to move.
    pub(super) checkers: Bitboard,
    /// Pieces of the side to move that shield its king from a slider.
    pub(super) pinned: Bitboard,
    /// Squares of rooks and kings with castling rights: a move that touches none keeps all rights.
    pub(super) castling_squares: Bitboard,
    pub(super) keys: Keys,
    pub(super) mailbox: [Option<Piece>; Square::COUNT],
    pub(super) castling: CastlingRights,
    /// Only when a legal en passant capture exists.
    pub(super) ep_square: Option<Square>,
    pub(super) stm: Color,
    /// In plies.
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
}

impl Board {
    /// Whose turn it is.
    #[inline]
    pub const fn stm(&self) -> Color {
        self.stm
    }

    /// What stands on a square.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// All pieces of a kind, of both colours.
    #[inline]
    pub const fn pieces(&self, kind: PieceType) -> Bitboard {
        self.sets.kind(kind)
    }

    /// All pieces of a colour.
    #[inline]
    pub const fn colors(&self, color: Color) -> Bitboard {
        self.sets.color(color)
    }

    /// All pieces of a colour and kind.
    #[inline]
    pub fn by(&self, color: Color, kind: PieceType) -> Bitboard {
        self.colors(color) & self.pieces(kind)
    }

    /// All squares with a piece on them.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sets.occupied()
    }

    /// Where the king of a colour stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        // A board without a king is never built, so the set has exactly one member.
        Square::wrap(self.by(color, PieceType::King).0.trailing_zeros())
    }

    /// Who may still castle, and with which rook.
    #[inline]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square a pawn has just jumped over, if it can legally be taken there.
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Plies since the last capture or pawn move; 100 allow a draw claim, 150 end the game.
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock as u32
    }

    /// The number of the move in a score sheet, from 1, growing after Black's move.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number as u32
    }

    /// The Zobrist key: equal for positions that are equal under the repetition rule. It covers
    /// the pieces, the side to move, castling rights and the en passant file, not the clocks.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.keys.full()
    }

    /// The key of the pawns of both sides.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.keys.pawn()
    }

    /// The key of everything but pawns of one colour, its king included.
    #[inline]
    pub const fn nonpawn_key(&self, color: Color) -> u64 {
        self.keys.nonpawn(color)
    }

    /// The key of knights, bishops and kings of both sides.
    #[inline]
    pub const fn minor_key(&self) -> u64 {
        self.keys.minor()
    }

    /// The key of rooks, queens and kings of both sides.
    #[inline]
    pub const fn major_key(&self) -> u64 {
        self.keys.major()
    }

    /// Enemy pieces that give check to the side to move, at most two.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Pieces of the side to move that may not leave the line between their king and an enemy slider.
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Pieces of both colours that attack `square` if exactly `occupied` blocks their way. Pieces
    /// outside `occupied` still count as attackers: intersect where that matters.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.sets.kinds();
        attacks::pawn(Color::White, square) & pawns & self.colors(Color::Black)
            | attacks::pawn(Color::Black, square) & pawns & self.colors(Color::White)
            | attacks::knight(square) & knights
            | attacks::king(square) & kings
            | attacks::bishop(square, occupied) & (bishops | queens)
            | attacks::rook(square, occupied) & (rooks | queens)
    }

    /// Own or enemy pieces that alone stand between the king of `color` and an enemy slider on
    /// its line: pinned ones if they are `color`'s, able to discover check if not.
    pub fn king_blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let mut blockers = Bitboard::EMPTY;
        for sniper in self.snipers(king) & self.colors(!color) {
            let between = attacks::between(king, sniper) & self.occupied();
            if !between.many() {
                blockers |= between;
            }
        }
        blockers
    }

    /// Sliders of both colours on a line with `square`, whatever stands between.
    #[inline]
    pub(super) fn snipers(&self, square: Square) -> Bitboard {
        let queens = self.pieces(PieceType::Queen);
        attacks::bishop_rays(square) & (self.pieces(PieceType::Bishop) | queens)
            | attacks::rook_rays(square) & (self.pieces(PieceType::Rook) | queens)
    }

    /// Whether a castling right belongs to a king off the e-file or a rook off its corner, so
    /// that standard notation cannot express it.
    pub fn is_chess960(&self) -> bool {
        use super::file::File;
        self.castling.iter().any(|(color, wing, rook)| {
            self.king(color).file() != File::E || rook != wing.corner_file()
        })
    }

    /// The square of the rook with which `color` may castle on this wing.
    #[inline]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let rank = super::rank::Rank::First.relative(color);
        self.castling.rook(color, wing).map(|file| Square::new(file, rank))
    }
}

impl fmt::Display for Board {
    /// The FEN, in standard chess the common one and else X-FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(FenStyle::XFen))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_as_small_as_it_says() {
        assert_eq!(size_of::<Board>(), 256);
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }

    #[test]
    fn passing_the_turn_changes_the_side_and_its_keys_only() {
        let board = Board::from_fen("4k3/8/8/8/3pP3/8/8/R3K3 b Q e3 3 9").unwrap();
        let mut passed = board;
        passed.make_null();
        assert_eq!(passed.to_string(), "4k3/8/8/8/3pP3/8/8/R3K3 w Q - 4 10");
        assert_eq!(passed, Board::from_fen(&passed.to_string()).unwrap());
    }
}
