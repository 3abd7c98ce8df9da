//! The model in the words of the panels: what several of them show or need.

pub mod analysis;
pub(crate) mod arrow_menu;
pub mod arrows;
pub(crate) mod ask;
pub mod asked;
pub(crate) mod clear;
pub mod context;
pub(crate) mod dialog;
pub mod display;
pub(crate) mod duel;
pub(crate) mod duel_graph;
pub(crate) mod heights;
pub mod judgement;
pub(crate) mod line_words;
pub(crate) mod parts;
pub mod players;
pub mod pointed;
pub mod roster;
pub mod threat;
pub(crate) mod view_head;
