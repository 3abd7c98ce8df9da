//! What ends a search: depth, nodes, time, a mate found, or a stop signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
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
    /// Think on the opponent's time: no clock runs until [`super::limits::StopToken::ponder_hit`].
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

// The stop signal works by ticket, so that a stop meant for one search never ends the next.

/// Shared by everyone who may stop a search of one engine. Searches are numbered by growing tickets;
/// the token remembers the highest ticket that was stopped. It only ever grows, so raising it cannot
/// be undone by a later search, as a flag that is raised and lowered can.
#[derive(Debug, Default)]
pub struct StopToken {
    stopped: AtomicU64,
    ponder_hit: AtomicU64,
}

impl StopToken {
    /// Stops the search with this ticket and every earlier one.
    pub fn stop(&self, ticket: u64) {
        self.stopped.fetch_max(ticket, Ordering::Release);
    }

    /// The opponent played the expected move: the search with this ticket is now on its own clock.
    pub fn ponder_hit(&self, ticket: u64) {
        self.ponder_hit.fetch_max(ticket, Ordering::Release);
    }

    /// Whether the search with this ticket has been told to stop.
    pub fn is_stopped(&self, ticket: u64) -> bool {
        self.stopped.load(Ordering::Acquire) >= ticket
    }

    /// Whether the search with this ticket has left pondering.
    pub fn is_ponder_hit(&self, ticket: u64) -> bool {
        self.ponder_hit.load(Ordering::Acquire) >= ticket
    }
}

/// One search's view of the token: the token and its own ticket.
#[derive(Clone, Debug)]
pub struct StopSignal {
    token: Arc<StopToken>,
    ticket: u64,
}

impl StopSignal {
    /// The signal of the search with this ticket. Tickets start at 1.
    pub fn new(token: Arc<StopToken>, ticket: u64) -> Self {
        StopSignal { token, ticket }
    }

    /// A signal that is never raised, for searches that end by their limits.
    pub fn never() -> Self {
        StopSignal::new(Arc::default(), 1)
    }

    /// Whether this search has been told to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.token.is_stopped(self.ticket)
    }

    /// Whether all searches there will ever be have been told to stop: whoever asked is going away and waits
    /// for no answer.
    pub fn is_final(&self) -> bool {
        self.token.is_stopped(u64::MAX)
    }

    /// Whether this search has left pondering.
    pub fn is_ponder_hit(&self) -> bool {
        self.token.is_ponder_hit(self.ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_hits_its_search_and_never_a_later_one() {
        let token = Arc::new(StopToken::default());
        let (first, second) =
            (StopSignal::new(token.clone(), 1), StopSignal::new(token.clone(), 2));
        token.stop(1);
        assert!(first.is_stopped());
        assert!(!second.is_stopped());
        token.stop(2);
        token.stop(1);
        assert!(second.is_stopped() && !second.is_final());
        token.stop(u64::MAX);
        assert!(first.is_final());
    }
}
