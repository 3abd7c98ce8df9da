//! How a search is told to end: by ticket, so that a stop meant for one search can never hit the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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

    /// A signal nobody can raise, for searches that end by their limits.
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
