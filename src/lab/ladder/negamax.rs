//! Minimax as one function: what is good for one side is bad for the other, so each takes the greatest of the
//! opponent's values with the sign turned.

use super::game::{Game, INFINITE};
use super::walk::{Arrival, Halt, Walk};

/// The value of the root to this depth, mover's view.
///
/// # Errors
/// If the walk had to end before.
pub fn search<G: Game>(walk: &mut Walk<'_, G>, depth: u32) -> Result<i32, Halt> {
    f(walk, depth, 0)
}

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
        let value = -f(walk, depth - 1, ply + 1)?;
        walk.game.unmake();
        if value > best {
            best = value;
            walk.note_best(ply, mv);
        }
    }
    Ok(best)
}
