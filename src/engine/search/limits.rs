//! Search limits and the stop signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tabia_chess::{Board, Move};

/// Clocks of both sides at the start of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLimits {
    /// Time left, indexed by `Color::index()`.
    pub time: [Duration; 2],
    /// Increment per move, indexed by `Color::index()`.
    pub increment: [Duration; 2],
    /// Moves to the next time control; `None`: sudden death.
    pub moves_to_go: Option<u32>,
}

/// Search limits. By default there is none: the search runs until stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Maximum depth, plies.
    pub depth: Option<u32>,
    /// Node limit; exact with one thread.
    pub nodes: Option<u64>,
    /// Soft node limit: the iteration in progress is finished.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Stop at a mate in at most this many moves.
    pub mate: Option<u32>,
    /// Clock.
    pub clock: Option<ClockLimits>,
    /// Root moves to search; empty: all.
    pub search_moves: Vec<Move>,
    /// Pondering: no clock runs until [`super::limits::StopToken::ponder_hit`].
    pub ponder: bool,
    /// No limit of time, and no answer before `stop` unless `may_end`. A search that is finished, also by its depth or
    /// nodes, may return earlier; its caller must hold the answer back, as the worker does. The same holds for a search
    /// that still ponders.
    pub infinite: bool,
    /// An infinite search may answer when nothing is left to search. UCI does not allow it.
    pub may_end: bool,
}

/// A search with a soft node limit ends at this many times the limit, even within an iteration.
const HARD_FACTOR: u64 = 8;

impl Limits {
    /// Depth limit.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Node limit.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Soft node limit; at eight times the limit the search ends within an iteration.
    pub fn soft_nodes(nodes: u64) -> Limits {
        let hard = nodes.saturating_mul(HARD_FACTOR);
        Limits { nodes: Some(hard), soft_nodes: Some(nodes), ..Limits::default() }
    }

    /// Time limit.
    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }

    /// The number of nodes to aim at, for an engine with one kind of node limit: the lower of the two.
    pub fn node_target(&self) -> Option<u64> {
        self.nodes.into_iter().chain(self.soft_nodes).min()
    }

    /// Until stopped.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    /// Until stopped, or until nothing is left to search.
    pub fn analysis() -> Limits {
        Limits { may_end: true, ..Limits::infinite() }
    }

    /// The moves to search: the legal ones of [`Limits::search_moves`], or all if there is none.
    pub fn root_moves(&self, board: &Board) -> Vec<Move> {
        let legal = board.legal_moves();
        let wanted = legal.iter().copied().filter(|mv| self.search_moves.contains(mv));
        let wanted: Vec<Move> = wanted.collect();
        if wanted.is_empty() { legal.to_vec() } else { wanted }
    }

    /// Whether only `stop` permits an answer.
    pub fn is_until_stopped(&self) -> bool {
        self.infinite && !self.may_end
    }
}

// The stop signal uses tickets, so that a stop for one search never ends the next one.

/// Shared by everything that may stop searches of an engine. Searches have increasing tickets and the token stores the
/// highest stopped one. It only increases, so a later search cannot reset it, unlike a flag.
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

    /// Ponder hit: the search with this ticket is now on its own clock.
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

/// The token with the ticket of one search.
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

    /// A signal that is never raised.
    pub fn never() -> Self {
        StopSignal::new(Arc::default(), 1)
    }

    /// Whether this search has been told to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.token.is_stopped(self.ticket)
    }

    /// Whether every search of the engine was stopped: the caller is shutting down and does not wait for an answer.
    pub fn is_final(&self) -> bool {
        self.token.is_stopped(u64::MAX)
    }

    /// Whether `ponderhit` has turned this ponder search into a normal one.
    pub fn is_ponder_hit(&self) -> bool {
        self.token.is_ponder_hit(self.ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soft_limit_is_the_number_to_aim_at() {
        assert_eq!(Limits::soft_nodes(5).node_target(), Some(5));
        assert_eq!(Limits::nodes(5).node_target(), Some(5));
        assert_eq!(Limits::depth(5).node_target(), None);
    }

    #[test]
    fn all_moves_are_searched_if_no_legal_one_is_asked_for() {
        let board = Board::start();
        let legal = board.legal_moves();
        let reply = board.after(legal[0]).legal_moves()[0];
        let moves = |asked: &[Move]| {
            Limits { search_moves: asked.to_vec(), ..Limits::default() }.root_moves(&board)
        };
        assert_eq!(moves(&[legal[4], reply, legal[2]]), [legal[2], legal[4]]);
        assert_eq!(moves(&[reply]), legal.to_vec());
        assert_eq!(moves(&[]), legal.to_vec());
    }

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
