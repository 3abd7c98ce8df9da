//! Training: puzzles of the program and from the user's own games, guessing the moves of games, endgames against the
//! engine, the user's own openings, exercises in board vision. It has a workspace and a board of its own; the game on
//! the board of the other workspaces is not changed.
//!
//! Puzzles that are due come first (`progress` has the schedule), then new ones of the chosen set, of about the
//! solver's strength. An engine on a seat of its own evaluates moves other than those of the solution and plays the
//! endgames.

pub mod endgames;
pub mod guess;
pub mod openings;
pub mod progress;
pub mod puzzle_file;
pub mod solving;
pub mod state;
pub(crate) mod update;
pub mod vision;
