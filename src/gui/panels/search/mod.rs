//! Panels of the running engines: lines, root moves, iterations, counters, curves.

pub(crate) mod lines;
pub(crate) mod root_moves;
pub(crate) mod statistics;
