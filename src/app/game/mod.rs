//! The game on the board: its tree, players and clocks, what is done to it, and how that is undone.

pub(crate) mod board;
pub mod clock;
pub mod editor;
mod ending;
pub(crate) mod history;
pub mod new_game;
pub mod play;
pub(crate) mod position;
pub(crate) mod replace;
pub mod replacement;
pub mod state;
pub mod time_control;
pub mod times;
pub(crate) mod tree_edit;
pub mod typed;
pub mod words;
