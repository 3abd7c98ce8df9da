//! Minimax as two functions: F takes the best for the side to move at the root, G what its opponent leaves it. Both
//! tell values from the root's side. Every position of the tree is visited.

use super::game::{Game, INFINITE};
use super::walk::{Arrival, Halt, Walk};

/// The value of the root to this depth, mover's view.
///
/// # Errors
/// If the walk had to end before.
pub fn search<G: Game>(walk: &mut Walk<'_, G>, depth: u32) -> Result<i32, Halt> {
    f(walk, depth, 0)
}

/// Max is to move: the greatest of what G finds.
fn f<G: Game>(walk: &mut Walk<'_, G>, depth: u32, ply: u32) -> Result<i32, Halt> {
    let moves = match walk.enter(ply)? {
        Arrival::Over(value) => return Ok(value),
        Arrival::Open(moves) => moves,
    };
    if depth == 0 {
        return Ok(walk.leaf());
    }
    let mut best = -INFINITE;
    for mv in moves {
        walk.game.make(mv);
        let value = g(walk, depth - 1, ply + 1)?;
        walk.game.unmake();
        if value > best {
            best = value;
            walk.note_best(ply, mv);
        }
    }
    Ok(best)
}

/// Min is to move: the least of what F finds. Min's own view is turned round.
fn g<G: Game>(walk: &mut Walk<'_, G>, depth: u32, ply: u32) -> Result<i32, Halt> {
    let moves = match walk.enter(ply)? {
        Arrival::Over(value) => return Ok(-value),
        Arrival::Open(moves) => moves,
    };
    if depth == 0 {
        return Ok(-walk.leaf());
    }
    let mut best = INFINITE;
    for mv in moves {
        walk.game.make(mv);
        let value = f(walk, depth - 1, ply + 1)?;
        walk.game.unmake();
        best = best.min(value);
    }
    Ok(best)
}
