//! The Lab: what has been asked of it, what it has found, and which of its views are open.

pub mod foundations;
pub mod state;
mod update;
