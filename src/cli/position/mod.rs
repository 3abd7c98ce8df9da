//! Commands for positions: search, evaluation, perft, test suites.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod epd;
pub mod eval;
pub(crate) mod perft;
pub mod policy;
pub(crate) mod probe;
