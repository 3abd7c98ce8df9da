//! Dialogs over everything else.

pub(crate) mod new_game;
pub(crate) mod palette;
pub(crate) mod questions;
pub(crate) mod settings;
pub(crate) mod tags;
