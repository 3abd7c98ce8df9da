//! Perft: the number of move sequences of a given length. Known numbers for many positions verify the move generator;
//! perft also measures its speed.

use std::hint::black_box;

use super::board::Board;
use super::movegen;
use super::movegen::{Black, Counter, Side, White};
use super::moves::{Move, MoveList};
use super::piece::Color;

/// Number of legal move sequences of `depth` plies, with bulk counting: the last ply is counted, not made.
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

/// Perft without bulk counting: the last ply is made as well, including keys.
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
            // Prevents the compiler from optimising the board away.
            black_box(&next);
            1
        };
    }
    nodes
}

/// [`perft`] split by the first move, for comparing move generators.
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    board.legal_moves().iter().map(|&mv| (mv, perft(&board.after(mv), depth - 1))).collect()
}
