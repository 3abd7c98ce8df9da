//! The Lab: what has been asked of it, what it has found, and which of its views are open.

pub mod about;
mod looks;
mod pins;
pub mod state;
mod update;
