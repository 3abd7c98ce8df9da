//! The game on the board: its tree, players and clocks, the changes to it, and their undo.

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
