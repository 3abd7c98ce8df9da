//! How a node of the tree ends, and who may write it down. Every node leaves by one [`Leave`], counted in
//! one place; a [`Recorder`] hears of the same.

use crate::search::detail::alphabeta::{PruneReason, SearchCounts, SearchProfile};
use crate::search::score::Bound;
use tabia_chess::Move;

use super::value::Window;
use super::value::{DRAW, Value};

/// How a node ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// A rule answered it; its moves were not searched to the end.
    Cut(PruneReason, Value),
    /// Its moves were searched, or there were none: mate and stalemate are exact.
    Searched(Value, Bound),
    /// The whole search was stopped; the node has no value.
    Stopped,
}

impl From<(PruneReason, Value)> for Leave {
    fn from((reason, value): (PruneReason, Value)) -> Leave {
        Leave::Cut(reason, value)
    }
}

impl Leave {
    /// The value that goes up the tree. Nobody reads it where the search was stopped.
    #[inline]
    pub(super) fn value(self) -> Value {
        match self {
            Leave::Cut(_, value) | Leave::Searched(value, _) => value,
            Leave::Stopped => DRAW,
        }
    }

    /// Counts the node.
    #[inline]
    pub(super) fn count(self, counts: &mut SearchCounts) {
        match self {
            Leave::Cut(reason, _) => counts.pruned[reason.index()] += 1,
            Leave::Searched(..) => counts.searched += 1,
            Leave::Stopped => counts.interrupted += 1,
        }
    }
}

/// A node as the search comes to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub(super) ply: usize,
    /// Plies left to search; 0 in quiescence.
    pub(super) depth: i32,
    pub(super) window: Window,
    /// The move that led there; `None` for a null move and at the root.
    pub(super) mv: Option<Move>,
}

/// A move about to be searched, once or again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attempt {
    /// Which in the order, 1 the first.
    pub(super) order: usize,
    /// Plies less than the node's depth would give it.
    pub(super) reduction: i32,
    /// Plies more.
    pub(super) extension: i32,
}

/// Hears what becomes of each node; what it does not ask for goes by. The search is generic over it, so that `()`
/// costs nothing.
pub(super) trait Recorder {
    /// Whether anything is written down; what would only be computed for the recorder asks this first.
    const ON: bool;
    /// Whether rules may be off. Where none is, no node has to ask.
    const SWITCHED: bool = true;

    /// An iteration of this depth begins, plies.
    #[inline]
    fn iteration(&mut self, _depth: i32) {}
    /// The next node entered is reached by this attempt.
    #[inline]
    fn attempt(&mut self, _attempt: Attempt) {}
    /// A node begins, below the one entered last and not left yet.
    #[inline]
    fn enter(&mut self, _visit: Visit) {}
    /// The node entered last was found in the transposition table.
    #[inline]
    fn tt_hit(&mut self) {}
    /// The corrected static evaluation of the node entered last.
    #[inline]
    fn static_eval(&mut self, _value: Value) {}
    /// A move of the node entered last is not searched.
    #[inline]
    fn skip(&mut self, _mv: Move, _reason: PruneReason) {}
    /// The node entered last ends.
    #[inline]
    fn leave(&mut self, _leave: Leave) {}
    /// Where the work went, if that is what it counts.
    fn profile(&self) -> Option<Box<SearchProfile>> {
        None
    }
}

/// Nothing is written down and every rule is on.
impl Recorder for () {
    const ON: bool = false;
    const SWITCHED: bool = false;
}

/// Nothing is written down either, but rules may be off.
#[derive(Debug)]
pub(super) struct Silent;

impl Recorder for Silent {
    const ON: bool = false;
}
