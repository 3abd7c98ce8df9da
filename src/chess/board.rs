//! A position: pieces, side to move, castling rights, en passant square, clocks. `make_move` makes moves, `movegen`
//! generates them.

use super::bitboard::Bitboard;
use super::movegen::{Black, Side, White};
use super::piece::{Color, Piece, PieceType};
use super::square::{File, Rank, Square};
use super::zobrist::Keys;
use super::{attacks, zobrist};

/// A legal chess position.
///
/// It is small (three cache lines, aligned to them) and meant to be copied: to examine a move, create the board
/// [after](Self::after) it and drop it afterwards. There is no `unmake`. Every `Board` is valid: one king per side, the
/// side not to move is not in check, no pawn on a last rank.
///
/// Pieces are stored twice: as bitboards for move generation, and as a mailbox for look-ups by square.
///
/// ```
/// use tabia_chess::{Board, Color, PieceType, Square};
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
    /// Squares of the rooks and kings with castling rights. A move that touches none of them keeps all rights.
    pub(super) castling_squares: Bitboard,
    pub(super) keys: Keys,
    pub(super) mailbox: [Option<Piece>; Square::COUNT],
    /// Set only when a legal en passant capture exists.
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

    /// The king's square.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        // Every board has both kings, so the set has exactly one member.
        Square::wrap(self.by(color, PieceType::King).0.trailing_zeros())
    }

    /// The castling rights.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        for color in Color::ALL {
            for wing in Wing::ALL {
                let rook = self.castling_rook(color, wing);
                rights.set(color, wing, rook.map(Square::file));
            }
        }
        rights
    }

    /// Whether this colour has a castling right.
    #[inline]
    pub(super) fn may_castle(&self, color: Color) -> bool {
        self.castling_squares.has(self.king(color))
    }

    /// The en passant square, if the capture is legal.
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Plies since the last capture or pawn move; at 100 a draw can be claimed, at 150 the game ends.
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock as u32
    }

    /// The move number as in a score sheet, from 1; it grows after Black's move.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number as u32
    }

    /// Plies played in the game before this position, computed from the move number.
    #[inline]
    pub const fn plies_before(&self) -> u32 {
        2 * self.fullmove_number().saturating_sub(1) + matches!(self.stm, Color::Black) as u32
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

    /// The key of one colour's pieces without pawns, including its king.
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
    pub fn major_key(&self) -> u64 {
        let kings = [Color::White, Color::Black]
            .map(|color| zobrist::piece(Piece::new(color, PieceType::King), self.king(color)));
        self.keys.nonpawns() ^ self.keys.minor() ^ kings[0] ^ kings[1]
    }

    /// Enemy pieces that give check, at most two. Like [`pinned`](Self::pinned) it is computed on demand, because a
    /// search makes many moves without needing it.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        match self.stm {
            Color::White => self.checkers_of::<White>(),
            Color::Black => self.checkers_of::<Black>(),
        }
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Pinned pieces of the side to move.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.king_blockers(self.stm) & self.colors(self.stm)
    }

    /// Pieces that give check to `S`, found from the king's square: two look-ups and no branch.
    #[inline]
    fn checkers_of<S: Side>(&self) -> Bitboard {
        let (king, occupied) = (self.king(S::COLOR), self.occupied());
        let [pawns, knights, bishops, rooks, queens, _] = self.sets.kinds();
        let attackers = attacks::pawn(S::COLOR, king) & pawns
            | attacks::knight(king) & knights
            | attacks::bishop(king, occupied) & (bishops | queens)
            | attacks::rook(king, occupied) & (rooks | queens);
        attackers & self.colors(S::Them::COLOR)
    }

    /// Checkers and pinned pieces of `S` together.
    #[inline]
    pub(super) fn checks<S: Side>(&self) -> Checks {
        let (king, occupied) = (self.king(S::COLOR), self.occupied());
        let them = self.colors(S::Them::COLOR);
        let mut checkers = them
            & (attacks::knight(king) & self.pieces(PieceType::Knight)
                | attacks::pawn(S::COLOR, king) & self.pieces(PieceType::Pawn));
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king) & them {
            let between = attacks::between(king, sniper) & occupied;
            // Branchless, because the case is unpredictable: the masks are all ones or zero.
            let (clear, single) = (between.is_empty(), !between.many());
            checkers |= Bitboard(Bitboard::from(sniper).0 * u64::from(clear));
            pinned |= Bitboard(between.0 * u64::from(single));
        }
        Checks { checkers, pinned: pinned & self.colors(S::COLOR) }
    }

    /// Pieces of both colours that attack `square` with this occupancy. Pieces outside `occupied` still count as
    /// attackers: intersect where that matters.
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

    /// Pieces of either colour that alone stand between the king of `color` and an enemy slider: pinned pieces of
    /// `color`, or pieces that can discover a check.
    #[inline]
    pub fn king_blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let (occupied, mut blockers) = (self.occupied(), Bitboard::EMPTY);
        for sniper in self.snipers(king) & self.colors(!color) {
            let between = attacks::between(king, sniper) & occupied;
            // Branchless, because the case is unpredictable.
            blockers |= Bitboard(between.0 * u64::from(!between.many()));
        }
        blockers
    }

    /// Sliders of both colours on a line with `square`, ignoring blockers.
    #[inline]
    pub(super) fn snipers(&self, square: Square) -> Bitboard {
        let queens = self.pieces(PieceType::Queen);
        attacks::bishop_rays(square) & (self.pieces(PieceType::Bishop) | queens)
            | attacks::rook_rays(square) & (self.pieces(PieceType::Rook) | queens)
    }

    /// Whether a castling right needs Chess960 notation: the king is not on the e-file or the rook not in its corner.
    pub fn is_chess960(&self) -> bool {
        self.castling().need_chess960(|color| Some(self.king(color)))
    }

    /// The square of the rook with which `color` may castle on this wing.
    #[inline]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color);
        let home = Bitboard::rank(Rank::First.relative(color)) - Bitboard::from(king);
        // Indices grow from the a-file to the h-file.
        let east = Bitboard(!0 << king.index());
        let side = match wing {
            Wing::KingSide => home & east,
            Wing::QueenSide => home - east,
        };
        (self.castling_squares & side).first()
    }
}

/// Checkers and pinned pieces of the side to move.
#[derive(Clone, Copy)]
pub(super) struct Checks {
    /// Enemy pieces that give check.
    pub(super) checkers: Bitboard,
    /// Pinned pieces.
    pub(super) pinned: Bitboard,
}

impl Keys {
    /// All keys computed from scratch, to verify the incremental ones.
    pub(crate) fn from_scratch(board: &Board) -> Self {
        let mut keys = Self::default();
        for square in Square::all() {
            if let Some(found) = board.piece_on(square) {
                keys.toggle(found, square);
            }
        }
        for rook in board.castling_squares & board.pieces(PieceType::Rook) {
            keys.toggle_state(zobrist::castling_right(rook));
        }
        if let Some(square) = board.ep_square() {
            keys.toggle_state(zobrist::en_passant(square));
        }
        if board.stm() == Color::Black {
            keys.toggle_state(zobrist::black_to_move());
        }
        keys
    }
}

/// Piece bitboards: six by kind and two by colour, 64 bytes together. Intersections give the twelve bitboards by colour
/// and kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PieceSets([Bitboard; SETS]);

const SETS: usize = PieceType::COUNT + Color::COUNT;

/// For each piece, all ones in its two sets. The last row, for no piece, is zero. Moving a piece is then one masked XOR
/// over all eight sets: a vector instruction or two, and no branch.
static MASKS: [[u64; SETS]; Piece::COUNT + 1] = masks();

const fn masks() -> [[u64; SETS]; Piece::COUNT + 1] {
    let mut masks = [[0; SETS]; Piece::COUNT + 1];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        masks[index][piece.kind().index()] = !0;
        masks[index][PieceType::COUNT + piece.color().index()] = !0;
        index += 1;
    }
    masks
}

impl PieceSets {
    /// An empty board.
    pub(super) const EMPTY: Self = Self([Bitboard::EMPTY; SETS]);

    #[inline]
    pub(super) const fn kind(&self, kind: PieceType) -> Bitboard {
        self.0[kind.index()]
    }

    #[inline]
    pub(super) const fn color(&self, color: Color) -> Bitboard {
        self.0[PieceType::COUNT + color.index()]
    }

    /// The sets of all kinds, pawns to kings.
    #[inline]
    pub(super) const fn kinds(&self) -> [Bitboard; PieceType::COUNT] {
        let [pawns, knights, bishops, rooks, queens, kings, ..] = self.0;
        [pawns, knights, bishops, rooks, queens, kings]
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.color(Color::White) | self.color(Color::Black)
    }

    /// XORs these squares into the sets of a piece.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        for (set, mask) in self.0.iter_mut().zip(&MASKS[piece.index()]) {
            *set ^= Bitboard(squares.0 & mask);
        }
    }

    /// The sets after `piece` has moved and captured `taken`, the piece on the target square. `None` has empty masks
    /// and changes nothing.
    #[inline]
    pub(super) fn shifted(
        &self,
        piece: Option<Piece>,
        from: Square,
        taken: Option<Piece>,
        to: Square,
    ) -> Self {
        let mover = &MASKS[Piece::index_or_none(piece)];
        let victim = &MASKS[Piece::index_or_none(taken)];
        let target = Bitboard::from(to).0;
        let way = Bitboard::from(from).0 | target;
        Self(std::array::from_fn(|i| {
            Bitboard(self.0[i].0 ^ (way & mover[i]) ^ (target & victim[i]))
        }))
    }
}

/// A wing, named as in standard chess; in Chess960 "king side" is the h-file side of the king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Wing {
    /// Towards the h-file; the king ends on g, the rook on f.
    KingSide,
    /// Towards the a-file; the king ends on c, the rook on d.
    QueenSide,
}

impl Wing {
    /// Both wings, king side first, the order of FEN.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// 0 for the king side, 1 for the queen side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file on which the king ends.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        }
    }

    /// The file on which the rook ends.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        }
    }

    /// The file of the rook in standard chess.
    #[inline]
    pub const fn corner_file(self) -> File {
        match self {
            Self::KingSide => File::H,
            Self::QueenSide => File::A,
        }
    }
}

/// Castling rights: the file of the castling rook for each side and wing, so that Chess960 is not a special case. A
/// right says only that king and rook have not moved; the move generator checks the squares between.
///
/// ```
/// use tabia_chess::{Board, Color, File, Wing};
/// let rights = Board::start().castling();
/// assert_eq!(rights.rook(Color::White, Wing::KingSide), Some(File::H));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights {
    rooks: [[Option<File>; 2]; 2],
}

impl CastlingRights {
    /// No castling rights.
    pub const NONE: Self = Self { rooks: [[None; 2]; 2] };

    /// The file of the rook with which `color` may castle on this wing.
    #[inline]
    pub const fn rook(self, color: Color, wing: Wing) -> Option<File> {
        self.rooks[color.index()][wing.index()]
    }

    /// Sets (`Some`) or removes (`None`) a right.
    #[inline]
    pub const fn set(&mut self, color: Color, wing: Wing, rook: Option<File>) {
        self.rooks[color.index()][wing.index()] = rook;
    }

    /// Whether `color` has at least one right.
    #[inline]
    pub const fn any(self, color: Color) -> bool {
        self.rooks[color.index()][0].is_some() || self.rooks[color.index()][1].is_some()
    }

    /// Whether there are no rights at all.
    #[inline]
    pub const fn is_empty(self) -> bool {
        !self.any(Color::White) && !self.any(Color::Black)
    }

    /// Whether one of them needs Chess960 notation: a king is not on the e-file or a rook not in its corner.
    pub(super) fn need_chess960(self, king: impl Fn(Color) -> Option<Square>) -> bool {
        self.iter().any(|(color, wing, rook)| {
            king(color).map(Square::file) != Some(File::E) || rook != wing.corner_file()
        })
    }

    /// All rights that exist, as (colour, wing, file of the rook), in the order of FEN.
    pub fn iter(self) -> impl Iterator<Item = (Color, Wing, File)> {
        Color::ALL.into_iter().flat_map(move |color| {
            Wing::ALL
                .into_iter()
                .filter_map(move |wing| Some((color, wing, self.rook(color, wing)?)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_as_small_as_it_says() {
        assert_eq!(size_of::<Board>(), 192);
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
