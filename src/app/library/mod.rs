//! Games and positions from outside, and what is known from books and endgame tables.

pub mod collection;
pub mod explorer;
pub(crate) mod explorer_update;
pub(crate) mod games_update;
pub(crate) mod homes;
pub mod open;
pub(crate) mod paste;
pub mod saved_check;
pub(crate) mod saving;
pub mod tables;
pub(crate) mod tables_update;
