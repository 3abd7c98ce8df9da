//! Where generated moves go. The generator hands over whole groups, so a counter never looks at a
//! single move: it only counts bits.

use super::bitboard::Bitboard;
use super::castling::Wing;
use super::move_list::MoveList;
use super::moves::{Move, MoveKind};
use super::piece_type::PieceType;
use super::square::Square;

/// A receiver of moves.
pub(super) trait Sink {
    /// A piece that is no pawn goes from `from` to any square of `targets`; those in `enemies` are
    /// captures.
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

/// The square from which a pawn came that made this step.
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

/// Asks only whether there is a move.
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
