//! What may end a search: depth, nodes, time, a mate found, or only the word to stop.

use std::time::Duration;

use tabia_chess::Move;

/// The clocks of both sides at the moment the search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLimits {
    /// Time left, indexed by `Color::index()`.
    pub time: [Duration; 2],
    /// Added after each move, indexed by `Color::index()`.
    pub increment: [Duration; 2],
    /// Moves until the next time control; `None`: the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Everything `go` can be told. The default has no limit at all: it searches until stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Finish this iteration (plies) and stop.
    pub depth: Option<u32>,
    /// Stop after about this many nodes (checked every few thousand; exact at one thread below that).
    pub nodes: Option<u64>,
    /// Once this many nodes are spent, finish the iteration and stop.
    pub soft_nodes: Option<u64>,
    /// Use this much time.
    pub movetime: Option<Duration>,
    /// Stop when a mate in at most this many moves is found for the side to move.
    pub mate: Option<u32>,
    /// Play on the clock.
    pub clock: Option<ClockLimits>,
    /// Search only these root moves; empty: all.
    pub search_moves: Vec<Move>,
    /// Think on the opponent's time: no clock runs until [`super::stop::StopToken::ponder_hit`].
    pub ponder: bool,
    /// Do not answer before being stopped, even when the search has nothing left to find out.
    pub infinite: bool,
}

/// A search for a soft number of nodes ends at this many times that number, even within an iteration.
const HARD_FACTOR: u64 = 8;

impl Limits {
    /// Search to a depth in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Search a number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Finish the iteration in which this number of nodes is spent, unless it takes eight times as many.
    pub fn soft_nodes(nodes: u64) -> Limits {
        let hard = nodes.saturating_mul(HARD_FACTOR);
        Limits { nodes: Some(hard), soft_nodes: Some(nodes), ..Limits::default() }
    }

    /// Search for a fixed time.
    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }

    /// Search until told to stop.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }
}
