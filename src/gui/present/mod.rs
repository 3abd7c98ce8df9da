//! The model in the words of the panels: what several of them show or need.

pub(crate) mod arrow_menu;
pub(crate) mod arrows;
pub(crate) mod ask;
pub(crate) mod asked;
pub(crate) mod clear;
pub mod context;
pub(crate) mod duel;
pub(crate) mod duel_graph;
pub(crate) mod heights;
pub(crate) mod judgement;
pub(crate) mod line_words;
pub(crate) mod parts;
pub(crate) mod pointed;
pub(crate) mod roster;
pub(crate) mod static_eval;
pub(crate) mod threat;
pub mod told;
pub(crate) mod view_head;
