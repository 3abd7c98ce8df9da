//! What the search remembers of moves: which quiet moves, captures and replies have cut off before.
//! One per thread; how far the evaluation was wrong is kept in `correction`.

use crate::search::look::HistoryView;
use tabia_chess::Bitboard;
use tabia_chess::Board;
use tabia_chess::Color;
use tabia_chess::Move;
use tabia_chess::Piece;
use tabia_chess::PieceType;

use super::params as p;

/// Bound of the histories filed by squares, pawns and captures.
const LIMIT: i32 = 8192;
/// Bound of continuation history.
const CONT_LIMIT: i32 = 16_384;
/// Pawn structures told apart.
const PAWN_SLOTS: usize = 512;
/// Plies from the root that have a history of their own.
const LOW_PLIES: usize = 4;
/// Squares of departure and arrival as one number.
const FROM_TO: usize = 64 * 64;

/// Piece and target square as one number.
pub(super) const PIECE_TO: usize = 12 * 64;
/// The row of "no move" in continuation history.
pub(super) const NO_ROW: usize = PIECE_TO;
/// How far back the moves lie that a continuation is filed under, plies.
pub(super) const BACK: [usize; 4] = [1, 2, 4, 6];

/// Index of a moved piece and its target: a row of continuation history, a place in one.
#[inline]
pub(super) fn row(piece: Piece, mv: Move) -> usize {
    piece.index() * 64 + mv.to().index()
}

/// The same for a move on a board.
#[inline]
pub(super) fn row_on(board: &Board, mv: Move) -> usize {
    board.piece_on(mv.from()).map_or(0, |piece| row(piece, mv))
}

/// Moves an entry towards the bonus, the less the nearer it is to its bound.
#[inline]
pub(super) fn nudged(entry: i16, bonus: i32, limit: i32) -> i16 {
    let (old, bonus) = (i32::from(entry), bonus.clamp(-limit, limit));
    (old + bonus - old * bonus.abs() / limit) as i16
}

/// The same where the entry is.
#[inline]
fn nudge(entry: &mut i16, bonus: i32, limit: i32) {
    *entry = nudged(*entry, bonus, limit);
}

/// What the history of quiet moves depends on besides the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    stm: Color,
    /// Squares the opponent attacks.
    threats: Bitboard,
    /// Rows of the moves one, two, four and six plies back.
    rows: [usize; BACK.len()],
    /// Slot of the pawn structure.
    pawns: usize,
}

impl Scope {
    /// Where nothing is known yet.
    pub(super) const NONE: Scope =
        Scope { stm: Color::White, threats: Bitboard::EMPTY, rows: [NO_ROW; BACK.len()], pawns: 0 };

    #[inline]
    pub(super) fn new(board: &Board, threats: Bitboard, rows: [usize; BACK.len()]) -> Scope {
        Scope { stm: board.stm(), threats, rows, pawns: board.pawn_key() as usize % PAWN_SLOTS }
    }

    /// The row of the move before.
    #[inline]
    pub(super) fn last_row(&self) -> usize {
        self.rows[0]
    }

    /// Place in the history by squares: whether a move leaves and reaches an attacked square tells
    /// as much as the squares.
    #[inline]
    fn squares(&self, mv: Move) -> usize {
        let attacked = |square| usize::from(self.threats.has(square));
        let kind = self.stm.index() * 4 + attacked(mv.from()) * 2 + attacked(mv.to());
        kind * FROM_TO + from_to(mv)
    }
}

#[inline]
fn from_to(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

/// The tables of one thread.
#[derive(Debug)]
pub(super) struct History {
    squares: Box<[i16]>,
    pawns: Box<[[i16; PIECE_TO]]>,
    cont: Box<[[i16; PIECE_TO]]>,
    low: Box<[[i16; FROM_TO]]>,
    /// By place, captured kind and whether the target is defended.
    noisy: Box<[[[i16; 2]; 7]]>,
    counter: Box<[Option<Move>]>,
}

impl History {
    pub(super) fn new() -> History {
        History {
            squares: vec![0; 8 * FROM_TO].into(),
            pawns: vec![[0; PIECE_TO]; PAWN_SLOTS].into(),
            cont: vec![[0; PIECE_TO]; PIECE_TO + 1].into(),
            low: vec![[0; FROM_TO]; LOW_PLIES].into(),
            noisy: vec![[[0; 2]; 7]; PIECE_TO].into(),
            counter: vec![None; PIECE_TO + 1].into(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.squares.fill(0);
        self.pawns.fill([0; PIECE_TO]);
        self.cont.fill([0; PIECE_TO]);
        self.low.fill([0; FROM_TO]);
        self.noisy.fill([[0; 2]; 7]);
        self.counter.fill(None);
    }

    /// A new search begins: what was near the root no longer is.
    pub(super) fn new_search(&mut self) {
        self.low.fill([0; FROM_TO]);
    }

    /// How a quiet move fared before; `here` is its place.
    #[inline]
    pub(super) fn quiet(&self, scope: &Scope, mv: Move, here: usize) -> i32 {
        let cont = |at: usize| i32::from(self.cont[scope.rows[at]][here]);
        let sum = i32::from(self.squares[scope.squares(mv)]) * p::weight_squares()
            + i32::from(self.pawns[scope.pawns][here]) * p::weight_pawns()
            + cont(0) * p::weight_cont_1()
            + cont(1) * p::weight_cont_2()
            + cont(2) * p::weight_cont_4()
            + cont(3) * p::weight_cont_6();
        sum / 16
    }

    /// How a quiet move fared near the root of this search; 0 elsewhere.
    #[inline]
    pub(super) fn low(&self, ply: usize, mv: Move) -> i32 {
        let Some(table) = self.low.get(ply) else { return 0 };
        i32::from(table[from_to(mv)]) * p::weight_low_ply() / (16 * (1 + 2 * ply as i32))
    }

    /// Remembers how a quiet move fared.
    pub(super) fn update_quiet(
        &mut self,
        scope: &Scope,
        ply: usize,
        mv: Move,
        here: usize,
        bonus: i32,
    ) {
        if let Some(table) = self.low.get_mut(ply) {
            nudge(&mut table[from_to(mv)], bonus, LIMIT);
        }
        self.update_squares(scope, mv, here, bonus);
        self.update_cont(scope, here, bonus);
    }

    /// Remembers how a quiet move fared, whatever it replied to.
    pub(super) fn update_squares(&mut self, scope: &Scope, mv: Move, here: usize, bonus: i32) {
        nudge(&mut self.squares[scope.squares(mv)], bonus, LIMIT);
        nudge(&mut self.pawns[scope.pawns][here], bonus, LIMIT);
    }

    /// Remembers how a move fared as a reply to those before it.
    pub(super) fn update_cont(&mut self, scope: &Scope, here: usize, bonus: i32) {
        for row in scope.rows {
            if row != NO_ROW {
                nudge(&mut self.cont[row][here], bonus, CONT_LIMIT);
            }
        }
    }

    /// How a capture or promotion fared.
    #[inline]
    pub(super) fn noisy(&self, board: &Board, threats: Bitboard, mv: Move) -> i32 {
        let kind = captured(board, mv).map_or(6, PieceType::index);
        i32::from(self.noisy[row_on(board, mv)][kind][usize::from(threats.has(mv.to()))])
    }

    /// Remembers how a capture or promotion fared.
    pub(super) fn update_noisy(&mut self, board: &Board, threats: Bitboard, mv: Move, bonus: i32) {
        let kind = captured(board, mv).map_or(6, PieceType::index);
        let defended = usize::from(threats.has(mv.to()));
        nudge(&mut self.noisy[row_on(board, mv)][kind][defended], bonus, LIMIT);
    }

    /// What a quiet move's score is made of: [`History::quiet`] part by part, rounding told as such.
    pub(super) fn quiet_parts(
        &self,
        scope: &Scope,
        mv: Move,
        here: usize,
    ) -> Vec<(&'static str, i32)> {
        let cont = |at: usize| i32::from(self.cont[scope.rows[at]][here]);
        let parts = [
            ("butterfly", i32::from(self.squares[scope.squares(mv)]) * p::weight_squares()),
            ("pawn history", i32::from(self.pawns[scope.pawns][here]) * p::weight_pawns()),
            ("continuation 1", cont(0) * p::weight_cont_1()),
            ("continuation 2", cont(1) * p::weight_cont_2()),
            ("continuation 4", cont(2) * p::weight_cont_4()),
            ("continuation 6", cont(3) * p::weight_cont_6()),
        ];
        let mut parts: Vec<(&str, i32)> =
            parts.into_iter().map(|(name, part)| (name, part / 16)).collect();
        let told: i32 = parts.iter().map(|&(_, part)| part).sum();
        parts.push(("rounding", self.quiet(scope, mv, here) - told));
        parts
    }

    /// The histories as seen by a position of this scope.
    pub(super) fn view(&self, scope: &Scope) -> HistoryView {
        let strongest = |values: &mut dyn Iterator<Item = i16>| {
            values.max_by_key(|value| value.unsigned_abs()).unwrap_or(0)
        };
        let squares = |at: usize| {
            let kinds = scope.stm.index() * 4..scope.stm.index() * 4 + 4;
            strongest(&mut kinds.map(|kind| self.squares[kind * FROM_TO + at]))
        };
        let captures = |table: &[[i16; 2]; 7]| strongest(&mut table.iter().flatten().copied());
        let row = scope.last_row();
        HistoryView {
            butterfly: (0..FROM_TO).map(squares).collect(),
            pawns: self.pawns[scope.pawns].to_vec(),
            continuation: if row == NO_ROW { Vec::new() } else { self.cont[row].to_vec() },
            captures: self.noisy.iter().map(captures).collect(),
            after: None,
        }
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
        nudge(&mut entry, 50_000, LIMIT);
        assert_eq!(i32::from(entry), LIMIT);
    }
}
