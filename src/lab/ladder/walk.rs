//! What all searches of the ladder share: the game, the counts, the budget and the stop.

use tabia_engine::search::limits::StopSignal;

use super::game::{Game, INFINITE};

/// Nodes between two looks at the stop signal: well below a millisecond.
const LOOK_EVERY: u64 = 256;

/// Why a search ended before its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was told to.
    Stopped,
    /// Its nodes were spent.
    Budget,
}

/// What a search went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions visited, the root and the leaves among them.
    pub nodes: u64,
    /// Positions that got their value without a look at a successor: evaluated, mate or draw.
    pub leaves: u64,
    /// Moves after which the rest of a position's moves were left out, because a bound was reached.
    pub cutoffs: u64,
    /// Those of them that F1 could not have made: see [`Walk::cut`].
    pub deep_cutoffs: u64,
}

/// A position just come to.
#[derive(Debug)]
pub enum Arrival<M> {
    /// The game is over there: the value for the mover.
    Over(i32),
    /// It goes on with these moves.
    Open(Vec<M>),
}

/// A walk through the tree of a game.
#[derive(Debug)]
pub struct Walk<'a, G: Game> {
    /// The game at the position one stands at.
    pub game: G,
    /// What was counted so far.
    pub counts: Counts,
    /// The best move at the root so far.
    pub best: Option<G::Move>,
    /// Of each open node, by ply: the best value that its own moves have shown so far.
    own: Vec<i32>,
    budget: u64,
    stop: &'a StopSignal,
}

impl<'a, G: Game> Walk<'a, G> {
    /// A walk that has not begun and may visit `budget` nodes.
    pub fn new(game: G, budget: u64, stop: &'a StopSignal) -> Self {
        Walk { game, counts: Counts::default(), best: None, own: Vec::new(), budget, stop }
    }

    /// Counts a position and finds its moves.
    ///
    /// # Errors
    /// If the walk has to end here.
    pub fn enter(&mut self, ply: u32) -> Result<Arrival<G::Move>, Halt> {
        if self.counts.nodes >= self.budget {
            return Err(Halt::Budget);
        }
        if self.counts.nodes.is_multiple_of(LOOK_EVERY) && self.stop.is_stopped() {
            return Err(Halt::Stopped);
        }
        self.counts.nodes += 1;
        let moves = self.game.moves();
        if moves.is_empty() {
            self.counts.leaves += 1;
            return Ok(Arrival::Over(self.game.value_at_end(ply)));
        }
        if self.game.is_drawn() {
            self.counts.leaves += 1;
            return Ok(Arrival::Over(0));
        }
        Ok(Arrival::Open(moves))
    }

    /// Evaluates a position that is not looked into: mover's view.
    pub fn leaf(&mut self) -> i32 {
        self.counts.leaves += 1;
        self.game.static_eval()
    }

    /// Notes the best move of a position; that of the root is the search's answer.
    pub fn note_best(&mut self, ply: u32, mv: G::Move) {
        if ply == 0 {
            self.best = Some(mv);
        }
    }

    /// Notes the best value that a node's own moves have shown, before the next of them is searched.
    pub fn note_own(&mut self, ply: u32, best: i32) {
        let ply = ply as usize;
        if self.own.len() <= ply {
            self.own.resize(ply + 1, -INFINITE);
        }
        self.own[ply] = best;
    }

    /// Counts a cut-off with this value.
    ///
    /// F1 hands down one bound: what the moves of the node above have shown. A cut-off is deep where the value does
    /// not reach that bound but one that was found three plies above or more. Bounds that nobody found, those of null
    /// windows and passed moves, make no cut-off deep. Values of moves that failed low are upper bounds, so F1's bound
    /// is at least the one compared with: none is counted that F1 had.
    pub fn cut(&mut self, ply: u32, value: i32) {
        self.counts.cutoffs += 1;
        let above = &self.own[..self.own.len().min(ply as usize)];
        // The nodes above at which the opponent is to move, the nearest first.
        let mut opponents = above.iter().rev().step_by(2).map(|own| -own);
        if let Some(nearest) = opponents.next()
            && value < nearest
            && opponents.any(|bound| value >= bound)
        {
            self.counts.deep_cutoffs += 1;
        }
    }
}
