//! Statistics of game results: points and Elo with error bars, by single games (`sheet`) and by pairs from one opening
//! (`pentanomial`), the sequential test of a match (`sprt`), the ratings of many players (`rating`), and the table of a
//! tournament (`standings`). Only arithmetic.

pub mod pentanomial;
pub mod rating;
pub mod sheet;
pub mod sprt;
pub mod standings;

/// Standard errors on each side of a 95 % error bar.
const Z: f64 = 1.959_963_985;
