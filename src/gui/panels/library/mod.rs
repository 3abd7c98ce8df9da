//! Panels of what is looked up: games of a file, openings, endgame tables.

pub mod explorer;
pub(crate) mod games;
