//! How far the static evaluation was wrong in positions that share something with the one at hand:
//! its pawns, its pieces, the last moves. One per thread.

use crate::chess::board::Board;
use crate::chess::color::Color;

use super::history::{NO_ROW, PIECE_TO, nudge};
use super::params as p;
use super::value::Value;

/// Slots of one table, per side to move.
const SLOTS: usize = 16_384;
/// Tables filed by a key of the position.
const KEYED: usize = 5;
/// Corrections are kept in this many parts of a centipawn.
const GRAIN: i32 = 256;
/// Bound of one correction, parts of a centipawn.
const LIMIT: i32 = 32 * GRAIN;

/// The rows of the last moves: one, two and four plies back.
pub(super) type LastRows = [usize; 3];

/// The tables of one thread.
#[derive(Debug)]
pub(super) struct Correction {
    /// By pawns, minor pieces, major pieces, White's men, Black's men.
    keyed: Box<[i16]>,
    /// By an earlier move and the last one.
    cont: Box<[[i16; PIECE_TO]]>,
}

impl Correction {
    pub(super) fn new() -> Correction {
        Correction {
            keyed: vec![0; KEYED * 2 * SLOTS].into(),
            cont: vec![[0; PIECE_TO]; PIECE_TO].into(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.keyed.fill(0);
        self.cont.fill([0; PIECE_TO]);
    }

    /// What to add to the static evaluation, centipawns.
    #[inline]
    pub(super) fn of(&self, board: &Board, last: LastRows) -> Value {
        let [pawn, minor, major, white, black] =
            slots(board).map(|slot| i32::from(self.keyed[slot]));
        let cont: i32 = pairs(last).map(|(row, here)| i32::from(self.cont[row][here])).sum();
        let sum = pawn * p::corr_pawn()
            + minor * p::corr_minor()
            + major * p::corr_major()
            + (white + black) * p::corr_men()
            + cont * p::corr_cont();
        sum / (16 * GRAIN)
    }

    /// Remembers by how much a search of this depth disagreed with the evaluation.
    pub(super) fn learn(&mut self, board: &Board, last: LastRows, error: Value, depth: i32) {
        let bonus = (error * depth * p::corr_rate()).clamp(-LIMIT / 4, LIMIT / 4);
        for slot in slots(board) {
            nudge(&mut self.keyed[slot], bonus, LIMIT);
        }
        for (row, here) in pairs(last) {
            nudge(&mut self.cont[row][here], bonus, LIMIT);
        }
    }
}

/// An earlier move and the last one, as places in the table of continuations.
#[inline]
fn pairs(last: LastRows) -> impl Iterator<Item = (usize, usize)> {
    let known = move |&row: &usize| row != NO_ROW && last[0] != NO_ROW;
    [last[1], last[2]].into_iter().filter(known).map(move |row| (row, last[0]))
}

/// Where the corrections of a position are filed.
#[inline]
fn slots(board: &Board) -> [usize; KEYED] {
    let keys = [
        board.pawn_key(),
        board.minor_key(),
        board.major_key(),
        board.nonpawn_key(Color::White),
        board.nonpawn_key(Color::Black),
    ];
    let mut slots = [0; KEYED];
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
        let mut correction = Correction::new();
        for _ in 0..200 {
            let left = 40 - correction.of(&board, [NO_ROW; 3]);
            correction.learn(&board, [NO_ROW; 3], left, 8);
        }
        let learnt = correction.of(&board, [NO_ROW; 3]);
        assert!((30..=42).contains(&learnt), "{learnt}");
        let other = Board::from_fen("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1").expect("a position");
        assert_eq!(correction.of(&other, [NO_ROW; 3]), 0);
    }
}
