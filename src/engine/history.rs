//! What the search remembers of moves: which quiet moves, captures and replies have cut off before,
//! and how far the evaluation was wrong in positions of one kind. One per thread.

use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::moves::Move;
use crate::chess::piece::Piece;
use crate::chess::piece_type::PieceType;

use super::value::{EVAL_MAX, Value};

/// Bound of quiet and capture history.
const LIMIT: i32 = 8192;
/// Bound of continuation history.
const CONT_LIMIT: i32 = 16_384;
/// Slots of a correction table, per side to move.
const CORR_SLOTS: usize = 16_384;
/// Slots of one kind of correction, both sides to move.
const CORR_SIDE: usize = 2 * CORR_SLOTS;
/// Corrections are kept in this many parts of a centipawn.
const CORR_GRAIN: i32 = 256;
/// Bound of one correction, parts of a centipawn.
const CORR_LIMIT: i32 = 64 * CORR_GRAIN;

/// Piece and target square as one number.
const PIECE_TO: usize = 12 * 64;
/// The row of "no move" in continuation history.
pub(super) const NO_ROW: usize = PIECE_TO;

/// Index of a moved piece and its target, a row of continuation history.
#[inline]
pub(super) fn row(piece: Piece, mv: Move) -> usize {
    piece.index() * 64 + mv.to().index()
}

/// Moves an entry towards the bonus, the less the nearer it is to its bound.
#[inline]
fn nudge(entry: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / limit) as i16;
}

/// Kinds of correction: what part of the position the error is filed under.
const CORRECTIONS: usize = 5;

/// The tables of one thread.
#[derive(Debug)]
pub(super) struct History {
    quiet: Box<[[[i16; 64]; 64]]>,
    noisy: Box<[[i16; 7]]>,
    cont: Box<[[i16; PIECE_TO]]>,
    counter: Box<[Option<Move>]>,
    corr: Box<[i16]>,
}

impl History {
    pub(super) fn new() -> History {
        History {
            quiet: vec![[[0; 64]; 64]; 2].into(),
            noisy: vec![[0; 7]; PIECE_TO].into(),
            cont: vec![[0; PIECE_TO]; PIECE_TO + 1].into(),
            counter: vec![None; PIECE_TO + 1].into(),
            corr: vec![0; CORRECTIONS * CORR_SIDE].into(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.quiet.fill([[0; 64]; 64]);
        self.noisy.fill([0; 7]);
        self.cont.fill([0; PIECE_TO]);
        self.counter.fill(None);
        self.corr.fill(0);
    }

    /// How a quiet move fared: by squares, and as a reply to the moves in `rows` (one, two and four
    /// plies back).
    #[inline]
    pub(super) fn quiet(&self, stm: Color, piece: Piece, mv: Move, rows: [usize; 3]) -> i32 {
        let here = row(piece, mv);
        i32::from(self.quiet[stm.index()][mv.from().index()][mv.to().index()])
            + i32::from(self.cont[rows[0]][here])
            + i32::from(self.cont[rows[1]][here])
            + i32::from(self.cont[rows[2]][here]) / 2
    }

    /// Remembers how a quiet move fared.
    pub(super) fn update_quiet(
        &mut self,
        stm: Color,
        piece: Piece,
        mv: Move,
        rows: [usize; 3],
        bonus: i32,
    ) {
        let here = row(piece, mv);
        nudge(&mut self.quiet[stm.index()][mv.from().index()][mv.to().index()], bonus, LIMIT);
        for row in rows {
            if row != NO_ROW {
                nudge(&mut self.cont[row][here], bonus, CONT_LIMIT);
            }
        }
    }

    /// How a capture or promotion fared.
    #[inline]
    pub(super) fn noisy(&self, piece: Piece, mv: Move, captured: Option<PieceType>) -> i32 {
        i32::from(self.noisy[row(piece, mv)][captured.map_or(6, PieceType::index)])
    }

    /// Remembers how a capture or promotion fared.
    pub(super) fn update_noisy(
        &mut self,
        piece: Piece,
        mv: Move,
        captured: Option<PieceType>,
        bonus: i32,
    ) {
        nudge(&mut self.noisy[row(piece, mv)][captured.map_or(6, PieceType::index)], bonus, LIMIT);
    }

    /// The quiet move that last refuted the move with this row.
    #[inline]
    pub(super) fn counter(&self, row: usize) -> Option<Move> {
        self.counter[row]
    }

    /// Remembers the refutation.
    pub(super) fn set_counter(&mut self, row: usize, mv: Move) {
        self.counter[row] = Some(mv);
    }

    /// The static evaluation less the error usual in positions like this one.
    #[inline]
    pub(super) fn corrected(&self, board: &Board, eval: Value) -> Value {
        let sum: i32 = slots(board).iter().map(|&slot| i32::from(self.corr[slot])).sum();
        (eval + sum / (2 * CORR_GRAIN)).clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// Remembers by how much a search disagreed with the static evaluation.
    pub(super) fn correct(&mut self, board: &Board, error: Value, depth: i32) {
        let bonus = (error * depth * CORR_GRAIN / 8).clamp(-CORR_LIMIT / 4, CORR_LIMIT / 4);
        for slot in slots(board) {
            nudge(&mut self.corr[slot], bonus, CORR_LIMIT);
        }
    }
}

/// Where the corrections of a position are filed: pawns, minor pieces, major pieces, the men of
/// White, the men of Black.
#[inline]
fn slots(board: &Board) -> [usize; CORRECTIONS] {
    let side = board.stm().index() * CORR_SLOTS;
    let keys = [
        board.pawn_key(),
        board.minor_key(),
        board.major_key(),
        board.nonpawn_key(Color::White),
        board.nonpawn_key(Color::Black),
    ];
    let mut slots = [0; CORRECTIONS];
    for (kind, key) in keys.into_iter().enumerate() {
        slots[kind] = kind * CORR_SIDE + side + key as usize % CORR_SLOTS;
    }
    slots
}

/// The piece a move takes; en passant takes a pawn.
#[inline]
pub(super) fn captured(board: &Board, mv: Move) -> Option<PieceType> {
    if mv.is_en_passant() {
        Some(PieceType::Pawn)
    } else if mv.is_capture() {
        board.piece_on(mv.to()).map(Piece::kind)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_bound() {
        let mut entry = 0;
        for _ in 0..1000 {
            nudge(&mut entry, 1500, LIMIT);
        }
        assert!(i32::from(entry) <= LIMIT && i32::from(entry) > LIMIT * 9 / 10);
        for _ in 0..1000 {
            nudge(&mut entry, -1500, LIMIT);
        }
        assert!(i32::from(entry) >= -LIMIT && i32::from(entry) < -LIMIT * 9 / 10);
    }
}
