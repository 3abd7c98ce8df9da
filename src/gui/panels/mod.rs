//! Panels: read the model, return actions.

pub(crate) mod dialogs;
pub(crate) mod duel;
pub(crate) mod engines;
pub(crate) mod game;
pub(crate) mod lab;
pub mod library;
pub(crate) mod search;
pub(crate) mod study;
