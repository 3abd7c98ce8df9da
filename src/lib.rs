//! Tabia: a desktop chess program in which you can see how the engine thinks.
//!
//! This package is the window (`gui`) and the program itself. Everything below lies in crates of its own, each knowing
//! only those above it in this list:
//!
//! ```text
//! tabia-chess     rules: positions, moves, notation
//! tabia-text      texts by key, in English and German; number formats
//! tabia-games     games, PGN, collections, books, openings, tablebases, exports
//! tabia-engine    limits, scores and reports of a search, clock, evaluation, networks, alpha-beta, PUCT, UCI text
//! tabia-lab       experiments with the engine
//! tabia-host      worker threads, external engines, matches, game review
//! tabia-app       model, actions and update of the window, without egui
//! tabia-cli       commands of the terminal and the UCI loop
//! tabia-training  training data, tuning and networks: the program `tabia-train`
//! ```
//!
//! ARCHITECTURE.md says what is in each crate and follows a mouse drag, a UCI line and a search report through them.

#[cfg(feature = "gui")]
pub mod gui;
