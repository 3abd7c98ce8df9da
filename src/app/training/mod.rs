//! Training: puzzles of the program and of one's own games, games whose moves are guessed, endgames against the engine,
//! one's own openings, exercises for the board. It has a workspace and a board of its own; the game on the board of the other workspaces stays as it is.
//!
//! Puzzles that are due come first (`progress` keeps when), then new ones of the chosen set, of about the solver's
//! strength. An engine on a seat of its own judges other moves than those of the solution and plays the endgames.

pub mod endgames;
pub mod guess;
pub mod openings;
pub mod progress;
pub mod solving;
pub mod state;
pub(crate) mod update;
pub mod vision;
