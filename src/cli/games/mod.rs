//! Commands that read and write games and books.

pub(crate) mod book;
pub mod pgn;
pub(crate) mod pgn_export;
pub(crate) mod pgn_stats;
pub(crate) mod puzzles;
pub(crate) mod review;
