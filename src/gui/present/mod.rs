//! The model in the words of the panels: what several of them show or need.

pub mod analysis;
pub mod arrows;
pub(crate) mod ask;
pub mod context;
pub(crate) mod dialog;
pub(crate) mod duel;
pub mod judgement;
pub(crate) mod line_words;
pub(crate) mod parts;
pub mod players;
pub mod pointed;
pub(crate) mod room;
pub mod roster;
pub mod threat;
pub(crate) mod view_head;
