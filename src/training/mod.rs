//! From self-play to a trained network: games are played and kept, positions chosen from them, weights
//! fitted. Nothing here takes part in play.

pub mod adjudicate;
pub mod filter;
pub mod openings;
pub mod pool;
pub mod selfplay;
pub mod survey;
