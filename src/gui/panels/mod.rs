//! Panels: read the model, return actions.

pub(crate) mod about;
pub mod board;
pub(crate) mod editor;
pub(crate) mod engine_log;
pub(crate) mod engines;
pub mod evaluation;
pub mod explorer;
pub mod fen_bar;
pub mod games;
pub(crate) mod iterations;
pub(crate) mod keys;
pub(crate) mod lines;
pub mod moves;
pub(crate) mod new_game;
pub(crate) mod palette;
pub mod questions;
pub mod review;
pub(crate) mod root_moves;
pub(crate) mod search_plot;
pub(crate) mod settings;
pub(crate) mod statistics;
pub mod tablebase;
pub mod tags;
