//! Move histories: which quiet moves, captures and replies have caused cutoffs before; each thread has its own. And
//! correction history, which all threads share.

use std::sync::Arc;
use std::sync::atomic::AtomicI16;
use std::sync::atomic::Ordering::Relaxed;

use super::params as p;
use super::value::Value;
use crate::search::inspection::HistoryView;
use tabia_chess::{Bitboard, Board, Color, Move, Piece, PieceType};
use tabia_text::t;

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
/// The index of "no move" in continuation history.
pub(super) const NO_CONT_INDEX: usize = PIECE_TO;
/// Plies between a move and those that continuation history is indexed by.
pub(super) const BACK: [usize; 4] = [1, 2, 4, 6];

/// Index of a moved piece and its target square, for continuation history on both sides.
#[inline]
pub(super) fn cont_index(piece: Piece, mv: Move) -> usize {
    piece.index() * 64 + mv.to().index()
}

/// The same for a move on a board.
#[inline]
pub(super) fn cont_index_of(board: &Board, mv: Move) -> usize {
    board.piece_on(mv.from()).map_or(0, |piece| cont_index(piece, mv))
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
    /// Continuation-history indices of the moves one, two, four and six plies back.
    cont_indices: [usize; BACK.len()],
    /// Slot of the pawn structure.
    pawns: usize,
}

impl Scope {
    /// Where nothing is known yet.
    pub(super) const NONE: Scope = Scope {
        stm: Color::White,
        threats: Bitboard::EMPTY,
        cont_indices: [NO_CONT_INDEX; BACK.len()],
        pawns: 0,
    };

    #[inline]
    pub(super) fn new(
        board: &Board,
        threats: Bitboard,
        cont_indices: [usize; BACK.len()],
    ) -> Scope {
        Scope {
            stm: board.stm(),
            threats,
            cont_indices,
            pawns: board.pawn_key() as usize % PAWN_SLOTS,
        }
    }

    /// The continuation-history index of the move before.
    #[inline]
    pub(super) fn last_cont_index(&self) -> usize {
        self.cont_indices[0]
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

    /// The history score of a quiet move; `here` is its continuation-history index.
    #[inline]
    pub(super) fn quiet(&self, scope: &Scope, mv: Move, here: usize) -> i32 {
        let cont = |at: usize| i32::from(self.cont[scope.cont_indices[at]][here]);
        let sum = i32::from(self.squares[scope.squares(mv)]) * p::weight_squares()
            + i32::from(self.pawns[scope.pawns][here]) * p::weight_pawns()
            + cont(0) * p::weight_cont_1()
            + cont(1) * p::weight_cont_2()
            + cont(2) * p::weight_cont_4()
            + cont(3) * p::weight_cont_6();
        sum / 16
    }

    /// The history score of a quiet move near the root of this search; 0 elsewhere.
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
        for cont_index in scope.cont_indices {
            if cont_index != NO_CONT_INDEX {
                nudge(&mut self.cont[cont_index][here], bonus, CONT_LIMIT);
            }
        }
    }

    /// The history score of a capture or promotion.
    #[inline]
    pub(super) fn noisy(&self, board: &Board, threats: Bitboard, mv: Move) -> i32 {
        let kind = captured(board, mv).map_or(6, PieceType::index);
        i32::from(self.noisy[cont_index_of(board, mv)][kind][usize::from(threats.has(mv.to()))])
    }

    /// Remembers how a capture or promotion fared.
    pub(super) fn update_noisy(&mut self, board: &Board, threats: Bitboard, mv: Move, bonus: i32) {
        let kind = captured(board, mv).map_or(6, PieceType::index);
        let defended = usize::from(threats.has(mv.to()));
        nudge(&mut self.noisy[cont_index_of(board, mv)][kind][defended], bonus, LIMIT);
    }

    /// What a quiet move's score is made of: [`History::quiet`] part by part, rounding told as such.
    pub(super) fn quiet_parts(
        &self,
        scope: &Scope,
        mv: Move,
        here: usize,
    ) -> Vec<(&'static str, i32)> {
        let cont = |at: usize| i32::from(self.cont[scope.cont_indices[at]][here]);
        let parts = [
            (
                t!("order-butterfly"),
                i32::from(self.squares[scope.squares(mv)]) * p::weight_squares(),
            ),
            (
                t!("order-pawn-history"),
                i32::from(self.pawns[scope.pawns][here]) * p::weight_pawns(),
            ),
            (t!("order-continuation-1"), cont(0) * p::weight_cont_1()),
            (t!("order-continuation-2"), cont(1) * p::weight_cont_2()),
            (t!("order-continuation-4"), cont(2) * p::weight_cont_4()),
            (t!("order-continuation-6"), cont(3) * p::weight_cont_6()),
        ];
        let mut parts: Vec<(&str, i32)> =
            parts.into_iter().map(|(name, part)| (name, part / 16)).collect();
        let sum: i32 = parts.iter().map(|&(_, part)| part).sum();
        parts.push((t!("order-rounding"), self.quiet(scope, mv, here) - sum));
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
        let cont_index = scope.last_cont_index();
        HistoryView {
            butterfly: (0..FROM_TO).map(squares).collect(),
            pawns: self.pawns[scope.pawns].to_vec(),
            continuation: if cont_index == NO_CONT_INDEX {
                Vec::new()
            } else {
                self.cont[cont_index].to_vec()
            },
            captures: self.noisy.iter().map(captures).collect(),
            after: None,
        }
    }

    /// The counter move: the quiet move that last refuted the move with this index.
    #[inline]
    pub(super) fn counter(&self, cont_index: usize) -> Option<Move> {
        self.counter[cont_index]
    }

    /// Remembers the refutation.
    pub(super) fn set_counter(&mut self, cont_index: usize, mv: Move) {
        self.counter[cont_index] = Some(mv);
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

// Correction history: by how much the static evaluation was wrong in positions with the same pawns or some of the same
// pieces.

/// Slots of one table, per side to move.
const SLOTS: usize = 16_384;
/// Tables, each filed by a key of the position.
const TABLES: usize = 5;
/// Corrections are kept in this many parts of a centipawn.
const GRAIN: i32 = 256;
/// Bound of one correction, parts of a centipawn.
const CORRECTION_LIMIT: i32 = 32 * GRAIN;

/// The tables: by pawns, minor pieces, major pieces, White's men, Black's men. A clone is the same tables. Where two
/// threads learn at once one of them may be lost, as in the transposition table.
#[derive(Clone, Debug)]
pub(super) struct Correction(Arc<[AtomicI16]>);

impl Correction {
    pub(super) fn new() -> Correction {
        Correction((0..TABLES * 2 * SLOTS).map(|_| AtomicI16::new(0)).collect())
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.0.iter().for_each(|entry| entry.store(0, Relaxed));
    }

    /// What to add to the static evaluation, centipawns.
    #[inline]
    pub(super) fn of(&self, board: &Board) -> Value {
        let [pawn, minor, major, white, black] =
            slots(board).map(|slot| i32::from(self.0[slot].load(Relaxed)));
        let sum = pawn * p::corr_pawn()
            + minor * p::corr_minor()
            + major * p::corr_major()
            + (white + black) * p::corr_men();
        sum / (16 * GRAIN)
    }

    /// Updates the corrections by the difference of a search of this depth from the static evaluation.
    pub(super) fn learn(&self, board: &Board, error: Value, depth: i32) {
        let bonus =
            (error * depth * p::corr_rate()).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for slot in slots(board) {
            let entry = &self.0[slot];
            entry.store(nudged(entry.load(Relaxed), bonus, CORRECTION_LIMIT), Relaxed);
        }
    }
}

/// Where the corrections of a position are filed.
#[inline]
fn slots(board: &Board) -> [usize; TABLES] {
    let keys = [
        board.pawn_key(),
        board.minor_key(),
        board.major_key(),
        board.nonpawn_key(Color::White),
        board.nonpawn_key(Color::Black),
    ];
    let mut slots = [0; TABLES];
    for (kind, key) in keys.into_iter().enumerate() {
        slots[kind] = (kind * 2 + board.stm().index()) * SLOTS + key as usize % SLOTS;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_bound() {
        let mut entry = 0;
        for _ in 0..1000 {
            nudge(&mut entry, 1500, CORRECTION_LIMIT);
        }
        assert!(
            i32::from(entry) <= CORRECTION_LIMIT && i32::from(entry) > CORRECTION_LIMIT * 9 / 10
        );
        for _ in 0..1000 {
            nudge(&mut entry, -1500, CORRECTION_LIMIT);
        }
        assert!(
            i32::from(entry) >= -CORRECTION_LIMIT && i32::from(entry) < -CORRECTION_LIMIT * 9 / 10
        );
        nudge(&mut entry, 50_000, CORRECTION_LIMIT);
        assert_eq!(i32::from(entry), CORRECTION_LIMIT);
    }

    #[test]
    fn an_error_met_again_and_again_is_corrected_and_not_more_than_that() {
        let board = Board::start();
        let correction = Correction::new();
        for _ in 0..200 {
            let left = 40 - correction.of(&board);
            correction.learn(&board, left, 8);
        }
        let learnt = correction.of(&board);
        assert!((30..=42).contains(&learnt), "{learnt}");
        let other = Board::from_fen("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1").expect("a position");
        assert_eq!(correction.of(&other), 0);
    }

    #[test]
    fn what_one_thread_learns_another_knows() {
        let board = Board::start();
        let ours = Correction::new();
        let theirs = ours.clone();
        ours.learn(&board, 40, 8);
        assert!(ours.of(&board) > 0 && theirs.of(&board) == ours.of(&board));
        theirs.clear();
        assert_eq!(ours.of(&board), 0);
    }
}
