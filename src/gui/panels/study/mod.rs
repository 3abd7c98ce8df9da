//! Panels about a whole game: its evaluation and its review.

pub(crate) mod evaluation;
mod game_curves;
pub(crate) mod review;
