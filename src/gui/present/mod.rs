//! The model in the words of the panels: what several of them show or need.

pub mod analysis;
pub mod arrows;
pub mod context;
pub(crate) mod duel;
pub(crate) mod line_words;
pub(crate) mod parts;
pub(crate) mod room;
pub mod roster;
