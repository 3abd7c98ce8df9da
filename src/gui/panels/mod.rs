//! Panels: read the model, return actions.

pub mod about;
pub mod board;
pub mod editor;
pub mod engine_log;
pub mod engines;
pub mod evaluation;
pub mod explorer;
pub mod fen_bar;
pub mod games;
pub mod iterations;
pub mod keys;
pub mod lines;
pub mod moves;
pub mod new_game;
pub mod palette;
pub mod questions;
pub mod review;
pub mod root_moves;
pub mod search_plot;
pub mod settings;
pub mod statistics;
pub mod tablebase;
pub mod tags;
