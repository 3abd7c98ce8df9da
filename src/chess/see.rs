//! Static exchange evaluation (SEE): the material result of a move if both sides keep capturing on its target square
//! with the least valuable piece, and either side may stop.
//!
//! The search uses it thousands of times a second to sort captures and prune losing ones. X-ray attackers join in.
//! Pawns that capture on the last rank become queens and capture after the rooks, because a queen is then at risk. Pins
//! are ignored. Of several capturers of the same kind the one on the first square (from a1) goes first, so a position and
//! its mirror image can differ where another piece stands behind one of them.
//!
//! ```
//! use tabia_chess::{Board, Square, see};
//! // The rook takes a pawn that a pawn defends: plus 100, minus 500.
//! let board = Board::from_fen("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1").unwrap();
//! let takes = board.find_move(Square::E2, Square::E5, None).unwrap();
//! assert_eq!(see::value(&board, takes), -400);
//! assert!(see::at_least(&board, takes, -400) && !see::at_least(&board, takes, -399));
//! ```

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::moves::Move;
use super::piece::{Color, PieceType};
use super::square::{Rank, Square};

/// Piece values in an exchange, pawn to king, in centipawns. The king is never captured.
pub const VALUES: [i32; PieceType::COUNT] = [100, 300, 300, 500, 900, 0];

/// Gain of a queen promotion.
const QUEENING: i32 = worth(PieceType::Queen) - worth(PieceType::Pawn);

/// Order of capturers where a capturing pawn becomes a queen.
const ORDER_WITH_PROMOTION: [PieceType; PieceType::COUNT] = [
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Pawn,
    PieceType::Queen,
    PieceType::King,
];

const fn worth(kind: PieceType) -> i32 {
    VALUES[kind.index()]
}

/// SEE value of a legal move in centipawns, negative for a loss.
pub fn value(board: &Board, mv: Move) -> i32 {
    if mv.is_castling() {
        return 0;
    }
    let mut exchange = Exchange::after(board, mv);
    // gains[n]: gain of the side that made capture n if the exchange ends there.
    let mut gains = [0; 33];
    gains[0] = first_gain(board, mv);
    let mut at_risk = piece_at_risk(board, mv);
    let mut last = 0;
    while let Some(taker) = exchange.next_taker() {
        let bonus = exchange.bonus(taker);
        last += 1;
        gains[last] = worth(at_risk) + bonus - gains[last - 1];
        at_risk = if bonus > 0 { PieceType::Queen } else { taker };
    }
    // Backwards: each side captures only if that is better than stopping.
    while last > 0 {
        last -= 1;
        gains[last] = gains[last].min(-gains[last + 1]);
    }
    gains[0]
}

/// Whether [`value`] is at least `threshold` (centipawns); stops as soon as the answer is certain.
pub fn at_least(board: &Board, mv: Move, threshold: i32) -> bool {
    if mv.is_castling() {
        return threshold <= 0;
    }
    if may_promote_on(board, mv.to()) {
        // A pawn that recaptures becomes a queen, for which the shortcuts below do not work.
        return value(board, mv) >= threshold;
    }
    // The balance above the threshold if nothing more is lost.
    let mut balance = first_gain(board, mv) - threshold;
    if balance < 0 {
        return false;
    }
    // The balance if the moved piece is lost: if it is still enough, the answer is certain.
    balance -= worth(piece_at_risk(board, mv));
    if balance >= 0 {
        return true;
    }
    let mut exchange = Exchange::after(board, mv);
    while let Some(taker) = exchange.next_taker() {
        // From the capturing side's view, which must get strictly above; if it does so even after losing its capturing
        // piece, it has won the exchange.
        balance = -balance - 1 - worth(taker);
        if balance >= 0 {
            return exchange.to_move != board.stm();
        }
    }
    // The side that can no longer capture has lost the exchange.
    exchange.to_move != board.stm()
}

/// Whether a pawn attacks this square on its last rank.
fn may_promote_on(board: &Board, square: Square) -> bool {
    let near = match square.rank() {
        Rank::First => attacks::pawn(Color::White, square),
        Rank::Eighth => attacks::pawn(Color::Black, square),
        _ => return false,
    };
    !near.is_disjoint(board.pieces(PieceType::Pawn))
}

/// Material gained by the move itself.
fn first_gain(board: &Board, mv: Move) -> i32 {
    let taken = if mv.is_en_passant() {
        worth(PieceType::Pawn)
    } else {
        board.piece_on(mv.to()).map_or(0, |piece| worth(piece.kind()))
    };
    taken + mv.promotion().map_or(0, |kind| worth(kind) - worth(PieceType::Pawn))
}

/// The piece on the target square after the move.
fn piece_at_risk(board: &Board, mv: Move) -> PieceType {
    let mover = board.piece_on(mv.from()).map_or(PieceType::Pawn, super::Piece::kind);
    mv.promotion().unwrap_or(mover)
}

/// An exchange on one square.
struct Exchange<'a> {
    board: &'a Board,
    target: Square,
    occupied: Bitboard,
    /// Attackers of both sides with the current occupancy.
    attackers: Bitboard,
    /// Side to capture next.
    to_move: Color,
}

impl<'a> Exchange<'a> {
    fn after(board: &'a Board, mv: Move) -> Self {
        let target = mv.to();
        let mut occupied = (board.occupied() - Bitboard::from(mv.from())) | Bitboard::from(target);
        if mv.is_en_passant() {
            occupied.remove(Square::wrap(target.index() as u32 ^ 8));
        }
        let attackers = board.attackers_to(target, occupied) & occupied;
        Self { board, target, occupied, attackers, to_move: !board.stm() }
    }

    /// Captures with the least valuable piece and returns its kind; the turn changes. `None` if no capture is possible;
    /// the turn stays.
    fn next_taker(&mut self) -> Option<PieceType> {
        let us = self.to_move;
        let ours = self.attackers & self.board.colors(us);
        let order = if self.on_last_rank() { &ORDER_WITH_PROMOTION } else { &PieceType::ALL };
        for &kind in order {
            let Some(from) = (ours & self.board.pieces(kind)).first() else { continue };
            self.occupied.remove(from);
            self.uncover(kind);
            if kind == PieceType::King && !self.attackers.is_disjoint(self.board.colors(!us)) {
                // The king may not capture a defended piece.
                return None;
            }
            self.to_move = !us;
            return Some(kind);
        }
        None
    }

    /// Adds X-ray attackers behind the piece that has just captured.
    fn uncover(&mut self, taker: PieceType) {
        let queens = self.board.pieces(PieceType::Queen);
        if matches!(taker, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            let sliders = self.board.pieces(PieceType::Bishop) | queens;
            self.attackers |= attacks::bishop(self.target, self.occupied) & sliders;
        }
        if matches!(taker, PieceType::Rook | PieceType::Queen) {
            let sliders = self.board.pieces(PieceType::Rook) | queens;
            self.attackers |= attacks::rook(self.target, self.occupied) & sliders;
        }
        self.attackers &= self.occupied;
    }

    /// Promotion gain of `taker`, in centipawns.
    fn bonus(&self, taker: PieceType) -> i32 {
        if taker == PieceType::Pawn && self.on_last_rank() { QUEENING } else { 0 }
    }

    fn on_last_rank(&self) -> bool {
        matches!(self.target.rank(), Rank::First | Rank::Eighth)
    }
}
