//! The listener a search talks to. The engine calls it; what becomes of the news is the listener's
//! business.

use super::look::{Look, LookRequest};
use super::report::{IterationInfo, Snapshot};

/// Hears what a search has to tell, on the thread that runs it. Calls must return quickly: the search
/// waits for them.
pub trait SearchObserver {
    /// A line of an iteration is known, or a bound on it.
    fn on_iteration(&mut self, info: &IterationInfo);

    /// Something a person should know besides: that fewer threads search than were asked for.
    fn on_note(&mut self, text: &str) {
        let _ = text;
    }

    /// Milliseconds between snapshots; `None`: none are wanted and none are made.
    fn snapshot_every_ms(&self) -> Option<u64> {
        None
    }

    /// Where somebody wants to look into the engine's memory, if anywhere; asked before each snapshot.
    fn wants_look(&mut self) -> Option<LookRequest> {
        None
    }

    /// What was seen there.
    fn on_look(&mut self, look: Look) {
        drop(look);
    }

    /// Whether the search keeps a [`SearchProfile`](super::detail::alphabeta::SearchProfile), which costs some
    /// speed. Asked once, at its beginning.
    fn wants_profile(&self) -> bool {
        false
    }

    /// The state of the search at this moment.
    fn on_snapshot(&mut self, snapshot: Snapshot) {
        drop(snapshot);
    }
}

/// Nobody listens.
impl SearchObserver for () {
    fn on_iteration(&mut self, _: &IterationInfo) {}
}
