//! Legal move generator. Moves go to a [`Sink`]: a list, a counter or a test for any move.
//!
//! Every generated move is legal; none is made and unmade. In check, only moving the king, capturing the checker or
//! blocking helps. A *check mask* (the checker and the squares between) limits all other pieces; in double check only
//! the king moves. A *pinned* piece may only move along the line between king and pinner, so its targets are limited to
//! that line.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, Checks, Wing};
use super::moves::{Move, MoveKind, MoveList};
use super::piece::{Color, PieceType};
use super::square::{File, Rank, Square};

/// Move types to generate: all.
pub(super) const ALL: u8 = 0;
/// Captures and promotions.
pub(super) const NOISY: u8 = 1;
/// All others.
pub(super) const QUIET: u8 = 2;

impl Board {
    /// All legal moves, unordered.
    pub fn legal_moves(&self) -> MoveList {
        self.collect::<ALL>()
    }

    /// Legal captures, including en passant, and promotions.
    pub fn noisy_moves(&self) -> MoveList {
        self.collect::<NOISY>()
    }

    /// Legal moves that are not noisy, including castling.
    pub fn quiet_moves(&self) -> MoveList {
        self.collect::<QUIET>()
    }

    /// Whether there is a legal move; if not, it is checkmate or stalemate.
    pub fn has_legal_move(&self) -> bool {
        let mut any = Any::default();
        self.generate_all::<_, ALL>(&mut any);
        any.found()
    }

    /// Number of legal moves, without listing them.
    pub fn count_legal_moves(&self) -> usize {
        let mut counter = Counter::default();
        self.generate_all::<_, ALL>(&mut counter);
        counter.count() as usize
    }

    fn collect<const MODE: u8>(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate_all::<_, MODE>(&mut list);
        list
    }

    fn generate_all<K: Sink, const MODE: u8>(&self, sink: &mut K) {
        match self.stm {
            Color::White => self.generate::<White, K, MODE>(sink),
            Color::Black => self.generate::<Black, K, MODE>(sink),
        }
    }

    /// Sends all legal moves of `S`, the side to move, to `sink`.
    #[inline]
    pub(super) fn generate<S: Side, K: Sink, const MODE: u8>(&self, sink: &mut K) {
        debug_assert_eq!(self.stm, S::COLOR);
        let checks = self.checks::<S>();
        let pinned = checks.pinned;
        if checks.checkers.is_empty() {
            self.king_moves::<S, K, MODE, true>(pinned, sink);
            self.piece_moves::<S, K>(self.wanted::<S, MODE>(), pinned, sink);
            self.pawn_moves::<S, K, MODE>(Bitboard::FULL, pinned, sink);
        } else {
            self.answer_check::<S, K, MODE>(checks, sink);
        }
    }

    /// Evasions.
    fn answer_check<S: Side, K: Sink, const MODE: u8>(&self, checks: Checks, sink: &mut K) {
        let Checks { checkers, pinned } = checks;
        self.king_moves::<S, K, MODE, false>(pinned, sink);
        if let Some(checker) = checkers.first()
            && !checkers.many()
        {
            // The check mask. `between` excludes the checker, and is empty for a knight or pawn.
            let king = self.king(S::COLOR);
            let evasions = attacks::between(king, checker) | checkers;
            self.piece_moves::<S, K>(evasions & self.wanted::<S, MODE>(), pinned, sink);
            self.pawn_moves::<S, K, MODE>(evasions, pinned, sink);
        }
    }

    /// Target squares of this mode, ignoring checks.
    #[inline]
    fn wanted<S: Side, const MODE: u8>(&self) -> Bitboard {
        match MODE {
            NOISY => self.colors(S::Them::COLOR),
            QUIET => !self.occupied(),
            _ => !self.colors(S::COLOR),
        }
    }

    /// King moves and castling, which both need attacked squares.
    #[inline]
    fn king_moves<S: Side, K: Sink, const MODE: u8, const CASTLE: bool>(
        &self,
        pinned: Bitboard,
        sink: &mut K,
    ) {
        let king = self.king(S::COLOR);
        let steps = attacks::king(king) & self.wanted::<S, MODE>();
        let castling = CASTLE && MODE != NOISY && self.may_castle(S::COLOR);
        if !castling {
            let safe = self.safe_among::<S>(steps);
            return sink.piece(king, safe, self.colors(S::Them::COLOR));
        }
        let ways = [
            self.free_castling_way::<S>(Wing::KingSide, pinned),
            self.free_castling_way::<S>(Wing::QueenSide, pinned),
        ];
        let safe = self.safe_among::<S>(steps | ways[0] | ways[1]);
        sink.piece(king, safe & steps, self.colors(S::Them::COLOR));
        for wing in Wing::ALL {
            let way = ways[wing.index()];
            if way.any() && way.is_subset(safe) {
                sink.castling(king, self.castling_rook(S::COLOR, wing), wing);
            }
        }
    }

    /// Those of `squares` on which the king of `S` would not be in check.
    #[inline]
    fn safe_among<S: Side>(&self, squares: Bitboard) -> Bitboard {
        // The king does not block the slider that checks it.
        let occupied = self.occupied() ^ self.by(S::COLOR, PieceType::King);
        if squares.count() > 3 {
            return squares - self.all_attacked_by::<S::Them>(occupied);
        }
        let mut safe = Bitboard::EMPTY;
        for square in squares {
            let attacked = self.is_attacked_by::<S::Them>(square, occupied);
            // Branchless, because the case is unpredictable.
            safe.0 |= u64::from(!attacked) << square.index();
        }
        safe
    }

    /// All squares attacked by pieces of `S` with this occupancy.
    #[inline]
    fn all_attacked_by<S: Side>(&self, occupied: Bitboard) -> Bitboard {
        let us = self.colors(S::COLOR);
        let [pawns, knights, bishops, rooks, queens, _] = self.sets.kinds();
        let mut attacked =
            attacks::pawns(S::COLOR, pawns & us) | attacks::king(self.king(S::COLOR));
        for from in knights & us {
            attacked |= attacks::knight(from);
        }
        for from in (bishops | queens) & us {
            attacked |= attacks::bishop(from, occupied);
        }
        for from in (rooks | queens) & us {
            attacked |= attacks::rook(from, occupied);
        }
        attacked
    }

    /// Whether a piece of `S` attacks a square with this occupancy.
    #[inline]
    fn is_attacked_by<S: Side>(&self, square: Square, occupied: Bitboard) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = self.sets.kinds();
        let attackers = attacks::pawn(S::Them::COLOR, square) & pawns
            | attacks::knight(square) & knights
            | attacks::king(square) & kings
            | attacks::bishop(square, occupied) & (bishops | queens)
            | attacks::rook(square, occupied) & (rooks | queens);
        !attackers.is_disjoint(self.colors(S::COLOR))
    }

    /// Knights, bishops, rooks, queens. Queens are generated as bishops and as rooks.
    #[inline]
    fn piece_moves<S: Side, K: Sink>(&self, targets: Bitboard, pinned: Bitboard, sink: &mut K) {
        let (us, them) = (self.colors(S::COLOR), self.colors(S::Them::COLOR));
        let [_, knights, bishops, rooks, queens, _] = self.sets.kinds();
        let occupied = self.occupied();
        // A pinned knight has no moves.
        for from in knights & (us - pinned) {
            sink.piece(from, attacks::knight(from) & targets, them);
        }
        let (diagonal, straight) = ((bishops | queens) & us, (rooks | queens) & us);
        for from in diagonal - pinned {
            sink.piece(from, attacks::bishop(from, occupied) & targets, them);
        }
        for from in straight - pinned {
            sink.piece(from, attacks::rook(from, occupied) & targets, them);
        }
        let king = self.king(S::COLOR);
        for from in diagonal & pinned {
            let line = attacks::line(king, from);
            sink.piece(from, attacks::bishop(from, occupied) & targets & line, them);
        }
        for from in straight & pinned {
            let line = attacks::line(king, from);
            sink.piece(from, attacks::rook(from, occupied) & targets & line, them);
        }
    }

    /// All pawns at once: pushes and captures are shifts of the whole set. A pinned pawn may move along the direction
    /// of its pin only, which is given by its line to the king, so one mask per direction suffices.
    #[inline]
    fn pawn_moves<S: Side, K: Sink, const MODE: u8>(
        &self,
        evasions: Bitboard,
        pinned: Bitboard,
        sink: &mut K,
    ) {
        let pawns = self.by(S::COLOR, PieceType::Pawn);
        let free = pawns - pinned;
        let bound = pawns & pinned;
        let king = self.king(S::COLOR);
        let empty = !self.occupied();

        let pushers = free | bound & Bitboard::file(king.file());
        let once = S::up(pushers) & empty;
        if MODE != NOISY {
            let twice = S::up(once & S::THIRD) & empty & evasions;
            let quiet = S::up(pushers - S::SEVENTH) & empty & evasions;
            sink.pawns(quiet, S::UP, MoveKind::Quiet);
            sink.pawns(twice, 2 * S::UP, MoveKind::DoublePush);
        }
        if MODE != QUIET {
            let promoting = S::up(pushers & S::SEVENTH) & empty & evasions;
            sink.promotions(promoting, S::UP, false);
            let targets = self.colors(S::Them::COLOR) & evasions;
            self.pawn_captures::<S, K>(free, bound, targets, sink);
            if let Some(to) = self.ep_square {
                for from in attacks::pawn(S::Them::COLOR, to) & pawns {
                    if self.en_passant_is_safe(from, to) {
                        sink.one(Move::new(from, to, MoveKind::EnPassant));
                    }
                }
            }
        }
    }

    #[inline]
    fn pawn_captures<S: Side, K: Sink>(
        &self,
        free: Bitboard,
        bound: Bitboard,
        targets: Bitboard,
        sink: &mut K,
    ) {
        let king = self.king(S::COLOR);
        let [rising, falling] = attacks::diagonals(king);
        let (western_line, eastern_line) =
            if matches!(S::COLOR, Color::White) { (falling, rising) } else { (rising, falling) };
        let west = free | bound & western_line;
        let east = free | bound & eastern_line;
        sink.pawns(S::up(west - S::SEVENTH).west() & targets, S::UP - 1, MoveKind::Capture);
        sink.pawns(S::up(east - S::SEVENTH).east() & targets, S::UP + 1, MoveKind::Capture);
        sink.promotions(S::up(west & S::SEVENTH).west() & targets, S::UP - 1, true);
        sink.promotions(S::up(east & S::SEVENTH).east() & targets, S::UP + 1, true);
    }

    /// Squares the king of `S` crosses or reaches when castling on this wing, if it has the right and the squares are
    /// free; otherwise empty.
    #[inline]
    fn free_castling_way<S: Side>(&self, wing: Wing, pinned: Bitboard) -> Bitboard {
        let Some(rook) = self.castling_rook(S::COLOR, wing) else { return Bitboard::EMPTY };
        let king = self.king(S::COLOR);
        let king_to = Square::new(wing.king_file(), S::BACK_RANK);
        let rook_to = Square::new(wing.rook_file(), S::BACK_RANK);
        let king_way = attacks::between(king, king_to) | Bitboard::from(king_to);
        let rook_way = attacks::between(rook, rook_to) | Bitboard::from(rook_to);
        let others = self.occupied() ^ Bitboard::from(king) ^ Bitboard::from(rook);
        // A rook that is pinned on the back rank (Chess960 only) would uncover the king.
        if others.is_disjoint(king_way | rook_way) && !pinned.has(rook) {
            king_way
        } else {
            Bitboard::EMPTY
        }
    }

    /// Whether the side to move may castle on this wing now.
    pub(super) fn can_castle<S: Side>(&self, wing: Wing) -> bool {
        let way = self.free_castling_way::<S>(wing, self.pinned());
        way.any() && !self.in_check() && self.safe_among::<S>(way) == way
    }

    /// Legal target squares of a piece, for display. Castling is included on the rook's square and on the king's target
    /// square, because players use either; a king that already stands there (Chess960) castles only by the rook's square.
    pub fn dests(&self, from: Square) -> Bitboard {
        let mut dests = Bitboard::EMPTY;
        for mv in self.legal_moves().iter().filter(|mv| mv.from() == from) {
            dests.insert(mv.to());
            if let Some(file) = castling_target(*mv) {
                dests.insert(Square::new(file, from.rank()));
            }
        }
        dests.remove(from);
        dests
    }

    /// The legal move between two squares as a player enters it: castling by the king's target square or by the rook's
    /// square. A promotion needs `promotion`; any other move must not have one. In the rare Chess960 positions in which
    /// the king's target square is also an ordinary king move, the ordinary move is returned; the rook's square then
    /// castles.
    pub fn find_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Option<Move> {
        let moves = self.legal_moves();
        let mut same = moves.iter().copied().filter(|mv| mv.from() == from);
        let exact = same.clone().find(|mv| mv.to() == to && mv.promotion() == promotion);
        exact.or_else(|| {
            same.find(|mv| {
                promotion.is_none()
                    && from != to
                    && castling_target(*mv).is_some_and(|file| Square::new(file, from.rank()) == to)
            })
        })
    }
}

/// The file on which the king ends, if the move castles.
fn castling_target(mv: Move) -> Option<File> {
    mv.is_castling().then(|| super::make_move::castling_wing(mv).king_file())
}

/// The side to move as a type. Generic code is compiled once for White and once for Black, so that directions and ranks
/// are constants.
pub(super) trait Side {
    /// Which colour it is.
    const COLOR: Color;
    /// The index step of a pawn that goes ahead.
    const UP: i32;
    /// The other side.
    type Them: Side<Them = Self>;

    /// The first rank of this side.
    const BACK_RANK: Rank = Rank::First.relative(Self::COLOR);
    /// Seventh rank of this side.
    const SEVENTH: Bitboard = Bitboard::rank(Rank::Seventh.relative(Self::COLOR));
    /// Third rank of this side.
    const THIRD: Bitboard = Bitboard::rank(Rank::Third.relative(Self::COLOR));

    /// One rank ahead.
    #[inline]
    fn up(set: Bitboard) -> Bitboard {
        set.forward(Self::COLOR)
    }
}

/// White to move.
pub(super) struct White;

/// Black to move.
pub(super) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    const UP: i32 = 8;
    type Them = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    const UP: i32 = -8;
    type Them = White;
}

/// Receives generated moves. The generator passes whole sets, so a counter only counts bits.
pub(super) trait Sink {
    /// A piece other than a pawn moves from `from` to any square of `targets`; those in `enemies` are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);

    /// One pawn move of this kind to each of `targets`, from the square `step` indices before it.
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind);

    /// Four promotions on each of `targets`.
    fn promotions(&mut self, targets: Bitboard, step: i32, capture: bool);

    /// A single move: castling or en passant.
    fn one(&mut self, mv: Move);

    /// Castling on this wing with this rook.
    #[inline]
    fn castling(&mut self, king: Square, rook: Option<Square>, wing: Wing) {
        let kind = match wing {
            Wing::KingSide => MoveKind::CastleKingSide,
            Wing::QueenSide => MoveKind::CastleQueenSide,
        };
        if let Some(rook) = rook {
            self.one(Move::new(king, rook, kind));
        }
    }
}

/// Origin square of a pawn with this target and step.
#[inline]
fn origin(to: Square, step: i32) -> Square {
    Square::wrap((to.index() as i32 - step) as u32)
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets {
            let kind = if enemies.has(to) { MoveKind::Capture } else { MoveKind::Quiet };
            self.push(Move::new(from, to, kind));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(origin(to, step), to, kind));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32, capture: bool) {
        for to in targets {
            for piece in PieceType::PROMOTIONS {
                if let Some(kind) = MoveKind::promotion(piece, capture) {
                    self.push(Move::new(origin(to, step), to, kind));
                }
            }
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves.
#[derive(Default)]
pub(super) struct Counter(u32);

impl Counter {
    #[inline]
    pub(super) const fn count(&self) -> u32 {
        self.0
    }
}

impl Sink for Counter {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i32, _: MoveKind) {
        self.0 += targets.count();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i32, _: bool) {
        self.0 += 4 * targets.count();
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Tests only whether there is a move.
#[derive(Default)]
pub(super) struct Any(Bitboard);

impl Any {
    #[inline]
    pub(super) const fn found(&self) -> bool {
        self.0.any()
    }
}

impl Sink for Any {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 |= targets;
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i32, _: MoveKind) {
        self.0 |= targets;
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i32, _: bool) {
        self.0 |= targets;
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.0.insert(mv.to());
    }
}
