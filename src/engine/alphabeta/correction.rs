//! How far the static evaluation was wrong in positions that share something with the one at hand:
//! its pawns or some of its pieces. The threads of a search learn and use it together.

use std::sync::Arc;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use tabia_chess::Board;
use tabia_chess::Color;

use super::history::nudged;
use super::params as p;
use super::value::Value;

/// Slots of one table, per side to move.
const SLOTS: usize = 16_384;
/// Tables, each filed by a key of the position.
const TABLES: usize = 5;
/// Corrections are kept in this many parts of a centipawn.
const GRAIN: i32 = 256;
/// Bound of one correction, parts of a centipawn.
const LIMIT: i32 = 32 * GRAIN;

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

    /// Remembers by how much a search of this depth disagreed with the evaluation.
    pub(super) fn learn(&self, board: &Board, error: Value, depth: i32) {
        let bonus = (error * depth * p::corr_rate()).clamp(-LIMIT / 4, LIMIT / 4);
        for slot in slots(board) {
            let entry = &self.0[slot];
            entry.store(nudged(entry.load(Relaxed), bonus, LIMIT), Relaxed);
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
