//! Games and positions from outside, and what is known from books and tablebases.
//!
//! `sources` stores the file and place of each game by its number, so that undo cannot restore an outdated place.
//! Tablebases are asked one question at a time; answers about other positions or folders are dropped.

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
pub(crate) mod show_opened;
pub(crate) mod sources;
pub mod tables;
pub mod write_link;
