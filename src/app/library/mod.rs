//! Games and positions from outside, and what is known from books and endgame tables.
//!
//! `homes` knows by the number of a game where it lives, so undo cannot bring back a place that is out of date.
//! Endgame tables are asked one question at a time; answers about other positions or folders are dropped.

pub mod collection;
pub mod explorer;
pub(crate) mod explorer_update;
pub(crate) mod export_update;
pub(crate) mod games_update;
pub(crate) mod homes;
pub mod open;
pub mod own;
pub(crate) mod own_update;
pub(crate) mod paste;
pub mod removed;
pub(crate) mod removed_update;
pub mod saved_check;
pub(crate) mod saving;
pub mod tables;
pub(crate) mod tables_update;
