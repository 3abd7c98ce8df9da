//! What a line of moves changes in material, counted where it has come to rest.

use tabia_chess::{Board, Color, Move, see};
use tabia_engine::eval;

/// What a line changes in material for the side to move at its start, centipawns. It is counted where the line
/// has come to rest: behind its last capture that is not taken back.
pub(super) fn balance(board: &Board, line: &[Move]) -> Option<i32> {
    let us = board.stm();
    let material = |board: &Board| {
        let value = eval::material(board);
        if board.stm() == us { value } else { -value }
    };
    let (start, mut now, mut at) = (material(board), None, *board);
    for &mv in line {
        if !at.is_legal(mv) {
            break;
        }
        at = at.after(mv);
        now = Some(material(&at));
    }
    // A line that ends in the middle of an exchange would count the last capture for too much.
    let settled = if settles(&at) { now } else { now.map(|value| value + hanging(&at, us)) };
    settled.map(|value| value - start)
}

/// Whether nothing can be won by a capture.
fn settles(board: &Board) -> bool {
    best_exchange(board) == 0
}

/// What the best capture wins, from the view of `us`.
fn hanging(board: &Board, us: Color) -> i32 {
    let won = best_exchange(board);
    if board.stm() == us { won } else { -won }
}

/// The best static exchange of the side to move, at least 0.
fn best_exchange(board: &Board) -> i32 {
    board.noisy_moves().iter().map(|&mv| see::value(board, mv)).max().unwrap_or(0).max(0)
}
