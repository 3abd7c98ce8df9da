//! Panels about a whole game: its evaluation and its review.

pub(crate) mod evaluation;
pub(crate) mod review;
