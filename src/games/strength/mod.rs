//! What the results of games say of strength: points and Elo with their error bars, by single games (`sheet`) and by
//! pairs from one opening (`pentanomial`), when a match has shown enough (`sprt`), how strong each of many players is
//! (`rating`), and the table of a tournament (`standings`). Arithmetic alone; whoever plays the games counts here.

pub mod pentanomial;
pub mod rating;
pub mod sheet;
pub mod sprt;
pub mod standings;

/// Standard errors to either side of an error bar of 95 %.
const Z: f64 = 1.959_963_985;
