//! F1, branch and bound: a position need not be looked into further once it is as good for its mover as the bound,
//! for then the opponent has something better one ply above. Of what happened further up it knows nothing.

use super::game::{Game, INFINITE};
use super::walk::{Arrival, Halt, Walk};

/// The value of the root to this depth, mover's view.
///
/// # Errors
/// If the walk had to end before.
pub fn search<G: Game>(walk: &mut Walk<'_, G>, depth: u32) -> Result<i32, Halt> {
    f1(walk, depth, 0, INFINITE)
}

/// The value if it is below the bound, else something from the bound up.
fn f1<G: Game>(walk: &mut Walk<'_, G>, depth: u32, ply: u32, bound: i32) -> Result<i32, Halt> {
    let moves = match walk.enter(ply)? {
        Arrival::Over(value) => return Ok(value),
        Arrival::Open(moves) => moves,
    };
    if depth == 0 {
        return Ok(walk.leaf());
    }
    let mut best = -INFINITE;
    for mv in moves {
        walk.note_own(ply, best);
        walk.game.make(mv);
        let value = -f1(walk, depth - 1, ply + 1, -best)?;
        walk.game.unmake();
        if value > best {
            best = value;
            walk.note_best(ply, mv);
        }
        if best >= bound {
            walk.cut(ply, best);
            break;
        }
    }
    Ok(best)
}
