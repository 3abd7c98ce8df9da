//! The algorithms of the ladder.

use serde::{Deserialize, Serialize};

use tabia_engine::search::limits::StopSignal;
use tabia_text::text;

use super::game::{Game, INFINITE};
use super::searches::{Counts, Halt, Refined, Walk, f1, f2, minimax, negamax};

/// A search algorithm. Each adds one thing to the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Algorithm {
    /// Two functions, one for each player.
    Minimax,
    /// One function for both.
    Negamax,
    /// Branch and bound.
    F1,
    /// Alpha-beta.
    F2,
    /// Promising moves first: captures, promotions, killers.
    Ordering,
    /// Depth 1, 2, 3 .. in turn, the best line of one tried first in the next.
    Deepening,
    /// A hash table.
    Table,
    /// Principal variation search: all moves but the first are searched with a null window.
    Pvs,
    /// Captures are played out before a position is evaluated.
    Quiescence,
    /// Null move: a position so good that the side to move could pass is not searched.
    NullMove,
    /// Late moves are searched one ply less.
    Lmr,
    /// Tabia's engine.
    Engine,
}

impl Algorithm {
    /// From the plainest to the engine.
    pub const ALL: [Algorithm; 12] = [
        Algorithm::Minimax,
        Algorithm::Negamax,
        Algorithm::F1,
        Algorithm::F2,
        Algorithm::Ordering,
        Algorithm::Deepening,
        Algorithm::Table,
        Algorithm::Pvs,
        Algorithm::Quiescence,
        Algorithm::NullMove,
        Algorithm::Lmr,
        Algorithm::Engine,
    ];

    /// Its name for programs.
    pub fn name(self) -> &'static str {
        [
            "minimax",
            "negamax",
            "f1",
            "f2",
            "ordering",
            "deepening",
            "table",
            "pvs",
            "quiescence",
            "null-move",
            "lmr",
            "engine",
        ][self as usize]
    }

    /// Display name.
    pub fn title(self) -> &'static str {
        text(&format!("ladder-algorithm-{}", self.name()))
    }

    /// What it adds to the previous algorithm.
    pub fn adds(self) -> &'static str {
        text(&format!("ladder-algorithm-{}.adds", self.name()))
    }

    /// Whether it must find minimax's value because it only prunes what cannot change it. Quiescence search looks
    /// beyond the depth, null move and reductions can err, and the engine evaluates with its network.
    pub fn must_agree(self) -> bool {
        self <= Algorithm::Pvs
    }

    /// Searches a game to a depth with this reference search, visiting at most `budget` nodes. `None` for the engine,
    /// which only searches chess.
    pub fn search<G: Game>(
        self,
        game: G,
        depth: u32,
        budget: u64,
        stop: &StopSignal,
    ) -> Option<Answer<G::Move>> {
        let mut walk = Walk::new(game, budget, stop);
        let value = match self {
            Algorithm::Engine => return None,
            Algorithm::Minimax => minimax(&mut walk, depth, 0),
            Algorithm::Negamax => negamax(&mut walk, depth, 0),
            Algorithm::F1 => f1(&mut walk, depth, 0, INFINITE),
            Algorithm::F2 => f2(&mut walk, depth, 0, -INFINITE, INFINITE),
            _ => {
                let mut refined = Refined::new(walk, self);
                let value = refined.search(depth);
                walk = refined.walk;
                value
            }
        };
        let best = walk.best.filter(|_| value.is_ok());
        Some(Answer { counts: walk.counts, value, best })
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The nodes it counted.
    pub counts: Counts,
    /// The value of the root, side to move's view, or why there is none.
    pub value: Result<i32, Halt>,
    /// The best move; `None` if the game is over or the search was cut short.
    pub best: Option<M>,
}
