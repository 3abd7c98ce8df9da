//! Castling for every representation, Chess960 included: they tell which squares are empty and which attacked.

use super::moves::{CASTLING, Encoding};
use super::state::{NO_SQUARE, State};
use super::{Moves, state};

/// Where king and rook go when the king of `us` castles with the rook on `rook`.
#[inline]
pub fn goals(king: u8, rook: u8) -> (u8, u8) {
    let home = king & !7;
    if rook > king { (home + 6, home + 5) } else { (home + 2, home + 3) }
}

/// Adds the castling moves of the side to move. `empty` and `attacked` answer for a square; attacked means by the
/// opponent.
#[inline]
pub fn generate<M: Encoding>(
    state: &State,
    empty: impl Fn(u8) -> bool,
    attacked: impl Fn(u8) -> bool,
    moves: &mut Moves<M>,
) {
    let us = usize::from(state.stm);
    let king = state.kings[us];
    for &rook in &state.rooks[2 * us..2 * us + 2] {
        if rook == NO_SQUARE {
            continue;
        }
        let (king_to, rook_to) = goals(king, rook);
        let first = king.min(rook).min(king_to).min(rook_to);
        let last = king.max(rook).max(king_to).max(rook_to);
        let clear = (first..=last).all(|square| square == king || square == rook || empty(square));
        let way = king.min(king_to)..=king.max(king_to);
        if clear && !way.into_iter().any(&attacked) {
            moves.push(M::new(king, rook, CASTLING));
        }
    }
}

/// The piece numbers of a side's king and rook.
#[inline]
pub const fn pair(stm: u8) -> (u8, u8) {
    let black = stm * state::BLACK;
    (state::KING + black, state::ROOK + black)
}
