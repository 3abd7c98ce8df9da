//! The Lab: what has been asked of it, what it has found, and which of its views are open.

pub mod about;
pub mod foundations;
pub(crate) mod looks;
mod pins;
pub mod playouts;
pub(crate) mod run;
pub mod scratch;
pub(crate) mod scratch_update;
pub mod small_game;
pub(crate) mod small_game_update;
pub mod state;
pub mod steps;
pub mod trials;
pub(crate) mod update;
pub mod xray;
pub(crate) mod xray_update;
