//! Reviews of games, and learning from the mistakes that were found.

pub mod learn;
pub(crate) mod learn_update;
pub(crate) mod saved;
pub mod state;
pub(crate) mod update;
