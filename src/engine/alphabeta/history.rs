//! Move histories, one set per thread: which quiet moves, captures and replies have caused cutoffs. Also correction
//! history, which all threads share.

use std::sync::Arc;
use std::sync::atomic::AtomicI16;
use std::sync::atomic::Ordering::Relaxed;

use super::params as p;
use super::value::Value;
use crate::search::inspection::{CorrectionTable, HistoryView};
use tabia_chess::{Bitboard, Board, Color, Move, Piece, PieceType};

/// Bound of an entry in butterfly, pawn and capture history.
const LIMIT: i32 = 8192;
/// Bound of an entry in continuation history.
const CONT_LIMIT: i32 = 16_384;
/// Size of pawn history: pawn structures are hashed into this many slots.
const PAWN_SLOTS: usize = 512;
/// Plies from the root covered by the low-ply history.
const LOW_PLY_SIZE: usize = 4;
/// Origin and target square as one index.
const FROM_TO: usize = 64 * 64;

/// Piece and target square as one index.
pub(super) const PIECE_TO: usize = 12 * 64;
/// The index of "no move" in continuation history.
pub(super) const NO_CONT_INDEX: usize = PIECE_TO;
/// Plies back to the moves that index continuation history.
pub(super) const BACK: [usize; 4] = [1, 2, 4, 6];

/// Continuation-history index of a moved piece and its target square.
#[inline]
pub(super) fn cont_index(piece: Piece, mv: Move) -> usize {
    piece.index() * 64 + mv.to().index()
}

/// Continuation-history index of a move on a board.
#[inline]
pub(super) fn cont_index_of(board: &Board, mv: Move) -> usize {
    board.piece_on(mv.from()).map_or(0, |piece| cont_index(piece, mv))
}

/// History gravity: adds a bonus that shrinks as the entry approaches its bound.
#[inline]
pub(super) fn with_bonus(entry: i16, bonus: i32, limit: i32) -> i16 {
    let (old, bonus) = (i32::from(entry), bonus.clamp(-limit, limit));
    (old + bonus - old * bonus.abs() / limit) as i16
}

#[inline]
fn add_bonus(entry: &mut i16, bonus: i32, limit: i32) {
    *entry = with_bonus(*entry, bonus, limit);
}

/// The context that indexes the quiet histories, besides the move itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryContext {
    stm: Color,
    /// Squares the opponent attacks.
    threats: Bitboard,
    /// Continuation-history indices of the moves one, two, four and six plies back.
    cont_indices: [usize; BACK.len()],
    /// Slot of the pawn structure.
    pawns: usize,
}

impl HistoryContext {
    /// Empty context, before the root.
    pub(super) const NONE: HistoryContext = HistoryContext {
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
    ) -> HistoryContext {
        HistoryContext {
            stm: board.stm(),
            threats,
            cont_indices,
            pawns: board.pawn_key() as usize % PAWN_SLOTS,
        }
    }

    /// Continuation-history index of the previous move.
    #[inline]
    pub(super) fn last_cont_index(&self) -> usize {
        self.cont_indices[0]
    }

    /// Index into butterfly history: side to move, whether origin and target are attacked, and the two squares.
    #[inline]
    fn butterfly(&self, mv: Move) -> usize {
        let attacked = |square| usize::from(self.threats.has(square));
        let kind = self.stm.index() * 4 + attacked(mv.from()) * 2 + attacked(mv.to());
        kind * FROM_TO + from_to(mv)
    }
}

#[inline]
fn from_to(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

/// All history tables of one thread.
#[derive(Debug)]
pub(super) struct History {
    butterfly: Box<[i16]>,
    pawns: Box<[[i16; PIECE_TO]]>,
    cont: Box<[[i16; PIECE_TO]]>,
    low_ply: Box<[[i16; FROM_TO]]>,
    /// Capture history by piece and target square, captured kind, and whether the target is defended.
    noisy: Box<[[[i16; 2]; 7]]>,
    counter: Box<[Option<Move>]>,
}

impl History {
    pub(super) fn new() -> History {
        History {
            butterfly: vec![0; 8 * FROM_TO].into(),
            pawns: vec![[0; PIECE_TO]; PAWN_SLOTS].into(),
            cont: vec![[0; PIECE_TO]; PIECE_TO + 1].into(),
            low_ply: vec![[0; FROM_TO]; LOW_PLY_SIZE].into(),
            noisy: vec![[[0; 2]; 7]; PIECE_TO].into(),
            counter: vec![None; PIECE_TO + 1].into(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.pawns.fill([0; PIECE_TO]);
        self.cont.fill([0; PIECE_TO]);
        self.low_ply.fill([0; FROM_TO]);
        self.noisy.fill([[0; 2]; 7]);
        self.counter.fill(None);
    }

    /// Clears the low-ply history, which belongs to the root of one search.
    pub(super) fn new_search(&mut self) {
        self.low_ply.fill([0; FROM_TO]);
    }

    /// History score of a quiet move; `here` is its continuation-history index.
    #[inline]
    pub(super) fn quiet(&self, context: &HistoryContext, mv: Move, here: usize) -> i32 {
        let cont = |at: usize| i32::from(self.cont[context.cont_indices[at]][here]);
        let sum = i32::from(self.butterfly[context.butterfly(mv)]) * p::weight_squares()
            + i32::from(self.pawns[context.pawns][here]) * p::weight_pawns()
            + cont(0) * p::weight_cont_1()
            + cont(1) * p::weight_cont_2()
            + cont(2) * p::weight_cont_4()
            + cont(3) * p::weight_cont_6();
        sum / 16
    }

    /// Low-ply history score of a quiet move; 0 further from the root.
    #[inline]
    pub(super) fn low_ply(&self, ply: usize, mv: Move) -> i32 {
        let Some(table) = self.low_ply.get(ply) else { return 0 };
        i32::from(table[from_to(mv)]) * p::weight_low_ply() / (16 * (1 + 2 * ply as i32))
    }

    /// Adds a bonus to all histories of a quiet move.
    pub(super) fn update_quiet(
        &mut self,
        context: &HistoryContext,
        ply: usize,
        mv: Move,
        here: usize,
        bonus: i32,
    ) {
        if let Some(table) = self.low_ply.get_mut(ply) {
            add_bonus(&mut table[from_to(mv)], bonus, LIMIT);
        }
        self.update_butterfly_and_pawn(context, mv, here, bonus);
        self.update_cont(context, here, bonus);
    }

    /// Adds a bonus to butterfly and pawn history, which do not depend on the previous moves.
    pub(super) fn update_butterfly_and_pawn(
        &mut self,
        context: &HistoryContext,
        mv: Move,
        here: usize,
        bonus: i32,
    ) {
        add_bonus(&mut self.butterfly[context.butterfly(mv)], bonus, LIMIT);
        add_bonus(&mut self.pawns[context.pawns][here], bonus, LIMIT);
    }

    /// Adds a bonus to continuation history.
    pub(super) fn update_cont(&mut self, context: &HistoryContext, here: usize, bonus: i32) {
        for cont_index in context.cont_indices {
            if cont_index != NO_CONT_INDEX {
                add_bonus(&mut self.cont[cont_index][here], bonus, CONT_LIMIT);
            }
        }
    }

    /// History score of a capture or promotion.
    #[inline]
    pub(super) fn noisy(&self, board: &Board, threats: Bitboard, mv: Move) -> i32 {
        let kind = captured(board, mv).map_or(6, PieceType::index);
        i32::from(self.noisy[cont_index_of(board, mv)][kind][usize::from(threats.has(mv.to()))])
    }

    /// Adds a bonus to capture history.
    pub(super) fn update_noisy(&mut self, board: &Board, threats: Bitboard, mv: Move, bonus: i32) {
        let kind = captured(board, mv).map_or(6, PieceType::index);
        let defended = usize::from(threats.has(mv.to()));
        add_bonus(&mut self.noisy[cont_index_of(board, mv)][kind][defended], bonus, LIMIT);
    }

    /// The parts of [`History::quiet`]; rounding is a separate part.
    pub(super) fn quiet_parts(
        &self,
        context: &HistoryContext,
        mv: Move,
        here: usize,
    ) -> Vec<(&'static str, i32)> {
        let cont = |at: usize| i32::from(self.cont[context.cont_indices[at]][here]);
        let parts = [
            ("butterfly", i32::from(self.butterfly[context.butterfly(mv)]) * p::weight_squares()),
            ("pawn history", i32::from(self.pawns[context.pawns][here]) * p::weight_pawns()),
            ("continuation 1", cont(0) * p::weight_cont_1()),
            ("continuation 2", cont(1) * p::weight_cont_2()),
            ("continuation 4", cont(2) * p::weight_cont_4()),
            ("continuation 6", cont(3) * p::weight_cont_6()),
        ];
        let mut parts: Vec<(&str, i32)> =
            parts.into_iter().map(|(name, part)| (name, part / 16)).collect();
        let sum: i32 = parts.iter().map(|&(_, part)| part).sum();
        parts.push(("rounding", self.quiet(context, mv, here) - sum));
        parts
    }

    /// The history tables for this context, for display.
    pub(super) fn view(&self, context: &HistoryContext) -> HistoryView {
        // The mean of the written entries, because the strongest entry reaches the limit within seconds.
        let mean = |values: &mut dyn Iterator<Item = i16>| {
            let written = values.filter(|&value| value != 0).map(i32::from);
            let (sum, count) = written.fold((0, 0), |(sum, count), value| (sum + value, count + 1));
            if count == 0 { 0 } else { (sum / count) as i16 }
        };
        let butterfly = |at: usize| {
            let kinds = context.stm.index() * 4..context.stm.index() * 4 + 4;
            mean(&mut kinds.map(|kind| self.butterfly[kind * FROM_TO + at]))
        };
        let captures = |table: &[[i16; 2]; 7]| mean(&mut table.iter().flatten().copied());
        let cont_index = context.last_cont_index();
        HistoryView {
            butterfly: (0..FROM_TO).map(butterfly).collect(),
            pawns: self.pawns[context.pawns].to_vec(),
            continuation: if cont_index == NO_CONT_INDEX {
                Vec::new()
            } else {
                self.cont[cont_index].to_vec()
            },
            captures: self.noisy.iter().map(captures).collect(),
            after: None,
        }
    }

    /// Counter move: the quiet move that last refuted the move with this index.
    #[inline]
    pub(super) fn counter(&self, cont_index: usize) -> Option<Move> {
        self.counter[cont_index]
    }

    pub(super) fn set_counter(&mut self, cont_index: usize, mv: Move) {
        self.counter[cont_index] = Some(mv);
    }
}

/// The captured piece; a pawn for en passant.
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

// Correction history: average error of the static evaluation in positions with the same pawns or some of the same
// pieces.

/// Entries of one table, per side to move.
const SLOTS: usize = 16_384;
/// Tables, each indexed by another key of the position.
const TABLES: usize = 5;
/// Units per centipawn in an entry.
const GRAIN: i32 = 256;
/// Bound of one correction.
const CORRECTION_LIMIT: i32 = 32 * GRAIN;

/// Correction history by pawns, minor pieces, major pieces, White's pieces, Black's pieces. Clones share the same
/// tables. When two threads update at once one update may be lost, as in the transposition table.
#[derive(Clone, Debug)]
pub(super) struct CorrectionHistory(Arc<[AtomicI16]>);

impl CorrectionHistory {
    pub(super) fn new() -> CorrectionHistory {
        CorrectionHistory((0..TABLES * 2 * SLOTS).map(|_| AtomicI16::new(0)).collect())
    }

    pub(super) fn clear(&self) {
        self.0.iter().for_each(|entry| entry.store(0, Relaxed));
    }

    /// Correction of the static evaluation, centipawns.
    #[inline]
    pub(super) fn value(&self, board: &Board) -> Value {
        let [pawn, minor, major, white, black] =
            slots(board).map(|slot| i32::from(self.0[slot].load(Relaxed)));
        let sum = pawn * p::corr_pawn()
            + minor * p::corr_minor()
            + major * p::corr_major()
            + (white + black) * p::corr_men();
        sum / (16 * GRAIN)
    }

    /// What each table adds to [`CorrectionHistory::value`], centipawns.
    pub(super) fn parts(&self, board: &Board) -> [(CorrectionTable, f64); TABLES] {
        let weights =
            [p::corr_pawn(), p::corr_minor(), p::corr_major(), p::corr_men(), p::corr_men()];
        let tables = [
            CorrectionTable::Pawns,
            CorrectionTable::Minors,
            CorrectionTable::Majors,
            CorrectionTable::White,
            CorrectionTable::Black,
        ];
        let slots = slots(board);
        std::array::from_fn(|at| {
            let entry = i32::from(self.0[slots[at]].load(Relaxed));
            (tables[at], f64::from(entry * weights[at]) / f64::from(16 * GRAIN))
        })
    }

    /// Updates the entries by the difference between the search value and the static evaluation.
    pub(super) fn update(&self, board: &Board, error: Value, depth: i32) {
        let bonus =
            (error * depth * p::corr_rate()).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for slot in slots(board) {
            let entry = &self.0[slot];
            entry.store(with_bonus(entry.load(Relaxed), bonus, CORRECTION_LIMIT), Relaxed);
        }
    }
}

/// Indices of a position in the five tables.
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
            add_bonus(&mut entry, 1500, CORRECTION_LIMIT);
        }
        assert!(
            i32::from(entry) <= CORRECTION_LIMIT && i32::from(entry) > CORRECTION_LIMIT * 9 / 10
        );
        for _ in 0..1000 {
            add_bonus(&mut entry, -1500, CORRECTION_LIMIT);
        }
        assert!(
            i32::from(entry) >= -CORRECTION_LIMIT && i32::from(entry) < -CORRECTION_LIMIT * 9 / 10
        );
        add_bonus(&mut entry, 50_000, CORRECTION_LIMIT);
        assert_eq!(i32::from(entry), CORRECTION_LIMIT);
    }

    #[test]
    fn a_repeated_error_is_corrected_and_not_overcorrected() {
        let board = Board::start();
        let correction = CorrectionHistory::new();
        for _ in 0..200 {
            let left = 40 - correction.value(&board);
            correction.update(&board, left, 8);
        }
        let learnt = correction.value(&board);
        assert!((30..=42).contains(&learnt), "{learnt}");
        let other = Board::from_fen("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1").expect("a position");
        assert_eq!(correction.value(&other), 0);
    }

    #[test]
    fn threads_share_correction_history() {
        let board = Board::start();
        let ours = CorrectionHistory::new();
        let theirs = ours.clone();
        ours.update(&board, 40, 8);
        assert!(ours.value(&board) > 0 && theirs.value(&board) == ours.value(&board));
        theirs.clear();
        assert_eq!(ours.value(&board), 0);
    }
}
