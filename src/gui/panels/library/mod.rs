//! Panels of what is looked up: games of a file, openings, endgame tables.

pub(crate) mod explorer;
pub(crate) mod games;
pub mod tablebase;
