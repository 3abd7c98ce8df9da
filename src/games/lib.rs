//! Games: the position with its history, trees of variations, PGN, collections of games in files, opening books,
//! opening names, Syzygy tablebases, exports as drawings and pages, and statistics of match results.
//!
//! Depends on the rules (`tabia-chess`), not on engines.

#![warn(missing_docs, clippy::missing_errors_doc)]

pub mod book;
pub mod collection;
pub mod export;
pub mod game;
pub mod openings;
pub mod positions;
pub mod printable;
pub mod regular_file;
pub mod strength;
pub mod tablebase;
pub mod whole_file;
pub mod words;
