//! The engine: limits, reports and scores of any search, the clock, evaluation and networks, alpha-beta, PUCT, the
//! loop that plays a game, and UCI text in both directions. It prints nothing and owns no channel: callers pass
//! observers.

#![warn(missing_docs, clippy::missing_errors_doc)]

pub mod alphabeta;
pub mod clock;
pub mod eval;
pub mod human;
pub mod play;
pub mod puct;
pub mod search;
mod thread_memory;
pub mod uci;
