//! F2, alpha-beta: F1 with both bounds. Alpha is what the mover has already somewhere above, beta what the opponent
//! has; each is handed down through all plies, so that a bound from far above can cut (a deep cut-off).

use super::game::{Game, INFINITE};
use super::walk::{Arrival, Halt, Walk};

/// The value of the root to this depth, mover's view.
///
/// # Errors
/// If the walk had to end before.
pub fn search<G: Game>(walk: &mut Walk<'_, G>, depth: u32) -> Result<i32, Halt> {
    f2(walk, depth, 0, -INFINITE, INFINITE)
}

/// The value if it lies between alpha and beta; else something at most alpha or at least beta.
fn f2<G: Game>(
    walk: &mut Walk<'_, G>,
    depth: u32,
    ply: u32,
    alpha: i32,
    beta: i32,
) -> Result<i32, Halt> {
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
        let value = -f2(walk, depth - 1, ply + 1, -beta, -alpha.max(best))?;
        walk.game.unmake();
        if value > best {
            best = value;
            walk.note_best(ply, mv);
        }
        if best >= beta {
            walk.cut(ply, best);
            break;
        }
    }
    Ok(best)
}
