//! The Lab: its requests, its results, and the state of its views.

pub mod about;
pub mod export;
pub mod foundations;
pub(crate) mod inspections;
pub mod playouts;
pub(crate) mod run;
pub mod scratch;
pub mod small_game;
pub mod state;
pub mod steps;
pub mod terminal;
pub mod trials;
pub(crate) mod update;
pub mod xray;
