//! Commands that look at positions: searches, evaluations, counts, test suites.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod board;
mod by_line;
pub(crate) mod epd;
pub(crate) mod eval;
pub mod eval_network;
pub(crate) mod perft;
pub mod policy;
pub(crate) mod probe;
