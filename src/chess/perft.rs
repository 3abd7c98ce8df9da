//! Perft: how many move sequences of a given length there are. The numbers are known for many
//! positions, so a wrong rule anywhere shows; and it measures the move generator's speed.

use std::hint::black_box;

use super::board::Board;
use super::movegen;
use super::movegen::{Black, Counter, Side, White};
use super::moves::{Move, MoveList};
use super::piece::Color;

/// The number of legal move sequences of `depth` plies. The last ply is counted, not made ("bulk
/// counting").
///
/// ```
/// use tabia_chess::{Board, perft::perft};
/// assert_eq!(perft(&Board::start(), 3), 8_902);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    match (depth, board.stm()) {
        (0, _) => 1,
        (_, Color::White) => count::<White>(board, depth),
        (_, Color::Black) => count::<Black>(board, depth),
    }
}

fn count<S: Side>(board: &Board, depth: u32) -> u64 {
    if depth == 1 {
        let mut counter = Counter::default();
        board.generate::<S, _, { movegen::ALL }>(&mut counter);
        return u64::from(counter.count());
    }
    let mut moves = MoveList::new();
    board.generate::<S, _, { movegen::ALL }>(&mut moves);
    let (mut nodes, mut next) = (0, *board);
    for &mv in &moves {
        next.become_after::<S, false>(board, mv);
        nodes += count::<S::Them>(&next, depth - 1);
    }
    nodes
}

/// The same number with every move of the last ply made as well, keys and all.
pub fn perft_slow(board: &Board, depth: u32) -> u64 {
    match (depth, board.stm()) {
        (0, _) => 1,
        (_, Color::White) => made::<White>(board, depth),
        (_, Color::Black) => made::<Black>(board, depth),
    }
}

fn made<S: Side>(board: &Board, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    board.generate::<S, _, { movegen::ALL }>(&mut moves);
    let (mut nodes, mut next) = (0, *board);
    for &mv in &moves {
        next.become_after::<S, true>(board, mv);
        nodes += if depth > 1 {
            made::<S::Them>(&next, depth - 1)
        } else {
            // Nobody looks at this board, which the compiler is not to know.
            black_box(&next);
            1
        };
    }
    nodes
}

/// [`perft`] split by the first move, to find the branch in which two generators differ.
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    board.legal_moves().iter().map(|&mv| (mv, perft(&board.after(mv), depth - 1))).collect()
}
