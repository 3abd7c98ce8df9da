//! Perft and a plain search for every representation. The move ordering depends only on the moves, so that all
//! representations visit the same nodes.

use std::hint::black_box;

use arrayvec::ArrayVec;

use super::bits::{Bits, Sliders};
use super::state::{CASTLING, EN_PASSANT, Encoding, PAWN, kind};
use super::{MAX_MOVES, Moves, Representation};
use tabia_chess::Board;

/// Above every value.
const INFINITE: i32 = 32_000;
/// A mate given now.
const MATE: i32 = 30_000;

/// Move sequences of `depth` plies: every move is made, tested and taken back, the last as well.
pub fn perft<R: Representation, M: Encoding>(position: &mut R, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Moves::<M>::new();
    position.generate(&mut moves);
    let mut nodes = 0;
    for &mv in &moves {
        let undo = position.make(mv);
        if !position.is_illegal() {
            nodes += perft::<R, M>(position, depth - 1);
        }
        position.unmake(mv, undo);
    }
    nodes
}

/// Perft with a copy of the position for each move instead of unmaking.
pub(crate) fn perft_by_copy<R: Representation, M: Encoding>(position: &R, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Moves::<M>::new();
    position.generate(&mut moves);
    let mut nodes = 0;
    for &mv in &moves {
        let mut next = position.clone();
        next.make(mv);
        if !next.is_illegal() {
            nodes += perft_by_copy::<R, M>(&next, depth - 1);
        }
    }
    nodes
}

/// Perft with legal moves, which need no test. Every move is made and taken back, including the last; with `BULK` the
/// moves of the last ply are counted and not made.
pub(crate) fn perft_by_legal<S: Sliders, M: Encoding, const BULK: bool>(
    position: &mut Bits<S>,
    depth: u32,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Moves::<M>::new();
    position.generate_legal(&mut moves);
    if BULK && depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for &mv in &moves {
        let undo = position.make(mv);
        nodes += perft_by_legal::<S, M, BULK>(position, depth - 1);
        position.unmake(mv, undo);
    }
    nodes
}

/// The first positions that can arise from this one, in breadth-first order; at most `most` of them.
pub fn boards(start: &Board, most: usize) -> Vec<Board> {
    let mut boards = vec![*start];
    let mut at = 0;
    while let Some(&board) = boards.get(at).filter(|_| boards.len() < most) {
        boards.extend(board.legal_moves().iter().map(|&mv| board.after(mv)));
        at += 1;
    }
    boards.truncate(most);
    boards
}

/// Generates the moves of all positions `times` times without making any. Returns the number of moves generated.
pub fn generated<R: Representation, M: Encoding>(positions: &[R], times: u32) -> u64 {
    let mut count = 0;
    for _ in 0..times {
        for position in positions {
            let mut moves = Moves::<M>::new();
            position.generate(&mut moves);
            // The moves are not read: without this the compiler could skip generating them.
            count += black_box(&moves).len() as u64;
        }
    }
    count
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Side to move's view, centipawns.
    pub value: i32,
    /// Positions visited.
    pub nodes: u64,
}

/// Alpha-beta to a depth with captures first, by material and piece-square values; no draws but stalemate.
pub fn search<R: Representation, M: Encoding>(position: &mut R, depth: u32) -> Searched {
    let mut nodes = 0;
    let value = node::<R, M>(position, depth, -INFINITE, INFINITE, &mut nodes);
    Searched { value, nodes }
}

fn node<R: Representation, M: Encoding>(
    position: &mut R,
    depth: u32,
    alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if depth == 0 {
        return position.evaluate();
    }
    let mut moves = Moves::<M>::new();
    position.generate(&mut moves);
    let mut ranked: ArrayVec<(u32, M), MAX_MOVES> =
        moves.iter().map(|&mv| (rank(position, mv), mv)).collect();
    ranked.sort_unstable_by_key(|&(rank, _)| std::cmp::Reverse(rank));
    let mut best = -INFINITE;
    for &(_, mv) in &ranked {
        let undo = position.make(mv);
        if position.is_illegal() {
            position.unmake(mv, undo);
            continue;
        }
        let value = -node::<R, M>(position, depth - 1, -beta, -alpha.max(best), nodes);
        position.unmake(mv, undo);
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    if best > -INFINITE {
        best
    } else if position.in_check() {
        // An earlier mate is worse: the remaining depth is added to its value.
        -MATE - depth as i32
    } else {
        0
    }
}

/// MVV-LVA, then by squares.
#[inline]
fn rank<R: Representation, M: Encoding>(position: &R, mv: M) -> u32 {
    let victim = match mv.flag() {
        CASTLING => 0,
        EN_PASSANT => PAWN,
        _ => kind(position.piece_on(mv.to())),
    };
    let capture = if victim == 0 {
        0
    } else {
        8 * u32::from(victim) + 7 - u32::from(kind(position.piece_on(mv.from())))
    };
    (capture << 16) | u32::from(mv.flag()) << 12 | u32::from(mv.to()) << 6 | u32::from(mv.from())
}
