//! What the results of games say of strength: points and Elo with their error bars, by single games (`sheet`) and by
//! pairs from one opening (`pentanomial`), and when a match has shown enough (`sprt`). Arithmetic alone; whoever plays
//! the games counts here.

pub mod pentanomial;
pub mod sheet;
pub mod sprt;
