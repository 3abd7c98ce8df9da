//! Games and positions from outside, and what is known from books and endgame tables.
//!
//! `sources` knows by the number of a game where it lives, so undo cannot bring back a place that is out of date.
//! Endgame tables are asked one question at a time; answers about other positions or folders are dropped.

pub mod choose;
pub mod collection;
pub mod explorer;
pub(crate) mod games;
pub mod link;
pub mod open;
pub(crate) mod open_link;
pub mod own;
pub(crate) mod paste;
pub(crate) mod remove;
pub mod removed;
pub mod saved_check;
pub mod saving;
pub(crate) mod sources;
pub mod tables;
pub mod write_link;
