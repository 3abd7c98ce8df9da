//! The Lab: what has been asked of it, what it has found, and which of its views are open.

pub mod about;
pub mod foundations;
mod looks;
mod pins;
pub mod playouts;
pub mod scratch;
mod scratch_update;
pub mod small_game;
mod small_game_update;
pub mod state;
pub mod steps;
pub mod trials;
mod update;
pub mod xray;
mod xray_update;
